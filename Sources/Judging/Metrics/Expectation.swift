/// The exact value of a metric.
public enum MetricValue: Hashable, Sendable {
  /// A number of things.
  case count(Int64)
  /// A part of a whole; of an empty whole it counts as never measured.
  case share(part: Int64, of: Int64)
  /// Simulated time in whole nanoseconds.
  case nanoseconds(Int64)
  /// A distance on the screen in whole millionths of a point.
  case micropoints(Int64)
  /// There was nothing to measure.
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

  /// Part and whole of a measured share; nil for any other value.
  package var parts: (part: Int64, whole: Int64)? {
    if case .share(let part, let whole) = self, whole > 0 { (part, whole) } else { nil }
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
    case (.count, _), (.nanoseconds, _), (.micropoints, _), (.share, _), (.never, _): return nil
    }
  }
}

extension MetricValue: Codable {
  /// The number of the case and its values: a compact form, since a session has thousands of them.
  public var words: [Int64] {
    var words: [Int64] = []
    forEachWord { words.append($0) }
    return words
  }

  /// Calls a closure with each of the words.
  public func forEachWord(_ body: (Int64) -> Void) {
    switch self {
    case .count(let number):
      body(0)
      body(number)
    case .share(let part, let whole):
      body(1)
      body(part)
      body(whole)
    case .nanoseconds(let number):
      body(2)
      body(number)
    case .micropoints(let number):
      body(3)
      body(number)
    case .never: body(4)
    }
  }

  /// Makes a value of its ``words``, read one by one; nil for an unknown case.
  public init?<E: Error>(words next: () throws(E) -> Int64) throws(E) {
    switch try next() {
    case 0: self = .count(try next())
    case 1: self = .share(part: try next(), of: try next())
    case 2: self = .nanoseconds(try next())
    case 3: self = .micropoints(try next())
    case 4: self = .never
    case _: return nil
    }
  }

  /// Encodes the words.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for word in words { try container.encode(word) }
  }

  /// Reads the form that `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    guard let value = try MetricValue(words: { try container.decode(Int64.self) }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "this is no case of a metric's value")
    }
    self = value
  }
}

/// The expectation of a scenario about one metric.
public struct Expectation: Codable, Hashable, Sendable {
  /// The rule that the value must keep.
  public enum Rule: Codable, Hashable, Sendable {
    case atMost(MetricValue)
    case atLeast(MetricValue)
    case exactly(MetricValue)
    /// Neither less than the first value nor more than the second.
    case between(MetricValue, MetricValue)
    /// The whole of a share, and not of nothing.
    case always
    /// None of a share, and not of nothing.
    case never
    /// Not further than this from the value of another variant of the scenario.
    case within(Tolerance, of: String)
    /// Within a bound that follows from the value of another variant of the scenario.
    case held(VariantBound, to: String)

    /// The variant with whose value it compares; nil for any other rule.
    public var comparedVariant: String? {
      switch self {
      case .within(_, let variant), .held(_, let variant): variant
      case .atMost, .atLeast, .exactly, .between, .always, .never: nil
      }
    }
  }

  /// The outcome of an expectation.
  public enum Outcome: String, Codable, Hashable, Sendable {
    case kept
    case broken
    /// The opportunity of the metric never came, so the rule was not evaluated; this is a failure.
    case neverEvaluated = "never evaluated"
  }

  /// The number that it is about.
  public let subject: ExpectedMetric
  /// The rule that its value must keep.
  public let rule: Rule
  /// Whether it is kept where the opportunity of the metric never came.
  public let isKeptByNothing: Bool

  /// Makes an expectation of its parts.
  public init(subject: ExpectedMetric, rule: Rule, isKeptByNothing: Bool = false) {
    self.subject = subject
    self.rule = rule
    self.isKeptByNothing = isKeptByNothing
  }

  /// Makes an expectation about a metric without a lateness limit.
  public init(metric: Metric, rule: Rule, isKeptByNothing: Bool = false) {
    self.init(subject: ExpectedMetric(metric), rule: rule, isKeptByNothing: isKeptByNothing)
  }

  private enum CodingKeys: String, CodingKey {
    case subject = "metric"
    case rule, isKeptByNothing
  }

  /// The metric that is counted.
  public var metric: Metric { subject.metric }

  /// The variant whose value it is compared with; nil for any other rule.
  public var comparedVariant: String? { rule.comparedVariant }

  /// Whether a value of its metric says anything, in a scope in which the occasion of the metric,
  /// if it has one, occurred so often.
  public func isTested(by value: MetricValue, occasions: Int64) -> Bool {
    value.isMeasured && hasOpportunity(for: value, occasions: occasions)
  }

  /// The outcome for a value that says something, with that of the other variant.
  public func outcome(for value: MetricValue, against other: MetricValue) -> Outcome {
    let holds: Bool?
    switch rule {
    case .within(let tolerance, _): holds = tolerance.holds(value, against: other)
    case .held(let bound, _): holds = bound.holds(value, against: other, of: metric)
    case .atMost, .atLeast, .exactly, .between, .always, .never: return outcome(for: value)
    }
    return holds.map { $0 ? .kept : .broken } ?? .neverEvaluated
  }

  /// The outcome for a value of its metric in a scope, in which the occasion of the metric, if it
  /// has one, occurred so often.
  public func outcome(for value: MetricValue, occasions: Int64) -> Outcome {
    guard isTested(by: value, occasions: occasions) else {
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
      // None keeps `exactly 0` and breaks `at least 1`, but it does not test `at most 3`.
      switch rule {
      case .atMost(let bound): return bound.isNothing
      case .between(let least, let most): return !least.isNothing || most.isNothing
      case .atLeast, .exactly, .always, .never, .within, .held: return true
      }
    }
  }

  private func outcome(for value: MetricValue) -> Outcome {
    let holds: Bool?
    switch rule {
    case .atMost(let bound): holds = value.order(against: bound).map { $0 <= 0 }
    case .atLeast(let bound): holds = value.order(against: bound).map { $0 >= 0 }
    case .exactly(let bound): holds = value.order(against: bound).map { $0 == 0 }
    case .between(let least, let most):
      holds = value.order(against: least).flatMap { low in
        value.order(against: most).map { low >= 0 && $0 <= 0 }
      }
    case .always: holds = value.parts.map { $0.part == $0.whole }
    case .never: holds = value.parts.map { $0.part == 0 }
    // The value of the other variant is not known yet.
    case .within, .held: holds = nil
    }
    return holds.map { $0 ? .kept : .broken } ?? .neverEvaluated
  }
}
