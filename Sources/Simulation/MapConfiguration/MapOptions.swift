package import MapEvents
public import MapGeometry

/// Decisions about the map's behavior that published sources leave open, each under a name.
///
/// The decisions about geometry are in ``ViewportOptions``. ``standard`` has the model's
/// defaults, and reports print the current values. Raw values are the words of the scenario
/// language.
public struct MapOptions: Hashable, Sendable {
  /// Whether work on the main thread takes simulated time.
  public var mainThread = MainThread.takesTime
  /// The time at which the map requests the views of annotations that come near.
  public var viewRequests = ViewRequests.eachFrame
  /// Whether leaving views return to their pools before entering views are requested.
  public var leavingViews = LeavingViews.first
  /// The treatment of a selected view that leaves the area in which views exist.
  public var selectedViews = SelectedViews.kept
  /// The effect of a tap on a disabled view.
  public var disabledViews = DisabledViews.letTouchesThrough
  /// The effect of a tap on the selected view where it overlaps others.
  public var repeatedTaps = RepeatedTaps.cycle
  /// The largest distance of a tap from a view that it still hits, when it hits no view
  /// directly, in points.
  public var hitSlopPoints = 0.0
  /// The time for which a tap waits for a second one before it counts.
  public var tapDelay = SimulatedTime.zero
  /// The app's selection when the chosen annotation is a member of a cluster.
  public var selectionOfMembers = SelectionOfMembers.nothing
  /// The time for which a finger rests on an annotation before it drags it.
  public var dragPress = SimulatedTime(milliseconds: 500)
  /// The time at which a dragged annotation gets its new coordinate.
  public var dragCoordinate = DragCoordinate.once
  /// The treatment of a dragged annotation that leaves the area in which views exist.
  public var draggedViews = DraggedViews.kept
  /// The effect of an annotation that is dropped on one that it can join.
  public var droppedPins = DroppedPins.join
  /// The circle of a view that collides as one.
  public var collisionCircle = CollisionCircle.inscribed
  /// The rule for which of two colliding views with one display priority is shown.
  public var collisionOrder = CollisionOrder.center
  /// The time at which collisions hide and show views.
  public var collisionTimes = CollisionTimes.eachFrame
  /// The view that is taken first from a pool.
  public var poolOrder = PoolOrder.first
  /// The rule for which of two views with one z priority lies in front.
  public var stacking = Stacking.southernInFront
  /// The effect of a pan that begins on an annotation view.
  public var slidingFinger = SlidingFinger.pans
  /// The taps that the dot of the user takes.
  public var userDot = UserDot.takesTaps
  /// Whether the dot of the user hides views that it collides with.
  public var userDotHidesViews = false
  /// The variants of the selection callbacks that are delivered, and their order.
  public var selectionCallbacks = SelectionCallbacks.viewFirst
  /// The order of events when a selected annotation is removed.
  public var removalOfSelected = RemovalOfSelected.deselectsFirst
  /// The reaction of the map when its built-in callout opens partly outside its view.
  public var ownCallouts = OwnCallouts.scroll
  /// Whether a control in a callout is dead where an annotation view lies behind it.
  public var hasDeadAccessories = false
  /// The height that an accessory view of a callout may have, in points.
  public var tallestAccessoryPoints = 32.0
  /// The width of the map's built-in callout.
  public var ownCalloutWidth = OwnCalloutWidth.withinMap
  /// The level of an overlay that is added without one.
  public var overlayLevel = DefaultOverlayLevel.aboveRoads
  /// The effect of a callout that needs no room while the map moves for the one before it.
  public var nextCallout = NextCallout.stopsMap
  /// The app's selection of an annotation that the map has not shown yet.
  public var selectionOfNew = SelectionOfNew.requestsView
  /// The effect of tracking that begins on the scale of the map.
  public var trackingBegins = TrackingBegins.zoomsIn
  /// The span to which tracking zooms in, along the shorter side of the view, in meters; over 0.
  public var trackingSpanMeters = 1_000.0
  /// The effect on tracking of a map that moves to make room for a callout.
  public var trackingAtCallouts = TrackingAtCallouts.ends
  /// The markers over which the map's built-in callout opens.
  public var markerCallouts = MarkerCallouts.withAccessories
  /// Whether the map moves while an annotation is dragged to the edge of the view.
  public var dragMovesMapAtEdge = false
  /// The `animated` flag of the callbacks of a pinch or a rotation.
  public var pinchIsAnimated = false
  /// The callbacks of a fling: fingers that leave the map in motion, and its drift.
  public var flingCallbacks = FlingCallbacks.onePair
  /// The callbacks of a change that another change interrupts.
  public var interruption = Interruption.didThenWill
  /// The largest depth at which the app may change the region from inside the end of another
  /// change.
  public var reentryLimit = 8
  /// The time before a finger is lifted whose samples determine its speed; more than zero.
  public var velocityWindow = SimulatedTime(milliseconds: 100)
  /// The rate of deceleration.
  public var deceleration = Deceleration.fast
  /// The rate of deceleration of a pinch or a rotation that continues after the fingers
  /// leave.
  public var pinchDeceleration = Deceleration.fast
  /// The callbacks that the delegate gets at the first layout of the map.
  public var firstLayout = FirstLayout.tells
  /// The extent of a selected marker, as a multiple of that of others; at least 1.
  public var selectedMarkerScale = 2.0
  /// The width of the title below a marker that has one, which collides with it; 0 for none.
  public var markerTitleWidthPoints = 0.0
  /// The views that the title below a marker hides.
  public var titleCollisions = TitleCollisions.byPriority
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
  /// The area shown after the map view is resized.
  public var resizedMap = ResizedMap.keepsScale
  /// The behavior of an animated change to a region far away.
  public var farChanges = FarChanges.jump
  /// The distance that counts as far away, at the smaller of the two scales, in longer sides
  /// of the map view; over 0.
  public var farDistanceViews = 10.0
  /// The span that the map shows around a single annotation, or several at one place, in
  /// meters.
  ///
  /// With 0 the map zooms in as far as it can.
  public var singleAnnotationSpanMeters = 1_000.0
  /// The part of annotations that is in sight when the map shows all of them.
  public var shownAnnotations = ShownAnnotations.wholeViews
  /// The duration of a programmatic animated change of the center.
  public var panDuration = SimulatedTime(nanoseconds: 333_333_333)
  /// The duration of an animated change of the scale.
  public var zoomDuration = SimulatedTime(milliseconds: 500)
  /// The timing curve of animated changes.
  public var animationCurve = TimingCurve.easeInOut
  /// The path of the scale in an animated change.
  public var zoomPath = ZoomPath.logarithmic
  /// The order in which native clustering visits views.
  public var clusteringOrder = ClusteringOrder.displayPriority
  /// The time at which native clustering runs.
  public var clusteringTimes = ClusteringTimes.eachFrame
  /// The treatment of the views of annotations that a native cluster represents.
  public var clusteredViews = ClusteredViews.kept
  /// The time in which views that stay on the map move into their new native cluster.
  public var mergeDuration = SimulatedTime(milliseconds: 250)
  /// Whether views whose display priority is required join native clusters.
  public var requiredViewsCluster = false
  /// The display priority of a native cluster whose view gets none from the app.
  public var clusterPriority = ClusterPriority.highestOfMembers
  /// Whether the map's list of annotations holds native clusters.
  public var annotationsHoldClusters = true
  /// The text of the callout over a native cluster.
  public var clusterTitles = ClusterTitles.titleAndSubtitle
  /// The placement of a native cluster.
  public var clusterPlace = ClusterPlace.meanCoordinate
  /// The duration of the fade of an update whose removed clusters have no view on the map.
  public var emptyFade = EmptyFade.atOnce

