internal import Measures

/// How much of the screen is concerned, and where.
extension AdjusterWords {
  /// In how many percent of the positions a criterion is broken at a zoom level, at the latitude
  /// where it is worst; nil where it is never asked.
  ///
  /// The end of the world does not count.
  static func worstShare(
    of adjuster: Int, _ criterion: Criterion, zoom: Int, in report: AdjusterReport
  ) -> Int? {
    report.grid.latitudes.indices.compactMap { latitude in
      let tally = report.tally(of: adjuster, criterion, zoom: zoom, latitude: latitude)
      return tally.asked > 0
        ? percent(tally.broken - tally.brokenByWorldEnd, of: tally.asked) : nil
    }.max()
  }

  /// Where on the screen marks are broken: `anywhere on the screen`,
  /// `at 34 % of the positions, all in the upper third`.
  static func place(of marks: [AdjusterMark], on grid: AdjusterGrid) -> String {
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
    /// The number of the level where the last row of broken levels begins; -1 where it is kept, -2
    /// where it was never asked.
    var zooms: [Int]
  }

  /// The direction is that in which more positions go on being broken to the end.
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
      // Where nothing is asked or the world ends, nobody can say that it is kept.
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
