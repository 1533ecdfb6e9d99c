extension Viewport {
  /// The map point under a screen point; may lie outside the world.
  public func mapPoint(at point: ScreenPoint) -> MapPoint {
    let dx = point.x - size.width / 2
    let dy = point.y - size.height / 2
    return MapPoint(
      x: center.x + mapPointsPerPoint * (dx * turn.cosine - dy * turn.sine),
      y: center.y + mapPointsPerPoint * (dx * turn.sine + dy * turn.cosine))
  }

  /// The screen point of a map point, by the options on the copy of the world nearest to the
  /// centre.
  public func screenPoint(for point: MapPoint) -> ScreenPoint {
    exactScreenPoint(for: MapPoint(x: shownCopy(ofX: point.x), y: point.y))
  }

  /// The x of the copy of a place that is shown, at most half a world from the centre.
  private func shownCopy(ofX x: Double) -> Double {
    let distance = center.x - x
    // Most points are on the nearest copy already; this saves them a division. At exactly half a
    // world both copies are as near, and the quotient rounds to the even number of worlds: none.
    guard distance.magnitude > MapSize.worldSide / 2 else { return x }
    guard options.worldCopy == .nearest else { return x }
    return x + MapSize.worldSide * (distance / MapSize.worldSide).rounded(.toNearestOrEven)
  }

  /// The screen point of a map point on the very copy of the world it is on, however far away.
  public func exactScreenPoint(for point: MapPoint) -> ScreenPoint {
    let east = (point.x - center.x) / mapPointsPerPoint
    let south = (point.y - center.y) / mapPointsPerPoint
    return ScreenPoint(
      x: size.width / 2 + east * turn.cosine + south * turn.sine,
      y: size.height / 2 - east * turn.sine + south * turn.cosine)
  }

  /// The bounding map rect of a rectangle of the screen, whatever the options.
  public func mapRect(for rect: ScreenRect) -> MapRect {
    let middle = mapPoint(at: ScreenPoint(x: rect.midX, y: rect.midY))
    let extent = turn.boundingExtent(
      width: rect.width * mapPointsPerPoint, height: rect.height * mapPointsPerPoint)
    return MapRect(
      x: middle.x - extent.width / 2, y: middle.y - extent.height / 2, width: extent.width,
      height: extent.height)
  }

  /// The region of a rectangle of the screen: that of its bounding map rect or, by the options, of
  /// the unturned map rect around its middle.
  public func region(for rect: ScreenRect) -> CoordinateRegion {
    Projection.region(for: convertedRect(for: rect))
  }

  /// The map rect of a rectangle of the screen, by the options.
  func convertedRect(for rect: ScreenRect) -> MapRect {
    switch options.rectConversion {
    case .boundingBox: return mapRect(for: rect)
    case .unturned:
      let middle = mapPoint(at: ScreenPoint(x: rect.midX, y: rect.midY))
      let width = rect.width * mapPointsPerPoint
      let height = rect.height * mapPointsPerPoint
      return MapRect(
        x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    }
  }

  /// The bounding screen rectangle of a region, on the same copy of the world as its centre.
  ///
  /// The corners lie at centre ± half the span, latitudes clamped by the projection; by the options
  /// the rectangle is centred in map points instead, so that on an unturned map ``region(for:)`` is
  /// the inverse. It is not clipped to the view.
  public func screenRect(for region: CoordinateRegion) -> ScreenRect {
    screenRect(for: region, vertical: vertical(of: region))
  }

  func screenRect(
    for region: CoordinateRegion, vertical: (middleY: Double, height: Double)
  ) -> ScreenRect {
    let middle = exactScreenPoint(
      for: MapPoint(
        x: shownCopy(ofX: Projection.mapX(forLongitude: region.center.longitude)),
        y: vertical.middleY))
    let width = region.span.longitudeDelta / 360 * MapSize.worldSide
    let extent = turn.boundingExtent(
      width: width.magnitude / mapPointsPerPoint,
      height: vertical.height.magnitude / mapPointsPerPoint)
    return ScreenRect(
      minX: middle.x - extent.width / 2, minY: middle.y - extent.height / 2, width: extent.width,
      height: extent.height)
  }

  /// The middle and the height of a region in map points, by the options.
  func vertical(of region: CoordinateRegion) -> (middleY: Double, height: Double) {
    switch options.regionConversion {
    case .edges:
      let edges = RegionFit.latitudeEdges(of: region)
      return ((edges.north + edges.south) / 2, edges.south - edges.north)
    case .exactInverse:
      let latitude = region.center.latitude
      let height = RegionFit.exactHeight(
        latitude: latitude, latitudeDelta: region.span.latitudeDelta.magnitude)
      return (Projection.mapKit.mapY(forLatitude: latitude), height)
    }
  }
}
