import Foundation
import Support
import Testing

/// Two builds side by side, most of them scripts that answer as a build would.
@Suite("Compare")
struct CompareTests {
  /// A folder with one scenario of one session, `in/pin`.
  static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(""))
    return scratch
  }

  /// What a script does instead of the program that was built.
  struct Fake {
    /// What it answers to the handshake.
    var greeting = #"{"format": 1, "program": "mapreplay", "meters": ["times"]}"#
    /// What `sample` answers; nil for what the program does.
    var sample: String?
    /// What it adds to the arguments of `run`.
    var run = ""
    /// What it does after `run`, with `$out` as the folder of the reports.
    var afterRun = ":"

    /// A sample of times.
    static func times(_ nanoseconds: Int, format: Int = 1, session: String = "in/pin") -> String {
      "{\"format\": \(format), \"session\": \"\(session)\", "
        + "\"processor\": [\(nanoseconds)], \"wall\": [\(nanoseconds)], \"phases\": {}}"
    }

    /// The shell script.
    var script: String {
      // It takes its turns until its input ends, and then prints what it measured.
      let turns = "while read -r turn; do echo >&0; done;"
      let answer =
        sample.map { "\(turns) printf '%s\\n' '\($0)'" } ?? "exec '\(Program.debug.path)' \"$@\""
      return """
        #!/bin/sh
        case "$1" in
        sample) if [ "$2" = --handshake ]; then printf '%s\\n' '\(greeting)'; else \(answer); fi;;
        run) '\(Program.debug.path)' "$@" \(run)
          code=$?
          while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
          \(afterRun)
          exit $code;;
        *) exec '\(Program.debug.path)' "$@";;
        esac

        """
    }
  }

  private func compare(
    base: Fake = Fake(), head: Fake, _ arguments: [String]
  ) throws -> Program.Ending {
    let scratch = try CompareTests.scratch()
    try scratch.script("old", base.script)
    try scratch.script("new", head.script)
    return try Program.debug.run(
      ["compare", "./old", "./new", "in"] + arguments, in: scratch.folder)
  }

  private func firstLine(_ ending: Program.Ending) -> String {
    ending.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test
  func `the same program is unchanged`() throws {
    let ending = try compare(head: Fake(), ["--only", "facts"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(firstLine(ending) == "unchanged, decided by facts: the facts of 1 session are the same")
  }

  /// The canary with one wrong answer.
  @Test
  func `one wrong answer is found by facts, whatever times say`() throws {
    let head = Fake(sample: Fake.times(500_000), run: "--sabotage miscount:in/pin")
    let base = Fake(sample: Fake.times(1_000_000))
    let ending = try compare(base: base, head: head, ["--only", "times", "--budget", "600s"])
    #expect(ending.code == 1)
    #expect(firstLine(ending) == "changed, decided by facts: 1 of 1 session does something else")
    #expect(ending.output.contains("in/pin: views requested 2 -> 1"), "\(ending.output)")
    #expect(ending.output.contains(" improved"), "times are shown all the same: \(ending.output)")
  }

  @Test
  func `a page plays what two builds do, before and now`() throws {
    let scratch = try CompareTests.scratch()
    let real = Program.debug.path
    let ending = try Program.debug.run(
      [
        "compare", real, real, "in", "--only", "facts", "--head-run=--sabotage miscount:in/pin",
        "--html", "page.html",
      ], in: scratch.folder)
    #expect(ending.code == 1, "\(ending.complaints)")
    let page = try scratch.text("page.html")
    #expect(page.contains("1 of 1 session changed") && page.contains("before%20in/pin"))
    let unwritten = try Program.debug.run(
      ["compare", real, real, "in", "--only", "facts", "--html", "in"], in: scratch.folder)
    #expect(unwritten.code == 74, "\(unwritten.complaints)")
  }

  @Test(arguments: [
    (1_060_000, [], 0, "regressed, decided by times: 1 row, most in/pin +6 %, facts are the same"),
    (1_060_000, ["--gate", "time"], 2, "regressed, decided by times: "),
    (1_060_000, ["--gate", "time", "--tolerance", "10 %"], 0, "unchanged, decided by times: "),
    (940_000, ["--gate", "time"], 0, "improved, decided by times: 1 row, most in/pin -6 %"),
    (1_001_000, ["--gate", "time"], 0, "unchanged, decided by times: 1 row within the floors"),
    (1_000_000, ["--gate", "time"], 0, "unchanged, decided by times: "),
  ])
  func `times inform, and gate when asked`(
    time: Int, arguments: [String], code: Int32, line: String
  ) throws {
    let base = Fake(sample: Fake.times(1_000_000))
    let ending = try compare(
      base: base, head: Fake(sample: Fake.times(time)),
      ["--only", "times", "--budget", "600s"] + arguments)
    #expect(ending.code == code, "\(ending.complaints)")
    #expect(firstLine(ending).hasPrefix(line), "\(ending.output)")
  }

  @Test
  func `real processes are timed, and shown as JSON`() throws {
    let ending = try compare(
      head: Fake(), ["--only", "times", "--budget", "1s", "--json", "--phases"])
    #expect(ending.code == 0, "\(ending.complaints)")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    let times = try #require(object["times"] as? [String: Any])
    let rows = try #require(times["rows"] as? [[String: Any]])
    let row = try #require(rows.first)
    #expect(row["session"] as? String == "in/pin")
    #expect(try #require(row["base ns"] as? Int) > 1_000)
    #expect(try #require(row["blocks"] as? Int) >= 1)
  }

  /// What builds differ by: only facts of theirs can be compared.
  @Test
  func `builds of other fingerprints are compared by facts alone`() throws {
    let other = Fake(
      greeting: #"{"format": 1, "program": "mapreplay", "meters": ["times"], "#
        + #""fingerprint": {"allocator": "none", "unheard of": "x"}}"#,
      sample: Fake.times(2_000_000))
    let real = Program.debug.path
    let scratch = try CompareTests.scratch()
    try scratch.script("new", other.script)
    let ending = try Program.debug.run(["compare", real, "./new", "in"], in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(firstLine(ending).hasPrefix("unchanged, decided by facts: "))
    #expect(
      ending.output.contains(
        "only facts are compared, as the builds differ: another allocator, none"))
    #expect(!ending.output.contains("times:"))
  }

  /// The options by which a canary is planted reach the one side alone.
  @Test
  func `a canary is planted in HEAD by options`() throws {
    let scratch = try CompareTests.scratch()
    let real = Program.debug.path
    for (option, code) in [
      ("--head-run=--sabotage miscount:in/pin", 1), ("--head-run=--sabotage miscount:in/pan", 0),
    ] {
      let ending = try Program.debug.run(
        ["compare", real, real, "in", "--only", "facts", option], in: scratch.folder)
      #expect(ending.code == Int32(code), "\(ending.complaints)")
    }
  }

  private static let hasValgrind = ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The canary that does a little more for each event, which no clock would notice.
  @Test(
    .enabled(if: hasValgrind, "valgrind is not installed, so nothing counts instructions"),
    Program.whenOptimized)
  func `a little more work is found by counts, and none where there is none`() throws {
    let scratch = try CompareTests.scratch()
    let real = Program.debug.path
    // A path lies on the stack, so that a longer one alone would cost other instructions.
    let longer = try scratch.program(
      "a folder with a name longer than that of the other/mapreplay", copying: real
    ).path
    // Other arguments are other instructions too, so that the same work has the same ones.
    for (options, code, line) in [
      (["--head-sample=--slow-down 2"], 1, "regressed, decided by counts: instructions +"),
      ([], 0, "unchanged, decided by counts: "),
    ] {
      let ending = try Program.debug.run(
        ["compare", real, longer, "in", "--only", "counts"] + options, in: scratch.folder)
      #expect(ending.code == Int32(code), "\(ending.output)\(ending.complaints)")
      #expect(firstLine(ending).hasPrefix(line), "\(ending.output)")
      guard code == 1 else { continue }
      // A canary that is caught must not be an elephant.
      let percent = ending.output.dropFirst(line.count).prefix { $0 != " " }
      #expect((0.1...1.5).contains(Double(percent) ?? 0), "\(ending.output)")
    }
  }

  /// The canary that asks for memory once more, in a steady frame.
  @Test(Program.whenOptimized)
  func `one allocation more of the program itself is found by counts`() throws {
    let scratch = try CompareTests.scratch()
    // Only an optimized program keeps its budgets.
    let budgets = try #require(AllocationTests.scenario.range(of: "expect:"))
    try scratch.file("in/pin.yaml", String(AllocationTests.scenario[..<budgets.lowerBound]))
    let real = Program.debug.path
    let ending = try Program.debug.run(
      ["compare", real, real, "in", "--only", "counts", "--head-sample=--plant-allocation"],
      // Nothing needs to count instructions.
      in: scratch.folder, environment: ["PATH": "/nowhere"])
    #expect(ending.code == 1, "\(ending.output)\(ending.complaints)")
    #expect(
      firstLine(ending).hasPrefix("regressed, decided by counts: allocations +"),
      "\(ending.output)")
    let row = try #require(
      ending.output.firstMatch(of: /in\/pin: allocations ([0-9,]+) -> ([0-9,]+) \(/),
      "\(ending.output)")
    let counts = [row.1, row.2].map { Int($0.replacing(",", with: "")) ?? 0 }
    #expect(counts[1] == counts[0] + 1, "\(ending.output)")
  }

  /// Allocations are told by the program itself, in a line that a script can give as well.
  @Test(arguments: [
    (#"{"count": 8}"#, 1, "regressed, decided by counts: allocations +14.286 % in in/pin"),
    (#"{"count": 7}"#, 0, "inconclusive, decided by counts: 1 count and "),
    (#"{"count": 6}"#, 0, "improved, decided by counts: allocations -14.286 % in in/pin"),
    (#"{"unavailable": "a sanitizer owns them"}"#, 0, "inconclusive, decided by counts: "),
    (#"{"count": -1}"#, 65, "error: HEAD './new' answers with allocations of in/pin that "),
  ])
  func `one allocation more is found by counts`(head: String, code: Int32, line: String) throws {
    func fake(_ record: String) -> Fake {
      Fake(
        greeting: #"{"format": 1, "program": "mapreplay", "meters": ["allocations"]}"#,
        sample: "{\"format\": 1, \"allocations\": \(record)}")
    }
    let ending = try compare(
      base: fake(#"{"count": 7}"#), head: fake(head), ["--only", "counts"])
    #expect(ending.code == code, "\(ending.output)\(ending.complaints)")
    #expect((ending.output + ending.complaints).hasPrefix(line), "\(ending.output)")
  }

  private struct BadCase: Sendable {
    var head: String
    var code: Int32
    var words: String
    var arguments = ["in", "--only", "times", "--budget", "5s"]
  }

  /// What HEAD is, how the program ends and what it says.
  private static let badCases: [BadCase] = [
    BadCase(head: "./nowhere", code: 66, words: "there is no program './nowhere'"),
    BadCase(head: "./plain.txt", code: 65, words: "'./plain.txt' is a file that cannot be run"),
    BadCase(head: "/bin/true", code: 65, words: "HEAD '/bin/true' is no mapreplay"),
    BadCase(head: "/bin/false", code: 65, words: "it does not answer"),
    BadCase(head: "./garbage", code: 65, words: "it cannot be started"),
    BadCase(head: "./late", code: 65, words: "it cannot be started"),
    BadCase(
      head: "./hanging", code: 65, words: "it does not answer",
      arguments: ["in", "--head-greeting-limit", "10"]),
    BadCase(head: "./other", code: 65, words: "it is another program"),
    BadCase(
      head: "./newer", code: 65, words: "'./newer' answers in format 2, and this program reads 1"),
    BadCase(head: "./cut-sample", code: 65, words: "cannot be read: it is cut off"),
    BadCase(head: "./newer-sample", code: 65, words: "answers in format 7"),
    BadCase(head: "./poor-sample", code: 65, words: "lacks a value"),
    BadCase(head: "./other-sample", code: 65, words: "answers for another session than in/pin"),
    BadCase(head: "./no-sample", code: 70, words: "does not time in/pin:\n  out of luck"),
    BadCase(
      head: "./no-memory", code: 69,
      words: "does not play the scenarios:\n  error: memory ran out\n"),
    BadCase(head: "./cut-run", code: 65, words: "the run file of HEAD './cut-run' cannot be read"),
    BadCase(head: "./newer-run", code: 65, words: "writes run files of version 999"),
    BadCase(
      head: "./cut-facts", code: 65,
      words: "the facts in/pin.json of HEAD './cut-facts' are cut off"),
    BadCase(head: "./no-run", code: 65, words: "HEAD './no-run' does not play the scenarios"),
    BadCase(head: "no-revision", code: 66, words: "there is no git repository around"),
    BadCase(
      head: "./good", code: 66, words: "BASE './good' has no scenario 'gone.yaml'",
      arguments: ["gone.yaml"]),
    BadCase(head: "./good", code: 64, words: "budget", arguments: ["--budget", "soon"]),
    BadCase(head: "./good", code: 64, words: "tolerance", arguments: ["--tolerance", "-1"]),
  ]

  @Test(arguments: badCases.indices)
  func `what cannot be compared is told in a sentence`(index: Int) throws {
    let row = CompareTests.badCases[index]
    let scratch = try CompareTests.scratch()
    try scratch.file("plain.txt", "text\n")
    let good = Fake.times(1_000)
    let fakes: [String: Fake] = [
      "good": Fake(sample: good),
      "other": Fake(greeting: #"{"format": 1, "program": "mapreplayer", "meters": []}"#),
      "newer": Fake(greeting: #"{"format": 2, "program": "mapreplay", "meters": []}"#),
      "cut-sample": Fake(sample: String(good.dropLast(9))),
      "newer-sample": Fake(sample: Fake.times(1_000, format: 7)),
      "poor-sample": Fake(sample: #"{"format": 1, "session": "in/pin"}"#),
      "other-sample": Fake(sample: Fake.times(1_000, session: "in/pan")),
      "cut-run": Fake(afterRun: "printf '{' > \"$out/run.json\""),
      "newer-run": Fake(afterRun: #"printf '{"version": 999, "sessions": []}' > "$out/run.json""#),
      "cut-facts": Fake(afterRun: "printf '{' > \"$out/../facts/in/pin.json\""),
      "no-run": Fake(run: "--no-such-option"),
    ]
    var scripts = fakes.mapValues(\.script)
    scripts["garbage"] = "\u{7F}ELF not really"
    // What could not be started once is no older revision, though it starts afterwards.
    scripts["late"] =
      "#!/bin/sh\n[ $1 = sample ] && exit 127\nexec '\(Program.debug.path)' \"$@\"\n"
    scripts["no-sample"] = Fake(sample: "x").script
      .replacing("printf '%s\\n' 'x'", with: "echo out of luck >&2; exit 3")
    scripts["no-memory"] = Fake().script.replacing(
      "#!/bin/sh\n",
      with: """
        #!/bin/sh
        [ $1 = run ] && {
          printf '0    mapreplay   0x0000558c78d06a41 <unavailable> + 12\\n' >&2
          echo 'error: memory ran out' >&2; exit 69; }

        """)
    // Only the program and what it has started can end the one that waits for the other.
    scripts["hanging"] = "#!/bin/sh\nsleep 300 &\necho $! > sleeper\nwait\n"
    for (name, script) in scripts where ["./good", row.head].contains("./\(name)") {
      try scratch.script(name, script)
    }
    let ending = try Program.debug.run(
      ["compare", "./good", row.head] + row.arguments, in: scratch.folder,
      environment: [
        "TMPDIR": scratch.path,
        // A repository around the temporary folders is none of this one.
        "GIT_CEILING_DIRECTORIES": scratch.folder.deletingLastPathComponent().path,
      ])
    #expect(ending.code == row.code, "\(ending.output)\(ending.complaints)")
    #expect(ending.complaints.contains(row.words), "\(ending.complaints)")
    #expect(ending.output.isEmpty)
    if row.head == "./hanging" {
      let sleeper = try scratch.text("sleeper").split(separator: "\n").first
      let id = try #require(sleeper.flatMap { Int32($0) })
      #expect(ends(id), "what it has started is still there")
    }
    #expect(
      !scratch.files().contains { $0.hasPrefix("mapreplay-") || $0.contains(".build") },
      "\(scratch.files())")
  }

  /// Whether a process is gone in some seconds, or only waits for somebody to ask how it ended.
  private func ends(_ process: Int32) -> Bool {
    for _ in 0..<500 {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      guard let state, !state.contains(") Z ") else { return true }
      usleep(20_000)
    }
    return false
  }

  /// What a gate on times comes to where they say nothing.
  @Test(arguments: [
    (#""fingerprint": {"allocator": "none"}, "meters": ["times"]"#, "the builds differ: another"),
    (#""meters": []"#, "HEAD is of a revision that cannot be timed alone"),
  ])
  func `a gate on times that cannot be told ends with 69`(greeting: String, words: String) throws {
    let scratch = try CompareTests.scratch()
    let fake = Fake(greeting: #"{"format": 1, "program": "mapreplay", "# + greeting + "}")
    try scratch.script("new", fake.script)
    let arguments = ["compare", Program.debug.path, "./new", "in", "--only", "times"]
    let ending = try Program.debug.run(arguments + ["--gate", "time"], in: scratch.folder)
    #expect(ending.code == 69, "\(ending.output)\(ending.complaints)")
    #expect(ending.complaints.hasPrefix("error: times cannot gate: "), "\(ending.complaints)")
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
    #expect(try Program.debug.run(arguments, in: scratch.folder).code == 0)
  }

  /// Options that would do nothing, with what the program says of them.
  @Test(
    arguments: [
      (["a.json", "b.json", "--filter", "x"], "a comparison of run files takes no --filter"),
      (["a.json", "b", "--gate", "time", "--phases"], "run files takes no --gate, --phases"),
      (["a.json", "b.json", "in"], "run files have the scenarios of their runs"),
      (["--self-test", "a", "in", "more"], "a program and one path of scenarios"),
      (["--self-test", "--gate", "time"], "--self-test takes no --gate"),
      (["a", "b", "--processes", "30"], "without --self-test takes no --processes"),
      (["a", "b", "--only", "counts", "--gate", "time"], "--gate time needs --only times too"),
    ] as [([String], String)])
  func `options that would do nothing are mistakes`(arguments: [String], words: String) throws {
    let ending = try Program.debug.run(["compare"] + arguments)
    #expect(ending.code == 64, "\(ending.output)\(ending.complaints)")
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
  }

  @Test
  func `a folder for temporary files that does not exist is told`() throws {
    let scratch = try CompareTests.scratch()
    let nowhere = "\(scratch.path)/nowhere"
    let real = Program.debug.path
    let ending = try Program.debug.run(
      ["compare", real, real, "in", "--only", "facts"], in: scratch.folder,
      environment: ["TMPDIR": nowhere])
    #expect(ending.code == 74, "\(ending.output)\(ending.complaints)")
    #expect(
      ending.complaints.hasPrefix("error: no folder can be made in \(nowhere)"),
      "\(ending.complaints)")
    #expect(!FileManager.default.fileExists(atPath: nowhere))
  }
}

/// Run files side by side.
@Suite("Compare run files")
struct CompareRunFilesTests {
  /// What becomes of HEAD's run file, how the program ends and what its first line or its complaint
  /// begins with.
  private struct Case: Sendable {
    var old: String
    var new: String
    var code: Int32
    var line: String
  }

  private static let cases = [
    Case(old: "", new: "", code: 0, line: Program.unchanged),
    Case(
      old: #""callouts opened":1"#, new: #""callouts opened":2"#, code: 1,
      line: "changed, decided by facts: 1 of 1 session does something else"),
    Case(
      old: #""scenario digest":""#, new: #""scenario digest":"0"#, code: 0,
      line: "inconclusive, decided by counts: the facts of 1 session are the same; 1 session not "),
    Case(
      old: #""digest":""#, new: #""digest":"0"#, code: 65, line: "error: head.json:"),
    Case(
      old: #""id":"in/pin""#, new: #""id":"in/pan""#, code: 66,
      line: "error: BASE and HEAD have no session in common"),
    Case(
      old: #""id":"in/pin""#, new: #""id":"in/pin\u001b[2J""#, code: 65,
      line: "error: head.json:"),
    Case(
      old: #""compiler":"Swift"#, new: #""compiler":"Sloth"#, code: 0,
      line: "unchanged, decided by facts: "),
    Case(
      old: #""version":"#, new: #""version":9"#, code: 65,
      line: "error: head.json:2:11: the run file has version 98, and this program reads 7 to 8"),
    Case(
      old: #""legend":"#, new: #""leg end":"#, code: 65, line: "error: head.json:"),
    Case(
      old: "}", new: "", code: 65,
      line: "error: head.json:"),
  ]

  @Test(arguments: cases.indices)
  func `facts are compared, and the rest where both were measured on the same`(index: Int) throws {
    let row = CompareRunFilesTests.cases[index]
    let scratch = try CompareTests.scratch()
    let run = try Program.debug.run(["run", "in", "--quiet", "--out", "out"], in: scratch.folder)
    #expect(run.code == 0, "\(run.complaints)")
    let text = try scratch.text("out/run.json")
    // The version of the file is the last one in it.
    let place = row.old == "" ? nil : text.range(of: row.old, options: .backwards)
    #expect((place == nil) == (row.old == ""))
    let head = place.map { text.replacingCharacters(in: $0, with: row.new) } ?? text
    try scratch.file("base.json", text)
    try scratch.file("head.json", head)
    let ending = try Program.debug.run(["compare", "base.json", "head.json"], in: scratch.folder)
    #expect(ending.code == row.code, "\(ending.output)\(ending.complaints)")
    #expect(
      (ending.output + ending.complaints).hasPrefix(row.line),
      "\(ending.output)\(ending.complaints)")
    #expect(
      ending.output.contains("only facts are compared, as the builds differ: another compiler")
        == row.new.hasSuffix("Sloth"))
  }
}

/// Revisions of a small repository whose build is a script.
@Suite("Revisions")
struct RevisionTests {
  /// A repository with a commit for each build script, its product being `mapreplay`.
  private func repository(_ builds: [(subject: String, build: String)]) throws -> Scratch {
    let scratch = try CompareTests.scratch()
    try scratch.file(".gitignore", ".build/\n")
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "Scenarios"), withIntermediateDirectories: true)
    for name in ["Devices", "pin.yaml"] {
      try FileManager.default.moveItem(
        at: scratch.folder.appending(path: "in/\(name)"),
        to: scratch.folder.appending(path: "Scenarios/\(name)"))
    }
    try git(["init", "--quiet"], scratch)
    for (subject, build) in builds {
      try scratch.file("build.sh", build)
      try git(["add", "--all"], scratch)
      try git(["commit", "--quiet", "--allow-empty", "-m", subject], scratch)
    }
    return scratch
  }

  private func git(_ arguments: [String], _ scratch: Scratch) throws {
    let ending = try Program(path: "/usr/bin/env").run(
      ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"] + arguments,
      in: scratch.folder, environment: ["GIT_CONFIG_NOSYSTEM": "1", "HOME": scratch.path])
    try #require(ending.code == 0, "\(ending.complaints)")
  }

  /// A build whose program adds something to the arguments of `run`; it notes that it was built.
  private func build(
    _ run: String = "", note: String = "", fake: CompareTests.Fake = CompareTests.Fake()
  ) -> String {
    var fake = fake
    if !run.isEmpty { fake.run = run }
    let script = fake.script
    return "# \(note)\necho built >> ../../../built.log\ncat > mapreplay <<'END'\n\(script)END\n"
      + "chmod +x mapreplay\n"
  }

  private static let recipe = ["--build-command", "sh build.sh", "--build-product", "mapreplay"]

  @Test
  func `revisions are built once, kept, and play what they have`() throws {
    let scratch = try repository([
      ("Good", build()), ("Bad", build("--sabotage miscount:pin")),
    ])
    for round in 0..<2 {
      let ending = try Program.debug.run(
        ["compare", "HEAD~1", "HEAD", "--only", "facts"] + RevisionTests.recipe,
        in: scratch.folder)
      #expect(ending.code == 1, "\(ending.complaints)")
      #expect(ending.output.hasPrefix("changed, decided by facts: "), "\(ending.output)")
      #expect(try scratch.text(".gitignore") == ".build/\n")
      let built = try scratch.text("built.log").split(separator: "\n").count
      #expect(built == 2, "built \(built) times after round \(round)")
    }
  }

  @Test
  func `a revision that does not exist or build is told, and nothing is kept of it`() throws {
    let scratch = try repository([
      ("Good", build()), ("Broken", "echo one\necho two >&2\nexit 1\n"),
      ("Without a program", "exit 0\n"),
    ])
    for (head, code, words) in [
      ("nowhere", 66, "'nowhere' is neither a program nor a revision of this repository"),
      ("--help-me", 64, "Usage: "),
      ("HEAD~1", 65, "does not build:\n  one\n  two\nhelp: "),
      ("HEAD", 65, "Without a program) does not build"),
    ] as [(String, Int32, String)] {
      let ending = try Program.debug.run(
        ["compare", "HEAD~2", head, "--only", "facts"] + RevisionTests.recipe, in: scratch.folder)
      #expect(ending.code == code, "\(head): \(ending.complaints)")
      #expect(ending.complaints.contains(words), "\(head): \(ending.complaints)")
      #expect(ending.output.isEmpty)
    }
    let kept = scratch.files(below: ".build/compare").filter { !$0.hasPrefix("tree/") }
    #expect(kept.count { $0.hasSuffix("/mapreplay") } == 1, "only the good one: \(kept)")
    #expect(!kept.contains { $0.contains(".part") })
  }

  @Test
  func `a scenario that one revision lacks is told`() throws {
    let scratch = try repository([("Good", build())])
    try scratch.file("Scenarios/new.yaml", ExitStatusTests.scenario(""))
    try git(["add", "--all"], scratch)
    try git(["commit", "--quiet", "-m", "Another scenario"], scratch)
    let named = try Program.debug.run(
      ["compare", "HEAD~1", "HEAD", "Scenarios/new.yaml", "--only", "facts"]
        + RevisionTests.recipe, in: scratch.folder)
    #expect(named.code == 66)
    #expect(named.complaints.contains("BASE 'HEAD~1' has no scenario 'Scenarios/new.yaml'"))
    let all = try Program.debug.run(
      ["compare", "HEAD~1", "HEAD", "--only", "facts"] + RevisionTests.recipe,
      in: scratch.folder)
    #expect(all.code == 0, "\(all.complaints)")
    #expect(all.output.contains("only HEAD has new"), "\(all.output)")
  }

  /// The repository of an app: no package of the program, but scenarios and their data.
  private func app() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("App.swift", "let app = 1\n")
    try scratch.file("Tests/Scenarios/Devices/test-phone.yaml", TestDevice.text)
    try git(["init", "--quiet"], scratch)
    for (subject, places) in [("one", "1"), ("two", "1"), ("three", "2"), ("four", "2")] {
      let points = (0..<(Int(places) ?? 0)).map { "p\($0),52.5,13.\($0)\n" }.joined()
      try scratch.file("Tests/Scenarios/pins.csv", "id,lat,lon\n\(points)")
      try scratch.file(
        "Tests/Scenarios/pin.yaml",
        """
        scenario: Pins of a file
        device: test-phone
        map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.0}, span: 45 km x 45 km}
        data: {pins: {file: pins.csv}}
        layers: {pins: {}}
        steps:
          - add: {data: pins, into: pins}
          - wait: settled

        """)
      try git(["add", "--all"], scratch)
      try git(["commit", "--quiet", "--allow-empty", "-m", subject], scratch)
    }
    return scratch
  }

  @Test
  func `of an app have scenarios that this program plays, and nothing stays of them`() throws {
    let scratch = try app()
    try git(["checkout", "--quiet", "-b", "renamed"], scratch)
    try git(["mv", "Tests/Scenarios/pin.yaml", "Tests/Scenarios/needle.yaml"], scratch)
    try git(["commit", "--quiet", "-m", "Another name"], scratch)
    try git(["checkout", "--quiet", "--detach", "HEAD~1"], scratch)
    let before = scratch.files().filter { !$0.hasPrefix(".git/objects/") }
    for (arguments, code, output) in [
      (["compare", "HEAD~1", "HEAD"], 0, "unchanged, decided by facts: the facts of 1 session"),
      (["compare", "HEAD~2", "HEAD"], 1, "changed, decided by facts: 1 of 1 session does "),
      (
        ["bisect", "--metric", "annotations added", "HEAD~3", "HEAD"], 0,
        "annotations added: 1 before, 2 since"
      ),
      (["compare", "HEAD~1", "HEAD", "--only", "counts"], 64, ""),
      (["compare", "HEAD~1", "HEAD", "Elsewhere"], 66, ""),
      (
        ["compare", "HEAD~2", "HEAD", "\(scratch.path)/Tests/Scenarios"], 1, "1 of 1 session does "
      ),
      (["compare", "HEAD~2", "HEAD", "/usr"], 66, ""),
      (["bisect", "--metric", "annotations added", "HEAD~3", "renamed"], 66, "good "),
    ] as [([String], Int32, String)] {
      let ending = try Program.debug.run(
        arguments, in: scratch.folder.appending(path: "Tests"),
        environment: ["TMPDIR": scratch.path])
      #expect(ending.code == code, "\(arguments): \(ending.output)\(ending.complaints)")
      #expect(
        output.isEmpty ? ending.output.isEmpty : ending.output.contains(output), "\(ending.output)")
      if arguments[0] == "bisect", code == 0 {
        let subjects = ending.output.split(separator: "\n").filter { $0.hasPrefix("first bad: ") }
        #expect(subjects.count == 1 && subjects[0].hasSuffix(" three"))
      }
    }
    // What a build server lets git trust is said by variables, which git reads here too.
    let told = try Program.debug.run(
      ["compare", "HEAD~1", "HEAD"], in: scratch.folder, environment: ["GIT_CONFIG_COUNT": "x"])
    #expect(told.code == 66 && told.complaints.contains("GIT_CONFIG_COUNT"), "\(told.complaints)")
    // A folder goes when its process has ended, or soon after.
    let end = Date(timeIntervalSinceNow: 20)
    func left() -> [String] { scratch.files().filter { !$0.hasPrefix(".git/objects/") } }
    while left() != before, Date() < end { usleep(20_000) }
    #expect(left() == before)
  }

  /// The older program never answers.
  ///
  /// SIGKILL is the hardest end, and no environment of tests can block it.
  @Test
  func `temporary folders go with the program, however it ends`() throws {
    let scratch = try CompareTests.scratch()
    try scratch.script(
      "old",
      "#!/bin/sh\n[ \"$1\" = run ] && exec sleep 600\nexec '\(Program.debug.path)' \"$@\"\n"
    )
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "tmp"), withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: Program.debug.path)
    process.arguments = ["compare", "./old", "./old", "in"]
    process.currentDirectoryURL = scratch.folder
    process.environment = ["TMPDIR": "\(scratch.path)/tmp", "PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    func folders() -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/tmp")) ?? []
    }
    let begin = Date(timeIntervalSinceNow: 60)
    while folders().isEmpty, Date() < begin { usleep(10_000) }
    #expect(folders().count == 1)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let end = Date(timeIntervalSinceNow: 60)
    while !folders().isEmpty, Date() < end { usleep(10_000) }
    #expect(folders() == [])
  }

  @Test
  func `bisect finds the first bad revision and skips what does not build`() throws {
    let bad = "--sabotage miscount:pin"
    let scratch = try repository([
      ("one", build(note: "1")), ("two", build(note: "2")), ("three", "exit 1\n"),
      ("four", build(note: "4")), ("five breaks it", build(bad, note: "5")),
      ("six", build(bad, note: "6")), ("seven", build(bad, note: "7")),
      ("eight", build(bad, note: "8")),
    ])
    let ending = try Program.debug.run(
      ["bisect", "--metric", "views requested", "HEAD~7", "HEAD"] + RevisionTests.recipe,
      in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    let lines = ending.output.split(separator: "\n").map(String.init)
    #expect(lines.count <= 8, "two ends, at most four steps and the last two lines: \(lines)")
    let last = try #require(lines.dropLast().last)
    #expect(last.hasPrefix("first bad: ") && last.hasSuffix(" five breaks it"), "\(lines)")
    #expect(lines.last?.hasPrefix("  views requested: ") == true)
    #expect(lines.contains { $0.hasPrefix("good  ") && $0.hasSuffix("(one)") })
    #expect(lines.contains { $0.hasPrefix("bad   ") && $0.hasSuffix("(eight)") })
    // The same again, but the tree of the first time is still there and all programs are kept.
    let again = try Program.debug.run(
      ["bisect", "--metric", "views requested", "HEAD~7", "HEAD"] + RevisionTests.recipe,
      in: scratch.folder)
    #expect(again.output == ending.output, "\(again.complaints)")
  }

  @Test
  func `bisect finds what costs more by one count a revision`() throws {
    func build(_ count: Int, _ note: String) -> String {
      self.build(
        note: note,
        fake: CompareTests.Fake(
          greeting: #"{"format": 1, "program": "mapreplay", "meters": ["allocations"]}"#,
          sample: #"{"format": 1, "allocations": {"count": \#(count)}}"#))
    }
    let scratch = try repository([
      ("one", build(7, "1")), ("two", build(6, "2")), ("three", build(8, "3")),
      ("four", build(9, "4")), ("five", build(9, "5")),
    ])
    let ending = try Program.debug.run(
      ["bisect", "--metric", "allocations", "HEAD~4", "HEAD"] + RevisionTests.recipe,
      in: scratch.folder)
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    let lines = ending.output.split(separator: "\n").map(String.init)
    // 8 is as near to 7 as to 9, and no more than half of the way is good.
    let found = lines.first { $0.hasPrefix("first bad: ") }
    #expect(found?.hasSuffix(" four") == true, "\(lines)")
    #expect(lines.last == "  allocations: 8 before, 9 since", "\(lines)")
  }

  @Test
  func `bisect says among which revisions it is when all others are skipped`() throws {
    let scratch = try repository([
      ("one", build()), ("two", "exit 1\n"), ("three", build("--sabotage miscount:pin")),
    ])
    let ending = try Program.debug.run(
      ["bisect", "--metric", "views requested", "HEAD~2", "HEAD"] + RevisionTests.recipe,
      in: scratch.folder)
    #expect(ending.code == 1, "\(ending.complaints)")
    #expect(ending.output.contains("skip  "))
    let lines = ending.output.split(separator: "\n")
    let heading = try #require(
      lines.firstIndex { $0.hasSuffix("one of these, which were skipped:") }, "\(lines)")
    let subjects = lines[heading...].dropFirst().compactMap { $0.split(separator: " ").last }
    #expect(subjects.sorted() == ["three", "two"], "\(lines)")
  }

  @Test(
    arguments: [
      (
        ["bisect", "--metric", "no such thing", "HEAD~1", "HEAD"], 64,
        "facts have no metric 'no such thing'"
      ),
      (["bisect", "--metric", "no such thing", "HEAD~1", "HEAD"], 64, "Usage: mapreplay bisect "),
      (["bisect", "--metric", "callouts opened", "HEAD", "HEAD~1"], 66, "does not lead to"),
      (["bisect", "--metric", "callouts opened", "HEAD~1", "HEAD"], 66, "is the same in"),
      (["bisect", "--metric", "callouts opened", "HEAD~9", "HEAD"], 66, "nor a revision"),
    ] as [([String], Int32, String)])
  func `bisect tells what it cannot do`(arguments: [String], code: Int32, words: String) throws {
    let scratch = try repository([("one", build(note: "1")), ("two", build(note: "2"))])
    let ending = try Program.debug.run(arguments + RevisionTests.recipe, in: scratch.folder)
    #expect(ending.code == code, "\(ending.output)\(ending.complaints)")
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
  }

  /// As a hook of git calls it, whose environment names the repository that it belongs to.
  @Test(arguments: [
    ["compare", "HEAD~1", "HEAD", "--only", "facts"],
    ["bisect", "--metric", "views requested", "HEAD~1", "HEAD"],
  ])
  func `the repository of a hook stays as it is`(arguments: [String]) throws {
    let scratch = try repository([("Good", build()), ("Bad", build("--sabotage miscount:pin"))])
    let other = try Scratch()
    try git(["init", "--quiet"], other)
    for subject in ["one", "two"] {
      try git(["commit", "--quiet", "--allow-empty", "-m", subject], other)
    }
    let (files, head) = (other.files(), try other.text(".git/HEAD"))
    let place = "\(other.path)/.git"
    let ending = try Program.debug.run(
      arguments + RevisionTests.recipe, in: scratch.folder,
      environment: [
        "GIT_DIR": place, "GIT_WORK_TREE": other.path, "GIT_INDEX_FILE": "\(place)/index",
      ])
    #expect(ending.code == (arguments[0] == "compare" ? 1 : 0), "\(ending.complaints)")
    #expect(ending.output.contains("Bad") == (arguments[0] == "bisect"), "\(ending.output)")
    #expect(other.files() == files)
    #expect(try other.text(".git/HEAD") == head)
  }

  @Test
  func `bisect calls no revision bad that is as the good one`() throws {
    let scratch = try repository([("one", build(note: "1")), ("two", build(note: "2"))])
    let ending = try Program.debug.run(
      ["bisect", "--metric", "views requested", "HEAD~1", "HEAD"] + RevisionTests.recipe,
      in: scratch.folder)
    #expect(ending.code == 66, "\(ending.complaints)")
    #expect(ending.output.hasPrefix("good  "), "\(ending.output)")
    #expect(!ending.output.contains("bad "), "\(ending.output)")
  }

  /// The machine lacks what is needed: no mistake in what was named.
  @Test
  func `bisect without what it needs ends with 69`() throws {
    let fake = CompareTests.Fake(
      greeting: #"{"format": 1, "program": "mapreplay", "meters": ["allocations"]}"#,
      sample: #"{"format": 1, "allocations": {"unavailable": "a sanitizer owns them"}}"#)
    let scratch = try repository([
      ("one", build(note: "1", fake: fake)), ("two", build(note: "2", fake: fake)),
    ])
    let arguments = ["bisect", "--metric", "peak live bytes", "HEAD~1", "HEAD"]
    let uncounted = try Program.debug.run(arguments + RevisionTests.recipe, in: scratch.folder)
    #expect(uncounted.code == 69, "\(uncounted.complaints)")
    #expect(
      uncounted.complaints.hasPrefix(
        "error: peak live bytes of pin cannot be counted: a sanitizer owns them"),
      "\(uncounted.complaints)")
    let withoutGit = try Program.debug.run(
      arguments, in: scratch.folder, environment: ["PATH": scratch.path])
    #expect(withoutGit.code == 69, "\(withoutGit.complaints)")
    #expect(withoutGit.complaints == "error: git is not installed\nhelp: install the package git\n")
  }
}
