import Counts
import Testing

@Suite("Tolerances of counts")
struct CountTolerancesTests {
  private static let tolerances = CountTolerances([
    CountTolerances.Row(
      .instructions, .session("A/b/c"), hard: CountLimit(absolute: 7, millionths: 10_000)),
    CountTolerances.Row(.instructions, .folder("A/b"), soft: CountLimit(absolute: 2)),
    CountTolerances.Row(
      .instructions, .folder("A"), soft: CountLimit(absolute: 3), hard: CountLimit(absolute: 50)),
    CountTolerances.Row(.allocations, .all, hard: CountLimit(millionths: 500_000)),
  ])

  /// Each row has a session, a metric whose count is 1,000, and the largest differences that do not
  /// warn and that do not fail.
  @Test(
    arguments: [
      ("A/b/c", CountedMetric.instructions, 2, 17), ("A/b/d", .instructions, 2, 50),
      ("A/bc", .instructions, 3, 50), ("A", .instructions, 1_000, 1_000),
      ("A/b/c", .allocations, 500, 500), ("A/b/c", .bytes, 0, 0), ("B", .peak, 0, 0),
    ] as [(String, CountedMetric, Int64, Int64)])
  func `the most specific row decides, of soft and hard limits each`(
    session: String, metric: CountedMetric, soft: Int64, hard: Int64
  ) {
    let tolerances = CountTolerancesTests.tolerances
    #expect(tolerances.soft(for: session)[metric].allowed(of: 1_000) == soft)
    #expect(tolerances.hard(for: session)[metric].allowed(of: 1_000) == hard)
  }

  @Test
  func `the largest limit has no overflow`() {
    let limit = CountLimit(absolute: .max, millionths: 1_000_000)
    #expect(limit.allowed(of: .max) == .max)
  }

  /// A session and its only step have 1,000 of each count.
  ///
  /// Each row has a metric, by how much its count grows, and the metrics that break their limit
  /// then, which is 10 or 1 %.
  @Test(
    arguments: [
      (CountedMetric.instructions, 10, []), (.instructions, 11, [.instructions]),
      (.instructions, -11, [.instructions]), (.allocations, 10, []),
      (.allocations, 11, [.allocations]), (.bytes, 10, []), (.bytes, -11, [.bytes]),
      (.peak, 10, []), (.peak, 11, [.peak]),
    ] as [(CountedMetric, Int64, [CountedMetric])])
  func `each metric has its limit`(metric: CountedMetric, more: Int64, broken: [CountedMetric]) {
    func counts(_ more: Int64) -> SessionCounts {
      func number(_ other: CountedMetric) -> Int64 { metric == other ? 1_000 + more : 1_000 }
      var counts = SessionCounts(
        phaseNames: [],
        rows: [
          SessionCounts.Row(
            step: 0, phases: [], rest: number(.instructions), allocations: number(.allocations),
            allocatedBytes: number(.bytes))
        ], functions: nil)
      counts.peakLiveBytes = number(.peak)
      return counts
    }
    let limits = CountTolerances(
      [CountTolerances.Row(.instructions, .all, hard: CountLimit(absolute: 10))]
        + CountedMetric.ofAllocator.map {
          CountTolerances.Row($0, .all, hard: CountLimit(millionths: 10_000))
        })
    let difference = CountsDifference(
      from: counts(0), to: counts(more), within: limits.hard(for: "a"))
    #expect(difference?.metrics ?? [] == broken)
  }
}
