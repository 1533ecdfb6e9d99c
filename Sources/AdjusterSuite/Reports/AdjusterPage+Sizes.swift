internal import Formatting
internal import Measures
internal import Metrics

/// What depends on the view and the callout.
extension AdjusterPage {
  /// A row for each criterion, a column for each callout in each view.
  static func sizes(of adjuster: Int, in survey: AdjusterSurvey) -> Context {
    let grids = survey.reports.map(\.grid)
    let starts = grids.indices.filter {
      $0 == 0 || grids[$0].viewSize != grids[$0 - 1].viewSize
    }
    let ends = starts.dropFirst() + [grids.count]
    return [
      "views": zip(starts, ends).map { start, end -> Context in
        ["name": AdjusterWords.extent(grids[start].viewSize), "count": end - start]
      },
      "callouts": grids.map { grid -> Context in
        // A narrow column breaks an extent behind its cross.
        let words = AdjusterWords.narrow(AdjusterWords.callout(grid.style)).split(separator: "×")
        return words.count == 2
          ? ["name": "\(words[0])×", "rest": String(words[1])]
          : ["name": words.joined(separator: "×"), "rest": ""]
      },
      "rows": AdjusterReport.criteria.map { row($0, of: adjuster, in: survey) },
    ]
  }

  private static func row(
    _ criterion: Criterion, of adjuster: Int, in survey: AdjusterSurvey
  ) -> Context {
    let outcome = survey.outcome(of: adjuster, criterion)
    return [
      "code": criterion.code, "title": criterion.words,
      "help": criterion.metric.definition.help,
      "cells": survey.reports.map { cell($0.tally(of: adjuster, criterion)) },
      "first": outcome.first.map { first in
        let grid = survey.reports[first].grid
        return AdjusterWords.narrow(AdjusterWords.callout(grid.style)) + " on "
          + AdjusterWords.narrow(AdjusterWords.extent(grid.viewSize))
      } ?? "",
      "sizes": outcome.first == nil ? "" : AdjusterWords.sizes(outcome),
    ]
  }

  private static func cell(_ tally: CriterionTally) -> Context {
    guard tally.asked > 0 else { return ["text": MetricText.never, "kind": "none", "share": 0] }
    let share = AdjusterWords.percent(tally.broken - tally.brokenByWorldEnd, of: tally.asked)
    let kept = tally.brokenByWorldEnd > 0 ? "*" : "·"
    return [
      "text": share == 0 ? kept : "\(share)",
      "kind": share == 0 ? "zero" : share > 55 ? "full" : "part", "share": share,
    ]
  }
}
