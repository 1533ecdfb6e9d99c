import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What a step means by its target, on a map of 300 x 200 points.
@Suite("Targets")
struct TargetTests {
  /// Two clusters, of two points near the middle and of three below it on the right, and two pins.
  static let places = [
    (x: 140.0, y: 90.0), (x: 144, y: 94), (x: 275, y: 165), (x: 277, y: 167), (x: 279, y: 169),
    (x: 10, y: 150), (x: 200, y: 20),
  ]

  static func map() -> TestMap {
    let test = TestMap(screenPoints: places, layers: [.clustered(cellSize: 50)])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    return test
  }

  /// The least number among the points of what is meant.
  static func meant(_ target: TapTarget, on test: TestMap) -> PointID? {
    guard let slot = test.map.targets.shownSlot(of: target) else { return nil }
    let controller = test.map.clusters.layers[0]?.controller
    return controller?.records[test.map.annotations[slot].record].members.min()
  }

  private static let meanings: [(target: TapTarget, point: PointID?)] = [
    (.middle, 0), (.largest, 2), (.only(.pin, .middle), 6), (.only(.cluster, .middle), 0),
    (.only(.cluster, .largest), 2), (.only(.pin, .near(.left, withinPoints: 20)), 5),
    (.only(.cluster, .near(.left, withinPoints: 20)), nil),
    (.only(.cluster, .near(.left, withinPoints: 150)), 0),
    (.near(.right, withinPoints: 50), 2), (.only(.pin, .near(.right, withinPoints: 100)), 6),
    (.at(ScreenPoint(x: 10, y: 130), withinPoints: 20), 5),
    (.at(ScreenPoint(x: 10, y: 130), withinPoints: 19.9), nil),
    (.at(ScreenPoint(x: 230, y: 85), withinPoints: 300), 6),
    (.only(.cluster, .at(ScreenPoint(x: 230, y: 85), withinPoints: 300)), 0),
    (.only(.cluster, .point(1, layer: 0)), 0), (.only(.pin, .point(1, layer: 0)), nil),
    (.only(.pin, .point(5, layer: 0)), 5), (.only(.cluster, .point(5, layer: 0)), nil),
  ]

  @Test(arguments: meanings)
  func `are the nearest of their role`(target: TapTarget, point: PointID?) {
    #expect(TargetTests.meant(target, on: TargetTests.map()) == point)
  }

  private static let misses:
    [(target: TapTarget, reason: MissedSelection.Reason, role: AnnotationRole?, distance: Double)] =
      [
        (.only(.cluster, .near(.left, withinPoints: 20)), .tooFar, .cluster, 142),
        (.at(ScreenPoint(x: 10, y: 130), withinPoints: 19), .tooFar, nil, 20),
        (.only(.cluster, .point(5, layer: 0)), .otherRole, .cluster, 0),
        (.only(.pin, .point(0, layer: 0)), .otherRole, .pin, 0),
      ]

  @Test(arguments: misses)
  func `say why they are missed`(
    target: TapTarget, reason: MissedSelection.Reason, role: AnnotationRole?, distance: Double
  ) throws {
    let test = TargetTests.map()
    #expect(!test.map.tap(target))
    guard case .selection(.missed(let missed)) = test.trace.events.last?.kind else {
      Issue.record("nothing was missed")
      return
    }
    #expect(missed.reason == reason)
    #expect(missed.role == role)
    #expect((missed.nearest?.distancePoints ?? -1).rounded() == distance)
  }

  @Test
  func `of equals are the older one`() {
    let test = TestMap(screenPoints: [(x: 140, y: 100), (x: 160, y: 100)])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    for target in [TapTarget.middle, .largest, .near(.top, withinPoints: 200)] {
      #expect(test.map.targets.shownSlot(of: target).map { test.map.annotations[$0].serial } == 0)
    }
  }

  /// Pins of 20 x 30 points that stand on their places, under a bar of 60 points at the top: in
  /// reach, half under the bar, under it, half outside the view, and outside it.
  private static func reach(_ act: (TestMap) -> Void) -> [Event.Kind] {
    let pins = [(x: 150.0, y: 150.0), (100, 70), (100, 50), (5, 150), (320, 150)]
    let test = TestMap(
      margin: 1, screenPoints: pins.map { (x: $0.0, y: $0.1) },
      layers: [LayerSetup.plain().with { $0.isDraggable = true }],
      bars: EdgeInsets(top: 60, left: 0, bottom: 0, right: 0))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.trace.events.removeAll()
    act(test)
    return test.trace.events.map(\.kind)
  }

