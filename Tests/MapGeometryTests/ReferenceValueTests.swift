import Clustering
import MapGeometry
import Testing

/// The published numbers that this package's functions must meet.
@Suite("Published numbers of MapKit")
struct ReferenceValueTests {
  private static let kinds: [(String, Int)] = [
    ("mapPointForCoordinate", 24), ("coordinateForMapPoint", 9), ("worldLatitudeEdge", 1),
    ("regionForMapRect", 2), ("mapViewDefaultRegion320x480", 1),
    ("mapViewSetRegionVisibleWidth", 1), ("mapViewSetRegionLatDelta", 1),
    ("convertCenterToPoint", 1), ("mapViewNorthEast20x20", 1), ("legacySnappedSpan", 1),
    ("cchZoomLevelForRegion", 2), ("rectUnion", 1), ("rectIntersectionIsNull", 1),
    ("rectInset", 1), ("rectOffset", 1), ("rectSpans180", 2), ("rectContainsPoint", 1),
    ("rectIntersects", 1), ("rectIntersection", 1), ("rectRemainder", 2),
    ("rectDivideMaxX", 1), ("rectDivideMinX", 1), ("metersPerMapPointAtLatitude", 19),
    ("mapPointsPerMeterAtLatitude", 8), ("metersBetweenMapPoints", 3),
    ("regionMakeWithDistance", 1), ("circleBoundingMapRect", 2), ("polygonCoordinate", 1),
    ("geodesicPolylinePointCount", 2), ("mapRectForCoordinateRegionRoundTrip", 1),
    ("cchCellMapSize", 1), ("cchAlignMapRectToCellSize", 2), ("tileUpperLeft", 1),
    ("tileLowerRight", 1), ("webMercatorMetres", 1), ("tileOfLngLat", 3), ("pixelToLngLat", 1),
    ("lngLatToPixel", 1),
  ]

  @Test
  func `are all of a kind that is looked at`() throws {
    #expect(Self.kinds.reduce(0) { $0 + $1.1 } == 105)
    #expect(try ReferenceValue.all().count == 105)
  }

  @Test(arguments: kinds)
  func `are met within their tolerance`(kind: String, count: Int) throws {
    let values = try ReferenceValue.all().filter { $0.kind == kind }
    #expect(values.count == count)
    for value in values {
      let model = try #require(
        viewportModel(value) ?? projectionModel(value) ?? rectModel(value) ?? metresModel(value)
          ?? shapeModel(value) ?? clusterModel(value) ?? tileModel(value))
      #expect(
        value.expected.agrees(with: model, tolerance: value.tolerance),
        "\(value.testDescription): \(model) instead of \(value.expected)")
    }
  }

  private func json(_ rect: MapRect) -> JSONValue {
    .list([rect.minX, rect.minY, rect.width, rect.height].map { .number($0) })
  }

  private func json(_ place: Coordinate) -> JSONValue {
    .record(["lat": .number(place.latitude), "lon": .number(place.longitude)])
  }

  private func json(_ region: CoordinateRegion) -> JSONValue {
    .record([
      "lat": .number(region.center.latitude), "lon": .number(region.center.longitude),
      "latDelta": .number(region.span.latitudeDelta),
      "lonDelta": .number(region.span.longitudeDelta),
    ])
  }

  private func rect(_ numbers: [Double]) -> MapRect {
    MapRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private func projectionModel(_ value: ReferenceValue) -> JSONValue? {
    switch value.kind {
    case "mapPointForCoordinate":
      let point = Projection.mapKit.mapPoint(
        for: Coordinate(latitude: value.number("lat"), longitude: value.number("lon")))
      return .record(["x": .number(point.x), "y": .number(point.y)])
    case "coordinateForMapPoint":
      return json(
        Projection.coordinate(for: MapPoint(x: value.number("x"), y: value.number("y"))))
    case "worldLatitudeEdge":
      return .number(Projection.latitude(forMapY: 0))
    case "regionForMapRect":
      return json(Projection.region(for: rect(value.numbers("rect"))))
    default:
      return nil
    }
  }

  private func viewportModel(_ value: ReferenceValue) -> JSONValue? {
    var map = Fixture.map(width: value.number("w"), height: value.number("h"))
    let center = Coordinate(latitude: value.number("lat"), longitude: value.number("lon"))
    map.center = Projection.mapKit.mapPoint(for: center)
    switch value.kind {
    case "mapViewDefaultRegion320x480":
      map.mapPointsPerPoint = value.number("visibleWidth") / map.size.width
      return json(map.region)
    case "mapViewNorthEast20x20":
      map.mapPointsPerPoint =
        2 * value.number("lonHalf") / 360 * MapSize.worldSide / map.size.width
      let rect = map.visibleMapRect
      return json(Projection.coordinate(for: MapPoint(x: rect.maxX, y: rect.minY)))
    case "legacySnappedSpan":
      map.regionFit = .legacyIntegerZoom
      let span = CoordinateSpan(
        latitudeDelta: value.number("requestedLatDelta"),
        longitudeDelta: value.number("requestedLonDelta"))
      return map.regionThatFits(CoordinateRegion(center: center, span: span)).map { json($0) }
    case "cchZoomLevelForRegion":
      map.size = ScreenSize(width: value.number("width"), height: value.number("width"))
      map.mapPointsPerPoint =
        value.number("lonDelta") / 360 * MapSize.worldSide / map.size.width
      return .number(map.zoomLevel)
    case "mapViewSetRegionVisibleWidth":
      return .number(Fixture.beijing.visibleMapRect.width)
    case "mapViewSetRegionLatDelta":
      return .number(Fixture.beijing.region.span.latitudeDelta)
    case "convertCenterToPoint":
      let place = Projection.mapKit.mapPoint(for: Fixture.beijingRegion.center)
      let point = Fixture.beijing.screenPoint(for: place)
      return .record(["x": .number(point.x), "y": .number(point.y)])
    default:
      return nil
    }
  }

  private func rectModel(_ value: ReferenceValue) -> JSONValue? {
    guard value.kind.hasPrefix("rect") else { return nil }
    let names = ["a", "b", "r"].filter { value.input[$0] != nil }
    let rects = names.map { rect(value.numbers($0)) }
    switch value.kind {
    case "rectUnion": return json(rects[0].union(rects[1]))
    case "rectIntersection": return json(rects[0].intersection(rects[1]))
    case "rectIntersectionIsNull": return .truth(rects[0].intersection(rects[1]).isNull)
    case "rectIntersects": return .truth(rects[0].intersects(rects[1]))
    case "rectInset":
      return json(rects[0].insetBy(dx: value.number("dx"), dy: value.number("dy")))
    case "rectOffset":
      return json(rects[0].offsetBy(dx: value.number("dx"), dy: value.number("dy")))
    case "rectSpans180": return .truth(rects[0].spans180thMeridian)
    case "rectRemainder": return json(rects[0].remainder)
    case "rectDivideMinX", "rectDivideMaxX":
      let parts = rects[0].divide(
        at: value.number("amount"), from: value.kind.hasSuffix("MinX") ? .minX : .maxX)
      return .list([json(parts.slice), json(parts.remainder)])
    case "rectContainsPoint":
      let point = value.numbers("p")
      return .truth(rects[0].contains(MapPoint(x: point[0], y: point[1])))
    default: return nil
    }
  }
}

