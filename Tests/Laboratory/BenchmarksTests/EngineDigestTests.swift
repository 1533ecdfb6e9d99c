import Clustering
internal import Counts
import MapGeometry
import Testing

@testable import Benchmarks

/// Engines that answer the same have the same digest, and others have not.
@Suite("Digests of engines")
struct EngineDigestTests {
  private static func digest(
    _ peer: BenchPlan.Peer, _ points: [Coordinate], _ views: [BenchView]
  ) -> String {
    let trial = Trial.of(peer)
    _ = trial.build(points)
    return trial.digest(views)
  }

  @Test(arguments: DrawnData.allCases)
  func `an aggregate answers as the reference does`(data: DrawnData) {
    let points = data.places(3_000)
    let views = BenchView.drawn(around: points, perZoom: 4)
    let one = EngineDigestTests.digest(.aggregate, points, views)
    #expect(one == EngineDigestTests.digest(.reference, points, views))
    #expect(one != EngineDigestTests.digest(.aggregate, Array(points.dropLast()), views))
  }

  @Test(arguments: DrawnData.allCases)
  func `a pyramid answers as an aggregate with the same cells`(data: DrawnData) {
    let points = data.places(3_000)
    let ids = Array(0..<Int32(points.count))
    var engines = AggregateEngine.Kind.allCases.map { AggregateEngine($0) }
    var work = Work()
    var digests = engines.map { _ in BenchDigest() }
    for engine in engines.indices {
      _ = engines[engine].add(ids, at: points, work: &work)
      for view in BenchView.drawn(around: points, perZoom: 4) {
        Fingerprint.squares(
          &engines[engine], view.view(cellPoints: BenchPlan.Peer.pyramid.cellPoints),
          &digests[engine])
      }
    }
    #expect(digests[0] == digests[1])
  }

  @Test(arguments: [BenchPlan.Peer.greedy, .distance, .collision])
  func `places count to the bit`(peer: BenchPlan.Peer) {
    var points = DrawnData.uniform.places(400)
    let views = BenchView.drawn(around: points, perZoom: 2)
    let one = EngineDigestTests.digest(peer, points, views)
    #expect(one == EngineDigestTests.digest(peer, points, views))
    points[7].latitude += 1e-9
    #expect(one != EngineDigestTests.digest(peer, points, views))
  }

  @Test(arguments: [DrawnData.cities, .line])
  func `rows of a whole bench have equal digests for equal engines`(data: DrawnData) throws {
    var plan = try #require(BenchPlan.parse(sizes: "2k,4k", data: data.rawValue, runs: 1).value)
    plan.budget = 1
    var parts: [[EngineBenchReport.Row]] = []
    let report = EngineBench(plan).measure(finished: { parts.append($0) })
    // Both sizes as soon as they are known, then the growth.
    #expect(parts.map { $0.first?.count } == [2_000, 4_000, 4_000])
    #expect(parts.flatMap(\.self) == report.rows)
    for kind in EngineBenchReport.Kind.allCases where kind != .growth {
      for count in [2_000, 4_000] {
        let rows = report.rows.filter { $0.kind == kind && $0.count == count }
        let engines = rows.filter { $0.peer != EngineBenchReport.machine }
        #expect(engines.map(\.peer) == BenchPlan.Peer.allCases.map(\.rawValue))
        #expect(engines.allSatisfy { $0.note == nil && $0.digest?.count == 8 })
        func digest(_ peer: BenchPlan.Peer) -> String? {
          rows.first { $0.peer == peer.rawValue }?.digest
        }
        #expect(digest(.aggregate) == digest(.reference), "\(kind) of \(count)")
      }
    }
    let again = EngineBench(plan).measure()
    #expect(again.rows.map(\.digest) == report.rows.map(\.digest))
    #expect(again.facts == report.facts)
  }

  @Test func `what would take too long is left out, and said to be`() throws {
    var plan = try #require(
      BenchPlan.parse(engines: "pyramid,aggregate", kinds: "build,pan", sizes: "40k", runs: 1).value
    )
    plan.patience = 1
    let report = EngineBench(plan).measure()
    let engines = report.rows.filter { $0.peer != EngineBenchReport.machine }
    #expect(engines.map(\.peer) == ["pyramid", "pyramid", "aggregate", "aggregate"])
    #expect(engines.allSatisfy { $0.note == "left out, a build would take too long" })
    #expect(engines.allSatisfy { $0.figures.isEmpty && $0.digest == nil })
  }

  @Test func `points and views of files take the place of drawn ones`() throws {
    let points = DrawnData.uniform.places(300)
    var plan = try #require(
      BenchPlan.parse(engines: "aggregate", kinds: "query,add", runs: 1, hasFile: true).value)
    plan.budget = 1
    let views = [BenchView(center: points[0], zoom: 5), BenchView(center: points[1], zoom: 7)]
    let report = EngineBench(plan, points: points, views: views).measure()
    #expect(report.rows.map(\.data) == ["file", "file"])
    #expect(report.rows.map(\.count) == [300, 300])
    #expect(report.rows[0].figures.first?.zoom == 5)
    #expect(report.rows[1].note == "left out, there are fewer than 2000 points")
  }
}
