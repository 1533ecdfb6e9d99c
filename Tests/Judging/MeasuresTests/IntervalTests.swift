import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

/// What expectations on intervals and on layers count.
@Suite("Intervals and layers")
struct IntervalTests {
  private static let first = SessionMoment.mark("first")
  private static let second = SessionMoment.mark("second")

  private func between(
    _ metric: Metric, _ from: SessionMoment, _ to: SessionMoment,
    _ rule: Metrics.Expectation.Rule = .atMost(.count(1))
  ) -> BoundExpectation {
    bound(metric, rule, since: .interval(SessionInterval(from: from, to: to)))
  }

  @Test
  func `an interval counts from its first moment to its last one`() {
    var session = Session()
    session.step(0) { session in
      session.add(.selection(.nothingMeant))
      session.wait(5)
      session.add(.session(.mark(0)), .selection(.nothingMeant), .selection(.nothingMeant))
      session.wait(20)
      session.add(.session(.mark(1)), .selection(.nothingMeant))
      session.wait(300)
    }
    let facts = session.facts(finalExpectations: [
      between(.selectionsMissed, .start, Self.first),
      between(.selectionsMissed, Self.first, Self.second),
      between(.selectionsMissed, Self.second, .end),
      between(.selectionsMissed, .start, .end),
      between(.simulatedTime, Self.first, Self.second, .atMost(.nanoseconds(1))),
      between(.selectionsMissed, Self.second, Self.first),
    ])
    #expect(
      facts.verdicts.map(\.value)
        == [.count(1), .count(2), .count(1), .count(4), .nanoseconds(20_000_000), .never])
    #expect(
      facts.verdicts.map(\.outcome)
        == [.kept, .broken, .kept, .broken, .broken, .neverEvaluated])
    #expect(facts.verdicts.map(\.isDue) == [true, true, true, true, true, false])
    // The worst case of the broken one is found in its interval.
    #expect(facts.verdicts[1].worst?.time == SimulatedTime(milliseconds: 5))
    // The counts beside it are as they always were.
    #expect(facts.marks.map { $0.table[.selectionsMissed] } == [.count(2), .count(1)])
  }

  /// An update belongs to the interval in which it was queued, whenever it ends.
  @Test
  func `an interval counts an update where it began`() {
    var session = Session()
    session.step(0) { session in
      session.add(.session(.mark(0)), session.queued(0))
      session.wait(3)
      session.add(.session(.mark(1)), .cluster(.started(update: 0, layer: 1)))
      session.add(session.computed(0), session.applied(0))
      session.wait(4)
      session.add(.cluster(.finished(update: 0, layer: 1)))
    }
    let facts = session.facts(finalExpectations: [
      between(.clusterUpdates, Self.first, Self.second),
      between(.latencyMaximum, Self.first, Self.second, .atMost(.nanoseconds(9_000_000))),
      between(.clusterUpdates, Self.second, .end),
    ])
    #expect(facts.verdicts.map(\.value) == [.count(1), .nanoseconds(7_000_000), .count(0)])
  }

  /// Each frame is counted by looking back at all of them.
  @Test
  func `frames are counted by how late they are, in the session, an interval and since a mark`() {
    let lateness: [Int64] = [0, 10, 30, 20, 0, 50, 30, 10]
    for limit in [0, 9, 10, 20, 29, 30, 50] as [Int64] {
      for (first, last) in [(0, 8), (2, 6), (3, 4), (5, 8)] {
        var session = Session()
        session.step(0) { session in
          for (index, late) in lateness.enumerated() {
            if index == first { session.add(.session(.mark(0))) }
            if index == last { session.add(.session(.mark(1))) }
            session.add(frame(milliseconds: late == 0 ? 0 : late + 5))
            session.wait(100)
          }
          session.add(.session(.mark(1)), .session(.expectationsDue))
        }
        let subject = ExpectedMetric(framesLaterThanNanoseconds: limit * 1_000_000)
        func expectation(_ since: BoundExpectation.Since) -> BoundExpectation {
          var bound = bound(.hitches, .atMost(.count(1)), since: since)
          bound.expectation = Expectation(subject: subject, rule: bound.expectation.rule)
          return bound
        }
        let interval = SessionInterval(from: Self.first, to: Self.second)
        let facts = session.facts(
          stepExpectations: [[expectation(.mark("first"))]],
          finalExpectations: [
            expectation(.start), expectation(.interval(interval)),
            bound(.hitches, .atLeast(.count(1))),
          ])
        func number(_ frames: Range<Int>) -> MetricValue {
          .count(Int64(lateness[frames].count { $0 > limit }))
        }
        #expect(
          facts.verdicts.map(\.value) == [
            number(first..<8), number(0..<8), number(first..<last), .count(6),
          ])
        #expect(facts.session[.hitches] == .count(6))
      }
    }
  }

  @Test
  func `an interval begins anew when its first moment comes again`() {
    var session = Session()
    for round in 0..<3 {
      session.step(0) { session in
        session.add(.session(.mark(0)))
        for _ in 0...round { session.add(.selection(.nothingMeant)) }
        session.add(.session(.mark(1)), .session(.expectationsDue))
      }
    }
    let interval = between(.selectionsMissed, Self.first, Self.second)
    let facts = session.facts(stepExpectations: [[interval]], finalExpectations: [interval])
    #expect(facts.verdicts.map(\.value) == [.count(1), .count(2), .count(3), .count(3)])
    session.step(0) { $0.add(.session(.mark(0))) }
    let open = session.facts(finalExpectations: [interval])
    #expect(open.verdicts.map(\.outcome) == [.neverEvaluated])
  }

  @Test
  func `a download is done when all that was planned has arrived`() {
    var session = Session()
    let batch = Event.Kind.data(.batchArrived(layer: 0, points: 1))
    session.step(0)
    session.step(1) { session in
      session.add(batch, .selection(.nothingMeant), batch, .selection(.nothingMeant))
      session.add(.selection(.nothingMeant))
    }
    session.step(2) { $0.add(batch, .selection(.nothingMeant)) }
    let expectations = [
      between(.selectionsMissed, .downloadDone, .end), between(.batches, .start, .downloadDone),
    ]
    func values(_ planned: [Int]) -> [MetricValue] {
      var recorder = FactsRecorder(
        stepExpectations: [[], [], []], finalExpectations: expectations,
        plans: planned.map { StepPlan(batchCount: $0) })
      for event in session.events { recorder.observe(event) }
      recorder.observe(
        Event(time: session.events.last?.time ?? .zero, step: -1, kind: .session(.ended)))
      return recorder.result.verdicts.map(\.value)
    }
    #expect(values([2, 0, 0]) == [.count(3), .count(2)])
    // A second download begins before the third batch: the last time counts, and the first.
    #expect(values([2, 0, 1]) == [.count(1), .count(2)])
    #expect(values([3, 0, 0]) == [.count(1), .count(3)])
    #expect(values([4, 0, 0]) == [.never, .never])
  }

  /// A state is known before an interval begins; what it lasts needs no new event.
  @Test
  func `an interval begins with what is on the map`() {
    var session = Session()
    session.step(0) { session in
      session.clusters(3)
      session.add(.session(.mark(0)))
      session.clusters(2)
      session.add(.session(.mark(1)))
      session.clusters(-4)
    }
    let facts = session.facts(finalExpectations: [
      between(.clustersShown, Self.first, Self.second),
      between(.clustersShown, Self.second, .end),
      between(.overlaysAdded, Self.first, Self.second, .exactly(.count(0))),
    ])
    #expect(facts.verdicts.map(\.value) == [.count(5), .count(1), .count(0)])
    #expect(facts.verdicts.map(\.outcome) == [.broken, .kept, .kept])
  }

  private static let pins = NamedLayer(id: 0, name: "pins")
  private static let clusters = NamedLayer(id: 1, name: "clusters")

  private func of(_ layer: NamedLayer, _ metric: Metric) -> BoundExpectation {
    var expectation = bound(metric, .atMost(.count(0)))
    expectation.layer = layer
    return expectation
  }

  @Test
  func `a layer is counted alone`() {
    var session = Session()
    func added(_ number: AnnotationID, _ layer: LayerID) -> Event.Kind {
      .data(
        .annotationAdded(
          annotation: number, layer: layer, content: UInt64(number.index), cluster: nil))
    }
    session.step(0) { session in
      session.add(.data(.batchArrived(layer: 0, points: 5)))
      session.add(.data(.pointsAdded(layer: 0, points: 5)))
      session.add(added(100, 0), added(101, 1), added(102, 0))
      for (view, annotation) in [(0, 100), (1, 101), (2, 102)] {
        session.add(
          .view(.requested(annotation: AnnotationID(annotation), identifier: 0)),
          .view(.created(view: ViewID(view), identifier: 0)))
      }
      session.add(.view(.returned(view: 0, annotation: 100, identifier: 0)))
      session.add(.view(.requested(annotation: 101, identifier: 0)))
      session.add(.view(.reused(view: 0, identifier: 0)))
      session.update(0, layer: 1)
    }
    let metrics: [Metric] = [
      .batches, .annotationsAdded, .viewsRequested, .viewsCreated, .viewsReused, .liveViewsPeak,
      .clusterUpdates,
    ]
    let facts = session.facts(
      finalExpectations: metrics.map { of(Self.pins, $0) } + metrics.map { of(Self.clusters, $0) })
    let values = facts.verdicts.map(\.value)
    let (pins, clusters) = ([1, 5, 2, 2, 0, 2, 0] as [Int64], [0, 0, 2, 1, 1, 2, 1] as [Int64])
    #expect(values == (pins + clusters).map { MetricValue.count($0) })
    #expect(facts.verdicts.map(\.layer).prefix(7).allSatisfy { $0 == "pins" })
    #expect(facts.session[.viewsCreated] == .count(3))
  }

  /// The view of a callout annotation is counted where its parent is, and moves with it.
  @Test
  func `a layer has the views of its callout annotations`() {
    var session = Session()
    session.step(0) { session in
      for (annotation, layer) in [(100, LayerID(0)), (101, 1), (102, .callouts)] {
        session.add(
          .data(
            .annotationAdded(
              annotation: AnnotationID(annotation), layer: layer, content: 0, cluster: nil)))
      }
      session.add(
        .calloutAnnotation(.added(annotation: 102, parent: 101, content: 0, by: .delegate)),
        .view(.requested(annotation: 102, identifier: 0)), .view(.created(view: 0, identifier: 0)),
        .view(.returned(view: 0, annotation: 102, identifier: 0)),
        .calloutAnnotation(.moved(annotation: 102, parent: 100, content: 0)),
        .view(.requested(annotation: 102, identifier: 0)), .view(.reused(view: 0, identifier: 0)))
    }
    let metrics: [Metric] = [.viewsRequested, .viewsCreated, .viewsReused, .liveViewsPeak]
    let facts = session.facts(
      finalExpectations: metrics.map { of(Self.pins, $0) } + metrics.map { of(Self.clusters, $0) })
    let values = [1, 0, 1, 1, 1, 1, 0, 1].map { MetricValue.count($0) }
    #expect(facts.verdicts.map(\.value) == values)
  }

  @Test
  func `a layer is counted in an interval and since a mark`() {
    var session = Session()
    session.step(0) { session in
      session.update(0, layer: 1)
      session.add(.session(.mark(0)))
      session.update(1, layer: 1)
      session.update(2, layer: 0)
      session.add(.session(.mark(1)))
      session.update(3, layer: 1)
      session.add(.session(.expectationsDue))
    }
    var interval = between(.clusterUpdates, Self.first, Self.second)
    interval.layer = Self.clusters
    var since = bound(.clusterUpdates, .atMost(.count(1)), since: .mark("first"))
    since.layer = Self.clusters
    var last = bound(.clusterUpdates, .atMost(.count(1)), sinceMark: true)
    last.layer = Self.pins
    let facts = session.facts(stepExpectations: [[interval, since, last]])
    #expect(facts.verdicts.map(\.value) == [.count(1), .count(2), .count(0)])
    #expect(facts.verdicts.map(\.outcome) == [.kept, .broken, .neverEvaluated])
  }

  @Test
  func `the clusters of a layer are counted alone`() {
    var session = Session()
    session.step(0) { session in
      session.clusters(3, layer: 1)
      session.clusters(2, layer: 0)
      session.add(.session(.mark(0)))
    }
    var late = between(.clustersShown, Self.first, .end)
    late.layer = Self.pins
    let facts = session.facts(
      finalExpectations: [of(Self.clusters, .clustersShown), of(Self.pins, .clustersShown), late])
    #expect(facts.verdicts.map(\.value) == [.count(3), .count(2), .count(2)])
    #expect(facts.verdicts.map(\.outcome) == [.broken, .broken, .broken])
  }

  /// What is counted for a layer adds up to what is counted at all.
  @Test
  func `only what belongs to a layer has one`() {
    #expect(!Metric.ofLayers.contains(.frames))
    #expect(!Metric.ofLayers.contains(.pooledViewsPeak))
    #expect(Metric.ofLayers.contains(.calloutInside))
    #expect(Metric.ofLayers.contains(.latencyPercentile95))
  }
}

