internal import MapConfiguration
internal import MapGeometry

/// The main thread as a serial resource in simulated time.
///
/// A piece of work changes the map at the instant at which it begins, and the thread is busy from
/// then on for its modeled costs. What falls due meanwhile waits.
struct MainThread {
  let takesTime: Bool
  /// When the work that has begun is done; before now when there is none.
  private(set) var freeAt = SimulatedTime.zero
  /// Modeled work since the last frame.
  private(set) var workSinceFrame = SimulatedTime.zero

  /// More work than this in one piece takes no longer, so that a session ends before time does.
  static let longestWork = SimulatedTime(milliseconds: 3_600_000)

  mutating func work(for time: SimulatedTime, at now: SimulatedTime) {
    assert(time >= .zero, "work that gives time back")
    workSinceFrame = min(workSinceFrame + time, DeviceCosts.longestOperation)
    guard takesTime, time > .zero else { return }
    freeAt = min(max(freeAt, now) + time, now + MainThread.longestWork)
  }

  /// Returns the work since the last frame and starts again at zero.
  mutating func takeWork() -> SimulatedTime {
    defer { workSinceFrame = .zero }
    return workSinceFrame
  }
}

/// When frames are made, and how late they are on the screen.
///
/// A frame is asked for at the next vertical sync, made when the main thread is free, and on the
/// screen at the sync after that. Syncs that pass while the thread works are one.
struct DisplayLink {
  private let costs: DeviceCosts
  private let takesTime: Bool
  /// The sync of the next frame; nil when nothing is to be shown.
  private(set) var next: Int64?
  /// The sync at which the last frame was on the screen.
  private var lastShown: Int64 = 0

  init(_ costs: DeviceCosts, takesTime: Bool) {
    self.costs = costs
    self.takesTime = takesTime
  }

  /// Asks for a frame, or for none; one whose sync has come is made in any case.
  mutating func request(_ frame: Int64?, now: SimulatedTime) {
    if let next, costs.time(ofFrame: next) <= now { return }
    next = frame
  }

  /// When the next frame falls due.
  var nextTime: SimulatedTime? { next.map { costs.time(ofFrame: $0) } }

  /// A frame is made now, its work done at some time; returns its number, when it was due on the
  /// screen, and its lateness.
  ///
  /// It could have been on the screen one sync after its own, or after the frame before it. One
  /// that shows nothing new is late for nobody.
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

  /// The whole frame periods that the work of a frame takes beyond the first.
  private func lateness(of work: SimulatedTime) -> SimulatedTime {
    let period = costs.framePeriod.nanoseconds
    guard work.nanoseconds > period else { return .zero }
    return costs.framePeriods((work.nanoseconds - 1) / period)
  }
}
