/// A place on the earth, in degrees; latitude grows to the north, longitude to the east.
///
/// Any pair of numbers can be stored, as MapKit stores them: nothing is checked or wrapped here.
/// ``Projection`` decides which of them are valid.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double

  /// Creates a coordinate from two angles in degrees, unchecked.
  public init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// The same place with one longitude for the 180th meridian: 180, not -180.
  ///
  /// Places that a session compares are normalized this way. Ends of lines and corners of
  /// areas are not, because their sign selects the side of the meridian.
  public var onOneMeridian: Coordinate {
    longitude == -180 ? Coordinate(latitude: latitude, longitude: 180) : self
  }
}

/// The extent of a region, in degrees; never validated.
public struct CoordinateSpan: Hashable, Sendable {
  /// Degrees from the southern to the northern edge.
  public var latitudeDelta: Double
  /// Degrees from the western to the eastern edge.
  public var longitudeDelta: Double

  /// Creates a span from two differences in degrees, unchecked.
  public init(latitudeDelta: Double, longitudeDelta: Double) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

/// A center and a span in degrees; never validated.
///
/// The center of a region that comes from a map is the coordinate of the middle *in map points*,
/// so it is not the mean of the latitudes of the two edges.
public struct CoordinateRegion: Hashable, Sendable {
  /// The coordinate of the middle.
  public var center: Coordinate
  /// The extent in degrees.
  public var span: CoordinateSpan

  /// Creates a region from its parts, unchecked.
  public init(center: Coordinate, span: CoordinateSpan) {
    (self.center, self.span) = (center, span)
  }
}