  /// Makes the standard options.
  public init() {}

  /// The defaults of the model.
  public static let standard = MapOptions()
}

extension MapOptions {
  /// The effect of the modeled costs of the main thread.
  public enum MainThread: String, CaseIterable, Hashable, Sendable {
    /// Events that are due while the thread works wait in order: frames, touches, batches,
    /// blocks.
    case takesTime = "takes time"
    /// Costs are added up for the frames and delay nothing.
    case free
  }

  /// The time at which views are requested.
  public enum ViewRequests: String, CaseIterable, Hashable, Sendable {
    /// Once in each simulated frame, in the order in which the annotations were added.
    case eachFrame = "each frame"
    /// At once, in the call or the event that brings the annotation near.
    case atOnce = "at once"
  }

  /// The time at which leaving views return to their pools: before or after entering views are
  /// requested.
  public enum LeavingViews: String, CaseIterable, Hashable, Sendable { case first, last }

  /// Whether the view of a selected annotation that leaves stays until it is deselected.
  public enum SelectedViews: String, CaseIterable, Hashable, Sendable { case kept, deselected }

  /// The effect of a tap on a disabled view.
  public enum DisabledViews: String, CaseIterable, Hashable, Sendable {
    /// The view beneath takes it, or the map, which deselects.
    case letTouchesThrough = "let touches through"
    /// Nothing.
    case swallowTouches = "swallow touches"
  }

  /// The effect of a tap on the selected view where it overlaps others.
  public enum RepeatedTaps: String, CaseIterable, Hashable, Sendable {
    /// The next view beneath is selected, and after the last one the first.
    case cycle
    case nothing
  }

  /// The app's selection when the chosen annotation has no view because it is a member of a
  /// cluster.
  public enum SelectionOfMembers: String, CaseIterable, Hashable, Sendable {
    case nothing
    case cluster = "their cluster"
  }

