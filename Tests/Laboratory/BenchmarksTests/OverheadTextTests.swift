import Testing

@testable import Benchmarks

@Suite("Reports of the bench of overhead")
struct OverheadTextTests {
  /// The middle of n values lies between the kth and the kth from the end with 95 %; the tables of
  /// the sign test.
  @Test(
    arguments: [(5, nil), (6, 0), (8, 0), (9, 1), (11, 1), (12, 2), (20, 5)] as [(Int, Int?)])
  func `the interval of a median is that of the sign test`(count: Int, rank: Int?) {
    #expect(BenchText.rank(of: count) == rank)
  }

  @Test
  func `each turn is compared with the one beside it`() {
    let report = OverheadReport(rows: [
      .init(name: "none", nanoseconds: [1_000, 2_000, 1_000, 2_000, 1_000, 2_000]),
      .init(name: "laps", nanoseconds: [1_010, 2_020, 1_000, 2_100, 1_019, 1_980]),
    ])
    #expect(report.rows[1].overheads(over: report.rows[0]) == [-10, 0, 10, 10, 19, 50])
    let text = BenchText.text(of: report)
    #expect(text.contains("-1.0 % to 5.0 %"), "\(text)")
    #expect(text.contains("less than 2.0 % at the default level, which is laps: undecided, as "))
  }

  /// The interval decides: all of it has to lie on one side.
  @Test(arguments: [(1_020, "missed"), (1_019, "met")])
  func `a meter that costs too much is told`(time: Int64, outcome: String) {
    let report = OverheadReport(rows: [
      .init(name: "none", nanoseconds: Array(repeating: 1_000, count: 6)),
      .init(name: "laps", nanoseconds: Array(repeating: time, count: 6)),
    ])
    #expect(BenchText.text(of: report).hasSuffix("which is laps: \(outcome)\n"))
  }

  @Test
  func `too few turns decide nothing`() {
    let report = OverheadReport(rows: [
      .init(name: "none", nanoseconds: [1_000, 1_000, 1_000]),
      .init(name: "laps", nanoseconds: [1_001, 1_001, 1_001]),
    ])
    #expect(BenchText.text(of: report).contains("which is laps: undecided, "))
  }
}
