#if DEBUG
internal import MapEvents
internal import MapModel
internal import Measures
internal import Replay
internal import ScenarioFiles
internal import Scenarios

/// A mistake that a test plants in the events of a replay, to see that a law finds it.
package struct PlantedFault: Sendable {
  /// The name.
  package let name: String
  /// Whether the second replay has another seed.
  var reseedsSecondReplay = false
  /// Makes the text that `fmt` writes.
  var formatted: @Sendable (String) -> String = { $0 }
  /// Changes the scenario that is read from nodes.
  var read: @Sendable (inout Scenario, YAMLNode) -> Void = { _, _ in }
  /// Makes the scenario that is replayed in place of another one; it can also trap.
  var replayed: @Sendable (Scenario) -> Scenario = { $0 }
  /// Makes the events that observers get in place of one, by its number from 1.
  var events: @Sendable (Event, Int) -> [Event] = { event, _ in [event] }
  /// Changes the facts.
  var facts: @Sendable (inout Facts) -> Void = { _ in }

  /// The mistake that a test plants in all sessions alike, so that a law shows it by what
  /// differs between them; nil for none.
  @TaskLocal package static var current: PlantedFault?

  /// Replays a session with the mistake; only the scenario differs in a second replay, not events.
  func play(
    _ scenario: Scenario, as part: PlayedSession.Part, _ observe: @escaping (Event) -> Void
  ) {
    var scenario = replayed(scenario)
    if part == .again, reseedsSecondReplay { scenario.seed &+= 1 }
    var number = 0
    Replayer(scenario).play(meter: StillMeter()) { event in
      number += 1
      for event in part == .again ? [event] : events(event, number) { observe(event) }
    }
  }

  init(_ name: String) { self.name = name }

  /// A mistake, `trap` or `hang`, that ends no session with a memory warning; nil for other names.
  package init?(ending name: String) {
    self.init(name)
    switch name {
    case "trap":
      replayed = { scenario in
        precondition(!scenario.warnsOfMemory, "a planted trap")
        return scenario
      }
    case "hang":
      replayed = { scenario in
        while scenario.warnsOfMemory {}
        return scenario
      }
    default: return nil
    }
  }

  /// A mistake in events.
  init(_ name: String, events: @escaping @Sendable (Event, Int) -> [Event]) {
    self.init(name)
    self.events = events
  }

  /// A mistake in facts.
  init(_ name: String, facts: @escaping @Sendable (inout Facts) -> Void) {
    self.init(name)
    self.facts = facts
  }
}

extension Scenario {
  fileprivate var warnsOfMemory: Bool {
    steps.hasAction { if case .memoryWarning = $0 { true } else { false } }
  }
}
#endif