/// Expectations that compare with another variant.
@Suite("Comparisons of variants")
struct VariantComparisonTests {
  private static let within = Metrics.Expectation.Rule.within(.part(50, of: 100), of: "other")

  private func session(misses: Int, rounds: Int = 1) -> Session {
    var session = Session()
    for _ in 0..<rounds {
      session.step(0) { session in
        for _ in 0..<misses { session.add(.selection(.nothingMeant)) }
        session.add(.session(.expectationsDue))
      }
    }
    return session
  }

  private func facts(
    misses: Int, isReference: Bool, rounds: Int = 1, rule: Metrics.Expectation.Rule = within
  ) -> Facts {
    var expectation = bound(.selectionsMissed, rule, line: 7)
    expectation.isReference = isReference
    return session(misses: misses, rounds: rounds).facts(stepExpectations: [[expectation]])
  }

  @Test(arguments: [
    (3, 2, Metrics.Expectation.Outcome.kept), (4, 2, .broken), (1, 2, .kept), (1, 3, .broken),
    (1, 0, .neverEvaluated), (0, 1, .neverEvaluated),
  ])
  func `are judged once both are known`(
    misses: Int, others: Int, outcome: Metrics.Expectation.Outcome
  ) {
    var facts = facts(misses: misses, isReference: false)
    #expect(facts.verdicts.map(\.outcome) == [.neverEvaluated])
    let other = self.facts(misses: others, isReference: true)
    #expect(other.verdicts.isEmpty)
    #expect(other.references.count == 1)
    facts.compare(with: ["other": other])
    #expect(facts.verdicts.map(\.outcome) == [outcome])
    #expect((facts.verdicts[0].worst != nil) == (outcome == .broken && misses > others))
  }

