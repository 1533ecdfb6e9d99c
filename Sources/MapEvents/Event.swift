public import MapGeometry

/// One thing that a session shows, with the simulated instant and the step that was running.
///
/// Events are all that the outside learns of a session: facts, verdicts, pictures and the digest
/// follow from them alone.
public struct Event: Hashable, Sendable {
  /// When it happened.
  public var time: SimulatedTime
  /// The id of the step that was running; -1 before the first.
  public var step: Int32
  /// What happened.
  public var kind: Kind

  /// Makes an event of its parts.
  public init(time: SimulatedTime, step: Int32, kind: Kind) {
    self.time = time
    self.step = step
    self.kind = kind
  }

  /// What happened, by the room in which it did.
  public enum Kind: Hashable, Sendable {
    case session(SessionEvent)
    case map(MapEvent)
    case data(DataEvent)
    case view(ViewEvent)
    case selection(SelectionEvent)
    case cluster(ClusterEvent)
    case callout(CalloutEvent)
    case frame(FrameReport)
    case scene(Scene)
  }
}

/// The frame of a session: beginning, steps, marks, end.
public enum SessionEvent: Hashable, Sendable {
  /// The session begins; the legend names everything that later events give as an index.
  case began(Legend)
  case stepBegan
  case stepEnded
  /// A named part begins; an index into the legend's marks.
  case mark(Int32)
  /// The expectations of the running step are due, counted from its start or the last mark.
  case expectationsDue
  /// The running step waited for the map to settle and gave up.
  case neverSettled
  case ended
}

/// Names for the indexes in events.
public struct Legend: Hashable, Sendable {
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
  /// Reuse identifiers, in order of layers.
  public var identifiers: [String]

  /// Makes a legend of its parts.
  public init(
    viewSize: ScreenSize, viewMarginFraction: Double, framePeriod: SimulatedTime, camera: Camera,
    layers: [String], marks: [String], identifiers: [String]
  ) {
    self.viewSize = viewSize
    self.viewMarginFraction = viewMarginFraction
    self.framePeriod = framePeriod
    self.camera = camera
    self.layers = layers
    self.marks = marks
    self.identifiers = identifiers
  }
}

/// Where the map looks: centre and scale.
public struct Camera: Hashable, Sendable {
  /// The map point in the middle of the view.
  public var center: MapPoint
  /// Map points for each screen point.
  public var mapPointsPerPoint: Double

  /// Makes a camera of its parts.
  public init(center: MapPoint, mapPointsPerPoint: Double) {
    self.center = center
    self.mapPointsPerPoint = mapPointsPerPoint
  }
}

/// The callbacks of a region change: one pair of will and did for each change.
public enum MapEvent: Hashable, Sendable {
  case regionWillChange(animated: Bool)
  case visibleRegionChanged(Camera)
  case regionDidChange(animated: Bool, Camera)
}

/// Data that arrives and leaves.
public enum DataEvent: Hashable, Sendable {
  /// A batch of a download arrived.
  case batchArrived(layer: Int32, points: Int32)
  /// Points were given to a layer.
  case pointsAdded(layer: Int32, points: Int32)
  /// Points were taken from a layer.
  case pointsRemoved(layer: Int32, points: Int32)
  /// An annotation came onto the map. The content is the same for annotations of the same points.
  case annotationAdded(annotation: Int32, layer: Int32, content: UInt64, isCluster: Bool)
  /// An annotation left the map.
  case annotationRemoved(annotation: Int32, layer: Int32, content: UInt64, isCluster: Bool)
}

/// The life of annotation views; identifiers are indexes into the legend.
public enum ViewEvent: Hashable, Sendable {
  /// The map asked its delegate for the view of an annotation.
  case requested(annotation: Int32, identifier: Int32)
  /// No view waited in the pool, so one was made.
  case created(view: Int32, identifier: Int32)
  /// A view was taken out of the pool and prepared.
  case reused(view: Int32, identifier: Int32)
  /// A view left the map and waits in its pool.
  case returned(view: Int32, annotation: Int32, identifier: Int32)
  /// The views are on the map; delivered once a frame.
  case didAdd(views: [Int32])
}

/// Selection callbacks.
public enum SelectionEvent: Hashable, Sendable {
  case willSelect(annotation: Int32)
  case didSelect(annotation: Int32)
  case willDeselect(annotation: Int32)
  case didDeselect(annotation: Int32)
  /// A select step found no annotation to tap.
  case missed
}
