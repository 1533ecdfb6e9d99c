internal import Clustering
internal import MapEvents
internal import MapGeometry

/// What makes points and places the same, and what an audit is told of points.
extension ClusterController {
  /// Degrees that the reproduced library takes for none: the epsilon of single precision.
  static let noiseDegrees = 1.1920928955078125e-07

  /// Two coordinates that the reproduced library takes for one.
  static func isNear(_ left: Coordinate, _ right: Coordinate) -> Bool {
    abs(left.latitude - right.latitude) < noiseDegrees
      && abs(left.longitude - right.longitude) < noiseDegrees
  }

  /// A point's share of a content number; sums of shares do not depend on order.
  static func mixed(_ point: Int32) -> UInt64 {
    var mixed = UInt64(UInt32(bitPattern: point)) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The content number of some points.
  static func content(of points: ArraySlice<Int32>) -> UInt64 {
    var content: UInt64 = 0
    for point in points { content &+= mixed(point) }
    return content
  }

  /// Whether two lists are the same; looks at all of it, since most are, and then without branches.
  static func areEqual(_ left: [Int32], _ right: ArraySlice<Int32>) -> Bool {
    let one = left.span
    let other = right.span
    guard one.count == other.count else { return false }
    var difference: Int32 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
  }

  /// Takes note of what the index is told of points, by which an audit measures it.
  ///
  /// A point that the index refuses, or does not find, is noted all the same.
  func note(_ change: IndexChange, at places: [Coordinate]) {
    assert(change.points.count == places.count, "each point of a change has a place")
    for (point, place) in zip(change.points, places) {
      switch change.kind {
      // The index keeps a point that it has, wherever an equal one is.
      case .add where isGiven[Int(point)]: continue
      case .add:
        isGiven[Int(point)] = true
        notePlace(of: point, place)
      case .remove:
        isGiven[Int(point)] = false
        audited.arePointsStale = true
        forget(point)
      case .move:
        notePlace(of: point, place)
        noteMove(of: point)
      }
    }
  }

  /// Takes note of where a point of the layer is.
  func notePlace(of point: Int32, _ coordinate: Coordinate) {
    audited.arePointsStale = true
    places[Int(point)] = Projection.mapKit.mapPoint(for: coordinate)
  }
}
