import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Measures
import Replay
import Scenarios
import Testing

/// Callouts that are too tall, where the world ends under a bar.
@Suite("Callouts at the end of the world")
struct WorldEdgeTests {
  /// The map looks at the southern end of the world, and a pin stands 40 pt above it.
  private static func scenario(bottomInset: Double) -> Scenario {
    // So far out that 40 pt reach beyond 85 degrees, where annotations end.
    let mapPointsPerPoint = 16_384.0
    var scenario = Sample.scenario([
      .add(DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 1))), .waitUntilSettled(),
      .select(.point(0, layer: 0)), .waitUntilSettled(),
    ])
    let end = MapSize.worldSide
    func place(pointsFromEnd: Double) -> Coordinate {
      Projection.coordinate(
        for: MapPoint(x: end / 2, y: end - pointsFromEnd * mapPointsPerPoint))
    }
    scenario.data[0].coordinates[0] = place(pointsFromEnd: 40)
    scenario.map.region = CoordinateRegion(
      center: place(pointsFromEnd: 240),
      span: CoordinateSpan(
        latitudeDelta: 0.001, longitudeDelta: 320 * mapPointsPerPoint / end * 360))
    scenario.layers[0].callout?.style = .plain(size: ScreenSize(width: 100, height: 600))
    let bars = EdgeInsets(top: 0, left: 0, bottom: bottomInset, right: 0)
    scenario.layers[0].callout?.adjuster = IdealAdjuster(insets: bars)
    scenario.layers[0].callout?.bars = bars
    return scenario
  }

  private static func verdict(bottomInset: Double) -> CalloutVerdict? {
    let scenario = scenario(bottomInset: bottomInset)
    var recorder = FactsRecorder(
      stepExpectations: Array(repeating: [], count: scenario.stepCount), finalExpectations: [])
    Replayer(scenario).play(meter: StillMeter()) { recorder.observe($0) }
    return recorder.result.callouts.first
  }

  @Test
  func `the ideal adjuster holds still where a bar hides the pin`() throws {
    let verdict = try #require(WorldEdgeTests.verdict(bottomInset: 120))
    #expect(verdict.keeps(.steadyAtWorldEdge) == true)
    #expect(verdict.keeps(.oversize) == false, "the pin stays under the bar")
    let bare = try #require(WorldEdgeTests.verdict(bottomInset: 0))
    #expect(bare.keeps(.steadyAtWorldEdge) == nil)
    #expect(bare.keeps(.oversize) == true)
  }
}
