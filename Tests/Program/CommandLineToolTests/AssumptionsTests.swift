import Foundation
import Support
import Testing

@Suite("Study of assumptions by the program")
struct AssumptionsTests {
  /// One tap beside a pin: with the hit slop of the option's example it selects the pin.
  private func scenario(selections: Int, claim: String = "") -> String {
    """
    scenario: A tap beside a pin
    device: test-phone
    map: {size: 390 x 844 pt, center: {lat: 10, lon: 10}, span: 1 km x 1 km}
    data:
      pins: {points: [{id: a, lat: 10, lon: 10}]}
    layers:
      pins: {view: {identifier: pin, size: 20 x 20 pt}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
      - tap: {at: 208 x 422 pt}
      - wait: settled
    expect:
      selections: exactly \(selections) or nothing
    \(claim)
    """
  }

  private func run(
    _ scenario: String, _ arguments: [String]
  ) throws -> (ending: Program.Ending, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.file("in/a.yaml", scenario)
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    let ending = try Program.debug.run(
      ["run", "in", "--assumptions"] + arguments, in: scratch.folder)
    return (ending, scratch)
  }

  @Test
  func `names the assumption on which a verdict depends, and writes nothing`() throws {
    let (ending, scratch) = try run(scenario(selections: 0), [])
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    #expect(ending.output.hasPrefix("in/a: 1 of 2 verdicts depends on `hit slop` (1); "))
    #expect(ending.output.contains("\n1 of 2 verdicts are robust"))
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(files == ["in"])
    let verbose = try run(scenario(selections: 0), ["--verbose", "--in-process"]).ending
    #expect(
      verbose.output.contains("   selections (line 14) fails under `hit slop` 10 pt\n"),
      "\(verbose.output)")
  }

  @Test
  func `ends with 1 when a session fails already`() throws {
    let ending = try run(scenario(selections: 1), ["--quiet"]).ending
    #expect(ending.code == 1)
    #expect(ending.output.hasSuffix("1 session fails under the defaults already: in/a\n"))
  }

  /// The key is on line 15, the expectation on line 14.
  @Test
  func `ends with 1 for a scenario that must hold under all assumptions and does not`() throws {
    let text = scenario(selections: 0, claim: "holds under: all assumptions\n")
    let (ending, _) = try run(text, [])
    #expect(ending.code == 1)
    #expect(
      ending.complaints == "error: in/a.yaml:15:1: 'holds under' is broken: in/a: selections (line "
        + "14) fails under `hit slop` 10 pt\n")
    #expect(
      ending.output.hasSuffix("1 session must hold under all assumptions; 1 does not.\n"))
    let firm = text.replacing("at: 208 x", with: "at: 300 x")
    let kept = try run(firm, ["--quiet"]).ending
    #expect(kept.code == 0 && kept.complaints.isEmpty, "\(kept.complaints)")
    #expect(kept.output.hasSuffix("1 session must hold under all assumptions; all do.\n"))
  }

  @Test
  func `says in any other run that the claim is not checked`() throws {
    let scratch = try Scratch()
    let text = scenario(selections: 0, claim: "holds under: all assumptions\n")
    try scratch.file("in/a.yaml", text)
    try scratch.file("in/b.yaml", text.replacing("holds under: all assumptions\n", with: ""))
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    func output(_ arguments: [String]) throws -> String {
      let ending = try Program.debug.run(["run"] + arguments, in: scratch.folder)
      #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
      return ending.output
    }
    let line = "\n1 session not checked under all assumptions: add --assumptions\n"
    #expect(try output(["in"]).contains(line))
    #expect(try !output(["in", "--quiet"]).contains("not checked"))
    #expect(try !output(["in/b.yaml"]).contains("not checked"))
    let outline = try Program.debug.run(["explain", "in/a.yaml"], in: scratch.folder).output
    #expect(outline.contains("holds    under all assumptions\n"), "\(outline)")
  }

  @Test
  func `writes the counts of all scenarios when asked to, and of no part`() throws {
    let scratch = try Scratch()
    try scratch.file("Scenarios/a.yaml", scenario(selections: 0))
    try scratch.file("Scenarios/Devices/test-phone.yaml", TestDevice.text)
    func run(_ arguments: [String]) throws -> Program.Ending {
      try Program.debug.run(["run", "--assumptions", "--update"] + arguments, in: scratch.folder)
    }
    try scratch.file("other/Scenarios/a.yaml", scenario(selections: 0))
    try scratch.file("other/Scenarios/Devices/test-phone.yaml", TestDevice.text)
    let devices = ["--devices", "Scenarios/Devices"]
    for part in [
      ["--filter", "a"], ["Scenarios/a.yaml"], ["--seed", "3"], ["other/Scenarios"],
      ["Scenarios", "other/Scenarios"], devices,
    ] {
      let ending = try run(part)
      #expect(ending.code == 64, "\(ending.output)\(ending.complaints)")
    }
    #expect(!scratch.files(below: "").contains { $0.hasSuffix(".csv") })
    let ending = try run([])
    #expect(ending.code == 0 && ending.output.hasSuffix("written: Reports/Assumptions.csv\n"))
    let text = try scratch.text("Reports/Assumptions.csv")
    #expect(text.contains("\nall,1,2,1,,,\n") && text.contains("\noption,1,2,1,,,hit slop\n"))
    #expect(text.contains("\noption,0,0,0,,,pool order\n"))
    #expect(text.contains("\ncost,0,2,1,,,view creation\n"))
    let session = try #require(text.split(separator: "\n").last)
    #expect(session.hasPrefix("session,1,2,") && session.hasSuffix(",`hit slop` (1),a"))
    try showRobustness(in: scratch)
    func compare() throws -> Program.Ending {
      try Program.debug.run(["run", "--assumptions", "--compare", "--quiet"], in: scratch.folder)
    }
    let same = try compare()
    #expect(same.code == 0 && same.output.hasSuffix("Reports/Assumptions.csv: as committed\n"))
    try scratch.file("Scenarios/a.yaml", scenario(selections: 0).replacing("208 x", with: "300 x"))
    let other = try compare()
    #expect(other.code == 1, "\(other.output)\(other.complaints)")
    #expect(
      other.complaints.contains(
        "\n  hit slop: 0 of 0 verdicts with 0 sessions, committed: 1 of 2 verdicts with 1 session\n"
      ))
    #expect(try scratch.text("Reports/Assumptions.csv") == text)
    try scratch.file("Reports/Assumptions.csv", "kind\n")
    #expect(try compare().code == 65)
    try scratch.file("Reports/Assumptions.csv", text)
    // A run that fails leaves them alone.
    try scratch.file("Scenarios/a.yaml", scenario(selections: 1))
    #expect(try run([]).code == 1)
    #expect(try scratch.text("Reports/Assumptions.csv") == text)
  }

  /// A run shows the committed counts of a session until the session or what it expects changes.
  private func showRobustness(in scratch: Scratch) throws {
    func hasRow() throws -> Bool {
      let ending = try Program.debug.run(["run", "--quiet", "--no-times"], in: scratch.folder)
      #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
      return try scratch.text("Reports/latest/run.json").contains(
        #""robustness":{"verdicts":2,"changed":1,"#)
    }
    let scenario = scenario(selections: 0)
    #expect(try hasRow())
    for other in [
      scenario.replacing("208 x", with: "300 x"), scenario + "  views created: at least 0\n",
    ] {
      try scratch.file("Scenarios/a.yaml", other)
      #expect(try !hasRow())
    }
    try scratch.file("Scenarios/a.yaml", scenario)
  }

  @Test(arguments: [
    ["--out", "x"], ["--update", "--reason", "why"], ["--gate", "facts"], ["--counts"],
    ["--shard", "1/2"], ["--log"],
    ["--watch-session"], ["--dry-run"], ["--from", "10"], ["--facts", "x"], ["--no-times"],
    ["--explain-allocations"],
  ])
  func `refuses what makes no sense with it`(arguments: [String]) throws {
    let ending = try run(scenario(selections: 0), arguments).ending
    #expect(ending.code == 64)
    #expect(ending.complaints.contains("for their verdicts alone; leave out --"))
  }
}
