internal import Instruments
public import MapModel
internal import Wire

/// Real times of one session in one fresh process, as a line of JSON for whoever started it.
///
/// A round replays a session once, or a short session several times. The fastest replay counts,
/// because the first one finds the caches of other processes. The first round is a warm-up and is
/// dropped. The processor clock excludes other programs; a replay waits for nothing else.
public struct TimesSample: Codable, Hashable, Sendable {
  /// The version of the line.
  public static let format = 1

  /// The version of the line.
  public var format = TimesSample.format
  /// The session's id.
  public var session: String
  /// Each round by the clock of the processor, in nanoseconds.
  public var processor: [Int64]
  /// Each round by the clock on the wall, in nanoseconds.
  public var wall: [Int64]
  /// Each round of each phase that came, by the clock on the wall, in nanoseconds.
  ///
  /// A phase within another is in both. Empty unless phases were asked for.
  public var phases: [String: [Int64]]

  /// Replays a session whenever it is this process's turn, after a round to warm up.
  ///
  /// - Parameters:
  ///   - session: Its id.
  ///   - hasPhases: Whether phases are timed too, which costs some time itself.
  ///   - repeats: How often a round replays the session.
  ///   - replay: Replays it under a meter.
  public init(
    measuring session: String, hasPhases: Bool, repeats: Int = 1, replay: (any Meter) -> Void
  ) {
    (self.session, processor, wall, phases) = (session, [], [], [:])
    let (clock, processorClock) = (MonotonicClock(), ProcessorClock())
    var isWarm = false
    var laps: [[Int64]] = []
    var (processor, wall) = ([Int64](), [Int64]())
    TurnTaker.takeTurns {
      var fastest = (processor: Int64.max, wall: Int64.max, phases: [Int64]?.none)
      for _ in 0..<repeats {
        let times = hasPhases ? PhaseTimes() : nil
        let meter: any Meter = times ?? StillMeter()
        let (start, processorStart) = (clock.nanoseconds, processorClock.nanoseconds)
        replay(meter)
        let length = processorClock.nanoseconds - processorStart
        guard length < fastest.processor else { continue }
        fastest = (length, clock.nanoseconds - start, times?.nanoseconds)
      }
      if isWarm {
        processor.append(fastest.processor)
        wall.append(fastest.wall)
        if let phases = fastest.phases { laps.append(phases) }
      }
      isWarm = true
    }
    (self.processor, self.wall) = (processor, wall)
    for phase in Phase.allCases where laps.contains(where: { $0[phase.rawValue] > 0 }) {
      phases["\(phase)"] = laps.map { $0[phase.rawValue] }
    }
  }

  /// The sample as one line.
  public var line: String {
    func array(_ times: [Int64]) -> JSON { .array(times.map { .integer($0) }) }
    return JSON.line(
      .object([
        "format": .int(format), "session": .string(session), "processor": array(processor),
        "wall": array(wall), "phases": .object(phases.mapValues { array($0) }),
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

  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    depths[phase.rawValue] += 1
    let start = clock.nanoseconds
    work()
    let lap = clock.nanoseconds - start
    depths[phase.rawValue] -= 1
    if depths[phase.rawValue] == 0 { nanoseconds[phase.rawValue] += lap }
  }
}
