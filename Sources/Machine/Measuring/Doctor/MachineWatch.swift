internal import Foundation
internal import Instruments
internal import Statistics

/// Watches a machine while times are measured on it.
public struct MachineWatch {
  private let texts: SystemTexts
  private let now: () -> Int64
  private let wait: (Int64) -> Void
  private let start: (ticks: SystemTexts.Ticks?, waited: Int64?, nanoseconds: Int64)

  /// Watches this machine from now on.
  public init() {
    self.init(
      .machine, now: { MonotonicClock().nanoseconds },
      wait: { Thread.sleep(forTimeInterval: Double($0) / 1_000_000_000) })
  }

  /// The fewest nanoseconds to watch: the system counts the work of other programs in hundredths
  /// of a second.
  static let least: Int64 = 500_000_000

  init(_ texts: SystemTexts, now: @escaping () -> Int64, wait: @escaping (Int64) -> Void) {
    (self.texts, self.now, self.wait) = (texts, now, wait)
    start = (texts.ticks, texts.waitedMicroseconds, now())
  }

  /// Judges the machine for times, after at least half a second.
  ///
  /// - Parameter noise: The times of a fixed piece of work meanwhile, in nanoseconds.
  /// - Returns: The fitness by the checks of times alone.
  public func fitness(noise: [Int64]) -> MachineFitness {
    let left = start.nanoseconds + MachineWatch.least - now()
    if left > 0 { wait(left) }
    return MachineFitness(forTimes: texts, probes(noise: noise), pressure: pressure)
  }

  /// The nanoseconds after which a busy machine will not have been quiet on the whole.
  static let patience: Int64 = 2_000_000_000

  /// Judges the machine so far by the checks that cannot pass any more.
  ///
  /// These are the checks of the machine itself, and those of other programs and machines after two
  /// seconds. The noise is not judged.
  public var fitnessSoFar: MachineFitness {
    let isOver = now() - start.nanoseconds >= MachineWatch.patience
    return MachineFitness(forTimes: texts, probes(noise: []), pressure: pressure).keeping {
      !$0.isPassing || isOver && $0 != .noise
    }
  }

  /// The share of the time in which a task waited for a processor, in hundredths of a percent.
  private var pressure: Int? {
    let nanoseconds = now() - start.nanoseconds
    guard let before = start.waited, let after = texts.waitedMicroseconds, nanoseconds > 0 else {
      return nil
    }
    return Int((Double(after - before) * 1_000 / Double(nanoseconds) * 10_000).rounded())
  }

  /// The results of probes since the beginning.
  func probes(noise: [Int64]) -> MachineFitness.TimeProbes {
    MachineFitness.TimeProbes(
      isDebugBuild: Build.configuration == "debug",
      clockNanoseconds: MachineWatch.clockNanoseconds, noise: noise,
      ticks: texts.ticks.flatMap { after in start.ticks.map { after.since($0) } })
  }

  /// The least time in which the clock was read, on average over many times.
  private static var clockNanoseconds: Int64 {
    let clock = MonotonicClock()
    let count: Int64 = 1_000
    let laps = (0..<9).map { _ in
      let start = clock.nanoseconds
      for _ in 1..<count { _ = clock.nanoseconds }
      return clock.nanoseconds - start
    }
    return (laps.min() ?? 0) / count
  }
}
