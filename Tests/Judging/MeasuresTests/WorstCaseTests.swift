import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Where an expectation was missed worst.
@Suite("Worst cases")
struct WorstCaseTests {
  private typealias Rule = Metrics.Expectation.Rule

  private static func worst(_ facts: Facts) -> [WorstCase?] { facts.verdicts.map(\.worst) }

  /// Three updates: one of 40 ms in step 0, two of 90 and 60 ms in step 1 after the mark.
  private static func updates() -> Session {
    var session = Session()
    session.step(0) { $0.update(0, wait: 10, compute: 20, fade: 10) }
    session.step(1) {
      $0.add(.session(.mark(0)))
      $0.update(1, layer: 0, wait: 10, compute: 70, fade: 10)
      $0.update(2, wait: 30, compute: 20, fade: 10)
      $0.add(.session(.expectationsDue))
    }
    return session
  }

  @Test(arguments: [
    (Metric.latencyMaximum, Int32(1), Int64(90)), (.latencyMedian, 2, 60),
    (.queueWaitMaximum, 2, 30), (.computeMaximum, 1, 70), (.animationMaximum, 0, 10),
    (.queueWaitMedian, 0, 10),
  ])
  func `a time of updates names the first update that has the rank`(
    metric: Metric, update: Int32, milliseconds: Int64
  ) {
    let facts = WorstCaseTests.updates().facts(
      finalExpectations: [bound(metric, .atMost(.nanoseconds(1)))])
    let worst = facts.verdicts[0].worst
    #expect(worst?.place == .update(update, layer: update == 1 ? 0 : 1))
    #expect(worst?.value == .nanoseconds(milliseconds * 1_000_000))
    #expect(worst?.value == facts.verdicts[0].value)
    #expect(worst?.step == (update == 0 ? 0 : 1))
    #expect(worst?.time == facts.updates[Int(update)].triggeredAt)
  }

  @Test
  func `after a mark only what came since it is named`() {
    let rule = Rule.atMost(.nanoseconds(1))
    let facts = WorstCaseTests.updates().facts(stepExpectations: [
      [], [bound(.animationMaximum, rule, sinceMark: true)],
    ])
    #expect(facts.verdicts[0].worst?.place == .update(1, layer: 0))
  }

  @Test
  func `a number that adds up names the step that contributes most, since the mark too`() {
    var session = Session()
    func create(_ count: Int32, from first: Int32) -> [Event.Kind] {
      (first..<first + count).map { .view(.created(view: ID(rawValue: $0), identifier: 0)) }
    }
    session.step(0) { for event in create(5, from: 0) { $0.add(event) } }
    session.step(1) { for event in create(2, from: 5) { $0.add(event) } }
    session.step(2) { session in
      session.add(.session(.mark(0)))
      for event in create(1, from: 7) { session.add(event) }
    }
    session.step(1) { for event in create(2, from: 8) { $0.add(event) } }
    session.step(0) { for event in create(1, from: 10) { $0.add(event) } }
    session.step(3) { $0.add(.session(.expectationsDue)) }
    let expectations = [
      bound(.viewsCreated, .atMost(.count(1)), sinceMark: true),
      bound(.viewsCreated, .atMost(.count(1))),
    ]
    let facts = session.facts(stepExpectations: [[], [], [], expectations])
    #expect(facts.verdicts.map(\.value) == [.count(4), .count(11)])
    #expect(WorstCaseTests.worst(facts).map { $0?.step } == [1, 0])
    #expect(WorstCaseTests.worst(facts).map { $0?.value } == [.count(2), .count(6)])
  }

  /// Too few views for so long a way, or too little time lost, is missing nowhere.
  @Test(
    arguments: [
      (Metric.viewsCreatedPerPan, Rule.atLeast(.share(part: 1, of: 1)), nil),
      (.hitchRatio, .atLeast(.share(part: 9, of: 10)), nil),
      (.viewReuseRate, .atLeast(.share(part: 9, of: 10)), .count(1)),
      (.viewsCreatedPerPan, .atMost(.share(part: 0, of: 1)), .count(1)),
      (.hitchRatio, .atMost(.share(part: 1, of: 1_000)), .nanoseconds(20_000_000)),
    ] as [(Metric, Metrics.Expectation.Rule, MetricValue?)])
  func `only parts of a whole are missing in a step`(
    metric: Metric, rule: Metrics.Expectation.Rule, value: MetricValue?
  ) {
    var session = Session()
    session.step(0) {
      $0.add(
        .view(.requested(annotation: 0, identifier: 0)), .view(.created(view: 0, identifier: 0)))
      $0.add(frame(milliseconds: 25))
      $0.look(x: 50)
      $0.wait(30)
    }
    let facts = session.facts(finalExpectations: [bound(metric, rule)])
    #expect(facts.verdicts.map(\.outcome) == [.broken])
    #expect(WorstCaseTests.worst(facts).map { $0?.value } == [value])
  }

