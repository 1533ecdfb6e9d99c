import Clustering
import Foundation
import MapGeometry
import Testing

@testable import Authoring
@testable import ScenarioFiles

/// The page beside the scenarios is what the declaration says.
@Suite("Reference of the language")
struct LanguageReferenceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  @Test(arguments: [
    ("Reference.md", ScenarioReference.markdown), ("Glossary.md", GlossaryEntry.page),
  ])
  func `is the page beside the scenarios`(name: String, text: String) throws {
    let page = LanguageReferenceTests.folder.appending(path: name)
    let committed = try String(contentsOf: page, encoding: .utf8)
    let lines = committed.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = text.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = zip(lines, wanted).first { $0 != $1 }
    #expect(
      committed == text,
      "make docs writes it; first: \(String(describing: difference))")
  }

  @Test
  func `knows every metric that words of reports name, fills each brace and speaks plainly`() {
    let sections = TextSection.all(in: Authoring.TextFile.glossary, putting: [])
    let named = sections.map { section in
      section.blocks.filter { $0.hasPrefix("Metrics: ") }
        .reduce(0) { $0 + $1.split(separator: ",").count }
    }
    #expect(GlossaryEntry.all.map(\.metrics.count) == named && named.contains { $0 > 2 })
    let texts =
      GlossaryEntry.all.map(\.text) + DiagnosticPage.all.flatMap { [$0.reason, $0.wrong] }
    #expect(texts.filter { $0.contains("{{") } == [])
    let said =
      GlossaryEntry.all.map(\.text) + DiagnosticPage.all.map { "\($0.title). \($0.reason)" }
    #expect(said.filter { $0.firstMatch(of: LanguageReferenceTests.riddle) != nil } == [])
  }

  /// Openings and words that hide the subject of a sentence.
  private static var riddle: Regex<Substring> {
    /(?:^|\. )(?:What|That|Those|Who)\s|\b(?:nobody|of its own|anew|as it is)\b/
  }

  /// Words that hide the subject stand in no help of any key.
  @Test
  func `names things in the help of each key`() {
    let fields = ScenarioSchema.objects.flatMap(\.fields)
    #expect(fields.count > 300)
    for field in fields {
      var texts = [field.help]
      if case .derived(let words) = field.need { texts.append(words) }
      for text in texts {
        #expect(text.firstMatch(of: /\b(?:nobody|of its own|anew|as it is)\b/) == nil, "\(text)")
      }
    }
  }

  @Test
  func `says plainly in the help of each option and each fix what it does`() {
    let helps = (ModelOptions.entries.map(\.field) + ClusterFixes.entries.map(\.field)).map(\.help)
    #expect(helps.count == Set(helps).count)
    let openings = /^(?:When|Where|Which|How)\b/
    for help in helps {
      #expect(help.firstMatch(of: LanguageReferenceTests.riddle) == nil, "\(help)")
      #expect(help.firstMatch(of: openings) == nil && help.hasSuffix("."), "\(help)")
    }
  }

  @Test
  func `draws in the guide when a callout is judged`() throws {
    let guide = LanguageReferenceTests.folder.appending(path: "README.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let picture = try #require(GlossaryEntry.all.first { $0.words.contains("judged") }).picture
    #expect(!picture.isEmpty && text.contains(picture))
    let explained = Explanation.all(of: "judged").map(\.text)
    #expect(explained.count == 1 && explained[0].contains(picture))
    #expect(Explanation.all(of: "C16")[0].text.contains("mapreplay explain judged"))
  }

  @Test(arguments: [
    ("merge duration", "Source of the default: told in a talk"),
    ("view creation", "Source of the built-in values: 428 to 970 us"), ("span", nil),
  ])
  func `says where the default of an option and a cost come from`(name: String, source: String?) {
    let texts = Explanation.all(of: name).map(\.text)
    #expect(!texts.isEmpty)
    #expect(texts.contains { $0.contains(source ?? "Source of") } == (source != nil))
  }

  @Test
  func `assumes nothing without a name, a default and what it rests on`() {
    let page = AssumptionsPage.markdown(AssumptionCounts([]))
    #expect(page.contains("The scenarios were not studied yet.") && !page.contains("{{"))
    for entry in ModelOptions.entries {
      #expect(page.contains("| `\(entry.field.key)` |"), "\(entry.field.key)")
      #expect(!entry.source.isEmpty || entry.evidence == .decision, "\(entry.field.key)")
    }
  }

  @Test
  func `says how many verdicts depend on each assumption`() throws {
    let text = """
      kind,changed verdicts,verdicts,consulting,behavior,changed by,name
      all,25,120,9,,,
      option,4,90,7,,,view margin
      option,3,40,2,,,hit slop
      option,0,0,0,,,tap delay
      cost,2,30,5,,,touch
      session,5,9,17,00ff,`hit slop` (3);`tap delay` (2),A/b, c

      """
    let counts = try #require(AssumptionCounts(csv: text))
    #expect(counts.csv == text && counts.rows.count == 6)
    #expect(counts.rows[5].name == "A/b, c" && counts.rows[5].causes.count == 2)
    let page = AssumptionsPage.markdown(counts)
    #expect(page.contains("95 of 120 verdicts are robust") && page.contains("; 4 of 90 verdicts)"))
    let rows = page.split(separator: "\n")
    for (name, end) in [("hit slop", "3 of 40"), ("tap delay", "-"), ("touch", "2 of 30")] {
      let row = try #require(rows.first { $0.hasPrefix("| `\(name)` |") })
      #expect(row.hasSuffix("| \(end) |"), "\(row)")
    }
  }

  @Test
  func `shows the committed counts`() throws {
    let folder = LanguageReferenceTests.folder
    let page = try String(
      contentsOf: folder.appending(path: "Assumptions.md"), encoding: .utf8)
    let file = folder.deletingLastPathComponent().appending(path: "Reports/Assumptions.csv")
    let counts = try #require(
      AssumptionCounts(csv: String(contentsOf: file, encoding: .utf8)))
    #expect(page == AssumptionsPage.markdown(counts), "make docs writes it")
  }

  @Test(arguments: [
    "option,1,2,1,,\n", "option,3,2,1,,,a\n", "option,x,2,1,,,a\n", "option,-1,2,1,,,a\n",
    "option,1,2,-1,,,a\n", "other,1,2,1,,,a\n", "option,1,2,1,,,a", "\n",
  ])
  func `reads no counts from another text`(row: String) {
    let titles = "kind,changed verdicts,verdicts,consulting,behavior,changed by,name\n"
    #expect(AssumptionCounts(csv: titles)?.rows == [])
    #expect(AssumptionCounts(csv: titles + row) == nil)
    #expect(AssumptionCounts(csv: row) == nil && AssumptionCounts(csv: "") == nil)
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