  /// The bounds, each with values of both variants on either side of it.
  @Test(arguments: [
    (VariantBound.atMost(150, of: 100), 3, 2, Metrics.Expectation.Outcome.kept),
    (.atMost(150, of: 100), 4, 2, .broken), (.atMost(50, of: 100), 3, 4, .broken),
    (.atLeast(50, of: 100), 1, 2, .kept), (.atLeast(50, of: 100), 1, 3, .broken),
    (.noWorse, 2, 2, .kept), (.noWorse, 1, 2, .kept), (.noWorse, 3, 2, .broken),
    (.noWorse, 1, 0, .neverEvaluated), (.noWorse, 0, 1, .neverEvaluated),
  ])
  func `are held to a bound that follows from the other one`(
    bound: VariantBound, misses: Int, others: Int, outcome: Metrics.Expectation.Outcome
  ) throws {
    let rule = Metrics.Expectation.Rule.held(bound, to: "other")
    var facts = facts(misses: misses, isReference: false, rule: rule)
    #expect(facts.verdicts.map(\.outcome) == [.neverEvaluated])
    facts.compare(with: ["other": self.facts(misses: others, isReference: true, rule: rule)])
    let verdict = try #require(facts.verdicts.first)
    #expect(verdict.outcome == outcome)
    let isTooHigh = outcome == .broken && bound.isUpper(for: .selectionsMissed)
    #expect((verdict.worst != nil) == (outcome == .broken))
    guard outcome == .broken else { return }
    // The event that was one too many; of a count too low nothing tells.
    let expectation = MeasuresTests.bound(.selectionsMissed, rule, line: 7)
    var watch = FailureWatch(
      [verdict], stepExpectations: [[expectation]], finalExpectations: [], plans: [])
    let session = session(misses: misses)
    for event in session.events { watch.observe(event) }
    #expect((watch.places.first?.first != nil) == isTooHigh)
  }