  @Test
  func `the worst frame and the views' peak have an instant`() {
    var session = Session()
    session.step(0) { $0.add(frame(milliseconds: 5)) }
    session.wait(20)
    session.step(1) { $0.add(frame(milliseconds: 25), .view(.created(view: 0, identifier: 0))) }
    session.wait(20)
    session.step(2) { $0.add(frame(milliseconds: 25)) }
    let facts = session.facts(finalExpectations: [
      bound(.worstFrame, .atMost(.nanoseconds(1))), bound(.liveViewsPeak, .atMost(.count(0))),
    ])
    for verdict in facts.verdicts {
      #expect(verdict.worst?.value == verdict.value)
      #expect(verdict.worst?.time == SimulatedTime(milliseconds: 20))
      #expect(verdict.worst?.step == 1)
    }
  }

  @Test
  func `an audit's peak names its update`() {
    var session = Session()
    session.step(0) { session in
      for (update, lost) in zip(Int32(0)..., [1, 3, 3]) {
        session.update(update, layer: 0)
        session.add(
          .cluster(
            .audited(
              update: update, layer: 0,
              ClusterAudit(visible: 9, lost: Int32(lost), countedTwice: 0, ghosts: 0))))
      }
    }
    let facts = session.facts(finalExpectations: [bound(.pointsLost, .exactly(.count(0)))])
    #expect(facts.verdicts[0].worst?.place == .update(1, layer: 0))
    #expect(facts.verdicts[0].worst?.value == .count(3))
  }

  @Test
  func `a kept expectation has no worst case`() {
    let facts = WorstCaseTests.updates().facts(
      finalExpectations: [bound(.latencyMaximum, .atMost(.nanoseconds(90_000_000)))])
    #expect(WorstCaseTests.worst(facts) == [nil])
  }

  // MARK: Missed selections, and what follows from them

  /// A missed selection in step 0, then expectations in step 1.
  private static func groups(
    _ expectations: [BoundExpectation], missing: MissedSelection = MissedSelection(.notOnMap),
    misses: Int = 1,
    implied: Bool = true, before: (inout Session) -> Void = { _ in }
  ) -> (facts: Facts, groups: [FailureGroup]) {
    var session = Session()
    session.step(2, before)
    session.step(0) { session in
      for _ in 0..<misses { session.add(.selection(.missed(missing))) }
    }
    session.step(1) { $0.add(.session(.expectationsDue)) }
    let promise = { (metric: Metric, step: Int) in
      bound(metric, .exactly(.count(0)), line: 5, step: step, isImplied: true)
    }
    let facts = session.facts(
      stepExpectations: [[], expectations, []],
      finalExpectations: implied ? [promise(.selectionsMissed, 0), promise(.waitsGivenUp, 2)] : [])
    return (facts, facts.failureGroups)
  }

  @Test
  func `what a missed selection left nothing to judge of follows from it`() {
    let (facts, groups) = WorstCaseTests.groups([
      bound(.calloutsOpened, .atLeast(.count(1)), line: 8),
      bound(.calloutInside, .always, line: 9),
      bound(.selections, .exactly(.count(1)), line: 10),
    ])
    #expect(groups == [FailureGroup(root: 3, followers: [0, 1, 2])])
    #expect(facts.verdicts[3].worst?.step == 0)
    #expect(facts.verdicts[3].worst?.place == .missed(MissedSelection(.notOnMap), subjects: []))
  }

  @Test
  func `what a missed selection cannot explain stands by itself`() {
    let (_, groups) = WorstCaseTests.groups([
      bound(.calloutsOpened, .atLeast(.count(2)), line: 8),
      bound(.viewsCreated, .atLeast(.count(1)), line: 9),
      bound(.viewReuseRate, .always, line: 10),
      bound(.simulatedTime, .atLeast(.nanoseconds(1)), line: 11),
    ])
    #expect(groups.map(\.root) == [4, 0, 1, 2, 3])
    #expect(groups.flatMap(\.followers) == [])
  }

