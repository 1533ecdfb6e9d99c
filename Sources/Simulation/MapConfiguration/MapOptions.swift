public import MapGeometry

/// Decisions of the map's behavior that nothing published settles, each under a name.
///
/// Those of its geometry are in ``ViewportOptions``. ``standard`` has the model's; reports print
/// the ones in force. Raw values are the words of the scenario language.
public struct MapOptions: Hashable, Sendable {
  /// Whether work on the main thread takes simulated time.
  public var mainThread = MainThread.takesTime
  /// When the map asks for the views of annotations that come near.
  public var viewRequests = ViewRequests.eachFrame
  /// Whether leaving views are in their pools before entering ones are requested.
  public var leavingViews = LeavingViews.first
  /// What happens to a selected view that leaves the area in which views exist.
  public var selectedViews = SelectedViews.kept
  /// What a tap on a view that is disabled does.
  public var disabledViews = DisabledViews.letTouchesThrough
  /// What a tap on the selected view does where it overlaps others.
  public var repeatedTaps = RepeatedTaps.cycle
  /// How far from a view a tap may be that meets none, in points.
  public var hitSlopPoints = 0.0
  /// How long a tap waits for a second one before it counts.
  public var tapDelay = SimulatedTime.zero
  /// What the app selects with an annotation that a cluster stands for.
  public var selectionOfMembers = SelectionOfMembers.nothing
  /// How long a finger rests on an annotation before it carries it.
  public var dragPress = SimulatedTime(milliseconds: 500)
  /// When an annotation that is dragged gets its new coordinate.
  public var dragCoordinate = DragCoordinate.once
  /// What happens to a dragged annotation that leaves the area in which views exist.
  public var draggedViews = DraggedViews.kept
  /// The circle of a view that collides as one.
  public var collisionCircle = CollisionCircle.inscribed
  /// Which of two colliding views of one display priority is shown.
  public var collisionOrder = CollisionOrder.center
  /// When views are hidden and shown again by collisions.
  public var collisionTimes = CollisionTimes.eachFrame
  /// Which view that waits in a pool is taken first.
  public var poolOrder = PoolOrder.first
  /// Which of two views of one z priority lies in front.
  public var stacking = Stacking.southernInFront
  /// The variants of the selection callbacks that are delivered, and their order.
  public var selectionCallbacks = SelectionCallbacks.viewFirst
  /// The order of events when a selected annotation is removed.
  public var removalOfSelected = RemovalOfSelected.deselectsFirst
  /// What the map does when its own callout opens partly outside its view.
  public var ownCallouts = OwnCallouts.scroll
  /// Whether the map moves on while an annotation is dragged to the edge of the view.
  public var dragMovesMapAtEdge = false
  /// The `animated` flag of the callbacks of a pinch or a rotation.
  public var pinchIsAnimated = false
  /// The callbacks of a change that is interrupted by another one.
  public var interruption = Interruption.didThenWill
  /// How deep the app may change the region from inside the end of another change.
  public var reentryLimit = 8
  /// How long before a finger is lifted its samples count for its speed; more than zero.
  public var velocityWindow = SimulatedTime(milliseconds: 100)
  /// How fast a deceleration slows down.
  public var deceleration = Deceleration.normal
  /// How fast a pinch or a rotation slows down that goes on when the fingers leave.
  public var pinchDeceleration = Deceleration.fast
  /// What the delegate gets when the map is laid out first.
  public var firstLayout = FirstLayout.tells
  /// The extent of a selected marker, as a multiple of that of others; at least 1.
  public var selectedMarkerScale = 2.0
  /// The width of the title below a marker that has one, which collides with it; 0 for none.
  public var markerTitleWidthPoints = 0.0
  /// Resistance when a pan goes past the northern or southern limit.
  public var beyondEdge = BeyondEdge.rubberBand
  /// The share of a pull beyond the limit that the map follows at first; over 0, at most 1.
  public var rubberBandCoefficient = 0.55
  /// The stiffness of the critically damped spring of mass 1 that pulls the map back; over 0.
  public var springStiffness = 100.0
  /// The distance from its end at which a deceleration stops, in points; more than 0.
  public var driftRemainderPoints = 0.25
  /// The distance from its end at which the spring stops, in points; more than 0.
  public var springRemainderPoints = 0.5
  /// Whether a double tap ends on a whole zoom level, as on iOS 7.
  public var doubleTapSnaps = false
  /// What a map view of another size shows.
  public var resizedMap = ResizedMap.keepsScale
  /// What the map does for an animated change to a region far away.
  public var farChanges = FarChanges.jump
  /// How far that is, at the smaller of the two scales, in longer sides of the map view; over 0.
  public var farDistanceViews = 10.0
  /// The span that the map shows around a single annotation, or several at one place, in meters.
  ///
  /// With 0 it goes as near as it can.
  public var singleAnnotationSpanMeters = 1_000.0
  /// How long a programmatic animated change of the center takes.
  public var panDuration = SimulatedTime(nanoseconds: 333_333_333)
  /// How long an animated change of the scale takes.
  public var zoomDuration = SimulatedTime(milliseconds: 500)
  /// The timing curve of animated changes.
  public var animationCurve = TimingCurve.easeInOut
  /// How the scale goes in an animated change.
  public var zoomPath = ZoomPath.logarithmic
  /// In which order native clustering visits views.
  public var clusteringOrder = ClusteringOrder.displayPriority
  /// When native clustering looks for views that belong together.
  public var clusteringTimes = ClusteringTimes.eachFrame
  /// What happens to the views of annotations that a native cluster stands for.
  public var clusteredViews = ClusteredViews.kept
  /// Whether views that are always shown, by their display priority, join native clusters.
  public var requiredViewsCluster = false
  /// The display priority of a native cluster whose view the app gives none.
  public var clusterPriority = ClusterPriority.highestOfMembers
  /// Whether the map's list of annotations holds native clusters.
  public var annotationsHoldClusters = true
  /// What the callout over a native cluster says.
  public var clusterTitles = ClusterTitles.titleAndSubtitle
  /// Where a native cluster is put.
  public var clusterPlace = ClusterPlace.meanMapPoint
  /// When an update is done whose removed clusters have no view on the map.
  public var emptyFade = EmptyFade.atOnce

