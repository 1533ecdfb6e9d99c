internal import Clustering
internal import MapGeometry

/// A single function of the reproduced library with one input.
struct FunctionCase {
  var function: String
  var value: GoldenValue

  private var input: GoldenValue { value["in"] }

  /// The recordings clamp latitudes at the edge of the world, MapKit at 85 degrees.
  private static let projection = Projection(latitudeLimit: 85.051128779806604)

  func play() throws -> Outcome {
    var comparison = Comparison()
    switch function {
    case "mapPointForCoordinate": try comparePoint(&comparison)
    case "coordinateForMapPoint": try compareCoordinate(&comparison)
    case "mapRectForCoordinateRegion": try compareRegion(&comparison)
    case "zoomLevel":
      let parts = try numbers(3)
      let zoom = ClusterScale.zoomLevel(
        centerLongitude: parts[0], longitudeDelta: parts[1], viewWidth: parts[2])
      comparison.expect("zoom level", try value.number("out"), zoom, within: 1e-9)
    case "alignMapLengthToWorldWidth":
      guard let length = input.number else { throw FieldFault(message: "'in' is not a number") }
      let expected = value["out"].isNull ? Double.infinity : try value.number("out")
      comparison.expect("length", expected, ClusterGrid.alignedCellSide(mapLength: length))
    case "alignMapRectToCellSize":
      let parts = try numbers(5)
      let rect = MapRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
      comparison.expect(
        "rect", try value.mapRect("out"), ClusterGrid.alignedRect(rect, cellSide: parts[4]))
    case "gridMapRect":
      let grid = ClusterGrid(
        visibleRect: try input.mapRect("rect"), marginFactor: try input.number("margin"),
        cellSide: try input.number("cell"))
      comparison.expect("rect", try value.mapRect("out"), grid.rect)
    case "enumerateCells": try compareCells(&comparison)
    case "uniqueLocations": return try locations()
    case "mapLength": try compareLength(&comparison)
    case "clusterers": try comparePlaces(&comparison)
    case "clusterMapRect": try compareUnion(&comparison)
    default: return .skipped("unknown clustering function '\(function)'")
    }
    return comparison.outcome
  }

  private func numbers(_ count: Int) throws -> [Double] {
    try value.numbers("in", count: count)
  }

  private func comparePoint(_ comparison: inout Comparison) throws {
    let place = try Coordinate(input)
    let expected = try value.numbers("out", count: 2)
    let x = Projection.mapX(forLongitude: place.longitude)
    let y = FunctionCase.projection.mapY(forLatitude: place.latitude)
    // A billionth of a degree is less than a thousandth of a map point.
    let limit = 1e-9 / 360 * MapSize.worldSide
    comparison.expect("map point", expected, [x, y], within: limit)
  }

  private func compareCoordinate(_ comparison: inout Comparison) throws {
    let parts = try numbers(2)
    // Corners of cells are turned into degrees without wrapping.
    let box = CoordinateBox(MapRect(x: parts[0], y: parts[1], width: 0, height: 0))
    comparison.expect(
      "coordinate", try value.numbers("out", count: 2), [box.maxLatitude, box.minLongitude],
      within: 1e-9)
  }

  private func compareRegion(_ comparison: inout Comparison) throws {
    let parts = try numbers(4)
    let region = CoordinateRegion(
      center: Coordinate(latitude: parts[0], longitude: parts[1]),
      span: CoordinateSpan(latitudeDelta: parts[2], longitudeDelta: parts[3]))
    let rect = FunctionCase.projection.mapRect(for: region)
    let limit = 1e-9 / 360 * MapSize.worldSide
    comparison.expect(
      "rect", try value.numbers("out", count: 4), [rect.minX, rect.minY, rect.width, rect.height],
      within: limit)
  }

  /// The rect around a cluster is the union of small squares at its place and at its members'.
  private func compareUnion(_ comparison: inout Comparison) throws {
    let places = [try Coordinate(input["coordinate"])] + (try input.coordinates("annotations"))
    let rect = places.reduce(MapRect.null) { rect, place in
      rect.union(
        MapRect(
          origin: FunctionCase.projection.mapPoint(for: place),
          size: MapSize(width: 0.1, height: 0.1)))
    }
    comparison.expect(
      "rect", try value.numbers("out", count: 4), [rect.minX, rect.minY, rect.width, rect.height],
      within: 1e-9 / 360 * MapSize.worldSide)
  }

