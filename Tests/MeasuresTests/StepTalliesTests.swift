import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Tallies of steps that are closed and opened again, against a list of all of them.
@Suite("Tallies of steps")
struct StepTalliesTests {
  /// As many steps as are open, one more, and far more; what counts jumps between them.
  @Test(arguments: [(1, 1), (2, 1), (3, 3), (4, 3), (40, 3), (200, 64)])
  func `are those of a list, whichever are open`(count: Int, limit: Int) {
    var numbers = ArbitraryNumbers(seed: 7)
    var tallies = StepTallies(count: count, limit: limit)
    var list = Array(repeating: Tally(), count: count)
    for _ in 0..<2_000 {
      let step = numbers.next(below: count)
      let amount = Int64(numbers.next(below: 1_000_000)) - 500_000
      let change = StepTalliesTests.changes[numbers.next(below: StepTalliesTests.changes.count)]
      change(&tallies[Int32(step)], amount)
      change(&list[step], amount)
      let other = numbers.next(below: count)
      #expect(tallies[Int32(other)] == list[other])
    }
    #expect(tallies.count == count)
    #expect(Array(tallies.tables) == list.map(\.table))
  }

  private static let changes: [@Sendable (inout Tally, Int64) -> Void] = [
    { $0.updates += $1 },
    { $0.waitsGivenUp += $1 },
    { $0.criteriaKept[3] += $1 },
    { $0.add(SimulatedTime(nanoseconds: abs($1)), to: .latencies) },
    { tally, amount in
      tally.kindsShown = amount < 0 ? nil : ClusterKinds(onePoint: amount)
    },
  ]
}
