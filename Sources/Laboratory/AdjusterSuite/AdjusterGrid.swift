public import Callouts
public import MapGeometry

/// The scenes that adjusters are tried on: every pin position at every zoom level and latitude.
///
/// Pins are in even rows and columns, the first and the last of each one step outside the view,
/// those next to them exactly on its edges.
public struct AdjusterGrid: Hashable, Sendable {
  /// Extent of the map view, in points.
  public let viewSize: ScreenSize
  /// Pin positions from left to right, two of them outside the view.
  public let columns: Int
  /// Pin positions from top to bottom, two of them outside the view.
  public let rows: Int
  /// Zoom levels: at 0 the world is 256 points wide, at 20 a map point is a point.
  public let zoomLevels: [Double]
  /// Latitudes of the middle of the view, in degrees, or as near as the map goes.
  public let latitudes: [Double]
  /// Longitude of the middle of the view, in degrees.
  public let longitude: Double
  /// The callout that opens.
  public let style: CalloutStyle
  /// Extent of the annotation view, in points.
  public let parentSize: ScreenSize
  /// From the pin's coordinate to the middle of its view.
  public let centerOffset: ScreenOffset
  /// The assumed options of the map.
  public let options: ViewportOptions
  /// Zoom levels from the world to a house, denser where published adjusters go wrong.
  public static let standardZoomLevels: [Double] = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20]
  /// The equator, a southern, two northern latitudes, and one beyond the polar circle.
  public static let standardLatitudes: [Double] = [0, -35, 40, 52.5, 70]

  /// Makes a grid; by default, a phone with pins as MapKit has them and plain callouts.
  ///
  /// - Precondition: At least four columns and rows; zoom levels and latitudes, each at least one
  ///   and in its range.
  public init(
    viewSize: ScreenSize = ScreenSize(width: 390, height: 844), columns: Int = 40, rows: Int = 80,
    zoomLevels: [Double] = standardZoomLevels, latitudes: [Double] = standardLatitudes,
    longitude: Double = 0, style: CalloutStyle = .plain(size: ScreenSize(width: 200, height: 108)),
    parentSize: ScreenSize = ScreenSize(width: 32, height: 39),
    centerOffset: ScreenOffset = ScreenOffset(dx: 8, dy: -16), options: ViewportOptions = .standard
  ) {
    precondition(viewSize.width > 0 && viewSize.height > 0, "a map view without extent")
    precondition(columns >= 4 && rows >= 4, "\(columns) x \(rows) positions miss the edges")
    precondition(!zoomLevels.isEmpty && !latitudes.isEmpty, "a grid without places")
    precondition(zoomLevels.allSatisfy { (0...40).contains($0) }, "zoom levels \(zoomLevels)")
    precondition(latitudes.allSatisfy { (-85...85).contains($0) }, "latitudes \(latitudes)")
    precondition((-180...180).contains(longitude), "longitude \(longitude)")
    (self.viewSize, self.columns, self.rows) = (viewSize, columns, rows)
    (self.zoomLevels, self.latitudes, self.longitude) = (zoomLevels, latitudes, longitude)
    (self.style, self.parentSize, self.centerOffset) = (style, parentSize, centerOffset)
    self.options = options
  }

  /// The number of pin positions at one zoom level and latitude.
  public var positionCount: Int { columns * rows }

  /// The distance between neighboring positions, in points.
  public var step: ScreenSize {
    ScreenSize(
      width: viewSize.width / Double(columns - 3), height: viewSize.height / Double(rows - 3))
  }

  /// Where the pin's coordinate is on the screen; positions count from left to right, then down.
  public func point(at position: Int) -> ScreenPoint {
    ScreenPoint(
      x: AdjusterGrid.place(position % columns, of: columns, extent: viewSize.width),
      y: AdjusterGrid.place(position / columns, of: rows, extent: viewSize.height))
  }

  private static func place(_ index: Int, of count: Int, extent: Double) -> Double {
    extent * Double(index - 1) / Double(count - 3)
  }

  /// The map at one zoom level and latitude; nil where the map does not zoom so far.
  public func viewport(zoom: Int, latitude: Int) -> Viewport? {
    let viewport = Viewport(
      size: viewSize,
      center: Projection.mapKit.mapPoint(
        for: Coordinate(latitude: latitudes[latitude], longitude: longitude)),
      mapPointsPerPoint: Viewport.mapPointsPerPoint(atZoomLevel: zoomLevels[zoom]),
      headingDegrees: 0, options: options)
    let clamped = viewport.clamped()
    return clamped.mapPointsPerPoint == viewport.mapPointsPerPoint ? clamped : nil
  }

  /// The scene of a callout at a position; nil where the world has ended.
  public func scene(at position: Int, in viewport: Viewport) -> CalloutScene? {
    let point = point(at: position)
    let place = viewport.mapPoint(at: point)
    guard place.y >= AdjusterGrid.northEnd, place.y <= MapSize.worldSide - AdjusterGrid.northEnd,
      (place.x - viewport.center.x).magnitude <= MapSize.worldSide / 2
    else { return nil }
    return CalloutScene(
      viewport: viewport,
      parent: CalloutParent(coordinateAt: point, size: parentSize, centerOffset: centerOffset),
      style: style)
  }

  /// Map y of the northernmost latitude that MapKit projects.
  private static let northEnd = Projection.mapKit.mapY(forLatitude: Projection.mapKit.latitudeLimit)
}

