internal import MapGeometry

/// From coordinates to keys, fast enough for millions, with the same result as the exact way.
///
/// The exact projection is correct to the last bit and takes a tenth of a microsecond. Here a
/// sine and a logarithm of a dozen terms each are within 1e-4 of a unit, which says the unit
/// unless the place is nearer than that to an edge; only then the exact projection decides.
enum UnitProjection {
  /// The key of nothing that is a place; no place has it, since latitudes end at 85 degrees.
  static let noKey = UInt64.max

  /// Writes the key of each coordinate, latitudes moved to ±85 degrees and 180 degrees east to the
  /// other side of the date line; ``noKey`` for what is no coordinate.
  static func keys(of coordinates: [Coordinate], into keys: inout [UInt64]) {
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(coordinates.count)
    var index = 0
    while index &+ 4 <= coordinates.count {
      let one = coordinates[index]
      let two = coordinates[index &+ 1]
      let three = coordinates[index &+ 2]
      let four = coordinates[index &+ 3]
      let quick = quickKeys(
        SIMD4(one.latitude, two.latitude, three.latitude, four.latitude),
        SIMD4(one.longitude, two.longitude, three.longitude, four.longitude))
      if let quick {
        for lane in 0..<4 { keys.append(quick[lane]) }
      } else {
        for lane in 0..<4 { keys.append(key(of: coordinates[index &+ lane])) }
      }
      index &+= 4
    }
    while index < coordinates.count {
      keys.append(key(of: coordinates[index]))
      index &+= 1
    }
  }

  /// The key of one coordinate.
  static func key(of coordinate: Coordinate) -> UInt64 {
    let quick = quickKeys(
      SIMD4(repeating: coordinate.latitude), SIMD4(repeating: coordinate.longitude))
    return quick.map { $0[0] } ?? exactKey(of: coordinate)
  }

  /// The keys of four coordinates; nil when one of them is too near to an edge, or no place, or
  /// one that is moved.
  @inline(__always)
  private static func quickKeys(
    _ latitudes: SIMD4<Double>, _ longitudes: SIMD4<Double>
  ) -> SIMD4<UInt64>? {
    let y = quickY(latitudes)
    // Adding 1.5 × 2^52 rounds to a whole number; half less rounds down, but for ties.
    let row = (y - 0.5) + 0x1.8p52
    let rest = y - (row - 0x1.8p52)
    // What is not a number fails all of these.
    let isSure =
      (rest .> margin) .& (rest .< 1 - margin) .& (latitudes .>= -85) .& (latitudes .<= 85)
      .& (longitudes .>= -180) .& (longitudes .<= 180)
    guard all(isSure) else { return nil }
    // The same operations as of the exact way.
    let x = (longitudes + 180) / 360 * MapSize.worldSide * MortonKey.unitsPerMapPoint
    var column = (x - 0.5) + 0x1.8p52
    // A tie may have been rounded down by one.
    column += SIMD4(repeating: 0).replacing(with: 1, where: x - (column - 0x1.8p52) .>= 1)
    let xs = unsafe unsafeBitCast(column, to: SIMD4<UInt64>.self) & 0xFFFF_FFFF
    let ys = unsafe unsafeBitCast(row, to: SIMD4<UInt64>.self) & 0xFFFF_FFFF
    return spread(xs) | spread(ys) &<< 1
  }

  /// Moves bit i to bit 2i.
  @inline(__always)
  private static func spread(_ numbers: SIMD4<UInt64>) -> SIMD4<UInt64> {
    var bits = numbers
    bits = (bits | bits &<< 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits &<< 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits &<< 2) & 0x3333_3333_3333_3333
    return (bits | bits &<< 1) & MortonKey.xBits
  }

  /// Nearer to an edge than this many units the exact projection decides.
  private static let margin = 0x1p-10

  @inline(never)
  private static func exactKey(of coordinate: Coordinate) -> UInt64 {
    guard Projection.isValid(coordinate) else { return noKey }
    // The projection moves latitudes to ±85 degrees; 180 degrees east is in the west.
    let point = Projection.mapKit.mapPoint(for: coordinate)
    return MortonKey.key(
      x: UInt32(truncatingIfNeeded: Int64(point.x * MortonKey.unitsPerMapPoint)),
      y: UInt32(truncatingIfNeeded: Int64(point.y * MortonKey.unitsPerMapPoint)))
  }

  /// y = (0.5 - ln((1 + sin phi) / (1 - sin phi)) / 4 pi) 2^32, nearly.
  @inline(__always)
  static func quickY(_ latitudes: SIMD4<Double>) -> SIMD4<Double> {
    let sine = sine(latitudes * (Double.pi / 180))
    let quotient = (1 + sine) / (1 - sine)
    // The quotient as 2^exponent times a mantissa from the root of a half to the root of two.
    let bits = unsafe unsafeBitCast(quotient, to: SIMD4<UInt64>.self)
    let shifted = (bits &+ (0x3FF0_0000_0000_0000 - 0x3FE6_A09E_667F_3BCD)) &>> 52
    let mantissaBits = bits &- (shifted &<< 52) &+ 0x3FF0_0000_0000_0000
    let mantissa = unsafe unsafeBitCast(mantissaBits, to: SIMD4<Double>.self)
    let exponentBits = shifted | 0x4330_0000_0000_0000
    let exponent = unsafe unsafeBitCast(exponentBits, to: SIMD4<Double>.self) - (0x1p52 + 1023)
    let fraction = (mantissa - 1) / (mantissa + 1)
    let square = fraction * fraction
    let fourth = square * square
    let one = line(1, 1.0 / 3, square) + fourth * line(1.0 / 5, 1.0 / 7, square)
    let nine = line(1.0 / 9, 1.0 / 11, square) + fourth * line(1.0 / 13, 1.0 / 15, square)
    let series = one + fourth * fourth * nine
    let logarithm = exponent * 0.693147180559945309 + 2 * fraction * series
    return 0x1p31 - logarithm * (0x1p30 / Double.pi)
  }

  /// Taylor's series to the 19th power: 8e-17 off at 85 degrees.
  @inline(__always)
  private static func sine(_ angle: SIMD4<Double>) -> SIMD4<Double> {
    let square = angle * angle
    let fourth = square * square
    let eighth = fourth * fourth
    let three =
      line(-1.0 / 6, 1.0 / 120, square) + fourth * line(-1.0 / 5_040, 1.0 / 362_880, square)
    let eleven =
      line(-1.0 / 39_916_800, 1.0 / 6_227_020_800, square)
      + fourth * line(-1.0 / 1_307_674_368_000, 1.0 / 355_687_428_096_000, square)
    let nineteen = -1.0 / 121_645_100_408_832_000
    let series = three + eighth * (eleven + eighth * nineteen)
    return angle + angle * square * series
  }

  @inline(__always)
  private static func line(
    _ constant: Double, _ slope: Double, _ x: SIMD4<Double>
  ) -> SIMD4<Double> {
    x * slope + constant
  }
}
