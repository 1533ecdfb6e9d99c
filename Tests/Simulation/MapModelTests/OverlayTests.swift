import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Overlays: their order, their renderers, what is drawn.
@Suite("Overlays")
struct OverlayTests {
  static func circle(
    _ name: String, level: OverlayLevel? = nil, hasRenderer: Bool = true,
    at place: Coordinate = TestMap.coordinate(x: 150, y: 100)
  ) -> OverlaySetup {
    OverlaySetup(
      name: name, shape: .circle(center: place, radiusMeters: 100), level: level,
      hasRenderer: hasRenderer)
  }

  /// The orders of both levels, by the plainest means.
  struct Model {
    var orders: [[Int]] = [[], []]
    let levels: [Int]

    private func level(of overlay: Int) -> Int? { orders.firstIndex { $0.contains(overlay) } }

    mutating func add(_ overlay: Int, _ placement: OverlayPlacement) {
      guard level(of: overlay) == nil else { return }
      let own = levels[overlay]
      switch placement {
      case .last: orders[own].append(overlay)
      case .index(let index): orders[own].insert(overlay, at: min(index, orders[own].count))
      case .below(let other), .above(let other):
        guard let level = level(of: other), let index = orders[level].firstIndex(of: other) else {
          return orders[own].append(overlay)
        }
        let isAbove = if case .above = placement { true } else { false }
        orders[level].insert(overlay, at: isAbove ? index + 1 : index)
      }
    }

    mutating func remove(_ overlay: Int) {
      for level in orders.indices { orders[level].removeAll { $0 == overlay } }
    }

    mutating func exchange(_ first: Int, _ second: Int) {
      guard first != second, level(of: first) != nil, level(of: second) != nil else { return }
      for level in orders.indices {
        orders[level] = orders[level].map { $0 == first ? second : $0 == second ? first : $0 }
      }
    }
  }

  enum Act: CaseIterable {
    case addRoad, addFirst, addThird, addBelow, addAbove, addAtEnd, remove, removeThird, exchange
    case exchangeOut

    func perform(on model: inout Model) {
      switch self {
      case .addRoad: model.add(0, .last)
      case .addFirst: model.add(1, .index(0))
      case .addThird: model.add(2, .last)
      case .addBelow: model.add(1, .below(2))
      case .addAbove: model.add(0, .above(1))
      case .addAtEnd: model.add(2, .index(9))
      case .remove: model.remove(1)
      case .removeThird: model.remove(2)
      case .exchange: model.exchange(0, 2)
      case .exchangeOut: model.exchange(1, 2)
      }
    }

    func perform(on stacks: inout OverlayStacks) {
      switch self {
      case .addRoad: _ = stacks.add(0, at: .last)
      case .addFirst: _ = stacks.add(1, at: .index(0))
      case .addThird: _ = stacks.add(2, at: .last)
      case .addBelow: _ = stacks.add(1, at: .below(2))
      case .addAbove: _ = stacks.add(0, at: .above(1))
      case .addAtEnd: _ = stacks.add(2, at: .index(9))
      case .remove: _ = stacks.remove(1)
      case .removeThird: _ = stacks.remove(2)
      case .exchange: _ = stacks.exchange(0, 2)
      case .exchangeOut: _ = stacks.exchange(1, 2)
      }
    }
  }

  @Test
  func `keeps the order of a plain list in every short session`() {
    let all = Act.allCases
    let setups = [
      OverlayTests.circle("road", level: .aboveRoads), OverlayTests.circle("a"),
      OverlayTests.circle("b", level: .aboveLabels),
    ]
    for code in 0..<100_000 {
      var stacks = OverlayStacks(setups, level: .aboveLabels)
      var model = Model(levels: [0, 1, 1])
      var rest = code
      for _ in 0..<5 {
        all[rest % 10].perform(on: &stacks)
        all[rest % 10].perform(on: &model)
        rest /= 10
      }
      let orders = OverlayLevel.allCases.map { level in
        stacks.overlays.filter { stacks.entries[Int($0)].level == level }.map { Int($0) }
      }
      guard orders == model.orders else {
        Issue.record("session \(code): \(orders), not \(model.orders)")
        return
      }
    }
  }

