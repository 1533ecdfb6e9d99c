import Foundation
import ReportPage
import ReportTexts
import Reporting
import Testing

@Suite("A large made-up run")
struct SamplePageTests {
  /// Where to put the files of the sample, to look at them.
  private static let folder = ProcessInfo.processInfo.environment["REPORT_SAMPLE"]

  @Test(.enabled(if: folder != nil))
  func `can be looked at`() throws {
    let folder = try #require(SamplePageTests.folder)
    let console = Console(hasColors: false, isQuiet: false)
    let files = [
      ("page.html", HTMLPage.text(of: Sample.run)), ("run.json", RunFile.text(of: Sample.run)),
      ("index.md", Fixture.index(of: Sample.run)), ("summary.md", Summary.text(of: Sample.run)),
      ("junit.xml", JUnit.text(of: Sample.run)),
      ("facts.json", FactsFile.text(of: Sample.run.sessions[0])),
      (
        "console.txt",
        Sample.run.sessions.map { console.line(for: $0) }.joined()
          + console.closing(of: Sample.run)
      ),
    ]
    for (name, text) in files {
      let file = URL(filePath: folder).appending(path: name)
      try Data(text.utf8).write(to: file)
    }
  }
}
