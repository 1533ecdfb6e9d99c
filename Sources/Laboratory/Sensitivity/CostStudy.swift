/// Screens the costs of the device that a session consults by elementary effects.
struct CostStudy {
  /// The number of random paths of a session.
  static let pathCount = 4

  /// The number of costs.
  let costCount: Int
  /// The source of the paths.
  let seed: UInt64
  /// The judgment under the default costs.
  let standard: Judgment
  /// The judgment when the costs have these levels, in halves of their defaults.
  let judge: ([Int]) -> Judgment

  /// Finds the costs that matter, then walks along the paths.
  func run() -> CostSensitivity {
    var replays = 0
    var changed: Set<Int> = []
    var contradiction: String?
    func judged(_ levels: [Int]) -> Judgment {
      replays += 1
      let judgment = judge(levels)
      contradiction = contradiction ?? judgment.contradiction
      changed.formUnion(
        standard.isGood.indices.filter { judgment.isGood[$0] != standard.isGood[$0] })
      return judgment
    }
    /// Whether the session plays as before when these costs are doubled.
    func isAlike(_ costs: [Int]) -> Bool {
      var levels = defaults
      for cost in costs { levels[cost] = CostPaths.levels.upperBound }
      return judged(levels) == standard
    }
    let search = ConsultedSearch<Int, Int>(
      isAlike: isAlike, answer: { isAlike([$0]) ? nil : $0 })
    let consulted = search.found(in: Array(0..<costCount)).map(\.answer)
    let paths = CostPaths.paths(
      consulted.isEmpty ? 0 : Self.pathCount, ofCosts: consulted.count, seed: seed)
    var effects: [CostEffect] = []
    for path in paths {
      var levels = defaults
      for (cost, level) in zip(consulted, path.levels) { levels[cost] = level }
      var before = judged(levels)
      for cost in path.order.map({ consulted[$0] }) {
        let old = levels[cost]
        levels[cost] = CostPaths.Path.changed(old)
        let after = judged(levels)
        effects.append(
          old < levels[cost]
            ? effect(of: cost, from: before, to: after)
            : effect(of: cost, from: after, to: before))
        before = after
      }
    }
    return CostSensitivity(
      verdictCount: standard.isGood.count, consulted: consulted, effects: effects,
      changed: changed.sorted(), contradiction: contradiction, replayCount: replays)
  }

  /// The default level of each cost.
  private var defaults: [Int] { Array(repeating: CostPaths.step, count: costCount) }

  /// The effect of a step, from the lower level of a cost to the higher one.
  private func effect(of cost: Int, from low: Judgment, to high: Judgment) -> CostEffect {
    let shares = standard.headlines.indices.map { index -> Double? in
      guard let base = standard.headlines[index].number, base != 0,
        let least = low.headlines[index].number, let most = high.headlines[index].number
      else { return nil }
      return (most - least) / base
    }
    let flips = standard.isGood.indices.filter { low.isGood[$0] != high.isGood[$0] }
    return CostEffect(cost: cost, shares: shares, flips: flips)
  }
}

/// One elementary effect of a cost.
struct CostEffect: Codable, Hashable, Sendable {
  /// The index of the cost.
  var cost: Int
  /// The change of each headline fact when the cost grows by its default, as a share of the fact
  /// under the default costs; nil where that was not measured or is 0.
  var shares: [Double?]
  /// The indexes of the verdicts that differ between the two ends.
  var flips: [Int]
}

/// The dependence of one session on the costs of its device.
struct CostSensitivity: Codable, Hashable, Sendable {
  /// The number of verdicts of the session.
  var verdictCount: Int
  /// The indexes of the costs of which the double changes the session, in their order.
  var consulted: [Int]
  /// The effects of all steps of all paths.
  var effects: [CostEffect]
  /// The indexes of the verdicts that differ from those under the default costs in any replay.
  var changed: [Int] = []
  /// The first contradiction of the model, in a sentence.
  var contradiction: String?
  /// The number of replays that this took.
  var replayCount: Int
}
