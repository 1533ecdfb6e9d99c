public import MapGeometry

/// One thing that happens in a session, with the simulated instant and the running step.
///
/// Facts, verdicts, pictures and the digest follow from the events alone.
public struct Event: Hashable, Sendable {
  /// The simulated instant.
  public var time: SimulatedTime
  /// The id of the step that was running; -1 before the first.
  public var step: Int32
  /// The event itself.
  public var kind: Kind

  /// Makes an event of its parts.
  public init(time: SimulatedTime, step: Int32, kind: Kind) {
    self.time = time
    self.step = step
    self.kind = kind
  }

  /// An event, by family.
  public enum Kind: Hashable, Sendable {
    case session(SessionEvent)
    case map(MapEvent)
    case data(DataEvent)
    case view(ViewEvent)
    case selection(SelectionEvent)
    case cluster(ClusterEvent)
    case callout(CalloutEvent)
    case frame(FrameReport)
    // Rare and large: in a box, every other event is small enough to be handed on for little.
    indirect case snapshot(Snapshot)
    case input(InputEvent)
    case drag(DragEvent)
    case overlay(OverlayEvent)
    case delegate(DelegateEvent)
    case animator(AnimatorEvent)
    case calloutAnnotation(CalloutAnnotationEvent)
  }
}

/// The frame of a session: beginning, steps, marks, end.
public enum SessionEvent: Hashable, Sendable {
  /// The session begins; the legend names everything that later events give as an index.
  indirect case began(Legend)
  case stepBegan
  case stepEnded
  /// A named part begins; an index into the legend's marks.
  case mark(Int32)
  /// The expectations of the running step are due, counted from its start or the last mark.
  case expectationsDue
  case ended
  /// The running step waited for the map to settle and gave up.
  case neverSettled
  /// A snapshot was requested; an index into the legend's snapshots.
  case snapshot(Int32)
  /// The running step waited for a condition and gave up; the last value of the counted
  /// quantity, or -1 where it waited for events alone.
  case neverHeld(Int64)
  /// The running step changed nothing, for this reason.
  case nothingDone(IdleReason)
  /// At the end of an instant a quantity that the session promises something of has this number.
  indirect case counted(MapCondition.Counted, Int64)
  /// The files of points had this many rows that the scenario leaves out; not sent for none.
  case rowsSkipped(Int64)
}

extension SessionEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .began(let legend): visit(0, 0, nil, legend)
    case .stepBegan: visit(0, 1, nil)
    case .stepEnded: visit(0, 2, nil)
    case .mark(let mark): visit(0, 3, "(mark \"$0\")", Named(index: mark, list: .marks))
    case .expectationsDue: visit(0, 4, nil)
    case .ended: visit(0, 5, "(end)")
    case .neverSettled: visit(0, 6, "(the wait gave up)")
    case .snapshot(let snapshot):
      visit(0, 7, "(snapshot \"$0\")", Named(index: snapshot, list: .snapshots))
    case .neverHeld(let number):
      visit(
        0, 8, number < 0 ? "(the wait gave up)" : "(the wait gave up, the number being $0)", number)
    case .rowsSkipped(let rows):
      visit.remark(
        rows == 1 ? "($0 row of files is skipped)" : "($0 rows of files are skipped)", rows)
    case .nothingDone, .counted: visit.remark(nil)
    }
  }
}

/// The reason why a step changed neither annotations nor selection, region or pending work.
public enum IdleReason: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// The layer had all of the points already.
  case pointsPresent = 0
  /// The layer had none of the points.
  case pointsAbsent = 1
  /// All points were at their goal already.
  case pointsInPlace = 2
  /// No annotation of the layers was on the map.
  case nothingToShow = 3
  /// The map showed the region already, or has no size.
  case regionKept = 4
  /// No annotation was selected.
  case nothingSelected = 5
  /// The map does not follow the gesture.
  case gestureDisabled = 6
}

