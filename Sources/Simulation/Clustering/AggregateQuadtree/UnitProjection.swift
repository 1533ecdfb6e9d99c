internal import ExactMath
internal import MapGeometry

/// Coordinates to keys, fast enough for millions, with the results of the exact projection.
///
/// That takes a tenth of a microsecond. Here a polynomial for each quarter of a degree is within
/// 1e-4 of a unit; only for places nearer than that to an edge the exact projection decides.
enum UnitProjection {
  /// The key of an invalid coordinate; no place has it, since latitudes end at 85 degrees.
  static let noKey = UInt64.max

  /// Writes the key of each coordinate, latitudes clamped to ±85 degrees and 180 degrees east moved
  /// to the west; ``noKey`` for invalid ones.
  static func keys(of coordinates: [Coordinate], into keys: inout [UInt64]) {
    let count = coordinates.count
    let source = coordinates.span
    let pieces = pieces
    let pieceSpan = pieces.span
    keys = unsafe Array(unsafeUninitializedCapacity: count) { keys, keyCount in
      var index = 0
      // The bits of two places are moved at once.
      while index &+ 1 < count {
        let one = unsafe source[unchecked: index]
        let two = unsafe source[unchecked: index &+ 1]
        let first = quickUnits(of: one, pieceSpan)
        let second = quickUnits(of: two, pieceSpan)
        let both = spread(first.units, second.units)
        unsafe keys[index] = first.isSure ? both[0] : exactKey(of: one)
        unsafe keys[index &+ 1] = second.isSure ? both[1] : exactKey(of: two)
        index &+= 2
      }
      if index < count { unsafe keys[index] = key(of: source[index]) }
      keyCount = count
    }
  }

  static func key(of coordinate: Coordinate) -> UInt64 {
    let quick = quickUnits(of: coordinate, pieces.span)
    return quick.isSure ? spread(quick.units, 0)[0] : exactKey(of: coordinate)
  }

  /// The column of units of a place as the tree keeps it; the same operations as of the exact way.
  @inline(__always) static func column(of kept: Coordinate) -> UInt32 {
    UInt32((kept.longitude + 180) / 360 * (MapSize.worldSide * MortonKey.unitsPerMapPoint))
  }

  /// Whether the quick way suffices for a place, as it does for nearly all.
  static func isQuick(_ place: Coordinate) -> Bool { quickUnits(of: place, pieces.span).isSure }

  /// The unit of a coordinate, x in the lower half and y in the upper one; not sure near an edge,
  /// or when invalid or moved.
  @inline(__always) private static func quickUnits(
    of place: Coordinate, _ pieces: Span<SIMD8<Double>>
  ) -> (units: UInt64, isSure: Bool) {
    let latitude = place.latitude
    let longitude = place.longitude
    // NaN fails all of these.
    guard latitude.magnitude <= 85, longitude.magnitude <= 180 else {
      return (units: 0, isSure: false)
    }
    let y = quickY(latitude, pieces)
    // Adding 1.5 × 2^52 rounds to a whole number; half less rounds down, but for ties.
    let row = (y - 0.5) + 0x1.8p52
    let restOfY = y - (row - 0x1.8p52)
    // The same operations as of the exact way; 180 degrees east lose the bit that is too much.
    let x = (longitude + 180) / 360 * (MapSize.worldSide * MortonKey.unitsPerMapPoint)
    let column = (x - 0.5) + 0x1.8p52
    let restOfX = x - (column - 0x1.8p52)
    return (
      units: row.bitPattern &<< 32 | column.bitPattern & 0xFFFF_FFFF,
      isSure: (restOfY - 0.5).magnitude < 0.5 - margin && restOfX < 1
    )
  }

