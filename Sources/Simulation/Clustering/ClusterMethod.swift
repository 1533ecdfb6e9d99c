internal import ExactMath
public import MapGeometry

/// Where the pin of a cluster of several locations is put.
public enum ClusterMethod: String, Hashable, Sendable, CaseIterable {
  /// The plain mean of latitudes and longitudes, regardless of the sphere.
  case centerOfMass = "center of mass"
  /// The member nearest to the middle of the cell; the first of equally near ones.
  case nearCenter = "near center"
  /// The first member in the order of the index, without any arithmetic.
  case firstMember = "first member"

  /// The place for some coordinates of a cell; 0°, 0° when there are none.
  ///
  /// - Complexity: O(n).
  public func coordinate(of coordinates: [Coordinate], in cell: MapRect) -> Coordinate {
    var work = Work()
    return coordinate(
      of: Array(0..<Int32(coordinates.count)), from: 0, to: coordinates.count,
      coordinates: coordinates, cell: cell, work: &work)
  }

  func coordinate(
    of members: [Int32], from start: Int, to end: Int, coordinates: [Coordinate], cell: MapRect,
    work: inout Work
  ) -> Coordinate {
    assert(start <= end && end <= members.count, "the members of a set must be in the list")
    guard start < end else { return Coordinate(latitude: 0, longitude: 0) }
    work.pointsTouched += self == .firstMember ? 1 : Int64(end - start)
    switch self {
    case .centerOfMass:
      var latitude = 0.0
      var longitude = 0.0
      for index in start..<end {
        let coordinate = coordinates[Int(members[index])]
        latitude += coordinate.latitude
        longitude += coordinate.longitude
      }
      let count = Double(end - start)
      return Coordinate(latitude: latitude / count, longitude: longitude / count)
    case .nearCenter:
      work.distances += Int64(end - start)
      return nearest(of: members, from: start, to: end, coordinates: coordinates, cell: cell)
    case .firstMember: return coordinates[Int(members[start])]
    }
  }

  /// The member with the smallest distance over the ground from the middle of the cell.
  ///
  /// Upstream measures great circles between map points. Here the haversines are compared, since an
  /// arc sine and the radius change no order, of the members' own coordinates, since going through
  /// map points would add noise of 1e-14 degrees.
  private func nearest(
    of members: [Int32], from start: Int, to end: Int, coordinates: [Coordinate], cell: MapRect
  ) -> Coordinate {
    let radians = Double.pi / 180
    let latitude = Projection.latitude(forMapY: cell.midY)
    let longitude = CoordinateBox.longitude(forMapX: cell.midX)
    let cosine = Elementary.cos(latitude * radians)
    var best = Coordinate(latitude: 0, longitude: 0)
    var smallest = Double.infinity
    for index in start..<end {
      let coordinate = coordinates[Int(members[index])]
      let south = Elementary.sin((coordinate.latitude - latitude) * radians / 2)
      let east = Elementary.sin((coordinate.longitude - longitude) * radians / 2)
      let haversine =
        south * south + cosine * Elementary.cos(coordinate.latitude * radians) * east * east
      if haversine < smallest {
        smallest = haversine
        best = coordinate
      }
    }
    assert(smallest.isFinite, "no member was nearer than infinitely far away")
    return best
  }
}
