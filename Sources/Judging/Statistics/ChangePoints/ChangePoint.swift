/// A place of a series from which on it has another level.
public struct ChangePoint: Hashable, Sendable {
  /// The index of the first value of the new level.
  public let index: Int
  /// The level before, since the last change point.
  public let before: Level
  /// The level from there on, up to the next change point.
  public let after: Level
  /// How likely two samples of one level differ as much, on both sides together; the largest of
  /// three, as each side has to do without the value that speaks most for a change.
  ///
  /// The place was chosen for being the best one, so that among series in which nothing changes
  /// more have a point than this says.
  public let pValue: Double
  /// How many values the new level still needs before it counts; 0 for one that does.
  public let missing: Int

  /// The point at an index between two others.
  ///
  /// - Complexity: O(n) for n values between those.
  init(at index: Int, of series: [Double], from start: Int, to end: Int, minimumCount: Int) {
    let (left, right) = (series[start..<index], series[index..<end])
    (self.index, before, after) = (index, Level(of: left), Level(of: right))
    missing = end == series.count ? max(0, minimumCount - right.count) : 0
    let isRise = after.mean > before.mean
    func without(_ extreme: Double?, _ values: ArraySlice<Double>) -> Level {
      guard values.count >= minimumCount, let extreme, let place = values.firstIndex(of: extreme)
      else { return Level(of: values) }
      return Level(of: values[..<place] + values[(place + 1)...])
    }
    pValue = max(
      StudentTest.pValue(before, after),
      StudentTest.pValue(without(isRise ? left.min() : left.max(), left), after),
      StudentTest.pValue(before, without(isRise ? right.max() : right.min(), right)))
  }

  /// Whether the level is too young to count.
  public var isSuspected: Bool { missing > 0 }

  /// The change as a part of the level before: 0.03 for 3 % more; nil when that is zero.
  public var relativeChange: Double? {
    before.mean == 0 ? nil : after.mean / before.mean - 1
  }

  /// The change as a part of either level, the larger of the two, so that it is the same in both
  /// directions; 1 from or to zero.
  public var magnitude: Double {
    func change(of level: Level, from other: Level) -> Double {
      other.mean == 0 ? 0 : (level.mean / other.mean - 1).magnitude
    }
    return max(change(of: after, from: before), change(of: before, from: after))
  }
}
