import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

/// When expectations fall due, and over which part of the session.
@Suite("Demands")
struct BoundExpectationTests {
  private let atMostOne = Metrics.Expectation.Rule.atMost(.count(1))

  @Test
  func `an expectation is judged when its step says so`() {
    var session = Session()
    session.step(0) { $0.add(.selection(.nothingMeant)) }
    session.step(1) { $0.add(.session(.expectationsDue)) }
    session.step(2) { $0.add(.selection(.nothingMeant)) }
    let facts = session.facts(stepExpectations: [[], [bound(.selectionsMissed, atMostOne)], []])
    #expect(facts.verdicts.map(\.outcome) == [.kept])
    #expect(facts.verdicts.map(\.value) == [.count(1)])
    #expect(facts.verdicts.map(\.step) == [1])
  }

  @Test
  func `a final expectation is judged over the whole session`() {
    var session = Session()
    session.add(.selection(.nothingMeant), .selection(.nothingMeant))
    let facts = session.facts(finalExpectations: [bound(.selectionsMissed, atMostOne, line: 9)])
    #expect(facts.verdicts.map(\.outcome) == [.broken])
    #expect(facts.verdicts.map(\.step) == [nil])
    #expect(facts.verdicts.map(\.written.line) == [9])
    #expect(facts.verdicts.map(\.written.column) == [3])
    #expect(facts.verdicts.map(\.written.text) == ["\(atMostOne)"])
  }

  @Test
  func `an expectation since the last mark sees nothing older`() {
    let expectations = [
      bound(.selectionsMissed, atMostOne, sinceMark: true), bound(.selectionsMissed, atMostOne),
    ]
    var session = Session()
    session.step(0) { $0.add(.selection(.nothingMeant), .session(.expectationsDue)) }
    session.step(1) {
      $0.add(.selection(.nothingMeant), .session(.mark(0)), .selection(.nothingMeant))
    }
    session.step(2) { $0.add(.session(.expectationsDue)) }
    let facts = session.facts(stepExpectations: [expectations, [], expectations])
    #expect(facts.verdicts.map(\.value) == [1, 1, 1, 3].map { .count($0) })
    #expect(facts.verdicts.map(\.outcome) == [.kept, .kept, .kept, .broken])
  }

  /// What is over at a mark gives nothing to count after it; what lasts does.
  @Test(
    arguments: [
      (.deselections, .exactly(.count(0)), selecting + deselecting, [], false),
      (.deselections, .exactly(.count(0)), selecting, [], true),
      (.deselections, .exactly(.count(0)), [], selecting, true),
      (.calloutsOpened, .atMost(.count(3)), selecting, [], false),
      (.calloutsOpened, .atMost(.count(3)), selecting + deselecting, [], false),
      (.calloutsOpened, .atMost(.count(3)), [], selecting, true),
      (.calloutsLeftBehind, .exactly(.count(0)), [added, removed], [], false),
      (.calloutsLeftBehind, .exactly(.count(0)), [added], [], true),
      (.calloutsLeftBehind, .exactly(.count(0)), [], [added], true),
      (.selectionsMissed, .exactly(.count(0)), [], [touching], true),
      (.selectionsRefused, .exactly(.count(0)), [], [touching], false),
      (.selectionsRefused, .exactly(.count(0)), [], selecting, true),
    ] as [(Metric, Metrics.Expectation.Rule, [Event.Kind], [Event.Kind], Bool)])
  func `an expectation since a mark needs what can be counted after it`(
    metric: Metric, rule: Metrics.Expectation.Rule, before: [Event.Kind], after: [Event.Kind],
    isEvaluated: Bool
  ) {
    var session = Session()
    session.step(0) { for event in before { $0.add(event) } }
    session.step(1) {
      $0.add(.session(.mark(0)))
      for event in after { $0.add(event) }
      $0.add(.session(.expectationsDue))
    }
    let facts = session.facts(stepExpectations: [[], [bound(metric, rule, sinceMark: true)]])
    #expect(facts.verdicts.map(\.outcome) == [isEvaluated ? .kept : .neverEvaluated])
    // The step alone begins with the same.
    let own = session.facts(
      stepExpectations: [[], []], finalExpectations: [bound(metric, rule, step: 1)])
    #expect(own.verdicts.map(\.outcome) == [isEvaluated ? .kept : .neverEvaluated])
  }

