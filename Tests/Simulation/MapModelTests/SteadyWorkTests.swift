import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Exact counts of what updates do when little has changed.
@Suite("Work of steady clusters")
struct SteadyWorkTests {
  /// Cells are longer than views, so that none is joined with its neighbor.
  private static func layer(_ kind: AggregateEngine.Kind, margin: Double = 0.5) -> LayerSetup {
    var fixes = ClusterFixes.standard
    fixes.overlap = .left
    return LayerSetup.clustered(cellSize: 60, margin: margin, fixes: fixes).clustering {
      $0.engine = AggregateEngine(kind)
    }
  }

  /// A map over points in rows and columns, far beyond what it shows.
  private static func town(_ kind: AggregateEngine.Kind, spare: Int = 0) -> TestMap {
    var points: [(x: Double, y: Double)] = []
    for row in 0..<40 {
      for column in 0..<60 {
        points.append((x: Double(column) * 31 - 780, y: Double(row) * 29 - 480))
      }
    }
    let test = TestMap(screenPoints: points, layers: [layer(kind)])
    test.map.add((0..<points.count - spare).map { PointID($0) }, to: 0)
    #expect(test.map.advanceUntilSettled())
    test.trace.events.removeAll()
    return test
  }

  /// The work of all updates since the last time.
  private static func takeWork(_ test: TestMap) -> [ClusterWork] {
    defer { test.trace.events.removeAll() }
    return test.trace.events.compactMap { event in
      guard case .cluster(.computed(_, _, let work)) = event.kind else { return nil }
      return work
    }
  }

  private static func grid(_ test: TestMap) -> ClusterGrid? {
    test.map.clusters.layers[0]?.grid
  }

  /// The columns and rows of a grid, counted from the corner of the world.
  private static func cells(_ grid: ClusterGrid) -> Set<[Int]> {
    let column = Int((grid.rect.minX / grid.cellSide).rounded())
    let row = Int((grid.rect.minY / grid.cellSide).rounded())
    var cells: Set<[Int]> = []
    for y in 0..<grid.rows {
      for x in 0..<grid.columns { cells.insert([column + x, row + y]) }
    }
    return cells
  }

