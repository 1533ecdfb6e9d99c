import MapEvents
import MapGeometry
import Testing

@testable import Measures

@Suite("Auditor")
struct TraceAuditorTests {
  private static let rect = ScreenRect(minX: 0, minY: 0, width: 10, height: 10)
  private static let rects = CalloutRects(
    parent: rect, body: rect, tip: ScreenPoint(x: 5, y: 10), contain: rect)
  private static let camera = Camera(center: MapPoint(x: 1, y: 1), mapPointsPerPoint: 1)
  private static let opening = CalloutOpening(
    rects: rects, insets: EdgeInsets(all: 0), camera: camera, move: .none,
    probes: CalloutProbes(atOnce: CalloutProbe(), center: camera.center, mapPointsPerPoint: 1))
  private static let rest = SettledCallout(
    rects: rects, camera: camera, secondShift: .zero, secondScaleRatio: 1)
  private static let work = ClusterWork(
    nodesVisited: 1, pointsTouched: 1, cellsVisited: 1, distances: 0)
  private static let change = ClusterChange(shown: 1, created: 1, reused: 0, removed: 0)

  private static func frame(live: Int32, pooled: Int32) -> Event.Kind {
    .frame(FrameReport(number: 1, mainThread: .zero, liveViews: live, pooledViews: pooled))
  }

  private static func view(_ view: ViewID, for annotation: AnnotationID) -> [Event.Kind] {
    coming(view, for: annotation) + [displayed(view, for: annotation)]
  }

  /// A view that is not displayed yet.
  private static func coming(_ view: ViewID, for annotation: AnnotationID) -> [Event.Kind] {
    [
      .view(.requested(annotation: annotation, identifier: 0)),
      .view(.created(view: view, identifier: 0)),
    ]
  }

  private static func displayed(_ view: ViewID, for annotation: AnnotationID) -> Event.Kind {
    .view(
      .displayed(
        view: view, annotation: annotation,
        ViewState(
          title: -1, accessory: -1, callout: -1, isTransformed: false, isSelected: false)))
  }

  /// A drag through states, from the first to the last.
  private static func drag(_ states: DragState..., annotation: AnnotationID = 10) -> [Event.Kind] {
    zip(states.dropFirst(), states).flatMap { new, old -> [Event.Kind] in
      [
        .drag(.viewStateSet(annotation: annotation, new)),
        .drag(.stateChanged(annotation: annotation, new: new, old: old)),
      ]
    }
  }

  private static func overlay(_ overlay: Int32, at index: Int32 = 0) -> Event.Kind {
    .overlay(.added(overlay: overlay, level: .aboveRoads, index: index))
  }

  private func audit(_ kinds: [Event.Kind]) -> [String] {
    var auditor = TraceAuditor()
    for (index, kind) in kinds.enumerated() {
      auditor.observe(
        Event(time: SimulatedTime(nanoseconds: Int64(index)), step: 3, kind: kind))
    }
    return auditor.contradictions.map(\.sentence)
  }

  /// A session in which everything of the lists below happens as it should.
  private static let good: [Event.Kind] = [
    region, selection, views, members, ownView, touches, overlays,
  ].flatMap { $0 }

  private static let region: [Event.Kind] =
    view(0, for: 10) + [
      .view(.didAdd(views: 1)), frame(live: 1, pooled: 0),
      .map(.regionWillChange(animated: true)), .map(.visibleRegionChanged(camera, by: .app)),
      .map(.regionChangeInterrupted), .map(.regionDidChange(animated: true, camera)),
      .map(.reentered(depth: 1)), .map(.regionWillChange(animated: false)),
      .map(.regionDidChange(animated: false, camera)), .map(.reentered(depth: 2)),
      .map(.reentryRefused(depth: 3)), .map(.reentered(depth: 1)),
      .map(.resized(ScreenSize(width: 9, height: 9))), .map(.trackingChanged(.follow)),
      .map(.trackingChanged(.none)),
    ]

  private static let selection: [Event.Kind] = [
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
  ]

  private static let views: [Event.Kind] = [
    .view(.returned(view: 0, annotation: 10, identifier: 0)), frame(live: 0, pooled: 1),
    .view(.requested(annotation: 11, identifier: 0)), .view(.reused(view: 0, identifier: 0)),
    .view(.clusteringLost(view: 0, annotation: 11)),
    displayed(0, for: 11),
    .view(.requested(annotation: 12, identifier: 0)), .view(.providerAnsweredNil(annotation: 12)),
    .view(.created(view: 1, identifier: 0)), displayed(1, for: 12), .view(.didAdd(views: 2)),
    .view(.hidden(view: 1, by: 0)), .view(.unhidden(view: 1)), .view(.hidden(view: 1, by: 0)),
    .view(.returned(view: 1, annotation: 12, identifier: 0)),
    .view(.requested(annotation: 13, identifier: 0)), .view(.reused(view: 1, identifier: 0)),
    displayed(1, for: 13), .view(.didAdd(views: 1)), .view(.hidden(view: 1, by: 0)),
    frame(live: 2, pooled: 0),
  ]

