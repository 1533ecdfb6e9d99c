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

    fileprivate init(
      _ verdict: CalloutVerdict, _ criterion: Criterion? = nil, _ measure: CriterionMeasure? = nil
    ) {
      (number, step, openedAt) = (verdict.callout, verdict.step, verdict.openedAt)
      (self.criterion, self.measure, side) = (criterion, measure, verdict.overflowSide)
      later = verdict.moment(of: criterion ?? .inside)
    }

    /// Whether its criterion matters more to a user than that of another callout, or is broken
    /// further.
    fileprivate func isWorse(than other: Callout) -> Bool {
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
  var scope: FactsRecorder.Scope
}

/// An event of a metric whose first occurrence matters most.
struct PlacedEvent {
  var metric: Metric
  var time: SimulatedTime
  var scope: FactsRecorder.Scope
  /// Why a step changed nothing; nil for any other event.
  var idle: IdleReason?
}

/// Finds the worst case of an expectation that was missed, from the facts of updates, callouts and
/// steps; only peaks and rare events are recorded for it.
extension FactsRecorder {
  /// The most missed selections, and the most rare events, that are recorded.
  static let keptEventLimit = 500

  /// Records a value that can be the largest of a metric in the session or in the part of a scope.
  mutating func see(
    _ metric: Metric, _ value: Int64, in scope: Scope, _ update: UpdatePlace? = nil
  ) {
    let peak = PeakPlaces.Peak(
      metric: metric, value: value, update: update, step: scope.step, time: now)
    sessionPeaks.see(peak)
    if let part = scope.part { partPeaks[part].see(peak) }
    for index in windows.indices where windows[index].holds(scope) {
      windows[index].peaks.see(peak)
    }
  }

  /// Records a selection that missed or was refused.
  mutating func note(_ missed: MissedSelection, as metric: Metric) {
    guard misses.count < FactsRecorder.keptEventLimit else { return }
    let named = [missed.nearest?.annotation, missed.reachable?.annotation].compactMap(\.self)
    misses.append(
      PlacedMiss(
        metric: metric, missed: missed,
        subjects: named.compactMap { calloutRecorder.annotations[$0] }, time: now,
        scope: currentScope))
  }

  /// Records an event that should not happen at all.
  mutating func note(
    _ metric: Metric, since time: SimulatedTime? = nil, in scope: Scope? = nil,
    because idle: IdleReason? = nil
  ) {
    guard rareEvents.count < FactsRecorder.keptEventLimit else { return }
    rareEvents.append(
      PlacedEvent(
        metric: metric, time: time ?? now, scope: scope ?? currentScope, idle: idle))
  }

  /// The worst case of a metric in a scope whose value is too high or too low, if there is one.
  func worst(
    of metric: Metric, in scope: JudgedScope, value: MetricValue, isTooHigh: Bool
  ) -> WorstCase? {
    switch metric.definition.combination {
    case .sum: worstStep(of: metric, in: scope, of: value) { $0.amount }
    case .ratio:
      // A ratio of times or distances has no missing part.
      isTooHigh || metric.definition.unit.definition.isShare
        ? worstStep(of: metric, in: scope, of: value) { value in
          guard case .share(let part, let whole) = value else { return 0 }
          return isTooHigh ? part : whole - part
        } : nil
    case .state: lastInstant(in: scope, value)
    case .largest where metric == .calloutOverflowMaximum: furthest(in: scope) { $0.overflowPoints }
    case .largest where metric == .calloutExcessShiftMaximum:
      furthest(in: scope) { $0.excessShiftPoints }
    case .largest, .peak: worst(metric, in: scope, value)
    // The filling of an index belongs to no update.
    case .rank(let rank) where rank.samples == .indexings: worst(.indexingMaximum, in: scope, value)
    case .rank(let rank): worstUpdate(rank, in: scope)
    case .share:
      isTooHigh
        ? firstKeeping(metric.criterion, in: scope) : worstBreaking(metric.criterion, in: scope)
    }
  }

