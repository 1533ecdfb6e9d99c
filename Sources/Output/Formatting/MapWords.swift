package import MapEvents
package import MapGeometry

/// Numbers and places of a map in words.
package enum MapWords {
  /// A number with at most three decimals.
  package static func decimal(_ value: Double, places: Int = 3) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    guard value.isFinite, value.magnitude < 1e12 else { return "-" }
    let rounded = (value * scale).rounded(.toNearestOrAwayFromZero)
    return MetricText.decimal(Int64(rounded), places: places)
  }

  /// A place on the screen.
  package static func point(_ point: ScreenPoint) -> String {
    "\(decimal(point.x)), \(decimal(point.y)) pt"
  }

  /// The description of a view: `marker of 28 x 28 pt at 0 x 0 pt`, and where its callout points.
  package static func appearance(_ appearance: ViewAppearance) -> String {
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
  package static func coordinate(_ coordinate: Coordinate) -> String {
    "\(decimal(coordinate.latitude, places: 6)), \(decimal(coordinate.longitude, places: 6))"
  }

  /// The description of a camera.
  package static func camera(_ camera: Camera) -> String {
    let place = "center \(coordinate(Projection.coordinate(for: camera.center)))"
    let scale = "\(decimal(camera.mapPointsPerPoint)) map points/pt"
    guard camera.headingDegrees != 0 else { return "\(place), \(scale)" }
    return "\(place), \(scale), heading \(decimal(camera.headingDegrees)) deg"
  }

  /// A place in the map view as a scenario would write it: `23 x 410 pt`.
  package static func place(_ point: ScreenPoint) -> String {
    "\(decimal(point.x, places: 1)) x \(decimal(point.y, places: 1)) pt"
  }
}