  private func compareCells(_ comparison: inout Comparison) throws {
    let grid = try ClusterGrid(
      golden: try input.mapRect("rect"), cellSide: try input.number("cell"))
    var expected: [MapRect] = []
    for cell in try value.list("out") { expected.append(try MapRect(cell)) }
    comparison.expect("cells", expected, Array(grid.cells))
    comparison.expect("number of cells", expected.count, grid.count)
  }

  private func compareLength(_ comparison: inout Comparison) throws {
    let rect = try input.mapRect("rect")
    let view = try input.numbers("view", count: 2)
    let (cellSize, heading) = (try input.number("cellSize"), try input.number("heading"))
    let viewport = Viewport(
      size: ScreenSize(width: view[0], height: view[1]),
      center: MapPoint(x: rect.midX, y: rect.midY), mapPointsPerPoint: rect.width / view[0],
      headingDegrees: heading, regionFit: .edgeSum)
    let expected = try value.number("out")
    let turned = ClusterScale.mapLength(viewport: viewport, cellSize: cellSize)
    comparison.expect("length of a view", expected, turned, within: 1e-6)
    let length =
      heading == 0
      ? ClusterScale.mapLength(visibleRect: rect, viewWidth: view[0], cellSize: cellSize) : turned
    if heading == 0 { comparison.expect("length", expected, length) }
    let side = try value.number("cellMapSize")
    comparison.expect(
      "cell size", side, ClusterGrid.alignedCellSide(mapLength: length),
      within: heading == 0 ? 0 : 1e-6)
  }

  private func comparePlaces(_ comparison: inout Comparison) throws {
    let coordinates = try input.coordinates("annotations")
    let cell = try input.mapRect("cell")
    let nowhere = try Coordinate(value["emptyNearCenter"])
    let methods: [(ClusterMethod, String)] = [
      (.nearCenter, "nearCenter"), (.centerOfMass, "centerOfMass"),
    ]
    for (method, name) in methods {
      comparison.expect(
        name, try Coordinate(value[name]), method.coordinate(of: coordinates, in: cell))
      comparison.expect("\(name) of none", nowhere, method.coordinate(of: [], in: cell))
    }
  }

  /// Counts locations, by themselves and in one cell with a limit.
  private func locations() throws -> Outcome {
    let coordinates = try value.coordinates("in")
    let keys = coordinates.compactMap { LocationKey($0) }
    guard keys.count == coordinates.count else {
      throw FieldFault(message: "a point has no location")
    }
    var comparison = Comparison()
    comparison.expect("sets", try value.whole("sets"), Set(keys).count)
    comparison.expect(
      "isUniqueLocation", try value.truth("isUniqueLocation"),
      LocationKey.areOneLocation(coordinates))
    // Trees end at 85 degrees.
    guard coordinates.allSatisfy({ CoordinateBox.world.contains($0) }) else {
      return comparison.outcome
    }
    try compareLimits(coordinates, &comparison)
    return comparison.outcome
  }

  private func compareLimits(
    _ coordinates: [Coordinate], _ comparison: inout Comparison
  ) throws {
    var engine = ReferenceEngine()
    var work = Work()
    let ids = Array(0..<Int32(coordinates.count))
    comparison.expect("points", ids.count, engine.add(ids, at: coordinates, work: &work))
    // One cell as large as the world, so that no edge comes between the points.
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    var query = ClusterQuery(grid: ClusterGrid(rect: world, cellSide: MapSize.worldSide))
    var sets = ClusterSets()
    for (isDisabled, field) in [(false, "setsMax1"), (true, "sets")] {
      query.isClusteringDisabled = isDisabled
      engine.clusters(query, into: &sets, work: &work)
      let gaveUp = value[field].isNull
      comparison.expect(field, gaveUp ? 1 : try value.whole(field), sets.count)
      guard let first = sets.indices.first else { continue }
      comparison.expect("\(field) gave up", gaveUp, !sets[first].isUniqueLocation)
    }
  }
}
