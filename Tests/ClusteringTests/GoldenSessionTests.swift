import Clustering
import MapGeometry
import Support
import Testing

/// Whole sessions of the library, as far as an engine alone can tell.
@Suite("Recorded sessions")
struct GoldenSessionTests {
  static func dateline(_ dataset: String) -> [GoldenLine] {
    Golden.fixture("dateline", of: "Clustering").filter { $0.value["dataset"].text == dataset }
  }

  static let outside = ["berlin", "batches", "dateline"].flatMap { Golden.outside($0) }
    .filter { GoldenReplay.canPlay($0.value) }

  static func play(_ line: GoldenLine) {
    var replay = GoldenReplay(line.value)
    replay.play()
    #expect(replay.compared == line.value["results"].list.count)
    #expect(replay.compared > 0)
  }

  @Test
  func `has the recorded sessions`() {
    #expect(Golden.fixture("synthetic", of: "Clustering").count == 14)
    #expect(Golden.fixture("dateline", of: "Clustering").count == 5)
    #expect(
      Golden.fixture("synthetic", of: "Clustering").allSatisfy { GoldenReplay.canPlay($0.value) })
  }

  @Test(arguments: Golden.fixture("synthetic", of: "Clustering"))
  func `finds the clusters of an invented session`(line: GoldenLine) {
    GoldenSessionTests.play(line)
  }

  @Test(.enabled(if: !Golden.world.isEmpty), arguments: dateline("world"))
  func `finds the clusters of the whole world`(line: GoldenLine) {
    GoldenSessionTests.play(line)
  }

  @Test(.enabled(if: !Golden.pacific.isEmpty), arguments: dateline("pacific"))
  func `finds the clusters at the date line`(line: GoldenLine) {
    GoldenSessionTests.play(line)
  }

  @Test(.enabled(if: !outside.isEmpty && !Golden.berlin.isEmpty), arguments: outside)
  func `finds the clusters of a long session`(line: GoldenLine) {
    GoldenSessionTests.play(line)
  }

  @Test(.enabled(if: !Golden.outsideDocument("apple-device.json").isNull && !Golden.berlin.isEmpty))
  func `counts the points of a city as a real device does`() {
    let device = Golden.outsideDocument("apple-device.json")
    var tree = QuadTree()
    var work = Work()
    for (id, coordinate) in Golden.berlin.enumerated() {
      tree.insert(Int32(id), at: coordinate, work: &work)
    }
    let grid = ClusterGrid(
      rect: MapRect(device["mapRect"]), cellSide: device["cellSize"].number)
    let counts = grid.cells.map { cell in
      var found: [Int32] = []
      tree.query(CoordinateBox(cell), into: &found, work: &work)
      return found.count
    }
    #expect(grid.columns == device["columns"].int)
    #expect(grid.rows == device["rows"].int)
    #expect(counts == device["counts"].list.map(\.int))
    #expect(counts.reduce(0, +) == device["sum"].int)
  }
}
