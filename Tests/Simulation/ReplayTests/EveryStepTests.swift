import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Replay
import ScenarioFiles
import Scenarios
import Testing
import Workloads

/// A step and an event that the map tells when it is reached; nil where none must come.
private struct Played: Sendable {
  var action: Step.Action
  var sign: (@Sendable (Event.Kind) -> Bool)?

  init(_ action: Step.Action, _ sign: (@Sendable (Event.Kind) -> Bool)? = nil) {
    self.action = action
    self.sign = sign
  }
}

private let soon = SimulatedTime(milliseconds: 100)
private let later = SimulatedTime(milliseconds: 500)
private let middle = ScreenPoint(x: 160, y: 240)
private let target = TapTarget.point(33, layer: 0)
private let some = DataChange(data: 0, layer: 0, points: .rows(from: 20, to: 50))

/// Every step of the language, in an order in which each has something to do.
private let session: [Played] = [
  Played(.add(some)) { $0 == .data(.pointsAdded(layer: 0, points: 30)) },
  Played(.wait(soon)) { if case .view(.created) = $0 { true } else { false } },
  Played(.selectAnnotation(target)) { if case .selection(.didSelect) = $0 { true } else { false } },
  Played(.waitUntilSettled()),
  Played(.tapAccessory(.right)) {
    if case .callout(.accessoryTapped(_, _, .right)) = $0 { true } else { false }
  },
  Played(.deselectAnnotation) { if case .selection(.didDeselect) = $0 { true } else { false } },
  Played(.select(target)) { if case .selection(.didSelect) = $0 { true } else { false } },
  Played(.tapMap) { if case .selection(.didDeselect) = $0 { true } else { false } },
  Played(.tap(ScreenPoint(x: 1, y: 1))) { $0 == .input(.tapped(ScreenPoint(x: 1, y: 1))) },
  Played(.longPress(middle, data: 1, layer: 0, press: later)) {
    $0 == .data(.pointsAdded(layer: 0, points: 1))
  },
  Played(.waitUntil(Occurrence(.condition(MapCondition(.callouts, 1...1))), atMost: soon)) {
    $0 == .session(.neverHeld(0))
  },
  Played(
    .waitUntil(
      Occurrence(.condition(MapCondition(.annotations, 31...31, layer: 0))), atMost: soon)),
  Played(.drag(target, by: ScreenOffset(dx: 9, dy: 0), over: soon, end: .drop)) {
    if case .drag(.refused) = $0 { true } else { false }
  },
  Played(.change(layer: 0, ViewChange(isDraggable: true, zPriority: 700))),
  // The view lifts off for 200 ms before it follows the finger.
  Played(.drag(target, by: ScreenOffset(dx: 9, dy: 0), over: later, end: .cancel)) {
    if case .drag(.stateChanged(_, .canceling, .dragging)) = $0 { true } else { false }
  },
  Played(.move(some, .by(EarthOffset(north: 0.001, east: 0.001)))) {
    if case .data(.annotationMoved) = $0 { true } else { false }
  },
  Played(.retitle(some, title: nil)) {
    if case .data(.annotationRetitled(_, isTitled: false)) = $0 { true } else { false }
  },
  Played(.replace(some, .changed)) {
    $0 == .data(.replaced(layer: 0, removed: 1, added: 0, kept: 30, compared: 61))
  },
  Played(.addOverlay(1, .index(0))) {
    $0 == .overlay(.added(overlay: 1, level: .aboveRoads, index: 0))
  },
  Played(.addOverlay(0, .below(1))) {
    $0 == .overlay(.added(overlay: 0, level: .aboveRoads, index: 0))
  },
  Played(.exchangeOverlays(0, 1)) { $0 == .overlay(.exchanged(0, 1)) },
  Played(.removeOverlay(1)) { $0 == .overlay(.removed(overlay: 1)) },
  Played(.moveUserLocation(Coordinate(latitude: 50.03, longitude: 8.05))) {
    if case .data(.annotationAdded(_, -1, _, nil)) = $0 { true } else { false }
  },
  Played(.trackUser(.followWithHeading)) { $0 == .map(.trackingChanged(.followWithHeading)) },
  Played(.turnUser(40)) { $0 == .map(.regionWillChange(animated: true)) },
  Played(.trackUser(.none)) { $0 == .map(.trackingChanged(.none)) },
  Played(.snapshot("early")) { $0 == .session(.snapshot(0)) },
  Played(.show(layers: [0], padding: EdgeInsets(all: 20), animated: false)) {
    $0 == .map(.regionWillChange(animated: false))
  },
  Played(.pan(by: ScreenOffset(dx: 40, dy: 0), over: soon, release: .moving)) {
    if case .input(.ended(.pan, let speed)) = $0 { speed.dx > 100 } else { false }
  },
  Played(.pan(by: ScreenOffset(dx: -40, dy: 0), over: soon, release: .resting)) {
    $0 == .input(.ended(.pan, pointsPerSecond: .zero))
  },
  Played(
    .pan(
      by: ScreenOffset(dx: 0, dy: 9), from: .point(middle), over: soon, release: .resting)
  ) { $0 == .input(.touched(middle)) },
  Played(.panAlong([middle], from: .annotation(.middle), over: soon, release: .resting)) {
    if case .input(.touched) = $0 { true } else { false }
  },
  Played(
    .fling(pointsPerSecond: ScreenOffset(dx: 1, dy: 0), from: .point(ScreenPoint(x: -1, y: 9)))
  ) {
    if case .selection(.missed) = $0 { true } else { false }
  },
  Played(.fling(pointsPerSecond: ScreenOffset(dx: 300, dy: 0))) {
    $0 == .map(.regionWillChange(animated: false))
  },
  Played(.pinch(levels: -1, about: middle, over: soon)) { $0 == .input(.began(.pinch)) },
  Played(.rotate(degrees: 30, about: nil, over: soon)) { $0 == .input(.began(.rotation)) },
  Played(.doubleTap(middle)) { $0 == .input(.doubleTapped(middle)) },
  Played(.twoFingerTap) { $0 == .input(.twoFingersTapped) },
  Played(.setCenter(Coordinate(latitude: 50, longitude: 8), animated: true)) {
    $0 == .map(.regionWillChange(animated: true))
  },
  Played(
    .setRegion(
      CoordinateRegion(
        center: Coordinate(latitude: 50.03, longitude: 8.05),
        span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)), animated: false)
  ) { $0 == .map(.regionWillChange(animated: false)) },
  Played(.resize(ScreenSize(width: 200, height: 300))) {
    $0 == .map(.resized(ScreenSize(width: 200, height: 300)))
  },
  Played(.setDelegate(.none)) { $0 == .delegate(.set(to: .none)) },
  Played(.pan(by: ScreenOffset(dx: 9, dy: 0), over: soon, release: .resting)) {
    $0 == .delegate(.unanswered(.regionDidChange))
  },
  Played(.setDelegate(.another)) { $0 == .delegate(.set(to: .another)) },
  Played(.setDelegate(.app)) { $0 == .delegate(.set(to: .app)) },
  Played(.mark("late")) { $0 == .session(.mark(0)) },
  Played(.expect([], since: .start)) { $0 == .session(.expectationsDue) },
  Played(.snapshot("late")) { $0 == .session(.snapshot(1)) },
  Played(.removeAll(layer: 0)) {
    if case .data(.pointsRemoved(layer: 0, points: _)) = $0 { true } else { false }
  },
  Played(.add(some)),
  Played(.remove(some)) { $0 == .data(.pointsRemoved(layer: 0, points: 30)) },
  Played(.memoryWarning) { if case .view(.poolsEmptied) = $0 { true } else { false } },
  Played(
    .download(
      Download(
        change: DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 60)),
        requests: BatchSchedule.Requests(batchSize: 60, interval: soon)))),
  Played(.waitUntilSettled()) { $0 == .data(.batchArrived(layer: 1, points: 60)) },
  Played(
    .download(
      Download(
        name: "rest", change: DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 60)),
        requests: BatchSchedule.Requests(batchSize: 30, interval: soon, endsEmpty: true)))
  ) {
    if case .data(.downloadBegan) = $0 { true } else { false }
  },
  Played(.wait(soon)) { $0 == .data(.batchArrived(layer: 1, points: 30)) },
  Played(.waitUntilSettled(atMost: SimulatedTime(milliseconds: 1))) {
    $0 == .session(.neverSettled)
  },
  Played(.cancelDownload("rest")) {
    if case .data(.downloadCancelled(_, batches: 2)) = $0 { true } else { false }
  },
  Played(.waitUntilSettled()),
  Played(.cancelDownload("rest")) { $0 == .data(.nothingToCancel) },
  Played(.changeClustering(layer: 1, ClusteringChange())),
  Played(.setClusteringPaused(layer: 1, true)),
  Played(.setClusteringPaused(layer: 1, false)),
  Played(.updateClusters(layer: 1)),
  Played(.zoomToCluster(.point(33, layer: 1), padding: EdgeInsets(all: 9), animated: true)),
  Played(
    .selectAndZoom(
      Step.Point(layer: 1, data: 0, row: 33), latitudinalMeters: 500, longitudinalMeters: 400,
      animated: false)),
  Played(
    .download(
      Download(
        change: DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 50)),
        requests: BatchSchedule.Requests(batchSize: 20, interval: soon), furtherLayers: [0]))),
  Played(.waitUntilSettled()) { $0 == .data(.batchArrived(layer: 0, points: 20)) },
  Played(
    .walkUser(
      UserWalk(to: Coordinate(latitude: 50.02, longitude: 8.06), over: later, every: soon))),
  Played(.waitUntilSettled()) { if case .data(.annotationMoved) = $0 { true } else { false } },
  Played(.repeat(times: 2, steps: [])),
]