  @Test(arguments: [within, .held(.noWorse, to: "other")])
  func `are not evaluated without the other one`(rule: Metrics.Expectation.Rule) {
    var facts = facts(misses: 3, isReference: false, rule: rule)
    facts.compare(with: ["third": self.facts(misses: 3, isReference: true, rule: rule)])
    #expect(facts.verdicts.map(\.outcome) == [.neverEvaluated])
    #expect(facts.verdicts.map(\.isPending) == [true])
  }

  @Test
  func `pair the rounds of a step`() {
    var facts = facts(misses: 2, isReference: false, rounds: 3)
    facts.compare(with: ["other": self.facts(misses: 3, isReference: true, rounds: 2)])
    #expect(facts.verdicts.map(\.value) == [.count(2), .count(4), .count(6)])
    #expect(facts.verdicts.map(\.other) == [.count(3), .count(6), .never])
    #expect(facts.verdicts.map(\.outcome) == [.kept, .kept, .neverEvaluated])
  }
}

/// When expectations were missed.
@Suite("Times of failures")
struct FailureWatchTests {
  private func places(
    _ session: Session, steps: [[BoundExpectation]] = [[], []], final: [BoundExpectation] = []
  ) -> [FailurePlace] {
    let verdicts = session.facts(stepExpectations: steps, finalExpectations: final)
      .verdicts.filter { $0.outcome != .kept }
    var watch = FailureWatch(
      verdicts, stepExpectations: steps, finalExpectations: final, plans: [])
    for event in session.events { watch.observe(event) }
    return watch.places
  }

