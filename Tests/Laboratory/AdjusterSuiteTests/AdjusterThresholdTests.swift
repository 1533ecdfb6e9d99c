import Callouts
import MapGeometry
import Measures
import Testing

@testable import AdjusterSuite

/// From which zoom level on an adjuster goes wrong.
@Suite("Zoom levels from which on adjusters go wrong")
struct AdjusterThresholdTests {
  /// The ideal one, but idle at some zoom levels.
  private struct Fitful: CalloutAdjuster {
    let idleAt: [Double]
    var name: String { "fitful" }

    func move(for scene: CalloutScene) -> MapMove {
      let isIdle = idleAt.contains {
        scene.viewport.mapPointsPerPoint == Viewport.mapPointsPerPoint(atZoomLevel: $0)
      }
      return isIdle ? .stay : IdealAdjuster().move(for: scene)
    }

    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      IdealAdjuster().guarantee(for: scene)
    }
  }

  private static let levels: [Double] = [4, 8, 12, 16]

  @Test(arguments: [
    ([4.0], 0, "on and further out"), ([4, 8], 1, "on and further out"),
    ([16], 3, "on and closer"), ([12, 16], 2, "on and closer"),
    ([4, 8, 12, 16], 3, "on and further out"),
    // Kept at both ends, or at one end while the other one is broken too.
    ([8, 12], 2, "on and further out, but not all the way"),
    ([8], 1, "on and further out, but not all the way"), ([4, 12], 0, "on and further out"),
    ([8, 16], 3, "on and closer"),
  ])
  func `are those where the last row of broken ones begins`(
    idleAt: [Double], level: Int, direction: String
  ) {
    let grid = AdjusterGrid(columns: 9, rows: 9, zoomLevels: Self.levels, latitudes: [0])
    let report = AdjusterReport(of: [Fitful(idleAt: idleAt)], on: grid)
    let threshold = AdjusterWords.threshold(of: 0, .inside, in: report)
    let broken = report.marks(of: 0, .inside).map(\.isBroken)
    #expect(broken.contains(true) && broken.contains(false))
    #expect(threshold.zooms == broken.map { $0 ? level : -1 })
    #expect(AdjusterWords.direction(of: threshold) == direction)
    #expect(AdjusterPage.text(of: AdjusterSurvey([report])).contains("\(direction)</figcaption>"))
  }

  /// Moves the map with an animation, each time a little further: never where it did at once.
  private final class Fickle: CalloutAdjuster, @unchecked Sendable {
    let name = "fickle"
    private var calls = 0.0

    func move(for scene: CalloutScene) -> MapMove {
      calls += 1
      let (width, height) = (scene.viewport.size.width, scene.viewport.size.height)
      let point = ScreenPoint(x: width / 2 + calls, y: height / 2)
      return .point(scene.viewport.mapPoint(at: point), animated: true)
    }

    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      NoAdjuster().guarantee(for: scene)
    }
  }

  @Test func `go over those that no session asks`() {
    let grid = AdjusterGrid(columns: 9, rows: 9, zoomLevels: Self.levels, latitudes: [0])
    let report = AdjusterReport(of: [Fickle()], on: grid)
    let threshold = AdjusterWords.threshold(of: 0, .animatedAsAtOnce, in: report)
    // Of four levels the third is not asked, and the last one is broken too.
    #expect(report.tally(of: 0, .animatedAsAtOnce, zoom: 2).asked == 0)
    #expect(threshold.zooms.filter { $0 == 3 }.count == 9)
    #expect(threshold.zooms.filter { $0 == -2 }.count == 81 - 9)
    #expect(AdjusterWords.direction(of: threshold) == "on and further out")
  }
}
