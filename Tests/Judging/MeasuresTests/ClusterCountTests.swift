import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

/// Latency by its parts, audits, and what a controller tells beside its updates.
@Suite("Counts of clusters")
struct ClusterCountTests {
  private static func times(_ milliseconds: [Int64]) -> [MetricValue] {
    milliseconds.map { .nanoseconds($0 * 1_000_000) }
  }

  @Test
  func `the parts of latency have their own ranks`() {
    var session = Session()
    for update: Int32 in 0..<20 {
      session.update(
        update, wait: Int64(20 - update), compute: Int64(update) * 2, fade: Int64(update % 7))
    }
    let table = session.facts().session
    let found = [
      Metric.queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum, .computeMedian,
      .computePercentile95, .computeMaximum, .animationMaximum,
    ].map { table[$0] }
    #expect(found == Self.times([10, 19, 20, 18, 36, 38, 6]))
  }

  @Test
  func `updates did nothing when every count of their work is zero`() {
    var session = Session()
    let works: [(Int64, Int64, Int64, Int64)] = [
      (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0, 0, 0),
    ]
    for (update, work) in works.enumerated() {
      session.add(session.queued(Int32(update)))
      session.add(.cluster(.started(update: Int32(update), layer: 1)))
      session.add(
        .cluster(
          .computed(
            update: Int32(update), layer: 1,
            work: ClusterWork(
              nodesVisited: work.0, pointsTouched: work.1, cellsVisited: work.2,
              distances: work.3))))
    }
    // What goes into the index without work is no update.
    session.add(
      .cluster(
        .indexed(
          layer: 1,
          began: .zero,
          work: ClusterWork(nodesVisited: 0, pointsTouched: 0, cellsVisited: 0, distances: 0))))
    #expect(session.facts().session[.updatesWithoutWork] == .count(2))
  }

  @Test
  func `audits count the worst of each kind, in the scope of their update`() {
    func audit(_ lost: Int32, _ twice: Int32, _ ghosts: Int32) -> ClusterAudit {
      ClusterAudit(visible: 99, lost: lost, countedTwice: twice, ghosts: ghosts)
    }
    var session = Session()
    session.step(0) { $0.picture(0, [], audit: audit(3, 0, 1)) }
    session.step(1) { session in
      session.add(.session(.mark(0)))
      session.picture(1, [], audit: audit(2, 5, 0))
      session.picture(2, [], audit: audit(1, 4, 0))
    }
    let facts = session.facts()
    func counts(_ table: MetricTable) -> [MetricValue] {
      [.pointsLost, .pointsCountedTwice, .ghostClusters].map { table[$0] }
    }
    #expect(counts(facts.session) == [.count(3), .count(5), .count(1)])
    #expect(counts(facts.steps[0]) == [.count(3), .count(0), .count(1)])
    #expect(counts(facts.steps[1]) == [.count(2), .count(5), .count(0)])
    #expect(counts(facts.marks[0].table) == [.count(2), .count(5), .count(0)])
    #expect(counts(facts.steps[2]) == [.never, .never, .never])
  }

