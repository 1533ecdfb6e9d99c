internal import Clustering
internal import MapGeometry

/// Numbers published for the geometry of a map view.
enum MapViewCases {
  static func play(_ file: GoldenFile) -> [CaseResult] {
    var last = publishedView
    return file.cases.map { golden in
      let kind = golden.value["kind"].text ?? ""
      var input = golden.value["input"]
      // Some numbers belong to the view that was set to a region for a number before.
      if !input["same"].isNull {
        input = last
      } else if !input["latMeters"].isNull, !input["w"].isNull {
        last = input
      }
      return CaseResult(
        file: file.path, id: "\(golden.name) \(kind)",
        outcome: outcome { try play(golden.value, kind: kind, input: input) })
    }
  }

  /// The view that was set to a region where the numbers with the same view were published, for
  /// files that leave its own number out: two by two kilometers in Beijing.
  private static let publishedView = GoldenValue([
    "w": 320, "h": 480, "lat": 39.9042, "lon": 116.4074, "latMeters": 2_000, "lonMeters": 2_000,
  ])

  private static func play(
    _ value: GoldenValue, kind: String, input: GoldenValue
  ) throws -> Outcome {
    guard let answer = MapViewInput.answers[kind] else {
      return .skipped("unknown kind of map view value '\(kind)'")
    }
    let found = try answer(MapViewInput(value: input))
    let tolerance = try value.number("tolerance")
    guard !value["expected"].isNull else { throw FieldError(message: "'expected' is missing") }
    let comparison = Comparison()
    compare(value["expected"], found, within: tolerance, name: "value", comparison)
    return comparison.outcome
  }

  /// Compares numbers within a tolerance at any depth; null agrees with everything.
  private static func compare(
    _ expected: GoldenValue, _ got: GoldenValue, within tolerance: Double, name: String,
    _ comparison: Comparison
  ) {
    switch (expected, got) {
    case (.null, _): return
    case (.number(let left), .number(let right)):
      comparison.expect(name, left, right, within: tolerance)
    case (.text("inf"), .number(let right)):
      comparison.expect(name, .infinity, right, within: tolerance)
    case (.list(let left), .list(let right)) where left.count == right.count:
      for (index, pair) in zip(left, right).enumerated() {
        compare(pair.0, pair.1, within: tolerance, name: "\(name)[\(index)]", comparison)
      }
    case (.record(let left), .record(let right)):
      for (key, value) in left.sorted(by: { $0.key < $1.key }) {
        compare(value, right[key] ?? .null, within: tolerance, name: key, comparison)
      }
    default: comparison.expect(name, expected, got)
    }
  }
}

