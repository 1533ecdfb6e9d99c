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
        outcome: outcome {
          try play(golden.value, kind: kind, input: input)
        })
    }
  }

  /// The view that was set to a region where the numbers with the same view were published, for
  /// files that leave its own number out: two by two kilometres in Beijing.
  private static let publishedView = GoldenValue([
    "w": 320, "h": 480, "lat": 39.9042, "lon": 116.4074, "latMeters": 2_000, "lonMeters": 2_000,
  ])

  private static func play(
    _ value: GoldenValue, kind: String, input: GoldenValue
  ) throws -> Outcome {
    let question = MapViewQuestion(kind: kind, input: input)
    let answer = try question.answer()
    guard let answer else { return .skipped("unknown kind of map view value '\(kind)'") }
    let tolerance = try value.number("tolerance")
    guard !value["expected"].isNull else { throw FieldFault(message: "'expected' is missing") }
    var comparison = Comparison()
    compare(value["expected"], answer, within: tolerance, name: "value", &comparison)
    return comparison.outcome
  }

  /// Compares numbers within a tolerance wherever they stand; null says nothing.
  private static func compare(
    _ expected: GoldenValue, _ got: GoldenValue, within tolerance: Double, name: String,
    _ comparison: inout Comparison
  ) {
    switch (expected, got) {
    case (.null, _): return
    case (.number(let left), .number(let right)):
      comparison.expect(name, left, right, within: tolerance)
    case (.text("inf"), .number(let right)):
      comparison.expect(name, .infinity, right, within: tolerance)
    case (.list(let left), .list(let right)) where left.count == right.count:
      for (index, pair) in zip(left, right).enumerated() {
        compare(pair.0, pair.1, within: tolerance, name: "\(name)[\(index)]", &comparison)
      }
    case (.record(let left), .record(let right)):
      for (key, value) in left.sorted(by: { $0.key < $1.key }) {
        compare(value, right[key] ?? .null, within: tolerance, name: key, &comparison)
      }
    default:
      guard expected != got else { return }
      comparison.differ(name, expected: "\(expected)", got: "\(got)")
    }
  }
}

/// A kind of number and what it depends on.
struct MapViewQuestion {
  var kind: String
  var input: GoldenValue

  /// What the package says; nil when the kind is unknown.
  func answer() throws -> GoldenValue? {
    if let answer = try projectionAnswer() ?? viewportAnswer() { return answer }
    if let answer = try rectAnswer() ?? metresAnswer() { return answer }
    return try shapeAnswer() ?? clusterAnswer() ?? tileAnswer()
  }

  func number(_ name: String) throws -> Double { try input.number(name) }

  /// The place; numbers that do not depend on the longitude come without one.
  func coordinate() throws -> Coordinate {
    Coordinate(
      latitude: try number("lat"),
      longitude: input["lon"].isNull ? 0 : try number("lon"))
  }

  private func projectionAnswer() throws -> GoldenValue? {
    switch kind {
    case "mapPointForCoordinate":
      let point = Projection.mapKit.mapPoint(for: try coordinate())
      return GoldenValue(["x": point.x, "y": point.y])
    case "coordinateForMapPoint":
      return GoldenValue(
        Projection.coordinate(for: MapPoint(x: try number("x"), y: try number("y"))))
    case "worldLatitudeEdge": return .number(Projection.latitude(forMapY: 0))
    case "unitMercatorY":
      return .number(WebMercator.unitY(forLatitude: try number("lat")))
    case "regionForMapRect": return GoldenValue(Projection.region(for: try input.mapRect("rect")))
    default: return nil
    }
  }

  private func clusterAnswer() throws -> GoldenValue? {
    switch kind {
    case "cchCellMapSize": return .number(try cellLength())
    case "cchAlignMapRectToCellSize":
      let side = try number("cell")
      guard side > 0 else { throw FieldFault(message: "'cell' is not above 0") }
      return GoldenValue(MapRect(cellAligned: try input.mapRect("rect"), side: side))
    default: return nil
    }
  }
}

extension MapViewQuestion {
  private func rectAnswer() throws -> GoldenValue? {
    guard kind.hasPrefix("rect") else { return nil }
    return try oneRectAnswer() ?? twoRectsAnswer()
  }