@Suite("Every step of the language")
struct EveryStepTests {
  private func play(_ actions: [Step.Action]) -> [Event] {
    var scenario = Sample.scenario(actions)
    let corner = Coordinate(latitude: 50, longitude: 8)
    scenario.overlays = [
      OverlaySetup(
        name: "fence", shape: .circle(center: corner, radiusMeters: 500), level: nil,
        hasRenderer: true),
      OverlaySetup(
        name: "route",
        shape: .polyline([corner, Coordinate(latitude: 50.1, longitude: 8.1)]),
        level: .aboveRoads, hasRenderer: false),
    ]
    scenario.data.append(.droppedPins(4))
    scenario.layers[0].callout?.rightAccessory = AccessorySetup(
      size: ScreenSize(width: 30, height: 30), isControl: true)
    var events: [Event] = []
    Replayer(scenario).play(meter: StillMeter()) { events.append($0) }
    return events
  }

  @Test
  func `is in the session below`() {
    let verbs = Set(session.map { $0.action.verb })
    // These are pinches about another point.
    // The reader writes out what stands for other steps.
    let others = ["zoom", "one-finger zoom", "for each", "run"]
    #expect(verbs.union(others) == Set(ScenarioSchema.object(.step).keys))
  }

  @Test
  func `reaches the map`() {
    let events = play(session.map(\.action))
    let begun = events.filter { $0.kind == .session(.stepBegan) }.map { Int($0.step) }
    // The empty repetition, which is the last one, has no step of its own.
    #expect(begun == Array(0..<(session.count - 1)))
    for (id, played) in session.enumerated() {
      guard let sign = played.sign else { continue }
      let own = events.filter { $0.step == Int32(id) }
      #expect(own.contains { sign($0.kind) }, "\(id) \(played.action.verb)")
    }
  }

