extension Elementary {
  /// From here on `exp` overflows.
  static let largestExponent = 0x1.62e42fefa39fp9
  /// Down to here `exp` rounds to zero.
  static let smallestExponent = -0x1.74910d52d3052p9

  /// The number e to a power between -1,000 and 1,000, as value · 2^exponent with a value in
  /// 0.99 ..< 2.01; relative error below 2^-67.
  ///
  /// x = (64 e + j) ln 2 / 64 + r with |r| <= ln 2 / 128, so e^x = 2^e · 2^(j/64) · e^r. The step
  /// ln 2 / 64 is given in two parts of 35 bits and a rest, so its products with the whole number
  /// are exact but for the last.
  static func exponential(of x: Double) -> (value: DoubleDouble, exponent: Int) {
    let shifted = x * 0x1.71547652b82fep6 + roundingShift
    let steps = shifted - roundingShift
    let whole = Int(Int32(truncatingIfNeeded: shifted.bitPattern))
    let rest = DoubleDouble.sum(x - steps * 0x1.62e42fef8p-7, -steps * 0x1.1cf79abc8p-42)
    let r = rest.high
    let rLow = rest.low - steps * 0x1.e3b39803f2f6bp-78
    // e^r - 1 = r + r²/2 + r³ (1/6 + …), the first two terms without loss.
    let halfSquare = DoubleDouble.product(r, 0.5 * r)
    let cube =
      r * r * r
      * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5_040)))))
    let leading = DoubleDouble.orderedSum(r, halfSquare.high)
    let growthLow = leading.low + (halfSquare.low + rLow + r * rLow + cube)
    // table · (1 + growth)
    let table = powersOfTwo[whole & 63]
    let product = DoubleDouble.product(table.high, leading.high)
    let sum = DoubleDouble.orderedSum(table.high, product.high)
    let low = product.low + table.low + table.low * leading.high + table.high * growthLow
    return (DoubleDouble.orderedSum(sum.high, sum.low + low), whole >> 6)
  }

  /// A number of about one times a power of two; rounds at most once.
  static func scaled(_ value: Double, byPowerOfTwo exponent: Int) -> Double {
    if exponent > 1_023 { return value * powerOfTwo(exponent - 1) * 2 }
    if exponent < -1_022 { return value * powerOfTwo(exponent + 60) * 0x1p-60 }
    return value * powerOfTwo(exponent)
  }

  /// Two to a whole power within the normal range.
  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: exponent + 1_023) << 52)
  }

  /// The hyperbolic sine of a positive number, by its series below 1/8 and by (e^x - e^-x) / 2
  /// from there on, where at most three bits cancel.
  static func hyperbolicSine(ofPositive x: Double) -> Double {
    guard x >= 0.125 else { return hyperbolicSine(ofSmall: x) }
    guard x < 711 else { return .infinity }
    let growing = exponential(of: x)
    // e^-x is below 2^-110 of e^x here.
    guard x < 40 else {
      return scaled(growing.value.rounded, byPowerOfTwo: growing.exponent - 1)
    }
    let falling = exponential(of: -x)
    let difference =
      growing.value * powerOfTwo(growing.exponent - 1)
      - falling.value * powerOfTwo(falling.exponent - 1)
    return difference.rounded
  }

  /// The hyperbolic sine of a number below 1/8.
  @inline(__always)
  static func hyperbolicSine(ofSmall x: Double) -> Double {
    let square = x * x
    let inner = 1.0 / 362_880 + square * (1.0 / 39_916_800 + square * (1.0 / 6_227_020_800))
    let series = 1.0 / 6 + square * (1.0 / 120 + square * (1.0 / 5_040 + square * inner))
    return x + x * square * series
  }
}
