import Callouts
import MapConfiguration
import MapEvents
package import MapGeometry
import Scenarios

enum CoordinateKeys {
  static let latitude = Key(
    "lat", .decimal(-90...90), .required, "Degrees north of the equator.", example: "52.5163")
  static let longitude = Key(
    "lon", .decimal(-180...180), .required, "Degrees east of Greenwich.", example: "13.3777")
}

/// The keys of the region that the map has to show.
enum RegionKeys {
  static let center = Key(
    "center", .coordinate, .required, "The coordinate in the middle.",
    example: "{lat: 52.5163, lon: 13.3777}")
  static let span = Key(
    "span", .span, .required, "The area that must be visible, east-west x north-south.",
    example: "45 km x 45 km")
}

/// The keys of the distances that the camera keeps from the map.
enum ZoomRangeKeys {
  static let closest = Key(
    "closest", .meters(Limits.cameraMeters), .optional,
    "The least distance of the camera from the middle of the map.", example: "500 m")
  static let farthest = Key(
    "farthest", .meters(Limits.cameraMeters), .optional,
    "The largest distance of the camera from the middle of the map.", example: "50 km")
}

enum UserCalloutKeys {
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .required, "Its extent.", example: "140 x 44 pt")
}

package enum MapKeys {
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .required, "Width and height of the view.",
    example: "390 x 844 pt")
  package static let viewMargin = Key(
    "view margin", .decimal(0...10), .default("0.25"),
    "The area beyond each edge in which views exist, as a fraction of the visible rect.",
    example: "0.25")
  package static let regionFit = Key(
    "region fit", ValueDecoder<RegionFit>.word, .default(RegionFit.edgeSum.word),
    "The rule by which a span becomes a scale.", example: RegionFit.exactInverse.word)
  static let insets = Key(
    "insets", .object(.insets), .default("{}"),
    "The part of the view that bars cover. Fingers do not reach the map there. Edges in steps, and "
      + "the criteria of callouts, mean the part that no bar covers. Bars do not move the "
      + "center: they are no layout margins.", example: "{top: 60 pt, bottom: 90 pt}")
  static let boundary = Key(
    "boundary", .object(.boundary), .optional,
    "The part of the map in which its center stays, for fingers and for the app. In the north and "
      + "south "
      + "a finger can pull it beyond, as at the edges of the world. In the east and west it stops "
      + "there.",
    example: "{center: {lat: 52.5163, lon: 13.3777}, span: 40 km x 40 km}")
  static let zoomRange = Key(
    "zoom range", .object(.zoomRange), .optional,
    "The closest and the farthest distance of the camera, for fingers and for the app. The height "
      + "of the view shows 0.536 of the distance. The options `closest zoom` and `farthest scale` "
      + "hold "
      + "too.",
    example: "{closest: 500 m, farthest: 50 km}")
  static let userLocation = Key(
    "user location", .coordinate, .optional,
    "The place of the user at the beginning. Without it the map shows no dot.",
    example: "{lat: 52.5163, lon: 13.3777}")
  static let userCallout = Key(
    "user callout", .unresolved(.either(.choice(["none"]), .userCallout)),
    .derived("140 x 44 pt"),
    "The map's callout over the user's dot, which says Current Location on a phone. `none`: the "
      + "dot has no callout.", example: "none")
  fileprivate static let userCalloutSize = ScreenSize(width: 140, height: 44)
  static let gestures: [(gesture: EnabledGestures, key: Key<Bool>)] = [
    (
      .scroll,
      Key(
        "scroll", .flag, .default("yes"),
        "Whether fingers pan and fling the map. The app moves it all the same.", example: "no")
    ),
    (
      .zoom,
      Key(
        "zoom", .flag, .default("yes"), "Whether pinches, double taps and two-finger taps zoom.",
        example: "no")
    ),
    (
      .rotate,
      Key("rotate", .flag, .default("yes"), "Whether fingers turn the map.", example: "no")
    ),
  ]
  static let all: [any ObjectKey] =
    [
      size, RegionKeys.center, RegionKeys.span, viewMargin, regionFit, insets, boundary, zoomRange,
      userLocation, userCallout,
    ] + gestures.map(\.key)
}

/// The map view, with the sizes that steps give it.
struct ViewContext {
  /// The map at the beginning; nil after an error.
  let first: MapSetup?
  private var laterSizes: [ScreenSize] = []
  /// The size at the current step; nil for the first one.
  private var size: ScreenSize?
  private(set) var isTurned = false
  /// The steps that change the size or settings of clusters, in the order of play.
  ///
  /// Steps of a repetition occur twice, since its second round begins where the first one
  /// ended.
  private(set) var cellSteps: [CellStep] = []

  init(_ map: MapSetup? = nil) { first = map }

  /// All sizes of the view; empty without a map.
  var sizes: [ScreenSize] { first.map { [$0.size] + laterSizes } ?? [] }
  /// The map at the current step.
  var current: MapSetup? { resized(to: size) }
  /// The map with the size of the largest area.
  var largest: MapSetup? {
    resized(to: sizes.max { $0.width * $0.height < $1.width * $1.height })
  }

