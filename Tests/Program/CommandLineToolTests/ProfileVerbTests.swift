import Foundation
import Instruments
import Measuring
import Support
import Testing

/// The whole with the real tools needs the release build, which `make test-profile` names.
@Suite("Profiles and the doctor")
struct ProfileVerbTests {
  private static let scenario = "Scenarios/Callouts/callout-near-the-edge.yaml"
  private static let isAsked =
    ProcessInfo.processInfo.environment["MAPREPLAY_TEST_PROFILE"] != nil

  @Test(arguments: [
    (["nowhere"], 66, "there is no scenario 'nowhere'"),
    ([scenario, "--id", "none"], 66, "has no session 'none'"),
    ([scenario, "--step", "step 99"], 64, "there is no step 99; the last one is step 12"),
    ([scenario, "--step", "no mark"], 64, "no step sets the mark 'no mark'"),
    ([scenario, "--step", "5", "--phase", "query"], 64, "--step and --phase exclude each other"),
    ([scenario, "--phase", "fly"], 64, "query"),
    ([scenario, "--against", "none"], 66, "there is no file 'none'"),
    ([scenario, "--against", "Sources"], 66, "there is no file 'Sources/profile.folded'"),
    ([scenario, "--against", "README.md"], 65, "README.md is neither a program nor whole folded"),
    (
      [scenario, "--against", "/bin/true"], 65,
      "'/bin/true' is no mapreplay: it does not answer\nhelp: --against takes another mapreplay, or"
    ),
  ])
  func `what cannot be profiled is a sentence and a code`(
    arguments: [String], code: Int32, words: String
  ) throws {
    let scratch = try Scratch()
    let out = scratch.folder.appending(path: "out").path
    let ending = try Program.debug.run(["profile"] + arguments + ["--out", out])
    #expect(ending.code == code, "\(ending.complaints)")
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
    #expect(scratch.files(below: "out").isEmpty)
  }

  /// The folder is looked at first: the tools are not even there.
  @Test
  func `a folder that cannot be written to is told before anything is profiled`() throws {
    let scratch = try Scratch()
    try scratch.file("file", "")
    let ending = try Program.debug.run(
      [
        "profile", ProfileVerbTests.scenario, "--out",
        scratch.folder.appending(path: "file/below").path,
      ], environment: ["PATH": "/nowhere"])
    #expect(ending.code == 74)
    #expect(ending.complaints.contains("cannot write"), "\(ending.complaints)")
    #expect(!ending.complaints.contains("trial"), "\(ending.complaints)")
  }

