internal import MapGeometry
public import Metrics

/// The properties of a step that do not depend on playing it.
public struct StepTraits: Sendable {
  /// The work that a step makes when it is replayed, from which its real time is estimated.
  public enum Work: Sendable {
    /// The map and its views move for some seconds, once or several times, after each of which
    /// layers make their clusters again.
    case move(seconds: Double, times: Int = 1)
    /// A single frame, in which the map stays.
    case rest
    /// Points come, go or move, in one or more batches; for some seconds of each, views move.
    case change(Given, batches: Int = 1, secondsOfBatch: Double? = nil)
    /// A layer makes its clusters again.
    case clusters(layer: Int)
    /// The views of a layer get other properties.
    case views(layer: Int)
    /// A picture is kept.
    case picture
    /// Other steps, several times.
    case steps([Step], times: Int)
  }

  /// Points of a data set for some layers.
  public struct Given: Sendable {
    /// Index of the data set.
    public var data: Int
    /// Indexes of the layers.
    public var layers: [Int]
    /// The number of points.
    public var count: Int
    /// Whether the layers have them afterward.
    public var isAddition = true
  }

  /// The key by which a scenario writes it; a `zoom` is a pinch about the middle, and a `one-finger
  /// zoom` a pinch elsewhere.
  public let verb: String
  /// The work of a replay.
  public let work: Work
  /// The metrics that must be zero unless the scenario says otherwise, without
  /// ``zerosOfEveryStep``.
  public let zeros: [Metric]
  /// Whether ``zeros`` are judged once, when the session ends, since a later step may still bring
  /// the result.
  public let waitsForSession: Bool

  init(_ verb: String, _ work: Work, zeros: [Metric] = [], waitsForSession: Bool = false) {
    (self.verb, self.work, self.zeros) = (verb, work, zeros)
    self.waitsForSession = waitsForSession
  }

  /// Whether it is a gesture that a map may be set not to follow.
  public var isGesture: Bool { StepTraits.gestures.contains(verb) }

  private static let gestures: Set = [
    "pan", "fling", "pinch", "zoom", "double tap", "two-finger tap", "rotate",
  ]

  /// Metrics that must be zero in every step unless the scenario overrides them: no view shows
  /// stale state or stays in another role, no region change nests too deep, and each callout gets
  /// room.
  public static let zerosOfEveryStep: [Metric] = [
    .staleReuses, .viewsOfAnotherRole, .reentriesRefused, .calloutsUnsettled,
  ]
}

