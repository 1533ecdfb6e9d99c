internal import Formatting
internal import Measures
internal import Metrics
public import Reporting

extension ExportFormat {
  static let csv = ExportFormat(
    "csv", "a row for each session, for spreadsheets and data frames",
    [ReportFile("metrics.csv", "a row for each session") { MetricSheet.text(of: $0) }])
}

/// The numbers of a run as comma-separated values (RFC 4180), for spreadsheets and data frames: a
/// row for each session; what it is, then a column for each metric and real time, the instructions,
/// and a column for each count of allocations.
///
/// The columns are the same in every run; a cell is empty where nothing was measured.
public enum MetricSheet {
  /// The file's text.
  public static func text(of run: RunReport) -> String {
    let instructions = run.counts?.instructionsBySession ?? [:]
    let rows = run.sessions.map { session in
      [
        session.id, session.outcome.rawValue, session.name, session.variant?.name ?? "",
        session.folder, session.tags.map(shown).joined(separator: ";"), session.device.name,
      ].map(shown) + [String(session.seed)]
        + numbers(of: session, instructions: instructions[session.id])
    }
    return ([header] + rows).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  private static var header: [String] {
    ["session", "outcome", "scenario", "variant", "folder", "tags", "device", "seed"]
      + Metric.allCases.map { title($0.name, $0.definition.unit) }
      + RealTime.allCases.map { title($0.name, .time) } + ["instructions"]
      + AllocationCount.allCases.map { title($0.name, $0.unit) }
  }

  private static func numbers(of session: SessionReport, instructions: Int64?) -> [String] {
    let facts = Metric.allCases.map {
      MetricText.plain(session.facts.session[$0], in: $0.definition.unit)
    }
    let times = RealTime.allCases.map { time in
      session.measurements?.nanoseconds(of: time)
        .map { MetricText.plain(.nanoseconds($0), in: .time) }
    }
    let allocations = AllocationCount.allCases.map { count in
      session.allocations?.counted?.value(of: count).map { String($0) }
    }
    return facts + (times + [instructions.map { String($0) }] + allocations).map { $0 ?? "" }
  }

  private static func title(_ name: String, _ unit: MetricUnit) -> String {
    let plain = unit.definition.plain.name
    return plain.isEmpty ? name : "\(name) (\(plain))"
  }

  /// A text of others as spreadsheets show it, in one line: an apostrophe before the signs with
  /// which formulas, and commands of a build server, begin.
  private static func shown(_ text: String) -> String {
    let line = Escape.line(text)
    // A tab or a line's end may be dropped by what reads it.
    let begins = text.unicodeScalars.first.map { "=+-@＝＋－＠\t\r\n".unicodeScalars.contains($0) }
    return begins == true || line.hasPrefix("::") ? "'\(line)" : line
  }

  /// A field, in quotation marks where it needs them.
  static func cell(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
