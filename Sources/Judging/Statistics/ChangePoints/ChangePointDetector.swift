/// Finds where a series moves to another level by split and merge, without random numbers.
///
/// The method is that of Fleming et al., "Hunter: Using change point detection to hunt for
/// performance regressions" (2023), which Apache Otava carries on. *Split*: windows that
/// overlap by half are cut where ``EnergyDistance`` is largest, again and again, while
/// Student's test finds both sides of the cut apart at ten times the level. *Merge*: of all
/// these weak points the weakest is removed, and its neighbors are tested again, until each
/// is significant at the level and larger than the noise.
///
/// It differs from Otava in four ways.
/// - A level has at least three values. A shorter one joins its surroundings, and a shorter
///   one at the end of the series is suspected. Otava takes one outlier at the end for a
///   change point.
/// - A point has to be significant without the value on each side that supports it most, so
///   that an outlier with a few others is no level.
/// - The variance is that of samples (n - 1), where Otava takes that of whole populations.
/// - A cut is tested against the values that the distance compares, which need not reach to
///   the end of the window, so that a level that comes and goes is found. One cut that is
///   not significant ends the search in its part alone.
///
/// The first three reduce false alarms, the last one reduces misses.
public struct ChangePointDetector: Hashable, Sendable {
  /// The number of values of a window.
  public var windowLength = 50
  /// The p-value below which a point counts.
  public var level = 0.001
  /// The fewest values of a level, at least one.
  public var minimumCount = 3
  /// The magnitude that a change has to exceed: the noise of the measurement, 0 for exact
  /// values.
  public var noiseFloor: Double

  /// Makes a detector that takes changes up to a floor for noise.
  public init(noiseFloor: Double) { self.noiseFloor = noiseFloor }

  /// The change points of a series, in its order; the last one may be suspected.
  ///
  /// - Complexity: O(n · window) for n values and few points.
  public func changePoints(in series: [Double]) -> [ChangePoint] {
    guard let first = series.first, series.contains(where: { $0 != first }) else { return [] }
    let points = merged(weakPoints(in: series), of: series)
    guard points.last?.isSuspected != true else { return points }
    return points + [suspicion(after: points.last?.index ?? 0, in: series)].compactMap(\.self)
  }

  /// A level at the end that is too young to count and that no cut found, as the distance of few
  /// values to many is small; nil for none.
  private func suspicion(after start: Int, in series: [Double]) -> ChangePoint? {
    let indexes = (max(start, series.count - minimumCount) + 1..<series.count)
      .filter { $0 - start >= minimumCount }
    return indexes.map { index in
      ChangePoint(
        at: index, of: series, from: start, to: series.count, minimumCount: minimumCount)
    }.filter { $0.pValue < level && $0.magnitude > noiseFloor }.min { $0.pValue < $1.pValue }
  }

  // MARK: Split

  /// The indexes at which any window is cut, ascending.
  private func weakPoints(in series: [Double]) -> [Int] {
    var points: Set<Int> = []
    var start = 0
    while start < series.count {
      let cuts = cuts(of: series[start..<min(start + windowLength, series.count)])
      points.formUnion(cuts)
      start = max(cuts.last ?? 0, start + max(1, windowLength / 2))
    }
    return points.sorted()
  }

  /// The indexes at which a window is cut, ascending.
  private func cuts(of window: ArraySlice<Double>) -> [Int] {
    var starts: [Int] = []
    var pending = [window]
    while let part = pending.popLast() {
      guard let cut = EnergyDistance.bestCut(of: part) else { continue }
      let sides = (part[..<cut.index], part[cut.index..<cut.end])
      guard StudentTest.pValue(Level(of: sides.0), Level(of: sides.1)) <= 10 * level else {
        continue
      }
      starts.append(cut.index)
      pending += [part[..<cut.index], part[cut.index...]]
    }
    return starts.sorted()
  }

  // MARK: Merge

  /// Returns the points that are left when the insignificant ones are removed one by one.
  private func merged(_ indexes: [Int], of series: [Double]) -> [ChangePoint] {
    var points = indexes.indices.map { point($0, of: indexes, in: series) }
    while let place = removable(of: points, in: series) {
      points.remove(at: place)
      // Its neighbors have other levels now.
      let left = points.map(\.index)
      for place in [place - 1, place] where points.indices.contains(place) {
        points[place] = point(place, of: left, in: series)
      }
    }
    return points
  }

  /// The point to be removed next: the one with the largest p-value; the smallest where all are
  /// significant; one of a level that is too short where all are large as well; nil for none.
  private func removable(of points: [ChangePoint], in series: [Double]) -> Int? {
    let unlikely = points.indices.max { points[$0].pValue < points[$1].pValue }
    if let unlikely, points[unlikely].pValue >= level { return unlikely }
    let small = points.indices.min { points[$0].magnitude < points[$1].magnitude }
    if let small, points[small].magnitude <= noiseFloor { return small }
    guard let short = points.firstIndex(where: { $0.before.count < minimumCount }) else {
      return nil
    }
    guard short > 0 else { return short }
    // The short level joins the side that leaves less of a change.
    let chances = [short - 1, short].map { removed in
      var left = points.map(\.index)
      left.remove(at: removed)
      return point(short - 1, of: left, in: series).pValue
    }
    return chances[0] < chances[1] ? short : short - 1
  }

  /// Returns a point with its levels, which reach to the neighboring points.
  private func point(_ place: Int, of indexes: [Int], in series: [Double]) -> ChangePoint {
    ChangePoint(
      at: indexes[place], of: series, from: place > 0 ? indexes[place - 1] : 0,
      to: place + 1 < indexes.count ? indexes[place + 1] : series.count,
      minimumCount: minimumCount)
  }
}
