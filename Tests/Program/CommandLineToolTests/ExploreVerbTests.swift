import Support
import Testing

/// The program searches, ends with the code of the README, and writes files whole.
@Suite("mapreplay explore")
struct ExploreVerbTests {
  private static let twice = [
    "explore", "--sessions", "750", "--seed", "3", "--breaks", "points counted twice: exactly 0",
    "--with", "mode: upstream",
  ]

  @Test
  func `holds a few sessions to all laws`() throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["explore", "--sessions", "40", "--jobs", "1"], in: scratch.folder)
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    #expect(ending.output.hasPrefix("seed 1: "))
    let lines = ending.output.split(separator: "\n").suffix(2)
    #expect(lines.first == "report: Reports/explored/report.html")
    let verdict = try #require(lines.last)
    #expect(verdict.hasPrefix("all ") && verdict.hasSuffix(" sessions"))
    let files = [
      "junit.xml", "metrics.csv", "report.html", "run.json", "scenes.json", "summary.md",
    ]
    #expect(scratch.files(below: "Reports/explored") == files)
    let page = try scratch.text("Reports/explored/report.html")
    #expect(page.contains(">\(verdict).</h1>"))
    #expect(page.contains("<code>mapreplay explore --sessions 40 --seed 1</code>"))
    let again = try Program.debug.run(["report", "Reports/explored"], in: scratch.folder)
    #expect(again.code == 0, "\(again.complaints)")
    #expect(try scratch.text("Reports/explored/report.html") == page)
  }

  @Test
  func `tells how long sessions are, and to how many each law applies`() throws {
    let scratch = try Scratch()
    let search = ["explore", "--sessions", "40", "--jobs", "1", "--law", "two replays"]
    let ending = try Program.debug.run(
      search + ["--law", "split wait", "--verbose"], in: scratch.folder)
    let lines = ending.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 8, "\(ending.output)\(ending.complaints)")
    let spread = /([0-9,]+) to ([0-9,]+), median ([0-9,]+), p95 ([0-9,]+)/
    for match in lines[1].matches(of: spread) {
      let numbers = [match.1, match.3, match.4, match.2].compactMap { Int($0.filter(\.isNumber)) }
      #expect(numbers == numbers.sorted() && Set(numbers).count >= 3, "\(lines[1])")
    }
    #expect(lines[1].matches(of: spread).count == 2)
    let sessions = try #require(lines[0].firstMatch(of: /seed 1: ([0-9]+) sessions/)?.1)
    #expect(lines[3] == "law          applied to")
    #expect(lines[4] == "two replays          \(sessions)")
    let waits = try #require(lines[5].firstMatch(of: /^split wait   +([0-9]+)$/)?.1)
    #expect((1..<40).contains(Int(waits) ?? 0))
  }

  @Test
  func `writes a counterexample that fails when it is run, whatever the number of jobs`() throws {
    var (files, reports): (Set<String>, Set<String>) = ([], [])
    for jobs in ["1", "2"] {
      let scratch = try Scratch()
      let ending = try Program.debug.run(Self.twice + ["--jobs", jobs], in: scratch.folder)
      #expect(ending.code == 1, "\(ending.output)\(ending.complaints)")
      #expect(ending.output.hasSuffix("\nbroken: 'points counted twice: exactly 0'\n"))
      let file = "Reports/explored/points-counted-twice-exactly-0.yaml"
      #expect(ending.output.contains("\n  \(file)\n"))
      files.insert(try scratch.text(file))
      reports.insert(try scratch.text("Reports/explored/run.json"))
      let run = try Program.debug.run(["run", file, "-q", "--no-times"], in: scratch.folder)
      #expect(run.code == 1)
      #expect(run.output.contains("points counted twice: exactly 0, but was"))
      guard jobs == "1" else { continue }
      try scratch.file("Reports/explored/mine.yaml", "scenario: mine\n")
      let other = ["explore", "--sessions", "2", "--law", "fmt", "--jobs", "1"]
      #expect(
        try Program.debug.run(other, in: scratch.folder).output.contains(
          "\nfound by earlier searches, and still there: points-counted-twice-exactly-0.yaml\n"))
    }
    #expect(files.count == 1)
    #expect(reports.count == 1)
  }

  @Test
  func `writes a corpus only when it is told to, and begins with it`() throws {
    let scratch = try Scratch()
    let search = ["explore", "--sessions", "12", "--jobs", "1", "--corpus", "corpus.txt"]
    let first = try Program.debug.run(search + ["--update-corpus"], in: scratch.folder)
    #expect(first.code == 0, "\(first.output)\(first.complaints)")
    let corpus = try scratch.text("corpus.txt")
    #expect(corpus.hasPrefix("# mapreplay corpus 1\n---\nscenario: "))
    let second = try Program.debug.run(search + ["--seed", "2"], in: scratch.folder)
    #expect(second.code == 0, "\(second.output)\(second.complaints)")
    #expect(try scratch.text("corpus.txt") == corpus)
  }

  /// The planted mistake strikes sessions with a memory warning, and these alone.
  @Test(arguments: [("trap", "1"), ("hang", "10")])
  func `finds the session that ends its process`(plant: String, haste: String) throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["explore", "--sessions", "100", "--jobs", "1", "--plant", plant, "--haste", haste],
      in: scratch.folder)
    #expect(ending.code == 1, "\(ending.output)\(ending.complaints)")
    #expect(ending.output.contains("law broken: no crash\n"))
    #expect(scratch.files().count { $0.hasSuffix(".yaml") } == 1)
    let run = try scratch.text("Reports/explored/run.json")
    #expect(run.contains(#""broken":1,"finds":["Reports/explored/no-crash"]"#))
    #expect(run.contains(#""outcome":"failed""#))
    let text = try scratch.text("Reports/explored/no-crash.yaml")
    #expect(text.contains("\nsteps: [memory warning]\n"))
  }

  @Test(arguments: [
    (["--breaks", "ghst clusters: exactly 0"], 64, "error: unknown metric 'ghst clusters'"),
    (["--with", "mode: x"], 64, "error: 'x' is not a value of 'mode'"),
    (["--law", "x"], 64, "error: unknown law 'x'"),
    (["--start", "none.yaml"], 66, "error: "),
    (["--start", "bad.yaml"], 65, "bad.yaml:1:1: error"),
    (["--for", "1 ms", "--out", "bad.yaml"], 74, "error: "),
    (["--corpus", "none.txt"], 66, "error: 'none.txt' is not a file"),
    (["--corpus", "bad.yaml"], 65, "error: bad.yaml:1: this is no corpus of version 1"),
    (["--breaks", "x: always", "--verbose"], 64, "Error: --breaks looks for one expectation; "),
    (["--unless", "mode: corrected"], 64, "Error: --unless narrows the search of --breaks"),
    (["--breaks", "churn: at most 0 %", "--unless", "mod: x"], 64, "error: unknown key 'mod'"),
    (
      ["--breaks", "churn: at most 0 %", "--with", "adjust: ideal", "--unless", "adjust: ideal"],
      64, "error: --with and --unless both set 'adjust' to 'ideal'"
    ),
    (["--update-corpus"], 64, "Error: --update-corpus writes the file of --corpus"),
    (["--for", "1 s", "--sessions", "1"], 64, "Error: --for and --sessions exclude each other"),
  ])
  func `tells mistakes and writes nothing`(
    arguments: [String], code: Int32, complaint: String
  ) throws {
    let scratch = try Scratch()
    try scratch.file("bad.yaml", "scenario: a")
    let ending = try Program.debug.run(["explore"] + arguments, in: scratch.folder)
    #expect(ending.code == code)
    #expect(ending.complaints.hasPrefix(complaint), "\(ending.complaints)")
    #expect(scratch.files() == ["bad.yaml"])
  }
}
