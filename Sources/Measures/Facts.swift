public import MapEvents
public import MapGeometry
public import Metrics

/// The exact values of every metric over some part of a session.
public struct MetricTable: Codable, Hashable, Sendable {
  private var values: [MetricValue]
  /// How many times of each kind there are.
  private var samples = [Int](repeating: 0, count: TimeSamples.allCases.count)

  /// Makes a table in which nothing was measured.
  public init() {
    values = Array(repeating: .never, count: Metric.allCases.count)
  }

  /// The value of a metric.
  public subscript(metric: Metric) -> MetricValue {
    get { values[metric.rawValue] }
    set { values[metric.rawValue] = newValue }
  }

  /// How many times of a kind the ranks among them were taken of.
  public subscript(samples: TimeSamples) -> Int {
    get { self.samples[samples.rawValue] }
    set { self.samples[samples.rawValue] = newValue }
  }

  /// How many times the value of a metric was taken of; nil for one that is no rank among times.
  public func sampleCount(of metric: Metric) -> Int? {
    metric.definition.rank.map { self[$0.samples] }
  }

  /// The metrics that were measured with their values, in the order of their declaration.
  public var measured: [(metric: Metric, value: MetricValue)] {
    zip(Metric.allCases, values).filter { $0.1.isMeasured }.map { (metric: $0.0, value: $0.1) }
  }
}

/// Everything exact that is known of a replayed session.
public struct Facts: Codable, Hashable, Sendable {
  /// Values over the whole session.
  public var session = MetricTable()
  /// Values from each mark to the next one or the end, in order.
  public var marks: [PartFacts] = []
  /// Values of each step, over all its rounds, by the step's id.
  ///
  /// A cluster update counts for the step that queued it and a callout for the step that opened it;
  /// everything else counts for the step during which it happens. The same holds for marks.
  public var steps = StepTables()
  /// What came of each expectation, in the order in which they fell due; then those whose step
  /// never ran, then those on the whole session.
  public var verdicts: [Verdict] = []
  /// What came of each callout, in the order of opening.
  public var callouts: [CalloutVerdict] = []
  /// What happened to each callout, in the order of opening.
  public var calloutTimelines: [CalloutTimeline] = []
  /// The first views that were shown with something of another annotation on them; a metric counts
  /// them all.
  public var staleReuses: [StaleReuse] = []
  /// Each cluster update with its times, in the order of their queueing.
  public var updates: [UpdateFacts] = []
  /// How the latency of updates develops while batches arrive, in at most ten windows of batches;
  /// empty for fewer than two batches.
  public var batchWindows: [BatchWindow] = []
  /// Fingerprint of the trace.
  public var digest = TraceDigest()

  /// Makes the facts of a session in which nothing happened yet.
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

/// The facts of a named part of a session.
public struct PartFacts: Codable, Hashable, Sendable {
  /// The name of the mark that begins it.
  public var name: String
  /// When it begins.
  public var start: SimulatedTime
  /// Its values.
  public var table: MetricTable

  /// Makes part facts of their parts.
  public init(name: String, start: SimulatedTime, table: MetricTable) {
    self.name = name
    self.start = start
    self.table = table
  }
}

/// What came of one expectation.
public struct Verdict: Codable, Hashable, Sendable {
  /// The metric and the rule.
  public var expectation: Expectation
  /// The rule as the author wrote it.
  public var text: String
  /// The line of its key in the scenario file.
  public var line: Int
  /// The column of its key.
  public var column: Int
  /// The id of the step that holds it; nil for the whole session.
  public var step: Int?
  /// The value that was judged.
  public var value: MetricValue
  /// What came of it.
  public var outcome: Expectation.Outcome
  /// How many times the value is a rank of; nil for any other value.
  public var sampleCount: Int?
  /// Whether it fell due; an expectation whose step never ran, or whose mark had not come, did not.
  public var isDue: Bool
  /// The mark since which the value counts; nil when it counts from the start, or in a step alone.
  public var mark: String?
  /// Where it was missed worst; nil when it was kept, or when nothing can be named.
  public var worst: WorstCase?
  /// The step whose missed selection left nothing to judge; nil when the failure is its own.
  public var missedStep: Int?
  /// Whether it lacks what a wait that gave up before it left undone.
  public var followsWait = false

  /// Makes a verdict of its parts.
  public init(
    expectation: Expectation, text: String, line: Int, column: Int, step: Int?,
    value: MetricValue, outcome: Expectation.Outcome, mark: String? = nil,
    sampleCount: Int? = nil, isDue: Bool = true
  ) {
    self.sampleCount = sampleCount
    self.isDue = isDue
    self.mark = mark
    self.expectation = expectation
    self.text = text
    self.line = line
    self.column = column
    self.step = step
    self.value = value
    self.outcome = outcome
  }
}

/// One cluster update, in times.
public struct UpdateFacts: Codable, Hashable, Sendable {
  /// Number of the update.
  public var update: Int32
  /// Index of the layer.
  public var layer: Int32
  /// The step during which it was queued.
  public var step: Int32
  /// Why it was asked for.
  public var trigger: ClusterEvent.Trigger
  /// When its cause happened.
  public var triggeredAt: SimulatedTime
  /// How many batches had arrived by then.
  public var batches: Int
  /// The newer update that does its work; nil for one that runs.
  public var coalescedInto: Int32?
  /// Whether it was marked as cancelled while it waited or ran; it runs all the same.
  public var isCancelled = false
  /// What was computed, in exact counts; nil before.
  public var work: ClusterWork?
  /// How much of the time before its start went into filling the index; nil while it waits.
  public var indexing: SimulatedTime?
  /// The rest of the time from the trigger until the queue came to it; nil while it waits.
  public var queueWait: SimulatedTime?
  /// Modelled compute.
  public var compute: SimulatedTime?
  /// From the new clusters' coming until the old ones are gone.
  public var animation: SimulatedTime?
  /// From the trigger to the end; nil for an update the session did not wait for.
  public var latency: SimulatedTime?
  /// From the trigger until the new clusters are on the map; nil before.
  public var latencyWithoutFade: SimulatedTime? {
    compute.map { (indexing ?? .zero) + (queueWait ?? .zero) + $0 }
  }

  /// Makes the facts of an update that has just been queued.
  public init(
    update: Int32, layer: Int32, step: Int32, trigger: ClusterEvent.Trigger,
    triggeredAt: SimulatedTime, batches: Int = 0
  ) {
    self.update = update
    self.layer = layer
    self.step = step
    self.trigger = trigger
    self.triggeredAt = triggeredAt
    self.batches = batches
  }
}
