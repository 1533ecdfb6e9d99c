/// A number as the unevaluated sum of two doubles, good for about 106 bits.
///
/// The building blocks are Knuth's two-sum, Dekker's fast two-sum and Dekker's product with
/// Veltkamp's splitting (T. J. Dekker, "A floating-point technique for extending the available
/// precision", 1971; D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2). They need
/// nothing but correctly rounded + − ×, so every machine gives the same bits. They are inlined:
/// each is shorter than a call of it.
struct DoubleDouble {
  /// The double nearest to the number.
  var high: Double
  /// The remainder, at most half a unit in the last place of `high`.
  var low: Double

  init(_ high: Double, _ low: Double) { (self.high, self.low) = (high, low) }

  /// The double nearest to the number.
  var rounded: Double { high + low }

  /// The sum of two doubles without any error (Knuth; six operations).
  @inline(__always) static func sum(_ left: Double, _ right: Double) -> DoubleDouble {
    let sum = left + right
    let rightPart = sum - left
    let leftPart = sum - rightPart
    return DoubleDouble(sum, (left - leftPart) + (right - rightPart))
  }

  /// The sum of two doubles without any error when the first is zero or not the smaller one in
  /// magnitude (Dekker; three operations).
  static func orderedSum(_ large: Double, _ small: Double) -> DoubleDouble {
    let sum = large + small
    return DoubleDouble(sum, small - (sum - large))
  }

  /// A double as two halves of 26 bits (Veltkamp); overflows beyond 2^996.
  private static func split(_ value: Double) -> (high: Double, low: Double) {
    let scaled = 134_217_729 * value
    let high = scaled - (scaled - value)
    return (high, value - high)
  }

  /// The product of two doubles without any error, unless it overflows or underflows (Dekker).
  @inline(__always) static func product(_ left: Double, _ right: Double) -> DoubleDouble {
    let product = left * right
    let (a, b) = split(left)
    let (c, d) = split(right)
    return DoubleDouble(product, ((a * c - product) + a * d + b * c) + b * d)
  }

  /// The root of a positive number; relative error below 2^-100.
  func squareRoot() -> DoubleDouble {
    let root = high.squareRoot()
    let square = DoubleDouble.product(root, root)
    let rest = (high - square.high) - square.low + low
    return DoubleDouble.orderedSum(root, rest / (2 * root))
  }

  static prefix func - (value: DoubleDouble) -> DoubleDouble {
    DoubleDouble(-value.high, -value.low)
  }

  /// The sum; its error is below 2^-104 of the larger operand, also when they cancel.
  @inline(__always) static func + (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let sum = DoubleDouble.sum(left.high, right.high)
    return orderedSum(sum.high, sum.low + (left.low + right.low))
  }

  /// The difference; its error is below 2^-104 of the larger operand, also when they cancel.
  static func - (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble { left + -right }

  /// The product with a double; relative error below 2^-103.
  @inline(__always) static func * (left: DoubleDouble, right: Double) -> DoubleDouble {
    let product = DoubleDouble.product(left.high, right)
    return orderedSum(product.high, product.low + left.low * right)
  }

  /// The product; relative error below 2^-102.
  @inline(__always) static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble.product(left.high, right.high)
    return orderedSum(product.high, product.low + (left.high * right.low + left.low * right.high))
  }

  /// The quotient; relative error below 2^-100.
  @inline(__always) static func / (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let quotient = left.high / right.high
    let back = DoubleDouble.product(quotient, right.high)
    let rest = (left.high - back.high) - back.low + left.low - quotient * right.low
    return orderedSum(quotient, rest / right.high)
  }
}
