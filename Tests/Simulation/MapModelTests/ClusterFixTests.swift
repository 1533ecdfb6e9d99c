import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Each fix of the controller: what goes wrong without it, and what happens with it.
@Suite("Fixes of the cluster controller")
struct ClusterFixTests {
  /// Two points in one cell, one far from them, one outside.
  static let places = [(x: 100.0, y: 100.0), (x: 105, y: 105), (x: 250, y: 20), (x: 1000, y: 0)]

  static func fixes(_ change: (inout ClusterFixes) -> Void) -> ClusterFixes {
    var fixes = ClusterFixes.none
    change(&fixes)
    return fixes
  }

  static func map(
    fixes: ClusterFixes, reuses: Bool = true, callout: CalloutSetup? = nil,
    costs: DeviceCosts = .free, places: [(x: Double, y: Double)] = places
  ) -> TestMap {
    TestMap(
      costs: costs, screenPoints: places,
      layers: [.clustered(reuses: reuses, fixes: fixes, callout: callout)])
  }

  static func settled(
    fixes: ClusterFixes, reuses: Bool = true, callout: CalloutSetup? = nil,
    places: [(x: Double, y: Double)] = places
  ) -> TestMap {
    let test = map(fixes: fixes, reuses: reuses, callout: callout, places: places)
    test.addAll()
    _ = test.map.advanceUntilSettled()
    _ = test.take()
    return test
  }

  /// Moves the map at once: no frame passes.
  static func shift(_ map: MapSimulation, by dx: Double) {
    let point = ScreenPoint(x: 150 - dx, y: 100)
    map.setCenter(Projection.coordinate(for: map.viewport.mapPoint(at: point)), animated: false)
  }

  // MARK: Ghosts

