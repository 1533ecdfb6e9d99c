import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Replay
import Scenarios
import Testing

/// What steps ask of a cluster controller, from a scenario to its pictures.
@Suite("Steps of cluster controllers")
struct ClusterStepTests {
  private func events(_ actions: [Step.Action]) -> [Event.Kind] {
    var trace = Trace()
    Replayer(Sample.scenario(actions)).play(meter: StillMeter()) { trace.observe($0) }
    return trace.events.map(\.kind)
  }

  private static let add = Step.Action.add(
    DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 60)))

  /// A grid that a step inside a repetition asks for has its name from the beginning.
  @Test
  func `draw the grid of a layer`() {
    var change = ClusteringChange()
    change.drawsGrid = true
    var count = 0
    let inner = Sample.numbered([.changeClustering(layer: 1, change)], count: &count)
    let kinds = events([
      .repeat(times: 2, steps: inner), ClusterStepTests.add, .waitUntilSettled(),
    ])
    guard case .session(.began(let legend)) = kinds.first else {
      Issue.record("no beginning")
      return
    }
    #expect(legend.overlays == ["grid of clustered"])
    #expect(kinds.contains(.overlay(.added(overlay: 0, level: .aboveRoads, index: 0))))
    let shapes = kinds.compactMap { kind -> [Snapshot.Shape]? in
      guard case .snapshot(let scene) = kind else { return nil }
      return scene.shapes
    }
    #expect((shapes.last ?? []).count > 20)
    #expect((shapes.last ?? []).allSatisfy { $0.kind == .cell && $0.overlay == 0 })
    let plain = events([ClusterStepTests.add, .waitUntilSettled()])
    guard case .session(.began(let other)) = plain.first else { return }
    #expect(other.overlays.isEmpty)
  }

  @Test
  func `select with a zoom and show a cluster`() {
    let kinds = events([
      ClusterStepTests.add, .waitUntilSettled(),
      .selectAndZoom(
        Step.Point(layer: 1, data: 0, row: 7), latitudinalMeters: 500, longitudinalMeters: 500,
        animated: true),
      .waitUntilSettled(),
    ])
    #expect(kinds.contains { if case .selection(.didSelect) = $0 { true } else { false } })
    #expect(kinds.contains(.cluster(.completed(layer: 1, call: 0))))
    #expect(kinds.contains(.cluster(.completed(layer: 1, call: 1))))
    let zoom = events([
      ClusterStepTests.add, .waitUntilSettled(),
      .zoomToCluster(
        .point(7, layer: 1), padding: EdgeInsets(all: 20), animated: true),
      .waitUntilSettled(),
    ])
    #expect(zoom.contains(.map(.regionWillChange(animated: true))))
  }

  // MARK: Settings

  struct Setting: Sendable {
    var settings: @Sendable (inout ClusterSetup) -> Void
    var change: @Sendable (inout ClusteringChange) -> Void
  }

  static let animator = ClusterAnimator(
    fadeIn: SimulatedTime(milliseconds: 10), fadeOut: SimulatedTime(milliseconds: 30),
    done: SimulatedTime(milliseconds: 20))

  static let settings: [Setting] =
    [ClusterMethod.nearCenter, .firstMember].map { method in
      Setting(settings: { $0.method = method }, change: { $0.method = method })
    }
    + ClusterPlacer.rules.map { rule in
      Setting(settings: { $0.placer = rule }, change: { $0.placer = rule })
    } + [
      Setting(settings: { $0.cellSizePoints = 9 }, change: { $0.cellSizePoints = 9 }),
      Setting(settings: { $0.marginFraction = 0 }, change: { $0.marginFraction = 0 }),
      Setting(settings: { $0.reusesAnnotations = false }, change: { $0.reusesAnnotations = false }),
      Setting(settings: { $0.maximumZoomLevel = 1 }, change: { $0.maximumZoomLevel = 1 }),
      Setting(
        settings: { $0.minimumUniqueLocations = 5 }, change: { $0.minimumUniqueLocations = 5 }),
      Setting(settings: { $0.fade = .zero }, change: { $0.fade = .zero }),
      Setting(settings: { $0.animator = animator }, change: { $0.animator = animator }),
      Setting(settings: { $0.app.titlesClusters = true }, change: { $0.titlesClusters = true }),
      Setting(
        settings: { $0.app.subtitlesClusters = true }, change: { $0.subtitlesClusters = true }),
      Setting(
        settings: { $0.app.refreshesReusedViews = false },
        change: { $0.refreshesReusedViews = false }),
      Setting(settings: { $0.app.hasClusterer = false }, change: { $0.hasClusterer = false }),
      Setting(
        settings: { $0.app.hasAnimator = false }, change: { $0.hasAnimator = false }),
    ]

  /// With gaps, so that a mean is not the middle.
  static let some = (0..<50).filter { $0 % 7 != 3 && $0 % 5 != 1 }

  /// A session in which each setting tells, after a step that changes some.
  private func play(
    _ settings: (inout ClusterSetup) -> Void, _ change: ClusteringChange
  ) -> [Event.Kind] {
    var scenario = Sample.scenario([
      .changeClustering(layer: 1, change),
      .add(DataChange(data: 0, layer: 1, points: .list(ClusterStepTests.some))), .wait(.second),
      .select(.point(7, layer: 1)), .deselectAnnotation, ClusterStepTests.add,
      .wait(.second), .pinch(levels: 0.4, about: nil, over: .second), .wait(.second),
    ])
    scenario.layers[1].callout = scenario.layers[0].callout
    var cluster = Sample.clustering
    cluster.cellSizePoints = 110
    settings(&cluster)
    scenario.layers[1].cluster = cluster
    var trace = Trace()
    Replayer(scenario).play(meter: StillMeter()) { trace.observe($0) }
    // That they changed is told only where they did; what comes of them is the same.
    return trace.events.map(\.kind).filter { kind in
      if case .cluster(.settingsChanged) = kind { return false }
      return true
    }
  }

  @Test(arguments: settings.indices)
  func `change settings, each to what a layer could have had`(index: Int) {
    let setting = ClusterStepTests.settings[index]
    var change = ClusteringChange()
    setting.change(&change)
    let own = play(setting.settings, ClusteringChange())
    #expect(own != play({ _ in }, ClusteringChange()), "it changes nothing")
    #expect(play({ _ in }, change) == own)
  }
}

extension SimulatedTime {
  fileprivate static let second = SimulatedTime(milliseconds: 1_000)
}
