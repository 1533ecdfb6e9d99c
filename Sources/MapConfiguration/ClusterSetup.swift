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
  /// How long the library's animator fades clusters; the queue waits for it if a removed one has a
  /// view on the map, or ``MapOptions/emptyFade`` says so.
  public var fade: SimulatedTime
  /// An animator of the app's own, in place of the library's.
  public var animator: ClusterAnimator?
  /// What is fixed of the behaviour of the reproduced library.
  public var fixes: ClusterFixes
  /// What the app's delegate, clusterer and animator do.
  public var app: ClusterAppSetup
  /// How many levels the map may zoom without that being a zoom, when noise is tolerated.
  ///
  /// A hundredth is 0.7 % of the width, 3 points of a phone's: more than rounding and the fitting
  /// of a region to whole points bring about, less than a finger that means to zoom.
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

/// What an app does around a cluster controller.
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
  /// Whether the object that fades clusters still exists; without it the queue stalls for good.
  public var hasAnimator = true

  /// Makes the setup of an app that does what the library asks of it.
  public init() {}
}
