import Foundation
import Reporting
import Support
import Testing

/// What the page of exports shows is what the program writes.
@Suite("The page of exports")
struct ExportSampleTests {
  private static let page =
    (try? String(
      contentsOf: Program.repository.appending(
        path: "Sources/CommandLineTool/CommandLineTool.docc/Exports.md"), encoding: .utf8)) ?? ""

  /// What a page shows of files, by their names.
  private static func samples(of page: String) -> [String: String] {
    let samples = page.components(separatedBy: "\nOf `").dropFirst().map { part in
      let name = part.prefix { $0 != "`" }
      let fenced = part.components(separatedBy: "\n```").dropFirst().first ?? ""
      let text = fenced.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      return (String(name), text.joined(separator: "\n"))
    }
    return Dictionary(samples) { first, _ in first }
  }

  /// A folder with exports of the page's scenario in all formats, and the files of each.
  private static func exports() throws -> (scratch: Scratch, files: [String: [String]]) {
    let yaml = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
    let scenario = try #require(yaml.components(separatedBy: "```").first)
    let scratch = try Scratch()
    try scratch.file("Scenarios/pins.yaml", scenario)
    let run = try Program.debug.run(["run", "--no-times"], in: scratch.folder)
    #expect(run.code == 1, "\(run.output)\(run.complaints)")
    var files: [String: [String]] = [:]
    for format in ExportFormat.all {
      let folder = "exports/\(format.name)"
      let export = try Program.debug.run(
        ["export", "Reports/latest/run.json", "--to", format.name, "--out", folder],
        in: scratch.folder)
      #expect(export.code == 0, "\(export.complaints)")
      files[format.name] = scratch.files(below: folder)
    }
    return (scratch: scratch, files: files)
  }

  /// The first line of a sample that a text does not have where the sample has it.
  ///
  /// A line of dots stands for any lines, dots within a line for anything in it.
  private static func firstStray(of sample: String, in text: String) -> String? {
    // Lines of CSV end with two bytes, which are one character.
    var rest = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    var isGap = true
    for line in sample.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line != "..." else {
        isGap = true
        continue
      }
      let pieces = line.components(separatedBy: "...")
      let candidates = isGap ? rest : rest.prefix(1)
      guard let index = candidates.firstIndex(where: { holds($0, pieces) }) else {
        return String(line)
      }
      rest = rest[(index + 1)...]
      isGap = false
    }
    return nil
  }

  /// Whether a line begins with the first piece, ends with the last and has the others between.
  private static func holds(_ line: Substring, _ pieces: [String]) -> Bool {
    guard pieces.count > 1 else { return line == pieces[0] }
    guard line.hasPrefix(pieces[0]) else { return false }
    var rest = line.dropFirst(pieces[0].count)
    for piece in pieces[1..<(pieces.count - 1)] {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }

  @Test
  func `its samples are of what the program writes, one of each format`() throws {
    let (scratch, files) = try ExportSampleTests.exports()
    let samples = ExportSampleTests.samples(of: ExportSampleTests.page)
    for (format, names) in files.sorted(by: { $0.key < $1.key }) {
      #expect(ExportSampleTests.page.contains("| `\(format)` | `"), "no row of \(format)")
      let shown = names.filter { samples[$0] != nil }
      #expect(!shown.isEmpty, "no sample of \(format), which writes \(names)")
      for name in shown {
        let sample = samples[name] ?? ""
        #expect(sample.split(separator: "\n").contains { $0 != "..." }, "\(name)")
        let stray = try ExportSampleTests.firstStray(
          of: sample, in: scratch.text("exports/\(format)/\(name)"))
        #expect(stray == nil, "\(name) has no such line")
      }
    }
    let written = Set(files.values.joined())
    for name in samples.keys { #expect(written.contains(name), "nothing writes \(name)") }
    #expect(!ExportSampleTests.page.contains("-SAMPLE"), "a sample is still to be put in")
  }

  @Test(arguments: [
    ("b", true), ("a\nb\n...\nd", true), ("...\nc\nd", true), ("one ...", true), ("d", true),
    ("...\none ... t...\n...", true), ("a\nc", false), ("b\na", false), ("... two", false),
    ("one ... two three", true), ("one ... four", false), ("one two", false), ("a\n\nb", false),
    ("...", true),
  ])
  func `a sample is held to the order and the words of its lines`(sample: String, isHeld: Bool) {
    let text = "a\nb\nc\nd\none and two three"
    #expect((ExportSampleTests.firstStray(of: sample, in: text) == nil) == isHeld)
  }

  @Test
  func `a sample is what stands in the fence behind its name`() {
    let page = """
      # A

      Of `a.txt`, printed:

      ```xml
      1

      2
      ```

      Of `b/c.txt`:

      ```
      3
      ```

      """
    #expect(ExportSampleTests.samples(of: page) == ["a.txt": "1\n\n2", "b/c.txt": "3"])
  }
}
