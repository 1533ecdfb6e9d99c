public import AdjusterSuite
internal import Measures
internal import TextTable

/// What the trials of adjusters say, on a terminal.
public enum AdjusterTable {
  /// A row for each adjuster, a column for each criterion: in which share of its trials it is kept.
  public static func text(of report: AdjusterReport) -> String {
    let criteria = AdjusterTrial.criteria
    let table = TextTable<Int> { row in
      [Column(title: "adjuster", value: report.names[row])]
        + criteria.map { criterion in
          Column(
            title: criterion.rawValue, value: AdjusterWords.kept(report.tally(of: row, criterion)),
            align: .right)
        }
    }
    return table.string(for: report.names.indices, style: Simple.self) ?? ""
  }

  /// How many trials were made and, when it is known, how fast.
  public static func closing(of report: AdjusterReport, nanoseconds: Int64?) -> String {
    let trials = MetricText.things(report.trials, "trial")
    guard let nanoseconds, report.trials > 0 else { return trials }
    return "\(trials) in \(MetricText.lap(nanoseconds)), "
      + "\(MetricText.lap(nanoseconds / Int64(report.trials))) each"
  }
}
