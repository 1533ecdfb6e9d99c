internal import Formatting
internal import Measures
internal import Metrics
internal import Reporting
internal import Statistics

/// A number of a session as trackers of benchmarks take it: one that is better when it is lower, or
/// when it is higher.
///
/// Facts without a better direction describe a session and are no benchmarks; a session that was
/// aborted has no numbers, and canaries fail on purpose.
struct TrackedValue {
  /// Its name in plain words, unique in a session.
  var name: String
  /// Whether it is a time of this machine, and so differs from run to run.
  var isMeasured = false
  var unit: MetricUnit
  var better: BetterDirection
  var value: MetricValue
  /// The least and the most of its repetitions; nil for a number without any.
  var range: ClosedRange<Int64>?

  /// The name in letters, digits and single hyphens: `clustering-latency-p95`.
  var slug: String {
    name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-").lowercased()
  }

  /// The number without its unit, as a decimal.
  var text: String { MetricText.plain(value, in: unit) }
  /// The least of its repetitions as a decimal; nil without any.
  var least: String? { range.map { MetricText.plain(.nanoseconds($0.lowerBound), in: unit) } }
  /// The most of its repetitions as a decimal; nil without any.
  var most: String? { range.map { MetricText.plain(.nanoseconds($0.upperBound), in: unit) } }
}

extension RunReport {
  /// The sessions of trackers with their numbers.
  var tracked: [(session: SessionReport, values: [TrackedValue])] {
    let instructions = counts?.instructionsBySession ?? [:]
    return scenarios.filter { $0.abort == nil }.map { session in
      (session, session.trackedValues(instructions: instructions[session.id]))
    }
  }
}

extension SessionReport {
  /// Facts in the order of their declaration, then real times, instructions and allocations where
  /// there are any.
  fileprivate func trackedValues(instructions: Int64?) -> [TrackedValue] {
    let facts = self.facts.session.measured.filter { $0.metric.definition.better != .neither }
      .map { metric, value in
        TrackedValue(
          name: metric.name, unit: metric.definition.unit, better: metric.definition.better,
          value: value)
      }
    let times = RealTime.allCases.compactMap { time in
      measurements?.nanoseconds(of: time).map { nanoseconds in
        TrackedValue(
          name: time.name, isMeasured: true, unit: .time, better: .lower,
          value: .nanoseconds(nanoseconds), range: measurements?.range(of: time, nanoseconds))
      }
    }
    let allocations = AllocationCount.allCases.compactMap { count in
      self.allocations?.counted?.value(of: count).map { number in
        TrackedValue(name: count.name, unit: count.unit, better: .lower, value: .count(number))
      }
    }
    let counted = instructions.map { number in
      [TrackedValue(name: "instructions", unit: .count, better: .lower, value: .count(number))]
    }
    return facts + times + (counted ?? []) + allocations
  }
}

extension Measurements {
  /// The least and the most of the repetitions of a time, which lies between them.
  fileprivate func range(of time: RealTime, _ nanoseconds: Int64) -> ClosedRange<Int64>? {
    let spread: Spread? =
      switch time {
      case .replay: replays
      case .computePercentile95: updates.percentile95
      case .computeMedian, .computeMaximum, .indexingMedian, .indexingPercentile95,
        .indexingMaximum:
        nil
      }
    return spread.map { min($0.least, nanoseconds)...max($0.most, nanoseconds) }
  }
}
