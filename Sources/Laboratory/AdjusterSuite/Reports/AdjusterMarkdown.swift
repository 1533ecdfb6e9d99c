internal import Formatting
internal import MapGeometry
internal import Measures

/// The trials of adjusters in Markdown, for a page of CI.
public enum AdjusterMarkdown {
  /// One table of all, then for each adjuster that breaks anything one by zoom level and one by
  /// view and callout.
  public static func text(of survey: AdjusterSurvey) -> String {
    var text = "# Where adjusters go wrong\n\n"
    text += "\(MetricText.things(survey.trials, "trial")): "
    text += AdjusterWords.facts(of: survey).map { "\($0.name) \($0.value)" }.joined(separator: "; ")
    let note = Escape.markdown(AdjusterWords.worldEndNote)
    text += ".\n\nIn how many trials each criterion is kept (\(note)):\n\n"
    text += Markdown.table(
      ["criterion"] + survey.names.map(Escape.markdown),
      AdjusterReport.criteria.map { criterion in
        [criterion.title]
          + survey.names.indices.map { adjuster in
            star(AdjusterWords.kept(survey.outcome(of: adjuster, criterion).counts))
          }
      }, ofNumbers: true)
    for adjuster in survey.names.indices { text += section(on: adjuster, of: survey) }
    return text + "\n"
      + (AdjusterWords.needsBrokenNote(survey) ? "\(AdjusterWords.brokenNote) " : "")
      + "\(AdjusterWords.sessionNote(survey))\n"
  }

  private static func section(on adjuster: Int, of survey: AdjusterSurvey) -> String {
    let report = survey.main
    var text = "\n## \(Escape.markdown(survey.names[adjuster]))\n\n"
    text += Escape.markdown(AdjusterWords.verdict(on: adjuster, of: survey)) + "\n"
    text += sizes(breakingFor: adjuster, of: survey)
    let broken = AdjusterWords.broken(by: adjuster, of: report)
    guard !broken.isEmpty else { return text }
    let size = survey.reports.count > 1 ? " with \(AdjusterWords.size(of: report.grid))" : ""
    text += "\nHow many positions break it\(size), at the worst latitude:\n\n"
    let zooms = report.grid.zoomLevels.indices
    text += Markdown.table(
      ["zoom"] + zooms.map { AdjusterWords.number(report.grid.zoomLevels[$0]) } + ["worst"],
      broken.map { criterion in
        let worst = report.tally(of: adjuster, criterion).worst
        return [criterion.title]
          + zooms.map { share(of: adjuster, criterion, zoom: $0, in: report) }
          + [worst.map { AdjusterWords.worst($0, on: report.grid) } ?? MetricText.never]
      }, ofNumbers: true)
    return text
  }

  /// Broken trials by criterion, and the first view and callout.
  private static func sizes(breakingFor adjuster: Int, of survey: AdjusterSurvey) -> String {
    let broken = AdjusterWords.broken(by: adjuster, of: survey)
    guard survey.reports.count > 1, !broken.isEmpty else { return "" }
    return "\nHow many trials break it, with how many of the views and callouts that ask it:\n\n"
      + Markdown.table(
        ["criterion", "of trials", "sizes", "first with"],
        broken.map { criterion in
          let outcome = survey.outcome(of: adjuster, criterion)
          return [
            criterion.title,
            AdjusterWords.brokenShare(outcome.counts), AdjusterWords.sizes(outcome),
            outcome.first.map { AdjusterWords.size(of: survey.reports[$0].grid) }
              ?? MetricText.never,
          ]
        }, ofNumbers: true)
  }

  private static func share(
    of adjuster: Int, _ criterion: Criterion, zoom: Int, in report: AdjusterReport
  ) -> String {
    guard let share = AdjusterWords.worstShare(of: adjuster, criterion, zoom: zoom, in: report)
    else { return MetricText.never }
    return share == 0 ? "0" : "\(share) %"
  }

  private static func star(_ text: String) -> String {
    text.hasSuffix("*") ? "\(text.dropLast())\\*" : text
  }
}
