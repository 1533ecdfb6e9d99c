internal import MapEvents
internal import MapGeometry
internal import Metrics

/// What an expectation speaks of.
enum JudgedScope {
  /// The whole session.
  case session
  /// What came since the mark that began a part.
  case since(part: Int)
  /// A step alone.
  case step(Int)
}

/// A selection that missed, with its place.
struct PlacedMiss {
  var missed: MissedSelection
  var subjects: [CalloutTimeline.Subject]
  var time: SimulatedTime
  var scope: FactsRecorder.Scope
}

/// An event of a metric whose first occurrence says most.
struct PlacedEvent {
  var metric: Metric
  var time: SimulatedTime
  var scope: FactsRecorder.Scope
}

/// The worst case of what an expectation speaks of: found only once it is missed, from what is kept
/// of updates, callouts and steps anyway; only peaks and rare events are kept for it.
extension FactsRecorder {
  /// The most missed selections, and rare events, that are kept one by one.
  static let keptEventLimit = 500

  /// Takes in a value that can be the largest of a metric, for the session and for the part of a
  /// scope.
  mutating func see(
    _ metric: Metric, _ value: Int64, in scope: Scope, _ update: UpdatePlace? = nil
  ) {
    let peak = PeakPlaces.Peak(
      metric: metric, value: value, update: update, step: scope.step, time: now)
    sessionPeaks.see(peak)
    if let part = scope.part { partPeaks[part].see(peak) }
  }

  /// Takes in that a selection missed.
  mutating func note(_ missed: MissedSelection) {
    guard misses.count < FactsRecorder.keptEventLimit else { return }
    let named = [missed.nearest?.annotation, missed.reachable?.annotation].compactMap(\.self)
    misses.append(
      PlacedMiss(
        missed: missed, subjects: named.compactMap { calloutRecorder.annotations[$0] }, time: now,
        scope: currentScope))
  }

  /// Takes in something that should not happen at all.
  mutating func note(_ metric: Metric) {
    guard rareEvents.count < FactsRecorder.keptEventLimit else { return }
    rareEvents.append(PlacedEvent(metric: metric, time: now, scope: currentScope))
  }

  /// The worst case of a metric in a scope whose value is above or below what was expected; nil
  /// when nothing can be named.
  func worst(
    of metric: Metric, in scope: JudgedScope, value: MetricValue, isTooHigh: Bool
  ) -> WorstCase? {
    switch metric.definition.combination {
    case .sum: worstStep(of: metric, in: scope, of: value) { $0.amount }
    case .ratio:
      // Of time, or of a way, nothing is missing.
      isTooHigh || metric.definition.unit == .share
        ? worstStep(of: metric, in: scope, of: value) { value in
          guard case .share(let part, let whole) = value else { return 0 }
          return isTooHigh ? part : whole - part
        } : nil
    case .state:
      WorstCase(
        place: .instant, value: value, step: currentStep < 0 ? nil : Int(currentStep), time: now)
    case .largest where metric == .calloutOverflowMaximum:
      furthest(in: scope) { $0.overflowPoints }
    case .largest where metric == .calloutExcessShiftMaximum:
      furthest(in: scope) { $0.excessShiftPoints }
    case .largest, .peak: worst(metric, in: scope, value)
    // The filling of an index belongs to no update.
    case .rank(let rank) where rank.samples == .indexings:
      worst(.indexingMaximum, in: scope, value)
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
    }
  }

  // MARK: Steps

  /// Visits what came of each step in a scope, in the order of steps; one that ran in several parts
  /// comes once for each of them.
  private func visitSteps(
    in scope: JudgedScope, _ body: (_ step: Int32, _ counts: MetricAccumulator) -> Void
  ) {
    switch scope {
    case .session: for step in 0..<Int32(steps.count) { body(step, steps[step]) }
    case .step(let step): body(Int32(step), steps[Int32(step)])
    case .since(let part): partSteps.visit(since: part, body)
    }
  }

  /// The most steps that all failures of a session are traced to: a file may hold thousands of
  /// steps and a failure after each, and nobody reads that many.
  static let stepLookLimit = 200_000

  /// How many steps the worst case of a metric is looked for in.
  func stepCount(in scope: JudgedScope, for metric: Metric) -> Int {
    switch metric.definition.combination {
    case .sum, .ratio: break
    case .state, .peak, .largest, .rank, .share: return 0
    }
    return switch scope {
    case .session: steps.count
    case .step: 1
    case .since: partSteps.count
    }
  }

  private func worstStep(
    of metric: Metric, in scope: JudgedScope, of value: MetricValue,
    _ amount: (MetricValue) -> Int64
  ) -> WorstCase? {
    if metric == .selectionsMissed, let miss = misses.first(where: { holds(scope, $0.scope) }) {
      return WorstCase(
        place: .missed(miss.missed, subjects: miss.subjects), value: .count(1),
        step: miss.scope.step < 0 ? nil : Int(miss.scope.step), time: miss.time)
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
      place: .step,
      value: metric == .hitchRatio ? .nanoseconds(best.amount) : value.with(best.amount),
      step: Int(best.step), time: first?.time)
  }

  // MARK: Peaks

