import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Every event of the map view that is worth one, and the metric that counts it.
@Suite("Counts of the map view")
struct MapViewCountTests {
  private static let place = Coordinate(latitude: 1, longitude: 2)
  private static let middle = ScreenPoint(x: 1, y: 2)

  static let counted: [(Event.Kind, Metric, Int64)] = [
    (.view(.providerAnsweredNil(annotation: 0)), .providerNilAnswers, 1),
    (.view(.shownAgain(view: 0, identifier: 0)), .ownViewsShown, 1),
    (.view(.hidden(view: 0, by: 1)), .viewsHidden, 1),
    (.view(.joinedCluster(annotation: 0, cluster: 1)), .annotationsJoined, 1),
    (.view(.leftCluster(annotation: 0, cluster: 1)), .annotationsSeparated, 1),
    (
      .view(.clusterAnnotationRequested(first: 0, members: 3)), .clusterAnnotationsRequested, 1
    ),
    (.view(.poolsEmptied(views: 4)), .viewsDiscarded, 4),
    (.selection(.refused(.disabled(annotation: 0))), .selectionsRefused, 1),
    (.view(.roleKept(view: 0, annotation: 0)), .viewsOfAnotherRole, 1),
    (.session(.nothingDone(.pointsAbsent)), .stepsWithoutEffect, 1),
    (.session(.rowsSkipped(7)), .rowsSkipped, 7),
    (.callout(.accessoryTapped(callout: 0, annotation: 0, .left)), .accessoryTaps, 1),
    (.calloutAnnotation(.leftBehind(annotation: 0)), .calloutsLeftBehind, 1),
    (.calloutAnnotation(.tappedAway(annotation: 0)), .calloutsTappedAway, 1),
    (.calloutAnnotation(.deadTap(annotation: 0)), .deadTaps, 1),
    (.calloutAnnotation(.released(siblings: 5, reenabled: 3)), .viewsRevived, 3),
    (.calloutAnnotation(.laidOut(annotation: 7, layout(over: 2))), .calloutsMisplaced, 1),
    (.calloutAnnotation(.laidOut(annotation: 7, layout(owner: 6))), .staleReuses, 1),
    (
      .calloutAnnotation(.laidOut(annotation: 7, layout(maker: .annotation))),
      .calloutsMadeByAnnotations, 1
    ),
    (
      .callout(.pinned(callout: 0, CalloutPin(tip: middle, anchor: middle, scale: 0.7))), growing, 1
    ),
    (
      .callout(.pinned(callout: 0, CalloutPin(tip: middle, anchor: middle, scale: 1.1))), growing, 1
    ),
    (.input(.tapped(middle)), .taps, 1),
    (.drag(.stateChanged(annotation: 0, new: .starting, old: .none)), .dragsStarted, 1),
    (.drag(.stateChanged(annotation: 0, new: .ending, old: .dragging)), .dragsDropped, 1),
    (.drag(.stateChanged(annotation: 0, new: .canceling, old: .dragging)), .dragsCancelled, 1),
    (.drag(.refused(annotation: 0)), .dragsRefused, 1),
    (.drag(.geocodeRequested(annotation: 0, place)), .geocodeRequests, 1),
    (.overlay(.added(overlay: 0, level: .aboveRoads, index: 0)), .overlaysAdded, 1),
    (.overlay(.removed(overlay: 0)), .overlaysRemoved, 1),
    (.overlay(.rendererRequested(overlay: 0)), .renderersRequested, 1),
    (.overlay(.rendererMissing(overlay: 0)), .renderersMissing, 1),
    (.data(.annotationMoved(annotation: 0, place)), .annotationsMoved, 1),
    (
      .data(.replaced(layer: 0, removed: 1, added: 2, kept: 3, compared: 9)),
      .annotationsCompared, 9
    ),
    (.data(.clustersRemoved(layer: 0, clusters: 3)), .clustersRemoved, 3),
    (.data(.annotationRetitled(annotation: 0, isTitled: true)), .annotationsRetitled, 1),
    (.data(.loadBegan(load: 0, layer: 0)), .loads, 1),
    (.data(.loadCancelled(load: 0, layer: 0)), .loadsCancelled, 1),
    (.map(.regionChangeInterrupted), .regionChangesInterrupted, 1),
    (.map(.reentered(depth: 1)), .reentries, 1),
    (.map(.reentryRefused(depth: 2)), .reentriesRefused, 1),
    (.delegate(.unanswered(.viewFor)), .callbacksUnanswered, 1),
    (.animator(.cutShort(view: 3)), .fadesCutShort, 1),
    (.cluster(.subtitleRequested(annotation: 0, layer: 0)), .subtitlesRequested, 1),
  ]

  private static let growing = Metric.calloutGrowthFrames

  private static func layout(
    over: AnnotationID = 1, owner: AnnotationID = 7, maker: CalloutMaker = .delegate
  ) -> CalloutAnnotationLayout {
    CalloutAnnotationLayout(
      view: 0, maker: maker, parent: 1, over: over, content: 4, shownContent: 4,
      contentOwner: owner)
  }

