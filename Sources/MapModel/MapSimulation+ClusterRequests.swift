public import Clustering
internal import MapEvents
public import MapGeometry

/// What an app asks of the cluster controller of a layer.
extension MapSimulation {
  /// Gives the clustering of a layer other settings; nil leaves a part as it is.
  ///
  /// The next update that is asked for follows them; none is asked for because of them.
  ///
  /// - Precondition: The setup says that the layer may draw its grid when it is to do so.
  public func changeClustering(of layer: Int, _ change: ClusteringChange) {
    precondition(
      change.drawsGrid != true || setup.griddedLayers.contains(layer),
      "layer \(layer) never draws its grid")
    guard let controller = layers[layer].controller, change != ClusteringChange() else { return }
    change.apply(to: &controller.setup)
    emit(.cluster(.settingsChanged(layer: Int32(layer))))
  }

  /// Selects a point of a clustered layer and shows so many metres around it: the cluster that
  /// holds it once the map is there.
  ///
  /// A point that the layer does not have is missed, and what is selected stays. Everything else
  /// takes the ways of the reproduced library, with an update for each change of the region.
  ///
  /// - Precondition: The layer is clustered.
  public func selectAndZoom(
    to point: Int32, layer: Int, latitudinalMeters: Double, longitudinalMeters: Double,
    animated: Bool
  ) {
    precondition(layers[layer].controller != nil, "only a cluster controller selects with a zoom")
    beginSelection(
      of: point, layer: layer, latitudinalMeters: latitudinalMeters,
      longitudinalMeters: longitudinalMeters, animated: animated)
  }

  /// Shows all points of a cluster, with so much free at the edges; an annotation that is none is
  /// shown as close as the map goes, and without an annotation nothing happens but a miss.
  ///
  /// What is shown is the smallest rect around squares of a tenth of a map point at the cluster and
  /// at each of its points. The library forms it in the world, so that it is as wide as that when
  /// points lie on both sides of the 180th meridian; with `wrapsWestward` it takes the short way
  /// around the points, and leaves the cluster's own place out, which can be a mean on the other
  /// side of the earth.
  ///
  /// - Precondition: The padding leaves a part of the view.
  /// - Complexity: O(n log n) in the points of the cluster.
  public func zoomToCluster(_ target: TapTarget, padding: EdgeInsets, animated: Bool) {
    guard let found = slot(of: target) else { return miss(target) }
    guard let rect = mapRect(of: found) else { return miss(.outsideWorld) }
    reentryDepth = 0
    change(animated: animated) { $0.showing(rect, padding: padding) }
  }

  /// The rect around an annotation and all of its points; nil when none of them is in the world.
  private func mapRect(of slot: Int32) -> MapRect? {
    let annotation = annotations[slot]
    guard annotation.cluster >= 0, let controller = layers[Int(annotation.layer)].controller else {
      return MapSimulation.clusterRect(at: annotation.mapPoint, around: [], isShort: false)
    }
    let layer = Int(annotation.layer)
    let places = points(of: annotation.cluster, layer: layer).map {
      Projection.mapKit.mapPoint(for: layers[layer].coordinates[Int($0)])
    }
    return MapSimulation.clusterRect(
      at: annotation.mapPoint, around: places, isShort: controller.setup.mends.wrapsWestward)
  }

  /// The rect of a cluster at a place with points at others: in the world, or the shortest one
  /// around the points.
  static func clusterRect(
    at place: MapPoint, around points: [MapPoint], isShort: Bool
  ) -> MapRect? {
    // The place of an invalid coordinate lies outside the world.
    let points = points.filter { $0.x >= 0 }
    let isShort = isShort && !points.isEmpty
    let all = points + (place.x >= 0 ? [place] : [])
    let rect = isShort ? shortestRect(around: points) : MapRect(bounding: all)
    guard let rect, !rect.isNull else { return nil }
    return MapRect(
      x: rect.minX, y: rect.minY, width: rect.width + clusterSquareSide,
      height: rect.height + clusterSquareSide)
  }

  /// The side of the squares around the points of a cluster, in map points.
  private static let clusterSquareSide = 0.1
}

/// A change of cluster settings; nil leaves a part as it is.
public struct ClusteringChange: Hashable, Sendable {
  /// The new side of a cell, in points.
  public var cellSizePoints: Double?
  /// The new margin, as a fraction of the visible rect.
  public var marginFraction: Double?
  /// Where clusters are put from now on.
  public var method: ClusterMethod?
  /// A rule of the app's own in place of the method; with a method and without a rule the method
  /// holds.
  public var placer: ClusterPlacer?
  /// Whether clusters with common members stay from now on.
  public var reusesAnnotations: Bool?
  /// The new zoom level beyond which points are shown singly.
  public var maximumZoomLevel: Double?
  /// The new number of places from which on a cell is clustered.
  public var minimumUniqueLocations: Int?
  /// Whether the grid is drawn from now on.
  public var drawsGrid: Bool?
  /// How long the library's animator fades from now on, which takes the place of the app's own.
  public var fade: SimulatedTime?
  /// The app's own animator from now on; it goes before ``fade``.
  public var animator: ClusterAnimator?
  /// Whether the delegate gives clusters titles from now on.
  public var titlesClusters: Bool?
  /// Whether the delegate gives clusters subtitles from now on.
  public var subtitlesClusters: Bool?
  /// Whether the delegate refreshes views of clusters with other members from now on.
  public var refreshesReusedViews: Bool?
  /// Whether there is an object that places clusters from now on; for updates that wait, too.
  public var hasClusterer: Bool?
  /// Whether there is an object that fades clusters from now on; for updates that wait, too.
  ///
  /// A queue that was stalled for want of one stays so.
  public var hasAnimator: Bool?
  /// The new ``ClusterSetup/zoomToleranceLevels``.
  public var zoomToleranceLevels: Double?

  /// Makes a change of nothing.
  public init() {}

  fileprivate func apply(to setup: inout ClusterSetup) {
    if let cellSizePoints { setup.cellSizePoints = cellSizePoints }
    if let marginFraction { setup.marginFraction = marginFraction }
    if let method { (setup.method, setup.placer) = (method, nil) }
    if let placer { setup.placer = placer }
    if let reusesAnnotations { setup.reusesAnnotations = reusesAnnotations }
    if let maximumZoomLevel { setup.maximumZoomLevel = maximumZoomLevel }
    if let minimumUniqueLocations { setup.minimumUniqueLocations = minimumUniqueLocations }
    if let zoomToleranceLevels { setup.zoomToleranceLevels = zoomToleranceLevels }
    if let drawsGrid { setup.app.drawsGrid = drawsGrid }
    if let fade { (setup.fade, setup.animator) = (fade, nil) }
    if let animator { setup.animator = animator }
    applyApp(to: &setup.app)
  }

  private func applyApp(to app: inout ClusterAppSetup) {
    if let titlesClusters { app.titlesClusters = titlesClusters }
    if let subtitlesClusters { app.subtitlesClusters = subtitlesClusters }
    if let refreshesReusedViews { app.refreshesReusedViews = refreshesReusedViews }
    if let hasClusterer { app.hasClusterer = hasClusterer }
    if let hasAnimator { app.hasAnimator = hasAnimator }
  }
}
