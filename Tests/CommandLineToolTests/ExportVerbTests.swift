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

  @Test(arguments: [
    (["--to", "xml"], 64, "there is no format 'xml'; --to takes junit, markdown, csv, github"),
    ([], 64, "--to takes a format: junit"),
    (["--to", "junit", "--to", "csv"], 64, "these are 2 files, which need a folder: --out DIR"),
    (["--to", "csv", "--session", "in/pins"], 66, "none of 1 sessions in 'out/run.json' is"),
    (["--to", "csv", "--filter", "zoo"], 66, "one with 'zoo'"),
    (["--to", "csv", "--out", "in/pin.yaml/x"], 74, "cannot write"),
  ])
  func `says what it cannot do`(arguments: [String], code: Int32, words: String) throws {
    let scratch = try world()
    let ending = try Program.debug.run(
      ["export", "out/run.json"] + arguments, in: scratch.folder)
    #expect(ending.code == code)
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
  }

  @Test
  func `says that there is no run`() throws {
    let scratch = try world()
    let missing = try Program.debug.run(["export", "none.json", "--to", "csv"], in: scratch.folder)
    #expect(missing.code == 66 && missing.complaints.contains("there is no run file 'none.json'"))
    let other = try Program.debug.run(["export", "in/pin.yaml", "--to", "csv"], in: scratch.folder)
    #expect(other.code == 65 && other.complaints.contains("help: give the run.json"))
  }
}