/// The inputs of a published number.
struct MapViewInput {
  let value: GoldenValue
  /// The package's answer for each kind of number.
  static let answers: [String: @Sendable (MapViewInput) throws -> GoldenValue] = [
    // The projection.
    "mapPointForCoordinate": {
      let point = Projection.mapKit.mapPoint(for: try $0.coordinate())
      return GoldenValue(["x": point.x, "y": point.y])
    },
    "coordinateForMapPoint": {
      let point = MapPoint(x: try $0.number("x"), y: try $0.number("y"))
      return GoldenValue(Projection.coordinate(for: point))
    }, "worldLatitudeEdge": { _ in .number(Projection.latitude(forMapY: 0)) },
    "unitMercatorY": { .number(WebMercator.unitY(forLatitude: try $0.number("lat"))) },
    "regionForMapRect": { GoldenValue(Projection.region(for: try $0.value.mapRect("rect"))) },
    "mapRectForCoordinateRegionRoundTrip": {
      let region = try $0.region(of: "latDelta", "lonDelta")
      return GoldenValue(Projection.region(for: Projection.mapKit.mapRect(for: region)))
    },
    // Map views.
    "mapViewDefaultRegion320x480": { GoldenValue(try $0.viewOfWidth().region) },
    "mapCameraDistance": { .number(try $0.viewOfWidth().cameraDistance) },
    "legacyVisibleRectAligned": {
      let rect = try $0.value.mapRect("rect")
      let view = try $0.value.numbers("view", count: 2)
      guard view[0] > 0 else { throw FieldError(message: "the view has no width") }
      let scale = rect.width / view[0]
      let isWhole = rect.startsOnWholePoints(mapPointsPerPoint: scale)
      return .record([
        "scale": .number(scale), "xOverScaleIsInteger": .truth(isWhole.x),
        "yOverScaleIsInteger": .truth(isWhole.y),
      ])
    },
    "mapViewNorthEast20x20": {
      var map = try $0.viewAtPlace()
      let width = 2 * (try $0.number("lonHalf")) / 360 * MapSize.worldSide
      map.mapPointsPerPoint = width / map.size.width
      let rect = map.visibleMapRect
      return GoldenValue(Projection.coordinate(for: MapPoint(x: rect.maxX, y: rect.minY)))
    },
    "legacySnappedSpan": {
      var map = try $0.view()
      map.regionFit = .legacyIntegerZoom
      let region = try $0.region(of: "requestedLatDelta", "requestedLonDelta")
      guard let fitting = map.regionThatFits(region) else { throw refused }
      return GoldenValue(fitting)
    },
    "cchZoomLevelForRegion": {
      let width = try $0.number("width")
      var map = try view(width: width, height: width)
      map.center.x = Projection.mapX(forLongitude: $0.value["lonCenter"].number ?? 0)
      map.mapPointsPerPoint = try $0.number("lonDelta") / 360 * MapSize.worldSide / width
      return .number(map.zoomLevel)
    }, "mapViewSetRegionVisibleWidth": { .number(try $0.viewOfMeters().visibleMapRect.width) },
    "mapViewSetRegionLatDelta": { .number(try $0.viewOfMeters().region.span.latitudeDelta) },
    "convertCenterToPoint": {
      let place = Projection.mapKit.mapPoint(for: try $0.coordinate())
      let point = try $0.viewOfMeters().screenPoint(for: place)
      return GoldenValue(["x": point.x, "y": point.y])
    },
    // Map rects.
    "rectInset": {
      GoldenValue(try $0.rect().insetBy(dx: try $0.number("dx"), dy: try $0.number("dy")))
    },
    "rectOffset": {
      GoldenValue(try $0.rect().offsetBy(dx: try $0.number("dx"), dy: try $0.number("dy")))
    }, "rectNegativeIntersectsSelf": { .truth(try $0.rect().intersects(try $0.rect())) },
    "rectSpans180": { .truth(try $0.rect().spans180thMeridian) },
    "rectRemainder": { GoldenValue(try $0.rect().remainder) },
    "rectDivideMinX": { try $0.divided(from: .minX) },
    "rectDivideMaxX": { try $0.divided(from: .maxX) },
    "rectDivideMinY": { try $0.divided(from: .minY) },
    "rectDivideMaxY": { try $0.divided(from: .maxY) },
    "rectContainsPoint": {
      let point = try $0.value.numbers("p", count: 2)
      return .truth(try $0.rect().contains(MapPoint(x: point[0], y: point[1])))
    }, "rectUnion": { GoldenValue(try $0.rect("a").union(try $0.rect("b"))) },
    "rectIntersection": { GoldenValue(try $0.rect("a").intersection(try $0.rect("b"))) },
    "rectIntersectionIsNull": { .truth(try $0.rect("a").intersection(try $0.rect("b")).isNull) },
    "rectIntersects": { .truth(try $0.rect("a").intersects(try $0.rect("b"))) },
    // Meters.
    "metersPerMapPointAtLatitude": {
      .number(Projection.mapKit.metersPerMapPoint(atLatitude: try $0.number("lat")))
    },
    "mapPointsPerMeterAtLatitude": {
      .number(Projection.mapKit.mapPointsPerMeter(atLatitude: try $0.number("lat")))
    },
    "metersBetweenMapPoints": { .number(try $0.mapPoint("a").distance(to: try $0.mapPoint("b"))) },
    "clLocationDistance": {
      .number(try $0.coordinate("a").distance(from: try $0.coordinate("b")))
    }, "regionMakeWithDistance": { GoldenValue(try $0.regionOfMeters()) },
    // Shapes.
    "circleBoundingMapRect": {
      let rect = MapRect(boundingCircleAt: try $0.coordinate(), radius: try $0.number("radius"))
      return GoldenValue(["width": rect.width, "height": rect.height])
    },
    "polylineBoundingWidth": {
      let points = try $0.value.coordinates("coords").map { Projection.mapKit.mapPoint(for: $0) }
      return .number(MapRect(bounding: points).width)
    },
    "polygonCoordinate": {
      let places = try $0.value.coordinates("coords")
      guard let place = Projection.mapKit.coordinate(ofShape: places) else {
        throw FieldError(message: "'coords' has no place")
      }
      return GoldenValue(place)
    },
    "geodesicPolylinePointCount": {
      let end = Coordinate(latitude: 0, longitude: try $0.number("equatorDegrees"))
      guard let line = GeodesicPolyline([Coordinate(latitude: 0, longitude: 0), end]) else {
        throw FieldError(message: "'equatorDegrees' makes no line")
      }
      return .number(Double(line.points.count))
    },
    // Cluster cells.
    "cchCellMapSize": {
      var map = try view(width: 320, height: 480)
      map.mapPointsPerPoint = Viewport.mapPointsPerPoint(atZoomLevel: try $0.number("zoomLevel"))
      return .number(ClusterScale.mapLength(viewport: map, cellSize: try $0.number("cellPoints")))
    },
    "cchAlignMapRectToCellSize": {
      let side = try $0.number("cell")
      guard side > 0 else { throw FieldError(message: "'cell' is not above 0") }
      return GoldenValue(ClusterGrid.alignedRect(try $0.value.mapRect("rect"), cellSide: side))
    },
    // Tiles.
    "tileUpperLeft": { GoldenValue(try $0.tile().northWest) },
    "tileLowerRight": { GoldenValue(try $0.tile().southEast) },
    "webMercatorMetres": {
      let meters = WebMercator.meters(for: try $0.tile().northWest)
      return GoldenValue(["x": meters.east, "y": meters.north])
    },
    "webMercatorToLngLat": {
      let (east, north) = (try $0.number("x"), try $0.number("y"))
      return GoldenValue(WebMercator.coordinate(forMetersEast: east, north: north))
    },
    "tileOfLngLat": {
      guard let tile = MapTile(containing: try $0.coordinate(), zoom: try $0.zoom()) else {
        throw FieldError(message: "the place is on no tile")
      }
      return .list([.number(Double(tile.x)), .number(Double(tile.y))])
    },
    "pixelToLngLat": {
      let pixel = try $0.value.numbers("px", count: 2)
      return GoldenValue(
        WebMercator.coordinate(forPixelX: pixel[0], y: pixel[1], zoom: try $0.number("z")))
    },
    "lngLatToPixel": {
      let pixel = WebMercator.pixel(for: try $0.coordinate(), zoom: try $0.number("z"))
      return .list([.number(pixel.x), .number(pixel.y)])
    },
  ]
}

