public import Callouts
public import Clustering
public import MapGeometry

/// One kind of annotation on the map, with its clustering, its views and its callout; what an app
/// does with one cluster controller, or with plain annotations.
public struct Layer: Hashable, Sendable {
  /// The name by which steps refer to it.
  public var name: String
  /// How its points are clustered; nil leaves them to the map.
  public var cluster: ClusterSettings?
  /// The views of single points.
  public var view: ViewSettings
  /// The views of clusters of more than one point; `view` when the scenario names none.
  public var clusterView: ViewSettings
  /// The views of clusters of more than one point, all at one location; nil when they are those of
  /// other clusters.
  public var oneLocationView: ViewSettings?
  /// What opens when an annotation is selected; nil opens nothing.
  public var callout: CalloutSettings?
  /// The callouts of the other kinds of points, if there are several: the point of row i gets
  /// number i mod count.
  public var furtherCallouts: [CalloutSettings] = []

  /// Makes a layer of its parts.
  public init(
    name: String, cluster: ClusterSettings?, view: ViewSettings, clusterView: ViewSettings,
    oneLocationView: ViewSettings? = nil, callout: CalloutSettings?
  ) {
    self.name = name
    self.cluster = cluster
    self.view = view
    self.clusterView = clusterView
    self.oneLocationView = oneLocationView
    self.callout = callout
  }
}

/// How a layer's points become clusters.
public struct ClusterSettings: Hashable, Sendable {
  /// An engine that can be chosen by name.
  public enum Engine: String, CaseIterable, Hashable, Sendable {
    /// The quad tree and grid of the reproduced library.
    case reference
    /// A tree of squares with exact sums, for cells of any size.
    case aggregate
    /// The same tree, for cells whose side is a power of two of the world.
    case pyramid
  }

  /// Where a cluster is put.
  public enum Method: String, CaseIterable, Hashable, Sendable {
    /// The mean of its members' latitudes and longitudes.
    case centerOfMass = "center of mass"
    /// The member nearest to the middle of the cell.
    case nearCenter = "near center"
    /// The first member in the order of the index.
    case firstMember = "first member"
    /// The middle of the cell: a rule of the app's own, as those that follow.
    case middleOfCell = "middle of cell"
    /// The middle of the smallest box around the members.
    case middleOfExtent = "middle of extent"
    /// The member furthest to the north.
    case northernmostPoint = "northernmost point"
  }

  /// An app's own object that fades clusters, and says when the queue may go on.
  public struct Animator: Hashable, Sendable {
    /// How long a view that comes takes until it can be seen in full.
    public var fadeIn: SimulatedTime
    /// How long a view that goes takes until it cannot be seen any more.
    public var fadeOut: SimulatedTime
    /// How long after it was asked it says that it is done; nil never does.
    public var done: SimulatedTime?

    /// Makes an animator of its parts.
    public init(fadeIn: SimulatedTime, fadeOut: SimulatedTime, done: SimulatedTime?) {
      self.fadeIn = fadeIn
      self.fadeOut = fadeOut
      self.done = done
    }
  }

  /// The engine.
  public var engine: Engine
  /// An engine of somebody else's in its place.
  public var ownEngine: EngineDefinition?
  /// Side of a cell, in points.
  public var cellSizePoints: Double
  /// Area beyond each edge that is clustered too, as a fraction of the visible rect.
  public var marginFraction: Double
  /// Where a cluster is put.
  public var method: Method
  /// Whether cluster annotations with common members are kept and get new members.
  public var reusesAnnotations: Bool
  /// Points are shown singly beyond this zoom level; nil clusters at every level.
  public var maximumZoomLevel: Double?
  /// A cell with fewer different places than this is not clustered.
  public var minimumUniqueLocations: Int
  /// How long new clusters fade in and old ones out; the queue waits while views fade out.
  public var fade: SimulatedTime
  /// An animator of the app's own in place of the library's, which `fade` is about; nil for none.
  public var animator: Animator?
  /// What is mended of the behaviour of the reproduced library.
  public var mends: ClusterMends
  /// What the app's delegate, clusterer and animator do.
  public var app: ClusterAppSettings
  /// How many levels the map may zoom without that being a zoom, where noise is tolerated.
  public var zoomToleranceLevels: Double

