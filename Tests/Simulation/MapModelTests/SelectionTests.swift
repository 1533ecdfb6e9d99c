import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Selection and callouts: one at a time, the old one gone before the new one comes.
@Suite("Selection")
struct SelectionTests {
  /// What a finger or a program does; digits are pins.
  enum Act: Character, CaseIterable {
    case tapFirst = "0"
    case tapSecond = "1"
    case tapHidden = "2"
    case deselect = "-"
    case removeFirst = "x"
    case addFirst = "a"
  }

  /// What should be said, by the plainest rules.
  struct Model {
    var selected: Int?
    var isFirstThere = true
    var callouts = 0
    var serials = [0, 1, 2]
    var nextSerial = 3

    mutating func perform(_ act: Act) -> [String] {
      switch act {
      case .tapFirst: isFirstThere ? tap(0) : ["missed"]
      case .tapSecond: tap(1)
      case .tapHidden: ["missed"]
      case .deselect: deselect()
      case .removeFirst: removeFirst()
      case .addFirst: addFirst()
      }
    }

    private mutating func tap(_ pin: Int) -> [String] {
      guard selected != pin else { return [] }
      let old = deselect()
      selected = pin
      let number = callouts
      callouts += 1
      return old + [
        "willSelect \(serials[pin])", "didSelect \(serials[pin])",
        "didSelect annotation \(serials[pin])", "opened \(number) over \(serials[pin])",
        "settled \(number)",
      ]
    }

    private mutating func deselect() -> [String] {
      guard let pin = selected else { return [] }
      selected = nil
      return [
        "willDeselect \(serials[pin])", "closed \(callouts - 1)", "didDeselect \(serials[pin])",
        "didDeselect annotation \(serials[pin])",
      ]
    }

    private mutating func removeFirst() -> [String] {
      guard isFirstThere else { return [] }
      isFirstThere = false
      return (selected == 0 ? deselect() : []) + ["remove \(serials[0])"]
    }

    private mutating func addFirst() -> [String] {
      guard !isFirstThere else { return [] }
      isFirstThere = true
      serials[0] = nextSerial
      nextSerial += 1
      return ["add \(serials[0])"]
    }
  }

  static let pins = [(x: 100.0, y: 100.0), (x: 200, y: 100), (x: 900, y: 900)]

  static func map(
    callout: CalloutSetup? = .plain(adjuster: NoAdjuster()),
    pins: [(x: Double, y: Double)] = pins, options: MapOptions = TestMap.options
  ) -> TestMap {
    let test = TestMap(
      screenPoints: pins, layers: [.plain(callout: callout)], options: options)
    test.addAll()
    _ = test.map.advanceUntilSettled()
    _ = test.take()
    return test
  }

