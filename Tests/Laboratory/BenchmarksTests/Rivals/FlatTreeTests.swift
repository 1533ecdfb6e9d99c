import Clustering
import Testing

@testable import Benchmarks

/// The tree of the greedy index, where points lie on the edges of what is asked for.
@Suite("Flat tree")
struct FlatTreeTests {
  @Test(arguments: [1, 64, 65, 66, 200, 1_000])
  func `what lies on an edge is found, however many lie there`(count: Int) {
    var work = Work()
    let spots = (0..<Int32(count)).map { id -> ClusterPosition in
      ClusterPosition(x: Double(id % 3) / 4, y: Double(id % 5) / 8, count: 1, id: id)
    }
    let tree = FlatTree(spots, work: &work)
    for x in 0..<3 {
      for y in 0..<5 {
        let area = UnitRect(
          minX: Double(x) / 4, minY: Double(y) / 8, maxX: Double(x) / 4, maxY: Double(y) / 8)
        var found: [ClusterPosition] = []
        tree.search(area, into: &found, work: &work)
        let expected = spots.indices.filter { $0 % 3 == x && $0 % 5 == y }
        #expect(found.map(\.id).sorted() == expected.map { Int32($0) })
        var places: [Int32] = []
        tree.search(aroundX: area.minX, y: area.minY, radius: 0, into: &places, work: &work)
        #expect(places.count == expected.count)
      }
    }
  }
}
