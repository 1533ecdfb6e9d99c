public import Callouts
public import Clustering
public import MapGeometry

/// Everything that decides how the simulated map behaves, fixed for a session.
public struct SimulationSetup: Sendable {
  /// What the map shows at the beginning.
  public var viewport: Viewport
  /// Views exist this fraction of the visible rect beyond each edge.
  public var viewMarginFraction: Double
  /// The phone.
  public var costs: DeviceCosts
  /// The coordinates of every point of every data set; a point's number is its index here.
  public var coordinates: [Coordinate]
  /// The row of each point in its data set, by which an app tells kinds of view apart.
  public var rows: [Int32]
  /// The layers, back to front.
  public var layers: [LayerSetup]
  /// Names of the marks that the session may set.
  public var marks: [String]
  /// Whether each point has a title; empty when all have one.
  public var isTitled: [Bool]
  /// Decisions that nothing published settles.
  public var options: MapOptions
  /// Where the user is; nil shows no dot.
  public var userLocation: Coordinate?
  /// Whether the session ever shows the user, so that the legend names the dot's identifier.
  public var showsUserLocation: Bool
  /// What overlay steps can put on the map.
  public var overlays: [OverlaySetup]
  /// Names of the pictures that the session may ask for.
  public var snapshots: [String]
  /// What the app does in callbacks.
  public var app: AppSetup
  /// Clustered layers that may draw their grid during the session, by index.
  public var griddedLayers: [Int]
  /// Whether the app ever leaves the map without a delegate, so that the legend names the map's own
  /// identifiers.
  public var losesDelegate: Bool
  /// What bars cover of the map view: fingers do not reach the map there.
  public var bars = EdgeInsets(all: 0)
  /// For each point the smallest number of a point that it is equal to; empty when each is itself.
  ///
  /// It is what `isEqual` of annotations says. Only clustered layers look at it.
  package var identities: [Int32] = []
  /// Whether a recording of the reproduced library says which operations and blocks run when.
  package var isRecording = false

  /// Makes a setup of its parts; without a word, the user is shown when there is a location, and
  /// layers may draw their grid that do so from the beginning.
  public init(
    viewport: Viewport, viewMarginFraction: Double, costs: DeviceCosts, coordinates: [Coordinate],
    rows: [Int32], layers: [LayerSetup], marks: [String], isTitled: [Bool] = [],
    options: MapOptions = .standard, userLocation: Coordinate? = nil,
    showsUserLocation: Bool? = nil, overlays: [OverlaySetup] = [], snapshots: [String] = [],
    app: AppSetup = AppSetup(), griddedLayers: [Int]? = nil,
    losesDelegate: Bool = false
  ) {
    self.viewport = viewport
    self.viewMarginFraction = viewMarginFraction
    self.costs = costs
    precondition(rows.count == coordinates.count, "\(rows.count) rows, \(coordinates.count) points")
    self.coordinates = coordinates
    self.rows = rows
    self.layers = layers
    self.marks = marks
    precondition(
      isTitled.isEmpty || isTitled.count == coordinates.count,
      "\(isTitled.count) titles, \(coordinates.count) points")
    self.isTitled = isTitled
    self.options = options
    self.userLocation = userLocation
    self.showsUserLocation = showsUserLocation ?? (userLocation != nil)
    self.overlays = overlays
    self.snapshots = snapshots
    self.app = app
    self.losesDelegate = losesDelegate
    self.griddedLayers =
      griddedLayers ?? layers.indices.filter { layers[$0].cluster?.app.drawsGrid == true }
  }
}

/// Modelled costs of a phone; simulated time only, never measured.
public struct DeviceCosts: Hashable, Sendable {
  /// Frames a second, at least 1.
  public var framesPerSecond: Int64
  /// Main-thread time to make a view.
  public var viewCreation: SimulatedTime
  /// Main-thread time to prepare a view from a pool.
  public var viewReuse: SimulatedTime
  /// Main-thread time to lay out one view in a frame in which the map moved.
  public var viewLayout: SimulatedTime
  /// Main-thread time to add or remove an annotation.
  public var annotationChange: SimulatedTime
  /// Background time for each point that clustering touches.
  public var pointVisit: SimulatedTime
  /// Background time for each node of the index that clustering opens.
  public var nodeVisit: SimulatedTime
  /// Main-thread time for each annotation that is compared to find what changed.
  public var annotationComparison: SimulatedTime

