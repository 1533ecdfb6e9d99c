internal import Clustering
internal import MapGeometry

/// What map views, shapes and tiles say.
extension MapViewQuestion {
  /// A view in the middle of the world where a point is 1,024 map points.
  private func view(width: Double, height: Double) throws -> Viewport {
    guard width > 0, height > 0 else { throw FieldFault(message: "the view has no size") }
    return Viewport(
      size: ScreenSize(width: width, height: height),
      center: MapPoint(x: MapSize.worldSide / 2, y: MapSize.worldSide / 2),
      mapPointsPerPoint: 1_024, headingDegrees: 0, regionFit: .edgeSum)
  }

  /// A view of the size that is given, about the coordinate that is given.
  private func view() throws -> Viewport {
    var map = try view(width: try number("w"), height: try number("h"))
    map.center = Projection.mapKit.mapPoint(for: try coordinate())
    return map
  }

  /// A view that was set to a region of some metres.
  private func viewOfMetres() throws -> Viewport {
    let map = try view(width: try number("w"), height: try number("h"))
    guard let shown = map.showing(try regionOfMetres()) else {
      throw FieldFault(message: "the map refuses the region")
    }
    return shown
  }

  /// A view that is so many map points wide.
  private func viewOfWidth() throws -> Viewport {
    var map = try view()
    map.mapPointsPerPoint = try number("visibleWidth") / map.size.width
    return map
  }

  func viewportAnswer() throws -> GoldenValue? {
    switch kind {
    case "mapViewDefaultRegion320x480": return GoldenValue(try viewOfWidth().region)
    case "mapCameraDistance": return .number(try viewOfWidth().cameraDistance)
    case "legacyVisibleRectAligned": return try alignment()
    case "mapViewNorthEast20x20":
      var map = try view()
      map.mapPointsPerPoint =
        2 * (try number("lonHalf")) / 360 * MapSize.worldSide / map.size.width
      let rect = map.visibleMapRect
      return GoldenValue(Projection.coordinate(for: MapPoint(x: rect.maxX, y: rect.minY)))
    case "legacySnappedSpan": return try snappedSpan()
    case "cchZoomLevelForRegion":
      let width = try number("width")
      var map = try view(width: width, height: width)
      map.center.x = Projection.mapX(forLongitude: input["lonCenter"].number ?? 0)
      map.mapPointsPerPoint = try number("lonDelta") / 360 * MapSize.worldSide / width
      return .number(map.zoomLevel)
    case "mapViewSetRegionVisibleWidth":
      return .number(try viewOfMetres().visibleMapRect.width)
    case "mapViewSetRegionLatDelta":
      return .number(try viewOfMetres().region.span.latitudeDelta)
    case "convertCenterToPoint":
      let place = Projection.mapKit.mapPoint(for: try coordinate())
      let point = try viewOfMetres().screenPoint(for: place)
      return GoldenValue(["x": point.x, "y": point.y])
    default: return nil
    }
  }

  /// The span of the region that fits when zoom levels are whole.
  private func snappedSpan() throws -> GoldenValue {
    var map = try view(width: try number("w"), height: try number("h"))
    map.regionFit = .legacyIntegerZoom
    let (north, east) = (try number("requestedLatDelta"), try number("requestedLonDelta"))
    let region = CoordinateRegion(
      center: try coordinate(),
      span: CoordinateSpan(latitudeDelta: north, longitudeDelta: east))
    guard let fitting = map.regionThatFits(region) else {
      throw FieldFault(message: "the map refuses the region")
    }
    return GoldenValue(fitting)
  }

  /// The scale of a view that shows a map rect, and whether that begins on whole points.
  private func alignment() throws -> GoldenValue {
    let rect = try input.mapRect("rect")
    let view = try input.numbers("view", count: 2)
    guard view[0] > 0 else { throw FieldFault(message: "the view has no width") }
    let scale = rect.width / view[0]
    let isWhole = rect.startsOnWholePoints(mapPointsPerPoint: scale)
    return .record([
      "scale": .number(scale), "xOverScaleIsInteger": .truth(isWhole.x),
      "yOverScaleIsInteger": .truth(isWhole.y),
    ])
  }

