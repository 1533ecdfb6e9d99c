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
