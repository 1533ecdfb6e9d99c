internal import Instruments
public import MapModel
internal import Wire

/// Real times of one session in one fresh process, as a line of JSON for whoever started it.
///
/// A round replays the session once. The first round warms up and is thrown away; the time of the
/// process is the median of the others, since what interrupts it now and then moves no median. The
/// clock of the processor leaves out what others do on it; a replay waits for nothing else.
public struct TimesSample: Codable, Hashable, Sendable {
  /// The version of the line.
  public static let format = 1

  /// The version of the line.
  public var format = TimesSample.format
  /// The session's id.
  public var session: String
  /// The rounds that count.
  public var rounds: Int
  /// The median of the rounds by the clock of the processor, in nanoseconds.
  public var processor: Int64
  /// The median of the rounds by the clock on the wall, in nanoseconds.
  public var wall: Int64
  /// The median time of each phase that came, by the clock on the wall, in nanoseconds.
  ///
  /// A phase within another is in both. Empty unless phases were asked for.
  public var phases: [String: Int64]

  /// Makes a sample of its parts.
  public init(
    session: String, rounds: Int, processor: Int64, wall: Int64, phases: [String: Int64]
  ) {
    (self.session, self.rounds, self.processor) = (session, rounds, processor)
    (self.wall, self.phases) = (wall, phases)
  }

  /// Replays a session in rounds, after one to warm up.
  ///
  /// Phases are timed in rounds of their own, half as many, since their clock costs time.
  public static func measure(
    session: String, rounds: Int, hasPhases: Bool, replay: (any Meter) -> Void
  ) -> TimesSample {
    let (clock, processorClock) = (MonotonicClock(), ProcessorClock())
    let still = StillMeter()
    replay(still)
    let times = (0..<max(rounds, 1)).map { _ in
      let (start, processorStart) = (clock.nanoseconds, processorClock.nanoseconds)
      replay(still)
      let processor = processorClock.nanoseconds - processorStart
      return (processor: processor, wall: clock.nanoseconds - start)
    }
    let laps = (0..<(hasPhases ? (times.count + 1) / 2 : 0)).map { _ in
      let meter = PhaseTimes()
      replay(meter)
      return meter.nanoseconds
    }
    var phases: [String: Int64] = [:]
    for phase in Phase.allCases where hasPhases {
      let time = median(laps.map { $0[phase.rawValue] })
      if time > 0 { phases["\(phase)"] = time }
    }
    return TimesSample(
      session: session, rounds: times.count, processor: median(times.map(\.processor)),
      wall: median(times.map(\.wall)), phases: phases)
  }

  private static func median(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }

  /// The sample as one line.
  public var line: String {
    JSON.line(
      .object([
        "format": .int(format), "session": .string(session), "rounds": .int(rounds),
        "processor": .integer(processor), "wall": .integer(wall),
        "phases": .object(phases.mapValues { .integer($0) }),
      ])
    ).fileText
  }
}

/// Sums up the real time of each phase of a replay; a phase within another is in both.
final class PhaseTimes: Meter {
  private let clock = MonotonicClock()
  private(set) var nanoseconds = [Int64](repeating: 0, count: Phase.allCases.count)
  /// How often each phase is at work; within itself it is counted once.
  private var depths = [Int](repeating: 0, count: Phase.allCases.count)

  func stepBegins(_ step: Int32) {}
  func stepEnds() {}

  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    depths[phase.rawValue] += 1
    let start = clock.nanoseconds
    work()
    let lap = clock.nanoseconds - start
    depths[phase.rawValue] -= 1
    if depths[phase.rawValue] == 0 { nanoseconds[phase.rawValue] += lap }
  }

  func updateEnds(_ update: Int32, step: Int32, marks: Int32) {}
}