  @inline(__always) private static func spread(_ one: UInt64, _ two: UInt64) -> SIMD2<UInt64> {
    var bits = SIMD2(one, two)
    // Each step swaps the two parts in the middle of a stretch of four.
    bits = swapped(bits, 16, 0x0000_0000_FFFF_0000)
    bits = swapped(bits, 8, 0x0000_FF00_0000_FF00)
    bits = swapped(bits, 4, 0x00F0_00F0_00F0_00F0)
    bits = swapped(bits, 2, 0x0C0C_0C0C_0C0C_0C0C)
    return swapped(bits, 1, 0x2222_2222_2222_2222)
  }

  @inline(__always) private static func swapped(
    _ bits: SIMD2<UInt64>, _ shift: UInt64, _ mask: UInt64
  ) -> SIMD2<UInt64> {
    let other = (bits ^ (bits &>> shift)) & mask
    return bits ^ other ^ (other &<< shift)
  }

  /// Nearer to an edge than this many units the exact projection decides.
  private static let margin = 0x1p-10

  @inline(never) private static func exactKey(of coordinate: Coordinate) -> UInt64 {
    guard Projection.isValid(coordinate) else { return noKey }
    // The projection moves latitudes to ±85 degrees; 180 degrees east is in the west.
    let point = Projection.mapKit.mapPoint(for: coordinate)
    let key = MortonKey.key(
      x: UInt32(truncatingIfNeeded: Int64(point.x * MortonKey.unitsPerMapPoint)),
      y: UInt32(truncatingIfNeeded: Int64(point.y * MortonKey.unitsPerMapPoint)))
    assert(key != noKey, "a place has the key of none")
    return key
  }

  /// Taylor's polynomials of y around the middle of each piece; the slope of y is the secant.
  private static let piecesPerDegree = 4.0

  /// The y of a latitude between 85 degrees south and north in units, nearly.
  static func quickY(_ latitude: Double) -> Double { quickY(latitude, pieces.span) }

  @inline(__always)
  private static func quickY(_ latitude: Double, _ pieces: Span<SIMD8<Double>>) -> Double {
    // Rounds to the middle of the nearest piece.
    let middle = latitude * piecesPerDegree + 0x1.8p52
    let number = Int(truncatingIfNeeded: middle.bitPattern &- 0x4338_0000_0000_0000)
    let x = latitude - (middle - 0x1.8p52) * (1 / piecesPerDegree)
    assert(pieces.indices.contains(number &+ pieceOfEquator), "no piece at \(latitude) degrees")
    // No bound is checked: the latitude was.
    let piece = unsafe pieces[unchecked: number &+ pieceOfEquator]
    let square = x * x
    let low = (piece[0] + piece[1] * x) + (piece[2] + piece[3] * x) * square
    let high = (piece[4] + piece[5] * x) + (piece[6] + piece[7] * x) * square
    return low + high * (square * square)
  }

  private static let pieceOfEquator = Int(85 * piecesPerDegree)

  /// Taylor's polynomials of y around the middle of each piece.
  ///
  /// The slope of y is the secant, whose series is one over that of the cosine.
  private static let pieces: [SIMD8<Double>] = (-pieceOfEquator...pieceOfEquator).map { number in
    let latitude = Double(number) / piecesPerDegree
    let angle = latitude * (Double.pi / 180)
    var cosines = SIMD8(repeating: 0.0)
    var term = 1.0
    for power in 0..<8 {
      let isEven = power.isMultiple(of: 2)
      let isRising = power % 4 == 0 || power % 4 == 3
      let derivative = isEven ? Elementary.cos(angle) : Elementary.sin(angle)
      cosines[power] = isRising ? derivative * term : -derivative * term
      term *= (Double.pi / 180) / Double(power + 1)
    }
    var secants = SIMD8(repeating: 0.0)
    var piece = SIMD8(repeating: 0.0)
    piece[0] = Projection.mapKit.mapY(forLatitude: latitude) * MortonKey.unitsPerMapPoint
    for power in 0..<7 {
      var sum = power == 0 ? 1.0 : 0
      for lower in 0..<power { sum -= secants[lower] * cosines[power - lower] }
      secants[power] = sum / cosines[0]
      piece[power + 1] = -secants[power] / Double(power + 1) * (0x1p31 / 180)
    }
    return piece
  }
}
