/// How far the value of one variant may be from that of another.
public enum Tolerance: Codable, Hashable, Sendable {
  /// This part of the other one's value.
  case part(Int64, of: Int64)
  /// This much, in the unit of the metric.
  case amount(MetricValue)

  /// Whether a value is no further from another one; nil when either was never measured or the
  /// kinds differ.
  ///
  /// Exact: nothing is rounded.
  public func holds(_ value: MetricValue, against other: MetricValue) -> Bool? {
    guard value.order(against: other) != nil, let left = Fraction(value),
      let right = Fraction(other)
    else { return nil }
    let distance = left.distance(to: right)
    switch self {
    case .part(let part, let whole):
      guard part >= 0, whole > 0 else { return nil }
      // Both sides times the denominator of the other value.
      let bound = Fraction(UInt128(part) * right.part, UInt128(whole))
      return Fraction(distance, left.whole).isAtMost(bound)
    case .amount(let amount):
      guard value.order(against: amount) != nil, let bound = Fraction(amount) else { return nil }
      return Fraction(distance, left.whole * right.whole).isAtMost(bound)
    }
  }
}

/// A bound of the value of one variant that follows from that of another.
public enum VariantBound: Codable, Hashable, Sendable {
  /// At most this part of the other one's value.
  case atMost(Int64, of: Int64)
  /// At least this part of the other one's value.
  case atLeast(Int64, of: Int64)
  /// As good as the other one's value or better, in the direction in which the metric improves.
  case noWorse

  /// Whether a value of a metric that breaks the bound is too high.
  public func isUpper(for metric: Metric) -> Bool {
    switch self {
    case .atMost: true
    case .atLeast: false
    case .noWorse: metric.definition.better == .lower
    }
  }

  /// Whether a value of a metric keeps the bound; nil when either value was never measured, the
  /// kinds differ, or the metric has no better direction for ``noWorse``.
  ///
  /// Exact: nothing is rounded.
  public func holds(
    _ value: MetricValue, against other: MetricValue, of metric: Metric
  ) -> Bool? {
    guard value.order(against: other) != nil, let left = Fraction(value),
      let right = Fraction(other)
    else { return nil }
    switch self {
    case .atMost(let part, let whole):
      return right.times(part, of: whole).map(left.isAtMost)
    case .atLeast(let part, let whole):
      return right.times(part, of: whole).map { $0.isAtMost(left) }
    case .noWorse:
      switch metric.definition.better {
      case .lower: return left.isAtMost(right)
      case .higher: return right.isAtMost(left)
      case .neither: return nil
      }
    }
  }
}

extension Expectation.Rule {
  /// The rule as plain numbers that a value in the unit of another variant's must keep.
  ///
  /// Exact for a whole value: limits between two whole numbers are those that keep the rule.
  ///
  /// - Parameter other: The value of the variant to compare with.
  /// - Returns: The rule; nil for shares, for a rule whose limit is that value itself, and for one
  ///   that compares with nothing.
  public func limits(against other: MetricValue) -> Expectation.Rule? {
    switch self {
    case .held(.atMost(let part, let whole), _):
      return other.scaled(by: part, of: whole, roundedUp: false).map { .atMost($0) }
    case .held(.atLeast(let part, let whole), _):
      return other.scaled(by: part, of: whole, roundedUp: true).map { .atLeast($0) }
    case .within(.part(let part, let whole), _):
      let (less, more) = (max(whole - part, 0), whole.addingReportingOverflow(part))
      guard !more.overflow, let least = other.scaled(by: less, of: whole, roundedUp: true),
        let most = other.scaled(by: more.partialValue, of: whole, roundedUp: false)
      else { return nil }
      return .between(least, most)
    case .within(.amount, _), .held(.noWorse, _), .atMost, .atLeast, .exactly, .between, .always,
      .never:
      return nil
    }
  }
}

extension MetricValue {
  /// A part of a whole value; nil for a share and for what does not fit.
  fileprivate func scaled(by part: Int64, of whole: Int64, roundedUp: Bool) -> MetricValue? {
    func scaled(_ number: Int64) -> Int64? {
      guard number >= 0, part >= 0, whole > 0 else { return nil }
      let (quotient, rest) = (UInt128(number) * UInt128(part)).quotientAndRemainder(
        dividingBy: UInt128(whole))
      return Int64(exactly: quotient + (roundedUp && rest > 0 ? 1 : 0))
    }
    return switch self {
    case .count(let number): scaled(number).map { .count($0) }
    case .nanoseconds(let number): scaled(number).map { .nanoseconds($0) }
    case .micropoints(let number): scaled(number).map { .micropoints($0) }
    case .share, .never: nil
    }
  }
}

/// A quotient that is not negative, compared without a multiplication that could overflow.
private struct Fraction {
  var part: UInt128
  /// Positive.
  var whole: UInt128

  init(_ part: UInt128, _ whole: UInt128) { (self.part, self.whole) = (part, whole) }

  /// The quotient of a measured value that is not negative.
  init?(_ value: MetricValue) {
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number):
      guard number >= 0 else { return nil }
      self.init(UInt128(number), 1)
    case .share(let part, let whole):
      guard part >= 0, whole > 0 else { return nil }
      self.init(UInt128(part), UInt128(whole))
    case .never: return nil
    }
  }

  /// The distance to another quotient, times both denominators, each below 2 to the 63.
  func distance(to other: Fraction) -> UInt128 {
    let (left, right) = (part * other.whole, other.part * whole)
    return left < right ? right - left : left - right
  }

  /// A part of the quotient, of numbers below 2 to the 63 each; nil for no part.
  func times(_ part: Int64, of whole: Int64) -> Fraction? {
    guard part >= 0, whole > 0 else { return nil }
    return Fraction(UInt128(part) * self.part, UInt128(whole) * self.whole)
  }

  /// Compares the whole parts, and where they are the same the inverted rests.
  func isAtMost(_ other: Fraction) -> Bool {
    var (left, right) = (self, other)
    while true {
      let (first, rest) = left.part.quotientAndRemainder(dividingBy: left.whole)
      let (second, otherRest) = right.part.quotientAndRemainder(dividingBy: right.whole)
      guard first == second else { return first < second }
      guard rest > 0 else { return true }
      guard otherRest > 0 else { return false }
      (left, right) = (Fraction(right.whole, otherRest), Fraction(left.whole, rest))
    }
  }
}
