extension Elementary {
  /// A quarter turn in radians.
  static let quarterTurn = DoubleDouble(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)

  /// From here on the arc tangent is a quarter turn to the last bit.
  private static let nearlyInfinite = 0x1p60

  /// The arc tangent of a positive number; above one by way of its reciprocal.
  static func arcTangent(ofPositive x: Double) -> Double {
    guard x < nearlyInfinite else { return quarterTurn.rounded }
    let one = DoubleDouble(1, 0)
    guard x > 1 else { return arcTangent(of: DoubleDouble(x, 0), over: one).rounded }
    return (quarterTurn - arcTangent(of: one, over: DoubleDouble(x, 0))).rounded
  }

  /// The arc sine of a positive number up to one: the angle whose tangent is x / √(1 - x²).
  static func arcSine(ofPositive x: Double) -> Double {
    guard x < 1 else { return quarterTurn.rounded }
    // Near one the subtraction is exact, so nothing is lost where the root is small.
    let cosine = (DoubleDouble(1, 0) - DoubleDouble.product(x, x)).squareRoot()
    let sine = DoubleDouble(x, 0)
    guard x > cosine.high else { return arcTangent(of: sine, over: cosine).rounded }
    return (quarterTurn - arcTangent(of: cosine, over: sine)).rounded
  }

  /// The arc tangent of y / x for 0 <= y <= x.
  ///
  /// With t = j/64 next to y/x, atan(y/x) = atan t + atan((y - t x) / (x + t y)); the last argument
  /// is at most 1/128 and its series needs five terms. Relative error below 2^-67.
  private static func arcTangent(
    of y: DoubleDouble, over x: DoubleDouble
  ) -> DoubleDouble {
    let shifted = y.high / x.high * 64 + roundingShift
    let row = Int(truncatingIfNeeded: shifted.bitPattern & 127)
    let place = (shifted - roundingShift) * 0x1p-6
    let quotient = (y - x * place) / (x + y * place)
    let q = quotient.high
    let square = q * q
    let series =
      -1.0 / 3
      + square * (1.0 / 5 + square * (-1.0 / 7 + square * (1.0 / 9 + square * (-1.0 / 11))))
    let table = arcTangents[row]
    let sum = DoubleDouble.sum(table.high, q)
    let low = sum.low + (quotient.low + table.low + q * square * series)
    return DoubleDouble.orderedSum(sum.high, low)
  }
}