  private func resized(to size: ScreenSize?) -> MapSetup? {
    var map = first
    if let size { map?.size = size }
    return map
  }

  /// Records, before any step is made, that a step turns the map.
  mutating func noteTurn() { isTurned = true }

  /// Records, before any step is made, the change of a step.
  mutating func note(_ step: CellStep) {
    if case .resized(let size, _) = step { laterSizes.append(size) }
    cellSteps.append(step)
  }

  /// Records that the steps from an index on are repeated.
  mutating func noteRepetition(from first: Int) {
    if cellSteps.count <= Limits.unrolledSteps { cellSteps += cellSteps[first...] }
  }

  /// Sets the size of the view from the current step on.
  mutating func resize(to size: ScreenSize) { self.size = size }
}

extension ScenarioBuilder {
  mutating func mapSetup(_ object: ReadObject, viewport: ViewportOptions) throws -> MapSetup {
    let region = try region(object)
    let size = try object.get(MapKeys.size)
    let margin = try object.get(MapKeys.viewMargin)
    var viewport = viewport
    viewport.regionFit = try object.get(MapKeys.regionFit)
    viewport.cameraLimits = try cameraLimits(object)
    let bars = try Self.insets(object.get(MapKeys.insets))
    guard bars.left + bars.right < size.width, bars.top + bars.bottom < size.height else {
      add(
        .barsCoverAll(width: size.width, height: size.height),
        at: object.mark(ofKey: MapKeys.insets) ?? object.mark)
      throw InvalidValue()
    }
    var map = MapSetup(
      size: size, region: region, viewportOptions: viewport, viewMarginFraction: margin,
      userLocation: object[MapKeys.userLocation])
    map.insets = bars
    map.userCallout = try userCallout(object, bars: bars)
    for (gesture, key) in MapKeys.gestures where try !object.get(key) {
      map.gestures.remove(gesture)
    }
    return map
  }

  private func userCallout(_ map: ReadObject, bars: EdgeInsets) throws -> CalloutSetup? {
    var size = MapKeys.userCalloutSize
    if let value = map[MapKeys.userCallout] {
      guard case .object(let callout) = value.content else { return nil }
      size = try callout.get(UserCalloutKeys.size)
    }
    var callout = CalloutSetup(
      style: .plain(size: size), adjuster: NoAdjuster(), isAnimated: false)
    callout.isOwn = true
    callout.bars = bars
    return callout
  }

  /// The limits of the camera; nil without any.
  private mutating func cameraLimits(_ map: ReadObject) throws -> CameraLimits? {
    var limits = CameraLimits()
    if map.isWritten(MapKeys.boundary) {
      limits.boundary = try Projection.mapKit.mapRect(for: region(map.get(MapKeys.boundary)))
    }
    if map.isWritten(MapKeys.zoomRange) {
      let range = try map.get(MapKeys.zoomRange)
      limits.closestMeters = range[ZoomRangeKeys.closest]
      limits.farthestMeters = range[ZoomRangeKeys.farthest]
      if let closest = limits.closestMeters, let farthest = limits.farthestMeters,
        farthest < closest
      {
        add(.farthestIsCloser, at: range.mark(ofValue: ZoomRangeKeys.farthest))
        throw InvalidValue()
      }
    }
    return limits == CameraLimits() ? nil : limits
  }

  mutating func region(_ object: ReadObject) throws -> CoordinateRegion {
    let center = try object.get(RegionKeys.center)
    guard let degrees = try object.get(RegionKeys.span).degrees(atLatitude: center.latitude) else {
      add(
        .spanTooLarge(object.values[RegionKeys.span.name]?.text ?? ""),
        at: object.mark(ofValue: RegionKeys.span))
      throw InvalidValue()
    }
    return CoordinateRegion(center: center, span: degrees)
  }
}

extension ScenarioSchema {
  static let map = ObjectSchema(
    .map, "The map view at the beginning of a session.", keys: MapKeys.all,
    example: "{size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 2 deg}")

  static let boundary = ObjectSchema(
    .boundary, "The part of the map in which its middle stays.",
    keys: [RegionKeys.center, RegionKeys.span],
    example: "{center: {lat: 52.5163, lon: 13.3777}, span: 40 km x 40 km}")

  static let zoomRange = ObjectSchema(
    .zoomRange, "The distances of the camera from the middle of the map.",
    keys: [ZoomRangeKeys.closest, ZoomRangeKeys.farthest],
    example: "{closest: 500 m, farthest: 50 km}")

  static let userCallout = ObjectSchema(
    .userCallout, "The map's callout over the user's dot.", keys: [UserCalloutKeys.size],
    example: "{size: 140 x 44 pt}")

  static let coordinate = ObjectSchema(
    .coordinate, "A place on the earth, in degrees.",
    keys: [CoordinateKeys.latitude, CoordinateKeys.longitude],
    example: "{lat: 52.5163, lon: 13.3777}")
}