  private static let selecting: [Event.Kind] = [
    .selection(.willSelect(annotation: 1)), .selection(.didSelect(annotation: 1)),
  ]
  private static let touching = Event.Kind.input(.touched(ScreenPoint(x: 1, y: 1)))
  private static let deselecting: [Event.Kind] = [
    .selection(.willDeselect(annotation: 1)), .selection(.didDeselect(annotation: 1)),
  ]
  private static let added = Event.Kind.calloutAnnotation(
    .added(annotation: 3, parent: 1, content: 0, by: .delegate))
  private static let removed = Event.Kind.calloutAnnotation(.removed(annotation: 3))

  /// An update counts where it was queued, so the one before the mark is not of it.
  @Test
  func `an expectation since a mark of a name sees beyond later marks`() {
    let expectations = [
      bound(.clusterUpdates, .exactly(.count(2)), since: .mark("first")),
      bound(.simulatedTime, .exactly(.nanoseconds(7_000_000)), since: .mark("first")),
    ]
    var session = Session()
    session.step(0) {
      $0.add($0.queued(0), .cluster(.started(update: 0, layer: 1)), .session(.expectationsDue))
    }
    session.wait(5)
    session.step(1) {
      $0.add(.session(.mark(0)), .cluster(.finished(update: 0, layer: 1)))
      $0.update(1, fade: 3)
      $0.add(.session(.mark(1)))
      $0.update(2, fade: 4)
      $0.add(.session(.expectationsDue))
    }
    // The same mark once more: only what came since the last one of the name counts.
    session.step(2) { $0.add(.session(.mark(0)), .session(.expectationsDue)) }
    let facts = session.facts(stepExpectations: [expectations, expectations, expectations, []])
    let values = facts.verdicts.map(\.value)
    #expect(values.prefix(4) == [.never, .never, .count(2), .nanoseconds(7_000_000)])
    #expect(values.suffix(2) == [.count(0), .nanoseconds(0)])
    #expect(
      facts.verdicts.map(\.outcome)
        == [.neverEvaluated, .neverEvaluated, .kept, .kept, .broken, .broken])
    #expect(facts.verdicts.allSatisfy { $0.mark == "first" })
  }

  @Test
  func `an expectation inside a repetition is judged each time`() {
    var session = Session()
    for _ in 0..<3 {
      session.step(0) { $0.add(.selection(.nothingMeant), .session(.expectationsDue)) }
    }
    let facts = session.facts(stepExpectations: [[bound(.selectionsMissed, atMostOne)]])
    #expect(facts.verdicts.map(\.outcome) == [.kept, .broken, .broken])
    #expect(facts.verdicts.map(\.value) == [1, 2, 3].map { .count($0) })
  }

  @Test
  func `an expectation that is never reached is never evaluated`() {
    var session = Session()
    session.add(.data(.batchArrived(layer: 0, points: 1)))
    session.step(1) { $0.add(.session(.expectationsDue)) }
    let facts = session.facts(
      stepExpectations: [
        [bound(.batches, atMostOne, line: 4)], [bound(.batches, atMostOne, line: 5)],
      ],
      finalExpectations: [bound(.batches, atMostOne, line: 6)])
    #expect(facts.verdicts.map(\.written.line) == [5, 4, 6])
    #expect(facts.verdicts.map(\.outcome) == [.kept, .neverEvaluated, .kept])
    #expect(facts.verdicts.map(\.isDue) == [true, false, true])
    #expect(facts.verdicts.map(\.value) == [.count(1), .never, .count(1)])
    #expect(facts.verdicts.map(\.step) == [1, 0, nil])
  }

  @Test(arguments: [Metrics.Expectation.Rule.always, .never, .atLeast(.share(part: 0, of: 1))])
  func `a share of nothing is never evaluated`(rule: Metrics.Expectation.Rule) {
    let facts = Session().facts(finalExpectations: [bound(.calloutInside, rule)])
    #expect(facts.verdicts.map(\.outcome) == [.neverEvaluated])
  }

  @Test
  func `a hitch ratio is due over the time until now`() {
    let expectations = [
      bound(.hitchRatio, .never, sinceMark: true), bound(.hitchRatio, .never),
    ]
    var session = Session()
    session.wait(30)
    session.step(0) { session in
      session.add(.session(.mark(0)), frame(milliseconds: 20))
      session.wait(70)
      session.add(.session(.expectationsDue))
    }
    session.wait(900)
    let facts = session.facts(
      stepExpectations: [expectations], finalExpectations: [expectations[1]])
    let shares = [70, 100, 1_000].map { milliseconds -> MetricValue in
      .share(part: 10_000_000, of: milliseconds * 1_000_000)
    }
    #expect(facts.verdicts.map(\.value) == shares)
  }

  @Test
  func `an expectation on one step sees that step alone, over all its rounds`() {
    var session = Session()
    for _ in 0..<2 { session.step(0) { $0.add(.selection(.nothingMeant)) } }
    session.step(1)
    session.step(2) { session in
      for _ in 0..<3 { session.add(.selection(.nothingMeant)) }
      session.add(.session(.expectationsDue))
      session.add(.selection(.nothingMeant))
    }
    let own = bound(.selectionsMissed, atMostOne, sinceMark: true, step: 2)
    let facts = session.facts(
      stepExpectations: [[], [], [own], []],
      finalExpectations: (0..<4).map { bound(.selectionsMissed, atMostOne, step: $0) })
    #expect(facts.verdicts.map(\.step) == [2, 0, 1, 2, 3])
    #expect(facts.verdicts.map(\.value) == [3, 2, 0, 4, 0].map { .count($0) })
    // Nothing was touched in the steps between.
    #expect(
      facts.verdicts.map(\.outcome)
        == [.broken, .broken, .neverEvaluated, .broken, .neverEvaluated])
  }

  @Test
  func `an implied expectation is told only when it is not kept`() {
    var session = Session()
    session.step(0) { $0.add(.selection(.nothingMeant), .selection(.nothingMeant)) }
    session.step(1) { $0.add(.selection(.nothingMeant), .session(.expectationsDue)) }
    let implied = bound(.selectionsMissed, atMostOne, line: 1, step: 1, isImplied: true)
    let facts = session.facts(
      stepExpectations: [
        [], [implied, bound(.selectionsMissed, atMostOne, line: 2, isImplied: true)], [implied],
      ],
      finalExpectations: [
        implied, bound(.selectionsMissed, atMostOne, line: 3, step: 0, isImplied: true),
        bound(.calloutInside, .always, line: 4, isImplied: true),
        bound(.selectionsMissed, atMostOne, line: 5, step: 1),
      ])
    #expect(facts.verdicts.map(\.written.line) == [2, 1, 3, 4, 5])
    #expect(
      facts.verdicts.map(\.outcome)
        == [.broken, .neverEvaluated, .broken, .neverEvaluated, .kept])
    #expect(facts.verdicts.map(\.step) == [1, 2, 0, nil, 1])
    #expect(
      facts.verdicts.map(\.value) == [
        .count(3), .never, .count(2), .share(part: 0, of: 0), .count(1),
      ])
  }

  @Test
  func `expectations before the first step have no step to be due for`() {
    var session = Session()
    session.add(.session(.expectationsDue))
    #expect(session.facts(stepExpectations: [[]]).verdicts.isEmpty)
  }
}