  /// The time at which a dragged annotation gets its new coordinate.
  ///
  /// Its view follows the finger.
  public enum DragCoordinate: String, CaseIterable, Hashable, Sendable {
    /// When it is dropped.
    case once
    /// In each frame.
    case continuous
  }

  /// Whether a dragged annotation that leaves stays until it is dropped, or returns.
  public enum DraggedViews: String, CaseIterable, Hashable, Sendable { case kept, cancelled }

  /// The circle of a view that collides as one: the largest in its frame or the smallest around it.
  public enum CollisionCircle: String, CaseIterable, Hashable, Sendable {
    case inscribed, circumscribed
  }

  /// The rule for which of two colliding views with one display priority is shown.
  public enum CollisionOrder: String, CaseIterable, Hashable, Sendable {
    /// The view whose middle is nearer to the middle of the map view.
    case center
    /// The view that is nearer to the top of the map view.
    case top
    /// The view whose annotation was added first.
    case insertion
  }

  /// The time at which collisions hide and show views.
  public enum CollisionTimes: String, CaseIterable, Hashable, Sendable {
    /// In the frames while the map moves too.
    case eachFrame = "each frame"
    /// In the frame after the region has changed, or views came, went or were selected.
    case afterChanges = "after changes"
  }

  /// The view that is taken first from a pool: the one that has waited longest, or the one
  /// returned last.
  public enum PoolOrder: String, CaseIterable, Hashable, Sendable { case first, last }

  /// The rule for which of two views with one z priority lies in front.
  public enum Stacking: String, CaseIterable, Hashable, Sendable {
    /// The view further south, then the one added later.
    case southernInFront = "southern in front"
    case insertion
  }

  /// Variants of the selection callbacks.
  public enum SelectionCallbacks: String, CaseIterable, Hashable, Sendable {
    case viewFirst = "view first"
    case annotationFirst = "annotation first"
    /// Only the callback that names the view, as before iOS 16.
    case viewOnly = "view only"
  }

  /// The reaction of the map when its built-in callout opens partly outside its view.
  public enum OwnCallouts: String, CaseIterable, Hashable, Sendable {
    /// It scrolls by the least amount that shows the callout and its annotation view, animated.
    case scroll = "scroll the map"
    case stay
  }

  /// The effect of an annotation that is dropped on one that it can join.
  public enum DroppedPins: String, CaseIterable, Hashable, Sendable {
    /// It is deselected and joins the cluster at once.
    case join
    /// It joins once it is deselected.
    case staySelected = "stay selected"
  }

  /// The width of the map's built-in callout.
  public enum OwnCalloutWidth: String, CaseIterable, Hashable, Sendable {
    /// At most that of the map view; longer titles are cut off.
    case withinMap = "within the map"
    case asGiven = "as given"
  }

  /// The level of an overlay that is added without one.
  public enum DefaultOverlayLevel: String, CaseIterable, Hashable, Sendable {
    case aboveRoads = "above roads"
    case aboveLabels = "above labels"

    /// The level.
    package var level: OverlayLevel {
      switch self {
      case .aboveRoads: .aboveRoads
      case .aboveLabels: .aboveLabels
      }
    }
  }

  /// The effect of a callout that needs no room while the map moves for the one before it.
  public enum NextCallout: String, CaseIterable, Hashable, Sendable {
    /// The map stops where it is, so that the callout stays in sight.
    case stopsMap = "stops the map"
    case mapGoesOn = "map goes on"
  }

  /// The app's selection of an annotation that is in sight and has no view yet.
  public enum SelectionOfNew: String, CaseIterable, Hashable, Sendable {
    /// The map requests its view in the call, then selects it.
    case requestsView = "requests the view"
    /// Nothing is selected.
    case needsView = "needs a view"
  }

  /// The effect of tracking that begins on the scale of the map.
  public enum TrackingBegins: String, CaseIterable, Hashable, Sendable {
    /// A map that shows more than the span of the options zooms in to it.
    case zoomsIn = "zooms in"
    case keepsScale = "keeps the scale"
  }

  /// The effect on tracking of a map that moves to make room for a callout.
  public enum TrackingAtCallouts: String, CaseIterable, Hashable, Sendable {
    case ends
    case goesOn = "goes on"
  }

  /// The callbacks of a fling.
  public enum FlingCallbacks: String, CaseIterable, Hashable, Sendable {
    /// One pair for the fingers and the drift after them.
    case onePair = "one pair"
    /// A pair for the fingers, and one for the drift.
    case fingerAndDrift = "finger and drift"
  }

  /// The markers over which the map's built-in callout opens.
  public enum MarkerCallouts: String, CaseIterable, Hashable, Sendable {
    /// Markers with an accessory or a detail view in the callout; others grow and show their title
    /// by themselves.
    case withAccessories = "with accessories"
    case all
  }

  /// The callbacks that the delegate gets at the first layout of the map.
  public enum FirstLayout: String, CaseIterable, Hashable, Sendable {
    /// None: the session begins after the first layout.
    case silent
    /// An unrequested change of the region to the whole world, then a change to the requested
    /// region.
    case tells
  }

