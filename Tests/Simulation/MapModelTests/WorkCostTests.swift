import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Each cost of the main thread by itself, against a count of what it is for.
@Suite("Costs of main-thread work")
struct WorkCostTests {
  /// A plain layer of three pins of which two collide, and a clustered one of the same points.
  private static func map(_ costs: DeviceCosts, _ change: (inout ViewSetup) -> Void) -> TestMap {
    var plain = LayerSetup.plain(callout: .plain())
    change(&plain.view)
    let accessory = AccessorySetup(size: ScreenSize(width: 8, height: 8), isControl: true)
    plain.callout?.leftAccessory = accessory
    plain.callout?.rightAccessory = accessory
    var options = TestMap.options
    options.mainThread = .free
    return TestMap(
      costs: costs, screenPoints: [(x: 100, y: 100), (x: 104, y: 100), (x: 200, y: 80)],
      layers: [plain, .clustered()], options: options)
  }

  /// Batches, a pan of 100 ms at a frame every 20 ms, a selection and a deselection.
  private static func events(
    _ cost: WritableKeyPath<DeviceCosts, SimulatedTime>,
    _ change: (inout ViewSetup) -> Void = { _ in }
  ) -> (events: [Event], units: Int64) {
    var costs = DeviceCosts.free
    costs[keyPath: cost] = SimulatedTime(nanoseconds: 1)
    let test = map(costs, change)
    test.map.planBatch(test.allPoints, for: 0, after: SimulatedTime(milliseconds: 5))
    test.map.planBatch(test.allPoints, for: 1, after: SimulatedTime(milliseconds: 5))
    test.map.advanceUntilSettled()
    test.map.pan(
      by: ScreenOffset(dx: -20, dy: 0), over: SimulatedTime(milliseconds: 100))
    test.map.tap(point: 2, layer: 0)
    test.map.advanceUntilSettled()
    test.map.tapEmptyMap()
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    return (test.trace.events, units(of: test))
  }

  /// The main-thread work of all frames, in nanoseconds.
  private static func units(of test: TestMap) -> Int64 {
    test.trace.events.reduce(0) { sum, event in
      if case .frame(let frame) = event.kind { sum + frame.mainThread.nanoseconds } else { sum }
    }
  }

  @Test
  func `callbacks cost each time`() {
    let (events, units) = WorkCostTests.events(\.callback)
    let callbacks = events.count { event in
      switch event.kind {
      case .view(.requested), .view(.didAdd), .map(.regionWillChange), .map(.regionDidChange),
        .map(.visibleRegionChanged), .selection(.didSelect), .selection(.didSelectAnnotation),
        .selection(.didDeselect), .selection(.didDeselectAnnotation),
        .cluster(.titleRequested), .cluster(.subtitleRequested), .cluster(.reused):
        true
      default: false
      }
    }
    #expect(units == callbacks)
    #expect(callbacks > 10)
  }

  @Test
  func `touches cost when they begin, end and in each frame between`() {
    let (events, units) = WorkCostTests.events(\.touch)
    let inputs = events.count { if case .input = $0.kind { true } else { false } }
    let frames = events.count {
      if case .map(.visibleRegionChanged) = $0.kind { true } else { false }
    }
    // The finger is lifted before the map shows the last frame of its way.
    #expect(units == inputs + frames - 1)
    #expect(inputs == 3 && frames >= 5)
  }

  @Test
  func `blocks of the main queue and points of batches cost`() {
    let (events, blocks) = WorkCostTests.events(\.mainQueueBlock)
    let ends = events.count { event in
      switch event.kind {
      // The map has the points, the clusters are computed, an animation is over, the app is called.
      case .cluster(.indexed), .cluster(.applied), .cluster(.finished), .cluster(.completed): true
      default: false
      }
    }
    let selections = events.count { event in
      // The library looks for a selection behind each region change.
      if case .cluster(.queued(_, _, .regionChanged, _)) = event.kind { true } else { false }
    }
    #expect(blocks == ends + selections)
    #expect(selections == 1)
    #expect(WorkCostTests.events(\.batchPoint).units == 6)
  }

