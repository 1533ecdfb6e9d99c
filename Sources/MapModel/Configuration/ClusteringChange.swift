public import Clustering
internal import MapConfiguration
public import MapGeometry

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

  func apply(to setup: inout ClusterSetup) {
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
