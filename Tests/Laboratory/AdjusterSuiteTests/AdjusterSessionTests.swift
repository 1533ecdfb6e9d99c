import AdjusterSuite
import Callouts
import MapGeometry
import Measures
import Testing

/// What only frames, animations and callbacks show is asked in sessions, at few places.
@Suite("Sessions of adjusters")
struct AdjusterSessionTests {
  private static let grid = AdjusterGrid(
    columns: 9, rows: 15, zoomLevels: [4, 8, 12, 16], latitudes: [0, 52.5])

  /// Moves the map with an animation, each time a little further: what it did at once is not what
  /// it does next.
  private final class Fickle: CalloutAdjuster, @unchecked Sendable {
    let name = "fickle"
    private var calls = 0.0

    func move(for scene: CalloutScene) -> MapMove {
      calls += 1
      let middle = scene.viewport.size
      let point = ScreenPoint(x: middle.width / 2 + calls, y: middle.height / 2)
      return .point(scene.viewport.mapPoint(at: point), animated: true)
    }

    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      NoAdjuster().guarantee(for: scene)
    }
  }

  @Test func `are played at three columns and rows of three zoom levels`() {
    let grid = AdjusterSessionTests.grid
    for zoom in grid.zoomLevels.indices {
      let positions = (0..<grid.positionCount).filter {
        grid.hasSession(zoom: zoom, position: $0)
      }
      #expect(positions.count == (zoom == 2 ? 0 : 9))
      for position in positions {
        #expect((1...7).contains(position % 9) && (1...13).contains(position / 9))
      }
    }
    let small = AdjusterGrid(columns: 4, rows: 4, zoomLevels: [9], latitudes: [0])
    #expect((0..<16).filter { small.hasSession(zoom: 0, position: $0) } == [5, 6, 9, 10])
  }

  @Test func `ask what trials do not`() {
    let report = AdjusterReport(
      of: [IdealAdjuster(), NoAdjuster()], on: AdjusterSessionTests.grid)
    #expect(report.sessions == 2 * 9 * 3 * 2)
    for adjuster in 0..<2 {
      #expect(report.tally(of: adjuster, .callbacksPaired).asked == 9 * 3 * 2)
      #expect(report.tally(of: adjuster, .callbacksPaired).isAlwaysKept)
      let marks = report.marks(of: adjuster, .callbacksPaired, zoom: 0)
      #expect(marks.filter { $0 == .kept }.count == 9)
      #expect(marks.filter { $0 == .notAsked }.count == marks.count - 9)
    }
    // Of the ideal one where it moves the map, of the other one never.
    for criterion in [Criterion.animatedAsAtOnce, .tipPinned] {
      let tally = report.tally(of: 0, criterion)
      #expect(tally.asked > 10 && tally.asked < 54 && tally.isAlwaysKept)
      #expect(report.tally(of: 1, criterion).asked == 0)
    }
  }

  @Test func `see the tip of a bubble that grows over a map that rests`() {
    let grid = AdjusterGrid(
      columns: 5, rows: 7, zoomLevels: [9], latitudes: [40],
      style: .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14)))
    let report = AdjusterReport(of: [NoAdjuster()], on: grid)
    #expect(report.tally(of: 0, .tipPinned).asked == 9)
    #expect(report.tally(of: 0, .tipPinned).isAlwaysKept)
  }

  @Test func `find out an adjuster that changes its mind`() throws {
    let report = AdjusterReport(of: [Fickle()], on: AdjusterSessionTests.grid)
    let tally = report.tally(of: 0, .animatedAsAtOnce)
    #expect(tally.asked == 54 && tally.broken == 54)
    let worst = try #require(tally.worst)
    // The move made at once is asked for right after that of the session: a point further.
    #expect(worst.measure.unit == .points && abs(worst.measure.amount - 1) < 1e-6)
    let marks = report.marks(of: 0, .animatedAsAtOnce, zoom: 0).filter { $0 != .notAsked }
    #expect(marks.allSatisfy { $0.level == 1 })
    #expect(
      AdjusterSessionTests.grid.hasSession(zoom: worst.place.zoom, position: worst.place.position))
  }

  @Test func `are as long as the map needs, and none where no finger reaches the pin`() throws {
    let grid = AdjusterSessionTests.grid
    let viewport = try #require(grid.viewport(zoom: 2, latitude: 0))
    let outside = try #require(grid.scene(at: 0, in: viewport))
    #expect(AdjusterSession.verdict(of: IdealAdjuster(), on: outside) == nil)
    let inside = try #require(grid.scene(at: 9 * 7 + 4, in: viewport))
    let verdict = try #require(AdjusterSession.verdict(of: IdealAdjuster(), on: inside))
    #expect(verdict.isJudged && verdict.isCorrect)
  }
}