  /// Makes the standard options.
  public init() {}

  /// The model's own choices.
  public static let standard = MapOptions()
}

extension MapOptions {
  /// What the modeled costs of the main thread do.
  public enum MainThread: String, CaseIterable, Hashable, Sendable {
    /// What falls due while it works waits, in order: frames, touches, batches, blocks.
    case takesTime = "takes time"
    /// They are added up for the frames and delay nothing.
    case free
  }

  /// When views are asked for.
  public enum ViewRequests: String, CaseIterable, Hashable, Sendable {
    /// Once a simulated frame, in the order in which the annotations came.
    case eachFrame = "each frame"
    /// At once, in the call or the event that brings the annotation near.
    case atOnce = "at once"
  }

  /// When views that leave go to their pools: before entering ones are requested, or after.
  public enum LeavingViews: String, CaseIterable, Hashable, Sendable { case first, last }

  /// Whether the view of a selected annotation that leaves stays until it is deselected.
  public enum SelectedViews: String, CaseIterable, Hashable, Sendable { case kept, deselected }

  /// What a tap on a view that is disabled does.
  public enum DisabledViews: String, CaseIterable, Hashable, Sendable {
    /// The view beneath takes it, or the map, which deselects.
    case letTouchesThrough = "let touches through"
    /// Nothing.
    case swallowTouches = "swallow touches"
  }

  /// What a tap on the selected view does where it overlaps others.
  public enum RepeatedTaps: String, CaseIterable, Hashable, Sendable {
    /// The next one beneath is selected, and behind the last one the first.
    case cycle
    case nothing
  }

  /// What the app selects with an annotation that has no view, as it is a member of a cluster.
  public enum SelectionOfMembers: String, CaseIterable, Hashable, Sendable {
    case nothing
    case cluster = "their cluster"
  }

  /// When an annotation that is dragged gets its new coordinate; its view follows the finger.
  public enum DragCoordinate: String, CaseIterable, Hashable, Sendable {
    /// When it is dropped.
    case once
    /// In each frame.
    case continuous
  }

  /// Whether a dragged annotation that leaves stays until it is dropped, or goes back.
  public enum DraggedViews: String, CaseIterable, Hashable, Sendable { case kept, cancelled }

  /// The circle of a view that collides as one: the largest in its frame or the smallest around it.
  public enum CollisionCircle: String, CaseIterable, Hashable, Sendable {
    case inscribed, circumscribed
  }

  /// Which of two colliding views of one display priority is shown.
  public enum CollisionOrder: String, CaseIterable, Hashable, Sendable {
    /// The one whose middle is nearer to that of the map view.
    case center
    /// The one that is nearer to the top of the map view.
    case top
    /// The one whose annotation came first.
    case insertion
  }

  /// When views are hidden and shown again by collisions.
  public enum CollisionTimes: String, CaseIterable, Hashable, Sendable {
    /// In the frames while the map moves too.
    case eachFrame = "each frame"
    /// In the frame after the region has changed, or views came, went or were selected.
    case afterChanges = "after changes"
  }

  /// The view of a pool that is taken first: the one that waited longest, or the one that came
  /// last.
  public enum PoolOrder: String, CaseIterable, Hashable, Sendable { case first, last }

  /// Which of two views of one z priority lies in front.
  public enum Stacking: String, CaseIterable, Hashable, Sendable {
    /// The one further south, then the one added later.
    case southernInFront = "southern in front"
    case insertion
  }

