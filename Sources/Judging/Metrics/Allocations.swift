/// The allocations of a session, exact for one build.
public struct Allocations: Codable, Hashable, Sendable {
  /// The number of requests for memory.
  public var count: Int64
  /// The number of bytes requested, freed or not.
  public var bytes: Int64
  /// The peak number of live bytes, sampled when a phase or step begins or ends.
  ///
  /// The allocator samples its own peak every 64 KiB, from a beginning that depends on the
  /// allocations before, so it is not used.
  public var peakLiveBytes: Int64
  /// The allocations before, between and after the steps.
  public var rest: Share
  /// Each step, by its id; all rounds of a `repeat` together.
  public var steps: [Share]
  /// The steady frames.
  public var frames: Frames
  /// The names of the phases, in their order.
  public var phaseNames: [String]

  /// Makes allocations of their parts.
  public init(
    count: Int64, bytes: Int64, peakLiveBytes: Int64, rest: Share, steps: [Share], frames: Frames,
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

  /// The allocations of a part of the session.
  public struct Share: Codable, Hashable, Sendable {
    /// The number of requests for memory.
    public var count: Int64
    /// The number of bytes requested.
    public var bytes: Int64
    /// The number of live bytes of the session at the end of the part.
    public var liveBytes: Int64
    /// The bytes of each phase by itself, in their order, and then those of none.
    public var phases: [Int64]

    /// Makes a part of its numbers.
    public init(count: Int64, bytes: Int64, liveBytes: Int64, phases: [Int64]) {
      (self.count, self.bytes) = (count, bytes)
      (self.liveBytes, self.phases) = (liveBytes, phases)
    }
  }

  /// The allocations of steady frames, in which only the region moved.
  public struct Frames: Codable, Hashable, Sendable {
    /// The number of steady frames.
    public var count: Int64
    /// The number of frames that requested memory.
    public var allocating: Int64
    /// The largest number of bytes that one frame requested.
    public var mostBytes: Int64
    /// The largest number of requests of one frame; nil when only bytes were counted.
    public var mostRequests: Int64?
    /// The step of the first frame that requested memory; nil for none.
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
