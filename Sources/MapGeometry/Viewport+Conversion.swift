extension Viewport {
  /// The map point under a screen point; may lie outside the world.
  ///
  /// - Complexity: O(1).
  public func mapPoint(at point: ScreenPoint) -> MapPoint {
    let dx = point.x - size.width / 2
    let dy = point.y - size.height / 2
    return MapPoint(
      x: center.x + mapPointsPerPoint * (dx * turn.cosine - dy * turn.sine),
      y: center.y + mapPointsPerPoint * (dx * turn.sine + dy * turn.cosine))
  }

  /// The screen point of a map point, on the copy of the world nearest to the centre.
  ///
  /// - Complexity: O(1).
  public func screenPoint(for point: MapPoint) -> ScreenPoint {
    exactScreenPoint(for: MapPoint(x: nearestCopy(ofX: point.x), y: point.y))
  }

  /// The x of the copy of a place that is at most half a world from the centre.
  private func nearestCopy(ofX x: Double) -> Double {
    let distance = center.x - x
    // Most points are on the nearest copy already; this saves them a division. At exactly half a
    // world both copies are as near, and the quotient rounds to the even number of worlds: none.
    guard distance.magnitude > MapSize.worldSide / 2 else { return x }
    return x + MapSize.worldSide * (distance / MapSize.worldSide).rounded(.toNearestOrEven)
  }

  /// The screen point of a map point on the very copy of the world it is on.
  private func exactScreenPoint(for point: MapPoint) -> ScreenPoint {
    let east = (point.x - center.x) / mapPointsPerPoint
    let south = (point.y - center.y) / mapPointsPerPoint
    return ScreenPoint(
      x: size.width / 2 + east * turn.cosine + south * turn.sine,
      y: size.height / 2 - east * turn.sine + south * turn.cosine)
  }

  /// The bounding map rect of a rectangle of the screen.
  public func mapRect(for rect: ScreenRect) -> MapRect {
    let middle = mapPoint(at: ScreenPoint(x: rect.midX, y: rect.midY))
    let extent = turn.boundingExtent(
      width: rect.width * mapPointsPerPoint, height: rect.height * mapPointsPerPoint)
    return MapRect(
      x: middle.x - extent.width / 2, y: middle.y - extent.height / 2, width: extent.width,
      height: extent.height)
  }

  /// The region of a rectangle of the screen: bounding map rect first, then its region.
  public func region(for rect: ScreenRect) -> CoordinateRegion {
    Projection.region(for: mapRect(for: rect))
  }

  /// The bounding screen rectangle of a region whose corners lie at centre ± half the span, on the
  /// copy of the world nearest to the centre.
  ///
  /// It is not clipped to the view. Latitudes beyond the limit of the projection count as the
  /// limit.
  public func screenRect(for region: CoordinateRegion) -> ScreenRect {
    let edges = RegionFit.latitudeEdges(of: region)
    let middle = exactScreenPoint(
      for: MapPoint(
        x: nearestCopy(ofX: Projection.mapX(forLongitude: region.center.longitude)),
        y: (edges.north + edges.south) / 2))
    let width = region.span.longitudeDelta / 360 * MapSize.worldSide
    let extent = turn.boundingExtent(
      width: width.magnitude / mapPointsPerPoint,
      height: (edges.south - edges.north).magnitude / mapPointsPerPoint)
    return ScreenRect(
      minX: middle.x - extent.width / 2, minY: middle.y - extent.height / 2, width: extent.width,
      height: extent.height)
  }
}
