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
    var printed: Substring = ""
    var count = 0
    for line in try DataGuideTests.block("text").split(separator: "\n") {
      if line.hasPrefix("$ mapreplay ") {
        let arguments = line.dropFirst(12).split(separator: " ").map(String.init)
        let ending = try Program.debug.run(arguments, in: scratch.folder)
        #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
        printed = ending.output[...]
        continue
      }
      guard let range = printed.firstRange(of: "\(line)\n") else {
        Issue.record("no line '\(line)' in:\n\(printed)")
        continue
      }
      printed = printed[range.upperBound...]
      count += 1
    }
    #expect(count == 9)
  }
}
