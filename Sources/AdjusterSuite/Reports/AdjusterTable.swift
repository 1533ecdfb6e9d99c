public import AdjusterSuite
internal import Measures
internal import TextTable

/// What the trials of adjusters say, on a terminal.
public enum AdjusterTable {
  /// The widest line.
  private static let width = 100

  /// What one grid tells, as ``text(of:)-(AdjusterSurvey)`` has it.
  public static func text(of report: AdjusterReport) -> String {
    text(of: AdjusterSurvey([report]))
  }

  /// A row for each criterion, a column for each adjuster: in which share of the trials it is kept;
  /// then some sentences on each adjuster, and, of several grids, how often and with which view and
  /// callout first it breaks what it breaks.
  public static func text(of survey: AdjusterSurvey) -> String {
    let table = TextTable<Criterion> { criterion in
      [Column(title: "kept", value: criterion.title)]
        + survey.names.indices.map { adjuster in
          Column(
            title: Escape.line(survey.names[adjuster]),
            value: AdjusterWords.kept(survey.outcome(of: adjuster, criterion).counts), align: .right
          )
        }
    }
    var text = sizes(of: survey)
    text += table.string(for: AdjusterReport.criteria, style: Simple.self) ?? ""
    if text.contains("always*") { text += AdjusterWords.worldEndNote + "\n" }
    for sentence in AdjusterWords.leftOut(of: survey) {
      text += Console.wrapped(sentence).joined(separator: "\n") + "\n"
    }
    for adjuster in survey.names.indices {
      let verdict = AdjusterWords.verdict(on: adjuster, of: survey)
      let lines = Console.wrapped("\(Escape.line(survey.names[adjuster])): \(verdict)")
      text += "\n" + lines.joined(separator: "\n")
      text += faults(of: adjuster, in: survey)
    }
    text += text.hasSuffix("\n") ? "\n" : "\n\n"
    if AdjusterWords.needsBrokenNote(survey) {
      text += Console.wrapped(AdjusterWords.brokenNote).joined(separator: "\n") + "\n"
    }
    return text + Console.wrapped(AdjusterWords.sessionNote(survey)).joined(separator: "\n") + "\n"
  }

  /// Which views and callouts were tried; nothing of a single grid.
  private static func sizes(of survey: AdjusterSurvey) -> String {
    guard survey.reports.count > 1 else { return "" }
    return AdjusterWords.facts(of: survey).prefix(3).flatMap { name, value in
      Console.wrapped("\(name): \(value)")
    }.joined(separator: "\n") + "\n\n"
  }

  /// What an adjuster breaks: in how many trials, with how many of the views and callouts that ask
  /// it, and with which first.
  private static func faults(of adjuster: Int, in survey: AdjusterSurvey) -> String {
    let broken = AdjusterWords.broken(by: adjuster, of: survey)
    guard survey.reports.count > 1, !broken.isEmpty else { return "" }
    let table = TextTable<Criterion> { criterion in
      let outcome = survey.outcome(of: adjuster, criterion)
      return [
        Column(title: "broken", value: criterion.title),
        Column(title: "of trials", value: AdjusterWords.brokenShare(outcome.counts), align: .right),
        Column(title: "sizes", value: AdjusterWords.sizes(outcome), align: .right),
        Column(
          title: "first with",
          value: outcome.first.map { AdjusterWords.size(of: survey.reports[$0].grid) } ?? ""),
      ]
    }
    let text = table.string(for: broken, style: Simple.self) ?? ""
    return "\n\n"
      + text.split(separator: "\n").map { Console.trimmed("    \($0)") }.joined(separator: "\n")
      + "\n"
  }

  /// How many trials were made and, when it is known, how fast.
  public static func closing(of report: AdjusterReport, nanoseconds: Int64?) -> String {
    closing(of: AdjusterSurvey([report]), nanoseconds: nanoseconds)
  }

  /// How many trials were made and, when it is known, how fast.
  public static func closing(of survey: AdjusterSurvey, nanoseconds: Int64?) -> String {
    let trials = "\(MetricText.count(Int64(survey.trials))) trials"
    guard let nanoseconds, survey.trials > 0 else { return trials }
    return "\(trials) in \(MetricText.lap(nanoseconds)), on all cores"
  }
}
