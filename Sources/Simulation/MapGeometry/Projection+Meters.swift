internal import ExactMath

extension Projection {
  /// Map points for each meter at a latitude in degrees, as `MKMapPointsPerMeterAtLatitude`: |y(φ -
  /// ½°) - y(φ + ½°)| over the meters of a degree of latitude.
  ///
  /// The y are those of the complete projection, which explains the odd published values: past 84.5
  /// degrees the clamp eats the interval, from 85.5 on the result is zero, and invalid ends at and
  /// beyond the poles count as -1.
  ///
  /// - Returns: Not a number for a latitude that is not finite.
  public func mapPointsPerMeter(atLatitude latitude: Double) -> Double {
    guard latitude.isFinite else { return .nan }
    let south = mapPoint(for: Coordinate(latitude: latitude - 0.5, longitude: 0))
    let north = mapPoint(for: Coordinate(latitude: latitude + 0.5, longitude: 0))
    return (south.y - north.y).magnitude / MetersPerDegree.ofLatitude(atLatitude: latitude)
  }

  /// Meters for each map point at a latitude in degrees, as `MKMetersPerMapPointAtLatitude`: one
  /// over ``mapPointsPerMeter(atLatitude:)``, also where that is zero.
  public func metersPerMapPoint(atLatitude latitude: Double) -> Double {
    1 / mapPointsPerMeter(atLatitude: latitude)
  }

  /// The map points that some meters have at a latitude, above zero at each one.
  ///
  /// Beyond 85 degrees, of which a map shows next to nothing, they are those of 85 degrees.
  public static func mapPoints(ofMeters meters: Double, atLatitude latitude: Double) -> Double {
    // MapKit's clamp would halve the scale at 85 degrees.
    meters
      * Projection(latitudeLimit: 86).mapPointsPerMeter(atLatitude: max(-85, min(85, latitude)))
  }
}

extension MapPoint {
  /// Meters from this map point to another, as `MKMetersBetweenMapPoints` seems to count them.
  ///
  /// The haversine formula on a sphere with a radius of 6378160 - 21000 |sin φ| meters, φ being the
  /// latitude of this point: a conjecture that agrees with all four published numbers. It is not
  /// the distance of two coordinates, see ``Coordinate/distance(from:)``.
  ///
  /// - Returns: Not a number when a part of one of them is not finite.
  public func distance(to other: MapPoint) -> Double {
    guard x.isFinite, y.isFinite, other.x.isFinite, other.y.isFinite else { return .nan }
    let start = Projection.coordinate(for: self)
    let end = Projection.coordinate(for: other)
    let degree = Double.pi / 180
    let (north, otherNorth) = (start.latitude * degree, end.latitude * degree)
    let latitudeSine = Elementary.sin((otherNorth - north) / 2)
    let longitudeSine = Elementary.sin((end.longitude - start.longitude) * degree / 2)
    let haversine =
      latitudeSine * latitudeSine
      + Elementary.cos(north) * Elementary.cos(otherNorth) * longitudeSine * longitudeSine
    let radius = 6_378_160 - 21_000 * Elementary.sin(north).magnitude
    return 2 * radius * Elementary.asin(min(1, haversine.squareRoot()))
  }
}
