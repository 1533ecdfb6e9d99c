import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

/// Each metric from a short list of events.
@Suite("Facts of a session")
struct FactsRecorderTests {
  /// Some events, and what they are worth in a metric.
  struct Row: Sendable, CustomTestStringConvertible {
    var metric: Metric
    var value: MetricValue
    var kinds: [Event.Kind]

    init(_ metric: Metric, _ value: MetricValue, _ kinds: [Event.Kind]) {
      self.metric = metric
      self.value = value
      self.kinds = kinds
    }

    var testDescription: String { "\(metric.name): \(kinds.count) events" }
  }

  private static let camera = Camera(center: MapPoint(x: 1, y: 1), mapPointsPerPoint: 1)

  private static func arrival(_ points: Int32) -> Event.Kind {
    .data(.batchArrived(layer: 0, points: points))
  }

  private static func lost(_ points: Int32, isGivenUp: Bool = false) -> Event.Kind {
    .data(.batchLost(layer: 0, points: points, isGivenUp: isGivenUp))
  }

  static let data: [Row] = [
    Row(.batches, .count(2), Array(repeating: .data(.batchArrived(layer: 0, points: 7)), count: 2)),
    Row(.emptyBatches, .count(1), [arrival(0), arrival(7), lost(0)]),
    Row(.batchAttemptsLost, .count(3), [lost(7), arrival(7), lost(7), lost(7, isGivenUp: true)]),
    Row(.batchesGivenUp, .count(1), [lost(7), lost(7, isGivenUp: true)]),
    Row(.downloadTime, .never, [.data(.downloadBegan(download: 4))]),
    Row(
      .downloadsCancelled, .count(2),
      [
        .data(.downloadCancelled(download: 0, batches: 5)),
        .data(.downloadCancelled(download: 2, batches: 1)), .data(.nothingToCancel),
      ]),
    Row(
      .batchesCancelled, .count(6),
      [
        .data(.downloadCancelled(download: 0, batches: 5)),
        .data(.downloadCancelled(download: 2, batches: 1)),
      ]),
    Row(
      .cancelsWithoutEffect, .count(1),
      [.data(.nothingToCancel), .data(.downloadCancelled(download: 2, batches: 1))]),
    Row(
      .annotationsAdded, .count(10),
      [.data(.pointsAdded(layer: 0, points: 7)), .data(.pointsAdded(layer: 1, points: 3))]),
    Row(
      .annotationsRemoved, .count(5),
      [.data(.pointsRemoved(layer: 0, points: 4)), .data(.pointsRemoved(layer: 1, points: 1))]),
    Row(.annotationsAdded, .count(0), [.data(.pointsRemoved(layer: 0, points: 4))]),
    Row(
      .churn, .count(2),
      [
        .data(.annotationRemoved(annotation: 1, layer: 0, content: 8, isCluster: false)),
        .data(.annotationAdded(annotation: 2, layer: 0, content: 8, cluster: nil)),
        .data(.annotationAdded(annotation: 3, layer: 0, content: 9, cluster: .several)),
        .data(.annotationRemoved(annotation: 4, layer: 0, content: 9, isCluster: true)),
        .data(.annotationRemoved(annotation: 5, layer: 0, content: 7, isCluster: true)),
      ]),
  ]

  static let views: [Row] = [
    Row(
      .viewsRequested, .count(2),
      [
        .view(.requested(annotation: 1, identifier: 0)),
        .view(.requested(annotation: 2, identifier: 0)),
      ]),
    Row(.viewsCreated, .count(1), [.view(.created(view: 1, identifier: 0))]),
    Row(.viewsReused, .count(1), [.view(.reused(view: 1, identifier: 0))]),
    Row(
      .viewReuseRate, .share(part: 1, of: 3),
      [
        .view(.created(view: 1, identifier: 0)), .view(.created(view: 2, identifier: 0)),
        .view(.returned(view: 1, annotation: 1, identifier: 0)),
        .view(.reused(view: 1, identifier: 0)), .view(.didAdd(views: 1)),
      ]),
    Row(.liveViewsPeak, .count(3), crowd),
    Row(.pooledViewsPeak, .count(3), crowd),
    Row(.largestPoolPeak, .count(2), crowd),
    Row(.viewMemoryPeak, .count(70), heavyCrowd),
    Row(.pooledMemoryPeak, .count(30), heavyCrowd),
  ]

