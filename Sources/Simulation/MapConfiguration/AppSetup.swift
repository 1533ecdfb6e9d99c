public import MapGeometry

/// The behavior of the app by itself: in the map's callbacks, and at taps.
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
