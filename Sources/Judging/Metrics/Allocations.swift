/// What a session asked the allocator for: exact for one build.
public struct Allocations: Codable, Hashable, Sendable {
  /// How often it asked for memory.
  public var count: Int64
  /// How many bytes it asked for, freed or not.
  public var bytes: Int64
  /// The most that it held when a phase or step began or ended.
  ///
  /// The allocator's own peak is looked at every 64 KiB, from a beginning that depends on what came
  /// before.
  public var peakLiveBytes: Int64
  /// What came before, between and after the steps.
  public var rest: Part
  /// Each step, by its id; all rounds of a `repeat` together.
  public var steps: [Part]
  /// The steady frames.
  public var frames: Frames
  /// The names of the phases, in their order.
  public var phaseNames: [String]

  /// Makes allocations of their parts.
  public init(
    count: Int64, bytes: Int64, peakLiveBytes: Int64, rest: Part, steps: [Part], frames: Frames,
    phaseNames: [String]
  ) {
    (self.count, self.bytes, self.peakLiveBytes) = (count, bytes, peakLiveBytes)
    (self.rest, self.steps, self.frames) = (rest, steps, frames)
    self.phaseNames = phaseNames
  }

  /// One of the counts that can be expected; nil where there was nothing to count.
  public func value(of count: AllocationCount) -> Int64? {
    switch count {
    case .perSteadyFrame: frames.count > 0 ? frames.mostRequests : nil
    case .requests: self.count
    case .bytes: bytes
    case .peak: peakLiveBytes
    }
  }

  /// What a part of the session asked for.
  public struct Part: Codable, Hashable, Sendable {
    /// How often it asked for memory.
    public var count: Int64
    /// How many bytes it asked for.
    public var bytes: Int64
    /// What the session held at its end.
    public var liveBytes: Int64
    /// The bytes of each phase by itself, in their order, and then those of none.
    public var phases: [Int64]

    /// Makes a part of its numbers.
    public init(count: Int64, bytes: Int64, liveBytes: Int64, phases: [Int64]) {
      (self.count, self.bytes) = (count, bytes)
      (self.liveBytes, self.phases) = (liveBytes, phases)
    }
  }

  /// What frames asked for in which only the region moved on.
  public struct Frames: Codable, Hashable, Sendable {
    /// How many there were.
    public var count: Int64
    /// How many of them asked for memory.
    public var allocating: Int64
    /// The most bytes of one of them.
    public var mostBytes: Int64
    /// The most requests of one of them; nil when bytes alone were looked at.
    public var mostRequests: Int64?
    /// The step of the first one that asked for memory; nil for none.
    public var firstStep: Int32?

    /// Makes frames of their numbers.
    public init(
      count: Int64, allocating: Int64, mostBytes: Int64, mostRequests: Int64?, firstStep: Int32?
    ) {
      (self.count, self.allocating) = (count, allocating)
      (self.mostBytes, self.mostRequests, self.firstStep) = (mostBytes, mostRequests, firstStep)
    }
  }
}
