public import Clustering
public import MapGeometry

/// The clustering settings of a layer.
public struct ClusterSetup: Hashable, Sendable {
  /// The engine, without points.
  ///
  /// Two engines are equal if their names are.
  public var engine: any ClusterEngine {
    get { named.engine }
    set { named = NamedEngine(engine: newValue) }
  }
  private var named: NamedEngine
  /// The requested side of a cell, in points.
  public var cellSizePoints: Double
  /// The area beyond each edge that is clustered too, as a fraction of the visible rect.
  public var marginFraction: Double
  /// The placement of a cluster.
  public var method: ClusterMethod
  /// A custom rule for the placement of a cluster, in place of the method.
  public var placer: ClusterPlacer?
  /// Whether cluster annotations with common members are reused.
  public var reusesAnnotations: Bool
  /// The zoom level above which clustering is off.
  public var maximumZoomLevel: Double
  /// The number of unique locations below which a cell is not clustered.
  public var minimumUniqueLocations: Int
  /// The duration of the library's fade of clusters; see ``MapOptions/emptyFade``.
  public var fade: SimulatedTime
  /// A custom animator of the app, in place of the library's.
  public var animator: ClusterAnimator?
  /// The fixes to CCHMapClusterController.
  public var fixes: ClusterFixes
  /// The behavior of the app's delegate, clusterer and animator.
  public var app: ClusterAppSetup
  /// The change of zoom level that does not count as a zoom, when noise is tolerated.
  ///
  /// A hundredth is 0.7 % of the width: more than rounding, less than a deliberate pinch.
  public var zoomToleranceLevels: Double

  /// Makes a setup of its parts.
  public init(
    engine: any ClusterEngine, cellSizePoints: Double, marginFraction: Double,
    method: ClusterMethod, reusesAnnotations: Bool, maximumZoomLevel: Double,
    minimumUniqueLocations: Int, fade: SimulatedTime, fixes: ClusterFixes = .none,
    app: ClusterAppSetup = ClusterAppSetup(), zoomToleranceLevels: Double = 0.01
  ) {
    named = NamedEngine(engine: engine)
    self.cellSizePoints = cellSizePoints
    self.marginFraction = marginFraction
    self.method = method
    self.reusesAnnotations = reusesAnnotations
    self.maximumZoomLevel = maximumZoomLevel
    self.minimumUniqueLocations = minimumUniqueLocations
    self.fade = fade
    self.fixes = fixes
    self.app = app
    self.zoomToleranceLevels = zoomToleranceLevels
  }
}

/// An engine without points, known by its name.
private struct NamedEngine: Hashable {
  let engine: any ClusterEngine

  static func == (left: NamedEngine, right: NamedEngine) -> Bool {
    left.engine.name == right.engine.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(engine.name) }
}

/// The behavior of an app around a cluster controller.
public struct ClusterAppSetup: Hashable, Sendable {
  /// Whether the delegate gives clusters titles, which are cached until their members change.
  public var titlesClusters = false
  /// Whether the delegate gives clusters subtitles, which are cached as titles are.
  public var subtitlesClusters = false
  /// Whether the delegate refreshes the view of a cluster that gets other members.
  public var refreshesReusedViews = true
  /// Whether the grid of cells is drawn over the map.
  public var drawsGrid = false
  /// Whether the object that places clusters still exists; without it they are placed at 0, 0.
  public var hasClusterer = true
  /// Whether the object that fades clusters still exists; without it the queue stalls forever.
  public var hasAnimator = true

  /// Creates the setup of an app that meets the expectations of the library.
  public init() {}
}

/// A custom animator: fades in the views that the map adds, and fades out removed clusters.
///
/// The removed clusters leave the map, and the queue continues, when it calls its
/// completion handler once.
public struct ClusterAnimator: Hashable, Sendable {
  /// The duration of the fade-in.
  ///
  /// With nil it ignores added views, which keep their alpha.
  public var fadeIn: SimulatedTime?
  /// The duration of the fade-out.
  public var fadeOut: SimulatedTime
  /// The time from the start of the fade to the call of the completion handler.
  ///
  /// With nil it never calls it, and the queue stalls forever.
  public var done: SimulatedTime?

  /// Makes an animator of its parts.
  public init(fadeIn: SimulatedTime?, fadeOut: SimulatedTime, done: SimulatedTime?) {
    precondition(
      fadeIn.map { $0 >= .zero } ?? true && fadeOut >= .zero, "a fade shorter than nothing")
    precondition(done.map { $0 >= .zero } ?? true, "done before it began")
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.done = done
  }

  /// The library's animator, which completes at the end of its fade.
  package init(fade: SimulatedTime) { self.init(fadeIn: fade, fadeOut: fade, done: fade) }
}

extension ClusterSetup {
  /// The animator in use: the app's, or the library's.
  package var fading: ClusterAnimator { animator ?? ClusterAnimator(fade: fade) }
}

/// A change of cluster settings.
///
/// A part that is nil stays unchanged.
public struct ClusteringChange: Hashable, Sendable {
  /// The new side of a cell, in points.
  public var cellSizePoints: Double?
  /// The new margin, as a fraction of the visible rect.
  public var marginFraction: Double?
  /// The new placement of clusters.
  public var method: ClusterMethod?
  /// The app's custom rule in place of the method.
  ///
  /// A new method alone removes it.
  public var placer: ClusterPlacer?
  /// Whether clusters with common members are reused from now on.
  public var reusesAnnotations: Bool?
  /// The new zoom level above which points are shown singly.
  public var maximumZoomLevel: Double?
  /// The new minimum of unique locations at which a cell is clustered.
  public var minimumUniqueLocations: Int?
  /// Whether the grid is drawn from now on.
  public var drawsGrid: Bool?
  /// The new duration of the library's fade, which replaces the app's animator.
  public var fade: SimulatedTime?
  /// The app's new custom animator, which takes precedence over ``fade``.
  public var animator: ClusterAnimator?
  /// Whether the delegate gives clusters titles from now on.
  public var titlesClusters: Bool?
  /// Whether the delegate gives clusters subtitles from now on.
  public var subtitlesClusters: Bool?
  /// Whether the delegate refreshes views of clusters with other members from now on.
  public var refreshesReusedViews: Bool?
  /// Whether the object that places clusters exists from now on, also for pending updates.
  public var hasClusterer: Bool?
  /// Whether the object that fades clusters exists from now on.
  ///
  /// A stalled queue stays stalled.
  public var hasAnimator: Bool?
  /// The new ``ClusterSetup/zoomToleranceLevels``.
  public var zoomToleranceLevels: Double?

  /// Creates a change without any part.
  public init() {}

  /// Applies the parts that are not nil.
  package func apply(to setup: inout ClusterSetup) {
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
    if let titlesClusters { setup.app.titlesClusters = titlesClusters }
    if let subtitlesClusters { setup.app.subtitlesClusters = subtitlesClusters }
    if let refreshesReusedViews { setup.app.refreshesReusedViews = refreshesReusedViews }
    if let hasClusterer { setup.app.hasClusterer = hasClusterer }
    if let hasAnimator { setup.app.hasAnimator = hasAnimator }
  }
}
