internal import HeapModule
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Shared by all parts: setup, clock, observer, stopwatch, main-thread time of the next frame.
final class SimulationContext {
  let setup: SimulationSetup
  let stopwatch: any Stopwatch
  private let observer: (Event) -> Void

  private(set) var now = SimulatedTime.zero
  private(set) var step: Int32 = -1
  private(set) var markCount: Int32 = 0
  /// Modelled main-thread time charged since the last frame.
  private(set) var mainThreadTime = SimulatedTime.zero

  init(setup: SimulationSetup, stopwatch: any Stopwatch, observer: @escaping (Event) -> Void) {
    self.setup = setup
    self.stopwatch = stopwatch
    self.observer = observer
  }

  func emit(_ kind: Event.Kind) { observer(Event(time: now, step: step, kind: kind)) }

  func advance(to time: SimulatedTime) {
    assert(time >= now, "time runs backwards from \(now) to \(time)")
    now = time
  }

  func beginStep(_ id: Int32) { step = id }
  func countMark() { markCount += 1 }

  func timed<Result>(_ phase: TimedPhase, _ work: () -> Result) -> Result {
    let start = stopwatch.nanoseconds
    let result = work()
    stopwatch.lap(phase, nanoseconds: stopwatch.nanoseconds - start)
    return result
  }

  func chargeMainThread(_ cost: SimulatedTime, times: Int) {
    mainThreadTime = min(
      mainThreadTime + DeviceCosts.cost(cost, times: Int64(times)), DeviceCosts.longestOperation)
  }

  /// Returns the time charged since the last frame and starts again at zero.
  func takeMainThreadTime() -> SimulatedTime {
    defer { mainThreadTime = .zero }
    return mainThreadTime
  }
}

class MapPart {
  let context: SimulationContext
  let proxy: DelegateProxy
  let scheduler: EventScheduler<ScheduledEvent>
  let region: RegionController
  let annotations: AnnotationStore
  let settings: ViewSettingsTable
  let views: AnnotationViewManager
  let data: AnnotationManager

  /// Makes the parts up to the views, for those that are made of them.
  init(_ context: SimulationContext, controllers: [ClusterController?]) {
    self.context = context
    proxy = DelegateProxy(context)
    scheduler = EventScheduler()
    region = RegionController(context, proxy: proxy)
    annotations = AnnotationStore()
    settings = ViewSettingsTable(context.setup, controllers: controllers)
    views = AnnotationViewManager(
      context, proxy: proxy, region: region, annotations: annotations, settings: settings)
    data = AnnotationManager(context, annotations: annotations, settings: settings, views: views)
  }

  init(_ part: MapPart) {
    context = part.context
    proxy = part.proxy
    scheduler = part.scheduler
    region = part.region
    annotations = part.annotations
    settings = part.settings
    views = part.views
    data = part.data
  }
}

/// Answers the callbacks of the map.
///
/// Cluster controllers put a proxy between the map and the app: it passes each callback to all
/// controllers, then to the app's delegate, whose answer counts. So clusters follow the map without
/// the app's delegate, while the map makes default views. The delegates of the controllers, which
/// give titles and refresh views, are others.
final class DelegateProxy {
  private let context: SimulationContext
  private(set) var target = DelegateTarget.app

  init(_ context: SimulationContext) { self.context = context }

  func set(_ target: DelegateTarget) {
    precondition(target != .none || context.setup.losesDelegate, "the map never loses its delegate")
    guard target != self.target else { return }
    self.target = target
    context.emit(.delegate(.set(to: target)))
  }

  /// Passes a callback on to the app, behind all controllers; returns whether it has a delegate.
  @discardableResult
  func call(_ callback: DelegateCallback) -> Bool {
    guard target == .none else { return true }
    context.emit(.delegate(.unanswered(callback)))
    return false
  }
}

/// The event queue: the earliest first, those of one instant in the order of scheduling.
final class EventScheduler<Event> {
  private struct Entry: Comparable {
    var time: SimulatedTime
    var number: Int
    var event: Event

    static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
    static func < (left: Entry, right: Entry) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  private var entries: Heap<Entry> = []
  private var scheduled = 0

  var nextTime: SimulatedTime? { entries.min?.time }
  var isEmpty: Bool { entries.isEmpty }

  func schedule(_ event: Event, at time: SimulatedTime) {
    entries.insert(Entry(time: time, number: scheduled, event: event))
    scheduled += 1
  }

  func popNext() -> Event? { entries.popMin()?.event }
}

/// Work that is due at a known instant; an enum, as closures would allocate.
enum ScheduledEvent {
  case batch(layer: Int, points: [PointID])
  case clusterQueue(layer: Int)
  case lift(Gesture, pointsPerSecond: ScreenOffset)
  /// The view of the dragged annotation answers with a state.
  case dragAnswer(DragState)
  case releaseSelection(SelectionHold)
}
