public import MapGeometry

/// A distance on the earth along both axes, in degrees.
public struct EarthOffset: Hashable, Sendable {
  /// Degrees to the north.
  public var north: Double
  /// Degrees to the east.
  public var east: Double

  /// Makes an offset of its parts.
  public init(north: Double, east: Double) {
    self.north = north
    self.east = east
  }
}

/// An extent on the earth as a scenario writes it, in kilometers or in degrees.
public struct EarthSpan: Hashable, Sendable {
  /// A length along one axis.
  public enum Length: Hashable, Sendable {
    /// A length on the ground.
    case kilometers(Double)
    /// A difference of two angles.
    case degrees(Double)
  }

  /// From west to east.
  public var width: Length
  /// From north to south.
  public var height: Length

  /// Makes a span of its parts.
  public init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }

  /// The extent in degrees of a region about a latitude in degrees, or nil when it would be larger
  /// than the world.
  public func degrees(atLatitude latitude: Double) -> CoordinateSpan? {
    let latitudeDelta =
      switch height {
      case .degrees(let degrees): degrees
      case .kilometers(let length): length * 1000 / MetersPerDegree.ofLatitude(atLatitude: latitude)
      }
    let longitudeDelta =
      switch width {
      case .degrees(let degrees): degrees
      case .kilometers(let length):
        length * 1000 / MetersPerDegree.ofLongitude(atLatitude: latitude)
      }
    // Near a pole a degree of longitude shrinks to nothing and may come out below it.
    guard latitudeDelta >= 0, latitudeDelta <= 180 else { return nil }
    guard longitudeDelta >= 0, longitudeDelta <= 360 else { return nil }
    return CoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
  }
}
