import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Measures
import Support
import Testing

@testable import MapModel

/// Selecting a point with a zoom, in simulated time.
@Suite("Select and zoom")
struct SelectAndZoomTests {
  /// Two points of one cell, one far from them, and one that no index takes.
  static let places = [
    Coordinate(latitude: 10.05, longitude: 20.05),
    Coordinate(latitude: 10.0504, longitude: 20.0504),
    Coordinate(latitude: 10.3, longitude: 20.3), Coordinate(latitude: 87, longitude: 20),
  ]

  static func map(
    fixes: ClusterFixes = .none, fade: Int64 = 200, maximumZoom: Double = 12,
    app: AppSetup = AppSetup(), forgets: Bool = true
  ) -> TestMap {
    let center = Projection.mapKit.mapPoint(for: Coordinate(latitude: 10.1, longitude: 20.1))
    let layer = LayerSetup.clustered(
      maximumZoom: maximumZoom, fade: SimulatedTime(milliseconds: fade)
    ).clustering { $0.fixes = fixes }
    let test = TestMap(
      viewport: TestMap.viewport(center: center, scale: 2048), points: places, layers: [layer],
      app: app)
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    if forgets { _ = test.take() }
    return test
  }

  static func select(
    _ point: PointID, meters: Double, animated: Bool = true, in test: TestMap
  ) {
    test.map.selectAndZoom(
      to: point, layer: 0, latitudinalMeters: meters, longitudinalMeters: meters,
      animated: animated)
  }

  static var keeping: ClusterFixes {
    var fixes = ClusterFixes.none
    fixes.keepsSelection = true
    return fixes
  }

  private func count(_ words: [String], _ prefix: String) -> Int {
    words.count { $0.hasPrefix(prefix) }
  }

