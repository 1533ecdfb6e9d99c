import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What a finger has to do before an annotation is selected or carried, by each option.
@Suite("Presses and taps")
struct TouchOptionTests {
  private static func time(_ milliseconds: Int) -> SimulatedTime {
    SimulatedTime(milliseconds: Int64(milliseconds))
  }

  private static func map(
    _ options: MapOptions, pins: [(x: Double, y: Double)] = [(x: 150, y: 100)],
    change: (inout ViewSetup) -> Void = { _ in }
  ) -> TestMap {
    var layer = LayerSetup.plain()
    layer.view.isDraggable = true
    layer.view.liftDuration = time(100)
    change(&layer.view)
    let test = TestMap(screenPoints: pins, layers: [layer], options: options)
    test.addAll()
    test.map.advanceUntilSettled()
    _ = test.take()
    return test
  }

  /// The app removes the pin after 100 ms.
  private static func removePin(on test: TestMap) {
    test.trace.watch = { [unowned test] event in
      if case .data(.batchArrived) = event.kind { test.map.remove([0], from: 0) }
    }
    test.map.planBatch([], for: 0, after: time(100))
  }

  private static func drag(_ test: TestMap, press: SimulatedTime?, end: DragEnd = .drop) {
    test.map.drag(
      .point(0, layer: 0), by: ScreenOffset(dx: 40, dy: -20), over: time(400), end: end,
      press: press)
    test.map.advanceUntilSettled()
  }

  /// A finger that rests long enough carries the pin; one that moves sooner carries the map.
  @Test(arguments: [0, 60, 500], [nil, 0, 40, 60, 499, 500, 900] as [Int?])
  func `carry a pin after a press that is long enough, else the map`(least: Int, press: Int?) {
    let options = MapOptions.with { $0.dragPress = TouchOptionTests.time(least) }
    let test = TouchOptionTests.map(options)
    let start = test.map.now
    let center = test.map.viewport.center
    TouchOptionTests.drag(test, press: press.map { TouchOptionTests.time($0) })
    let isCarried = (press ?? least) >= least
    let events = test.trace.events
    let began = events.first { if case .input(.began) = $0.kind { true } else { false } }
    #expect(began?.time == start + TouchOptionTests.time(press ?? least))
    #expect(began?.kind == .input(.began(isCarried ? .drag : .pan)))
    #expect((test.map.viewport.center == center) == isCarried)
    #expect((test.map.selection.selected == 0) == isCarried)
    let place = test.map.viewport.screenPoint(for: test.map.annotations[0].mapPoint)
    #expect(max((place.x - 190).magnitude, (place.y - 80).magnitude) < 1e-6, "under the finger")
  }

  /// A cluster forms of the pin and another one while the finger rests on it: the map is carried.
  @Test
  func `carry the map when the pin is hidden meanwhile`() {
    let options = MapOptions.with {
      $0.dragPress = TouchOptionTests.time(500)
      $0.clusteredViews = .kept
    }
    let test = TouchOptionTests.map(options, pins: [(x: 150, y: 100), (x: 200, y: 100)]) {
      $0.clusteringIdentifier = "pins"
    }
    #expect(!test.map.views.isHidden(0))
    test.trace.watch = { [unowned test] event in
      guard case .data(.batchArrived) = event.kind else { return }
      test.map.setRegion(
        CoordinateRegion(
          center: test.map.viewport.region.center,
          span: CoordinateSpan(latitudeDelta: 20, longitudeDelta: 20)), animated: false)
    }
    test.map.planBatch([], for: 0, after: TouchOptionTests.time(100))
    TouchOptionTests.drag(test, press: nil)
    #expect(test.map.views.isHidden(0))
    #expect(test.take(.drag) == [])
  }

  /// The pin goes while the finger rests on it.
  @Test
  func `carry the map when the pin goes meanwhile`() {
    let test = TouchOptionTests.map(.with { $0.dragPress = TouchOptionTests.time(500) })
    TouchOptionTests.removePin(on: test)
    let center = test.map.viewport.center
    TouchOptionTests.drag(test, press: nil)
    #expect(test.take(.drag) == [])
    #expect(test.map.viewport.center != center)
  }

  /// Once: one coordinate, where the finger lets it go; or none when it goes back.
  ///
  /// Each frame: one for each. The view is under the finger in both.
  @Test(arguments: MapOptions.DragCoordinate.allCases, [DragEnd.drop, .cancel])
  func `set the coordinate once or in each frame`(
    coordinate: MapOptions.DragCoordinate, end: DragEnd
  ) {
    let test = TouchOptionTests.map(.with { $0.dragCoordinate = coordinate })
    let home = test.map.annotations[0].coordinate
    var places: [Double] = []
    test.trace.watch = { [unowned test] event in
      guard case .frame = event.kind else { return }
      places.append(test.map.viewport.screenPoint(for: test.map.annotations[0].mapPoint).x)
    }
    TouchOptionTests.drag(test, press: nil, end: end)
    let moves = test.trace.events.compactMap { event -> Coordinate? in
      if case .data(.annotationMoved(_, let place)) = event.kind { place } else { nil }
    }
    let last = test.map.annotations[0].coordinate
    #expect(places.contains { $0 > 160 && $0 < 185 }, "the view does not follow")
    #expect((last == home) == (end == .cancel))
    #expect(test.map.annotations[0].mapPoint == Projection.mapKit.mapPoint(for: last))
    switch (coordinate, end) {
    case (.once, .drop): #expect(moves == [last])
    case (.once, .cancel): #expect(moves == [])
    case (.continuous, _): #expect(moves.count > 10 && moves.last == last)
    }
    #expect(test.map.data.layers[0].coordinates[0] == last)
  }

