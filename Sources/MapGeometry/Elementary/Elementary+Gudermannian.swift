extension Elementary {
  /// The arc tangents of two hyperbolic sines, rounded in between: the doubles that
  /// `atan(sinh(x))` are, only faster.
  ///
  /// Both functions are read off one row of a table, at T = j/16 next to x, by their Taylor series
  /// in d = x - T, which is exact. The rounding of the sine moves the arc tangent by its
  /// derivative, 1 / cosh². Where a rounding is in doubt, about one time in a hundred, the
  /// function itself is asked; see ``QuickSums``.
  static func arcTangentsOfHyperbolicSines(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let magnitudes = x.magnitudes
    // From what is too short for halves to a little beyond the edges of the world.
    guard magnitudes.lie(from: 0x1p-20, below: 3.15) else {
      return x.mapped(by: arcTangentOfHyperbolicSine)
    }
    guard magnitudes[0] >= 0.125, magnitudes[1] >= 0.125 else {
      guard magnitudes[0] < 0.125, magnitudes[1] < 0.125 else {
        return x.mapped(by: arcTangentOfHyperbolicSine)
      }
      return arcTangents(of: smallHyperbolicSines(magnitudes), at: magnitudes).signed(as: x)
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
  @inline(never)
  private static func arcTangentOfHyperbolicSine(_ x: Double) -> Double {
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

  /// The hyperbolic sines of two small positive numbers.
  ///
  /// For small ones the function has a way that is short and is rounded otherwise than the table.
  private static func smallHyperbolicSines(_ x: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(hyperbolicSine(ofSmall: x[0]), hyperbolicSine(ofSmall: x[1]))
  }
}

/// The series of sinh and of atan(sinh) for two numbers, not negative and below 3.15.
private struct GudermannianSeries {
  /// The numbers of the table.
  private let first, second, third, fourth, fifth, sixth: Triples
  private let way: QuickWays
  private let square: SIMD2<Double>

  @inline(__always)
  init(at numbers: SIMD2<Double>) {
    way = QuickWays(to: numbers, density: 16)
    let rows = (6 * way.rows.0, 6 * way.rows.1)
    first = Triples(rows, 0)
    second = Triples(rows, 1)
    third = Triples(rows, 2)
    fourth = Triples(rows, 3)
    fifth = Triples(rows, 4)
    sixth = Triples(rows, 5)
    square = way.whole * way.whole
  }

  /// sinh.
  @inline(__always)
  var sines: QuickSums {
    let (sine, sineLow, cosine, cosineLow) = (first.a, first.b, first.c, second.a)
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
  @inline(__always)
  func arcTangents(of sines: SIMD2<Double>, after sums: QuickSums) -> QuickSums {
    let roundings = ((sines - sums.high) - sums.early) - sums.late
    let (angle, angleLow, slope, slopeLow) = (second.b, second.c, third.a, third.b)
    let d = way.whole
    let exact = slope * way.upper
    let leading = QuickSums.orderedSums(angle, exact)
    let quartic = square * square
    let terms2to5 = (third.c + d * fourth.a) + square * (fourth.b + d * fourth.c)
    let terms6to9 = (fifth.a + d * fifth.b) + square * (fifth.c + d * sixth.a)
    let terms = terms2to5 + quartic * (terms6to9 + quartic * (sixth.b + d * sixth.c))
    let slopeThere = slope + 2 * third.c * d
    let linear = angleLow + slope * way.lower + slopeLow * d + leading.low
    let curved = square * terms + roundings * (slopeThere * slopeThere)
    // The same, and as much once more, since the error of the sine adds to it; the terms from the
    // third power on are below 2^-7 d².
    let doubt = square * (third.c.magnitudes + 0x1p-7)
    let error = 0x1p-49 * doubt + 0x1p-63 * (angle + exact.magnitudes)
    return QuickSums(high: leading.high, early: linear, late: curved, error: error)
  }
}

/// Three numbers of a table.
struct Triple {
  let a, b, c: Double

  /// Makes a triple of its numbers.
  init(_ a: Double, _ b: Double, _ c: Double) {
    self.a = a
    self.b = b
    self.c = c
  }
}

/// Three numbers from each of two rows of the table.
///
/// The eighteen of a row are sinh, cosh, atan(sinh) and 1 / cosh, each with a low part, and the
/// coefficients of the second to the eleventh power of atan(sinh). The high parts of cosh and
/// 1 / cosh have 26 bits.
private struct Triples {
  let a, b, c: SIMD2<Double>

  @inline(__always)
  init(_ rows: (Int, Int), _ number: Int) {
    let table = Elementary.gudermannians
    let (left, right) = (table[rows.0 + number], table[rows.1 + number])
    a = SIMD2(left.a, right.a)
    b = SIMD2(left.b, right.b)
    c = SIMD2(left.c, right.c)
  }
}
