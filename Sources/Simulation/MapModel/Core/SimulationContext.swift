internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Shared by all parts: setup, clock, observer, meter, main thread.
final class SimulationContext {
  let setup: SimulationSetup
  let meter: any Meter
  private let observer: (Event) -> Void

  private(set) var now = SimulatedTime.zero
  private(set) var step: Int32 = -1
  private(set) var markCount: Int32 = 0
  private(set) var mainThread: MainThread
  /// When what the main thread does now fell due; nil for now.
  private var due: SimulatedTime?

  init(setup: SimulationSetup, meter: any Meter, observer: @escaping (Event) -> Void) {
    self.setup = setup
    self.meter = meter
    // Sessions that wait for no event pay nothing for those that do.
    if setup.awaitsEvents {
      let awaited = AwaitedEvents()
      self.awaited = awaited
      self.observer = { event in
        awaited.see(event)
        observer(event)
      }
    } else {
      awaited = nil
      self.observer = observer
    }
    mainThread = MainThread(takesTime: setup.options.mainThread == .takesTime)
  }

  /// Whether an observer looks at an event; what it calls is called from within.
  private(set) var isObserved = false

  /// The occurrence whose events a step waits for; nil in a session that never does.
  let awaited: AwaitedEvents?

  /// Reports numbers at the end of an instant, before time goes on; nil where none is watched.
  var endInstant: (() -> Void)?

  func emit(_ kind: Event.Kind) {
    let wasObserved = isObserved
    isObserved = true
    observer(Event(time: now, step: step, kind: kind))
    isObserved = wasObserved
  }

  func advance(to time: SimulatedTime) {
    assert(time >= now, "time runs backwards from \(now) to \(time)")
    if endInstant != nil, time > now { endInstant?() }
    now = time
    due = nil
  }

  // MARK: The main thread

  /// The main thread begins something that fell due at some time.
  func begin(due time: SimulatedTime) {
    assert(time <= now, "something begins before it falls due")
    due = time
  }

  /// When what the main thread does now fell due.
  var dueTime: SimulatedTime { due ?? now }
  /// How long it waited for the main thread.
  var wait: SimulatedTime { now - dueTime }
  var isMainThreadFree: Bool { mainThread.freeAt <= now }
  /// When what the main thread has done so far is done.
  var doneTime: SimulatedTime { max(now, mainThread.freeAt) }

  func beginStep(_ id: Int32) { step = id }
  func countMark() { markCount += 1 }

  /// Does the work of a phase in sight of the meter.
  func measured(_ phase: Phase, _ work: () -> Void) {
    meter.measure(phase, ofUpdate: nil, work)
  }

  func chargeMainThread(_ cost: SimulatedTime, times: Int = 1) {
    mainThread.work(for: DeviceCosts.cost(cost, times: Int64(times)), at: now)
  }

  /// The main thread gets a touch.
  func touch(_ event: InputEvent) {
    emit(.input(event))
    chargeMainThread(setup.costs.touch)
  }

  /// Emits that the running step changes nothing.
  func noteIdle(_ reason: IdleReason) { emit(.session(.nothingDone(reason))) }

  func takeMainThreadWork() -> SimulatedTime { mainThread.takeWork() }
}

/// Counts the events for which a step waits.
final class AwaitedEvents {
  private var occurrence: Occurrence?
  private var count = 0
  /// Whether one has happened since the step began to wait.
  var hasHappened: Bool { count > 0 }

  /// Counts the events of an occurrence from now on; nil counts none.
  func begin(_ occurrence: Occurrence?) {
    assert(self.occurrence == nil || occurrence == nil, "two steps wait for events at once")
    (self.occurrence, count) = (occurrence, 0)
  }

  fileprivate func see(_ event: Event) {
    if occurrence?.contains(event.kind) == true { count += 1 }
  }
}

class MapComponent {
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
    annotations = AnnotationStore(
      keepsClusteredViews: context.setup.options.clusteredViews == .kept)
    settings = ViewSettingsTable(context.setup, controllers: controllers)
    views = AnnotationViewManager(
      context, proxy: proxy, region: region, annotations: annotations, settings: settings)
    data = AnnotationManager(context, annotations: annotations, settings: settings, views: views)
  }

  init(_ part: MapComponent) {
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
  private let work: CallbackWork
  private(set) var target = DelegateTarget.app
  var hasTarget: Bool { target != .none }

  init(_ context: SimulationContext) {
    self.context = context
    work = context.setup.app.work
  }

  func set(_ target: DelegateTarget) {
    precondition(target != .none || context.setup.losesDelegate, "the map never loses its delegate")
    guard target != self.target else { return }
    self.target = target
    context.emit(.delegate(.set(to: target)))
  }

  /// Passes a callback on to the app, behind all controllers; returns whether it has a delegate.
  ///
  /// The map sends two callbacks for a selection. The app works in the first one only.
  @discardableResult
  func call(_ callback: DelegateCallback, isSecond: Bool = false) -> Bool {
    guard hasTarget else {
      context.emit(.delegate(.unanswered(callback)))
      return false
    }
    charge(isSecond ? .zero : work[callback])
    return true
  }

  /// Charges the callback for a changed visible region, if the app has a delegate to get it.
  func chargeVisibleRegion() { if hasTarget { charge(work.visibleRegionDidChange) } }

  private func charge(_ work: SimulatedTime) {
    context.chargeMainThread(context.setup.costs.callback)
    if work > .zero { context.chargeMainThread(work) }
  }
}
