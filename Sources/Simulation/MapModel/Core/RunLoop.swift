internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Receives due work from the run loop.
protocol RunLoopDelegate: AnyObject {
  func run(_ event: ScheduledEvent)
  func showFrame()
}

/// The order of events in time: scheduled events, frames, and calls of the app or of a
/// finger.
///
/// At one instant events come first, then a frame. Work that is due while the main thread
/// is busy begins when the thread is free; the caller's time continues meanwhile.
final class RunLoop: MapComponent {
  /// The next event or frame.
  private enum Item {
    case event(EventScheduler<ScheduledEvent>.Next)
    case frame(due: SimulatedTime, start: SimulatedTime)

    var start: SimulatedTime {
      switch self {
      case .event(let event): event.start
      case .frame(_, let start): start
      }
    }
  }

  private let callouts: CalloutController
  private let drag: DragController
  private let clusters: ClusterCoordinator
  private let glides: Glides
  unowned var delegate: (any RunLoopDelegate)?
  private var displayLink: DisplayLink
  /// The caller's time, behind `now` while its calls wait for the main thread.
  private var callerTime = SimulatedTime.zero

  init(
    _ part: MapComponent, callouts: CalloutController, drag: DragController,
    clusters: ClusterCoordinator, glides: Glides
  ) {
    self.callouts = callouts
    self.drag = drag
    self.clusters = clusters
    self.glides = glides
    displayLink = DisplayLink(
      part.context.setup.costs, takesTime: part.context.mainThread.takesTime)
    super.init(part)
  }

  private var now: SimulatedTime { context.now }

  /// Whether nothing moves, arrives, computes, fades or waits to be shown.
  var isSettled: Bool {
    region.animation == nil && drag.dragged == nil && scheduler.isEmpty && !needsFrame
      && callouts.open?.isGrown != false && clusters.isIdle
  }

  private var needsFrame: Bool {
    // Lateness does not show where Core Animation moves views without the main thread.
    showsNews || views.isMerging || glides.running.ofViews > 0
      || context.mainThread.workSinceFrame > .zero
  }

  /// Whether the next frame shows a change.
  private var showsNews: Bool {
    region.animation != nil || drag.isFollowing || glides.running.ofPoints > 0
      || views.needsUpdate || views.needsGrouping || views.needsCollisions
  }

  /// Whether lateness of the next frame would be visible.
  var isNextFrameSeen: Bool { showsNews || callouts.open?.isGrown == false }

  /// Emits the frame just made, with its cost and its lateness.
  func emitFrame(isSeen: Bool) {
    let work = context.takeMainThreadWork()
    let frame = displayLink.show(now: now, doneAt: context.doneTime, work: work, isSeen: isSeen)
    context.emit(
      .frame(
        FrameReport(
          number: frame.number, mainThread: work, liveViews: Int32(views.pools.liveCount),
          pooledViews: Int32(views.pools.pooledCount), lateness: frame.lateness,
          dueAt: frame.due)))
  }

  /// The next event or frame.
  ///
  /// At one instant an event comes before the frame, unless it was due later.
  private var nextItem: Item? {
    displayLink.request(
      needsFrame ? context.setup.costs.frame(after: now) : callouts.nextFrame, now: now)
    let free = context.mainThread.freeAt
    let event = scheduler.next(mainThreadFreeAt: free)
    guard let due = displayLink.nextTime else { return event.map { .event($0) } }
    let start = max(due, free)
    if let event, event.start < start || (event.start == start && event.due <= due) {
      return .event(event)
    }
    return .frame(due: due, start: start)
  }
}

extension RunLoop {
  /// Lets simulated time pass.
  func advance(by time: SimulatedTime) {
    precondition(time >= .zero, "time does not run backwards")
    callerTime = callerTime + time
    play { $0 <= callerTime }
    if now < callerTime { context.advance(to: callerTime) }
  }

  /// Lets time pass while a condition holds that is certain to end.
  func advance(while lasts: () -> Bool) {
    play { _ in lasts() }
    assert(!lasts(), "something never ends")
    // A callback that calls does not move the caller back.
    callerTime = max(callerTime, now)
  }

  /// Lets time pass until a condition holds or `time` has elapsed; returns whether it holds.
  ///
  /// The condition is checked now and after each instant.
  func advance(until holds: () -> Bool, atMost time: SimulatedTime) -> Bool {
    precondition(time >= .zero, "time does not run backwards")
    let limit = max(callerTime, now) + time
    play { $0 <= limit && !holds() }
    let isReached = holds()
    if !isReached { context.advance(to: max(now, limit)) }
    callerTime = max(callerTime, now)
    return isReached
  }

  /// Lets time pass until the map has settled and the main thread is free; returns whether
  /// that happens by a limit.
  func settle(by limit: SimulatedTime) -> Bool {
    play { $0 <= limit && !isSettled }
    defer { callerTime = now }
    guard !isSettled else {
      context.advance(to: context.doneTime)
      return true
    }
    assert(
      nextItem != nil || clusters.layers.contains { $0?.isStalled == true },
      "something waits that will never happen")
    return false
  }

  /// Delivers a call to the main thread, after everything that was due before.
  ///
  /// A callback runs on it already.
  ///
  /// Returns the time of the call.
  @discardableResult
  func waitForMainThread() -> SimulatedTime {
    guard !context.isObserved else { return context.dueTime }
    if !context.isMainThreadFree || callerTime < now {
      while let item = nextItem, isBeforeCall(item) {
        context.advance(to: item.start)
        run(item)
      }
      context.advance(to: context.doneTime)
    }
    context.begin(due: callerTime)
    return callerTime
  }

  private func isBeforeCall(_ item: Item) -> Bool {
    switch item {
    case .event(let event) where event.isInBackground: event.start < context.mainThread.freeAt
    case .event(let event): event.due <= callerTime
    case .frame(let due, _): due <= callerTime
    }
  }

  /// Plays instants while the next one satisfies a condition.
  private func play(while passes: (SimulatedTime) -> Bool) {
    while let next = nextItem?.start, passes(next) { play(at: next) }
  }

  /// Plays the events of an instant, up to a frame.
  private func play(at instant: SimulatedTime) {
    context.advance(to: instant)
    while let item = nextItem, item.start == instant {
      run(item)
      if case .frame = item { return }
    }
  }

  private func run(_ item: Item) {
    switch item {
    case .event(let next):
      guard let event = scheduler.pop(next) else { return assertionFailure("no event to run") }
      context.begin(due: next.due)
      delegate?.run(event)
    case .frame(let due, _):
      context.begin(due: due)
      context.measured(.frame) { delegate?.showFrame() }
    }
    region.mainThreadWorked(until: context.mainThread.freeAt)
  }
}
