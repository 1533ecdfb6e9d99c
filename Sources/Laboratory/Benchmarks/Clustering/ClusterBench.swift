import Clustering
import Formatting
import Instruments
import MapGeometry
import Workloads

/// Points like cities, taken into an index and asked for as a phone asks.
public enum ClusterBench {
  typealias Row = ClusterBenchReport.Row

  private static let modes: [(ClusterBenchReport.Mode, ClusterFixes)] = [
    (.upstream, .none), (.corrected, .standard),
  ]

  /// How far the map is zoomed out: a country and a part of it across a phone's 390 points, at the
  /// latitude of the middle.
  private static let zooms: [(name: String, mapPointsPerPoint: Double)] = [
    ("7,000 km", 156_500), ("700 km", 15_650),
  ]

  /// Times everything `runs` times, then counts the allocations of steady updates.
  public static func measure(runs: Int) -> ClusterBenchReport {
    var report = ClusterBenchReport()
    measure(
      count: 83_000, addTarget: 15_000_000, updateTarget: 1_000_000, runs: runs, report: &report)
    var crowd = CityCrowd(seed: 7)
    let places = crowd.next(83_000)
    for zoom in zooms {
      UpdateBench.measure(
        places, viewport: viewport(mapPointsPerPoint: zoom.mapPointsPerPoint),
        name: "update \(zoom.name) of 83,000",
        limit: report.rows.first { $0.name == "update \(zoom.name) of 83,000" }?.limit,
        target: zoom.name == zooms[0].name ? 1_000_000 : nil, runs: runs, report: &report)
    }
    measure(
      count: 1_000_000, addTarget: 400_000_000, updateTarget: nil, runs: runs, report: &report)
    return report
  }

  private static func measure(
    count: Int, addTarget: Int64, updateTarget: Int64?, runs: Int, report: inout ClusterBenchReport
  ) {
    var crowd = CityCrowd(seed: 7)
    let places = crowd.next(count)
    let number = MetricText.count(Int64(count))
    var engines = modes.map { ReferenceEngine(fixes: $0.1) }
    let sorting = sortingLimit(places, name: "sort of \(number) 64-bit keys", runs: runs)
    var rows = modes.map { mode, _ in
      Row(
        name: "add \(number)", mode: mode, limit: sorting.best,
        target: mode == .upstream ? addTarget : nil)
    }
    for _ in 0..<runs {
      // One mode after the other, so that a slow moment of the machine meets both.
      for mode in modes.indices {
        rows[mode].nanoseconds.append(add(places, to: &engines[mode], fixes: modes[mode].1))
        rows[mode].digest = digest(&engines[mode])
      }
    }
    report.rows.append(sorting)
    report.rows += rows
    for zoom in zooms {
      let query = query(mapPointsPerPoint: zoom.mapPointsPerPoint)
      let target = zoom.name == zooms[0].name ? updateTarget : nil
      update(
        &engines, query: query, name: "update \(zoom.name) of \(number)", target: target,
        places: places, runs: runs, report: &report)
    }
  }

  private static func viewport(mapPointsPerPoint: Double) -> Viewport {
    Viewport(
      size: ScreenSize(width: 390, height: 844),
      center: Projection.mapKit.mapPoint(
        for: Coordinate(latitude: 39.833333, longitude: -98.583333)),
      mapPointsPerPoint: mapPointsPerPoint, headingDegrees: 0, regionFit: .exactInverse)
  }

  private static func query(mapPointsPerPoint: Double) -> ClusterQuery {
    let viewport = viewport(mapPointsPerPoint: mapPointsPerPoint)
    let length = ClusterScale.mapLength(viewport: viewport, cellSize: 60)
    return ClusterQuery(
      grid: ClusterGrid(
        visibleRect: viewport.visibleMapRect, marginFactor: 0.5,
        cellSide: ClusterGrid.alignedCellSide(mapLength: length)))
  }

  private static func add(
    _ places: [Coordinate], to engine: inout ReferenceEngine, fixes: ClusterFixes
  ) -> Int64 {
    let ids = Array(0..<Int32(places.count))
    engine = ReferenceEngine(fixes: fixes)
    var work = Work()
    let clock = MonotonicClock()
    let start = clock.nanoseconds
    let taken = engine.add(ids, at: places, work: &work)
    let time = clock.nanoseconds - start
    precondition(taken == places.count, "points were refused")
    return time
  }

