internal import MapConfiguration
internal import MapGeometry

/// The main thread as a serial resource in simulated time.
///
/// Work changes the map at the instant at which it begins. The thread is then busy for the
/// modeled cost, and other work that is due waits.
struct MainThread {
  let takesTime: Bool
  /// The end of the current work; in the past when idle.
  private(set) var freeAt = SimulatedTime.zero
  /// Modeled work since the last frame.
  private(set) var workSinceFrame = SimulatedTime.zero

  /// The longest duration of one piece of work.
  ///
  /// It is limited so that a session ends before the range of time does.
  static let longestWork = SimulatedTime(milliseconds: 3_600_000)

  mutating func work(for time: SimulatedTime, at now: SimulatedTime) {
    assert(time >= .zero, "work that gives time back")
    workSinceFrame = min(workSinceFrame + time, DeviceCosts.longestOperation)
    guard takesTime, time > .zero else { return }
    freeAt = min(max(freeAt, now) + time, now + MainThread.longestWork)
  }

  /// Returns the work since the last frame and resets it to zero.
  mutating func takeWork() -> SimulatedTime {
    defer { workSinceFrame = .zero }
    return workSinceFrame
  }
}

/// The schedule of frames, and their lateness on the screen.
///
/// A frame is requested for the next vertical sync, made when the main thread is free, and
/// on the screen at the sync after that. Syncs that pass while the thread works count as
/// one.
struct DisplayLink {
  private let costs: DeviceCosts
  private let takesTime: Bool
  /// The sync of the next frame; nil when none is requested.
  private(set) var next: Int64?
  /// The sync at which the last frame was on the screen.
  private var lastShown: Int64 = 0

  init(_ costs: DeviceCosts, takesTime: Bool) {
    self.costs = costs
    self.takesTime = takesTime
  }

  /// Requests a frame, or none.
  ///
  /// A frame whose sync has passed is made in any case.
  mutating func request(_ frame: Int64?, now: SimulatedTime) {
    if let next, costs.time(ofFrame: next) <= now { return }
    next = frame
  }

  /// The time at which the next frame is due.
  var nextTime: SimulatedTime? { next.map { costs.time(ofFrame: $0) } }

  /// Makes a frame now, given the end of its work; returns its number, the time at which it
  /// was due on the screen, and its lateness.
  ///
  /// A frame is due on the screen one sync after its own sync, or one after the previous
  /// frame. A frame that shows nothing new is never late.
  mutating func show(
    now: SimulatedTime, doneAt end: SimulatedTime, work: SimulatedTime, isSeen: Bool = true
  ) -> (number: Int64, due: SimulatedTime, lateness: SimulatedTime) {
    guard let frame = next else { preconditionFailure("a frame that nobody asked for") }
    next = nil
    guard takesTime else {
      return (number: frame, due: costs.time(ofFrame: frame + 1), lateness: lateness(of: work))
    }
    let shown = max(frame + 1, costs.frame(after: end - SimulatedTime(nanoseconds: 1)))
    let expected = max(frame, lastShown) + 1
    lastShown = max(lastShown, shown)
    let number = max(frame, costs.frame(after: now) - 1)
    let lateness = isSeen && shown > expected ? costs.framePeriods(shown - expected) : .zero
    return (number: number, due: costs.time(ofFrame: expected), lateness: lateness)
  }

  /// The lateness of a frame: the whole frame periods that its work takes beyond the first.
  private func lateness(of work: SimulatedTime) -> SimulatedTime {
    let period = costs.framePeriod.nanoseconds
    guard work.nanoseconds > period else { return .zero }
    return costs.framePeriods((work.nanoseconds - 1) / period)
  }
}
