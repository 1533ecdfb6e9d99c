import Testing

@testable import Exploration

/// A corpus stays small, and a file that cannot be read says why.
@Suite("The corpus of a search")
struct CorpusTests {
  private static let session = """
    scenario: A session
    device: instant
    map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 1 deg x 1 deg}
    steps:
      - tap map

    """

  @Test(arguments: [
    ("", "c:1: this is no corpus of version 1"),
    ("# mapreplay corpus 2\n", "c:1: this is no corpus of version 1"),
    ("# mapreplay corpus 1\n---\nscenario: {\n", "c:3: this session cannot be read as YAML"),
    (
      "# mapreplay corpus 1\n---\n\(session)---\n\(session)  - dance: 1 s\n",
      "c:14: unknown step 'dance'"
    ),
    (
      "# mapreplay corpus 1\n---\n\(session)speed of light: fast\n",
      "c:8: unknown key 'speed of light'"
    ),
  ])
  func `A faulty file names the line`(text: String, mistake: String) {
    var explorer = Explorer()
    let error = #expect(throws: UnknownWords.self) {
      try explorer.begin(withCorpus: text, at: "c")
    }
    #expect(error?.mistake.hasPrefix(mistake) == true, "\(error?.mistake ?? "")")
    #expect(error?.help != nil)
  }

  @Test
  func `A session stays when others do not show all its signs, a long one last`() {
    func session(_ text: String, _ signs: Int...) -> Corpus.Session {
      Corpus.Session(text: text, signs: signs)
    }
    let candidates = [
      session("long text\n", 1, 2), session("a\n", 1, 3), session("none new\n", 2, 3),
      session("b\n", 2, 4), session(String(repeating: "x", count: 200_000), 5),
    ]
    let text = Corpus.text(of: Corpus.few(of: candidates))
    #expect(text == "# mapreplay corpus 1\n---\na\n---\nb\n")
  }

  @Test
  func `A search adds what is new to the corpus, made small, and reads it again`() throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.sessionLimit = 8
    try explorer.begin(withCorpus: "# mapreplay corpus 1\n---\n\(Self.session)", at: "c")
    let first = explorer.explore()
    var again = Explorer()
    again.jobs = 0
    let corpus = explorer.corpus(after: first)
    let whole = Corpus.text(of: Corpus.few(of: first.candidates))
    #expect(2 * corpus.utf8.count < whole.utf8.count)
    try again.begin(withCorpus: corpus, at: "c")
    #expect((2..<8).contains(again.corpusCount))
    again.sessionLimit = again.corpusCount
    #expect(again.explore().signs >= first.signs)
  }
}
