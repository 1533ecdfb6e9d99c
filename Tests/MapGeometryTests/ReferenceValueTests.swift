import MapGeometry
import Testing

/// The published numbers that this package's functions must meet.
@Suite("Published numbers of MapKit")
struct ReferenceValueTests {
  @Test(arguments: [
    ("mapPointForCoordinate", 24), ("coordinateForMapPoint", 9), ("worldLatitudeEdge", 1),
    ("regionForMapRect", 2), ("mapViewDefaultRegion320x480", 1),
    ("mapViewSetRegionVisibleWidth", 1), ("mapViewSetRegionLatDelta", 1),
    ("convertCenterToPoint", 1), ("mapViewNorthEast20x20", 1), ("legacySnappedSpan", 1),
    ("cchZoomLevelForRegion", 2), ("rectUnion", 1), ("rectIntersectionIsNull", 1),
    ("rectInset", 1), ("rectOffset", 1), ("rectSpans180", 2), ("rectContainsPoint", 1),
    ("rectIntersects", 1), ("rectIntersection", 1), ("rectRemainder", 2),
  ])
  func `are met within their tolerance`(kind: String, count: Int) throws {
    let values = try ReferenceValue.all().filter { $0.kind == kind }
    #expect(values.count == count)
    for value in values {
      let model = try #require(viewportModel(value) ?? projectionModel(value) ?? rectModel(value))
      #expect(
        value.expected.agrees(with: model, tolerance: value.tolerance),
        "\(value.testDescription): \(model) instead of \(value.expected)")
    }
  }

  private func json(_ rect: MapRect) -> JSONValue {
    .list([rect.minX, rect.minY, rect.width, rect.height].map { .number($0) })
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
      let place = Projection.coordinate(for: MapPoint(x: value.number("x"), y: value.number("y")))
      return .record(["lat": .number(place.latitude), "lon": .number(place.longitude)])
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
      let corner = Projection.coordinate(for: MapPoint(x: rect.maxX, y: rect.minY))
      return .record(["lat": .number(corner.latitude), "lon": .number(corner.longitude)])
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
    case "rectContainsPoint":
      let point = value.numbers("p")
      return .truth(rects[0].contains(MapPoint(x: point[0], y: point[1])))
    default: return nil
    }
  }
}
