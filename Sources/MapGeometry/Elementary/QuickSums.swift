/// Two sums at once, each good for some bits less than those in ``DoubleDouble`` arithmetic.
///
/// A sum is rounded with its largest possible error taken away and with it added. Where both give
/// the same double, the longer way would give it too, since the error of that is counted in; where
/// not, which is rare, the longer way is gone (the strategy of A. Ziv, "Fast evaluation of
/// elementary mathematical functions with correctly rounded last bit", 1991). Two at once because
/// every processor adds two doubles in the time of one, and latitudes come by twos.
struct QuickSums {
  /// The leading part.
  let high: SIMD2<Double>
  /// Of the rest, a few places smaller, what is known early.
  let early: SIMD2<Double>
  /// What is known last.
  let late: SIMD2<Double>
  /// By how much the sum and that of the longer way may differ.
  let error: SIMD2<Double>

  /// The nearest doubles, and whether the longer way gives the same ones.
  @inline(__always)
  var rounded: (values: SIMD2<Double>, areSure: Bool) {
    let values = high + ((early - error) + late)
    let others = high + ((early + error) + late)
    // One by one: this is two instructions, a mask of the library is twenty.
    return (values, values[0] == others[0] && values[1] == others[1])
  }

  /// The sums of numbers without any error when the first are zero or not the smaller ones in
  /// magnitude (Dekker).
  @inline(__always)
  static func orderedSums(
    _ large: SIMD2<Double>, _ small: SIMD2<Double>
  ) -> (high: SIMD2<Double>, low: SIMD2<Double>) {
    let sums = large + small
    return (sums, small - (sums - large))
  }
}

/// The ways from places of a table to two numbers next to them, which are exact.
struct QuickWays {
  /// The numbers of the places.
  let rows: (Int, Int)
  /// The ways.
  let whole: SIMD2<Double>
  /// What 26 bits of them hold, so that products with other 26 bits are exact.
  let upper: SIMD2<Double>
  /// What those leave.
  let lower: SIMD2<Double>

  /// Makes the ways to numbers from zero on from multiples of 1 / `density`, a power of two.
  ///
  /// They are at most half of 1 / `density` long, and their upper part is a multiple of 2^-26 of
  /// that.
  @inline(__always)
  init(to numbers: SIMD2<Double>, density: Double) {
    let coarse = Elementary.roundingShift / density
    let fine = coarse * 0x1p-27
    let shifted = numbers + coarse
    let places = shifted - coarse
    // Not by way of the whole: this is ready at the same time.
    let rounded = (numbers + fine) - fine
    rows = (QuickWays.row(shifted[0]), QuickWays.row(shifted[1]))
    whole = numbers - places
    upper = rounded - places
    lower = numbers - rounded
  }

  @inline(__always)
  private static func row(_ shifted: Double) -> Int {
    Int(truncatingIfNeeded: shifted.bitPattern & 127)
  }
}

extension SIMD2<Double> {
  /// The numbers without their signs.
  @inline(__always)
  var magnitudes: SIMD2<Double> { SIMD2(self[0].magnitude, self[1].magnitude) }

  /// The magnitudes of these numbers with the signs of others.
  @inline(__always)
  func signed(as others: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      Double(signOf: others[0], magnitudeOf: self[0]),
      Double(signOf: others[1], magnitudeOf: self[1]))
  }

  /// Whether both lie between two limits, the upper one excluded; what is no number does not.
  @inline(__always)
  func lie(from low: Double, below high: Double) -> Bool {
    self[0] >= low && self[1] >= low && self[0] < high && self[1] < high
  }

  /// What a function makes of each.
  func mapped(by function: (Double) -> Double) -> SIMD2<Double> {
    SIMD2(function(self[0]), function(self[1]))
  }

  /// The two ends of a series.
  @inline(__always)
  func line(_ constant: Double, _ slope: Double) -> SIMD2<Double> { constant + self * slope }
}