  /// The area shown after the map view is resized, around the same middle.
  public enum ResizedMap: String, CaseIterable, Hashable, Sendable {
    /// More or less of the world at the same scale.
    case keepsScale = "keeps scale"
    /// All that it showed before, as large as that can be.
    case keepsRegion = "keeps region"
  }

  /// The behavior of an animated change to a region far away.
  public enum FarChanges: String, CaseIterable, Hashable, Sendable {
    /// The map shows the region at once.
    case jump
    /// The map shows everything in between, and requests every view on the way.
    case fly
  }

  /// The part of annotations that is in sight when the map shows all of them.
  public enum ShownAnnotations: String, CaseIterable, Hashable, Sendable {
    /// Their views: each edge has room for the view that reaches furthest.
    case wholeViews = "whole views"
    case coordinates
  }

  /// The effect of a pan that begins on an annotation view.
  public enum SlidingFinger: String, CaseIterable, Hashable, Sendable {
    /// It pans the map.
    case pans
    /// It selects each view that the finger comes to, and the map stays.
    case selects
  }

  /// The views that the title below a marker hides.
  public enum TitleCollisions: String, CaseIterable, Hashable, Sendable {
    /// The views that the marker hides: none that is required.
    case byPriority = "by priority"
    /// Required ones too.
    case requiredToo = "required views too"
  }

  /// The taps that the dot of the user takes.
  public enum UserDot: String, CaseIterable, Hashable, Sendable {
    /// The dot takes all taps at its place, in front of the views that are not selected.
    case takesTaps = "takes taps"
    /// The dot takes the taps that a view of an annotation takes at its place.
    case amongViews = "among views"
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
    /// The map follows less and less, and springs back when the finger is lifted.
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

  /// The order in which native clustering visits views: the first views begin groups that later
  /// views join.
  public enum ClusteringOrder: String, CaseIterable, Hashable, Sendable {
    /// By descending display priority, then in the order in which the annotations came.
    case displayPriority = "display priority"
    case insertion
  }

  /// The time at which native clustering runs.
  public enum ClusteringTimes: String, CaseIterable, Hashable, Sendable {
    /// In the frame after the region has changed, or annotations or their views did.
    case afterChanges = "after changes"
    /// In the frames while the map moves too.
    case eachFrame = "each frame"
  }

  /// The treatment of the views of annotations that a native cluster represents.
  public enum ClusteredViews: String, CaseIterable, Hashable, Sendable {
    /// The views stay, out of sight, and are requested like any others.
    case kept
    /// The views return to their pools.
    case enqueued
  }

  /// The display priority of a native cluster whose view gets none from the app.
  public enum ClusterPriority: String, CaseIterable, Hashable, Sendable {
    case highestOfMembers = "highest of members"
    /// The priority of a plain view: required.
    case required
  }

  /// The text of the callout over a native cluster.
  public enum ClusterTitles: String, CaseIterable, Hashable, Sendable {
    /// The title of its first member, and the number of other members.
    case titleAndSubtitle = "title and subtitle"
    case titleOnly = "title only"
  }

  /// The placement of a native cluster.
  public enum ClusterPlace: String, CaseIterable, Hashable, Sendable {
    /// The mean latitude, and the mean longitude on the copies of the world nearest to the first
    /// member.
    case meanCoordinate = "mean coordinate"
    case meanMapPoint = "mean map point"
    case firstMember = "first member"
  }

  /// The duration of an animation that changes no view.
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

extension MapOptions: DescribedOptions {
  /// The longest simulated time of an animation that the app asks for.
  public static let animationTimeLimit = SimulatedTime(milliseconds: 10_000)

  private static let animation = SimulatedTime(milliseconds: 1)...animationTimeLimit

  /// The options of the map, in the order of the language's reference.
  public static let definitions =
    threadDefinitions + viewDefinitions + selectionDefinitions + groupingDefinitions
    + motionDefinitions

  private static let threadDefinitions: [OptionDefinition<MapOptions>] = [
    .choice(
      "main thread", \.mainThread,
      "Whether work on the main thread takes time. If it does, frames, touches, batches and "
        + "completion blocks wait for it. If not, its modeled costs are only added up.",
      example: .free
    )
    .evidence(
      .documented,
      "MKMapViewDelegate; that callbacks, touches and blocks of one thread wait for each other is "
        + "experience"
    )
  ]

