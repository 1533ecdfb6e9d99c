import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// The overlays; those with a fault are left out, their names are kept.
  mutating func overlays(_ object: ReadObject) -> [OverlaySetup] {
    var overlays: [OverlaySetup] = []
    for entry in object.named("overlays") ?? [] {
      overlayNames.append(entry.name)
      if let overlay = overlay(entry.object, name: entry.name) { overlays.append(overlay) }
    }
    isOverlayAdded = Array(repeating: false, count: overlayNames.count)
    let kilometres = overlays.reduce(0) { $0 + $1.geodesicKilometres }
    if kilometres > Limits.geodesicKilometres, let mark = object.keyMarks["overlays"] {
      add(.map(.geodesicsTooLong(kilometres: kilometres)), at: mark)
    }
    return overlays
  }

  private func overlay(_ object: ReadObject, name: String) -> OverlaySetup? {
    guard let shape = shape(object), let hasRenderer = object.flag("renderer") else { return nil }
    return OverlaySetup(
      name: name, shape: shape, level: object.word("level", OverlayLevel.self),
      hasRenderer: hasRenderer)
  }

  private func shape(_ object: ReadObject) -> OverlaySetup.Shape? {
    if let circle = object.object("circle") {
      guard let center = circle.object("center")?.coordinate, let radius = circle.decimal("radius")
      else { return nil }
      return .circle(center: center, radiusMetres: radius)
    }
    if let places = places(object, "polyline") { return .polyline(places) }
    if let places = places(object, "polygon") { return .polygon(places) }
    return places(object, "geodesic").map(OverlaySetup.Shape.geodesicPolyline)
  }

  private func places(_ object: ReadObject, _ key: String) -> [Coordinate]? {
    object.list(key)?.compactMap { value in
      guard case .object(let place) = value.content else { return nil }
      return place.coordinate
    }
  }
}
