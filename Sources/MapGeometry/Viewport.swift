/// How `setRegion` turns a latitude span into a height; Apple publishes no rule.
public enum RegionFit: String, Hashable, Sendable, CaseIterable {
  /// The height between the latitudes centre ± half the span. Not an inverse of `region`.
  case edgeSum
  /// The height whose edges, seen from the centre in map points, are the span apart.
  case exactInverse
  /// As `edgeSum`, then the scale is rounded up to a power of two, as iOS 3 to 5 did.
  case legacyIntegerZoom
}

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
  /// Bearing at the top of the screen, in degrees clockwise from north.
  public var headingDegrees: Double
  /// The rule by which regions are fitted.
  public var regionFit: RegionFit

  /// Makes a viewport of its parts, as they are; `clamped()` brings it into the world.
  public init(
    size: ScreenSize, center: MapPoint, mapPointsPerPoint: Double, headingDegrees: Double,
    regionFit: RegionFit
  ) {
    self.size = size
    self.center = center
    self.mapPointsPerPoint = mapPointsPerPoint
    self.headingDegrees = headingDegrees
    self.regionFit = regionFit
  }

  /// The smallest scale: two zoom levels past the one where a map point is a point.
  public static let closestMapPointsPerPoint = 0.25

  /// The largest scale: never more than one world on the longer side.
  public var farthestMapPointsPerPoint: Double {
    MapSize.worldSide / max(size.width, size.height)
  }

  /// The bounds of the view, in points.
  public var bounds: ScreenRect {
    ScreenRect(minX: 0, minY: 0, width: size.width, height: size.height)
  }

  /// The map rect that the view shows; the bounding box when the map is turned.
  public var visibleMapRect: MapRect { mapRect(for: bounds) }

  /// The region that the view shows.
  public var region: CoordinateRegion {
    let rect = visibleMapRect
    return CoordinateRegion(
      center: Projection.coordinate(for: center), span: Projection.region(for: rect).span)
  }

  /// Zoom level in the common sense: 0 shows the world in 256 points, each level doubles it.
  public var zoomLevel: Double {
    Elementary.log(MapSize.worldSide / (256 * mapPointsPerPoint)) / Elementary.log(2)
  }
}

extension Viewport {
  /// Sine and cosine of the heading; exact for a map that is not turned.
  private var turn: (sine: Double, cosine: Double) {
    guard headingDegrees != 0 else { return (0, 1) }
    let angle = headingDegrees * (Double.pi / 180)
    return (Elementary.sin(angle), Elementary.cos(angle))
  }

  /// The map point under a screen point; may lie outside the world.
  public func mapPoint(at point: ScreenPoint) -> MapPoint {
    let dx = point.x - size.width / 2
    let dy = point.y - size.height / 2
    let (sine, cosine) = turn
    return MapPoint(
      x: center.x + mapPointsPerPoint * (dx * cosine - dy * sine),
      y: center.y + mapPointsPerPoint * (dx * sine + dy * cosine))
  }

  /// The screen point of a map point, on the copy of the world nearest to the centre.
  public func screenPoint(for point: MapPoint) -> ScreenPoint {
    let copies = ((center.x - point.x) / MapSize.worldSide).rounded(.toNearestOrEven)
    return exactScreenPoint(for: MapPoint(x: point.x + MapSize.worldSide * copies, y: point.y))
  }

  /// The screen point of a map point on the very copy of the world it is on.
  private func exactScreenPoint(for point: MapPoint) -> ScreenPoint {
    let east = (point.x - center.x) / mapPointsPerPoint
    let south = (point.y - center.y) / mapPointsPerPoint
    let (sine, cosine) = turn
    return ScreenPoint(
      x: size.width / 2 + east * cosine + south * sine,
      y: size.height / 2 - east * sine + south * cosine)
  }

  /// The bounding map rect of a rectangle of the screen.
  public func mapRect(for rect: ScreenRect) -> MapRect {
    guard headingDegrees != 0 else {
      let origin = mapPoint(at: ScreenPoint(x: rect.minX, y: rect.minY))
      return MapRect(
        x: origin.x, y: origin.y, width: rect.width * mapPointsPerPoint,
        height: rect.height * mapPointsPerPoint)
    }
    let corners = [
      mapPoint(at: ScreenPoint(x: rect.minX, y: rect.minY)),
      mapPoint(at: ScreenPoint(x: rect.maxX, y: rect.minY)),
      mapPoint(at: ScreenPoint(x: rect.minX, y: rect.maxY)),
      mapPoint(at: ScreenPoint(x: rect.maxX, y: rect.maxY)),
    ]
    let west = corners.reduce(Double.infinity) { min($0, $1.x) }
    let east = corners.reduce(-Double.infinity) { max($0, $1.x) }
    let north = corners.reduce(Double.infinity) { min($0, $1.y) }
    let south = corners.reduce(-Double.infinity) { max($0, $1.y) }
    return MapRect(x: west, y: north, width: east - west, height: south - north)
  }

  /// The region of a rectangle of the screen: bounding map rect first, then its region.
  public func region(for rect: ScreenRect) -> CoordinateRegion {
    Projection.region(for: mapRect(for: rect))
  }