/// Names for the indexes in events.
public struct Legend: Codable, Hashable, Sendable {
  /// Extent of the map view, in points.
  public var viewSize: ScreenSize
  /// The fraction of the visible rect beyond each edge within which views exist.
  public var viewMarginFraction: Double
  /// Length of a frame.
  public var framePeriod: SimulatedTime
  /// Where the map looks at the beginning.
  public var camera: Camera
  /// Layers in the order of the scenario.
  public var layers: [String]
  /// Marks in the order of the scenario.
  public var marks: [String]
  /// Reuse identifiers, each once, in the order in which layers name them; defaults come last.
  public var identifiers: [String]
  /// Overlays in the order of the scenario.
  public var overlays: [String]
  /// Pictures that were asked for, in the order of the scenario.
  public var snapshots: [String]

  /// Makes a legend of its parts.
  public init(
    viewSize: ScreenSize, viewMarginFraction: Double, framePeriod: SimulatedTime, camera: Camera,
    layers: [String], marks: [String], identifiers: [String], overlays: [String] = [],
    snapshots: [String] = []
  ) {
    self.viewSize = viewSize
    self.viewMarginFraction = viewMarginFraction
    self.framePeriod = framePeriod
    self.camera = camera
    self.layers = layers
    self.marks = marks
    self.identifiers = identifiers
    self.overlays = overlays
    self.snapshots = snapshots
  }
}

/// The camera of the map: center, scale and heading.
public struct Camera: Codable, Hashable, Sendable {
  /// The map point in the middle of the view.
  public var center: MapPoint
  /// Map points for each screen point.
  public var mapPointsPerPoint: Double
  /// Bearing at the top of the screen, in degrees clockwise from north.
  public var headingDegrees: Double

  /// Makes a camera of its parts.
  public init(center: MapPoint, mapPointsPerPoint: Double, headingDegrees: Double = 0) {
    self.center = center
    self.mapPointsPerPoint = mapPointsPerPoint
    self.headingDegrees = headingDegrees
  }
}

/// The callbacks of a region change: one pair of will and did for each change.
public enum MapEvent: Hashable, Sendable {
  case regionWillChange(animated: Bool)
  case visibleRegionChanged(Camera, by: RegionMover)
  case regionDidChange(animated: Bool, Camera)
  /// The running change ends before its goal; its did comes next.
  case regionChangeInterrupted
  /// The app requested a change from inside the did callback of another one, at this depth.
  case reentered(depth: Int32)
  /// The app did so deeper than the map allows; the change is not made.
  case reentryRefused(depth: Int32)
  /// The map view was resized.
  case resized(ScreenSize)
  /// The tracking mode changed.
  case trackingChanged(UserTrackingMode)
}

extension MapEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .regionWillChange(let animated): visit(1, 0, "regionWillChangeAnimated($0)", animated)
    case .visibleRegionChanged(let camera, _):
      visit(1, 1, "mapViewDidChangeVisibleRegion $0", camera)
    case .regionDidChange(let animated, let camera):
      visit(1, 2, "regionDidChangeAnimated($0) $1", animated, camera)
    case .regionChangeInterrupted: visit(1, 3, "(the region change is interrupted)")
    case .reentered(let depth):
      visit(1, 4, "(the app begins another region change, $0 deep)", depth)
    case .reentryRefused(let depth):
      visit(1, 5, "(another region change is refused, $0 deep)", depth)
    case .resized(let size): visit(1, 6, "(the map view is $0)", size)
    case .trackingChanged(let mode): visit(1, 7, "didChangeUserTrackingMode $0", mode)
    }
  }
}

/// The cause of a region change.
public enum RegionMover: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// Fingers on the map, their zooming tap, or the deceleration after them.
  case fingers = 0
  case app = 1
  /// The map moves for a callout.
  case callout = 2
  /// The map follows the user.
  case tracking = 3
  /// The map view was resized, or is laid out for the first time.
  case system = 4
}

/// The way in which the map follows the user.
public enum UserTrackingMode: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  /// The user stays in the middle.
  case follow = 1
  /// The map turns with the user, too.
  case followWithHeading = 2
}

