import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension StepDefinition {
  static let gestures = [
    pan, fling, zoom, pinch, rotate, doubleTap, oneFingerZoom, twoFingerTap, tap,
    longPress,
  ]

  static let over = Key(
    "over", .someTime, .default("300 ms"),
    "The time for which the fingers move.", example: "300 ms")
  private static let waitForRest = Key(
    "wait for rest", .flag, .default("yes"),
    "Whether the next step waits until the map has drifted to rest, or can catch it before.",
    example: "no")
  private static let by = Key(
    "by", .offset(Limits.panPoints), .optional,
    "The distance that the map content moves, to the right x down (negative: left, up).",
    example: "120 x -40 pt")
  private static let along = Key(
    "along", .list(.position(0...10_000), count: Limits.pathPoints), .optional,
    "The points of the view through which the finger goes after its start, in straight lines at "
      + "one speed; the content follows it.", example: "[200 x 300 pt, 60 x 300 pt]")
  private static let touched = ObjectSchema(
    ObjectKind("touched annotation"),
    "The annotation on which a finger begins to move. It touches the middle of the view, or of the "
      + "part of it that a finger reaches.", keys: TargetKeys.all, rules: TargetKeys.rules,
    example: "{pin: nearest to middle}")
  fileprivate static let from = Key(
    "from", .unresolved(.either(.position(0...10_000), touched.kind)), .optional,
    "The place where the finger touches the map: a point of the view, or an annotation. The moving "
      + "finger "
      + "pans the map and taps nothing there: no pin is selected, no callout is tapped, and a pin "
      + "that is draggable stays, since a drag begins with a long press. If a finger cannot "
      + "reach the place, the step counts as missed and the map does not move.",
    example: "100 x 400 pt")
  private static let timingCurve = Key(
    "timing curve", ValueDecoder<MapOptions.TimingCurve>.word, .default("linear"),
    "The evenness of the movement. A finger that eases in is fastest when it leaves.",
    example: MapOptions.TimingCurve.easeIn.word)
  private static let release = Key(
    "release", ValueDecoder<GestureRelease>.word, .default(GestureRelease.resting.word),
    "The way in which the fingers leave the map. `resting`: they stop first, and the map stops. "
      + "`moving`: they leave while they move, and the map moves on.", example: "moving")

  static let pan = StepDefinition(
    "pan", .fingers, "Drags the map with a finger.", example: "{by: 120 x -40 pt, over: 300 ms}",
    object: "A finger that drags the map.",
    keys: [by, along, from, over, timingCurve, release, waitForRest],
    rules: [
      .exactlyOne([by.name, along.name]), .needs(along.name, other: from.name),
      .only(waitForRest.name, when: release.name, isOneOf: [GestureRelease.moving.word]),
    ], further: [touched]
  ) { scenario, object in
    let place = try scenario.start(object)
    let (time, curve) = (try scenario.duration(object), try object.get(timingCurve))
    let (release, waits) = (try object.get(release), try object.get(waitForRest))
    guard let points = try object.find(along) else {
      let offset = try object.get(by)
      guard scenario.staysInView(offset, from: place, at: object.mark(ofValue: by)) else {
        return nil
      }
      return .pan(
        by: offset, from: place, over: time, curve: curve, release: release, waitsForRest: waits)
    }
    let path = points.compactMap { scenario.viewPoint($0, mayBeUnderBar: true) }
    guard let place, path.count == points.count else { return nil }
    return .panAlong(
      path, from: place, over: time, curve: curve, release: release, waitsForRest: waits)
  }

  private static let velocity = Key(
    "velocity", .velocity(Limits.flingPointsPerSecond), .required,
    "The speed of the content at first, to the right x down (negative: left, up).",
    example: "1200 x 0 pt/s")

  static let fling = StepDefinition(
    "fling", .fingers,
    "Lets the map go at a speed; it slows down by itself, as the option `deceleration` says. The "
      + "option `fling callbacks` says what the app hears.",
    example: "{velocity: 1200 x 0 pt/s}", object: "A finger that lets the map go while it moves.",
    keys: [velocity, from, waitForRest]
  ) { scenario, object in
    let place = try scenario.start(object)
    return try .fling(
      pointsPerSecond: object.get(velocity), from: place, waitsForRest: object.get(waitForRest))
  }

  private static let levels = Key(
    "by", .levels(-25...25), .required, "The number of levels; positive numbers zoom in.",
    example: "-2 levels")
  private static let about = Key(
    "about", .position(0...10_000),
    .derived("the middle of the part of the view that no bar covers"),
    "The point of the view between the fingers, which both need room there: 22 pt to each edge.",
    example: "100 x 200 pt")
  /// From a point between two fingers to the edges of the map, at least, in points.
  private static let fingerRoomPoints = 22.0

  static let zoom = StepDefinition(
    "zoom", .fingers, "Pinches around the middle of the part of the view that no bar covers.",
    example: "{by: 1 level, over: 300 ms}",
    object: "Two fingers that pinch around the middle of the part of the view that no bar covers.",
    keys: [levels, over, release]
  ) { scenario, object in
    try .pinch(
      levels: object.get(levels), about: nil, over: scenario.duration(object),
      release: object.get(release))
  }

  static let pinch = StepDefinition(
    "pinch", .fingers, "Pinches about a point of the view, which stays there.",
    example: "{by: 1 level, about: 100 x 200 pt}",
    object: "Two fingers that pinch; what lies between them stays there.",
    keys: [levels, about, over, release], whole: "{by: 1 level, about: 100 x 200 pt, over: 300 ms}"
  ) { scenario, object in
    let point = scenario.viewPoint(object, about, room: fingerRoomPoints)
    return try .pinch(
      levels: object.get(levels), about: point, over: scenario.duration(object),
      release: object.get(release))
  }

  private static let degrees = Key(
    "by", .degrees(-360...360), .required,
    "The angle by which the heading turns, clockwise as on a compass. The content turns the other "
      + "way.",
    example: "30 deg")

  static let rotate = StepDefinition(
    "rotate", .fingers, "Turns the map with two fingers.",
    example: "{by: 30 deg, about: 100 x 200 pt}",
    object: "Two fingers that turn the map about the point between them.",
    keys: [degrees, about, over, release], whole: "{by: 30 deg, about: 100 x 200 pt, over: 300 ms}",
    note: { scenario, _ in scenario.view.noteTurn() },
    build: { scenario, object in
      let point = scenario.viewPoint(object, about, room: fingerRoomPoints)
      return try .rotate(
        degrees: object.get(degrees), about: point, over: scenario.duration(object),
        release: object.get(release))
    })

  private static let at = Key(
    "at", .position(0...10_000), .required,
    "The point of the view, from its left edge x from its top edge.",
    example: "100 x 200 pt")

  static let doubleTap = StepDefinition(
    "double tap", .fingers, "Taps twice with one finger: the map comes one level closer.",
    example: "{at: 100 x 200 pt}",
    object: "A finger that taps twice; what is under it stays there.", keys: [at]
  ) { scenario, object in scenario.viewPoint(object, at).map { .doubleTap($0) } }

  static let oneFingerZoom = StepDefinition(
    "one-finger zoom", .fingers,
    "Taps, then drags with the same finger; events and callbacks are those of a pinch.",
    example: "{by: 1 level, at: 300 x 700 pt}",
    object: "A finger that taps, stays and drags; what was under it stays there.",
    keys: [levels, at, over, release], whole: "{by: 1 level, at: 300 x 700 pt, over: 300 ms}"
  ) { scenario, object in
    let point = scenario.viewPoint(object, at)
    let (levels, time) = (try object.get(levels), try scenario.duration(object))
    let release = try object.get(release)
    return point.map { .pinch(levels: levels, about: $0, over: time, release: release) }
  }

  static let twoFingerTap = StepDefinition(
    "two-finger tap", .fingers, .nothing,
    "Taps once with two fingers: the map goes one level away.", example: ""
  ) { _, _ in .twoFingerTap }

  static let tap = StepDefinition(
    "tap", .fingers, "Taps a point of the view, whatever is there; `select` taps an annotation.",
    example: "{at: 100 x 200 pt}", object: "A finger that taps a point of the view.", keys: [at],
    whole: "{at: 100 x 200 pt}",
    note: { scenario, _ in scenario.droppedPins.addTapped() },
    build: { scenario, object in scenario.viewPoint(object, at).map { .tap($0) } })
}

