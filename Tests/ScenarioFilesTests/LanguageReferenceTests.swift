import Foundation
import ScenarioFiles
import Testing

/// The page beside the scenarios is what the declaration says.
@Suite("Reference of the language")
struct LanguageReferenceTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios/Reference.md")

  @Test
  func `is the page beside the scenarios`() throws {
    let environment = ProcessInfo.processInfo.environment
    if environment["GOLDEN"] == "write" {
      guard environment["CI"] == nil else {
        Issue.record("pages are not written in CI")
        return
      }
      try Data(ScenarioReference.markdown.utf8).write(to: LanguageReferenceTests.page)
    }
    let committed = try String(contentsOf: LanguageReferenceTests.page, encoding: .utf8)
    let lines = committed.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = ScenarioReference.markdown.split(
      separator: "\n", omittingEmptySubsequences: false)
    let difference = zip(lines, wanted).first { $0 != $1 }
    #expect(
      committed == ScenarioReference.markdown,
      "GOLDEN=write swift test --filter LanguageReference; first: \(String(describing: difference))"
    )
  }

  @Test
  func `names every key of every object and every metric`() {
    let page = ScenarioReference.markdown
    for declaration in ScenarioSchema.objects {
      for field in declaration.fields {
        #expect(page.contains("| `\(field.key)` |"), "\(field.key)")
      }
    }
    #expect(page.contains("| `callout inside map` | share | higher |"))
  }
}
