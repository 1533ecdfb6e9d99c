internal import Clustering
internal import MapGeometry

/// Recorded results of the reproduced clustering library: single functions and whole sessions.
enum ClusteringCases {
  /// A part of a case, and what became of it.
  private struct Part {
    var name = ""
    var outcome: Outcome
    /// Where rounding decided.
    var remarks: [String] = []
    var rounding: RoundingTally?
  }

  static func play(
    _ file: GoldenFile, dataSets: DataSets
  ) throws(ConformanceFault) -> [CaseResult] {
    var results: [CaseResult] = []
    for golden in file.cases {
      for part in try parts(golden.value, dataSets: dataSets) {
        results.append(
          CaseResult(
            file: file.path,
            id: [golden.name, part.name].filter { !$0.isEmpty }.joined(separator: " "),
            outcome: part.outcome, remarks: part.remarks, rounding: part.rounding))
      }
    }
    return results
  }

  /// What became of each part of a case.
  private static func parts(
    _ value: GoldenValue, dataSets: DataSets
  ) throws(ConformanceFault) -> [Part] {
    if let function = value["fn"].text {
      return [
        Part(outcome: outcome { try FunctionCase(function: function, value: value).play() })
      ]
    }
    var points: [Coordinate]?
    if let name = value["dataset"].text {
      guard let found = try dataSets.points(name) else {
        return [Part(outcome: .skipped("the data set '\(name)' is not there"))]
      }
      points = found
    }
    if !value["counts"].isNull {
      let points = points ?? []
      let checks = value["zoomChecks"].list ?? []
      return [Part(outcome: outcome { try device(value, points: points) })]
        + checks.enumerated().map { index, check in
          Part(name: "zoom check \(index + 1)", outcome: outcome { try zoom(check) })
        }
    }
    return sessionParts(value, points: points)
  }

  private static func sessionParts(
    _ value: GoldenValue, points dataSet: [Coordinate]?
  ) -> [Part] {
    let session: RecordedSession
    do {
      session = try RecordedSession(value, points: dataSet)
    } catch {
      return [Part(outcome: .failed("the case cannot be read: \(error)"))]
    }
    var parts: [Part] = []
    if EngineReplay.canPlay(session) {
      var replay = EngineReplay(session)
      let outcome = outcome { try replay.play() }
      parts.append(
        Part(
          name: "engine", outcome: outcome, remarks: replay.remarks, rounding: replay.rounding))
    }
    if let obstacle = RecordedSessionReplay.obstacle(session) {
      return parts + [Part(name: "map", outcome: .skipped(obstacle))]
    }
    for isStepped in [true, false] where isStepped || RecordedSessionReplay.canPlayInTime(session) {
      var replay = RecordedSessionReplay(session, blockByBlock: isStepped)
      let outcome = outcome { try replay.play() }
      parts.append(
        Part(
          name: isStepped ? "map" : "map in time", outcome: outcome, remarks: replay.remarks,
          rounding: replay.rounding))
    }
    return parts
  }

  /// The zoom level of a view that was set to a region, as a real device had it.
  private static func zoom(_ check: GoldenValue) throws -> Outcome {
    let size = try check.numbers("view", count: 2)
    guard size[0] > 0, size[1] > 0 else { throw FieldFault(message: "the view has no size") }
    let parts = try check.numbers("region", count: 4)
    let view = Viewport(
      size: ScreenSize(width: size[0], height: size[1]),
      center: MapPoint(x: MapSize.worldSide / 2, y: MapSize.worldSide / 2),
      mapPointsPerPoint: 1_024, headingDegrees: 0, regionFit: .edgeSum)
    let shown = view.showing(
      CoordinateRegion(
        center: Coordinate(latitude: parts[0], longitude: parts[1]),
        span: CoordinateSpan(latitudeDelta: parts[2], longitudeDelta: parts[3])))
    guard let shown else { throw FieldFault(message: "the map refuses the region") }
    var comparison = Comparison()
    comparison.expect(
      "zoom level", try check.number("zoomLevel"),
      ClusterScale.zoomLevel(visibleRect: shown.visibleMapRect, viewWidth: size[0]),
      within: try check.number("tolerance"))
    return comparison.outcome
  }

  /// Points in each cell, as a real device counted them.
  private static func device(
    _ value: GoldenValue, points: [Coordinate]
  ) throws -> Outcome {
    var tree = QuadTree()
    var work = Work()
    for (id, coordinate) in points.enumerated() {
      tree.insert(Int32(id), at: coordinate, work: &work)
    }
    let side = try value.number("cellSize")
    guard side > 0 else { throw FieldFault(message: "'cellSize' is not above 0") }
    let grid = try ClusterGrid(golden: try value.mapRect("mapRect"), cellSide: side)
    let counts = grid.cells.map { cell in
      var found: [Int32] = []
      tree.query(CoordinateBox(cell), into: &found, work: &work)
      return found.count
    }
    var comparison = Comparison()
    comparison.expect("columns", try value.whole("columns"), grid.columns)
    comparison.expect("rows", try value.whole("rows"), grid.rows)
    comparison.expect("counts", try value.wholes("counts"), counts)
    if let sum = value["sum"].whole {
      comparison.expect("sum", sum, counts.reduce(0, +))
    }
    return comparison.outcome
  }
}

extension ClusterGrid {
  /// Makes the grid over a rect of a golden file; more cells than a grid can have are a fault.
  init(golden rect: MapRect, cellSide: Double) throws {
    let count = (rect.width / cellSide + 2) * (rect.height / cellSide + 2)
    guard !(cellSide > 0) || count <= Double(ClusterGrid.mostCells) else {
      throw FieldFault(message: "the cells are more than \(ClusterGrid.mostCells)")
    }
    self.init(rect: rect, cellSide: cellSide)
  }
}
