public import MapGeometry

/// A rectangle of latitudes and longitudes in degrees; all four sides belong to it.
public struct CoordinateBox: Hashable, Sendable {
  /// Degrees north of the equator of the southern side.
  public var minLatitude: Double
  /// Degrees east of Greenwich of the western side; below -180 for cells left of the world.
  public var minLongitude: Double
  /// Degrees north of the equator of the northern side.
  public var maxLatitude: Double
  /// Degrees east of Greenwich of the eastern side; above 180 for cells across the right edge.
  public var maxLongitude: Double

  /// Makes a box of its four sides in degrees.
  public init(
    minLatitude: Double, minLongitude: Double, maxLatitude: Double, maxLongitude: Double
  ) {
    (self.minLatitude, self.minLongitude) = (minLatitude, minLongitude)
    (self.maxLatitude, self.maxLongitude) = (maxLatitude, maxLongitude)
  }

  /// The box of a map rect: its origin is the north-western corner, y grows to the south.
  ///
  /// Longitudes are not wrapped into the world: a rect left of x = 0 lies west of -180 degrees and
  /// holds no point, as in CCHMapClusterController.
  public init(_ rect: MapRect) {
    self.init(
      minLatitude: Projection.latitude(forMapY: rect.maxY),
      minLongitude: CoordinateBox.longitude(forMapX: rect.minX),
      maxLatitude: Projection.latitude(forMapY: rect.minY),
      maxLongitude: CoordinateBox.longitude(forMapX: rect.maxX))
  }

  init(around place: Coordinate) {
    self.init(
      minLatitude: place.latitude, minLongitude: place.longitude, maxLatitude: place.latitude,
      maxLongitude: place.longitude)
  }

  /// The bounds of CCHMapClusterController's trees: latitudes to 85 degrees, all longitudes.
  public static let world = CoordinateBox(
    minLatitude: -85, minLongitude: -180, maxLatitude: 85, maxLongitude: 180)

  /// Degrees east of Greenwich of an x in map points, outside the world too.
  static func longitude(forMapX x: Double) -> Double { x / MapSize.worldSide * 360 - 180 }

  /// Whether a coordinate lies inside or on a side; false for NaN.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.latitude >= minLatitude && coordinate.latitude <= maxLatitude
      && coordinate.longitude >= minLongitude && coordinate.longitude <= maxLongitude
  }

  /// Whether the two boxes share at least a point of a side.
  public func intersects(_ other: CoordinateBox) -> Bool {
    minLatitude <= other.maxLatitude && maxLatitude >= other.minLatitude
      && minLongitude <= other.maxLongitude && maxLongitude >= other.minLongitude
  }

  /// Whether another box lies inside as a whole; sides may touch.
  func contains(_ other: CoordinateBox) -> Bool {
    minLatitude <= other.minLatitude && maxLatitude >= other.maxLatitude
      && minLongitude <= other.minLongitude && maxLongitude >= other.maxLongitude
  }

  /// The box with all sides moved out by some degrees, or in by negative ones.
  func widened(by degrees: Double) -> CoordinateBox {
    CoordinateBox(
      minLatitude: minLatitude - degrees, minLongitude: minLongitude - degrees,
      maxLatitude: maxLatitude + degrees, maxLongitude: maxLongitude + degrees)
  }

  func union(_ other: CoordinateBox) -> CoordinateBox {
    CoordinateBox(
      minLatitude: min(minLatitude, other.minLatitude),
      minLongitude: min(minLongitude, other.minLongitude),
      maxLatitude: max(maxLatitude, other.maxLatitude),
      maxLongitude: max(maxLongitude, other.maxLongitude))
  }
}

/// The boxes of cells, whose latitudes cost two arc tangents for each row.
struct RowBoxes {
  private var minY = Double.nan
  private var box = CoordinateBox.world

  mutating func box(of cell: MapRect) -> CoordinateBox {
    if cell.minY != minY {
      minY = cell.minY
      box = CoordinateBox(cell)
    }
    box.minLongitude = CoordinateBox.longitude(forMapX: cell.minX)
    box.maxLongitude = CoordinateBox.longitude(forMapX: cell.maxX)
    assert(box.intersects(box), "the box of the cell \(cell) has a side beyond the opposite one")
    return box
  }
}
