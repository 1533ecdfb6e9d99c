extension ScreenRect {
  /// Whether a point lies inside; the edges do.
  public func holds(_ point: ScreenPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: ScreenRect) -> ScreenRect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    let right = max(maxX, other.maxX)
    let bottom = max(maxY, other.maxY)
    return ScreenRect(minX: left, minY: top, width: right - left, height: bottom - top)
  }

  /// What the two share, or nil when they share no more than an edge.
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
  /// Where two opposite edges would pass each other, both come to lie midway between the places
  /// they were sent to: a size is never negative.
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
