internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting

/// The page's templates, in Mustache: two braces escape, three do not and are only for the
/// drawings of this program.
///
/// The program renders the front page. The browser renders the other parts on demand with
/// the same templates, which the page carries.
enum ReportTemplates {
  static let all: [(name: String, text: String)] =
    [
      ("front", WebFile.front), ("folder", WebFile.folder), ("search", WebFile.search),
      ("pack", WebFile.pack),
      ("end", WebFile.end),
    ] + carried

  /// The templates that the browser renders too.
  static let carried: [(name: String, text: String)] = [
    ("overview", WebFile.overview), ("scenario", WebFile.scenario), ("row", WebFile.row),
    ("parts", WebFile.parts),
    ("clusters", WebFile.clusters), ("batches", WebFile.batches), ("callouts", callouts),
    ("stale", WebFile.stale),
    ("assumptions", WebFile.assumptions), ("variants", WebFile.variants), ("words", WebFile.words),
    ("why", WebFile.why),
    ("history", WebFile.history),
  ]

  /// The template of callouts, whose columns are the criteria.
  private static let callouts = WebFile.callouts.replacing(
    "{{! the titles of the criteria }}", with: criterionTitles)

  private static var criterionTitles: String {
    Criterion.allCases.map { criterion in
      "<th class=\"upright\" title=\"\(Escape.markup(criterion.metric.definition.help))\">"
        + "<span>\(Escape.markup(criterion.title))</span></th>"
    }.joined(separator: "\n")
  }
}
