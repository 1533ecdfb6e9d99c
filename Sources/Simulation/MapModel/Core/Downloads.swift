public import MapEvents
public import MapGeometry

/// A batch of a download as the network brings it; times count from the beginning of the download.
public struct PlannedBatch: Hashable, Sendable {
  /// Attempts whose answers never come.
  public struct Losses: Hashable, Sendable {
    /// When the app notices the first one.
    public var first: SimulatedTime
    /// Time between two of them.
    public var interval: SimulatedTime
    /// How many there are.
    public var count: Int

    /// Makes losses of their parts.
    public init(first: SimulatedTime, interval: SimulatedTime, count: Int) {
      precondition(count > 0 && first >= .zero && interval >= .zero, "losses that never happen")
      self.first = first
      self.interval = interval
      self.count = count
    }
  }

  /// The points that it brings.
  public var points: [PointID]
  /// Index of the layer that gets them.
  public var layer: Int
  /// When it arrives; nil for one that is given up after its last loss.
  public var arrival: SimulatedTime?
  /// The attempts before; nil when the first one succeeds.
  public var losses: Losses?

  /// Makes a batch of its parts.
  public init(
    points: [PointID], layer: Int, arrival: SimulatedTime?, losses: Losses? = nil
  ) {
    precondition(arrival != nil || losses != nil, "a batch is given up without a loss")
    precondition(arrival ?? .zero >= .zero, "a batch cannot arrive in the past")
    self.points = points
    self.layer = layer
    self.arrival = arrival
    self.losses = losses
  }
}

/// The downloads that have begun, and how many of their batches are still to come.
struct Downloads {
  private struct Download {
    var pending: Int
    /// Whether the session tells when it begins and ends.
    let isTold: Bool
    var isCancelled = false
  }

  private var all: [Download] = []
  private(set) var hasCancelled = false

  /// The number of a download that begins.
  mutating func begin(batches: Int, isTold: Bool) -> Int32 {
    all.append(Download(pending: batches, isTold: isTold))
    return Int32(all.count - 1)
  }

  /// A batch has come or is given up; returns whether that ends a download of which is told.
  mutating func answer(_ download: Int32) -> Bool {
    assert(all[Int(download)].pending > 0, "more batches come than were asked for")
    all[Int(download)].pending -= 1
    return all[Int(download)].isTold && all[Int(download)].pending == 0
  }

  /// Cancels a download; returns how many batches never come, or nil when it is over.
  mutating func cancel(_ download: Int32) -> Int? {
    let pending = all[Int(download)].pending
    guard pending > 0, !all[Int(download)].isCancelled else { return nil }
    all[Int(download)].isCancelled = true
    hasCancelled = true
    return pending
  }

  /// Whether an event belongs to a download that is cancelled.
  func isCancelled(_ event: ScheduledEvent) -> Bool {
    switch event {
    case .batch(_, _, let download): all[Int(download)].isCancelled
    case .loss(let loss): all[Int(loss.download)].isCancelled
    case .insertion, .computed, .faded, .blocks, .lift, .dragAnswer, .releaseSelection: false
    }
  }
}

/// The next loss of a batch.
struct ScheduledLoss {
  let layer: LayerID
  let points: Int32
  let download: Int32
  let interval: SimulatedTime
  /// How many there are with this one.
  var left: Int32
  /// Whether the batch is given up after the last one.
  let isFatal: Bool
}