  @Test(arguments: [false, true], [ClusterFixes.none, SelectAndZoomTests.keeping])
  func `shows the point, then selects its cluster and calls back`(
    animated: Bool, fixes: ClusterFixes
  ) {
    let test = SelectAndZoomTests.map(fixes: fixes)
    SelectAndZoomTests.select(1, meters: 300, animated: animated, in: test)
    #expect(test.take(.map) == (animated ? ["will animated"] : ["will", "visible", "did"]))
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.map, .selection, .cluster)
    #expect(words.suffix(2).first == "didSelect annotation \(test.map.selectedSerial ?? -1)")
    #expect(words.last == "completed 1")
    let shown = test.map.recordedClusters(of: 0).first { $0.serial == test.map.selectedSerial }
    #expect(shown?.members == [1])
    #expect(ClusterController.isNear(test.map.viewport.region.center, SelectAndZoomTests.places[1]))
  }

  @Test
  func `goes on to the cluster in which the point stays, one turn later`() {
    let test = SelectAndZoomTests.map()
    SelectAndZoomTests.select(1, meters: 60_000, in: test)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.map, .selection, .cluster)
    let finished = words.indices.filter { words[$0].hasPrefix("finished") }
    #expect(finished.count == 2)
    let moves = words.indices.filter { words[$0] == "did" }
    #expect(moves.count == 1, "\(words)")
    let order = [finished.first, moves.first, finished.last].compactMap { $0 }
    #expect(order == order.sorted())
    let serial = test.map.selectedSerial ?? -1
    #expect(words.suffix(2) == ["didSelect annotation \(serial)", "completed 1"])
    let shown = test.map.recordedClusters(of: 0).first { $0.serial == serial }
    #expect(shown?.members == [0, 1])
    #expect(
      ClusterController.isNear(
        test.map.viewport.region.center, shown?.coordinate ?? SelectAndZoomTests.places[3]))
  }

  @Test(arguments: [false, true])
  func `comes where it is to go from a map that is centerd there, fixed`(animated: Bool) {
    let test = SelectAndZoomTests.map(fixes: SelectAndZoomTests.keeping)
    let place = SelectAndZoomTests.places[1]
    test.map.setCenter(place, animated: false)
    #expect(test.map.advanceUntilSettled())
    let goal = test.map.viewport.showing(
      CoordinateRegion(center: place, latitudinalMeters: 300, longitudinalMeters: 300))
    _ = test.take()
    SelectAndZoomTests.select(1, meters: 300, animated: animated, in: test)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.viewport == goal)
    let shown = test.map.recordedClusters(of: 0).first { $0.serial == test.map.selectedSerial }
    #expect(shown?.members == [1])
    let words = test.take(.selection, .cluster)
    #expect(count(words, "queued") == 1 && count(words, "completed 1") == 1, "\(words)")
    #expect(count(words, "missed") == 0)
  }

  /// The map does not tell of a change that it does not make; when only the zoom differs it does,
  /// and there are two updates.
  @Test(arguments: [(300.0, 0, 1), (900, 1, 2)])
  func `tells itself of the change when the center is there already`(
    meters: Double, changes: Int, updates: Int
  ) {
    let test = SelectAndZoomTests.map()
    SelectAndZoomTests.select(1, meters: 300, in: test)
    #expect(test.map.advanceUntilSettled())
    let selected = test.map.selectedSerial ?? -1
    _ = test.take()
    SelectAndZoomTests.select(1, meters: meters, in: test)
    let first = test.take(.selection, .cluster, .map)
    #expect(first.first == "willDeselect \(selected)")
    #expect(count(first, "queued") == 1, "at once, before the map moves")
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.selection, .cluster, .map)
    #expect(count(first + words, "queued") == updates)
    #expect(count(words, "did animated") == changes)
    #expect(count(words, "completed 2") == 1)
  }

  @Test
  func `lets points into the map that come after the call by hand`() {
    let test = SelectAndZoomTests.map()
    SelectAndZoomTests.select(1, meters: 300, in: test)
    #expect(test.map.advanceUntilSettled())
    SelectAndZoomTests.select(1, meters: 3_000, in: test)
    test.map.remove([0], from: 0)
    _ = test.take()
    // The map still moves, but its controller was told that it does not.
    #expect(test.map.region.change != nil)
    test.map.advance(by: SimulatedTime(milliseconds: 10))
    #expect(test.take(.cluster).contains { $0.hasSuffix("pointsRemoved") } == false)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.cluster).contains { $0.hasSuffix("pointsRemoved") })
  }

  @Test
  func `goes to 0, 0 without a cluster, unless that is fixed`() {
    for fixes in [ClusterFixes.none, SelectAndZoomTests.keeping] {
      let test = SelectAndZoomTests.map(fixes: fixes)
      SelectAndZoomTests.select(3, meters: 50_000, in: test)
      #expect(test.map.advanceUntilSettled())
      let words = test.take(.selection, .cluster)
      #expect(words.filter { $0 == "missed" }.count == 1)
      #expect(words.filter { $0.hasPrefix("completed") } == ["completed 1"])
      #expect(test.map.selectedSerial == nil)
      let center = test.map.viewport.region.center
      if fixes == .none {
        #expect(abs(center.latitude) < 1e-9 && abs(center.longitude) < 1e-9)
      } else {
        #expect(center.latitude > 80)
      }
    }
  }

  @Test
  func `misses what the layer does not have, and lets the selection be`() {
    let test = SelectAndZoomTests.map()
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    SelectAndZoomTests.select(0, meters: 300, in: test)
    #expect(test.map.advanceUntilSettled())
    let selected = test.map.selectedSerial
    #expect(selected != nil)
    _ = test.take()
    SelectAndZoomTests.select(2, meters: 300, in: test)
    #expect(test.take() == ["missed", "completed 3"])
    #expect(test.map.selectedSerial == selected)
  }

  /// In the library the end of an older update takes the selection for its own, does not find the
  /// point and goes to 0, 0.
  @Test
  func `takes the end of an older update for its own, unless that is fixed`() {
    for fixes in [ClusterFixes.none, SelectAndZoomTests.keeping] {
      let test = SelectAndZoomTests.map(fixes: fixes)
      test.map.setCenter(Coordinate(latitude: 11, longitude: 22), animated: false)
      SelectAndZoomTests.select(0, meters: 300, in: test)
      #expect(test.map.advanceUntilSettled())
      #expect((test.map.selectedSerial != nil) == (fixes != .none))
      #expect(test.take(.cluster).filter { $0.hasPrefix("completed") } == ["completed 1"])
    }
  }

  @Test
  func `calls the older one back when a newer one takes its place`() {
    let test = SelectAndZoomTests.map(fixes: SelectAndZoomTests.keeping)
    SelectAndZoomTests.select(0, meters: 300, in: test)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    SelectAndZoomTests.select(2, meters: 300, in: test)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.selection, .cluster)
    #expect(words.filter { $0.hasPrefix("completed") } == ["completed 1", "completed 2"])
    #expect(words.contains("missed"))
    let shown = test.map.recordedClusters(of: 0).first { $0.serial == test.map.selectedSerial }
    #expect(shown?.members == [2])
  }

  /// The cluster comes and is selected within an instant when nothing fades.
  @Test
  func `selects a cluster that has no view yet`() {
    for fade: Int64 in [0, 200] {
      let test = SelectAndZoomTests.map(fade: fade)
      SelectAndZoomTests.select(0, meters: 300, animated: false, in: test)
      #expect(test.map.advanceUntilSettled())
      #expect(test.map.selectedSerial != nil)
      #expect(!test.take(.selection).contains("missed"))
    }
  }

  /// An update of a further change ends between the choice of a cluster and the move to it.
  ///
  /// The library selects the cluster then, and makes the move all the same; with the fix the map
  /// stays.
  @Test(arguments: [ClusterFixes.none, SelectAndZoomTests.keeping], [0, 200, 2_000] as [Int64])
  func `calls back once when an update ends before the move`(fixes: ClusterFixes, fade: Int64) {
    let back = RegionRequest(
      .center(Coordinate(latitude: 9.9, longitude: 19.9)), animated: false)
    for request in [nil, back] {
      for meters in [300.0, 2_000, 900_000] {
        let test = SelectAndZoomTests.map(
          fixes: fixes, fade: fade, app: AppSetup(onRegionDidChange: request))
        if request == nil { test.map.pinch(byLevels: -25, about: nil, over: .zero) }
        SelectAndZoomTests.select(1, meters: meters, animated: request == nil, in: test)
        if request == nil { test.map.pinch(byLevels: 0.3, about: nil, over: .zero) }
        #expect(test.map.advanceUntilSettled())
        test.map.pan(by: ScreenOffset(dx: 30, dy: 0), over: .zero)
        #expect(test.map.advanceUntilSettled())
        let completed = test.take(.cluster).filter { $0.hasPrefix("completed") }
        #expect(completed == ["completed 1"])
      }
    }
  }

  @Test
  func `calls every call back once and contradicts itself nowhere`() {
    for seed in 0..<300 {
      var dice = Dice(seed: seed)
      let fixes = [ClusterFixes.none, SelectAndZoomTests.keeping][dice.below(2)]
      let fade: Int64 = [0, 200][dice.below(2)]
      // An app that answers each move with one of its own.
      let away = RegionRequest(
        .center(Coordinate(latitude: 9.9, longitude: 19.9)), animated: dice.below(2) == 0)
      let test = SelectAndZoomTests.map(
        fixes: fixes, fade: fade,
        app: AppSetup(onRegionDidChange: seed < 150 ? nil : away), forgets: false)
      var auditor = TraceAuditor()
      var calls = 1
      for _ in 0..<14 {
        let point = PointID(dice.below(4))
        switch dice.below(7) {
        case 0, 1:
          SelectAndZoomTests.select(
            point, meters: [300, 3_000, 60_000, 900_000][dice.below(4)],
            animated: dice.below(2) == 0,
            in: test)
          calls += 1
        case 2:
          test.map.add([point], to: 0)
          calls += 1
        case 3:
          test.map.remove([point], from: 0)
          calls += 1
        case 4:
          test.map.setCenter(SelectAndZoomTests.places[dice.below(3)], animated: true)
        case 5: test.map.pinch(byLevels: [-25, 0.3][dice.below(2)], about: nil, over: .zero)
        default: test.map.advance(by: SimulatedTime(milliseconds: Int64(dice.below(300))))
        }
      }
      #expect(test.map.advanceUntilSettled())
      // What waits for the next change of the region gets one.
      for offset in [30.0, -30, 30] {
        test.map.pan(by: ScreenOffset(dx: offset, dy: 0), over: .zero)
        #expect(test.map.advanceUntilSettled())
      }
      for event in test.trace.events { auditor.observe(event) }
      let completed = test.take(.cluster).filter { $0.hasPrefix("completed") }
      #expect(Set(completed).count == completed.count, "session \(seed)")
      #expect(completed.count == calls, "session \(seed)")
      #expect(auditor.contradictions == [], "session \(seed)")
    }
  }
}
