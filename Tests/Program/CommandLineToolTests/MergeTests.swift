import Foundation
import Support
import Testing

/// The parts of a run that several machines played are one run.
@Suite("mapreplay merge")
struct MergeTests {
  private static let reports = [
    "run.json", "scenes.json", "report.html", "summary.md", "junit.xml", "metrics.csv",
  ]

  /// Scenarios of which one fails, one has variants and one is committed otherwise.
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for name in ["a", "b", "c", "d", "e"] {
      let bound = name == "c" ? 0 : 900
      try scratch.file(
        "in/\(name).yaml", ExitStatusTests.scenario("expect: {frames: at most \(bound)}"))
    }
    try scratch.file(
      "in/v.yaml",
      ExitStatusTests.scenario(
        """
        variants: [upstream, corrected]
        expect: {frames: {upstream: at most 900, corrected: at most 901}}
        """
      ).replacing("{pins: {callout", with: "{pins: {cluster: {engine: reference}, callout"))
    return scratch
  }

  private static func play(_ shard: String, in scratch: Scratch, _ more: [String] = []) throws
    -> Program.Ending
  {
    try Program.debug.run(
      ["run", "in", "--no-times", "--shard", shard, "--out", "part-\(shard.prefix(1))"] + more,
      in: scratch.folder)
  }

  @Test(arguments: [[], ["--compare", "--facts", "facts", "--devices", "in/Devices"]])
  func `the whole is what one machine reports, to the byte`(more: [String]) throws {
    let scratch = try MergeTests.scratch()
    let update = try Program.debug.run(
      [
        "run", "in", "--no-times", "--update", "--facts-of-failed", "--facts", "facts", "--out",
        "out",
      ], in: scratch.folder)
    #expect(update.code == 1, "one expectation is broken")
    // Facts of a scenario that is gone, and others than there are.
    try scratch.file("facts/in/gone.json", try scratch.text("facts/in/a.json"))
    try scratch.file(
      "facts/in/b.json", try scratch.text("facts/in/b.json").replacing("seed", with: "seat"))
    // A page of sessions that several parts play.
    try scratch.file("facts/in/README.md", try scratch.text("facts/in/README.md") + "a line\n")
    for number in 1...3 {
      let part = try MergeTests.play("\(number)/3", in: scratch, more)
      #expect(part.code == (more.isEmpty && part.output.contains(" 0 failed") ? 0 : part.code))
    }
    let whole = try Program.debug.run(
      ["run", "in", "--no-times", "--out", "whole"] + more, in: scratch.folder)
    let merged = try Program.debug.run(
      ["merge", "part-2", "part-3/run.json", "part-1", "--out", "merged"], in: scratch.folder)
    #expect(merged.code == 1 && whole.code == 1, "\(merged.output)\(merged.complaints)")
    #expect(merged.complaints == whole.complaints)
    for name in MergeTests.reports {
      #expect(
        try scratch.text("merged/\(name)") == scratch.text("whole/\(name)"), "\(name)")
    }
    #expect(
      merged.output.split(separator: "\n").last == whole.output.split(separator: "\n").last)
    #expect(
      merged.output.hasPrefix(
        "failed, decided by facts: 1 of 7 sessions of 6 scenarios failed; first "))
  }

  @Test(arguments: [
    ("{}", true), (#"{"sessions": [{"id": "in/a"}]}"#, true),
    (#"{"sessions": [{"id": "other", "measurements": {"real ns": 7}}]}"#, true),
    (#"{"sessions": [{"id": "in/a", "measurements": {"real ns": 7}}]}"#, false),
  ])
  func `durations of no session are noted`(text: String, isNoted: Bool) throws {
    let scratch = try MergeTests.scratch()
    try scratch.file("before.json", text)
    let part = try MergeTests.play("1/9", in: scratch, ["--durations", "before.json"])
    let notes = part.complaints.split(separator: "\n").filter {
      $0.hasPrefix("note: 'before.json' says of none of these sessions how long it took")
    }
    #expect(notes.count == (isNoted ? 1 : 0), "\(part.complaints)")
    #expect(try part.code == MergeTests.play("1/9", in: scratch).code)
  }

  @Test
  func `what cannot be written is the first thing that is said`() throws {
    let scratch = try MergeTests.scratch()
    for number in 1...3 { _ = try MergeTests.play("\(number)/3", in: scratch) }
    try scratch.file("blocked", "a file where a folder should be")
    let merged = try Program.debug.run(
      ["merge", "part-1", "part-2", "part-3", "--out", "blocked/out", "-q"], in: scratch.folder)
    #expect(merged.code == 74)
    #expect(merged.output.hasPrefix("failed: cannot write blocked/out/"), "\(merged.output)")
    #expect(merged.output.contains("\nfailed, decided by facts: 1 of 7 sessions "))
    #expect(merged.complaints.hasSuffix("or the disk is full\n"), "\(merged.complaints)")
  }

  /// Sessions are copied as they stand in a line; one in several lines is written anew.
  @Test
  func `a part that another program laid out makes the same whole`() throws {
    let scratch = try MergeTests.scratch()
    for number in 1...3 { _ = try MergeTests.play("\(number)/3", in: scratch) }
    let whole = try Program.debug.run(
      ["run", "in", "--no-times", "--out", "whole"], in: scratch.folder)
    #expect(whole.code == 1)
    let part = try scratch.text("part-1/run.json")
    let spread = part.replacing(",\"id\":", with: ",\n  \"id\": ")
    #expect(spread != part)
    try scratch.file("part-1/run.json", spread)
    let merged = try Program.debug.run(
      ["merge", "part-1", "part-2", "part-3", "--out", "merged"], in: scratch.folder)
    #expect(merged.code == 1, "\(merged.complaints)")
    #expect(try scratch.text("merged/run.json") == scratch.text("whole/run.json"))
  }

  @Test(arguments: [("2027-01-31", Int32(0)), ("2027-02-01", 1)])
  func `known failures are those of the parts, and are judged by the day of these`(
    day: String, code: Int32
  ) throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    let known = "known failure: {metric: frames, ticket: MAP-53, until: 2027-01-31}\n"
    for name in ["a", "b", "c"] {
      try scratch.file(
        "in/\(name).yaml",
        ExitStatusTests.scenario(name == "b" ? "expect: {frames: at most 0}\n" + known : ""))
    }
    for number in 1...3 {
      _ = try MergeTests.play("\(number)/3", in: scratch, ["--today", day])
    }
    let whole = try Program.debug.run(
      ["run", "in", "--no-times", "--today", day, "--out", "whole"], in: scratch.folder)
    let merged = try Program.debug.run(
      ["merge", "part-1", "part-2", "part-3", "--out", "merged"], in: scratch.folder)
    #expect(whole.code == code && merged.code == code, "\(merged.output)\(merged.complaints)")
    #expect(merged.output.contains("2 of 3 scenarios passed, 1 known failure") == (code == 0))
    let words = merged.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("the known failure was allowed until 2027-01-31") == (code == 1))
    for name in MergeTests.reports {
      #expect(try scratch.text("merged/\(name)") == scratch.text("whole/\(name)"), "\(name)")
    }
  }

  @Test
  func `parts that are missing, double or of another run are named, all at once`() throws {
    let scratch = try MergeTests.scratch()
    for number in [1, 2] { _ = try MergeTests.play("\(number)/3", in: scratch) }
    func merge(_ parts: [String]) throws -> Program.Ending {
      try Program.debug.run(["merge"] + parts + ["--out", "merged"], in: scratch.folder)
    }
    let missing = try merge(["part-1", "part-2"])
    #expect(missing.code == 66)
    #expect(missing.complaints.hasPrefix("error: part 3 of 3 is missing\nhelp: "))
    let double = try merge(["part-1", "part-2", "part-1"])
    #expect(double.code == 65)
    #expect(
      double.complaints.hasPrefix(
        "error: part 1 of 3 is there twice: part-1 and part-1\nerror: part 3 of 3 is missing\n"))
    try scratch.file("in/f.yaml", ExitStatusTests.scenario(""))
    _ = try MergeTests.play("3/3", in: scratch)
    let other = try merge(["part-1", "part-2", "part-3"])
    #expect(other.code == 65)
    #expect(
      other.complaints.contains(
        "error: part-3 is of another run than part-1: sessions in all 8 instead of 7; scenarios "
          + "with the digest "), "\(other.complaints)")
    let nothing = try merge(["part-1", "nowhere"])
    #expect(nothing.code == 66 && nothing.complaints.contains("'nowhere'"))
    #expect(!scratch.files().contains { $0.hasPrefix("merged") }, "nothing is half written")
    let whole = try Program.debug.run(
      ["run", "in", "--no-times", "--out", "whole"], in: scratch.folder)
    #expect(whole.code == 1)
    #expect(try merge(["whole"]).complaints.contains("whole is no part of a run: it was made "))
  }

  @Test
  func `an index page that is old is a note of the parts together as of the whole`() throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for name in ["a", "b", "c"] {
      try scratch.file("in/\(name).yaml", ExitStatusTests.scenario(""))
    }
    func run(_ words: [String]) throws -> Program.Ending {
      try Program.debug.run(["run", "in", "--no-times"] + words, in: scratch.folder)
    }
    #expect(try run(["--update", "--facts", "facts", "--out", "out"]).code == 0)
    for line in ["", "a line\n"] {
      try scratch.file("facts/README.md", try scratch.text("facts/README.md") + line)
      let compared = ["--compare", "--facts", "facts"]
      let whole = try run(compared + ["--out", "whole"])
      #expect(whole.code == 0)
      #expect(whole.complaints.contains("note: 'facts/README.md' is not up") == !line.isEmpty)
      for number in 1...2 {
        let part = try MergeTests.play("\(number)/2", in: scratch, compared)
        #expect(part.code == 0, "no part has all of the page")
      }
      let merged = try Program.debug.run(
        ["merge", "part-1", "part-2", "--out", "merged"], in: scratch.folder)
      #expect(merged.code == 0, "\(merged.output)\(merged.complaints)")
      #expect(merged.complaints == whole.complaints)
      #expect(try scratch.text("merged/run.json") == scratch.text("whole/run.json"))
    }
  }

  @Test(arguments: [
    (["--compare", "--facts", "facts"], "facts compared in 'facts' instead of not compared"),
    (["--gate", "improvements", "--facts", "facts"], "gates improvements instead of none"),
    (["--seed", "7"], "scenarios with the digest "),
  ])
  func `parts that were played or judged otherwise make no whole`(
    more: [String], complaint: String
  ) throws {
    let scratch = try MergeTests.scratch()
    _ = try MergeTests.play("1/2", in: scratch)
    _ = try MergeTests.play("2/2", in: scratch, more)
    let merged = try Program.debug.run(
      ["merge", "part-1", "part-2", "--out", "merged"], in: scratch.folder)
    #expect(merged.code == 65)
    #expect(merged.complaints.contains(complaint), "\(merged.complaints)")
  }

  @Test
  func `no part that cannot be is read, and none is replaced`() throws {
    let scratch = try MergeTests.scratch()
    _ = try MergeTests.play("1/1", in: scratch)
    let text = try scratch.text("part-1/run.json")
    let shard = "\"shard\":{\"number\":1,\"count\":1,"
    #expect(text.contains(shard))
    for (number, count) in [(1, 2_000_000_000), (1, 0), (1, -3), (2, 1), (0, 1)] {
      try scratch.file(
        "other/run.json",
        text.replacing(shard, with: "\"shard\":{\"number\":\(number),\"count\":\(count),"))
      let merged = try Program.debug.run(
        ["merge", "other", "--out", "merged"], in: scratch.folder)
      let diagnostic =
        count < 0 ? "the number is less than there can be" : "there is no such part of a"
      #expect(merged.code == 65 && merged.complaints.contains(diagnostic), "\(merged.complaints)")
    }
    for out in ["part-1", "in/../part-1/"] {
      let merged = try Program.debug.run(["merge", "part-1", "--out", out], in: scratch.folder)
      #expect(merged.code == 64 && merged.complaints.contains("--out is the folder of a part"))
    }
    #expect(try scratch.text("part-1/run.json") == text)
  }

  @Test
  func `a run without times is the same bytes again`() throws {
    let scratch = try MergeTests.scratch()
    let texts = try (1...2).map { number in
      _ = try Program.debug.run(
        ["run", "in", "--no-times", "--out", "out-\(number)"], in: scratch.folder)
      return try MergeTests.reports.map { try scratch.text("out-\(number)/\($0)") }
    }
    #expect(texts[0] == texts[1])
    #expect(!texts[0][0].contains("started at s"))
    let gate = try Program.debug.run(
      ["run", "in", "--no-times", "--gate", "time"], in: scratch.folder)
    #expect(gate.code == 64)
  }
}