  private static func missed(_ events: [Event.Kind]) -> MissedSelection? {
    events.compactMap { if case .selection(.missed(let missed)) = $0 { missed } else { nil } }.first
  }

  @Test(arguments: [(0, 150.0, 135.0), (1, 100, 65), (3, 5, 135)])
  func `are touched where a finger reaches their view`(point: PointID, x: Double, y: Double) {
    let events = TargetTests.reach { $0.map.tap(point: point, layer: 0) }
    let places = events.compactMap { kind -> ScreenPoint? in
      if case .input(.tapped(let place)) = kind { place } else { nil }
    }
    #expect(places.map { $0.x.rounded() } == [x] && places.map { $0.y.rounded() } == [y])
  }

  @Test(arguments: [(2, MissedSelection.Reason.underBar, 1, 20), (4, .outsideMapView, 0, 170)])
  func `are missed out of reach, by taps and by drags`(
    point: PointID, reason: MissedSelection.Reason, reachable: AnnotationID, distance: Double
  ) {
    let tap = TargetTests.reach { $0.map.tap(point: point, layer: 0) }
    let drag = TargetTests.reach {
      $0.map.drag(
        .point(point, layer: 0), by: ScreenOffset(dx: -40, dy: 40), over: .zero, end: .drop)
    }
    for events in [tap, drag] {
      let found = TargetTests.missed(events)
      #expect(found?.reason == reason)
      #expect(found?.nearest?.annotation == AnnotationID(point.index))
      #expect(found?.reachable?.annotation == reachable)
      #expect(found?.reachable?.distancePoints.rounded() == distance)
      #expect(!events.contains { if case .input = $0 { true } else { false } })
    }
    let app = TargetTests.reach { $0.map.selectAnnotation(.point(point, layer: 0)) }
    #expect(TargetTests.missed(app) == nil)
  }

  /// Their coordinates round, so that they come to lie a hair inside or outside.
  @Test(arguments: [0, 1, 2, 3, 4])
  func `are found on the edges of the view wherever it is`(number: Int) {
    let size = (width: 300.0, height: 200.0)
    let center = MapPoint(
      x: 100_000_000 + Double(number) * 12_345.678_9, y: 90_000_000 + Double(number) * 9_876.543_21)
    let edges: [(x: Double, y: Double, edge: MapEdge)] = [
      (0, 0, .topLeft), (size.width, 0, .topRight), (0, size.height, .bottomLeft),
      (size.width, size.height, .bottomRight), (0, 100, .left), (size.width, 100, .right),
      (150, 0, .top), (150, size.height, .bottom),
    ]
    for place in edges {
      let test = TestMap(
        viewport: TestMap.viewport(center: center, scale: 61.7), margin: 0.25,
        screenPoints: [(x: place.x, y: place.y)],
        layers: [.plain().with { $0.centerOffset = .zero }])
      test.addAll()
      #expect(test.map.advanceUntilSettled())
      #expect(
        test.map.targets.shownSlot(of: .near(place.edge, withinPoints: 1)) != nil, "\(place.edge)")
    }
  }

  @Test
  func `are looked for beside the bars`() {
    func tapped(_ target: TapTarget) -> MissedSelection? {
      TargetTests.missed(TargetTests.reach { $0.map.tap(target) })
    }
    #expect(tapped(.near(.top, withinPoints: 10.5)) == nil)
    #expect(tapped(.near(.top, withinPoints: 9.5))?.nearest?.annotation == 1)
    #expect(tapped(.at(ScreenPoint(x: 100, y: 50), withinPoints: 19)) != nil)
    let bar = TargetTests.reach { $0.map.tap(at: ScreenPoint(x: 100, y: 59)) }
    #expect(TargetTests.missed(bar)?.reason == .underBar)
    #expect(TargetTests.missed(bar)?.point == ScreenPoint(x: 100, y: 59))
    #expect(tapped(.only(.cluster, .largest))?.reason == .noClusters)
    let edge = TargetTests.reach { $0.map.tap(at: ScreenPoint(x: 100, y: 61)) }
    #expect(TargetTests.missed(edge) == nil)
  }
}