/// The parts of an input.
extension MapViewInput {
  private func number(_ name: String) throws -> Double { try value.number(name) }

  /// The place; numbers that do not depend on the longitude come without one.
  private func coordinate() throws -> Coordinate {
    Coordinate(latitude: try number("lat"), longitude: value["lon"].isNull ? 0 : try number("lon"))
  }

  private func coordinate(_ name: String) throws -> Coordinate {
    let place = try value.numbers(name + "_coord", count: 2)
    return Coordinate(latitude: place[0], longitude: place[1])
  }

  /// A map point, given as such or as a coordinate.
  private func mapPoint(_ name: String) throws -> MapPoint {
    guard value[name].isNull else {
      let point = try value.numbers(name, count: 2)
      return MapPoint(x: point[0], y: point[1])
    }
    return Projection.mapKit.mapPoint(for: try coordinate(name))
  }

  private func rect(_ name: String = "r") throws -> MapRect { try value.mapRect(name) }

  private func divided(from edge: MapRectEdge) throws -> GoldenValue {
    let parts = try rect().divide(at: try number("amount"), from: edge)
    return .list([GoldenValue(parts.slice), GoldenValue(parts.remainder)])
  }

  private func region(of latitudeDelta: String, _ longitudeDelta: String) throws -> CoordinateRegion
  {
    let span = CoordinateSpan(
      latitudeDelta: try number(latitudeDelta), longitudeDelta: try number(longitudeDelta))
    return CoordinateRegion(center: try coordinate(), span: span)
  }

  private func regionOfMeters() throws -> CoordinateRegion {
    CoordinateRegion(
      center: try coordinate(), latitudinalMeters: try number("latMeters"),
      longitudinalMeters: try number("lonMeters"))
  }

  /// A view in the middle of the world where a point is 1,024 map points.
  static func view(width: Double, height: Double) throws -> Viewport {
    guard width > 0, height > 0 else { throw FieldError(message: "the view has no size") }
    return Viewport(
      size: ScreenSize(width: width, height: height),
      center: MapPoint(x: MapSize.worldSide / 2, y: MapSize.worldSide / 2),
      mapPointsPerPoint: 1_024, headingDegrees: 0, regionFit: .edgeSum)
  }

  static let refused = FieldError(message: "the map refuses the region")

  private func view() throws -> Viewport {
    try MapViewInput.view(width: try number("w"), height: try number("h"))
  }

  private func viewAtPlace() throws -> Viewport {
    var map = try view()
    map.center = Projection.mapKit.mapPoint(for: try coordinate())
    return map
  }

  /// A view that was set to a region of some meters.
  private func viewOfMeters() throws -> Viewport {
    guard let shown = try view().showing(try regionOfMeters()) else { throw MapViewInput.refused }
    return shown
  }

  /// A view that is so many map points wide.
  private func viewOfWidth() throws -> Viewport {
    var map = try viewAtPlace()
    map.mapPointsPerPoint = try number("visibleWidth") / map.size.width
    return map
  }

  private func zoom() throws -> Int {
    let zoom = try value.whole("z")
    guard (0...MapTile.deepestZoom).contains(zoom) else {
      throw FieldError(message: "'z' is no zoom of tiles")
    }
    return zoom
  }

  private func tile() throws -> MapTile {
    MapTile(x: try value.whole("x"), y: try value.whole("y"), zoom: try zoom())
  }
}

extension GoldenValue {
  init(_ numbers: [String: Double]) { self = .record(numbers.mapValues { .number($0) }) }
  init(_ rect: MapRect) { self = .list(rect.numbers.map { .number($0) }) }
  init(_ place: Coordinate) { self.init(["lat": place.latitude, "lon": place.longitude]) }

  init(_ region: CoordinateRegion) {
    self.init([
      "lat": region.center.latitude, "lon": region.center.longitude,
      "latDelta": region.span.latitudeDelta, "lonDelta": region.span.longitudeDelta,
    ])
  }
}