extension Step.Action {
  /// The properties that do not depend on playing the step; each kind of step has a line here.
  ///
  /// A step that touches something finds it, and it can be selected or dragged. Every wait ends. A
  /// step changes something unless it may do nothing.
  public var traits: StepTraits {
    // A callout may move the map to make room.
    let tap = StepTraits.Work.move(seconds: 1)
    let touch: [Metric] = [.selectionsMissed]
    let target = touch + [.selectionsRefused]
    return switch self {
    case .download(let download):
      StepTraits(
        "download",
        .change(
          download.change.given(to: download.layers), batches: download.batchCount,
          secondsOfBatch: min(download.interval.seconds, 0.5)))
    case .cancelDownload: StepTraits("cancel download", .rest, zeros: [.cancelsWithoutEffect])
    case .add(let change):
      StepTraits("add", .change(change.given()), zeros: [.stepsWithoutEffect])
    case .remove(let change):
      StepTraits("remove", .change(change.given(isAddition: false)), zeros: [.stepsWithoutEffect])
    case .removeAll(let layer):
      StepTraits("remove all", .views(layer: layer), zeros: [.stepsWithoutEffect])
    case .move(let change, _, .zero, _):
      StepTraits("move", .change(change.given(isAddition: false)), zeros: [.stepsWithoutEffect])
    case .move(let change, _, let time, _):
      StepTraits("move", glide(change, over: time), zeros: [.stepsWithoutEffect])
    case .retitle(let change, _):
      StepTraits(
        "retitle", .change(change.given(isAddition: false)), zeros: [.stepsWithoutEffect])
    case .replace(let change, _, _): StepTraits("replace", .change(change.given()))
    case .pan(_, let place, let time, _, _, _):
      StepTraits("pan", .move(seconds: time.seconds + 1), zeros: place == nil ? [] : touch)
    case .panAlong(_, _, let time, _, _, _):
      StepTraits("pan", .move(seconds: time.seconds + 1), zeros: touch)
    case .fling(_, let place, _):
      StepTraits("fling", .move(seconds: 4), zeros: place == nil ? [] : touch)
    case .pinch(_, let place, let time, _):
      StepTraits(place == nil ? "zoom" : "pinch", .move(seconds: time.seconds + 1))
    case .rotate(_, _, let time, _): StepTraits("rotate", .move(seconds: time.seconds + 1))
    case .doubleTap: StepTraits("double tap", .move(seconds: 1))
    case .twoFingerTap: StepTraits("two-finger tap", .move(seconds: 1))
    case .setRegion(_, _, let time): StepTraits("set region", move(over: time))
    case .setCenter(_, _, let time): StepTraits("set center", move(over: time))
    case .show(_, _, _, let time):
      StepTraits("show", move(over: time), zeros: [.stepsWithoutEffect])
    case .tap: StepTraits("tap", tap, zeros: target)
    case .longPress(_, let data, let layer, let time, let drops):
      StepTraits(
        "long press",
        .change(
          StepTraits.Given(data: data, layers: [layer], count: drops),
          secondsOfBatch: time.seconds),
        zeros: target)
    case .select: StepTraits("select", tap, zeros: target)
    case .tapMap: StepTraits("tap map", tap, zeros: [.stepsWithoutEffect])
    case .tapAccessory: StepTraits("tap accessory", tap, zeros: target)
    case .drag(_, _, let time, _, _):
      StepTraits("drag", .move(seconds: time.seconds + 1), zeros: target + [.dragsRefused])
    case .selectAnnotation: StepTraits("select annotation", tap, zeros: target)
    case .deselectAnnotation: StepTraits("deselect annotation", tap, zeros: [.stepsWithoutEffect])
    case .memoryWarning: StepTraits("memory warning", .rest)
    case .moveUserLocation: StepTraits("move user location", .move(seconds: 1))
    case .walkUser(let walk):
      StepTraits(
        "walk user", .move(seconds: walk.duration.seconds + 1, times: walk.reportCount))
    case .turnUser: StepTraits("turn user", .move(seconds: 1))
    case .trackUser: StepTraits("track user", .move(seconds: 1))
    case .resize: StepTraits("resize", .move(seconds: 1))
    case .addOverlay: StepTraits("add overlay", .rest)
    case .removeOverlay: StepTraits("remove overlay", .rest)
    case .exchangeOverlays: StepTraits("exchange overlays", .rest)
    case .change(let layer, _, _): StepTraits("change", .views(layer: layer))
    case .changeClustering(let layer, _): StepTraits("change clustering", .clusters(layer: layer))
    case .selectAndZoom:
      StepTraits("select and zoom", .move(seconds: 1), zeros: target, waitsForSession: true)
    case .zoomToCluster: StepTraits("zoom to cluster", .move(seconds: 1), zeros: target)
    case .setClusteringPaused(let layer, let isPaused):
      StepTraits(isPaused ? "pause clustering" : "resume clustering", .clusters(layer: layer))
    case .updateClusters(let layer): StepTraits("update clusters", .clusters(layer: layer))
    case .setDelegate: StepTraits("set delegate", .rest)
    case .wait: StepTraits("wait", .rest)
    case .waitUntilSettled, .waitUntil: StepTraits("wait", .rest, zeros: [.waitsGivenUp])
    case .mark: StepTraits("mark", .rest)
    case .snapshot: StepTraits("snapshot", .picture)
    case .repeat(let times, let steps): StepTraits("repeat", .steps(steps, times: times))
    case .expect: StepTraits("expect", .rest)
    }
  }

  /// The key by which a scenario writes the step.
  public var verb: String { traits.verb }

  /// The work of a move by the app, which takes the time of the options unless one is given.
  private func move(over time: SimulatedTime?) -> StepTraits.Work {
    .move(seconds: max(time?.seconds ?? 0, 1))
  }

  /// The work of a glide, which is a change in each of about 60 frames a second.
  private func glide(_ change: DataChange, over time: SimulatedTime) -> StepTraits.Work {
    let frames = 1 + Int(time.seconds * 60)
    var given = change.given(isAddition: false)
    given.count *= frames
    return .change(given, batches: frames, secondsOfBatch: 1 / 60)
  }
}

extension DataChange {
  fileprivate func given(to layers: [Int]? = nil, isAddition: Bool = true) -> StepTraits.Given {
    StepTraits.Given(
      data: data, layers: layers ?? [layer], count: points.count, isAddition: isAddition)
  }
}

extension SimulatedTime {
  fileprivate var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
}
