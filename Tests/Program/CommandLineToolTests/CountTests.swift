import Foundation
import Support
import Testing

/// Counts of the real program under the real valgrind, few and of the shortest sessions.
@Suite(
  "The verb count",
  .enabled(
    if: ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }, "valgrind is not installed: apt-get install valgrind"))
struct CountTests {
  /// A valgrind that counts each replay once and answers the same again.
  ///
  /// It is slow, and tests of what counts decide need no second count. Others hold that the real
  /// one counts the same twice.
  private static let remembering = """
    #!/bin/bash
    for word; do [ "${word#--callgrind-out-file=}" = "$word" ] || out=${word#*=}; done
    real=$(PATH=${PATH#*:} command -v valgrind)
    [ -n "$out" ] || exec "$real" "$@"
    # The path of the program is another one each time.
    replay="$*"
    kept=$0-$({ echo "${replay#* sample }"; cat in/*.yaml; } | cksum | tr -d ' ')
    [ -f "$kept" ] || { "$real" "$@" && cp "$out" "$out.new" && mv "$out.new" "$kept"; } || exit
    cp "$kept" "$out"
    """

  /// Runs the program with that valgrind.
  private func run(_ arguments: [String], in scratch: Scratch) throws -> Program.Ending {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Program.debug.run(
      arguments, in: scratch.folder,
      environment: ["PATH": "\(scratch.path)/tools:\(path)"])
  }

