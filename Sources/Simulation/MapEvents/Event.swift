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

extension Event.Kind {
  /// Whether it follows from other events and from the settings.
  var isRemark: Bool {
    switch self {
    case .session(.nothingDone), .view(.roleKept): true
    case .session, .map, .data, .view, .selection, .cluster, .callout, .frame, .snapshot, .input,
      .drag, .overlay, .delegate, .animator, .calloutAnnotation:
      false
    }
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
  /// The running step waited for a condition and gave up; the number of what it counts by then.
  case neverHeld(Int64)
  /// The running step changed nothing, for this reason.
  case nothingDone(IdleReason)
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
  /// Reuse identifiers, each once, in the order in which layers name them; default ones come last.
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
  /// The app asked for a change from inside the did of another one, this deep.
  case reentered(depth: Int32)
  /// The app did so deeper than the map lets it; the change is not made.
  case reentryRefused(depth: Int32)
  /// The map view has another size from now on.
  case resized(ScreenSize)
  /// The map follows the user in another way.
  case trackingChanged(UserTrackingMode)
}

/// Who moves the map.
public enum RegionMover: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// Fingers on the map, a tap of theirs that zooms, or the drift that they left behind.
  case fingers = 0
  case app = 1
  /// The map makes room for a callout.
  case callout = 2
  /// The map follows the user.
  case tracking = 3
  /// The map view has another size, or is laid out for the first time.
  case system = 4
}

/// How the map follows the user.
public enum UserTrackingMode: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  /// The user stays in the middle.
  case follow = 1
  /// The map turns with the user, too.
  case followWithHeading = 2
}

/// Data that arrives and leaves.
public enum DataEvent: Hashable, Sendable {
  case batchArrived(layer: LayerID, points: Int32)
  case pointsAdded(layer: LayerID, points: Int32)
  case pointsRemoved(layer: LayerID, points: Int32)
  /// An annotation came onto the map; the content is the same for annotations of the same points.
  case annotationAdded(
    annotation: AnnotationID, layer: LayerID, content: UInt64, cluster: ClusterSize?)
  case annotationRemoved(annotation: AnnotationID, layer: LayerID, content: UInt64, isCluster: Bool)
  case annotationMoved(annotation: AnnotationID, Coordinate)
  /// A layer's points were replaced; the app compared so many annotations to find what changed.
  case replaced(layer: LayerID, removed: Int32, added: Int32, kept: Int32, compared: Int32)
  /// The app took so many native clusters from the map, whose members stay; they form anew.
  case clustersRemoved(layer: LayerID, clusters: Int32)
  /// The app waited in vain for a batch; it asks for it again, or gives it up.
  case batchLost(layer: LayerID, points: Int32, isGivenUp: Bool)
  /// A download began for which the app waits.
  case downloadBegan(download: Int32)
  /// Every batch of a download for which the app waits has come or is given up.
  case downloadEnded(download: Int32)
  /// So many batches of a download never come, as the app cancelled it.
  case downloadCancelled(download: Int32, batches: Int32)
  /// The app cancelled downloads of which none was running.
  case nothingToCancel
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

/// The object that answers the callbacks of the map after the cluster controllers.
public enum DelegateEvent: Hashable, Sendable {
  /// The app gave the map another delegate, or none.
  case set(to: DelegateTarget)
  /// A callback found no delegate of the app's.
  case unanswered(DelegateCallback)
}

/// Whom an app makes the delegate of its map.
public enum DelegateTarget: UInt8, Hashable, Sendable, CaseIterable {
  case app = 0
  /// Another object, which answers alike.
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
}

/// Input from fingers, before the events that follow from it.
public enum InputEvent: Hashable, Sendable {
  case tapped(ScreenPoint)
  case doubleTapped(ScreenPoint)
  case twoFingersTapped
  case began(Gesture)
  /// They leave it; the content moves at this speed, in points a second.
  case ended(Gesture, pointsPerSecond: ScreenOffset)
  /// A finger rested at a point for so long that the app takes it for a long press.
  case longPressed(ScreenPoint)
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
  /// The place of a dropped annotation is final; an app would ask for its address now.
  case geocodeRequested(annotation: AnnotationID, Coordinate)
}

/// The state of a drag, numbered as MapKit does.
public enum DragState: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  case starting = 1
  case dragging = 2
  case canceling = 3
  case ending = 4
}

/// Overlays that come, change their order and go; they are meant by their index in the legend.
public enum OverlayEvent: Hashable, Sendable {
  /// An overlay is on the map, at this place among those of its level.
  case added(overlay: Int32, level: OverlayLevel, index: Int32)
  case removed(overlay: Int32)
  /// Two overlays changed places, and levels if theirs differ.
  case exchanged(Int32, Int32)
  /// The overlay met the visible rect for the first time: the delegate is asked for its renderer.
  case rendererRequested(overlay: Int32)
  /// The delegate had none; nothing is drawn.
  case rendererMissing(overlay: Int32)
}

/// The level that an overlay lies over, numbered as MapKit does.
public enum OverlayLevel: UInt8, Hashable, Sendable, CaseIterable {
  case aboveRoads = 0
  case aboveLabels = 1
}