  func holds(_ scope: JudgedScope, _ other: Scope) -> Bool {
    switch scope {
    case .session: true
    case .since(let part): (other.part ?? -1) >= part
    case .step(let step): other.step == Int32(step)
    case .window(let index): windows[index].holds(other)
    }
  }

  /// The instant at which a scope ended, or now.
  private func lastInstant(in scope: JudgedScope, _ value: MetricValue) -> WorstCase {
    guard case .window(let index) = scope, let end = windows[index].end else {
      return WorstCase(.instant, value: value, step: currentStep, time: now)
    }
    return WorstCase(.instant, value: value, step: end.step, time: end.time)
  }

  // MARK: Steps

  /// Visits the counts of each step in a scope, in the order of steps and once for each part.
  private func visitSteps(
    in scope: JudgedScope, _ body: (_ step: Int32, _ counts: MetricAccumulator) -> Void
  ) {
    switch scope {
    case .session: for step in 0..<Int32(steps.count) { body(step, steps[step]) }
    case .step(let step): body(Int32(step), steps[Int32(step)])
    case .since(let part): partSteps.visit(since: part, body)
    case .window(let index): windows[index].steps.visit(since: 0, body)
    }
  }

  /// The most steps that are searched for the worst cases of a session: a file may hold thousands
  /// of steps and a failure after each.
  static let stepLookLimit = 200_000

  /// The number of steps that are searched for the worst case of a metric.
  func stepCount(in scope: JudgedScope, for metric: Metric) -> Int {
    switch metric.definition.combination {
    case .sum, .ratio: break
    case .state, .peak, .largest, .rank, .share: return 0
    }
    return switch scope {
    case .session: steps.count
    case .step: 1
    case .since: partSteps.count
    case .window(let index): windows[index].steps.count
    }
  }

  private func worstStep(
    of metric: Metric, in scope: JudgedScope, of value: MetricValue,
    _ amount: (MetricValue) -> Int64
  ) -> WorstCase? {
    let miss = misses.first { $0.metric == metric && holds(scope, $0.scope) }
    if let miss {
      return WorstCase(
        .missed(miss.missed, subjects: miss.subjects), value: .count(1), step: miss.scope.step,
        time: miss.time)
    }
    var best: (step: Int32, amount: Int64)?
    var sum: (step: Int32, amount: Int64) = (-1, 0)
    visitSteps(in: scope) { step, counts in
      let more = amount(counts.value(of: metric))
      sum = (step, sum.step == step ? sum.amount.clampedSum(more) : more)
      if sum.amount > best?.amount ?? 0 { best = sum }
    }
    guard let best else { return nil }
    let first = rareEvents.first {
      $0.metric == metric && $0.scope.step == best.step && holds(scope, $0.scope)
    }
    return WorstCase(
      first?.idle.map { .idle($0) } ?? .step,
      value: metric == .hitchRatio ? .nanoseconds(best.amount) : value.with(best.amount),
      step: best.step, time: first?.time)
  }

  // MARK: Peaks

  private func worst(_ metric: Metric, in scope: JudgedScope, _ value: MetricValue) -> WorstCase? {
    let peaks: ArraySlice<PeakPlaces>
    switch scope {
    case .session: peaks = [sessionPeaks]
    case .since(let part): peaks = partPeaks.dropFirst(part)
    case .window(let index): peaks = [windows[index].peaks]
    case .step: return nil
    }
    let found = peaks.compactMap { $0[metric] }
    guard var highest = found.first else { return nil }
    for peak in found where peak.value > highest.value { highest = peak }
    return WorstCase(
      highest.update.map { .update($0.update, layer: $0.layer) } ?? .instant,
      value: value.with(highest.value), step: highest.step, time: highest.time)
  }

  // MARK: Updates

