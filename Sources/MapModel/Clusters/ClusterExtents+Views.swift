internal import Clustering
internal import MapConfiguration
internal import MapGeometry

extension ClusterExtents {
  /// The extents of views with these settings at a scale.
  ///
  /// On a turned map views stay upright, so that their edges are those of no map rect; then it is
  /// the extent as if the map were not turned.
  init(
    pin: ViewSetup, cluster: ViewSetup, oneLocation: ViewSetup, mapPointsPerPoint scale: Double
  ) {
    self.init(
      pin: MapSize(pin.size, scale), cluster: MapSize(cluster.size, scale),
      oneLocation: MapSize(oneLocation.size, scale),
      pinOffset: MapSize(pin.centerOffset, scale),
      clusterOffset: MapSize(cluster.centerOffset, scale),
      oneLocationOffset: MapSize(oneLocation.centerOffset, scale))
  }
}

extension MapSize {
  fileprivate init(_ size: ScreenSize, _ scale: Double) {
    self.init(width: size.width * scale, height: size.height * scale)
  }

  fileprivate init(_ offset: ScreenOffset, _ scale: Double) {
    self.init(width: offset.dx * scale, height: offset.dy * scale)
  }
}
