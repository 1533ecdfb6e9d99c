import MapEvents
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

  @Test
  func `of parts are those of a dictionary, until they are let go`() {
    var numbers = ArbitraryNumbers(seed: 11)
    var tallies = PartStepTallies()
    var list: [Int: [Int32: Tally]] = [:]
    for part in 0..<30 {
      for _ in 0..<40 {
        let step = Int32(numbers.next(below: 90))
        let change = StepTalliesTests.changes[numbers.next(below: 4)]
        change(&tallies[part, step], 7)
        change(&list[part, default: [:]][step, default: Tally()], 7)
      }
      let first = part - numbers.next(below: 4)
      tallies.forget(before: first)
      for gone in 0..<max(first, 0) { list[gone] = nil }
      var found: [String] = []
      tallies.visit(since: first) { found.append("\($0) \($1.hashValue)") }
      let all = list.flatMap { part, steps in steps.map { (part: part, step: $0, tally: $1) } }
        .sorted { ($0.step, $0.part) < ($1.step, $1.part) }
      #expect(found == all.map { "\($0.step) \($0.tally.hashValue)" })
      #expect(tallies.count == all.count)
    }
  }

  /// A failure that adds up looks at every step, and a file may hold thousands of both.
  @Test(arguments: [
    (5, [false, false]), (6, [true, false]), (11, [true, false]), (12, [true, true]),
  ])
  func `are looked at for as many failures as there is time for`(looks: Int, isFound: [Bool]) {
    var session = Session()
    session.step(0) { $0.add(.view(.created(view: 0, identifier: 0))) }
    session.step(5) { $0.add(.session(.expectationsDue)) }
    let demands = [demand(.viewsCreated, .atMost(.count(0)))]
    var recorder = FactsRecorder(
      stepDemands: Array(repeating: [], count: 5) + [demands + demands], finalDemands: [])
    recorder.stepLooks = looks
    for event in session.events { recorder.observe(event) }
    #expect(recorder.result.verdicts.map { $0.worst != nil } == isFound)
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
