public import MapEvents
public import MapGeometry
public import Metrics

/// The worst case of a missed expectation: the place to look at first.
public struct WorstCase: Codable, Hashable, Sendable {
  /// The kind of case.
  public enum Place: Codable, Hashable, Sendable {
    /// The step that contributes most to a number that adds up, or lasts longest.
    case step
    /// The instant of the largest or last value.
    case instant
    /// The cluster update with the rank, or the slowest one.
    case update(Int32, layer: LayerID)
    /// The first of the callouts that miss the expectation, and the worst of them.
    case callouts(first: Callout, worst: Callout)
    /// A selection that missed or was refused, with the annotations that it names.
    case missed(MissedSelection, subjects: [CalloutTimeline.Subject])
    /// A step that changed nothing.
    case idle(IdleReason)
    /// The first promise that was broken, or else the first one that was not decided.
    case promise(PromiseBreach)
  }

  /// A callout and the criterion that it breaks.
  public struct Callout: Codable, Hashable, Sendable {
    /// Number of the callout in the session.
    public var number: Int32
    /// The step that opened it.
    public var step: Int32
    /// When it opened.
    public var openedAt: SimulatedTime
    /// The criterion that it breaks worst; nil for one that is counted for another reason.
    public var criterion: Criterion?
    /// The measure of that criterion.
    public var measure: CriterionMeasure?
    /// The side of the view without its bars where callout and pin stick out furthest; nil
    /// when they do not.
    public var side: MapEdge?
    /// When it was worst; nil when that was as the map had made room.
    public var later: CalloutMoment?

    init(
      _ verdict: CalloutVerdict, _ criterion: Criterion? = nil, _ measure: CriterionMeasure? = nil
    ) {
      (number, step, openedAt) = (verdict.callout, verdict.step, verdict.openedAt)
      (self.criterion, self.measure, side) = (criterion, measure, verdict.overflowSide)
      later = verdict.moment(of: criterion ?? .inside)
    }

    /// Whether its criterion matters more to a user than that of another callout, or is broken
    /// further.
    func isWorse(than other: Callout) -> Bool {
      let (own, others) = (criterion?.severity ?? 0, other.criterion?.severity ?? 0)
      guard own == others else { return own < others }
      return (measure?.tolerances ?? 0) > (other.measure?.tolerances ?? 0)
    }
  }

  /// The kind of case.
  public var place: Place
  /// Its value; of a step the contribution to the number that was judged.
  public var value: MetricValue
  /// The step in which it happened; nil outside of steps.
  public var step: Int?
  /// When it happened; nil for a step, which can run often.
  public var time: SimulatedTime?

  init(_ place: Place, value: MetricValue, step: Int32, time: SimulatedTime?) {
    (self.place, self.value, self.time) = (place, value, time)
    self.step = step < 0 ? nil : Int(step)
  }
}

struct UpdatePlace {
  var update: Int32
  var layer: LayerID
}

/// The places of the largest values of a scope.
struct PeakPlaces {
  /// A largest value and when it was reached first.
  struct Peak {
    var metric: Metric
    var value: Int64
    /// The cluster update that reached it, if one did.
    var update: UpdatePlace?
    var step: Int32
    var time: SimulatedTime
  }

  private var peaks: [Peak] = []

  /// The place of a metric's largest value; nil where it was never positive.
  subscript(metric: Metric) -> Peak? { peaks.first { $0.metric == metric } }

  /// Adds a value; of equal ones the first counts.
  mutating func see(_ peak: Peak) {
    guard peak.value > 0 else { return }
    guard let index = peaks.firstIndex(where: { $0.metric == peak.metric }) else {
      return peaks.append(peak)
    }
    if peak.value > peaks[index].value { peaks[index] = peak }
  }
}

extension MetricValue {
  /// Another number in this value's unit; a count for a share.
  public func with(_ amount: Int64) -> MetricValue {
    switch self {
    case .count, .share, .never: .count(amount)
    case .nanoseconds: .nanoseconds(amount)
    case .micropoints: .micropoints(amount)
    }
  }
}

enum JudgedScope {
  /// The whole session.
  case session
  /// The part since a mark.
  case since(part: Int)
  /// A step alone.
  case step(Int)
  /// An interval, or a layer, by the index of its window.
  case window(Int)
}

struct PlacedMiss {
  /// The metric that counts it.
  var metric: Metric
  var missed: MissedSelection
  var subjects: [CalloutTimeline.Subject]
  var time: SimulatedTime
  var scope: Tally.Scope
}

/// An event of a metric whose first occurrence matters most.
struct PlacedEvent {
  var metric: Metric
  var time: SimulatedTime
  var scope: Tally.Scope
  /// Why a step changed nothing; nil for any other event.
  var idle: IdleReason?
}

/// Finds the worst case of an expectation that was missed, from the facts of updates, callouts and
/// steps; only peaks and rare events are recorded for it.
extension FactsRecorder {
  /// The most steps that are searched for the worst cases of a session: a file may hold thousands
  /// of steps and a failure after each.
  static let stepLookLimit = 200_000

  /// The worst case of a metric in a scope whose value is too high or too low, if there is one.
  func worst(
    of metric: Metric, in scope: JudgedScope, value: MetricValue, isTooHigh: Bool
  ) -> WorstCase? {
    switch metric.definition.combination {
    case .sum, .distinct: tally.worstStep(of: metric, in: scope, of: value) { $0.amount }
    case .ratio:
      // A ratio of times or distances has no missing part.
      isTooHigh || metric.definition.unit.definition.isShare
        ? tally.worstStep(of: metric, in: scope, of: value) { value in
          guard case .share(let part, let whole) = value else { return 0 }
          return isTooHigh ? part : whole - part
        } : nil
    case .state: tally.lastInstant(in: scope, value)
    case .largest where metric == .calloutOverflowMaximum:
      callouts.furthest(in: scope, tally) { $0.overflowPoints }
    case .largest where metric == .calloutExcessShiftMaximum:
      callouts.furthest(in: scope, tally) { $0.excessShiftPoints }
    case .largest, .peak: tally.worstPeak(metric, in: scope, value)
    // The filling of an index belongs to no update.
    case .rank(let rank) where rank.samples == .indexings:
      tally.worstPeak(.indexingMaximum, in: scope, value)
    case .rank(let rank): clusters.worstUpdate(rank, in: scope, tally)
    case .share:
      isTooHigh
        ? callouts.firstKeeping(metric.criterion, in: scope, tally)
        : callouts.worstBreaking(metric.criterion, in: scope, tally)
    }
  }
}

extension Metric {
  /// The criterion that it counts, if it is a share of callouts that keep one.
  fileprivate var criterion: Criterion? { Criterion.allCases.first { $0.metric == self } }
}

extension MetricValue {
  /// The number of a value that can be summed.
  fileprivate var amount: Int64 {
    switch self {
    case .count(let amount), .nanoseconds(let amount), .micropoints(let amount): amount
    case .share, .never: 0
    }
  }
}
