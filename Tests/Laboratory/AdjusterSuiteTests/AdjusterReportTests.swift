import AdjusterSuite
import Callouts
import MapGeometry
import Measures
import Testing

@Suite("Reports on adjusters")
struct AdjusterReportTests {
  /// A phone with few positions.
  private static func grid(
    zooms: [Double], latitudes: [Double] = [0, 52.5], style: CalloutStyle? = nil
  ) -> AdjusterGrid {
    AdjusterGrid(
      columns: 9, rows: 15, zoomLevels: zooms, latitudes: latitudes,
      style: style ?? .plain(size: ScreenSize(width: 200, height: 108)))
  }

  private static func broken(_ report: AdjusterReport, _ adjuster: Int = 0) -> [String] {
    AdjusterTrial.criteria.filter { report.tally(of: adjuster, $0).broken > 0 }.map(\.code)
  }

  @Test
  func `an own adjuster that is careless is found out`() {
    let report = AdjusterReport(
      of: [CarelessAdjuster()], on: AdjusterReportTests.grid(zooms: [4, 10, 16]))
    let broken = AdjusterReportTests.broken(report)
    for criterion in ["C1", "C2", "C3", "C4", "C5", "C8", "C12"] {
      #expect(broken.contains(criterion), "\(criterion)")
    }
    // It grows the region to one and a half each time, so that every callout is zoomed.
    let zoom = report.tally(of: 0, .zoomUnchanged, zoom: 2)
    #expect(zoom.asked == 270 && zoom.broken == 270)
    #expect(report.marks(of: 0, .zoomUnchanged, zoom: 2).allSatisfy { $0.isBroken })
  }

  @Test
  func `the ideal one keeps every criterion but where the world ends`() {
    let grid = AdjusterReportTests.grid(
      zooms: [2, 4, 8, 14, 20], latitudes: AdjusterGrid.standardLatitudes)
    let report = AdjusterReport(of: [IdealAdjuster()], on: grid)
    for criterion in AdjusterTrial.criteria {
      let tally = report.tally(of: 0, criterion)
      #expect(tally.broken == tally.brokenByWorldEnd, "\(criterion.code)")
    }
    #expect(AdjusterReportTests.broken(report) == ["C1", "C3"])
    // Only where the whole height of the world is nearly that of the view.
    #expect(report.tally(of: 0, .inside, zoom: 0).broken > 0)
    #expect((2..<5).allSatisfy { report.tally(of: 0, .inside, zoom: $0).isAlwaysKept })
    #expect(report.marks(of: 0, .inside).contains(.worldEnded))
    #expect(report.marks(of: 0, .inside).count(where: \.isBroken) == 0)
  }

