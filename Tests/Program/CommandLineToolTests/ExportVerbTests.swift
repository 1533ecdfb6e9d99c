import Foundation
import Glibc
import Support
import Testing

@Suite("Exports of a run")
struct ExportVerbTests {
  /// A folder with a run of one scenario that fails.
  private func world() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file(
      "in/pin.yaml", ExitStatusTests.scenario("  - expect: {selections: exactly 7}\n"))
    _ = try Program.debug.run(["run", "in", "--out", "out"], in: scratch.folder)
    return scratch
  }

  @Test
  func `one file goes to the output, several into a folder, whole or not at all`() throws {
    let scratch = try world()
    let printed = try Program.debug.run(
      ["export", "out/run.json", "--to", "github"], in: scratch.folder)
    #expect(printed.code == 0, "\(printed.complaints)")
    #expect(printed.output.hasPrefix("::error file=in/pin.yaml,line="), "\(printed.output)")
    #expect(scratch.files(below: "exports").isEmpty)
    let written = try Program.debug.run(
      ["export", "out/run.json", "--to", "perfetto", "--to", "junit", "--out", "exports"],
      in: scratch.folder)
    #expect(written.code == 0, "\(written.complaints)")
    #expect(
      written.output == "exported to exports: junit.xml, perfetto/in/pin.trace.json\n")
    #expect(
      scratch.files(below: "exports").sorted() == ["junit.xml", "perfetto/in/pin.trace.json"])
    #expect(try scratch.text("exports/junit.xml") == scratch.text("out/junit.xml"))
  }

  /// One file on two machines: the second one plays nothing.
  @Test
  func `a part without sessions has no files of sessions, but a folder`() throws {
    let scratch = try world()
    _ = try Program.debug.run(
      ["run", "in", "--shard", "2/2", "--out", "part"], in: scratch.folder)
    func export(_ more: [String]) throws -> Program.Ending {
      try Program.debug.run(
        ["export", "part/run.json", "--to", "perfetto"] + more, in: scratch.folder)
    }
    let ending = try export(["--out", "exports/part"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      ending.complaints == "note: nothing to export to exports/part: the run has no sessions\n")
    let folder = scratch.folder.appending(path: "exports/part")
    #expect(FileManager.default.fileExists(atPath: folder.path))
    let printed = try export([])
    #expect(printed.code == 0 && printed.output.isEmpty)
    #expect(printed.complaints == "note: nothing to export: the run has no sessions\n")
    let blocked = try export(["--out", "in/pin.yaml/x"])
    #expect(blocked.code == 74, "\(blocked.complaints)")
    #expect(blocked.complaints.hasPrefix("error: cannot write in/pin.yaml/x: "))
    let both = try export(["--to", "csv", "--out", "exports/csv"])
    #expect(both.code == 0 && both.output == "exported to exports/csv: metrics.csv\n")
  }

  @Test(arguments: [
    (
      ["--to", "xml"], 64,
      "there is no format 'xml'; --to takes junit, markdown, comment, csv, github"
    ),
    ([], 64, "--to takes a format: junit"),
    (["--to", "junit", "--to", "csv"], 64, "these are 2 files, which need a folder: --out DIR"),
    (["--to", "csv", "--session", "in/pins"], 66, "none of 1 sessions in 'out/run.json' is"),
    (["--to", "csv", "--filter", "zoo"], 66, "one with 'zoo'"),
    (["--to", "csv", "--out", "in/pin.yaml/x"], 74, "cannot write"),
    (["--to", "csv", "--against", "out"], 64, "--against is for --to comment"),
    (["--to", "comment", "--against", "out", "--variants", "a,b"], 64, "not both"),
    (["--to", "comment", "--variants", "a,a"], 64, "--variants takes two names, such as"),
    (["--to", "comment", "--base-url", "https://a.org/(b)"], 64, "--base-url takes an address"),
    (["--to", "comment", "--variants", "a,b"], 66, "has both variants 'a' and 'b'\nhelp: give a"),
    (["--to", "comment", "--against", "none"], 66, "there is no run file 'none'"),
    (["--to", "comment", "--against", "in/pin.yaml"], 65, "help: give the run.json"),
  ])
  func `says what it cannot do`(arguments: [String], code: Int32, words: String) throws {
    let scratch = try world()
    let ending = try Program.debug.run(
      ["export", "out/run.json"] + arguments, in: scratch.folder)
    #expect(ending.code == code)
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
  }

  @Test
  func `a comment compares with another run, and has the film strip beside it`() throws {
    let scratch = try world()
    func export(_ more: [String]) throws -> Program.Ending {
      try Program.debug.run(
        ["export", "new", "--to", "comment", "--against", "out"] + more, in: scratch.folder)
    }
    let text = try scratch.text("in/pin.yaml")
    try scratch.file(
      "in/pin.yaml", text.replacing("points: [", with: "points: [{id: c, lat: 50.0, lon: 8.01}, "))
    _ = try Program.debug.run(["run", "in", "--out", "new"], in: scratch.folder)
    let printed = try export([])
    #expect(printed.code == 0, "\(printed.complaints)")
    #expect(
      printed.output.hasPrefix(
        "## ❌ MapReplay: 1 of 1 scenario failed\n\nCompared with `out`, 1 of 1 session differs"),
      "\(printed.output)")
    #expect(printed.output.contains("\n| `in/pin` | views created | 2 | 3 | +1 | **worse** |\n"))
    let written = try export(["--out", "new", "--base-url", "https://a.org/b/"])
    #expect(written.output == "exported to new: comment.md, film-strip.svg\n")
    #expect(try scratch.text("new/comment.md").contains("(https://a.org/b/film-strip.svg)\n"))
    #expect(try scratch.text("new/film-strip.svg").hasPrefix("<svg"))
    let filtered = try export(["--filter", "in/pin"])
    #expect(filtered.output == printed.output)
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "in/pin.yaml"))
    try scratch.file("in/other.yaml", ExitStatusTests.scenario(""))
    _ = try Program.debug.run(["run", "in", "--out", "new"], in: scratch.folder)
    let apart = try export([])
    #expect(apart.code == 66 && apart.complaints.contains("have no session in common\nhelp: "))
  }

  @Test
  func `says that there is no run`() throws {
    let scratch = try world()
    let missing = try Program.debug.run(["export", "none.json", "--to", "csv"], in: scratch.folder)
    #expect(missing.code == 66 && missing.complaints.contains("there is no run file 'none.json'"))
    let other = try Program.debug.run(["export", "in/pin.yaml", "--to", "csv"], in: scratch.folder)
    #expect(other.code == 65 && other.complaints.contains("help: give the run.json"))
    // Nobody writes into it, which nobody waits for.
    #expect(unsafe mkfifo("\(scratch.path)/pipe", 0o644) == 0)
    let pipe = try Program.debug.run(["export", "pipe", "--to", "csv"], in: scratch.folder)
    #expect(pipe.code == 65 && pipe.complaints.contains("the run file 'pipe' cannot be read"))
  }
}
