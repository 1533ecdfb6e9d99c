internal import Callouts
internal import Formatting
internal import MapGeometry
internal import Measures

/// Words for what depends on the view and the callout.
extension AdjusterWords {
  /// What a callout is, in short: `200 x 108 pt`, `bubble`.
  static func callout(_ style: CalloutStyle) -> String {
    switch style {
    case .plain(let size): extent(size)
    case .bubble: "bubble"
    case .subview: "subview"
    }
  }

  /// A view and a callout: `480 x 90 pt on 390 x 844 pt`.
  static func size(of grid: AdjusterGrid) -> String {
    "\(callout(grid.style)) on \(extent(grid.viewSize))"
  }

  /// An extent for a narrow column, where its unit goes without saying: `200×108`.
  static func narrow(_ extent: String) -> String {
    extent.split(separator: " ").filter { $0 != "pt" }.map { $0 == "x" ? "×" : $0 }.joined()
  }

  /// The criteria that an adjuster breaks with any callout in any view, even where the world goes
  /// on.
  static func broken(by adjuster: Int, of survey: AdjusterSurvey) -> [Criterion] {
    AdjusterReport.criteria.filter { survey.outcome(of: adjuster, $0).first != nil }
  }

  /// How often an adjuster breaks a criterion, where the world goes on: `12 %`.
  static func brokenShare(_ counts: CriterionTally) -> String {
    let share = percent(counts.broken - counts.brokenByWorldEnd, of: counts.asked)
    return counts.asked == 0 ? MetricText.never : "\(share) %"
  }

  /// With how many views and callouts a criterion is broken, of those that ask it: `3 of 15`.
  static func sizes(_ outcome: SurveyOutcome) -> String {
    "\(outcome.breaking.count) of \(outcome.asking.count)"
  }

  /// What an adjuster does, in some sentences: its first faults with their zoom levels, the others
  /// by their titles, then what shows at other sizes alone.
  static func verdict(on adjuster: Int, of survey: AdjusterSurvey) -> String {
    let here = broken(by: adjuster, of: survey.main)
    let elsewhere = broken(by: adjuster, of: survey).filter { !here.contains($0) }
    var text = "Keeps every criterion that was asked"
    if !here.isEmpty {
      text = faults(here, of: adjuster, in: survey.main)
    } else if !elsewhere.isEmpty {
      text += " with \(size(of: survey.main.grid))"
    }
    text += "."
    if !elsewhere.isEmpty {
      let first = elsewhere.prefix(2).map { "\(fault($0)) (\($0.title))" }
      let rest = elsewhere.dropFirst(2).map(\.title)
      text += " At other sizes it " + list(first)
      text += rest.isEmpty ? "." : "; breaks \(list(rest)) too."
    }
    let ended = AdjusterReport.criteria.filter {
      survey.outcome(of: adjuster, $0).counts.brokenByWorldEnd > 0
    }
    guard !ended.isEmpty else { return text }
    return text + " Where the world ends it cannot keep \(list(ended.map(\.title)))."
  }

  private static func faults(
    _ broken: [Criterion], of adjuster: Int, in report: AdjusterReport
  ) -> String {
    let first = broken.prefix(3).map { criterion in
      "\(fault(criterion)) \(zooms(breaking: criterion, by: adjuster, of: report))"
    }
    let rest = broken.dropFirst(3).map(\.title)
    let sentence =
      first.joined(separator: "; ") + (rest.isEmpty ? "" : "; breaks \(list(rest)) too")
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// What the trials have in common, and what was varied, in a few lines of `name: value`.
  static func facts(of survey: AdjusterSurvey) -> [(name: String, value: String)] {
    let leftOut = leftOut(of: survey)
    return allFacts(of: survey).map { name, value in
      (name, name == zoomLevels && !leftOut.isEmpty ? "\(value) (\(list(leftOut)))" : value)
    }
  }

  private static func allFacts(of survey: AdjusterSurvey) -> [(name: String, value: String)] {
    let grids = survey.reports.map(\.grid)
    let facts = facts(of: grids[0])
    guard grids.count > 1 else { return facts }
    let others = grids.dropFirst().map(AdjusterWords.facts(of:))
    let varied = [
      ("maps and zoom levels", "callout \(size(of: grids[0]))"),
      ("views", list(distinct(grids.map { extent($0.viewSize) }))),
      ("callouts", list(distinct(grids.map { callout($0.style) }))),
    ]
    // The first two are the view and the callout.
    return varied
      + facts.indices.dropFirst(2).map { index in
        let (name, value) = facts[index]
        let other = distinct(others.map { $0[index].value })
        let same = other == [value]
        return (name, same ? value : "\(value); at other sizes \(other.joined(separator: " or "))")
      }
  }

  /// Whether the end of the world is missing from any broken share of several grids.
  static func needsBrokenNote(_ survey: AdjusterSurvey) -> Bool {
    survey.reports.count > 1
      && survey.names.indices.contains { adjuster in
        broken(by: adjuster, of: survey).contains {
          survey.outcome(of: adjuster, $0).counts.brokenByWorldEnd > 0
        }
      }
  }

  /// Zoom levels that were asked for, but at which no trial could be made:
  /// `zoom 0 left out: smaller than the view`.
  ///
  /// Views are named where others show the level.
  static func leftOut(of survey: AdjusterSurvey) -> [String] {
    var sentences: [(levels: [String], end: String)] = []
    for level in distinct(survey.reports.flatMap(\.grid.zoomLevels)).sorted() {
      let asked = survey.reports.filter { $0.grid.zoomLevels.contains(level) }
      let views = distinct(asked.map { extent($0.grid.viewSize) })
      let missing = distinct(
        asked.filter { isLeftOut(level, of: $0) }.map { extent($0.grid.viewSize) })
      guard !missing.isEmpty else { continue }
      let place = missing == views ? "" : " on \(list(missing))"
      let isClose =
        Viewport.mapPointsPerPoint(atZoomLevel: level)
        < survey.main.grid.options.closestMapPointsPerPoint
      let end =
        "left out\(place): \(isClose ? "closer than the map goes" : "smaller than the view")"
      if sentences.last?.end == end {
        sentences[sentences.count - 1].levels.append(number(level))
      } else {
        sentences.append(([number(level)], end))
      }
    }
    return sentences.map { "zoom \(list($0.levels)) \($0.end)" }
  }

  private static func isLeftOut(_ level: Double, of report: AdjusterReport) -> Bool {
    guard let zoom = report.grid.zoomLevels.firstIndex(of: level) else { return false }
    return report.grid.latitudes.indices.allSatisfy {
      report.grid.viewport(zoom: zoom, latitude: $0) == nil
    }
  }

  private static func distinct<Value: Equatable>(_ values: [Value]) -> [Value] {
    values.indices.filter { values.firstIndex(of: values[$0]) == $0 }.map { values[$0] }
  }
}
