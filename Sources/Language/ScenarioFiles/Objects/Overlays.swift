import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

enum OverlayKeys {
  static let circle = Key(
    "circle", .object(.circle), .optional, "A circle around a place, such as a geofence.",
    example: "{center: {lat: 52.5, lon: 13.4}, radius: 500 m}")
  static let polyline = Key(
    "polyline", .places(atLeast: 2), .optional, "A line, straight on the map.",
    example: "[{lat: 1, lon: 2}, {lat: 3, lon: 4}]")
  static let polygon = Key(
    "polygon", .places(atLeast: 3), .optional, "An area with its corners at these places.",
    example: "[{lat: 1, lon: 2}, {lat: 3, lon: 4}, {lat: 1, lon: 6}]")
  static let geodesic = Key(
    "geodesic", .places(atLeast: 2), .optional,
    "A line, straight on the earth and so bent on the map, such as the way of a flight.",
    example: "[{lat: 52.5, lon: 13.4}, {lat: 40.7, lon: -74}]")
  static let level = Key(
    "level", ValueDecoder<OverlayLevel>.word,
    .derived("not said by the app, as the option `overlay level` says"),
    "The map contents below the overlay.",
    example: "above roads")
  static let renderer = Key(
    "renderer", .flag, .default("yes"),
    "Whether the app has a renderer, which draws it; without one nothing is drawn.", example: "no")
  static let center = Key(
    "center", .coordinate, .required, "Its middle.", example: "{lat: 52.5163, lon: 13.3777}")
  static let radius = Key(
    "radius", .meters(Limits.radiusMeters), .required, "How far it reaches.", example: "500 m")
  fileprivate static let shapes: [any ObjectKey] = [circle, polyline, polygon, geodesic]
}

extension ScenarioSchema {
  static let overlay = ObjectSchema(
    .overlay, "A shape that steps can put on the map.",
    keys: OverlayKeys.shapes + [OverlayKeys.level, OverlayKeys.renderer],
    rules: [.exactlyOne(OverlayKeys.shapes.map(\.name))],
    example: "{circle: {center: {lat: 52.5, lon: 13.4}, radius: 500 m}, level: above roads}")

  static let circle = ObjectSchema(
    .circle, "A circle around a place.", keys: [OverlayKeys.center, OverlayKeys.radius],
    example: "{center: {lat: 52.5163, lon: 13.3777}, radius: 500 m}")
}

extension ScenarioBuilder {
  /// The overlays; those with an error are left out, their names are kept.
  mutating func overlays(_ object: ReadObject) -> [OverlaySetup] {
    let entries = object[HeadKeys.overlays] ?? []
    overlays = GivenNames(entries.map(\.name))
    let overlays = entries.compactMap { try? overlay($0.object, name: $0.name) }
    let kilometers = overlays.reduce(0) { $0 + $1.geodesicKilometers }
    if kilometers > Limits.geodesicKilometers, let mark = object.mark(ofKey: HeadKeys.overlays) {
      add(.geodesicsTooLong(kilometers: kilometers), at: mark)
    }
    return overlays
  }

  private func overlay(_ object: ReadObject, name: String) throws -> OverlaySetup {
    let shape: OverlaySetup.Shape =
      if let circle = object[OverlayKeys.circle] {
        try .circle(
          center: circle.get(OverlayKeys.center), radiusMeters: circle.get(OverlayKeys.radius))
      } else if let places = object[OverlayKeys.polyline] {
        .polyline(places)
      } else if let places = object[OverlayKeys.polygon] { .polygon(places) } else {
        .geodesicPolyline(try object.get(OverlayKeys.geodesic))
      }
    return try OverlaySetup(
      name: name, shape: shape, level: object[OverlayKeys.level],
      hasRenderer: object.get(OverlayKeys.renderer))
  }
}
