import Formatting
import Foundation
import Support
import Testing

/// Verbs print no more lines of a large input than a screen has.
@Suite("Limits of what verbs print")
struct ScreenTests {
  /// More files than a screen has lines.
  private static let count = 60

  /// Folders of scenarios: good ones, which are not laid out, and faulty ones, with equal faults
  /// and with others; the facts of the good ones are those of another map.
  private static func world() throws -> Scratch {
    let scratch = try Scratch()
    for folder in ["good", "equal", "other"] {
      try scratch.file("\(folder)/Devices/test-phone.yaml", TestDevice.text)
    }
    for index in 0..<count {
      let name = "s\(100 + index).yaml"
      try scratch.file("good/\(name)", ExitStatusTests.scenario("tags:  [t\(index)]\n"))
      try scratch.file("equal/\(name)", ExitStatusTests.scenario("  - zooom: 1\n"))
      try scratch.file("other/\(name)", ExitStatusTests.scenario("  - zooom\(index): 1\n"))
    }
    let steps = String(repeating: "  - wait: 10 ms\n", count: count)
    try scratch.file("long/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("long/long.yaml", ExitStatusTests.scenario(steps))
    let update = ["run", "good", "--update", "--facts", "facts", "--out", "out"]
    try #require(try Program.debug.run(update, in: scratch.folder).code == 0)
    for index in 0..<count {
      let path = "good/s\(100 + index).yaml"
      try scratch.file(path, try scratch.text(path).replacing("10 km x 10 km", with: "9 km x 9 km"))
    }
    return scratch
  }

  /// Each verb with what makes its output grow, and the options that print all.
  private static let verbs: [(words: [String], whole: [String])] = [
    (["validate", "equal"], ["--verbose"]), (["validate", "other"], ["--verbose"]),
    (["run", "equal"], ["--verbose"]), (["list", "other"], ["--verbose"]),
    (["count", "other"], ["--verbose"]), (["rebaseline", "other"], ["--verbose"]),
    (["coverage", "other"], []), (["list", "good"], ["--verbose"]),
    (["list", "good", "--tags"], ["--verbose"]), (["fmt", "good", "--check"], ["--verbose"]),
    (["run", "good", "--dry-run"], ["--verbose"]), (["explain", "long/long.yaml"], ["--all"]),
    (["rebaseline", "good", "--facts", "facts"], ["--verbose"]),
    (["coverage", "good"], ["--unreached"]), (["explain", "options"], ["--all"]),
    (["explore", "--list-laws"], ["--verbose"]),
    (
      ["adjusters", "--columns", "6", "--rows", "6", "--zooms", "8", "--latitudes", "0"],
      ["--verbose"]
    ),
  ]

  /// Verbs without a row, each with what limits its output.
  private static let others = [
    "bench": "a table of a fixed workload", "bisect": "a line for each step",
    "compare": "the tests of comparisons", "conformance": "the tests of golden cases",
    "diff": "the tests of comparisons", "docs": "a line for each page",
    "doctor": "a line for each property of the machine", "export": "a file for other programs",
    "history": "a test below", "init": "a line for each file", "merge": "that of run",
    "new": "a line", "profile": "its option --top", "report": "a line",
    "sample": "a line for another process", "schema": "a file for other programs",
    "watch": "that of run",
  ]

  @Test
  func `have a row for each verb, or something else that limits it`() throws {
    let help = try Program.debug.run(["--help"]).output
    let verbs = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
      .split(separator: "\n").compactMap { $0.wholeMatch(of: #/  ([a-z]+) .*/#)?.1 }.map {
        String($0)
      }
    #expect(verbs.count > 20)
    let known = Set(ScreenTests.verbs.map { $0.words[0] }).union(ScreenTests.others.keys)
    for verb in verbs where verb != "help" { #expect(known.contains(verb), "\(verb)") }
    for verb in ScreenTests.others.keys {
      #expect(!ScreenTests.verbs.contains { $0.words[0] == verb }, "\(verb)")
    }
  }

  @Test
  func `fit on a screen and say what shows the rest`() throws {
    let scratch = try ScreenTests.world()
    func lines(_ words: [String]) throws -> [Substring] {
      let ending = try Program.debug.run(
        words, in: scratch.folder, environment: RebaselineTests.noServer)
      return (ending.output + ending.complaints).split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast()
    }
    for (words, whole) in ScreenTests.verbs {
      let short = try lines(words)
      #expect(short.count <= TextLayout.height, "\(words): \(short.count)")
      let rest = short.filter { $0.contains(/^(\s*)and [0-9,]+ more.*; .*--[a-z]+ shows them$/) }
      #expect(rest.count == 1, "\(words): \(rest)")
      guard !whole.isEmpty else { continue }
      let all = try lines(words + whole)
      #expect(all.count >= ScreenTests.count, "\(words): \(all.count)")
      #expect(!all.contains { $0.hasSuffix(" shows them") }, "\(words)")
    }
  }

  @Test
  func `fit on a screen for faults of device profiles`() throws {
    let scratch = try Scratch()
    for index in 0..<ScreenTests.count {
      try scratch.file("in/Devices/p\(index).yaml", "device: p\(index)\nfast\(index): 1\n")
    }
    func lines(_ options: [String]) throws -> [Substring] {
      try Program.debug.run(["list", "in"] + options + ["--devices"], in: scratch.folder)
        .complaints.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    let short = try lines([])
    #expect(short.count <= TextLayout.height)
    #expect(short.contains { $0.hasSuffix("more; mapreplay list --devices --verbose shows them") })
    #expect(try lines(["--verbose"]).count > 10 * ScreenTests.count)
  }

  @Test
  func `fit on a screen for a history of many runs`() throws {
    let scratch = try HistoryVerbTests.scratch()
    let digits = (0..<ScreenTests.count).map { "\($0 / 4 % 10)" }.joined()
    let runs = try HistoryVerbTests.runs(digits, in: scratch)
    for (words, whole) in [
      (["add"] + runs, "--verbose"), (["list"], "--all"), (["gate"], "--verbose"),
      (["changes"], "--verbose"),
    ] {
      func lines(_ options: [String]) throws -> Int {
        try Program.debug.run(["history"] + words + options, in: scratch.folder)
          .output.split(separator: "\n").count
      }
      #expect(try 2...TextLayout.height ~= lines([]), "\(words[0])")
      #expect(try lines([whole]) >= lines([]), "\(words[0])")
    }
  }

  @Test
  func `tell equal faults once, with the first places`() throws {
    let scratch = try ScreenTests.world()
    let ending = try Program.debug.run(["validate", "equal"], in: scratch.folder)
    #expect(
      ending.complaints == """
        equal/s100.yaml:10:5: error[MR0601]: unknown step 'zooom'
         10 |   - zooom: 1
            |     ^^^^^
        help: did you mean 'zoom'?
        note: the same in equal/s101.yaml:10:5, equal/s102.yaml:10:5 and 57 more

        and 57 more; mapreplay validate --verbose shows them

        more about a diagnostic: mapreplay explain MR0601
        60 diagnostics in 60 of 60 files

        """)
  }
}