  /// A step with frames of so many milliseconds, each after a wait.
  private static func frames(_ frames: [(wait: Int64, milliseconds: Int64)]) -> Session {
    var session = Session()
    session.step(0) { session in
      for (wait, milliseconds) in frames {
        session.wait(wait)
        session.add(frame(milliseconds: milliseconds))
      }
    }
    return session
  }

  @Test
  func `a count is missed by the event that is one too many`() {
    var session = Session()
    session.step(0) { session in
      for _ in 0..<4 {
        session.wait(10)
        session.add(.selection(.nothingMeant))
      }
      session.wait(10)
      session.add(.session(.expectationsDue))
    }
    let places = places(session, steps: [[bound(.selectionsMissed, .atMost(.count(2)))]])
    #expect(places.map(\.first) == [SimulatedTime(milliseconds: 30)])
    #expect(places.map(\.judgedAt) == [SimulatedTime(milliseconds: 50)])
    // After the beginnings of the session and the step, the third one that missed.
    #expect(places.map(\.event) == [4])
  }

  @Test
  func `a time is missed first and worst at different times`() {
    let places = places(
      Self.frames([(100, 5), (100, 20), (100, 90), (100, 30)]),
      final: [bound(.worstFrame, .atMost(.nanoseconds(10_000_000)))])
    #expect(places.map(\.first) == [SimulatedTime(milliseconds: 200)])
    #expect(places.map(\.worst) == [SimulatedTime(milliseconds: 300)])
  }

  /// Of a maximum the largest value counts, not the largest step of it.
  @Test
  func `a maximum is worst where it is largest, a ratio where most was added at once`() {
    let slowest = places(
      Self.frames([(100, 5), (100, 20), (100, 60), (100, 65)]),
      final: [bound(.worstFrame, .atMost(.nanoseconds(10_000_000)))])
    #expect(slowest.map(\.worst) == [SimulatedTime(milliseconds: 400)])
    let hitches = places(
      Self.frames([(100, 90), (900, 40), (900, 50)]),
      final: [bound(.hitchRatio, .atMost(.share(part: 1, of: 1_000)))])
    #expect(hitches.map(\.first) == [SimulatedTime(milliseconds: 100)])
    #expect(hitches.map(\.worst) == [SimulatedTime(milliseconds: 100)])
  }

