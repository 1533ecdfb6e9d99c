internal import Clustering
internal import MapGeometry

/// A single function of CCHMapClusterController with one input.
struct FunctionCase {
  let value: GoldenValue
  private let comparison = Comparison()
  private var input: GoldenValue { value["in"] }

  /// The recordings clamp latitudes at the edge of the world, MapKit at 85 degrees.
  private static let projection = Projection(latitudeLimit: 85.051128779806604)
  /// A billionth of a degree is less than a thousandth of a map point.
  private static let limit = 1e-9 / 360 * MapSize.worldSide

  init(_ value: GoldenValue) { self.value = value }

  func play(_ function: String) throws -> Outcome {
    guard let compare = FunctionCase.functions[function] else {
      return .skipped("unknown clustering function '\(function)'")
    }
    try compare(self)
    return comparison.outcome
  }

  private static let functions: [String: @Sendable (FunctionCase) throws -> Void] = [
    "mapPointForCoordinate": { this in
      let point = projection.mapPoint(for: try Coordinate(this.input))
      try this.expect("map point", [point.x, point.y], within: limit)
    },
    "coordinateForMapPoint": { this in
      let parts = try this.numbers(2)
      // Corners of cells are turned into degrees without wrapping.
      let box = CoordinateBox(MapRect(x: parts[0], y: parts[1], width: 0, height: 0))
      try this.expect("coordinate", [box.maxLatitude, box.minLongitude], within: 1e-9)
    },
    "mapRectForCoordinateRegion": { this in
      let parts = try this.numbers(4)
      let region = CoordinateRegion(
        center: Coordinate(latitude: parts[0], longitude: parts[1]),
        span: CoordinateSpan(latitudeDelta: parts[2], longitudeDelta: parts[3]))
      try this.expect("rect", projection.mapRect(for: region).numbers, within: limit)
    },
    "zoomLevel": { this in
      let parts = try this.numbers(3)
      let zoom = ClusterScale.zoomLevel(
        centerLongitude: parts[0], longitudeDelta: parts[1], viewWidth: parts[2])
      this.comparison.expect("zoom level", try this.value.number("out"), zoom, within: 1e-9)
    },
    "alignMapLengthToWorldWidth": { this in
      let length = try this.value.number("in")
      let expected = this.value["out"].isNull ? Double.infinity : try this.value.number("out")
      this.comparison.expect("length", expected, ClusterGrid.alignedCellSide(mapLength: length))
    },
    "alignMapRectToCellSize": { this in
      let parts = try this.numbers(5)
      let rect = MapRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
      this.comparison.expect(
        "rect", try this.value.mapRect("out"), ClusterGrid.alignedRect(rect, cellSide: parts[4]))
    },
    "gridMapRect": { this in
      let grid = ClusterGrid(
        visibleRect: try this.input.mapRect("rect"), marginFactor: try this.input.number("margin"),
        cellSide: try this.input.number("cell"))
      this.comparison.expect("rect", try this.value.mapRect("out"), grid.rect)
    },
    "enumerateCells": { this in
      let grid = try ClusterGrid(
        golden: try this.input.mapRect("rect"), cellSide: try this.input.number("cell"))
      let expected = try this.value.list("out").map { try MapRect($0) }
      this.comparison.expect("cells", expected, Array(grid.cells))
      this.comparison.expect("number of cells", expected.count, grid.count)
    }, "uniqueLocations": { try $0.compareLocations() }, "mapLength": { try $0.compareLength() },
    "clusterers": { this in
      let coordinates = try this.input.coordinates("annotations")
      let cell = try this.input.mapRect("cell")
      let nowhere = try Coordinate(this.value["emptyNearCenter"])
      for (method, name) in [
        (ClusterMethod.nearCenter, "nearCenter"), (.centerOfMass, "centerOfMass"),
      ] {
        this.comparison.expect(
          name, try Coordinate(this.value[name]), method.coordinate(of: coordinates, in: cell))
        this.comparison.expect("\(name) of none", nowhere, method.coordinate(of: [], in: cell))
      }
    },
    // The rect around a cluster is the union of small squares at its place and at its members'.
    "clusterMapRect": { this in
      let places =
        [try Coordinate(this.input["coordinate"])] + (try this.input.coordinates("annotations"))
      let square = MapSize(width: 0.1, height: 0.1)
      let rect = places.reduce(MapRect.null) { rect, place in
        rect.union(MapRect(origin: projection.mapPoint(for: place), size: square))
      }
      try this.expect("rect", rect.numbers, within: limit)
    },
  ]

  private func numbers(_ count: Int) throws -> [Double] { try value.numbers("in", count: count) }

  private func expect(_ what: String, _ got: [Double], within limit: Double) throws {
    let expected = try value.numbers("out", count: got.count)
    comparison.expect(what, expected, got, within: limit)
  }

  private func compareLength() throws {
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
    comparison.expect(
      "cell size", try value.number("cellMapSize"), ClusterGrid.alignedCellSide(mapLength: length),
      within: heading == 0 ? 0 : 1e-6)
  }

  /// Counts locations, by themselves and in one cell with a limit.
  private func compareLocations() throws {
    let coordinates = try value.coordinates("in")
    let keys = coordinates.compactMap { LocationKey($0) }
    guard keys.count == coordinates.count else {
      throw FieldError(message: "a point has no location")
    }
    try comparison.expect("sets", of: value, Set(keys).count)
    try comparison.expect("isUniqueLocation", of: value, LocationKey.areOneLocation(coordinates))
    // Trees end at 85 degrees.
    guard coordinates.allSatisfy({ CoordinateBox.world.contains($0) }) else { return }
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
