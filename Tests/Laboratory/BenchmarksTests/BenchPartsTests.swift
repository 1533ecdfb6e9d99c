import MapGeometry
import Testing

@testable import Benchmarks

@Suite("Parts of a bench")
struct BenchPartsTests {
  @Test func `a median is the middle one, the lower of two`() {
    #expect(Samples.median([]) == nil)
    #expect(Samples.median([3]) == 3)
    #expect(Samples.median([3, 1]) == 1)
    #expect(Samples.median([3, 1, 2]) == 2)
    #expect(Samples.rank((1...100).map(Double.init), percent: 99) == 99)
    #expect(Samples.rank([1, 2], percent: 99) == 2)
    #expect(Samples.mean([]) == nil)
    #expect(Samples.mean([1, 2, 6]) == 3)
  }

  @Test func `samples come to numbers for each zoom level and for all`() {
    func sample(_ view: Int, _ time: Double) -> Timing.Sample {
      Timing.Sample(view: view, nanoseconds: time, copy: time / 10, clusters: view * 10)
    }
    // View 3 was never seen; of view 0 the middle of three rounds counts.
    let table = SampleTable(
      [sample(0, 900), sample(1, 4_000), sample(2, 2_000), sample(0, 100), sample(0, 500)],
      zooms: [7, 2, 7, 9])
    let figures = table.figures("t", copy: "c_us", clusters: "k")
    #expect(
      figures == [
        .init("t_us_median", zoom: 2, 4), .init("t_us_p99", zoom: 2, 4),
        .init("c_us", zoom: 2, 0.4),
        .init("k", zoom: 2, 10), .init("t_us_median", zoom: 7, 0.5), .init("t_us_p99", zoom: 7, 2),
        .init("c_us", zoom: 7, 0.05), .init("k", zoom: 7, 10), .init("t_us_median", 2),
        .init("t_us_p99", 4), .init("c_us", 0.2), .init("k", 10), .init("t_views", 3),
      ])
  }

  @Test func `growth goes on as it was, and at least with the points`() {
    #expect(Forecast.next(sixteenth: 10, fourth: 40) == 160)
    #expect(Forecast.next(sixteenth: 10, fourth: 160) == 2_560)
    #expect(Forecast.next(sixteenth: 10, fourth: 11) == 44)
    #expect(Forecast.next(sixteenth: 0, fourth: 1_000) == 32_000)
  }

  @Test(arguments: [1_999, 2_000, 5_000, 60_000])
  func `batches are of different points that are held, or of new ones`(count: Int) {
    let extra = DrawnData.uniform.places(BatchMaker.size * BatchMaker.most)
    for change in [Batch.Change.add, .remove, .move] {
      let batches = BatchMaker.batches(change, count: count, extra: extra)
      #expect(batches.count == min(count / 2_000, 25))
      let ids = batches.flatMap(\.ids)
      #expect(Set(ids).count == ids.count)
      #expect(ids.allSatisfy { ($0 >= count) == (change == .add) && $0 >= 0 })
      #expect(batches.allSatisfy { $0.places.count == (change == .remove ? 0 : $0.ids.count) })
    }
  }

  @Test(arguments: [0, 1, 2, 3_000])
  func `the radix sort sorts by 48 bits`(count: Int) {
    var state: UInt64 = 5
    var words = (0..<count).map { _ -> UInt64 in
      state = state &* 0x5851_f42d_4c95_7f2d &+ 0x1405_7b7e_f767_814f
      return state >> 16
    }
    var other = [UInt64](repeating: 0, count: count)
    let sorted = words.sorted()
    MachineLimits.radixSort(&words, by: &other)
    #expect(words == sorted)
  }

  @Test(arguments: DrawnData.allCases)
  func `of more drawn points the first ones are the same, and all are places`(data: DrawnData) {
    let points = data.places(500)
    #expect(Array(data.places(900).prefix(500)) == points)
    #expect(points.allSatisfy { Projection.isValid($0) })
    #expect((Set(points).count == 1) == (data == .stacked))
  }

  @Test func `any first part of drawn views is fair to all levels`() {
    let views = BenchView.drawn(around: DrawnData.cities.places(100), perZoom: 3)
    #expect(views.map(\.zoom) == (0..<3).flatMap { _ in Array(2...16) })
    #expect(BenchView.firstOfEachZoom(views) == Array(views.prefix(15)))
  }

  @Test(arguments: [2, 7, 16])
  func `tiles show each point`(zoom: Int) {
    let points = DrawnData.cities.places(200) + DrawnData.uniform.places(200)
    let views = BenchView.tiles(with: points, zoom: zoom)
    #expect(Set(views).count == views.count)
    for place in points {
      let point = Projection.mapKit.mapPoint(for: place)
      let showing = views.filter { view in
        view.rect.minX <= point.x && point.x <= view.rect.maxX && view.rect.minY <= point.y
          && point.y <= view.rect.maxY
      }
      #expect(!showing.isEmpty)
    }
  }
}
