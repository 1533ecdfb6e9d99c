/// Someone who watches a session: gets each event once, in order.
public protocol EventObserver {
  /// Takes in one event.
  mutating func observe(_ event: Event)
}

/// A whole trace, kept only when asked for; long sessions are better observed as they run.
public struct Trace: EventObserver, Hashable, Sendable {
  /// The events in order.
  public private(set) var events: [Event] = []

  /// Makes an empty trace.
  public init() {}

  /// Keeps the event.
  public mutating func observe(_ event: Event) {
    events.append(event)
  }

  /// The fingerprint of the events.
  ///
  /// - Complexity: O(bytes of the trace).
  public var digest: TraceDigest {
    var digest = TraceDigest()
    for event in events { digest.observe(event) }
    return digest
  }
}
