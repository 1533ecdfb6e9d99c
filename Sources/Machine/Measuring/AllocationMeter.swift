public import Instruments
public import MapEvents
public import MapModel
public import Metrics

/// Counts the allocations of a session: bytes at each border of a step or phase, requests
/// in each window.
///
/// It does not allocate while it observes. The counts are exact once the session has been
/// replayed before in the same process: the first replay fills permanent caches of the
/// language's runtime.
public final class AllocationMeter: Meter {
  private let counters: AllocationCounters
  /// Whether requests are counted for each frame, too, which takes microseconds each.
  private let countsFrames: Bool
  private let columns = Phase.allCases.count + 1
  /// The bytes of each phase itself, with a row for each step.
  ///
  /// The first row is for the time between steps, the last column for work outside of phases.
  private var bytes: [Int64]
  /// Requests and live bytes for each step; the first entry is for the time between steps.
  private var requests: [Int64]
  private var held: [Int64]
  private var row = 0
  private var column: Int
  /// The counters at the last border.
  private var lastBytes: UInt64 = 0
  private var lastRequests: UInt64 = 0
  private var start = (allocated: UInt64(0), freed: UInt64(0))
  private var startRequests: UInt64 = 0
  private var peak: Int64 = 0
  private var frames = SteadyFrames()
  /// Whether one more allocation is made in a steady frame, to test that it is noticed.
  private var plantsOne: Bool
  /// The counters at the end of the last frame.
  private var frameStart = (bytes: UInt64(0), requests: UInt64(0))

  /// Creates a meter of a session with a number of steps.
  ///
  /// - Throws: The reason why nothing can be counted.
  public init(
    stepCount: Int, countsFrames: Bool = false, plantsOne: Bool = false
  ) throws(AllocationsUnavailable) {
    counters = try AllocationCounters()
    (self.countsFrames, self.plantsOne) = (countsFrames, plantsOne)
    column = columns - 1
    bytes = Array(repeating: 0, count: (stepCount + 1) * columns)
    requests = Array(repeating: 0, count: stepCount + 1)
    held = Array(repeating: 0, count: stepCount + 1)
  }

  /// Replays a session once and counts its allocations.
  ///
  /// - Parameter play: Replays under this meter, with ``observe(_:)`` as the observer.
  /// - Returns: The counts.
  public func session(_ play: () -> Void) -> Allocations {
    startRequests = counters.requests
    lastRequests = startRequests
    start = (counters.allocatedBytes, counters.freedBytes)
    lastBytes = start.allocated
    play()
    border()
    countRequests()
    return Allocations(
      count: Int64(counters.requests - startRequests),
      bytes: Int64(counters.allocatedBytes - start.allocated), peakLiveBytes: peak,
      rest: part(0), steps: (1..<requests.count).map(part),
      frames: frames.summary(areCounted: countsFrames), phaseNames: Phase.allCases.map { "\($0)" })
  }

  /// The numbers in the session of the first steady frames that asked for memory.
  public var allocatingFrames: [Int32] { frames.numbers }

  /// Takes in an event; the frames follow from them.
  public func observe(_ event: Event) { frames.observe(event) }

  /// Begins a step; counts up to here are not attributed to a step.
  public func stepBegins(_ step: Int32) {
    border()
    countRequests()
    row = Int(step) + 1
  }

  /// Ends a step; counts from here on are not attributed to a step.
  public func stepEnds() {
    border()
    countRequests()
    row = 0
  }