/// Other views and other callouts of a grid.
extension AdjusterGrid {
  /// A phone upright and on its side, and a tablet.
  public static let standardViewSizes: [ScreenSize] = [
    ScreenSize(width: 390, height: 844), ScreenSize(width: 844, height: 390),
    ScreenSize(width: 820, height: 1_180),
  ]

  /// A usual callout, a small one, one too wide for a phone, one too high for a phone on its side,
  /// and the bubble of the Asynchrony callout, which is as wide as the map.
  public static let standardStyles: [CalloutStyle] = [
    .plain(size: ScreenSize(width: 200, height: 108)),
    .plain(size: ScreenSize(width: 80, height: 40)),
    .plain(size: ScreenSize(width: 480, height: 90)),
    .plain(size: ScreenSize(width: 260, height: 400)),
    .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14)),
  ]

  /// The standard grid, and every standard callout in every standard view.
  public static let standardFamily = AdjusterGrid().family(
    viewSizes: standardViewSizes, styles: standardStyles)

  /// The most columns, rows, zoom levels and latitudes of the other grids of a family.
  ///
  /// Effects that depend on size alone show at few places.
  private static let coarse = (columns: 10, rows: 14, zoomLevels: 5, latitudes: 3)

  /// This grid, then one for each other pair of a view and a callout, with fewer pins, zoom levels
  /// and latitudes; views come in their order, each with the callouts in theirs.
  public func family(viewSizes: [ScreenSize], styles: [CalloutStyle]) -> [AdjusterGrid] {
    var grids = [self]
    for viewSize in viewSizes {
      for style in styles where viewSize != self.viewSize || style != self.style {
        grids.append(
          AdjusterGrid(
            viewSize: viewSize, columns: min(columns, AdjusterGrid.coarse.columns),
            rows: min(rows, AdjusterGrid.coarse.rows),
            zoomLevels: AdjusterGrid.some(of: zoomLevels, AdjusterGrid.coarse.zoomLevels),
            latitudes: AdjusterGrid.some(of: latitudes, AdjusterGrid.coarse.latitudes),
            longitude: longitude, style: style, parentSize: parentSize, centerOffset: centerOffset,
            options: options))
      }
    }
    return grids
  }

  /// Returns at most `count` of the values, evenly spread over them.
  private static func some(of values: [Double], _ count: Int) -> [Double] {
    guard values.count > count else { return values }
    return (0..<count).map { values[$0 * (values.count - 1) / (count - 1)] }
  }
}
