import Formatting
import Foundation
import ReportTexts
import Reporting
import Support
import Testing

/// The generated pages are what the program generates, and the page of exports shows every format.
@Suite("Generated pages")
struct GeneratedPagesTests {
  private static let exports = "Sources/Program/CommandLineTool/CommandLineTool.docc/Exports.md"

  @Test
  func `are up to date`() throws {
    let ending = try Program.debug.run(["docs", "--check"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output == "all 7 generated pages are up to date\n")
  }

  @Test
  func `are written anew where they are not`() throws {
    let scratch = try Scratch()
    try scratch.file("Package.swift", "")
    let pages = [
      "Scenarios/Reference.md", "Scenarios/Assumptions.md", "Scenarios/Glossary.md",
      "Scenarios/mapreplay.schema.json", "Scenarios/tolerances.schema.json",
      "Sources/Program/CommandLineTool/CommandLineTool.docc/RunFiles.md",
      GeneratedPagesTests.exports,
    ]
    var texts: [String: String] = [:]
    for page in pages {
      let file = Program.repository.appending(path: page)
      texts[page] = try String(contentsOf: file, encoding: .utf8)
      try scratch.file(page, texts[page] ?? "")
    }
    let counts = "Reports/Assumptions.csv"
    try scratch.file(
      counts, String(contentsOf: Program.repository.appending(path: counts), encoding: .utf8))
    // A stale page, and a sample with a line that the program does not write.
    try scratch.file(pages[0], "old")
    let stale = texts[pages[6]]?.replacing("\"views-created\": {", with: "\"views-made\": {") ?? ""
    #expect(stale != texts[pages[6]])
    try scratch.file(pages[6], stale)
    let checked = try Program.debug.run(["docs", "--check"], in: scratch.folder)
    #expect(checked.code == 1)
    #expect(checked.complaints.contains("2 of 7 generated pages are out of date"))
    let written = try Program.debug.run(["docs"], in: scratch.folder)
    #expect(written.code == 0, "\(written.complaints)")
    #expect(written.output == "written:\n  \(pages[0])\n  \(pages[6])\n")
    for page in pages { #expect(try scratch.text(page) == texts[page], "\(page)") }
    try scratch.file(counts, "kind\n")
    let unread = try Program.debug.run(["docs"], in: scratch.folder)
    #expect(unread.code == 65 && unread.complaints.contains("'Reports/Assumptions.csv' cannot"))
    let nowhere = try Program.debug.run(["docs", "nowhere"], in: scratch.folder)
    #expect(nowhere.code == 66)
  }

  /// `mapreplay docs` must fail here: it would otherwise keep a stale sample.
  @Test(arguments: [
    ("Excerpt from `junit.xml`:", "Excerpt from `other.xml`:", "no format writes other.xml"),
    ("views created: at most 1}", "views created: at most 9}", "break its last expectation"),
    ("```yaml", "```", "its first YAML fence"),
  ])
  func `are not written when their samples cannot be made`(
    old: String, new: String, words: String
  ) throws {
    let scratch = try Scratch()
    try scratch.file("Package.swift", "")
    let page = try String(
      contentsOf: Program.repository.appending(path: GeneratedPagesTests.exports), encoding: .utf8)
    try #require(page.contains(old))
    try scratch.file(GeneratedPagesTests.exports, page.replacing(old, with: new))
    let ending = try Program.debug.run(["docs"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
  }

  @Test
  func `show a sample of each format of exports`() throws {
    let text = try String(
      contentsOf: Program.repository.appending(path: GeneratedPagesTests.exports), encoding: .utf8)
    let page = SampledPage(text)
    for format in ExportFormat.all {
      #expect(text.contains("| `\(format.name)` | `"), "no row of \(format.name)")
      // The files of sessions are in a folder of the format's name.
      let names = format.files(
        of: RunReport(sessions: [], version: "", isDebugBuild: true, allocator: nil)
      ).map(\.name)
      let shown = page.names.filter { names.contains($0) || $0.hasPrefix("\(format.name)/") }
      #expect(!shown.isEmpty, "no sample of \(format.name)")
      for name in shown {
        #expect(page.sample(of: name)?.contains { $0 != "..." } == true, "\(format.name)")
      }
    }
    #expect(!text.contains("-SAMPLE"), "a sample is still to be put in")
  }

  /// The exports of the verb are those that the samples are of.
  @Test
  func `are of what the verb export writes`() throws {
    let scratch = try Scratch()
    try scratch.file("Scenarios/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario(""))
    #expect(try Program.debug.run(["run", "--no-times"], in: scratch.folder).code == 0)
    let formats = ExportFormat.all.flatMap { ["--to", $0.name] }
    let ending = try Program.debug.run(
      ["export", "Reports/latest/run.json", "--out", "exports"] + formats, in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    let files = ["junit.xml", "metrics.csv", "summary.md"]
    for name in files {
      #expect(
        try scratch.text("exports/\(name)") == scratch.text("Reports/latest/\(name)"), "\(name)")
    }
    #expect(scratch.files(below: "exports").count > ExportFormat.all.count)
  }
}