/// Data that is added and removed.
public enum DataEvent: Hashable, Sendable {
  case batchArrived(layer: LayerID, points: Int32)
  case pointsAdded(layer: LayerID, points: Int32)
  case pointsRemoved(layer: LayerID, points: Int32)
  /// An annotation was added to the map.
  ///
  /// Annotations of the same points have the same content.
  case annotationAdded(
    annotation: AnnotationID, layer: LayerID, content: UInt64, cluster: ClusterSize?)
  case annotationRemoved(annotation: AnnotationID, layer: LayerID, content: UInt64, isCluster: Bool)
  case annotationMoved(annotation: AnnotationID, Coordinate)
  /// A layer's points were replaced; the app compared this many annotations to find the
  /// differences.
  case replaced(layer: LayerID, removed: Int32, added: Int32, kept: Int32, compared: Int32)
  /// The app removed native clusters from the map.
  ///
  /// Their members stay, and the clusters form again.
  case clustersRemoved(layer: LayerID, clusters: Int32)
  /// The app waited in vain for a batch.
  ///
  /// It requests the batch again, or gives it up.
  case batchLost(layer: LayerID, points: Int32, isGivenUp: Bool)
  /// A download that the app waits for began.
  case downloadBegan(download: Int32)
  /// Every batch of a download that the app waits for has arrived or is given up.
  case downloadEnded(download: Int32)
  /// Some batches of a download never arrive, because the app cancelled it.
  case downloadCancelled(download: Int32, batches: Int32)
  /// The app cancelled downloads, none of which was running.
  case nothingToCancel
  /// The app asked its server for the points that are visible.
  case loadBegan(load: Int32, layer: LayerID)
  /// The answer of a load came, with so many points.
  case loadEnded(load: Int32, layer: LayerID, points: Int32)
  /// The app cancelled a load, whose answer never comes.
  case loadCancelled(load: Int32, layer: LayerID)
  /// The app gave an annotation another title, or took it away.
  ///
  /// The map observes titles: a view and an open callout show the new one.
  case annotationRetitled(annotation: AnnotationID, isTitled: Bool)
}

extension DataEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .batchArrived(let layer, let points):
      visit(2, 0, "(a batch of $1 arrives for $0)", layer, points)
    case .pointsAdded(let layer, let points): visit(2, 1, "addAnnotations $1 to $0", layer, points)
    case .pointsRemoved(let layer, let points):
      visit(2, 2, "removeAnnotations $1 from $0", layer, points)
    case .annotationAdded(let annotation, let layer, let content, let size):
      visit(2, 3, nil, annotation, layer, content, size)
    case .annotationRemoved(let annotation, let layer, let content, let isCluster):
      visit(2, 4, nil, annotation, layer, content, isCluster)
    case .annotationMoved(let annotation, let coordinate):
      visit(2, 5, "setCoordinate $0 to $1", annotation, coordinate)
    case .replaced(let layer, let removed, let added, let kept, let compared):
      visit(
        2, 6, "(replaced in $0: $1 removed, $2 added, $3 kept, $4 compared)", layer, removed, added,
        kept, compared)
    case .clustersRemoved(let layer, let clusters):
      visit(2, 7, "removeAnnotations $1 clusters of $0", layer, clusters)
    case .batchLost(let layer, let points, let isGivenUp):
      visit(
        2, 8,
        isGivenUp
          ? "(a batch of $1 for $0 is lost and given up)"
          : "(a batch of $1 for $0 is lost and asked for again)", layer, points, isGivenUp)
    case .downloadBegan(let download): visit(2, 9, "(download $0 begins)", download)
    case .downloadEnded(let download): visit(2, 10, "(download $0 is over)", download)
    case .downloadCancelled(let download, let batches):
      visit(
        2, 11,
        batches == 1
          ? "(download $0 is cancelled, 1 batch short)"
          : "(download $0 is cancelled, $1 batches short)", download, batches)
    case .nothingToCancel: visit(2, 12, "(no such download is running)")
    case .loadBegan(let load, let layer):
      visit(2, 13, "(load $0 asks for the visible points of $1)", load, layer)
    case .loadEnded(let load, let layer, let points):
      visit(2, 14, "(load $0 brings $2 for $1)", load, layer, points)
    case .loadCancelled(let load, let layer):
      visit(2, 15, "(load $0 for $1 is cancelled)", load, layer)
    case .annotationRetitled(let annotation, let isTitled):
      visit(2, 16, isTitled ? "setTitle $0" : "setTitle(nil) $0", annotation, isTitled)
    }
  }
}

