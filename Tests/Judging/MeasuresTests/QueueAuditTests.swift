import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// What no queue does and nobody may tell of clusters.
@Suite("Auditor of cluster updates")
struct QueueAuditTests {
  private static let place = Coordinate(latitude: 1, longitude: 2)
  private static let change = ClusterChange(shown: 1, created: 1, reused: 0, removed: 0)
  private static let work = ClusterWork(
    nodesVisited: 1, pointsTouched: 1, cellsVisited: 1, distances: 0)

  private static func queued(_ update: Int32, layer: LayerID = 0) -> Event.Kind {
    .cluster(.queued(update: update, layer: layer, trigger: .pointsAdded, triggeredAt: .zero))
  }

  private static func started(_ update: Int32, layer: LayerID = 0) -> Event.Kind {
    .cluster(.started(update: update, layer: layer))
  }

  private static func cancelled(_ update: Int32) -> Event.Kind {
    .cluster(.cancelled(update: update, layer: 0))
  }

  private static func coalesced(_ update: Int32, into: Int32) -> Event.Kind {
    .cluster(.coalesced(update: update, layer: 0, into: into))
  }

  private static func listed(
    _ annotation: AnnotationID, layer: LayerID = 0, count: Int32 = 2
  ) -> Event.Kind {
    .cluster(
      .listed(
        annotation: annotation, layer: layer, content: 9, count: count, isUniqueLocation: false,
        place))
  }

  private static func added(_ annotation: AnnotationID, isCluster: Bool = true) -> Event.Kind {
    .data(
      .annotationAdded(
        annotation: annotation, layer: 0, content: 9, cluster: isCluster ? .several : nil))
  }

  private static func audited(
    visible: Int32 = 5, lost: Int32 = 0, twice: Int32 = 0, ghosts: Int32 = 0
  ) -> Event.Kind {
    .cluster(
      .audited(
        update: 0, layer: 0,
        ClusterAudit(visible: visible, lost: lost, countedTwice: twice, ghosts: ghosts)))
  }

  private static func completed(_ call: Int32, layer: LayerID = 0) -> Event.Kind {
    .cluster(.completed(layer: layer, call: call))
  }

  private static func paused(_ isPaused: Bool, layer: LayerID = 0) -> Event.Kind {
    .cluster(.paused(layer: layer, isPaused))
  }

  private func audit(_ kinds: [Event.Kind]) -> [String] {
    var auditor = TraceAuditor()
    for (index, kind) in kinds.enumerated() {
      auditor.observe(
        Event(time: SimulatedTime(nanoseconds: Int64(index)), step: 3, kind: kind))
    }
    return auditor.contradictions.map(\.sentence)
  }

  @Test
  func `finds nothing in a good session`() {
    let kinds: [Event.Kind] = [
      Self.queued(0), Self.started(0), Self.queued(1), Self.queued(2), Self.coalesced(1, into: 2),
      .cluster(.computed(update: 0, layer: 0, work: Self.work)), Self.added(7),
      .cluster(.applied(update: 0, layer: 0, change: Self.change)),
      .cluster(.finished(update: 0, layer: 0)), Self.listed(7),
      Self.audited(lost: 5, twice: 9, ghosts: 1), Self.completed(4), Self.completed(1),
      Self.completed(2, layer: 1), .cluster(.moved(annotation: 7, layer: 0, Self.place)),
      Self.paused(true), Self.queued(3, layer: 1), Self.started(3, layer: 1), Self.paused(false),
      Self.started(2), .cluster(.titleRequested(annotation: 7, layer: 0)),
      .cluster(.subtitleRequested(annotation: 7, layer: 0)),
      .cluster(.viewNotRefreshed(annotation: 7, layer: 0)),
    ]
    #expect(audit(kinds) == [])
  }

  @Test(
    arguments: [
      (
        [queued(0), queued(1), coalesced(0, into: 1), started(0)], "started after it was coalesced"
      ),
      (
        [queued(0), started(0), queued(1), coalesced(0, into: 1)], "coalesced after it was started"
      ),
      (
        [queued(0), coalesced(0, into: 1), coalesced(0, into: 2)],
        "coalesced after it was coalesced"
      ),
      ([queued(0), queued(1), coalesced(1, into: 0)], "not newer"),
      ([queued(0), coalesced(0, into: 0)], "not newer"),
      ([coalesced(0, into: 1)], "never queued"),
      ([cancelled(0)], "never queued"),
      ([queued(0), cancelled(0), cancelled(0)], "cancelled twice"),
      ([queued(0), queued(1), coalesced(0, into: 1), cancelled(0)], "after it was coalesced"),
      ([queued(0), started(0, layer: 1)], "changed its layer"),
      ([paused(true), queued(0), started(0)], "while its layer was paused"),
      ([queued(0), paused(false), paused(true), queued(1)], "while its layer was paused"),
      ([listed(7)], "7 is listed but is not on the map"),
      ([added(7, isCluster: false), listed(7)], "7 is listed but is not on the map"),
      (
        [
          added(7),
          .data(.annotationRemoved(annotation: 7, layer: 0, content: 9, isCluster: true)),
          listed(7),
        ], "7 is listed but is not on the map"
      ),
      ([added(7), listed(7, layer: 1)], "in another layer"),
      ([added(7), listed(7, count: 0)], "has 0 points"),
      ([added(7), listed(7, count: 9)], "another size"),
      ([added(7), listed(7, count: 1)], "of a single point has several locations"),
      ([.cluster(.moved(annotation: 7, layer: 0, place))], "7 moved but is not on the map"),
      ([audited(lost: 6)], "lost 6 of 5"), ([audited(visible: -1)], "below zero"),
      ([audited(lost: -1)], "below zero"), ([audited(twice: -1)], "below zero"),
      ([audited(ghosts: -1)], "below zero"),
      ([completed(3), completed(2), completed(3)], "call 3 completed twice"),
    ] as [([Event.Kind], String)])
  func `finds what cannot be`(kinds: [Event.Kind], word: String) {
    let found = audit(kinds)
    #expect(found.first?.contains(word) == true, "\(found)")
  }
}
