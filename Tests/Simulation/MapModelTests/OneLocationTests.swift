import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Clusters of several points at one location: an app tells them apart by `isUniqueLocation`.
@Suite("Clusters at one location")
struct OneLocationTests {
  /// Three points at one place, two in one cell, one alone; then one in the cell of the first.
  static let places = [
    (x: 100.0, y: 100.0), (x: 100, y: 100), (x: 100, y: 100), (x: 220, y: 40), (x: 225, y: 45),
    (x: 40, y: 160), (x: 106, y: 108),
  ]
  static let house = ViewSetup(
    identifiers: ["house"], size: ScreenSize(width: 24, height: 26),
    centerOffset: ScreenOffset(dx: 0, dy: 13))

  static func map(
    callout: CalloutSetup? = nil, _ change: (inout LayerSetup) -> Void = { _ in }
  ) -> TestMap {
    var layer = LayerSetup.clustered(callout: callout)
    layer.oneLocationView = house
    change(&layer)
    return TestMap(screenPoints: places, layers: [layer])
  }

  private static func settled(_ points: [PointID], _ test: TestMap) -> TestMap {
    test.map.add(points, to: 0)
    #expect(test.map.advanceUntilSettled())
    return test
  }

  private func legend(_ test: TestMap) -> [String] {
    for event in test.trace.events {
      if case .session(.began(let legend)) = event.kind { return legend.identifiers }
    }
    return []
  }

  private func identifiers(_ test: TestMap) -> [Int32] {
    test.trace.events.compactMap { event in
      guard case .view(.requested(_, let identifier)) = event.kind else { return nil }
      return identifier
    }.sorted()
  }

  @Test
  func `have views of their own`() {
    let test = OneLocationTests.settled([0, 1, 2, 3, 4, 5], OneLocationTests.map())
    let pins = test.map.makeSnapshot(.snapshot).pins.sorted { $0.count > $1.count }
    #expect(pins.map(\.count) == [3, 2, 1])
    #expect(pins.map(\.isUniqueLocation) == [true, false, true])
    #expect(pins.map(\.frame.width) == [24, 20, 20])
    #expect(abs(pins[0].frame.minY - 100) < 1e-6 && abs(pins[0].frame.midX - 100) < 1e-6)
    #expect(legend(test) == ["pin", "cluster", "house"])
    #expect(identifiers(test) == [0, 1, 2])
  }

  @Test(arguments: [nil, ViewSetup.pin(["cluster"])])
  func `share their pool with the others of that identifier`(view: ViewSetup?) {
    let test = OneLocationTests.settled(
      [0, 1, 2, 3, 4, 5], OneLocationTests.map { $0.oneLocationView = view })
    #expect(legend(test) == ["pin", "cluster"])
    #expect(identifiers(test) == [0, 1, 1])
  }

  @Test
  func `have the map's own view when the app has none`() {
    let test = OneLocationTests.settled(
      [0, 1, 3, 4], OneLocationTests.map { $0.oneLocationView?.provider = .answersNil })
    #expect(legend(test) == ["pin", "cluster", "house", ReuseIdentifiers.clusterName])
    #expect(identifiers(test) == [1, 3])
    #expect(test.map.makeSnapshot(.snapshot).pins.map(\.kind).contains(.marker))
  }

  /// The points of a map's own cluster can lie at one location: nobody says so.
  @Test
  func `are known of a cluster controller only`() {
    var layer = LayerSetup.plain()
    layer.view.clusteringIdentifier = "pins"
    layer.oneLocationView = OneLocationTests.house
    let test = TestMap(screenPoints: OneLocationTests.places, layers: [layer])
    test.map.add([0, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    let pins = test.map.makeSnapshot(.snapshot).pins
    #expect(pins.map(\.count) == [2])
    #expect(!pins.contains { $0.isUniqueLocation || $0.frame.width == 24 })
  }

  @Test
  func `are told of after an update`() {
    let test = OneLocationTests.settled([0, 1, 2, 3, 4, 5], OneLocationTests.map())
    let told = test.trace.events.compactMap { event -> [Int32]? in
      guard case .cluster(.listed(_, _, _, let count, let isUnique, _)) = event.kind else {
        return nil
      }
      return [count, isUnique ? 1 : 0]
    }
    #expect(Set(told) == [[3, 1], [2, 0], [1, 1]] && told.count == 3)
  }

  /// An annotation that stays keeps its view, whatever it becomes; the delegate can refresh what
  /// the view says.
  @Test(
    arguments: [
      ([0], [1], 20.0, true, true), ([0], [1], 20, false, true),
      ([0, 1], [6], 24, true, false), ([0, 1], [6], 24, false, true),
      ([0], [6], 20, true, false),
    ] as [([PointID], [PointID], Double, Bool, Bool)])
  func `keep the view that they came with`(
    first: [PointID], then: [PointID], width: Double, refreshes: Bool, says: Bool
  ) {
    let test = OneLocationTests.settled(
      first, OneLocationTests.map { $0.cluster?.app.refreshesReusedViews = refreshes })
    test.map.add(then, to: 0)
    #expect(test.map.advanceUntilSettled())
    let pins = test.map.makeSnapshot(.snapshot).pins
    #expect(pins.map(\.frame.width) == [width])
    #expect(pins.map(\.isUniqueLocation) == [says])
    #expect(pins.map(\.count) == [Int32(refreshes ? first.count + 1 : first.count)])
    // Views that come anew are those of what stands there now.
    for place in [Coordinate(latitude: 0, longitude: 0), TestMap.coordinate(x: 100, y: 100)] {
      test.map.setCenter(place, animated: false)
      #expect(test.map.advanceUntilSettled())
    }
    let anew = test.map.makeSnapshot(.snapshot).pins
    #expect(anew.map(\.isUniqueLocation) == [then == [1]])
    #expect(anew.map(\.frame.width) == [then == [1] ? 24 : 20])
  }

  /// A layer whose views show callouts of the map's own shows none over those that do not.
  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func `can be the only ones with callouts`(house: Bool, cluster: Bool) {
    let test = OneLocationTests.settled(
      [0, 1, 2, 3, 4, 5],
      OneLocationTests.map(callout: ViewStateTests.callout) {
        $0.cluster?.app.titlesClusters = true
        $0.oneLocationView?.canShowCallout = house
        $0.clusterView.canShowCallout = cluster
      })
    let isAppsOwn = !house && !cluster
    for (point, opens) in [(0, house || isAppsOwn), (3, cluster || isAppsOwn), (5, isAppsOwn)] {
      _ = test.take()
      #expect(test.map.tap(point: PointID(point), layer: 0))
      #expect(test.map.advanceUntilSettled())
      #expect(test.map.selection.selected != nil)
      #expect((test.map.callouts.open != nil) == opens, "point \(point)")
    }
    let accessories = test.map.views.pools.views.count { $0.state.accessory >= 0 }
    #expect(accessories == [house, cluster, false].count { $0 || isAppsOwn })
  }

  @Test
  func `follow changes of their layer's views`() {
    let test = OneLocationTests.settled([0, 1], OneLocationTests.map())
    #expect(!test.map.settings.canCollide)
    test.map.change(ViewChange(isEnabled: false, displayPriority: 500), of: 0)
    #expect(test.map.settings.canCollide)
    #expect(test.map.views.settings(of: test.map.views.shown[0]).displayPriority == 500)
    #expect(!test.map.views.isInteractive(0))
    let yielding = OneLocationTests.map { $0.oneLocationView?.displayPriority = 250 }
    #expect(yielding.map.settings.canCollide)
  }
}