  private func worst(
    _ metric: Metric, in scope: JudgedScope, _ value: MetricValue
  ) -> WorstCase? {
    let peaks: ArraySlice<PeakPlaces>
    switch scope {
    case .session: peaks = [sessionPeaks]
    case .since(let part): peaks = partPeaks.dropFirst(part)
    case .step: return nil
    }
    let found = peaks.compactMap { $0[metric] }
    guard var highest = found.first else { return nil }
    for peak in found where peak.value > highest.value { highest = peak }
    return WorstCase(
      place: highest.update.map { .update($0.update, layer: $0.layer) } ?? .instant,
      value: value.with(highest.value), step: highest.step < 0 ? nil : Int(highest.step),
      time: highest.time)
  }

  // MARK: Updates

  /// The update with the rank among those of a scope; of equals the first one.
  private func worstUpdate(
    _ rank: TimeRank, in scope: JudgedScope
  ) -> WorstCase? {
    let sorted = facts.updates.indices.compactMap { index -> (time: SimulatedTime, index: Int)? in
      guard holds(scope, updateScopes[index]) else { return nil }
      return facts.updates[index].time(rank.samples).map { (time: $0, index: index) }
    }.sorted { $0.time == $1.time ? $0.index < $1.index : $0.time < $1.time }
    guard !sorted.isEmpty else { return nil }
    let ranked = sorted[TimeRank.index(rank.percent, of: sorted.count)].time
    guard let found = sorted.first(where: { $0.time == ranked }) else { return nil }
    let update = facts.updates[found.index]
    return WorstCase(
      place: .update(update.update, layer: update.layer), value: .nanoseconds(ranked.nanoseconds),
      step: update.step < 0 ? nil : Int(update.step), time: update.triggeredAt)
  }

  // MARK: Callouts

  private func judgedCallouts(in scope: JudgedScope) -> [CalloutVerdict] {
    facts.callouts.indices.compactMap { index in
      facts.callouts[index].isJudged && holds(scope, calloutScopes[index])
        ? facts.callouts[index] : nil
    }
  }

  /// The first callout that breaks a criterion, or any, and the one that breaks it worst.
  private func worstBreaking(_ criterion: Criterion?, in scope: JudgedScope) -> WorstCase? {
    let broken = judgedCallouts(in: scope).compactMap { verdict -> WorstCase.Callout? in
      let criteria = criterion.map { [$0] } ?? verdict.broken
      var worst: (criterion: Criterion, measure: CriterionMeasure)?
      for criterion in criteria {
        guard let measure = verdict.measure(of: criterion), !measure.isKept else { continue }
        if let worst, measure.tolerances <= worst.measure.tolerances { continue }
        worst = (criterion, measure)
      }
      guard let worst else { return nil }
      return callout(verdict, worst.criterion, worst.measure)
    }
    guard let first = broken.first else { return nil }
    var worst = first
    for callout in broken.dropFirst() {
      guard let measure = callout.measure, let most = worst.measure else { continue }
      if measure.tolerances > most.tolerances { worst = callout }
    }
    return place(first, worst, value: .count(Int64(broken.count)))
  }

  /// The first callout that keeps a criterion, or all, though it should not.
  private func firstKeeping(_ criterion: Criterion?, in scope: JudgedScope) -> WorstCase? {
    let kept = judgedCallouts(in: scope).filter { verdict in
      criterion.map { verdict.keeps($0) == true } ?? verdict.isCorrect
    }
    guard let first = kept.first.map({ callout($0, nil, nil) }) else { return nil }
    return place(first, first, value: .count(Int64(kept.count)))
  }

  private func furthest(
    in scope: JudgedScope, _ distance: (CalloutVerdict) -> Double
  ) -> WorstCase? {
    let verdicts = judgedCallouts(in: scope)
    guard var worst = verdicts.first else { return nil }
    for verdict in verdicts where distance(verdict) > distance(worst) { worst = verdict }
    let callout = callout(worst, nil, nil)
    return place(callout, callout, value: .micropoints(Int64(micropoints: distance(worst))))
  }

  private func callout(
    _ verdict: CalloutVerdict, _ criterion: Criterion?, _ measure: CriterionMeasure?
  ) -> WorstCase.Callout {
    WorstCase.Callout(
      number: verdict.callout, step: verdict.step, openedAt: verdict.openedAt,
      criterion: criterion, measure: measure, side: verdict.overflowSide)
  }

  private func place(
    _ first: WorstCase.Callout, _ worst: WorstCase.Callout, value: MetricValue
  ) -> WorstCase {
    WorstCase(
      place: .callouts(first: first, worst: worst), value: value,
      step: worst.step < 0 ? nil : Int(worst.step), time: worst.openedAt)
  }
}

extension Metric {
  /// The criterion whose callouts it counts; nil for all of them together.
  fileprivate var criterion: Criterion? { Criterion.allCases.first { $0.metric == self } }
}

extension UpdateFacts {
  /// One of its times; nil before it has one.
  fileprivate func time(_ samples: TimeSamples) -> SimulatedTime? {
    switch samples {
    case .queueWaits: queueWait
    case .indexings: indexing
    case .computes: compute
    case .animations: animation
    case .latencies: latency
    case .latenciesWithoutFade: latencyWithoutFade
    }
  }
}

extension MetricValue {
  /// The number of a value that adds up.
  fileprivate var amount: Int64 {
    switch self {
    case .count(let amount), .nanoseconds(let amount), .micropoints(let amount): amount
    case .share, .never: 0
    }
  }
}
