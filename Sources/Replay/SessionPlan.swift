internal import MapConfiguration
internal import MapEvents
internal import MapGeometry
internal import MapModel
internal import Scenarios

/// A scenario in the map model's terms: the setup, the numbers of points, the indexes of marks.
struct SessionPlan {
  let setup: SimulationSetup
  /// The number of each data set's first point.
  private let firstPoints: [Int]
  /// For each step the index of its mark or its picture; -1 for the others.
  private let nameIndexes: [Int]

  init(_ scenario: Scenario) {
    var firstPoints: [Int] = []
    var coordinates: [Coordinate] = []
    var rows: [Int32] = []
    for data in scenario.data {
      firstPoints.append(coordinates.count)
      coordinates += data.coordinates
      rows += (0..<Int32(data.count))
    }
    var marks: [String] = []
    var snapshots: [String] = []
    var showsUser = scenario.map.userLocation != nil
    var nameIndexes = Array(repeating: -1, count: scenario.stepCount)
    SessionPlan.visit(scenario.steps) { step in
      if case .mark(let name) = step.action {
        nameIndexes[step.id] = marks.count
        marks.append(name)
      } else if case .snapshot(let name) = step.action {
        nameIndexes[step.id] = snapshots.count
        snapshots.append(name)
      } else if case .moveUserLocation = step.action {
        showsUser = true
      }
    }
    var gridded = Set(
      scenario.layers.indices.filter { scenario.layers[$0].cluster?.app.drawsGrid == true })
    var losesDelegate = false
    SessionPlan.visit(scenario.steps) { step in
      if case .setDelegate(.none) = step.action { losesDelegate = true }
      guard case .changeClustering(let layer, let change) = step.action else { return }
      if change.drawsGrid == true { gridded.insert(layer) }
    }
    self.firstPoints = firstPoints
    self.nameIndexes = nameIndexes
    var setup = SimulationSetup(
      viewport: SessionPlan.viewport(of: scenario.map),
      viewMarginFraction: scenario.map.viewMarginFraction, costs: scenario.device.costs,
      coordinates: coordinates, rows: rows, layers: scenario.layers, marks: marks,
      isTitled: SessionPlan.titles(of: scenario.data), options: scenario.options,
      userLocation: scenario.map.userLocation, showsUserLocation: showsUser,
      overlays: scenario.overlays, snapshots: snapshots, app: scenario.app,
      griddedLayers: gridded.sorted(), losesDelegate: losesDelegate)
    setup.bars = scenario.map.insets
    self.setup = setup
  }

  /// Whether each point has a title; empty when all have one, as most data sets do.
  private static func titles(of data: [DataSet]) -> [Bool] {
    guard data.contains(where: { $0.titles.contains("") }) else { return [] }
    return data.flatMap { set in set.titles.map { !$0.isEmpty } }
  }

  /// The number of a point.
  func point(data: Int, row: Int) -> PointID { PointID(firstPoints[data] + row) }

  /// The numbers of the points that a change means, in its order.
  func points(of change: DataChange) -> [PointID] {
    switch change.points {
    case .rows(let from, let to): (from..<to).map { point(data: change.data, row: $0) }
    case .list(let rows): rows.map { point(data: change.data, row: $0) }
    }
  }

  /// The index of the mark that a step sets, or of the picture that it asks for.
  func nameIndex(ofStep id: Int) -> Int {
    assert(nameIndexes[id] >= 0, "step \(id) names nothing")
    return nameIndexes[id]
  }

  /// Visits every step once, those inside repetitions too, in the order of the file.
  static func visit(_ steps: [Step], _ look: (Step) -> Void) {
    for step in steps {
      look(step)
      if case .repeat(_, let inner) = step.action { visit(inner, look) }
    }
  }

  private static func viewport(of map: MapSetup) -> Viewport {
    guard let viewport = map.viewport else {
      preconditionFailure("a validated map has a valid centre")
    }
    return viewport
  }
}