  /// Views that weigh 10, 20 and 40; the first two go to their pool, come and go again, and the
  /// pool is emptied; then the third is made lighter and goes there too, and one of 35 comes.
  private static let heavyCrowd: [Event.Kind] = [
    .view(.created(view: 0, identifier: 0)), .view(.memoryChanged(view: 0, bytes: 10)),
    .view(.created(view: 1, identifier: 0)), .view(.memoryChanged(view: 1, bytes: 20)),
    .view(.created(view: 2, identifier: 1)), .view(.memoryChanged(view: 2, bytes: 40)),
    .view(.returned(view: 0, annotation: 1, identifier: 0)),
    .view(.returned(view: 1, annotation: 2, identifier: 0)),
    .view(.reused(view: 1, identifier: 0)),
    .view(.returned(view: 1, annotation: 2, identifier: 0)), .view(.poolsEmptied(views: 2)),
    .view(.memoryChanged(view: 2, bytes: 25)),
    .view(.returned(view: 2, annotation: 3, identifier: 1)),
    .view(.created(view: 3, identifier: 0)), .view(.memoryChanged(view: 3, bytes: 35)),
  ]

  /// Two views of one kind and one of another, all in their pools, then one of them on the map;
  /// what frames say of views counts for nothing.
  private static let crowd: [Event.Kind] = [
    .view(.created(view: 1, identifier: 0)), .view(.created(view: 2, identifier: 2)),
    .view(.created(view: 3, identifier: 2)), frame(live: 9, pooled: 9),
    .view(.returned(view: 1, annotation: 1, identifier: 0)),
    .view(.returned(view: 2, annotation: 2, identifier: 2)),
    .view(.returned(view: 3, annotation: 3, identifier: 2)),
    .view(.reused(view: 2, identifier: 2)), frame(live: 9, pooled: 9),
  ]

  private static let work = ClusterWork(
    nodesVisited: 2, pointsTouched: 3, cellsVisited: 5, distances: 7)

  static let clusters: [Row] = [
    Row(
      .clustersShown, .count(1),
      [
        .data(.annotationAdded(annotation: 1, layer: 0, content: 8, cluster: .several)),
        .data(.annotationAdded(annotation: 2, layer: 0, content: 9, cluster: nil)),
        .data(.annotationAdded(annotation: 3, layer: 1, content: 10, cluster: .several)),
        .data(.annotationRemoved(annotation: 1, layer: 0, content: 8, isCluster: true)),
        .data(.annotationRemoved(annotation: 2, layer: 0, content: 9, isCluster: false)),
      ]),
    Row(
      .nodesVisited, .count(4),
      Array(repeating: .cluster(.indexed(layer: 0, began: .zero, work: work)), count: 2)
    ),
    Row(.pointsTouched, .count(3), [.cluster(.indexed(layer: 0, began: .zero, work: work))]),
    Row(.cellsVisited, .count(5), [.cluster(.indexed(layer: 0, began: .zero, work: work))]),
    Row(.distancesComputed, .count(7), [.cluster(.indexed(layer: 0, began: .zero, work: work))]),
    Row(.clusterUpdates, .count(0), [.cluster(.indexed(layer: 0, began: .zero, work: work))]),
    Row(
      .churn, .count(0),
      [
        .data(.annotationAdded(annotation: 1, layer: 0, content: 8, cluster: .several)),
        .cluster(.reused(annotation: 1, layer: 0, content: 9, size: .several)),
        .data(.annotationRemoved(annotation: 2, layer: 0, content: 8, isCluster: true)),
      ]),
    Row(
      .churn, .count(1),
      [
        .data(.annotationAdded(annotation: 1, layer: 0, content: 8, cluster: .several)),
        .cluster(.reused(annotation: 1, layer: 0, content: 9, size: .several)),
        .data(.annotationRemoved(annotation: 2, layer: 0, content: 9, isCluster: true)),
      ]),
  ]