  private func play(_ acts: [Act]) {
    let test = SelectionTests.map()
    var model = Model()
    for act in acts {
      switch act {
      case .tapFirst: test.map.tap(point: 0, layer: 0)
      case .tapSecond: test.map.tap(point: 1, layer: 0)
      case .tapHidden: test.map.tap(point: 2, layer: 0)
      case .deselect: test.map.deselectAnnotation()
      case .removeFirst: test.map.remove([0], from: 0)
      case .addFirst: test.map.add([0], to: 0)
      }
      #expect(test.map.advanceUntilSettled())
      let said = test.take(.selection, .callout, .data).filter { !$0.contains("points") }
      let expected = model.perform(act)
      #expect(said == expected, "\(String(acts.map(\.rawValue)))")
      #expect(
        test.map.selection.selected.map { test.map.annotations[$0].serial }
          == model.selected.map { AnnotationID(model.serials[$0]) })
      #expect((test.map.callouts.open != nil) == (model.selected != nil))
    }
  }

  @Test
  func `says what the plain rules say in every short session`() {
    let all = Act.allCases
    for code in 0..<(all.count * all.count * all.count * all.count) {
      play([all[code % 6], all[code / 6 % 6], all[code / 36 % 6], all[code / 216]])
    }
  }

  @Test
  func `sends the view of a removed pin away after it was deselected`() {
    let test = SelectionTests.map()
    test.map.tap(point: 0, layer: 0)
    _ = test.take()
    test.map.remove([0], from: 0)
    #expect(
      test.take() == [
        "1 points from 0", "willDeselect 0", "closed 0", "didDeselect 0",
        "didDeselect annotation 0", "return a of 0", "remove 0",
      ])
  }

  @Test(arguments: [
    (MapEdge.left, PointID(0)), (.top, 1), (.right, 2), (.bottom, 3), (.topLeft, 0), (.topRight, 2),
    (.bottomRight, 2), (.bottomLeft, 0),
  ])
  func `taps the pin nearest to an edge or a corner`(edge: MapEdge, pin: PointID) {
    let test = SelectionTests.map(pins: [
      (x: 5, y: 90), (x: 160, y: 6), (x: 293, y: 110), (x: 140, y: 192), (x: -2, y: 90),
      (x: 150, y: 100),
    ])
    #expect(test.map.tap(near: edge, withinPoints: 200))
    #expect(test.map.selection.selected == AnnotationSlot(pin.index))
    let distance = TargetResolver.distance(
      from: test.map.viewport.screenPoint(
        for: test.map.annotations[AnnotationSlot(pin.index)].mapPoint), to: edge,
      of: test.map.viewport.bounds)
    test.map.deselectAnnotation()
    #expect(!test.map.tap(near: edge, withinPoints: distance - 0.01))
    #expect(test.take(.selection).last == "missed")
    #expect(test.map.tap(near: edge, withinPoints: distance + 0.01))
  }

  /// The reason and the nearest annotation of the selection that was missed last.
  private func missed(_ test: TestMap) -> MissedSelection? {
    for event in test.trace.events.reversed() {
      if case .selection(.missed(let missed)) = event.kind { return missed }
    }
    return nil
  }

  @Test
  func `names the nearest pin when none is near enough to an edge`() {
    let test = SelectionTests.map(pins: [(x: 40, y: 90), (x: 23, y: 60), (x: -2, y: 90)])
    #expect(!test.map.tap(near: .left, withinPoints: 15))
    let found = missed(test)
    #expect(found?.reason == .tooFar)
    #expect(found?.edge == .left)
    #expect(found?.withinPoints == 15)
    #expect(found?.nearest?.annotation == 1)
    #expect((found?.nearest?.distancePoints ?? 0).rounded() == 23)
    #expect((found?.nearest?.place.y ?? 0).rounded() == 60)
  }

  @Test
  func `says why a pin cannot be touched`() {
    let test = SelectionTests.map(pins: [(x: 40, y: 90), (x: 4_000, y: 90)])
    test.map.tap(point: 1, layer: 0)
    #expect(missed(test)?.reason == .withoutView)
    #expect((missed(test)?.nearest?.distancePoints ?? 0).rounded() == 3_700)
    test.map.remove([0], from: 0)
    test.map.tap(point: 0, layer: 0)
    #expect(missed(test) == MissedSelection(.notOnMap))
    #expect(!test.map.tap(near: .top, withinPoints: 50))
    #expect(missed(test)?.reason == .nothingInView)
    test.map.tap(at: ScreenPoint(x: -1, y: 50))
    #expect(missed(test)?.reason == .outsideMapView)
    #expect(missed(test)?.point == ScreenPoint(x: -1, y: 50))
    test.map.tapAccessory(.left)
    #expect(missed(test) == MissedSelection(.noControl))
  }

  @Test
  func `taps the pin nearest to a coordinate, the older one of two`() {
    let test = SelectionTests.map(pins: [
      (x: 100, y: 100), (x: 100, y: 100), (x: 200, y: 100), (x: -1, y: 50),
    ])
    func place(_ x: Double, _ y: Double) -> Coordinate {
      Projection.coordinate(for: test.map.viewport.mapPoint(at: ScreenPoint(x: x, y: y)))
    }
    #expect(test.map.tap(nearestTo: place(149, 100)))
    #expect(test.map.selection.selected == 0)
    #expect(test.map.tap(nearestTo: place(151, 100)))
    #expect(test.map.selection.selected == 2)
    #expect(test.map.tap(nearestTo: place(-1, 50)))
    #expect(test.map.selection.selected == 0)
    test.map.remove([0], from: 0)
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(nearestTo: place(100, 100)))
    #expect(test.map.selection.selected.map { test.map.annotations[$0].point } == 1)
  }

  @Test
  func `keeps the selection when the map moves`() {
    let test = SelectionTests.map()
    test.map.tap(point: 0, layer: 0)
    test.map.pan(by: ScreenOffset(dx: 5000, dy: 0), over: SimulatedTime(milliseconds: 100))
    test.map.zoom(byLevels: 2, over: SimulatedTime(milliseconds: 100))
    #expect(test.map.selection.selected == 0)
    #expect(test.map.callouts.open != nil)
  }

  @Test
  func `makes room for a callout and tells where it came to rest`() {
    let test = SelectionTests.map(callout: .plain(), pins: [(x: 10, y: 100)])
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.selection, .callout, .map, .scene)
    #expect(
      words == [
        "willSelect 0", "didSelect 0", "didSelect annotation 0", "opened 0 over 0", "will animated",
      ]
        + Array(repeating: "visible", count: 17)
        + ["did animated", "settled 0", "picture"])
    // Half of 100 points and the margin of two lie left of the pin.
    let point = test.map.viewport.screenPoint(for: test.map.annotations[0].mapPoint)
    #expect(abs(point.x - 52) < 1e-6)
  }

  @Test
  func `is interrupted by whatever moves the map, and stays open`() {
    let test = SelectionTests.map(callout: .plain(), pins: [(x: 10, y: 100)])
    test.map.tap(point: 0, layer: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 70))
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: .zero)
    test.map.deselectAnnotation()
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.selection, .callout, .map) == [
        "willSelect 0", "didSelect 0", "didSelect annotation 0", "opened 0 over 0", "will animated",
        "visible", "visible", "visible", "interrupted 0", "interrupted change", "did animated",
        "will", "visible", "did", "willDeselect 0", "closed 0", "didDeselect 0",
        "didDeselect annotation 0",
      ])
  }

  /// An adjuster with a fixed answer.
  struct FixedAdjuster: CalloutAdjuster {
    var answer: MapMove
    var overlooksRight = false
    var name: String { "fixed" }

    func move(for scene: CalloutScene) -> MapMove {
      answer
    }

    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      NoAdjuster().guarantee(for: scene)
    }
  }

  /// A map that glides for 333 ms to where its second pin is, 50 ms later.
  static func gliding(_ adjuster: any CalloutAdjuster = NoAdjuster()) -> TestMap {
    let test = map(callout: .plain(adjuster: adjuster))
    // The next steps begin with a frame.
    test.map.advance(by: SimulatedTime(nanoseconds: 20_000_000 - test.map.now.nanoseconds))
    _ = test.take()
    test.map.setCenter(test.map.annotations[1].coordinate, animated: true)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    return test
  }

  @Test(arguments: [
    MapMove.stay, .center(Coordinate(latitude: 91, longitude: 0), animated: true),
    .center(Coordinate(latitude: 91, longitude: 0), animated: false),
  ])
  func `is not judged by a glide that is not its own`(move: MapMove) {
    let test = SelectionTests.gliding(FixedAdjuster(answer: move))
    let target = test.map.region.animation?.target
    test.map.tap(point: 0, layer: 0)
    #expect(test.take(.callout, timed: true) == ["70 opened 0 over 0", "70 interrupted 0"])
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.viewport == target)
    #expect(test.take(.callout) == [])
  }

  @Test
  func `comes to rest at once when its adjuster holds the map where it is`() {
    let probe = SelectionTests.gliding()
    let answer = MapMove.point(probe.map.viewport.center, animated: true)
    let test = SelectionTests.gliding(FixedAdjuster(answer: answer))
    _ = test.take()
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.callout, .map, timed: true) == [
        "70 opened 0 over 0", "70 interrupted change", "70 did animated", "70 settled 0",
      ])
  }

  /// What can happen to a callout that opened during a glide, and what is said then.
  @Test(arguments: [
    ("pan", ["interrupted change", "did animated", "will", "visible", "did"]),
    ("idle pan", ["interrupted change", "did animated"]),
    ("deselect", ["closed 0", "did animated"]),
    ("tap", ["closed 0", "opened 1 over 1", "interrupted 1", "did animated"]),
    ("remove", ["closed 0", "did animated"]),
  ])
  func `never comes to rest when it opened during a glide`(act: String, words: [String]) {
    let test = SelectionTests.gliding()
    test.map.tap(point: 0, layer: 0)
    _ = test.take()
    switch act {
    case "pan": test.map.pan(by: ScreenOffset(dx: 5, dy: 0), over: .zero)
    case "idle pan": test.map.pan(by: .zero, over: SimulatedTime(milliseconds: 30))
    case "deselect": test.map.deselectAnnotation()
    case "tap": test.map.tap(point: 1, layer: 0)
    default: test.map.remove([0], from: 0)
    }
    #expect(test.map.advanceUntilSettled())
    let said = test.take(.callout, .map)
    #expect(act == "pan" ? said == words : said.filter { $0 != "visible" } == words)
  }

  @Test
  func `is interrupted by closing, and then no more by the map`() {
    for mayFinish in [true, false] {
      let test = SelectionTests.map(callout: .plain(), pins: [(x: 10, y: 100), (x: 50, y: 190)])
      test.map.tap(point: 0, layer: 0)
      test.map.advance(by: SimulatedTime(milliseconds: 30))
      test.map.remove([0], from: 0)
      if !mayFinish { test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero) }
      #expect(test.map.advanceUntilSettled())
      #expect(test.take(.callout) == ["opened 0 over 0", "interrupted 0", "closed 0"])
    }
  }

  /// The second pin has room enough where the map is when it is tapped.
  @Test(arguments: MapOptions.NextCallout.allCases, MapOptions.Interruption.allCases)
  func `stops the map for the next callout, if the options say so`(
    option: MapOptions.NextCallout, interruption: MapOptions.Interruption
  ) {
    let test = SelectionTests.map(
      callout: .plain(), pins: [(x: 10, y: 100), (x: 150, y: 100)],
      options: .with {
        $0.nextCallout = option
        $0.interruption = interruption
      })
    test.map.tap(point: 0, layer: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 30))
    let tapped = test.map.viewport
    test.map.tap(point: 1, layer: 0)
    #expect(test.map.advanceUntilSettled())
    let stops = option == .stopsMap
    #expect(
      test.take(.callout) == [
        "opened 0 over 0", "interrupted 0", "closed 0", "opened 1 over 1",
        stops ? "settled 1" : "interrupted 1",
      ])
    #expect((test.map.viewport == tapped) == stops)
  }

  /// A finger goes over three pins; the callout of the first one is closed by the next selection.
  @Test(arguments: MapOptions.SlidingFinger.allCases, [false, true])
  func `goes from pin to pin with a finger, if the options say so`(
    option: MapOptions.SlidingFinger, isOnPin: Bool
  ) {
    let test = SelectionTests.map(
      pins: [(x: 50, y: 100), (x: 150, y: 100), (x: 250, y: 100)],
      options: .with { $0.slidingFinger = option })
    let before = test.map.viewport
    test.map.pan(
      by: ScreenOffset(dx: 200, dy: 0),
      from: isOnPin ? .annotation(.point(0, layer: 0)) : .point(ScreenPoint(x: 50, y: 20)),
      over: SimulatedTime(milliseconds: 400))
    #expect(test.map.advanceUntilSettled())
    let isSliding = option == .selects && isOnPin
    #expect((test.map.viewport == before) == isSliding)
    #expect(
      test.take(.selection).filter { $0.hasPrefix("willSelect ") }.count == (isSliding ? 3 : 0))
    #expect(test.map.selectedSerial == (isSliding ? 2 : nil))
  }

  /// The dot over a pin at the same place.
  @Test(arguments: MapOptions.UserDot.allCases)
  func `finds the dot of the user before a pin, if the options say so`(option: MapOptions.UserDot) {
    var callout = CalloutSetup.plain()
    callout.isOwn = true
    let dot = TestMap.coordinate(x: 150, y: 100)
    let test = TestMap(
      points: [TestMap.coordinate(x: 150, y: 101)],
      options: .with { $0.userDot = option }, userLocation: dot, userCallout: callout)
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.tap(at: ScreenPoint(x: 150, y: 100))
    #expect(test.map.advanceUntilSettled())
    // The dot came first.
    #expect(test.map.selectedSerial == (option == .takesTaps ? 0 : 1))
    #expect((test.map.callouts.open != nil) == (option == .takesTaps))
  }

  /// Markers of a low priority beside the dot.
  @Test(arguments: [false, true])
  func `of the user hides views, if the options say so`(hides: Bool) {
    var layer = LayerSetup.plain()
    layer.view.displayPriority = 250
    let test = TestMap(
      screenPoints: [(x: 150, y: 105)], layers: [layer],
      options: .with { $0.userDotHidesViews = hides }, userLocation: (x: 150, y: 100))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.views.isHidden(AnnotationSlot(1)) == hides)
  }

  /// The app answers the end of the change that the next callout interrupts, and moves the pin out
  /// of the area in which views exist: it is deselected before its callout has opened.
  @Test(arguments: MapOptions.NextCallout.allCases, [false, true])
  func `closes when the end of that change deselects`(
    option: MapOptions.NextCallout, isAnnotation: Bool
  ) {
    var callout = CalloutSetup.plain()
    if isAnnotation { callout.annotation = CalloutAnnotationSetup(identifier: "callout") }
    let test = TestMap(
      screenPoints: [(x: 10, y: 100), (x: 150, y: 100)], layers: [.plain(callout: callout)],
      options: .with {
        $0.nextCallout = option
        $0.viewRequests = .atOnce
        $0.selectedViews = .deselected
      },
      app: AppSetup(
        onRegionDidChange: RegionRequest(
          .center(TestMap.coordinate(x: 5_000, y: 100)), animated: false)))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.tap(point: 0, layer: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 30))
    test.map.tap(point: 1, layer: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.callouts.open == nil || test.map.selectedSerial != nil)
    let words = test.take(.callout)
    #expect(words.count { $0.hasPrefix("opened") } == words.count { $0.hasPrefix("closed") })
  }

  /// Right after it was added: the view is asked for in the call, if the place is in sight.
  @Test(arguments: MapOptions.SelectionOfNew.allCases, [0.0, 150, 300, -1, 301])
  func `asks for the view of what is new, if the options say so`(
    option: MapOptions.SelectionOfNew, x: Double
  ) {
    let test = TestMap(
      margin: 1, screenPoints: [(x: 40, y: 100), (x: x, y: 100)],
      options: .with { $0.selectionOfNew = option })
    test.addAll()
    _ = test.take()
    test.map.selectAnnotation(.point(1, layer: 0))
    let words = test.take(.view, .selection)
    if option == .requestsView, (0...300).contains(x) {
      #expect(words.first == "request 1 of 0" && words.contains("didAdd 1"))
      #expect(words.last?.hasPrefix("didSelect") == true)
      #expect(test.map.selectedSerial == 1)
    } else {
      #expect(words.count == 1 && words[0].hasPrefix("miss"))
      #expect(test.map.selectedSerial == nil)
    }
    // The others come in the next frame.
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.views.shown.count == 2)
  }

  /// A control over another pin, which takes the tap where controls are dead; the callout's own pin
  /// and views that are no controls let nothing through.
  @Test(arguments: [false, true], [false, true])
  func `gives taps on its controls to a pin behind, if the options say so`(
    isDead: Bool, isControl: Bool
  ) {
    for (x, isOwn) in [(185.0, false), (60, false), (60, true)] {
      for byPoint in [true, false] {
        var layer = LayerSetup.plain(callout: .plain(width: 120, height: 50))
        layer.callout?.rightAccessory = AccessorySetup(
          size: ScreenSize(width: 30, height: 30), isControl: isControl)
        if isOwn {
          layer.view.size = ScreenSize(width: 100, height: 39)
          // Its callout begins at its lower edge.
          layer.view.calloutOffset = ScreenOffset(dx: 0, dy: 39)
        }
        let test = TestMap(
          screenPoints: [(x: 150, y: 120), (x: x, y: 85)], layers: [layer],
          options: .with { $0.hasDeadAccessories = isDead })
        test.addAll()
        #expect(test.map.advanceUntilSettled())
        test.map.selectAnnotation(.point(0, layer: 0))
        #expect(test.map.advanceUntilSettled())
        _ = test.take()
        guard let rect = test.map.callouts.rects?.rightAccessory else {
          Issue.record("no control")
          return
        }
        let middle = ScreenPoint(x: rect.midX, y: rect.midY)
        #expect(test.map.views.frame(of: AnnotationSlot(0)).holds(middle) == isOwn)
        byPoint ? test.map.tap(at: middle) : test.map.tapAccessory(.right)
        let isTapped = test.take(.callout).contains {
          $0.hasPrefix("tapped") || $0.contains("accessory")
        }
        let goesThrough = isDead && isControl && x == 185
        #expect(isTapped == (isControl && !goesThrough), "\(x), by point: \(byPoint)")
        #expect(test.map.selectedSerial == (goesThrough ? 1 : 0))
      }
    }
  }

  /// A callout of 400 points on a map of 300, which is resized to 450 and to 200.
  @Test(arguments: MapOptions.OwnCalloutWidth.allCases, [false, true])
  func `is as wide as the map lets its own be`(option: MapOptions.OwnCalloutWidth, canShow: Bool) {
    var layer = LayerSetup.plain(callout: .plain(width: 400, height: 40))
    layer.view.canShowCallout = canShow
    let test = TestMap(
      screenPoints: [(x: 150, y: 150)], layers: [layer],
      options: .with { $0.ownCalloutWidth = option })
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    for width in [300.0, 450, 200] {
      if width != 300 { test.map.resize(to: ScreenSize(width: width, height: 200)) }
      let wanted = option == .withinMap && canShow ? min(400, width) : 400
      #expect(test.map.callouts.rects?.body.width == wanted)
    }
  }

  @Test
  func `gives way to the next callout while it makes room`() {
    let test = SelectionTests.map(callout: .plain(), pins: [(x: 10, y: 100), (x: 295, y: 100)])
    test.map.tap(point: 0, layer: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 30))
    test.map.tap(point: 1, layer: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.callout) == [
        "opened 0 over 0", "interrupted 0", "closed 0", "opened 1 over 1", "settled 1",
      ])
    #expect(test.take(.map).filter { $0 != "visible" } == [])
  }
}
