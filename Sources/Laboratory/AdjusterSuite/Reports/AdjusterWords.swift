internal import Callouts
internal import Formatting
internal import MapGeometry
internal import Measures

/// Words for the results of adjusters, shared by terminal, page and Markdown.
enum AdjusterWords {
  /// In how many trials a criterion is kept: `always`, `always*` where only the end of the world is
  /// in the way, `97 %`, `never`, `-` where it was never asked.
  static func kept(_ tally: CriterionCounts) -> String {
    guard tally.asked > 0 else { return MetricText.never }
    if tally.isAlwaysKept { return "always" }
    if tally.isKeptWhereWorldGoesOn { return "always*" }
    if tally.broken == tally.asked { return "never" }
    return "\(percent(tally.asked - tally.broken, of: tally.asked)) %"
  }

  static let worldEndNote = "* but where the world ends and no map can scroll on"

  /// Why the shares that are kept and broken differ.
  static let brokenNote =
    "A criterion that only the end of the world breaks is neither kept nor broken in that trial."

  /// A note on the criteria that only sessions can judge.
  static func sessionNote(_ survey: AdjusterSurvey) -> String {
    let criteria = TextLayout.and(AdjusterSession.criteria.map(\.title))
    let sessions = MetricText.things(survey.sessions, "session")
    return "\(criteria) are asked in \(sessions) at a few of the pins: frames, animations and "
      + "callbacks are the map's."
  }

  /// A share in whole percent; only the whole is 100 and only nothing is 0.
  static func percent(_ part: Int, of whole: Int) -> Int {
    guard whole > 0, part > 0 else { return 0 }
    return part >= whole ? 100 : min(99, max(1, (part * 200 + whole) / (whole * 2)))
  }

  /// The verb phrase for a broken criterion, printed after the adjuster's name.
  static func failure(_ criterion: Criterion) -> String {
    switch criterion {
    case .inside: "leaves callouts cut off"
    case .zoomUnchanged: "changes the zoom"
    case .minimalShift: "moves the map more or less than needed"
    case .untouchedWhenVisible: "calls the map for callouts that are visible"
    case .idempotent: "moves again when asked again"
    case .tipPinned: "tears tips off their pins"
    case .animatedAsAtOnce: "ends elsewhere when it is animated"
    case .mirrored: "favours a side"
    case .sameAtAnyLongitude: "depends on the longitude"
    case .sameAtAnyLatitude: "depends on the latitude"
    case .moveAccepted: "asks for what the map refuses"
    case .sameWhenTurned: "errs on turned maps"
    case .oversize: "loses the pin of what is too large"
    case .steadyAtWorldEdge: "is unsteady at the world's end"
    case .exactWhenClose: "errs when close"
    case .parentVisible: "loses the pin"
    case .callbacksPaired: "confuses the callbacks"
    }
  }

  /// The criteria that an adjuster breaks away from the edge of the world.
  static func broken(by adjuster: Int, of report: AdjusterReport) -> [Criterion] {
    AdjusterReport.criteria.filter { report.tally(of: adjuster, $0).brokenInWorld > 0 }
  }

  /// The zoom levels at which a criterion is broken: `up to zoom 6`, `from zoom 16 on`, `at zoom 3
  /// to 5 and 12`, `at every zoom level`.
  static func zooms(
    breaking criterion: Criterion, by adjuster: Int, of report: AdjusterReport
  ) -> String {
    let levels = report.grid.zoomLevels
    // Levels that cannot be asked neither begin nor end a row of them.
    let asked = levels.indices.filter { report.tally(of: adjuster, criterion, zoom: $0).asked > 0 }
    let isBroken = asked.map { report.tally(of: adjuster, criterion, zoom: $0).brokenInWorld > 0 }
    guard isBroken.contains(false) else {
      return asked.count == 1 ? "at zoom \(number(levels[asked[0]]))" : "at every zoom level"
    }
    var parts: [String] = []
    var start = 0
    while start < isBroken.count {
      var end = start
      while end + 1 < isBroken.count, isBroken[end + 1] == isBroken[start] { end += 1 }
      if isBroken[start] {
        let (low, high) = (number(levels[asked[start]]), number(levels[asked[end]]))
        if end == start {
          parts.append("at zoom \(low)")
        } else if start == 0 {
          parts.append("up to zoom \(high)")
        } else if end == isBroken.count - 1 {
          parts.append("from zoom \(low) on")
        } else {
          parts.append("at zoom \(low) to \(high)")
        }
      }
      start = end + 1
    }
    return TextLayout.and(parts)
  }