  /// The first update with the time of a rank in a scope.
  private func worstUpdate(_ rank: TimeRank, in scope: JudgedScope) -> WorstCase? {
    let sorted = facts.updates.indices.compactMap { index -> (time: SimulatedTime, index: Int)? in
      guard holds(scope, updateScopes[index]) else { return nil }
      return facts.updates[index].time(rank.samples).map { (time: $0, index: index) }
    }.sorted { $0.time == $1.time ? $0.index < $1.index : $0.time < $1.time }
    guard !sorted.isEmpty else { return nil }
    let ranked = sorted[TimeRank.index(rank.percent, of: sorted.count)].time
    guard let found = sorted.first(where: { $0.time == ranked }) else { return nil }
    let update = facts.updates[found.index]
    return WorstCase(
      .update(update.update, layer: update.layer), value: .nanoseconds(ranked.nanoseconds),
      step: update.step, time: update.triggeredAt)
  }

  // MARK: Callouts

  private func judgedCallouts(in scope: JudgedScope) -> [CalloutVerdict] {
    judgments.compactMap { judgments in
      judgments.filter { holds(scope, $0.scope) }.reduce(nil) { worst, judgment in
        guard var worst else { return judgment.verdict }
        worst.takeWorse(judgment.verdict)
        return worst
      }
    }
  }

  /// The first callout that breaks a criterion, or any, and the one that breaks it worst.
  private func worstBreaking(_ criterion: Criterion?, in scope: JudgedScope) -> WorstCase? {
    let broken = judgedCallouts(in: scope).compactMap { verdict -> WorstCase.Callout? in
      guard let criterion = criterion ?? verdict.broken.first,
        let measure = verdict.measure(of: criterion), !measure.isKept
      else { return nil }
      return WorstCase.Callout(verdict, criterion, measure)
    }
    guard let first = broken.first else { return nil }
    let worst = broken.reduce(first) { $1.isWorse(than: $0) ? $1 : $0 }
    return place(first, worst, value: .count(Int64(broken.count)))
  }

  /// The first callout that keeps a criterion, or all of them, but should not.
  private func firstKeeping(_ criterion: Criterion?, in scope: JudgedScope) -> WorstCase? {
    let kept = judgedCallouts(in: scope).filter { verdict in
      criterion.map { verdict.keeps($0) == true } ?? verdict.isCorrect
    }
    guard let first = kept.first.map({ WorstCase.Callout($0) }) else { return nil }
    return place(first, first, value: .count(Int64(kept.count)))
  }

  private func furthest(
    in scope: JudgedScope, _ distance: (CalloutVerdict) -> Double
  ) -> WorstCase? {
    let verdicts = judgedCallouts(in: scope)
    guard var worst = verdicts.first else { return nil }
    for verdict in verdicts where distance(verdict) > distance(worst) { worst = verdict }
    let callout = WorstCase.Callout(worst)
    return place(callout, callout, value: .micropoints(Int64(micropoints: distance(worst))))
  }

  private func place(
    _ first: WorstCase.Callout, _ worst: WorstCase.Callout, value: MetricValue
  ) -> WorstCase {
    WorstCase(
      .callouts(first: first, worst: worst), value: value, step: worst.later?.step ?? worst.step,
      time: worst.later?.since ?? worst.openedAt)
  }
}

extension Metric {
  /// The criterion that it counts, if it is a share of callouts that keep one.
  fileprivate var criterion: Criterion? { Criterion.allCases.first { $0.metric == self } }
}

extension UpdateFacts {
  fileprivate func time(_ samples: TimeSamples) -> SimulatedTime? {
    switch samples {
    case .queueWaits: queueWait
    case .indexings: indexing
    case .computes: compute
    case .animations: animation
    case .latencies: latency
    case .latenciesWithoutFade: latencyWithoutFade
    case .mainThreadWaits: mainThreadWait
    case .mainThreadWorks: mainThreadWork
    }
  }
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
