import Foundation
import MapGeometry
import Measures
import Support
import Testing

/// Whoever reads that a callout breaks C4 should not have to look up what that is.
@Suite("Criteria in words")
struct CriterionWordsTests {
  /// An adjuster that breaks much, and expectations that name some of it.
  private static let scenario = """
    scenario: Callouts near the edges
    device: test-phone
    map: {size: 390 x 844 pt, center: {lat: 52.52, lon: 13.4}, span: 400 km x 400 km}
    data:
      pins:
        points:
          - {id: a, at: 12 x 400 pt}
          - {id: b, at: 380 x 12 pt}
          - {id: c, at: 190 x 500 pt}
    layers:
      pins:
        view: {identifier: pin, size: 32 x 39 pt, center offset: 8 x -16 pt}
        callout: {style: plain, size: 200 x 108 pt, adjust: ADJUSTER}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
      - select: {id: a, in: pins}
      - wait: settled
      - snapshot: open
      - select: {id: b, in: pins}
      - wait: settled
      - select: {id: c, in: pins}
      - wait: settled
    expect:
      callout inside map: never
      callout shift minimal: always
      callout zoom unchanged: always
      callout untouched when visible: always
      callouts correct: always

    """

  /// The criteria whose numbers stand in a text, and what stands behind each number that does not
  /// have its words there.
  ///
  /// Between both there may be spaces, tags and what Markdown emphasizes with; names of places in a
  /// page, such as `adjuster-1-C4`, are no text.
  static func criteria(in text: String) -> (named: Set<Criterion>, bare: [String]) {
    var (named, bare) = (Set<Criterion>(), [String]())
    for match in text.matches(of: /\bC(1[0-7]|[1-9])\b/) {
      guard let criterion = Criterion.allCases.first(where: { $0.code == match.output.0 }),
        !(text[..<match.range.lowerBound].hasSuffix("-"))
      else { continue }
      let plain = text[match.range.upperBound...].prefix(300)
        .replacing(/<[^>]*>/, with: " ").split { $0.isWhitespace || $0 == "*" }
        .joined(separator: " ")
      if plain.hasPrefix(criterion.words) {
        named.insert(criterion)
      } else {
        bare.append("\(criterion.code) \(plain.prefix(40))")
      }
    }
    return (named, bare)
  }

  @Test(arguments: [
    ("C1 inside map, C17 callbacks\n   paired", 2, []), ("<b>C2</b><i>zoom unchanged</i>", 1, []),
    ("C1 and C16 parent visible", 1, ["C1 and C16 parent visible"]), ("no C18, no AC1, C0", 0, []),
    ("href=\"#adjuster-2-C5\"", 0, []), ("\"C15\": 5", 0, ["C15 \": 5"]),
    ("C1 callout and pin inside", 0, ["C1 callout and pin inside"]),
  ])
  func `are found with and without`(text: String, named: Int, bare: [String]) {
    let found = CriterionWordsTests.criteria(in: text)
    #expect(found.named.count == named && found.bare == bare)
  }

  @Test(arguments: ["contain rect", "none", "edge margins"])
  func `stand in every report of a run`(adjuster: String) throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file(
      "in/edges.yaml", CriterionWordsTests.scenario.replacing("ADJUSTER", with: adjuster))
    var texts: [String: String] = [:]
    let update = ["--update", "--facts-of-failed"]
    for more in [[], ["--verbose"], ["--quiet"], ["--log"], update, ["--compare"]] {
      let ending = try Program.debug.run(
        ["run", "in", "--facts", "facts", "--out", "out"] + more, in: scratch.folder)
      #expect(ending.code == 1, "\(ending.complaints)")
      texts["terminal \(more)"] = ending.output + ending.complaints
    }
    // Scenes are rows of numbers.
    for name in scratch.files() where !name.hasPrefix("in/") && name != "out/scenes.json" {
      // What a page carries packed is in letters that say nothing.
      texts[name] = try scratch.text(name).replacing(/class="pack"[^>]*>[^<]*/, with: "")
    }
    for (name, text) in texts {
      let found = CriterionWordsTests.criteria(in: text)
      #expect(found.bare == [], "\(name)")
      // What speaks of criteria names those that are broken at least.
      let isBrief = ["--log", "--update", "--compare", "--quiet", "README.md", ".csv", ".svg"]
        .contains { name.contains($0) }
      #expect(isBrief || found.named.contains(.minimalShift), "\(name)")
    }
    #expect(texts.keys.filter { !$0.hasPrefix("terminal") }.count >= 6, "\(texts.keys.sorted())")
  }

  @Test
  func `stand in everything that is told of adjusters`() throws {
    let scratch = try Scratch()
    for view in ["390x844", "390x844,844x390"] {
      let ending = try Program.debug.run(
        [
          "adjusters", "--columns", "5", "--rows", "6", "--zooms", "3,18", "--latitudes",
          "-35,80", "--out", "out", "--view", view, "--callout", "200x108",
        ], in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
      let texts = [
        ending.output, try scratch.text("out/adjusters.html"), try scratch.text("out/adjusters.md"),
      ]
      for text in texts {
        let found = CriterionWordsTests.criteria(in: text)
        #expect(found.bare == [])
        #expect(found.named == Set(Criterion.allCases))
      }
    }
  }

  @Test
  func `stand in what is written for users`() throws {
    let scenarios = Program.repository.appending(path: "Scenarios")
    let names = FileManager.default.subpaths(atPath: scenarios.path) ?? []
    let files =
      [scenarios.appending(path: "Reference.md"), Program.repository.appending(path: "README.md")]
      + names.filter { $0.hasSuffix(".yaml") }.map { scenarios.appending(path: $0) }
    #expect(files.count > 100)
    for (number, file) in files.enumerated() {
      let found = CriterionWordsTests.criteria(in: try String(contentsOf: file, encoding: .utf8))
      #expect(found.bare == [], "\(file.path)")
      // The reference lists all criteria.
      #expect(number > 0 || found.named == Set(Criterion.allCases), "\(file.path)")
    }
  }
}
