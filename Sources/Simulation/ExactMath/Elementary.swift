/// Elementary functions whose last bit does not depend on the machine.
///
/// The functions of a C library differ in their last bits from system to system, and a
/// digest of a simulation would differ with them. The functions here use only + − × ÷, the
/// square root and the bits of a double, all of which IEEE 754 defines exactly, and no
/// fused operations.
///
/// Each function looks up its value at a near place and corrects it by a short Taylor
/// series, the leading terms in ``DoubleDouble`` arithmetic (the method of P. T. P. Tang,
/// "Table-driven implementation of the exponential function", 1989, and of his papers on
/// the logarithm). The sum before the last rounding is good for more than 60 bits, so
/// results are wrong by at most 0.51 units in the last place; only results below the
/// smallest normal number reach 0.76. A zero of either sign is returned unchanged where the
/// function passes through the origin. A NaN gives NaN.
///
/// - Complexity: O(1) each, without any loop.
public enum Elementary {
  /// Sine of an angle in radians; NaN for an infinite one.
  ///
  /// Angles of any size are reduced without loss.
  public static func sin(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    return ReducedAngle(x).sine(quartersAhead: 0)
  }

  /// Cosine of an angle in radians; NaN for an infinite one.
  ///
  /// Angles of any size are reduced without loss.
  public static func cos(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    guard x.magnitude >= nearlyZero else { return 1 }
    return ReducedAngle(x).sine(quartersAhead: 1)
  }

  /// Tangent of an angle in radians; NaN for an infinite one.
  ///
  /// No double is an odd multiple of a quarter turn, so the result is always finite.
  public static func tan(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    let angle = ReducedAngle(x)
    guard angle.quadrant % 2 != 0 else { return (angle.sine / angle.cosine).rounded }
    return -(angle.cosine / angle.sine).rounded
  }

  /// Natural logarithm; minus infinity at zero, NaN below it.
  public static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return .infinity }
    return logarithm(ofPositive: x)
  }

  /// The number e to a power; infinite above 709.78, zero below -745.13.
  public static func exp(_ x: Double) -> Double {
    guard x < largestExponent else { return x.isNaN ? .nan : .infinity }
    guard x > smallestExponent else { return 0 }
    let power = exponential(of: x)
    return scaled(power.value.rounded, byPowerOfTwo: power.exponent)
  }

  /// Arc tangent in radians, between -pi/2 and pi/2.
  public static func atan(_ x: Double) -> Double { odd(x, arcTangent(ofPositive:)) }

  /// Arc sine in radians, between -pi/2 and pi/2; NaN for magnitudes above one.
  public static func asin(_ x: Double) -> Double {
    x.magnitude <= 1 ? odd(x, arcSine(ofPositive:)) : .nan
  }

  /// Hyperbolic sine; infinite from magnitude 710.4758 on.
  public static func sinh(_ x: Double) -> Double { odd(x, hyperbolicSine(ofPositive:)) }

  @inline(__always)
  private static func odd(_ x: Double, _ ofPositive: (Double) -> Double) -> Double {
    guard x.isNaN == false else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    let result = ofPositive(x.magnitude)
    return x < 0 ? -result : result
  }
}

extension Elementary {
  /// Below this magnitude x and sin x, tan x, atan x, asin x, sinh x are the same double but for
  /// a cubic term of at most x³/3, a tenth of a unit in the last place.
  private static let nearlyZero = 0x1p-28

  /// Added to and taken from a number of magnitude below 2^51 this rounds it to a whole number,
  /// ties to even, and leaves the whole number in the low bits of the sum.
  ///
  /// The standard library's `rounded()` calls a C library where the processor has no instruction.
  static let roundingShift = 0x1.8p52

  @inline(__always) static func pair(_ table: [Double], _ number: Int) -> DoubleDouble {
    DoubleDouble(table[2 * number], table[2 * number + 1])
  }
}

