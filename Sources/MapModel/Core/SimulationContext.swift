internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// What all parts of the simulation share: setup, clock, observer, stopwatch and the main-thread
/// time of the next frame.
final class SimulationContext {
  let setup: SimulationSetup
  let stopwatch: any Stopwatch
  private let observer: (Event) -> Void

  /// The simulated instant.
  private(set) var now = SimulatedTime.zero
  /// The id of the running step, or -1.
  private(set) var step: Int32 = -1
  /// Marks set so far.
  private(set) var markCount: Int32 = 0
  /// Modelled main-thread time charged since the last frame.
  private(set) var mainThreadTime = SimulatedTime.zero

  init(
    setup: SimulationSetup, stopwatch: any Stopwatch, observer: @escaping (Event) -> Void
  ) {
    self.setup = setup
    self.stopwatch = stopwatch
    self.observer = observer
  }

  func emit(_ kind: Event.Kind) {
    observer(Event(time: now, step: step, kind: kind))
  }

  func advance(to time: SimulatedTime) {
    assert(time >= now, "time runs backwards from \(now) to \(time)")
    now = time
  }

  func beginStep(_ id: Int32) { step = id }

  func countMark() { markCount += 1 }

  /// Observes the real time of some work beside the session.
  func timed<Result>(_ phase: LapPhase, _ work: () -> Result) -> Result {
    let start = stopwatch.nanoseconds
    let result = work()
    stopwatch.lap(phase, nanoseconds: stopwatch.nanoseconds - start)
    return result
  }

  /// Charges modelled main-thread time to the next frame.
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
