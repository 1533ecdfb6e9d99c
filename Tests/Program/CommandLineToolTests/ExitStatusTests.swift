import Foundation
import Support
import Testing

/// How the program ends, for every row of the table in the README.
@Suite("Exit codes")
struct ExitStatusTests {
  /// A scenario of one pin, with the lines of a test in the end.
  static func scenario(_ rest: String) -> String {
    """
    scenario: One pin
    device: test-phone
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}, {id: b, lat: 50.01, lon: 8.01}]}}
    layers: {pins: {callout: {style: plain, size: 100 x 50 pt, adjust: none}}}
    steps:
      - download: {data: pins, into: pins, batch size: 1, every: 20 ms, jitter: 15 ms}
      - wait: settled
      - select: {id: a, in: pins}

    """ + rest
  }

  private func run(
    _ texts: [String: String], _ arguments: [String] = []
  ) throws -> (ending: Program.Ending, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for (name, text) in texts { try scratch.file("in/\(name)", text) }
    let ending = try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "out"] + arguments, in: scratch.folder)
    return (ending: ending, scratch: scratch)
  }

  /// The system would kill a program whose file grows too far; this one says what it is.
  @Test
  func `ends with 74 when files may not grow, and leaves nothing half written`() throws {
    let (ending, scratch) = try run(["pin.yaml": ExitStatusTests.scenario("")])
    try #require(ending.code == 0)
    let files = scratch.files()
    for (blocks, arguments) in [
      (20, ["run", "in", "--out", "new"]),
      (2, ["export", "out/run.json", "--to", "perfetto", "--out", "new"]),
    ] {
      let limited = try Program(path: "/bin/sh").run(
        ["-c", "ulimit -f \(blocks); exec \"$0\" \"$@\"", Program.debug.path] + arguments,
        in: scratch.folder)
      #expect(limited.code == 74, "\(arguments[0]): \(limited.code), \(limited.complaints)")
      #expect(limited.complaints.hasPrefix("error: cannot write new/"), "\(limited.complaints)")
      #expect(scratch.files() == files, "\(arguments[0])")
    }
  }

  /// A program that waited for more would wait forever.
  @Test(arguments: [
    ("validate Scenarios", 262_143, "the address space is limited to 255 MiB, and mapreplay needs"),
    ("report large.json", 400_000, "memory ran out, as the address space is limited to 390 MiB"),
    ("merge large.json large.json", 400_000, "memory ran out"),
    ("history add large.json --history h", 400_000, "memory ran out"),
  ])
  func `ends with 69 when there is too little memory`(
    arguments: String, kibibytes: Int, words: String
  ) throws {
    let scratch = try Scratch()
    let ending = try Program(path: "/bin/sh").run(
      [
        "-c",
        "truncate -s 900M large.json; ulimit -v \(kibibytes); exec timeout 60 \"$0\" \(arguments)",
        Program.debug.path,
      ], in: scratch.folder)
    #expect(ending.code == 69, "\(ending.complaints)")
    #expect(ending.complaints.contains("error: \(words)"), "\(ending.complaints)")
    #expect(ending.complaints.hasSuffix("\nhelp: give it more: ulimit -v unlimited\n"))
  }

  @Test(
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full"), "Linux has /dev/full"),
    arguments: [
      ("Scenarios > /dev/full", true), ("Scenarios/Overlays >&-", true),
      ("Scenarios/Overlays >&- 2>&-", false),
    ])
  func `ends with 74 when nobody can take what it prints`(ways: String, isTold: Bool) throws {
    let ending = try Program(path: "/bin/sh").run([
      "-c", "exec \"$0\" list \(ways)", Program.debug.path,
    ])
    #expect(ending.code == 74, "\(ending.complaints)")
    #expect(ending.complaints.hasPrefix("error: the output cannot be written\nhelp: ") == isTold)
  }

  @Test
  func `ends with 0 when all is kept, and writes every report`() throws {
    let (ending, scratch) = try run(
      ["pin.yaml": ExitStatusTests.scenario("expect: {callouts opened: exactly 1}")], ["--update"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      scratch.files(below: "facts") == ["README.md", "in/README.md", "in/pin.json", "in/pin.svg"])
    #expect(
      scratch.files(below: "out") == [
        "junit.xml", "metrics.csv", "report.html", "run.json", "scenes.json", "summary.md",
      ])
    #expect(ending.output.contains("PASS"))
    #expect(ending.output.contains("debug build: facts only"))
    #expect(!ending.output.contains("\u{1B}"), "colors without a terminal")
  }

  @Test
  func `ends with 65 before a session that would play for minutes, unless that is meant`() throws {
    let text = """
      scenario: Ten thousand pins and as many pans
      device: test-phone
      map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
      data: {pins: {grid: {columns: 100, rows: 100}}}
      layers: {pins: {}}
      steps:
        - add: {data: pins, into: pins}
        - repeat: {times: 9999, steps: [{pan: {by: 9 x 0 pt, over: 8 s}}]}
      """
    let (refused, _) = try run(["long.yaml": text], ["--dry-run"])
    #expect(refused.code == 65)
    #expect(refused.complaints.contains("error[MR0620]: the session would play for about"))
    #expect(refused.complaints.contains("--lift-limits"))
    let (lifted, _) = try run(["long.yaml": text], ["--dry-run", "--lift-limits"])
    #expect(lifted.code == 0, "\(lifted.complaints)")
  }

  @Test
  func `says that a debug build ignores --samples`() throws {
    let (ending, _) = try run(["pin.yaml": ExitStatusTests.scenario("")], ["--samples", "7"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      ending.complaints
        == "note: a debug build measures no times, so --samples has no effect\n")
  }

  @Test(arguments: ["callouts opened: exactly 2", "callouts correct: never"])
  func `ends with 1 when an expectation is broken`(rule: String) throws {
    let (ending, _) = try run([
      "pin.yaml": ExitStatusTests.scenario("expect: {\(rule)}")
    ])
    #expect(ending.code == 1)
    #expect(ending.output.contains("in/pin.yaml:10:10: \(rule)"), "\(ending.output)")
  }

  /// A debug build measures nothing, so that nobody can tell.
  @Test
  func `ends with 69 when a real time is gated and was not measured`() throws {
    let scenario = ExitStatusTests.scenario("expect: {real time: at most 4 ms}")
    let (free, _) = try run(["pin.yaml": scenario])
    #expect(free.code == 0, "\(free.complaints)")
    #expect(free.output.contains("informs: real time, expected at most 4 ms, actual not\n"))
    let (gated, _) = try run(["pin.yaml": scenario], ["--gate", "time"])
    #expect(gated.code == 69)
    #expect(
      gated.output.hasPrefix("failed, decided by times: 1 real time was not measured: a debug "),
      "\(gated.output)")
    #expect(gated.output.contains("in/pin.yaml:10:10: cannot be told: real time"))
    let broken = ExitStatusTests.scenario("expect: {real time: at most 4 ms, frames: exactly 0}")
    #expect(try run(["pin.yaml": broken], ["--gate", "time"]).ending.code == 1)
  }

  /// The run file is one of a build that measures.
  @Test
  func `ends with 2 when only a real time breaks and is gated`() throws {
    let scenario = ExitStatusTests.scenario("expect: {real time: at most 4 ms}")
    let (_, scratch) = try run(["pin.yaml": scenario], ["--gate", "time", "--shard", "1/1"])
    let text = try scratch.text("out/run.json")
    let measured = text.replacing(
      "\"line\":10,\"column\":10}", with: "\"line\":10,\"column\":10,\"nanoseconds\":5000000}"
    ).replacing("\"is debug build\":true", with: "\"is debug build\":false")
    try #require(measured.contains("5000000") && measured.contains("build\":false"))
    try scratch.file("out/run.json", measured)
    let merged = try Program.debug.run(["merge", "out", "--out", "whole"], in: scratch.folder)
    #expect(merged.code == 2, "\(merged.output)\(merged.complaints)")
    #expect(
      merged.output.hasPrefix(
        "failed, decided by times: 1 real time out of bounds; first in/pin.yaml:10:10: real time"),
      "\(merged.output)")
  }

  /// What came before the failure, the event itself and what came then, in the words of the log.
  @Test
  func `a failure says when it was missed, what happened and where to look`() throws {
    let (ending, scratch) = try run([
      "pin.yaml": ExitStatusTests.scenario("expect: {callouts opened: exactly 0}")
    ])
    #expect(ending.code == 1)
    let lines = ending.output.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix("in/pin.yaml:10:10: ") })
    #expect(lines[index + 2].hasPrefix("   first broken at "), "\(ending.output)")
    #expect(lines.contains { $0.hasPrefix("   > ") && $0.contains("(callout 0 opens over") })
    #expect(lines.contains { $0.hasPrefix("   next: check ") })
    let file = try scratch.text("out/run.json")
    #expect(file.contains("\"first ns\""))
  }

  @Test
  func `a variant is compared with another one, unless that one is not played`() throws {
    let scenario = ExitStatusTests.scenario(
      "variants: {one: {seed: 1}, two: {seed: 2}}\n"
        + "expect: {batches: within 0 of one, callouts opened: {two: within 0 % of one}}")
    let (ending, scratch) = try run(["pin.yaml": scenario], ["--update"])
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    let file = try scratch.text("out/run.json")
    #expect(file.ranges(of: "within 0 of one").count >= 1)
    #expect(try !scratch.text("facts/in/pin.two.json").contains("within"))
  }

  @Test(arguments: [
    ("at most 100 % of one", 0, ""), ("no worse than one", 0, ""),
    ("at most 99 % of one", 1, "but was 2 where one has 2"),
  ])
  func `a variant is held to another one`(rule: String, code: Int32, words: String) throws {
    let scenario = ExitStatusTests.scenario(
      "variants: {one: {seed: 1}, two: {seed: 2}}\nexpect: {views created: {two: \(rule)}}")
    let (ending, scratch) = try run(["pin.yaml": scenario])
    #expect(ending.code == code, "\(ending.output)\(ending.complaints)")
    #expect(words.isEmpty || ending.output.contains(words), "\(ending.output)")
    let alone = try Program.debug.run(
      ["run", "in/pin.yaml", "--filter", "two"], in: scratch.folder)
    #expect(alone.code == 1, "\(alone.output)")
    #expect(alone.output.contains("the variant one was not played to its end"), "\(alone.output)")
  }

  @Test
  func `ends with 1 when an expectation is never put to the test`() throws {
    let (ending, _) = try run([
      "pin.yaml": ExitStatusTests.scenario("expect: {cluster reuse rate: at least 1 %}")
    ])
    #expect(ending.code == 1)
    #expect(ending.output.contains("not evaluated"))
  }

  @Test
  func `ends with 1 when a select step finds nothing`() throws {
    let text =
      ExitStatusTests.scenario("  - remove: {data: pins, from: pins}\n")
      + "  - select: {near: left edge}\n"
    let (ending, _) = try run(["pin.yaml": text])
    #expect(ending.code == 1)
    #expect(ending.output.contains("selections missed: exactly 0, but was 1"))
  }

  @Test(arguments: [
    ["run", "--no-such-flag"], ["frobnicate"], ["run", "--seed", "x"],
    ["run", "--compare", "--update"], ["run", "--samples", "6"], ["run", "--samples", "1001"],
    ["run", "--samples", "60", "--no-times"],
  ])
  func `ends with 64 when the words are off`(arguments: [String]) throws {
    #expect(try Program.debug.run(arguments).code == 64)
  }

  @Test
  func `ends with 65, all diagnostics at once, and writes nothing`() throws {
    let faulty = """
      scenario: Five mistakes
      device: test-phone
      map: {size: 320 x 480 pt, center: {lat: 95, lon: 8.0}, span: 10 km x 10 km}
      data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}]}, far: {file: Data/none.csv}}
      layers: {pins: {}}
      steps:
        - zooom: {by: 1 level}
        - wait: 250
        - add: {data: pins, into: pinz}
      """
    let (ending, scratch) = try run([
      "faulty.yaml": faulty, "pin.yaml": ExitStatusTests.scenario(""),
    ])
    #expect(ending.code == 65)
    let diagnostics = ending.complaints.split(separator: "\n").filter { $0.contains(": error[MR") }
    #expect(diagnostics.count == 5, "\(ending.complaints)")
    for place in ["3:41", "4:68", "7:5", "8:11", "9:29"] {
      #expect(
        diagnostics.contains { $0.hasPrefix("in/faulty.yaml:\(place): error[MR") },
        "no fault at \(place) in \(ending.complaints)")
    }
    #expect(ending.complaints.contains("did you mean 'zoom'"))
    #expect(ending.complaints.contains("5 diagnostics in 1 of 2 files"))
    #expect(scratch.files(below: "out").isEmpty)
    #expect(scratch.files(below: "facts").isEmpty)

    let validation = try Program.debug.run(["validate", "in"], in: scratch.folder)
    #expect(validation.code == 65)
    #expect(validation.complaints == ending.complaints)
  }

  @Test(arguments: [["run", "nowhere"], ["validate", "nowhere"], ["list", "nowhere"]])
  func `ends with 66 when what was named does not exist`(arguments: [String]) throws {
    let ending = try Program.debug.run(arguments)
    #expect(ending.code == 66)
    #expect(ending.complaints.contains("'nowhere'"))
  }

  @Test
  func `ends with 66 when no scenario fits the filter`() throws {
    let (ending, scratch) = try run(
      ["pin.yaml": ExitStatusTests.scenario("")], ["--filter", "no such title"])
    #expect(ending.code == 66)
    #expect(scratch.files(below: "out").isEmpty)
  }

  @Test
  func `ends with 70 when the model contradicts itself, and keeps no facts of that session`() throws
  {
    let text = ExitStatusTests.scenario("  - zoom: {by: 1 level}\n  - zoom: {by: -1 level}\n")
    let (ending, scratch) = try run(["pin.yaml": text], ["--sabotage", "deafen:in/pin"])
    #expect(ending.code == 70)
    #expect(ending.output.contains("in/pin.yaml: internal contradiction: at "), "\(ending.output)")
    let summary = try scratch.text("out/summary.md")
    #expect(summary.contains("a region change began before the last one ended"))
    #expect(ending.output.contains("1 session aborted, 0 of 1 scenario passed"))
    #expect(scratch.files(below: "facts").isEmpty)
    #expect(try scratch.text("out/junit.xml").contains(#"<error type="internal contradiction""#))
  }

  @Test
  func `ends with 74 when a report cannot be written`() throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(""))
    try scratch.file("blocked", "a file where a folder should be")
    let ending = try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "blocked/out"], in: scratch.folder)
    #expect(ending.code == 74)
    #expect(ending.complaints.contains("cannot write blocked/out"))
    #expect(ending.output.hasPrefix("failed: cannot write blocked/out/"), "\(ending.output)")
    #expect(scratch.files(below: "facts").isEmpty)
    let log = try Program.debug.run(
      ["run", "in", "--log", "--out", "blocked/out"], in: scratch.folder)
    #expect(log.code == 74)
    #expect(log.complaints.hasPrefix("failed: cannot write blocked/out/"), "\(log.complaints)")
    #expect(!log.output.contains("cannot write"))
  }

  @Test
  func `ends with 80 when a second replay differs`() throws {
    let (ending, _) = try run(
      ["pin.yaml": ExitStatusTests.scenario("")], ["--sabotage", "reseed:in/pin"])
    #expect(ending.code == 80)
    #expect(ending.complaints.contains("two replays of in/pin differ"))
  }

  @Test(arguments: [
    ("expect: {callouts opened: exactly 1}", "[callouts opened]"),
    ("expect: {callouts opened: exactly 2, selections: exactly 2}", "[callouts opened]"),
    ("expect: {callouts opened: exactly 1, selections: exactly 2}", "[callouts opened]"),
  ])
  func `ends with 81 when a canary does not fail as it must`(
    expect: String, mustFail: String
  ) throws {
    let text = ExitStatusTests.scenario("\(expect)\nmust fail with: \(mustFail)\n")
    #expect(try run(["canary.yaml": text]).ending.code == 81)
  }

  @Test
  func `ends with 81 when nothing was there for a canary to be judged by`() throws {
    let text = ExitStatusTests.scenario(
      "expect: {cluster reuse rate: always}\nmust fail with: [cluster reuse rate]\n")
    let (ending, _) = try run(["canary.yaml": text])
    #expect(ending.code == 81)
    #expect(ending.output.contains("cluster reuse rate (never evaluated)"), "\(ending.output)")
    let tagged = text.replacing("\nsteps:", with: "\ntags: [canary, never evaluated]\nsteps:")
    #expect(try run(["canary.yaml": tagged]).ending.code == 0)
  }

  @Test
  func `ends with 0 when a canary fails as it must`() throws {
    let text = ExitStatusTests.scenario(
      "expect: {callouts opened: exactly 2}\nmust fail with: [callouts opened]\n")
    let (ending, _) = try run(["canary.yaml": text])
    #expect(ending.code == 0, "\(ending.output)")
    #expect(ending.output.contains("CAUGHT"))
  }

  @Test(arguments: [
    ("exactly 2", "2027-01-31", 0, "0 of 1 scenario passed, 1 known failure"),
    ("exactly 2", "2027-02-01", 1, "the known failure was allowed until 2027-01-31 (T-1)"),
    ("exactly 1", "2027-01-31", 1, "the known failure of callouts opened is gone: remove it"),
    ("exactly 2, selections: exactly 2", "2027-01-31", 1, "selections: exactly 2, but was 1"),
  ])
  func `ends with 0 while a known failure lasts, until its day`(
    rule: String, day: String, code: Int32, sentence: String
  ) throws {
    let text = ExitStatusTests.scenario(
      """
      expect: {callouts opened: \(rule)}
      known failure: {metric: callouts opened, ticket: T-1, until: 2027-01-31}
      """)
    let (ending, scratch) = try run(["pin.yaml": text], ["--today", day, "--no-times"])
    #expect(ending.code == code, "\(ending.output)")
    let words = ending.output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(words.contains(sentence), "\(ending.output)")
    #expect(try scratch.text("out/run.json").contains("\"judged on\":\"\(day)\""))
  }

  /// A day of the past ends it by the clock of the machine.
  @Test(arguments: [("2020-01-31", 1 as Int32), ("9999-12-31", 0)])
  func `knows the day`(until: String, code: Int32) throws {
    let text = ExitStatusTests.scenario(
      """
      expect: {callouts opened: exactly 2}
      known failure: {metric: callouts opened, ticket: T-1, until: \(until)}
      """)
    #expect(try run(["pin.yaml": text]).ending.code == code)
    #expect(try run(["pin.yaml": text], ["--today", "2027-02-30"]).ending.code == 64)
  }

  @Test
  func `two files of one id are a diagnostic`() throws {
    let (ending, _) = try run([
      "pin.yaml": ExitStatusTests.scenario(""), "pin.yml": ExitStatusTests.scenario(""),
    ])
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("the id 'in/pin' is also that of in/pin.yaml"))
  }

  @Test
  func `prints little when asked to be quiet`() throws {
    let (ending, _) = try run(["pin.yaml": ExitStatusTests.scenario("")], ["--quiet"])
    #expect(ending.code == 0)
    #expect(ending.output.split(separator: "\n").count == 1, "\(ending.output)")
  }

  /// The program ends by the signal, so a loop in the calling shell stops too.
  @Test
  func `Ctrl-C says what was done, and writes nothing`() throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(""))
    let complaints = try scratch.emptyFile("complaints")
    let process = Process()
    // Whatever the tests run below: a shell ignores the signal for what it starts behind its back.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "--default-signal=INT", Program.debug.path, "run", "in", "--out", "out", "--sabotage",
      "hang:in/pin",
    ]
    process.currentDirectoryURL = scratch.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    let task = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end, try String(contentsOfFile: task, encoding: .utf8).isEmpty { usleep(5_000) }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(
      try scratch.text("complaints") == "stopped before a session was played; nothing written\n")
    #expect(scratch.files(below: "out").isEmpty)
  }
}
