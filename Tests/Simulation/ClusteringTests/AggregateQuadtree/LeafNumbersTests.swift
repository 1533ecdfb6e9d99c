import Support
import Testing

@testable import Clustering

/// The leaf of each id in few bytes, against a list of whole numbers.
@Suite("Numbers of leaves")
struct LeafNumbersTests {
  /// Numbers around those that need one more byte, up to the most that a tag can hold.
  private static let edges: [Int32] = [
    -1, 0, 1, 65_533, 65_534, 65_535, 65_536, 16_777_213, 16_777_214, 16_777_215, 0x7FFF_FFFE,
  ]

  @Test(arguments: 0..<20)
  func `are those that were set last`(seed: Int) {
    var draw = Dice(seed: seed)
    var numbers = LeafNumbers()
    var expected: [Int32] = []
    // More bytes are needed at any time, or never.
    let most = 1 + draw.below(LeafNumbersTests.edges.count)
    for _ in 0..<400 {
      if draw.below(10) == 0 || expected.isEmpty {
        let count = draw.below(100)
        numbers.reserve(count)
        if count > expected.count {
          expected += [Int32](repeating: -1, count: count - expected.count)
        }
      }
      guard !expected.isEmpty else { continue }
      let leaf = LeafNumbersTests.edges[draw.below(most)]
      let ids = (0..<1 + draw.below(4)).map { _ in Int32(draw.below(expected.count)) }
      for id in ids { expected[Int(id)] = leaf }
      let badges = ids.map { PointPieces.Badge(y: .max, id: $0) }
      if draw.below(2) == 0 {
        for id in ids { numbers.set(leaf, of: id) }
      } else {
        numbers.set(leaf, of: badges.span)
      }
      #expect(numbers.count == expected.count)
      #expect(expected.indices.map { numbers[Int32($0)] } == expected)
    }
  }
}
