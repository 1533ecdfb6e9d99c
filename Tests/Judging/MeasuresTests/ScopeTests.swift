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
    session.add(.selection(.nothingMeant))
    let facts = session.facts()
    #expect(facts.session[.selectionsMissed] == .count(1))
    #expect(facts.steps.allSatisfy { $0[.selectionsMissed] == .count(0) })
    #expect(facts.marks.isEmpty)
  }

  @Test
  func `an event counts for its step, its part and the session`() {
    var session = Session()
    session.step(0) { $0.add(.selection(.nothingMeant)) }
    session.step(1) {
      $0.add(.session(.mark(1)), .selection(.nothingMeant), .selection(.nothingMeant))
    }
    session.step(3) { $0.add(.selection(.nothingMeant)) }
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
        for _ in 0..<round { session.add(.selection(.nothingMeant)) }
        session.wait(10 * round)
      }
      session.wait(1)
    }
    let facts = session.facts()
    #expect(facts.marks.map(\.name) == ["first", "first", "first"])
    for (mark, (start, missed, milliseconds)) in zip(
      facts.marks, [(0, 1, 11), (11, 2, 21), (32, 3, 31)] as [(Int64, Int64, Int64)])
    {
      #expect(mark.start.nanoseconds == start * 1_000_000)
      #expect(mark.table[.selectionsMissed] == .count(missed))
      #expect(mark.table[.simulatedTime] == .nanoseconds(milliseconds * 1_000_000))
    }
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
      session.add(session.computed(0))
      session.clusters(4)
      session.add(session.applied(0, shown: 4, created: 3, reused: 1))
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
    session.step(0) { $0.clusters(5, layer: 0) }
    session.step(1) { session in
      session.clusters(3, layer: 1)
      session.add(.session(.mark(0)))
      session.clusters(-3, layer: 0)
    }
    session.step(2)
    session.add(.session(.mark(1)))
    session.step(3) { $0.clusters(-3, layer: 1) }
    session.add(.session(.mark(1)))
    let facts = session.facts()
    #expect(facts.steps.map { $0[.clustersShown] } == [5, 5, 5, 2].map { .count($0) })
    #expect(facts.marks.map { $0.table[.clustersShown] } == [5, 2, 2].map { .count($0) })
    #expect(facts.session[.clustersShown] == .count(2))
  }

  @Test
  func `a cluster that fades is still shown, whatever its update says`() {
    var session = Session()
    session.add(.session(.mark(0)), session.queued(0), .cluster(.started(update: 0, layer: 1)))
    session.clusters(2)
    session.step(0) { session in
      session.add(session.computed(0))
      session.clusters(1)
      session.add(session.applied(0, shown: 1, created: 1))
    }
    session.add(.session(.mark(1)))
    session.step(1) { session in
      session.clusters(-2)
      session.add(.cluster(.finished(update: 0, layer: 1)))
    }
    let facts = session.facts()
    #expect(facts.steps.map { $0[.clustersShown] } == [3, 1, 0, 0].map { .count($0) })
    #expect(facts.marks.map { $0.table[.clustersShown] } == [3, 1].map { .count($0) })
    #expect(facts.session[.clustersShown] == .count(1))
  }

  @Test
  func `the work of an index counts for the step and the part in which it is done`() {
    let work = ClusterWork(nodesVisited: 1, pointsTouched: 20, cellsVisited: 300, distances: 4_000)
    let metrics: [Metric] = [.nodesVisited, .pointsTouched, .cellsVisited, .distancesComputed]
    var session = Session()
    session.step(0) { $0.add($0.queued(0), .cluster(.started(update: 0, layer: 1))) }
    session.step(1) { session in
      session.add(.session(.mark(0)), .cluster(.indexed(layer: 0, began: .zero, work: work)))
      session.add(session.computed(0))
    }
    let facts = session.facts()
    func works(_ table: MetricTable) -> [MetricValue] { metrics.map { table[$0] } }
    #expect(works(facts.steps[0]) == [5, 7, 11, 13].map { .count($0) })
    #expect(works(facts.steps[1]) == [1, 20, 300, 4_000].map { .count($0) })
    #expect(works(facts.marks[0].table) == [1, 20, 300, 4_000].map { .count($0) })
    #expect(works(facts.session) == [6, 27, 311, 4_013].map { .count($0) })
  }

  @Test
  func `a wait that is given up counts for its step and its part`() {
    var session = Session()
    session.step(0) { $0.add(.session(.neverSettled)) }
    session.step(2) { $0.add(.session(.mark(0)), .session(.neverSettled)) }
    let facts = session.facts()
    #expect(facts.steps.map { $0[.waitsGivenUp] } == [1, 0, 1, 0].map { .count($0) })
    #expect(facts.marks.map { $0.table[.waitsGivenUp] } == [.count(1)])
    #expect(facts.session[.waitsGivenUp] == .count(2))
  }

  @Test
  func `a scope begins with the views that are on the map`() {
    func change(_ session: inout Session, returned: Range<Int32>, reused: Range<Int32>) {
      for view in returned {
        session.add(
          .view(
            .returned(
              view: ID(rawValue: view), annotation: ID(rawValue: view), identifier: view % 2)))
      }
      for view in reused {
        session.add(.view(.reused(view: ID(rawValue: view), identifier: view % 2)))
      }
    }
    var session = Session()
    session.step(0) { session in
      for view: Int32 in 0..<9 {
        session.add(.view(.created(view: ID(rawValue: view), identifier: view % 2)))
      }
      change(&session, returned: 0..<1, reused: 0..<0)
    }
    session.step(1) { session in
      session.add(.session(.mark(0)))
      change(&session, returned: 1..<7, reused: 0..<1)
      // Frames tell of what the events told before.
      session.add(frame(live: 90, pooled: 70))
    }
    session.step(2) { $0.add(.session(.mark(1))) }
    session.step(3) { change(&$0, returned: 0..<0, reused: 1..<7) }
    let facts = session.facts()
    #expect(facts.steps.map { $0[.liveViewsPeak] } == [9, 8, 3, 9].map { .count($0) })
    #expect(facts.steps.map { $0[.pooledViewsPeak] } == [1, 7, 6, 6].map { .count($0) })
    #expect(facts.steps.map { $0[.largestPoolPeak] } == [1, 4, 3, 3].map { .count($0) })
    #expect(facts.marks.map { $0.table[.liveViewsPeak] } == [8, 9].map { .count($0) })
    #expect(facts.marks.map { $0.table[.pooledViewsPeak] } == [7, 6].map { .count($0) })
    #expect(facts.marks.map { $0.table[.largestPoolPeak] } == [4, 3].map { .count($0) })
  }

  @Test
  func `a callout counts for the step and the part that opened it`() {
    let callout = JudgedCallout()
    var session = Session()
    session.step(2) { session in
      session.wait(3)
      session.add(.callout(.opened(callout: 0, annotation: 1, callout.opening)))
      session.add(.map(.regionWillChange(animated: true)))
      session.add(.map(.regionDidChange(animated: true, callout.rest.camera)))
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

  @Test(arguments: [
    [CalloutEvent.interrupted(callout: 0), .closed(callout: 0)], [.closed(callout: 0)],
  ])
  func `a callout that closes before it comes to rest is told but not judged`(end: [CalloutEvent]) {
    let callout = JudgedCallout()
    var session = Session()
    session.add(.callout(.opened(callout: 0, annotation: 1, callout.opening)))
    for event in end { session.add(.callout(event)) }
    session.add(.callout(.settled(callout: 0, callout.rest)))
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
      callout.containAfter.minX = -left
      callout.shift.dx -= left
      for event in callout.events(callout: Int32(number), annotation: 1) { session.add(event) }
    }
    let table = session.facts().session
    #expect(table[.calloutOverflowMaximum] == .micropoints(4_000_000))
    #expect(table[.calloutExcessShiftMaximum] == .micropoints(4_000_000))
    #expect(table[.calloutsCorrect] == .share(part: 1, of: 3))
  }
}
