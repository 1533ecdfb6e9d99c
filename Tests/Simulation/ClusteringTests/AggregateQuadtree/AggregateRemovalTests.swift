import MapGeometry
import Support
import Testing

@testable import Clustering

/// Squares that lose some or all of their points.
@Suite("Removal from the aggregate quadtree")
struct AggregateRemovalTests {
  /// Places of two crowds, each in a quarter of the world of its own.
  private static func places(_ counts: [Int], _ draw: inout Dice) -> [Coordinate] {
    counts.enumerated().flatMap { crowd, count in
      (0..<count).map { _ in
        Coordinate(
          latitude: crowd == 0 ? 40 + draw.fraction() * 9 : -40 - draw.fraction() * 9,
          longitude: crowd == 0 ? 100 + draw.fraction() * 9 : -100 - draw.fraction() * 9)
      }
    }
  }

  @Test(arguments: [1, 4, 32])
  func `a square that loses all its points at once has neither quarters nor a leaf`(
    leafCapacity: Int
  ) {
    var draw = Dice(seed: 51)
    let places = AggregateRemovalTests.places([300, 500], &draw)
    var tree = AggregateQuadtree(leafCapacity: leafCapacity)
    var work = Work()
    #expect(tree.add(Array(0..<800), at: places, work: &work) == 800)
    // One crowd goes at once, then the other one.
    #expect(tree.remove(Array(0..<300), work: &work) == 300)
    #expect(QuadtreeFaults.of(tree) == [])
    #expect(tree.remove(Array(300..<800), work: &work) == 500)
    #expect(QuadtreeFaults.of(tree) == [])
    #expect(tree.root == .nothing)
    // And comes back to where nothing was left.
    #expect(tree.add(Array(0..<300), at: Array(places[..<300]), work: &work) == 300)
    #expect(QuadtreeFaults.of(tree) == [])
  }

  @Test(arguments: 0..<40)
  func `all squares are as they must be whatever comes and goes`(seed: Int) {
    var draw = Dice(seed: seed + 52)
    var tree = AggregateQuadtree(leafCapacity: [1, 2, 8, 32][draw.below(4)])
    var work = Work()
    var held: [Int32] = []
    var next: Int32 = 0
    for round in 0..<25 {
      if draw.below(3) > 0 {
        let count = [1, 5, 30, 200][draw.below(4)]
        let places = AggregateRemovalTests.places([count / 2, count - count / 2], &draw)
        let ids = (0..<Int32(count)).map { next + $0 }
        next += Int32(count)
        #expect(tree.add(ids, at: places, work: &work) == count)
        held += ids
      } else if !held.isEmpty {
        // Some in the middle, or all but a few.
        let first = draw.below(held.count)
        let last = draw.below(4) == 0 ? held.count : first + draw.below(held.count - first)
        let gone = Array(held[first..<last])
        held.removeSubrange(first..<last)
        #expect(tree.remove(gone, work: &work) == gone.count)
      }
      #expect(tree.count == held.count)
      #expect(QuadtreeFaults.of(tree) == [], "seed \(seed), round \(round)")
    }
    #expect(tree.remove(held, work: &work) == held.count)
    #expect(QuadtreeFaults.of(tree) == [] && tree.root == .nothing)
  }

  @Test
  func `a leaf is quartered down to the last level`() {
    // Two units side by side are one square on the level above the last.
    let units = [2_000_000_000.5, 2_000_000_001.5]
    let pairs = (0..<10).map { number in
      Projection.coordinate(
        for: MapPoint(
          x: units[number % 2] / MortonKey.unitsPerMapPoint,
          y: units[0] / MortonKey.unitsPerMapPoint))
    }
    var draw = Dice(seed: 54)
    let places = AggregateRemovalTests.places([60, 60], &draw)
    var tree = AggregateQuadtree(leafCapacity: 4)
    var work = Work()
    #expect(tree.add(Array(0..<120), at: places, work: &work) == 120)
    #expect(tree.add(Array(120..<130), at: pairs, work: &work) == 10)
    #expect(QuadtreeFaults.of(tree) == [])
  }
}