  static let frames: [Row] = [
    Row(.frames, .count(3), [frame(), frame(), frame()]),
    Row(
      .mainThreadTime, .nanoseconds(12_000_000), [frame(milliseconds: 5), frame(milliseconds: 7)]),
    Row(.worstFrame, .nanoseconds(7_000_000), [frame(milliseconds: 7), frame(milliseconds: 5)]),
    Row(.hitches, .count(1), [frame(milliseconds: 10), frame(milliseconds: 11)]),
    // Both were due at once, and the screen waited 20 ms for them.
    Row(.hitchTime, .nanoseconds(20_000_000), [frame(milliseconds: 20), frame(milliseconds: 21)]),
    Row(
      .longestHitch, .nanoseconds(20_000_000), [frame(milliseconds: 21), frame(milliseconds: 20)]),
    Row(.hitchRatio, .share(part: 10_000_000, of: 1_000_000_000), [frame(milliseconds: 20)]),
    Row(.simulatedTime, .nanoseconds(1_000_000_000), []),
    Row(.waitsGivenUp, .count(2), [.session(.neverSettled), .session(.neverSettled)]),
    Row(.waitsGivenUp, .count(0), []),
  ]

  static let map: [Row] = [
    Row(
      .regionChanges, .count(2),
      [
        .map(.regionWillChange(animated: true)), .map(.regionDidChange(animated: true, camera)),
        .map(.regionWillChange(animated: false)),
      ]),
    Row(
      .animatedRegionChanges, .count(1),
      [
        .map(.regionWillChange(animated: true)), .map(.regionDidChange(animated: true, camera)),
        .map(.regionWillChange(animated: false)),
      ]),
    Row(
      .selections, .count(1),
      [.selection(.willSelect(annotation: 1)), .selection(.didSelect(annotation: 1))]),
    Row(
      .deselections, .count(1),
      [.selection(.willDeselect(annotation: 1)), .selection(.didDeselect(annotation: 1))]),
    Row(.selectionsMissed, .count(2), [.selection(.nothingMeant), .selection(.nothingMeant)]),
  ]

  @Test(arguments: data + views + clusters + frames + map)
  func `are counted from events`(row: Row) {
    var session = Session()
    session.step(0) { session in
      for kind in row.kinds { session.add(kind) }
      session.wait(1_000)
    }
    let facts = session.facts()
    #expect(facts.session[row.metric] == row.value)
    #expect(facts.steps[0][row.metric] == row.value)
  }

  @Test
  func `count cluster updates with their work`() {
    var session = Session()
    session.update(0, wait: 3, compute: 4, fade: 5, shown: 6, created: 4, reused: 2)
    session.clusters(4)
    session.update(1, wait: 8, compute: 1, fade: 0, shown: 6, created: 1, reused: 3)
    session.clusters(-1)
    let table = session.facts().session
    #expect(table[.clusterUpdates] == .count(2))
    #expect(table[.nodesVisited] == .count(10))
    #expect(table[.pointsTouched] == .count(14))
    #expect(table[.cellsVisited] == .count(22))
    #expect(table[.distancesComputed] == .count(26))
    #expect(table[.clustersShown] == .count(3))
    #expect(table[.clustersCreated] == .count(5))
    #expect(table[.clustersReused] == .count(5))
    #expect(table[.clusterReuseRate] == .share(part: 5, of: 10))
    #expect(table[.queueWaitMaximum] == .nanoseconds(8_000_000))
    #expect(table[.latencyMedian] == .nanoseconds(9_000_000))
    #expect(table[.latencyMaximum] == .nanoseconds(12_000_000))
  }

  @Test
  func `split the latency of an update into its phases`() {
    var session = Session()
    session.wait(4)
    let queued = session.queued(0)
    session.wait(6)
    session.add(queued)
    session.wait(5)
    session.add(.cluster(.started(update: 0, layer: 1)))
    session.wait(7)
    session.add(session.computed(0), session.applied(0))
    session.wait(30)
    session.add(.cluster(.finished(update: 0, layer: 1)))
    session.add(session.queued(1, layer: 0))
    let updates = session.facts().updates
    #expect(updates.map(\.layer) == [1, 0])
    #expect(updates[0].triggeredAt == SimulatedTime(milliseconds: 4))
    #expect(updates[0].queueWait == SimulatedTime(milliseconds: 11))
    #expect(updates[0].compute == SimulatedTime(milliseconds: 7))
    #expect(updates[0].animation == SimulatedTime(milliseconds: 30))
    #expect(updates[0].latency == SimulatedTime(milliseconds: 48))
    #expect(updates[1].queueWait == nil)
    #expect(updates[1].latency == nil)
  }