  /// The bounding screen rectangle of a region whose corners lie at centre ± half the span; not
  /// clipped to the view.
  public func screenRect(for region: CoordinateRegion) -> ScreenRect {
    let half = region.span.longitudeDelta / 720 * MapSize.worldSide
    var middle = Projection.mapX(forLongitude: region.center.longitude)
    middle +=
      MapSize.worldSide
      * ((center.x - middle) / MapSize.worldSide).rounded(.toNearestOrEven)
    let edges = Viewport.latitudeEdges(of: region)
    let corners = [
      exactScreenPoint(for: MapPoint(x: middle - half, y: edges.north)),
      exactScreenPoint(for: MapPoint(x: middle + half, y: edges.north)),
      exactScreenPoint(for: MapPoint(x: middle - half, y: edges.south)),
      exactScreenPoint(for: MapPoint(x: middle + half, y: edges.south)),
    ]
    let left = corners.reduce(Double.infinity) { min($0, $1.x) }
    let right = corners.reduce(-Double.infinity) { max($0, $1.x) }
    let top = corners.reduce(Double.infinity) { min($0, $1.y) }
    let bottom = corners.reduce(-Double.infinity) { max($0, $1.y) }
    return ScreenRect(minX: left, minY: top, width: right - left, height: bottom - top)
  }

  private static func latitudeEdges(of region: CoordinateRegion) -> (north: Double, south: Double) {
    let half = region.span.latitudeDelta / 2
    return (
      Projection.mapKit.mapY(forLatitude: region.center.latitude + half),
      Projection.mapKit.mapY(forLatitude: region.center.latitude - half)
    )
  }
}

extension Viewport {
  /// This viewport with its scale inside the limits, its centre so that the view stays inside the
  /// world from north to south, and x wrapped into the world.
  public func clamped() -> Viewport {
    var result = self
    result.mapPointsPerPoint = max(
      min(mapPointsPerPoint, farthestMapPointsPerPoint), Viewport.closestMapPointsPerPoint)
    let half = size.height * result.mapPointsPerPoint / 2
    result.center.y =
      2 * half >= MapSize.worldSide
      ? MapSize.worldSide / 2 : max(half, min(MapSize.worldSide - half, center.y))
    if center.x < 0 || center.x > MapSize.worldSide {
      result.center.x = center.x.truncatingRemainder(dividingBy: MapSize.worldSide)
      if result.center.x < 0 { result.center.x += MapSize.worldSide }
    }
    return result
  }

  /// The viewport after `setCenter`: another centre at the same scale; nil when the coordinate is
  /// invalid.
  public func centered(at coordinate: Coordinate) -> Viewport? {
    guard Projection.isValid(coordinate) else { return nil }
    return centered(at: Projection.mapKit.mapPoint(for: coordinate))
  }

  /// The viewport with another centre in map points at the same scale.
  public func centered(at point: MapPoint) -> Viewport {
    var result = self
    result.center = point
    return result.clamped()
  }

  /// The viewport after `setRegion`: the centre is kept exactly, the scale is the smallest that
  /// contains the region; nil when the centre is invalid.
  public func showing(_ region: CoordinateRegion) -> Viewport? {
    guard Projection.isValid(region.center) else { return nil }
    var result = self
    result.center = Projection.mapKit.mapPoint(for: region.center)
    result.mapPointsPerPoint = fittedScale(for: region)
    return result.clamped()
  }

  /// The region that the map would show after `setRegion` with this one; nil when its centre is
  /// invalid.
  public func regionThatFits(_ region: CoordinateRegion) -> CoordinateRegion? {
    showing(region)?.region
  }

  private func fittedScale(for region: CoordinateRegion) -> Double {
    let width = region.span.longitudeDelta / 360 * MapSize.worldSide
    let edges = Viewport.latitudeEdges(of: region)
    let height =
      regionFit == .exactInverse
      ? Viewport.exactHeight(for: region) : edges.south - edges.north
    let (sine, cosine) = turn
    let neededWidth = width * abs(cosine) + height * abs(sine)
    let neededHeight = width * abs(sine) + height * abs(cosine)
    let scale = max(neededWidth / size.width, neededHeight / size.height)
    return regionFit == .legacyIntegerZoom ? Viewport.powerOfTwo(notBelow: scale) : scale
  }

  /// The height in map points about the centre whose edges are the latitude span apart, found by
  /// bisection to the last bit.
  private static func exactHeight(for region: CoordinateRegion) -> Double {
    let middle = Projection.mapKit.mapY(forLatitude: region.center.latitude)
    var low = 0.0
    var high = MapSize.worldSide
    while true {
      let height = (low + high) / 2
      guard height > low, height < high else { return height }
      let span =
        Projection.latitude(forMapY: middle - height / 2)
        - Projection.latitude(forMapY: middle + height / 2)
      if span < region.span.latitudeDelta { low = height } else { high = height }
    }
  }

  private static func powerOfTwo(notBelow scale: Double) -> Double {
    var power = closestMapPointsPerPoint
    while power < scale, power < MapSize.worldSide { power *= 2 }
    return power
  }
}
