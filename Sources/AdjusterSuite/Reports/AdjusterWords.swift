internal import Callouts
internal import Formatting
internal import MapGeometry
internal import Measures

/// Words for what adjusters do, shared by terminal, page and Markdown.
enum AdjusterWords {
  /// In how many trials a criterion is kept: `always`, `always*` where only the end of the world
  /// is in the way, `97 %`, `never`, `-` where it was never asked.
  static func kept(_ tally: CriterionTally) -> String {
    guard tally.asked > 0 else { return MetricText.never }
    if tally.isAlwaysKept { return "always" }
    if tally.isKeptWhereWorldGoesOn { return "always*" }
    if tally.broken == tally.asked { return "never" }
    return "\(percent(tally.asked - tally.broken, of: tally.asked)) %"
  }

  /// What the asterisk means.
  static let worldEndNote = "* but where the world ends and no map can scroll on"

  /// Why the shares that are kept and broken differ.
  static let brokenNote =
    "What only the end of the world breaks is neither kept nor broken: shares need not make 100 %."

  /// Which criteria no trial can ask, and who does.
  static func sessionNote(_ survey: AdjusterSurvey) -> String {
    let criteria = list(AdjusterSession.criteria.map(\.title))
    let sessions = MetricText.things(survey.sessions, "session")
    return "\(criteria) are asked in \(sessions) at a few of the pins: frames, animations and "
      + "callbacks are the map's."
  }

  /// A share in whole percent; only the whole is 100 and only nothing is 0.
  static func percent(_ part: Int, of whole: Int) -> Int {
    guard whole > 0, part > 0 else { return 0 }
    return part >= whole ? 100 : min(99, max(1, (part * 200 + whole) / (whole * 2)))
  }

  /// What an adjuster does that breaks a criterion, to stand behind its name.
  static func fault(_ criterion: Criterion) -> String {
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

  /// The criteria that an adjuster breaks, even where the world goes on.
  static func broken(by adjuster: Int, of report: AdjusterReport) -> [Criterion] {
    AdjusterReport.criteria.filter { criterion in
      let tally = report.tally(of: adjuster, criterion)
      return tally.broken > tally.brokenByWorldEnd
    }
  }

  /// `zoom 2, 8 and 16`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The zoom levels at which a criterion is broken: `up to zoom 6`, `from zoom 16 on`,
  /// `at zoom 3 to 5 and 12`, `at every zoom level`.
  static func zooms(
    breaking criterion: Criterion, by adjuster: Int, of report: AdjusterReport
  ) -> String {
    let levels = report.grid.zoomLevels
    // Levels that cannot be asked neither begin nor end a row of them.
    let asked = levels.indices.filter { report.tally(of: adjuster, criterion, zoom: $0).asked > 0 }
    let isBroken = asked.map { zoom in
      let tally = report.tally(of: adjuster, criterion, zoom: zoom)
      return tally.broken > tally.brokenByWorldEnd
    }
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
    return list(parts)
  }

  /// A number of a grid: `12`, `52.5`.
  static func number(_ value: Double) -> String { MapWords.decimal(value) }

  /// `35° S`, `0°`.
  static func latitude(_ degrees: Double) -> String {
    "\(number(degrees.magnitude))°" + (degrees == 0 ? "" : degrees > 0 ? " N" : " S")
  }

  /// `13.4° E`, `0°`.
  static func longitude(_ degrees: Double) -> String {
    "\(number(degrees.magnitude))°" + (degrees == 0 ? "" : degrees > 0 ? " E" : " W")
  }

  /// What a zoom level shows across a phone, nearly.
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

  /// How bad the worst trial is: `12.3 pt`.
  static func amount(of worst: WorstTrial) -> String {
    MetricText.amount(rounded(worst.measure))
  }

  /// `at zoom 3, 70° N, pin at 12, 830 pt`.
  static func place(_ place: AdjusterPlace, on grid: AdjusterGrid) -> String {
    let point = grid.point(at: place.position)
    return "at zoom \(number(grid.zoomLevels[place.zoom])), "
      + "\(latitude(grid.latitudes[place.latitude])), "
      + "pin at \(MapWords.decimal(point.x, places: 0)), \(MapWords.decimal(point.y, places: 0)) pt"
  }

  /// Amounts of points to a tenth: nobody sees more.
  private static func rounded(_ measure: CriterionMeasure) -> CriterionMeasure {
    guard measure.unit == .points, measure.amount > 0.1 else { return measure }
    var result = measure
    result.amount = (measure.amount * 10).rounded() / 10
    return result
  }

  /// The name of the fact that lists the zoom levels.
  static let zoomLevels = "zoom levels"

  /// What the trials have in common, in a few lines of `name: value`.
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
      ),
      ("positions", "\(grid.columns) x \(grid.rows), one row and column beyond each edge"),
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
