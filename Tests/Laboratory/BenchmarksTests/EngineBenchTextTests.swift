import Support
import Testing

@testable import Benchmarks

@Suite("Text of a bench of engines")
struct EngineBenchTextTests {
  private static func row(
    _ peer: String, count: Int, data: String = "cities",
    _ figures: [EngineBenchReport.NumberFormat],
    digest: String? = nil
  ) -> EngineBenchReport.Row {
    .init(
      kind: .query, peer: peer, data: data, count: count, figures: figures, digest: digest)
  }

  private static let report = EngineBenchReport(
    facts: ["data: some"],
    rows: [
      row(
        "pyramid", count: 80_000,
        [
          .init("query_us_median", zoom: 2, 0.25), .init("query_us_median", zoom: 9, 0.5),
          .init("query_us_median", 0.31), .init("query_us_p99", 0.75), .init("copy_us_median", 0.1),
          .init("query_cold_us_median", 4.25), .init("clusters_mean", 102.46),
        ], digest: "83a84736"),
      row(
        "reference", count: 80_000,
        [.init("query_us_median", 310), .init("clusters_mean", 1_234.5)], digest: "4a914268"),
      row("aggregate", count: 5_000, [.init("query_us_median", 0.0032)], digest: "00000000"),
      .init(
        kind: .build, peer: "machine", data: "cities", count: 80_000,
        figures: [.init("sort_ms_median", 0.405), .init("stdlib_sort_ms_median", 7.5)]),
      .init(
        kind: .build, peer: "greedy", data: "cities", count: 80_000,
        note: "left out, a build would take about 95 s"),
    ])

  @Test func `a table has a row for each engine and size, with ratios and the digest`() {
    let lines = wide { BenchText.text(of: EngineBenchTextTests.report) }.split(separator: "\n").map
    { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines.filter { !$0.hasPrefix("-") } == [
        "data: some", "build",
        "machine, 80,000: sort 405 µs, stdlib sort 7.5 ms",
        "greedy, 80,000: left out, a build would take about 95 s",
        "query engine warm p99 slowest zoom cold clusters views x ref. x copy digest",
        "80,000 pyramid 310 ns 750 ns 500 ns (9) 4.25 µs 102.5 1/1,000 3.1 83a84736",
        "80,000 reference 310 µs 1,235 1 4a914268",
        "5,000 aggregate 3.2 ns 00000000",
      ])
  }

  @Test func `each source of points has tables of its own`() {
    var report = EngineBenchTextTests.report
    #expect(!BenchText.text(of: report).contains("=="))
    report.rows.append(
      EngineBenchTextTests.row(
        "pyramid", count: 80_000, data: "line", [.init("query_us_median", 31)]))
    let text = BenchText.text(of: report)
    #expect(text.contains("== cities ==\n"))
    #expect(text.contains("== line ==\n"))
    // The reference of other points is none.
    #expect(text.split(separator: "\n").last?.contains("31 µs") == true)
    #expect(text.split(separator: "\n").last?.contains("0.1") == false)
  }

  @Test func `a line of JSON has one number`() {
    var report = EngineBenchTextTests.report
    report.rows = [report.rows[0], report.rows[3]]
    report.rows[0].figures = [.init("query_us_median", zoom: 10, 0.31), .init("clusters_mean", 90)]
    report.rows[1].figures[0].value = .nan
    report.rows[1].figures[1].value = 1 / 3
    #expect(
      report.jsonLines == """
        {"peer":"pyramid","data":"cities","n":80000,"metric":"query_us_median","z":10,\
        "value":0.31,"digest":"83a84736"}
        {"peer":"pyramid","data":"cities","n":80000,"metric":"clusters_mean","z":null,\
        "value":90,"digest":"83a84736"}
        {"peer":"machine","data":"cities","n":80000,"metric":"sort_ms_median","z":null,\
        "value":null}
        {"peer":"machine","data":"cities","n":80000,"metric":"stdlib_sort_ms_median","z":null,\
        "value":0.3333}

        """)
  }

  @Test func `no line of a table is wider than a terminal`() {
    let figures = ["median", "p99"].flatMap { part in
      [nil, 16].map { EngineBenchReport.NumberFormat("query_us_\(part)", zoom: $0, 999_400_000) }
    }
    let more = [
      EngineBenchReport.NumberFormat("query_cold_us_median", 999_000_000),
      .init("clusters_mean", 99_999),
      .init("copy_us_median", 0.9), .init("query_views", 750),
    ]
    let rows = ["collision", "reference"].map {
      EngineBenchTextTests.row($0, count: 100_000_000, figures + more, digest: "4a914268")
    }
    let text = BenchText.text(of: EngineBenchReport(rows: rows))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(text)")
  }
}
