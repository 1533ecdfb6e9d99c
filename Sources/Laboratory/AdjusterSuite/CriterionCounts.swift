public import Measures

/// Counts of one criterion over many trials.
public struct CriterionCounts: Hashable, Sendable {
  /// The number of trials that the criterion applied to.
  public internal(set) var asked = 0
  /// The number of trials that broke it.
  public internal(set) var broken = 0
  /// The number of trials that broke it because the world had ended and the map, correctly,
  /// did not move.
  public internal(set) var brokenByWorldEnd = 0
  /// The first trial that broke it worst where the map could move.
  public internal(set) var worst: WorstTrial?

  /// Whether it applied, and was never broken.
  public var isAlwaysKept: Bool { asked > 0 && broken == 0 }
  /// The number of trials that broke it although the map could move.
  var brokenInWorld: Int { broken - brokenByWorldEnd }
  /// Whether it applied, and was never broken where the map could move.
  public var isKeptWhereWorldGoesOn: Bool { asked > 0 && brokenInWorld == 0 }

  mutating func see(broken measure: CriterionMeasure, at place: AdjusterPlace) {
    broken += 1
    note(WorstTrial(measure: measure, place: place))
  }

  mutating func add(_ other: CriterionCounts) {
    asked += other.asked
    broken += other.broken
    brokenByWorldEnd += other.brokenByWorldEnd
    if let theirs = other.worst { note(theirs) }
  }

  private mutating func note(_ trial: WorstTrial) {
    if let worst, !CriterionCounts.isWorse(trial.measure, than: worst.measure) { return }
    worst = trial
  }

  /// A refused move counts only where nothing else does: an amount says more.
  private static func isWorse(_ left: CriterionMeasure, than right: CriterionMeasure) -> Bool {
    if left.isRefused != right.isRefused { return right.isRefused }
    // A shift and a change of scale are compared by their tolerances.
    if left.unit != right.unit { return left.tolerances > right.tolerances }
    return left.amount > right.amount || left.amount.isNaN && !right.amount.isNaN
  }
}

/// The trial that broke a criterion worst.
public struct WorstTrial: Hashable, Sendable {
  /// The measurement.
  public let measure: CriterionMeasure
  /// The place of the trial.
  public let place: AdjusterPlace
}

/// A place in a grid, by numbers.
public struct AdjusterPlace: Hashable, Sendable {
  /// The number of the zoom level.
  public let zoom: Int
  /// The number of the latitude.
  public let latitude: Int
  /// The number of the position.
  public let position: Int
}
