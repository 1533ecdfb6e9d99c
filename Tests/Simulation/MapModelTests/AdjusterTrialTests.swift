import AdjusterSuite
import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Measures
import Support
import Testing

/// Trials of adjusters against sessions in which a finger taps the same pins.
@Suite("Trials and sessions")
struct AdjusterTrialTests {
  private static let grid = AdjusterGrid(
    viewSize: ScreenSize(width: 300, height: 400), columns: 8, rows: 8, zoomLevels: [3, 6, 14],
    latitudes: [0, 50], longitude: 13, style: .plain(size: ScreenSize(width: 120, height: 60)),
    parentSize: ScreenSize(width: 20, height: 30), centerOffset: ScreenOffset(dx: 0, dy: -15))

  /// The verdict of a session; nil when the finger cannot reach the pin.
  private static func verdict(
    of adjuster: any CalloutAdjuster, on scene: CalloutScene
  ) -> CalloutVerdict? {
    let place = scene.viewport.mapPoint(at: scene.parent.coordinatePoint)
    let test = TestMap(
      viewport: scene.viewport, points: [Projection.coordinate(for: place)],
      layers: [.plain(callout: CalloutSetup(style: scene.style, adjuster: adjuster))])
    test.addAll()
    _ = test.map.advanceUntilSettled()
    test.map.tap(point: 0, layer: 0)
    _ = test.map.advanceUntilSettled()
    var recorder = FactsRecorder(stepExpectations: [], finalExpectations: [])
    for event in test.trace.events { recorder.observe(event) }
    return recorder.result.callouts.first
  }

  /// Whether rounding decides; a pin that only touches the edge of the view is not visible.
  private static func isOnEdge(_ measure: CriterionMeasure) -> Bool {
    measure.unit == .points && (measure.amount - measure.tolerance).magnitude < 1e-6
      && measure.amount > 0
  }

  @Test(arguments: [
    EdgeMarginsAdjuster() as any CalloutAdjuster, ContainRectAdjuster(animated: false),
    EdgedRegionAdjuster(precision: .double), MoveCenterAdjuster(), IdealAdjuster(), NoAdjuster(),
  ])
  func `a trial and a session come to the same verdict`(adjuster: any CalloutAdjuster) throws {
    let grid = AdjusterTrialTests.grid
    var compared = 0
    for zoom in grid.zoomLevels.indices {
      for latitude in grid.latitudes.indices {
        let viewport = try #require(grid.viewport(zoom: zoom, latitude: latitude))
        for position in 0..<grid.positionCount {
          guard let scene = grid.scene(at: position, in: viewport),
            let session = AdjusterTrialTests.verdict(of: adjuster, on: scene), session.isJudged
          else { continue }
          compared += 1
          let trial = AdjusterTrial.verdict(of: adjuster, on: scene)
          for criterion in AdjusterTrial.criteria {
            let (left, right) = (session.measure(of: criterion), trial.measure(of: criterion))
            #expect((left == nil) == (right == nil), "\(criterion) at \(position), zoom \(zoom)")
            if let left, let right, !AdjusterTrialTests.isOnEdge(right) {
              #expect(left.isKept == right.isKept, "\(criterion) at \(position), zoom \(zoom)")
            }
            // The pin of the session went through degrees, which rounds.
            let (amount, other) = (left?.amount ?? 0, right?.amount ?? 0)
            #expect(
              amount == other || (amount - other).magnitude < 1e-4,
              "\(criterion) at \(position), zoom \(zoom)")
          }
        }
      }
    }
    #expect(compared > 150)
  }
}