  /// Makes settings of their parts.
  public init(
    engine: Engine, cellSizePoints: Double, marginFraction: Double, method: Method,
    reusesAnnotations: Bool, maximumZoomLevel: Double?, minimumUniqueLocations: Int,
    fade: SimulatedTime, mends: ClusterMends = .standard,
    app: ClusterAppSettings = ClusterAppSettings(), animator: Animator? = nil,
    zoomToleranceLevels: Double = 0.01
  ) {
    self.animator = animator
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
public struct ClusterAppSettings: Hashable, Sendable {
  /// Whether it keeps its clusterer or its animator, which the controller does not.
  public enum Lifetime: String, CaseIterable, Hashable, Sendable {
    /// It does.
    case kept
    /// It lets it go: messages to it do nothing from then on.
    case released
  }

  /// Whether the delegate gives clusters titles, from how many points they hold.
  public var titlesClusters = false
  /// Whether the delegate gives clusters subtitles.
  public var subtitlesClusters = false
  /// Whether the delegate refreshes the view of a cluster that gets other members.
  public var refreshesReusedViews = true
  /// Whether the grid of cells is drawn over the map.
  public var drawsGrid = false
  /// What becomes of the object that places clusters; a released one places them at 0, 0.
  public var clusterer = Lifetime.kept
  /// What becomes of the object that fades clusters; a released one stalls the queue for good.
  public var animator = Lifetime.kept

  /// Makes the settings of an app that does what the library asks of it.
  public init() {}
}

/// A change of cluster settings while the session runs; nil leaves a part as it is.
///
/// It triggers nothing: the next update follows it.
public struct ClusterSettingsChange: Hashable, Sendable {
  /// The new side of a cell, in points.
  public var cellSizePoints: Double?
  /// The new margin, as a fraction of the visible rect.
  public var marginFraction: Double?
  /// Where clusters are put from now on.
  public var method: ClusterSettings.Method?
  /// Whether clusters with common members stay from now on.
  public var reusesAnnotations: Bool?
  /// The new zoom level beyond which points are shown singly.
  public var maximumZoomLevel: Double?
  /// The new number of places from which on a cell is clustered.
  public var minimumUniqueLocations: Int?
  /// How long the library's animator fades from now on, in place of one of the app's own.
  public var fade: SimulatedTime?
  /// The app's own animator from now on.
  public var animator: ClusterSettings.Animator?
  /// Whether the delegate gives clusters titles from now on.
  public var titlesClusters: Bool?
  /// Whether the delegate gives clusters subtitles from now on.
  public var subtitlesClusters: Bool?
  /// Whether the delegate refreshes the view of a cluster with other members from now on.
  public var refreshesReusedViews: Bool?
  /// Whether the grid is drawn from now on.
  public var drawsGrid: Bool?
  /// What becomes of the object that places clusters.
  public var clusterer: ClusterAppSettings.Lifetime?
  /// What becomes of the object that fades clusters.
  public var animatorLifetime: ClusterAppSettings.Lifetime?
  /// How many levels the map may zoom from now on without that being a zoom.
  public var zoomToleranceLevels: Double?

  /// Makes a change of nothing.
  public init() {}
}

/// What opens when an annotation is selected, and how the map makes room for it.
public struct CalloutSettings: Hashable, Sendable {
  /// What is drawn.
  public enum Style: Hashable, Sendable {
    /// A rectangle of a fixed size above the pin.
    case plain(size: ScreenSize)
    /// The drawn bubble that spans the map, for a content of this height in points.
    case bubble(contentHeightPoints: Double)
    /// A subview of the annotation view, with an arrow.
    case subview(Subview)
  }

  /// A callout that is a subview of its annotation view.
  public struct Subview: Hashable, Sendable {
    /// What makes it as large as it is; accessory views add to the first two.
    public enum Content: Hashable, Sendable {
      /// A title, and a subtitle unless that is nil, of these widths in points.
      case text(titleWidthPoints: Double, subtitleWidthPoints: Double?)
      /// A view of the app's own.
      case view(ScreenSize)
      /// Its extent itself, the arrow included.
      case whole(ScreenSize)
    }

    /// What makes it as large as it is.
    public var content: Content
    /// Where its arrow may point.
    public var arrow: Arrow

    /// Makes a subview of its parts.
    public init(content: Content, arrow: Arrow) {
      self.content = content
      self.arrow = arrow
    }
  }

  /// Where the arrow of a subview may point.
  public enum Arrow: String, CaseIterable, Hashable, Sendable {
    /// Down: the callout stands above its annotation.
    case down
    /// Up: it hangs below.
    case up
    /// Down, unless there is too little room above and more below.
    case any
  }

  /// The strategy that moves the map.
  public enum Adjuster: String, CaseIterable, Hashable, Sendable {
    /// Never moves the map.
    case none
    /// Keeps the pin away from the edges by a shift in degrees, as the published bubble does.
    case edgeMargins = "edge margins"
    /// Shows the region of a rectangle around callout and pin.
    case containRect = "contain rect"
    /// Shifts the region by the degrees that stick out, in single precision.
    case edgedRegion = "edged region"
    /// Moves the centre by the points that stick out.
    case moveCenter = "move center"
    /// The shortest move on the screen.
    case ideal
  }

  /// The numbers in which the edged region computes.
  public enum Precision: String, CaseIterable, Hashable, Sendable {
    /// 32 bits, as published.
    case single
    /// 64 bits.
    case double
  }

  /// What a moved centre brings inside the view.
  public enum Subject: String, CaseIterable, Hashable, Sendable {
    /// The callout alone.
    case callout
    /// Callout and annotation view.
    case calloutAndParent = "callout and parent"
  }

  /// A side of the text of a callout.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// Before the text.
    case left
    /// Behind the text.
    case right
    /// The button of a callout that is an annotation.
    case button
    /// That button, under a finger that goes on to do something else.
    case cancelledButton = "cancelled button"
  }

  /// Which taps on it a callout takes.
  public enum Taps: String, CaseIterable, Hashable, Sendable {
    /// All of them, as the system's callout does.
    case everywhere
    /// Those in the bounds of its annotation view, as a subview without a hit test of its own.
    case insideView = "inside view"
  }

  /// A view beside the text of a callout.
  public struct Accessory: Hashable, Sendable {
    /// Its extent, in points; at most ``Limits/accessoryHeightPoints`` high.
    public var size: ScreenSize
    /// Whether it is a control, whose taps the app is told of.
    public var isControl: Bool

    /// Makes an accessory of its parts.
    public init(size: ScreenSize, isControl: Bool) {
      self.size = size
      self.isControl = isControl
    }
  }

  /// What is drawn.
  public var style: Style
  /// The strategy that moves the map.
  public var adjuster: Adjuster
  /// A strategy of somebody else's in its place.
  public var ownAdjuster: AdjusterDefinition?
  /// Points kept free around callout and pin by the strategies that have a margin.
  public var marginPoints: Double
  /// Whether the map moves in an animation.
  public var isAnimated: Bool
  /// What bars cover of the map view.
  public var insets = EdgeInsets(all: 0)
  /// The numbers in which the edged region computes.
  public var precision = Precision.single
  /// What a moved centre brings inside the view.
  public var subject = Subject.callout
  /// Whether a moved centre overlooks what sticks out on the right.
  public var overlooksRight = false
  /// Whether a bubble or a subview grows when it opens.
  public var grows = true
  /// The accessory view left of the text, if there is one.
  public var leftAccessory: Accessory?
  /// The accessory view right of the text, if there is one.
  public var rightAccessory: Accessory?
  /// Which taps on it the callout takes; the others go to what lies behind.
  public var taps: Taps
  /// What makes it an annotation of its own; nil for a part of its annotation view.
  public var annotation: CalloutAnnotationSettings?

  /// Makes settings of their parts.
  public init(
    style: Style, adjuster: Adjuster, marginPoints: Double, isAnimated: Bool,
    leftAccessory: Accessory? = nil, rightAccessory: Accessory? = nil, taps: Taps = .everywhere
  ) {
    self.style = style
    self.adjuster = adjuster
    self.marginPoints = marginPoints
    self.isAnimated = isAnimated
    self.leftAccessory = leftAccessory
    self.rightAccessory = rightAccessory
    self.taps = taps
  }

  /// The accessory view on a side, or nil.
  public func accessory(_ side: Side) -> Accessory? {
    switch side {
    case .left: leftAccessory
    case .right: rightAccessory
    case .button, .cancelledButton: nil
    }
  }
}

extension EngineDefinition: Hashable {
  /// Whether two definitions have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension AdjusterDefinition: Hashable {
  /// Whether two definitions have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
