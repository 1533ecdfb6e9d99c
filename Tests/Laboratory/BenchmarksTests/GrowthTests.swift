import Clustering
import MapGeometry
import Testing

@testable import Benchmarks

/// How the work of a query grows with the points, while the map shows as many clusters as before.
///
/// Counters, not clocks: the exponent of a log-log fit is the same on every machine.
@Suite("Growth of work")
struct GrowthTests {
  private static let places = DrawnData.cities.places(1_000_000)

  @Test(arguments: [(BenchPlan.Peer.aggregate, 0.5), (.pyramid, 0.1)])
  func `is the root of how the points grow, or none`(
    peer: BenchPlan.Peer, limit: Double
  ) throws {
    let growths = try #require(WorkGrowth.measured(of: peer, points: GrowthTests.places)).growths
    #expect(growths.count == WorkGrowth.zooms.count)
    for growth in growths {
      #expect(growth.sizes == WorkGrowth.sizes)
      #expect(growth.exponent <= limit, "\(growth)")
      #expect(growth.exponent >= -0.1)
      let shown = (fewest: growth.clusters.min() ?? 0, most: growth.clusters.max() ?? 0)
      #expect(shown.fewest > 50 && shown.most < 2 * shown.fewest, "\(growth.clusters)")
    }
  }

  @Test func `is that of the points for views that collide`() throws {
    let growths = try #require(
      WorkGrowth.measured(of: .collision, points: Array(GrowthTests.places.prefix(16_000)))
    ).growths
    for growth in growths {
      #expect(growth.sizes == [1_000, 4_000, 16_000])
      #expect(growth.exponent > 0.9, "\(growth)")
    }
  }

  @Test func `notices an index that looks at every point`() {
    func exponent(_ work: (Double) -> Double) -> Double {
      var growth = WorkGrowth()
      growth.sizes = WorkGrowth.sizes
      growth.works = growth.sizes.map { work(Double($0)) }
      return growth.exponent
    }
    #expect(abs(exponent { $0 } - 1) < 1e-12)
    #expect(abs(exponent { 7 * $0.squareRoot() } - 0.5) < 1e-12)
    #expect(abs(exponent { _ in 12 }) < 1e-12)
  }

  @Test func `is told of all zoom levels, and left out without enough points`() throws {
    var plan = try #require(
      BenchPlan.parse(engines: "pyramid,aggregate,reference", kinds: "growth", sizes: "1k,16k")
        .value)
    let rows = EngineBench(plan).measure().rows
    #expect(rows.map(\.peer) == ["pyramid", "aggregate", "reference"])
    #expect(rows[1].digest == rows[2].digest)
    #expect(rows[0].digest != rows[1].digest)
    for row in rows {
      #expect(row.kind == .growth && row.count == 16_000 && row.digest?.count == 8)
      let exponents = row.figures.filter { $0.metric == "growth_exponent" }
      #expect(exponents.map(\.zoom) == [4, 5, nil])
      #expect(exponents[2].value == max(exponents[0].value, exponents[1].value))
      #expect((row.value("growth_work_most_points") ?? 0) > 50)
    }
    plan.patience = 1
    #expect(
      EngineBench(plan).measure().rows.allSatisfy { $0.note == "left out, it would take too long" })
    plan.sizes = [4_000]
    #expect(
      EngineBench(plan).measure().rows.allSatisfy {
        $0.note == "left out, there are fewer than 16000 points"
      })
  }

  @Test func `is left out where there are no points to be seen`() throws {
    let plan = try #require(
      BenchPlan.parse(engines: "pyramid", kinds: "growth", sizes: "16k", data: "stacked,line").value
    )
    let rows = EngineBench(plan).measure().rows
    #expect(rows.map(\.data) == ["stacked", "line"])
    #expect(rows[0].note?.hasSuffix("has no points") == true)
    #expect(rows[0].figures.isEmpty && rows[0].digest == nil)
    #expect(rows[1].note == nil && rows[1].digest != nil)
  }
}
