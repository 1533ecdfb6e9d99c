import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// A promise of a scenario, held against a reading of its words that looks at the whole session
/// from each of its beginnings.
@Suite("A promise")
struct PromiseTests {
  private static let tap = Event.Kind.input(.tapped(ScreenPoint(x: 0, y: 0)))
  private static let close = Event.Kind.callout(.closed(callout: 0))
  private static let selections = MapCondition.Counted(.selections)

  private static let taps = Occurrence(.event(.fingerTaps, layer: nil))
  private static let closes = Occurrence(.event(.calloutCloses, layer: nil))
  private static let isSelected = Occurrence(.condition(MapCondition(.selections, 1...1)))
  private static let isFree = Occurrence(.condition(MapCondition(.selections, 0...0)))

  private static let promises: [Promise] = {
    let times: [SimulatedTime?] = [nil, .zero, SimulatedTime(milliseconds: 2)]
    var promises: [Promise] = []
    for trigger in [nil, taps, isSelected] {
      for limit in times {
        for subject in [closes, isFree, taps] {
          promises.append(Promise(whenever: trigger, .then, subject, limit: limit))
        }
        // `for` is never zero.
        for until in [nil, closes, isFree] where limit != .zero {
          for subject in [taps, isSelected] {
            promises.append(Promise(whenever: trigger, .never, subject, limit: limit, until: until))
          }
          promises.append(
            Promise(whenever: trigger, .always, isSelected, limit: limit, until: until))
        }
      }
    }
    return promises
  }()

  /// All sequences of symbols of a length.
  private static func sessions(_ length: Int) -> [[Symbol]] {
    (0..<length).reduce([[]]) { sessions, _ in
      sessions.flatMap { session in Symbol.allCases.map { session + [$0] } }
    }
  }

  @Test
  func `means in each small session what its words say`() {
    var wrong: [String] = []
    var seen: Set<[Int64]> = []
    for session in PromiseTests.sessions(5) {
      let moments = Moment.all(of: session)
      for promise in PromiseTests.promises {
        var counts = Outcomes()
        for outcome in promise.outcomes(in: moments) { counts.add(outcome) }
        let found = Outcomes(PromiseTests.watch(promise, session))
        seen.insert([min(counts.kept, 1), min(counts.broken, 1), min(counts.undecided, 1)])
        if found != counts, wrong.count < 3 { wrong.append("\(promise) \(session) \(found)") }
      }
    }
    #expect(wrong == [])
    // Kept, broken and undecided, alone and together.
    #expect(seen.count == 8)
  }

  private static func watch(_ promise: Promise, _ session: [Symbol]) -> PromiseWatch? {
    guard var watch = PromiseWatch(bound(promise)) else { return nil }
    watch.reach(.start)
    var (time, selected) = (SimulatedTime.zero, Int64(0))
    func see(_ kind: Event.Kind) { watch.observe(Event(time: time, step: 0, kind: kind)) }
    for symbol in session {
      switch symbol {
      case .tap: see(tap)
      case .close: see(close)
      case .moreSelected, .lessSelected:
        selected = symbol == .moreSelected ? 1 : 0
        see(.session(.counted(selections, selected)))
      case .millisecond:
        time = time + SimulatedTime(milliseconds: 1)
        see(.session(.stepEnded))
      }
    }
    watch.finish()
    return watch
  }

  /// How many promises ended in each way.
  private struct Outcomes: Equatable {
    var (kept, broken, undecided) = (Int64(0), Int64(0), Int64(0))

    init() {}

    init(_ watch: PromiseWatch?) {
      guard let watch else { return }
      (broken, undecided) = (watch.broken.count, watch.undecided.count)
      kept = watch.begunCount - broken - undecided
    }

    mutating func add(_ outcome: Outcome) {
      switch outcome {
      case .kept: kept += 1
      case .broken: broken += 1
      case .undecided: undecided += 1
      }
    }
  }

  // MARK: In a session

  private static func bound(
    _ promise: Promise, since: BoundExpectation.Since = .start
  ) -> BoundExpectation {
    var bound = BoundExpectation(
      expectation: Expectation(metric: .promisesKept, rule: .always),
      written: WrittenRule("", line: 1, column: 1), since: since)
    bound.promise = promise
    return bound
  }

