import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

/// What counts for which step and which part of the session.
@Suite("Scopes")
struct ScopeTests {
  @Test
  func `an event before the first step counts for the session only`() {
    var session = Session()
    session.add(.selection(.missed))
    let facts = session.facts()
    #expect(facts.session[.selectionsMissed] == .count(1))
    #expect(facts.steps.allSatisfy { $0[.selectionsMissed] == .count(0) })
    #expect(facts.marks.isEmpty)
  }

  @Test
  func `an event counts for its step, its part and the session`() {
    var session = Session()
    session.step(0) { $0.add(.selection(.missed)) }
    session.step(1) { $0.add(.session(.mark(1)), .selection(.missed), .selection(.missed)) }
    session.step(3) { $0.add(.selection(.missed)) }
    let facts = session.facts()
    #expect(facts.steps.map { $0[.selectionsMissed] } == [1, 2, 0, 1].map { .count($0) })
    #expect(facts.marks.map(\.name) == ["second"])
    #expect(facts.marks.map { $0.table[.selectionsMissed] } == [.count(3)])
    #expect(facts.session[.selectionsMissed] == .count(4))
  }

  @Test
  func `a repeated mark begins a new part each time, a repeated step adds up`() {
    var session = Session()
    for round: Int64 in 1...3 {
      session.step(0) { session in
        session.add(.session(.mark(0)))
        for _ in 0..<round { session.add(.selection(.missed)) }
        session.wait(10 * round)
      }
      session.wait(1)
    }
    let facts = session.facts()
    #expect(facts.marks.map(\.name) == ["first", "first", "first"])
    #expect(facts.marks.map { $0.start.nanoseconds / 1_000_000 } == [0, 11, 32])
    #expect(facts.marks.map { $0.table[.selectionsMissed] } == [1, 2, 3].map { .count($0) })
    #expect(
      facts.marks.map { $0.table[.simulatedTime] }
        == [11, 21, 31].map { .nanoseconds($0 * 1_000_000) })
    #expect(facts.steps[0][.selectionsMissed] == .count(6))
    #expect(facts.steps[0][.simulatedTime] == .nanoseconds(60_000_000))
    #expect(facts.session[.simulatedTime] == .nanoseconds(63_000_000))
  }

  @Test
  func `an update counts for the step and the part in which it was queued`() {
    var session = Session()
    session.add(.session(.mark(0)))
    session.step(0) { $0.add($0.queued(0)) }
    session.step(1) { session in
      session.wait(2)
      session.add(.session(.mark(1)), .cluster(.started(update: 0, layer: 1)))
      session.add(session.computed(0), session.applied(0, shown: 4, created: 3, reused: 1))
      session.add(.cluster(.finished(update: 0, layer: 1)))
    }
    let facts = session.facts()
    #expect(facts.updates.map(\.step) == [0])
    for table in [facts.steps[0], facts.marks[0].table, facts.session] {
      #expect(table[.clusterUpdates] == .count(1))
      #expect(table[.pointsTouched] == .count(7))
      #expect(table[.clustersCreated] == .count(3))
      #expect(table[.queueWaitMaximum] == .nanoseconds(2_000_000))
      #expect(table[.latencyMaximum] == .nanoseconds(2_000_000))
    }
    for table in [facts.steps[1], facts.marks[1].table] {
      #expect(table[.clusterUpdates] == .count(0))
      #expect(table[.latencyMaximum] == .never)
      #expect(table[.clustersShown] == .count(4))
    }
    #expect(facts.steps[0][.clustersShown] == .count(0))
  }

  @Test
  func `clusters shown are those on the map at the end of a scope, over all layers`() {
    var session = Session()
    session.step(0) { $0.update(0, layer: 0, shown: 5) }
    session.step(1) { session in
      session.update(1, layer: 1, shown: 3)
      session.add(.session(.mark(0)))
      session.update(2, layer: 0, shown: 2)
    }
    session.step(2)
    session.add(.session(.mark(1)))
    session.step(3) { $0.update(3, layer: 1, shown: 0) }
    session.add(.session(.mark(1)))
    let facts = session.facts()
    #expect(facts.steps.map { $0[.clustersShown] } == [5, 5, 5, 2].map { .count($0) })
    #expect(facts.marks.map { $0.table[.clustersShown] } == [5, 2, 2].map { .count($0) })
    #expect(facts.session[.clustersShown] == .count(2))
  }

  @Test
  func `a scope begins with the views that are on the map`() {
    var session = Session()
    session.step(0) { $0.add(frame(live: 9, pooled: 1)) }
    session.step(1) { $0.add(.session(.mark(0)), frame(live: 3, pooled: 7)) }
    session.step(2) { $0.add(.session(.mark(1))) }
    let facts = session.facts()
    #expect(facts.steps.map { $0[.liveViewsPeak] } == [9, 9, 3, 0].map { .count($0) })
    #expect(facts.steps.map { $0[.pooledViewsPeak] } == [1, 7, 7, 0].map { .count($0) })
    #expect(facts.marks.map { $0.table[.liveViewsPeak] } == [9, 3].map { .count($0) })
    #expect(facts.marks.map { $0.table[.pooledViewsPeak] } == [7, 7].map { .count($0) })
  }

  @Test
  func `a callout counts for the step and the part that opened it`() {
    let callout = JudgedCallout()
    var session = Session()
    session.step(2) { session in
      session.wait(3)
      session.add(.callout(.opened(callout: 0, annotation: 1, callout.opening)))
      session.add(.map(.regionWillChange(animated: true)))
    }
    session.step(3) { session in
      session.wait(3)
      session.add(.session(.mark(0)), .callout(.settled(callout: 0, callout.rest)))
      session.add(.map(.regionWillChange(animated: true)), .callout(.closed(callout: 0)))
    }
    let facts = session.facts()
    #expect(facts.callouts.map(\.step) == [2])
    #expect(facts.callouts.map(\.openedAt) == [SimulatedTime(milliseconds: 3)])
    #expect(facts.callouts.map(\.regionChanges) == [1])
    #expect(facts.callouts[0].after == callout.rest.rects)
    #expect(facts.steps.map { $0[.calloutsOpened] } == [0, 0, 1, 0].map { .count($0) })
    #expect(facts.steps.map { $0[.calloutsJudged] } == [0, 0, 1, 0].map { .count($0) })
    #expect(facts.steps[2][.calloutsCorrect] == .share(part: 1, of: 1))
    #expect(facts.marks[0].table[.calloutsJudged] == .count(0))
  }

  @Test(arguments: [CalloutEvent.interrupted(callout: 0), .closed(callout: 0)])
  func `a callout that never comes to rest is told but not judged`(end: CalloutEvent) {
    let callout = JudgedCallout()
    var session = Session()
    session.add(.callout(.opened(callout: 0, annotation: 1, callout.opening)))
    session.add(.callout(end), .callout(.settled(callout: 0, callout.rest)))
    let facts = session.facts()
    #expect(facts.session[.calloutsOpened] == .count(1))
    #expect(facts.session[.calloutsJudged] == .count(0))
    #expect(!facts.session[.calloutsCorrect].isMeasured)
    #expect(facts.callouts.map(\.isJudged) == [false])
    #expect(facts.callouts[0].after == nil)
  }

  @Test
  func `the worst of several callouts gives the maxima`() {
    var session = Session()
    for (number, left) in [0.25, 4.0, 1.0].enumerated() {
      var callout = JudgedCallout()
      callout.containAfter.minX -= left
      callout.shift.dx -= left
      session.add(.callout(.opened(callout: Int32(number), annotation: 1, callout.opening)))
      session.add(.callout(.settled(callout: Int32(number), callout.rest)))
    }
    let table = session.facts().session
    #expect(table[.calloutOverflowMaximum] == .micropoints(4_000_000))
    #expect(table[.calloutExcessShiftMaximum] == .micropoints(4_000_000))
    #expect(table[.calloutsCorrect] == .share(part: 1, of: 3))
  }
}
