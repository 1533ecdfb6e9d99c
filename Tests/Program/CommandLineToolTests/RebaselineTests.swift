import Foundation
import Support
import Testing

/// What gates on facts, and how new ones are committed.
@Suite("Gates and new baselines")
struct RebaselineTests {
  /// A folder whose committed facts say that the session created so many views more than it does.
  private func scratch(more: Int, rest: String = "") throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(rest))
    let written = try run(["run", "in", "--update"], in: scratch)
    #expect(written.code == 0, "\(written.complaints)")
    let text = try scratch.text("facts/in/pin.json")
    let session = try #require(text.range(of: "\"session\": {"))
    let moved = text[session.lowerBound...].replacing(
      /("views created": )(\d+)/, maxReplacements: 1
    ) { "\($0.1)\((Int($0.2) ?? 0) + more)" }
    try scratch.file("facts/in/pin.json", String(text[..<session.lowerBound]) + String(moved))
    return scratch
  }

  /// The variables of build servers, none of them set: the tests may run on one.
  static let noServer = [
    "CI": "", "GITHUB_ACTIONS": "", "GITLAB_CI": "", "TF_BUILD": "", "JENKINS_URL": "",
    "TEAMCITY_VERSION": "", "BUILDKITE": "", "CIRCLECI": "",
  ]

  private func run(
    _ arguments: [String], in scratch: Scratch, variables: [String: String] = [:]
  ) throws -> Program.Ending {
    let reports = arguments[0] == "run" ? ["--out", "out"] : []
    return try Program.debug.run(
      arguments + ["--facts", "facts"] + reports, in: scratch.folder,
      environment: RebaselineTests.noServer.merging(variables) { $1 })
  }

  /// Each verdict with what the committed facts have more, the gates and the first line.
  @Test(arguments: [
    (0, ["facts", "improvements"], 0, "PASS"), (3, [], 0, "PASS"), (-1, [], 0, "PASS"),
    (3, ["facts"], 1, "failed, decided by facts: facts of 1 session differ, in/pin: "),
    (-1, ["facts"], 1, "failed, decided by facts: facts of 1 session differ, in/pin: "),
    (3, ["facts", "improvements"], 3, "improved, decided by facts: facts of 1 session differ, "),
    (3, ["improvements"], 3, "improved, decided by facts: facts of 1 session differ, in/pin: "),
    (-1, ["facts", "improvements"], 1, "failed, decided by facts: facts of 1 session differ, "),
    (-1, ["improvements"], 1, "failed, decided by facts: facts of 1 session differ, in/pin: "),
  ])
  func `facts gate where they are asked to, and better ones for themselves`(
    more: Int, gates: [String], code: Int32, line: String
  ) throws {
    let scratch = try scratch(more: more)
    let ending = try run(["run", "in"] + gates.flatMap { ["--gate", $0] }, in: scratch)
    #expect(ending.code == code, "\(ending.complaints)")
    #expect(ending.output.hasPrefix(line), "\(ending.output)")
    let help = "help: lock it in: mapreplay rebaseline in --facts facts --reason '...'\n"
    #expect(ending.complaints.hasSuffix(help) == (code == 3), "\(ending.complaints)")
  }

  @Test
  func `a broken expectation is the first line, also of better facts`() throws {
    let scratch = try scratch(more: 3)
    try scratch.file(
      "in/pin.yaml", ExitStatusTests.scenario("expect: {callouts opened: exactly 2}\n"))
    for quiet in [[], ["--quiet"]] {
      let ending = try run(["run", "in", "--gate", "improvements"] + quiet, in: scratch)
      #expect(ending.code == 1)
      #expect(
        ending.output.hasPrefix(
          "failed, decided by facts: 1 of 1 scenario failed; first in/pin.yaml:10:10: "),
        "\(ending.output)")
    }
    let refused = try run(["rebaseline", "in", "--reason", "why not"], in: scratch)
    #expect(refused.code == 1)
    #expect(refused.output.hasPrefix("failed, decided by facts: 1 of 1 scenario failed; first "))
    #expect(refused.complaints.hasPrefix("help: mend that first; "), "\(refused.complaints)")
    #expect(!scratch.files(below: "facts").contains("Reasons.md"))
  }

  @Test
  func `new facts are shown, and written with their reason`() throws {
    let scratch = try scratch(more: 3)
    let before = try scratch.text("facts/in/pin.json")
    let difference = "facts of in/pin differ: views created "
    func isAsBefore() throws -> Bool {
      try scratch.text("facts/in/pin.json") == before
        && !scratch.files(below: "facts").contains("Reasons.md")
    }
    let dry = try run(["rebaseline", "in", "--dry-run"], in: scratch)
    #expect(dry.code == 0)
    #expect(dry.output.hasPrefix(difference), "\(dry.output)")
    #expect(dry.output.hasSuffix("\ndry run: 1 file would be written\n"))
    let asked = try run(["rebaseline", "in"], in: scratch)
    #expect(asked.code == 64)
    #expect(asked.output.hasPrefix(difference), "\(asked.output)")
    #expect(asked.complaints.hasPrefix("error: nothing is written without a reason\nhelp: "))
    #expect(try isAsBefore())
    for variable in RebaselineTests.noServer.keys {
      let value = variable == "JENKINS_URL" ? "http://builds.example" : "True"
      let inCI = try run(
        ["rebaseline", "in", "--reason", "x"], in: scratch, variables: [variable: value])
      #expect(inCI.code == 64)
      #expect(
        inCI.complaints.hasPrefix("error: facts are not written in CI (\(variable) is set): "))
    }
    #expect(try isAsBefore())
    for reason in ["", "  ", "two\nlines", "\u{200B}", String(repeating: "x", count: 201)] {
      let blank = try run(["rebaseline", "in", "--reason", reason], in: scratch)
      #expect(blank.code == 64, "\(reason)")
    }
    #expect(try isAsBefore())

    // Where the reason cannot be written, facts are not either.
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "facts/Reasons.md"), withIntermediateDirectories: true)
    #expect(try run(["rebaseline", "in", "--reason", "x"], in: scratch).code == 74)
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "facts/Reasons.md"))
    #expect(try isAsBefore())
    let written = try run(["rebaseline", "in", "--reason", " Pins <stay> "], in: scratch)
    #expect(written.code == 0, "\(written.complaints)")
    #expect(
      written.output.hasSuffix(
        "updated: 1 session, 1 changed, 1 file; the reason is in facts/Reasons.md\n"))
    #expect(try run(["run", "in", "--compare"], in: scratch).code == 0)
    let page = try scratch.text("facts/Reasons.md")
    #expect(page.contains("\n## Pins &lt;stay&gt;\n\n- in/pin: views created "), "\(page)")
    let again = try run(["rebaseline", "in", "--reason", "x"], in: scratch)
    #expect(again.code == 0)
    #expect(again.output == "nothing to write: updated: 1 session, nothing changed\n")
    #expect(try scratch.text("facts/Reasons.md") == page)
  }

  @Test
  func `improvements alone can be locked in`() throws {
    let worse = try scratch(more: -1)
    let arguments = ["rebaseline", "in", "--improvements", "--reason", "x"]
    let refused = try run(arguments, in: worse)
    #expect(refused.code == 1)
    #expect(
      refused.complaints.hasPrefix(
        "error: not everything that differs is better: in/pin is not only better; "))
    #expect(!worse.files(below: "facts").contains("Reasons.md"))
    let better = try scratch(more: 3)
    #expect(try run(arguments, in: better).code == 0)
    try better.file("in/other.yaml", ExitStatusTests.scenario(""))
    let new = try run(arguments, in: better)
    #expect(new.code == 1)
    #expect(new.complaints.contains("facts missing in 'facts': in/other; "), "\(new.complaints)")
  }

  /// Expectations are no facts.
  @Test
  func `improvements stay some when the scenario expects something else`() throws {
    let scratch = try scratch(more: 3, rest: "expect: {views created: at most 9}\n")
    try scratch.file(
      "in/pin.yaml", ExitStatusTests.scenario("  - snapshot: end\nexpect: {taps: at most 9}\n"))
    let ending = try run(["run", "in", "--gate", "improvements"], in: scratch)
    #expect(ending.code == 3, "\(ending.complaints)")
  }

  /// Facts that know the first set of metrics alone, as if what came with the second were new.
  @Test
  func `new metrics are added without a reason, and nothing else`() throws {
    let scratch = try scratch(more: 0)
    let facts = try scratch.text("facts/in/pin.json")
    let second = #/ *"(?:longest hitch ns|points moved by the app micropoints)": \d+,?\n/#
    let old = facts.replacing(/"metric set": \d+/, with: "\"metric set\": 1")
      .replacing(second, with: "")
    #expect(old.utf8.count < facts.utf8.count - 10)
    try scratch.file("facts/in/pin.json", old)
    let compared = try run(["run", "in", "--compare"], in: scratch)
    #expect(compared.code == 0, "\(compared.complaints)")
    #expect(compared.complaints.contains("note: new in facts, and not compared yet: "))
    for options in [
      ["rebaseline", "in"], ["rebaseline", "in", "--migrate"], ["run", "in", "--update"],
    ] {
      try scratch.file("facts/in/pin.json", old)
      let ending = try run(options, in: scratch)
      #expect(ending.code == 0, "\(ending.complaints)")
      #expect(try scratch.text("facts/in/pin.json") == facts)
      #expect(!scratch.files(below: "facts").contains("Reasons.md"))
    }
  }

  @Test
  func `migration leaves what changed alone`() throws {
    let scratch = try scratch(more: 3)
    let before = try scratch.text("facts/in/pin.json")
    try scratch.file("in/new.yaml", ExitStatusTests.scenario(""))
    let lines = """
      scenarios: nothing to migrate
      tolerances: nothing to migrate
      history: no file 'Reports/history.sqlite'

      """
    let left = """
      left to decide: updated: 2 sessions, 1 changed, 1 new; read and write them: \
      mapreplay rebaseline in --facts facts

      """
    for (options, words) in [(["--dry-run"], "to migrate"), ([], "migrated")] {
      #expect(!scratch.files(below: "facts").contains("in/new.json"))
      let ending = try run(["rebaseline", "in", "--migrate"] + options, in: scratch)
      #expect(ending.code == 0, "\(ending.complaints)")
      #expect(ending.output == lines + "facts: 2 files \(words)\n" + left, "\(ending.output)")
      #expect(try scratch.text("facts/in/pin.json") == before)
    }
    #expect(scratch.files(below: "facts").contains("in/new.json"))
  }

  @Test
  func `words of earlier versions are migrated before facts are compared`() throws {
    let scratch = try scratch(more: 0)
    let today = try scratch.text("in/pin.yaml")
    let old = today + "# deselect\n" + "teardown: [deselect]\n"
    try scratch.file("in/pin.yaml", old)
    let refused = try run(["rebaseline", "in"], in: scratch)
    #expect(refused.code == 65)
    #expect(refused.complaints.contains("'deselect' is named 'tap map' since version 0.1.0"))
    let dry = try run(["rebaseline", "in", "--migrate", "--dry-run"], in: scratch)
    #expect(
      dry.output.hasPrefix("scenarios: 1 of 2 files to migrate: 'deselect' is 'tap map'\n"),
      "\(dry.output)")
    #expect(dry.output.hasSuffix("facts: compared as soon as the scenarios are migrated\n"))
    #expect(try scratch.text("in/pin.yaml") == old)
    let ending = try run(["rebaseline", "in", "--migrate"], in: scratch)
    #expect(
      ending.output.hasPrefix("scenarios: 1 of 2 files migrated: 'deselect' is 'tap map'\n"),
      "\(ending.output)")
    #expect(try scratch.text("in/pin.yaml") == today + "# deselect\nteardown: [tap map]\n")
  }

  @Test
  func `a migration names words with their places, and passes over faulty files`() throws {
    let scratch = try scratch(more: 0)
    let today = try scratch.text("in/pin.yaml")
    let words = ["deselect", "close callout", "deselect"]
    try scratch.file(
      "in/pin.yaml",
      today + "setup:\n- pan: {by: 9 x 9 pt, over: 1 s, pace: linear}\n"
        + "teardown: [\(words.joined(separator: ", "))]\nexpect: {dirty reuses: at most 9}\n")
    let head = "scenarios: 1 of 2 files to migrate"
    let dry = try run(["rebaseline", "in", "--migrate", "--dry-run"], in: scratch)
    #expect(
      dry.output.hasPrefix(
        head + ": 'pace' is 'timing curve', 'deselect' is 'tap map', 'close callout' is "
          + "'deselect annotation' and 1 more; --verbose shows all\n"), "\(dry.output)")
    let whole = try run(["rebaseline", "in", "--migrate", "--dry-run", "--verbose"], in: scratch)
    let line = today.split(separator: "\n", omittingEmptySubsequences: false).count + 1
    let places = [
      "\(line): 'pace' is 'timing curve'", "\(line + 1): 'deselect' is 'tap map'",
      "\(line + 1): 'close callout' is 'deselect annotation'",
      "\(line + 1): 'deselect' is 'tap map'", "\(line + 2): 'dirty reuses' is 'stale reuses'",
    ]
    #expect(
      whole.output.hasPrefix(head + "\n" + places.map { "in/pin.yaml:\($0)\n" }.joined()),
      "\(whole.output)")

    try scratch.file("in/faulty.yaml", "steps: [\n")
    let faulty = try run(["rebaseline", "in", "--migrate"], in: scratch)
    #expect(faulty.code == 65)
    #expect(faulty.output.hasPrefix("scenarios: 1 of 3 files migrated: "), "\(faulty.output)")
    #expect(
      faulty.output.hasSuffix(
        "history: no file 'Reports/history.sqlite'\n"
          + "facts: compared as soon as the scenarios are mended\n"), "\(faulty.output)")
    #expect(faulty.complaints.hasPrefix("in/faulty.yaml:"), "\(faulty.complaints)")
    // Tolerances have no part in facts.
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "in/faulty.yaml"))
    try scratch.file("in/pin.yaml", today)
    try scratch.file("facts/tolerances.yaml", "tolerances: [\n")
    let facts = try run(["rebaseline", "in", "--migrate"], in: scratch)
    #expect(facts.code == 65)
    #expect(facts.output.hasSuffix("\nfacts: nothing to migrate\n"), "\(facts.output)")
    #expect(facts.complaints.hasPrefix("facts/tolerances.yaml:"), "\(facts.complaints)")
  }

  @Test(arguments: [
    (["rebaseline", "--migrate", "--no-pictures"], "--migrate leaves pictures alone"),
    (["rebaseline", "--migrate", "--pictures"], "--migrate leaves pictures alone"),
    (["rebaseline", "--history", "a.sqlite"], "--history is for --migrate"),
    (
      ["run", "--assumptions", "--update", "--no-pictures"],
      "leave out --pictures and --no-pictures"
    ),
  ])
  func `options without an effect are refused`(words: [String], complaint: String) throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      words, in: scratch.folder, environment: RebaselineTests.noServer)
    #expect(ending.code == 64)
    #expect(ending.complaints.contains(complaint), "\(ending.complaints)")
  }

  @Test
  func `film strips of a folder change with all its sessions`() throws {
    let scratch = try scratch(more: 0)
    try scratch.file("in/other.yaml", ExitStatusTests.scenario(""))
    try #require(try run(["run", "in", "--update"], in: scratch).code == 0)
    func strips() -> [String] { scratch.files(below: "facts").filter { $0.hasSuffix(".svg") } }
    let (all, page) = (["in/other.svg", "in/pin.svg"], try scratch.text("facts/in/README.md"))
    #expect(page.contains("pin.svg") && page.contains("other.svg"))
    let verbs = [["rebaseline", "in/pin.yaml"], ["run", "in/pin.yaml", "--update"]]
    for words in verbs {
      let ending = try run(words + ["--no-pictures"], in: scratch)
      #expect(ending.code == 0, "\(ending.complaints)")
      #expect(
        ending.complaints.contains(
          "note: 'facts/in' keeps its film strips: this run lacks in/other; replay all scenarios "
            + "of the folder\n"), "\(ending.complaints)")
      #expect(strips() == all)
      #expect(try scratch.text("facts/in/README.md") == page)
    }
    try #require(try run(["rebaseline", "in", "--no-pictures"], in: scratch).code == 0)
    #expect(strips().isEmpty)
    for words in verbs {
      let ending = try run(words + ["--pictures"], in: scratch)
      #expect(
        ending.complaints.contains("note: 'facts/in' stays without film strips: "),
        "\(ending.complaints)")
      #expect(strips().isEmpty)
    }
  }

  @Test
  func `film strips are left out of a repository, and stay out until they are asked for`() throws {
    let scratch = try scratch(more: 0)
    func strips() -> [String] { scratch.files(below: "facts").filter { $0.hasSuffix(".svg") } }
    func page() throws -> String { try scratch.text("facts/in/README.md") }
    #expect(strips() == ["in/pin.svg"])
    let full = try page()
    #expect(full.contains("pin.svg"))
    // Each command, with the strips that it leaves.
    let other = try scratch.file("new/other.yaml", ExitStatusTests.scenario(""))
    defer { withExtendedLifetime(other) {} }
    for (words, left) in [
      (["rebaseline", "in", "--no-pictures", "--dry-run"], ["in/pin.svg"]),
      (["rebaseline", "in", "--no-pictures"], []), (["rebaseline", "in"], []),
      (["run", "in", "--update"], []), (["run", "new", "--update", "--devices", "in/Devices"], []),
      (["rebaseline", "in", "--pictures"], ["in/pin.svg"]),
      (["run", "in", "--update", "--no-pictures"], []),
    ] {
      let ending = try run(words, in: scratch)
      #expect(ending.code == 0, "\(words): \(ending.complaints)")
      #expect(strips() == left, "\(words)")
      let compared = try run(["run", "in", "--compare"], in: scratch)
      #expect(compared.code == 0, "\(words): \(compared.complaints)")
      // Neither a strip nor its absence is a note.
      #expect(!compared.complaints.contains("up to date"), "\(words): \(compared.complaints)")
      #expect(try page().contains("pin.svg") == !left.isEmpty, "\(words)")
    }
    let misplaced = try run(["run", "in", "--no-pictures"], in: scratch)
    #expect(misplaced.code == 64)
  }

  @Test
  func `the callbacks of a session stand alone, and why it fails is a complaint`() throws {
    let scratch = try scratch(more: 3)
    let ending = try run(["run", "in", "--log", "--gate", "facts"], in: scratch)
    #expect(ending.code == 1)
    #expect(ending.output.hasPrefix("# in/pin: "), "\(ending.output)")
    #expect(ending.complaints.hasPrefix("failed, decided by facts: facts of 1 session differ, "))
  }
}