  /// Whatever comes in between: an update that has not ended has fading clusters beside new ones.
  @Test
  func `kinds of clusters add up to the clusters on the map, of all layers, at every instant`() {
    func kinds(_ table: MetricTable) -> [MetricValue] {
      [.clustersOfOnePoint, .clustersOfOneLocation, .clustersOfSeveralLocations, .clustersShown]
        .map { table[$0] }
    }
    func come(_ annotation: AnnotationID, _ count: Int32, isOneLocation: Bool = false) -> Event.Kind
    {
      .data(
        .annotationAdded(
          annotation: annotation, layer: LayerID(annotation.index % 2),
          content: UInt64(annotation.index),
          cluster: ClusterSize(count: count, isUniqueLocation: isOneLocation)))
    }
    func leave(_ annotation: AnnotationID) -> Event.Kind {
      .data(
        .annotationRemoved(
          annotation: annotation, layer: LayerID(annotation.index % 2),
          content: UInt64(annotation.index),
          isCluster: true))
    }
    var session = Session()
    session.step(0)
    session.step(1) { session in
      session.add(come(1, 1), come(2, 4, isOneLocation: true), come(3, 2), come(4, 3))
    }
    session.step(2) { session in
      session.add(.session(.mark(0)), leave(4))
      session.add(
        .cluster(
          .reused(
            annotation: 3, layer: 1, content: 7, size: ClusterSize(count: 1, isUniqueLocation: true)
          )))
    }
    session.step(3) { $0.add(leave(1), leave(2), leave(3)) }
    let facts = session.facts()
    #expect(kinds(facts.steps[0]) == [.never, .never, .never, .count(0)])
    #expect(kinds(facts.steps[1]) == [1, 1, 2, 4].map { .count($0) })
    #expect(kinds(facts.steps[2]) == [2, 1, 0, 3].map { .count($0) })
    #expect(kinds(facts.steps[3]) == [0, 0, 0, 0].map { .count($0) })
    #expect(kinds(facts.session) == kinds(facts.steps[3]))
    #expect(kinds(facts.marks[0].table) == kinds(facts.steps[3]))
  }

  /// The queue of a layer is serial: what filled its index while an update waited is no wait.
  @Test
  func `what fills the index before an update starts is told apart from its wait`() {
    func indexed(since began: Int64, layer: LayerID = 1) -> Event.Kind {
      .cluster(
        .indexed(
          layer: layer, began: SimulatedTime(milliseconds: began),
          work: ClusterWork(nodesVisited: 1, pointsTouched: 1, cellsVisited: 0, distances: 0)))
    }
    var session = Session()
    session.wait(10)
    session.add(indexed(since: 0))
    session.wait(10)
    let queued = session.queued(0)
    session.wait(5)
    session.add(indexed(since: 18), indexed(since: 1, layer: 0))
    session.wait(4)
    session.add(indexed(since: 26), queued)
    session.wait(2)
    session.add(.cluster(.started(update: 0, layer: 1)))
    session.wait(7)
    session.add(session.computed(0), session.applied(0))
    session.wait(30)
    session.add(.cluster(.finished(update: 0, layer: 1)))
    let facts = session.facts()
    let update = facts.updates[0]
    #expect(update.indexing == SimulatedTime(milliseconds: 8))
    #expect(update.queueWait == SimulatedTime(milliseconds: 3))
    #expect(update.compute == SimulatedTime(milliseconds: 7))
    #expect(update.animation == SimulatedTime(milliseconds: 30))
    let found = [
      Metric.indexingMedian, .indexingPercentile95, .indexingMaximum, .latencyWithoutFadeMedian,
      .latencyMaximum,
    ].map { facts.session[$0] }
    #expect(found == Self.times([7, 24, 24, 18, 48]))
    #expect(facts.session[.indexings] == 4 && facts.session[.latencies] == 1)
    #expect(facts.session.sampleCount(of: .indexingPercentile95) == 4)
    #expect(facts.session.sampleCount(of: .churn) == nil)
  }

  @Test
  func `titles, stale views, completions and what is not supported count where they happen`() {
    var session = Session()
    session.step(1) { session in
      session.add(
        .cluster(.titleRequested(annotation: 1, layer: 1)),
        .cluster(.titleRequested(annotation: 2, layer: 1)),
        .cluster(.viewNotRefreshed(annotation: 1, layer: 1)))
      for call: Int32 in 0..<3 { session.add(.cluster(.completed(layer: 1, call: call))) }
      session.add(.cluster(.paused(layer: 1, true)))
      for request: ClusterEvent.Request in [.pause, .resume, .update, .update] {
        session.add(.cluster(.unsupported(layer: 1, request)))
      }
    }
    let facts = session.facts()
    for table in [facts.session, facts.steps[1]] {
      #expect(table[.titlesRequested] == .count(2))
      #expect(table[.staleClusterViews] == .count(1))
      #expect(table[.completions] == .count(3))
      #expect(table[.unsupportedCalls] == .count(4))
    }
    #expect(facts.steps[0][.completions] == .count(0))
  }
}
