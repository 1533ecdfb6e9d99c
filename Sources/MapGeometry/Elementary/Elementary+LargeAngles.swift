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
    guard (angle < 0) != isNegative else {
      return ((angle < 0 ? -quadrant : quadrant) & 3, rest)
    }
    return ((angle < 0 ? -quadrant : quadrant) & 3, -rest)
  }

  /// The 192 binary digits of ``twoOverPi`` from a place on, highest word first.
  private static func digitsOfTwoOverPi(from place: Int) -> (UInt64, UInt64, UInt64) {
    let word = place >> 6
    let shift = UInt64(place & 63)
    // Swift's shifts by 64 give zero, so a shift of zero needs no case of its own.
    func shifted(_ index: Int) -> UInt64 {
      twoOverPi[index] << shift | twoOverPi[index + 1] >> (64 - shift)
    }
    return (shifted(word), shifted(word + 1), shifted(word + 2))
  }

  /// Two's complement of a number of three words, highest word first.
  private static func negated(
    _ words: (UInt64, UInt64, UInt64)
  ) -> (UInt64, UInt64, UInt64) {
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
