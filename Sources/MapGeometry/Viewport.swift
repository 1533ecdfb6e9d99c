/// The part of the world that a map view shows: view size, centre, scale and heading.
///
/// Everything else (visible rect, region, conversions) follows from these. One scale serves both
/// axes, so the aspect ratio of the view is kept exactly.
public struct Viewport: Hashable, Sendable {
  /// Extent of the view, in points.
  public var size: ScreenSize
  /// The map point in the middle of the view.
  public var center: MapPoint
  /// Scale: map points for each screen point.
  public var mapPointsPerPoint: Double
  /// Bearing at the top of the screen, in degrees clockwise from north; must be finite.
  public var headingDegrees: Double {
    didSet { turn = Turn(degrees: headingDegrees) }
  }
  /// The rule by which regions are fitted.
  public var regionFit: RegionFit
  /// Sine and cosine of the heading, kept because every conversion of a point needs them.
  private(set) var turn: Turn

  /// Makes a viewport of its parts, as they are; `clamped()` brings it into the world.
  ///
  /// - Precondition: The heading is finite.
  public init(
    size: ScreenSize, center: MapPoint, mapPointsPerPoint: Double, headingDegrees: Double,
    regionFit: RegionFit
  ) {
    self.size = size
    self.center = center
    self.mapPointsPerPoint = mapPointsPerPoint
    self.headingDegrees = headingDegrees
    self.regionFit = regionFit
    turn = Turn(degrees: headingDegrees)
  }

  /// The smallest scale: two zoom levels past the one where a map point is a point.
  ///
  /// A model decision; Apple's limits are not published.
  public static let closestMapPointsPerPoint = 0.25

  /// The largest scale: never more than one world on the longer side.
  ///
  /// A model decision; Apple's limits are not published.
  public var farthestMapPointsPerPoint: Double {
    MapSize.worldSide / max(size.width, size.height)
  }

  /// The bounds of the view, in points.
  public var bounds: ScreenRect {
    ScreenRect(minX: 0, minY: 0, width: size.width, height: size.height)
  }

  /// The map rect that the view shows; the bounding box when the map is turned.
  ///
  /// It may reach beyond the world in the west or in the east.
  public var visibleMapRect: MapRect { mapRect(for: bounds) }

  /// The region that the view shows.
  ///
  /// Its centre is the middle of the view, so centre ± half the span are not the latitudes of the
  /// edges.
  public var region: CoordinateRegion {
    CoordinateRegion(
      center: Projection.coordinate(for: center), span: Projection.region(for: visibleMapRect).span)
  }

  /// Zoom level in the common sense: 0 shows the world in 256 points, each level doubles it.
  ///
  /// Whole at scales that are powers of two.
  public var zoomLevel: Double {
    let worldSides = MapSize.worldSide / (256 * mapPointsPerPoint)
    guard worldSides.isNormal, worldSides > 0 else {
      return Elementary.log(worldSides) / Elementary.log(2)
    }
    return Double(worldSides.exponent)
      + Elementary.log(worldSides.significand) / Elementary.log(2)
  }
}

/// Sine and cosine of a heading, exact for whole quarters.
struct Turn: Hashable, Sendable {
  /// The sine of the heading.
  let sine: Double
  /// The cosine of the heading.
  let cosine: Double

  /// Makes the turn of a finite heading in degrees.
  init(degrees: Double) {
    precondition(degrees.isFinite, "a heading is a finite number of degrees, not \(degrees)")
    let reduced = degrees.truncatingRemainder(dividingBy: 360)
    switch reduced < 0 ? reduced + 360 : reduced {
    case 0, 360: (sine, cosine) = (0, 1)
    case 90: (sine, cosine) = (1, 0)
    case 180: (sine, cosine) = (0, -1)
    case 270: (sine, cosine) = (-1, 0)
    default:
      let angle = reduced * (Double.pi / 180)
      (sine, cosine) = (Elementary.sin(angle), Elementary.cos(angle))
    }
  }

  /// The extent of the bounding box of a turned rectangle.
  func boundingExtent(width: Double, height: Double) -> (width: Double, height: Double) {
    (
      width * cosine.magnitude + height * sine.magnitude,
      width * sine.magnitude + height * cosine.magnitude
    )
  }
}