  @Test
  func `views cost by their class and contents`() {
    func counts(_ events: [Event]) -> (made: Int64, shown: Int64) {
      events.reduce(into: (0, 0)) { counts, event in
        if case .view(.created) = event.kind { counts.0 += 1 }
        if case .view(.displayed) = event.kind { counts.1 += 1 }
      }
    }
    let marker = WorkCostTests.events(\.markerCreation) { $0.kind = .marker }
    // Three of the plain layer are markers, the clusters are not.
    #expect(marker.units == 3)
    #expect(WorkCostTests.events(\.markerCreation).units == 0)
    let image = WorkCostTests.events(\.imageResizing) { $0.contents = .resizedImage }
    let shadow = WorkCostTests.events(\.shadowDrawing) { $0.contents = .shadow }
    #expect(image.units == 3 && shadow.units == 3)
    #expect(WorkCostTests.events(\.imageResizing).units == 0)
    #expect(WorkCostTests.events(\.shadowDrawing).units == 0)
    #expect(counts(image.events).shown > 3)
    #expect(WorkCostTests.events(\.accessoryCreation).units == 6)
  }

  /// The map calls both methods for a selection; an app has one of them, and works in it once.
  @Test(arguments: MapOptions.SelectionCallbacks.allCases)
  func `work of the app is done once for each selection`(callbacks: MapOptions.SelectionCallbacks) {
    var app = AppSetup()
    app.work[.didSelect] = SimulatedTime(nanoseconds: 1_000)
    app.work[.didDeselect] = SimulatedTime(nanoseconds: 10)
    var options = TestMap.options
    options.mainThread = .free
    options.selectionCallbacks = callbacks
    let test = TestMap(
      costs: .free, screenPoints: [(x: 100, y: 100)], options: options, app: app)
    test.addAll()
    test.map.advanceUntilSettled()
    test.map.tap(point: 0, layer: 0)
    test.map.advanceUntilSettled()
    test.map.tapEmptyMap()
    test.map.advanceUntilSettled()
    #expect(WorkCostTests.units(of: test) == 1_010)
  }

