/// The definition of one metric.
public struct MetricDefinition: Hashable, Sendable {
  /// The name in plain words, as scenario files and reports write it.
  public let name: String
  /// The part of the product that it belongs to.
  public private(set) var group = MetricGroup.clustering
  /// The unit of its number.
  public let unit: MetricUnit
  /// The direction in which it improves.
  public let better: BetterDirection
  /// The event that must have happened before the number is meaningful.
  public let opportunity: Opportunity
  /// How its number is computed.
  public let combination: Combination
  /// The rank among times that it is; nil for any other metric.
  public let rank: TimeRank?
  /// The event before which there is no number at all; nil when it is zero until then.
  public private(set) var unmeasuredBefore: Occasion?
  /// Whether committed facts contain the metric; reports contain every metric.
  public private(set) var isCommitted = true
  /// The set of metrics that introduced the metric in its current meaning.
  ///
  /// A file of committed facts names the newest set that it knows.
  public private(set) var set = 1
  /// The number of the criterion of callouts that it is the share of, such as C5; nil for others.
  public private(set) var criterion: String?
  /// The counted quantity, in one sentence.
  public private(set) var help = ""

  init(
    _ name: String, _ unit: MetricUnit, _ better: BetterDirection, _ opportunity: Opportunity,
    _ combination: Combination
  ) {
    (self.name, self.unit, self.better) = (name, unit, better)
    (self.opportunity, self.combination) = (opportunity, combination)
    rank = if case .rank(let rank) = combination { rank } else { nil }
  }

  /// Whether it is zero, and not unmeasured, where nothing of the kind happened.
  public var isZeroByNature: Bool {
    switch combination {
    case .sum, .distinct, .largest, .peak, .state: unmeasuredBefore == nil
    case .ratio, .share, .rank: false
    }
  }

  /// This definition in the group of its table.
  func `in`(_ group: MetricGroup) -> MetricDefinition { with { $0.group = group } }

  /// This definition with its sentence.
  func help(_ help: String) -> MetricDefinition { with { $0.help = help } }

  /// This definition for a number that follows from others closely: it is reported and can be
  /// expected, but facts do without it.
  var notCommitted: MetricDefinition { with { $0.isCommitted = false } }

  /// Returns this definition for a metric that a set introduced or gave a new meaning.
  ///
  /// Use the number after the newest released set.
  func added(inSet set: Int) -> MetricDefinition { with { $0.set = set } }

  /// This definition for a number that is not measured before an occasion.
  func unmeasured(before occasion: Occasion) -> MetricDefinition {
    with { $0.unmeasuredBefore = occasion }
  }

  /// This definition with a change.
  private func with(_ change: (inout MetricDefinition) -> Void) -> MetricDefinition {
    var definition = self
    change(&definition)
    return definition
  }

  /// A number of things, by default a sum.
  static func count(
    _ name: String, _ better: BetterDirection, _ opportunity: Opportunity,
    _ combination: Combination = .sum
  ) -> MetricDefinition {
    MetricDefinition(name, .count, better, opportunity, combination)
  }

  /// A time of cluster updates by its rank.
  static func rank(_ name: String, _ percent: Int, _ samples: TimeSamples) -> MetricDefinition {
    MetricDefinition(
      name, .time, .lower, .after(samples.occasion),
      .rank(TimeRank(percent: percent, samples: samples)))
  }

  /// The share of callouts that keep a criterion.
  static func criterion(_ number: String, _ words: String, _ sentence: String) -> MetricDefinition {
    MetricDefinition(
      "callout \(words)", .share, .higher, .after(.criterionApplied), .share
    ).help("\(number) \(words): \(sentence)").with { $0.criterion = number }
  }
}

/// How the number of a metric is computed in a scope: the session, a part of it or a step.
public enum Combination: Hashable, Sendable {
  /// A sum.
  case sum
  /// The number of things of which something is seen, each once in a scope: a scope may have fewer
  /// than its steps together.
  case distinct
  /// The largest of values that come one by one.
  case largest
  /// The largest value of a state, which continues from one scope into the next.
  case peak
  /// The last value of a state.
  case state
  /// The number of one metric divided by the sum of others.
  case ratio(of: Metric, to: [Metric])
  /// The cases that keep a rule of all judged ones.
  case share
  /// A time by its rank among all of a kind.
  case rank(TimeRank)
}

/// The part of the product that a metric belongs to; reports make one table of each.
public enum MetricGroup: String, CaseIterable, Hashable, Sendable {
  case clustering, views, callouts, frames, map, data
}

/// The direction in which a metric improves.
public enum BetterDirection: String, Hashable, Sendable {
  case lower, higher
  /// The number describes the session.
  case neither
}
