internal import Clustering
internal import MapGeometry

/// Recorded results of CCHMapClusterController: single functions and whole sessions.
enum ClusteringCases {
  static func play(
    _ file: GoldenFile, dataSets: DataSets
  ) throws(ConformanceError) -> [CaseResult] {
    var results: [CaseResult] = []
    for golden in file.cases {
      for var part in try parts(golden.value, dataSets: dataSets) {
        part.file = file.path
        part.id = part.id.isEmpty ? golden.name : "\(golden.name) \(part.id)"
        results.append(part)
      }
    }
    return results
  }

  /// The results of the parts of a case, by the name of the part.
  private static func parts(
    _ value: GoldenValue, dataSets: DataSets
  ) throws(ConformanceError) -> [CaseResult] {
    func part(_ name: String, _ outcome: Outcome) -> CaseResult {
      CaseResult(file: "", id: name, outcome: outcome)
    }
    if let function = value["fn"].text {
      return [part("", outcome { try FunctionCase(value).play(function) })]
    }
    var points: [Coordinate]?
    if let name = value["dataset"].text {
      guard let found = try dataSets.points(name) else {
        return [part("", .skipped("the data set '\(name)' is not there"))]
      }
      points = found
    }
    if !value["counts"].isNull {
      let counts = outcome { try device(value, points: points ?? []) }
      let checks = (value["zoomChecks"].list ?? []).enumerated()
      return [part("", counts)]
        + checks.map { index, check in part("zoom check \(index + 1)", outcome { try zoom(check) })
        }
    }
    let session: RecordedSession
    do { session = try RecordedSession(value, points: points) } catch {
      return [part("", .failed("the case cannot be read: \(error)"))]
    }
    var parts: [CaseResult] = []
    if EngineReplay.canPlay(session) {
      var replay = EngineReplay(session)
      let outcome = outcome { try replay.play() }
      parts.append(
        CaseResult(
          file: "", id: "engine", outcome: outcome, remarks: replay.remarks,
          rounding: replay.rounding))
    }
    if let obstacle = RecordedSessionReplay.obstacle(session) {
      return parts + [part("map", .skipped(obstacle))]
    }
    for isStepped in [true, false] where isStepped || RecordedSessionReplay.canPlayInTime(session) {
      var replay = RecordedSessionReplay(session, blockByBlock: isStepped)
      let outcome = outcome { try replay.play() }
      parts.append(
        CaseResult(
          file: "", id: isStepped ? "map" : "map in time", outcome: outcome,
          remarks: replay.remarks, rounding: replay.rounding))
    }
    return parts
  }

  /// The zoom level of a view that was set to a region, as a real device had it.
  private static func zoom(_ check: GoldenValue) throws -> Outcome {
    let size = try check.numbers("view", count: 2)
    let parts = try check.numbers("region", count: 4)
    let view = try MapViewInput.view(width: size[0], height: size[1])
    let shown = view.showing(
      CoordinateRegion(
        center: Coordinate(latitude: parts[0], longitude: parts[1]),
        span: CoordinateSpan(latitudeDelta: parts[2], longitudeDelta: parts[3])))
    guard let shown else { throw MapViewInput.refused }
    let comparison = Comparison()
    comparison.expect(
      "zoom level", try check.number("zoomLevel"),
      ClusterScale.zoomLevel(visibleRect: shown.visibleMapRect, viewWidth: size[0]),
      within: try check.number("tolerance"))
    return comparison.outcome
  }

  /// Points in each cell, as a real device counted them.
  private static func device(_ value: GoldenValue, points: [Coordinate]) throws -> Outcome {
    var tree = QuadTree()
    var work = Work()
    for (id, coordinate) in points.enumerated() {
      tree.insert(Int32(id), at: coordinate, work: &work)
    }
    let side = try value.number("cellSize")
    guard side > 0 else { throw FieldError(message: "'cellSize' is not above 0") }
    let grid = try ClusterGrid(golden: try value.mapRect("mapRect"), cellSide: side)
    let counts = grid.cells.map { cell in
      var found: [Int32] = []
      tree.query(CoordinateBox(cell), into: &found, work: &work)
      return found.count
    }
    let comparison = Comparison()
    comparison.expect("columns", try value.whole("columns"), grid.columns)
    comparison.expect("rows", try value.whole("rows"), grid.rows)
    comparison.expect("counts", try value.wholes("counts"), counts)
    if let sum = value["sum"].whole { comparison.expect("sum", sum, counts.reduce(0, +)) }
    return comparison.outcome
  }
}

extension ClusterGrid {
  /// Makes the grid over a rect of a golden file; more cells than a grid can have are a fault.
  init(golden rect: MapRect, cellSide: Double) throws {
    let count = (rect.width / cellSide + 2) * (rect.height / cellSide + 2)
    guard !(cellSide > 0) || count <= Double(ClusterGrid.mostCells) else {
      throw FieldError(message: "the cells are more than \(ClusterGrid.mostCells)")
    }
    self.init(rect: rect, cellSide: cellSide)
  }
}