// MARK: Exponential and hyperbolic sine

extension Elementary {
  static let largestExponent = 0x1.62e42fefa39fp9
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
      r * r * r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5_040)))))
    let leading = DoubleDouble.orderedSum(r, halfSquare.high)
    let growthLow = leading.low + (halfSquare.low + rLow + r * rLow + cube)
    // table · (1 + growth)
    let table = pair(powersOfTwo, whole & 63)
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
    guard x < 40 else { return scaled(growing.value.rounded, byPowerOfTwo: growing.exponent - 1) }
    let falling = exponential(of: -x)
    let difference =
      growing.value * powerOfTwo(growing.exponent - 1)
      - falling.value * powerOfTwo(falling.exponent - 1)
    return difference.rounded
  }

  @inline(__always) static func hyperbolicSine(ofSmall x: Double) -> Double {
    let square = x * x
    let inner = 1.0 / 362_880 + square * (1.0 / 39_916_800 + square * (1.0 / 6_227_020_800))
    let series = 1.0 / 6 + square * (1.0 / 120 + square * (1.0 / 5_040 + square * inner))
    return x + x * square * series
  }
}

// MARK: Logarithm

/// A short reciprocal and its negative logarithm, for one part of the table.
struct LogarithmRow {
  let reciprocal: Double
  /// The negative logarithm of the reciprocal, a multiple of 2^-42.
  let high: Double
  let low: Double

  init(_ number: Int) {
    let table = Elementary.logarithms
    reciprocal = table[3 * number]
    high = table[3 * number + 1]
    low = table[3 * number + 2]
  }
}

extension Elementary {
  /// The natural logarithm of a positive finite number; relative error before rounding below 2^-66.
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
    let table = LogarithmRow(row)
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

// MARK: Arc tangent and arc sine

extension Elementary {
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
  private static func arcTangent(of y: DoubleDouble, over x: DoubleDouble) -> DoubleDouble {
    let shifted = y.high / x.high * 64 + roundingShift
    let row = Int(truncatingIfNeeded: shifted.bitPattern & 127)
    let place = (shifted - roundingShift) * 0x1p-6
    let quotient = (y - x * place) / (x + y * place)
    let q = quotient.high
    let square = q * q
    let series =
      -1.0 / 3
      + square * (1.0 / 5 + square * (-1.0 / 7 + square * (1.0 / 9 + square * (-1.0 / 11))))
    let table = pair(arcTangents, row)
    let sum = DoubleDouble.sum(table.high, q)
    let low = sum.low + (quotient.low + table.low + q * square * series)
    return DoubleDouble.orderedSum(sum.high, low)
  }

  /// The direction of a vector in radians, counterclockwise from the x axis, in -pi...pi; zero for
  /// the vector (0, 0).
  ///
  /// Errs by up to two units in the last place.
  package static func direction(y: Double, x: Double) -> Double {
    guard x != 0 || y != 0 else { return 0 }
    let angle = atan(y.magnitude / x.magnitude)
    let fromEast = x < 0 ? Double.pi - angle : angle
    return y < 0 ? -fromEast : fromEast
  }
}

// MARK: Sine and cosine

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
  private let row: Int
  /// The distance from the place of the row, in radians.
  private let distance: DoubleDouble
  private let sineRest: Double
  private let cosineRest: Double

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
      square * (-0.5 + square * (1.0 / 24 + square * (-1.0 / 720 + square * (1.0 / 40_320))))
  }

  /// The sine of the angle plus some quarter turns.
  func sine(quartersAhead: Int) -> Double {
    let quarters = quadrant + quartersAhead
    let magnitude = (quarters & 1 == 0 ? sine : cosine).rounded
    return quarters & 2 == 0 ? magnitude : -magnitude
  }

  /// The sine of the rest: sin t + cos t · d and small terms.
  var sine: DoubleDouble {
    let tableSine = Elementary.pair(Elementary.sines, 2 * row)
    let tableCosine = Elementary.pair(Elementary.cosines, row)
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
    let tableSine = Elementary.pair(Elementary.sines, 2 * row)
    let tableCosine = Elementary.pair(Elementary.cosines, row)
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
    return (Int(truncatingIfNeeded: shifted.bitPattern & 3), DoubleDouble.sum(third.high, low))
  }
}

