public import AdjusterSuite
internal import Measures

/// What the trials of adjusters say, in Markdown for a page of CI.
public enum AdjusterMarkdown {
  /// The text: one table of all, then one for each adjuster that breaks anything.
  public static func text(of report: AdjusterReport) -> String {
    var text = "# Where adjusters go wrong\n\n"
    text += "\(MetricText.things(report.trials, "trial")): "
    text += AdjusterWords.facts(of: report.grid).map { "\($0.name) \($0.value)" }
      .joined(separator: "; ")
    let note = Escape.markdown(AdjusterWords.worldEndNote)
    text += ".\n\nIn how many trials each criterion is kept (\(note)):\n\n"
    let criteria = AdjusterTrial.criteria
    text += Markdown.table(
      ["adjuster"] + criteria.map(\.rawValue),
      report.names.indices.map { adjuster in
        [Escape.markdown(report.names[adjuster])]
          + criteria.map { star(AdjusterWords.kept(report.tally(of: adjuster, $0))) }
      }, ofNumbers: true)
    for adjuster in report.names.indices { text += section(on: adjuster, of: report) }
    return text + "\n"
      + criteria.map { "\($0.rawValue) \(AdjusterWords.title(of: $0))" }
      .joined(separator: ", ") + ". \(AdjusterWords.unaskedNote)\n"
  }

  private static func section(on adjuster: Int, of report: AdjusterReport) -> String {
    var text = "\n## \(Escape.markdown(report.names[adjuster]))\n\n"
    text += Escape.markdown(AdjusterWords.verdict(on: adjuster, of: report)) + "\n"
    let broken = AdjusterWords.broken(by: adjuster, of: report)
    guard !broken.isEmpty else { return text }
    text += "\nHow many positions break it, at the worst latitude:\n\n"
    let zooms = report.grid.zoomLevels.indices
    text += Markdown.table(
      ["zoom"] + zooms.map { AdjusterWords.number(report.grid.zoomLevels[$0]) } + ["worst"],
      broken.map { criterion in
        let worst = report.tally(of: adjuster, criterion).worst
        return ["\(criterion.rawValue) \(AdjusterWords.title(of: criterion))"]
          + zooms.map { share(of: adjuster, criterion, zoom: $0, in: report) }
          + [worst.map { AdjusterWords.worst($0, on: report.grid) } ?? MetricText.never]
      }, ofNumbers: true)
    return text
  }

  private static func share(
    of adjuster: Int, _ criterion: Criterion, zoom: Int, in report: AdjusterReport
  ) -> String {
    guard let share = AdjusterWords.worstShare(of: adjuster, criterion, zoom: zoom, in: report)
    else { return MetricText.never }
    return share == 0 ? "0" : "\(share) %"
  }

  /// An asterisk that is none of Markdown's.
  private static func star(_ text: String) -> String {
    text.hasSuffix("*") ? "\(text.dropLast())\\*" : text
  }
}