  /// The app's work comes on top, once for each callback, and not without a delegate.
  @Test
  func `work of the app costs in each of its callbacks`() {
    for hasDelegate in [true, false] {
      var app = AppSetup()
      app.work[.regionWillChange] = SimulatedTime(nanoseconds: 1)
      app.work.visibleRegionDidChange = SimulatedTime(nanoseconds: 100)
      app.work[.viewFor] = SimulatedTime(nanoseconds: 10_000)
      var options = TestMap.options
      options.mainThread = .free
      let test = TestMap(
        costs: .free, screenPoints: [(x: 100, y: 100), (x: 104, y: 100)], options: options,
        app: app, losesDelegate: true)
      if !hasDelegate { test.map.setDelegate(.none) }
      test.addAll()
      test.map.advanceUntilSettled()
      test.map.pan(
        by: ScreenOffset(dx: -20, dy: 0), over: SimulatedTime(milliseconds: 100))
      test.map.advance(by: SimulatedTime(milliseconds: 50))
      let moves = test.trace.events.count { event in
        if case .map(.visibleRegionChanged) = event.kind { true } else { false }
      }
      #expect(moves >= 4)
      #expect(
        WorkCostTests.units(of: test) == (hasDelegate ? 2 * 10_000 + 1 + Int64(moves) * 100 : 0))
    }
  }

  /// Whether an event comes with a callback; `mapRendered` leaves none.
  private static func isCalled(_ callback: DelegateCallback, in event: Event.Kind) -> Bool {
    switch (callback, event) {
    case (.regionWillChange, .map(.regionWillChange)), (.regionDidChange, .map(.regionDidChange)),
      (.trackingChanged, .map(.trackingChanged)), (.viewFor, .view(.requested)),
      (.didAddViews, .view(.didAdd)), (.didSelect, .selection(.didSelect)),
      (.didDeselect, .selection(.didDeselect)), (.accessoryTapped, .callout(.accessoryTapped)),
      (.dragStateChanged, .drag(.stateChanged)), (.rendererFor, .overlay(.rendererRequested)),
      (.clusterAnnotation, .view(.clusterAnnotationRequested)):
      true
    default: false
    }
  }

  /// The session calls each callback.
  @Test(arguments: DelegateCallback.allCases)
  func `work of the app costs in every callback of the delegate`(callback: DelegateCallback) {
    var app = AppSetup()
    app.work[callback] = SimulatedTime(nanoseconds: 1)
    var layer = LayerSetup.plain(callout: .plain()).with {
      $0.clusteringIdentifier = "pins"
      $0.displayPriority = 250
      $0.isDraggable = true
      $0.clusterAnnotation = .ownTitle
    }
    layer.callout?.leftAccessory = AccessorySetup(
      size: ScreenSize(width: 8, height: 8), isControl: true)
    var options = TestMap.options
    options.mainThread = .free
    let test = TestMap(
      costs: .free, screenPoints: [(x: 100, y: 100), (x: 104, y: 100), (x: 200, y: 80)],
      layers: [layer], options: options, userLocation: (x: 150, y: 120),
      overlays: [OverlayTests.circle("a")], app: app)
    test.addAll()
    test.map.addOverlay(0, at: .last)
    test.map.advanceUntilSettled()
    test.map.tap(point: 2, layer: 0)
    test.map.advanceUntilSettled()
    test.map.tapAccessory(.left)
    test.map.tapEmptyMap()
    test.map.drag(
      .point(2, layer: 0), by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 600),
      end: .drop)
    test.map.trackUser(.follow)
    test.map.advanceUntilSettled()
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    let calls = test.trace.events.count { WorkCostTests.isCalled(callback, in: $0.kind) }
    let units = WorkCostTests.units(of: test)
    // At the beginning, and after the change of the region with which tracking begins.
    #expect(units == (callback == .mapRendered ? 2 : Int64(calls)))
    #expect(units > 0)
  }

  /// Each call lays out what is on the map by then, however many annotations it is about.
  @Test
  func `calls that add and remove annotations cost for each view on the map`() {
    var costs = DeviceCosts.free
    costs.annotationRelayout = SimulatedTime(nanoseconds: 1)
    let places = (0..<4).map { (x: Double(40 + 60 * $0), y: 100.0) }
    func units(_ deeds: (MapSimulation) -> Void) -> Int64 {
      var options = TestMap.options
      options.mainThread = .free
      let test = TestMap(costs: costs, screenPoints: places, options: options)
      deeds(test.map)
      test.map.advance(by: SimulatedTime(milliseconds: 50))
      return WorkCostTests.units(of: test)
    }
    let all = (0..<4).map { PointID($0) }
    func addOneByOne(_ map: MapSimulation) {
      for point in all {
        map.add([point], to: 0)
        map.advanceUntilSettled()
      }
    }
    #expect(units { $0.add(all, to: 0) } == 0)
    #expect(units(addOneByOne) == 0 + 1 + 2 + 3)
    #expect(
      units {
        addOneByOne($0)
        $0.remove([2], from: 0)
      } == 6 + 3)
    #expect(
      units {
        addOneByOne($0)
        $0.add(all, to: 0)
        $0.move([0], in: 0, to: [TestMap.coordinate(x: 44, y: 90)])
        $0.retitle([1], in: 0, isTitled: false)
        $0.change(ViewChange(isEnabled: false), of: 0)
      } == 6)
  }

  /// A pool's view keeps the accessory views that the app made only once.
  @Test(arguments: [([], 4), ([.accessory], 2)] as [(StaleState, Int64)])
  func `accessory views cost when the app makes them`(notReset: StaleState, units: Int64) {
    var costs = DeviceCosts.free
    costs.accessoryCreation = SimulatedTime(nanoseconds: 1)
    let test = WorkCostTests.map(costs) { $0.notReset = notReset }
    test.map.add([0], to: 0)
    test.map.advanceUntilSettled()
    test.map.remove([0], from: 0)
    test.map.add([1], to: 0)
    test.map.advanceUntilSettled()
    #expect(WorkCostTests.units(of: test) == units)
  }

  /// Three views come, of which two collide: one pass over them, and none when they cannot.
  @Test(
    arguments: [(250, nil, 3, 0), (1_000, nil, 0, 0), (1_000, "pins", 0, 3)]
      as [(Double, String?, Int64, Int64)])
  func `passes over views cost for each of them`(
    priority: Double, identifier: String?, collisionUnits: Int64, groupingUnits: Int64
  ) {
    var costs = DeviceCosts.free
    costs.collisionCheck = SimulatedTime(nanoseconds: 1)
    costs.groupingCheck = SimulatedTime(nanoseconds: 1_000)
    let test = WorkCostTests.map(costs) {
      $0.displayPriority = priority
      $0.clusteringIdentifier = identifier
    }
    test.map.add(test.allPoints, to: 0)
    test.map.advanceUntilSettled()
    #expect(WorkCostTests.units(of: test) == collisionUnits + groupingUnits * 1_000)
  }
}
