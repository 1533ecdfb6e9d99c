public import MapEvents
public import MapGeometry

/// The behavior of the app by itself: in the map's callbacks, and at taps.
public struct AppSetup: Hashable, Sendable {
  /// The app's request to the map at the end of each region change; nil for none.
  public var onRegionDidChange: RegionRequest?
  /// Points for which the app asks its server in callbacks, one for each callback at most.
  public var loads: [VisibleLoad]
  /// The app's own recognizer of taps on the map view; nil for none.
  public var tapRecognizer: TapRecognizer?
  /// The app's work on the main thread in the callbacks of the map.
  public var work = CallbackWork()

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
  public var isPassive: Bool {
    onRegionDidChange == nil && loads.isEmpty && tapRecognizer == nil && work == CallbackWork()
  }
}

/// The work of an app on the main thread in the callbacks of the map, in addition to their costs.
public struct CallbackWork: Hashable, Sendable {
  /// In `mapViewDidChangeVisibleRegion`.
  public var visibleRegionDidChange = SimulatedTime.zero
  private var times = [SimulatedTime](
    repeating: .zero, count: DelegateCallback.allCases.count)

  /// Makes no work.
  public init() {}

  /// The work in a callback of the delegate.
  public subscript(callback: DelegateCallback) -> SimulatedTime {
    get { times[Int(callback.rawValue)] }
    set { times[Int(callback.rawValue)] = newValue }
  }
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
    /// The first frame that shows all, at the beginning and after each region change.
    case mapRendered
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
public struct RegionRequest: Hashable, Sendable {
  /// The content that the map is to show.
  public enum Goal: Hashable, Sendable {
    /// A center.
    case center(Coordinate)
    /// A region.
    case region(CoordinateRegion)
    /// A move of the content by an offset in points.
    case move(ScreenOffset)
  }

  /// The content that the map is to show.
  public var goal: Goal
  /// Whether the map moves there in an animation.
  public var isAnimated: Bool
  /// The duration of the animation; nil for that of the options.
  public var duration: SimulatedTime?

  /// Makes a request of its parts.
  public init(_ goal: Goal, animated: Bool, over duration: SimulatedTime? = nil) {
    (self.goal, isAnimated, self.duration) = (goal, animated, duration)
  }
}
