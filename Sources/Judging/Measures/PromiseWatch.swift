internal import DequeModule
internal import MapEvents
public import MapGeometry
internal import Metrics

/// A promise that was broken, or that the session was too short to decide.
public struct PromiseBreach: Codable, Hashable, Sendable {
  /// When it began.
  public var began: SimulatedTime
  /// The step in which it began; nil outside of steps.
  public var step: Int?
  /// How much longer the session would have to go on to decide it; nil for one that was broken.
  public var missing: SimulatedTime?
}

/// Follows a promise of a scenario through its part of the session.
///
/// Events count in their order. Conditions count at the end of each instant, as for a step that
/// waits: what is true for no time is not seen. A promise begins when its trigger happens or
/// becomes true, and where it is true already when its part of the session begins.
struct PromiseWatch {
  /// A promise that is neither kept nor broken yet.
  private struct Open {
    let began: SimulatedTime
    let step: Int32
  }

  /// The first broken promise, and when and where it was broken.
  struct Broken {
    let breach: PromiseBreach
    let time: SimulatedTime
    let step: Int32
  }

  let bound: BoundExpectation
  private let promise: Promise
  private var numbers: [MapCondition.Counted: Int64] = [:]
  private var open: Deque<Open> = []
  private var (now, step) = (SimulatedTime.zero, Int32(-1))
  /// Whether its part of the session has begun, and is not over.
  private var isRunning = false
  private var (wasTriggered, wasEnded) = (false, true)
  private var hasBegun = false
  private(set) var begunCount: Int64 = 0
  private(set) var brokenCount: Int64 = 0
  private(set) var firstBroken: Broken?
  /// The first promise that the session was too short to decide.
  private(set) var undecided: PromiseBreach?
  private(set) var undecidedCount: Int64 = 0

  /// Makes the watch of an expectation; nil where it is about no promise.
  init?(_ bound: BoundExpectation) {
    guard let promise = bound.promise else { return nil }
    (self.bound, self.promise) = (bound, promise)
  }

  // MARK: Its part of the session

  /// Begins and ends its part of the session at a moment.
  mutating func reach(_ moment: SessionMoment) {
    if case .interval(let interval) = bound.since, interval.last == moment, isRunning {
      finish()
    }
    guard bound.since.begins(at: moment) else { return }
    open = []
    (begunCount, brokenCount, undecidedCount) = (0, 0, 0)
    (firstBroken, undecided) = (nil, nil)
    (isRunning, hasBegun, wasTriggered, wasEnded) = (true, true, false, true)
    if promise.trigger == nil { begin() }
  }

  /// Decides what is open, since its part of the session ends now.
  mutating func finish() {
    guard isRunning else { return }
    endInstant()
    isRunning = false
    while let oldest = open.popFirst() {
      let age = now - oldest.began
      if let limit = promise.limit, age < limit {
        leave(oldest, missing: limit - age)
      } else if promise.demand == .then {
        breakPromise(oldest, at: promise.limit.map { oldest.began + $0 } ?? now)
      }
    }
  }

  // MARK: Events

  mutating func observe(_ event: Event) {
    if event.time > now {
      endInstant()
      expire(by: event.time)
      now = event.time
    }
    step = event.step
    if case .session(.counted(let counted, let number)) = event.kind {
      numbers[counted] = number
      return
    }
    guard isRunning else { return }
    if promise.until?.contains(event.kind) == true { open = [] }
    if promise.subject.contains(event.kind) { subjectOccurs() }
    if promise.trigger?.contains(event.kind) == true { begin() }
  }

  /// Looks at the conditions at the end of an instant.
  private mutating func endInstant() {
    guard isRunning else { return }
    if let trigger = promise.trigger {
      let isTriggered = holds(trigger)
      if isTriggered, !wasTriggered { begin() }
      wasTriggered = isTriggered
    }
    if let until = promise.until {
      let isEnded = holds(until)
      if isEnded, !wasEnded { open = [] }
      wasEnded = isEnded
    }
    let isTrue = holds(promise.subject)
    if promise.demand == .always ? !isTrue : isTrue { subjectOccurs() }
  }

  private func holds(_ occurrence: Occurrence) -> Bool {
    occurrence.holds { numbers[$0, default: 0] }
  }

  private mutating func begin() {
    begunCount += 1
    open.append(Open(began: now, step: step))
  }

  /// Closes all promises: the subject occurs or, of `always`, does not hold.
  private mutating func subjectOccurs() {
    if promise.demand != .then { for one in open { breakPromise(one, at: now) } }
    open = []
  }

  /// Closes the promises whose time is over when a later instant begins.
  private mutating func expire(by time: SimulatedTime) {
    guard let limit = promise.limit else { return }
    while let oldest = open.first {
      let last = oldest.began + limit
      guard promise.demand == .then ? last < time : last <= time else { return }
      open.removeFirst()
      if promise.demand == .then { breakPromise(oldest, at: last) }
    }
  }

  private mutating func breakPromise(_ one: Open, at time: SimulatedTime) {
    brokenCount += 1
    guard firstBroken == nil else { return }
    firstBroken = Broken(breach: breach(of: one, missing: nil), time: time, step: step)
  }

  private mutating func leave(_ one: Open, missing: SimulatedTime) {
    undecidedCount += 1
    if undecided == nil { undecided = breach(of: one, missing: missing) }
  }

  private func breach(of one: Open, missing: SimulatedTime?) -> PromiseBreach {
    PromiseBreach(
      began: one.began, step: one.step < 0 ? nil : Int(one.step), missing: missing)
  }
}

extension PromiseWatch {
  /// The promises that are not broken so far, of all that have begun; never before one has.
  var unbroken: MetricValue {
    begunCount == 0 ? .never : .share(part: begunCount - brokenCount, of: begunCount)
  }

  /// Whether its part of the session can be judged: an interval once it is over.
  var isDue: Bool {
    if case .interval = bound.since { return hasBegun && !isRunning }
    return hasBegun
  }

  /// The verdict once its part of the session is over.
  func verdict(step: Int?, mark: String?) -> Verdict {
    let outcome: Expectation.Outcome
    if brokenCount > 0 {
      outcome = .broken
    } else if undecidedCount > 0 || begunCount == 0 && !bound.expectation.isKeptByNothing {
      outcome = .neverEvaluated
    } else {
      outcome = .kept
    }
    var verdict = bound.verdict(outcome, step: bound.step ?? step, mark: mark)
    if begunCount > 0 {
      verdict.value = .share(part: begunCount - brokenCount - undecidedCount, of: begunCount)
    }
    verdict.judgedAt = now
    if let broken = firstBroken {
      verdict.worst = WorstCase(
        .promise(broken.breach), value: .count(brokenCount), step: broken.step, time: broken.time)
    } else if let undecided {
      verdict.worst = WorstCase(
        .promise(undecided), value: .count(undecidedCount),
        step: Int32(undecided.step ?? -1), time: undecided.began)
    }
    return verdict
  }
}