  private func scratch(_ names: [String]) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.script("tools/valgrind", CountTests.remembering)
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for name in names {
      try scratch.file(
        "in/\(name).yaml", ExitStatusTests.scenario("expect: {callouts opened: exactly 1}\n"))
    }
    return scratch
  }

  private func count(_ arguments: [String], in scratch: Scratch) throws -> Program.Ending {
    try Program.debug.run(
      ["count", "in", "--by", "callgrind", "--counts", "counts"] + arguments, in: scratch.folder)
  }

  @Test(Program.whenOptimized)
  func `committed counts hold, and one per cent more work is caught with its step and function`()
    throws
  {
    let scratch = try scratch(["pin"])
    let written = try count(["--update"], in: scratch)
    #expect(written.code == 0, "\(written.complaints)")
    let files = scratch.files(below: "counts")
    #expect(files.count == 1)
    #expect(files[0].hasPrefix("callgrind-") && files[0].hasSuffix("/in/pin.json"), "\(files)")
    #expect(written.output.hasPrefix("counted, nothing judged: 1 session, "))
    #expect(written.output.contains("select: {id: a, in: pins}"))

    let same = try count(["--compare"], in: scratch)
    #expect(same.code == 0, "\(same.output)\(same.complaints)")
    #expect(same.output.hasPrefix("decided by counts: unchanged; 1 session, "))

    // An estimate, as of a counter that was shared, judges nothing.
    let text = try scratch.text("counts/\(files[0])")
    try scratch.file(
      "counts/\(files[0])", text.replacing(#""estimate": false"#, with: #""estimate": true"#))
    let estimated = try count(["--compare"], in: scratch)
    #expect(estimated.code == 69, "\(estimated.output)\(estimated.complaints)")
    #expect(estimated.output.hasPrefix("nothing decided: "), "\(estimated.output)")
    #expect(estimated.complaints.contains("not compared: the counter was shared"))
    try scratch.file("counts/\(files[0])", text)

    let slower = try count(["--compare", "--slow-down", "5"], in: scratch)
    #expect(slower.code == 1, "\(slower.output)\(slower.complaints)")
    #expect(slower.output.hasPrefix("decided by counts: changed; 1 session, "))
    let words = slower.output.replacing("\n    ", with: " ")
    #expect(words.contains("in/pin: +"))
    #expect(words.contains("most in step 2 (in/pin.yaml:8 wait: settled) +"))
    #expect(slower.output.contains("SlowDown.work(_:)"))
    #expect(slower.complaints.hasSuffix("mapreplay count in --counts counts --update\n"))
    // A few thousandths to a few hundredths; a canary that is caught must not be an elephant.
    let share = slower.output.split(separator: "(+").dropFirst().first?.prefix { $0 != " " }
    let percent = try #require(share.flatMap { Double($0) })
    #expect((0.3...3).contains(percent), "\(percent) %")

    // A limit beside the folder of counts lets it pass, and a soft one warns.
    try scratch.file(
      "tolerances.yaml",
      "tolerances:\n- {metric: instructions, folder: in, soft: {}, hard: {relative: 90 %}}\n")
    let allowed = try count(["--compare", "--slow-down", "5"], in: scratch)
    #expect(allowed.code == 0, "\(allowed.output)\(allowed.complaints)")
    #expect(allowed.output.contains("1 beyond a soft limit"))
    #expect(allowed.complaints.hasPrefix("warning: in/pin: +"))
    #expect(allowed.complaints.contains("; limit: instructions 0 (./tolerances.yaml:2)"))
  }

  @Test
  func `a fault of the limits is shown with its line, and nothing is counted`() throws {
    let scratch = try scratch(["pin"])
    try scratch.file("tolerances.yaml", "tolerances:\n- {metric: instructons, hard: {}}\n")
    let ending = try count(["--compare"], in: scratch)
    #expect(ending.code == 65)
    #expect(ending.output.isEmpty)
    #expect(ending.complaints.hasPrefix("./tolerances.yaml:2:12: error["), "\(ending.complaints)")
    #expect(ending.complaints.contains("did you mean 'instructions'?"), "\(ending.complaints)")
  }

  /// The folder of other builds.
  private static let others = "counts/callgrind-0-00000000/in"

  /// Committed counts of another build.
  private static func other(
    _ name: String = "pin", instructions: Int = 1,
    steps: String = #"{"step": 1, "phases": {"none": 1}}"#
  ) -> String {
    #"{"version": 2, "id": "in/\#(name)", "instructions": \#(instructions), "allocator": {}, "#
      + #""fingerprint": {"compiler": "Swift 5.0"}, "estimate": false, "steps": [\#(steps)]}"#
  }

  /// What stands in the folder of the committed counts, how the program ends and what it says.
  private struct Unfit: Sendable {
    var files: [String: String]
    var code: Int32
    var line: String
    var complaints: [String]
  }

  /// What nobody counted: steps that are none or there twice, numbers that are none or too large.
  private static let damaged: [(text: String, complaint: String)] = [
    (other("pan"), "these are the counts of another session"),
    (other(instructions: 2), "the steps of these counts do not add up to the session"),
    (
      other(steps: #"{"step": -9223372036854775808, "phases": {"none": 1}}"#),
      "a step of these counts cannot be one"
    ),
    (
      other(
        instructions: 2,
        steps: #"{"step": 1, "phases": {"none": 1}}, {"step": 1, "phases": {"none": 1}}"#),
      "a step of these counts cannot be one, or is there twice"
    ),
    (other(steps: #"{"phases": {"none": -1}}"#), "a number of these counts cannot be one"),
    (
      other(steps: #"{"phases": {"none": 9223372036854775807}}"#),
      "a number of these counts cannot be one"
    ),
  ]

  private static let unfit =
    damaged.map { text, complaint in
      Unfit(
        files: ["\(others)/pin.json": text], code: 65,
        line: "nothing decided: compared: 0 sessions, 1 unreadable",
        complaints: ["error: \(others)/pin.json: \(complaint)"])
    } + [
      Unfit(
        files: [:], code: 1,
        line: "decided by counts: incomplete; compared: 0 sessions, 1 missing",
        complaints: [
          "error: counts missing in 'counts': in/pin\n", "help: if this is meant, write",
        ]),
      Unfit(
        files: ["\(others)/pin.json": #"{"version": 2, "steps": ["#], code: 65,
        line: "nothing decided: compared: 0 sessions, 1 unreadable",
        complaints: ["error: \(others)/pin.json: this is no file of counts, or it is cut off"]),
      Unfit(
        files: ["\(others)/pin.json": #"{"version": 1}"#], code: 65,
        line: "nothing decided: compared: 0 sessions, 1 unreadable",
        complaints: ["error: \(others)/pin.json: counts of version 1 are not known"]),
      Unfit(
        files: ["\(others)/pin.json": #"{"version": 99}"#], code: 65,
        line: "nothing decided: compared: 0 sessions, 1 unreadable",
        complaints: [
          "counts of version 99 are those of a newer mapreplay, and this one reads 2; use the newer"
        ]),
      Unfit(
        files: ["\(others)/pin.json": other()], code: 69,
        line: "nothing decided: compared: 0 sessions, 1 not compared",
        complaints: [
          "note: 1 session not compared: the committed counts have another counter, callgrind ",
          "instead of Swift 5.0", "help: to keep those of this build too, write the new counts: ",
        ]),
    ]

  /// Nothing is counted for a comparison that cannot be.
  @Test(arguments: unfit)
  private func `what cannot be compared decides nothing`(unfit: Unfit) throws {
    let scratch = try scratch(["pin"])
    for (path, text) in unfit.files { try scratch.file(path, text) }
    let before = scratch.files(below: "counts")
    let ending = try count(["--compare"], in: scratch)
    #expect(ending.code == unfit.code)
    let words = ending.output.replacing("\n    ", with: " ")
    #expect(words == unfit.line + "\n")
    for words in unfit.complaints { #expect(ending.complaints.contains(words)) }
    #expect(ending.complaints.contains("help: if this is meant") == (unfit.code == 1))
    #expect(scratch.files(below: "counts") == before, "nothing is written")
  }

  @Test(Program.whenOptimized)
  func `counts of several builds stand beside each other, and those of this one decide`() throws {
    let scratch = try scratch(["pin", "pan"])
    try scratch.file("\(CountTests.others)/pin.json", CountTests.other("pin"))
    try scratch.file("\(CountTests.others)/pan.json", CountTests.other("pan"))
    let written = try Program.debug.run(
      ["count", "in/pin.yaml", "--by", "callgrind", "--counts", "counts", "--update"],
      in: scratch.folder)
    #expect(written.code == 0, "\(written.complaints)")
    #expect(scratch.files(below: "counts").count == 3)
    let ending = try count(["--compare", "--json"], in: scratch)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.complaints.hasPrefix("note: 1 session not compared: "))
    struct Judged: Decodable {
      struct Session: Decodable { var instructions: Int64? }
      var sessions: [Session]
    }
    let judged = try JSONDecoder().decode(Judged.self, from: Data(ending.output.utf8))
    #expect(judged.sessions.map { $0.instructions != nil } == [false, true])
  }

  @Test
  func `counts for programs have the steps and phases of each session`() throws {
    let scratch = try scratch(["pin", "pan"])
    let ending = try count(["--json"], in: scratch)
    #expect(ending.code == 0, "\(ending.complaints)")
    struct Output: Decodable {
      struct Session: Decodable {
        struct Step: Decodable {
          var step: Int?
          var line: Int?
          var instructions: Int64
          var phases: [String: Int64]
        }
        var id: String
        var instructions: Int64
        var phases: [String: Int64]
        var steps: [Step]
      }
      var sessions: [Session]
    }
    let output = try JSONDecoder().decode(Output.self, from: Data(ending.output.utf8))
    #expect(output.sessions.map(\.id) == ["in/pan", "in/pin"])
    for session in output.sessions {
      #expect(session.instructions > 10_000)
      #expect(session.steps.map(\.step) == [1, 2, 3, nil])
      #expect(session.steps.map(\.line) == [7, 8, 9, nil])
      #expect(session.steps.reduce(0) { $0 + $1.instructions } == session.instructions)
      #expect(session.phases.values.reduce(0, +) == session.instructions)
      for step in session.steps {
        #expect(step.phases.values.reduce(0, +) == step.instructions)
      }
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.temporaryDirectory.path == "/tmp",
      "temporary files may be on another disk than /tmp, where a program is linked to"))
  func `a program counts the same from every folder`() throws {
    let scratch = try scratch(["pin"])
    let counts = try ["a", "in/a/folder/with/a/longer/name"].map { folder in
      let copy = try scratch.program("\(folder)/mapreplay", copying: Program.debug.path)
      let ending = try Program(path: copy.path).run(
        ["count", "in/pin.yaml", "--by", "callgrind", "--json"], in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
      return ending.output
    }
    #expect(counts[0] == counts[1])
  }

  @Test
  func `what cannot be written is not said to be`() throws {
    let scratch = try scratch(["pin"])
    try scratch.file("counts", "a file where the folder has to be")
    let ending = try count(["--update"], in: scratch)
    #expect(ending.code == 74, "\(ending.complaints)")
    #expect(ending.output.isEmpty)
    let run = try Program.debug.run(
      ["run", "in", "--facts", "counts", "--update", "--out", "out"], in: scratch.folder)
    #expect(run.code == 74, "\(run.complaints)")
    #expect(run.output.hasPrefix("failed: cannot write counts/"), "\(run.output)")
    #expect(!run.output.contains("written: ") && run.output.contains("reports in out: "))
    #expect(!run.output.contains("updated: "))
    for report in ["summary.md", "run.json"] {
      #expect(!(try scratch.text("out/\(report)").contains("updated")), "\(report)")
    }
  }

  @Test
  func `a run counts its sessions too, and counts decide after facts`() throws {
    let scratch = try scratch(["pin"])
    let arguments = ["run", "in", "--counts", "--facts", "facts", "--out", "out"]
    // The real valgrind twice.
    let written = try Program.debug.run(arguments + ["--update"], in: scratch.folder)
    #expect(written.code == 0, "\(written.complaints)")
    let file = try #require(
      scratch.files(below: "facts").first {
        $0.hasPrefix("Counts/") && $0.hasSuffix("/in/pin.json")
      })
    let compared = try Program.debug.run(arguments + ["--compare"], in: scratch.folder)
    #expect(compared.code == 0, "\(compared.output)\(compared.complaints)")
    #expect(compared.output.contains("decided by facts and counts: 1 scenario passed; "))
    #expect(try scratch.text("out/run.json").contains("\"counts\":{"))
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "facts/\(file)"))
    let missing = try run(arguments + ["--compare"], in: scratch)
    #expect(missing.code == 1)
    #expect(missing.output.contains("decided by counts: 1 scenario passed; "))
    try scratch.file("facts/\(file)", "{}")
    let unreadable = try run(arguments + ["--compare"], in: scratch)
    #expect(unreadable.code == 65)
    #expect(unreadable.output.contains("decided by counts: 1 scenario passed; "))
  }

  /// The parts know nothing of the files of each other.
  @Test
  func `a file that cannot be read is given up alone, in parts as in the whole`() throws {
    let scratch = try scratch(["a", "b", "c"])
    func run(_ more: [String]) throws -> Program.Ending {
      try self.run(["run", "in", "--no-times", "--counts", "--facts", "facts"] + more, in: scratch)
    }
    #expect(try run(["--update", "--out", "out"]).code == 0)
    let files = scratch.files(below: "facts").filter { $0.hasPrefix("Counts/") }
      .map { "facts/\($0)" }
    try #require(files.count == 3)
    try scratch.file(files[0], CountTests.counts(scratch.text(files[0]), more: -5_000))
    for file in files.dropFirst() { try scratch.file(file, "{}") }
    let whole = try run(["--compare", "--out", "whole"])
    #expect(whole.code == 65, "\(whole.complaints)")
    #expect(whole.complaints.contains("error: in/a: +5,000 ("), "\(whole.complaints)")
    for file in files.dropFirst() {
      #expect(whole.complaints.contains("error: \(file): this is no file of counts"))
    }
    for number in 1...3 {
      _ = try run(["--compare", "--shard", "\(number)/3", "--out", "part-\(number)"])
    }
    let merged = try Program.debug.run(
      ["merge", "part-3", "part-1", "part-2", "--out", "merged"], in: scratch.folder)
    #expect(merged.code == 65, "\(merged.complaints)")
    #expect(merged.complaints == whole.complaints)
    #expect(try scratch.text("merged/summary.md") == scratch.text("whole/summary.md"))
  }

  /// Committed counts of a session that took so many instructions more between its steps.
  private static func counts(_ text: String, more: Int) throws -> String {
    let body = try #require(text.range(of: "\n  \"id\": "))
    let between = try #require(text.range(of: "\"step\": null"))
    func moved(_ part: Substring) -> String {
      [/("instructions": )(\d+)/, /("none": )(\d+)/].reduce(String(part)) { text, pattern in
        text.replacing(pattern, maxReplacements: 1) { "\($0.1)\((Int($0.2) ?? 0) + more)" }
      }
    }
    return text[..<body.lowerBound] + moved(text[body.lowerBound..<between.lowerBound])
      + moved(text[between.lowerBound...])
  }

  @Test(Program.whenOptimized)
  func `a gate on counts fails for more, and for fewer when they are to be locked in`() throws {
    let scratch = try scratch(["pin"])
    let arguments = ["run", "in", "--facts", "facts", "--out", "out"]
    func run(_ more: [String]) throws -> Program.Ending {
      try self.run(arguments + more, in: scratch)
    }
    #expect(try run(["--counts", "--update"]).code == 0)
    let file = try #require(
      scratch.files(below: "facts").first { $0.hasPrefix("Counts/") }.map { "facts/\($0)" })
    let text = try scratch.text(file)
    #expect(try run(["--gate", "counts"]).code == 0)
    let both = ["--gate", "counts", "--gate", "improvements"]

    try scratch.file(file, CountTests.counts(text, more: -5_000))
    for gates in [["--gate", "counts"], both] {
      let grown = try run(gates)
      #expect(grown.code == 2, "\(grown.complaints)")
      #expect(
        grown.output.hasPrefix("failed, decided by counts: in/pin: +5,000 ("), "\(grown.output)")
    }
    #expect(try run(["--counts", "--compare"]).code == 1)

    try scratch.file(file, CountTests.counts(text, more: 5_000))
    let tolerated = try run(["--gate", "counts"])
    #expect(tolerated.code == 0, "\(tolerated.complaints)")
    #expect(tolerated.complaints == "note: 1 session with less than committed\n")
    let better = try run(both)
    #expect(better.code == 3)
    #expect(better.output.hasPrefix("improved, decided by counts: in/pin: -5,000 ("))
    #expect(better.complaints.hasPrefix("better: in/pin: -5,000 ("), "\(better.complaints)")
    #expect(
      better.complaints.hasSuffix(
        "help: to lock it in, write the new counts: mapreplay count in --counts facts/Counts "
          + "--update\n"))
    let compared = try run(["--counts", "--compare"])
    #expect(compared.code == 1)
    #expect(compared.output.hasPrefix("failed, decided by counts: in/pin: -5,000 ("))
  }

  @Test(Program.whenOptimized)
  func `a gate on counts fails for one request for memory more`() throws {
    let scratch = try scratch(["pin"])
    let arguments = ["run", "in", "--facts", "facts", "--out", "out"]
    func run(_ more: [String]) throws -> Program.Ending {
      try self.run(arguments + more, in: scratch)
    }
    #expect(try run(["--counts", "--update"]).code == 0)
    let file = try #require(
      scratch.files(below: "facts").first { $0.hasPrefix("Counts/") }.map { "facts/\($0)" })
    let text = try scratch.text(file)
    let both = ["--gate", "counts", "--gate", "improvements"]
    // In all and in the step that waits.
    func requests(_ more: Int) -> String {
      [/("allocations": )(\d+)/, #/("text": "wait: settled".*?"allocations": )(\d+)/#].reduce(text)
      {
        $0.replacing($1, maxReplacements: 1) { "\($0.1)\((Int($0.2) ?? 0) + more)" }
      }
    }
    try scratch.file(file, requests(-1))
    let asking = try run(["--gate", "counts"])
    #expect(asking.code == 2, "\(asking.complaints)")
    #expect(
      asking.output.hasPrefix("failed, decided by counts: in/pin: +1 allocations ("),
      "\(asking.output)")
    #expect(
      asking.complaints.contains(
        "most in step 2 (in/pin.yaml:8 wait: settled) +1 allocations; limit: "),
      "\(asking.complaints)")
    try scratch.file(file, requests(1))
    #expect(try run(["--gate", "counts"]).code == 0)
    #expect(try run(both).code == 3)
    #expect(try run(["--counts", "--compare"]).code == 1)
  }

  @Test(Program.whenOptimized)
  func `one more request for memory in a frame is caught`() throws {
    let scratch = try scratch([])
    try scratch.file("in/glide.yaml", AllocationTests.scenario)
    #expect(try count(["--update"], in: scratch).code == 0)
    #expect(try count(["--compare"], in: scratch).code == 0)
    let more = try count(["--compare", "--plant-allocation"], in: scratch)
    #expect(more.code == 1, "\(more.output)\(more.complaints)")
    let words = more.output.replacing("\n    ", with: " ")
    #expect(words.contains(#/in/glide: \+1 allocations \(\+[0-9.]+ %\), /#), "\(words)")
    #expect(!words.contains("instructions, most"), "instructions are the same")
  }
}

/// What the verb says where nothing can count.
@Suite("The verb count without a counter")
struct CountWithoutCounterTests {
  @Test
  func `ends with 69 and names the package, and counts nothing`() throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(""))
    let arguments = ["count", "in", "--by", "callgrind", "--counts", "counts", "--update"]
    let nowhere = ["PATH": "/nonexistent"]
    let ending = try Program.debug.run(arguments, in: scratch.folder, environment: nowhere)
    #expect(ending.code == 69)
    #expect(
      ending.complaints
        == "error: nothing can be counted here: valgrind is not installed: apt-get install "
        + "valgrind\n")
    #expect(ending.output.hasPrefix("counts unavailable (valgrind is not installed"))
    let json = try Program.debug.run(
      arguments + ["--json"], in: scratch.folder, environment: nowhere)
    #expect(json.code == 69)
    #expect(json.output.contains("\"unavailable\": \"valgrind is not installed: "))
    #expect(!json.output.contains("\"instructions\""))
    #expect(scratch.files(below: "counts") == [])
  }

  private static let refused: [(arguments: [String], code: Int32)] = [
    (["count", "nowhere"], 66), (["count", "--compare", "--update"], 64),
    (["count", "--by", "guess"], 64), (["count", "--counts", ""], 64),
    (["run", "--counts", "--seed", "3", "--facts", "f"], 64),
    (["run", "--explain-allocations", "--seed", "3"], 64),
    (["run", "--explain-allocations", "--until", "2"], 64),
  ]

  @Test(arguments: refused)
  func `refuses what cannot be counted`(arguments: [String], code: Int32) throws {
    let ending = try Program.debug.run(arguments)
    #expect(ending.code == code, "\(ending.complaints)")
    #expect(!ending.complaints.isEmpty)
  }
}