  /// A number of a grid: `12`, `52.5`.
  static func number(_ value: Double) -> String { MapWords.decimal(value) }
  /// `35° S`, `0°`.
  static func latitude(_ degrees: Double) -> String { angle(degrees, " N", " S") }
  /// `13.4° E`, `0°`.
  static func longitude(_ degrees: Double) -> String { angle(degrees, " E", " W") }

  private static func angle(_ degrees: Double, _ above: String, _ below: String) -> String {
    "\(number(degrees.magnitude))°" + (degrees == 0 ? "" : degrees > 0 ? above : below)
  }

  /// The kind of region that a zoom level shows across a phone, roughly.
  static func name(ofZoom level: Double) -> String {
    switch level {
    case ..<3: "world"
    case ..<5: "continent"
    case ..<8: "country"
    case ..<11: "region"
    case ..<13: "city"
    case ..<16: "district"
    case ..<19: "street"
    default: "house"
    }
  }

  /// The worst trial: `12.3 pt at zoom 3, 70° N, pin at 12, 830 pt`.
  static func worst(_ worst: WorstTrial, on grid: AdjusterGrid) -> String {
    "\(amount(of: worst)) \(place(worst.place, on: grid))"
  }

  static func amount(of worst: WorstTrial) -> String { MetricText.amount(rounded(worst.measure)) }

  /// `at zoom 3, 70° N, pin at 12, 830 pt`.
  static func place(_ place: AdjusterPlace, on grid: AdjusterGrid) -> String {
    let point = grid.point(at: place.position)
    return "at zoom \(number(grid.zoomLevels[place.zoom])), "
      + "\(latitude(grid.latitudes[place.latitude])), "
      + "pin at \(MapWords.decimal(point.x, places: 0)), \(MapWords.decimal(point.y, places: 0)) pt"
  }

  private static func rounded(_ measure: CriterionMeasure) -> CriterionMeasure {
    guard measure.unit == .points, measure.amount > 0.1 else { return measure }
    var result = measure
    result.amount = (measure.amount * 10).rounded() / 10
    return result
  }

  static let zoomLevels = "zoom levels"

  /// The parameters that all trials share, in a few lines of `name: value`.
  static func facts(of grid: AdjusterGrid) -> [(name: String, value: String)] {
    let callout =
      switch grid.style {
      case .plain(let size): "plain, \(extent(size))"
      case .bubble(let height, _): "bubble as wide as the map, content \(number(height)) pt high"
      case .subview: "subview"
      }
    return [
      ("view", extent(grid.viewSize)), ("callout", callout),
      (
        "pin",
        "\(extent(grid.parentSize)), its middle off its coordinate by "
          + "\(number(grid.centerOffset.dx)), \(number(grid.centerOffset.dy)) pt"
      ), ("positions", "\(grid.columns) x \(grid.rows), one row and column beyond each edge"),
      (zoomLevels, grid.zoomLevels.map(number).joined(separator: ", ")),
      ("latitudes", grid.latitudes.map(latitude).joined(separator: ", ")),
      ("longitude", longitude(grid.longitude)),
    ]
  }

  /// `390 x 844 pt`.
  static func extent(_ size: ScreenSize) -> String {
    "\(number(size.width)) x \(number(size.height)) pt"
  }
}

