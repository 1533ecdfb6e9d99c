internal import MapEvents

/// Cluster annotations on the map, by what an app tells apart when it chooses their views.
struct ClusterKinds: Hashable {
  /// Those of a single point.
  var onePoint: Int64 = 0
  /// Those of several points, all at one location.
  var oneLocation: Int64 = 0
  /// Those of several points at several locations.
  var severalLocations: Int64 = 0

  /// All of them.
  var total: Int64 { onePoint + oneLocation + severalLocations }

  /// Takes in that a cluster of a size came, 1, or left, -1.
  mutating func count(_ size: ClusterSize, by sign: Int64) {
    if size.count <= 1 {
      onePoint += sign
    } else if size.isUniqueLocation {
      oneLocation += sign
    } else {
      severalLocations += sign
    }
    assert(
      onePoint >= 0 && oneLocation >= 0 && severalLocations >= 0, "a cluster left that never came")
  }
}
