import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Every setting of a cluster controller, from the beginning or changed midway: the same.
@Suite("Settings of a cluster controller")
struct ClusterSettingsTests {
  struct Setting: Sendable {
    var name: String
    var change: @Sendable (inout ClusteringChange) -> Void
    var setup: @Sendable (inout ClusterSetup) -> Void
  }

  static let animator = ClusterAnimator(
    fadeIn: SimulatedTime(milliseconds: 10), fadeOut: SimulatedTime(milliseconds: 30),
    done: SimulatedTime(milliseconds: 20))

  static let settings: [Setting] = [
    Setting(name: "cell size", change: { $0.cellSizePoints = 4 }, setup: { $0.cellSizePoints = 4 }),
    Setting(name: "margin", change: { $0.marginFraction = 0 }, setup: { $0.marginFraction = 0 }),
    Setting(
      name: "method", change: { $0.method = .nearCenter }, setup: { $0.method = .nearCenter }),
    Setting(
      name: "clusterer of one's own",
      change: { ($0.method, $0.placer) = (.centerOfMass, .northernmostPoint) },
      setup: { $0.placer = .northernmostPoint }),
    Setting(
      name: "reuse", change: { $0.reusesAnnotations = false },
      setup: { $0.reusesAnnotations = false }),
    Setting(
      name: "maximum zoom", change: { $0.maximumZoomLevel = 0 },
      setup: { $0.maximumZoomLevel = 0 }),
    Setting(
      name: "minimum locations", change: { $0.minimumUniqueLocations = 9 },
      setup: { $0.minimumUniqueLocations = 9 }),
    Setting(name: "fade", change: { $0.fade = .zero }, setup: { $0.fade = .zero }),
    Setting(
      name: "animator of one's own", change: { $0.animator = animator },
      setup: { $0.animator = animator }),
    Setting(
      name: "titles", change: { $0.titlesClusters = true },
      setup: { $0.app.titlesClusters = true }),
    Setting(
      name: "subtitles", change: { $0.subtitlesClusters = true },
      setup: { $0.app.subtitlesClusters = true }),
    Setting(
      name: "refreshes", change: { $0.refreshesReusedViews = false },
      setup: { $0.app.refreshesReusedViews = false }),
    Setting(
      name: "clusterer", change: { $0.hasClusterer = false },
      setup: { $0.app.hasClusterer = false }),
    Setting(
      name: "animator", change: { $0.hasAnimator = false }, setup: { $0.app.hasAnimator = false }),
  ]

  /// A session in which each of them tells; what changes is changed at its beginning.
  private static func play(
    _ setup: (inout ClusterSetup) -> Void = { _ in },
    changes: [(inout ClusteringChange) -> Void] = []
  ) -> [String] {
    let test = TestMap(
      screenPoints: [
        (x: 100, y: 100), (x: 105, y: 105), (x: 110, y: 100), (x: 250, y: 20), (x: -40, y: 90),
      ],
      layers: [LayerSetup.clustered(callout: .plain(adjuster: NoAdjuster())).clustering(setup)])
    for change in changes {
      var settings = ClusteringChange()
      change(&settings)
      test.map.changeClustering(of: 0, settings)
    }
    test.map.add([0, 1, 3, 4], to: 0)
    test.map.advanceUntilSettled()
    test.map.tap(point: 0, layer: 0)
    test.map.deselectAnnotation()
    test.map.add([2], to: 0)
    test.map.advanceUntilSettled()
    test.map.pan(by: ScreenOffset(dx: 7, dy: 3), over: .zero)
    test.map.advanceUntilSettled()
    let places = test.map.recordedClusters(of: 0).map { "\($0.coordinate)" }
    // That they changed is told only where they did; what comes of them is the same.
    return test.take(timed: true).filter { !$0.contains("other settings") } + places
  }

  @Test(arguments: settings.indices)
  func `can be changed at any time`(index: Int) {
    let setting = ClusterSettingsTests.settings[index]
    let words = ClusterSettingsTests.play(setting.setup)
    #expect(words != ClusterSettingsTests.play(), "\(setting.name) changes nothing")
    #expect(ClusterSettingsTests.play(changes: [setting.change]) == words, "\(setting.name)")
  }

  /// A change leaves alone what it does not name.
  @Test(arguments: settings.indices)
  func `stay when others change`(index: Int) {
    let setting = ClusterSettingsTests.settings[index]
    let nothing: (inout ClusteringChange) -> Void = { _ in }
    #expect(
      ClusterSettingsTests.play(changes: [setting.change, nothing])
        == ClusterSettingsTests.play(setting.setup))
  }

  @Test
  func `of two animators, and of two clusterers, the last one holds`() {
    let own: (inout ClusteringChange) -> Void = { $0.animator = ClusterSettingsTests.animator }
    let fade: (inout ClusteringChange) -> Void = { $0.fade = .zero }
    #expect(
      ClusterSettingsTests.play(changes: [own, fade])
        == ClusterSettingsTests.play { $0.fade = .zero })
    #expect(
      ClusterSettingsTests.play(changes: [fade, own])
        == ClusterSettingsTests.play { $0.animator = ClusterSettingsTests.animator })
    let rule: (inout ClusteringChange) -> Void = { $0.placer = .middleOfCell }
    let method: (inout ClusteringChange) -> Void = { $0.method = .firstMember }
    #expect(
      ClusterSettingsTests.play(changes: [rule, method])
        == ClusterSettingsTests.play { $0.method = .firstMember })
    #expect(
      ClusterSettingsTests.play(changes: [method, rule])
        == ClusterSettingsTests.play { $0.placer = .middleOfCell })
  }
}