/// How much of the screen is concerned, and where.
extension AdjusterWords {
  /// In how many percent of the positions a criterion is broken at a zoom level, at its worst
  /// latitude and without the end of the world; nil where it is never asked.
  static func worstShare(
    of adjuster: Int, _ criterion: Criterion, zoom: Int, in report: AdjusterReport
  ) -> Int? {
    report.grid.latitudes.indices.compactMap { latitude in
      let tally = report.tally(of: adjuster, criterion, zoom: zoom, latitude: latitude)
      return tally.asked > 0 ? percent(tally.brokenInWorld, of: tally.asked) : nil
    }.max()
  }

  /// Where on the screen a criterion is broken: `anywhere on the screen`, `at 34 % of the
  /// positions, all in the upper third`.
  static func place(of marks: [AdjusterResultCell], on grid: AdjusterGrid) -> String {
    let asked = marks.count { $0 != .notAsked }
    let broken = marks.indices.filter { marks[$0].isBroken }
    let share = percent(broken.count, of: asked)
    guard share < 98 else { return "anywhere on the screen" }
    let rows = Set(broken.map { $0 / grid.columns * 3 / grid.rows })
    let columns = Set(broken.map { $0 % grid.columns * 3 / grid.columns })
    var thirds: [String] = []
    if rows.count == 1 {
      thirds.append(rows.contains(0) ? "upper" : rows.contains(1) ? "middle" : "lower")
    }
    if columns.count == 1 {
      thirds.append(columns.contains(0) ? "left" : columns.contains(1) ? "middle" : "right")
    }
    let place = thirds.isEmpty ? "" : ", all in the \(thirds.joined(separator: " ")) third"
    return "at \(share) % of the positions\(place)"
  }

  /// For each position the zoom level from which on a criterion is broken.
  struct Threshold {
    /// Whether it is broken from that level on closer to the ground, and not further away.
    var isInwards: Bool
    /// Whether some position that is broken from a level on is kept again before the last one.
    var endsBefore: Bool
    /// The zoom level where the last row of broken levels begins; -1 where it is kept, -2 where it
    /// was never asked.
    var zooms: [Int]
  }

  static func threshold(
    of adjuster: Int, _ criterion: Criterion, in report: AdjusterReport
  ) -> Threshold {
    let levels = report.grid.zoomLevels.indices
    let all = levels.map { report.marks(of: adjuster, criterion, zoom: $0) }
    let asked = levels.filter { report.tally(of: adjuster, criterion, zoom: $0).asked > 0 }
    func count(_ level: Int?) -> Int { level.map { all[$0].count(where: \.isBroken) } ?? 0 }
    let isInwards = count(asked.last) > count(asked.first)
    let order = isInwards ? Array(levels.reversed()) : Array(levels)
    var endsBefore = false
    let zooms = (0..<report.grid.positionCount).map { position in
      let marks = order.map { all[$0][position] }
      guard let last = marks.firstIndex(where: \.isBroken) else {
        return marks.contains { $0 != .notAsked } ? -1 : -2
      }
      // Where nothing is asked or the world ends, it does not count as kept.
      if marks[..<last].contains(.kept) { endsBefore = true }
      // So it ends no row either: sessions are asked at three levels alone.
      let row = marks[last...].prefix { $0 != .kept }
      return order[row.lastIndex(where: \.isBroken) ?? last]
    }
    return Threshold(isInwards: isInwards, endsBefore: endsBefore, zooms: zooms)
  }

  /// In which direction positions are broken from their levels on: `on and closer`.
  static func direction(of threshold: Threshold) -> String {
    (threshold.isInwards ? "on and closer" : "on and further out")
      + (threshold.endsBefore ? ", but not all the way" : "")
  }
}

/// Words for results that depend on the view and the callout.
extension AdjusterWords {
  /// A short description of a callout: `200 x 108 pt`, `bubble`.
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

