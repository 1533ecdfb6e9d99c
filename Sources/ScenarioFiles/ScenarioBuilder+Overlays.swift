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

  /// A step that puts an overlay on the map.
  mutating func overlayAddition(_ object: ReadObject) -> Step.Action? {
    let name = index(object, "name", .overlay)
    let above = neighbour(object, "above", of: name)
    let below = neighbour(object, "below", of: name)
    guard let name else { return nil }
    if object.keyMarks["above"] != nil { return above.map { .addOverlay(name, .above($0)) } }
    if object.keyMarks["below"] != nil { return below.map { .addOverlay(name, .below($0)) } }
    guard object.keyMarks["at"] != nil else { return .addOverlay(name, .last) }
    return object.whole("at").map { .addOverlay(name, .index(Int($0))) }
  }

  /// The index of an overlay beside which another one comes, or nil after a fault.
  private mutating func neighbour(
    _ object: ReadObject, _ key: String, of overlay: Int?
  ) -> Int? {
    guard object.keyMarks[key] != nil, let index = addedOverlay(object[key]) else { return nil }
    guard index != overlay else {
      add(.map(.sameOverlay(overlayNames[index])), at: object[key]?.mark ?? object.mark)
      return nil
    }
    return index
  }

  /// The index of an overlay that some step adds, or nil after a fault.
  ///
  /// Whether it is on the map at this very step is left to the session: there, taking away what is
  /// not there does nothing.
  mutating func addedOverlay(_ value: ReadValue?) -> Int? {
    guard let value, let index = index(value, .overlay) else { return nil }
    guard isOverlayAdded[index] else {
      add(.map(.overlayNeverAdded(overlayNames[index])), at: value.mark)
      return nil
    }
    return index
  }

  /// A step that lets two overlays change places.
  mutating func overlayExchange(_ step: ReadObject) -> Step.Action? {
    guard let values = step.list("exchange overlays"), values.count == 2 else { return nil }
    let first = addedOverlay(values[0])
    let second = addedOverlay(values[1])
    guard let first, let second else { return nil }
    guard first != second else {
      add(.map(.sameOverlay(overlayNames[first])), at: values[1].mark)
      return nil
    }
    return .exchangeOverlays(first, second)
  }
}
