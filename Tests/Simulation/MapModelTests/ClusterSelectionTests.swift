import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What becomes of a selection when the clusters change.
@Suite("Selected clusters")
struct ClusterSelectionTests {
  static let keeping = ClusterFixTests.fixes { $0.keepsSelection = true }
  /// Two clusters of one place, which a zoom out joins, and one that stays alone.
  static let places = [(x: 100.0, y: 100.0), (x: 140, y: 100), (x: 250, y: 20)]

  static func settled(
    fixes: ClusterFixes = keeping, reuses: Bool = true,
    places: [(x: Double, y: Double)] = places, adjuster: any CalloutAdjuster = NoAdjuster()
  ) -> TestMap {
    ClusterFixTests.settled(
      fixes: fixes, reuses: reuses, callout: .plain(adjuster: adjuster), places: places)
  }

  /// The points of the selected annotation.
  static func selectedPoints(_ test: TestMap) -> [PointID]? {
    guard let slot = test.map.selection.selected,
      let controller = test.map.clusters.layers[0]?.controller
    else {
      return nil
    }
    return controller.records[test.map.annotations[slot].record].members.sorted()
  }

  @Test(arguments: [false, true])
  func `an annotation that stays keeps its callout open through a zoom`(isFixed: Bool) {
    let test = ClusterSelectionTests.settled(
      fixes: isFixed ? ClusterSelectionTests.keeping : .none)
    #expect(test.map.tap(point: 2, layer: 0))
    _ = test.take()
    test.map.zoom(byLevels: 0.3, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.selection, .callout)
        == (isFixed
          ? []
          : ["willDeselect 0", "closed 0", "didDeselect 0", "didDeselect annotation 0"]))
    #expect(ClusterSelectionTests.selectedPoints(test) == (isFixed ? [2] : nil))
    #expect((test.map.callouts.open != nil) == isFixed)
  }

  @Test
  func `the cluster that holds the first point takes over from one that goes`() throws {
    // Nothing stays, so that the selected annotation is never among the result.
    let test = ClusterSelectionTests.settled(reuses: false)
    #expect(test.map.tap(point: 1, layer: 0))
    let old = try #require(test.map.selectedSerial)
    _ = test.take()
    test.map.zoom(byLevels: -1, over: .zero)
    #expect(test.map.advanceUntilSettled())
    let new = try #require(test.map.selectedSerial)
    #expect(ClusterSelectionTests.selectedPoints(test) == [0, 1])
    let words = test.take(.cluster, .selection, .callout, .data)
    let end = try #require(words.firstIndex { $0.hasPrefix("applied") })
    #expect(
      words.dropFirst(end + 1) == [
        "willDeselect \(old)", "closed 0", "didDeselect \(old)", "didDeselect annotation \(old)",
        "willSelect \(new)", "didSelect \(new)", "didSelect annotation \(new)",
        "opened 1 over \(new)", "settled 1", "remove 0", "remove 1", "remove 2", "finished 1",
      ])
  }

  @Test
  func `the selection is dropped where nobody in sight holds its point`() {
    let test = TestMap(
      margin: 0.5, screenPoints: ClusterSelectionTests.places,
      layers: [.clustered(reuses: false, fixes: ClusterSelectionTests.keeping)])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 2, layer: 0))
    _ = test.take()
    // It goes out of sight, but neither out of the grid nor so far that it loses its view.
    ClusterFixTests.shift(test.map, by: 100)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.selection, .view).filter { !$0.hasPrefix("return") }.suffix(3) == [
        "willDeselect 0", "didDeselect 0", "didDeselect annotation 0",
      ])
    #expect(test.map.views.shown.count == 3 && test.map.selection.selected == nil)
  }

  @Test
  func `the selection survives data as well, with the first point that is left`() {
    let test = ClusterSelectionTests.settled(
      places: [(x: 100, y: 100), (x: 105, y: 105), (x: 250, y: 20)])
    #expect(test.map.tap(point: 0, layer: 0))
    #expect(ClusterSelectionTests.selectedPoints(test) == [0, 1])
    // One place is left of two, so another annotation stands for it.
    test.map.remove([0], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterSelectionTests.selectedPoints(test) == [1])
    test.map.remove([1], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.selection.selected == nil)
  }

  @Test
  func `views that come with the fade's last instant are there in time`() {
    var layer = LayerSetup.clustered(
      reuses: false, fade: .zero, fixes: ClusterSelectionTests.keeping)
    layer.callout = .plain(adjuster: NoAdjuster())
    let test = TestMap(screenPoints: ClusterSelectionTests.places, layers: [layer])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 1, layer: 0))
    test.map.zoom(byLevels: -1, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterSelectionTests.selectedPoints(test) == [0, 1])
  }

  @Test
  func `a view that does not react takes nothing over`() {
    let layer = LayerSetup.clustered(reuses: false, fixes: ClusterSelectionTests.keeping).with {
      $0.isEnabled = $0.identifiers == ["pin"]
    }
    let test = TestMap(screenPoints: ClusterSelectionTests.places, layers: [layer])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 1, layer: 0))
    let old = test.map.selectedSerial ?? -1
    test.map.zoom(byLevels: -1, over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.selection.selected == nil)
    #expect(test.take(.selection).last == "didDeselect annotation \(old)")
  }

  @Test
  func `a callout that is taken over does not move the map`() {
    // Every other one moves it each time it opens, and every update would make one open.
    let test = ClusterSelectionTests.settled(
      reuses: false, adjuster: ContainRectAdjuster(margin: 90, animated: false))
    #expect(test.map.tap(point: 2, layer: 0))
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.map, .callout)
    // The tap moved it; then the callout opened twice more at the most, and it stayed.
    #expect(words.count { $0 == "will" } == 1)
    #expect(words.contains("opened 1 over \(test.map.selectedSerial ?? -1)"))
    // Each came to rest where it opened, though its adjuster would have moved it again.
    #expect(words.contains("settled 1"))
    #expect(words.allSatisfy { !$0.hasPrefix("interrupted") })
    #expect(ClusterSelectionTests.selectedPoints(test) == [2])
  }

  @Test(arguments: [false, true])
  func `one controller that drops is enough`(isOtherMended: Bool) {
    let test = TestMap(
      screenPoints: ClusterSelectionTests.places,
      layers: [
        .clustered(fixes: ClusterSelectionTests.keeping),
        .clustered(fixes: isOtherMended ? ClusterSelectionTests.keeping : .none),
      ])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 2, layer: 0))
    test.map.zoom(byLevels: 0.3, over: .zero)
    #expect((test.map.selection.selected != nil) == isOtherMended)
  }
}
