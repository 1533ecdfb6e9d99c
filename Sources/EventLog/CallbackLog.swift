public import MapEvents
internal import MapGeometry

/// The callbacks of a session in their order, as lines in MapKit's words.
///
/// Each line begins with the simulated time in milliseconds. A line in parentheses is no callback
/// but something that a reader of the log wants to know; `frame` ends a frame in which something
/// was told. Numbers are made of whole numbers alone, so the log is the same on every machine.
public struct CallbackLog: EventObserver, Sendable {
  /// The log so far.
  public private(set) var text = ""

  private let steps: [StepLabel]
  var names = LogNames()
  private var now = SimulatedTime.zero
  private var hasNews = false

  /// Makes an empty log.
  ///
  /// - Parameter steps: A label for each step, by its id.
  public init(steps: [StepLabel]) {
    self.steps = steps
  }

  /// Takes in an event.
  ///
  /// - Complexity: O(length of its lines).
  public mutating func observe(_ event: Event) {
    now = event.time
    names.observe(event)
    switch event.kind {
    case .session(let session): observe(session, step: event.step)
    case .map(let map): add(words(map))
    case .data(let data): add(words(data))
    case .view(let view): for line in words(view) { add(line) }
    case .selection(let selection): add(words(selection))
    case .cluster(let cluster): add(words(cluster))
    case .callout(let callout): add(words(callout))
    case .input(let input): add(words(input))
    case .drag(let drag): add(words(drag))
    case .overlay(let overlay): add(words(overlay))
    case .delegate(let delegate): add(words(delegate))
    case .animator(let animator): add(words(animator))
    case .second(let second): add(words(second))
    case .frame(let frame):
      if hasNews { add("frame \(frame.number)") }
      hasNews = false
    case .scene: break
    }
  }

  private mutating func add(_ line: String?) {
    guard let line else { return }
    text += "\(CallbackLog.milliseconds(now))  \(line)\n"
    hasNews = true
  }

  /// Milliseconds with three decimals, what is below cut off, in a column of 12.
  private static func milliseconds(_ time: SimulatedTime) -> String {
    let (whole, rest) = (time.nanoseconds / 1_000).quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    let text = "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
    return Console.padded(text, to: 12, left: true)
  }

  private mutating func observe(_ event: SessionEvent, step: Int32) {
    switch event {
    case .began(let legend):
      let size = legend.viewSize
      add(
        "map view of \(MapWords.decimal(size.width)) x \(MapWords.decimal(size.height)) pt, "
          + MapWords.camera(legend.camera))
    case .stepBegan:
      let label = steps.first { $0.id == Int(step) }
      text += "\n== " + Escape.line(label.map { "line \($0.line): \($0.text)" } ?? "step \(step)")
      text += "\n"
    case .mark(let mark): add("(mark \"\(names.mark(mark))\")")
    case .snapshot(let snapshot): add("(snapshot \"\(names.snapshot(snapshot))\")")
    case .neverSettled: add("(the wait gave up)")
    case .ended: add("(end)")
    case .stepEnded, .expectationsDue: break
    }
  }
}

/// Numbers of a log in words.
enum MapWords {
  /// A number with at most three decimals.
  static func decimal(_ value: Double, places: Int = 3) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    guard value.isFinite, value.magnitude < 1e12 else { return "-" }
    let rounded = (value * scale).rounded(.toNearestOrAwayFromZero)
    return MetricText.decimal(Int64(rounded), places: places)
  }

  /// A place on the screen.
  static func point(_ point: ScreenPoint) -> String {
    "\(decimal(point.x)), \(decimal(point.y)) pt"
  }

  /// What a view is: `marker of 28 x 28 pt at 0 x 0 pt`, and where its callout points.
  static func appearance(_ appearance: ViewAppearance) -> String {
    let kind = appearance.kind == .userDot ? "user location" : "\(appearance.kind)"
    let size = "\(decimal(appearance.size.width)) x \(decimal(appearance.size.height)) pt"
    let callout =
      appearance.calloutOffset == .zero ? "" : ", callout at \(offset(appearance.calloutOffset))"
    return "\(kind) of \(size) at \(offset(appearance.centerOffset))\(callout)"
  }

  private static func offset(_ offset: ScreenOffset) -> String {
    "\(decimal(offset.dx)) x \(decimal(offset.dy)) pt"
  }

  /// A place on the earth.
  static func coordinate(_ coordinate: Coordinate) -> String {
    "\(decimal(coordinate.latitude, places: 6)), \(decimal(coordinate.longitude, places: 6))"
  }

  /// Where the map looks.
  static func camera(_ camera: Camera) -> String {
    let place = "center \(coordinate(Projection.coordinate(for: camera.center)))"
    let scale = "\(decimal(camera.mapPointsPerPoint)) map points/pt"
    guard camera.headingDegrees != 0 else { return "\(place), \(scale)" }
    return "\(place), \(scale), heading \(decimal(camera.headingDegrees)) deg"
  }
}