  private static let uncounted: [Event.Kind] = [
    .input(.doubleTapped(middle)), .input(.twoFingersTapped), .input(.began(.pan)),
    .input(.ended(.pan, pointsPerSecond: .zero)), .view(.unhidden(view: 0)),
    .view(.didAdd(views: 3)), .overlay(.exchanged(0, 1)), .delegate(.set(to: .none)),
    .animator(.added(layer: 0, views: 4)), .animator(.removes(layer: 0, annotations: 4)),
    .drag(.viewStateSet(annotation: 0, .starting)),
    .drag(.stateChanged(annotation: 0, new: .dragging, old: .starting)),
    .drag(.stateChanged(annotation: 0, new: .none, old: .ending)),
    .selection(.didSelectAnnotation(0)), .selection(.didDeselectAnnotation(0)),
    .calloutAnnotation(.laidOut(annotation: 7, layout())),
    .callout(.pinned(callout: 0, CalloutPin(tip: middle, anchor: middle))),
  ]

  /// The metrics above that are not nothing.
  private static func found(_ table: MetricTable) -> [Metric: MetricValue] {
    var found: [Metric: MetricValue] = [:]
    for metric in counted.map(\.1) where table[metric] != .count(0) {
      found[metric] = table[metric]
    }
    return found
  }

  @Test(arguments: counted.indices)
  func `count for the session, the mark and the step, and for nothing else`(index: Int) {
    let (kind, metric, count) = MapViewCountTests.counted[index]
    var session = Session()
    session.step(0)
    session.add(.session(.mark(0)))
    session.step(1) { $0.add(kind, kind) }
    session.add(.session(.mark(1)))
    let facts = session.facts()
    let wanted: [Metric: MetricValue] = [metric: .count(2 * count)]
    #expect(MapViewCountTests.found(facts.session) == wanted)
    #expect(MapViewCountTests.found(facts.marks[0].table) == wanted)
    #expect(MapViewCountTests.found(facts.marks[1].table).isEmpty)
    #expect(MapViewCountTests.found(facts.steps[1]) == wanted)
    #expect(MapViewCountTests.found(facts.steps[0]).isEmpty)
  }

  @Test(arguments: uncounted.indices)
  func `leave out what is no more than a part of something`(index: Int) {
    var session = Session()
    session.step(0) { $0.add(MapViewCountTests.uncounted[index]) }
    #expect(MapViewCountTests.found(session.facts().session).isEmpty)
  }

  @Test
  func `tell each cluster of the map's own once, in the step in which it was formed`() {
    var session = Session()
    session.step(0) { session in
      for annotation: AnnotationID in 0..<3 {
        session.add(.view(.joinedCluster(annotation: annotation, cluster: 5)))
      }
      for annotation: AnnotationID in 3..<5 {
        session.add(.view(.joinedCluster(annotation: annotation, cluster: 6)))
      }
    }
    session.step(1) { session in
      session.add(.view(.leftCluster(annotation: 0, cluster: 5)))
      session.add(.view(.joinedCluster(annotation: 0, cluster: 9)))
    }
    let facts = session.facts()
    #expect(facts.steps.prefix(2).map { $0[.mapClusters] } == [.count(2), .count(1)])
    #expect(facts.session[.mapClusters] == .count(3))
    #expect(facts.session[.annotationsJoined] == .count(6))
    #expect(facts.session[.annotationsSeparated] == .count(1))
  }

  @Test
  func `tell what callouts of the map's own clusters say, and of how many in error`() {
    var session = Session()
    func add(_ events: ViewEvent..., to step: inout Session) {
      for event in events { step.add(.view(event)) }
    }
    let size = ClusterSize(count: 2, isUniqueLocation: false)
    session.step(0) { session in
      session.add(
        .data(.annotationAdded(annotation: 5, layer: 0, content: 1, cluster: size)))
      add(
        .joinedCluster(annotation: 0, cluster: 5), .joinedCluster(annotation: 1, cluster: 5),
        .clusterTextRead(cluster: 5, titleOf: 0, members: 2), to: &session)
    }
    session.step(1) { session in
      add(
        .joinedCluster(annotation: 2, cluster: 5),
        .clusterTextRead(cluster: 5, titleOf: 0, members: 2),
        .clusterTextRead(cluster: 5, titleOf: 0, members: 3), to: &session)
    }
    let facts = session.facts()
    #expect(facts.steps.prefix(2).map { $0[.clusterTexts] } == [.count(1), .count(2)])
    #expect(facts.steps.prefix(2).map { $0[.staleClusterTexts] } == [.count(0), .count(1)])
    #expect(facts.session[.staleClusterTexts] == .count(1))
  }

  @Test
  func `tell views made for each 1000 points`() {
    var session = Session()
    session.step(0) { session in
      session.add(.view(.created(view: 0, identifier: 0)))
      session.add(.view(.created(view: 1, identifier: 0)))
    }
    session.step(1) { session in
      let camera = Camera(center: MapPoint(x: 1_400, y: 1_300), mapPointsPerPoint: 1)
      session.add(.map(.regionWillChange(animated: false)))
      session.add(.map(.visibleRegionChanged(camera, by: .fingers)))
      session.add(.map(.regionDidChange(animated: false, camera)))
    }
    let facts = session.facts()
    #expect(facts.session[.viewsCreatedPerPan] == .share(part: 2, of: 500_000_000))
    #expect(!facts.steps[0][.viewsCreatedPerPan].isMeasured)
    #expect(facts.steps[1][.viewsCreatedPerPan] == .share(part: 0, of: 500_000_000))
  }
}
