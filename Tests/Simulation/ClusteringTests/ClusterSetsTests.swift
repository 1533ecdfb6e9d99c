import Clustering
import MapGeometry
import Testing

/// The buffer that engines fill, by hand.
@Suite("Cluster sets")
struct ClusterSetsTests {
  static func cell(_ index: Int) -> ClusterCell {
    ClusterCell(
      gridIndex: index, rect: MapRect(x: 0, y: 0, width: 1, height: 1), box: .world)
  }

  static let place = Coordinate(latitude: 1, longitude: 2)

  @Test
  func `holds what an engine writes`() {
    var sets = ClusterSets()
    sets.openCell(ClusterSetsTests.cell(4))
    sets.append(7)
    sets.append(8)
    sets.closeSet(isUniqueLocation: true, coordinate: ClusterSetsTests.place)
    sets.append(9)
    sets.closeSet(isUniqueLocation: false, coordinate: ClusterSetsTests.place)
    #expect(sets.count == 2)
    #expect(!sets.isEmpty)
    #expect(Array(sets.members(of: sets[0])) == [7, 8])
    #expect(Array(sets.members(of: sets[1])) == [9])
    #expect(sets[1].memberRange == 2..<3)
    #expect(sets[0].isUniqueLocation && !sets[1].isUniqueLocation)
    sets.removeAll()
    #expect(sets.isEmpty && sets.cells.isEmpty && sets.members.isEmpty)
  }

  @Test
  func `a set without members is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      var sets = ClusterSets()
      sets.openCell(ClusterSetsTests.cell(0))
      sets.closeSet(isUniqueLocation: true, coordinate: ClusterSetsTests.place)
    }
  }

  @Test
  func `a cell without sets is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      var sets = ClusterSets()
      sets.openCell(ClusterSetsTests.cell(0))
      sets.openCell(ClusterSetsTests.cell(1))
    }
  }

  @Test
  func `an earlier cell is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      var sets = ClusterSets()
      sets.openCell(ClusterSetsTests.cell(5))
      sets.append(1)
      sets.closeSet(isUniqueLocation: true, coordinate: ClusterSetsTests.place)
      sets.openCell(ClusterSetsTests.cell(5))
    }
  }
}
