/// An angle as a number of quarter turns and a rest of at most an eighth of a turn, ready to give
/// the sine and the cosine of that rest.
///
/// The rest r is written as j/64 + d with |d| <= 1/128; sine and cosine follow from the table at
/// j/64 and the series of sin d - d and cos d - 1. Relative error of both: below 2^-65.
struct ReducedAngle {
  /// Quarter turns before the rest, modulo 4.
  let quadrant: Int
  /// Whether the rest is negative; the fields below are those of its magnitude.
  private let isNegative: Bool
  /// The row of the table.
  private let row: Int
  /// The distance from the place of the row, in radians.
  private let distance: DoubleDouble
  /// sin d - d of the distance d.
  private let sineRest: Double
  /// cos d - 1 of the distance d.
  private let cosineRest: Double

  /// Reduces a finite angle in radians.
  init(_ angle: Double) {
    let reduced =
      angle.magnitude <= ReducedAngle.mediumLimit
      ? ReducedAngle.reducedMedium(angle) : Elementary.reducedLargeAngle(angle)
    quadrant = reduced.quadrant
    isNegative = reduced.rest.high < 0
    let rest = isNegative ? -reduced.rest : reduced.rest
    let shifted = rest.high * 64 + Elementary.roundingShift
    row = Int(truncatingIfNeeded: shifted.bitPattern & 63)
    let place = (shifted - Elementary.roundingShift) * 0x1p-6
    distance = DoubleDouble.sum(rest.high - place, rest.low)
    let d = distance.high
    let square = d * d
    sineRest = d * square * (-1.0 / 6 + square * (1.0 / 120 + square * (-1.0 / 5_040)))
    cosineRest =
      square
      * (-0.5 + square * (1.0 / 24 + square * (-1.0 / 720 + square * (1.0 / 40_320))))
  }

  /// The sine of the rest: sin t + cos t · d and small terms.
  var sine: DoubleDouble {
    let tableSine = Elementary.sines[row]
    let tableCosine = Elementary.cosines[row]
    let product = DoubleDouble.product(tableCosine.high, distance.high)
    let sum = DoubleDouble.orderedSum(tableSine.high, product.high)
    let low =
      product.low + tableCosine.high * distance.low + tableCosine.low * distance.high
      + tableSine.low + tableCosine.high * sineRest + tableSine.high * cosineRest
    let result = DoubleDouble.orderedSum(sum.high, sum.low + low)
    return isNegative ? -result : result
  }

  /// The cosine of the rest: cos t - sin t · d and small terms.
  var cosine: DoubleDouble {
    let tableSine = Elementary.sines[row]
    let tableCosine = Elementary.cosines[row]
    let product = DoubleDouble.product(tableSine.high, -distance.high)
    let sum = DoubleDouble.orderedSum(tableCosine.high, product.high)
    let low =
      product.low - tableSine.high * distance.low - tableSine.low * distance.high
      + tableCosine.low - tableSine.high * sineRest + tableCosine.high * cosineRest
    return DoubleDouble.orderedSum(sum.high, sum.low + low)
  }
}

extension ReducedAngle {
  /// Up to here a count of quarter turns has 20 bits, so its product with 33 bits is exact.
  private static let mediumLimit = 0x1p20

  /// Quarter turns modulo 4 and the rest of an angle of at most 2^20 radians.
  ///
  /// The method of Cody and Waite: pi/2 in three parts of 33 bits and one of 53, so that all
  /// products but the last are exact; what is cut off lies below 2^-130.
  private static func reducedMedium(_ angle: Double) -> (quadrant: Int, rest: DoubleDouble) {
    guard angle.magnitude > 0.785 else { return (0, DoubleDouble(angle, 0)) }
    let shifted = angle * 0x1.45f306dc9c883p-1 + Elementary.roundingShift
    let turns = shifted - Elementary.roundingShift
    let first = angle - turns * 0x1.921fb544p0
    let second = DoubleDouble.sum(first, -turns * 0x1.0b4611a6p-34)
    let third = DoubleDouble.sum(second.high, -turns * 0x1.3198a2ep-69)
    let low = second.low + third.low - turns * 0x1.b839a252049c1p-104
    return (
      Int(truncatingIfNeeded: shifted.bitPattern & 3), DoubleDouble.sum(third.high, low)
    )
  }
}