  private static let viewDefinitions: [OptionDefinition<MapOptions>] = [
    .choice(
      "view requests", \.viewRequests,
      "The time at which the map requests the views of annotations that come near: once in each "
        + "frame, or at once in the call that brings them near.", example: .atOnce),
    .choice(
      "leaving views", \.leavingViews,
      "Whether leaving views return to their reuse pools before or after the map requests the "
        + "views of new annotations.", example: .last),
    .choice(
      "selected views", \.selectedViews,
      "The treatment of a selected view that leaves the area in which views exist: it is kept "
        + "until it is deselected, or it is deselected at once.",
      example: .deselected),
    .choice(
      "dragged views", \.draggedViews,
      "The treatment of a dragged annotation that leaves the area in which views exist: it "
        + "stays, or the drag is cancelled.", example: .cancelled),
    .choice(
      "collision circle", \.collisionCircle,
      "The circle of a view that collides as one: the largest inside its frame, or the smallest "
        + "around it.", example: .circumscribed
    )
    .evidence(.documented, "MKAnnotationView CollisionMode circle; WWDC 2017 talk 237, 30:02"),
    .choice(
      "collision order", \.collisionOrder,
      "The rule for which of two colliding views with one display priority is shown: the view "
        + "nearer to the middle of the map view, the view nearer to its top, or the view added "
        + "first. Among such views, a selected or dragged one is always shown.",
      example: .top
    )
    .evidence(
      .contested,
      "MKFeatureDisplayPriority defaultHigh; WWDC 2017 talk 237, 23:16, has the top of the view "
        + "instead"
    ),
    .choice(
      "collision times", \.collisionTimes,
      "The time at which collisions hide and show views: in every frame while the map moves too, "
        + "or in the frame after the region, the views or the selection have changed.",
      example: .afterChanges
    )
    .evidence(.talk, "WWDC 2017 talk 237, 19:29"),
    .choice(
      "pool order", \.poolOrder,
      "The view that a reuse pool hands out: the one returned first, which has waited longest, "
        + "or the one returned last.", example: .last),
    .choice(
      "overlay level", \.overlayLevel,
      "The level of an overlay that the app adds without one: above roads, or above labels as in "
        + "older releases.", example: .aboveLabels
    )
    .evidence(.contested, "MKMapView.h addOverlay; older headers have above labels"),
    .choice(
      "stacking", \.stacking,
      "The rule for which of two views with one z priority lies in front: the view further "
        + "south, or the view added later.", example: .insertion),
    .choice(
      "user dot", \.userDot,
      "The place of the user's dot among views that are not selected: in front, where it takes "
        + "taps that are meant for a pin, or by the rules for a view of an annotation.",
      example: .amongViews
    )
    .evidence(.reports, "OneBusAway 1053, FBAnnotationClusteringSwift 53, react-native-maps 3762"),
    .flag(
      "user dot hides views", \.userDotHidesViews,
      "Whether views that collide with the user's dot hide, as with a view of the highest display "
        + "priority."),
  ]

