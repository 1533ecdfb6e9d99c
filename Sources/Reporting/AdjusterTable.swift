public import AdjusterSuite
internal import Measures
internal import TextTable

/// What the trials of adjusters say, on a terminal.
public enum AdjusterTable {
  /// The widest line.
  private static let width = 100

  /// A row for each criterion, a column for each adjuster: in which share of the trials it is kept;
  /// then a sentence on each adjuster.
  public static func text(of report: AdjusterReport) -> String {
    let table = TextTable<Criterion> { criterion in
      [Column(title: "kept", value: "\(criterion.rawValue) \(AdjusterWords.title(of: criterion))")]
        + report.names.indices.map { adjuster in
          Column(
            title: Escape.line(report.names[adjuster]),
            value: AdjusterWords.kept(report.tally(of: adjuster, criterion)), align: .right)
        }
    }
    var text = table.string(for: AdjusterTrial.criteria, style: Simple.self) ?? ""
    if text.contains("always*") { text += AdjusterWords.worldEndNote + "\n" }
    for adjuster in report.names.indices {
      let verdict = AdjusterWords.verdict(on: adjuster, of: report)
      let lines = Console.wrapped("\(Escape.line(report.names[adjuster])): \(verdict)")
      text += "\n" + lines.joined(separator: "\n")
    }
    return text + "\n\n" + Console.wrapped(AdjusterWords.unaskedNote).joined(separator: "\n") + "\n"
  }

  /// How many trials were made and, when it is known, how fast.
  public static func closing(of report: AdjusterReport, nanoseconds: Int64?) -> String {
    let trials = "\(MetricText.count(Int64(report.trials))) trials"
    guard let nanoseconds, report.trials > 0 else { return trials }
    return "\(trials) in \(MetricText.lap(nanoseconds)), on all cores"
  }
}
