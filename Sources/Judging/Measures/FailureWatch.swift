public import MapEvents
public import MapGeometry
internal import Metrics

/// Finds when expectations that failed were missed, in another replay of the session.
///
/// A value is compared with its rule after each event, so the time is that of the event. Changes of
/// clusters have the time at which the map got the clusters.
public struct FailureWatch {
  private var recorder: FactsRecorder
  private var watched: [Watched]
  private var eventCount = 0
  /// The time of the last event.
  private var lastTime = SimulatedTime.zero
  /// The last frame that was late: the time of its hitch counts while the screen waits for it.
  private var lateFrame: (cause: Cause, until: SimulatedTime)?
  /// The opening of each callout, by its time.
  private var openings: [SimulatedTime: Cause] = [:]
  /// When the map got the clusters of each update.
  private var applied: [Int32: Cause] = [:]

  /// The event that changed a value; none for a callout that stood still before it was judged.
  fileprivate struct Cause {
    var time: SimulatedTime
    var event: Int?
  }

  fileprivate struct Watched {
    let bound: BoundExpectation
    let verdict: Verdict
    var place: FailurePlace
    var last: MetricValue?
  }

  /// Makes a watch over failed verdicts of a session with these expectations; a verdict of none of
  /// them has no place.
  public init(
    _ verdicts: [Verdict], stepExpectations: [[BoundExpectation]],
    finalExpectations: [BoundExpectation], plans: [StepPlan]
  ) {
    recorder = FactsRecorder(
      stepExpectations: stepExpectations, finalExpectations: finalExpectations,
      plans: plans)
    let all = [stepExpectations.joined(), [finalExpectations].joined()].joined()
    watched = verdicts.map { verdict in
      let bound = all.first { $0.isJudged(by: verdict) }
      return Watched(
        bound: bound ?? BoundExpectation(judgedBy: verdict), verdict: verdict,
        place: FailurePlace(judgedAt: verdict.judgedAt))
    }
  }

  /// Where each verdict was missed, in their order.
  public var places: [FailurePlace] { watched.map(\.place) }

  /// Takes in an event.
  public mutating func observe(_ event: Event) {
    let now = Cause(time: event.time, event: eventCount)
    let late = FailureWatch.lateness(of: event).map { (cause: now, until: $0) }
    // The time of a hitch that is over was counted before.
    if let late, lateFrame.map({ $0.until <= lastTime }) ?? true { lateFrame = late }
    if let update = recorder.endListing(before: event) { see(applied[update] ?? now, until: now) }
    recorder.observe(event)
    if case .cluster(.applied(let update, _, _)) = event.kind { applied[update] = now }
    if case .callout(.opened) = event.kind { openings[event.time] = now }
    if case .cluster(.audited(let update, _, _)) = event.kind {
      see(applied[update] ?? now, until: now)
    } else {
      see(now, until: now)
    }
    lateFrame = late ?? lateFrame
    (lastTime, eventCount) = (event.time, eventCount + 1)
  }

  /// Until when the screen waited for a frame that was late; nil for any other event.
  private static func lateness(of event: Event) -> SimulatedTime? {
    guard case .frame(let frame) = event.kind, frame.lateness > .zero else { return nil }
    return frame.dueAt + frame.lateness
  }

  /// Compares the values with those before a cause.
  private mutating func see(_ cause: Cause, until now: Cause) {
    for index in watched.indices where now.time <= watched[index].verdict.judgedAt {
      let value = recorder.tally.currentValue(for: watched[index].bound)
      watched[index].see(value, earlierCause(of: watched[index]) ?? cause)
    }
  }

  /// The cause of a change that is noticed later: of a callout that stood there, of one that never
  /// settled since it opened, or of a hitch; never before the range that an expectation counts.
  private func earlierCause(of one: Watched) -> Cause? {
    let metric = one.bound.expectation.metric
    if one.bound.promise != nil {
      // It is noticed at the next event that a condition did not hold, or that a time is over.
      return one.verdict.worst?.time.flatMap { time in
        time < recorder.tally.now ? Cause(time: time, event: nil) : nil
      }
    }
    if metric == .calloutsUnsettled {
      return recorder.tally.rareEvents.last { $0.metric == metric }.flatMap { openings[$0.time] }
    }
    if metric.definition.group == .callouts {
      return recorder.callouts.judgedChange.map { Cause(time: $0, event: nil) }
    }
    guard [.hitchTime, .hitchRatio].contains(metric), let late = lateFrame?.cause else {
      return nil
    }
    let beginning = recorder.tally.beginning(of: one.bound)
    return late.time < beginning ? Cause(time: beginning, event: nil) : late
  }
}