  /// A view that its annotation keeps, which goes with it.
  private static let ownView: [Event.Kind] = [
    .view(.requested(annotation: 15, identifier: 0)), .view(.created(view: 2, identifier: 0)),
    displayed(2, for: 15), .view(.didAdd(views: 1)), .view(.setAside(view: 2, annotation: 15)),
    frame(live: 1, pooled: 1), .view(.requested(annotation: 15, identifier: 0)),
    .view(.shownAgain(view: 2, identifier: 0)), displayed(2, for: 15), .view(.didAdd(views: 1)),
    .view(.setAside(view: 2, annotation: 15)), removed(15), .view(.released(view: 2)),
    frame(live: 1, pooled: 1),
  ]

  private static let members: [Event.Kind] =
    [.view(.clusterAnnotationRequested(first: 11, members: 2))] + joined(11, 13, to: 14)
    + [
      .view(.clusterTextRead(cluster: 14, titleOf: 14, members: 2)),
      .view(.clusterTextRead(cluster: 14, titleOf: 13, members: 2)),
      .view(.clusterTextRead(cluster: 14, titleOf: .none, members: 2)),
      .view(.returned(view: 0, annotation: 11, identifier: 0)),
      .view(.returned(view: 1, annotation: 13, identifier: 0)), frame(live: 0, pooled: 2),
      .view(.leftCluster(annotation: 11, cluster: 14)), removed(11),
      .view(.leftCluster(annotation: 13, cluster: 14)), removed(14),
      .view(.requested(annotation: 13, identifier: 0)), .view(.reused(view: 1, identifier: 0)),
      displayed(1, for: 13), .view(.didAdd(views: 1)), frame(live: 1, pooled: 1),
    ]

  /// Annotations join a cluster.
  private static func joined(_ annotations: AnnotationID..., to cluster: AnnotationID) -> [Event
    .Kind]
  {
    annotations.map { .view(.joinedCluster(annotation: $0, cluster: cluster)) }
  }

  private static func removed(_ annotation: AnnotationID) -> Event.Kind {
    .data(
      .annotationRemoved(annotation: annotation, layer: 0, content: 0, isCluster: false))
  }

  private static let touches: [Event.Kind] =
    drag(.none, .starting, .dragging, .ending)
    + [.drag(.geocodeRequested(annotation: 10, place))] + drag(.ending, .none)
    + [.drag(.geocodeRequested(annotation: 10, place)), .drag(.refused(annotation: 10))]
    + drag(.none, .starting, .canceling, .none)
    + drag(.none, .starting, .dragging, .canceling, .none, annotation: 11)

  private static let overlays: [Event.Kind] = [
    overlay(0), overlay(1), .overlay(.added(overlay: 2, level: .aboveLabels, index: 0)),
    .overlay(.rendererRequested(overlay: 1)), .overlay(.rendererMissing(overlay: 1)),
    .overlay(.exchanged(0, 1)), .overlay(.removed(overlay: 1)), overlay(1, at: 1),
    .overlay(.rendererRequested(overlay: 1)),
    .overlay(.exchanged(0, 2)), .overlay(.removed(overlay: 0)),
    .overlay(.added(overlay: 0, level: .aboveRoads, index: 2)), .session(.ended),
  ]

  private static let place = Coordinate(latitude: 1, longitude: 2)

  @Test
  func `finds nothing in a good session`() {
    #expect(audit(TraceAuditorTests.good) == [])
  }