  @Test(arguments: AggregateEngine.Kind.allCases, [(-60.0, 0.0), (0, 70), (130, -70), (900, 0)])
  func `a pan looks into the cells that are new, and into no other`(
    kind: AggregateEngine.Kind, by offset: (dx: Double, dy: Double)
  ) throws {
    let test = SteadyWorkTests.town(kind)
    let before = SteadyWorkTests.cells(try #require(SteadyWorkTests.grid(test)))
    test.map.pan(by: ScreenOffset(dx: offset.dx, dy: offset.dy), over: .zero)
    #expect(test.map.advanceUntilSettled())
    let after = SteadyWorkTests.cells(try #require(SteadyWorkTests.grid(test)))
    let new = after.subtracting(before)
    let work = SteadyWorkTests.takeWork(test)
    #expect(work.map(\.cellsVisited) == [Int64(new.count)])
    #expect(new.count > 0 && (offset.dx > 800) == (new.count == after.count))
    // Back again: what left is new, though it was there before.
    test.map.pan(by: ScreenOffset(dx: -offset.dx, dy: -offset.dy), over: .zero)
    #expect(test.map.advanceUntilSettled())
    let back = SteadyWorkTests.cells(try #require(SteadyWorkTests.grid(test)))
    #expect(
      SteadyWorkTests.takeWork(test).map(\.cellsVisited) == [Int64(back.subtracting(after).count)])
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `a pan over a crowd touches no point of the cells that stay`(kind: AggregateEngine.Kind) {
    func pointsTouched(crowd: Int) -> [Int64] {
      // All of the crowd are in the middle of the map, and nobody where it pans to.
      let points = (0..<crowd).map { number -> (x: Double, y: Double) in
        let (column, row) = (Double(number % 50), Double(number / 50))
        return (x: 150 + column / 10, y: 100 + row / 10)
      }
      let test = TestMap(screenPoints: points, layers: [SteadyWorkTests.layer(kind)])
      test.addAll()
      #expect(test.map.advanceUntilSettled())
      test.trace.events.removeAll()
      test.map.pan(by: ScreenOffset(dx: 61, dy: 0), over: .zero)
      #expect(test.map.advanceUntilSettled())
      return SteadyWorkTests.takeWork(test).map(\.pointsTouched)
    }
    #expect(pointsTouched(crowd: 500) == [0])
    #expect(pointsTouched(crowd: 2_000) == [0])
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `a batch looks into the cells that it falls in`(kind: AggregateEngine.Kind) throws {
    let test = SteadyWorkTests.town(kind, spare: 2_400 - 1_300)
    let map = test.map
    let all = try #require(SteadyWorkTests.grid(test))
    let cells = SteadyWorkTests.cells(all)
    for batch in [
      [PointID(1_310)], [1_311, 1_312, 1_313, 1_380], (1_400..<1_500).map { PointID($0) }, [2_399],
    ] {
      map.add(batch, to: 0)
      #expect(map.advanceUntilSettled())
      let fallen = Set(
        batch.map { point in
          let place = Projection.mapKit.mapPoint(for: map.coordinate(of: point, in: 0))
          return [Int(place.x / all.cellSide), Int(place.y / all.cellSide)]
        }
      ).intersection(cells)
      let work = SteadyWorkTests.takeWork(test)
      #expect(work.map(\.cellsVisited) == [Int64(fallen.count)])
      #expect(work[0].isNothing == fallen.isEmpty)
      // What is removed and moved is looked for where it was, and where it is.
      map.remove([batch[0]], from: 0)
      #expect(map.advanceUntilSettled())
      #expect(SteadyWorkTests.takeWork(test).map(\.cellsVisited) == [fallen.isEmpty ? 0 : 1])
    }
    map.move([1_280], in: 0, to: [TestMap.coordinate(x: 10, y: 10)])
    #expect(map.advanceUntilSettled())
    #expect(SteadyWorkTests.takeWork(test).map(\.cellsVisited) == [2])
  }

  @Test(arguments: AggregateEngine.Kind.allCases)
  func `an update that finds nothing new does nothing, and the app hears of it all the same`(
    kind: AggregateEngine.Kind
  ) {
    let test = SteadyWorkTests.town(kind)
    let shown = test.map.annotations.count
    for _ in 0..<3 {
      test.map.updateClusters(of: 0)
      #expect(test.map.advanceUntilSettled())
      let words = test.trace.events.map(\.words)
      #expect(SteadyWorkTests.takeWork(test) == [.nothing])
      #expect(words.filter { $0.hasPrefix("keep") }.count == shown)
      #expect(
        words.contains { $0.hasPrefix("applied") && $0.contains("new 0 kept \(shown) gone 0") })
    }
    // Some points of the screen, and the map still shows the same cells.
    test.map.pan(by: ScreenOffset(dx: 0.01, dy: 0), over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(SteadyWorkTests.takeWork(test) == [.nothing])
    // Another margin is another question.
    var change = ClusteringChange()
    change.marginFraction = 0.7
    test.map.changeClustering(of: 0, change)
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(SteadyWorkTests.takeWork(test).allSatisfy { $0.cellsVisited > 0 })
  }

  /// Upstream's engine, fixed or not, looks everywhere each time.
  @Test(arguments: [ClusterFixes.none, .standard])
  func `the reference engine spares itself nothing`(fixes: ClusterFixes) throws {
    let test = ClusterFixTests.settled(fixes: fixes)
    _ = SteadyWorkTests.takeWork(test)
    test.map.pan(by: ScreenOffset(dx: 0.01, dy: 0), over: .zero)
    #expect(test.map.advanceUntilSettled())
    let cells = try #require(SteadyWorkTests.grid(test)).count
    #expect(SteadyWorkTests.takeWork(test).map(\.cellsVisited) == [Int64(cells)])
  }

  @Test
  func `a pyramid has cells that are powers of two, and keeps them while the map zooms`() throws {
    let test = SteadyWorkTests.town(.pyramid)
    // 64 map points for each point of the screen: 60 of them are 3,840 map points.
    #expect(try #require(SteadyWorkTests.grid(test)).cellSide == 4_096)
    test.map.zoom(byLevels: 0.5, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(try #require(SteadyWorkTests.grid(test)).cellSide == 4_096)
    #expect(SteadyWorkTests.takeWork(test).map(\.cellsVisited) == [0])
    test.map.zoom(byLevels: 0.6, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(try #require(SteadyWorkTests.grid(test)).cellSide == 2_048)
    let cells = try #require(SteadyWorkTests.grid(test)).count
    #expect(SteadyWorkTests.takeWork(test).map(\.cellsVisited) == [Int64(cells)])
  }
}