  /// Variants of the selection callbacks.
  public enum SelectionCallbacks: String, CaseIterable, Hashable, Sendable {
    case viewFirst = "view first"
    case annotationFirst = "annotation first"
    /// Only the one that names the view, as before iOS 16.
    case viewOnly = "view only"
  }

  /// What the map does when its own callout opens partly outside its view.
  public enum OwnCallouts: String, CaseIterable, Hashable, Sendable {
    /// It scrolls by the least amount that shows the callout and its annotation view, animated.
    case scroll = "scroll the map"
    case stay
  }

  /// What the delegate gets when the map is laid out first.
  public enum FirstLayout: String, CaseIterable, Hashable, Sendable {
    /// Nothing: the session begins when that is over.
    case silent
    /// A change of the region to the whole world, which nobody asked for, then to the asked one.
    case tells
  }

  /// What a map view of another size shows, around the same middle.
  public enum ResizedMap: String, CaseIterable, Hashable, Sendable {
    /// More or less of the world at the same scale.
    case keepsScale = "keeps scale"
    /// All that it showed before, as large as that can be.
    case keepsRegion = "keeps region"
  }

  /// What the map does for an animated change to a region far away.
  public enum FarChanges: String, CaseIterable, Hashable, Sendable {
    /// It shows the region at once.
    case jump
    /// It shows what lies between, and asks for every view on the way.
    case fly
  }

  /// The order of events when a selected annotation is removed.
  public enum RemovalOfSelected: String, CaseIterable, Hashable, Sendable {
    case deselectsFirst = "deselects first"
    case returnsFirst = "returns view first"
  }

  /// The callbacks of an interrupted change.
  public enum Interruption: String, CaseIterable, Hashable, Sendable {
    /// The did of the old change, then the will of the new one.
    case didThenWill = "did then will"
    /// None: the new change continues the pair of the old one.
    case onePair = "one pair"
  }

  /// The share of its speed that a deceleration keeps each millisecond: 0.998 or 0.99.
  public enum Deceleration: String, CaseIterable, Hashable, Sendable { case normal, fast }

  /// Resistance past the northern and the southern limit of the world.
  public enum BeyondEdge: String, CaseIterable, Hashable, Sendable {
    /// The map follows less and less, and springs back when it is released.
    case rubberBand = "rubber band"
    case stop
  }

  /// A timing curve by Core Animation's name.
  public enum TimingCurve: String, CaseIterable, Hashable, Sendable {
    case linear
    case easeIn = "ease in"
    case easeOut = "ease out"
    case easeInOut = "ease in out"
    /// Core Animation's default.
    case `default`
  }

  /// The order in which native clustering visits views: the first ones begin groups that later ones
  /// join.
  public enum ClusteringOrder: String, CaseIterable, Hashable, Sendable {
    /// By descending display priority, then in the order in which the annotations came.
    case displayPriority = "display priority"
    case insertion
  }

  /// When native clustering is done.
  public enum ClusteringTimes: String, CaseIterable, Hashable, Sendable {
    /// In the frame after the region has changed, or annotations or their views did.
    case afterChanges = "after changes"
    /// In the frames while the map moves too.
    case eachFrame = "each frame"
  }

  /// What happens to the views of annotations that a native cluster stands for.
  public enum ClusteredViews: String, CaseIterable, Hashable, Sendable {
    /// They stay, out of sight, and are asked for as any others are.
    case kept
    /// They go to their pools.
    case enqueued
  }

  /// The display priority of a native cluster whose view the app gives none.
  public enum ClusterPriority: String, CaseIterable, Hashable, Sendable {
    case highestOfMembers = "highest of members"
    /// That of any view: required.
    case required
  }

  /// What the callout over a native cluster says.
  public enum ClusterTitles: String, CaseIterable, Hashable, Sendable {
    /// The title of its first member, and how many more there are.
    case titleAndSubtitle = "title and subtitle"
    case titleOnly = "title only"
  }

  /// Where a native cluster is put.
  public enum ClusterPlace: String, CaseIterable, Hashable, Sendable {
    case meanMapPoint = "mean map point"
    case firstMember = "first member"
  }

  /// How long an animation takes that changes no view.
  public enum EmptyFade: String, CaseIterable, Hashable, Sendable {
    /// No time, as animation blocks that change nothing.
    case atOnce = "at once"
    /// As long as one that fades views.
    case full
  }

  /// How the scale changes in an animated change: in equal ratios or in equal differences.
  public enum ZoomPath: String, CaseIterable, Hashable, Sendable { case logarithmic, linear }
}

extension AnimationCurve {
  /// The curve of a name.
  public init(_ curve: MapOptions.TimingCurve) {
    switch curve {
    case .linear: self = .linear
    case .easeIn: self = .easeIn
    case .easeOut: self = .easeOut
    case .easeInOut: self = .easeInOut
    case .default: self = .standard
    }
  }
}
