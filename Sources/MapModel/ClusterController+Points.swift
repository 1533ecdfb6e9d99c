internal import Clustering
internal import MapGeometry

/// What makes points and places the same.
extension ClusterController {
  /// Two coordinates that the reproduced library takes for one: nearer than single precision.
  static func isNear(_ left: Coordinate, _ right: Coordinate) -> Bool {
    abs(left.latitude - right.latitude) < 1.1920928955078125e-07
      && abs(left.longitude - right.longitude) < 1.1920928955078125e-07
  }

  /// A point's share of a content number; sums of shares do not depend on order.
  static func mixed(_ point: Int32) -> UInt64 {
    var mixed = UInt64(UInt32(bitPattern: point)) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