  private static let selectionDefinitions: [OptionDefinition<MapOptions>] = [
    .number(
      "selected marker scale", .decimals(1...4), \.selectedMarkerScale,
      "The size of a selected marker, as a multiple of its normal width and height. Its lower "
        + "edge stays.",
      example: 1
    )
    .evidence(.talk, "WWDC 2017 talk 237, 10:52, says that it grows, and not by how much"),
    .number(
      "marker title width", .points(0...1_000), \.markerTitleWidthPoints,
      "The width of the title below a marker, 16 pt high, which collides as the marker does. "
        + "With 0 pt titles need no space. The talk (WWDC 2017 talk 237, 10:52) shows colliding "
        + "titles without giving their size.", example: 80),
    .choice(
      "title collisions", \.titleCollisions,
      "The views that the title below a marker hides: those that the marker hides, or required "
        + "ones too. The talk says that titles give way; a report sees views that titles push out.",
      example: .requiredToo
    )
    .evidence(.talk, "WWDC 2017 talk 237, 13:19; against it Stack Overflow 46180887"),
    .choice(
      "selection callbacks", \.selectionCallbacks,
      "The selection callbacks of the delegate. Since iOS 16 there are two, by view and by "
        + "annotation: choose which comes first, or only the one by view.",
      example: .viewOnly),
    .choice(
      "disabled views", \.disabledViews,
      "The effect of a tap at a point of the screen on a disabled view. `let touches through`: "
        + "the view beneath takes it, or the map, which then deselects. `swallow touches`: "
        + "nothing happens.", example: .swallowTouches
    )
    .evidence(.documented, "MKAnnotationView isEnabled; heath-tech, 2012"),
    .choice(
      "repeated taps", \.repeatedTaps,
      "The effect of a tap at a point of the screen on the selected view where it overlaps "
        + "others: each tap selects the next view beneath, or nothing happens.", example: .nothing
    )
    .evidence(
      .reports, "heath-tech, 2012; mapbox-gl-native issue 5166; JPSThumbnailAnnotation issue 15"),
    .number(
      "hit slop", .points(0...100), \.hitSlopPoints,
      "The largest distance between a tap at a point of the screen and a view that it still "
        + "hits. The nearest view takes the tap; of equally near views, the one in front.",
      example: 10),
    .time(
      "tap delay", .zero...animationTimeLimit, \.tapDelay,
      "The time for which a tap waits for a second tap, as in the map view of some releases. The "
        + "step takes that long.", example: SimulatedTime(milliseconds: 350)
    )
    .evidence(
      .report,
      "react-native-maps issues 3429, 1695 and 833, which contradict each other; an archived Apple "
        + "sample for iOS 3, EarlyDraggableAnnotations, says that touches come a little late"),
    .choice(
      "selection of members", \.selectionOfMembers,
      "The effect when the app selects, by id, a point that belongs to a cluster. The annotation "
        + "has no view: nothing happens, or the cluster is selected.",
      example: .cluster
    )
    .evidence(.documented, "MKMapView selectAnnotation"),
    .time(
      "drag press", .zero...animationTimeLimit, \.dragPress,
      "The time for which a finger rests on an annotation before it drags it. A finger that "
        + "moves sooner pans the map.", example: SimulatedTime(milliseconds: 300)
    )
    .evidence(.reports, "mapbox-gl-native issue 5036; mapbox-ios-sdk issue 181"),
    .choice(
      "drag coordinate", \.dragCoordinate,
      "The time at which a dragged annotation gets its new coordinate: once, when it is dropped, "
        + "or in each frame. The view follows the finger in both cases.", example: .continuous
    )
    .evidence(.report, "react-native-maps, which observes the center of the view instead"),
    .choice(
      "removal of selected", \.removalOfSelected,
      "The order of events when a selected annotation is removed: it is deselected first, or its "
        + "view returns to the pool first.", example: .returnsFirst),
    .choice(
      "own callouts", \.ownCallouts,
      "The reaction of the map when its built-in callout opens partly outside the map view or "
        + "under a bar: it scrolls by the least amount, or stays. A built-in callout is a plain "
        + "one without an adjuster, over a view that can show callouts.",
      example: .stay
    )
    .evidence(.reports, "Stack Overflow questions 13095911 and 1565828"),
    .choice(
      "own callout width", \.ownCalloutWidth,
      "The width of the map's built-in callout: at most that of the map, which cuts long titles "
        + "off, or as the scenario gives it.", example: .asGiven),
    .flag(
      "dead accessories", \.hasDeadAccessories,
      "Whether a control in a callout gets no tap where an annotation view lies behind it, as on "
        + "iOS 11.2. The view takes the tap then."
    )
    .evidence(.decision, "against it OpenRadar 36027761, for iOS 11.2 alone"),
    .number(
      "tallest accessory", .points(1...1_000), \.tallestAccessoryPoints,
      "The height that an accessory view of a callout may have. A scenario with a higher one is "
        + "refused.", example: 44
    )
    .evidence(
      .decision,
      "32 pt is ours, by the height of classic callouts; on iOS 11 accessories are as tall as the "
        + "callout: OpenRadar 41295845"),
    .choice(
      "sliding finger", \.slidingFinger,
      "The effect of a `pan` that begins on an annotation view: it pans the map, or it selects "
        + "each view that the finger comes to, as on iOS 10.", example: .selects
    )
    .evidence(
      .decision, "against it OpenRadar 33235992, for iOS 10 and some views of iOS 11"),
    .choice(
      "next callout", \.nextCallout,
      "The effect of selecting an annotation whose callout asks for no room while the map moves "
        + "for the callout before it: the map stops, so that the callout stays where it opened, or "
        + "goes on and may leave it outside.", example: .mapGoesOn),
    .choice(
      "selection of new annotations", \.selectionOfNew,
      "The effect when the app selects an annotation that is in sight and has no view yet, as "
        + "right after it was added: the map requests the view in that call, or nothing is "
        + "selected.",
      example: .needsView
    )
    .evidence(
      .documented, "MKMapView.h selectAnnotation: it asks the delegate for the view if necessary"),
    .choice(
      "marker callouts", \.markerCallouts,
      "The markers over which the map's built-in callout opens: those whose callout has an "
        + "accessory or a detail view, which a marker cannot show by itself, or all that can show "
        + "a callout.",
      example: .all
    )
    .evidence(
      .talk, "WWDC 2017 talk 237, 11:58; that a callout without accessories stays away is implied"),
    .flag(
      "drag moves map at edge", \.dragMovesMapAtEdge,
      "Whether the map moves when an annotation is dragged to the edge of the view."),
  ]

