/// The exact value of a metric.
public enum MetricValue: Hashable, Sendable {
  /// A number of things.
  case count(Int64)
  /// A part of a whole; a whole of nothing has no share and counts as never measured.
  case share(part: Int64, of: Int64)
  /// Simulated time in whole nanoseconds.
  case nanoseconds(Int64)
  /// A distance on the screen in whole millionths of a point.
  case micropoints(Int64)
  /// Nothing was there to be measured.
  case never

  /// Whether anything was measured.
  public var isMeasured: Bool {
    switch self {
    case .never, .share(part: _, of: 0): false
    case .count, .nanoseconds, .micropoints, .share: true
    }
  }

  /// Whether it is zero, or was never measured.
  public var isNothing: Bool {
    switch self {
    case .count(0), .nanoseconds(0), .micropoints(0), .share(part: 0, of: _), .never: true
    case .count, .nanoseconds, .micropoints, .share: false
    }
  }

  /// Whether this value is less than, equal to or greater than another of its kind: -1, 0 or 1.
  ///
  /// Shares are compared by their exact cross products. Nil when either was never measured or the
  /// kinds differ.
  public func order(against other: MetricValue) -> Int? {
    guard isMeasured, other.isMeasured else { return nil }
    switch (self, other) {
    case (.count(let left), .count(let right)), (.nanoseconds(let left), .nanoseconds(let right)),
      (.micropoints(let left), .micropoints(let right)):
      return (left > right ? 1 : 0) - (left < right ? 1 : 0)
    case (.share(let part, let whole), .share(let otherPart, let otherWhole)):
      let left = Int128(part) * Int128(otherWhole)
      let right = Int128(otherPart) * Int128(whole)
      return (left > right ? 1 : 0) - (left < right ? 1 : 0)
    default:
      return nil
    }
  }
}

extension MetricValue: Codable {
  /// Which case it is, and the numbers that it holds; a session has thousands of values, so the
  /// names of the cases are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    switch self {
    case .count(let number): for word in [0, number] { try container.encode(word) }
    case .share(let part, let whole): for word in [1, part, whole] { try container.encode(word) }
    case .nanoseconds(let number): for word in [2, number] { try container.encode(word) }
    case .micropoints(let number): for word in [3, number] { try container.encode(word) }
    case .never: try container.encode(Int64(4))
    }
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    switch try container.decode(Int64.self) {
    case 0: self = .count(try container.decode(Int64.self))
    case 1:
      let part = try container.decode(Int64.self)
      self = .share(part: part, of: try container.decode(Int64.self))
    case 2: self = .nanoseconds(try container.decode(Int64.self))
    case 3: self = .micropoints(try container.decode(Int64.self))
    case 4: self = .never
    case let number:
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(number) is no case of a metric's value")
    }
  }
}

/// What a scenario expects of one metric.
public struct Expectation: Codable, Hashable, Sendable {
  /// The rule that the value must keep.
  public enum Rule: Codable, Hashable, Sendable {
    case atMost(MetricValue)
    case atLeast(MetricValue)
    case exactly(MetricValue)
    /// The whole of a share: every case kept it, and there was at least one.
    case always
    /// None of a share: no case kept it, and there was at least one.
    case never
  }

  /// What came of an expectation.
  public enum Outcome: String, Codable, Hashable, Sendable {
    case kept
    case broken
    /// The opportunity of the metric never came, so the rule was not evaluated; this is a failure.
    case neverEvaluated = "never evaluated"
  }

  /// The metric it speaks of.
  public let metric: Metric
  /// The rule its value must keep.
  public let rule: Rule
  /// Whether it is kept, too, where the opportunity of the metric never came.
  public let isKeptByNothing: Bool

  /// Makes an expectation of its parts.
  public init(metric: Metric, rule: Rule, isKeptByNothing: Bool = false) {
    self.metric = metric
    self.rule = rule
    self.isKeptByNothing = isKeptByNothing
  }

  /// What comes of this expectation for a value of its metric in a scope.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - occasions: How often what the metric needs has happened in the scope; of no account for
  ///     one that needs nothing.
  /// - Returns: Never evaluated where the opportunity of the metric never came, or kept where
  ///   nothing is as good.
  public func outcome(for value: MetricValue, occasions: Int64) -> Outcome {
    guard value.isMeasured, hasOpportunity(for: value, occasions: occasions) else {
      return isKeptByNothing ? .kept : .neverEvaluated
    }
    return outcome(for: value)
  }

  private func hasOpportunity(for value: MetricValue, occasions: Int64) -> Bool {
    guard value.isNothing else { return true }
    switch metric.definition.opportunity {
    case .always: return true
    case .after: return occasions > 0
    case .itself:
      // None is what the author asks for, or fewer than that; but at most so many is put to the
      // test by some.
      guard case .atMost(let bound) = rule else { return true }
      return bound.isNothing
    }
  }

  private func outcome(for value: MetricValue) -> Outcome {
    let holds: Bool
    switch rule {
    case .atMost(let bound):
      guard let order = value.order(against: bound) else { return .neverEvaluated }
      holds = order <= 0
    case .atLeast(let bound):
      guard let order = value.order(against: bound) else { return .neverEvaluated }
      holds = order >= 0
    case .exactly(let bound):
      guard let order = value.order(against: bound) else { return .neverEvaluated }
      holds = order == 0
    case .always:
      guard case .share(let part, let whole) = value, whole > 0 else { return .neverEvaluated }
      holds = part == whole
    case .never:
      guard case .share(let part, let whole) = value, whole > 0 else { return .neverEvaluated }
      holds = part == 0
    }
    return holds ? .kept : .broken
  }
}