  /// Makes costs of their parts.
  public init(
    framesPerSecond: Int64, viewCreation: SimulatedTime, viewReuse: SimulatedTime,
    viewLayout: SimulatedTime, annotationChange: SimulatedTime, pointVisit: SimulatedTime,
    nodeVisit: SimulatedTime, annotationComparison: SimulatedTime = .zero
  ) {
    precondition(framesPerSecond > 0, "\(framesPerSecond) frames a second show nothing")
    self.framesPerSecond = framesPerSecond
    self.viewCreation = viewCreation
    self.viewReuse = viewReuse
    self.viewLayout = viewLayout
    self.annotationChange = annotationChange
    self.pointVisit = pointVisit
    self.nodeVisit = nodeVisit
    self.annotationComparison = annotationComparison
  }

  private static let second: Int64 = 1_000_000_000

  /// When a frame is shown; frames are numbered from 0 and no rounding adds up.
  public func time(ofFrame number: Int64) -> SimulatedTime {
    // Whole seconds apart, so that the product stays small in a session of years.
    let (seconds, rest) = number.quotientAndRemainder(dividingBy: framesPerSecond)
    return SimulatedTime(
      nanoseconds: seconds * DeviceCosts.second + rest * DeviceCosts.second / framesPerSecond)
  }

  /// The first frame after an instant.
  public func frame(after time: SimulatedTime) -> Int64 {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: DeviceCosts.second)
    var number = seconds * framesPerSecond + rest * framesPerSecond / DeviceCosts.second
    while self.time(ofFrame: number) <= time { number += 1 }
    return number
  }

  /// Length of a frame.
  public var framePeriod: SimulatedTime {
    SimulatedTime(nanoseconds: 1_000_000_000 / framesPerSecond)
  }

  /// The longest that one operation is modelled to take; more work than that costs no more.
  public static let longestOperation = SimulatedTime(milliseconds: 24 * 3_600_000)

  /// Modelled background time of clustering work; a distance costs as much as a point.
  public func compute(_ work: Work) -> SimulatedTime {
    let points = DeviceCosts.cost(pointVisit, times: work.pointsTouched)
    let distances = DeviceCosts.cost(pointVisit, times: work.distances)
    let nodes = DeviceCosts.cost(nodeVisit, times: work.nodesVisited)
    return min(points + distances + nodes, DeviceCosts.longestOperation)
  }

  /// A cost so many times, at the most `longestOperation`.
  static func cost(_ cost: SimulatedTime, times: Int64) -> SimulatedTime {
    assert(times >= 0, "nothing can be done \(times) times")
    let (product, isTooLong) = cost.nanoseconds.multipliedReportingOverflow(by: times)
    guard !isTooLong else { return longestOperation }
    return min(SimulatedTime(nanoseconds: product), longestOperation)
  }
}

/// One layer: its clustering, its views, its callout.
public struct LayerSetup: Sendable {
  /// The name that reports use.
  public var name: String
  /// How its points are clustered; nil shows each by itself.
  public var cluster: ClusterSetup?
  /// The views of single points.
  public var view: ViewSetup
  /// The views of clusters of more than one point.
  public var clusterView: ViewSetup
  /// The views of clusters of more than one point, all at one location; nil for those of others.
  ///
  /// Only a clustered layer has any.
  public var oneLocationView: ViewSetup?
  /// What opens on selection; where only some of the views can show a callout, over those alone,
  /// and with further ones, over the points of every so manieth row.
  public var callout: CalloutSetup?
  /// The callouts of the other kinds of points: that of row i has number i mod count.
  public var furtherCallouts: [CalloutSetup] = []

