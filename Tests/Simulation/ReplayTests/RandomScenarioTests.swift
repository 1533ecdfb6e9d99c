import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Measures
import Metrics
import Replay
import ScenarioFiles
import Scenarios
import Testing

/// What holds whatever a valid scenario asks for.
@Suite("Random scenarios")
struct RandomScenarioTests {
  private static let blocks = 0..<24

  private static func scenarios(of block: Int) -> [Scenario] {
    (block * 10..<block * 10 + 10).map { RandomScenario.scenario(seed: $0, steps: 30) }
  }

  @Test(arguments: blocks)
  func `play to their end without a contradiction`(block: Int) {
    for scenario in RandomScenarioTests.scenarios(of: block) {
      var auditor = TraceAuditor()
      var last: Event.Kind?
      var isSettling = true
      Replayer(scenario).play(meter: StillMeter()) { event in
        auditor.observe(event)
        last = event.kind
        if event.kind == .session(.neverSettled) { isSettling = false }
      }
      let seed = scenario.seed
      #expect(auditor.contradictions.map(\.sentence) == [], "seed \(seed)")
      #expect(last == .session(.ended), "seed \(seed)")
      #expect(isSettling, "seed \(seed)")
    }
  }

  /// The auditor counts from other events what the map reports of itself.
  @Test
  func `have the numbers that the map reports`() {
    var reported: Set<MapCondition.Quantity> = []
    for var scenario in (0..<16).flatMap({ RandomScenarioTests.scenarios(of: $0) }) {
      var auditor = TraceAuditor()
      let before = RandomScenarioTests.digest(of: scenario)
      for quantity in MapCondition.Quantity.allCases {
        scenario.expect(.never, MapCondition(quantity, 99...99))
        if quantity.isOfLayers {
          scenario.expect(.never, MapCondition(quantity, 99...99, layer: 0))
        }
      }
      Replayer(scenario).play(meter: StillMeter()) { event in
        auditor.observe(event)
        if case .session(.counted(let counted, let number)) = event.kind, number > 0 {
          reported.insert(counted.quantity)
        }
      }
      #expect(auditor.contradictions.map(\.sentence) == [], "seed \(scenario.seed)")
      #expect(RandomScenarioTests.digest(of: scenario) == before, "seed \(scenario.seed)")
    }
    #expect(reported == Set(MapCondition.Quantity.allCases))
  }

  private static func digest(of scenario: Scenario) -> TraceDigest {
    var behavior = BehaviorDigest()
    Replayer(scenario).play(meter: StillMeter()) { behavior.observe($0) }
    return behavior.digest
  }

  @Test
  func `do everything that a step can do`() {
    var verbs: Set<String> = []
    for scenario in RandomScenarioTests.blocks.flatMap({ RandomScenarioTests.scenarios(of: $0) }) {
      verbs.formUnion(scenario.steps.map(\.action.verb))
    }
    // A pinch as well, for the map.
    // The reader writes out what stands for other steps.
    let others = ["one-finger zoom", "for each", "run"]
    #expect(verbs.union(others) == Set(ScenarioSchema.object(.step).keys))
  }

  /// The scenarios give every option at least two values.
  @Test
  func `set every option`() {
    let scenarios = RandomScenarioTests.blocks.flatMap { RandomScenarioTests.scenarios(of: $0) }
    for option in MapOptions.definitions {
      let values = Set(scenarios.map { option.value($0.options) })
      #expect(values.count > 1, "\(option.name)")
    }
    for option in ViewportOptions.definitions {
      let values = Set(scenarios.map { option.value($0.map.viewportOptions) })
      #expect(values.count > 1, "\(option.name)")
    }
  }

  /// 180 and -180 degrees are one meridian: it does not matter which of them a map is centerd at.
  @Test
  func `play alike on either side of the 180th meridian`() {
    for seed in 0..<120 {
      let sides = [180.0, -180].map { longitude in
        var scenario = RandomScenario.scenario(seed: seed, steps: 12)
        scenario.map.region.center.longitude = longitude
        var trace = TraceDigest()
        Replayer(scenario).play(meter: StillMeter()) { trace.observe($0) }
        return trace.value
      }
      #expect(sides[0] == sides[1], "seed \(seed)")
    }
  }

  /// A generator that brings nothing about finds nothing.
  @Test
  func `bring about what is rare`() {
    let rare: Set<String> = [
      "reentered", "interrupted", "dropped", "cancelled", "settled", "accessory", "reused",
      "hidden", "exchanged", "cut short", "subtitle", "nothing new",
    ]
    let callbacks = DelegateCallback.allCases.filter {
      // Too rare: a drag, an accessory, a native cluster, another way to follow the user or a load
      // at the end of rendering while nobody is there.
      ![
        .dragStateChanged, .accessoryTapped, .clusterAnnotation, .trackingChanged, .mapRendered,
      ].contains($0)
    }
    var signs: Set<String> = []
    var missing: Set<String> { rare.union(callbacks.map { "unanswered \($0)" }).subtracting(signs) }
    // What is rare depends on the draws; a few blocks more than the others play are enough.
    for scenario in (0..<96).lazy.flatMap({ RandomScenarioTests.scenarios(of: $0) })
    where !missing.isEmpty {
      Replayer(scenario).play(meter: StillMeter()) { event in
        switch event.kind {
        case .map(.reentered): signs.insert("reentered")
        case .map(.regionChangeInterrupted): signs.insert("interrupted")
        case .drag(.stateChanged(_, .ending, _)): signs.insert("dropped")
        case .drag(.stateChanged(_, .canceling, _)): signs.insert("cancelled")
        case .callout(.settled): signs.insert("settled")
        case .callout(.accessoryTapped): signs.insert("accessory")
        case .cluster(.applied(_, _, let change)) where change.reused > 0: signs.insert("reused")
        case .cluster(.computed(_, _, let work)) where work.isNothing: signs.insert("nothing new")
        case .view(.hidden): signs.insert("hidden")
        case .overlay(.exchanged): signs.insert("exchanged")
        case .delegate(.unanswered(let callback)): signs.insert("unanswered \(callback)")
        case .animator(.cutShort): signs.insert("cut short")
        case .cluster(.subtitleRequested): signs.insert("subtitle")
        default: break
        }
      }
    }
    #expect(missing.isEmpty)
  }
}

extension Scenario {
  /// Expects a promise about a condition.
  fileprivate mutating func expect(_ demand: Promise.Demand, _ condition: MapCondition) {
    var placed = PlacedExpectation(
      expectation: Expectation(metric: .promisesKept, rule: .always),
      written: WrittenRule("never", line: 1, column: 1))
    placed.promise = Promise(demand, Occurrence(.condition(condition)))
    expectations.append(placed)
  }
}
