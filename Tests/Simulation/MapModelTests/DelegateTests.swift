import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Measures
import Support
import Testing

@testable import MapModel

/// The map's delegate: cluster controllers hear each callback first, then whom the app sets.
@Suite("The delegate of the map")
struct DelegateTests {
  static let places = [(x: 100.0, y: 100.0), (x: 105, y: 105), (x: 250, y: 20), (x: 40, y: 160)]

  static func map(
    layers: [LayerSetup] = [.clustered(), .plain(), .clustered()],
    overlays: [OverlaySetup] = [], app: AppSetup = AppSetup(), options: MapOptions = .asRecorded
  ) -> TestMap {
    TestMap(
      screenPoints: places, layers: layers, options: options, overlays: overlays, app: app,
      losesDelegate: true)
  }

  private func settle(_ test: TestMap) {
    #expect(test.map.advanceUntilSettled())
  }

  private func checkTrace(_ events: [Event]) {
    var auditor = TraceAuditor()
    for event in events { auditor.observe(event) }
    #expect(auditor.contradictions == [])
  }

  @Test
  func `is told of once for each change`() {
    let test = DelegateTests.map()
    _ = test.take()
    for target in [DelegateTarget.app, .none, .none, .another, .app] {
      test.map.setDelegate(target)
    }
    #expect(test.take() == ["delegate none", "delegate another", "delegate app"])
  }

  // MARK: The order

