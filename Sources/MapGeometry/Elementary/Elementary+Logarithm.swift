/// A short reciprocal and its negative logarithm, for one part of the table.
struct LogarithmRow {
  /// A multiple of 1/1024.
  let reciprocal: Double
  /// The negative logarithm of the reciprocal, a multiple of 2^-42.
  let high: Double
  /// What the high part leaves.
  let low: Double

  /// Makes a row of its numbers.
  init(_ reciprocal: Double, _ high: Double, _ low: Double) {
    self.reciprocal = reciprocal
    self.high = high
    self.low = low
  }
}

extension Elementary {
  /// The natural logarithm of a positive finite number; relative error before rounding below
  /// 2^-66.
  ///
  /// x = 2^k m with m about one; the table gives c with c m = 1 + r, |r| < 2^-7, so
  /// ln x = k ln 2 - ln c + ln(1 + r). c has at most eleven bits, so r is known exactly; ln 2 and
  /// the table are rounded to 42 binary places, so their sum is exact as well. Next to one c is one
  /// and k is zero, and the series alone carries the result.
  static func logarithm(ofPositive x: Double) -> Double {
    let isSubnormal = x < 0x1p-1022
    let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern
    let row = Int(truncatingIfNeeded: bits >> 45 & 127)
    let isHalved = row >= 53
    let exponent =
      Int(truncatingIfNeeded: bits >> 52) - 1_023 - (isSubnormal ? 54 : 0) + (isHalved ? 1 : 0)
    let exponentOfOne: UInt64 = isHalved ? 1_022 : 1_023
    let significand = Double(bitPattern: bits & 0xf_ffff_ffff_ffff | exponentOfOne << 52)
    // 30 bits of the significand: their product with the reciprocal is exact, so is the rest's.
    let upper = Double(bitPattern: significand.bitPattern & ~0x7f_ffff)
    let table = logarithms[row]
    let distance = DoubleDouble.sum(
      upper * table.reciprocal - 1, (significand - upper) * table.reciprocal)
    let r = distance.high
    // ln(1 + r) = r - r²/2 + r³ (1/3 - …), the first two terms without loss.
    let halfSquare = DoubleDouble.product(r, -0.5 * r)
    let leading = DoubleDouble.orderedSum(r, halfSquare.high)
    let inner = -1.0 / 6 + r * (1.0 / 7 + r * (-1.0 / 8 + r * (1.0 / 9 + r * (-1.0 / 10))))
    let cube = r * r * r * (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5 + r * inner)))
    let seriesLow = leading.low + (halfSquare.low + distance.low - r * distance.low + cube)
    let power = Double(exponent)
    let sum = DoubleDouble.sum(power * 0x1.62e42fefa38p-1 + table.high, leading.high)
    return sum.high + (sum.low + (seriesLow + table.low + power * 0x1.ef35793c7673p-45))
  }
}
