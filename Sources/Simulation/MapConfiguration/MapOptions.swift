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
  /// Whether leaving views return to their pools before entering ones are requested.
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
  /// The variants of the selection callbacks that are delivered, and their order.
  public var selectionCallbacks = SelectionCallbacks.viewFirst
  /// The order of events when a selected annotation is removed.
  public var removalOfSelected = RemovalOfSelected.deselectsFirst
  /// The reaction of the map when its built-in callout opens partly outside its view.
  public var ownCallouts = OwnCallouts.scroll
  /// Whether the map moves while an annotation is dragged to the edge of the view.
  public var dragMovesMapAtEdge = false
  /// The `animated` flag of the callbacks of a pinch or a rotation.
  public var pinchIsAnimated = false
  /// The callbacks of a change that is interrupted by another one.
  public var interruption = Interruption.didThenWill
  /// The largest depth at which the app may change the region from inside the end of another
  /// change.
  public var reentryLimit = 8
  /// The time before a finger is lifted whose samples determine its speed; more than zero.
  public var velocityWindow = SimulatedTime(milliseconds: 100)
  /// The rate of deceleration.
  public var deceleration = Deceleration.normal
  /// The rate of deceleration of a pinch or a rotation that continues after the fingers
  /// leave.
  public var pinchDeceleration = Deceleration.fast
  /// The callbacks that the delegate gets at the first layout of the map.
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
  /// Whether views whose display priority is required join native clusters.
  public var requiredViewsCluster = false
  /// The display priority of a native cluster whose view gets none from the app.
  public var clusterPriority = ClusterPriority.highestOfMembers
  /// Whether the map's list of annotations holds native clusters.
  public var annotationsHoldClusters = true
  /// The text of the callout over a native cluster.
  public var clusterTitles = ClusterTitles.titleAndSubtitle
  /// The placement of a native cluster.
  public var clusterPlace = ClusterPlace.meanMapPoint
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

  /// The time at which leaving views return to their pools: before entering ones are
  /// requested, or after.
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

  /// The order in which native clustering visits views: the first ones begin groups that later ones
  /// join.
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
      "Whether what the main thread does takes time, so that frames, touches, batches and "
        + "completion blocks that fall due meanwhile wait for it; or whether its modeled costs "
        + "are only added up.", example: .free
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
      "When the map asks for the views of annotations that come near: once a frame, or in the very "
        + "call that brings them near.", example: .atOnce),
    .choice(
      "leaving views", \.leavingViews,
      "Whether views that leave are in their reuse pools before the views of annotations that come "
        + "are asked for, or only after that.", example: .last),
    .choice(
      "selected views", \.selectedViews,
      "What happens to a selected view that leaves the area in which views exist.",
      example: .deselected),
    .choice(
      "dragged views", \.draggedViews,
      "What happens to a carried annotation that leaves the area in which views exist: it stays, "
        + "or the drag is cancelled.", example: .cancelled),
    .choice(
      "collision circle", \.collisionCircle,
      "The circle of a view that collides as one: the largest inside its frame, or the "
        + "smallest around it.", example: .circumscribed),
    .choice(
      "collision order", \.collisionOrder,
      "Which of two colliding views of the same display priority is shown: the one nearer to the "
        + "middle of the map view, or nearer to its top, or the one that was added first.",
      example: .top
    )
    .evidence(
      .documented,
      "MKFeatureDisplayPriority defaultHigh; WWDC 2017 talk 237, 23:16, has the top of the view "
        + "instead"
    ),
    .choice(
      "collision times", \.collisionTimes,
      "When views are hidden and shown again by collisions: in every frame while the map moves, "
        + "or after the region, the views or the selection have changed.", example: .afterChanges
    )
    .evidence(.talk, "WWDC 2017 talk 237, 19:29"),
    .choice(
      "pool order", \.poolOrder,
      "Which of the views that wait in a reuse pool is taken first: the one that waited longest, "
        + "or the one that came last.", example: .last),
    .choice(
      "stacking", \.stacking,
      "Which of two views of the same z priority lies in front: the one further south, or the one "
        + "that was added later.", example: .insertion),
  ]

  private static let selectionDefinitions: [OptionDefinition<MapOptions>] = [
    .number(
      "selected marker scale", .decimals(1...4), \.selectedMarkerScale,
      "How many times as wide and high a marker is that is selected; its lower edge stays.",
      example: 1
    )
    .evidence(.talk, "WWDC 2017 talk 237, 10:52, says that it grows, and not by how much"),
    .number(
      "marker title width", .points(0...1_000), \.markerTitleWidthPoints,
      "The width of the title below a marker of an annotation with one, 16 pt high, which collides "
        + "as its marker does; with 0 pt titles need no room. The talk (WWDC 2017 talk 237, 10:52) "
        + "tells of titles that do, and no measures.", example: 80),
    .choice(
      "selection callbacks", \.selectionCallbacks,
      "Since iOS 16 the delegate gets two callbacks for a selection, by the view and by the "
        + "annotation: which of the two comes first, or only the one by the view.",
      example: .viewOnly),
    .choice(
      "disabled views", \.disabledViews,
      "What a tap at a point of the screen does that meets a disabled view: the one beneath takes "
        + "it, or the map, which deselects; or the view swallows it.", example: .swallowTouches
    )
    .evidence(.documented, "MKAnnotationView isEnabled; heath-tech, 2012"),
    .choice(
      "repeated taps", \.repeatedTaps,
      "What a tap at a point of the screen does that meets the selected view where others lie "
        + "beneath: each tap selects the next one, or nothing happens.", example: .nothing
    )
    .evidence(
      .reports, "heath-tech, 2012; mapbox-gl-native issue 5166; JPSThumbnailAnnotation issue 15"),
    .number(
      "hit slop", .points(0...100), \.hitSlopPoints,
      "How far from a view a tap at a point of the screen may be that meets none: the nearest view "
        + "takes it, of several the one in front.", example: 10),
    .time(
      "tap delay", .zero...animationTimeLimit, \.tapDelay,
      "How long a tap on the map or on an annotation waits for a second one, as the map view of "
        + "some releases does; the step takes so long.", example: SimulatedTime(milliseconds: 350)
    )
    .evidence(.report, "react-native-maps issues 3429, 1695 and 833, which contradict each other"),
    .choice(
      "selection of members", \.selectionOfMembers,
      "What happens when the app selects a point for which a cluster stands, by its id: nothing, "
        + "since its annotation has no view of its own, or the cluster is selected.",
      example: .cluster
    )
    .evidence(.documented, "MKMapView selectAnnotation"),
    .time(
      "drag press", .zero...animationTimeLimit, \.dragPress,
      "How long a finger rests on an annotation before it carries it; one that moves sooner pans "
        + "the map.", example: SimulatedTime(milliseconds: 300)
    )
    .evidence(.reports, "mapbox-gl-native issue 5036; mapbox-ios-sdk issue 181"),
    .choice(
      "drag coordinate", \.dragCoordinate,
      "When an annotation that is carried gets its new coordinate: once, when it is dropped, or in "
        + "each frame. Its view follows the finger in any case.", example: .continuous
    )
    .evidence(.report, "react-native-maps, which observes the center of the view instead"),
    .choice(
      "removal of selected", \.removalOfSelected,
      "What comes first when a selected annotation is removed.", example: .returnsFirst),
    .choice(
      "own callouts", \.ownCallouts,
      "What the map does when its own callout, a plain one without an adjuster over views that can "
        + "show callouts, opens partly outside the map view or under a bar: it scrolls by the "
        + "least amount, or stays.",
      example: .stay
    )
    .evidence(.reports, "Stack Overflow questions 13095911 and 1565828"),
    .flag(
      "drag moves map at edge", \.dragMovesMapAtEdge,
      "Whether the map moves on while an annotation is carried to the edge of the view."),
  ]

  private static let groupingDefinitions: [OptionDefinition<MapOptions>] = [
    .choice(
      "clustering order", \.clusteringOrder,
      "In which order the map's own clustering visits views, each of which joins the first group "
        + "that it collides with.", example: .insertion),
    .choice(
      "clustering times", \.clusteringTimes,
      "When the map's own clustering is done: after the region, the annotations or their views "
        + "have changed, or in every frame while the map moves too.", example: .afterChanges
    )
    .evidence(.talk, "WWDC 2017 talk 237, 22:07"),
    .choice(
      "clustered views", \.clusteredViews,
      "What happens to the views of annotations for which a cluster of the map's own stands: they "
        + "stay on the map, out of sight, or go to their reuse pools until the cluster parts.",
      example: .enqueued
    )
    .evidence(
      .documented,
      "MKAnnotationView cluster; apps that switch the clusteringIdentifier of shown views"),
    .flag(
      "required views cluster", \.requiredViewsCluster,
      "Whether views with the display priority required, which are always shown, take part in the "
        + "map's own clustering. Such code is common; the documentation says that they do not."
    )
    .evidence(.documented, "MKFeatureDisplayPriority required; common code relies on the contrary"),
    .choice(
      "cluster priority", \.clusterPriority,
      "The display priority of the view of a cluster of the map's own to which the app gives none.",
      example: .required
    )
    .evidence(.talk, "WWDC 2017 talk 237, 22:24"),
    .flag(
      "annotations hold clusters", \.annotationsHoldClusters,
      "Whether the map's own list of its annotations holds its clusters too, so that an app which "
        + "removes or compares all that is there does so to them: see `known from` of the step "
        + "`replace`."
    )
    .evidence(.report, "Stack Overflow 54291581 finds the clusters in MKMapView annotations"),
    .choice(
      "cluster titles", \.clusterTitles,
      "What the callout over a cluster of the map's own says: the title of its first member and, "
        + "as subtitle, how many more there are, which is read again when members go; or the "
        + "title.",
      example: .titleOnly
    )
    .evidence(.documented, "MKClusterAnnotation; WWDC 2017 talk 237, 24:54"),
    .choice(
      "cluster place", \.clusterPlace,
      "Where a cluster of the map's own is put.", example: .firstMember),
  ]

  private static let motionDefinitions: [OptionDefinition<MapOptions>] = [
    .flag(
      "animated pinch", \.pinchIsAnimated,
      "Whether the callbacks of a pinch or a rotation say that it is animated."),
    .choice(
      "interruption", \.interruption,
      "The callbacks when one change of the region interrupts another.", example: .onePair),
    .whole(
      "re-entry limit", 1...100, \.reentryLimit,
      "How often in a row the app may change the region at the end of another change; then the map "
        + "refuses.", example: 4),
    .time(
      "velocity window", animation, \.velocityWindow,
      "How long before a finger is lifted its movement counts for the speed that the map drifts on "
        + "with.", example: SimulatedTime(milliseconds: 50)
    )
    .evidence(.report, "how UIScrollView measures the speed of a finger"),
    .choice(
      "deceleration", \.deceleration,
      "How much of its speed a drifting map keeps each millisecond: 0.998, or 0.99 for fast.",
      example: .fast
    )
    .evidence(.reports, "the deceleration rates of UIScrollView; the map view has none of its own"),
    .choice(
      "pinch deceleration", \.pinchDeceleration,
      "How much of its speed a pinch or a rotation keeps each millisecond that goes on when the "
        + "fingers leave: 0.998, or 0.99 for fast.", example: .normal),
    .choice(
      "first layout", \.firstLayout,
      "What the delegate gets when the map is laid out first, before the first step: a change of "
        + "the region to the whole world, which nobody asked for, and then one to the asked "
        + "region; or nothing.", example: .silent
    )
    .evidence(
      .report, "react-native-maps issue 4031 and pull request 4037; that it is the world is ours"),
    .choice(
      "beyond edge", \.beyondEdge,
      "Resistance when a pan goes past the northern or southern limit.", example: .stop),
    .number(
      "rubber band", .decimals(0.05...1), \.rubberBandCoefficient,
      "The share of a pull beyond the end of the map that the map follows at first.", example: 0.4
    )
    .evidence(.reports, "the rubber band of UIScrollView"),
    .number(
      "spring stiffness", .decimals(1...10_000), \.springStiffness,
      "How hard a spring pulls the map back that is released, or decelerates, past its limit. Its "
        + "mass is 1 and it does not swing.", example: 200
    )
    .evidence(.report, "the bounce of UIScrollView"),
    .number(
      "deceleration remainder", .points(0.01...10), \.driftRemainderPoints,
      "A deceleration ends when this much of its way is left.", example: 1
    )
    .evidence(.report, "where the deceleration of UIScrollView ends"),
    .number(
      "spring remainder", .points(0.01...10), \.springRemainderPoints,
      "A spring rests when the map is this near to its end.", example: 1
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
      "What a map view of another size shows around the same middle: more or less at the same "
        + "scale, or all that it showed before.", example: .keepsRegion),
    .choice(
      "far changes", \.farChanges,
      "What the map does for an animated change to a region far away: it jumps there, or flies and "
        + "asks for every view on the way.", example: .fly
    )
    .evidence(.report, "Stack Overflow question 16041119"),
    .number(
      "far distance", .decimals(0.01...1_000_000), \.farDistanceViews,
      "How far that is: so many longer sides of the map view, at the scale that shows more.",
      example: 4),
    .number(
      "single annotation span", .meters(0...1_000_000), \.singleAnnotationSpanMeters,
      "What the map shows, at least, around a single annotation, or several at one place, when it "
        + "is to show all annotations; with 0 m it goes as near as it can.", example: 250),
    .time(
      "pan duration", animation, \.panDuration,
      "How long an animated change of the center takes that the app asks for.",
      example: SimulatedTime(milliseconds: 300)
    )
    .evidence(.report, "SMCalloutView assumes the third of a second of a scroll view"),
    .time(
      "zoom duration", animation, \.zoomDuration,
      "How long an animated change of the scale takes.", example: SimulatedTime(milliseconds: 300)),
    .choice(
      "empty fade", \.emptyFade,
      "When an update of clusters is done of whose removed clusters none has a view on the map: at "
        + "once, since an animation that changes nothing takes no time, or after the full fade. It "
        + "is for the library's animator; one of the app's own says itself when it is done.",
      example: .full
    )
    .evidence(
      .reports, "spacemanlabs, premature completion; UIKit-cross-platform 94; AnimationPlanner 5"),
    .choice(
      "animation curve", \.animationCurve, "The timing curve of animated changes.",
      example: .linear),
    .choice(
      "zoom path", \.zoomPath,
      "How the scale goes in an animated change: in equal ratios, or in equal differences.",
      example: .linear),
  ]
}