  /// Taps at all places around three views, against the rule that the nearest one takes them.
  @Test(arguments: [0, 5, 14.5, 60])
  func `take taps within the slop`(slop: Double) {
    let options = MapOptions.with {
      $0.hitSlopPoints = slop
      $0.stacking = .insertion
    }
    let test = TouchOptionTests.map(
      options, pins: [(x: 80, y: 80), (x: 130, y: 80), (x: 90, y: 150)])
    let frames = (0..<3).map { test.map.views.frame(of: AnnotationSlot($0)) }
    func distance(_ frame: ScreenRect, _ point: ScreenPoint) -> Double {
      let (dx, dy) = (
        point.x - max(frame.minX, min(frame.maxX, point.x)),
        point.y - max(frame.minY, min(frame.maxY, point.y))
      )
      return (dx * dx + dy * dy).squareRoot()
    }
    for x in stride(from: 3.0, to: 300, by: 7) {
      for y in stride(from: 2.0, to: 200, by: 9) {
        let point = ScreenPoint(x: x, y: y)
        test.map.deselectAnnotation()
        test.map.tap(at: point)
        let distances = frames.map { distance($0, point) }
        let least = distances.min() ?? 0
        let nearest = least <= slop ? distances.lastIndex(of: least) : nil
        guard test.map.selection.selected?.index == nearest else {
          Issue.record("\(point) selects \(String(describing: test.map.selection.selected))")
          return
        }
      }
    }
  }

  /// A pin that comes in front of the other one after 100 ms takes a tap that waits.
  @Test(arguments: [0, 350])
  func `wait for a second tap`(delay: Int) {
    let test = TestMap(
      screenPoints: [(x: 150, y: 100), (x: 150, y: 104)],
      options: .with { $0.tapDelay = TouchOptionTests.time(delay) })
    test.map.add([0], to: 0)
    test.map.advanceUntilSettled()
    let start = test.map.now
    let frame = test.map.views.frame(of: 0)
    test.map.planBatch([1], for: 0, after: TouchOptionTests.time(100))
    test.map.tap(at: ScreenPoint(x: frame.midX, y: frame.midY))
    let selected = test.map.selection.selected.map { test.map.annotations[$0].point }
    #expect(selected == (delay == 0 ? 0 : 1))
    let time = test.trace.events.first {
      if case .selection(.willSelect) = $0.kind { true } else { false }
    }?.time
    #expect(time == start + TouchOptionTests.time(delay))
    test.map.tapEmptyMap()
    #expect(test.map.now == start + TouchOptionTests.time(2 * delay))
    #expect(test.map.selection.selected == nil)
  }

  /// The pin that a tap means, and not the place, goes while it waits.
  @Test
  func `miss a pin that goes while they wait`() {
    let test = TouchOptionTests.map(.with { $0.tapDelay = TouchOptionTests.time(350) })
    TouchOptionTests.removePin(on: test)
    #expect(!test.map.tap(point: 0, layer: 0))
    #expect(test.map.selection.selected == nil)
  }

  /// By its id: the app selects nothing, or the cluster; a finger the cluster.
  @Test(arguments: MapOptions.SelectionOfMembers.allCases)
  func `select members of clusters as the options say`(option: MapOptions.SelectionOfMembers) {
    let test = TestMap(
      screenPoints: [(x: 140, y: 90), (x: 144, y: 94), (x: 10, y: 150)],
      layers: [.clustered(cellSize: 50)], options: .with { $0.selectionOfMembers = option })
    test.addAll()
    test.map.advanceUntilSettled()
    func selected(_ select: (TapTarget) -> Void, _ target: TapTarget) -> Int32? {
      test.map.deselectAnnotation()
      select(target)
      return test.map.selection.selected.map { test.map.annotations[$0].count }
    }
    let app = { test.map.selectAnnotation($0) }
    #expect(selected(app, .point(1, layer: 0)) == (option == .cluster ? 2 : nil))
    #expect(selected(app, .point(2, layer: 0)) == 1)
    #expect(selected(app, .only(.cluster, .point(1, layer: 0))) == 2)
    #expect(selected(app, .middle) == 2)
    #expect(selected({ test.map.tap($0) }, .point(1, layer: 0)) == 2)
    let reasons = test.trace.events.compactMap { event -> MissedSelection.Reason? in
      if case .selection(.missed(let missed)) = event.kind { missed.reason } else { nil }
    }
    #expect(reasons == (option == .cluster ? [] : [.inCluster]))
  }
}