  /// The map moves away while an update is computed that still asks for where it was.
  static func overlapping(fixes: ClusterFixes) -> TestMap {
    let test = map(fixes: fixes, costs: .phone(node: 1_000_000))
    test.map.add([0, 1, 2], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 4))
    ClusterFixTests.shift(test.map, by: 2000)
    _ = test.map.advanceUntilSettled()
    return test
  }

  @Test
  func `overlapping updates leave ghosts in the library`() {
    let test = ClusterFixTests.overlapping(fixes: .none)
    #expect(
      test.take(.cluster, .data, .audit) == [
        "3 points to 0", "indexed", "queued 0 pointsAdded", "started 0", "cancelled 0",
        "queued 1 regionChanged", "computed 0", "add 0", "add 1",
        "applied 0 shown 2 new 2 kept 0 gone 0", "finished 0",
        "cluster 0 of 1", "cluster 1 of 2", "audit 3 lost 0 twice 0 ghosts 0",
        "completed 0", "started 1", "computed 1", "applied 1 shown 0 new 0 kept 0 gone 0",
        "finished 1",
        "cluster 0 of 1", "cluster 1 of 2", "audit 0 lost 0 twice 0 ghosts 2",
      ])
    // The next update knows them and lets them go.
    ClusterFixTests.shift(test.map, by: 1)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data, .audit) == ["remove 0", "remove 1", "audit 0 lost 0 twice 0 ghosts 0"])
  }

  @Test
  func `overlapping updates leave nothing when the map is compared as they are applied`() {
    let fixes = ClusterFixTests.fixes { $0.comparesWhenApplied = true }
    let test = ClusterFixTests.overlapping(fixes: fixes)
    #expect(
      test.take(.cluster, .data, .audit).suffix(7) == [
        "started 1", "computed 1", "applied 1 shown 0 new 0 kept 0 gone 2", "remove 0", "remove 1",
        "finished 1", "audit 0 lost 0 twice 0 ghosts 0",
      ])
  }

  @Test(arguments: [false, true])
  func `what one update let go does not come back with the next`(isFixed: Bool) {
    // Both were asked for while the clusters were there.
    let fixes = ClusterFixTests.fixes { $0.comparesWhenApplied = isFixed }
    let test = ClusterFixTests.settled(fixes: fixes)
    for dx in [2000.0, -2000, 2000] {
      ClusterFixTests.shift(test.map, by: dx)
    }
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.data, .audit)
    #expect(
      words == [
        "remove 0", "remove 1", "audit 0 lost 0 twice 0 ghosts 0",
        "add 2", "add 3", "cluster 2 of 1", "cluster 3 of 2", "audit 3 lost 0 twice 0 ghosts 0",
      ]
        + (isFixed
          ? ["remove 2", "remove 3", "audit 0 lost 0 twice 0 ghosts 0"]
          : ["cluster 2 of 1", "cluster 3 of 2", "audit 0 lost 0 twice 0 ghosts 2"]))
  }

  // MARK: Coalescing

  static func threePans(fixes: ClusterFixes) -> TestMap {
    let test = settled(fixes: fixes)
    for _ in 0..<3 { ClusterFixTests.shift(test.map, by: 5) }
    _ = test.map.advanceUntilSettled()
    return test
  }

  @Test
  func `every update runs in the library`() {
    let words = ClusterFixTests.threePans(fixes: .none).take(.cluster, timed: true)
    #expect(
      words.filter { $0.contains("started") } == [
        "200 started 1", "400 started 2", "600 started 3",
      ])
  }

  @Test
  func `an update that waits is replaced by the next one`() {
    let fixes = ClusterFixTests.fixes { $0.coalescesUpdates = true }
    #expect(
      ClusterFixTests.threePans(fixes: fixes).take(.cluster, timed: true) == [
        "200 queued 1 regionChanged", "200 started 1", "200 queued 2 regionChanged",
        "200 queued 3 regionChanged", "200 coalesced 2 into 3", "200 computed 1", "200 keep 0",
        "200 keep 1", "200 applied 1 shown 2 new 0 kept 2 gone 0", "400 finished 1",
        "400 started 3", "400 computed 3", "400 keep 0", "400 keep 1",
        "400 applied 3 shown 2 new 0 kept 2 gone 0", "600 finished 3",
      ])
  }

  @Test(arguments: [false, true])
  func `several adds in a row lead to one update`(isFixed: Bool) {
    let fixes = ClusterFixTests.fixes { $0.coalescesUpdates = isFixed }
    let test = ClusterFixTests.map(fixes: fixes, costs: .phone(node: 1_000_000))
    for point: PointID in 0..<3 { test.map.add([point], to: 0) }
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.cluster)
    #expect(words.filter { $0 == "indexed" }.count == 3)
    #expect(
      words.filter { $0.hasPrefix("queued") } == (0..<3).map { "queued \($0) pointsAdded" })
    #expect(
      words.filter { $0.hasPrefix("coalesced") }
        == (isFixed ? ["coalesced 0 into 1", "coalesced 1 into 2"] : []))
    #expect(
      words.filter { $0.hasPrefix("started") }
        == (isFixed ? ["started 2"] : ["started 0", "started 1", "started 2"]))
    #expect(test.map.annotations.count == 2)
  }

  @Test(arguments: [false, true])
  func `an add cancels the update that waits`(isFixed: Bool) {
    let fixes = ClusterFixTests.fixes { $0.coalescesUpdates = isFixed }
    let test = ClusterFixTests.map(fixes: fixes)
    test.map.add([0, 1], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    ClusterFixTests.shift(test.map, by: 1)
    test.map.add([2], to: 0)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.cluster, timed: true).filter { !$0.contains("keep") }
    let rest = Array(words.drop { !$0.contains("queued 1") })
    #expect(
      rest
        == (isFixed
          ? [
            "50 queued 1 regionChanged", "200 finished 0", "200 completed 0", "200 indexed",
            "200 queued 2 pointsAdded",
            "200 coalesced 1 into 2", "200 started 2", "200 computed 2",
            "200 applied 2 shown 2 new 1 kept 1 gone 0", "400 finished 2",
            "400 completed 1",
          ]
          : [
            "50 queued 1 regionChanged", "50 cancelled 1", "200 finished 0", "200 completed 0",
            "200 started 1", "200 computed 1",
            "200 applied 1 shown 1 new 0 kept 1 gone 0", "400 finished 1", "400 indexed",
            "400 queued 2 pointsAdded", "400 started 2", "400 computed 2",
            "400 applied 2 shown 2 new 1 kept 1 gone 0", "600 finished 2", "600 completed 1",
          ]))
  }

  @Test(arguments: [0, 200] as [Int64])
  func `a stream of changes without end lets updates through`(fade: Int64) throws {
    let fixes = ClusterFixTests.fixes { $0.coalescesUpdates = true }
    let places = (0..<10).map { (x: 20 + 3 * Double($0), y: 100.0) }
    let test = TestMap(
      costs: .phone(node: 4_000_000), screenPoints: places,
      layers: [
        .clustered(
          cellSize: 100, margin: 0, fade: SimulatedTime(milliseconds: fade), fixes: fixes)
      ])
    // The root takes all, so that a change takes 40 ms; the next one comes before it is done.
    for number in 0..<200 {
      if number % 2 == 0 { test.addAll() } else { test.map.remove(Array(0..<10), from: 0) }
      test.map.advance(by: SimulatedTime(milliseconds: 39))
    }
    let started = test.trace.events.filter { $0.words.hasPrefix("started") }
      .map { $0.time.nanoseconds / 1_000_000 }
    // What was given before an update was asked for comes first all the same, and gets more.
    try #require(started.count > 4, "\(started)")
    #expect(started[0] < fade + 200, "\(started)")
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.clusters.isIdle && test.map.annotations.count == 0)
  }

  @Test
  func `an update that has waited for its fade is overtaken no more`() {
    let fixes = ClusterFixTests.fixes { $0.coalescesUpdates = true }
    for (milliseconds, isOvertaken): (Int64, Bool) in [(199, true), (200, false)] {
      // What fades is held up by the work before it.
      let test = ClusterFixTests.map(fixes: fixes, costs: .phone(node: 100_000_000))
      test.map.add([0, 1], to: 0)
      test.map.advance(by: SimulatedTime(milliseconds: 250))
      #expect(test.take(.cluster).last == "started 0")
      ClusterFixTests.shift(test.map, by: 1)
      test.map.advance(by: SimulatedTime(milliseconds: milliseconds))
      test.map.add([2], to: 0)
      // It is replaced in its place, and waits since the first one did.
      ClusterFixTests.shift(test.map, by: 1)
      #expect(test.map.advanceUntilSettled())
      let words = test.take(.cluster)
      let order = words.filter { $0.hasPrefix("started") || $0 == "indexed" }
      #expect(
        order == (isOvertaken ? ["indexed", "started 3"] : ["started 2", "indexed", "started 3"]))
      #expect(words.contains("coalesced 1 into 2"))
    }
  }

  @Test
  func `what a paused app asks for comes after all that it did`() {
    let fixes = ClusterFixTests.fixes {
      $0.coalescesUpdates = true
      $0.pausesAndResumes = true
      $0.updatesOnRequest = true
    }
    let test = ClusterFixTests.map(fixes: fixes, costs: .phone(node: 100_000_000))
    test.map.add([0, 1], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 250))
    ClusterFixTests.shift(test.map, by: 1)
    test.map.setClusteringPaused(of: 0, true)
    test.map.advance(by: SimulatedTime(milliseconds: 300))
    test.map.add([2], to: 0)
    for _ in 0..<2 { test.map.updateClusters(of: 0) }
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.cluster)
    #expect(
      words.filter { $0.hasPrefix("started") || $0 == "indexed" || $0.hasPrefix("coalesced") }
        == ["indexed", "started 0", "coalesced 2 into 3", "started 1", "indexed", "started 3"])
    #expect(test.map.annotations.count == 2)
  }

  @Test
  func `an update that was cancelled for nothing runs all the same`() {
    let fixes = ClusterFixTests.fixes { $0.coalescesUpdates = true }
    let test = ClusterFixTests.map(fixes: fixes)
    test.map.add([0], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    ClusterFixTests.shift(test.map, by: 1)
    // No index takes a point beyond the pole, and no update follows.
    test.map.move([3], in: 0, to: [Coordinate(latitude: 91, longitude: 0)])
    test.map.data.setCoordinate(Coordinate(latitude: 91, longitude: 0), of: 3, in: 0)
    test.map.add([3], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster).suffix(7) == [
        "indexed", "completed 1", "started 1", "computed 1", "keep 0",
        "applied 1 shown 1 new 0 kept 1 gone 0", "finished 1",
      ])
  }

  // MARK: Zoom noise

  @Test(arguments: [
    (false, 0.005, true), (true, 0.005, false), (false, 0.02, true), (true, 0.02, true),
    (true, -0.005, false), (true, -0.02, true),
  ])
  func `a zoom is a change beyond a tolerance`(isFixed: Bool, levels: Double, drops: Bool) {
    let fixes = ClusterFixTests.fixes { $0.toleratesZoomNoise = isFixed }
    let test = ClusterFixTests.settled(fixes: fixes)
    #expect(test.map.tap(point: 2, layer: 0))
    _ = test.take()
    test.map.zoom(byLevels: levels, over: .zero)
    #expect(test.take(.selection).isEmpty == !drops)
    // It brings an update in any case.
    #expect(test.map.advanceUntilSettled())
    #expect(test.trace.events.contains { $0.words == "finished 1" })
  }

  /// The limit is 2^-23 degrees, which are 32/360 map points.
  ///
  /// The selection is dropped at the limit and stays below it.
  @Test(arguments: [(32.0 / 360, true), (32.0 / 360 - 1e-9, false)])
  func `the library takes a change of the span by its limit for a zoom`(
    mapPoints: Double, drops: Bool
  ) {
    func rect(width: Double) -> MapRect {
      MapRect(
        x: TestMap.middle.x - width / 2, y: TestMap.middle.y - width / 3, width: width,
        height: width / 1.5)
    }
    let (before, after) = (rect(width: 19_201), rect(width: 19_201 + mapPoints))
    func span(_ rect: MapRect) -> Double { rect.width / MapSize.worldSide * 360 }
    #expect(drops ? span(after) - span(before) == 0x1p-23 : span(after) - span(before) < 0x1p-23)
    let test = ClusterFixTests.settled(fixes: ClusterFixTests.fixes { _ in })
    test.map.move(exactlyTo: before)
    #expect(test.map.tap(point: 2, layer: 0))
    _ = test.take()
    test.map.move(exactlyTo: after)
    #expect(test.take(.selection).isEmpty == !drops)
  }

  @Test(arguments: [(0.0, 0.005), (0.01, 0.005), (0.01, 0.02), (0.5, 0.02), (0.5, 0.6)])
  func `the tolerance is the layer's, and can change`(tolerance: Double, levels: Double) {
    for isChanged in [false, true] {
      let test = TestMap(
        screenPoints: [(x: 150, y: 100)],
        layers: [
          LayerSetup.clustered().clustering {
            $0.fixes.toleratesZoomNoise = true
            $0.zoomToleranceLevels = isChanged ? 30 : tolerance
          }
        ])
      test.addAll()
      #expect(test.map.advanceUntilSettled())
      var change = ClusteringChange()
      change.zoomToleranceLevels = tolerance
      if isChanged { test.map.changeClustering(of: 0, change) }
      #expect(test.map.tap(point: 0, layer: 0))
      test.map.zoom(byLevels: levels, over: .zero)
      #expect((test.map.selection.selected == nil) == (levels > tolerance))
    }
  }

  @Test(arguments: [false, true])
  func `turning is a zoom for the library only`(isFixed: Bool) {
    let fixes = ClusterFixTests.fixes { $0.toleratesZoomNoise = isFixed }
    let test = ClusterFixTests.settled(fixes: fixes)
    #expect(test.map.tap(point: 2, layer: 0))
    test.map.rotate(
      byDegrees: 20, about: ScreenPoint(x: 150, y: 100), over: SimulatedTime(milliseconds: 40))
    #expect((test.map.selection.selected == nil) == !isFixed)
  }

  // MARK: A cluster that stays

  /// A third point joins two, so that their middle is elsewhere.
  static func joined(fixes: ClusterFixes, costs: DeviceCosts = .free) -> TestMap {
    let test = map(
      fixes: fixes, costs: costs, places: [(x: 100, y: 100), (x: 105, y: 105), (x: 110, y: 100)])
    test.map.add([0, 1], to: 0)
    _ = test.map.advanceUntilSettled()
    _ = test.take()
    test.map.add([2], to: 0)
    _ = test.map.advanceUntilSettled()
    return test
  }

  @Test(arguments: [false, true])
  func `a cluster that stays goes to its members`(isFixed: Bool) {
    let fixes = ClusterFixTests.fixes { $0.movesReused = isFixed }
    let test = ClusterFixTests.joined(fixes: fixes)
    let point = test.map.viewport.screenPoint(for: test.map.annotations[0].mapPoint)
    let expected = isFixed ? 105.0 : 102.5
    #expect(abs(point.x - expected) < 1e-6)
    #expect(
      test.take(.cluster).dropFirst(4)
        == (isFixed ? ["cluster 0 moves"] : []) + [
          "keep 0", "applied 1 shown 1 new 0 kept 1 gone 0", "finished 1", "completed 1",
        ])
  }

  @Test
  func `a cluster that moved is found where it is`() throws {
    let fixes = ClusterFixTests.fixes { $0.movesReused = true }
    let test = ClusterFixTests.joined(fixes: fixes)
    let controller = try #require(test.map.clusters.layers[0]?.controller)
    #expect(controller.records[0].place == test.map.annotations[0].coordinate)
    // It leaves map and tree, and comes anew.
    for dx in [2000.0, -2000] {
      ClusterFixTests.shift(test.map, by: dx)
      #expect(test.map.advanceUntilSettled())
      #expect(controller.visibleRecords.count == (dx > 0 ? 0 : 1))
    }
    #expect(test.take(.data).suffix(2) == ["remove 0", "add 1"])
  }

  @Test(arguments: [false, true])
  func `a cluster that moves has its view laid out`(isFixed: Bool) {
    let fixes = ClusterFixTests.fixes { $0.movesReused = isFixed }
    let test = ClusterFixTests.joined(fixes: fixes, costs: .phone(layout: 7))
    let costs = test.trace.events.compactMap { event -> Int64? in
      guard case .frame(let frame) = event.kind, frame.mainThread > .zero else { return nil }
      return frame.mainThread.nanoseconds
    }
    #expect(costs == (isFixed ? [7] : []))
  }

  @Test
  func `a cluster that moves out of sight loses its view`() {
    let fixes = ClusterFixTests.fixes { $0.movesReused = true }
    // Where the cluster is on the edge of the view, its third point pulls it out.
    let test = ClusterFixTests.map(
      fixes: fixes, places: [(x: 296, y: 100), (x: 298, y: 100), (x: 310, y: 100)])
    test.map.add([0, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view).last == "didAdd 1")
    test.map.add([2], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view) == ["return a of 0"])
  }
}
