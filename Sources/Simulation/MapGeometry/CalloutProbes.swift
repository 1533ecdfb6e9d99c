/// The effect of an adjuster on one scene, seen on the screen.
public struct CalloutProbe: Hashable, Sendable {
  /// The shift of the pin, right and down.
  public var shift: ScreenOffset
  /// New scale by old scale.
  public var scaleRatio: Double
  /// Whether the map refused the move, so that nothing moved.
  public var isRefused: Bool
  /// Whether the northern or southern end of the world limited the move, so that the shift
  /// does not count.
  public var isAtWorldEdge: Bool

  /// Makes a probe of its parts; by default, one in which nothing moved.
  public init(
    shift: ScreenOffset = .zero, scaleRatio: Double = 1, isRefused: Bool = false,
    isAtWorldEdge: Bool = false
  ) {
    (self.shift, self.scaleRatio, self.isRefused) = (shift, scaleRatio, isRefused)
    self.isAtWorldEdge = isAtWorldEdge
  }
}

/// The effects of an adjuster on the same layout in other places and mirrors, so that a judge can
/// compare without knowing the adjuster.
///
/// All are stored inline, without allocation.
public struct CalloutProbes: Hashable, Sendable {
  /// The scale of the precision probe: zoom 20 in tiles of 256 points.
  public static let closestMapPointsPerPoint = 1.0
  /// The distance of the middle of the view from the 180th meridian in the probes on either
  /// side of it, in points.
  ///
  /// It is the tolerated difference between two shifts, so that every shift that a judge
  /// would miss crosses the meridian in one of the two probes.
  public static let pointsFromAntimeridian = 0.5
  /// The scene itself, the move made at once.
  public var atOnce: CalloutProbe
  /// The center that the move leads to.
  public var atOnceCenter: MapPoint
  /// The scale that it leads to.
  public var atOnceMapPointsPerPoint: Double
  /// The scene mirrored east to west.
  public var mirroredEastWest: CalloutProbe
  /// The scene mirrored north to south: the callout hangs below its pin.
  public var mirroredNorthSouth: CalloutProbe
  /// The scene just west of the 180th meridian: a map that moves east crosses it.
  public var westOfAntimeridian: CalloutProbe
  /// The scene just east of the 180th meridian: a map that moves west crosses it.
  public var eastOfAntimeridian: CalloutProbe
  /// The scene 90 degrees further east.
  public var quarterFurther: CalloutProbe
  /// The scene 60 degrees north if it lies within 30 degrees of the equator, else at the equator.
  public var otherLatitude: CalloutProbe
  /// The scene with the map turned by 45 degrees more.
  public var turned45: CalloutProbe
  /// The scene with the map turned by 90 degrees more.
  public var turned90: CalloutProbe
  /// The scene at zoom 20 in tiles of 256 points, three views west of the 180th meridian.
  public var closest: CalloutProbe

  /// Makes probes from the result of the scene itself; all the others are the same.
  public init(atOnce: CalloutProbe, center: MapPoint, mapPointsPerPoint: Double) {
    self.atOnce = atOnce
    atOnceCenter = center
    atOnceMapPointsPerPoint = mapPointsPerPoint
    mirroredEastWest = atOnce
    mirroredEastWest.shift.dx = -atOnce.shift.dx
    mirroredNorthSouth = atOnce
    mirroredNorthSouth.shift.dy = -atOnce.shift.dy
    (westOfAntimeridian, eastOfAntimeridian, quarterFurther) = (atOnce, atOnce, atOnce)
    (otherLatitude, turned45, turned90, closest) = (atOnce, atOnce, atOnce, atOnce)
  }
}
