import Support
import Testing

/// A part of a session is played or judged, and nobody takes it for the whole.
@Suite("Parts of runs")
struct PartialRunTests {
  private static let scenario = ExitStatusTests.scenario(
    """
      - expect: {selections: exactly 7}
      - mark: later
      - repeat:
          times: 3
          steps:
            - wait: 1 s
            - wait: 2 s
      - expect: {taps: exactly 8}
    expect: {selections: exactly 9}

    """)

  private func run(
    _ arguments: [String], text: String = scenario
  ) throws -> (ending: Program.Ending, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", text)
    let ending = try Program.debug.run(
      ["run", "in", "--out", "out"] + arguments, in: scratch.folder)
    return (ending, scratch)
  }

  /// What is broken, by the counts that no session keeps.
  private func broken(_ output: String) -> [Int] {
    [7, 8, 9].filter { output.contains(": exactly \($0), but was") }
  }

  /// A terminal would play it; a file gets the moments.
  @Test
  func `draws the map of one session when asked to`() throws {
    let (ending, scratch) = try run(["--watch-session", "--quiet"])
    #expect(ending.code == 1)
    let drawn = ending.output.contains("\n┌──") && ending.output.contains("│  step ")
    #expect(drawn)
    let hasControls = ending.output.unicodeScalars.contains("\u{1B}")
    #expect(!hasControls)
    try scratch.file("in/other.yaml", Self.scenario)
    let several = try Program.debug.run(
      ["run", "in", "--out", "out", "--watch-session"], in: scratch.folder)
    #expect(several.code == 64)
    #expect(several.complaints.contains("draws one session, and 2 are chosen"))
    let both = try run(["--watch-session", "--log"]).ending
    #expect(both.code == 64 && both.complaints.contains("exclude each other"))
  }

  @Test(arguments: [
    ([], [7, 8, 9]), (["--from", "10"], [7, 8, 9]), (["--from", "11"], [8, 9]),
    (["--from", "later"], [8, 9]), (["--from", "step 5"], [8, 9]),
    (["--from", "step 9"], [8, 9]), (["--until", "16"], [7]), (["--until", "step 3"], []),
    (["--until", "17"], [7, 8]), (["--from", "later", "--until", "17"], [8]),
  ])
  func `judges the steps of the part`(arguments: [String], numbers: [Int]) throws {
    let (ending, scratch) = try run(arguments)
    #expect(broken(ending.output) == numbers, "\(ending.output)\(ending.complaints)")
    #expect(ending.code == (numbers.isEmpty ? 0 : 1))
    let isPart = !arguments.isEmpty
    #expect(ending.output.contains("only a part is played: ") == isPart, "\(ending.output)")
    #expect(try scratch.text("out/summary.md").contains("One pin (") == isPart)
  }

  @Test(arguments: [("15", ["wait: 1 s"]), ("16", ["wait: 1 s", "wait: 2 s"])])
  func `ends in the first round of a repeat`(line: String, waits: [String]) throws {
    let output = try run(["--until", line, "--log"]).ending.output
    let steps = output.split(separator: "\n").filter { $0.contains("wait: ") }
      .compactMap { line in waits.first { line.hasSuffix($0) } }
    #expect(steps == waits, "\(output)")
    #expect(!output.contains("taps"))
  }

  @Test
  func `keeps what is expected of other steps in mind`() throws {
    // Two misses are expected at the end, so none is expected of each step.
    let text = ExitStatusTests.scenario(
      "  - select: {near: top edge, within: 1 pt}\n  - expect: {selections missed: exactly 1}\n")
    #expect(try run(["--until", "10"], text: text).ending.code == 0)
  }

  @Test
  func `a canary need not fail with what is left out`() throws {
    let text = "must fail with: [selections]\n" + PartialRunTests.scenario
    #expect(try run(["--from", "12"], text: text).ending.code == 81)
    let (ending, _) = try run(["--until", "step 3"], text: text)
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
  }

  @Test(arguments: [
    (["--until", "12", "--compare"], "facts are those of whole sessions"),
    (["--from", "12", "--update"], "facts are those of whole sessions"),
    (["--until", "13"], "no step begins on line 13; the next one does on line 15"),
    (["--until", "99"], "no step begins on line 99; the last one does on line "),
    (["--until", "step 99"], "there is no step 99; the last one is step 9"),
    (["--from", "never"], "no step sets the mark 'never' (it has later)"),
    (["--from", "17", "--until", "later"], "--until later ends the session before --from"),
  ])
  func `what is no part is a mistake of usage`(arguments: [String], words: String) throws {
    let (ending, scratch) = try run(arguments)
    #expect(ending.code == 64)
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
    #expect(!ending.complaints.contains("mapreplay <subcommand>"), "\(ending.complaints)")
    #expect(scratch.files(below: "out").isEmpty)
  }

  @Test
  func `parts are of one file`() throws {
    let (_, scratch) = try run([])
    try scratch.file("in/other.yaml", PartialRunTests.scenario)
    let ending = try Program.debug.run(["run", "in", "--until", "10"], in: scratch.folder)
    #expect(ending.code == 64)
    #expect(ending.complaints.contains("for one scenario file"))
  }

  @Test
  func `a dry run says what would be played, and writes nothing`() throws {
    let text = "variants: {one: {}, two: {device: phone-60hz}}\n" + PartialRunTests.scenario
    let (ending, scratch) = try run(["--dry-run", "--update"], text: text)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      ending.output == """
        in/pin.one  One pin
        in/pin.two  One pin
        would play 2 sessions of 1 file, in this order; nothing was played or written

        """)
    #expect(scratch.files().allSatisfy { $0.hasPrefix("in/") })
  }
}
