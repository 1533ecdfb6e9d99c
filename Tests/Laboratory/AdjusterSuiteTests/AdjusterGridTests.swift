import Callouts
import MapGeometry
import Measures
import Testing

@testable import AdjusterSuite

@Suite("Grids of pins")
struct AdjusterGridTests {
  @Test
  func `positions stand on the edges and one step outside`() {
    let grid = AdjusterGrid(
      viewSize: ScreenSize(width: 300, height: 500), columns: 9, rows: 13)
    #expect(grid.step == ScreenSize(width: 50, height: 50))
    #expect(grid.point(at: 0) == ScreenPoint(x: -50, y: -50))
    #expect(grid.point(at: 9 + 1) == ScreenPoint(x: 0, y: 0))
    #expect(grid.point(at: 11 * 9 + 7) == ScreenPoint(x: 300, y: 500))
    #expect(grid.point(at: grid.positionCount - 1) == ScreenPoint(x: 350, y: 550))
  }

  @Test
  func `the edges of a phone come out exactly`() {
    let grid = AdjusterGrid()
    #expect(grid.point(at: 38).x == 390)
    #expect(grid.point(at: 78 * 40).y == 844)
  }

  @Test
  func `a level that the map does not zoom to has no viewport`() {
    let grid = AdjusterGrid(zoomLevels: [1.5, 2, 22, 22.5], latitudes: [0])
    let exists = grid.zoomLevels.indices.map { grid.viewport(zoom: $0, latitude: 0) != nil }
    #expect(exists == [false, true, true, false])
  }

  @Test
  func `pins beyond the end of the world are not asked`() throws {
    // The world is 1,024 points high; the view lies as far north as the map goes.
    let grid = AdjusterGrid(columns: 5, rows: 5, zoomLevels: [2], latitudes: [85])
    let viewport = try #require(grid.viewport(zoom: 0, latitude: 0))
    #expect(viewport.center.y == 422 * viewport.mapPointsPerPoint)
    // Rows above the edge, on it (beyond 85 degrees), in the view twice, and below the world.
    let isThere = (0..<5).map { grid.scene(at: $0 * 5 + 2, in: viewport) != nil }
    #expect(isThere == [false, false, true, true, false])
  }

  @Test
  func `a pin stands where its position is`() throws {
    let grid = AdjusterGrid(columns: 5, rows: 5, zoomLevels: [12], latitudes: [40])
    let viewport = try #require(grid.viewport(zoom: 0, latitude: 0))
    let scene = try #require(grid.scene(at: 12, in: viewport))
    #expect(scene.parent.coordinatePoint == ScreenPoint(x: 195, y: 422))
    #expect(scene.parent.frame == ScreenRect(minX: 187, minY: 386.5, width: 32, height: 39))
  }

  @Test(arguments: [
    (CriterionMeasure(0.6, of: .inside, within: 0.5), 1),
    (CriterionMeasure(0.2, of: .untouchedWhenVisible, within: 0), 0),
    (CriterionMeasure(20, of: .minimalShift, within: 0.5), 3),
    (CriterionMeasure(1_000, of: .inside, within: 0.5), 6),
    (CriterionMeasure(.nan, of: .inside, within: 0.5), 6),
    (CriterionMeasure(.infinity, of: .mirrored, within: 0.5), 6),
    (CriterionMeasure(0.00005, of: .zoomUnchanged, within: 1e-6), 0),
    (CriterionMeasure(0.3, of: .zoomUnchanged, within: 1e-6), 5),
    (CriterionMeasure(1, of: .moveAccepted, within: 0), 6),
  ])
  func `marks tell how badly something is broken`(measure: CriterionMeasure, level: Int) {
    let mark = AdjusterResultCell(broken: measure)
    #expect(mark.isBroken && mark.level == level)
    #expect(
      mark > .worldEnded && AdjusterResultCell.worldEnded > .kept
        && AdjusterResultCell.kept > .notAsked)
    #expect(AdjusterResultCell(code: Int(mark.code)) == mark)
    #expect(AdjusterResultCell(code: AdjusterResultCell.count) == nil)
  }
  /// What is no number is worse than any, and what was refused is told only where nothing else is.
  @Test(arguments: [
    ([0.6, 2, 2, 1], 2.0), ([.infinity, 0.6, .infinity], 0.6), ([.infinity], .infinity),
    ([3, .nan, 4], .nan), ([.infinity, .nan], .nan),
  ])
  func `tallies keep the worst amount`(amounts: [Double], worst: Double) {
    var tally = CriterionCounts()
    for (position, amount) in amounts.enumerated() {
      tally.see(
        broken: CriterionMeasure(amount, of: .mirrored, within: 0.5),
        at: AdjusterPlace(zoom: 0, latitude: 0, position: position))
    }
    let told = tally.worst?.measure.amount
    #expect(told == worst || told?.isNaN == true && worst.isNaN)
    #expect(tally.broken == amounts.count)
  }
}
