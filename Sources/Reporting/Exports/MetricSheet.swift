internal import Formatting
internal import Measures
internal import Metrics

extension ExportFormat {
  static let csv = ExportFormat(
    "csv", "a row for each session, for spreadsheets and data frames",
    [ReportFile("metrics.csv", "a row for each session") { MetricSheet.text(of: $0) }])
}

/// The metrics of a run as comma-separated values (RFC 4180), for spreadsheets and data frames: a
/// row for each session, a column for each metric.
public enum MetricSheet {
  /// The file's text; a cell is empty where nothing was measured.
  public static func text(of run: RunReport) -> String {
    let header = ["session", "outcome"] + Metric.allCases.map { "\($0.name)\(unit(of: $0))" }
    let rows = run.sessions.map { session in
      [session.id, session.outcome.rawValue]
        + Metric.allCases.map { MetricText.plain(session.facts.session[$0], of: $0) }
    }
    return ([header] + rows).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func unit(of metric: Metric) -> String {
    switch metric.definition.unit {
    case .count, .perThousandPoints: ""
    case .bytes: " (B)"
    case .share: " (%)"
    case .time: " (ms)"
    case .distance: " (pt)"
    case .timePerSecond: " (ms per s)"
    }
  }

  /// A field, in quotation marks where it needs them.
  static func cell(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