  @Test(
    arguments: [
      (
        [.map(.regionWillChange(animated: true)), .map(.regionWillChange(animated: true))], "began"
      ),
      ([.map(.visibleRegionChanged(camera, by: .app))], "outside of a region change"),
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

  @Test(
    arguments: [
      ([.map(.regionChangeInterrupted)], "interrupted that never began"),
      (
        [
          .view(.requested(annotation: 1, identifier: 0)),
          .view(.requested(annotation: 2, identifier: 0)),
        ],
        "before the last one came"
      ),
      (
        view(0, for: 1) + [
          .view(.returned(view: 0, annotation: 1, identifier: 0)),
          .view(.requested(annotation: 1, identifier: 1)), .view(.reused(view: 0, identifier: 1)),
        ], "changed its identifier"
      ),
      (
        view(0, for: 1) + view(1, for: 2) + [
          .selection(.didSelect(annotation: 1)), .selection(.willSelect(annotation: 2)),
        ], "beside another one"
      ),
      ([.selection(.willDeselect(annotation: 1))], "was not selected"),
      (
        view(0, for: 1) + [
          .selection(.didSelect(annotation: 1)),
          .callout(.opened(callout: 0, annotation: 1, opening)),
          .callout(.opened(callout: 1, annotation: 1, opening)),
        ], "opened beside another one"
      ),
      ([.callout(.closed(callout: 0))], "is not open"),
      ([.callout(.interrupted(callout: 0))], "is not open"),
      (
        [.callout(.pinned(callout: 0, CalloutPin(tip: rects.tip, anchor: rects.tip)))],
        "is not open"
      ),
      ([.callout(.accessoryTapped(callout: 0, annotation: 1, .left))], "is not open"),
      (
        [.cluster(.queued(update: 1, layer: 0, trigger: .pointsAdded, triggeredAt: .zero))],
        "queued out of turn"
      ),
      (
        [
          .cluster(.queued(update: 0, layer: 0, trigger: .pointsAdded, triggeredAt: .zero)),
          .cluster(.finished(update: 0, layer: 0)),
        ], "did not run"
      ),
      ([.map(.reentered(depth: 2))], "2 deep after one 0 deep"),
      (
        [
          .map(.regionWillChange(animated: true)),
          .map(.resized(ScreenSize(width: 9, height: 9))),
        ], "resized in a region change"
      ),
      ([.map(.trackingChanged(.none))], "followed the user as it did before"),
      ([.map(.reentered(depth: 0))], "0 deep"),
      ([.map(.reentered(depth: 1)), .map(.reentryRefused(depth: 3))], "3 deep after one 1 deep"),
      (
        [.map(.regionWillChange(animated: true)), .map(.reentered(depth: 1))],
        "that had not ended"
      ),
      ([displayed(0, for: 1)], "did not just come"),
      (view(0, for: 1) + [displayed(0, for: 1)], "did not just come"),
      (coming(0, for: 1) + [displayed(0, for: 2)], "another annotation"),
      (coming(0, for: 1) + coming(1, for: 2), "not displayed"),
      (coming(0, for: 1) + [frame(live: 1, pooled: 0)], "not displayed"),
      (coming(0, for: 1) + [.view(.didAdd(views: 0))], "not displayed"),
      (coming(0, for: 1) + [.session(.ended)], "not displayed"),
      (
        coming(0, for: 1) + [.view(.returned(view: 0, annotation: 1, identifier: 0))],
        "left before"
      ),
      (view(0, for: 1) + [.view(.didAdd(views: 2))], "received 2 views, 1"),
      (
        view(0, for: 1) + [.view(.didAdd(views: 1)), .view(.didAdd(views: 1))],
        "received 1 views, 0"
      ),
      (view(0, for: 1) + [.session(.ended)], "never received"),
      ([.view(.providerAnsweredNil(annotation: 1))], "was not requested"),
      ([.view(.released(view: 0))], "kept by no annotation"),
      (
        view(0, for: 1) + [
          .view(.didAdd(views: 1)), .view(.setAside(view: 0, annotation: 1)),
          .view(.requested(annotation: 2, identifier: 0)),
          .view(.shownAgain(view: 0, identifier: 0)),
        ], "not kept for its annotation"
      ),
      ([.view(.hidden(view: 0, by: 1))], "but not on the map"),
      (view(0, for: 1) + [.view(.hidden(view: 0, by: 0))], "hidden by what is not on the map"),
      (
        view(0, for: 1) + view(1, for: 2)
          + [.view(.hidden(view: 0, by: 1)), .view(.hidden(view: 0, by: 1))], "hidden twice"
      ),
      (view(0, for: 1) + [.view(.unhidden(view: 0))], "was not hidden"),
      (joined(1, 2, to: 9) + joined(2, to: 8), "joined a second cluster"),
      (joined(1, 2, to: 9) + [.view(.leftCluster(annotation: 1, cluster: 8))], "was not in it"),
      ([.view(.leftCluster(annotation: 1, cluster: 8))], "was not in it"),
      (
        [.view(.clusterTextRead(cluster: 9, titleOf: .none, members: 2))],
        "has the text of a cluster"
      ),
      (
        joined(1, 2, to: 9) + [.view(.clusterTextRead(cluster: 9, titleOf: 3, members: 2))],
        "annotation 3, which is not in it"
      ),
      (
        joined(1, 2, to: 9) + [.view(.clusterAnnotationRequested(first: 2, members: 2))],
        "begins a cluster and is still in one"
      ),
      ([.view(.clusteringLost(view: 3, annotation: 1))], "but did not just come"),
      ([.view(.poolsEmptied(views: 2))], "2 views went with their pools, in which 0 were"),
      (
        view(0, for: 1) + [
          .view(.returned(view: 0, annotation: 1, identifier: 0)),
          .view(.poolsEmptied(views: 1)), .view(.requested(annotation: 2, identifier: 0)),
          .view(.reused(view: 0, identifier: 0)),
        ], "but was not there"
      ),
      ([.view(.memoryChanged(view: 3, bytes: 1))], "takes memory but is not on the map"),
      (
        view(0, for: 1) + [
          .view(.memoryChanged(view: 0, bytes: 5)), .view(.memoryChanged(view: 0, bytes: 5)),
        ], "occupies 5 bytes as before"
      ),
      (joined(1, 2, to: 9) + view(0, for: 2), "which is in a cluster"),
      (joined(1, 2, to: 9) + [removed(1)], "is still in a cluster"),
      (joined(1, 2, to: 9) + [removed(9)], "removed with 2 annotations"),
      (joined(1, to: 9) + [frame(live: 0, pooled: 0)], "has 1 members"),
      (
        view(0, for: 1) + [.view(.didAdd(views: 1))] + joined(1, 2, to: 9)
          + [frame(live: 1, pooled: 0)], "is in a cluster and has no view, unlike others"
      ),
      (
        view(0, for: 1) + view(1, for: 2) + [
          .view(.hidden(view: 0, by: 1)),
          .view(.returned(view: 0, annotation: 1, identifier: 0)), .view(.unhidden(view: 0)),
        ], "was not hidden"
      ),
    ] as [([Event.Kind], String)])
  func `finds what no view and no region does`(kinds: [Event.Kind], word: String) {
    let found = audit(kinds)
    #expect(found.first?.contains(word) == true, "\(found)")
  }

  @Test(
    arguments: [
      (drag(.none, .dragging), "from none to dragging"),
      (drag(.none, .starting, .none), "from starting to none"),
      (drag(.none, .starting, .ending), "from starting to ending"),
      (drag(.none, .starting, .dragging, .none), "from dragging to none"),
      (drag(.none, .starting, .dragging, .starting), "from dragging to starting"),
      (drag(.none, .starting, .canceling, .dragging), "from canceling to dragging"),
      (drag(.none, .starting) + drag(.dragging, .ending), "was not in"),
      (drag(.none, .starting) + drag(.none, .starting, annotation: 11), "beside another one"),
      (
        [.drag(.stateChanged(annotation: 10, new: .starting, old: .none))],
        "was not set to starting"
      ),
      (drag(.none, .starting) + [.drag(.refused(annotation: 10))], "was refused"),
      (drag(.none, .starting, .dragging, .ending) + [.session(.ended)], "never came to its end"),
      (
        drag(.none, .starting) + [.drag(.geocodeRequested(annotation: 10, place))],
        "while it was starting"
      ),
      ([overlay(0), overlay(0)], "added twice"),
      ([overlay(0, at: 1)], "no place 1"),
      ([overlay(0, at: -1)], "no place -1"),
      ([.overlay(.removed(overlay: 0))], "was not on the map"),
      ([overlay(0), .overlay(.exchanged(0, 0))], "not two on the map"),
      ([overlay(0), .overlay(.exchanged(0, 1))], "not two on the map"),
      ([overlay(0), .overlay(.exchanged(1, 0))], "not two on the map"),
      // Overlay 0 lies over the labels now, so the roads have one overlay and no place 2.
      (
        [
          overlay(0), .overlay(.added(overlay: 1, level: .aboveLabels, index: 0)),
          .overlay(.exchanged(0, 1)), .overlay(.removed(overlay: 0)), overlay(2, at: 2),
        ], "no place 2"
      ),
      ([.overlay(.rendererRequested(overlay: 0))], "while it was not on the map"),
      (
        [
          overlay(0), .overlay(.rendererRequested(overlay: 0)),
          .overlay(.rendererRequested(overlay: 0)),
        ], "requested twice"
      ),
      ([overlay(0), .overlay(.rendererMissing(overlay: 0))], "never requested"),
    ] as [([Event.Kind], String)])
  func `finds what no drag and no overlay does`(kinds: [Event.Kind], word: String) {
    let found = audit(kinds)
    #expect(found.first?.contains(word) == true, "\(found)")
  }

  /// The table of the published states, written a second time.
  @Test
  func `knows every way from one state of a drag to another`() {
    let ways = ["01", "12", "13", "23", "24", "30", "40"]
    for old in DragState.allCases {
      for new in DragState.allCases {
        let isWay = ways.contains("\(old.rawValue)\(new.rawValue)")
        #expect(DragAudit.follows(new, after: old) == isWay, "\(old) to \(new)")
      }
    }
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
