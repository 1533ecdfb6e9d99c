import AdjusterSuite
import Callouts
import MapGeometry
import Measures
import Testing

@Suite("Surveys of adjusters")
struct AdjusterSurveyTests {
  /// An adjuster that goes wrong with wide callouts alone.
  private struct Narrow: CalloutAdjuster {
    let name = "narrow"

    func move(for scene: CalloutScene) -> MapMove {
      scene.layout.body.width > 300 ? .stay : IdealAdjuster().move(for: scene)
    }

    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      IdealAdjuster().guarantee(for: scene)
    }
  }

  private static let grid = AdjusterGrid(
    columns: 12, rows: 16, zoomLevels: [4, 8, 9, 10, 11, 12, 16], latitudes: [0, 10, 40, 52.5])
  private static let styles: [CalloutStyle] = [
    .plain(size: ScreenSize(width: 200, height: 108)),
    .plain(size: ScreenSize(width: 320, height: 90)),
    .plain(size: ScreenSize(width: 480, height: 90)),
  ]
  private static let family = grid.family(
    viewSizes: [ScreenSize(width: 390, height: 844), ScreenSize(width: 844, height: 390)],
    styles: styles)

  @Test
  func `a family has every callout in every view, the first on the whole grid`() {
    let family = AdjusterSurveyTests.family
    #expect(family.count == 6)
    #expect(family[0] == AdjusterSurveyTests.grid)
    #expect(family.map(\.viewSize.width) == [390, 390, 390, 844, 844, 844])
    #expect(family.map(\.style) == AdjusterSurveyTests.styles + AdjusterSurveyTests.styles)
    for other in family.dropFirst() {
      #expect(other.columns == 10 && other.rows == 14)
      #expect(other.zoomLevels == [4, 8, 10, 11, 16])
      #expect(other.latitudes == [0, 10, 52.5])
    }
  }

  @Test
  func `the standard family has small, usual and oversize callouts in several views`() {
    let family = AdjusterGrid.standardFamily
    #expect(family[0] == AdjusterGrid())
    #expect(family.count == 15 && Set(family).count == 15)
    func fits(_ grid: AdjusterGrid) -> Bool {
      guard case .plain(let size) = grid.style else { return true }
      return size.width + 4 <= grid.viewSize.width
        && size.height + grid.parentSize.height + 4 <= grid.viewSize.height
    }
    #expect(family.contains { !fits($0) })
    #expect(family.contains { fits($0) && $0.viewSize != family[0].viewSize })
  }

  @Test
  func `a failure is told with the first view and callout that show it`() {
    let survey = AdjusterSurvey(of: [Narrow(), NoAdjuster()], on: AdjusterSurveyTests.family)
    let inside = survey.outcome(of: 0, .inside)
    // A callout of 480 points does not fit a phone upright, so there it is not asked.
    #expect(inside.asking == [0, 1, 3, 4, 5])
    #expect(inside.breaking == [1, 4, 5] && inside.first == 1)
    let oversize = survey.outcome(of: 0, .oversize)
    #expect(oversize.asking == [2] && oversize.breaking == [2])
    #expect(survey.outcome(of: 1, .inside).first == 0)
    #expect(survey.outcome(of: 1, .zoomUnchanged).first == nil)
    #expect(survey.outcome(of: 1, .zoomUnchanged).counts.isAlwaysKept)
    // A session asks it in every size.
    #expect(survey.outcome(of: 0, .callbacksPaired).asking == [0, 1, 2, 3, 4, 5])
    #expect(survey.sessions == survey.reports.map(\.sessions).reduce(0, +))
  }

  /// The first grid has views in which all that adjusters bring inside fits.
  @Test(arguments: AdjusterCatalog.standard.definitions)
  func `every adjuster keeps what it promises`(definition: AdjusterDefinition) {
    let adjuster = definition.published
    let survey = AdjusterSurvey(of: [adjuster], on: [AdjusterSurveyTests.grid])
    let broken = Criterion.allCases.filter { !survey.outcome(of: 0, $0).breaking.isEmpty }
    #expect(broken.filter(adjuster.keptCriteria.contains) == [])
    #expect(definition.isFaultless == broken.isEmpty)
  }

  @Test
  func `a survey counts what its reports count`() {
    let adjusters: [any CalloutAdjuster] = [EdgeMarginsAdjuster(), IdealAdjuster()]
    let survey = AdjusterSurvey(of: adjusters, on: AdjusterSurveyTests.family)
    #expect(survey.names == ["edge margins", "ideal"])
    #expect(survey.trials == survey.reports.reduce(0) { $0 + $1.trials })
    for adjuster in adjusters.indices {
      for criterion in AdjusterTrial.criteria {
        let counts = survey.outcome(of: adjuster, criterion).counts
        let tallies = survey.reports.map { $0.tally(of: adjuster, criterion) }
        #expect(counts.asked == tallies.reduce(0) { $0 + $1.asked })
        #expect(counts.broken == tallies.reduce(0) { $0 + $1.broken })
        #expect(counts.brokenByWorldEnd == tallies.reduce(0) { $0 + $1.brokenByWorldEnd })
      }
    }
  }

  @Test
  func `the ideal one keeps everything with every callout in every view`() {
    let grid = AdjusterGrid(columns: 8, rows: 10, zoomLevels: [2, 3, 8, 20], latitudes: [0, 70])
    let survey = AdjusterSurvey(
      of: [IdealAdjuster()],
      on: grid.family(
        viewSizes: AdjusterGrid.standardViewSizes, styles: AdjusterGrid.standardStyles))
    for criterion in AdjusterTrial.criteria {
      let outcome = survey.outcome(of: 0, criterion)
      #expect(outcome.first == nil && outcome.counts.asked > 0, "\(criterion.code)")
    }
    // Where the world ends a pin stays cut off that no map can bring into view.
    #expect(survey.outcome(of: 0, .oversize).counts.brokenByWorldEnd > 0)
  }
}