extension ReferenceValueTests {
  private func metresModel(_ value: ReferenceValue) -> JSONValue? {
    let place = value.coordinate
    switch value.kind {
    case "metersPerMapPointAtLatitude":
      return .number(Projection.mapKit.metersPerMapPoint(atLatitude: place.latitude))
    case "mapPointsPerMeterAtLatitude":
      return .number(Projection.mapKit.mapPointsPerMeter(atLatitude: place.latitude))
    case "metersBetweenMapPoints":
      let ends = ["a", "b"].map { name in
        let point = value.numbers(name)
        let place = value.numbers(name + "_coord")
        return point.isEmpty
          ? Projection.mapKit.mapPoint(for: Coordinate(latitude: place[0], longitude: place[1]))
          : MapPoint(x: point[0], y: point[1])
      }
      return .number(ends[0].distance(to: ends[1]))
    case "regionMakeWithDistance":
      return json(
        CoordinateRegion(
          center: place, latitudinalMeters: value.number("latMeters"),
          longitudinalMeters: value.number("lonMeters")))
    default:
      return nil
    }
  }

  private func shapeModel(_ value: ReferenceValue) -> JSONValue? {
    switch value.kind {
    case "circleBoundingMapRect":
      let rect = MapRect(boundingCircleAt: value.coordinate, radius: value.number("radius"))
      return .record(["width": .number(rect.width), "height": .number(rect.height)])
    case "polygonCoordinate":
      return Projection.mapKit.coordinate(ofShape: value.coordinates("coords")).map { json($0) }
    case "geodesicPolylinePointCount":
      let ends = [0, value.number("equatorDegrees")].map { Coordinate(latitude: 0, longitude: $0) }
      return GeodesicPolyline(ends).map { .number(Double($0.points.count)) }
    case "mapRectForCoordinateRegionRoundTrip":
      let span = CoordinateSpan(
        latitudeDelta: value.number("latDelta"), longitudeDelta: value.number("lonDelta"))
      let region = CoordinateRegion(center: value.coordinate, span: span)
      return json(Projection.region(for: Projection.mapKit.mapRect(for: region)))
    default:
      return nil
    }
  }

  /// The two kinds that are about the cells of clusters.
  private func clusterModel(_ value: ReferenceValue) -> JSONValue? {
    switch value.kind {
    case "cchCellMapSize":
      let scale = Viewport.mapPointsPerPoint(atZoomLevel: value.number("zoomLevel"))
      return .number(
        ClusterScale.mapLength(
          viewport: Fixture.map(scale: scale), cellSize: value.number("cellPoints")))
    case "cchAlignMapRectToCellSize":
      return json(
        ClusterGrid.alignedRect(rect(value.numbers("rect")), cellSide: value.number("cell")))
    default:
      return nil
    }
  }

  private func tileModel(_ value: ReferenceValue) -> JSONValue? {
    let tile = MapTile(
      x: Int(value.number("x")), y: Int(value.number("y")), zoom: Int(value.number("z")))
    let place = Coordinate(latitude: value.number("lat"), longitude: value.number("lon"))
    switch value.kind {
    case "tileUpperLeft": return json(tile.northWest)
    case "tileLowerRight": return json(tile.southEast)
    case "webMercatorMetres":
      let metres = WebMercator.metres(for: tile.northWest)
      return .record(["x": .number(metres.east), "y": .number(metres.north)])
    case "tileOfLngLat":
      return MapTile(containing: place, zoom: tile.zoom).map {
        .list([.number(Double($0.x)), .number(Double($0.y))])
      }
    case "pixelToLngLat":
      let pixel = value.numbers("px")
      return json(
        WebMercator.coordinate(forPixelX: pixel[0], y: pixel[1], zoom: value.number("z")))
    case "lngLatToPixel":
      let pixel = WebMercator.pixel(for: place, zoom: value.number("z"))
      return .list([.number(pixel.x), .number(pixel.y)])
    default: return nil
    }
  }
}
