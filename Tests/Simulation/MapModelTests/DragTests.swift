import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Annotations that a finger carries, on a phone with a frame every 20 ms.
@Suite("Drags")
struct DragTests {
  typealias Input = DragMachine.Input

  /// What may follow what: the states of a drag as MapKit has them.
  private static let allowed: [DragState: Set<DragState>] = [
    .none: [.starting], .starting: [.dragging, .canceling], .dragging: [.ending, .canceling],
    .ending: [.none], .canceling: [.none],
  ]

  /// What each input does, in full.
  private static let table: [DragState: [Input: DragState]] = [
    .none: [.press: .starting],
    .starting: [.answer: .dragging, .drop: .canceling, .cancel: .canceling],
    .dragging: [.drop: .ending, .cancel: .canceling],
    .ending: [.answer: .none],
    .canceling: [.answer: .none],
  ]

  @Test
  func `goes through its states as the table says, in every short sequence`() {
    let all = Input.allCases
    let length = 7
    var count = 1
    for _ in 0..<length { count *= all.count }
    var reached: Set<DragState> = []
    for code in 0..<count {
      var machine = DragMachine()
      var rest = code
      for _ in 0..<length {
        let input = all[rest % all.count]
        rest /= all.count
        let old = machine.state
        let new = machine.handle(input)
        guard new == DragTests.table[old]?[input], machine.state == new ?? old,
          new.map({ DragTests.allowed[old]?.contains($0) == true }) ?? true
        else {
          Issue.record("\(input) in \(old) gives \(String(describing: new)), sequence \(code)")
          return
        }
        reached.insert(machine.state)
      }
    }
    #expect(reached == Set(DragState.allCases))
  }

  /// A map with a pin that can be carried at 150, 100 and one at 60, 60.
  static func map(
    lift: Int64? = 200, edges: Bool = false, callout: CalloutSetup? = nil,
    pins: [(x: Double, y: Double)] = [(x: 150, y: 100), (x: 60, y: 60)],
    app: AppSetup = AppSetup(), change: (inout ViewSetup) -> Void = { _ in }
  ) -> TestMap {
    var layer = LayerSetup.plain(callout: callout)
    layer.view.isDraggable = true
    layer.view.liftDuration = lift.map { SimulatedTime(milliseconds: $0) }
    change(&layer.view)
    var options = MapOptions.asRecorded
    options.dragMovesMapAtEdge = edges
    let test = TestMap(screenPoints: pins, layers: [layer], options: options, app: app)
    test.addAll()
    // The next steps begin with a frame.
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    _ = test.take()
    return test
  }

  private static func place(_ test: TestMap) -> ScreenPoint {
    test.map.viewport.screenPoint(for: test.map.annotations[0].mapPoint)
  }

  private static func drag(
    _ test: TestMap, by offset: ScreenOffset = ScreenOffset(dx: 40, dy: -20),
    over time: Int64 = 500,
    end: DragEnd = .drop
  ) {
    test.map.drag(
      .point(0, layer: 0), by: offset, over: SimulatedTime(milliseconds: time), end: end)
  }

  private static let press = [
    "drag begins", "willSelect 0", "didSelect 0", "didSelect annotation 0", "view of 0 starting",
    "0 starting from none",
  ]
  private static let lifted = ["view of 0 dragging", "0 dragging from starting"]

