internal import Instruments
public import Statistics

extension TimedReplay {
  /// Replays a session several times in turns with the reference work, after one replay to warm up.
  ///
  /// - Parameters:
  ///   - count: The number of replays.
  ///   - replay: Replays the session.
  /// - Returns: The times in their order.
  public static func times(count: Int, replay: () -> Void) -> [TimedReplay] {
    let processor = ProcessorClock()
    var reference = ReferenceWork()
    func duration(of work: () -> Void) -> Int64 {
      let start = processor.nanoseconds
      work()
      return processor.nanoseconds - start
    }
    replay()
    reference.work()
    var before = duration { reference.work() }
    return (0..<count).map { _ in
      let replayed = duration(of: replay)
      let after = duration { reference.work() }
      defer { before = after }
      return TimedReplay(replay: replayed, before: before, after: after)
    }
  }
}
