/// Elementary functions whose last bit does not depend on the machine.
///
/// The functions of a C library differ in their last bits from system to system, and a digest of
/// a simulation would differ with them. These here use only + − × ÷, the square root and the bits
/// of a double, all of which IEEE 754 defines exactly, and no fused operations.
///
/// Each function looks up its value at a near place and corrects it by a short Taylor series, the
/// leading terms in ``DoubleDouble`` arithmetic (the method of P. T. P. Tang, "Table-driven
/// implementation of the exponential function", 1989, and of his papers on the logarithm). The sum
/// before the last rounding is good for more than 60 bits, so results are wrong by at most
/// 0.51 units in the last place; only results below the smallest normal number reach 0.76. A zero
/// of either sign stays as it is where the function passes through the origin, a NaN gives NaN.
///
/// - Complexity: O(1) each, without any loop.
public enum Elementary {
  /// Sine of an angle in radians; NaN for an infinite one.
  ///
  /// Angles of any size are reduced without loss.
  public static func sin(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    let angle = ReducedAngle(x)
    switch angle.quadrant {
    case 0: return angle.sine.rounded
    case 1: return angle.cosine.rounded
    case 2: return -angle.sine.rounded
    default: return -angle.cosine.rounded
    }
  }

  /// Cosine of an angle in radians; NaN for an infinite one.
  ///
  /// Angles of any size are reduced without loss.
  public static func cos(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    guard x.magnitude >= nearlyZero else { return 1 }
    let angle = ReducedAngle(x)
    switch angle.quadrant {
    case 0: return angle.cosine.rounded
    case 1: return -angle.sine.rounded
    case 2: return -angle.cosine.rounded
    default: return angle.sine.rounded
    }
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
  public static func atan(_ x: Double) -> Double {
    guard x.isNaN == false else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    let result = arcTangent(ofPositive: x.magnitude)
    return x < 0 ? -result : result
  }

  /// Arc sine in radians, between -pi/2 and pi/2; NaN for magnitudes above one.
  public static func asin(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    let result = arcSine(ofPositive: x.magnitude)
    return x < 0 ? -result : result
  }

  /// Hyperbolic sine; infinite from magnitude 710.4758 on.
  public static func sinh(_ x: Double) -> Double {
    guard x.isNaN == false else { return .nan }
    guard x.magnitude >= nearlyZero else { return x }
    let result = hyperbolicSine(ofPositive: x.magnitude)
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
}
