/// The part of the world that a map view shows: view size, centre, scale and heading.
///
/// Everything else follows from these. One scale serves both axes.
public struct Viewport: Hashable, Sendable {
  /// Extent of the view, in points.
  public var size: ScreenSize
  /// The map point in the middle of the view.
  public var center: MapPoint
  /// Scale: map points for each screen point.
  public var mapPointsPerPoint: Double
  /// Bearing at the top of the screen, in degrees clockwise from north; must be finite.
  public var headingDegrees: Double { didSet { turn = Turn(degrees: headingDegrees) } }
  /// The choices that nothing published settles.
  public var options: ViewportOptions
  /// Sine and cosine of the heading, kept because every conversion of a point needs them.
  private(set) var turn: Turn

  /// Makes a viewport of its parts, as they are; `clamped()` brings it into the world.
  ///
  /// - Precondition: The heading is finite.
  public init(
    size: ScreenSize, center: MapPoint, mapPointsPerPoint: Double, headingDegrees: Double,
    options: ViewportOptions
  ) {
    self.size = size
    self.center = center
    self.mapPointsPerPoint = mapPointsPerPoint
    self.headingDegrees = headingDegrees
    self.options = options
    turn = Turn(degrees: headingDegrees)
  }

  /// Makes a viewport with the default options but for the region fit.
  public init(
    size: ScreenSize, center: MapPoint, mapPointsPerPoint: Double, headingDegrees: Double,
    regionFit: RegionFit
  ) {
    self.init(
      size: size, center: center, mapPointsPerPoint: mapPointsPerPoint,
      headingDegrees: headingDegrees, options: ViewportOptions(regionFit: regionFit))
  }

  /// The rule by which regions are fitted, one of the options.
  public var regionFit: RegionFit {
    get { options.regionFit }
    set { options.regionFit = newValue }
  }

  /// The largest scale, by the options; a model decision.
  public var farthestMapPointsPerPoint: Double {
    switch options.farthestScale {
    case .worldOnLongerSide: MapSize.worldSide / max(size.width, size.height)
    case .worldOnShorterSide: MapSize.worldSide / min(size.width, size.height)
    }
  }

  /// The bounds of the view, in points.
  public var bounds: ScreenRect {
    ScreenRect(minX: 0, minY: 0, width: size.width, height: size.height)
  }

  /// The map rect that the view shows, which may reach beyond the world in the west or east.
  ///
  /// Of a turned map it is the bounding box or, by the options, what it would show unturned.
  public var visibleMapRect: MapRect {
    switch options.turnedBounds {
    case .boundingBox: return mapRect(for: bounds)
    case .unturned:
      let width = size.width * mapPointsPerPoint
      let height = size.height * mapPointsPerPoint
      return MapRect(
        x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
  }

  /// The region that the view shows, centred in map points.
  public var region: CoordinateRegion {
    CoordinateRegion(
      center: Projection.coordinate(for: center), span: Projection.span(of: visibleMapRect))
  }
}