extension StepDefinition {
  private static let pinLayer = layerKey("into", "The layer that gets the pin.")
  private static let press = Key(
    "press", .anyTime, .default("500 ms"),
    "The time that the finger must rest until the app recognizes a long press. UIKit asks for half "
      + "a second.", example: "800 ms")

  private static let drops = Key(
    "drops", .choice(["once", "twice"]), .default("once"),
    "The number of pins that the app drops. A recognizer calls its target when the press begins "
      + "and when the finger leaves. An app that ignores the state drops a pin in each call, at "
      + "the same place.",
    example: "twice")

  static let longPress = StepDefinition(
    "long press", .fingers,
    "Rests a finger at a point of the view, whatever is there, until the app drops a pin.",
    example: "{at: 100 x 200 pt, into: places}",
    object: "A finger that rests until the app drops a pin where it is. The pins are points of the "
      + "data set `\(DataSet.droppedPins)` with the ids `pin 1`, `pin 2` and so on, in the order "
      + "of the session.", keys: [at, pinLayer, press, drops],
    whole: "{at: 100 x 200 pt, into: places, press: 800 ms}",
    note: { scenario, object in
      scenario.droppedPins.add(
        object[drops] == "twice" ? 2 : 1, into: scenario.layerNames.index(of: object[pinLayer]))
    },
    build: { scenario, object in
      let press = try object.get(press)
      let pins = try object.get(drops) == "twice" ? 2 : 1
      scenario.progress.add(StepTotals(points: pins, nanoseconds: press.nanoseconds))
      let layer = scenario.index(object[pinLayer], .layer)
      guard let point = scenario.viewPoint(object, at), let layer,
        let data = scenario.data.names.firstIndex(of: DataSet.droppedPins)
      else { return nil }
      return .longPress(point, data: data, layer: layer, press: press, drops: pins)
    })
}

