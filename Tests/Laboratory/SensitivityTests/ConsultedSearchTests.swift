import Support
import Testing

@testable import Sensitivity

@Suite("Search for the changes that matter")
struct ConsultedSearchTests {
  /// Searches numbers, some of which matter, and counts the replays.
  private func search(
    _ count: Int, for mattering: Set<Int>
  ) -> (found: [Int], answers: [Int], replays: Int) {
    var replays = 0
    let search = ConsultedSearch<Int, Int>(
      isAlike: { changes in
        replays += 1
        return mattering.isDisjoint(with: changes)
      },
      answer: { change in
        replays += 1
        return mattering.contains(change) ? change * 10 : nil
      })
    let found = search.found(in: Array(0..<count))
    return (found.map(\.change), found.map(\.answer), replays)
  }

  @Test(arguments: [
    (0, [], 0), (1, [], 1), (1, [0], 1), (2, [], 1), (2, [1], 3), (60, [], 1), (64, [63], 8),
    (64, [0], 13), (4, [0, 1, 2, 3], 7),
  ])
  func `takes few replays where few changes matter`(count: Int, matters: [Int], replays: Int) {
    let result = search(count, for: Set(matters))
    #expect(result.found == matters)
    #expect(result.answers == matters.map { $0 * 10 })
    #expect(result.replays == replays)
  }

  @Test
  func `finds any changes in their order, each once`() {
    var dice = Dice(seed: 1)
    for _ in 0..<300 {
      let count = 1 + dice.below(70)
      let matters = (0..<count).filter { _ in dice.below(6) == 0 }
      let result = search(count, for: Set(matters))
      #expect(result.found == matters)
      // A test for each node of the tree at most, of which half are leaves.
      #expect(result.replays < 2 * count)
    }
  }
}
