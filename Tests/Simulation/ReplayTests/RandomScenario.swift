import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios
import Support

/// A valid scenario of random parts, the same for the same seed: odd maps, every option, apps that
/// meddle, data at the poles and on the 180th meridian, and steps of every kind in any order.
struct RandomScenario {
  var dice: Dice
  let size: ScreenSize
  let middle: Coordinate
  /// Degrees from the middle within which most things happen.
  let spread: Double
  var hasClusters = false
  /// Whether the views of single points of each layer have images.
  var hasImages: [Bool] = []

  static let pointCount = 40

  static func scenario(seed: Int, steps: Int) -> Scenario {
    var random = RandomScenario(seed: seed)
    return random.scenario(seed: seed, steps: steps)
  }

  private init(seed: Int) {
    dice = Dice(seed: seed)
    let sizes = [
      (390, 844), (320, 480), (1, 1), (844, 390), (61, 3000), (3000, 61), (200, 200), (390, 844),
    ]
    let (width, height) = sizes[dice.below(sizes.count)]
    size = ScreenSize(width: Double(width), height: Double(height))
    let places = [
      (52.5, 13.4), (0, 0), (0, 180), (0, -180), (85, 0), (-85.05, 179.99), (90, 10), (40, -100),
    ]
    let (latitude, longitude) = places[dice.below(places.count)]
    middle = Coordinate(latitude: latitude, longitude: longitude)
    spread = [0, 0.0001, 0.02, 1, 30, 180][dice.below(6)]
  }

  private mutating func scenario(seed: Int, steps count: Int) -> Scenario {
    var geometry = ViewportOptions.standard
    if isSo() { geometry = viewportOptions() }
    // A cell of 60 points is at most half a world long.
    let isDeep = geometry.farthestScale == .worldOnShorterSide
    let world = isDeep ? min(size.width, size.height) : max(size.width, size.height)
    hasClusters = world >= 120 && some(3) > 0
    var layers = [layer("plain", cluster: nil), layer("others", cluster: nil)]
    if hasClusters { layers.append(layer("clustered", cluster: clustering())) }
    hasImages = layers.map { $0.view.kind == .image }
    let data = DataSet(
      name: "points", file: nil, ids: (0..<RandomScenario.pointCount).map { "\($0)" },
      coordinates: (0..<RandomScenario.pointCount).map { _ in place() },
      titles: (0..<RandomScenario.pointCount).map { $0 % 5 == 0 ? "" : "title" })
    var result = Sample.scenario(actions(count, depth: 0), seed: UInt64(seed))
    result.device.costs.framesPerSecond = [60, 120, 1, 7][some(4)]
    if isSo() { result.device.costs.viewCreation = .zero }
    if isSo() {
      let time = SimulatedTime(nanoseconds: 20_000)
      result.device.costs.markerCreation = time
      result.device.costs.imageResizing = time
      result.device.costs.annotationRelayout = time
      result.device.costs.overlayPoint = time
    }
    result.map = MapSetup(
      size: size, region: region(), viewportOptions: geometry,
      viewMarginFraction: [0, 0.25, 0.25, 2][some(4)], userLocation: isSo() ? place() : nil)
    if isSo() {
      var callout = CalloutSetup(
        style: .plain(size: ScreenSize(width: 90, height: 40)), adjuster: NoAdjuster(),
        isAnimated: false)
      callout.isOwn = true
      result.map.userCallout = callout
    }
    if some(4) == 0 { result.map.gestures = EnabledGestures(rawValue: UInt8(some(8))) }
    if isSo() { result.options = mapOptions() }
    result.app = AppSetup(onRegionDidChange: request())
    if some(3) == 0 {
      result.app.work.visibleRegionDidChange = SimulatedTime(milliseconds: Int64(some(20)))
      for callback in DelegateCallback.allCases {
        result.app.work[callback] = SimulatedTime(milliseconds: [0, 0, 2][some(3)])
      }
    }
    result.data = [data, .droppedPins(2_000)]
    result.overlays = overlays()
    result.layers = layers
    result.app.loads = loads(into: layers.count)
    if some(3) == 0 {
      result.app.tapRecognizer = TapRecognizer(
        layer: some(layers.count), firesOnAnnotations: isSo())
    }
    return result
  }

  /// No load, or one in some callbacks.
  private mutating func loads(into layerCount: Int) -> [VisibleLoad] {
    let moments: [VisibleLoad.Moment] = [.regionDidChange, .visibleRegionDidChange, .mapRendered]
    return moments.compactMap { moment in
      guard some(4) == 0 else { return nil }
      func time(_ limit: Int) -> SimulatedTime { SimulatedTime(milliseconds: Int64(some(limit))) }
      return VisibleLoad(
        moment, data: 0, layer: some(layerCount), first: isSo() ? 1 + some(20) : nil,
        marginFraction: one(of: [0, 0, 0.5]), wait: isSo() ? time(400) : .zero,
        latency: isSo() ? time(400) : .zero, jitter: isSo() ? time(900) : .zero,
        cancelsEarlier: some(3) > 0, method: one(of: VisibleLoad.Method.allCases),
        work: isSo() ? time(5) : .zero)
    }
  }

  // MARK: Throws

  mutating func some(_ limit: Int) -> Int { dice.below(limit) }

  mutating func isSo() -> Bool { dice.below(2) == 0 }

  mutating func one<Values: RandomAccessCollection>(of values: Values) -> Values.Element
  where Values.Index == Int {
    values[values.startIndex + dice.below(values.count)]
  }

  /// Any value of an option that has a few.
  mutating func draw<Option: CaseIterable>(_ option: inout Option)
  where Option.AllCases == [Option] {
    option = one(of: Option.allCases)
  }

  /// From minus one half to one half of an extent.
  mutating func around(_ extent: Double) -> Double { (dice.fraction() - 0.5) * extent }

  /// A valid coordinate, mostly not far from the middle.
  mutating func place() -> Coordinate {
    guard some(12) > 0 else {
      return Coordinate(
        latitude: one(of: [-90.0, 90, 85.06, 0, 41.3]), longitude: one(of: [-180.0, 180, 0, 7]))
    }
    var longitude = middle.longitude + around(2 * spread)
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(
      latitude: max(-90, min(90, middle.latitude + around(spread))), longitude: longitude)
  }

  mutating func region() -> CoordinateRegion {
    let span = one(of: [spread, spread * 2, 1e-9, 0.01, 360])
    return CoordinateRegion(
      center: place(),
      span: CoordinateSpan(latitudeDelta: min(span, 180), longitudeDelta: min(span, 360)))
  }

  mutating func offset(_ extent: Double) -> ScreenOffset {
    one(
      of: [
        ScreenOffset(dx: around(extent), dy: around(extent)), ScreenOffset(dx: 0, dy: extent),
        ScreenOffset(dx: -extent, dy: 0), ScreenOffset(dx: 1e-9, dy: -1e-9), .zero,
        ScreenOffset(dx: around(30), dy: around(30)),
      ])
  }

  /// A point of the view, or one beyond it.
  mutating func point() -> ScreenPoint {
    let beyond = some(6) == 0 ? 2.0 : 1
    return ScreenPoint(
      x: dice.fraction() * size.width * beyond, y: dice.fraction() * size.height * beyond)
  }

  mutating func time() -> SimulatedTime {
    SimulatedTime(milliseconds: [0, 0, 1, 17, 90, 300, 700][some(7)])
  }
}
