import MapGeometry
import Testing

@testable import Benchmarks

@Suite("Files of a bench")
struct BenchFileTests {
  private static func bytes(_ numbers: [Double]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
    }
  }

  /// The view of the world's western half at zoom level 2.6, and one of level 10.
  private static let good: [Double] = [-180, -80, 0, 80, 0, 0.1, 0.5, 0.9]

  @Test func `points are pairs of longitude and latitude`() {
    let points = BenchFile.points(BenchFileTests.bytes([13.4, 52.5, -180, 90]), name: "p")
    #expect(
      points.value == [
        Coordinate(latitude: 52.5, longitude: 13.4), Coordinate(latitude: 90, longitude: -180),
      ])
  }

  @Test(arguments: [0, 1, 8, 15, 17, 24])
  func `a file of points has whole pairs`(count: Int) {
    let diagnostics = BenchFile.points([UInt8](repeating: 0, count: count), name: "p.bin")
      .diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics[0].cause == .faultyFile)
    #expect(diagnostics[0].message.hasPrefix("p.bin "))
    #expect(diagnostics[0].remedy.contains("lon,lat"))
  }

  @Test(arguments: [0, 16, 63, 65])
  func `a file of viewports has whole records`(count: Int) {
    let diagnostics = BenchFile.viewports([UInt8](repeating: 0, count: count), name: "v.bin")
      .diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics[0].remedy.contains("minX,minY,maxX,maxY"))
  }

  @Test func `what is no place is told with its record`() {
    var numbers: [Double] = []
    for bad in [Double.nan, .infinity, 181, -180.5] { numbers += [0, 0, bad, 0] }
    numbers += [0, 91, 0, -.infinity, 0, .nan, 7, -90.001]
    let diagnostics = BenchFile.points(BenchFileTests.bytes(numbers), name: "p").diagnostics
    // Five are told and three counted.
    #expect(diagnostics.count == 6)
    #expect(
      diagnostics.prefix(5).map { $0.message.prefix(11) } == [
        "p, record 1", "p, record 3", "p, record 5", "p, record 7", "p, record 8",
      ])
    #expect(diagnostics[5].message == "p: 3 more of its records are wrong")
  }

  @Test func `a viewport has a rect, a scale and a zoom level`() throws {
    let views = try #require(
      BenchFile.viewports(BenchFileTests.bytes(BenchFileTests.good), name: "v").value)
    #expect(views.count == 1)
    #expect(views[0].rect.minX == 0)
    #expect(views[0].rect.maxX == MapSize.worldSide / 2)
    #expect(views[0].rect.minY == 0.1 * MapSize.worldSide)
    #expect(views[0].mapPointsPerPoint == MapSize.worldSide / 1_560)
    // log2(780 / 128) is 2.6.
    #expect(views[0].zoom == 3)
  }

  @Test(arguments: BenchView.zooms)
  func `a drawn view has the zoom level of the same view from a file`(zoom: Int) {
    let drawn = BenchView(center: Coordinate(latitude: 52.5, longitude: 13.4), zoom: zoom)
    let side = MapSize.worldSide
    let read = BenchView(
      minX: drawn.rect.minX / side, minY: drawn.rect.minY / side, maxX: drawn.rect.maxX / side,
      maxY: drawn.rect.maxY / side)
    #expect(read.zoom == zoom)
    #expect(abs(read.mapPointsPerPoint / drawn.mapPointsPerPoint - 1) < 1e-9)
  }

  @Test(arguments: [
    (0.5, 0.500_000_1, 0.3, 0.7, 3_120_000_002), (0, 0x1p-34, 0, 8, 107_202_383_708_160),
    (0, 0.01, 0, 1.282_1, 100_004),
  ])
  func `a sliver of the world would have cells without end`(
    minX: Double, maxX: Double, minY: Double, maxY: Double, points: Int
  ) {
    var numbers = BenchFileTests.good
    numbers.replaceSubrange(4..., with: [minX, minY, maxX, maxY])
    let diagnostics = BenchFile.viewports(
      BenchFileTests.bytes(numbers + BenchFileTests.good + numbers), name: "v"
    ).diagnostics
    #expect(diagnostics.map(\.cause) == [.faultyFile, .faultyFile])
    let mistake = "a map 780 points wide would be \(points) points high"
    #expect(diagnostics.map(\.message) == ["v, record 0: " + mistake, "v, record 2: " + mistake])
    #expect(diagnostics.allSatisfy { $0.remedy.hasSuffix("a height of at most 128 widths") })
  }

  @Test(arguments: [(0.01, 1.282), (1, 0x1p-34), (2, 8), (0x1p-34, 0x1p-34)])
  func `a view as tall as any screen, or next to no height, is one`(width: Double, height: Double) {
    var numbers = BenchFileTests.good
    numbers.replaceSubrange(4..., with: [0, 0, width, height])
    let views = BenchFile.viewports(BenchFileTests.bytes(numbers), name: "v").value
    #expect(views?.count == 1)
  }

  @Test(arguments: [
    (0, Double.nan), (7, .infinity), (0, 1), (1, 81), (3, 91), (0, -600), (6, 0), (6, -1), (7, 0.1),
    (6, 3), (4, 1e300), (5, -1e300), (6, 1e-13), (7, 20),
  ])
  func `a view that is nowhere is told`(index: Int, number: Double) {
    var numbers = BenchFileTests.good
    numbers[index] = number
    let diagnostics = BenchFile.viewports(
      BenchFileTests.bytes(BenchFileTests.good + numbers), name: "v"
    ).diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.hasPrefix("v, record 1: ") == true)
    #expect(diagnostics.first?.remedy.hasPrefix("write ") == true)
  }
}
