public import MapEvents
public import MapGeometry
public import Metrics

/// The exact values of every metric over some part of a session.
public struct MetricTable: Codable, Hashable, Sendable {
  private var values: [MetricValue]
  /// The number of times of each kind.
  private var samples = [Int](repeating: 0, count: TimeSamples.allCases.count)

  /// Makes a table in which nothing was measured.
  public init() { values = Array(repeating: .never, count: Metric.allCases.count) }

  /// The value of a metric.
  public subscript(metric: Metric) -> MetricValue {
    get { values[metric.rawValue] }
    set { values[metric.rawValue] = newValue }
  }

  /// The number of times of a kind, of which ranks are taken.
  public subscript(samples: TimeSamples) -> Int {
    get { self.samples[samples.rawValue] }
    set { self.samples[samples.rawValue] = newValue }
  }

  /// The number of times behind a metric that is a rank among them; nil for any other.
  public func sampleCount(of metric: Metric) -> Int? {
    metric.definition.rank.map { self[$0.samples] }
  }

  /// The metrics that were measured with their values, in the order of their declaration.
  public var measured: [(metric: Metric, value: MetricValue)] {
    zip(Metric.allCases, values).filter { $0.1.isMeasured }.map { (metric: $0.0, value: $0.1) }
  }
}

/// Everything exact about a replayed session.
public struct Facts: Codable, Hashable, Sendable {
  /// Values over the whole session.
  public var session = MetricTable()
  /// Values from each mark to the next one or the end, in order.
  public var marks: [IntervalFacts] = []
  /// Values of each step, over all its rounds, by the step's id.
  ///
  /// A cluster update counts for the step that queued it and a callout for the step that opened it;
  /// everything else counts for the step during which it happens. The same holds for marks.
  public var steps = StepTables()
  /// The verdicts in the order in which they fell due; then those whose step never ran, then those
  /// on the whole session.
  public var verdicts: [Verdict] = []
  /// The values with which expectations of other variants compare theirs.
  public var references: [ReferenceValue] = []
  /// The verdict on each callout, in the order of opening.
  public var callouts: [CalloutVerdict] = []
  /// The timeline of each callout, in the order of opening.
  public var calloutTimelines: [CalloutTimeline] = []
  /// The first views that were shown with stale state; a metric counts them all.
  public var staleReuses: [StaleReuse] = []
  /// The first waits for a condition that were given up; a metric counts them all.
  public var unmetWaits: [UnmetWait] = []
  /// Each cluster update, in the order of queueing.
  public var updates: [UpdateFacts] = []
  /// The latency of updates in windows of batches; empty for fewer than two batches.
  public var batchWindows: [BatchWindow] = []
  /// Fingerprint of the events of the session.
  public var digest = TraceDigest()

  /// Makes the facts of an empty session.
  public init() {}

  /// The annotations of callout timelines, stale reuses and failures.
  public var subjects: [CalloutTimeline.Subject] {
    calloutTimelines.flatMap(\.subjects) + staleReuses.flatMap(\.subjects)
      + verdicts.flatMap { verdict -> [CalloutTimeline.Subject] in
        guard case .missed(_, let subjects)? = verdict.worst?.place else { return [] }
        return subjects
      }
  }
}

/// A wait for a condition that was given up.
public struct UnmetWait: Codable, Hashable, Sendable {
  /// When it was given up.
  public var time: SimulatedTime
  /// The quantity that the condition counts; -1 if it waited only for events.
  public var number: Int64
}

/// The facts of a part of a session, from a mark to the next one.
public struct IntervalFacts: Codable, Hashable, Sendable {
  /// The name of the mark that begins it.
  public var name: String
  /// When it begins.
  public var start: SimulatedTime
  /// Its values.
  public var table: MetricTable
}

/// One cluster update, in times.
public struct UpdateFacts: Codable, Hashable, Sendable {
  /// Number of the update.
  public var update: Int32
  /// Index of the layer.
  public var layer: LayerID
  /// The step during which it was queued.
  public var step: Int32
  /// Why it was requested.
  public var trigger: ClusterEvent.Trigger
  /// The time of the trigger.
  public var triggeredAt: SimulatedTime
  /// The number of batches that had arrived by then.
  public var batches = 0
  /// The newer update that does its work; nil for one that runs.
  public var coalescedInto: Int32?
  /// Whether it was marked as cancelled while it waited or ran, which does not stop it.
  public var isCancelled = false
  /// The work of its computation, in exact counts; nil before.
  public var work: ClusterWork?
  /// The part of the time before its start that filled the index; nil while it is pending.
  public var indexing: SimulatedTime?
  /// The rest of the time from the trigger to its start, less the wait for the main thread; nil
  /// while it is pending.
  public var queueWait: SimulatedTime?
  /// Modeled compute.
  public var compute: SimulatedTime?
  /// The time that it has waited for the main thread so far.
  ///
  /// It waits before it is queued, to show its clusters and to remove the old ones.
  public var mainThreadWait = SimulatedTime.zero
  /// The work of the main thread that brings its clusters onto the map; nil before.
  public var mainThreadWork: SimulatedTime?
  /// The fade of the old clusters, which follows.
  public var animation: SimulatedTime?
  /// From the trigger to the end, the sum of its parts; nil for an update the session did not wait
  /// for.
  public var latency: SimulatedTime?
  /// From the trigger until the new clusters are on the map; nil before.
  public var latencyWithoutFade: SimulatedTime?

  /// The parts of the latency that are over.
  var parts: SimulatedTime {
    [indexing, queueWait, compute, mainThreadWait, mainThreadWork].reduce(.zero) {
      $0 + ($1 ?? .zero)
    }
  }
}
