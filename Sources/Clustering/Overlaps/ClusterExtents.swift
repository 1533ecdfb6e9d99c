public import MapGeometry

/// How much of the map the views of a layer cover around the places of their annotations, in map
/// points.
public struct ClusterExtents: Hashable, Sendable {
  /// The view of a single point.
  public var pin: MapSize
  /// The view of a cluster of more than one point.
  public var cluster: MapSize
  /// From the place of a single point to the middle of its view, east x south.
  public var pinOffset: MapSize
  /// From the place of a cluster to the middle of its view, east x south.
  public var clusterOffset: MapSize

  /// Makes extents of sizes and offsets in map points.
  public init(
    pin: MapSize, cluster: MapSize, pinOffset: MapSize = MapSize(width: 0, height: 0),
    clusterOffset: MapSize = MapSize(width: 0, height: 0)
  ) {
    self.pin = pin
    self.cluster = cluster
    self.pinOffset = pinOffset
    self.clusterOffset = clusterOffset
  }

  /// The extent of the view of so many points.
  func size(ofCount count: Int) -> MapSize {
    count > 1 ? cluster : pin
  }

  /// From the place of so many points to the middle of their view.
  func offset(ofCount count: Int) -> MapSize {
    count > 1 ? clusterOffset : pinOffset
  }
}
