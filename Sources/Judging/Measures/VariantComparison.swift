public import Metrics

/// The value of a metric in one variant, with which expectations of others compare theirs.
public struct ReferenceValue: Codable, Hashable, Sendable {
  /// The number that is compared.
  public var metric: ExpectedMetric
  /// The line of the expectation.
  public var line: Int
  /// The column of its key.
  public var column: Int
  /// Its file; nil for the scenario's own.
  public var file: String?
  /// The id of the step that holds it; nil for the whole session.
  public var step: Int?
  /// The value; never measured where nothing was to be compared.
  public var value: MetricValue
}

extension Facts {
  /// Judges the expectations that compare with other variants of the scenario.
  ///
  /// A step inside `repeat` is judged each time it is over: the values are paired in that order.
  ///
  /// - Parameter others: The facts of the variants that were played, by their names.
  public mutating func compare(with others: [String: Facts]) {
    var values: [String: [ReferenceValue: [MetricValue]]] = [:]
    for name in verdicts.compactMap(\.expectation.comparedVariant) where values[name] == nil {
      guard let other = others[name] else { continue }
      values[name] = Dictionary(grouping: other.references, by: \.withoutValue)
        .mapValues { $0.map(\.value) }
    }
    var rounds: [ReferenceValue: Int] = [:]
    for index in verdicts.indices {
      let verdict = verdicts[index]
      guard let variant = verdict.expectation.comparedVariant else { continue }
      let key = verdict.reference(.never)
      let round = rounds[key, default: 0]
      rounds[key] = round + 1
      guard let all = values[variant]?[key] ?? values[variant].map({ _ in [] }) else { continue }
      verdicts[index].compare(with: all.indices.contains(round) ? all[round] : .never)
    }
  }
}

extension ReferenceValue {
  fileprivate var withoutValue: ReferenceValue {
    var key = self
    key.value = .never
    return key
  }
}

extension Verdict {
  /// The value under the place of its expectation.
  func reference(_ value: MetricValue) -> ReferenceValue {
    ReferenceValue(
      metric: expectation.subject, line: written.line, column: written.column, file: written.file,
      step: step, value: value)
  }

  fileprivate mutating func compare(with other: MetricValue) {
    self.other = other
    guard isPending else { return }
    isPending = false
    outcome = expectation.outcome(for: value, against: other)
    // The worst case was looked for before the other value told on which side this one lies.
    if outcome != .broken || isTooHigh != expectation.isTooHigh(value) { worst = nil }
  }

  /// Whether the value is above the expected value.
  public var isTooHigh: Bool {
    if case .within = expectation.rule { return (value.order(against: other ?? .never) ?? 0) > 0 }
    return expectation.isTooHigh(value)
  }
}
