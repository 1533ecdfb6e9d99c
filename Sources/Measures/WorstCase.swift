public import MapEvents
public import MapGeometry
public import Metrics

/// Where an expectation was missed worst: what to look at first.
public struct WorstCase: Codable, Hashable, Sendable {
  /// What it is.
  public enum Place: Codable, Hashable, Sendable {
    /// The step that contributes most to a number that adds up, or lasts longest.
    case step
    /// The instant of the largest or last value.
    case instant
    /// The cluster update that took so long; or the one with the rank, for a percentile.
    case update(Int32, layer: Int32)
    /// The first of the callouts that miss the expectation, and the worst of them.
    case callouts(first: Callout, worst: Callout)
    /// A selection that missed, with what is known of the annotations that it names.
    case missed(MissedSelection, subjects: [CalloutTimeline.Subject])
  }

  /// A callout with what counts against it.
  public struct Callout: Codable, Hashable, Sendable {
    /// Number of the callout in the session.
    public var number: Int32
    /// The step that opened it.
    public var step: Int32
    /// When it opened.
    public var openedAt: SimulatedTime
    /// The criterion that it breaks worst; nil for one that is counted for another reason.
    public var criterion: Criterion?
    /// How far it is from that criterion.
    public var measure: CriterionMeasure?
    /// The side of the view, or of what bars leave of it, beyond which callout and pin stick out
    /// furthest; nil when they do not.
    public var side: MapEdge?
  }

  /// What it is.
  public var place: Place
  /// Its value; of a step the contribution to the number that was judged.
  public var value: MetricValue
  /// The step in which it happened; nil outside of steps.
  public var step: Int?
  /// When it happened; nil for a step, which can run often.
  public var time: SimulatedTime?
}

/// A cluster update and its layer.
struct UpdatePlace {
  var update: Int32
  var layer: Int32
}

/// Where the largest values of a scope were reached.
struct PeakPlaces {
  /// A largest value with the instant at which it was reached first.
  struct Peak {
    var metric: Metric
    var value: Int64
    /// The cluster update that reached it; nil where it is the state of an instant.
    var update: UpdatePlace?
    var step: Int32
    var time: SimulatedTime
  }

  private var peaks: [Peak] = []

  /// Where a metric was largest; nil where it was never above zero.
  subscript(metric: Metric) -> Peak? { peaks.first { $0.metric == metric } }

  /// Takes in a value; of equal ones the first counts.
  mutating func see(_ peak: Peak) {
    guard peak.value > 0 else { return }
    guard let index = peaks.firstIndex(where: { $0.metric == peak.metric }) else {
      return peaks.append(peak)
    }
    if peak.value > peaks[index].value { peaks[index] = peak }
  }
}

extension MetricValue {
  /// Another number of the same kind; of a share it is a number of things.
  ///
  /// - Returns: The number in this value's unit.
  public func with(_ amount: Int64) -> MetricValue {
    switch self {
    case .count, .share, .never: .count(amount)
    case .nanoseconds: .nanoseconds(amount)
    case .micropoints: .micropoints(amount)
    }
  }
}