  /// A perf that took one sample, of a replay that was at work for so long.
  @Test(arguments: [
    (5, "shares are rough: 20 s were too short for 2,000 samples; --seconds gives more, "),
    (9_000_000_000, "shares are rough: perf looked less often than 2,000 times; --exact "),
  ])
  func `few samples are told with the reason, those of before too`(
    nanoseconds: Int, words: String
  ) throws {
    let scratch = try Scratch()
    let sample =
      "{\"format\":1,\"isAnswered\":true,\"replays\":3,\"seenNanoseconds\":\(nanoseconds)}"
    try scratch.script(
      "bin/perf",
      """
      #!/bin/sh
      case "$*" in
      script*) printf 'p 8 1: c:\\n\\t 1 draw (/x)\\n\\t 2 mapreplay_session (/x)\\n\\n';;
      *" sample "*) echo '\(sample)';;
      esac

      """)
    try scratch.file("before/profile.folded", "session;draw 3\n")
    try scratch.file(
      "before/profile.speedscope.json", ProfileVerbTests.speedscope("a\\u001b[2J: samples", 3))
    func profile(_ out: String) throws -> Program.Ending {
      try Program.debug.run(
        [
          "profile", ProfileVerbTests.scenario, "--out",
          scratch.folder.appending(path: out).path, "--against",
          scratch.folder.appending(path: "before").path,
        ], environment: ["PATH": scratch.folder.appending(path: "bin").path])
    }
    let ending = try profile("out")
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output.contains(": 1 sample by "), "\(ending.output)")
    #expect(ending.output.contains(words), "\(ending.output)")
    #expect(ending.output.contains("note: shares of before are rough: 3 samples\n"))
    #expect(ending.output.contains(" is of a [2J, and this of "), "\(ending.output)")
    #expect(
      scratch.files(below: "out")
        == ["flame-diff.svg", "flame.svg", "profile.folded", "profile.speedscope.json"])
    try scratch.file("taken/flame.svg/below", "")
    let taken = try profile("taken")
    #expect(taken.code == 74, "\(taken.complaints)")
    #expect(scratch.files(below: "taken") == ["flame.svg/below"])
  }

  /// The process that replays is told too where devices and data are.
  @Test
  func `a session is found as by run`() throws {
    let scratch = try Scratch()
    try scratch.script("bin/perf", "#!/bin/sh\necho \"$@\" >> \(scratch.path)/said\n")
    try scratch.file("phones/test-phone.yaml", TestDevice.text)
    try scratch.file("x.yaml", ExitStatusTests.scenario(""))
    try scratch.file("else/pins.csv", "id,lat,lon\na,50,8\n")
    let lookup = ["--data", "else", "--devices", "phones", "--lift-limits"]
    let ending = try Program.debug.run(
      ["profile", "x.yaml", "--out", "out"] + lookup, in: scratch.folder,
      environment: ["PATH": scratch.folder.appending(path: "bin").path])
    #expect(ending.code == 70, "this perf looks at nothing")
    #expect(ending.complaints.contains("can be profiled"), "\(ending.complaints)")
    let said = try scratch.text("said")
    #expect(said.contains(" x.yaml ") && said.contains(lookup.joined(separator: " ")), "\(said)")
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "out").path))
  }

  /// Stacks without the file that says what they are, or with that of another run.
  @Test(arguments: [
    (["profile.folded": "a 3\n"], [], 66, "profile.speedscope.json'\nhelp: keep both files"),
    (
      ["profile.folded": "a 3\n", "profile.speedscope.json": "{\"profiles\": ["], [], 65,
      "profile.speedscope.json is cut off, or no profile\n"
    ),
    (
      ["profile.folded": "a 3\n", "profile.speedscope.json": speedscope("x: samples", 4)], [], 65,
      "are of two runs, or one is cut off: 3 and 4\n"
    ),
    (
      ["profile.folded": "a 3", "profile.speedscope.json": speedscope("x: samples", 3)], [], 65,
      "line 1: the text is cut off"
    ),
    (
      ["profile.folded": "a 3\n", "profile.speedscope.json": speedscope("x: instructions", 3)], [],
      65, "does not hold samples\nhelp: add --exact"
    ),
    (
      ["profile.folded": "a 3\n", "profile.speedscope.json": speedscope("x: samples", 3)],
      ["--exact"], 65, "does not hold instructions\nhelp: leave --exact out"
    ),
    (
      ["profile.folded": "a 3\n", "profile.speedscope.json": speedscope("x: samples", 3)], [], 69,
      "perf is not installed"
    ),
  ])
  func `stacks to compare with are taken when it is known what they are`(
    files: [String: String], arguments: [String], code: Int32, words: String
  ) throws {
    let scratch = try Scratch()
    for (name, text) in files { try scratch.file(name, text) }
    // By the file, and by its folder.
    for path in ["profile.folded", ""] {
      let ending = try Program.debug.run(
        [
          "profile", ProfileVerbTests.scenario, "--out", scratch.path, "--against",
          scratch.folder.appending(path: path).path,
        ] + arguments, environment: ["PATH": "/nowhere"])
      #expect(ending.code == code)
      #expect(ending.complaints.contains(words), "\(ending.complaints)")
    }
  }

  private static func speedscope(_ name: String, _ total: Int) -> String {
    "{\"profiles\": [{\"name\": \"\(name)\", \"endValue\": \(total)}]}"
  }

  /// An older one knows no gate.
  @Test
  func `a program that perf cannot look at in parts is known as such`() throws {
    #expect(PerfProfiler.canSample(Program.debug.path))
    let scratch = try Scratch()
    for (name, code) in [("old", 64), ("new", 0)] {
      let program = try scratch.script(
        name, "#!/bin/sh\ncase \"$*\" in *gate*) exit \(code);; *) exit 1; esac\n")
      #expect(PerfProfiler.canSample(program.path) == (code == 0), "\(name)")
    }
  }

  @Test(arguments: [(["--exact"], "valgrind"), ([], "perf")])
  func `without its tool a profile ends with 69 and says what to install`(
    arguments: [String], tool: String
  ) throws {
    let ending = try Program.debug.run(
      ["profile", ProfileVerbTests.scenario] + arguments, environment: ["PATH": "/nowhere"])
    #expect(ending.code == 69)
    #expect(ending.complaints.hasPrefix("error: \(tool) is not installed\nhelp: apt-get install "))
  }

  @Test
  func `a valgrind that does not run ends with 69 too, and nothing is left behind`() throws {
    let scratch = try Scratch()
    let tool = try scratch.script("bin/valgrind", "#!/bin/sh\nexit 1\n").path
    let ending = try Program.debug.run(
      [
        "profile", ProfileVerbTests.scenario, "--exact", "--out",
        scratch.folder.appending(path: "out/below").path,
      ], environment: ["PATH": scratch.folder.appending(path: "bin").path])
    #expect(ending.code == 69)
    #expect(
      ending.complaints == "error: \(tool) does not run\n"
        + "help: '\(tool) --tool=callgrind --version' says why\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "out").path))
  }

  @Test
  func `the doctor ends with 0 whatever it finds, and with 69 when more is required`() throws {
    let ending = try Program.debug.run(["doctor"])
    #expect(ending.code == 0)
    // A debug build has no times.
    let last = try #require(ending.output.split(separator: "\n").last)
    #expect(last.contains(": ") && last.contains("build"), "\(ending.output)")
    #expect(try Program.debug.run(["doctor", "--require", "times"]).code == 69)
    let json = try Program.debug.run(["doctor", "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["format"] as? Int == 1)
    #expect((object["checks"] as? [[String: Any]])?.count == 15)
  }

  /// Counts of folded stacks, by the stack.
  private func folded(_ scratch: Scratch, _ folder: String) throws -> [(stack: String, count: Int)]
  {
    try scratch.text("\(folder)/profile.folded").split(separator: "\n").map { line in
      let space = try #require(line.lastIndex(of: " "))
      return (String(line[..<space]), try #require(Int(line[line.index(after: space)...])))
    }
  }

  private func profile(_ scratch: Scratch, _ folder: String, _ arguments: [String]) throws -> String
  {
    let out = scratch.folder.appending(path: folder).path
    let ending = try Program.checked.run(
      ["profile", ProfileVerbTests.scenario, "--out", out] + arguments)
    try #require(ending.code == 0, "\(ending.complaints)")
    return ending.output
  }

  @Test(
    .enabled(
      if: isAsked && ChildProcess.path(of: "perf") != nil,
      "needs perf and the release build: make test-profile"))
  func `samples are those of the step or the phase that was asked for`() throws {
    let scratch = try Scratch()
    // The wait for the download, and none of what only the callout does.
    let output = try profile(scratch, "step", ["--step", "step 2", "--seconds", "15"])
    #expect(output.contains("reference counting, exclusivity: "))
    let step = try folded(scratch, "step")
    #expect(step.reduce(0) { $0 + $1.count } >= 200)
    let waits = step.filter { $0.stack.contains("advanceUntilSettled") }
    #expect(waits.reduce(0) { $0 + $1.count } * 10 >= step.reduce(0) { $0 + $1.count } * 8)
    #expect(!step.contains { $0.stack.contains("phase callout") })

    _ = try profile(scratch, "phase", ["--phase", "query", "--seconds", "15"])
    let phase = try folded(scratch, "phase")
    let known = phase.filter { !$0.stack.hasPrefix("[unknown callers]") }
    #expect(!known.isEmpty)
    #expect(known.allSatisfy { $0.stack.hasPrefix("phase query") })
    #expect(!phase.contains { $0.stack.contains("phase index") })
  }

  /// One replay is enough to say so.
  @Test(
    .enabled(
      if: isAsked && ChildProcess.path(of: "perf") != nil
        && ChildProcess.path(of: "valgrind") != nil,
      "needs perf, valgrind and the release build: make test-profile"), arguments: [true, false])
  func `a phase that never comes is no profile`(isExact: Bool) throws {
    let scratch = try Scratch()
    let ending = try Program.checked.run(
      [
        "profile", "Clustering/pan-across-europe", "--phase", "callout", "--seconds", "300",
        "--out", scratch.path,
      ] + (isExact ? ["--exact"] : []))
    #expect(ending.code == 70)
    #expect(
      ending.complaints.hasPrefix(
        "error: the part was never at work in the session\nhelp: it comes to the phases index, "),
      "\(ending.complaints)")
    #expect(scratch.files(below: "").isEmpty)
  }

  @Test(
    .enabled(
      if: isAsked && ChildProcess.path(of: "valgrind") != nil,
      "needs valgrind and the release build: make test-profile"))
  func `exact profiles of phases and of the session are of what they say`() throws {
    let scratch = try Scratch()
    try scratch.file("query/flame-diff.svg", "of another run")
    let output = try profile(scratch, "query", ["--exact", "--phase", "query"])
    let query = try folded(scratch, "query")
    #expect(!query.isEmpty)
    #expect(query.allSatisfy { $0.stack.hasPrefix("phase query") })
    #expect(
      scratch.files(below: "query")
        == ["flame.svg", "profile.folded", "profile.speedscope.json"])
    // The lines of the phase, by the names that they have here.
    let lines = output.split(separator: "\n").filter { $0.contains(" Sources/") }
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.contains(/^ *[0-9.]+ % +[0-9,]+ Sources\/.*\.swift:[0-9]+$/) })

    let kept = scratch.folder.appending(path: "query/profile.folded").path
    let whole = try profile(scratch, "whole", ["--exact", "--against", kept])
    #expect(
      whole.contains(
        "is of Callouts/callout-near-the-edge, phase query, and this of "
          + "Callouts/callout-near-the-edge\n"), "\(whole)")
    let session = try folded(scratch, "whole")
    let inSession = session.filter { $0.stack.contains("phase query") }
    func sum(_ stacks: [(stack: String, count: Int)]) -> Int { stacks.reduce(0) { $0 + $1.count } }
    #expect(abs(sum(query) - sum(inSession)) <= 200)
    #expect(sum(query) * 2 < sum(session))
    #expect(!session.contains { $0.stack.contains("mapreplay_") })
  }

  @Test(
    .enabled(
      if: isAsked && ChildProcess.path(of: "valgrind") != nil,
      "needs valgrind and the release build: make test-profile"))
  func `an exact profile adds up to what callgrind counts, and compares with itself`() throws {
    let scratch = try Scratch()
    let output = try profile(scratch, "exact", ["--exact", "--step", "step 3"])
    let before = try folded(scratch, "exact")
    let total = before.reduce(0) { $0 + $1.count }
    #expect(total > 10_000)
    #expect(output.contains("of one replay"))
    let counted = try countOfStep3(scratch)
    // The two programs have other names, which are in their memory.
    #expect(abs(total - counted) <= 200, "\(total) of \(counted)")
    let kept = scratch.folder.appending(path: "exact/profile.folded").path
    _ = try profile(scratch, "again", ["--exact", "--step", "step 3", "--against", kept])
    #expect(scratch.files(below: "again").contains("flame-diff.svg"))
    // Two counts of one program may be a little apart.
    var changes: [String: Int] = [:]
    for (stack, count) in before { changes[stack, default: 0] -= count }
    for (stack, count) in try folded(scratch, "again") { changes[stack, default: 0] += count }
    let changed = changes.filter { $0.value != 0 }
    #expect(changed.reduce(0) { $0 + abs($1.value) } <= 200, "\(changed)")
  }

  /// Where a copy of the repository lies is no work: not its folder, nor how it is named.
  @Test(
    .enabled(
      if: isAsked && ChildProcess.path(of: "valgrind") != nil,
      "needs valgrind and the release build: make test-profile"))
  func `counts are the same in another folder and by another path`() throws {
    let scratch = try Scratch()
    let copies = ["a", "a folder with a name that is longer by far"]
    for copy in copies {
      try scratch.file("\(copy)/Scenarios/Devices/test-phone.yaml", TestDevice.text)
      try scratch.file("\(copy)/Scenarios/pin.yaml", ExitStatusTests.scenario(""))
    }
    func compare(_ path: String, in folder: String, _ option: String) throws {
      let ending = try Program.checked.run(
        ["count", path, "--by", "callgrind", option]
          + ["--counts", scratch.folder.appending(path: "counts").path],
        in: scratch.folder.appending(path: folder))
      #expect(ending.code == 0, "\(path) in \(folder): \(ending.output)\(ending.complaints)")
    }
    try compare("Scenarios", in: copies[0], "--update")
    try compare("Scenarios/pin.yaml", in: copies[1], "--compare")
    try compare(
      scratch.folder.appending(path: "\(copies[1])/Scenarios/pin.yaml").path, in: copies[0],
      "--compare")
  }

  /// What callgrind counts of the step when it keeps no stacks.
  private func countOfStep3(_ scratch: Scratch) throws -> Int {
    let copy = scratch.folder.appending(path: "copy").path
    let out = scratch.folder.appending(path: "out").path
    let strip = try #require(ChildProcess.path(of: "strip"))
    let valgrind = try #require(ChildProcess.path(of: "valgrind"))
    _ = ChildProcess.run(
      .init(path: strip, arguments: ["--strip-debug", "-o", copy, Program.checked.path]))
    var program = ChildProcess.Program(
      path: valgrind,
      arguments: [
        "-q", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=\(out)", copy,
        "sample", ProfileVerbTests.scenario, "--id", "Callouts/callout-near-the-edge",
      ], environment: Callgrind.environment)
    program.hasFixedAddresses = true
    program.folder = Program.repository.path
    #expect(ChildProcess.run(program)?.isSuccess == true)
    let dumps = scratch.files(below: "").filter { $0.hasPrefix("out.") }
    for name in dumps {
      let lines = try scratch.text(name).split(separator: "\n")
      guard lines.contains("desc: Trigger: Client Request: step 2") else { continue }
      let totals = try #require(lines.first { $0.hasPrefix("totals: ") })
      return try #require(Int(totals.dropFirst("totals: ".count)))
    }
    Issue.record("callgrind wrote nothing about the step")
    return 0
  }
}
