// Sine and logarithm of two numbers at once, the same doubles as one by one; see ``QuickSums``.

extension Elementary {
  /// The sines of two angles in radians.
  ///
  /// Up to 1.5 they are sin(t + d) = sin t + cos t d - sin t d²/2 … for t = j/64. Six roundings of
  /// the terms from the second power on and the error of ``sin(_:)`` are together below 2^-64.
  static func sines(_ x: SIMD2<Double>) -> SIMD2<Double> {
    quickSines(x) ?? x.mapped { $0 == 0 ? $0 : quickSines(SIMD2(repeating: $0))?[0] ?? sin($0) }
  }

  @inline(__always)
  private static func quickSines(_ x: SIMD2<Double>) -> SIMD2<Double>? {
    let magnitudes = x.magnitudes
    guard magnitudes.lie(from: 0x1p-20, below: 1.5) else { return nil }
    let way = QuickWays(to: magnitudes, density: 64)
    let table = sineRows
    let (sine0, sine1) = (table[2 * way.rows.0], table[2 * way.rows.1])
    let (cosine0, cosine1) = (table[2 * way.rows.0 + 1], table[2 * way.rows.1 + 1])
    let sine = SIMD2(sine0.high, sine1.high)
    let cosine = SIMD2(cosine0.high, cosine1.high)
    let cosineLow = SIMD2(cosine0.low, cosine1.low)
    let exact = cosine * way.upper
    let leading = QuickSums.orderedSums(sine, exact)
    let d = way.whole
    let square = d * d
    let even = square * square.line(1.0 / 24, -1.0 / 720) - 1.0 / 2
    let odd = square * square.line(1.0 / 120, -1.0 / 5_040) - 1.0 / 6
    let linear =
      SIMD2(sine0.low, sine1.low) + cosine * way.lower + cosineLow * d + leading.low
    let curved = square * (sine * even + d * (cosine + cosineLow) * odd)
    let error = 0x1p-63 * (sine + exact.magnitudes)
    let sums = QuickSums(high: leading.high, early: linear, late: curved, error: error)
    let (values, areSure) = sums.rounded
    return areSure ? values.signed(as: x) : nil
  }

  /// The logarithms of two numbers.
  ///
  /// By the method of ``logarithm(ofPositive:)``, of which only that is kept exact which is so
  /// without an effort: the 42 binary places of ln 2 and of the table, and those of r that come
  /// from the upper part of the significand. Roundings and the terms from the ninth power on are
  /// below 2^-50 of the sum of what they are in.
  static func logarithms(_ x: SIMD2<Double>) -> SIMD2<Double> {
    quickLogarithms(x) ?? x.mapped(by: log)
  }

  @inline(__always)
  private static func quickLogarithms(_ x: SIMD2<Double>) -> SIMD2<Double>? {
    guard x.lie(from: 0x1p-1022, below: .infinity) else { return nil }
    let (left, right) = (LogarithmParts(x[0]), LogarithmParts(x[1]))
    let power = SIMD2(left.power, right.power)
    let reciprocal = SIMD2(left.row.reciprocal, right.row.reciprocal)
    let upper = SIMD2(left.upper, right.upper)
    let rUpper = upper * reciprocal - 1
    let rLower = (SIMD2(left.significand, right.significand) - upper) * reciprocal
    let r = rUpper + rLower
    let square = r * r
    let terms5to8 = r.line(1.0 / 5, -1.0 / 6) + square * r.line(1.0 / 7, -1.0 / 8)
    let series = r.line(1.0 / 3, -1.0 / 4) + square * terms5to8
    let leading = power * 0x1.62e42fefa38p-1 + SIMD2(left.row.high, right.row.high) + rUpper
    let rest = SIMD2(left.row.low, right.row.low) + power * 0x1.ef35793c7673p-45
    let early = (rLower + rest) - 0.5 * square
    let late = (r * square) * series
    let doubt = square + rLower.magnitudes + rest.magnitudes
    let error = 0x1p-50 * doubt + 0x1p-65 * leading.magnitudes
    let (values, areSure) = QuickSums(high: leading, early: early, late: late, error: error).rounded
    return areSure ? values : nil
  }
}

/// A normal number as a power of two and a significand around one.
private struct LogarithmParts {
  let power: Double
  let significand: Double
  /// 30 bits of the significand, whose product with the reciprocal is exact.
  let upper: Double
  let row: LogarithmRow

  @inline(__always)
  init(_ x: Double) {
    let bits = x.bitPattern
    let number = Int(truncatingIfNeeded: bits >> 45 & 127)
    let half: UInt64 = number >= 53 ? 1 : 0
    power = Double(Int(truncatingIfNeeded: bits >> 52 &+ half) - 1_023)
    significand = Double(bitPattern: bits & 0xf_ffff_ffff_ffff | (1_023 &- half) << 52)
    upper = Double(bitPattern: significand.bitPattern & ~0x7f_ffff)
    row = Elementary.logarithms[number]
  }
}
