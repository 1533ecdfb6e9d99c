internal import MapConfiguration
internal import MapGeometry

/// A map rect as annotations see it: it may leave the world in the west or in the east and then
/// holds what lies on the other side; its edges belong to it.
///
/// The one place that decides what is near, so that a view that entered by a search is not sent
/// away by a comparison that rounds differently.
struct MapArea {
  let minX: Double
  let maxX: Double
  let minY: Double
  let maxY: Double
  /// Whether every meridian is in the area.
  let isWholeWorldWide: Bool

  init(_ rect: MapRect) {
    precondition(rect.width >= 0 && rect.height >= 0, "an area of negative extent")
    minX = rect.minX
    maxX = rect.maxX
    minY = rect.minY
    maxY = rect.maxY
    isWholeWorldWide = rect.width >= MapSize.worldSide
  }

  /// Whether a point of the world lies inside; false for what is no point of the world, as the
  /// place of an invalid coordinate.
  func contains(_ point: MapPoint) -> Bool {
    guard point.y >= minY, point.y <= maxY, point.x >= 0 else { return false }
    if isWholeWorldWide || (point.x >= minX && point.x <= maxX) { return true }
    let world = MapSize.worldSide
    return (point.x >= minX + world && point.x <= maxX + world)
      || (point.x >= minX - world && point.x <= maxX - world)
  }
}