  func shapeAnswer() throws -> GoldenValue? {
    switch kind {
    case "circleBoundingMapRect":
      let rect = MapRect(boundingCircleAt: try coordinate(), radius: try number("radius"))
      return GoldenValue(["width": rect.width, "height": rect.height])
    case "polylineBoundingWidth":
      let points = try input.coordinates("coords").map { Projection.mapKit.mapPoint(for: $0) }
      return .number(MapRect(bounding: points).width)
    case "polygonCoordinate":
      guard let place = Projection.mapKit.coordinate(ofShape: try input.coordinates("coords"))
      else { throw FieldFault(message: "'coords' has no place") }
      return GoldenValue(place)
    case "geodesicPolylinePointCount":
      let end = Coordinate(latitude: 0, longitude: try number("equatorDegrees"))
      guard let line = GeodesicPolyline([Coordinate(latitude: 0, longitude: 0), end]) else {
        throw FieldFault(message: "'equatorDegrees' makes no line")
      }
      return .number(Double(line.points.count))
    case "mapRectForCoordinateRegionRoundTrip":
      let (north, east) = (try number("latDelta"), try number("lonDelta"))
      let region = CoordinateRegion(
        center: try coordinate(),
        span: CoordinateSpan(latitudeDelta: north, longitudeDelta: east))
      return GoldenValue(Projection.region(for: Projection.mapKit.mapRect(for: region)))
    default: return nil
    }
  }

  func tileAnswer() throws -> GoldenValue? {
    switch kind {
    case "tileUpperLeft": return GoldenValue(try tile().northWest)
    case "tileLowerRight": return GoldenValue(try tile().southEast)
    case "webMercatorMetres":
      let metres = WebMercator.metres(for: try tile().northWest)
      return GoldenValue(["x": metres.east, "y": metres.north])
    case "webMercatorToLngLat":
      return GoldenValue(
        WebMercator.coordinate(forMetresEast: try number("x"), north: try number("y")))
    case "tileOfLngLat":
      guard let tile = MapTile(containing: try coordinate(), zoom: try zoom()) else {
        throw FieldFault(message: "the place is on no tile")
      }
      return .list([.number(Double(tile.x)), .number(Double(tile.y))])
    case "pixelToLngLat":
      let pixel = try input.numbers("px", count: 2)
      return GoldenValue(
        WebMercator.coordinate(forPixelX: pixel[0], y: pixel[1], zoom: try number("z")))
    case "lngLatToPixel":
      let pixel = WebMercator.pixel(for: try coordinate(), zoom: try number("z"))
      return .list([.number(pixel.x), .number(pixel.y)])
    default: return nil
    }
  }

  private func zoom() throws -> Int {
    let zoom = try input.whole("z")
    guard (0...MapTile.deepestZoom).contains(zoom) else {
      throw FieldFault(message: "'z' is no zoom of tiles")
    }
    return zoom
  }

  private func tile() throws -> MapTile {
    let (x, y) = (try input.whole("x"), try input.whole("y"))
    return MapTile(x: x, y: y, zoom: try zoom())
  }

  /// The length of a cluster cell on a map at a zoom level.
  func cellLength() throws -> Double {
    var map = try view(width: 320, height: 480)
    map.mapPointsPerPoint = Viewport.mapPointsPerPoint(atZoomLevel: try number("zoomLevel"))
    return ClusterScale.mapLength(viewport: map, cellSize: try number("cellPoints"))
  }
}

extension MapRect {
  /// A rect with its edges moved out to whole cells of a side.
  init(cellAligned rect: MapRect, side: Double) {
    self = ClusterGrid.alignedRect(rect, cellSide: side)
  }
}
