public import ExactMath
public import MapGeometry

/// The network as a session sees it: when each batch of a download arrives, if it does.
public struct BatchSchedule: Hashable, Sendable {
  /// The batches that an app asks for.
  public struct Requests: Hashable, Sendable {
    /// Points in a batch; the last one with points may have fewer.
    public var batchSize: Int
    /// Time between batches; the first is due one interval after the download began.
    public var interval: SimulatedTime
    /// Whether one more is asked for, which brings no point.
    public var endsEmpty: Bool

    /// Makes requests of their parts.
    public init(batchSize: Int, interval: SimulatedTime, endsEmpty: Bool = false) {
      precondition(batchSize > 0, "a batch of \(batchSize) points brings nothing")
      self.batchSize = batchSize
      self.interval = interval
      self.endsEmpty = endsEmpty
    }

    /// The number of batches for a number of points.
    public func number(for points: Int) -> Int {
      (points + batchSize - 1) / batchSize + (endsEmpty ? 1 : 0)
    }
  }

  /// One batch: which points it brings, and when, since the download began.
  public struct Batch: Hashable, Sendable {
    /// When it arrives; nil for one that is given up.
    public var time: SimulatedTime?
    /// The first point.
    public var from: Int
    /// The point after the last one.
    public var to: Int
    /// When its first attempt is due.
    public var due: SimulatedTime
    /// How many attempts are lost, each noticed one `retryAfter` after the one before.
    public var losses = 0
  }

  /// The batches in the order in which they are asked for.
  public let batches: [Batch]

  /// Plans a download.
  ///
  /// Batch i is due after i + 1 intervals. An attempt that is lost is made again after
  /// `retryAfter`; the one that is not is late by the latency and by a drawn part of the jitter, of
  /// which zero draws nothing, and then takes the line for as long as its points need. The line
  /// takes batches as they get there or, in a queue of requests, in the order in which they are
  /// asked for, where those after one that is given up wait until it is.
  ///
  /// - Precondition: ``longestTime(of:in:over:)`` is a simulated time.
  /// - Complexity: O(n log n) for n batches.
  public init(
    of count: Int, in requests: Requests, over network: Network, jitter: inout RandomStream,
    losses: inout RandomStream
  ) {
    var batches: [Batch] = []
    // When each gets to the line, or is given up.
    var ends: [SimulatedTime] = []
    for index in 0..<requests.number(for: count) {
      let from = min(index * requests.batchSize, count)
      let due = SimulatedTime(nanoseconds: requests.interval.nanoseconds * Int64(index + 1))
      let lost = network.loss?.draw(from: &losses) ?? 0
      let retries = SimulatedTime(
        nanoseconds: (network.loss?.retryAfter.nanoseconds ?? 0) * Int64(lost))
      var late = SimulatedTime.zero
      if network.jitter > .zero {
        let bound = UInt64(network.jitter.nanoseconds)
        late = SimulatedTime(nanoseconds: Int64(jitter.next(through: bound)))
      }
      let isGivenUp = lost > 0 && lost == network.loss?.tries
      ends.append(due + retries + (isGivenUp ? .zero : network.latency + late))
      batches.append(
        Batch(
          time: isGivenUp ? nil : ends[index], from: from,
          to: min(from + requests.batchSize, count), due: due, losses: lost))
    }
    var line = Array(batches.indices)
    if network.order == .asTheyCome {
      line = line.filter { batches[$0].time != nil }.sorted { (ends[$0], $0) < (ends[$1], $1) }
    }
    var free = SimulatedTime.zero
    for index in line {
      free = max(free, ends[index])
      guard batches[index].time != nil else { continue }
      let points = batches[index].to - batches[index].from
      free = free + (network.line?.time(of: points) ?? .zero)
      batches[index].time = free
    }
    self.batches = batches
  }

  /// The time in nanoseconds after which a download is over, whatever is drawn.
  public static func longestTime(
    of count: Int, in requests: Requests, over network: Network
  ) -> Int128 {
    let number = requests.number(for: count)
    var time = Int128(requests.interval.nanoseconds) * Int128(number)
    time += Int128(network.latency.nanoseconds) + Int128(network.jitter.nanoseconds)
    if let loss = network.loss {
      time += Int128(loss.retryAfter.nanoseconds) * Int128(loss.tries)
    }
    if let line = network.line {
      let full = Int128(line.time(of: requests.batchSize).nanoseconds)
      time += full * Int128(count / requests.batchSize)
      time += Int128(line.time(of: count % requests.batchSize).nanoseconds)
    }
    return time
  }
}