extension Elementary {
  /// Quarter turns modulo 4 and the rest of a finite angle of at least 2^20 radians.
  ///
  /// The method of Payne and Hanek ("Radian reduction for trigonometric functions", 1983): only
  /// those 192 digits of 2/pi take part whose product with the angle is neither a multiple of four
  /// quarter turns nor too small to matter. The product is one of whole numbers modulo 2^192, whose
  /// two top bits are the quadrant. No double comes nearer to a multiple of pi/2 than about 2^-62,
  /// and what is cut off lies below 2^-137.
  static func reducedLargeAngle(_ angle: Double) -> (quadrant: Int, rest: DoubleDouble) {
    let significand = angle.significandBitPattern | 1 << 52
    let digits = digitsOfTwoOverPi(from: Int(angle.exponent) - 52 + 63 - 1)
    // The product modulo 2^192, lowest word first.
    let low = digits.2.multipliedFullWidth(by: significand)
    let middle = digits.1.multipliedFullWidth(by: significand)
    let (word1, carry) = middle.low.addingReportingOverflow(low.high)
    let word2 = digits.0 &* significand &+ middle.high &+ (carry ? 1 : 0)
    // One half or more of a quarter turn counts as the next quarter, with a negative rest.
    let quadrant = Int(truncatingIfNeeded: (word2 >> 61 &+ 1) >> 1 & 3)
    let isNegative = word2 >> 61 & 1 == 1
    let fraction = (word2 << 2 | word1 >> 62, word1 << 2 | low.low >> 62, low.low << 2)
    let magnitude = unitInterval(isNegative ? negated(fraction) : fraction)
    let rest = magnitude * quarterTurn
    guard (angle < 0) != isNegative else { return ((angle < 0 ? -quadrant : quadrant) & 3, rest) }
    return ((angle < 0 ? -quadrant : quadrant) & 3, -rest)
  }

  /// The 192 binary digits of ``twoOverPi`` from a place on, highest word first.
  private static func digitsOfTwoOverPi(from place: Int) -> (UInt64, UInt64, UInt64) {
    let word = place >> 6
    let shift = UInt64(place & 63)
    // Swift's shifts by 64 give zero, so a shift of zero needs no special case.
    func shifted(_ index: Int) -> UInt64 {
      twoOverPi[index] << shift | twoOverPi[index + 1] >> (64 - shift)
    }
    return (shifted(word), shifted(word + 1), shifted(word + 2))
  }

  /// Two's complement of a number of three words, highest word first.
  private static func negated(_ words: (UInt64, UInt64, UInt64)) -> (UInt64, UInt64, UInt64) {
    let low = ~words.2 &+ 1
    let middle = ~words.1 &+ (low == 0 ? 1 : 0)
    return (~words.0 &+ (low == 0 && middle == 0 ? 1 : 0), middle, low)
  }

  /// A number of three words, highest word first, divided by 2^192.
  private static func unitInterval(_ words: (UInt64, UInt64, UInt64)) -> DoubleDouble {
    // Pieces of 32 bits are exact doubles; adding them from the top keeps 106 significant bits,
    // because leading zeros cost nothing.
    var result = DoubleDouble(0, 0)
    var weight = 0x1p-32
    for word in [words.0, words.1, words.2] {
      for piece in [word >> 32, word & 0xffff_ffff] {
        result = result + DoubleDouble(Double(piece) * weight, 0)
        weight *= 0x1p-32
      }
    }
    return result
  }
}