  /// At the moment when the target is told, every controller knows already.
  @Test(arguments: DelegateTarget.allCases)
  func `hears of regions behind all controllers`(target: DelegateTarget) {
    let back = Coordinate(latitude: 41, longitude: -45)
    let test = DelegateTests.map(
      app: AppSetup(onRegionDidChange: RegionRequest(.center(back), animated: false)))
    test.map.setDelegate(target)
    _ = test.take()
    var known: [[Bool]] = []
    let map = test.map
    test.trace.watch = { event in
      guard case .delegate(.unanswered(.regionWillChange)) = event.kind else { return }
      known.append(map.clusters.layers.map { $0?.isRegionChanging == true })
    }
    test.map.pan(by: ScreenOffset(dx: 5, dy: 0), over: .zero)
    let words = test.take(.map, .cluster, .delegate)
    let told = target == .none ? "unanswered regionDidChange" : "reentered 1"
    let order = words.filter {
      $0 == "did" || $0.hasPrefix("queued") || $0 == told
    }
    #expect(
      order.prefix(4) == ["did", "queued 0 regionChanged", "queued 1 regionChanged", told])
    #expect(known == (target == .none ? [[true, false, true]] : []))
    #expect(words.contains("reentered 1") == (target != .none))
  }

  @Test
  func `leaves clustering alone when it is nobody`() {
    func play(_ target: DelegateTarget) -> [String] {
      let test = DelegateTests.map()
      test.map.setDelegate(target)
      test.addAll(to: 0)
      test.addAll(to: 2)
      settle(test)
      test.map.pinch(byLevels: 1, about: nil, over: SimulatedTime(milliseconds: 100))
      settle(test)
      test.map.remove([0], from: 0)
      settle(test)
      checkTrace(test.trace.events)
      return test.take(.cluster, .audit, timed: true)
    }
    let words = play(.app)
    #expect(words.filter { $0.contains("finished") }.count == 5)
    #expect(play(.none) == words)
    #expect(play(.another) == words)
  }

  @Test
  func `is nobody at all without controllers, which is the same for the app`() {
    let test = DelegateTests.map(layers: [.plain()])
    test.map.setDelegate(.none)
    test.addAll()
    settle(test)
    test.map.pan(by: ScreenOffset(dx: 5, dy: 0), over: .zero)
    #expect(
      test.take(.delegate) == ["delegate none"]
        + Array(repeating: "unanswered viewFor", count: 4)
        + ["unanswered didAddViews", "unanswered regionWillChange", "unanswered regionDidChange"])
  }

  /// Another object does what the app's does.
  @Test
  func `can be another one that answers alike`() {
    func play(_ target: DelegateTarget) -> [String] {
      let test = DelegateTests.map(
        layers: [.clustered(callout: .plain())],
        app: AppSetup(
          onRegionDidChange: RegionRequest(.move(ScreenOffset(dx: 1, dy: 0)), animated: true)))
      test.map.setDelegate(target)
      test.addAll()
      settle(test)
      test.map.tap(point: 0, layer: 0)
      settle(test)
      return test.take(timed: true).filter { !$0.contains("delegate") }
    }
    #expect(play(.app).count > 30)
    #expect(play(.another) == play(.app))
  }

  // MARK: Views

  @Test
  func `leaves views to the map when it is nobody`() {
    let test = DelegateTests.map()
    #expect(
      test.map.legend.identifiers.suffix(2)
        == [ReuseIdentifiers.markerName, ReuseIdentifiers.clusterName])
    test.map.add([0], to: 1)
    settle(test)
    test.map.setDelegate(.none)
    test.map.add([0, 1, 2], to: 0)
    test.map.add([3], to: 1)
    settle(test)
    let kinds = test.map.makeSnapshot(.snapshot).pins.map(\.kind)
    // What is there stays: nobody asks again.
    #expect(kinds.count { $0 == .image } == 1)
    // Two of the map's own markers collide, of which one gives way.
    #expect(kinds.count { $0 == .marker } == 2 && test.map.views.pools.hiddenCount == 1)
    let nils = test.trace.events.filter { $0.words.hasPrefix("nil") }
    #expect(nils.count == 3)
    test.map.setDelegate(.app)
    test.map.setCenter(Coordinate(latitude: 0, longitude: 0), animated: false)
    settle(test)
    #expect(test.map.makeSnapshot(.snapshot).pins.isEmpty)
    test.map.setCenter(TestMap.coordinate(x: 150, y: 100), animated: false)
    settle(test)
    #expect(test.map.makeSnapshot(.snapshot).pins.map(\.kind) == Array(repeating: .image, count: 4))
    checkTrace(test.trace.events)
  }

  @Test
  func `makes views of the map's own as a provider of none does`() {
    func play(_ change: (inout ViewSetup) -> Void, _ target: DelegateTarget) -> [String] {
      let test = DelegateTests.map(
        layers: [
          LayerSetup.clustered().with {
            $0.isEnabled = false
            change(&$0)
          }
        ])
      test.map.setDelegate(target)
      test.addAll()
      settle(test)
      test.map.tap(point: 2, layer: 0)
      settle(test)
      let frames = test.map.makeSnapshot(.snapshot).pins.map { "\($0.kind) \($0.frame)" }
      return test.take(.view, .selection, .callout) + frames
    }
    let words = play({ $0.provider = .answersNil }, .app)
    let selected: (String) -> Bool = { $0.hasPrefix("didSelect") }
    #expect(words.contains(where: selected) && !play({ _ in }, .app).contains(where: selected))
    let bare = play({ _ in }, .none)
    #expect(bare.map(Self.nameless) == words.map(Self.nameless))
  }

  /// The identifiers of a layer whose app has no views are never used, but have numbers.
  private static func nameless(_ words: String) -> String {
    words.hasPrefix("request") ? String(words.prefix { $0 != "o" }) : words
  }

  @Test
  func `lets the map's own views be in no group`() {
    let layer = LayerSetup.plain().with { $0.clusteringIdentifier = "shops" }
    for (target, joins) in [(DelegateTarget.app, 2), (.none, 0)] {
      let test = DelegateTests.map(layers: [layer])
      test.map.setDelegate(target)
      test.addAll()
      settle(test)
      let words = test.take(.view)
      #expect(words.count { $0.hasPrefix("join") } == joins, "\(target)")
    }
  }

  // MARK: Selections, drags, renderers

  private static let accessory = AccessorySetup(
    size: ScreenSize(width: 20, height: 20), isControl: true)

  private static func callout() -> CalloutSetup {
    var callout = CalloutSetup.plain(adjuster: NoAdjuster())
    callout.rightAccessory = accessory
    return callout
  }

  @Test
  func `is not told of a selection when it is nobody`() {
    let test = DelegateTests.map(layers: [.plain(callout: DelegateTests.callout())])
    test.addAll()
    settle(test)
    test.map.setDelegate(.none)
    test.map.tap(point: 3, layer: 0)
    test.map.deselectAnnotation()
    // The view is the app's, but nobody puts a callout over it.
    let tell = ["unanswered didSelect", "unanswered didSelect"]
    let untell = ["unanswered didDeselect", "unanswered didDeselect"]
    #expect(test.take(.delegate) == ["delegate none"] + tell + untell)
    #expect(!test.trace.events.contains { $0.room == .callout })
    test.map.setDelegate(.app)
    test.map.tap(point: 3, layer: 0)
    #expect(test.take(.callout).first == "opened 0 over 3")
    test.map.setDelegate(.none)
    test.map.tapAccessory(.right)
    #expect(test.take(.callout, .delegate) == ["delegate none", "unanswered accessoryTapped"])
    test.map.setDelegate(.another)
    test.map.tapAccessory(.right)
    #expect(test.take(.callout, .delegate) == ["delegate another", "tapped right of 0"])
  }

  /// The map's own callout needs nobody.
  @Test
  func `has no say in callouts of the map's own`() {
    let layer = LayerSetup.plain(callout: DelegateTests.callout()).with { $0.canShowCallout = true }
    let test = DelegateTests.map(layers: [layer])
    test.addAll()
    settle(test)
    test.map.setDelegate(.none)
    test.map.tap(point: 2, layer: 0)
    #expect(test.take(.callout).first == "opened 0 over 2")
  }

  @Test(arguments: DelegateTarget.allCases)
  func `asks for the address of what was dropped only when it hears of it`(target: DelegateTarget) {
    let test = DelegateTests.map(layers: [LayerSetup.plain().with { $0.isDraggable = true }])
    test.addAll()
    settle(test)
    test.map.setDelegate(target)
    _ = test.take()
    test.map.drag(
      .point(0, layer: 0), by: ScreenOffset(dx: 20, dy: 0), over: SimulatedTime(milliseconds: 500),
      end: .drop)
    let isThere = target != .none
    let asks = test.trace.events.contains {
      if case .drag(.geocodeRequested) = $0.kind { true } else { false }
    }
    #expect(asks == isThere)
    let untold = test.take(.delegate).count { $0 == "unanswered dragStateChanged" }
    #expect(untold == (isThere ? 0 : 4))
  }

  /// The proxy has lines for the cells of a grid; nobody has a renderer for the app's overlays.
  @Test
  func `leaves overlays undrawn, but not the grid`() {
    let fence = OverlaySetup(
      name: "fence", shape: .circle(center: TestMap.coordinate(x: 50, y: 50), radiusMeters: 100))
    let test = DelegateTests.map(
      layers: [LayerSetup.clustered().clustering { $0.app.drawsGrid = true }], overlays: [fence])
    test.map.setDelegate(.none)
    test.map.addOverlay(0, at: .last)
    test.addAll()
    settle(test)
    #expect(
      test.take(.overlay, .delegate).filter { $0.contains("render") } == [
        "renderer of 0", "unanswered rendererFor", "no renderer of 0", "renderer of 1",
      ])
    #expect(test.map.makeSnapshot(.snapshot).shapes.allSatisfy { $0.overlay == 1 })
    #expect(!test.map.makeSnapshot(.snapshot).shapes.isEmpty)
    // Each is asked for but once while it stays.
    test.map.setDelegate(.app)
    test.map.pan(by: ScreenOffset(dx: 5, dy: 0), over: .zero)
    settle(test)
    #expect(test.map.makeSnapshot(.snapshot).shapes.allSatisfy { $0.overlay == 1 })
    test.map.removeOverlay(0)
    test.map.addOverlay(0, at: .last)
    #expect(test.map.makeSnapshot(.snapshot).shapes.contains { $0.overlay == 0 })
  }
}