  @Test
  func `a callout that did open is judged by itself`() {
    let (_, groups) = WorstCaseTests.groups(
      [bound(.calloutInside, .always, line: 8)]
    ) { session in
      session.add(.callout(.opened(callout: 0, annotation: 0, JudgedCallout().opening)))
    }
    #expect(groups.map(\.root) == [1, 0])
  }

  @Test
  func `nothing is folded under a miss that the author allows`() {
    let (_, groups) = WorstCaseTests.groups(
      [bound(.calloutsOpened, .atLeast(.count(1)), line: 8)], implied: false)
    #expect(groups == [FailureGroup(root: 0)])
  }

  @Test(arguments: [(MissedSelection.Reason.notOnMap, true), (.tooFar, false)])
  func `a selection that finds nothing follows from a wait that gave up before it`(
    reason: MissedSelection.Reason, follows: Bool
  ) {
    let expectations = [bound(.calloutsOpened, .atLeast(.count(1)), line: 8)]
    let (_, groups) = WorstCaseTests.groups(expectations, missing: MissedSelection(reason)) {
      $0.add(.session(.neverSettled))
    }
    #expect(
      groups
        == (follows
          ? [FailureGroup(root: 2, followers: [0, 1])]
          : [FailureGroup(root: 1, followers: [0]), FailureGroup(root: 2)]))
  }

  /// The root and what follows, by the lines of their expectations.
  private static func lines(_ found: (facts: Facts, groups: [FailureGroup])) -> [[Int]] {
    found.groups.map { group in
      ([group.root] + group.followers).map { found.facts.verdicts[$0].written.line }
    }
  }

  @Test(arguments: [
    (Metric.taps, MissedSelection.Reason.notOnMap), (.annotationsMoved, .notOnMap),
    (.accessoryTaps, .noControl),
  ])
  func `what a finger did not do follows from its miss`(
    metric: Metric, reason: MissedSelection.Reason
  ) {
    let found = WorstCaseTests.groups(
      [bound(metric, .exactly(.count(1)), line: 8)], missing: MissedSelection(reason))
    #expect(WorstCaseTests.lines(found) == [[5, 8]])
  }

  @Test
  func `a control that was not tapped follows from its own miss`() {
    let found = WorstCaseTests.groups(
      [
        bound(.accessoryTaps, .exactly(.count(1)), line: 8),
        bound(.annotationsMoved, .exactly(.count(1)), line: 9),
      ], missing: MissedSelection(.noControl)
    ) { $0.add(.selection(.missed(MissedSelection(.notOnMap)))) }
    #expect(found.facts.verdicts.prefix(2).map(\.missedStep) == [0, 2])
  }

  @Test
  func `what was left undone follows from the first wait that gave up before it`() {
    let expectations = [
      bound(.clusterUpdates, .atLeast(.count(2)), line: 8),
      bound(.latencyMaximum, .atMost(.nanoseconds(1)), line: 9),
      bound(.simulatedTime, .atMost(.nanoseconds(1)), line: 10),
      bound(.viewsCreated, .atMost(.count(0)), line: 11),
      bound(.regionChanges, .atLeast(.count(1)), line: 12),
    ]
    var session = Session()
    session.step(0) { $0.add(.session(.expectationsDue)) }
    session.step(1) {
      $0.wait(5)
      $0.add(.session(.neverSettled))
    }
    session.step(2) {
      $0.wait(5)
      $0.add(.session(.neverSettled), .view(.created(view: 0, identifier: 0)))
    }
    session.step(3) { $0.add(.session(.expectationsDue)) }
    let waits = [2, 1].map {
      bound(.waitsGivenUp, .exactly(.count(0)), line: 5 + $0, step: $0, isImplied: true)
    }
    let facts = session.facts(
      stepExpectations: [[expectations[0]], [], [], expectations], finalExpectations: waits)
    let lines = WorstCaseTests.lines((facts, facts.failureGroups))
    // What fell due before the first wait stands by itself, as does what was too much.
    #expect(lines == [[6, 8, 9, 10, 7], [8], [11], [12]])
  }
}
