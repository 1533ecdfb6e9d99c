internal import ExactMath

/// Random paths through the costs of a device, by which elementary effects are found (Morris 1991).
///
/// On a path each cost is changed once, in random order, from one of four levels to another. The
/// change of a fact in that step is an elementary effect of the cost. The mean of its amount says
/// how much a cost matters, the spread how much that depends on the other costs.
enum CostPaths {
  /// The levels of a cost, in halves of its default: from half to double.
  static let levels = 1...4
  /// The change of one step, in halves: the default.
  static let step = 2

  /// One path: the levels of all costs at its beginning, and the order in which they change.
  struct Path: Hashable {
    var levels: [Int]
    var order: [Int]

    /// The level after a change.
    static func changed(_ level: Int) -> Int {
      level + (level + step <= CostPaths.levels.upperBound ? step : -step)
    }
  }

  /// The paths of some costs.
  static func paths(_ count: Int, ofCosts costCount: Int, seed: UInt64) -> [Path] {
    var stream = RandomStream(seed: seed, name: "costs")
    return (0..<count).map { _ in
      let levels = (0..<costCount).map { _ in
        CostPaths.levels.lowerBound
          + Int(stream.next(through: UInt64(CostPaths.levels.count - 1)))
      }
      var order = Array(0..<costCount)
      for index in order.indices.dropFirst().reversed() {
        order.swapAt(index, Int(stream.next(through: UInt64(index))))
      }
      return Path(levels: levels, order: order)
    }
  }
}
