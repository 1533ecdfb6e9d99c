internal import Callouts
internal import MapGeometry
public import Metrics
internal import ScenarioFiles

/// A word of reports that needs an explanation, even for people who know maps on phones.
public struct GlossaryEntry: Hashable, Sendable {
  /// The word, or several related words with commas between them.
  public let name: String
  /// The meaning, in one or two sentences of Markdown.
  public let text: String
  /// The metrics that measure it.
  public let metrics: [Metric]
  /// A drawing in characters; empty for none.
  let picture: String

  /// All words, in alphabetical order.
  public static let all = TextSection.all(
    in: TextFile.glossary, putting: [("late-metric", ExpectedMetric.example.name)]
  ).map(GlossaryEntry.init)

  /// Reads an entry: its meaning, then its metrics and a drawing, where it has them.
  private init(_ section: TextSection) {
    let metrics = section.blocks.filter { $0.hasPrefix("Metrics: ") }.map(TextSection.unwrapped)
    name = section.title
    text = section.blocks.first.map(TextSection.unwrapped) ?? ""
    self.metrics = metrics.flatMap { $0.dropFirst(9).dropLast().split(separator: ", ") }
      .compactMap { Metric(named: String($0)) }
    picture = TextSection.example(section.blocks.filter { $0.hasPrefix("    ") })
  }

  /// The words of the name, one by one.
  var words: [String] {
    name.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// The glossary page for the scenarios folder, in Markdown.
  public static var page: String {
    func links(_ metrics: [Metric]) -> String {
      metrics.map { "[`\($0.name)`](Reference.md#metrics)" }.joined(separator: ", ")
    }
    let words = all.map { entry in
      let metrics = entry.metrics.isEmpty ? "" : " \(links(entry.metrics))."
      let picture = TextLines.indented("```text\n\(entry.picture)\n```")
      return "- **\(entry.name)**: \(entry.text)\(metrics)"
        + (entry.picture.isEmpty ? "" : "\n\n\(picture)\n")
    }
    let metrics = Metric.allCases.filter { $0.definition.criterion != nil }
    let adjusters = AdjusterCatalog.standard.definitions
    let criteria = zip(metrics, Criterion.allCases).map { metric, criterion in
      let names = adjusters.filter { $0.published.keptCriteria.contains(criterion) }.map(\.name)
      return [links([metric]), metric.definition.help, names.joined(separator: ", ")]
    }
    return TextSection.put(
      [
        ("words", words.joined(separator: "\n")), ("criteria", ScenarioReference.rows(criteria)),
      ], into: TextFile.glossaryPage)
  }
}
