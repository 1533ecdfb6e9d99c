import Statistics
import Testing

@Suite("Lap summaries")
struct TimingSummaryTests {
  @Test
  func `of no laps do not exist`() {
    #expect(TimingSummary(nanoseconds: []) == nil)
  }

  @Test(arguments: [
    ([7], TimingSummary(count: 1, p50: 7, p90: 7, p95: 7, max: 7)),
    ([3, 1, 2], TimingSummary(count: 3, p50: 2, p90: 3, p95: 3, max: 3)),
    (Array(1...100), TimingSummary(count: 100, p50: 50, p90: 90, p95: 95, p99: 99, max: 100)),
    (
      Array(1...100).reversed(),
      TimingSummary(count: 100, p50: 50, p90: 90, p95: 95, p99: 99, max: 100)
    ),
    ([-5, 0], TimingSummary(count: 2, p50: 0, p90: 0, p95: 0, max: 0)),
  ])
  func `are exact for short laps`(laps: [Int64], summary: TimingSummary) {
    #expect(TimingSummary(nanoseconds: laps) == summary)
  }

  @Test(arguments: [
    // A few are sorted, many are recorded in a histogram.
    (growth: (3, 2), isMany: false), (growth: (101, 100), isMany: true),
  ])
  func `stay within a thousandth of the nearest rank for long laps`(
    growth: (Int64, Int64), isMany: Bool
  ) throws {
    var laps: [Int64] = []
    var lap: Int64 = 1
    while lap < 3_600_000_000_000 {
      laps.append(lap)
      lap = lap * growth.0 / growth.1 + 1
    }
    let summary = try #require(TimingSummary(nanoseconds: laps.reversed()))
    #expect((summary.count > 1_000) == isMany)
    let percentiles = [
      (summary.p50, 50), (summary.p90, 90), (summary.p95, 95), (summary.p99 ?? summary.max, 99),
    ]
    for (value, percent) in percentiles {
      let exact = laps[(laps.count * percent + 99) / 100 - 1]
      #expect(abs(value - exact) <= exact / 1000, "p\(percent)")
    }
    #expect(summary.max == laps.last)
    #expect(summary.count == laps.count)
  }

  @Test(arguments: [1, 2_000])
  func `take the longest lap there can be`(count: Int) {
    #expect(TimingSummary(nanoseconds: Array(repeating: .max, count: count))?.max == .max)
  }
}
