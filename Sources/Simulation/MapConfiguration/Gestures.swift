public import MapEvents
public import MapGeometry

/// The motion of fingers at the end of a gesture.
public enum GestureRelease: String, Hashable, Sendable, CaseIterable {
  /// The fingers rest before they are lifted.
  case resting
  /// The fingers are lifted while they move; the map decelerates from their last speed.
  case moving
}

/// The release of a dragged annotation.
public enum DragEnd: String, Hashable, Sendable, CaseIterable {
  /// The annotation stays where it is released.
  case drop
  /// The annotation returns to its origin.
  case cancel
}

/// The target of a finger or of the app among the annotations.
public enum TapTarget: Hashable, Sendable {
  /// The shown annotation nearest to an edge or a corner, within a distance in points.
  case near(MapEdge, withinPoints: Double)
  /// The shown annotation nearest on the screen to a coordinate.
  case nearest(Coordinate)
  /// The shown annotation nearest to a point of the view, within a distance in points.
  case at(ScreenPoint, withinPoints: Double)
  /// The shown annotation nearest to the middle of the view.
  case middle
  /// The shown annotation with the most points.
  case largest
  /// The annotation of a point, or the cluster that holds it.
  case point(PointID, layer: Int)
  /// Another target, among the annotations of one role.
  indirect case only(AnnotationRole, TapTarget)
}

/// The behavior of the app in the map's callbacks.
public struct AppSetup: Hashable, Sendable {
  /// The app's request to the map at the end of each region change; nil for none.
  public var onRegionDidChange: RegionRequest?
  /// Points for which the app asks its server in callbacks, one for each callback at most.
  public var loads: [VisibleLoad]
  /// The app's own recognizer of taps on the map view; nil for none.
  public var tapRecognizer: TapRecognizer?

  /// Makes a setup of its parts.
  public init(
    onRegionDidChange: RegionRequest? = nil, loads: [VisibleLoad] = [],
    tapRecognizer: TapRecognizer? = nil
  ) {
    self.onRegionDidChange = onRegionDidChange
    self.loads = loads
    self.tapRecognizer = tapRecognizer
  }

  /// Whether the app does nothing by itself.
  public var isPassive: Bool { onRegionDidChange == nil && loads.isEmpty && tapRecognizer == nil }
}

/// An app's recognizer of taps on the map view, which drops a pin at each.
public struct TapRecognizer: Hashable, Sendable {
  /// Index of the layer that gets the pins.
  public var layer: Int
  /// Whether taps on annotation views and callouts count too.
  public var firesOnAnnotations: Bool

  /// Makes a recognizer of its parts.
  public init(layer: Int, firesOnAnnotations: Bool = true) {
    self.layer = layer
    self.firesOnAnnotations = firesOnAnnotations
  }
}

/// An app's request to its server for the points of a data set that are visible.
public struct VisibleLoad: Hashable, Sendable {
  /// The callback in which the app begins to ask.
  public enum Moment: Hashable, Sendable {
    /// The end of a region change.
    case regionDidChange
    /// Each change of the visible region, on the way too.
    case visibleRegionDidChange
  }

  /// The app's way to take an answer.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// It removes all points of the layer and adds those of the answer.
    case all
    /// It removes and adds only what differs.
    case changed = "only what changed"
    /// It adds the points of the answer to those that the layer has.
    case add
  }

  /// The callback.
  public var moment: Moment
  /// Index of the data set that the server has.
  public var data: Int
  /// Index of the layer that gets the answer.
  public var layer: Int
  /// How many points the server sends at most, in the order of the data set; nil sends all.
  public var first: Int?
  /// The fraction of the visible rect beyond each edge in which points count as visible.
  public var marginFraction: Double
  /// How long the app waits after a callback before it asks.
  public var wait: SimulatedTime
  /// How long an answer takes at least.
  public var latency: SimulatedTime
  /// By how much more each answer may be late, drawn from the seed.
  public var jitter: SimulatedTime
  /// Whether a callback cancels the load of the one before, whether it waits or was sent.
  public var cancelsEarlier: Bool
  /// The app's way to take an answer.
  public var method: Method
  /// The work of the main thread in each callback.
  public var work: SimulatedTime

  /// Makes a load of its parts; without others it asks at once and gets all points at once.
  public init(
    _ moment: Moment, data: Int, layer: Int, first: Int? = nil, marginFraction: Double = 0,
    wait: SimulatedTime = .zero, latency: SimulatedTime = .zero, jitter: SimulatedTime = .zero,
    cancelsEarlier: Bool = true, method: Method = .all, work: SimulatedTime = .zero
  ) {
    self.moment = moment
    self.data = data
    self.layer = layer
    self.first = first
    self.marginFraction = marginFraction
    self.wait = wait
    self.latency = latency
    self.jitter = jitter
    self.cancelsEarlier = cancelsEarlier
    self.method = method
    self.work = work
  }
}

/// An app's request to change the region.
public enum RegionRequest: Hashable, Sendable {
  /// A center.
  case center(Coordinate, animated: Bool)
  /// A region.
  case region(CoordinateRegion, animated: Bool)
  /// A move of the content by an offset in points.
  case move(ScreenOffset, animated: Bool)
}

/// The source from which an app takes the present annotations when it replaces a layer's
/// points.
public enum ReplaceSource: String, Hashable, Sendable, CaseIterable {
  /// A list of the annotations that the app has added.
  case ownList = "own list"
  /// In the map's `annotations`, which hold native clusters too.
  case map = "the map"
}

/// The way in which a layer's points are replaced.
public enum ReplaceMethod: String, Hashable, Sendable, CaseIterable {
  /// All annotations are removed, then the new ones are added.
  case all
  /// Only the differing annotations are removed and added.
  case changed = "only what changed"
}
