public import MapGeometry

/// An adjuster's request to the map.
public enum MapMove: Hashable, Sendable {
  /// Nothing: the map is not called at all.
  case stay
  /// Show a coordinate in the middle at the same scale, as `setCenter` does.
  case center(Coordinate, animated: Bool)
  /// Show a region, as `setRegion` does; may change the scale.
  case region(CoordinateRegion, animated: Bool)
  /// Show a map point in the middle at the same scale; it may lie outside the world.
  case point(MapPoint, animated: Bool)
}

extension MapMove {
  /// The viewport where this move ends, animated or not; nil when the map refuses it because a
  /// coordinate is invalid or a number is not finite.
  public func applied(to viewport: Viewport) -> Viewport? {
    let result: Viewport?
    switch self {
    case .stay: return viewport
    case .center(let coordinate, _): result = viewport.centered(at: coordinate)
    case .region(let region, _):
      guard region.span.latitudeDelta.isFinite, region.span.longitudeDelta.isFinite else {
        return nil
      }
      result = viewport.showing(region)
    case .point(let point, _):
      guard point.x.isFinite, point.y.isFinite else { return nil }
      result = viewport.centered(at: point)
    }
    assert(result.map { $0.size == viewport.size } ?? true, "a move changed the size of the view")
    assert(
      result.map { $0.center.x.isFinite && $0.mapPointsPerPoint > 0 } ?? true,
      "a move ended nowhere")
    return result
  }

  /// The viewports where two moves end; see ``applied(to:)``.
  public static func applied(
    _ moves: (MapMove, MapMove), to first: Viewport, _ second: Viewport
  ) -> (Viewport?, Viewport?) {
    guard case .region(let region, _) = moves.0, case .region(let other, _) = moves.1 else {
      return (moves.0.applied(to: first), moves.1.applied(to: second))
    }
    let ends = Viewport.showing((region, other), in: first, second)
    assert(
      ends == (moves.0.applied(to: first), moves.1.applied(to: second)),
      "two moves at once end elsewhere than one by one")
    return ends
  }

  /// Whether the map is asked to animate; false when it is not asked at all.
  public var isAnimated: Bool {
    switch self {
    case .stay: false
    case .center(_, let animated), .region(_, let animated), .point(_, let animated): animated
    }
  }
}
