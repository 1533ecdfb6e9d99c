import Clustering
import Testing

@testable import Benchmarks

@Suite("Options of a bench of engines")
struct BenchPlanTests {
  @Test func `everything is measured unless less is asked for`() throws {
    let plan = try #require(BenchPlan.parse().value)
    #expect(plan.engines == BenchPlan.Peer.allCases)
    #expect(plan.kinds == EngineBenchReport.Kind.allCases)
    #expect(plan.sizes == [5_000, 80_000, 1_000_000])
    #expect(plan.data == [.cities])
    #expect(plan.runs == 7)
  }

  @Test func `options say what is measured`() throws {
    let plan = try #require(
      BenchPlan.parse(
        engines: "greedy, pyramid,greedy", kinds: "memory,build", sizes: "1M,5k,5k,300,1.5k",
        data: "line,stacked", runs: 3
      ).value)
    #expect(plan.engines == [.greedy, .pyramid])
    #expect(plan.kinds == [.memory, .build])
    #expect(plan.sizes == [300, 1_500, 5_000, 1_000_000])
    #expect(plan.data == [.line, .stacked])
    #expect(plan.runs == 3)
  }

  @Test func `all points of a file are taken unless sizes are given`() throws {
    #expect(try #require(BenchPlan.parse(hasFile: true).value).sizes == nil)
    #expect(try #require(BenchPlan.parse(sizes: "5k", hasFile: true).value).sizes == [5_000])
  }

  @Test(arguments: [
    ("8.2M", 8_200_000), ("1.001M", 1_001_000), ("1.001k", 1_001), ("0.005k", 5), (".5k", 500),
    ("2.000001M", 2_000_001), ("007", 7), ("1.500000000k", 1_500), ("3.M", 3_000_000), ("9.0", 9),
  ])
  func `a size is read to the last point`(text: String, size: Int) {
    #expect(BenchPlan.size(text) == size)
  }

  @Test func `engines hold the most points, and every batch that comes`() throws {
    let most = BenchPlan.mostPoints
    #expect(most + BatchMaker.size * BatchMaker.most <= AggregateEngine.mostPoints)
    #expect(most + 1_000_000 > AggregateEngine.mostPoints - BatchMaker.size * BatchMaker.most)
    #expect(try #require(BenchPlan.parse(sizes: BenchPlan.mostPointsText).value).sizes == [most])
  }

  @Test(arguments: [
    (nil, 33_000_000, nil), (nil, 33_000_001, "give --sizes up to 33M"), (nil, nil, nil),
    ([1_000, 33_000_000], 90_000_000, nil), ([33_000_001], nil, "give --sizes up to 33M"),
    ([40_000_000], 90_000_000, "give --sizes up to 33M"), ([5], 4, "ask for at most 4 points"),
    ([40_000_000, 5], 5, "give --sizes up to 33M"),
  ])
  func `more points than engines hold are a diagnostic`(sizes: [Int]?, file: Int?, remedy: String?)
  {
    let diagnostics = EngineBench.diagnostics(sizes: sizes, pointsOfFile: file)
    #expect(diagnostics.first?.remedy.hasPrefix(remedy ?? "none") == (remedy == nil ? nil : true))
    #expect(diagnostics.allSatisfy { $0.cause == .usage && $0.message.hasPrefix("--") })
  }

  @Test(arguments: [
    "", "k", "M", "0", "0k", "-5k", "5K", "5m", "1e3", "0x10", "inf", "nan", "1.5", "34M",
    "33.000001M", "40M", "5kk",
    "1,5.5.5k", "1..2k", ".", ".k", "1.0005k", "1.0000001M", "+5", "1.-5k", "٣k",
    "99999999999999999999M", "5 k k",
  ])
  func `a size is a number with k or M`(text: String) {
    let diagnostics = BenchPlan.parse(sizes: text).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics.allSatisfy { $0.cause == .usage && $0.remedy.contains("5k,80k,1M") })
  }

  @Test func `all mistakes are told at once, each with a remedy`() {
    let diagnostics = BenchPlan.parse(
      engines: "pyramid,moon,", kinds: "sleep", sizes: "5k,x", data: "sea", runs: 0, hasFile: true
    ).diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "--engines does not know 'moon'", "--engines does not know ''",
        "--kinds does not know 'sleep'", "--sizes: 'x' is no number of points",
        "--data does not know 'sea'", "--data and --points both say where points come from",
        "--runs 0 is not possible",
      ])
    #expect(diagnostics.allSatisfy { !$0.remedy.isEmpty && $0.cause == .usage })
    #expect(
      diagnostics[0].remedy == "choose from pyramid,aggregate,reference,greedy,distance,collision")
    #expect(
      diagnostics[0].text.hasPrefix("error: --engines does not know 'moon'\nhelp: choose from"))
  }

  @Test func `a file must have as many points as are asked for`() throws {
    let plan = try #require(BenchPlan.parse(sizes: "1k,2k", hasFile: true).value)
    let points = DrawnData.uniform.places(1_999)
    #expect(EngineBench(plan, points: points).diagnostics.count == 1)
    #expect(EngineBench(plan, points: points + points).diagnostics.isEmpty)
  }
}