  @Test
  func `carries an annotation from the press to the ground`() {
    let test = DragTests.map()
    let start = test.map.now
    let viewport = test.map.viewport
    DragTests.drag(test)
    let times = test.trace.events.filter { $0.room == .drag }.map {
      ($0.time - start).nanoseconds / 1_000_000
    }
    #expect(times == [0, 0, 200, 200, 500, 500, 500, 700, 700])
    let words = test.take(.drag, .input, .selection, .data)
    #expect(
      words.filter { $0 != "move 0" } == DragTests.press + DragTests.lifted + [
        "drag ends", "view of 0 ending", "0 ending from dragging", "geocode 0",
        "view of 0 none", "0 none from ending",
      ])
    // In each of the 14 frames between the answer and the finger's last place, and there.
    #expect(words.filter { $0 == "move 0" }.count == 15)
    #expect(words.firstIndex(of: "move 0") == 8)
    #expect(max(abs(DragTests.place(test).x - 190), abs(DragTests.place(test).y - 80)) < 1e-6)
    #expect(test.map.viewport == viewport, "the map does not pan")
    #expect(test.map.selection.selected == 0)
    #expect(test.map.isSettled)
  }

  @Test
  func `follows the finger in every frame, and no frame before`() {
    let test = DragTests.map()
    let start = test.map.now
    let viewport = test.map.viewport
    DragTests.drag(test)
    for event in test.trace.events {
      guard case .data(.annotationMoved(_, let coordinate)) = event.kind else { continue }
      let fraction = Double((event.time - start).nanoseconds) / 500_000_000
      let point = viewport.screenPoint(for: Projection.mapKit.mapPoint(for: coordinate))
      #expect(fraction >= 0.4)
      #expect(abs(point.x - 150 - 40 * fraction) < 1e-6)
      #expect(abs(point.y - 100 + 20 * fraction) < 1e-6)
    }
    guard
      case .drag(.geocodeRequested(_, let last)) = test.trace.events.first(where: {
        if case .drag(.geocodeRequested) = $0.kind { true } else { false }
      })?.kind
    else {
      Issue.record("nobody asks for the address")
      return
    }
    #expect(last == test.map.annotations[0].coordinate)
  }

  @Test
  func `puts a cancelled annotation back where it was`() {
    let test = DragTests.map()
    let home = test.map.annotations[0].coordinate
    DragTests.drag(test, end: .cancel)
    let words = test.take(.drag, .input, .data)
    #expect(
      words.suffix(6)
        == [
          "drag ends", "move 0", "view of 0 canceling", "0 canceling from dragging", "move 0",
          "view of 0 none", "0 none from canceling",
        ].suffix(6))
    #expect(test.map.annotations[0].coordinate == home)
  }

  @Test(arguments: [DragEnd.drop, .cancel])
  func `cancels when the finger leaves before the view has answered`(end: DragEnd) {
    for lift: Int64? in [nil, 300] {
      let test = DragTests.map(lift: lift)
      let start = test.map.now
      let home = test.map.annotations[0].coordinate
      DragTests.drag(test, over: 250, end: end)
      #expect(
        test.take(.drag, .input, .data, .selection) == DragTests.press + [
          "drag ends", "view of 0 canceling", "0 canceling from starting", "view of 0 none",
          "0 none from canceling",
        ])
      #expect(test.map.annotations[0].coordinate == home)
      // The view that answers late takes its time to come down; for the other one the map answers.
      #expect(test.map.now == start + SimulatedTime(milliseconds: lift == nil ? 250 : 550))
      // Nothing of it is left for the next drag.
      DragTests.drag(test, over: 400)
      let words = test.take(.drag)
      #expect(words.contains("geocode 0") == (lift != nil))
    }
  }

  @Test(arguments: ["not draggable", "disabled", "without a title", "cluster", "no view"])
  func `refuses what cannot be carried`(reason: String) {
    let test: TestMap
    switch reason {
    case "not draggable": test = DragTests.map { $0.isDraggable = false }
    case "disabled": test = DragTests.map { $0.isEnabled = false }
    case "without a title":
      var layer = LayerSetup.plain()
      layer.view.isDraggable = true
      layer.view.canShowCallout = true
      test = TestMap(screenPoints: [(x: 150, y: 100)], layers: [layer], isTitled: [false])
      test.addAll()
    case "cluster":
      var layer = LayerSetup.clustered()
      layer.view.isDraggable = true
      layer.clusterView.isDraggable = true
      test = TestMap(screenPoints: [(x: 150, y: 100)], layers: [layer])
      test.addAll()
    default: test = DragTests.map(pins: [(x: 900, y: 100)])
    }
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    let start = test.map.now
    let home = test.map.annotations[0].coordinate
    DragTests.drag(test)
    let expected =
      reason == "no view" ? ["missed"] : ["drag begins", "drag of 0 refused", "drag ends"]
    #expect(test.take() == expected)
    #expect(test.map.annotations[0].coordinate == home)
    #expect(
      test.map.now == start + SimulatedTime(milliseconds: reason == "no view" ? 0 : 500))
  }

  @Test
  func `keeps the view of what is carried out of the map`() {
    let test = DragTests.map()
    DragTests.drag(test, by: ScreenOffset(dx: 400, dy: 0))
    let words = test.take(.view, .data)
    #expect(!words.contains("return a of 0"))
    #expect(words.filter { $0.hasPrefix("move") }.count == 15)
    test.map.deselectAnnotation()
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view).contains("return a of 0"))
  }

  @Test
  func `moves the map while the finger is near an edge, in pairs of their own`() {
    for isOn in [true, false] {
      let test = DragTests.map(lift: 0, edges: isOn)
      let start = test.map.viewport
      // Near the edge for the last 200 of 1000 ms, then at rest no more.
      DragTests.drag(test, by: ScreenOffset(dx: 138, dy: 0), over: 1000)
      let words = test.take(.map, .input).filter { $0 != "visible" }
      #expect(
        words == ["drag begins"] + (isOn ? ["will"] : []) + ["drag ends"] + (isOn ? ["did"] : []))
      let way = (test.map.viewport.center.x - start.center.x) / 64
      // 260 of 300 points are reached after 797 ms: frames at 800, 820 … 980 move it.
      #expect(abs(way - (isOn ? 10 * 4.8 : 0)) < 1e-6)
      #expect(test.map.viewport.center.y == start.center.y)
      // The annotation stays under the finger.
      #expect(max(abs(DragTests.place(test).x - 288), abs(DragTests.place(test).y - 100)) < 1e-6)
      #expect(test.map.region.change == nil)
    }
  }

  @Test
  func `ends whatever the app does meanwhile`() {
    let request = RegionRequest(.move(ScreenOffset(dx: 30, dy: 9)), animated: true)
    let callout = CalloutSetup.plain()
    let test = DragTests.map(
      edges: true, callout: callout, pins: [(x: 10, y: 10)],
      app: AppSetup(onRegionDidChange: request))
    DragTests.drag(test, by: ScreenOffset(dx: -8, dy: 185), over: 1500)
    #expect(test.map.advanceUntilSettled())
    let states = test.trace.events.compactMap { event -> DragState? in
      guard case .drag(.viewStateSet(_, let state)) = event.kind else { return nil }
      return state
    }
    #expect(states == [.starting, .dragging, .ending, .none])
    let pairs = test.take(.map).filter { $0.hasPrefix("will") || $0.hasPrefix("did") }
    for (index, word) in pairs.enumerated() {
      #expect(word.hasPrefix(index % 2 == 0 ? "will" : "did"))
    }
  }

  /// What a finger presses can be gone before it is carried: the app sends the map away when it
  /// stops, or when it has made room for the callout.
  @Test(arguments: [true, false])
  func `carries nothing when the app takes the view away under the finger`(isMoving: Bool) {
    let away = Coordinate(latitude: -40, longitude: 100)
    var layer = LayerSetup.plain(
      callout: .plain(adjuster: ContainRectAdjuster(margin: 10, animated: false)))
    layer.view.isDraggable = true
    let test = TestMap(
      screenPoints: [(x: 20, y: 10)], layers: [layer],
      options: .with {
        $0.viewRequests = .atOnce
        $0.selectedViews = .deselected
      }, app: AppSetup(onRegionDidChange: RegionRequest(.center(away), animated: false)))
    test.addAll()
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    if isMoving {
      test.map.setCenter(TestMap.coordinate(x: 151, y: 100), animated: true)
      test.map.advance(by: SimulatedTime(milliseconds: 50))
    }
    _ = test.take()
    DragTests.drag(test)
    #expect(test.take(.drag) == ["drag of 0 refused"])
    #expect(test.map.selection.selected == nil)
    #expect(test.map.advanceUntilSettled())
  }

  @Test
  func `lets the view go that was dropped far outside`() {
    var layer = LayerSetup.plain()
    layer.view.isDraggable = true
    let test = TestMap(
      screenPoints: [(x: 150, y: 100)], layers: [layer],
      options: .with { $0.selectedViews = .deselected })
    test.addAll()
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    DragTests.drag(test, by: ScreenOffset(dx: 5000, dy: 0))
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.selection.selected == nil)
    #expect(test.map.views.shown == [])
  }
}
