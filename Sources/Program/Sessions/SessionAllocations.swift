internal import Instruments
internal import MapEvents
internal import MapModel
package import Measuring
internal import Metrics
internal import Replay
package import Reporting
package import Scenarios

/// The allocations of a session, in a process that has replayed it before.
package struct SessionAllocations {
  private let scenario: Scenario
  /// Whether a steady frame allocates memory once more, to test that it is noticed.
  private let plantsOne: Bool

  /// Prepares a session.
  package init(of scenario: Scenario, plantsOne: Bool = false) {
    (self.scenario, self.plantsOne) = (scenario, plantsOne)
  }

  /// The allocations of the second replay; the first one makes objects that are made once and
  /// stay.
  package var record: AllocationRecord {
    Replayer(scenario).play(meter: StillMeter()) { _ in }
    return record { _ in }
  }

  /// Returns the stacks that allocate memory; nil in a process without the heap profiler.
  ///
  /// - Parameter areOfSteadyFrames: Whether only stacks of steady frames are recorded.
  /// - Returns: The stacks.
  package func stacks(areOfSteadyFrames: Bool) -> StackSample? {
    let replayer = Replayer(scenario)
    replayer.play(meter: StillMeter()) { _ in }
    var frames: Set<Int32>?
    if areOfSteadyFrames {
      guard let meter = try? AllocationMeter(stepCount: scenario.stepCount, plantsOne: plantsOne)
      else { return nil }
      _ = meter.session {
        replayer.play(meter: meter) { meter.observe($0) }
      }
      frames = Set(meter.allocatingFrames)
    }
    let meter = StackMeter(frames: frames, plantsIn: plantsOne ? frames?.min() ?? 0 : nil)
    return meter.session { replayer.play(meter: meter) { _ in } }
  }

  /// Replays the session under an observer that does not allocate.
  ///
  /// - Parameter observer: Receives each event once, in order; none where nothing can be
  ///   counted.
  /// - Returns: The counts.
  func record(observer: (Event) -> Void) -> AllocationRecord {
    do throws(AllocationsUnavailable) {
      if let reason = SessionAllocations.whyNone { throw reason }
      if let disturbance = AllocationCounters.disturbance { throw disturbance }
      var counted = try count(countsFrames: false, observer)
      let counts = scenario.allocationBudgets.map(\.rule.count)
      if counted.frames.mostRequests == nil, counts.contains(.perSteadyFrame) {
        // Each frame takes some microseconds, so only what is asked about is counted.
        counted.frames = try count(countsFrames: true) { _ in }.frames
      }
      return .counted(counted)
    } catch {
      return .unavailable(error.reason)
    }
  }

  private func count(
    countsFrames: Bool, _ observer: (Event) -> Void
  ) throws(AllocationsUnavailable) -> Allocations {
    let meter = try AllocationMeter(
      stepCount: scenario.stepCount, countsFrames: countsFrames, plantsOne: plantsOne)
    let replayer = Replayer(scenario)
    return withoutActuallyEscaping(observer) { observer in
      // A closure takes memory itself, which is none of the session's.
      let observe = { (event: Event) in
        meter.observe(event)
        observer(event)
      }
      return meter.session { replayer.play(meter: meter, observer: observe) }
    }
  }

  /// The reason why this build counts no allocations; nil when it does.
  private static var whyNone: AllocationsUnavailable? {
    #if DEBUG && !OPTIMIZED
    AllocationsUnavailable(reason: "a debug build asks for more than the release")
    #else
    nil
    #endif
  }
}
