internal import Formatting
internal import Measures

/// The trials of adjusters as tables for a terminal.
public enum AdjusterTable {
  /// A table of criteria by adjusters with the share of trials that keep them, then some sentences
  /// on each adjuster: the criteria that it breaks, and the sizes at which it does.
  public static func text(of survey: AdjusterSurvey) -> String {
    let table = TextLayout.table(of: AdjusterReport.criteria) { criterion in
      [TableCell("kept", criterion.title)]
        + survey.names.indices.map { adjuster in
          TableCell(
            Escape.line(survey.names[adjuster]),
            AdjusterWords.kept(survey.outcome(of: adjuster, criterion).counts), isNumber: true)
        }
    }
    var text = sizes(of: survey)
    text += table
    if text.contains("always*") { text += AdjusterWords.worldEndNote + "\n" }
    for sentence in AdjusterWords.leftOut(of: survey) {
      text += TextLayout.wrapped(sentence).joined(separator: "\n") + "\n"
    }
    for adjuster in survey.names.indices {
      let verdict = AdjusterWords.verdict(on: adjuster, of: survey)
      let lines = TextLayout.wrapped("\(Escape.line(survey.names[adjuster])): \(verdict)")
      text += "\n" + lines.joined(separator: "\n")
      text += failures(of: adjuster, in: survey)
    }
    text += text.hasSuffix("\n") ? "\n" : "\n\n"
    if AdjusterWords.needsBrokenNote(survey) {
      text += TextLayout.wrapped(AdjusterWords.brokenNote).joined(separator: "\n") + "\n"
    }
    return text + TextLayout.wrapped(AdjusterWords.sessionNote(survey)).joined(separator: "\n")
      + "\n"
  }

  /// The views and callouts that were tried; empty for a single grid.
  private static func sizes(of survey: AdjusterSurvey) -> String {
    guard survey.reports.count > 1 else { return "" }
    return AdjusterWords.facts(of: survey).prefix(3).flatMap { name, value in
      TextLayout.wrapped("\(name): \(value)")
    }.joined(separator: "\n") + "\n\n"
  }

  /// The criteria that an adjuster breaks: in how many trials, with how many views and callouts,
  /// and with which first.
  private static func failures(of adjuster: Int, in survey: AdjusterSurvey) -> String {
    let broken = AdjusterWords.broken(by: adjuster, of: survey)
    guard survey.reports.count > 1, !broken.isEmpty else { return "" }
    let lines = TextLayout.lines(of: broken) { criterion in
      let outcome = survey.outcome(of: adjuster, criterion)
      let first = outcome.first.map { survey.reports[$0] }
      return [
        TableCell("broken", criterion.title),
        TableCell("of trials", AdjusterWords.brokenShare(outcome.counts), isNumber: true),
        TableCell("sizes", AdjusterWords.sizes(outcome), isNumber: true),
        TableCell("first with", first.map { AdjusterWords.size(of: $0.grid) } ?? ""),
      ]
    }
    return "\n\n"
      + lines.map { "    \($0)" }.joined(separator: "\n")
      + "\n"
  }

  /// How many trials were made and, when it is known, how fast.
  public static func closing(of survey: AdjusterSurvey, nanoseconds: Int64?) -> String {
    let trials = "\(MetricText.count(Int64(survey.trials))) trials"
    guard let nanoseconds, survey.trials > 0 else { return trials }
    return "\(trials) in \(MetricText.lap(nanoseconds)), on all cores"
  }
}
