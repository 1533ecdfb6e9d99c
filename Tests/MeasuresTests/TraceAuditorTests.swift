import MapEvents
import MapGeometry
import Measures
import Testing

@Suite("Auditor")
struct TraceAuditorTests {
  private static let rect = ScreenRect(minX: 0, minY: 0, width: 10, height: 10)
  private static let rects = CalloutRects(
    parent: rect, body: rect, tip: ScreenPoint(x: 5, y: 10), contain: rect)
  private static let camera = Camera(center: MapPoint(x: 1, y: 1), mapPointsPerPoint: 1)
  private static let opening = CalloutOpening(
    rects: rects, insets: EdgeInsets(all: 0), camera: camera)
  private static let rest = CalloutRest(
    rects: rects, camera: camera, secondShift: .zero, secondScaleRatio: 1)
  private static let work = ClusterWork(
    nodesVisited: 1, pointsTouched: 1, cellsVisited: 1, distances: 0)
  private static let change = ClusterChange(shown: 1, created: 1, reused: 0, removed: 0)

  private static func frame(live: Int32, pooled: Int32) -> Event.Kind {
    .frame(FrameReport(number: 1, mainThread: .zero, liveViews: live, pooledViews: pooled))
  }

  private static func view(_ view: Int32, for annotation: Int32) -> [Event.Kind] {
    [
      .view(.requested(annotation: annotation, identifier: 0)),
      .view(.created(view: view, identifier: 0)),
    ]
  }

  private func audit(_ kinds: [Event.Kind]) -> [String] {
    var auditor = TraceAuditor()
    for (index, kind) in kinds.enumerated() {
      auditor.observe(
        Event(time: SimulatedTime(nanoseconds: Int64(index)), step: 3, kind: kind))
    }
    return auditor.contradictions.map(\.sentence)
  }

  /// A session in which everything of the list below happens as it should.
  private static let good: [Event.Kind] =
    view(0, for: 10) + [.view(.didAdd(views: [0])), frame(live: 1, pooled: 0)] + [
      .map(.regionWillChange(animated: true)), .map(.visibleRegionChanged(camera)),
      .map(.regionDidChange(animated: true, camera)),
      .selection(.willSelect(annotation: 10)), .selection(.didSelect(annotation: 10)),
      .callout(.opened(callout: 0, annotation: 10, opening)),
      .callout(.settled(callout: 0, rest)),
      .cluster(.queued(update: 0, layer: 0, trigger: .pointsAdded, triggeredAt: .zero)),
      .cluster(.queued(update: 1, layer: 0, trigger: .regionChanged, triggeredAt: .zero)),
      .cluster(.started(update: 0, layer: 0)),
      .cluster(.computed(update: 0, layer: 0, work: work)),
      .cluster(.applied(update: 0, layer: 0, change: change)),
      .cluster(.finished(update: 0, layer: 0)),
      .cluster(.started(update: 1, layer: 0)),
      .selection(.willDeselect(annotation: 10)), .callout(.closed(callout: 0)),
      .selection(.didDeselect(annotation: 10)),
      .view(.returned(view: 0, annotation: 10, identifier: 0)), frame(live: 0, pooled: 1),
      .view(.requested(annotation: 11, identifier: 0)), .view(.reused(view: 0, identifier: 0)),
      frame(live: 1, pooled: 0), .session(.ended),
    ]

  @Test
  func `finds nothing in a good session`() {
    #expect(audit(TraceAuditorTests.good) == [])
  }

  @Test(
    arguments: [
      (
        [.map(.regionWillChange(animated: true)), .map(.regionWillChange(animated: true))], "began"
      ),
      ([.map(.visibleRegionChanged(camera))], "outside of a region change"),
      ([.map(.regionDidChange(animated: false, camera))], "never began"),
      (view(0, for: 1) + view(1, for: 1), "has a view already"),
      (
        view(0, for: 1) + [
          .view(.requested(annotation: 2, identifier: 0)),
          .view(.reused(view: 0, identifier: 0)),
        ], "was not there"
      ),
      (view(5, for: 1), "out of turn"),
      (
        [.view(.requested(annotation: 1, identifier: 1)), .view(.created(view: 0, identifier: 0))],
        "another identifier"
      ),
      ([.view(.requested(annotation: 1, identifier: 0)), .session(.ended)], "never came"),
      (view(0, for: 1) + [.view(.returned(view: 0, annotation: 2, identifier: 0))], "did not show"),
      (
        view(0, for: 1) + [
          .view(.returned(view: 0, annotation: 1, identifier: 0)),
          .view(.didAdd(views: [0])),
        ], "while in a pool"
      ),
      (view(0, for: 1) + [frame(live: 2, pooled: -1)], "live views"),
      (view(0, for: 1) + [frame(live: 1, pooled: 1)], "not all that were made"),
      (
        view(0, for: 1) + view(1, for: 2) + [
          .selection(.didSelect(annotation: 1)),
          .selection(.didSelect(annotation: 2)),
        ], "beside another one"
      ),
      ([.selection(.didSelect(annotation: 1))], "without a view"),
      ([.selection(.didDeselect(annotation: 1))], "was not selected"),
      ([.callout(.opened(callout: 0, annotation: 1, opening))], "what is not selected"),
      ([.callout(.settled(callout: 0, rest))], "is not open"),
      (
        view(0, for: 1) + [
          .selection(.didSelect(annotation: 1)),
          .callout(.opened(callout: 0, annotation: 1, opening)),
          .selection(.didDeselect(annotation: 1)),
        ], "outlived the selection"
      ),
      ([.cluster(.started(update: 0, layer: 0))], "never queued"),
      (
        [
          .cluster(.queued(update: 0, layer: 0, trigger: .pointsAdded, triggeredAt: .zero)),
          .cluster(.computed(update: 0, layer: 0, work: work)),
        ], "after it was queued"
      ),
      (
        [
          .cluster(.queued(update: 0, layer: 0, trigger: .pointsAdded, triggeredAt: .zero)),
          .cluster(.queued(update: 1, layer: 0, trigger: .pointsAdded, triggeredAt: .zero)),
          .cluster(.started(update: 0, layer: 0)), .cluster(.started(update: 1, layer: 0)),
        ],
        "while another one ran"
      ),
      (
        [
          .cluster(
            .queued(
              update: 0, layer: 0, trigger: .pointsAdded,
              triggeredAt: SimulatedTime(milliseconds: 1)))
        ], "before its trigger"
      ),
    ] as [([Event.Kind], String)])
  func `finds what cannot be`(kinds: [Event.Kind], word: String) {
    let found = audit(kinds)
    #expect(found.first?.contains(word) == true, "\(found)")
  }

  @Test
  func `notices time that runs backwards, and says where`() {
    var auditor = TraceAuditor()
    auditor.observe(Event(time: SimulatedTime(milliseconds: 2), step: 0, kind: .session(.ended)))
    auditor.observe(Event(time: SimulatedTime(milliseconds: 1), step: 4, kind: .session(.ended)))
    #expect(auditor.contradictions.map(\.step) == [4])
  }

  @Test
  func `keeps the first few only`() {
    let many = Array(
      repeating: Event.Kind.map(.regionDidChange(animated: false, TraceAuditorTests.camera)),
      count: 50)
    #expect(audit(many).count == TraceAuditor.limit)
  }
}
