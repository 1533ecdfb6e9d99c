/// Where a series is best cut in two, by the distance of the values on both sides.
///
/// For m values X and the n values Y that follow them
///
///     Q = mn/(m+n) · ( 2/mn · ΣΣ|x - y| - 1/C(m,2) · Σ|x - x'| - 1/C(n,2) · Σ|y - y'| ),
///
/// with each pair once and nothing for the pairs of one value (Székely and Rizzo's energy distance;
/// Matteson and James, "A nonparametric approach for multiple change point analysis of multivariate
/// data", 2014, with α = 1). Y need not reach to the end, so that what comes and goes again is seen
/// too. It is largest where X and Y are furthest apart; nothing is assumed of their distribution.
enum EnergyDistance {
  /// A cut of a part of a series.
  struct Cut: Hashable {
    /// The index of the first value behind it.
    var index: Int
    /// The index behind the last value that is compared.
    var end: Int
    /// The distance of the two sides.
    var distance: Double
  }

  /// The best cut of a part of a series, the first of several; nil for fewer than two values.
  ///
  /// - Complexity: O(n²) for n values.
  static func bestCut(of values: ArraySlice<Double>) -> Cut? {
    guard values.count > 1 else { return nil }
    let sums = PairSums(of: values)
    var best: Cut?
    var withinLeft = 0.0
    for split in 1..<values.count {
      withinLeft += sums[split - 1, upTo: split - 1]
      var (between, withinRight) = (0.0, 0.0)
      for last in split..<values.count {
        between += sums[last, upTo: split]
        withinRight += sums[last, upTo: last] - sums[last, upTo: split]
        let (left, right) = (Double(split), Double(last + 1 - split))
        let apart = 2 * between / (left + right)
        let inLeft = split < 2 ? 0 : 2 * right * withinLeft / ((left + right) * (left - 1))
        let inRight = last == split ? 0 : 2 * left * withinRight / ((left + right) * (right - 1))
        let distance = apart - inLeft - inRight
        if distance > best?.distance ?? -.infinity {
          best = Cut(
            index: values.startIndex + split, end: values.startIndex + last + 1,
            distance: distance)
        }
      }
    }
    return best
  }

  /// Sums of distances: of each value to the first few of its series.
  private struct PairSums {
    private var sums: [Double]
    private let count: Int

    init(of values: ArraySlice<Double>) {
      count = values.count
      sums = Array(repeating: 0, count: count * (count + 1))
      for (row, value) in values.enumerated() {
        var sum = 0.0
        for (column, other) in values.prefix(row + 1).enumerated() {
          sums[row * (count + 1) + column] = sum
          sum += (value - other).magnitude
        }
      }
    }

    /// The distances of a value to the first ones, at most up to itself.
    subscript(index: Int, upTo count: Int) -> Double { sums[index * (self.count + 1) + count] }
  }
}