/// Selection callbacks; the view's own `setSelected` comes before the delegate's.
public enum SelectionEvent: Hashable, Sendable {
  /// The view's `setSelected(true)`.
  case willSelect(annotation: AnnotationID)
  /// The delegate's callback that names the view.
  case didSelect(annotation: AnnotationID)
  /// The view's `setSelected(false)`.
  case willDeselect(annotation: AnnotationID)
  /// The delegate's callback that names the view.
  case didDeselect(annotation: AnnotationID)
  /// A finger or the app found nothing to select.
  case missed(MissedSelection)
  /// The delegate's callback that names the annotation.
  case didSelectAnnotation(AnnotationID)
  /// The delegate's callback that names the annotation.
  case didDeselectAnnotation(AnnotationID)
  /// The view cannot be selected; the reason names its annotation as the nearest one.
  case refused(MissedSelection)
}

extension SelectionEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .willSelect(let annotation):
      visit(4, 0, "setSelected(true) $0", Shown(annotation: annotation))
    case .didSelect(let annotation): visit(4, 1, "didSelect $0", Shown(annotation: annotation))
    case .willDeselect(let annotation):
      visit(4, 2, "setSelected(false) $0", Shown(annotation: annotation))
    case .didDeselect(let annotation): visit(4, 3, "didDeselect $0", Shown(annotation: annotation))
    case .missed(let missed): visit(4, 4, "(nothing to select: $0)", missed)
    case .didSelectAnnotation(let annotation): visit(4, 5, "didSelect $0", annotation)
    case .didDeselectAnnotation(let annotation): visit(4, 6, "didDeselect $0", annotation)
    case .refused(let missed): visit(4, 7, nil, missed.nearest?.annotation ?? .none)
    }
  }
}

/// Events of the delegate that answers the map's callbacks after the cluster controllers.
public enum DelegateEvent: Hashable, Sendable {
  /// The app gave the map another delegate, or none.
  case set(to: DelegateTarget)
  /// A callback found no delegate of the app.
  case unanswered(DelegateCallback)
}

extension DelegateEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .set(.another): visit(12, 0, "setDelegate to another one", DelegateTarget.another)
    case .set(let target):
      visit(12, 0, target == .app ? "setDelegate to the app's" : "setDelegate to none", target)
    case .unanswered(let callback): visit(12, 1, "  (no delegate answers $0)", callback)
    }
  }
}

/// The object that an app sets as the delegate of its map.
public enum DelegateTarget: UInt8, Hashable, Sendable, CaseIterable {
  case app = 0
  /// Another object with the same answers.
  case another = 1
  case none = 2
}

/// A callback of the map.
public enum DelegateCallback: UInt8, Hashable, Sendable, CaseIterable {
  case regionWillChange = 0
  case regionDidChange = 1
  case viewFor = 2
  case didAddViews = 3
  case didSelect = 4
  case didDeselect = 5
  case accessoryTapped = 6
  case dragStateChanged = 7
  case rendererFor = 8
  case trackingChanged = 9
  case clusterAnnotation = 10
  case mapRendered = 11
}