  /// Makes a layer of its parts.
  public init(
    name: String, cluster: ClusterSetup?, view: ViewSetup, clusterView: ViewSetup,
    oneLocationView: ViewSetup? = nil, callout: CalloutSetup?
  ) {
    self.name = name
    self.cluster = cluster
    self.view = view
    self.clusterView = clusterView
    self.oneLocationView = oneLocationView
    self.callout = callout
  }
}

extension LayerSetup {
  /// The callouts of all kinds of points.
  var callouts: [CalloutSetup] {
    callout.map { [$0] + furtherCallouts } ?? []
  }

  /// Whether some of its annotations can stand for several points: by its own clustering, or by the
  /// map's, which knows only views that the app made.
  var canCluster: Bool {
    cluster != nil || (view.clusteringIdentifier != nil && view.provider != .answersNil)
  }
}

extension LayerSetup {
  /// The views of clusters of more than one point, all at one location.
  var viewOfOneLocation: ViewSetup { oneLocationView ?? clusterView }

  /// Whether some of its views can show a callout of the map's own; views that the app does not
  /// make cannot.
  var hasMapCallouts: Bool {
    let views = [view] + (canCluster ? [clusterView, viewOfOneLocation] : [])
    return views.contains { $0.canShowCallout && $0.provider != .answersNil }
  }
}

/// How a layer's points become clusters.
public struct ClusterSetup: Sendable {
  /// The engine, empty.
  public var engine: any ClusterEngine
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
  /// What is mended of the behaviour of the reproduced library.
  public var mends: ClusterMends
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
    minimumUniqueLocations: Int, fade: SimulatedTime, mends: ClusterMends = .none,
    app: ClusterAppSetup = ClusterAppSetup(), zoomToleranceLevels: Double = 0.01
  ) {
    self.engine = engine
    self.cellSizePoints = cellSizePoints
    self.marginFraction = marginFraction
    self.method = method
    self.reusesAnnotations = reusesAnnotations
    self.maximumZoomLevel = maximumZoomLevel
    self.minimumUniqueLocations = minimumUniqueLocations
    self.fade = fade
    self.mends = mends
    self.app = app
    self.zoomToleranceLevels = zoomToleranceLevels
  }
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

/// A callout and the strategy that makes room for it.
public struct CalloutSetup: Sendable {
  /// What is drawn.
  public var style: CalloutStyle
  /// Who moves the map.
  public var adjuster: any CalloutAdjuster
  /// The accessory view left of the text.
  public var leftAccessory: AccessorySetup?
  /// The accessory view right of the text.
  public var rightAccessory: AccessorySetup?
  /// Whether taps reach it where it leaves its annotation view, as the system's callout arranges; a
  /// subview without a hit test of its own leaves them to the map.
  public var takesTapsOutsideView: Bool
  /// Whether it grows when it opens; a plain one never does.
  public var isAnimated: Bool
  /// What makes it an annotation of its own; nil for a part of its annotation view.
  public var annotation: CalloutAnnotationSetup?
  /// What bars cover of the map view, whether the adjuster knows of them or not.
  public var bars = EdgeInsets(all: 0)

  /// Makes a setup of its parts.
  public init(
    style: CalloutStyle, adjuster: any CalloutAdjuster, leftAccessory: AccessorySetup? = nil,
    rightAccessory: AccessorySetup? = nil, takesTapsOutsideView: Bool = true,
    isAnimated: Bool = true
  ) {
    self.style = style
    self.adjuster = adjuster
    self.leftAccessory = leftAccessory
    self.rightAccessory = rightAccessory
    self.takesTapsOutsideView = takesTapsOutsideView
    self.isAnimated = isAnimated
  }
}

/// An accessory view of a callout.
public struct AccessorySetup: Hashable, Sendable {
  /// Its extent, in points; at most ``tallestPoints`` high.
  public var size: ScreenSize
  /// Whether it is a control, whose taps the delegate is told of.
  public var isControl: Bool

  /// Makes a setup of its parts.
  public init(size: ScreenSize, isControl: Bool) {
    precondition(
      size.height <= AccessorySetup.tallestPoints, "an accessory is \(size.height) points high")
    self.size = size
    self.isControl = isControl
  }

  /// The height that an accessory view may have, in points.
  public static let tallestPoints = 32.0
}
