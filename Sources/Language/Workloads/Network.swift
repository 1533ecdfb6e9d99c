internal import ExactMath
public import MapGeometry

/// The network between an app and its server, as the batches of a download meet it.
///
/// By default nothing is late, slow or lost.
public struct Network: Hashable, Sendable {
  /// A line that all batches of a download share, one after the other.
  public struct Line: Hashable, Sendable {
    /// The bandwidth, in bits per second.
    public var bitsPerSecond: Int64
    /// The size of a point, in bytes.
    public var pointBytes: Int64

    /// Makes a line of its parts.
    public init(bitsPerSecond: Int64, pointBytes: Int64) {
      self.bitsPerSecond = bitsPerSecond
      self.pointBytes = pointBytes
    }

    /// Returns the time to carry some points, up to their last bit, in whole nanoseconds.
    func time(of points: Int) -> SimulatedTime {
      let bits = Int128(points) * Int128(pointBytes) * 8
      let speed = Int128(bitsPerSecond)
      let nanoseconds = (bits * 1_000_000_000 + speed - 1) / speed
      return SimulatedTime(nanoseconds: Int64(clamping: nanoseconds))
    }
  }

  /// The loss of answers, and the app's reaction.
  public struct Loss: Hashable, Sendable {
    /// The lost attempts in a million; each is drawn.
    public var perMillion: Int
    /// How long the app waits for an answer that does not come.
    public var retryAfter: SimulatedTime
    /// The number of times that it requests a batch before it gives up.
    public var tries: Int

    /// Makes a loss of its parts.
    public init(perMillion: Int, retryAfter: SimulatedTime, tries: Int) {
      self.perMillion = perMillion
      self.retryAfter = retryAfter
      self.tries = tries
    }

    /// Draws the number of lost attempts for one batch, up to all.
    func draw(from stream: inout RandomStream) -> Int {
      var lost = 0
      while lost < tries, stream.next(through: 999_999) < perMillion { lost += 1 }
      return lost
    }
  }

  /// Whether batches can overtake each other.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    /// A batch waits for those that were asked for before it, until they come or are given up.
    case asSent = "as sent"
    /// A late batch is overtaken.
    case asTheyCome = "as they come"
  }

  /// The delay with which each answer arrives after the server has it.
  public var latency: SimulatedTime
  /// The largest additional latency of a batch, drawn once for all of its attempts.
  public var jitter: SimulatedTime
  /// The line; nil for one on which batches take no time.
  public var line: Line?
  /// The losses; nil where nothing is lost and nothing is drawn.
  public var loss: Loss?
  /// Whether batches can overtake each other.
  public var order: Order

  /// Makes a network of its parts.
  public init(
    latency: SimulatedTime = .zero, jitter: SimulatedTime = .zero, line: Line? = nil,
    loss: Loss? = nil, order: Order = .asSent
  ) {
    self.latency = latency
    self.jitter = jitter
    self.line = line
    self.loss = loss
    self.order = order
  }
}
