internal import MapGeometry

/// The fingerprint of the events of a session, independent of observers and of the spelling of
/// steps.
///
/// Steps that only look at the map (`snapshot`, `expect`) are left out with all of their events.
/// The number of a step is left out too: steps are told apart by where they begin and end. The
/// names of marks and snapshots are labels and count for nothing. So two scenario files that differ
/// in a comment, a title, a snapshot or an expectation have the same fingerprint.
public struct BehaviorDigest: EventObserver {
  /// The fingerprint so far.
  public private(set) var digest = TraceDigest()

  /// The running step, known from its events.
  private enum Running {
    /// The step takes part, or no step runs.
    case playing
    /// The step began at this time; its first event tells its kind.
    case begun(SimulatedTime)
    /// The step only looks at the map.
    case looking
  }

  private var running = Running.playing

  /// Makes the fingerprint of nothing.
  public init() {}

  /// Takes in one event.
  ///
  /// - Complexity: O(bytes of the event).
  public mutating func observe(_ event: Event) {
    // Events of other families are many: none is copied to be told apart.
    if case .session(let session) = event.kind {
      observe(session, at: event.time)
    } else if takesPart() {
      digest.observe(event.kind, at: event.time)
    }
  }

  private mutating func observe(_ event: SessionEvent, at time: SimulatedTime) {
    switch (running, event) {
    // Only what looks on asks for numbers.
    case (_, .counted): return
    case (_, .stepBegan): running = .begun(time)
    case (.begun, .snapshot), (.begun, .expectationsDue): running = .looking
    case (.looking, .stepEnded): running = .playing
    case (.looking, _): return
    case (.begun, _), (.playing, _):
      if takesPart() { digest.observe(.session(BehaviorDigest.unnamed(event)), at: time) }
    }
  }

  /// Takes in that the step began, where this is its first event.
  ///
  /// - Returns: Whether the step takes part.
  private mutating func takesPart() -> Bool {
    switch running {
    case .looking: return false
    case .playing: return true
    case .begun(let time):
      running = .playing
      digest.observe(.session(.stepBegan), at: time)
      return true
    }
  }

  private static func unnamed(_ event: SessionEvent) -> SessionEvent {
    guard case .began(var legend) = event else { return event }
    legend.marks = legend.marks.map { _ in "" }
    legend.snapshots = []
    return .began(legend)
  }
}
