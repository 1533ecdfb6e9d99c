extension MapRect {
  /// Creates the smallest rectangle around map points, in O(n); null when there are none.
  ///
  /// Points are not wrapped to one copy of the world. A point with a NaN component is
  /// ignored.
  public init(bounding points: [MapPoint]) {
    var (west, north) = (Double.infinity, Double.infinity)
    var (east, south) = (-Double.infinity, -Double.infinity)
    for point in points where point.x.isNaN == false && point.y.isNaN == false {
      west = min(west, point.x)
      north = min(north, point.y)
      east = max(east, point.x)
      south = max(south, point.y)
    }
    guard west <= east else {
      self = .null
      return
    }
    self.init(x: west, y: north, width: east - west, height: south - north)
  }

  /// Makes the bounding rect of `MKCircle`: a square about the center of
  /// 2 r · ``Projection/mapPointsPerMeter(atLatitude:)`` at its latitude, for a radius in meters.
  ///
  /// The scale at the center counts for the whole circle, so a large one sticks out towards the
  /// pole, and from 85.5 degrees of latitude on all circles are empty.
  public init(
    boundingCircleAt center: Coordinate, radius: Double, projection: Projection = .mapKit
  ) {
    let side = 2 * radius * projection.mapPointsPerMeter(atLatitude: center.latitude)
    let middle = projection.mapPoint(for: center)
    self.init(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
  }
}

extension Projection {
  /// The coordinate that MapKit gives to a polyline or a polygon: the middle of the bounding rect
  /// in map points; nil when there are no points.
  public func coordinate(ofShape coordinates: [Coordinate]) -> Coordinate? {
    let bounds = MapRect(bounding: coordinates.map { mapPoint(for: $0) })
    guard bounds.isNull == false else { return nil }
    return Projection.coordinate(for: MapPoint(x: bounds.midX, y: bounds.midY))
  }

  /// The map rect between the edges center ± half the span of a region, as third-party code
  /// computes it.
  ///
  /// ``region(for:)`` gives the span back inside the limits, but its center is the middle in map
  /// points.
  public func mapRect(for region: CoordinateRegion) -> MapRect {
    let halfHeight = region.span.latitudeDelta / 2
    let halfWidth = region.span.longitudeDelta / 2
    let north = mapY(forLatitude: region.center.latitude + halfHeight)
    let south = mapY(forLatitude: region.center.latitude - halfHeight)
    let west = Projection.mapX(forLongitude: region.center.longitude - halfWidth)
    let east = Projection.mapX(forLongitude: region.center.longitude + halfWidth)
    return MapRect(x: west, y: north, width: east - west, height: south - north)
  }
}