  @Test
  func `the end of the world excuses neither the other end nor the sides`() {
    // The world is 1,024 points high; the view lies as far north as the map goes.
    let grid = AdjusterGrid(columns: 9, rows: 15, zoomLevels: [2], latitudes: [70])
    let report = AdjusterReport(of: [NoAdjuster()], on: grid)
    let marks = report.marks(of: 0, .inside)
    func mark(_ column: Int, _ row: Int) -> AdjusterResultCell { marks[row * 9 + column] }
    // In the third row the callout sticks out above, in the last one the pin below.
    #expect(mark(4, 2) == .worldEnded)
    #expect(mark(4, 14).isBroken)
    for column in [1, 7] { #expect(mark(column, 2) == mark(column, 7)) }
    #expect(mark(1, 7).isBroken && mark(7, 7).isBroken && mark(4, 7) == .kept)
  }

  @Test(arguments: [
    (CalloutStyle.plain(size: ScreenSize(width: 200, height: 108)), 179.99),
    (.bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14)), -179.99),
  ])
  func `the ideal one keeps every criterion beside the 180th meridian and for bubbles`(
    style: CalloutStyle, longitude: Double
  ) {
    let grid = AdjusterGrid(
      columns: 9, rows: 15, zoomLevels: [2, 8, 20], latitudes: [0, 70], longitude: longitude,
      style: style)
    let report = AdjusterReport(of: [IdealAdjuster()], on: grid)
    for criterion in AdjusterTrial.criteria {
      let tally = report.tally(of: 0, criterion)
      #expect(tally.broken == tally.brokenByWorldEnd, "\(criterion.code)")
    }
  }

  @Test
  func `published failures are found where they were published`() {
    let house = AdjusterReportTests.grid(zooms: [18, 20], latitudes: [40])
    let report = AdjusterReport(
      of: [EdgeMarginsAdjuster(), EdgedRegionAdjuster(), NoAdjuster()], on: house)
    // A takes screen x and y for east and north, and never changes the scale.
    #expect(report.tally(of: 0, .sameWhenTurned).broken > 0)
    #expect(report.tally(of: 0, .zoomUnchanged).isAlwaysKept)
    #expect(report.tally(of: 0, .untouchedWhenVisible).isAlwaysKept)
    // C computes in 32 bits, whose steps are points wide here.
    let untouched = report.tally(of: 1, .untouchedWhenVisible, zoom: 1)
    #expect(untouched.broken == untouched.asked && untouched.asked > 0)
    #expect(report.tally(of: 1, .inside).broken > 0)
    // The map that nobody moves keeps what asks for stillness.
    #expect(AdjusterReportTests.broken(report, 2) == ["C1", "C3", "C15", "C16"])
    #expect(report.tally(of: 2, .untouchedWhenVisible).isAlwaysKept)
  }

  @Test
  func `a region of 30 degrees at 50 north is zoomed by a fifth`() throws {
    let grid = AdjusterGrid(
      viewSize: ScreenSize(width: 320, height: 480), columns: 5, rows: 7,
      // 30 degrees across 320 points: log2(360 x 320 / (256 x 30)).
      zoomLevels: [3.906_890_595_608_518_5], latitudes: [50],
      style: .plain(size: ScreenSize(width: 160, height: 80)))
    let report = AdjusterReport(of: [ContainRectAdjuster(animated: false)], on: grid)
    let tally = report.tally(of: 0, .zoomUnchanged)
    #expect(tally.broken == tally.asked)
    let worst = try #require(tally.worst)
    #expect(worst.measure.unit == .scale)
    #expect(worst.measure.amount > 0.1 && worst.measure.amount < 0.3)
  }

  @Test(arguments: [
    EdgeMarginsAdjuster() as any CalloutAdjuster, ContainRectAdjuster(animated: false),
    EdgedRegionAdjuster(precision: .double), MoveCenterAdjuster(), IdealAdjuster(), NoAdjuster(),
  ])
  func `whatever breaks a criterion is told in its unit`(adjuster: any CalloutAdjuster) throws {
    let grid = AdjusterReportTests.grid(zooms: [3, 18], latitudes: [-35, 80])
    var seen: Set<Criterion> = []
    for (zoom, latitude) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      let viewport = try #require(grid.viewport(zoom: zoom, latitude: latitude))
      for position in 0..<grid.positionCount {
        guard let scene = grid.scene(at: position, in: viewport) else { continue }
        let verdicts = [
          AdjusterTrial.verdict(of: adjuster, on: scene),
          AdjusterSession.verdict(of: adjuster, on: scene),
        ]
        for verdict in verdicts.compactMap(\.self) {
          for criterion in Criterion.allCases {
            guard let measure = verdict.measure(of: criterion) else { continue }
            seen.insert(criterion)
            let units = [criterion.unit] + (criterion.unit == .points ? [.scale] : [])
            #expect(units.contains(measure.unit), "\(criterion) at \(position)")
            #expect(measure.isKept || measure.amount > 0, "\(criterion) at \(position)")
          }
        }
      }
    }
    #expect(seen.count >= 14)
  }

  @Test
  func `a callout that is too large is asked for its pin, not for its place`() {
    let grid = AdjusterReportTests.grid(
      zooms: [12], style: .plain(size: ScreenSize(width: 450, height: 100)))
    let report = AdjusterReport(of: [IdealAdjuster()], on: grid)
    #expect(report.tally(of: 0, .inside).asked == 0)
    #expect(report.tally(of: 0, .oversize).isAlwaysKept)
    #expect(report.marks(of: 0, .inside).allSatisfy { $0 == .notAsked })
  }

  @Test
  func `bubbles are tried as well as plain callouts`() {
    let grid = AdjusterReportTests.grid(
      zooms: [12], style: .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    )
    let report = AdjusterReport(of: [EdgeMarginsAdjuster(), NoAdjuster()], on: grid)
    #expect(report.tally(of: 0, .inside).asked == 270)
    #expect(report.tally(of: 1, .inside).broken > 0)
  }

  @Test
  func `every criterion is asked of a trial or of a session`() {
    #expect(AdjusterReport.criteria == Criterion.allCases)
    let asked = AdjusterTrial.criteria + AdjusterSession.criteria
    #expect(asked.count == Criterion.allCases.count && Set(asked).count == asked.count)
  }

  @Test
  func `sheets made in any order are the same report`() {
    let grid = AdjusterReportTests.grid(zooms: [3, 12], latitudes: [0, 40, 70])
    let whole = AdjusterReport(of: [EdgedRegionAdjuster(), NoAdjuster()], on: grid)
    var sheets: [AdjusterResultGrid?] = Array(repeating: nil, count: 6)
    for index in [4, 1, 5, 0, 3, 2] {
      sheets[index] =
        index < 3
        ? AdjusterResultGrid(of: EdgedRegionAdjuster(), on: grid, latitude: index)
        : AdjusterResultGrid(of: NoAdjuster(), on: grid, latitude: index - 3)
    }
    let joined = AdjusterReport(
      sheets.compactMap(\.self), of: ["edged region", "none"], on: grid)
    #expect(
      joined.trials == whole.trials && whole.trials == sheets.reduce(0) { $0 + ($1?.trials ?? 0) })
    for adjuster in 0..<2 {
      for criterion in AdjusterTrial.criteria {
        #expect(joined.tally(of: adjuster, criterion) == whole.tally(of: adjuster, criterion))
        #expect(joined.marks(of: adjuster, criterion) == whole.marks(of: adjuster, criterion))
      }
    }
  }

  @Test
  func `marks and tallies tell the same`() {
    let grid = AdjusterReportTests.grid(zooms: [3, 12, 18], latitudes: [40, 70])
    let report = AdjusterReport(of: [EdgedRegionAdjuster()], on: grid)
    for criterion in AdjusterTrial.criteria {
      let all = report.marks(of: 0, criterion)
      for position in 0..<grid.positionCount {
        let byZoom = (0..<3).map { report.marks(of: 0, criterion, zoom: $0)[position] }
        let byLatitude = (0..<2).map { report.marks(of: 0, criterion, latitude: $0)[position] }
        #expect(byZoom.max() == all[position] && byLatitude.max() == all[position])
      }
      let one = AdjusterReport(
        of: [EdgedRegionAdjuster()],
        on: AdjusterReportTests.grid(zooms: [18], latitudes: [70]))
      let marks = one.marks(of: 0, criterion)
      let tally = one.tally(of: 0, criterion)
      #expect(marks.count { $0 != .notAsked } == tally.asked)
      #expect(marks.count(where: \.isBroken) == tally.broken)
    }
  }
}
