import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What views carry from one use to the next.
@Suite("View states")
struct ViewStateTests {
  static let callout = CalloutSetup(
    style: .plain(size: ScreenSize(width: 60, height: 20)), adjuster: StillAdjuster(),
    leftAccessory: AccessorySetup(size: ScreenSize(width: 20, height: 20), isControl: true))

  /// An adjuster that leaves the map where it is.
  struct StillAdjuster: CalloutAdjuster {
    let name = "still"
    func move(for scene: CalloutScene) -> MapMove { .stay }
    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      VisibilityGuarantee(contain: scene.parent.frame, insets: EdgeInsets(all: 0))
    }
  }

  static func states(_ test: TestMap) -> [ViewState] {
    test.trace.events.compactMap { event in
      guard case .view(.displayed(_, _, let state)) = event.kind else { return nil }
      return state
    }
  }

  /// Views of an app that does not reset some parts: written from the words of the parts alone.
  struct Model {
    let notReset: StaleState
    /// What each view carries; nil for a view that was not made yet.
    var states: [Int: ViewState] = [:]

    mutating func display(_ view: Int, for annotation: AnnotationID) -> ViewState {
      var state = ViewState(
        title: annotation, accessory: annotation, callout: -1, isTransformed: false,
        isSelected: false)
      if let last = states[view] {
        if notReset.contains(.title) { state.title = last.title }
        if notReset.contains(.accessory) { state.accessory = last.accessory }
        if notReset.contains(.callout) { state.callout = last.callout }
        if notReset.contains(.transform) { state.isTransformed = last.isTransformed }
        if notReset.contains(.selection) { state.isSelected = last.isSelected }
      }
      states[view] = state
      return state
    }

    mutating func select(_ view: Int, for annotation: AnnotationID) {
      states[view]?.callout = annotation
      states[view]?.isTransformed = true
      states[view]?.isSelected = true
    }
  }

  /// A pin is seen at a time, so that one view is used again and again unless it is selected; each
  /// step goes to the next pin, selects what is seen, or deselects.
  @Test(arguments: 0..<32)
  func `are those of a forgetful app in every short history`(bits: Int) {
    let notReset = StaleState(rawValue: UInt8(bits))
    var leaks = 0
    for number in 0..<81 {
      let layer = LayerSetup.plain(callout: ViewStateTests.callout).with { $0.notReset = notReset }
      let test = ViewTests.row(pins: 8, seen: 1, layers: [layer])
      #expect(test.map.advanceUntilSettled())
      var model = Model(notReset: notReset)
      var expected = [model.display(0, for: 0)]
      var pin = 0
      var pool: [Int] = []
      var current = 0
      var selected: (pin: Int, view: Int)?
      func release() {
        test.map.deselectAnnotation()
        #expect(test.map.advanceUntilSettled())
        if let selected, selected.pin != pin { pool.append(selected.view) }
        selected = nil
      }
      for step in [number % 3, number / 3 % 3, number / 9 % 3, number / 27, 2, 0, 0] {
        switch step {
        case 0:
          test.map.pan(by: ScreenOffset(dx: -10, dy: 0), over: .zero)
          if selected?.pin != pin { pool.append(current) }
          pin += 1
          let isReused = !pool.isEmpty
          current = isReused ? pool.removeFirst() : model.states.count
          expected.append(model.display(current, for: AnnotationID(pin)))
        case 1 where selected?.pin != pin:
          release()
          #expect(test.map.tap(point: PointID(pin), layer: 0))
          model.select(current, for: AnnotationID(pin))
          selected = (pin: pin, view: current)
        case 2: release()
        default: break
        }
      }
      let states = ViewStateTests.states(test)
      #expect(states == expected, "history \(number)")
      // Pins come one after the other.
      leaks += states.enumerated().count { annotation, state in
        state.title.index != annotation || state.accessory.index != annotation
          || state.callout.isSome
          || state.isTransformed || state.isSelected
      }
    }
    #expect((leaks > 0) == (bits > 0), "\(leaks) leaks")
  }

  /// A bubble grows for 500 ms; it is taken away before, or after, and its view is used again.
  @Test(
    arguments: [StaleState(), .openingCallout, .callout, [.title, .openingCallout]],
    MapOptions.RemovalOfSelected.allCases)
  func `keep a callout that still opens where the app forgets this`(
    notReset: StaleState, removal: MapOptions.RemovalOfSelected
  ) {
    for (pause, deselects) in [(0, true), (40, true), (40, false), (2_000, true), (2_000, false)] {
      let callout = CalloutSetup(
        style: .bubble(contentHeight: 20, offsetFromParent: ScreenOffset(dx: 10, dy: -14)),
        adjuster: StillAdjuster())
      let test = TestMap(
        screenPoints: [(x: 150, y: 120), (x: 150, y: 120)],
        layers: [LayerSetup.plain(callout: callout).with { $0.notReset = notReset }],
        options: .with { $0.removalOfSelected = removal })
      test.map.add([0], to: 0)
      #expect(test.map.advanceUntilSettled() && test.map.tap(point: 0, layer: 0))
      test.map.advance(by: SimulatedTime(milliseconds: Int64(pause)))
      if deselects { test.map.deselectAnnotation() }
      test.map.remove([0], from: 0)
      test.map.advance(by: SimulatedTime(milliseconds: 3_000))
      test.map.add([1], to: 0)
      #expect(test.map.advanceUntilSettled())
      let isKept =
        notReset.contains(.callout) || notReset.contains(.openingCallout) && pause < 500
      #expect(
        ViewStateTests.states(test).map(\.callout) == [-1, isKept ? 0 : -1],
        "\(pause) ms, deselects: \(deselects)")
    }
  }

  @Test
  func `have a title where the annotation has one, and accessories where the callout has`() {
    let places = [(x: 100.0, y: 100.0), (x: 200, y: 100), (x: 20, y: 20), (x: 22, y: 20)]
    let bare = CalloutSetup.plain(adjuster: StillAdjuster())
    let layers = [
      LayerSetup.plain(callout: ViewStateTests.callout), .plain(callout: bare),
      .plain(callout: ViewStateTests.callout).with { $0.provider = .answersNil },
      .clustered(callout: ViewStateTests.callout),
    ]
    let test = TestMap(
      screenPoints: places, layers: layers, isTitled: [true, false, false, false],
      userLocation: (x: 5, y: 5))
    for layer in 0..<3 { test.map.add([0, 1], to: layer) }
    test.map.add([2, 3], to: 3)
    #expect(test.map.advanceUntilSettled())
    let states = ViewStateTests.states(test)
    #expect(states.map(\.title) == [0, 1, -1, 3, -1, 5, -1, 7])
    #expect(states.map(\.accessory) == [-1, 1, 2, -1, -1, -1, -1, 7])
    #expect(states.allSatisfy { $0.callout == -1 && !$0.isTransformed && !$0.isSelected })
  }

  @Test
  func `let fingers reach what is enabled and titled where it must be`() {
    let places = [(x: 100.0, y: 100.0), (x: 200, y: 100), (x: 20, y: 20), (x: 22, y: 20)]
    for (isEnabled, canShowCallout, expected) in [
      (true, false, [true, true]), (true, true, [true, false]), (false, false, [false, false]),
      (false, true, [false, false]),
    ] {
      let test = TestMap(
        screenPoints: places,
        layers: [LayerSetup.plain(), .clustered()].map { layer in
          layer.with {
            $0.isEnabled = isEnabled
            $0.canShowCallout = canShowCallout
          }
        }, isTitled: [true, false, false, false], userLocation: (x: 5, y: 5))
      test.map.add([0, 1], to: 0)
      test.map.add([2, 3], to: 1)
      #expect(test.map.advanceUntilSettled())
      #expect(
        [0, 1].map { test.map.views.isInteractive(test.map.data.layers[0].slots[$0]) } == expected)
      let cluster = test.map.annotations.slots.indices.first {
        test.map.annotations[AnnotationSlot($0)].count == 2
      }
      // Its delegate gives no titles.
      #expect(
        cluster.map { test.map.views.isInteractive(AnnotationSlot($0)) }
          == (isEnabled && !canShowCallout))
      #expect(test.map.data.userLocation.map { test.map.views.isInteractive($0) } == true)
      test.map.change(ViewChange(isEnabled: true, isDraggable: true), of: 0)
      #expect(test.map.views.isInteractive(test.map.data.layers[0].slots[0]))
      #expect(test.map.views.settings(of: test.map.data.layers[0].slots[0]).isDraggable)
    }
  }

  // MARK: Selected views that leave

  @Test
  func `lets a selected view leave when it is told to, deselected first`() {
    let test = ViewTests.row(
      pins: 4, seen: 2, layers: [.plain(callout: ViewStateTests.callout)],
      options: .with { $0.selectedViews = .deselected })
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 0, layer: 0))
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: -10, dy: 0), over: .zero)
    #expect(
      test.take(.selection, .callout, .view, .frame) == [
        "willDeselect 0", "closed 0", "didDeselect 0", "didDeselect annotation 0", "return a of 0",
        "request 2 of 0", "reuse a", "display a for 2", "didAdd 1", "frame 2",
      ])
    #expect(test.map.isSettled)
  }

  @Test(arguments: MapOptions.RemovalOfSelected.allCases)
  func `are clean after a selected annotation was removed`(order: MapOptions.RemovalOfSelected) {
    let test = ViewTests.row(
      pins: 3, seen: 3, layers: [.plain(callout: ViewStateTests.callout)],
      options: .with { $0.removalOfSelected = order })
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 1, layer: 0))
    _ = test.take()
    test.map.remove([1], from: 0)
    let deselection = [
      "willDeselect 1", "closed 0", "didDeselect 1", "didDeselect annotation 1",
    ]
    let going = ["return b of 1"]
    #expect(
      test.take() == ["1 points from 0"]
        + (order == .deselectsFirst ? deselection + going : going + deselection) + ["remove 1"])
    test.map.add([1], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      ViewStateTests.states(test) == [
        ViewState(title: 3, accessory: 3, callout: -1, isTransformed: false, isSelected: false)
      ])
  }

  // MARK: Offsets

  @Test
  func `take new offsets at the next layout`() {
    let layer = LayerSetup.plain(callout: ViewStateTests.callout)
    let test = TestMap(screenPoints: [(x: 100, y: 100), (x: 900, y: 100)], layers: [layer])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let slot = test.map.data.layers[0].slots[0]
    #expect(test.map.tap(point: 0, layer: 0))
    func rects() -> (view: ScreenRect, body: ScreenRect?) {
      (view: test.map.views.frame(of: slot), body: test.map.callouts.rects?.body)
    }
    func x(_ rect: ScreenRect?) -> Double? { rect.map { ($0.minX * 1000).rounded() / 1000 } }
    func y(_ rect: ScreenRect?) -> Double? { rect.map { ($0.minY * 1000).rounded() / 1000 } }
    #expect((x(rects().view), y(rects().view)) == (90, 70))
    #expect((x(rects().body), y(rects().body)) == (70, 50))
    test.map.change(
      ViewChange(
        centerOffset: ScreenOffset(dx: 3, dy: -20), calloutOffset: ScreenOffset(dx: 5, dy: 7)),
      of: 0)
    test.map.add([1], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect((x(rects().view), y(rects().view)) == (90, 70))
    #expect((x(rects().body), y(rects().body)) == (70, 50))
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: .zero)
    #expect((x(rects().view), y(rects().view)) == (103, 65))
    #expect((x(rects().body), y(rects().body)) == (88, 52))
    #expect(test.map.makeSnapshot(.mark).pins.map { x($0.frame) } == [103])
    // A view that comes now has them from the beginning.
    test.map.pan(by: ScreenOffset(dx: -800, dy: 0), over: .zero)
    #expect(x(test.map.views.frame(of: test.map.data.layers[0].slots[1])) == 103)
  }
}
