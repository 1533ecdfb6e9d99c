internal import MapGeometry

/// What the views of a cluster layer cover around the place of their annotation, in map points.
struct ClusterViewExtents: Hashable {
  /// The views of single points.
  var pin: MapRect
  /// The views of clusters of more than one.
  var cluster: MapRect

  /// The extents of views with these settings at a scale.
  ///
  /// On a turned map views stay upright, so that their edges are those of no map rect; then it is
  /// the rect as if the map were not turned.
  init(pin: ViewSetup, cluster: ViewSetup, mapPointsPerPoint scale: Double) {
    self.pin = ClusterViewExtents.extent(of: pin, scale)
    self.cluster = ClusterViewExtents.extent(of: cluster, scale)
  }

  private static func extent(of view: ViewSetup, _ scale: Double) -> MapRect {
    MapRect(
      x: (view.centerOffset.dx - view.size.width / 2) * scale,
      y: (view.centerOffset.dy - view.size.height / 2) * scale,
      width: view.size.width * scale, height: view.size.height * scale)
  }
}