  /// Each `expect` judges for itself: what it looks at early changes nothing for another one.
  @Test
  func `counts in its range alone`() {
    let never = Promise(.never, PromiseTests.taps)
    let second = SessionMoment.mark("second")
    var session = Session()
    session.step(0) { session in
      session.add(PromiseTests.tap)
      session.wait(5)
      session.add(.session(.mark(0)))
      session.wait(5)
      session.add(.session(.expectationsDue))
      session.add(PromiseTests.tap)
      session.wait(5)
      session.add(.session(.mark(1)))
      session.wait(5)
    }
    let facts = session.facts(
      stepExpectations: [[PromiseTests.bound(never), PromiseTests.bound(never, since: .lastMark)]],
      finalExpectations: [
        PromiseTests.bound(never),
        PromiseTests.bound(never, since: .interval(SessionInterval(from: second, to: .end))),
        PromiseTests.bound(
          never, since: .interval(SessionInterval(from: .mark("first"), to: second))),
        PromiseTests.bound(never, since: .interval(SessionInterval(from: second, to: .start))),
      ])
    #expect(
      facts.verdicts.map(\.outcome)
        == [.broken, .kept, .broken, .kept, .broken, .neverEvaluated])
    #expect(facts.verdicts.map(\.isDue) == [true, true, true, true, true, false])
    #expect(facts.session[.promisesKept].isMeasured == false)
  }

  @Test
  func `is no promise where the map reports a wrong number`() {
    func contradictions(_ number: Int64) -> [String] {
      var auditor = TraceAuditor()
      let kinds: [Event.Kind] = [
        .session(.counted(PromiseTests.selections, 0)),
        .session(.counted(MapCondition.Counted(.regionChanges), 0)),
        .map(.regionWillChange(animated: true)),
        .session(.counted(MapCondition.Counted(.regionChanges), number)),
      ]
      for kind in kinds { auditor.observe(Event(time: .zero, step: 0, kind: kind)) }
      return auditor.contradictions.map(\.sentence)
    }
    #expect(contradictions(1) == [])
    #expect(contradictions(0) == ["the map reports 0 region changes running, there are 1"])
  }

  // MARK: Verdicts

  @Test
  func `is undecided where the session is too short`() throws {
    let promise = Promise(
      whenever: PromiseTests.taps, .then, PromiseTests.closes,
      limit: SimulatedTime(milliseconds: 3))
    let verdict = try #require(PromiseTests.watch(promise, [.millisecond, .tap, .millisecond]))
      .verdict(step: nil, mark: nil)
    #expect(verdict.outcome == .neverEvaluated)
    #expect(verdict.value == .share(part: 0, of: 1))
    #expect(
      verdict.worst?.place
        == .promise(
          PromiseBreach(
            began: SimulatedTime(milliseconds: 1), step: 0,
            missing: SimulatedTime(milliseconds: 2))))
  }

  @Test
  func `names when it began and when it was broken`() throws {
    let promise = Promise(
      whenever: PromiseTests.taps, .then, PromiseTests.closes,
      limit: SimulatedTime(milliseconds: 1))
    let session: [Symbol] = [.millisecond, .tap, .millisecond, .millisecond, .close, .tap, .close]
    let verdict = try #require(PromiseTests.watch(promise, session)).verdict(step: nil, mark: nil)
    #expect(verdict.outcome == .broken)
    #expect(verdict.value == .share(part: 1, of: 2))
    #expect(verdict.worst?.time == SimulatedTime(milliseconds: 2))
    #expect(
      verdict.worst?.place
        == .promise(PromiseBreach(began: SimulatedTime(milliseconds: 1), step: 0, missing: nil)))
  }

  @Test
  func `is not evaluated where nothing begins it`() throws {
    let promise = Promise(whenever: PromiseTests.taps, .then, PromiseTests.closes)
    let watch = try #require(PromiseTests.watch(promise, [.millisecond, .close]))
    #expect(watch.verdict(step: nil, mark: nil).outcome == .neverEvaluated)
    #expect(watch.verdict(step: nil, mark: nil).value == .never)
  }
}

/// A symbol of a small session.
private enum Symbol: CaseIterable {
  case tap, close, moreSelected, lessSelected, millisecond
}

private enum Outcome {
  case kept, broken, undecided
}

/// A moment of a session: an event, or the end of an instant, at which conditions count.
private struct Moment {
  var time: SimulatedTime
  /// Nil at the end of an instant.
  var event: Event.Kind?
  var selected: Int64

  static func all(of session: [Symbol]) -> [Moment] {
    var moments: [Moment] = []
    var (time, selected) = (SimulatedTime.zero, Int64(0))
    func add(_ event: Event.Kind?) {
      moments.append(Moment(time: time, event: event, selected: selected))
    }
    for symbol in session {
      switch symbol {
      case .tap: add(.input(.tapped(ScreenPoint(x: 0, y: 0))))
      case .close: add(.callout(.closed(callout: 0)))
      case .moreSelected: selected = 1
      case .lessSelected: selected = 0
      case .millisecond:
        add(nil)
        time = time + SimulatedTime(milliseconds: 1)
      }
    }
    add(nil)
    return moments
  }

  /// Whether an occurrence comes or holds at this moment.
  func has(_ occurrence: Occurrence) -> Bool {
    event.map(occurrence.contains) ?? occurrence.holds { _ in selected }
  }
}

extension Promise {
  /// The outcome of the promise from each of its beginnings, by its words.
  fileprivate func outcomes(in moments: [Moment]) -> [Outcome] {
    guard let trigger else { return [outcome(from: 0, began: .zero, in: moments)] }
    var outcomes: [Outcome] = []
    for (index, moment) in moments.enumerated() where moment.has(trigger) {
      if moment.event != nil {
        outcomes.append(outcome(from: index + 1, began: moment.time, in: moments))
      } else if !Self.wasTrue(trigger, before: index, in: moments, atFirst: false) {
        outcomes.append(outcome(from: index, began: moment.time, in: moments))
      }
    }
    return outcomes
  }

  /// Whether a condition held at the end of the instant before.
  private static func wasTrue(
    _ occurrence: Occurrence, before index: Int, in moments: [Moment], atFirst first: Bool
  ) -> Bool {
    moments[..<index].last { $0.event == nil }.map { $0.has(occurrence) } ?? first
  }

  private func outcome(from first: Int, began: SimulatedTime, in moments: [Moment]) -> Outcome {
    let last = limit.map { began + $0 }
    for index in first..<moments.count {
      let moment = moments[index]
      if let last, demand == .then ? moment.time > last : moment.time >= last {
        return demand == .then ? .broken : .kept
      }
      if let until, moment.has(until),
        moment.event != nil || !Self.wasTrue(until, before: index, in: moments, atFirst: true)
      {
        return .kept
      }
      switch demand {
      case .then: if moment.has(subject) { return .kept }
      case .never: if moment.has(subject) { return .broken }
      case .always: if moment.event == nil, !moment.has(subject) { return .broken }
      }
    }
    if let last, let end = moments.last?.time, end < last { return .undecided }
    return demand == .then ? .broken : .kept
  }
}
