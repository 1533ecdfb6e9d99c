import MapReplay

struct MyEngine: ClusterEngine {
  let name = "mine"
  var points: [(id: Int32, place: Coordinate)] = []
  var count: Int { points.count }

  mutating func add(_ ids: [Int32], at places: [Coordinate], work: inout Work) -> Int {
    points += zip(ids, places).map { (id: $0, place: $1) }
    return ids.count
  }
  mutating func remove(_ ids: [Int32], at places: [Coordinate], work: inout Work) -> Int {
    points.removeAll { ids.contains($0.id) }
    return ids.count
  }
  mutating func clusters(_ query: ClusterQuery, into sets: inout ClusterSets, work: inout Work) {
    sets.removeAll()
    for (index, cell) in query.grid.cells.enumerated() {
      let inside = points.filter { cell.contains(Projection.mapKit.mapPoint(for: $0.place)) }
      guard let first = inside.first else { continue }
      sets.openCell(ClusterCell(gridIndex: index, rect: cell, box: CoordinateBox(cell)))
      for point in inside { sets.append(point.id) }
      sets.closeSet(isUniqueLocation: inside.count == 1, coordinate: first.place)
    }
  }
}
struct MyAdjuster: CalloutAdjuster, Hashable {
  let name = "mine"
  func move(for scene: CalloutScene) -> MapMove {
    .point(scene.viewport.mapPoint(at: scene.parent.coordinatePoint), animated: true)
  }
  func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: 0))
  }
}
var query = ScenarioQuery(paths: ["scenario.yaml"])
query.engines = query.engines.adding(EngineDefinition("mine") { _ in MyEngine() })
query.adjusters = query.adjusters.adding(AdjusterDefinition("mine") { _ in MyAdjuster() })
print(SessionRun(try query.read().scenarios).report().headline)
