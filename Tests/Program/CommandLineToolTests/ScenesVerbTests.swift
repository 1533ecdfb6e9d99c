import Foundation
import Support
import Testing

/// Runs whose scenes file is where it belongs, elsewhere, or of another run.
@Suite("Scenes beside a run file")
struct ScenesVerbTests {
  /// The reports of two sessions in `out`.
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for name in ["a", "b"] { try scratch.file("in/\(name).yaml", ExitStatusTests.scenario("")) }
    try play("out", in: scratch)
    return scratch
  }

  private static func play(_ out: String, in scratch: Scratch, _ more: [String] = []) throws {
    let ending = try Program.debug.run(
      ["run", "in", "--no-times", "--shard", "1/1", "--out", out] + more, in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
  }

  private static let help =
    "help: put the scenes.json of the same run beside its run.json and run the command again\n"

  /// Also of a run file with another name in another folder.
  @Test
  func `report writes the page of the run, to the byte`() throws {
    let scratch = try Self.scratch()
    let page = try scratch.text("out/report.html")
    try scratch.file("kept/july.json", try scratch.text("out/run.json"))
    try scratch.file("kept/scenes.json", try scratch.text("out/scenes.json"))
    for path in ["out", "out/run.json", "kept/july.json"] {
      let ending = try Program.debug.run(
        ["report", path, "--html", "page.html"], in: scratch.folder)
      #expect(ending.code == 0 && ending.complaints.isEmpty, "\(ending.complaints)")
      #expect(try scratch.text("page.html") == page, "\(path)")
    }
  }

  /// The same scenarios, of which one has another callout since.
  @Test
  func `a run, a report and a comparison play what changed before and now`() throws {
    let scratch = try Self.scratch()
    let text = ExitStatusTests.scenario("").replacing("adjust: none", with: "adjust: ideal")
    try scratch.file("in/b.yaml", text)
    let run = try Program.debug.run(
      ["run", "in", "--no-times", "--against", "out", "--out", "now"], in: scratch.folder)
    #expect(run.code == 0, "a difference from an earlier run fails nothing: \(run.complaints)")
    #expect(run.output.contains("\nsince the run 'out': 1 of 2 sessions changed\n  in/b: "))
    let page = try scratch.text("now/report.html")
    #expect(page.contains("before%20in/b") && !page.contains("before%20in/a"))
    let report = try Program.debug.run(
      ["report", "now", "--against", "out", "--html", "page.html"], in: scratch.folder)
    #expect(report.code == 0 && report.output.contains("since the run 'out': 1 of 2 sessions"))
    #expect(try scratch.text("page.html") == page)
    let compared = try Program.debug.run(
      ["compare", "out/run.json", "now/run.json", "--html", "both.html"], in: scratch.folder)
    #expect(compared.code == 1, "\(compared.complaints)")
    #expect(try scratch.text("both.html").contains("before%20in/b"))
    // The run file has nothing of the comparison: it may be compared with another one.
    try Self.play("alone", in: scratch, ["-q"])
    #expect(try scratch.text("now/scenes.json") == scratch.text("alone/scenes.json"))
    #expect(try !scratch.text("now/run.json").contains("\"out\""))
  }

  @Test
  func `an earlier run that is missing, or of other scenarios, is refused before anything plays`()
    throws
  {
    let scratch = try Self.scratch()
    try scratch.file("other/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("other/c.yaml", ExitStatusTests.scenario(""))
    let refused = [
      ("nowhere", 66, "there is no run file"), ("out", 66, "'out' has none of these sessions"),
    ]
    for (path, code, words) in refused {
      let ending = try Program.debug.run(
        ["run", "other", "--no-times", "--against", path, "--out", "new"], in: scratch.folder)
      #expect(ending.code == Int32(code) && ending.complaints.contains(words), "\(ending)")
      #expect(throws: (any Error).self) { try scratch.text("new/run.json") }
    }
  }

  @Test
  func `verbs that show no scene need none, and the others say what is missing`() throws {
    let scratch = try Self.scratch()
    try scratch.file("moved/run.json", try scratch.text("out/run.json"))
    let quiet = [
      ["export", "moved/run.json", "--to", "csv"], ["diff", "out", "moved"],
      ["compare", "out/run.json", "moved/run.json"],
      ["history", "add", "moved/run.json", "--history", "h.sqlite"],
      ["run", "in", "--no-times", "--shard", "1/2", "--durations", "moved", "--out", "half", "-q"],
    ]
    for words in quiet {
      let ending = try Program.debug.run(words, in: scratch.folder)
      #expect(ending.code == 0, "\(words): \(ending.complaints)")
      #expect(!ending.complaints.contains("scenes"), "\(words): \(ending.complaints)")
    }
    for words in [["report", "moved"], ["merge", "moved", "--out", "whole", "-q"]] {
      let ending = try Program.debug.run(words, in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
      #expect(
        ending.complaints == """
          warning: there is no scenes file 'moved/scenes.json'; the page has no player for 2 of \
          2 sessions, and everything else is complete

          """ + Self.help)
    }
    let merged = try Program.debug.run(["merge", "out", "--out", "all", "-q"], in: scratch.folder)
    #expect(merged.code == 0 && merged.complaints.isEmpty, "\(merged.complaints)")
    for name in ["run.json", "summary.md", "junit.xml", "metrics.csv"] {
      #expect(try scratch.text("whole/\(name)") == scratch.text("all/\(name)"), "\(name)")
    }
    let ending = try Program.debug.run(["report", "whole"], in: scratch.folder)
    #expect(
      ending.complaints.hasPrefix(
        "warning: the scenes file 'whole/scenes.json' is of another run, or was changed or cut; "
          + "the page has no player for 2 of 2 sessions"), "\(ending.complaints)")
  }

  @Test
  func `scenes of another run, damaged ones and what is no file are refused in a sentence`() throws
  {
    let scratch = try Self.scratch()
    try Self.play("other", in: scratch, ["--seed", "7"])
    let scenes = try scratch.text("out/scenes.json")
    let complaints: [(text: String, words: String)] = [
      (try scratch.text("other/scenes.json"), "is of another run, or was changed or cut; the page"),
      (scenes.replacing("\"in/b\",", with: "\"in/b\", "), "no player for 1 of 2 sessions"),
      (
        String(scenes.prefix { $0 != "]" }) + "]",
        "the file ends where a comma or the end of a list has"
      ),
      ("", "warning: out/scenes.json:1:1: the file ends where a value has to come; the page"),
    ]
    for (text, words) in complaints {
      try scratch.file("out/scenes.json", text)
      let ending = try Program.debug.run(["report", "out"], in: scratch.folder)
      #expect(ending.code == 0 && ending.complaints.contains(words), "\(ending.complaints)")
      #expect(ending.complaints.hasSuffix(Self.help), "\(ending.complaints)")
    }
    let file = scratch.folder.appending(path: "out/scenes.json")
    func refuse() throws {
      let ending = try Program.debug.run(["report", "out"], in: scratch.folder)
      #expect(ending.code == 0)
      #expect(ending.complaints.contains("'out/scenes.json' cannot be read; the page has no"))
    }
    // A file of 8 TB, of which the disk has nothing.
    try FileHandle(forWritingTo: file).truncate(atOffset: 8 << 40)
    try refuse()
    try FileManager.default.removeItem(at: file)
    try scratch.file("out/scenes.json/file", "")
    try refuse()
    let again = try Program.debug.run(
      ["run", "in", "--no-times", "--seed", "7", "--out", "out"], in: scratch.folder)
    #expect(again.code == 74, "\(again.complaints)")
    #expect(try !scratch.text("out/run.json").contains("\"seed\":\"7\""), "both files or neither")
  }

  @Test
  func `parts with and without scenes make one run`() throws {
    let scratch = try Self.scratch()
    for number in 1...2 {
      let part = try Program.debug.run(
        ["run", "in", "--no-times", "--shard", "\(number)/2", "--out", "part-\(number)"],
        in: scratch.folder)
      #expect(part.code == 0, "\(part.complaints)")
    }
    let second = try scratch.text("part-2/scenes.json")
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "part-2/scenes.json"))
    let merged = try Program.debug.run(
      ["merge", "part-1", "part-2", "--out", "whole", "-q"], in: scratch.folder)
    #expect(merged.code == 0)
    #expect(
      merged.complaints.hasPrefix(
        "warning: there is no scenes file 'part-2/scenes.json'; the page has no player for 1 of 1 "
          + "session, "))
    let report = try Program.debug.run(["report", "whole"], in: scratch.folder)
    #expect(report.complaints.contains(" for 1 of 2 sessions,"), "\(report.complaints)")
    // A file that is put back later is found by the same digests.
    try scratch.file("part-2/scenes.json", second)
    let again = try Program.debug.run(
      ["merge", "part-1", "part-2", "--out", "whole", "-q"], in: scratch.folder)
    #expect(again.complaints.isEmpty)
    #expect(try scratch.text("whole/scenes.json") == scratch.text("out/scenes.json"))
  }
}