  private static let groupingDefinitions: [OptionDefinition<MapOptions>] = [
    .choice(
      "clustering order", \.clusteringOrder,
      "The order in which the map's clustering visits views. Each view joins the first group "
        + "that it collides with.", example: .insertion),
    .choice(
      "clustering times", \.clusteringTimes,
      "The time at which the map's clustering runs: in the frame after the region, the "
        + "annotations or their views have changed, or in every frame while the map moves too. "
        + "Between two runs a cluster can hide views that will join it.",
      example: .afterChanges
    )
    .evidence(.talk, "WWDC 2017 talk 237, 22:07"),
    .choice(
      "clustered views", \.clusteredViews,
      "The treatment of the views of annotations in a cluster of the map: they stay on the map, "
        + "hidden, or return to their reuse pools until the cluster splits.",
      example: .enqueued
    )
    .evidence(
      .documented,
      "MKAnnotationView cluster; apps that switch the clusteringIdentifier of shown views"),
    .time(
      "merge duration", .zero...animationTimeLimit, \.mergeDuration,
      "The duration of the animation that moves views into a new cluster of the map. The views "
        + "stay visible, but touches find only the cluster. Views that were never visible "
        + "disappear at once, and so do views that return to their pools. A cluster splits without "
        + "an animation.",
      example: .zero
    )
    .evidence(.talk, "WWDC 2017 talk 237, 24:45: one smooth animation; the time is ours"),
    .flag(
      "required views cluster", \.requiredViewsCluster,
      "Whether views with the display priority `required`, which are always shown, join the "
        + "map's clusters. The documentation says that they do not; much code expects them to."
    )
    .evidence(.contested, "MKFeatureDisplayPriority required; common code relies on the contrary"),
    .choice(
      "dropped pins", \.droppedPins,
      "The effect when a finger drops an annotation where it collides with one that it can join: "
        + "it is deselected and joins at once, or it stays selected and joins later.",
      example: .staySelected
    )
    .evidence(.talk, "WWDC 2017 talk 237, 24:36"),
    .choice(
      "cluster priority", \.clusterPriority,
      "The display priority of a cluster view of the map when the app sets none.",
      example: .required
    )
    .evidence(.talk, "WWDC 2017 talk 237, 22:24"),
    .flag(
      "annotations hold clusters", \.annotationsHoldClusters,
      "Whether the map's list of annotations includes its clusters. If so, an app that removes "
        + "or compares all annotations does so with clusters: see `known from` of the step "
        + "`replace`."
    )
    .evidence(.report, "Stack Overflow 54291581 finds the clusters in MKMapView annotations"),
    .choice(
      "cluster titles", \.clusterTitles,
      "The text of the callout over a cluster of the map: the title of its first member with the "
        + "number of other members as subtitle, or the title alone. The map reads the subtitle "
        + "again when members leave.",
      example: .titleOnly
    )
    .evidence(.documented, "MKClusterAnnotation; WWDC 2017 talk 237, 24:54"),
    .choice(
      "cluster place", \.clusterPlace,
      "The coordinate of a cluster of the map: the mean of its members' coordinates, their mean "
        + "map point, which lies nearer to the pole, or the place of its first member.",
      example: .firstMember
    )
    .evidence(.talk, "WWDC 2017 talk 237, 25:10: the average of the coordinates of its members"),
  ]

