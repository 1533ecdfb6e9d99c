internal import MapEvents
internal import Measures
internal import Scenarios

/// A mistake that a test plants in what a replay shows, to see that a law finds it.
package struct PlantedFault: Sendable {
  /// The name.
  package let name: String
  /// Whether the second replay has another seed.
  var reseedsSecondReplay = false
  /// Whether it strikes the sessions that others are compared with, and not those.
  var strikesOthers = false
  /// Makes the scenario that is replayed in place of another one; it can also trap.
  var replayed: @Sendable (Scenario) -> Scenario = { $0 }
  /// Makes the events that observers get in place of one, by its number from 1.
  var events: @Sendable (Event, Int) -> [Event] = { event, _ in [event] }
  /// Changes the facts.
  var facts: @Sendable (inout Facts) -> Void = { _ in }

  init(_ name: String) { self.name = name }

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
