// Gestures on a viewport, one change at a time. All are differences to the center, not recomputed
// from places on the map: what does not change stays the same to the last bit.

extension Viewport {
  /// The viewport after a pinch or a double tap: the scale divided by a factor, with the map point
  /// under a screen point kept there.
  ///
  /// The scale is limited first, then the point is kept, then the center is brought into the world.
  ///
  /// - Parameters:
  ///   - factor: Above 1 to zoom in; the ratio of the distances of two fingers.
  ///   - point: The fixed point.
  /// - Returns: A viewport inside the world.
  /// - Precondition: The factor is positive.
  public func scaled(by factor: Double, about point: ScreenPoint) -> Viewport {
    precondition(factor > 0, "a map cannot be scaled by \(factor)")
    var result = self
    result.mapPointsPerPoint = limitedScale(mapPointsPerPoint / factor)
    let arm = turn.mapOffset(of: fromMiddle(to: point))
    let change = mapPointsPerPoint - result.mapPointsPerPoint
    result.center.x += change * arm.east
    result.center.y += change * arm.south
    return result.clamped()
  }

  /// The viewport after a rotation by some degrees clockwise, with the map point under a screen
  /// point kept there, then brought into the world.
  ///
  /// A growing heading turns the content counterclockwise. The heading of the result lies in
  /// 0..<360.
  ///
  /// - Precondition: The angle is finite.
  public func turned(byDegrees degrees: Double, about point: ScreenPoint) -> Viewport {
    var result = self
    result.headingDegrees = Turn.normalized(headingDegrees + degrees)
    let offset = fromMiddle(to: point)
    let before = turn.mapOffset(of: offset)
    let after = result.turn.mapOffset(of: offset)
    result.center.x += mapPointsPerPoint * (before.east - after.east)
    result.center.y += mapPointsPerPoint * (before.south - after.south)
    return result.clamped()
  }

  /// The viewport after a pan: the content follows by an offset on the screen, then is brought into
  /// the world.
  public func moved(by offset: ScreenOffset) -> Viewport { movedBeyondEdges(by: offset).clamped() }

  /// The viewport after a pan without limits in the north and south; x is still wrapped into the
  /// world.
  public func movedBeyondEdges(by offset: ScreenOffset) -> Viewport {
    var result = self
    let way = turn.mapOffset(of: offset)
    result.center.x = Viewport.wrappedCenterX(center.x - mapPointsPerPoint * way.east)
    result.center.y = center.y - mapPointsPerPoint * way.south
    return result
  }

  private func fromMiddle(to point: ScreenPoint) -> ScreenOffset {
    ScreenOffset(dx: point.x - size.width / 2, dy: point.y - size.height / 2)
  }
}
