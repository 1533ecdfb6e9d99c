extension Coordinate {
  /// The coordinate some degrees to the north and to the east: never beyond a pole, and around the
  /// world without limit.
  public func moved(northDegrees: Double, eastDegrees: Double) -> Coordinate {
    var east = longitude + eastDegrees
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    return Coordinate(latitude: max(-90, min(90, latitude + northDegrees)), longitude: east)
      .onOneMeridian
  }

  /// The coordinate some meters to the north and to the east, by the degrees at this one.
  ///
  /// Near a pole it is no farther than halfway around it.
  public func moved(northMeters: Double, eastMeters: Double) -> Coordinate {
    let degree = max(eastMeters.magnitude / 180, MetersPerDegree.ofLongitude(atLatitude: latitude))
    return moved(
      northDegrees: northMeters / MetersPerDegree.ofLatitude(atLatitude: latitude),
      eastDegrees: eastMeters == 0 ? 0 : eastMeters / degree)
  }

  /// The coordinate after a part of the way to another coordinate, evenly in degrees and the short
  /// way around the world.
  public func onTheWay(to other: Coordinate, part: Double) -> Coordinate {
    var east = other.longitude - longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    return moved(northDegrees: (other.latitude - latitude) * part, eastDegrees: east * part)
  }
}