  @Test(arguments: MapOptions.DefaultOverlayLevel.allCases)
  func `puts overlays without a level where the options say`(
    level: MapOptions.DefaultOverlayLevel
  ) {
    let test = TestMap(
      options: .with { $0.overlayLevel = level },
      overlays: [
        OverlayTests.circle("a"), OverlayTests.circle("b", level: .aboveRoads),
      ])
    test.map.addOverlay(0, at: .last)
    test.map.addOverlay(1, at: .last)
    // The roads are under the labels.
    #expect(test.map.overlays.shapes.map(\.overlay) == (level == .aboveRoads ? [0, 1] : [1, 0]))
  }

  @Test
  func `tells where overlays are put, and what changed places`() {
    let test = TestMap(overlays: [
      OverlayTests.circle("a"), OverlayTests.circle("b", level: .aboveRoads),
      OverlayTests.circle("c", hasRenderer: false),
    ])
    test.map.addOverlay(0, at: .last)
    test.map.addOverlay(0, at: .last)
    test.map.addOverlay(1, at: .index(7))
    test.map.addOverlay(2, at: .below(0))
    test.map.exchangeOverlays(0, 1)
    test.map.exchangeOverlays(0, 0)
    test.map.removeOverlay(2)
    test.map.removeOverlay(2)
    test.map.exchangeOverlays(0, 2)
    #expect(
      test.take(.overlay) == [
        "overlay 0 aboveLabels at 0", "renderer of 0", "overlay 1 aboveRoads at 0", "renderer of 1",
        "overlay 2 aboveLabels at 0", "renderer of 2", "no renderer of 2",
        "overlays 0 and 1 exchanged", "overlay 2 removed",
      ])
    #expect(test.map.overlays.shapes.map(\.overlay) == [0, 1])
  }

  @Test
  func `asks for a renderer when the overlay is seen first, and again when it came again`() {
    let test = TestMap(overlays: [OverlayTests.circle("a", at: TestMap.coordinate(x: 500, y: 100))])
    test.map.addOverlay(0, at: .last)
    #expect(test.take(.overlay) == ["overlay 0 aboveLabels at 0"])
    func pan(_ dx: Double) {
      test.map.pan(by: ScreenOffset(dx: dx, dy: 0), over: SimulatedTime(milliseconds: 100))
    }
    // The circle begins 14 points west of its middle.
    pan(-180)
    #expect(test.take(.overlay) == [])
    #expect(test.map.overlays.shapes.isEmpty)
    pan(-20)
    let words = test.take(.overlay, .map)
    #expect(
      words == [
        "will", "visible", "visible", "renderer of 0", "visible", "visible", "visible", "did",
      ])
    pan(200)
    pan(-200)
    #expect(test.take(.overlay) == [])
    #expect(test.map.overlays.shapes.count == 1)
    test.map.removeOverlay(0)
    #expect(test.map.overlays.shapes.isEmpty)
    test.map.addOverlay(0, at: .last)
    #expect(
      test.take(.overlay) == ["overlay 0 removed", "overlay 0 aboveLabels at 0", "renderer of 0"])
  }

  /// Each point of what is drawn in view, in each frame in which the map moves.
  @Test
  func `costs by the points in view`() {
    var costs = DeviceCosts.free
    costs.overlayPoint = SimulatedTime(nanoseconds: 1)
    let route = (0..<5).map { TestMap.coordinate(x: Double(40 * $0), y: 90) }
    let far = (0..<9).map { TestMap.coordinate(x: Double(900 + 40 * $0), y: 90) }
    let test = TestMap(
      costs: costs,
      overlays: [
        OverlaySetup(name: "route", shape: .polyline(route), level: nil, hasRenderer: true),
        OverlaySetup(name: "far", shape: .polyline(far), level: nil, hasRenderer: true),
        OverlaySetup(name: "bare", shape: .polygon(route), level: nil, hasRenderer: false),
        OverlayTests.circle("fence"),
      ])
    /// The work of a pan for each frame that sees the map move.
    func pan() -> Double {
      _ = test.take()
      test.map.pan(by: ScreenOffset(dx: 4, dy: 0), over: SimulatedTime(milliseconds: 80))
      #expect(test.map.advanceUntilSettled())
      var (moves, work) = (0, Int64(0))
      for event in test.trace.events {
        switch event.kind {
        case .map(.visibleRegionChanged): moves += 1
        case .frame(let frame): work += frame.mainThread.nanoseconds
        case _: break
        }
      }
      return Double(work) / Double(moves)
    }
    for overlay in 0..<3 { test.map.addOverlay(overlay, at: .last) }
    #expect(pan() == 5)
    test.map.addOverlay(3, at: .last)
    #expect(pan() == 5 + 2)
    test.map.removeOverlay(0)
    #expect(pan() == 2)
    test.map.addOverlay(0, at: .last)
    #expect(pan() == 5 + 2)
    _ = test.take()
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    #expect(
      !test.trace.events.contains {
        if case .frame(let frame) = $0.kind { frame.mainThread > .zero } else { false }
      })
  }

  @Test
  func `asks in the frame after a jump`() {
    let place = Coordinate(latitude: 10, longitude: 20)
    let test = TestMap(overlays: [OverlayTests.circle("a", at: place)])
    test.map.addOverlay(0, at: .last)
    test.map.setCenter(place, animated: false)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.overlay, .map, .frame) == [
        "overlay 0 aboveLabels at 0", "will", "visible", "did", "renderer of 0", "frame 1",
      ])
  }

  @Test(arguments: [
    // The shape, whether a map at 0 N 180 E sees it, one at 0 N 0 E.
    (
      OverlaySetup.Shape.circle(
        center: Coordinate(latitude: 0, longitude: 179.9), radiusMeters: 30_000), true, false
    ),
    (
      .circle(center: Coordinate(latitude: 0, longitude: -179.9), radiusMeters: 30_000), true, false
    ),
    (.circle(center: Coordinate(latitude: 0, longitude: 178), radiusMeters: 3_000), false, false),
    (
      .geodesicPolyline([
        Coordinate(latitude: 0, longitude: 170), Coordinate(latitude: 0, longitude: -170),
      ]), true, false
    ),
    (
      .polyline([Coordinate(latitude: 0, longitude: 170), Coordinate(latitude: 0, longitude: -170)]
      ), false, true
    ),
    (
      .polygon([
        Coordinate(latitude: -1, longitude: 1), Coordinate(latitude: 1, longitude: 1),
        Coordinate(latitude: 1, longitude: -1),
      ]), false, true
    ),
    (.polyline([]), false, false),
  ])
  func `sees overlays across the 180th meridian`(
    shape: OverlaySetup.Shape, atMeridian: Bool, atZero: Bool
  ) {
    for (longitudes, isSeen) in [([180.0, -180, 179.99], atMeridian), ([0], atZero)] {
      for longitude in longitudes {
        let center = Projection.mapKit.mapPoint(
          for: Coordinate(latitude: 0, longitude: longitude))
        let test = TestMap(
          viewport: TestMap.viewport(center: center, scale: 512),
          overlays: [OverlaySetup(name: "shape", shape: shape)])
        test.map.addOverlay(0, at: .last)
        #expect(test.take(.overlay).contains("renderer of 0") == isSeen, "at \(longitude)")
        #expect(test.map.overlays.shapes.count == (isSeen ? 1 : 0))
        guard isSeen, case .circle(let place, _) = shape, let drawn = test.map.overlays.shapes.first
        else {
          continue
        }
        let middle = test.map.viewport.screenPoint(for: Projection.mapKit.mapPoint(for: place))
        #expect(drawn.kind == .circle)
        #expect(max(abs(drawn.points[0].x - middle.x), abs(drawn.points[0].y - middle.y)) < 1e-6)
        // 30 km at 0.1482898 m and 512 map points a point.
        #expect(abs(drawn.points[1].x - drawn.points[0].x - 395.13) < 0.01)
        #expect(drawn.points[1].y == drawn.points[0].y)
      }
    }
  }

  @Test
  func `draws a line in one piece when it crosses the 180th meridian`() {
    let line = [
      Coordinate(latitude: 0, longitude: 179.9), Coordinate(latitude: 0, longitude: -179.9),
    ]
    for x in [MapSize.worldSide - 10, 10, 0] {
      let test = TestMap(
        viewport: TestMap.viewport(center: MapPoint(x: x, y: MapSize.worldSide / 2), scale: 512),
        overlays: [OverlaySetup(name: "flight", shape: .geodesicPolyline(line))])
      test.map.addOverlay(0, at: .last)
      let points = test.map.overlays.shapes.first?.points ?? []
      #expect(points.count == 24)
      #expect(zip(points, points.dropFirst()).allSatisfy { (0..<20).contains($1.x - $0.x) })
    }
  }
}
