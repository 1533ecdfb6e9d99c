import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// A callout that the app adds as an annotation of its own.
@Suite("Callout annotations")
struct CalloutAnnotationTests {
  static let bubble = CalloutStyle.bubble(
    contentHeight: 20, offsetFromParent: ScreenOffset(dx: 10, dy: -14))

  /// A map of 300 by 200 points with pins that have such a callout, settled.
  static func map(
    _ pins: [(x: Double, y: Double)], style: CalloutStyle = bubble,
    adjuster: any CalloutAdjuster = NoAdjuster(), further: [CalloutSetup] = [],
    options: MapOptions = .asRecorded, change: (inout CalloutAnnotationSetup) -> Void = { _ in }
  ) -> TestMap {
    var layer = LayerSetup.plain(callout: callout(style, adjuster, change))
    layer.furtherCallouts = further
    let test = TestMap(screenPoints: pins, layers: [layer], options: options)
    test.addAll()
    test.map.advanceUntilSettled()
    _ = test.take()
    return test
  }

  static func callout(
    _ style: CalloutStyle = bubble, _ adjuster: any CalloutAdjuster = NoAdjuster(),
    _ change: (inout CalloutAnnotationSetup) -> Void = { _ in }
  ) -> CalloutSetup {
    var setup = CalloutSetup(style: style, adjuster: adjuster, isAnimated: false)
    var annotation = CalloutAnnotationSetup(identifier: "callout")
    change(&annotation)
    setup.annotation = annotation
    return setup
  }

  static func select(_ point: PointID, on test: TestMap) {
    test.map.tap(point: point, layer: 0)
    test.map.advanceUntilSettled()
  }

  /// From the anchor of the open callout to its tip, in thousandths of a point.
  static func error(_ test: TestMap) -> [Int]? {
    test.map.callouts.pin().map {
      [
        Int((($0.tip.x - $0.anchor.x) * 1e3).rounded()),
        Int((($0.tip.y - $0.anchor.y) * 1e3).rounded()),
      ]
    }
  }

