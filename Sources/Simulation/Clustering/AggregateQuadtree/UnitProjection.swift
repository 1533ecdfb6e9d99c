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
      while index &+ 1 < count {
        let one = unsafe source[unchecked: index]
        let two = unsafe source[unchecked: index &+ 1]
        let quick = quickUnits(of: one, two, pieceSpan)
        let both = spread(quick.units)
        unsafe keys[index] = both[0]
        unsafe keys[index &+ 1] = both[1]
        if !quick.areSure {
          unsafe keys[index] = key(of: one)
          unsafe keys[index &+ 1] = key(of: two)
        }
        index &+= 2
      }
      if index < count { unsafe keys[index] = key(of: source[index]) }
      keyCount = count
    }
  }

  static func key(of coordinate: Coordinate) -> UInt64 {
    let quick = quickUnits(of: coordinate, coordinate, pieces.span)
    return quick.areSure ? spread(quick.units)[0] : exactKey(of: coordinate)
  }

  /// The column of units of a place as the tree keeps it; the same operations as of the exact way.
  @inline(__always) static func column(of kept: Coordinate) -> UInt32 {
    UInt32((kept.longitude + 180) / 360 * (MapSize.worldSide * MortonKey.unitsPerMapPoint))
  }

  /// Whether the quick way suffices for a place, as it does for nearly all.
  static func isQuick(_ place: Coordinate) -> Bool {
    quickUnits(of: place, place, pieces.span).areSure
  }

  /// The units of two coordinates, x in the lower half and y in the upper one; not sure when one
  /// is near an edge, or invalid or moved.
  ///
  /// Two take little more than one.
  @inline(__always) private static func quickUnits(
    of one: Coordinate, _ two: Coordinate, _ pieces: Span<SIMD8<Double>>
  ) -> (units: SIMD2<UInt64>, areSure: Bool) {
    // NaN fails all of these.
    guard one.latitude.magnitude <= 85, two.latitude.magnitude <= 85,
      one.longitude.magnitude <= 180, two.longitude.magnitude <= 180
    else { return (units: .zero, areSure: false) }
    let y = quickY(SIMD2(one.latitude, two.latitude), pieces)
    // Adding 1.5 × 2^52 rounds to a whole number; half less rounds down, but for ties.
    let row = (y - 0.5) + 0x1.8p52
    let restOfY = y - (row - 0x1.8p52) - 0.5
    // The same operations as of the exact way; 180 degrees east lose the bit that is too much.
    let longitudes = SIMD2(one.longitude, two.longitude)
    let x = (longitudes + 180) / 360 * (MapSize.worldSide * MortonKey.unitsPerMapPoint)
    let column = (x - 0.5) + 0x1.8p52
    let restOfX = x - (column - 0x1.8p52)
    let rows = unsafe unsafeBitCast(row, to: SIMD2<UInt64>.self)
    let columns = unsafe unsafeBitCast(column, to: SIMD2<UInt64>.self)
    return (
      units: rows &<< 32 | columns & 0xFFFF_FFFF,
      areSure: restOfY[0].magnitude < 0.5 - margin && restOfY[1].magnitude < 0.5 - margin
        && restOfX[0] < 1 && restOfX[1] < 1
    )
  }

  @inline(__always) private static func spread(_ units: SIMD2<UInt64>) -> SIMD2<UInt64> {
    // Each step swaps the two parts in the middle of a stretch of four.
    var bits = swapped(units, 16, 0x0000_0000_FFFF_0000)
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
  static func quickY(_ latitude: Double) -> Double {
    quickY(SIMD2(repeating: latitude), pieces.span)[0]
  }

  @inline(__always) private static func quickY(
    _ latitudes: SIMD2<Double>, _ pieces: Span<SIMD8<Double>>
  ) -> SIMD2<Double> {
    // Rounds to the middle of the nearest piece.
    let middle = latitudes * piecesPerDegree + 0x1.8p52
    let x = latitudes - (middle - 0x1.8p52) * (1 / piecesPerDegree)
    let one = piece(middle[0], pieces)
    let two = piece(middle[1], pieces)
    func factor(_ power: Int) -> SIMD2<Double> { SIMD2(one[power], two[power]) }
    let square = x * x
    let low = (factor(0) + factor(1) * x) + (factor(2) + factor(3) * x) * square
    let high = (factor(4) + factor(5) * x) + (factor(6) + factor(7) * x) * square
    return low + high * (square * square)
  }

  /// The piece around a middle, which is shifted by 1.5 × 2^52.
  @inline(__always) private static func piece(
    _ middle: Double, _ pieces: Span<SIMD8<Double>>
  ) -> SIMD8<Double> {
    let number = Int(truncatingIfNeeded: middle.bitPattern &- 0x4338_0000_0000_0000)
    assert(pieces.indices.contains(number &+ pieceOfEquator), "no piece at \(middle)")
    // No bound is checked: the latitude was.
    return unsafe pieces[unchecked: number &+ pieceOfEquator]
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
