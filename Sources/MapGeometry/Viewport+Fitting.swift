extension Viewport {
  /// This viewport brought into the world.
  ///
  /// The scale is moved inside its limits, the centre so that the view stays inside the world from
  /// north to south, or into its middle when the view is taller; x is wrapped. Of a turned map the
  /// unturned height counts. When the options leave the edges open, only the centre has to stay
  /// inside.
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
    mapPointsPerPoint = limitedScale(mapPointsPerPoint)
    center.y = limitedCenterY
    center.x = Projection.wrappedX(center.x)
  }

  /// A scale moved inside the limits; when they exclude each other, the closest one counts.
  func limitedScale(_ scale: Double) -> Double {
    max(min(scale, farthestMapPointsPerPoint), options.closestMapPointsPerPoint)
  }

  /// The y of the centre moved between the limits in the north and in the south.
  var limitedCenterY: Double {
    let half = options.northSouthEdge == .closed ? size.height * mapPointsPerPoint / 2 : 0
    guard 2 * half < MapSize.worldSide else { return MapSize.worldSide / 2 }
    return max(half, min(MapSize.worldSide - half, center.y))
  }

  /// Whether the view cannot be moved further north or further south, or neither way.
  public var isAtWorldEdge: Bool {
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

  /// The viewport with another centre at the same scale and heading, brought into the world.
  ///
  /// - Precondition: The point is finite.
  public func centered(at point: MapPoint) -> Viewport {
    precondition(point.x.isFinite && point.y.isFinite, "a map cannot be centred at \(point)")
    var result = self
    result.center = point
    result.clamp()
    return result
  }

  /// The viewport after `setRegion`: the centre is kept exactly, the scale is the smallest that
  /// contains the region; nil when the centre is invalid or a delta is not finite.
  ///
  /// The limits of the world come first, as in ``clamped()``. Deltas of zero or less give the
  /// closest scale. Of a turned map all of the turned view counts. Under
  /// ``RegionFit/legacyIntegerZoom`` the centre moves by up to half a point on each axis, since the
  /// visible map rect lies on whole points.
  public func showing(_ region: CoordinateRegion) -> Viewport? {
    // The height first: what follows waits for it longer than for the centre.
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

  /// The viewport after `setVisibleMapRect` with padding: the rect in the middle of what the
  /// padding leaves of the view, at the smallest scale that shows all of it; nil when the rect is
  /// not finite.
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
}
