// The semantics are those of MapKit's functions on map rects as published by their users' tests:
// plain arithmetic on the fields as they are, and comparisons of edges.

extension MapRect {
  /// The rectangle that is nowhere: its origin is at plus infinity on both axes.
  public static let null = MapRect(x: .infinity, y: .infinity, width: 0, height: 0)

  /// The whole world.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)

  /// Whether the origin is at plus infinity on both axes; the size does not matter.
  public var isNull: Bool { origin.x == .infinity && origin.y == .infinity }

  /// Whether the rectangle is null or one of its sides is zero.
  ///
  /// Negative, infinite and NaN sides are not empty.
  public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }

  /// Whether a point lies between the edges or on one of them.
  ///
  /// Null contains nothing; a rectangle of size zero contains its own origin.
  public func contains(_ point: MapPoint) -> Bool {
    isNull == false && minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }

  /// Whether the edges of another rectangle, which may be empty, lie between these or on them.
  ///
  /// False when one of the two is null.
  public func contains(_ other: MapRect) -> Bool {
    isNull == false && other.isNull == false
      && minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// Whether the two share more than an edge.
  ///
  /// False when one of them is empty; a rectangle with a negative side does not even intersect
  /// itself.
  public func intersects(_ other: MapRect) -> Bool {
    isEmpty == false && other.isEmpty == false
      && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The intersection: null when they are apart, an empty rectangle when only edges touch.
  public func intersection(_ other: MapRect) -> MapRect {
    guard isNull == false, other.isNull == false else { return .null }
    let west = max(minX, other.minX)
    let north = max(minY, other.minY)
    let east = min(maxX, other.maxX)
    let south = min(maxY, other.maxY)
    guard west <= east, north <= south else { return .null }
    return MapRect(x: west, y: north, width: east - west, height: south - north)
  }

  /// The smallest rectangle with the edges of both inside; null adds nothing.
  public func union(_ other: MapRect) -> MapRect {
    guard isNull == false else { return other }
    guard other.isNull == false else { return self }
    let west = min(minX, other.minX)
    let north = min(minY, other.minY)
    let east = max(maxX, other.maxX)
    let south = max(maxY, other.maxY)
    return MapRect(x: west, y: north, width: east - west, height: south - north)
  }

  /// The rectangle with its edges moved inwards, in map points; negative distances move them out.
  ///
  /// Moved too far the sizes become negative; null stays null.
  public func insetBy(dx: Double, dy: Double) -> MapRect {
    guard isNull == false else { return .null }
    return MapRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The rectangle moved east and south, in map points; null stays null.
  public func offsetBy(dx: Double, dy: Double) -> MapRect {
    guard isNull == false else { return .null }
    return MapRect(x: minX + dx, y: minY + dy, width: width, height: height)
  }
}

extension MapRect {
  /// Whether an edge of the world runs through the inside, as since iOS 7.1.
  public var spans180thMeridian: Bool {
    guard isNull == false else { return false }
    return (minX < 0 && 0 < maxX) || (minX < MapSize.worldSide && MapSize.worldSide < maxX)
  }

  /// The part outside the world, moved into it by one world; null if there is none.
  ///
  /// Of a rectangle that leaves the world on both sides it is the western part: MapKit's is not
  /// published.
  public var remainder: MapRect {
    guard isNull == false else { return .null }
    if minX < 0 { return part(from: minX, to: min(0, maxX), movedBy: MapSize.worldSide) }
    return part(from: max(MapSize.worldSide, minX), to: maxX, movedBy: -MapSize.worldSide)
  }

  private func part(from west: Double, to east: Double, movedBy distance: Double) -> MapRect {
    guard west < east else { return .null }
    return MapRect(x: west + distance, y: minY, width: east - west, height: height)
  }
}
