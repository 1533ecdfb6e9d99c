import Testing

@testable import Benchmarks

/// The bench of clustering in words.
@Suite("Clustering bench in words")
struct ClusterBenchTextTests {
  private static func report(
    upstream: Int64, corrected: Int64, bytes: Int64?
  ) -> ClusterBenchReport {
    ClusterBenchReport(
      rows: [
        .init(name: "sort of as many 64-bit keys", nanoseconds: [2_000_000], digest: "0badcafe"),
        .init(
          name: "add 1,000,000", mode: .upstream, nanoseconds: [upstream + 5, upstream],
          limit: 2_000_000, target: 15_000_000, digest: "00c0ffee"),
        .init(
          name: "add 1,000,000", mode: .corrected, nanoseconds: [corrected], limit: 2_000_000,
          digest: "00c0ffee"),
      ], bytes: bytes, steadyUpdates: 70)
  }

  @Test
  func `shows times, ratios and digests`() {
    let report = ClusterBenchTextTests.report(upstream: 10_000_000, corrected: 12_500_000, bytes: 0)
    let lines = BenchText.text(of: report).split(separator: "\n").map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(lines.contains("sort of as many 64-bit keys limit 2 ms 2 ms 0badcafe"), "\(lines)")
    #expect(lines.contains("add 1,000,000 upstream 10 ms 10 ms 5 00c0ffee"), "\(lines)")
    #expect(
      lines.contains("add 1,000,000 corrected 12.5 ms 12.5 ms 6.25 1.25 00c0ffee"), "\(lines)")
    #expect(
      lines.suffix(3) == [
        "target: add 1,000,000 below 15 ms, best of 2: met",
        "target: corrected at most 1.3 x upstream, best of each: met",
        "target: 0 allocations in 70 steady updates on an unchanged map: met",
      ])
  }

  @Test
  func `holds merging against upstream too`() {
    var report = ClusterBenchTextTests.report(
      upstream: 10_000_000, corrected: 12_500_000, bytes: 0)
    report.rows.append(
      .init(
        name: "add 1,000,000", mode: .merged, nanoseconds: [30_000_000], limit: 2_000_000,
        digest: "0000cafe"))
    let text = BenchText.text(of: report)
    let lines = text.split(separator: "\n").map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(lines.contains("add 1,000,000 merged 30 ms 30 ms 15 3 0000cafe"), "\(lines)")
    #expect(text.contains("1.3 x upstream, best of each: missed"))
  }

  @Test
  func `measures targets and ratios by the shortest runs`() {
    var report = ClusterBenchTextTests.report(
      upstream: 10_000_000, corrected: 12_900_000, bytes: 0)
    // A busy machine makes both of the slower runs slow, by different times.
    report.rows[1].nanoseconds = [90_000_000, 10_000_000, 80_000_000]
    report.rows[2].nanoseconds = [12_900_000, 200_000_000, 300_000_000]
    let text = BenchText.text(of: report)
    #expect(text.contains("below 15 ms, best of 3: met"))
    #expect(text.contains("1.3 x upstream, best of each: met"))
    report.rows[2].nanoseconds = [13_100_000]
    #expect(BenchText.text(of: report).contains("1.3 x upstream, best of each: missed"))
  }

  @Test
  func `says which targets are missed`() {
    let slow = ClusterBenchTextTests.report(
      upstream: 15_000_000, corrected: 19_500_010, bytes: 16)
    let text = BenchText.text(of: slow)
    #expect(text.contains("below 15 ms, best of 2: missed"))
    #expect(text.contains("1.3 x upstream, best of each: missed"))
    #expect(text.contains("steady updates on an unchanged map: missed, 16 bytes"))
    let unknown = ClusterBenchTextTests.report(upstream: 1, corrected: 1, bytes: nil)
    #expect(BenchText.text(of: unknown).contains("on an unchanged map: not known"))
    #expect(ClusterBenchReport.Row(name: "").median == 0)
  }
}
