import Foundation
import History
import Reporting
import Support
import Testing

/// Histories as they are kept from a terminal or a build server.
@Suite("History")
struct HistoryVerbTests {
  /// A folder with `run.json`, the run file of one small session.
  static func scratch() throws -> Scratch {
    let scratch = try CompareTests.scratch()
    let ending = try Program.debug.run(["run", "in", "--out", "."], in: scratch.folder)
    try #require(ending.code == 0, "\(ending.complaints)")
    return scratch
  }

  /// Writes run files with other numbers of views created, a digit for each.
  static func runs(_ digits: String, in scratch: Scratch) throws -> [String] {
    let text = try scratch.text("run.json")
    let digest = try #require(text.firstMatch(of: #/"digest":"([0-9a-f]{16})"/#)).1
    return try digits.enumerated().map { number, digit in
      let name = "runs/\(number).json"
      let trace = "\(digest.dropLast(4))\(1_000 + number)"
      let run = text.replacing(digest, with: trace)
        .replacing(#/"views created":[0-9]+/#, with: "\"views created\":\(digit)")
      try scratch.file(name, run)
      return name
    }
  }

  private func history(_ arguments: [String], in scratch: Scratch) throws -> Program.Ending {
    try Program.debug.run(["history"] + arguments + ["--history", "h.sqlite"], in: scratch.folder)
  }

  @Test
  func `a gate takes the limits of its branch from the file of tolerances`() throws {
    let scratch = try HistoryVerbTests.scratch()
    let file = try scratch.text("run.json")
    try scratch.file(
      "run.json", file.replacing("\"origin\":{", with: "\"origin\":{\"branch\":\"main\","))
    _ = try history(["add"] + HistoryVerbTests.runs("33334444", in: scratch), in: scratch)
    let branch = ["--branch", "main"]
    // Rows, options and the code.
    for (rows, options, code) in [
      ([], [], 1), (["{limit: 34 %}"], [], 0), (["{limit: 34 %}"], branch, 0),
      (["{branch: main, limit: 34 %}"], branch, 0), (["{branch: main, limit: 34 %}"], [], 1),
      (["{branch: other, limit: 34 %}"], branch, 1),
      (["{branch: main, limit: 33 %}", "{metric: views created, limit: 1}"], branch, 1),
      (["{metric: views created, limit: 1}", "{limit: 0}"], [], 0),
      (["{limit: 34 %}"], ["--limit", "33 %"], 1), (["{limit: 33 %}"], ["--limit", "34 %"], 0),
      (["{limit: 34 percent}"], [], 65), (["{metric: view created, limit: 1}"], [], 65),
    ] as [([String], [String], Int32)] {
      let text = rows.isEmpty ? "" : "history:\n" + rows.map { "- \($0)\n" }.joined()
      if !rows.isEmpty { try scratch.file("Reports/tolerances.yaml", text) }
      let ending = try history(["gate"] + options, in: scratch)
      #expect(ending.code == code, "\(rows) \(options): \(ending.output)\(ending.complaints)")
      guard code == 65 else { continue }
      #expect(ending.complaints.hasPrefix("Reports/tolerances.yaml:2:"), "\(ending.complaints)")
      #expect(ending.complaints.contains("^^^") && ending.complaints.contains("help: "))
    }
    let missing = try history(["gate", "--tolerances", "none.yaml"], in: scratch)
    #expect(missing.code == 66)
  }

  @Test
  func `a gate fails, says why in JSON, and passes over what is accepted`() throws {
    let scratch = try HistoryVerbTests.scratch()
    _ = try history(["add"] + HistoryVerbTests.runs("33334444", in: scratch), in: scratch)
    let failed = try history(["gate", "--file", "gate.json"], in: scratch)
    #expect(failed.code == 1, "\(failed.complaints)")
    #expect(failed.output.hasPrefix("failed, decided by facts: 1 cause in 8 runs\nrun 5"))
    #expect(failed.output.hasSuffix(": views created of in/pin 3 -> 4 (+33.3 %)\n"))
    #expect(try scratch.text("gate.json").contains("\"exit code\": 1"))
    for (options, code) in [
      (["--limit", "34 %"], 0), (["--limit", "33 %"], 1), (["--limit", "34 percent"], 64),
      (["--since", "6"], 0), (["--since", "5"], 1), (["--since", "none"], 66),
      (["--branch", "none"], 66),
    ] as [([String], Int32)] {
      #expect(try history(["gate"] + options, in: scratch).code == code, "\(options)")
    }
    for (words, code) in [
      (["5", "--reason", " "], 64), (["9", "--reason", "x"], 66), (["5", "--reason", "meant"], 0),
    ] as [([String], Int32)] {
      #expect(try history(["accept"] + words, in: scratch).code == code, "\(words)")
    }
    #expect(try history(["gate"], in: scratch).code == 0)
    let list = try history(["list"], in: scratch).output
    #expect(list.contains(" accepted, worse: views created 3 -> 4 "), "\(list)")
    let nothing = try history(["accept", "6", "--reason", "other"], in: scratch)
    #expect(nothing.code == 0)
    #expect(nothing.complaints == "warning: nothing changed at run 6; changed at run 5\n")
    let changes = try history(["changes"], in: scratch).output
    #expect(changes.hasPrefix("unchanged: ") && changes.contains("; accepted: meant\n"))
  }

  @Test
  func `runs are added once, listed, and their changes told and drawn`() throws {
    let scratch = try HistoryVerbTests.scratch()
    let runs = try HistoryVerbTests.runs("333344447", in: scratch)
    let added = try history(["add"] + runs, in: scratch)
    #expect(added.code == 0, "\(added.complaints)")
    #expect(added.output.hasPrefix("run 1 added: 1 session of runs/0.json\nrun 2 added: "))
    let again = try history(["add", runs[1]], in: scratch)
    #expect(again.output == "run 2 is runs/1.json, which is there already\n" && again.code == 0)
    let list = try history(["list"], in: scratch).output.split(separator: "\n")
    #expect(list.count == 11)
    #expect(list[2].hasSuffix("views created 4 -> 7 in in/pin"), "\(list[2])")
    #expect(list[10].hasSuffix("the first run"))
    let changes = try history(["changes"], in: scratch)
    #expect(
      changes.output.hasPrefix(
        "worse, decided by facts: 1 change in 9 runs, 1 for the worse, 1 more suspected; "
          + "views created of in/pin 3 -> 4 (+33.3 %) at run 5"), "\(changes.output)")
    #expect(changes.output.contains("suspected, needs 2 more runs"))
    let since = try history(["changes", "--since", "6", "--json"], in: scratch)
    #expect(since.output.contains("\"verdict\": \"suspected\""))
    let show = try history(
      ["show", "views created", "--session", "pin", "--svg", "charts/v.svg"], in: scratch)
    #expect(show.output.hasPrefix("views created of in/pin is worse since run 5"))
    #expect(try scratch.text("charts/v.svg").hasPrefix("<svg xmlns="))
    let page = ["report", runs[8], "--history", "h.sqlite", "--html", "page.html"]
    #expect(try Program.debug.run(page, in: scratch.folder).code == 0)
    let drawn = try scratch.text("page.html")
    #expect(drawn.contains("<p>worse, decided by facts: 1 change in 9 runs"))
    let missing = try Program.debug.run(
      ["report", runs[8], "--history", "none.sqlite"], in: scratch.folder)
    #expect(missing.code == 66 && missing.complaints.contains("none.sqlite"))
  }

