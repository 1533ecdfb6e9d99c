import Foundation
public import MapGeometry

/// The geometry of the definition, with nothing of what is under test: formulas from a page, and
/// the functions of the C library.
public enum OracleGeometry {
  /// Map points around the world.
  public static let world = 268_435_456.0

  /// Map points east of the 180th meridian.
  public static func x(_ longitude: Double) -> Double { (longitude + 180) / 360 * world }

  /// Map points south of the northern edge, for a latitude of at most 85 degrees.
  public static func y(_ latitude: Double) -> Double {
    let sine = sin(min(max(latitude, -85), 85) * .pi / 180)
    return (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * world
  }

  /// Degrees east of Greenwich, below -180 and above 180 outside the world.
  public static func longitude(_ x: Double) -> Double { x / world * 360 - 180 }

  /// Degrees north of the equator.
  public static func latitude(_ y: Double) -> Double {
    atan(sinh(.pi * (1 - 2 * y / world))) * 180 / .pi
  }

  /// Meters over the ground, by the angle between two arrows from the middle of the earth.
  public static func meters(_ one: Coordinate, _ other: Coordinate) -> Double {
    let (north, south) = (one.latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (other.longitude - one.longitude) * .pi / 180
    let first = (x: cos(north), y: 0.0, z: sin(north))
    let second = (x: cos(south) * cos(turn), y: cos(south) * sin(turn), z: sin(south))
    let product = first.x * second.x + first.z * second.z
    let crossed = (
      x: -first.z * second.y, y: first.z * second.x - first.x * second.z,
      z: first.x * second.y
    )
    let sine =
      (crossed.x * crossed.x + crossed.y * crossed.y + crossed.z * crossed.z).squareRoot()
    return 6_378_137 * atan2(sine, product)
  }

  /// The nearer of the two ways around the world, in map points.
  public static func shortWay(_ east: Double) -> Double {
    if east > world / 2 { return east - world }
    return east < -world / 2 ? east + world : east
  }

  /// A geohash of nine characters: 45 bits by halving ranges, the first one of the longitude.
  ///
  /// - Parameters:
  ///   - coordinate: A coordinate of the world.
  ///   - latitudeFirst: A mistake: the first bit is one of the latitude.
  ///   - length: Characters.
  /// - Returns: The text.
  public static func geohash(
    _ coordinate: Coordinate, latitudeFirst: Bool = false, length: Int = 9
  ) -> String {
    var east = (low: -180.0, high: 180.0)
    var north = (low: -90.0, high: 90.0)
    var bits = ""
    while bits.count < 5 * length {
      if bits.count.isMultiple(of: 2) != latitudeFirst {
        bits += half(of: &east, with: coordinate.longitude)
      } else {
        bits += half(of: &north, with: coordinate.latitude)
      }
    }
    return text(ofBits: bits)
  }

  /// Bits as text, five to a letter of geohash's alphabet.
  public static func text(ofBits bits: String) -> String {
    let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz")
    var text = ""
    var rest = bits[...]
    while !rest.isEmpty {
      text.append(alphabet[Int(rest.prefix(5), radix: 2) ?? 0])
      rest = rest.dropFirst(5)
    }
    return text
  }

  private static func half(of range: inout (low: Double, high: Double), with value: Double)
    -> String
  {
    let middle = (range.low + range.high) / 2
    if value >= middle {
      range.low = middle
      return "1"
    }
    range.high = middle
    return "0"
  }

  /// Whether two numbers are the same but for another order of arithmetic.
  public static func isSame(_ one: Double, _ other: Double, within tolerance: Double = 1e-9)
    -> Bool
  {
    one == other || abs(one - other) <= tolerance
  }

  /// Whether two places are the same but for another order of arithmetic, the date line being one
  /// line.
  public static func isSame(_ one: Coordinate, _ other: Coordinate) -> Bool {
    let east = abs(one.longitude - other.longitude)
    return isSame(one.latitude, other.latitude) && (isSame(east, 0) || isSame(east, 360))
  }
}

/// Latitudes and longitudes between four sides that belong to it.
public struct OracleBox: Equatable, Sendable {
  /// Degrees.
  public var south: Double
  /// Degrees.
  public var west: Double
  /// Degrees.
  public var north: Double
  /// Degrees.
  public var east: Double

  /// Makes a box of its sides.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Whether a place lies inside or on a side.
  public func holds(_ place: Coordinate) -> Bool {
    place.latitude >= south && place.latitude <= north && place.longitude >= west
      && place.longitude <= east
  }

  /// The smallest box around this one and another.
  public func around(_ other: OracleBox) -> OracleBox {
    OracleBox(
      south: min(south, other.south), west: min(west, other.west), north: max(north, other.north),
      east: max(east, other.east))
  }

  /// The smallest box around this one and a place.
  public func around(_ place: Coordinate) -> OracleBox {
    around(
      OracleBox(
        south: place.latitude, west: place.longitude, north: place.latitude,
        east: place.longitude))
  }
}
