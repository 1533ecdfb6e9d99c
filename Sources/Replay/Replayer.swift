public import MapEvents
public import MapModel
public import Scenarios

/// Walks a scenario through the simulated map.
///
/// The events are a pure function of the scenario; the stopwatch only observes how long the work
/// takes on this machine.
public struct Replayer {
  private let scenario: Scenario
  private let plan: SessionPlan

  /// Prepares a scenario.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
    plan = SessionPlan(scenario)
  }

  /// The points that annotations with some content numbers stand for, as their rows of data sets;
  /// annotations of no single point have none.
  ///
  /// - Complexity: O(points) for each layer.
  public func points(
    withContents contents: Set<UInt64>, ofLayer layer: Int
  ) -> [UInt64: (data: Int, row: Int)] {
    var points: [UInt64: (data: Int, row: Int)] = [:]
    for (data, set) in scenario.data.enumerated() {
      for row in 0..<set.count {
        let content = MapSimulation.content(ofPoint: plan.point(data: data, row: row), layer: layer)
        if contents.contains(content) { points[content] = (data: data, row: row) }
      }
    }
    return points
  }

  /// Plays the session once.
  ///
  /// - Parameters:
  ///   - stopwatch: Observes real time; a still one for facts.
  ///   - observer: Gets each event once, in order.
  public func play(stopwatch: any Stopwatch, observer: @escaping (Event) -> Void) {
    let map = MapSimulation(setup: plan.setup, stopwatch: stopwatch, observer: observer)
    var player = Player(map: map, plan: plan, seed: scenario.seed)
    map.begin()
    for step in scenario.steps { player.play(step) }
    map.end()
  }
}