  @Test
  func `a run without times is added with the reason, and listed with it`() throws {
    let scratch = try HistoryVerbTests.scratch()
    let text = try scratch.text("run.json")
    let busy = "\"machine\":{\"failures\":[\"other programs\",\"noise\"]},\"is debug build\":"
    try scratch.file("busy.json", text.replacing("\"is debug build\":", with: busy))
    let added = try history(["add", "run.json", "busy.json"], in: scratch)
    #expect(
      added.complaints.hasSuffix(
        "note: run 2: times not recorded: the machine is busy (other programs, noise)\n"),
      "\(added.complaints)")
    #expect(!added.complaints.contains("run 1: times"))
    #expect(try history(["list"], in: scratch).output.contains(" busy: other..."))
  }

  @Test
  func `two histories become one`() throws {
    let scratch = try HistoryVerbTests.scratch()
    let runs = try HistoryVerbTests.runs("12345", in: scratch)
    _ = try history(["add"] + runs.prefix(3), in: scratch)
    _ = try Program.debug.run(
      ["history", "add", "--history", "other.sqlite"] + runs.suffix(3), in: scratch.folder)
    let merge = try history(["merge", "other.sqlite"], in: scratch)
    #expect(merge.output == "2 runs added, 1 there already\n", "\(merge.complaints)")
    #expect(try history(["list"], in: scratch).output.split(separator: "\n").count == 7)
  }

  @Test(
    arguments: [
      (["add", "none.json"], 66, "error: there is no run file"),
      (["add", "in/pin.yaml"], 65, "error: "),
      (["list"], 66, "error: there is no history 'h.sqlite'"),
      (["changes"], 66, "help: mapreplay history add RUN makes one"),
      (["merge", "none.sqlite"], 66, "error: there is no history 'none.sqlite'"),
      (["merge", "run.json"], 65, "error: 'run.json' is no history"),
      (["add"], 64, "Error: "), (["show"], 64, "Error: "),
    ] as [([String], Int32, String)])
  func `mistakes are sentences with a code`(
    arguments: [String], code: Int32, words: String
  ) throws {
    let scratch = try HistoryVerbTests.scratch()
    let ending = try history(arguments, in: scratch)
    #expect(ending.code == code)
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
    #expect(!scratch.files().contains("h.sqlite") || arguments[0] == "merge")
  }

  /// A part has some sessions of a run, and would look like a run that no longer plays the others.
  @Test
  func `a part of a run is no run, unless it is all of it`() throws {
    let scratch = try HistoryVerbTests.scratch()
    for shard in ["1/2", "1/1"] {
      let run = ["run", "in", "--shard", shard, "--out", "part"]
      try #require(Program.debug.run(run, in: scratch.folder).code == 0)
      let added = try history(["add", "part/run.json"], in: scratch)
      #expect(added.code == (shard == "1/1" ? 0 : 65), "\(added.complaints)")
      guard shard == "1/2" else { continue }
      #expect(
        added.complaints == """
          error: 'part/run.json' is part 1 of 2 of a run, and no run
          help: merge the parts first: mapreplay merge PART ... writes the run.json of the whole

          """)
      #expect(!scratch.files().contains("h.sqlite"))
    }
  }

  @Test
  func `what a history has not is a sentence`() throws {
    let scratch = try HistoryVerbTests.scratch()
    _ = try history(["add", "run.json"], in: scratch)
    for (arguments, words) in [
      (["show", "views creatd"], "error: nothing is called 'views creatd'"),
      (
        ["show", "dirty reuses"],
        "error: nothing is called 'dirty reuses'\nhelp: did you mean 'stale reuses'?\n"
      ),
      (["show", "views created", "--session", "x"], "error: no session with 'x' in its id"),
      (["changes", "--since", "7"], "error: there is no run 7"),
    ] {
      let ending = try history(arguments, in: scratch)
      #expect(ending.code == 66 && ending.complaints.contains(words), "\(ending.complaints)")
    }
    try scratch.file("taken", "")
    let ending = try history(["show", "views created", "--svg", "taken/a.svg"], in: scratch)
    #expect(ending.code == 74)
  }

  // MARK: Writers

  /// A program that adds copies of a run until it is killed, with what it has said so far.
  private struct Writer {
    let process = Process()
    private let pipe = Pipe()
    private var said = Data()

    init(from second: Int, in scratch: Scratch) throws {
      process.executableURL = URL(filePath: Program.debug.path)
      process.arguments = [
        "history", "add", "run.json", "--history", "h.sqlite", "--copies-from", "\(second)",
      ]
      process.currentDirectoryURL = scratch.folder
      process.standardOutput = pipe
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    /// Waits until it has said that so many runs were added.
    mutating func wait(forLines count: Int) {
      while said.count(where: { $0 == UInt8(ascii: "\n") }) < count {
        let more = pipe.fileHandleForReading.availableData
        if more.isEmpty { return }
        said += more
      }
    }

    /// Kills it, and says which runs it had added: the numbers in whole lines.
    mutating func end() throws -> [Int64] {
      kill(process.processIdentifier, SIGKILL)
      said += try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let lines = String(decoding: said, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return try lines.dropLast().map { line in
        let said = try #require(line.wholeMatch(of: #/run ([0-9]+) added: .*/#))
        return try #require(Int64(said.1))
      }
    }
  }

  /// Numbers and seconds of the runs in a history.
  private func runs(of scratch: Scratch) throws -> [Int64: Int64] {
    let store = try HistoryStore(path: "\(scratch.path)/h.sqlite", mayCreate: false)
    return Dictionary(
      uniqueKeysWithValues: try store.runs().map { ($0.number, $0.origin.startedAtSeconds ?? -1) })
  }

  /// Each writer is killed some milliseconds after one of its runs, by turns, so that some are in
  /// the middle of the next one: what they leave is a journal, by which the next one goes back.
  @Test
  func `200 writers are killed, and all that they said is there`() throws {
    let scratch = try HistoryVerbTests.scratch()
    var expected: [Int64: Int64] = [:]
    var journals = 0
    for round in 0..<200 {
      let second = round * 1_000
      var writer = try Writer(from: second, in: scratch)
      writer.wait(forLines: round % 3)
      usleep(UInt32(round * 7 % 40) * 250)
      for (index, number) in try writer.end().enumerated() {
        expected[number] = Int64(second + index)
      }
      if scratch.files().contains("h.sqlite-journal") { journals += 1 }
      guard !expected.isEmpty else { continue }
      let found = try runs(of: scratch)
      #expect(expected.allSatisfy { found[$0.key] == $0.value }, "round \(round)")
    }
    let store = try HistoryStore(path: "\(scratch.path)/h.sqlite", mayCreate: false)
    #expect(try store.errors().isEmpty)
    #expect(expected.count > 150 && journals > 0, "\(expected.count) runs, \(journals) journals")
  }

  @Test
  func `programs that add at once wait for each other`() throws {
    let scratch = try HistoryVerbTests.scratch()
    var writers = try (0..<4).map { try Writer(from: $0 * 1_000_000, in: scratch) }
    for index in writers.indices { writers[index].wait(forLines: 5) }
    var expected: [Int64: Int64] = [:]
    for index in writers.indices {
      for (place, number) in try writers[index].end().enumerated() {
        #expect(expected[number] == nil, "run \(number) was acknowledged twice")
        expected[number] = Int64(index * 1_000_000 + place)
      }
    }
    let found = try runs(of: scratch)
    #expect(expected.count >= 20 && expected.allSatisfy { found[$0.key] == $0.value })
    let store = try HistoryStore(path: "\(scratch.path)/h.sqlite", mayCreate: false)
    #expect(try store.errors().isEmpty)
  }

  /// How a disk gets full for a program: its files may not grow, or there is a small disk indeed.
  enum Shortage: CaseIterable {
    case limit, disk

    /// A shell script that adds copies until there is no room, and leaves the history in `kept`.
    var script: String {
      let add = """
        '\(Program.debug.path)' history add run.json --history small/h.sqlite --copies-from 0 \
        >output 2>complaints; echo $? >code; cp small/h.sqlite* kept
        """
      return switch self {
      // The shell's own files stay within the limit.
      case .limit: "ulimit -f 200; \(add)"
      case .disk: "mount -t tmpfs -o size=240k tmpfs small && \(add)"
      }
    }

    /// The command before the shell: a disk is mounted for it alone.
    var prefix: [String] { self == .limit ? [] : ["unshare", "-r", "-m"] }

    /// Whether a disk may be mounted here.
    static let mayMount: Bool = {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "unshare", "-r", "-m", "mount", "-t", "tmpfs", "tmpfs", NSTemporaryDirectory(),
      ]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }()
  }

  private func fill(_ shortage: Shortage) throws {
    let scratch = try HistoryVerbTests.scratch()
    for folder in ["small", "kept"] { try scratch.file("\(folder)/x", "") }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = shortage.prefix + ["sh", "-c", shortage.script]
    process.currentDirectoryURL = scratch.folder
    try process.run()
    process.waitUntilExit()
    let complaints = try scratch.text("complaints")
    #expect(try scratch.text("code") == "74\n", "\(complaints)")
    let said = try scratch.text("output").split(separator: "\n").count
    #expect(said > 20, "\(said) runs")
    #expect(complaints.contains("all runs that were added before are there"), "\(complaints)")
    if shortage == .disk { #expect(complaints.contains("the disk is full")) }
    // Where there is room, it goes on.
    let store = try HistoryStore(path: "\(scratch.path)/kept/h.sqlite", mayCreate: false)
    #expect(try store.runs().count == said)
    #expect(try store.errors().isEmpty)
    let ending = try Program.debug.run(
      ["history", "add", "run.json", "--history", "kept/h.sqlite"], in: scratch.folder)
    #expect(ending.output.hasPrefix("run \(said + 1) added"), "\(ending.complaints)")
  }

  @Test
  func `a file that may not grow ends in a sentence, and nothing is lost`() throws {
    try fill(.limit)
  }

  @Test(.enabled(if: Shortage.mayMount, "it takes a disk of its own, which unshare mounts"))
  func `a full disk ends in a sentence, and nothing is lost`() throws {
    try fill(.disk)
  }
}