/// Input from fingers, before the events that follow from it.
public enum InputEvent: Hashable, Sendable {
  case tapped(ScreenPoint)
  case doubleTapped(ScreenPoint)
  case twoFingersTapped
  case began(Gesture)
  /// Fingers leave the map while the content moves at this speed, in points a second.
  case ended(Gesture, pointsPerSecond: ScreenOffset)
  /// A finger rested at a point long enough for the app's long press.
  case longPressed(ScreenPoint)
  /// A finger touches the map at a point and will move: nothing is tapped there.
  case touched(ScreenPoint)
}

extension InputEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .tapped(let point): visit(9, 0, "(tap at $0)", point)
    case .doubleTapped(let point): visit(9, 1, "(double tap at $0)", point)
    case .twoFingersTapped: visit(9, 2, "(two-finger tap)")
    case .began(let gesture): visit(9, 3, "($0 begins)", gesture)
    case .ended(let gesture, let velocity): visit(9, 4, "($0 ends at $1)", gesture, velocity)
    case .longPressed(let point): visit(9, 5, "(long press at $0)", point)
    case .touched(let point): visit(9, 6, "(touch at $0)", point)
    }
  }
}

/// A gesture of moving fingers.
public enum Gesture: UInt8, Hashable, Sendable, CaseIterable {
  case pan = 0
  case pinch = 1
  case rotation = 2
  case drag = 3
}

/// An annotation that a finger drags to another place.
public enum DragEvent: Hashable, Sendable {
  /// The view's `setDragState`, by the map or by the view itself.
  case viewStateSet(annotation: AnnotationID, DragState)
  /// The delegate's callback for a change of state.
  case stateChanged(annotation: AnnotationID, new: DragState, old: DragState)
  /// A finger was put on an annotation that cannot be dragged.
  case refused(annotation: AnnotationID)
  /// The place of a dropped annotation is final; an app would now request its address.
  case geocodeRequested(annotation: AnnotationID, Coordinate)
}

extension DragEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .viewStateSet(let annotation, let state):
      visit(10, 0, "setDragState($1) $0", Shown(annotation: annotation), state)
    case .stateChanged(let annotation, let new, let old):
      visit(10, 1, "didChangeDragState $0 from $2 to $1", Shown(annotation: annotation), new, old)
    case .refused(let annotation): visit(10, 2, "($0 cannot be dragged)", annotation)
    case .geocodeRequested(let annotation, let coordinate):
      visit(10, 3, "(the app asks for the address of $0 at $1)", annotation, coordinate)
    }
  }
}

/// The state of a drag, numbered as MapKit does.
public enum DragState: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  case starting = 1
  case dragging = 2
  case canceling = 3
  case ending = 4
}

/// Overlays that are added, reordered and removed, by their index in the legend.
public enum OverlayEvent: Hashable, Sendable {
  /// An overlay is on the map, at this place among those of its level.
  case added(overlay: Int32, level: OverlayLevel, index: Int32)
  case removed(overlay: Int32)
  /// Two overlays changed places, and levels if theirs differ.
  case exchanged(Int32, Int32)
  /// The overlay met the visible rect for the first time: the delegate is asked for its renderer.
  case rendererRequested(overlay: Int32)
  /// The delegate returned no renderer; nothing is drawn.
  case rendererMissing(overlay: Int32)
}

extension OverlayEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .added(let overlay, let level, let index):
      visit(11, 0, "addOverlay $0 $1 at $2", Named(index: overlay, list: .overlays), level, index)
    case .removed(let overlay):
      visit(11, 1, "removeOverlay $0", Named(index: overlay, list: .overlays))
    case .exchanged(let first, let second):
      visit(
        11, 2, "exchangeOverlay $0 with $1", Named(index: first, list: .overlays),
        Named(index: second, list: .overlays))
    case .rendererRequested(let overlay):
      visit(11, 3, "rendererFor $0", Named(index: overlay, list: .overlays))
    case .rendererMissing(let overlay): visit(11, 4, "  -> nil, nothing is drawn", overlay)
    }
  }
}

/// The level that an overlay lies over, numbered as MapKit does.
public enum OverlayLevel: UInt8, Hashable, Sendable, CaseIterable {
  case aboveRoads = 0
  case aboveLabels = 1
}
