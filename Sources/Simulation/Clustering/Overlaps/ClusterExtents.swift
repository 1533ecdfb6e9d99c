public import MapGeometry

/// The extents of the views of a layer, in map points.
public struct ClusterExtents: Hashable, Sendable {
  /// The view of a single point.
  public var pin: MapSize
  /// The view of a cluster of more than one point.
  public var cluster: MapSize
  /// The view of a cluster of more than one point, all at one location.
  public var oneLocation: MapSize
  /// From the place of a single point to the middle of its view, east x south.
  public var pinOffset: MapSize
  /// From the place of a cluster to the middle of its view, east x south.
  public var clusterOffset: MapSize
  /// From the place of a cluster at one location to the middle of its view, east x south.
  public var oneLocationOffset: MapSize

  /// Makes extents of sizes and offsets in map points; by default, the views of clusters at one
  /// location are like those of other clusters.
  public init(
    pin: MapSize, cluster: MapSize, oneLocation: MapSize? = nil,
    pinOffset: MapSize = MapSize(width: 0, height: 0),
    clusterOffset: MapSize = MapSize(width: 0, height: 0), oneLocationOffset: MapSize? = nil
  ) {
    (self.pin, self.cluster) = (pin, cluster)
    self.oneLocation = oneLocation ?? cluster
    (self.pinOffset, self.clusterOffset) = (pinOffset, clusterOffset)
    self.oneLocationOffset = oneLocationOffset ?? clusterOffset
  }

  /// The extent of the view of so many points.
  func size(ofCount count: Int, isUniqueLocation: Bool) -> MapSize {
    guard count > 1 else { return pin }
    return isUniqueLocation ? oneLocation : cluster
  }

  /// From the place of so many points to the middle of their view.
  func offset(ofCount count: Int, isUniqueLocation: Bool) -> MapSize {
    guard count > 1 else { return pinOffset }
    return isUniqueLocation ? oneLocationOffset : clusterOffset
  }
}
