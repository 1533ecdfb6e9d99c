internal import Clustering
public import MapGeometry

/// What an app asks of the cluster controller of a layer.
extension MapSimulation {
  /// Gives the clustering of a layer other settings; nil leaves a part as it is.
  ///
  /// The next update follows them.
  public func changeClustering(of layer: Int, _ change: ClusteringChange) {
  }

  /// Selects a point of a clustered layer and shows so many metres around it: the cluster that
  /// holds it once the map is there.
  public func selectAndZoom(
    to point: Int32, layer: Int, latitudinalMeters: Double, longitudinalMeters: Double,
    animated: Bool
  ) {
  }

  /// Shows all points of a cluster, with so much free at the edges.
  public func zoomToCluster(_ target: TapTarget, padding: EdgeInsets, animated: Bool) {
  }
}

/// A change of cluster settings; nil leaves a part as it is.
public struct ClusteringChange: Hashable, Sendable {
  /// The new side of a cell, in points.
  public var cellSizePoints: Double?
  /// The new margin, as a fraction of the visible rect.
  public var marginFraction: Double?
  /// Whether clusters are put near the middle of their cell from now on, or at the mean.
  public var isNearCenter: Bool?
  /// Whether clusters with common members stay from now on.
  public var reusesAnnotations: Bool?
  /// The new zoom level beyond which points are shown singly.
  public var maximumZoomLevel: Double?
  /// The new number of places from which on a cell is clustered.
  public var minimumUniqueLocations: Int?
  /// Whether the grid is drawn from now on.
  public var drawsGrid: Bool?

  /// Makes a change of nothing.
  public init() {}
}
