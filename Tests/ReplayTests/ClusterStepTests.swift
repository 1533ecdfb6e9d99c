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
    Replayer(Sample.scenario(actions)).play(stopwatch: StillStopwatch()) { trace.observe($0) }
    return trace.events.map(\.kind)
  }

  private static let add = Step.Action.add(
    DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 60)))

  /// A grid that a step inside a repetition asks for has its name from the beginning.
  @Test
  func `draw the grid of a layer`() {
    var change = ClusterSettingsChange()
    change.drawsGrid = true
    var count = 0
    let inner = Sample.numbered([.changeClustering(layer: 1, change)], count: &count)
    let kinds = events([
      .repeat(times: 2, steps: inner), ClusterStepTests.add, .waitUntilSettled,
    ])
    guard case .session(.began(let legend)) = kinds.first else {
      Issue.record("no beginning")
      return
    }
    #expect(legend.overlays == ["grid of clustered"])
    #expect(kinds.contains(.overlay(.added(overlay: 0, level: .aboveLabels, index: 0))))
    let shapes = kinds.compactMap { kind -> [Scene.Shape]? in
      guard case .scene(let scene) = kind else { return nil }
      return scene.shapes
    }
    #expect((shapes.last ?? []).count > 20)
    #expect((shapes.last ?? []).allSatisfy { $0.kind == .cell && $0.overlay == 0 })
    let plain = events([ClusterStepTests.add, .waitUntilSettled])
    guard case .session(.began(let other)) = plain.first else { return }
    #expect(other.overlays.isEmpty)
  }

  @Test
  func `select with a zoom and show a cluster`() {
    let kinds = events([
      ClusterStepTests.add, .waitUntilSettled,
      .selectAndZoom(
        Step.Point(layer: 1, data: 0, row: 7), latitudinalMeters: 500, longitudinalMeters: 500,
        animated: true),
      .waitUntilSettled,
    ])
    #expect(kinds.contains { if case .selection(.didSelect) = $0 { true } else { false } })
    #expect(kinds.contains(.cluster(.completed(layer: 1, call: 0))))
    #expect(kinds.contains(.cluster(.completed(layer: 1, call: 1))))
    let zoom = events([
      ClusterStepTests.add, .waitUntilSettled,
      .zoomToCluster(
        .point(data: 0, row: 7, layer: 1), paddingPoints: 20, animated: true),
      .waitUntilSettled,
    ])
    #expect(zoom.contains(.map(.regionWillChange(animated: true))))
  }
}
