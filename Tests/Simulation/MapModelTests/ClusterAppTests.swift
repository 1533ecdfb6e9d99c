import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Measures
import Support
import Testing

@testable import MapModel

/// What an app does around a cluster controller: completion handlers, titles, views of clusters
/// that changed, objects that it let go, settings that it changed midway.
@Suite("The app around a cluster controller")
struct ClusterAppTests {
  /// Three points in one cell, one far from them.
  static let places = [(x: 100.0, y: 100.0), (x: 105, y: 105), (x: 110, y: 100), (x: 250, y: 20)]

  static func map(
    callout: CalloutSetup? = nil, canShowCallout: Bool = false,
    _ change: (inout ClusterSetup) -> Void = { _ in }
  ) -> TestMap {
    TestMap(
      screenPoints: places,
      layers: [
        LayerSetup.clustered(callout: callout).with { $0.canShowCallout = canShowCallout }
          .clustering(change)
      ])
  }

  private func settle(_ test: TestMap) -> [String] {
    #expect(test.map.advanceUntilSettled())
    return test.take(.cluster, .selection)
  }

  // MARK: Completion handlers

  @Test
  func `calls back after the update, or at once when there is none`() {
    let test = ClusterAppTests.map()
    test.map.add([0, 1], to: 0)
    test.map.add([0, 1], to: 0)
    test.map.add([], to: 0)
    test.map.remove([3], from: 0)
    #expect(test.map.advanceUntilSettled())
    // Those without an update wait for the points before them, not for the fade.
    #expect(
      test.take(.cluster, timed: true).filter { !$0.hasSuffix(" indexed") } == [
        "0 queued 0 pointsAdded", "0 completed 1", "0 completed 2", "0 completed 3",
        "0 started 0", "0 computed 0", "0 applied 0 shown 1 new 1 kept 0 gone 0", "200 finished 0",
        "200 completed 0",
      ])
  }

  @Test
  func `calls each layer's app back`() {
    let test = TestMap(
      screenPoints: ClusterAppTests.places, layers: [.clustered(), .plain(), .clustered()])
    for layer in 0..<3 { test.map.add([0, 3], to: layer) }
    #expect(test.map.advanceUntilSettled())
    let layers = test.trace.events.compactMap { event -> [Int32]? in
      guard case .cluster(.completed(let layer, let call)) = event.kind else { return nil }
      return [layer.rawValue, call]
    }
    #expect(layers == [[0, 0], [2, 1]])
  }

  /// Between will and did of a region change the points come without an update of their own.
  @Test
  func `calls back before the map rests when that brings the update`() {
    let test = ClusterAppTests.map()
    test.map.setCenter(Coordinate(latitude: 41, longitude: -45), animated: true)
    test.map.add([0], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 1))
    #expect(test.take(.cluster) == ["indexed", "completed 0"])
  }

  @Test
  func `replaces without asking for what changes nothing`() {
    let test = ClusterAppTests.map()
    test.map.add([0, 1], to: 0)
    _ = settle(test)
    test.map.replacePoints(of: 0, with: [0, 1], how: .changed)
    #expect(settle(test) == [])
    test.map.replacePoints(of: 0, with: [1, 2], how: .changed)
    #expect(settle(test).filter { $0.hasPrefix("completed") } == ["completed 1", "completed 2"])
  }

  // MARK: Titles

  @Test
  func `asks for the title when a callout opens, once for the same members`() {
    let test = ClusterAppTests.map(callout: .plain(adjuster: NoAdjuster())) {
      $0.app.titlesClusters = true
    }
    test.map.add([0, 1], to: 0)
    #expect(!settle(test).contains { $0.hasPrefix("title") })
    for _ in 0..<2 {
      #expect(test.map.tap(point: 0, layer: 0))
      test.map.deselectAnnotation()
    }
    #expect(settle(test).filter { $0.hasPrefix("title") } == ["title of 0"])
    test.map.add([2], to: 0)
    #expect(!settle(test).contains { $0.hasPrefix("title") })
    #expect(test.map.tap(point: 0, layer: 0))
    #expect(settle(test).filter { $0.hasPrefix("title") } == ["title of 0"])
  }

  @Test
  func `asks for the title when the map must know whether there is one`() {
    for (canShow, gives) in [(true, true), (false, true), (true, false)] {
      let test = ClusterAppTests.map(canShowCallout: canShow) {
        $0.app.titlesClusters = gives
      }
      test.map.add([0, 1], to: 0)
      _ = settle(test)
      #expect(test.map.tap(point: 0, layer: 0))
      #expect(settle(test).contains("title of 0") == (canShow && gives))
      #expect(
        (test.map.selectedSerial == 0) == (gives || !canShow), "without a title it is disabled")
    }
  }

  /// A view that could show a callout needs a title to react; only the callout shows a subtitle.
  @Test
  func `asks for the subtitle when a callout opens, once for the same members`() {
    let test = ClusterAppTests.map(
      callout: .plain(adjuster: NoAdjuster()), canShowCallout: true
    ) {
      $0.app.titlesClusters = true
      $0.app.subtitlesClusters = true
    }
    test.map.add([0, 1], to: 0)
    #expect(!settle(test).contains { $0.contains("title") })
    let all = ["title of 0", "subtitle of 0"]
    for words in [all, []] {
      #expect(test.map.tap(point: 0, layer: 0))
      test.map.deselectAnnotation()
      #expect(settle(test).filter { $0.contains("title") } == words)
    }
    test.map.add([2], to: 0)
    _ = settle(test)
    #expect(test.map.tap(point: 0, layer: 0))
    #expect(settle(test).filter { $0.contains("title") } == all)
    test.map.deselectAnnotation()
    // Another annotation has a title of its own.
    test.map.add([3], to: 0)
    _ = settle(test)
    #expect(test.map.tap(point: 3, layer: 0))
    #expect(settle(test).filter { $0.contains("title") } == ["title of 1", "subtitle of 1"])
  }

  @Test(arguments: [(false, true), (true, false)])
  func `asks for no subtitle that nobody shows or gives`(opens: Bool, gives: Bool) {
    let test = ClusterAppTests.map(
      callout: opens ? .plain(adjuster: NoAdjuster()) : nil, canShowCallout: true
    ) {
      $0.app.titlesClusters = true
      $0.app.subtitlesClusters = gives
    }
    test.map.add([0, 1], to: 0)
    _ = settle(test)
    #expect(test.map.tap(point: 0, layer: 0))
    #expect(settle(test).filter { $0.contains("title") } == ["title of 0"])
  }

  // MARK: Views of clusters that changed

  @Test(arguments: [true, false])
  func `shows what a cluster held before when nobody refreshes its view`(refreshes: Bool) {
    let test = ClusterAppTests.map { $0.app.refreshesReusedViews = refreshes }
    test.map.add([0, 1, 3], to: 0)
    _ = settle(test)
    test.map.add([2], to: 0)
    let words = settle(test)
    #expect(
      words.filter { $0.hasPrefix("stale") }
        == (refreshes ? [] : ["stale view of 0", "stale view of 1"]))
    let counts = test.map.makeSnapshot(.snapshot).pins.map(\.count).sorted()
    #expect(counts == (refreshes ? [1, 3] : [1, 2]))
    // A view that comes anew shows what there is.
    test.map.setCenter(Coordinate(latitude: 0, longitude: 0), animated: false)
    #expect(test.map.advanceUntilSettled())
    test.map.setCenter(TestMap.coordinate(x: 100, y: 100), animated: false)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.makeSnapshot(.snapshot).pins.map(\.count).contains(3))
  }

  @Test
  func `has no view to refresh where there is none`() {
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: -100, y: 100), (x: -105, y: 100)],
      layers: [LayerSetup.clustered().clustering { $0.app.refreshesReusedViews = false }])
    test.map.add([0, 1], to: 0)
    _ = settle(test)
    test.map.add([2], to: 0)
    let words = settle(test)
    #expect(words.filter { $0.hasPrefix("keep") }.count == 2)
    #expect(words.filter { $0.hasPrefix("stale") }.count == 1)
  }

  // MARK: Objects that were let go

  @Test
  func `puts clusters at 0, 0 when nobody places them`() {
    let test = ClusterAppTests.map { $0.app.hasClusterer = false }
    test.addAll()
    _ = settle(test)
    let clusters = test.map.recordedClusters(of: 0).sorted { $0.count > $1.count }
    #expect(clusters.map(\.count) == [3, 1])
    #expect(clusters[0].coordinate == Coordinate(latitude: 0, longitude: 0))
    // One place needs nobody to say where it is.
    #expect(
      ClusterController.isNear(clusters[1].coordinate, test.map.data.layers[0].coordinates[3]))
  }

  @Test
  func `stalls for good when nobody fades, and says so`() {
    let test = ClusterAppTests.map { $0.app.hasAnimator = false }
    test.map.add([0, 1, 3], to: 0)
    #expect(!test.map.advanceUntilSettled())
    test.map.remove([3], from: 0)
    test.map.setCenter(TestMap.coordinate(x: 120, y: 100), animated: true)
    #expect(!test.map.advanceUntilSettled())
    test.map.end()
    var auditor = TraceAuditor()
    for event in test.trace.events { auditor.observe(event) }
    let words = test.take(.cluster, .session)
    #expect(words.filter { $0.hasPrefix("stalled") } == ["stalled 0"])
    #expect(words.filter { $0 == "never settled" }.count == 2)
    #expect(!words.contains { $0.hasPrefix("finished") || $0.hasPrefix("completed") })
    #expect(!words.contains("started 1"))
    #expect(test.map.recordedClusters(of: 0).count == 2, "what was removed stays")
    #expect(auditor.contradictions == [])
  }

  @Test
  func `a stalled layer leaves others alone`() {
    let test = TestMap(
      screenPoints: ClusterAppTests.places,
      layers: [LayerSetup.clustered().clustering { $0.app.hasAnimator = false }, .clustered()])
    test.map.add([0], to: 0)
    test.map.add([3], to: 1)
    #expect(!test.map.advanceUntilSettled())
    #expect(test.take(.cluster).filter { $0.hasPrefix("completed") } == ["completed 1"])
  }

  // MARK: Settings

  private func change(_ change: (inout ClusteringChange) -> Void) -> ClusteringChange {
    var settings = ClusteringChange()
    change(&settings)
    return settings
  }

  @Test
  func `follows other settings from the next update on`() {
    let test = ClusterAppTests.map()
    test.addAll()
    _ = settle(test)
    test.map.changeClustering(of: 0, change { $0.minimumUniqueLocations = 5 })
    #expect(settle(test) == ["other settings of 0"], "nothing is asked for")
    #expect(test.map.recordedClusters(of: 0).count == 2)
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    _ = settle(test)
    #expect(test.map.recordedClusters(of: 0).map(\.count) == [1, 1, 1, 1])
    test.map.changeClustering(
      of: 0,
      change {
        $0.minimumUniqueLocations = 0
        $0.method = .nearCenter
        $0.reusesAnnotations = false
      })
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    _ = settle(test)
    let clusters = test.map.recordedClusters(of: 0)
    #expect(clusters.map(\.count).sorted() == [1, 3])
    let middle =
      clusters.first { $0.count == 3 }?.coordinate ?? Coordinate(latitude: 0, longitude: 0)
    #expect(
      [0, 1, 2].contains { test.map.coordinate(of: $0, in: 0) == middle }, "a place of one of them")
    test.map.changeClustering(of: 0, change { $0.maximumZoomLevel = 0 })
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    _ = settle(test)
    #expect(test.map.recordedClusters(of: 0).count == 4)
  }

  /// What was asked for before the change is computed as it was asked for.
  @Test
  func `leaves updates alone that wait`() {
    let test = ClusterAppTests.map()
    test.addAll()
    _ = settle(test)
    for _ in 0..<2 { test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero) }
    test.map.changeClustering(
      of: 0,
      change {
        $0.reusesAnnotations = false
        $0.cellSizePoints = 3
        $0.marginFraction = 0
      })
    let words = settle(test)
    #expect(words.filter { $0.hasPrefix("keep") }.count == 4, "\(words)")
    #expect(words.filter { $0.hasPrefix("applied") }.allSatisfy { $0.contains("new 0 kept 2") })
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    let last = settle(test).filter { $0.hasPrefix("applied") }
    #expect(last == ["applied 3 shown 4 new 4 kept 0 gone 2"])
  }
}