  /// A batch waits for the main thread and fills the index, then the update waits in its queue, is
  /// computed, waits again, keeps the main thread busy, fades and waits.
  @Test
  func `tell apart what an update waits for the main thread and what it does there`() {
    var session = Session()
    session.wait(1)
    let queued = session.queued(0)
    func waited(_ milliseconds: Int64) -> Event.Kind {
      .cluster(.waited(update: 0, layer: 1, SimulatedTime(milliseconds: milliseconds)))
    }
    session.wait(20)
    session.add(
      .cluster(
        .indexed(
          layer: 1, began: SimulatedTime(milliseconds: 18),
          work: ClusterWork(nodesVisited: 0, pointsTouched: 0, cellsVisited: 0, distances: 0))))
    session.wait(4)
    session.add(queued, waited(15))
    session.wait(5)
    session.add(.cluster(.started(update: 0, layer: 1)))
    session.wait(7)
    session.add(session.computed(0))
    session.wait(9)
    session.add(waited(9))
    session.add(.cluster(.worked(update: 0, layer: 1, SimulatedTime(milliseconds: 11))))
    session.add(session.applied(0))
    session.wait(11 + 200 + 13)
    session.add(waited(13), .cluster(.finished(update: 0, layer: 1)))
    let update = session.facts().updates[0]
    let parts = [
      update.indexing, update.queueWait, update.compute, update.mainThreadWait,
      update.mainThreadWork, update.animation, update.latencyWithoutFade, update.latency,
    ].map { $0.map { $0.nanoseconds / 1_000_000 } }
    #expect(parts == [3, 11, 7, 37, 11, 200, 56, 269])
    #expect(parts.prefix(6).reduce(0) { $0 + ($1 ?? 0) } == parts.last)
    let table = session.facts().session
    #expect(table[.mainThreadWaitMaximum] == .nanoseconds(37_000_000))
    #expect(table[.mainThreadWorkMaximum] == .nanoseconds(11_000_000))
    #expect(table[.latencyWithoutFadeMaximum] == .nanoseconds(56_000_000))
  }

  @Test
  func `leave an unfinished update out of the latencies`() {
    var session = Session()
    session.add(session.queued(0), .cluster(.started(update: 0, layer: 1)))
    session.add(session.computed(0))
    session.clusters(2)
    session.add(session.applied(0, shown: 2, created: 2))
    let table = session.facts().session
    #expect(table[.clusterUpdates] == .count(1))
    #expect(table[.latencyMaximum] == .never)
    #expect(table[.clustersShown] == .count(2))
  }

  @Test
  func `fingerprint what the session did`() {
    var session = Session()
    session.step(1) { $0.add(.selection(.nothingMeant), frame()) }
    var behavior = BehaviorDigest()
    for event in session.events { behavior.observe(event) }
    behavior.observe(Event(time: .zero, step: -1, kind: .session(.ended)))
    #expect(session.facts().digest == behavior.digest)
  }

  /// Way of the center on the screen, in points.
  @Test(
    arguments: [
      ([(1_030, 1_040, 1)], 50),
      ([(1_000, 1_000, 1)], 0),
      ([(1_030, 1_000, 2), (1_000, 1_000, 2)], 30),
      ([(MapSize.worldSide - 1_000, 1_000, 1)], 2_000),
      ([(MapSize.worldSide - 1_000, 1_000, 1), (1_000, 1_000, 1)], 4_000),
      ([(1_000 + MapSize.worldSide, 1_000, 1)], 0),
      ([(1_000, 1_000, 0.5)], 0),
      ([(1_000, 1_000 + 12.5, 0.5)], 25),
    ] as [([(Double, Double, Double)], Int64)])
  func `measure the way of the map by the short way around the world`(
    cameras: [(Double, Double, Double)], points: Int64
  ) {
    for mover in RegionMover.allCases {
      var session = Session()
      for (x, y, scale) in cameras {
        session.add(
          .map(
            .visibleRegionChanged(
              Camera(center: MapPoint(x: x, y: y), mapPointsPerPoint: scale), by: mover)))
      }
      let table = session.facts().session
      let (panned, moved) = (table[.pointsPanned], table[.pointsMovedByApp])
      let way = MetricValue.micropoints(points * 1_000_000)
      #expect((mover == .fingers ? panned : moved) == way)
      #expect((mover == .fingers ? moved : panned) == .micropoints(0))
    }
  }
}
