/// Cluster annotations on the map after an update, by what an app tells apart when it chooses their
/// views.
struct ClusterKinds: Hashable {
  /// Those of a single point.
  var onePoint: Int64 = 0
  /// Those of several points, all at one location.
  var oneLocation: Int64 = 0
  /// Those of several points at several locations.
  var severalLocations: Int64 = 0

  /// Takes in a cluster annotation.
  mutating func add(count: Int32, isUniqueLocation: Bool) {
    if count <= 1 {
      onePoint += 1
    } else if isUniqueLocation {
      oneLocation += 1
    } else {
      severalLocations += 1
    }
  }

  /// Takes in those of another layer.
  mutating func add(_ other: ClusterKinds) {
    onePoint += other.onePoint
    oneLocation += other.oneLocation
    severalLocations += other.severalLocations
  }
}
