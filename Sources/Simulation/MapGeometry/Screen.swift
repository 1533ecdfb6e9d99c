/// A point on the screen, in points; the origin is the top left corner of the map view and y grows
/// downwards.
public struct ScreenPoint: Codable, Hashable, Sendable {
  /// Points to the right.
  public var x: Double
  /// Points down.
  public var y: Double

  /// Makes a point of its parts.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A distance on the screen, in points; positive to the right and down.
public struct ScreenOffset: Codable, Hashable, Sendable {
  /// Points to the right.
  public var dx: Double
  /// Points down.
  public var dy: Double

  /// Makes an offset of its parts.
  public init(dx: Double, dy: Double) { (self.dx, self.dy) = (dx, dy) }

  /// No distance at all.
  public static let zero = ScreenOffset(dx: 0, dy: 0)
}

/// An extent on the screen, in points.
public struct ScreenSize: Codable, Hashable, Sendable {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// Makes a size of its parts.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// Distances from the four edges of a rectangle inwards, in points.
public struct EdgeInsets: Codable, Hashable, Sendable {
  /// Points from the top edge down.
  public var top: Double
  /// Points from the left edge to the right.
  public var left: Double
  /// Points from the bottom edge up.
  public var bottom: Double
  /// Points from the right edge to the left.
  public var right: Double

  /// Makes insets of their parts.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The same distance from every edge.
  public init(all distance: Double) {
    self.init(top: distance, left: distance, bottom: distance, right: distance)
  }
}

/// A rectangle on the screen, in points, with y growing downwards; sizes are not negative.
public struct ScreenRect: Codable, Hashable, Sendable {
  /// The left edge.
  public var minX: Double
  /// The top edge.
  public var minY: Double
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// Makes a rectangle of its top left corner and its extent.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
  }

  /// The right edge.
  public var maxX: Double { minX + width }
  /// The bottom edge.
  public var maxY: Double { minY + height }
  /// The middle between left and right.
  public var midX: Double { minX + width / 2 }
  /// The middle between top and bottom.
  public var midY: Double { minY + height / 2 }

  /// Whether a point lies inside; the edges do.
  public func holds(_ point: ScreenPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The distance from a point outside to the rectangle, in points; 0 inside.
  public func distance(to point: ScreenPoint) -> Double {
    let dx = max(minX - point.x, point.x - maxX, 0)
    let dy = max(minY - point.y, point.y - maxY, 0)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: ScreenRect) -> ScreenRect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    let right = max(maxX, other.maxX)
    let bottom = max(maxY, other.maxY)
    return ScreenRect(minX: left, minY: top, width: right - left, height: bottom - top)
  }

  /// The intersection, or nil when they share no more than an edge.
  public func intersection(_ other: ScreenRect) -> ScreenRect? {
    guard intersects(other) else { return nil }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return ScreenRect(minX: left, minY: top, width: right - left, height: bottom - top)
  }

  /// The rectangle with its edges moved inwards, in points; negative distances move them out.
  ///
  /// Where two opposite edges would pass each other, both are placed midway between the places they
  /// were sent to: a size is never negative.
  public func inset(by insets: EdgeInsets) -> ScreenRect {
    let (x, width) = ScreenRect.span(from: minX + insets.left, to: maxX - insets.right)
    let (y, height) = ScreenRect.span(from: minY + insets.top, to: maxY - insets.bottom)
    return ScreenRect(minX: x, minY: y, width: width, height: height)
  }

  private static func span(from start: Double, to end: Double) -> (start: Double, length: Double) {
    guard start > end else { return (start, end - start) }
    return ((start + end) / 2, 0)
  }

  /// The rectangle moved to the right and down, in points.
  public func offset(by offset: ScreenOffset) -> ScreenRect {
    ScreenRect(minX: minX + offset.dx, minY: minY + offset.dy, width: width, height: height)
  }

  /// Whether the edges of another rectangle lie between these or on them.
  public func contains(_ other: ScreenRect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// Whether the two share more than an edge; never true for an empty one.
  public func intersects(_ other: ScreenRect) -> Bool {
    // An empty rectangle inside another would pass the comparison of edges alone.
    width > 0 && height > 0 && other.width > 0 && other.height > 0
      && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