  private static let motionDefinitions: [OptionDefinition<MapOptions>] = [
    .flag(
      "animated pinch", \.pinchIsAnimated,
      "Whether the callbacks of a pinch or a rotation are marked as animated."),
    .choice(
      "fling callbacks", \.flingCallbacks,
      "The region callbacks of a fling. `one pair`: one pair for the whole fling. `finger and "
        + "drift`: one pair while the finger moves the map, and one while the map drifts.",
      example: .fingerAndDrift
    )
    .evidence(
      .reports,
      "one pair: RxMKMapView pull request 51, mapbox-gl-native 2379; several: react-native-maps "
        + "1557, 3805 and 4265, whose wrapper sends its own event"),
    .choice(
      "interruption", \.interruption,
      "The callbacks when one region change interrupts another. `did then will`: the end of the "
        + "old change, then the start of the new one. `one pair`: none, since the new change "
        + "continues the pair of the old one.", example: .onePair),
    .whole(
      "re-entry limit", 1...100, \.reentryLimit,
      "The number of times in a row that the app may change the region at the end of another "
        + "change. Then the map refuses.", example: 4),
    .time(
      "velocity window", animation, \.velocityWindow,
      "The time before a finger is lifted whose movement gives the speed of the deceleration.",
      example: SimulatedTime(milliseconds: 50)
    )
    .evidence(.report, "how UIScrollView measures the speed of a finger"),
    .choice(
      "deceleration", \.deceleration,
      "The rate of deceleration: the map keeps 0.998 of its speed each millisecond, or 0.99 with "
        + "`fast`.",
      example: .normal
    )
    .evidence(
      .report,
      "tech.domain.com.au, November 2016: an MKMapView drifts for nearly a second after a fast "
        + "swipe; the rates are those of UIScrollView"),
    .choice(
      "pinch deceleration", \.pinchDeceleration,
      "The rate of deceleration of a pinch or a rotation after the fingers leave: 0.998 of the "
        + "speed each millisecond, or 0.99 with `fast`.", example: .normal),
    .choice(
      "first layout", \.firstLayout,
      "The callbacks at the first layout, before the first step: none, or an unrequested region "
        + "change to the whole world and a change to the requested region.", example: .silent
    )
    .evidence(
      .report, "react-native-maps issue 4031 and pull request 4037; that it is the world is ours"),
    .choice(
      "beyond edge", \.beyondEdge,
      "Resistance when a pan goes past the northern or southern limit.", example: .stop),
    .number(
      "rubber band", .decimals(0.05...1), \.rubberBandCoefficient,
      "The share of a pull beyond the limit of the map that the map follows at first.", example: 0.4
    )
    .evidence(.reports, "the rubber band of UIScrollView"),
    .number(
      "spring stiffness", .decimals(1...10_000), \.springStiffness,
      "The stiffness of the spring that pulls the map back from beyond its limit. The spring has "
        + "mass 1 and does not swing.", example: 200
    )
    .evidence(.report, "the bounce of UIScrollView"),
    .number(
      "deceleration remainder", .points(0.01...10), \.driftRemainderPoints,
      "A deceleration ends at this distance from its goal.", example: 1
    )
    .evidence(.report, "where the deceleration of UIScrollView ends"),
    .number(
      "spring remainder", .points(0.01...10), \.springRemainderPoints,
      "A spring rests at this distance from its end.", example: 1
    )
    .evidence(.report, "where the bounce of UIScrollView ends"),
    .flag(
      "double tap snaps", \.doubleTapSnaps,
      "Whether a double tap ends on a whole zoom level, as on iOS 7."
    )
    .evidence(
      .report,
      "zoom levels after double taps on iOS 7, captured in tests of CCHMapClusterController"),
    .choice(
      "resized map", \.resizedMap,
      "The area shown after the map view is resized, around the same middle: more or less of the "
        + "world at the same scale, or everything shown before.", example: .keepsRegion),
    .choice(
      "far changes", \.farChanges,
      "The behavior of an animated change to a region far away: the map jumps there, or flies "
        + "and requests every view on the way.", example: .fly
    )
    .evidence(.report, "Stack Overflow question 16041119"),
    .number(
      "far distance", .decimals(0.01...1_000_000), \.farDistanceViews,
      "The distance that counts as far away, in longer sides of the map view, at the smaller of "
        + "the two scales.",
      example: 4),
    .number(
      "single annotation span", .meters(0...1_000_000), \.singleAnnotationSpanMeters,
      "The least extent that the map shows around a single annotation, or several at one place, "
        + "when it shows all annotations. With 0 m it zooms in as far as it can.", example: 250),
    .choice(
      "shown annotations", \.shownAnnotations,
      "The part of annotations that is in sight when the map shows all of them: their whole "
        + "views, for which each edge leaves room for the view that reaches furthest beyond it, or "
        + "their coordinates. The room takes at most half of the map.",
      example: .coordinates
    )
    .evidence(
      .documented,
      "MKMapView.h showAnnotations: to the fullest extent possible; that this means whole views is "
        + "ours"),
    .time(
      "pan duration", animation, \.panDuration,
      "The duration of an animated change of the center that the app requests.",
      example: SimulatedTime(milliseconds: 300)
    )
    .evidence(.report, "SMCalloutView assumes the third of a second of a scroll view"),
    .choice(
      "tracking begins", \.trackingBegins,
      "The effect on the scale when the map begins to follow the user: a map that shows more than "
        + "`tracking span` zooms in to it, or the scale stays.", example: .keepsScale
    )
    .evidence(.documented, "MKMapView userTrackingMode"),
    .number(
      "tracking span", .meters(1...1_000_000), \.trackingSpanMeters,
      "The length along the shorter side of the view to which tracking zooms in.", example: 250),
    .choice(
      "tracking at callouts", \.trackingAtCallouts,
      "The effect on tracking when the map moves to make room for a callout: tracking ends, or it "
        + "goes on and the next location moves the map back.", example: .goesOn
    )
    .evidence(.report, "OpenRadar 15374604, iOS 7"),
    .time(
      "zoom duration", animation, \.zoomDuration,
      "The duration of an animated change of scale.", example: SimulatedTime(milliseconds: 300)),
    .choice(
      "empty fade", \.emptyFade,
      "The duration of the fade when no removed cluster has a view on the map: none, since an "
        + "animation that changes nothing ends at once, or the full fade. The option applies to "
        + "the library's animator; an animator of the app reports its own end.",
      example: .full
    )
    .evidence(
      .reports, "spacemanlabs, premature completion; UIKit-cross-platform 94; AnimationPlanner 5"),
    .choice(
      "animation curve", \.animationCurve,
      "The timing curve of animated changes. `default` is Core Animation's default curve.",
      example: .linear),
    .choice(
      "zoom path", \.zoomPath,
      "The path of the scale in an animated change: equal ratios or equal differences.",
      example: .linear),
  ]
}
