public import Clustering
public import MapGeometry

/// How a layer's points become clusters.
public struct ClusterSetup: Hashable, Sendable {
  /// The engine, empty; equal to any of the same name.
  public var engine: any ClusterEngine {
    get { named.engine }
    set { named = NamedEngine(engine: newValue) }
  }
  private var named: NamedEngine
  /// Side of a cell asked for, in points.
  public var cellSizePoints: Double
  /// Area beyond each edge that is clustered too, as a fraction of the visible rect.
  public var marginFraction: Double
  /// Where a cluster is put.
  public var method: ClusterMethod
  /// A rule of one's own for where a cluster is put, in place of the method.
  public var placer: ClusterPlacer?
  /// Whether cluster annotations with common members stay.
  public var reusesAnnotations: Bool
  /// Clustering is off beyond this zoom level.
  public var maximumZoomLevel: Double
  /// A cell with fewer different places is not clustered.
  public var minimumUniqueLocations: Int
  /// How long the library's animator fades clusters; see ``MapOptions/emptyFade``.
  public var fade: SimulatedTime
  /// An animator of the app's own, in place of the library's.
  public var animator: ClusterAnimator?
  /// The fixes to CCHMapClusterController.
  public var fixes: ClusterFixes
  /// The behavior of the app's delegate, clusterer and animator.
  public var app: ClusterAppSetup
  /// How many levels the map may zoom without that being a zoom, when noise is tolerated.
  ///
  /// A hundredth is 0.7 % of the width: more than rounding, less than a finger that means to zoom.
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

  /// Makes the setup of an app that does what the library asks of it.
  public init() {}
}

/// A custom animator: fades in the views that the map adds, and fades out removed clusters.
///
/// Those leave the map, and the queue continues, when it calls its completion handler once.
public struct ClusterAnimator: Hashable, Sendable {
  /// Duration of fading in; nil sees to nothing that comes, so that its alpha stays what it is.
  public var fadeIn: SimulatedTime?
  /// Duration of fading out.
  public var fadeOut: SimulatedTime
  /// Time from the start of the fade to the call of the completion handler; nil never calls it, and
  /// the queue stalls forever.
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

  /// The library's: it completes when it has faded.
  package init(fade: SimulatedTime) { self.init(fadeIn: fade, fadeOut: fade, done: fade) }
}

extension ClusterSetup {
  /// The animator in use: the app's, or the library's.
  package var fading: ClusterAnimator { animator ?? ClusterAnimator(fade: fade) }
}

/// A change of cluster settings; nil leaves a part as it is.
public struct ClusteringChange: Hashable, Sendable {
  /// The new side of a cell, in points.
  public var cellSizePoints: Double?
  /// The new margin, as a fraction of the visible rect.
  public var marginFraction: Double?
  /// Where clusters are put from now on.
  public var method: ClusterMethod?
  /// A rule of the app in place of the method; a new method alone removes it.
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
  /// Whether there is an object that fades clusters from now on; a stalled queue stays so.
  public var hasAnimator: Bool?
  /// The new ``ClusterSetup/zoomToleranceLevels``.
  public var zoomToleranceLevels: Double?

  /// Makes a change of nothing.
  public init() {}

  /// Takes over what the change names.
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
