internal import Foundation

/// Elementary functions.
public enum Elementary {
  /// Sine of an angle in radians.
  public static func sin(_ x: Double) -> Double { Foundation.sin(x) }
  /// Cosine of an angle in radians.
  public static func cos(_ x: Double) -> Double { Foundation.cos(x) }
  /// Tangent of an angle in radians.
  public static func tan(_ x: Double) -> Double { Foundation.tan(x) }
  /// Natural logarithm.
  public static func log(_ x: Double) -> Double { Foundation.log(x) }
  /// Exponential function.
  public static func exp(_ x: Double) -> Double { Foundation.exp(x) }
  /// Arc tangent in radians.
  public static func atan(_ x: Double) -> Double { Foundation.atan(x) }
  /// Arc sine in radians.
  public static func asin(_ x: Double) -> Double { Foundation.asin(x) }
  /// Hyperbolic sine.
  public static func sinh(_ x: Double) -> Double { Foundation.sinh(x) }
}
