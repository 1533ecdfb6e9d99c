import Foundation
import Support
import Testing

/// The page of data sets shows what the program prints for its table.
@Suite("The page of data sets")
struct DataGuideTests {
  private static let page =
    (try? String(
      contentsOf: Program.repository.appending(path: "Scenarios/Data/README.md"), encoding: .utf8))
    ?? ""

  /// The first block of the page in some language.
  private static func block(_ language: String) throws -> String {
    let blocks = page.components(separatedBy: "```\(language)\n").dropFirst()
    return try #require(blocks.first?.components(separatedBy: "```").first)
  }

  @Test
  func `shows what the program prints`() throws {
    let scratch = try Scratch()
    try scratch.file("stores.csv", DataGuideTests.block("csv"))
    try scratch.file("stores.yaml", DataGuideTests.block("yaml"))
    var printed: ArraySlice<Substring> = []
    var count = 0
    // Only a line "…" stands for lines that are left out.
    var isGap = false
    for line in DataGuideTests.lines(try DataGuideTests.block("text")) {
      if line.hasPrefix("$ mapreplay ") {
        #expect(isGap || printed.isEmpty, "more is printed: \(printed)")
        let arguments = line.dropFirst(12).split(separator: " ").map(String.init)
        let ending = try Program.debug.run(arguments, in: scratch.folder)
        #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
        (printed, isGap) = (DataGuideTests.lines(ending.output)[...], false)
        continue
      }
      guard line != "…" else {
        isGap = true
        continue
      }
      if isGap { printed = printed.dropFirst().drop { $0 != line } }
      #expect(printed.first == line)
      (printed, isGap) = (printed.dropFirst(), false)
      count += 1
    }
    #expect(isGap || printed.isEmpty, "more is printed: \(printed)")
    #expect(count == 14)
  }

  @Test
  func `names points with exchanged angles before they are played`() throws {
    let scratch = try Scratch()
    let rows = (1...12).map { "b\($0);B;52,\($0);13,\($0)\n" }.joined()
    try scratch.file("stores.csv", "Filiale;Bezeichnung;Breite;Länge\n\(rows)x;X;13,4;52,5\n")
    try scratch.file("stores.yaml", DataGuideTests.block("yaml"))
    let warning = "stores.csv: latitude and longitude of 1 point may be exchanged, as of 'x'"
    let explained = try Program.debug.run(["explain", "stores.yaml"], in: scratch.folder)
    let words = explained.output.replacing(/\s+/, with: " ")
    #expect(words.contains(" warning \(warning)"), "\(explained.output)")
    let validated = try Program.debug.run(["validate", "stores.yaml"], in: scratch.folder)
    #expect(validated.code == 0 && validated.output == "1 scenario is valid\n")
    #expect(
      validated.complaints.hasPrefix("warning: stores.yaml: \(warning)"),
      "\(validated.complaints)")
  }

  /// The lines of a text that ends with a line end.
  private static func lines(_ text: String) -> [Substring] {
    text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
  }
}
