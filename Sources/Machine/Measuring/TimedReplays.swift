internal import Instruments

/// Processor times of replays of a session that take turns with the reference work.
public struct TimedReplays: Codable, Hashable, Sendable {
  /// The times of the replays, in nanoseconds.
  public private(set) var replays: [Int64] = []
  /// The times of the reference work before the first replay and after each, in nanoseconds.
  public private(set) var references: [Int64] = []

  /// Creates times that were measured elsewhere.
  package init(replays: [Int64], references: [Int64]) {
    (self.replays, self.references) = (replays, references)
  }

  /// Replays a session several times, after one replay to warm up.
  ///
  /// - Parameters:
  ///   - count: The number of replays.
  ///   - replay: Replays the session.
  public init(count: Int, replay: () -> Void) {
    let processor = ProcessorClock()
    var reference = ReferenceWork.besideReplays
    func duration(of work: () -> Void) -> Int64 {
      let start = processor.nanoseconds
      work()
      return processor.nanoseconds - start
    }
    replay()
    reference.work()
    references.append(duration { reference.work() })
    for _ in 0..<count {
      replays.append(duration(of: replay))
      references.append(duration { reference.work() })
    }
  }

  /// The least time of the reference work in each third of the measurement.
  ///
  /// The three differ on a disturbed machine.
  public var noise: [Int64] {
    let third = references.count / 3
    guard third > 0 else { return [] }
    return (0..<3).compactMap { references[$0 * third..<($0 + 1) * third].min() }
  }
}
