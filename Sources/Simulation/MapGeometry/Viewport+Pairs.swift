// Two viewports at once, with the same numbers as one by one. Latitudes come by twos, and that of a
// middle is a single one; and what is the same for both is asked once: two places on one parallel
// differ in nothing that costs much.

extension Viewport {
  /// The regions that two views show; see ``region``.
  public static func regions(
    of first: Viewport, _ second: Viewport
  ) -> (CoordinateRegion, CoordinateRegion) {
    Projection.regions(
      of: first.visibleMapRect, around: first.center, second.visibleMapRect, around: second.center)
  }

  /// The bounding screen rectangles of a region in each of two views; see ``screenRect(for:)``.
  public static func screenRects(
    for regions: (CoordinateRegion, CoordinateRegion), in first: Viewport, _ second: Viewport
  ) -> (ScreenRect, ScreenRect) {
    let vertical = first.vertical(of: regions.0)
    let isSame =
      regions.0.isOnParallel(of: regions.1)
      && first.options.regionConversion == second.options.regionConversion
    return (
      first.screenRect(for: regions.0, vertical: vertical),
      second.screenRect(
        for: regions.1, vertical: isSame ? vertical : second.vertical(of: regions.1))
    )
  }

  /// The regions of a rectangle of the screen in each of two views; see ``region(for:)``.
  public static func regions(
    for rects: (ScreenRect, ScreenRect), in first: Viewport, _ second: Viewport
  ) -> (CoordinateRegion, CoordinateRegion) {
    let one = first.convertedRect(for: rects.0)
    let other = second.convertedRect(for: rects.1)
    return Projection.regions(
      of: one, around: MapPoint(x: one.midX, y: one.midY), other,
      around: MapPoint(x: other.midX, y: other.midY))
  }

  /// Two viewports after `setRegion`; see ``showing(_:)``.
  public static func showing(
    _ regions: (CoordinateRegion, CoordinateRegion), in first: Viewport, _ second: Viewport
  ) -> (Viewport?, Viewport?) {
    let height = first.regionFit.height(of: regions.0)
    let isSame = regions.0.isOnParallel(of: regions.1) && first.regionFit == second.regionFit
    let otherHeight = isSame ? height : second.regionFit.height(of: regions.1)
    let middles = Projection.mapKit.mapYs(
      forLatitudes: SIMD2(regions.0.center.latitude, regions.1.center.latitude))
    return (
      first.showing(regions.0, height: height, middleY: middles[0]),
      second.showing(regions.1, height: otherHeight, middleY: middles[1])
    )
  }

  /// The regions that two maps would show after `setRegion`; see ``regionThatFits(_:)``.
  public static func regionsThatFit(
    _ regions: (CoordinateRegion, CoordinateRegion), in first: Viewport, _ second: Viewport
  ) -> (CoordinateRegion?, CoordinateRegion?) {
    let ends = showing(regions, in: first, second)
    guard let one = ends.0, let other = ends.1 else { return (ends.0?.region, ends.1?.region) }
    return self.regions(of: one, other)
  }
}

extension CoordinateRegion {
  fileprivate func isOnParallel(of other: CoordinateRegion) -> Bool {
    center.latitude == other.center.latitude && span.latitudeDelta == other.span.latitudeDelta
  }
}

extension Projection {
  /// The regions with the spans of two map rects around two places.
  fileprivate static func regions(
    of first: MapRect, around middle: MapPoint, _ second: MapRect, around otherMiddle: MapPoint
  ) -> (CoordinateRegion, CoordinateRegion) {
    let middles = latitudes(forMapYs: SIMD2(middle.y, otherMiddle.y))
    let delta = latitudeDelta(of: first)
    let isSame = first.minY == second.minY && first.maxY == second.maxY
    let otherDelta = isSame ? delta : latitudeDelta(of: second)
    return (
      CoordinateRegion(
        center: Coordinate(latitude: middles[0], longitude: longitude(forMapX: middle.x)),
        span: CoordinateSpan(latitudeDelta: delta, longitudeDelta: longitudeDelta(of: first))),
      CoordinateRegion(
        center: Coordinate(latitude: middles[1], longitude: longitude(forMapX: otherMiddle.x)),
        span: CoordinateSpan(latitudeDelta: otherDelta, longitudeDelta: longitudeDelta(of: second)))
    )
  }
}
