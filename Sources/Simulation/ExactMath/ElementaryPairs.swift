// Sine and logarithm of two numbers at once, the same doubles as one by one; see ``QuickSums``.

extension Elementary {
  /// The sines of two angles in radians.
  ///
  /// Up to 1.5 they are sin(t + d) = sin t + cos t d - sin t d²/2 … for t = j/64. Six roundings of
  /// the terms from the second power on and the error of ``sin(_:)`` are together below 2^-64.
  package static func sines(_ x: SIMD2<Double>) -> SIMD2<Double> {
    quickSines(x) ?? x.mapped { $0 == 0 ? $0 : quickSines(SIMD2(repeating: $0))?[0] ?? sin($0) }
  }

  @inline(__always) private static func quickSines(_ x: SIMD2<Double>) -> SIMD2<Double>? {
    let magnitudes = x.magnitudes
    guard magnitudes.lie(from: 0x1p-20, below: 1.5) else { return nil }
    let way = ExactSteps(to: magnitudes, density: 64)
    let rows = TableRows(Elementary.sines, way.rows, width: 4)
    let (sine, sineLow, cosine, cosineLow) = (rows[0], rows[1], rows[2], rows[3])
    let exact = cosine * way.upper
    let leading = QuickSums.orderedSums(sine, exact)
    let d = way.whole
    let square = d * d
    let even = square * square.line(1.0 / 24, -1.0 / 720) - 1.0 / 2
    let odd = square * square.line(1.0 / 120, -1.0 / 5_040) - 1.0 / 6
    let linear = sineLow + cosine * way.lower + cosineLow * d + leading.low
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
  package static func logarithms(_ x: SIMD2<Double>) -> SIMD2<Double> {
    quickLogarithms(x) ?? x.mapped(by: log)
  }

  @inline(__always) private static func quickLogarithms(_ x: SIMD2<Double>) -> SIMD2<Double>? {
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

  @inline(__always) init(_ x: Double) {
    let bits = x.bitPattern
    let number = Int(truncatingIfNeeded: bits >> 45 & 127)
    let half: UInt64 = number >= 53 ? 1 : 0
    power = Double(Int(truncatingIfNeeded: bits >> 52 &+ half) - 1_023)
    significand = Double(bitPattern: bits & 0xf_ffff_ffff_ffff | (1_023 &- half) << 52)
    upper = Double(bitPattern: significand.bitPattern & ~0x7f_ffff)
    row = LogarithmRow(number)
  }
}

extension Elementary {
  /// The arc tangents of two hyperbolic sines, rounded in between: the doubles that
  /// `atan(sinh(x))` are, only faster.
  ///
  /// Both functions are read off one row of a table, at T = j/16 next to x, by their Taylor series
  /// in d = x - T, which is exact. The rounding of the sine moves the arc tangent by its
  /// derivative, 1 / cosh². Where a rounding is in doubt, about one time in a hundred, the
  /// function itself is asked; see ``QuickSums``.
  package static func arcTangentsOfHyperbolicSines(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let magnitudes = x.magnitudes
    // From what is too short for halves to a little beyond the edges of the world.
    guard magnitudes.lie(from: 0x1p-20, below: 3.15) else {
      return x.mapped(by: arcTangentOfHyperbolicSine)
    }
    guard magnitudes[0] >= 0.125, magnitudes[1] >= 0.125 else {
      guard magnitudes[0] < 0.125, magnitudes[1] < 0.125 else {
        return x.mapped(by: arcTangentOfHyperbolicSine)
      }
      // Small ones have a short way, which is rounded otherwise than the table.
      let sines = magnitudes.mapped { hyperbolicSine(ofSmall: $0) }
      return arcTangents(of: sines, at: magnitudes).signed(as: x)
    }
    let series = GudermannianSeries(at: magnitudes)
    let sums = series.sines
    let (sines, areSure) = sums.rounded
    guard areSure else {
      return arcTangents(of: magnitudes.mapped(by: sinh), at: magnitudes).signed(as: x)
    }
    let (angles, areSureAtLast) = series.arcTangents(of: sines, after: sums).rounded
    guard areSureAtLast else { return sines.mapped(by: atan).signed(as: x) }
    return angles.signed(as: x)
  }

  /// The same for one number that the other one keeps from going the same way.
  @inline(never) private static func arcTangentOfHyperbolicSine(_ x: Double) -> Double {
    // The equator, which is not as rare as it is short.
    guard x != 0 else { return x }
    guard x.magnitude >= 0x1p-20, x.magnitude < 3.15 else { return atan(sinh(x)) }
    return arcTangentsOfHyperbolicSines(SIMD2(repeating: x))[0]
  }

  /// The same for positive numbers whose hyperbolic sines are known; apart, because what both ways
  /// share would have to be kept in memory.
  @inline(never)
  private static func arcTangents(
    of sines: SIMD2<Double>, at x: SIMD2<Double>
  ) -> SIMD2<Double> {
    let series = GudermannianSeries(at: x)
    let (angles, areSure) = series.arcTangents(of: sines, after: series.sines).rounded
    return areSure ? angles : sines.mapped(by: atan)
  }
}

/// The series of sinh and of atan(sinh) for two numbers, not negative and below 3.15.
private struct GudermannianSeries {
  private let rows: TableRows
  private let way: ExactSteps
  private let square: SIMD2<Double>

  @inline(__always) init(at numbers: SIMD2<Double>) {
    way = ExactSteps(to: numbers, density: 16)
    rows = TableRows(Elementary.gudermannians, way.rows, width: 18)
    square = way.whole * way.whole
  }

  @inline(__always) var sines: QuickSums {
    let (sine, sineLow, cosine, cosineLow) = (rows[0], rows[1], rows[2], rows[3])
    let exact = cosine * way.upper
    let leading = QuickSums.orderedSums(sine, exact)
    let fourth = square * square
    let even = square.line(1.0 / 2, 1.0 / 24) + fourth * square.line(1.0 / 720, 1.0 / 40_320)
    let odd = square.line(1.0 / 6, 1.0 / 120) + fourth * square.line(1.0 / 5_040, 1.0 / 362_880)
    let linear = sineLow + cosine * way.lower + cosineLow * way.whole + leading.low
    let curved = square * (sine * even + way.whole * (cosine + cosineLow) * odd)
    // Six roundings of the terms from the second power on, which are about d²/2 of the sine, and
    // 2^-63 of it for what is left and for the function itself.
    let error = (0x1p-51 * square + 0x1p-63) * (sine + exact.magnitudes)
    return QuickSums(high: leading.high, early: linear, late: curved, error: error)
  }

  /// The arc tangents of sines that are rounded sums.
  @inline(__always) func arcTangents(of sines: SIMD2<Double>, after sums: QuickSums) -> QuickSums {
    let roundings = ((sines - sums.high) - sums.early) - sums.late
    let (angle, angleLow, slope, slopeLow) = (rows[4], rows[5], rows[6], rows[7])
    let d = way.whole
    let exact = slope * way.upper
    let leading = QuickSums.orderedSums(angle, exact)
    let quartic = square * square
    let bend = rows[8]
    let terms2to5 = (bend + d * rows[9]) + square * (rows[10] + d * rows[11])
    let terms6to9 = (rows[12] + d * rows[13]) + square * (rows[14] + d * rows[15])
    let terms = terms2to5 + quartic * (terms6to9 + quartic * (rows[16] + d * rows[17]))
    let slopeThere = slope + 2 * bend * d
    let linear = angleLow + slope * way.lower + slopeLow * d + leading.low
    let curved = square * terms + roundings * (slopeThere * slopeThere)
    // The same, and as much once more, since the error of the sine adds to it; the terms from the
    // third power on are below 2^-7 d².
    let doubt = square * (bend.magnitudes + 0x1p-7)
    let error = 0x1p-49 * doubt + 0x1p-63 * (angle + exact.magnitudes)
    return QuickSums(high: leading.high, early: linear, late: curved, error: error)
  }
}

/// Two sums at once, each good for some bits less than those in ``DoubleDouble`` arithmetic.
///
/// A sum is rounded with its largest possible error taken away and with it added. Where both give
/// the same double, the longer way would give it too, since the error of that is counted in; where
/// not, which is rare, the longer way is gone (the strategy of A. Ziv, "Fast evaluation of
/// elementary mathematical functions with correctly rounded last bit", 1991). Two at once because
/// every processor adds two doubles in the time of one, and latitudes come by twos.
struct QuickSums {
  let high: SIMD2<Double>
  /// Of the rest, a few places smaller, what is known early.
  let early: SIMD2<Double>
  let late: SIMD2<Double>
  /// By how much the sum and that of the longer way may differ.
  let error: SIMD2<Double>

  /// The nearest doubles, and whether the longer way gives the same ones.
  @inline(__always) var rounded: (values: SIMD2<Double>, areSure: Bool) {
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
struct ExactSteps {
  let rows: (Int, Int)
  let whole: SIMD2<Double>
  /// Their upper 26 bits, so that products with other 26 bits are exact.
  let upper: SIMD2<Double>
  let lower: SIMD2<Double>

  /// Makes the ways to numbers from zero on from multiples of 1 / `density`, a power of two.
  ///
  /// They are at most half of 1 / `density` long, and their upper part is a multiple of 2^-26 of
  /// that.
  @inline(__always) init(to numbers: SIMD2<Double>, density: Double) {
    let coarse = Elementary.roundingShift / density
    let fine = coarse * 0x1p-27
    let shifted = numbers + coarse
    let places = shifted - coarse
    // Not by way of the whole: this is ready at the same time.
    let rounded = (numbers + fine) - fine
    rows = (ExactSteps.row(shifted[0]), ExactSteps.row(shifted[1]))
    whole = numbers - places
    upper = rounded - places
    lower = numbers - rounded
  }

  @inline(__always) private static func row(_ shifted: Double) -> Int {
    Int(truncatingIfNeeded: shifted.bitPattern & 127)
  }
}

/// Numbers from two rows of a table, two at once.
struct TableRows {
  private let table: [Double]
  private let left: Int
  private let right: Int

  /// Takes two rows of a table whose rows have `width` numbers; only those may be read.
  @inline(__always) init(_ table: [Double], _ rows: (Int, Int), width: Int) {
    self.table = table
    (left, right) = (rows.0 * width, rows.1 * width)
    precondition(max(left, right) + width <= table.count, "the table has no such row")
  }

  @inline(__always) subscript(_ number: Int) -> SIMD2<Double> {
    unsafe SIMD2(table.span[unchecked: left + number], table.span[unchecked: right + number])
  }
}

extension SIMD2<Double> {
  @inline(__always) var magnitudes: SIMD2<Double> { SIMD2(self[0].magnitude, self[1].magnitude) }

  /// The magnitudes of these numbers with the signs of others.
  @inline(__always) func signed(as others: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      Double(signOf: others[0], magnitudeOf: self[0]),
      Double(signOf: others[1], magnitudeOf: self[1]))
  }

  /// Whether both lie between two limits, the upper one excluded; what is no number does not.
  @inline(__always) func lie(from low: Double, below high: Double) -> Bool {
    self[0] >= low && self[1] >= low && self[0] < high && self[1] < high
  }

  func mapped(by function: (Double) -> Double) -> SIMD2<Double> {
    SIMD2(function(self[0]), function(self[1]))
  }

  /// The two ends of a series.
  @inline(__always)
  func line(_ constant: Double, _ slope: Double) -> SIMD2<Double> { constant + self * slope }
}