/// Misuse of the recorder stops the program instead of giving wrong facts.
@Suite("Misuse of the recorder")
struct MisuseTests {
  @Test
  func `an event before the session begins is refused`() async {
    await #expect(processExitsWith: .failure) {
      var recorder = FactsRecorder(stepExpectations: [], finalExpectations: [])
      recorder.observe(Event(time: .zero, step: -1, kind: .selection(.nothingMeant)))
    }
  }

  @Test
  func `a second beginning is refused`() async {
    await #expect(processExitsWith: .failure) {
      let beginning = Session().events[0]
      var recorder = FactsRecorder(stepExpectations: [], finalExpectations: [])
      recorder.observe(beginning)
      recorder.observe(beginning)
    }
  }

  @Test
  func `an event of the past is refused`() async {
    await #expect(processExitsWith: .failure) {
      var session = Session()
      session.wait(2)
      session.add(.selection(.nothingMeant))
      session.wait(-1)
      session.add(.selection(.nothingMeant))
      _ = session.facts()
    }
  }

  @Test
  func `a step that was not announced is refused`() async {
    await #expect(processExitsWith: .failure) {
      var session = Session()
      session.step(4)
      _ = session.facts()
    }
  }

  @Test
  func `an update out of turn is refused`() async {
    await #expect(processExitsWith: .failure) {
      var session = Session()
      session.add(session.queued(1))
      _ = session.facts()
    }
  }
}
