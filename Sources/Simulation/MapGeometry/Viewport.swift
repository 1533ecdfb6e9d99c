internal import ExactMath

/// The part of the world that a map view shows: view size, center, scale and heading.
///
/// All other properties follow from these. One scale serves both axes.
public struct Viewport: Hashable, Sendable {
  /// Extent of the view, in points.
  public var size: ScreenSize
  /// The map point in the middle of the view.
  public var center: MapPoint
  /// Scale: map points for each screen point.
  public var mapPointsPerPoint: Double
  /// Bearing at the top of the screen, in degrees clockwise from north; must be finite.
  public var headingDegrees: Double { didSet { turn = Turn(degrees: headingDegrees) } }
  /// The choices that published sources leave open.
  public var options: ViewportOptions
  /// Sine and cosine of the heading, kept because every conversion of a point needs them.
  private(set) var turn: Turn

  /// Creates a viewport from its parts, unchecked; `clamped()` moves it into the world.
  ///
  /// - Precondition: The heading is finite.
  public init(
    size: ScreenSize, center: MapPoint, mapPointsPerPoint: Double, headingDegrees: Double,
    options: ViewportOptions
  ) {
    (self.size, self.center, self.mapPointsPerPoint) = (size, center, mapPointsPerPoint)
    (self.headingDegrees, self.options) = (headingDegrees, options)
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
  /// For a turned map it is the bounding box or, by the options, the rect that it would show
  /// unturned.
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

  /// The region that the view shows, centered in map points.
  public var region: CoordinateRegion {
    CoordinateRegion(
      center: Projection.coordinate(for: center), span: Projection.span(of: visibleMapRect))
  }

  /// The map point under a screen point; may lie outside the world.
  public func mapPoint(at point: ScreenPoint) -> MapPoint {
    let dx = point.x - size.width / 2
    let dy = point.y - size.height / 2
    return MapPoint(
      x: center.x + mapPointsPerPoint * (dx * turn.cosine - dy * turn.sine),
      y: center.y + mapPointsPerPoint * (dx * turn.sine + dy * turn.cosine))
  }

  /// The screen point of a map point, by the options on the copy of the world nearest to the
  /// center.
  public func screenPoint(for point: MapPoint) -> ScreenPoint {
    exactScreenPoint(for: MapPoint(x: shownCopy(ofX: point.x), y: point.y))
  }

  /// The x of the copy of a place that is shown, at most half a world from the center.
  private func shownCopy(ofX x: Double) -> Double {
    let distance = center.x - x
    // Most points are on the nearest copy already; this saves them a division. At exactly half a
    // world both copies are as near, and the quotient rounds to the even number of worlds: none.
    guard distance.magnitude > MapSize.worldSide / 2 else { return x }
    guard options.worldCopy == .nearest else { return x }
    return x + MapSize.worldSide * (distance / MapSize.worldSide).rounded(.toNearestOrEven)
  }

  /// The screen point of a map point on its own copy of the world, however far away.
  public func exactScreenPoint(for point: MapPoint) -> ScreenPoint {
    let east = (point.x - center.x) / mapPointsPerPoint
    let south = (point.y - center.y) / mapPointsPerPoint
    return ScreenPoint(
      x: size.width / 2 + east * turn.cosine + south * turn.sine,
      y: size.height / 2 - east * turn.sine + south * turn.cosine)
  }

  /// The bounding map rect of a rectangle of the screen, whatever the options.
  public func mapRect(for rect: ScreenRect) -> MapRect {
    let middle = mapPoint(at: ScreenPoint(x: rect.midX, y: rect.midY))
    let extent = turn.boundingExtent(
      width: rect.width * mapPointsPerPoint, height: rect.height * mapPointsPerPoint)
    return MapRect(
      x: middle.x - extent.width / 2, y: middle.y - extent.height / 2, width: extent.width,
      height: extent.height)
  }

  /// The region of a rectangle of the screen: that of its bounding map rect or, by the options, of
  /// the unturned map rect around its middle.
  public func region(for rect: ScreenRect) -> CoordinateRegion {
    Projection.region(for: convertedRect(for: rect))
  }

  /// The map rect of a rectangle of the screen, by the options.
  func convertedRect(for rect: ScreenRect) -> MapRect {
    switch options.rectConversion {
    case .boundingBox: return mapRect(for: rect)
    case .unturned:
      let middle = mapPoint(at: ScreenPoint(x: rect.midX, y: rect.midY))
      let width = rect.width * mapPointsPerPoint
      let height = rect.height * mapPointsPerPoint
      return MapRect(
        x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    }
  }

  /// The bounding screen rectangle of a region, on the same copy of the world as its center.
  ///
  /// The corners lie at center ± half the span, latitudes clamped by the projection. By the
  /// options, the rectangle is centered in map points instead, so that on an unturned map
  /// ``region(for:)`` is the inverse. It is not clipped to the view.
  public func screenRect(for region: CoordinateRegion) -> ScreenRect {
    screenRect(for: region, vertical: vertical(of: region))
  }

  func screenRect(
    for region: CoordinateRegion, vertical: (middleY: Double, height: Double)
  ) -> ScreenRect {
    let middle = exactScreenPoint(
      for: MapPoint(
        x: shownCopy(ofX: Projection.mapX(forLongitude: region.center.longitude)),
        y: vertical.middleY))
    let width = region.span.longitudeDelta / 360 * MapSize.worldSide
    let extent = turn.boundingExtent(
      width: width.magnitude / mapPointsPerPoint,
      height: vertical.height.magnitude / mapPointsPerPoint)
    return ScreenRect(
      minX: middle.x - extent.width / 2, minY: middle.y - extent.height / 2, width: extent.width,
      height: extent.height)
  }

  /// The middle and the height of a region in map points, by the options.
  func vertical(of region: CoordinateRegion) -> (middleY: Double, height: Double) {
    switch options.regionConversion {
    case .edges:
      let edges = RegionFit.latitudeEdges(of: region)
      return ((edges.north + edges.south) / 2, edges.south - edges.north)
    case .exactInverse:
      let latitude = region.center.latitude
      let height = RegionFit.exactHeight(
        latitude: latitude, latitudeDelta: region.span.latitudeDelta.magnitude)
      return (Projection.mapKit.mapY(forLatitude: latitude), height)
    }
  }

  /// This viewport brought into the world.
  ///
  /// The scale is moved inside its limits, the center so that the view stays inside the world from
  /// north to south, or into its middle when the view is taller; x is wrapped. Of a turned map the
  /// unturned height counts. When the options leave the edges open, only the center has to stay
  /// inside. The boundary of the camera comes before the edges of the world.
  ///
  /// - Precondition: The view has a positive size.
  public func clamped() -> Viewport {
    var result = self
    result.clamp()
    return result
  }

  /// Inlined, because a copy between two changes costs more than the changes.
  @inline(__always) private mutating func clamp() {
    precondition(
      size.width > 0 && size.height > 0,
      "a map of \(size.width) by \(size.height) points shows nothing")
    if let limits = options.cameraLimits {
      clamp(into: limits)
    } else {
      mapPointsPerPoint = limitedScale(mapPointsPerPoint)
      center.y = limitedCenterY
    }
    center.x = Viewport.wrappedCenterX(center.x)
  }

  private mutating func clamp(into limits: CameraLimits) {
    center = MapPoint(x: limits.inside(x: center.x), y: limits.inside(y: center.y))
    // The edges of the world move the center towards the equator, where the largest distance of the
    // camera is a smaller scale. With that one they move it no more.
    for _ in 0..<2 {
      mapPointsPerPoint = limitedScale(mapPointsPerPoint)
      center.y = limits.inside(y: limitedCenterY)
    }
  }

  /// The x of a center moved into the world: 180 and -180 degrees are one meridian, and one x.
  package static func wrappedCenterX(_ x: Double) -> Double {
    let wrapped = Projection.wrappedX(x)
    return wrapped > 0 ? wrapped : MapSize.worldSide
  }

  /// A scale moved inside the limits, those of the camera at the latitude of the center.
  ///
  /// When they exclude each other, the closest scale wins, and the options win over the camera.
  func limitedScale(_ scale: Double) -> Double {
    let allowed =
      options.cameraLimits.map { $0.limited(scale, perMeter: mapPointsPerPointPerMeter) } ?? scale
    return max(min(allowed, farthestMapPointsPerPoint), options.closestMapPointsPerPoint)
  }

  /// The y of the center moved between the limits in the north and in the south.
  var limitedCenterY: Double {
    let half = options.northSouthEdge == .closed ? size.height * mapPointsPerPoint / 2 : 0
    guard 2 * half < MapSize.worldSide else { return MapSize.worldSide / 2 }
    return max(half, min(MapSize.worldSide - half, center.y))
  }

  /// Whether the view cannot be moved further north or further south, or neither way, or may be
  /// held by the limits of the camera.
  public var isAtWorldEdge: Bool {
    guard options.cameraLimits == nil else { return true }
    let half = options.northSouthEdge == .closed ? size.height * mapPointsPerPoint / 2 : 0
    return center.y <= half || center.y >= MapSize.worldSide - half
  }

  /// The viewport after `setCenter` at the same scale; nil when the coordinate is invalid.
  public func centered(at coordinate: Coordinate) -> Viewport? {
    guard Projection.isValid(coordinate) else { return nil }
    var result = sentElsewhere
    result.center = Projection.mapKit.mapPoint(for: coordinate)
    result.clamp()
    return result
  }

  /// The viewport with another center at the same scale and heading, brought into the world.
  ///
  /// - Precondition: The point is finite.
  public func centered(at point: MapPoint) -> Viewport {
    precondition(point.x.isFinite && point.y.isFinite, "a map cannot be centerd at \(point)")
    var result = self
    result.center = point
    result.clamp()
    return result
  }

  /// The viewport after `setRegion`: the center is kept exactly, the scale is the smallest that
  /// contains the region; nil when the center is invalid or a delta is not finite.
  ///
  /// The limits of the world come first, as in ``clamped()``. Deltas of zero or less give the
  /// closest scale. Of a turned map all of the turned view counts. Under
  /// ``RegionFit/legacyIntegerZoom`` the center moves by up to half a point on each axis, since the
  /// visible map rect lies on whole points.
  public func showing(_ region: CoordinateRegion) -> Viewport? {
    // The height first: what follows waits for it longer than for the center.
    let height = regionFit.height(of: region)
    return showing(
      region, height: height, middleY: Projection.mapKit.mapY(forLatitude: region.center.latitude))
  }

  func showing(_ region: CoordinateRegion, height: Double, middleY: Double) -> Viewport? {
    guard Projection.isValid(region.center), region.span.latitudeDelta.isFinite,
      region.span.longitudeDelta.isFinite
    else { return nil }
    let center = MapPoint(x: Projection.mapX(forLongitude: region.center.longitude), y: middleY)
    var result = sentElsewhere
    let wanted = result.scale(
      width: region.span.longitudeDelta / 360 * MapSize.worldSide, height: height, in: size)
    result.center = center
    result.mapPointsPerPoint = regionFit.scale(notBelow: wanted)
    result.clamp()
    return regionFit == .legacyIntegerZoom ? result.onWholePoints.clamped() : result
  }

  /// The viewport with the corner of its visible map rect at the next whole multiple of its scale.
  private var onWholePoints: Viewport {
    let rect = visibleMapRect
    func edge(_ edge: Double) -> Double {
      (edge / mapPointsPerPoint).rounded(.toNearestOrEven) * mapPointsPerPoint
    }
    var result = self
    result.center = MapPoint(
      x: edge(rect.minX) + rect.width / 2, y: edge(rect.minY) + rect.height / 2)
    return result
  }

  /// The region that the map would show after `setRegion`; nil as in ``showing(_:)``.
  public func regionThatFits(_ region: CoordinateRegion) -> CoordinateRegion? {
    showing(region)?.region
  }

  /// The viewport after `setVisibleMapRect` with padding: the rect in the middle of the part of the
  /// view inside the padding, at the smallest scale that shows all of it; nil when the rect is not
  /// finite.
  ///
  /// - Precondition: The padding leaves a part of the view.
  public func showing(_ rect: MapRect, padding: EdgeInsets) -> Viewport? {
    guard rect.maxX.isFinite, rect.maxY.isFinite else { return nil }
    let inner = ScreenSize(
      width: size.width - padding.left - padding.right,
      height: size.height - padding.top - padding.bottom)
    precondition(
      inner.width > 0 && inner.height > 0,
      "the padding leaves \(inner.width) by \(inner.height) points of the map")
    var result = sentElsewhere
    result.mapPointsPerPoint = result.scale(width: rect.width, height: rect.height, in: inner)
    // With the rect in the middle of the view first, the point to move there lies as far from it as
    // the middle of the inner part lies from the middle of the view, on the other side.
    result.center = MapPoint(x: rect.midX, y: rect.midY)
    guard options.edgePadding == .innerRect else { return result.clamped() }
    result.center = result.mapPoint(
      at: ScreenPoint(
        x: (size.width - padding.left + padding.right) / 2,
        y: (size.height - padding.top + padding.bottom) / 2))
    return result.clamped()
  }

  /// This viewport with the heading after a programmatic region change.
  private var sentElsewhere: Viewport {
    guard options.headingOnRegionChange == .reset else { return self }
    var result = self
    result.headingDegrees = 0
    return result
  }

  /// The smallest scale at which an extent in map points, turned with the map, fits into a size.
  private func scale(width: Double, height: Double, in size: ScreenSize) -> Double {
    let needed = turn.boundingExtent(width: width, height: height)
    return max(needed.width / size.width, needed.height / size.height)
  }

  /// Zoom level: 0 shows the world in 256 points, each level doubles it; whole at scales that are
  /// powers of two, 20 where a map point is a point.
  public var zoomLevel: Double {
    let x = MapSize.worldSide / (256 * mapPointsPerPoint)
    guard x.isNormal, x > 0 else { return Elementary.log(x) / Elementary.log(2) }
    return Double(x.exponent) + Elementary.log(x.significand) / Elementary.log(2)
  }

  /// The scale, in map points for each point, of a zoom level: W / 256 / 2^level.
  ///
  /// Exact for whole levels.
  public static func mapPointsPerPoint(atZoomLevel level: Double) -> Double {
    MapSize.worldSide / 256 / WebMercator.powerOfTwo(level)
  }

  /// Twice the tangent of half the camera's vertical field of view of 30 degrees.
  private static let fieldOfView = 2 * Elementary.tan(15 * (Double.pi / 180))

  /// The distance of the camera from the middle of the map, in meters, for a map without pitch:
  /// h s m / (2 tan 15°) with the view's height h, the scale s and the meters m for each map point
  /// in the middle.
  ///
  /// Published distances agree to 3e-7. Infinite where no map point belongs to a meter, beyond
  /// 85.5 degrees, which lies outside the world.
  public var cameraDistance: Double {
    let latitude = Projection.latitude(forMapY: center.y)
    let metersPerMapPoint = Projection.mapKit.metersPerMapPoint(atLatitude: latitude)
    return size.height * mapPointsPerPoint * metersPerMapPoint / Viewport.fieldOfView
  }

  /// The scale, in map points for each point, of a camera at a distance of one meter.
  ///
  /// The inverse of ``cameraDistance``, but finite and above zero wherever the center lies.
  private var mapPointsPerPointPerMeter: Double {
    let latitude = Projection.latitude(forMapY: center.y)
    return Viewport.fieldOfView / size.height
      * Projection.mapPoints(ofMeters: 1, atLatitude: latitude)
  }
}
