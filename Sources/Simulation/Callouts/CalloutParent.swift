public import MapGeometry

/// The annotation view that a callout belongs to.
public struct CalloutParent: Hashable, Sendable {
  /// Its frame on the screen.
  public var frame: ScreenRect
  /// From the point of its coordinate to the middle of its frame; (8, -16) for MapKit's pin.
  public var centerOffset: ScreenOffset
  /// From the middle of its upper edge to where a plain callout points; a bubble has an offset of
  /// its own.
  public var calloutOffset: ScreenOffset

  /// Makes a parent of its parts.
  public init(frame: ScreenRect, centerOffset: ScreenOffset, calloutOffset: ScreenOffset = .zero) {
    (self.frame, self.centerOffset, self.calloutOffset) = (frame, centerOffset, calloutOffset)
  }

  /// Makes a parent of some size whose coordinate is shown at a point of the screen.
  public init(coordinateAt point: ScreenPoint, size: ScreenSize, centerOffset: ScreenOffset) {
    self.init(
      frame: ScreenRect(
        minX: point.x + centerOffset.dx - size.width / 2,
        minY: point.y + centerOffset.dy - size.height / 2, width: size.width, height: size.height),
      centerOffset: centerOffset)
  }

  /// Where its coordinate is on the screen.
  public var coordinatePoint: ScreenPoint {
    ScreenPoint(x: frame.midX - centerOffset.dx, y: frame.midY - centerOffset.dy)
  }

  /// This parent after the map moved.
  ///
  /// The frame keeps its size and follows its coordinate, to the copy of the world nearest to the
  /// new center.
  public func moved(from old: Viewport, to new: Viewport) -> CalloutParent {
    // Exactly where it was, not only nearly, when nothing happened.
    guard old != new else { return self }
    let point = coordinatePoint
    let there = new.screenPoint(for: old.mapPoint(at: point))
    assert(there.x.isFinite && there.y.isFinite, "a parent moved out of the number range")
    var result = self
    result.frame.minX += there.x - point.x
    result.frame.minY += there.y - point.y
    return result
  }
}