  private func oneRectAnswer() throws -> GoldenValue? {
    func rect() throws -> MapRect { try input.mapRect("r") }
    switch kind {
    case "rectInset":
      return GoldenValue(try rect().insetBy(dx: try number("dx"), dy: try number("dy")))
    case "rectOffset":
      return GoldenValue(try rect().offsetBy(dx: try number("dx"), dy: try number("dy")))
    case "rectNegativeIntersectsSelf": return .truth(try rect().intersects(try rect()))
    case "rectSpans180": return .truth(try rect().spans180thMeridian)
    case "rectRemainder": return GoldenValue(try rect().remainder)
    case "rectDivideMinX": return try divided(from: .minX)
    case "rectDivideMaxX": return try divided(from: .maxX)
    case "rectDivideMinY": return try divided(from: .minY)
    case "rectDivideMaxY": return try divided(from: .maxY)
    case "rectContainsPoint":
      let point = try input.numbers("p", count: 2)
      return .truth(try rect().contains(MapPoint(x: point[0], y: point[1])))
    default: return nil
    }
  }

  private func divided(from edge: MapRectEdge) throws -> GoldenValue {
    let parts = try input.mapRect("r").divide(at: try number("amount"), from: edge)
    return .list([GoldenValue(parts.slice), GoldenValue(parts.remainder)])
  }

  private func twoRectsAnswer() throws -> GoldenValue? {
    func pair() throws -> (MapRect, MapRect) {
      (try input.mapRect("a"), try input.mapRect("b"))
    }
    switch kind {
    case "rectUnion":
      let (left, right) = try pair()
      return GoldenValue(left.union(right))
    case "rectIntersection":
      let (left, right) = try pair()
      return GoldenValue(left.intersection(right))
    case "rectIntersectionIsNull":
      let (left, right) = try pair()
      return .truth(left.intersection(right).isNull)
    case "rectIntersects":
      let (left, right) = try pair()
      return .truth(left.intersects(right))
    default: return nil
    }
  }

  private func metresAnswer() throws -> GoldenValue? {
    switch kind {
    case "metersPerMapPointAtLatitude":
      return .number(Projection.mapKit.metersPerMapPoint(atLatitude: try number("lat")))
    case "mapPointsPerMeterAtLatitude":
      return .number(Projection.mapKit.mapPointsPerMeter(atLatitude: try number("lat")))
    case "metersBetweenMapPoints":
      return .number(try mapPoint("a").distance(to: try mapPoint("b")))
    case "clLocationDistance":
      return .number(try coordinate("a").distance(from: try coordinate("b")))
    case "regionMakeWithDistance":
      return GoldenValue(try regionOfMetres())
    default: return nil
    }
  }

  /// A map point, given as such or as a coordinate.
  private func mapPoint(_ name: String) throws -> MapPoint {
    guard input[name].isNull else {
      let point = try input.numbers(name, count: 2)
      return MapPoint(x: point[0], y: point[1])
    }
    return Projection.mapKit.mapPoint(for: try coordinate(name))
  }

  /// One of several coordinates of a question.
  private func coordinate(_ name: String) throws -> Coordinate {
    let place = try input.numbers(name + "_coord", count: 2)
    return Coordinate(latitude: place[0], longitude: place[1])
  }

  func regionOfMetres() throws -> CoordinateRegion {
    let (north, east) = (try number("latMeters"), try number("lonMeters"))
    return CoordinateRegion(
      center: try coordinate(), latitudinalMeters: north, longitudinalMeters: east)
  }
}

extension GoldenValue {
  init(_ numbers: [String: Double]) {
    self = .record(numbers.mapValues { .number($0) })
  }

  init(_ rect: MapRect) {
    self = .list([rect.minX, rect.minY, rect.width, rect.height].map { .number($0) })
  }

  init(_ place: Coordinate) {
    self.init(["lat": place.latitude, "lon": place.longitude])
  }

  init(_ region: CoordinateRegion) {
    self.init([
      "lat": region.center.latitude, "lon": region.center.longitude,
      "latDelta": region.span.latitudeDelta, "lonDelta": region.span.longitudeDelta,
    ])
  }
}