  /// An extent for a narrow column, without its unit: `200×108`.
  static func narrow(_ extent: String) -> String {
    extent.split(separator: " ").filter { $0 != "pt" }.map { $0 == "x" ? "×" : $0 }.joined()
  }

  /// The criteria that an adjuster breaks in any report, away from the edge of the world.
  static func broken(by adjuster: Int, of survey: AdjusterSurvey) -> [Criterion] {
    AdjusterReport.criteria.filter { survey.outcome(of: adjuster, $0).first != nil }
  }

  /// How often an adjuster breaks a criterion, away from the edge of the world: `12 %`.
  static func brokenShare(_ counts: CriterionCounts) -> String {
    let share = percent(counts.brokenInWorld, of: counts.asked)
    return counts.asked == 0 ? MetricText.never : "\(share) %"
  }

  /// With how many views and callouts a criterion is broken, of those that ask it: `3 of 15`.
  static func sizes(_ outcome: SurveyOutcome) -> String {
    "\(outcome.breaking.count) of \(outcome.asking.count)"
  }

  /// An adjuster in some sentences: its first failures with their zoom levels, the others by their
  /// titles, then those at other sizes.
  static func verdict(on adjuster: Int, of survey: AdjusterSurvey) -> String {
    let here = broken(by: adjuster, of: survey.main)
    let elsewhere = broken(by: adjuster, of: survey).filter { !here.contains($0) }
    var text = "Keeps every criterion that was asked"
    if !here.isEmpty {
      text = failures(here, of: adjuster, in: survey.main)
    } else if !elsewhere.isEmpty {
      text += " with \(size(of: survey.main.grid))"
    }
    text += "."
    if !elsewhere.isEmpty {
      let first = elsewhere.prefix(2).map { "\(failure($0)) (\($0.title))" }
      let rest = elsewhere.dropFirst(2).map(\.title)
      text += " At other sizes it " + TextLayout.and(first)
      text += rest.isEmpty ? "." : "; breaks \(TextLayout.and(rest)) too."
    }
    let ended = AdjusterReport.criteria.filter {
      survey.outcome(of: adjuster, $0).counts.brokenByWorldEnd > 0
    }
    guard !ended.isEmpty else { return text }
    return text + " Where the world ends it cannot keep \(TextLayout.and(ended.map(\.title)))."
  }

  private static func failures(
    _ broken: [Criterion], of adjuster: Int, in report: AdjusterReport
  ) -> String {
    let first = broken.prefix(3).map { criterion in
      "\(failure(criterion)) \(zooms(breaking: criterion, by: adjuster, of: report))"
    }
    let rest = broken.dropFirst(3).map(\.title)
    let sentence =
      first.joined(separator: "; ") + (rest.isEmpty ? "" : "; breaks \(TextLayout.and(rest)) too")
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// The parameters that all trials share, and those varied, in a few lines of `name: value`.
  static func facts(of survey: AdjusterSurvey) -> [(name: String, value: String)] {
    let leftOut = leftOut(of: survey)
    return allFacts(of: survey).map { name, value in
      (
        name,
        name == zoomLevels && !leftOut.isEmpty ? "\(value) (\(TextLayout.and(leftOut)))" : value
      )
    }
  }

  private static func allFacts(of survey: AdjusterSurvey) -> [(name: String, value: String)] {
    let grids = survey.reports.map(\.grid)
    let facts = facts(of: grids[0])
    guard grids.count > 1 else { return facts }
    let others = grids.dropFirst().map(AdjusterWords.facts(of:))
    let varied = [
      ("maps and zoom levels", "callout \(size(of: grids[0]))"),
      ("views", TextLayout.and(distinct(grids.map { extent($0.viewSize) }))),
      ("callouts", TextLayout.and(distinct(grids.map { callout($0.style) }))),
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
      let place = missing == views ? "" : " on \(TextLayout.and(missing))"
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
    return sentences.map { "zoom \(TextLayout.and($0.levels)) \($0.end)" }
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
