public import MapGeometry

/// How much of the map the views of a layer cover, in map points.
///
/// Only the sizes matter, not where a view hangs at its place, as long as that is the same for all.
public struct ClusterExtents: Hashable, Sendable {
  /// The view of a single point.
  public var pin: MapSize
  /// The view of a cluster of more than one point.
  public var cluster: MapSize

  /// Makes extents of two sizes in map points.
  public init(pin: MapSize, cluster: MapSize) {
    self.pin = pin
    self.cluster = cluster
  }

  /// The extent of the view of so many points.
  func size(ofCount count: Int) -> MapSize {
    count > 1 ? cluster : pin
  }
}
