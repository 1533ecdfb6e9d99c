internal import MapEvents
internal import MapGeometry

/// Points by where they are: a grid of bins, each with a list of its points.
///
/// It is laid around the points as they begin; those beyond it are in the bins of its edges.
struct PointBins: ~Copyable {
  /// How many bins there are in a row, and rows.
  private let side: Int
  private let origin: MapPoint
  /// Bins for each map point.
  private let scale: (x: Double, y: Double)
  /// The first point of each bin, row by row; -1 for none.
  private var first: SlotArray<Int32>
  /// Where a point is in the list of its bin; -1 for none.
  ///
  /// Not private: in unoptimized builds Swift 6.3 fails to compile other files that use bins when
  /// this type is private.
  struct Link {
    var bin: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  /// The links of each point.
  private var links: SlotArray<Link>

  /// Makes bins for as many points as there are coordinates, around these.
  init(around coordinates: [Coordinate]) {
    // A look at a bin costs about as much as one at a point, so a bin has a few.
    side = min(max(Int((Double(coordinates.count) / 4).squareRoot()), 1), 128)
    first = SlotArray(repeating: -1, count: side * side)
    links = SlotArray(repeating: Link(), count: coordinates.count)
    let box = CoordinateRange(of: coordinates)
    let corner = Projection.mapKit.mapPoint(for: box.northWest)
    let opposite = Projection.mapKit.mapPoint(for: box.southEast)
    origin = corner
    scale = (
      x: Double(side) / max(opposite.x - corner.x, 1),
      y: Double(side) / max(opposite.y - corner.y, 1)
    )
  }

  /// The column or row of a distance from the origin, in bins; it grows with the distance.
  private func number(_ distance: Double) -> Int {
    guard distance > 0 else { return 0 }
    return distance < Double(side) ? Int(distance) : side - 1
  }

  private func column(_ x: Double) -> Int { number((x - origin.x) * scale.x) }
  private func row(_ y: Double) -> Int { number((y - origin.y) * scale.y) }

  /// Puts a point into the bin of a place, and out of the one in which it is.
  mutating func put(_ point: PointID, at place: MapPoint) {
    let bin = row(place.y) * side + column(place.x)
    guard links[point.index].bin != Int32(bin) else { return }
    remove(point)
    let follower = first[bin]
    links[point.index] = Link(bin: Int32(bin), next: follower)
    if follower >= 0 { links[Int(follower)].previous = point.rawValue }
    first[bin] = point.rawValue
  }

  /// Takes a point out of its bin, if it is in one.
  mutating func remove(_ point: PointID) {
    let link = links[point.index]
    guard link.bin >= 0 else { return }
    links[point.index].bin = -1
    if link.previous >= 0 {
      links[Int(link.previous)].next = link.next
    } else {
      first[Int(link.bin)] = link.next
    }
    if link.next >= 0 { links[Int(link.next)].previous = link.previous }
  }

  /// Visits all points that can lie between some edges, in no particular order, and tells whether
  /// they do for sure.
  @inline(__always)
  func visit(
    from west: Double, to east: Double, north: Double, south: Double,
    _ look: (_ point: PointID, _ isInside: Bool) -> Void
  ) {
    let columns = (first: column(west), last: column(east))
    let rows = (first: row(north), last: row(south))
    guard columns.first <= columns.last, rows.first <= rows.last else { return }
    let first = first.view
    let links = links.view
    for row in rows.first...rows.last {
      for column in columns.first...columns.last {
        // A number that is larger comes from a distance that is larger.
        let isInside =
          row > rows.first && row < rows.last && column > columns.first && column < columns.last
        var point = first[row * side + column]
        while point >= 0 {
          look(PointID(rawValue: point), isInside)
          point = links[Int(point)].next
        }
      }
    }
  }
}

/// The least box around some coordinates, those that are no places left out.
private struct CoordinateRange {
  var northWest = Coordinate(latitude: -85, longitude: 180)
  var southEast = Coordinate(latitude: 85, longitude: -180)

  init(of coordinates: [Coordinate]) {
    for place in coordinates where Projection.isValid(place) {
      northWest.latitude = max(northWest.latitude, place.latitude)
      northWest.longitude = min(northWest.longitude, place.longitude)
      southEast.latitude = min(southEast.latitude, place.latitude)
      southEast.longitude = max(southEast.longitude, place.longitude)
    }
    northWest.latitude = min(northWest.latitude, 85)
    southEast.latitude = max(southEast.latitude, -85)
    if southEast.longitude < northWest.longitude { (northWest, southEast) = (southEast, northWest) }
  }
}
