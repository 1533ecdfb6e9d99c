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

/// Follows a promise of a scenario through its range of the session.
///
/// Events count in their order. Conditions are checked at the end of each instant, as in a step
/// that waits. A promise begins when its trigger happens or becomes true, and at the beginning of
/// the range if the trigger is true then.
struct PromiseWatch {
  /// A promise that is neither kept nor broken yet.
  private struct Open {
    let began: SimulatedTime
    let step: Int32
  }

  /// Promises that were not kept, for one reason.
  struct Unkept {
    var count: Int64 = 0
    /// The first of them.
    var first: WorstCase?

    mutating func add(_ breach: PromiseBreach, in step: Int32, at time: SimulatedTime) {
      count += 1
      first = first ?? WorstCase(.promise(breach), value: .count(1), step: step, time: time)
    }

    /// The first of them, with their number as its value.
    var worst: WorstCase? {
      var worst = first
      worst?.value = .count(count)
      return worst
    }
  }

  let bound: BoundExpectation
  private let promise: Promise
  private var numbers: [MapCondition.Counted: Int64] = [:]
  private var open: Deque<Open> = []
  private var (now, step) = (SimulatedTime.zero, Int32(-1))
  /// Whether its range has begun, and is not over.
  private var isRunning = false
  private var (wasTriggered, wasEnded) = (false, true)
  private var hasBegun = false
  private(set) var begunCount: Int64 = 0
  private(set) var broken = Unkept()
  /// Promises that the session was too short to decide.
  private(set) var undecided = Unkept()

  /// Makes the watch of an expectation; nil where it is about no promise.
  init?(_ bound: BoundExpectation) {
    guard let promise = bound.promise else { return nil }
    (self.bound, self.promise) = (bound, promise)
  }

  // MARK: Its range

  /// Begins and ends its range at a moment.
  mutating func reach(_ moment: SessionMoment) {
    if case .interval(let interval) = bound.since, interval.last == moment, isRunning {
      finish()
    }
    guard bound.since.begins(at: moment) else { return }
    open = []
    (begunCount, broken, undecided) = (0, Unkept(), Unkept())
    (isRunning, hasBegun, wasTriggered, wasEnded) = (true, true, false, true)
    if promise.trigger == nil { begin() }
  }

  /// Decides what is open, since its range ends now.
  mutating func finish() {
    guard isRunning else { return }
    endInstant()
    isRunning = false
    while let oldest = open.popFirst() {
      let age = now - oldest.began
      if let limit = promise.limit, age < limit {
        undecided.add(breach(of: oldest, missing: limit - age), in: oldest.step, at: oldest.began)
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
    broken.add(breach(of: one), in: step, at: time)
  }

  private func breach(of one: Open, missing: SimulatedTime? = nil) -> PromiseBreach {
    PromiseBreach(
      began: one.began, step: one.step < 0 ? nil : Int(one.step), missing: missing)
  }
}

extension PromiseWatch {
  /// The promises that are not broken so far, of all that have begun; never before one has.
  var unbroken: MetricValue {
    begunCount == 0 ? .never : .share(part: begunCount - broken.count, of: begunCount)
  }

  /// Whether its range can be judged: an interval once it is over.
  var isDue: Bool {
    if case .interval = bound.since { return hasBegun && !isRunning }
    return hasBegun
  }

  /// The verdict once its range is over.
  func verdict(step: Int?, mark: String?) -> Verdict {
    let isUnasked = begunCount == 0 && !bound.expectation.isKeptByNothing
    let outcome: Expectation.Outcome =
      broken.count > 0 ? .broken : undecided.count > 0 || isUnasked ? .neverEvaluated : .kept
    var verdict = bound.verdict(outcome, step: bound.step ?? step, mark: mark)
    if begunCount > 0 {
      verdict.value = .share(part: begunCount - broken.count - undecided.count, of: begunCount)
    }
    verdict.judgedAt = now
    verdict.worst = broken.worst ?? undecided.worst
    return verdict
  }
}