/// The times of a failure.
public struct FailurePlace: Codable, Hashable, Sendable {
  /// When it was judged.
  public var judgedAt: SimulatedTime
  /// Since when the value was out of its bounds; nil when it was too little all along.
  public var first: SimulatedTime?
  /// The number of the event since which it was, from 0; nil without such a time, and for a callout
  /// that stood there before it was judged.
  public var event: Int?
  /// When it went furthest from them; of a number that adds up, when most was added at once.
  public var worst: SimulatedTime?
  /// The value at that time, or what was added.
  private var largest: Int64 = 0

  /// Makes the place of a failure of which nothing else is known.
  public init(judgedAt: SimulatedTime) { self.judgedAt = judgedAt }

  /// The time to look at: that of the first offence or, without one, of the verdict.
  public var time: SimulatedTime { first ?? judgedAt }

  fileprivate mutating func see(_ amount: Int64, isOffending: Bool, _ cause: FailureWatch.Cause) {
    guard isOffending else {
      (first, event, worst, largest) = (nil, nil, nil, 0)
      return
    }
    if first == nil { (first, event) = (cause.time, cause.event) }
    if amount > largest { (worst, largest) = (cause.time, amount) }
  }
}

extension FailureWatch.Watched {
  fileprivate mutating func see(_ value: MetricValue?, _ cause: FailureWatch.Cause) {
    guard verdict.outcome == .broken, value != last else { return }
    let amount = value.map { verdict.offence(of: $0, after: last) } ?? 0
    last = value
    place.see(amount, isOffending: value.map(verdict.isOffending) ?? false, cause)
  }
}

extension Verdict {
  /// Whether a value already breaks the rule as the one that was judged does.
  fileprivate func isOffending(_ value: MetricValue) -> Bool {
    func isAbove(_ bound: MetricValue) -> Bool { (value.order(against: bound) ?? 0) > 0 }
    // Of a count too low nothing tells until it is judged; a share may be too low at any time.
    func isBelow(_ bound: MetricValue) -> Bool {
      value.parts != nil && (value.order(against: bound) ?? 0) < 0
    }
    switch expectation.rule {
    case .atMost(let bound): return isAbove(bound)
    case .atLeast(let bound): return isBelow(bound)
    case .exactly(let bound): return isTooHigh ? isAbove(bound) : isBelow(bound)
    case .between(let least, let most): return isTooHigh ? isAbove(most) : isBelow(least)
    case .always: return value.parts.map { $0.part < $0.whole } ?? false
    case .never: return value.parts.map { $0.part > 0 } ?? false
    case .within(let tolerance, _):
      guard let other, isTooHigh == isAbove(other), isTooHigh || value.parts != nil else {
        return false
      }
      return tolerance.holds(value, against: other) == false
    case .held(let bound, _):
      guard let other, isTooHigh || value.parts != nil else { return false }
      return bound.holds(value, against: other, of: expectation.metric) == false
    }
  }
}

extension Verdict {
  /// How bad a value is: of a number that adds up what came since an earlier value, and of a share
  /// how many of the cases that it should not have, or lacks; of any other how large it is.
  fileprivate func offence(of value: MetricValue, after earlier: MetricValue?) -> Int64 {
    func amount(_ value: MetricValue) -> Int64 {
      switch value {
      case .count(let number), .nanoseconds(let number), .micropoints(let number): number
      case .share(let part, let whole): isTooHigh ? part : whole - part
      case .never: 0
      }
    }
    switch expectation.metric.definition.combination {
    case .largest, .peak, .state, .rank: return amount(value)
    case .sum, .distinct, .ratio, .share:
      let (more, isTooLarge) = amount(value).subtractingReportingOverflow(
        earlier.map(amount) ?? 0)
      return isTooLarge ? .max : more
    }
  }
}

extension BoundExpectation {
  /// Whether a verdict is one on this expectation.
  fileprivate func isJudged(by verdict: Verdict) -> Bool {
    expectation == verdict.expectation && written == verdict.written
      && (step == nil || step == verdict.step)
  }

  /// The expectation of a verdict over the whole session.
  fileprivate init(judgedBy verdict: Verdict) {
    self.init(
      expectation: verdict.expectation, written: verdict.written, since: .start,
      step: verdict.step)
  }
}