  @Test
  func `comes with a view of its own, and goes when its parent is deselected`() {
    let test = Self.map([(x: 100, y: 150)])
    test.map.tap(point: 0, layer: 0)
    #expect(
      test.take(.selection, .callout, .data) == [
        "willSelect 0", "didSelect 0", "didSelect annotation 0", "add 1",
        "callout 1 of 0 with 0",
      ])
    #expect(test.map.callouts.pin() == nil, "its view is asked for in the next frame")
    test.map.advanceUntilSettled()
    #expect(
      test.take(.view, .callout) == [
        "request 1 of 2", "create b", "display b for 1", "callout 1 over 0 shows 0", "didAdd 1",
        "opened 0 over 0", "settled 0",
      ])
    test.map.tapEmptyMap()
    #expect(
      test.take(.selection, .callout, .view, .data) == [
        "willDeselect 0", "didDeselect 0", "didDeselect annotation 0", "callout 1 goes",
        "closed 0", "return b of 1", "remove 1",
      ])
    Self.select(0, on: test)
    #expect(test.take(.view).contains("reuse b"), "its view waited in a pool of its own")
  }

  @Test
  func `goes before another one comes`() {
    let test = Self.map([(x: 100, y: 150), (x: 200, y: 150)])
    Self.select(0, on: test)
    _ = test.take()
    Self.select(1, on: test)
    #expect(
      test.take(.selection, .callout) == [
        "willDeselect 0", "didDeselect 0", "didDeselect annotation 0", "callout 2 goes",
        "closed 0", "willSelect 1", "didSelect 1", "didSelect annotation 1",
        "callout 3 of 1 with 1", "callout 3 over 1 shows 1", "opened 1 over 1", "settled 1",
      ])
  }

  @Test
  func `follows its coordinate and no longer spans the map`() throws {
    let test = Self.map([(x: 100, y: 150)])
    Self.select(0, on: test)
    var rects = try #require(test.map.callouts.rects)
    #expect(rects.body.minX == 7.5 && rects.body.maxX == 292.5)
    #expect(Self.error(test) == [0, 0])
    var errors: Set<[Int]> = []
    let map = test.map
    test.trace.watch = { event in
      guard case .frame = event.kind else { return }
      if let error = Self.error(test) { errors.insert(error) }
    }
    map.pan(by: ScreenOffset(dx: 40, dy: -20), over: SimulatedTime(milliseconds: 200))
    map.advanceUntilSettled()
    rects = try #require(map.callouts.rects)
    #expect(abs(rects.body.minX - 47.5) < 1e-6)
    map.zoom(byLevels: 1, over: SimulatedTime(milliseconds: 200))
    map.advanceUntilSettled()
    test.trace.watch = nil
    #expect(errors == [[0, 0]])
    rects = try #require(map.callouts.rects)
    // The pin went from 140 to 130.
    #expect(abs(rects.body.minX - 37.5) < 1e-6)
  }

  @Test
  func `stays where it is when its parent's view or place changes`() {
    let test = Self.map([(x: 100, y: 150)])
    Self.select(0, on: test)
    test.map.change(ViewChange(centerOffset: ScreenOffset(dx: 12, dy: -15)), of: 0)
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    test.map.advanceUntilSettled()
    #expect(Self.error(test) == [-12, 0].map { $0 * 1000 })
    test.map.move([0], in: 0, to: [TestMap.coordinate(x: 150, y: 150)])
    test.map.advanceUntilSettled()
    #expect(Self.error(test) == [-62, 0].map { $0 * 1000 })
  }

  @Test
  func `is laid out anew over its parent when it comes back`() throws {
    let test = Self.map([(x: 100, y: 150)])
    Self.select(0, on: test)
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: -150, dy: 0), over: SimulatedTime(milliseconds: 100))
    #expect(test.take(.callout) == ["closed 0"])
    #expect(test.map.selection.selected == 0, "the parent's view stays, as it is selected")
    test.map.pan(by: ScreenOffset(dx: 170, dy: 0), over: .zero)
    test.map.advanceUntilSettled()
    #expect(
      test.take(.callout) == ["callout 1 over 0 shows 0", "opened 1 over 0", "settled 1"])
    #expect(Self.error(test) == [0, 0])
    let rects = try #require(test.map.callouts.rects)
    #expect(abs(rects.body.minX - 7.5) < 1e-6, "it spans the map again")
  }

  @Test
  func `goes with its parent when that leaves and is deselected`() {
    let options = MapOptions.with { $0.selectedViews = .deselected }
    let test = Self.map([(x: 100, y: 150)], options: options)
    Self.select(0, on: test)
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: -150, dy: 0), over: SimulatedTime(milliseconds: 100))
    #expect(test.take(.callout) == ["callout 1 goes", "closed 0"])
  }

  @Test(arguments: [MapOptions.RemovalOfSelected.deselectsFirst, .returnsFirst])
  func `goes with its parent when that is removed`(order: MapOptions.RemovalOfSelected) {
    let test = Self.map(
      [(x: 100, y: 150)], options: .with { $0.removalOfSelected = order })
    Self.select(0, on: test)
    _ = test.take()
    test.map.remove([0], from: 0)
    test.map.advanceUntilSettled()
    #expect(test.take(.callout) == ["callout 1 goes", "closed 0"])
    #expect(test.map.annotations.count == 0 && test.map.views.shown.isEmpty)
  }

  @Test
  func `takes itself away when it is tapped, unless its view is disabled`() {
    for isEnabled in [true, false] {
      let test = Self.map([(x: 100, y: 150)]) { $0.isViewEnabled = isEnabled }
      Self.select(0, on: test)
      _ = test.take()
      test.map.tap(at: ScreenPoint(x: 200, y: 110))
      #expect(
        test.take(.selection, .callout)
          == (isEnabled
            ? [
              "willDeselect 0", "didDeselect 0", "didDeselect annotation 0", "callout 1 goes",
              "closed 0", "callout 1 tapped away",
            ] : ["refused 1"]))
      #expect((test.map.selection.selected == nil) == isEnabled)
    }
  }

  /// The published corrections, by an adjuster that this package does not know.
  private struct ForeignAdjuster: CalloutAdjuster {
    let name = "foreign"
    let published = EdgeMarginsAdjuster()

    func move(for scene: CalloutScene) -> MapMove { published.move(for: scene) }
    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      published.guarantee(for: scene)
    }
    func frameShift(for scene: CalloutScene) -> ScreenOffset { published.frameShift(for: scene) }
  }

  private static let correcting: [any CalloutAdjuster] = [EdgeMarginsAdjuster(), ForeignAdjuster()]

  @Test(arguments: [false, true], correcting)
  func `keeps the published corrections of its frame until the next layout`(
    redraws: Bool, adjuster: any CalloutAdjuster
  ) {
    let test = Self.map([(x: 12, y: 40)], adjuster: adjuster) { $0.redrawsAfterShift = redraws }
    Self.select(0, on: test)
    #expect(test.map.viewport.center != TestMap.middle)
    // 38 - 12 to the right; from a top of 25 - 50 + 6... down to 7: what the adjuster says.
    let parent = CalloutParent(
      coordinateAt: ScreenPoint(x: 12, y: 40), size: ScreenSize(width: 20, height: 30),
      centerOffset: ScreenOffset(dx: 0, dy: -15))
    let scene = CalloutScene(viewport: TestMap.viewport(), parent: parent, style: Self.bubble)
    let shift = adjuster.frameShift(for: scene)
    #expect(shift.dx == 26 && shift.dy > 0)
    let dx = redraws ? 0 : -Int(shift.dx * 1000)
    #expect(Self.error(test).map { abs($0[0] - dx) < 2 } == true)
    #expect(Self.error(test).map { abs($0[1] + Int(shift.dy * 1000)) < 2 } == true)
    test.map.zoom(byLevels: -0.5, over: SimulatedTime(milliseconds: 100))
    test.map.advanceUntilSettled()
    #expect(Self.error(test).map { abs($0[0] - dx) < 2 } == true)
    #expect(Self.error(test)?[1] == 0, "the next layout knows nothing of the vertical shift")
  }

  @Test
  func `has the kind and the content of its parent's row`() {
    let flat = Self.callout(.plain(size: ScreenSize(width: 80, height: 30))) {
      $0.identifier = "flat"
    }
    let test = Self.map([(x: 60, y: 150), (x: 150, y: 150), (x: 240, y: 150)], further: [flat])
    var kinds: [CalloutLook.Kind?] = []
    for point in [0, 1, 2] as [PointID] {
      _ = test.take()
      Self.select(point, on: test)
      kinds.append(test.map.callouts.rects?.look.kind)
      #expect(test.take(.callout).contains { $0.hasSuffix("over \(point) shows \(point)") })
      #expect(Self.error(test) == [0, 0])
    }
    #expect(kinds == [.bubble, .plain, .bubble])
    #expect(test.map.legend.identifiers == ["pin", "cluster", "callout", "flat"])
  }

  @Test
  func `shows the content of before when the app forgets it`() {
    let test = Self.map([(x: 60, y: 150), (x: 150, y: 150)]) { $0.keepsStaleContent = true }
    Self.select(0, on: test)
    _ = test.take()
    Self.select(1, on: test)
    #expect(test.take(.callout).contains("callout 3 over 1 shows 0"))
  }
}
