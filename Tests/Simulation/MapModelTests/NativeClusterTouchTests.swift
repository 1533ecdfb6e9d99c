import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What fingers, options and settings do to the map's own clusters.
@Suite("Built-in clusters at work")
struct NativeClusterTouchTests {
  private typealias Maps = NativeClusterTests

  @Test
  func `let a selected member of another place alone, and take it in when it is deselected`() {
    let test = Maps.map()
    test.map.tap(point: 2, layer: 0)
    test.map.move([2], in: 0, to: [TestMap.coordinate(x: 104, y: 100)])
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [3: [0, 1]])
    #expect(Maps.shown(test.map) == [2, 3])
    test.map.deselectAnnotation()
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [4: [0, 1, 2]])
  }

  @Test
  func `are meant by the ids of their members`() {
    let test = Maps.map()
    _ = test.take()
    #expect(test.map.tap(point: 1, layer: 0))
    #expect(test.take(.selection) == ["willSelect 3", "didSelect 3", "didSelect annotation 3"])
    #expect(test.map.tap(nearestTo: TestMap.coordinate(x: 105, y: 102)))
    #expect(test.map.selectedSerial == 3)
  }

  @Test(arguments: MapOptions.ClusterTitles.allCases)
  func `say in their callout whose title they have and how many more they are`(
    titles: MapOptions.ClusterTitles
  ) {
    let test = Maps.map(
      [(x: 100, y: 100), (x: 105, y: 100), (x: 110, y: 100), (x: 200, y: 100)],
      layers: [.grouped(callout: .plain(width: 20, height: 20))],
      options: .with { $0.clusterTitles = titles })
    func texts() -> [String] { test.take(.view).filter { $0.hasPrefix("text") } }
    #expect(texts().isEmpty)
    test.map.tap(point: 3, layer: 0)
    #expect(texts().isEmpty)
    test.map.tap(point: 1, layer: 0)
    var found = texts()
    test.map.remove([0, 3], from: 0)
    found += texts()
    test.map.deselectAnnotation()
    test.map.add([0], to: 0)
    test.map.tap(point: 2, layer: 0)
    found += texts()
    #expect(
      found
        == (titles == .titleOnly
          ? [] : ["text of 4: 0 of 3", "text of 4: 1 of 2", "text of 4: 1 of 2"]))
  }

  @Test(
    arguments: [
      (.ofMap, ["text of 4: 0 of 3", "text of 4: 1 of 2"]),
      (.ownTitle, ["cluster of 0 and 2", "text of 4: 4 of 3", "text of 4: 4 of 2"]),
      (.titleSetOnce, ["cluster of 0 and 2", "text of 4: 4 of 3", "text of 4: 4 of 3"]),
      (.noTitle, ["cluster of 0 and 2"]),
    ] as [(ClusterAnnotation, [String])])
  func `have the annotation and the title that the app gives them`(
    answer: ClusterAnnotation, expected: [String]
  ) {
    var layer = LayerSetup.grouped(callout: .plain(width: 20, height: 20))
    layer.view.clusterAnnotation = answer
    layer.clusterView.canShowCallout = true
    let test = Maps.map(
      [(x: 100, y: 100), (x: 105, y: 100), (x: 110, y: 100), (x: 200, y: 100)],
      layers: [layer], options: .with { $0.clusterTitles = .titleAndSubtitle })
    test.map.tap(point: 1, layer: 0)
    #expect(test.map.selectedSerial == (answer == .noTitle ? nil : 4))
    test.map.remove([0], from: 0)
    let words = test.take(.view).filter { $0.hasPrefix("text") || $0.hasPrefix("cluster") }
    #expect(words == expected)
  }

  @Test
  func `have the map's annotation when nobody answers for the app`() {
    var layer = LayerSetup.grouped()
    layer.view.clusterAnnotation = .noTitle
    let test = TestMap(
      screenPoints: Maps.trio, layers: [layer], options: .asRecorded, losesDelegate: true)
    test.addAll(to: 0)
    // The views are there and the clusters are not.
    test.map.layout.updateViews()
    test.map.setDelegate(.none)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.view, .delegate)
    #expect(words.contains("cluster of 0 and 1"))
    #expect(words.contains("unanswered clusterAnnotation"))
    let cluster = test.map.annotations[test.map.layout.native.clusters[0].annotation]
    #expect(test.map.settings.isTitled(cluster))
  }

  @Test(arguments: [StaleState(), .clustering])
  func `are not formed of views that have lost their identifier in the pool`(
    notReset: StaleState
  ) {
    var layer = LayerSetup.grouped()
    layer.view.notReset = notReset
    let test = Maps.map(layers: [layer])
    let home = TestMap.coordinate(x: 150, y: 100)
    #expect(Maps.clusters(test.map) == [3: [0, 1]])
    for place in [TestMap.coordinate(x: 2_000, y: 100), home] {
      test.map.setCenter(place, animated: false)
      #expect(test.map.advanceUntilSettled())
    }
    #expect(Maps.clusters(test.map) == (notReset.isEmpty ? [4: [0, 1]] : [:]))
    let words = test.take(.view).filter { $0.hasSuffix("clusters no more") }
    #expect(words.count == (notReset.isEmpty ? 0 : 3))
    // However near they come.
    test.map.move([0, 1], in: 0, to: [home, home])
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map).count == (notReset.isEmpty ? 1 : 0))
  }

  @Test(arguments: ReplaceMethod.allCases, ReplaceSource.allCases)
  func `go with the other annotations of the map that an app replaces`(
    how: ReplaceMethod, source: ReplaceSource
  ) {
    let test = Maps.map()
    _ = test.take()
    test.map.replacePoints(of: 0, with: test.allPoints, how: how, knownFrom: source)
    let words = test.take(.data).filter { $0.contains("cluster") || $0.contains("replaced") }
    let counts = how == .all ? "-3 +3 =0 of 0" : "-0 +0 =3 of \(source == .map ? 7 : 6)"
    #expect(words == (source == .map ? ["1 clusters from 0"] : []) + ["replaced in 0: \(counts)"])
    let isLeft = how == .changed && source == .ownList
    #expect(test.map.layout.native.clusters.count == (isLeft ? 1 : 0))
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.layout.native.clusters.count == 1)
  }

  @Test
  func `cannot be carried`() {
    var layer = LayerSetup.grouped()
    layer.view.isDraggable = true
    layer.clusterView.isDraggable = true
    let test = Maps.map(layers: [layer])
    _ = test.take()
    test.map.drag(
      .point(0, layer: 0), by: ScreenOffset(dx: 50, dy: 0), over: SimulatedTime(milliseconds: 100),
      end: .drop)
    #expect(test.take(.drag) == ["drag of 3 refused"])
    #expect(Maps.clusters(test.map) == [3: [0, 1]])
  }

  @Test
  func `take in what is carried to them once it is dropped and deselected`() {
    var layer = LayerSetup.grouped()
    layer.view.isDraggable = true
    let test = Maps.map(layers: [layer])
    test.map.drag(
      .point(2, layer: 0), by: ScreenOffset(dx: -96, dy: 0),
      over: SimulatedTime(milliseconds: 600), end: .drop)
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [3: [0, 1]])
    test.map.deselectAnnotation()
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [4: [0, 1, 2]])
  }

  /// Dropped on others a pin joins them at once; dropped apart it stays selected, and joins later.
  @Test(arguments: MapOptions.DroppedPins.allCases, [-96.0, -40])
  func `take in what is dropped on them as the options say`(
    option: MapOptions.DroppedPins, dx: Double
  ) {
    var layer = LayerSetup.grouped()
    layer.view.isDraggable = true
    let test = Maps.map(layers: [layer], options: .with { $0.droppedPins = option })
    _ = test.take()
    test.map.drag(
      .point(2, layer: 0), by: ScreenOffset(dx: dx, dy: 0),
      over: SimulatedTime(milliseconds: 600), end: .drop)
    #expect(test.map.advanceUntilSettled())
    let joins = option == .join && dx == -96
    #expect(
      Maps.clusters(test.map).values.sorted { $0.count < $1.count } == [
        joins ? [0, 1, 2] : [0, 1]
      ])
    #expect((test.map.selectedSerial == nil) == joins)
    #expect(test.take(.selection).contains("didDeselect 2") == joins)
    // Whoever stays selected is looked for no more, also where the others come to it.
    test.map.zoom(byLevels: -1, over: SimulatedTime(milliseconds: 100))
    #expect(test.map.advanceUntilSettled())
    #expect((test.map.selectedSerial == nil) == joins)
  }

  @Test(arguments: MapOptions.RemovalOfSelected.allCases)
  func `are deselected when they go, as what is removed`(order: MapOptions.RemovalOfSelected) {
    let test = Maps.map(
      layers: [.grouped(callout: .plain(width: 20, height: 20))],
      options: .with { $0.removalOfSelected = order })
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.zoom(byLevels: 3, over: SimulatedTime(milliseconds: 20))
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.view, .selection, .data).filter { !$0.hasPrefix("leave") }
    let wanted =
      order == .deselectsFirst
      ? [
        "willDeselect 3", "didDeselect 3", "didDeselect annotation 3", "return d of 3", "remove 3",
      ]
      : [
        "return d of 3", "willDeselect 3", "didDeselect 3", "didDeselect annotation 3", "remove 3",
      ]
    #expect(words.contains(wanted[0]))
    #expect(Array(words.drop { $0 != wanted[0] }.prefix(5)) == wanted)
    #expect(test.map.selectedSerial == nil)
  }

  @Test
  func `are no part of what the map is asked to show`() {
    let test = Maps.map()
    let before = test.map.viewport
    test.map.showAnnotations(of: [0], padding: EdgeInsets(all: 0), animated: false)
    #expect(test.map.viewport != before)
    let places = test.allPoints.map {
      test.map.viewport.screenPoint(
        for: Projection.mapKit.mapPoint(for: test.map.coordinate(of: $0, in: 0)))
    }
    #expect(abs((places.map(\.x).min() ?? -1) - 0) < 1e-6)
    #expect(abs((places.map(\.x).max() ?? -1) - 300) < 1e-6)
  }

  @Test
  func `are formed in the order that the options say`() {
    // The one in the middle collides with both others, which do not collide.
    let points = [(x: 100.0, y: 100.0), (x: 115, y: 100), (x: 130, y: 100)]
    for (order, expected) in [
      (.displayPriority, [3: [1, 0, 2]]), (.insertion, [3: [0, 1]]),
    ] as [(MapOptions.ClusteringOrder, [AnnotationID: [AnnotationID]])] {
      let test = TestMap(
        screenPoints: points, layers: [.grouped(priority: 250), .grouped()],
        options: .with { $0.clusteringOrder = order })
      test.map.add([0], to: 0)
      test.map.add([1], to: 1)
      test.map.add([2], to: 0)
      #expect(test.map.advanceUntilSettled())
      #expect(Maps.clusters(test.map) == expected)
    }
  }

  @Test
  func `are formed at the times that the options say`() {
    for times in MapOptions.ClusteringTimes.allCases {
      let test = Maps.map(options: .with { $0.clusteringTimes = times })
      _ = test.take()
      // Nearer and back again: only who looks meanwhile sees them apart.
      test.map.zoom(byLevels: 2, over: SimulatedTime(milliseconds: 200))
      let words = test.take(.map, .view)
      let end = words.firstIndex(of: "did") ?? 0
      let leaving = words.firstIndex(of: "leave 0 from 3") ?? 0
      #expect((leaving < end) == (times == .eachFrame))
    }
  }

  @Test
  func `are formed of views whose circles collide, as large as the options say`() {
    for circle in MapOptions.CollisionCircle.allCases {
      let test = Maps.map(
        [(x: 100, y: 100), (x: 130, y: 100)], layers: [.grouped(collision: .circle)],
        options: .with { $0.collisionCircle = circle })
      #expect(Maps.clusters(test.map).isEmpty == (circle == .inscribed))
    }
  }

  @Test
  func `stand where the options say`() {
    for place in MapOptions.ClusterPlace.allCases {
      let test = Maps.map(options: .with { $0.clusterPlace = place })
      let cluster = test.map.annotations[test.map.layout.native.clusters[0].annotation]
      let point = test.map.viewport.screenPoint(for: cluster.mapPoint)
      #expect(abs(point.x - (place == .firstMember ? 100 : 105)) < 1e-6)
      let first = test.map.coordinate(of: 0, in: 0)
      #expect((cluster.coordinate == first) == (place == .firstMember))
    }
  }

  /// The third pin touches the view of the cluster of the others, and neither the first one nor,
  /// zoomed in, anything.
  @Test
  func `take in what their own views would hide`() {
    var layer = LayerSetup.grouped(priority: 250)
    layer.view.size = ScreenSize(width: 28, height: 28)
    layer.view.centerOffset = .zero
    layer.clusterView = layer.view
    layer.clusterView.identifiers = ["cluster"]
    let cases: [(Double, [AnnotationID: [AnnotationID]])] = [
      (1, [3: [0, 1, 2]]), (1.2, [3: [1, 2]]), (1.6, [:]),
    ]
    for (spread, clusters) in cases {
      let points = [(0.0, 0.0), (25, 0), (36, 18)].map { x, y in
        (x: 100 + x * spread, y: 100 + y * spread)
      }
      let test = Maps.map(points, layers: [layer])
      #expect(Maps.clusters(test.map) == clusters)
      #expect(!test.take(.view).contains { $0.hasPrefix("hide") })
    }
  }

  /// Members at 60 and 40 degrees north, on both sides of the date line: their mean is at 50
  /// degrees, the mean of their map points further north.
  @Test(arguments: [
    (MapOptions.ClusterPlace.meanCoordinate, 50.0, -179.5), (.meanMapPoint, 51.065, -179.5),
    (.firstMember, 60, 179.5),
  ])
  func `stand at the mean of their members`(
    place: MapOptions.ClusterPlace, latitude: Double, longitude: Double
  ) {
    var layer = LayerSetup.grouped()
    layer.view.size = ScreenSize(width: 100, height: 100)
    let test = TestMap(
      viewport: TestMap.viewport(
        center: MapPoint(x: MapSize.worldSide - 1, y: TestMap.middle.y),
        scale: MapSize.worldSide / 400),
      points: [
        Coordinate(latitude: 60, longitude: 179.5), Coordinate(latitude: 40, longitude: -178.5),
      ], layers: [layer], options: .with { $0.clusterPlace = place })
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let cluster = test.map.annotations[test.map.layout.native.clusters[0].annotation]
    #expect((cluster.coordinate.latitude - latitude).magnitude < 1e-3)
    #expect((cluster.coordinate.longitude - longitude).magnitude < 1e-9)
  }

  @Test(arguments: MapOptions.LeavingViews.allCases)
  func `can take the views of their members, if those leave first`(order: MapOptions.LeavingViews) {
    var layer = LayerSetup.grouped()
    layer.clusterView.identifiers = layer.view.identifiers
    // One pool for both.
    let test = Maps.map(layers: [layer], options: .with { $0.leavingViews = order })
    let words = test.take(.view)
    let request = words.firstIndex { $0.hasPrefix("request 3") } ?? 0
    let returned = words.firstIndex(of: "return a of 0") ?? 0
    #expect((returned < request) == (order == .first))
    #expect(Maps.shown(test.map) == [2, 3])
  }

  /// A cluster of views as wide as the world can have its middle on the other side of it.
  @Test
  func `are seen, however large the views are`() {
    var layer = LayerSetup.grouped()
    layer.view.size = ScreenSize(width: 400, height: 200)
    let viewport = TestMap.viewport(width: 300, scale: MapSize.worldSide / 320)
    let test = Maps.map(
      [(x: 5, y: 100), (x: 295, y: 100)], viewport: viewport, layers: [layer])
    #expect(Maps.clusters(test.map) == [2: [0, 1]])
    #expect(Maps.shown(test.map) == [2])
  }

  /// A new offset takes effect at the next layout, for clusters and for collisions.
  ///
  /// Then the third pin joins the cluster instead of hiding it.
  @Test
  func `take in a view after its new layout`() {
    let test = Maps.map(
      [(x: 100, y: 100), (x: 110, y: 104), (x: 105, y: 140)], layers: [.grouped(priority: 250)],
      options: .with { $0.clusteredViews = .kept })
    #expect(Maps.clusters(test.map) == [3: [0, 1]])
    _ = test.take()
    let old = test.map.views.settings(of: AnnotationSlot(2)).centerOffset
    let up = ScreenOffset(dx: old.dx, dy: old.dy - 30)
    test.map.change(ViewChange(centerOffset: up), of: 0, points: [2])
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [3: [0, 1]])
    test.map.pan(by: ScreenOffset(dx: 5, dy: 0), over: SimulatedTime(milliseconds: 100))
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [4: [0, 1, 2]])
    #expect(!test.take(.view).contains { $0.hasPrefix("hide") })
  }

  @Test
  func `follow the settings of views`() {
    // The third pin collides with the second one only.
    let points = [(x: 100.0, y: 100.0), (x: 115, y: 100), (x: 130, y: 100)]
    let test = TestMap(screenPoints: points, layers: [.grouped(), .grouped(priority: 750)])
    test.map.add([0, 2], to: 0)
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [3: [0, 2]])
    test.map.change(ViewChange(displayPriority: 500), of: 0)
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map) == [4: [2, 0, 1]])
    test.map.change(ViewChange(centerOffset: ScreenOffset(dx: 0, dy: 60)), of: 1)
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(Maps.clusters(test.map).isEmpty)
  }
}
