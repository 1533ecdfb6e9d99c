public import MapGeometry

/// The network as a session sees it: when each batch of a download arrives.
public struct BatchSchedule: Hashable, Sendable {
  /// One batch: when it arrives after the download began, and which points it brings.
  public struct Batch: Hashable, Sendable {
    /// When it arrives, since the download began.
    public var time: SimulatedTime
    /// The first point.
    public var from: Int
    /// The point after the last one.
    public var to: Int
  }

  /// The batches in the order of their arrival.
  public let batches: [Batch]

  /// Plans a download in batches of at least one point.
  ///
  /// Batch i is due after i + 1 intervals and late by a drawn part of the jitter, of which zero
  /// draws nothing. A batch never overtakes the one before it, as in a queue of requests.
  ///
  /// - Complexity: O(batches).
  public init(
    count: Int, batchSize: Int, interval: SimulatedTime, jitter: SimulatedTime,
    stream: inout RandomStream
  ) {
    precondition(batchSize > 0, "a batch of \(batchSize) points brings nothing")
    var batches: [Batch] = []
    var latest = SimulatedTime.zero
    for (index, from) in stride(from: 0, to: count, by: batchSize).enumerated() {
      let due = SimulatedTime(nanoseconds: interval.nanoseconds * Int64(index + 1))
      let late = jitter > .zero ? Int64(stream.next(through: UInt64(jitter.nanoseconds))) : 0
      latest = max(latest, due + SimulatedTime(nanoseconds: late))
      batches.append(Batch(time: latest, from: from, to: min(from + batchSize, count)))
    }
    self.batches = batches
  }
}