  /// Does the work of a phase and counts its allocations, without those of phases within it.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    border()
    let outer = column
    column = phase.rawValue
    work()
    if plantsOne, phase == .frame, frames.isSteadySoFar {
      AllocationCounters.allocateOnce()
      plantsOne = false
    }
    border()
    column = outer
    if phase == .frame { frameEnds() }
  }

  /// Attributes the bytes since the last border to the phase that ends or is interrupted.
  private func border() {
    let now = counters.allocatedBytes
    bytes[row * columns + column] += Int64(now - lastBytes)
    lastBytes = now
    peak = max(peak, live)
  }

  /// The live bytes among those that the session has requested.
  private var live: Int64 {
    Int64(counters.allocatedBytes - start.allocated) - Int64(counters.freedBytes - start.freed)
  }

  private func countRequests() {
    let now = counters.requests
    requests[row] += Int64(now - lastRequests)
    lastRequests = now
    held[row] = live
  }

  private func frameEnds() {
    let count = countsFrames ? counters.requests : 0
    let now = counters.allocatedBytes
    frames.end(
      bytes: Int64(now - frameStart.bytes), requests: Int64(count - frameStart.requests),
      step: Int32(row) - 1)
    frameStart = (now, count)
  }

  private func part(_ row: Int) -> Allocations.Share {
    let phases = bytes[row * columns..<(row + 1) * columns]
    return Allocations.Share(
      count: requests[row], bytes: phases.reduce(0, +), liveBytes: held[row],
      phases: Array(phases))
  }
}

/// The steady frames and their allocations.
///
/// A frame is steady when, since the previous frame, only the visible region changed, and
/// views came out of their pools and went back into them. No view was created; no cluster,
/// annotation, overlay, callout or selection changed; no finger came or went; nothing was
/// downloaded; no step began or ended.
struct SteadyFrames {
  private(set) var count: Int64 = 0
  /// The number of steady frames that requested memory.
  private(set) var allocating: Int64 = 0
  private(set) var mostBytes: Int64 = 0
  private(set) var mostRequests: Int64 = 0
  /// The step of the first steady frame that requested memory; nil for none.
  private(set) var firstStep: Int32?
  /// The numbers in the session of the first such frames, up to a limit.
  private(set) var numbers: [Int32] = []
  private var number: Int32 = 0
  private var isSteady = false
  private var hasMoved = false

  init() { numbers.reserveCapacity(1_000) }

  /// Whether the frame that is shown now can still be a steady one.
  var isSteadySoFar: Bool { isSteady && hasMoved }

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .map(.visibleRegionChanged): hasMoved = true
    case .frame: break
    case .view(let view): isSteady = isSteady && view.isOfSteadyFrame
    case .session, .map, .data, .selection, .cluster, .callout, .snapshot, .input, .drag, .overlay,
      .delegate, .animator, .calloutAnnotation:
      isSteady = false
    }
  }

  /// Ends a frame with the bytes and the requests since the previous frame.
  mutating func end(bytes: Int64, requests: Int64, step: Int32) {
    if isSteadySoFar {
      count += 1
      mostBytes = max(mostBytes, bytes)
      mostRequests = max(mostRequests, requests)
      if bytes > 0 {
        allocating += 1
        firstStep = firstStep ?? step
        if numbers.count < numbers.capacity { numbers.append(number) }
      }
    }
    number += 1
    (isSteady, hasMoved) = (true, false)
  }

  func summary(areCounted: Bool) -> Allocations.Frames {
    Allocations.Frames(
      count: count, allocating: allocating, mostBytes: mostBytes,
      // Who asks for no bytes asks never.
      mostRequests: areCounted || mostBytes == 0 ? mostRequests : nil, firstStep: firstStep)
  }
}

extension ViewEvent {
  /// Whether it is about a view that comes onto the map or leaves it, and was there before.
  fileprivate var isOfSteadyFrame: Bool {
    switch self {
    case .requested, .reused, .returned, .didAdd, .displayed, .hidden, .unhidden, .appearanceKept,
      .clusteringLost, .roleKept, .memoryChanged, .providerAnsweredNil, .setAside, .shownAgain:
      true
    case .created, .joinedCluster, .leftCluster, .clusterTextRead, .clusterAnnotationRequested,
      .poolsEmptied, .released:
      false
    }
  }
}
