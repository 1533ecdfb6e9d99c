import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Counts that are closed and opened again, against a list of all of them.
@Suite("Accumulator stores")
struct AccumulatorStoreTests {
  /// As many steps as are open, one more, and far more; what counts jumps between them.
  @Test(arguments: [(1, 1), (2, 1), (3, 3), (4, 3), (40, 3), (200, 64)])
  func `are those of a list, whichever are open`(count: Int, limit: Int) {
    var numbers = ArbitraryNumbers(seed: 7)
    var store = AccumulatorStore(count: count, limit: limit)
    var list = Array(repeating: MetricAccumulator(), count: count)
    for _ in 0..<2_000 {
      let step = numbers.next(below: count)
      let amount = Int64(numbers.next(below: 1_000_000)) - 500_000
      let change = AccumulatorStoreTests.changes[
        numbers.next(below: AccumulatorStoreTests.changes.count)]
      change(&store[Int32(step)], amount)
      change(&list[step], amount)
      let other = numbers.next(below: count)
      #expect(store[Int32(other)] == list[other])
    }
    #expect(store.count == count)
    #expect(Array(store.tables) == list.map(\.table))
  }

  @Test
  func `of parts are those of a dictionary, until they are let go`() {
    var numbers = ArbitraryNumbers(seed: 11)
    var store = IntervalStepAccumulators()
    var list: [Int: [Int32: MetricAccumulator]] = [:]
    for part in 0..<30 {
      for _ in 0..<40 {
        let step = Int32(numbers.next(below: 90))
        let change = AccumulatorStoreTests.changes[numbers.next(below: 4)]
        change(&store[part, step], 7)
        change(&list[part, default: [:]][step, default: MetricAccumulator()], 7)
      }
      let first = part - numbers.next(below: 4)
      store.remove(before: first)
      for gone in 0..<max(first, 0) { list[gone] = nil }
      var found: [String] = []
      store.visit(since: first) { found.append("\($0) \($1.hashValue)") }
      let all = list.flatMap { part, steps in steps.map { (part: part, step: $0, counts: $1) } }
        .sorted { ($0.step, $0.part) < ($1.step, $1.part) }
      #expect(found == all.map { "\($0.step) \($0.counts.hashValue)" })
      #expect(store.count == all.count)
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
    let expectations = [bound(.viewsCreated, .atMost(.count(0)))]
    var recorder = FactsRecorder(
      stepExpectations: Array(repeating: [], count: 5) + [expectations + expectations],
      finalExpectations: [])
    recorder.stepLooks = looks
    for event in session.events { recorder.observe(event) }
    #expect(recorder.result.verdicts.map { $0.worst != nil } == isFound)
  }

  private static let changes: [@Sendable (inout MetricAccumulator, Int64) -> Void] = [
    { $0.add(.clusterUpdates, $1) },
    { $0.add(.waitsGivenUp, $1) },
    { $0.add(.calloutUntouched, isKept: false, abs($1)) },
    { $0.add(SimulatedTime(nanoseconds: abs($1)), to: .latencies) },
    { $0.follow(.clustersShown, $1) },
  ]
}