  /// The second frame of an interval is late, long after one before it; or only the one before it
  /// is, for which the screen still waits.
  @Test(arguments: [(30, 130, false), (0, 110, true)] as [(Int64, Int64, Bool)])
  func `hitches of an interval are missed in it`(
    milliseconds: Int64, first: Int64, isOfEarlierFrame: Bool
  ) {
    var session = Session()
    session.step(0) { session in
      session.wait(10)
      session.add(frame(milliseconds: isOfEarlierFrame ? 200 : 40))
      session.wait(100)
      session.add(.session(.mark(0)))
      session.wait(10)
      session.add(frame())
      session.wait(10)
      // It was due while the main thread made it.
      session.add(frame(milliseconds: milliseconds, dueAt: SimulatedTime(milliseconds: 125)))
      session.wait(10)
      session.add(frame())
      session.wait(50)
      session.add(.session(.mark(1)))
    }
    let interval = SessionInterval(from: .mark("first"), to: .mark("second"))
    for metric in [Metric.hitchRatio, .hitchTime] {
      let most = metric == .hitchTime ? MetricValue.nanoseconds(0) : .share(part: 0, of: 1)
      let final = [bound(metric, .atMost(most), since: .interval(interval))]
      #expect(
        places(session, final: final).map(\.first) == [SimulatedTime(milliseconds: first)])
      let verdicts = session.facts(finalExpectations: final).verdicts
      #expect(verdicts.map(\.isOfEarlierFrame) == [isOfEarlierFrame ? true : nil])
    }
  }

  /// It is noticed when the map should have made room, and has the time that its sentence tells.
  @Test
  func `a callout that never settled is missed when it opened`() {
    guard case .callout(.opened(let callout, let annotation, var opening)) = OpenCalloutTests.opened
    else {
      Issue.record("a callout opens")
      return
    }
    opening.move = .animated
    let opened = Event.Kind.callout(
      .opened(callout: callout, annotation: annotation, opening))
    var session = Session()
    session.step(0) { session in
      session.wait(20)
      session.add(opened, OpenCalloutTests.interrupted)
      for _ in 0..<90 {
        session.wait(10)
        session.add(frame())
      }
    }
    let time = SimulatedTime(milliseconds: 20)
    let final = [bound(.calloutsUnsettled, .exactly(.count(0)))]
    let places = places(session, final: final)
    #expect(places.map(\.first) == [time])
    #expect(places.first?.event.map { session.events[$0].kind } == opened)
    #expect(session.facts(finalExpectations: final).verdicts.map(\.worst?.time) == [time])
  }

  @Test
  func `what is too little has the time at which it was judged`() {
    var session = Session()
    session.step(0) { $0.add(.selection(.nothingMeant)) }
    session.wait(70)
    session.add(.selection(.nothingMeant))
    let places = places(session, final: [bound(.selectionsMissed, .atLeast(.count(9)))])
    #expect(places.map(\.first) == [nil])
    #expect(places.map(\.time) == [SimulatedTime(milliseconds: 70)])
  }

  /// It is judged when the interval is over, and missed before.
  @Test
  func `an interval is missed while it lasts`() {
    var session = Session()
    session.step(0) { session in
      session.add(.session(.mark(0)))
      for _ in 0..<3 {
        session.wait(10)
        session.add(.selection(.nothingMeant))
      }
      session.add(.session(.mark(1)), .selection(.nothingMeant))
      session.wait(60)
      session.add(.session(.expectationsDue))
    }
    let interval = SessionInterval(from: .mark("first"), to: .mark("second"))
    let expectation = bound(.selectionsMissed, .atMost(.count(1)), since: .interval(interval))
    let places = places(session, steps: [[expectation]])
    #expect(places.map(\.first) == [SimulatedTime(milliseconds: 20)])
    #expect(places.map(\.judgedAt) == [SimulatedTime(milliseconds: 90)])
  }

  @Test
  func `a value that recovers is missed from the last time on`() {
    var session = Session()
    session.step(0) { session in
      session.clusters(3)
      session.wait(10)
      session.clusters(-2)
      session.wait(10)
      session.clusters(5)
    }
    let places = places(session, final: [bound(.clustersShown, .atMost(.count(2)))])
    #expect(places.map(\.first) == [SimulatedTime(milliseconds: 20)])
  }

  /// The map tells what it shows after the clusters have faded, and the last of it is told by what
  /// comes next.
  @Test(arguments: [
    (Metric.clustersMoved, [0, 5]), (.clusterCountsChanged, [0, 0]), (.pointsLost, [0, 0]),
  ])
  func `what clusters break is broken when the map gets them`(metric: Metric, shifts: [Double]) {
    var session = Session.onEquator()
    session.step(0) { session in
      for number in 0..<2 {
        session.update(Int32(number), wait: 10, fade: 200)
        let content: UInt64 = metric == .clusterCountsChanged ? 10 + UInt64(number) : 10
        session.tell([Standing(1, content, x: shifts[number])])
        let lost: Int32 = number == 1 && metric == .pointsLost ? 3 : 0
        let audit = ClusterAudit(visible: 9, lost: lost, countedTwice: 0, ghosts: 0)
        session.add(.cluster(.audited(update: Int32(number), layer: 1, audit)))
        session.wait(1_000)
      }
    }
    session.step(1) { $0.add(.selection(.nothingMeant)) }
    let places = places(session, final: [bound(metric, .atMost(.count(0)))])
    #expect(places.map(\.first) == [SimulatedTime(milliseconds: 1_220)])
    #expect(places.map(\.worst) == [SimulatedTime(milliseconds: 1_220)])
    let event = places.first?.event.map { session.events[$0].kind }
    #expect(event == session.applied(1))
  }
}