  @Test
  func `lets the batches of a download go to layers in turn`() {
    let download = Download(
      change: DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 50)),
      requests: BatchSchedule.Requests(batchSize: 20, interval: soon), furtherLayers: [0])
    let arrivals = play([.download(download), .waitUntilSettled()]).compactMap { event -> [Int]? in
      guard case .data(.batchArrived(let layer, let points)) = event.kind else { return nil }
      return [layer.index, Int(points)]
    }
    #expect(arrivals == [[1, 20], [0, 20], [1, 10]])
  }

  @Test
  func `drops the next pin with each long press, where the finger is`() {
    let presses = [(10.0, 20.0), (90, 140), (190, 220)].map { x, y in
      Step.Action.longPress(ScreenPoint(x: x, y: y), data: 1, layer: 0, press: soon)
    }
    let events = play(presses + [.waitUntilSettled(), .snapshot("pins")])
    let pins = events.compactMap { event -> [ScreenPoint]? in
      guard case .snapshot(let snapshot) = event.kind, snapshot.occasion == .snapshot else {
        return nil
      }
      return snapshot.pins.map { pin in
        ScreenPoint(x: pin.point.x.rounded(), y: pin.point.y.rounded())
      }
    }
    let expected = [(10.0, 20.0), (90, 140), (190, 220)].map { ScreenPoint(x: $0, y: $1) }
    #expect(pins.first?.sorted { $0.x < $1.x } == expected.sorted { $0.x < $1.x })
    let pressed = events.filter { if case .input(.longPressed) = $0.kind { true } else { false } }
    #expect(pressed.map { $0.time.nanoseconds } == [100_000_000, 200_000_000, 300_000_000])
  }

  /// The guarded recognizer leaves taps on annotations to the map.
  @Test(arguments: [true, false])
  func `drops a pin at each tap that the app's own recognizer gets`(firesOnAnnotations: Bool) {
    let actions: [Step.Action] = [
      .add(some), .wait(soon), .select(target), .waitUntilSettled(), .tapAccessory(.right),
      .tap(ScreenPoint(x: 2, y: 3)), .tapMap, .tap(ScreenPoint(x: 400, y: 900)),
      .waitUntilSettled(),
    ]
    var scenario = Sample.scenario(actions)
    scenario.data.append(.droppedPins(10))
    scenario.app.tapRecognizer = TapRecognizer(layer: 0, firesOnAnnotations: firesOnAnnotations)
    var counts: [Int32] = []
    Replayer(scenario).play(meter: StillMeter()) { event in
      if case .data(.pointsAdded(_, let points)) = event.kind { counts.append(points) }
    }
    #expect(counts == [30] + (firesOnAnnotations ? [1, 1] : [1]))
  }

  @Test
  func `drops two pins in a long press where the app looks at no state`() {
    let press = Step.Action.longPress(middle, data: 1, layer: 0, press: soon, drops: 2)
    let places = play([press, press, .waitUntilSettled(), .snapshot("pins")]).compactMap {
      if case .data(.annotationAdded) = $0.kind { $0.time } else { nil }
    }
    #expect(places.map(\.nanoseconds) == [100_000_000, 100_000_000, 200_000_000, 200_000_000])
  }

  @Test
  func `gives overlays and pictures their names`() {
    guard case .session(.began(let legend)) = play(session.map(\.action)).first?.kind else {
      Issue.record("the session does not begin with its legend")
      return
    }
    #expect(legend.overlays == ["fence", "route"])
    #expect(legend.snapshots == ["early", "late"])
    #expect(legend.marks == ["late"])
    #expect(legend.identifiers.contains("MKUserLocation"))
  }

  @Test
  func `moves a point on from where it is, never beyond a pole, and around the world`() {
    func move(_ displacement: Step.Displacement) -> Step.Action {
      .move(DataChange(data: 0, layer: 0, points: .list([33])), displacement)
    }
    let actions: [Step.Action] = [
      .add(some), move(.by(EarthOffset(north: 0.25, east: 0.5))),
      move(.by(EarthOffset(north: 0.25, east: 0.5))),
      move(.to(Coordinate(latitude: 1, longitude: 179))),
      move(.by(EarthOffset(north: 100, east: 2))), move(.by(EarthOffset(north: -180, east: -3))),
      move(.by(EarthOffset(north: 0, east: 0))),
    ]
    let moves = play(actions).compactMap { event -> Coordinate? in
      if case .data(.annotationMoved(_, let place)) = event.kind { place } else { nil }
    }
    #expect(moves.map(\.latitude) == [50.28, 50.53, 1, 90, -90])
    #expect(moves.map(\.longitude) == [8.53, 9.03, 179, -179, 178])
  }

  /// Each part alone: the other one of a pair stays as it was.
  @Test
  func `changes one z priority and keeps the other`() {
    func front(_ change: ViewChange) -> ScreenRect? {
      let actions: [Step.Action] = [
        .add(some), .wait(soon), .change(layer: 0, change), .select(target), .wait(soon),
      ]
      guard case .snapshot(let scene) = play(actions).dropLast().last?.kind else { return nil }
      return scene.pins.last?.frame
    }
    let selected = front(ViewChange(zPriority: 100))
    #expect(selected != nil)
    #expect(front(ViewChange(zPriority: 900)) == selected)
    #expect(front(ViewChange(selectedZPriority: 0)) != selected)
  }
}
