/// The axis of numbers of every chart: from one round number to another.
package struct Axis: Hashable {
  /// The round numbers, ascending, two or more.
  package let ticks: [Double]

  /// An axis of a few ticks around numbers.
  ///
  /// The step is 1, 2 or 5 times a power of ten, as of any ruler. A number that is not finite
  /// counts as the largest there is room for, and one that is none as 0.
  package init(from least: Double, to most: Double, isWhole: Bool) {
    let (least, most) = (Axis.finite(least), Axis.finite(most))
    let isFlat = most <= least
    let margin = isFlat ? max(isWhole ? 1 : 0, least.magnitude / 100) : 0
    let (low, high) = (least - margin, isFlat && margin == 0 ? least + 1 : most + margin)
    let step = Axis.roundStep((high - low) / 4, isWhole: isWhole)
    let first = (low / step).rounded(.down)
    let count = Int(max(1, (high / step).rounded(.up) - first))
    ticks = (0...count).map { (first + Double($0)) * step }
  }

  private static func finite(_ number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, -1e300), 1e300)
  }

  /// The least of 1, 2, 5, 10, … times a power of ten that is not below a number.
  private static func roundStep(_ least: Double, isWhole: Bool) -> Double {
    var power = 1.0
    while power < least { power *= 10 }
    while power / 10 >= least, power > 1e-12 { power /= 10 }
    let step = [power / 5, power / 2].first { $0 >= least } ?? power
    return isWhole ? max(1, step) : step
  }

  /// Where a number lies: 0 at the lower end, 1 at the upper one.
  package func place(of number: Double) -> Double {
    let (first, last) = (ticks[0], ticks[ticks.count - 1])
    return min(1, max(0, (number - first) / (last - first)))
  }
}