  private static func update(
    _ engines: inout [ReferenceEngine], query: ClusterQuery, name: String, target: Int64?,
    places: [Coordinate], runs: Int, report: inout ClusterBenchReport
  ) {
    var sets = modes.map { _ in ClusterSets() }
    var work = Work()
    let clock = MonotonicClock()
    for mode in modes.indices { engines[mode].clusters(query, into: &sets[mode], work: &work) }
    let reading = readingLimit(sets[0], places: places, runs: runs)
    var rows = modes.map { mode, _ in
      Row(name: name, mode: mode, limit: reading.best, target: mode == .upstream ? target : nil)
    }
    for _ in 0..<5 * runs {
      for mode in modes.indices {
        let before = Allocator.bytesAllocatedByThisThread
        let start = clock.nanoseconds
        engines[mode].clusters(query, into: &sets[mode], work: &work)
        let time = clock.nanoseconds - start
        report.countUpdate(since: before)
        rows[mode].nanoseconds.append(time)
      }
    }
    for mode in modes.indices { rows[mode].digest = digest(sets[mode]) }
    report.rows.append(reading)
    report.rows += rows
    report.rows.append(
      merging(&engines[1], query: query, name: name, limit: reading.best, runs: runs))
  }

  /// The corrected update with the pass after it, for views of a pin and of a disc on that phone.
  private static func merging(
    _ engine: inout ReferenceEngine, query: ClusterQuery, name: String, limit: Int64, runs: Int
  ) -> Row {
    var row = Row(name: name, mode: .merged, limit: limit)
    var sets = ClusterSets()
    var overlaps = ClusterOverlaps()
    var work = Work()
    // A cell is 60 points.
    let point = query.grid.cellSide / 60
    let extents = ClusterExtents(
      pin: MapSize(width: 32 * point, height: 39 * point),
      cluster: MapSize(width: 44 * point, height: 44 * point))
    let clock = MonotonicClock()
    for _ in 0..<5 * runs {
      let start = clock.nanoseconds
      engine.clusters(query, into: &sets, work: &work)
      overlaps.resolve(&sets, overlap: .merged, extents: extents, query: query, work: &work)
      row.nanoseconds.append(clock.nanoseconds - start)
    }
    row.digest = digest(sets)
    return row
  }

  /// Sorting as many keys of 64 bits: what any order of points takes.
  private static func sortingLimit(_ places: [Coordinate], name: String, runs: Int) -> Row {
    let clock = MonotonicClock()
    var row = Row(name: name)
    for _ in 0..<runs {
      var keys = places.map { LocationKey($0)?.bits ?? 0 }
      let start = clock.nanoseconds
      keys.sort()
      row.nanoseconds.append(clock.nanoseconds - start)
      var digest = BenchDigest()
      for key in keys { digest.add(key) }
      row.digest = digest.text
    }
    return row
  }

  /// A copy of the answer and a pass over the points in it: what any answer takes.
  private static func readingLimit(_ sets: ClusterSets, places: [Coordinate], runs: Int) -> Row {
    let clock = MonotonicClock()
    var row = Row(name: "copy of the answer, pass over its points")
    var copy = sets.members
    for _ in 0..<5 * runs {
      let start = clock.nanoseconds
      copy.removeAll(keepingCapacity: true)
      copy.append(contentsOf: sets.members)
      var sum = Coordinate(latitude: 0, longitude: 0)
      for id in copy {
        sum.latitude += places[Int(id)].latitude
        sum.longitude += places[Int(id)].longitude
      }
      row.nanoseconds.append(clock.nanoseconds - start)
      var digest = BenchDigest()
      digest.add(sum.latitude.bitPattern)
      digest.add(sum.longitude.bitPattern)
      row.digest = digest.text
    }
    return row
  }

  /// The fingerprint of all points in the order of the index.
  private static func digest(_ engine: inout ReferenceEngine) -> String {
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    var sets = ClusterSets()
    var work = Work()
    let grid = ClusterGrid(rect: world, cellSide: MapSize.worldSide)
    engine.clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
    return digest(sets)
  }

  private static func digest(_ sets: ClusterSets) -> String {
    var digest = BenchDigest()
    for index in sets.indices {
      let set = sets[index]
      digest.add(UInt64(sets.cells[set.cell].gridIndex))
      digest.add(set.isUniqueLocation ? 1 : 0)
      digest.add(set.coordinate.latitude.bitPattern)
      digest.add(set.coordinate.longitude.bitPattern)
      for member in sets.members(of: set) { digest.add(UInt64(UInt32(bitPattern: member))) }
    }
    return digest.text
  }
}
