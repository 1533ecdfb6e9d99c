internal import MapGeometry

/// The fingerprint of what a session did, whatever looked on and however its steps are written.
///
/// Steps that only look at the map (`snapshot`, `expect`) are left out with all of their events.
/// The number of a step is left out too: steps are told apart by where they begin and end. The
/// names of marks and snapshots are labels and count for nothing. So two scenario files that differ
/// in a comment, a title, a snapshot or an expectation have the same fingerprint.
public struct BehaviorDigest: EventObserver {
  /// The fingerprint so far.
  public private(set) var digest = TraceDigest()

  /// The running step, as far as its events tell.
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
    switch (running, event.kind) {
    // Only what looks on asks for numbers.
    case (_, .session(.counted)): return
    case (_, .session(.stepBegan)):
      running = .begun(event.time)
      return
    case (.begun, .session(.snapshot)), (.begun, .session(.expectationsDue)):
      running = .looking
      return
    case (.looking, .session(.stepEnded)):
      running = .playing
      return
    case (.looking, _): return
    case (.begun(let time), _):
      running = .playing
      digest.observe(Event(time: time, step: 0, kind: .session(.stepBegan)))
    case (.playing, _): break
    }
    digest.observe(Event(time: event.time, step: 0, kind: BehaviorDigest.unnamed(event.kind)))
  }

  private static func unnamed(_ kind: Event.Kind) -> Event.Kind {
    guard case .session(.began(var legend)) = kind else { return kind }
    legend.marks = legend.marks.map { _ in "" }
    legend.snapshots = []
    return .session(.began(legend))
  }
}
