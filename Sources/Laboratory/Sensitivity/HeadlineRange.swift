internal import Metrics

/// The least and the largest value of a headline fact.
struct HeadlineRange {
  private(set) var least: MetricValue
  private(set) var most: MetricValue

  init(_ value: MetricValue) { (least, most) = (value, value) }

  /// Takes in a value of the same kind; others do not count.
  mutating func add(_ value: MetricValue) {
    if value.order(against: least) == -1 { least = value }
    if value.order(against: most) == 1 { most = value }
  }

  /// The distance of the ends as a share of the larger one; 0 where nothing was measured.
  ///
  /// No headline fact is negative.
  var relativeWidth: Double {
    guard let least = least.number, let most = most.number, most > 0 else { return 0 }
    return (most - least) / most
  }
}

extension MetricValue {
  /// The value as a number in its unit; nil where nothing was measured.
  var number: Double? {
    switch self {
    case .count(let number), .nanoseconds(let number), .micropoints(let number): Double(number)
    case .share(_, of: 0), .never: nil
    case .share(let part, let whole): Double(part) / Double(whole)
    }
  }
}

extension SessionSensitivity {
  /// The range of a headline fact over the default and the other values of an assumption.
  func range(of headline: Int, under assumption: Int) -> HeadlineRange {
    var range = HeadlineRange(standard.headlines[headline])
    for trial in trials where trial.settings.map(\.assumption) == [assumption] {
      range.add(trial.judgment.headlines[headline])
    }
    return range
  }
}
