internal import Instruments

/// Processor times of replays of a session that take turns with a control.
public struct ControlledReplays: Codable, Hashable, Sendable {
  /// The times of the replays, in nanoseconds.
  public private(set) var replays: [Int64] = []
  /// The times of the control before the first replay and after each, in nanoseconds.
  public private(set) var controls: [Int64] = []

  /// Replays a session several times, after one replay to warm up.
  ///
  /// - Parameters:
  ///   - count: The number of replays.
  ///   - limit: The nanoseconds within which the last replay begins; nil for no limit.
  ///   - replay: Replays the session.
  public init(count: Int, within limit: Int64?, replay: () -> Void) {
    let (clock, processor) = (MonotonicClock(), ProcessorClock())
    var control = ReferenceWork.control
    func duration(of work: () -> Void) -> Int64 {
      let start = processor.nanoseconds
      work()
      return processor.nanoseconds - start
    }
    let start = clock.nanoseconds
    replay()
    control.work()
    controls.append(duration { control.work() })
    while replays.count < count, limit.map({ clock.nanoseconds - start < $0 }) ?? true {
      replays.append(duration(of: replay))
      controls.append(duration { control.work() })
    }
  }

  /// The least control of each third of the measurement; they differ on a disturbed machine.
  public var noise: [Int64] {
    let third = controls.count / 3
    guard third > 0 else { return [] }
    return (0..<3).compactMap { controls[$0 * third..<($0 + 1) * third].min() }
  }
}
