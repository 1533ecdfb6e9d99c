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

  /// About log2 n replays where nothing matters; as many again for each change that does.
  @Test(arguments: [
    (0, [], 0), (1, [], 1), (1, [0], 1), (2, [], 2), (2, [1], 2), (10, [], 5), (10, [3], 11),
    (60, [], 8), (30, [5], 15), (4, [0, 1, 2, 3], 6),
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
      #expect(search(count, for: Set(matters)).found == matters)
    }
  }

  @Test
  func `parts any change from any other in a group`() {
    for count in 0...80 {
      let groups = ConsultedSearch<Int, Int>.groups(of: count).map(Set.init)
      let pairs = (0..<count).flatMap { first in
        (0..<count).filter { $0 != first }.map { (first, $0) }
      }
      let together = pairs.first { first, second in
        !groups.contains { $0.contains(first) && !$0.contains(second) }
      }
      #expect(together == nil, "\(count) changes")
    }
  }

  /// All worlds of four changes, any of which may matter and may be hidden by one other.
  @Test
  func `finds a change that another one hides`() {
    let wrong = (0..<(1 << 4) * 256).filter { world in
      let matters = (0..<4).filter { world >> $0 & 1 == 1 }
      // Its own number stands for a change that nothing hides.
      let hider = (0..<4).map { world >> (4 + 2 * $0) & 3 }
      let search = ConsultedSearch<Int, Int>(
        isAlike: { changes in
          !matters.contains { change in
            changes.contains(change)
              && (hider[change] == change || !changes.contains(hider[change]))
          }
        }, answer: { matters.contains($0) ? $0 : nil })
      return search.found(in: Array(0..<4)).map(\.change) != matters
    }
    #expect(wrong.isEmpty, "\(wrong.count) worlds, the first is \(wrong[0])")
  }
}