extension ScenarioBuilder {
  /// How long the fingers of a step move, which is how long the step takes.
  mutating func duration(_ object: ReadObject) throws -> SimulatedTime {
    let time = try object.get(StepDefinition.over)
    progress.add(StepTotals(nanoseconds: time.nanoseconds))
    return time
  }

  /// The place where a finger touches the map before it moves; nil where none is written.
  ///
  /// - Throws: A mistake that is among the diagnostics.
  mutating func start(_ object: ReadObject) throws -> TouchPlace? {
    guard let value = try object.find(StepDefinition.from) else { return nil }
    if case .object(let inner) = value.content {
      if let target = target(inner) { return .annotation(target) }
    } else if let point = viewPoint(value) {
      return .point(point)
    }
    throw InvalidValue()
  }

  /// Whether a finger that begins at a point ends in the view; otherwise that is a diagnostic.
  ///
  /// Where the annotation is on which a finger begins, and how far a pan without a start moves the
  /// finger, is not known: such a pan may be several strokes.
  fileprivate mutating func staysInView(
    _ offset: ScreenOffset, from place: TouchPlace?, at mark: YAMLMark
  ) -> Bool {
    guard case .point(let start) = place, let size = view.current?.size else { return true }
    let end = ScreenPoint(x: start.x + offset.dx, y: start.y + offset.dy)
    let view = ScreenRect(minX: 0, minY: 0, width: size.width, height: size.height)
    guard !view.holds(end) else { return true }
    add(.endsOutsideView(end, width: size.width, height: size.height), at: mark)
    return false
  }

  /// A point of the view that fingers reach with `room` free on each side; nil when it is not
  /// written and after a diagnostic.
  mutating func viewPoint(_ object: ReadObject, _ key: Key<ScreenPoint>, room: Double = 0)
    -> ScreenPoint?
  {
    object.value(of: key.name).flatMap { viewPoint($0, room: room) }
  }

  /// A written point of the view; nil after a diagnostic.
  ///
  /// - Parameters:
  ///   - value: The point.
  ///   - room: The room that fingers need around it.
  ///   - mayBeUnderBar: Whether a finger that began elsewhere may go there under a bar.
  /// - Returns: The point, if it is in the view and fingers reach it.
  mutating func viewPoint(_ value: ReadValue, room: Double = 0, mayBeUnderBar: Bool = false)
    -> ScreenPoint?
  {
    guard case .scalar(.position(let point)) = value.content else { return nil }
    guard let map = view.current else { return point }
    let (size, area) = (map.size, map.touchArea)
    // In a view that is smaller than two fingers its middle has to do.
    let inner = area.inset(by: EdgeInsets(all: room))
    let problem: Diagnostic.Message
    if point.x > size.width || point.y > size.height {
      problem = .outsideView(value.text, width: size.width, height: size.height)
    } else if mayBeUnderBar {
      return point
    } else if !area.holds(point) {
      problem = .underBar(value.text, touchArea: area)
    } else if !inner.holds(point) {
      problem = .noRoomForFingers(value.text, touchArea: inner)
    } else {
      return point
    }
    return refused(problem, at: value.mark)
  }
}
