/// By how much paired values moved: Hodges and Lehmann's estimate with its exact interval.
///
/// Both come from the Walsh averages, the means of every two differences and of each with itself.
/// The estimate is their median; the ends of the interval are those of them that the signed-rank
/// test does not reject as the shift. No distribution of the differences is assumed but symmetry,
/// and no value is thrown away.
public struct ShiftEstimate: Hashable, Sendable {
  /// The number of differences.
  public let count: Int
  /// The estimate.
  public let shift: Double
  /// The lower end of the interval; minus infinity when there are too few for one.
  public let lower: Double
  /// The upper end of the interval; infinity when there are too few for one.
  public let upper: Double

  /// Estimates the shift of differences; nil without any.
  ///
  /// - Parameters:
  ///   - differences: Numbers, in any order.
  ///   - level: How likely the interval may miss the shift, both sides together.
  /// - Complexity: O(n² log n) for n differences.
  public init?(of differences: [Double], level: Double) {
    guard !differences.isEmpty else { return nil }
    let averages = ShiftEstimate.walshAverages(of: differences).sorted()
    count = differences.count
    shift = ShiftEstimate.median(ofSorted: averages)
    let cut = ShiftEstimate.cut(count: differences.count, level: level)
    lower = cut > 0 ? averages[cut - 1] : -.infinity
    upper = cut > 0 ? averages[averages.count - cut] : .infinity
  }

  /// The shift alone, without an interval; nil without differences.
  ///
  /// - Complexity: O(n²) for n differences on average, as the averages are not sorted.
  static func shift(of differences: [Double]) -> Double? {
    guard !differences.isEmpty else { return nil }
    var averages = walshAverages(of: differences)
    let middle = averages.count / 2
    partition(&averages, at: middle)
    guard averages.count.isMultiple(of: 2) else { return averages[middle] }
    let below = averages[..<middle].reduce(-.infinity) { max($0, $1) }
    return (below + averages[middle]) / 2
  }

  /// Moves the value that sorting would put at an index there, smaller ones before it and larger
  /// ones behind it (Hoare's selection).
  static func partition(_ values: inout [Double], at index: Int) {
    var (low, high) = (values.startIndex, values.endIndex - 1)
    while low < high {
      let pivot = values[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        guard left <= right else { break }
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
      if index <= right { high = right } else if index >= left { low = left } else { return }
    }
  }

  /// How wide the interval is.
  public var width: Double { upper - lower }

  /// The largest k for which k - 1 or less is not likelier than half of the level, 0 for none.
  static func cut(count: Int, level: Double) -> Int {
    let distribution = SignedRankDistribution(count: count)
    var cut = 0
    while distribution.chance(ofAtMost: cut) <= level / 2 { cut += 1 }
    return cut
  }

  private static func walshAverages(of differences: [Double]) -> [Double] {
    var averages: [Double] = []
    averages.reserveCapacity(differences.count * (differences.count + 1) / 2)
    for (index, first) in differences.enumerated() {
      for second in differences[index...] { averages.append((first + second) / 2) }
    }
    return averages
  }

  static func median(ofSorted values: [Double]) -> Double {
    let middle = values.count / 2
    return values.count.isMultiple(of: 2)
      ? (values[middle - 1] + values[middle]) / 2 : values[middle]
  }
}
