public import Callouts
public import Formatting
public import MapGeometry

/// The criteria that adjusters keep in views and with callouts of several sizes.
///
/// For an adjuster of your own:
///
///     let survey = AdjusterSurvey(of: [MyAdjuster()])
///     for criterion in AdjusterReport.criteria {
///       let outcome = survey.outcome(of: 0, criterion)
///       // outcome.counts.isAlwaysKept, outcome.counts.broken, outcome.first
///     }
public struct AdjusterSurvey: Sendable {
  /// The reports, one for each pair of a view and a callout.
  public let reports: [AdjusterReport]

  /// Tries adjusters on grids, by default the standard ones.
  ///
  /// `inOrder` makes so many result grids by their numbers and returns them in that order; each is
  /// a pure function of its number, so several may be made at once.
  public init(
    of adjusters: [any CalloutAdjuster], on grids: [AdjusterGrid] = AdjusterGrid.standardFamily,
    inOrder: (Int, @escaping @Sendable (Int) -> AdjusterResultGrid) -> [AdjusterResultGrid] = {
      (0..<$0).map($1)
    }
  ) {
    // A result grid belongs to a grid, an adjuster and a latitude.
    let tasks = grids.flatMap { grid in
      adjusters.flatMap { adjuster in grid.latitudes.indices.map { (adjuster, grid, $0) } }
    }
    var results = inOrder(tasks.count) { number in
      let (adjuster, grid, latitude) = tasks[number]
      return AdjusterResultGrid(of: adjuster, on: grid, latitude: latitude)
    }[...]
    self.init(
      grids.map { grid in
        let count = adjusters.count * grid.latitudes.count
        defer { results.removeFirst(count) }
        return AdjusterReport(Array(results.prefix(count)), of: adjusters.map(\.name), on: grid)
      })
  }

  /// Joins reports on the same adjusters; the first is the one to be drawn.
  ///
  /// - Precondition: At least one report, and all on the same adjusters.
  public init(_ reports: [AdjusterReport]) {
    precondition(!reports.isEmpty, "a survey without a report")
    precondition(
      reports.allSatisfy { $0.names == reports[0].names }, "reports on different adjusters")
    self.reports = reports
  }

  /// The first report, whose grid is the finest in a family.
  public var main: AdjusterReport { reports[0] }
  /// The names of the adjusters, in their order.
  public var names: [String] { main.names }
  /// The trials of all reports.
  public var trials: Int { reports.reduce(0) { $0 + $1.trials } }
  /// The sessions of all reports.
  public var sessions: Int { reports.reduce(0) { $0 + $1.sessions } }

  /// The outcome of a criterion for an adjuster in all reports.
  public func outcome(of adjuster: Int, _ criterion: Criterion) -> SurveyOutcome {
    var outcome = SurveyOutcome()
    for (index, report) in reports.enumerated() {
      outcome.add(report.tally(of: adjuster, criterion), ofReport: index)
    }
    return outcome
  }
}

/// The outcome of one criterion for one adjuster in the reports of a survey.
public struct SurveyOutcome: Hashable, Sendable {
  /// The trials of all reports, without a worst one.
  public private(set) var counts = CriterionCounts()
  /// The reports in which the criterion applied to a trial.
  public private(set) var asking: [Int] = []
  /// The reports in which it was broken where the map could move.
  public private(set) var breaking: [Int] = []

  /// The first report in which it was broken where the map could move.
  public var first: Int? { breaking.first }

  mutating func add(_ tally: CriterionCounts, ofReport index: Int) {
    guard tally.asked > 0 else { return }
    var tally = tally
    tally.worst = nil
    counts.add(tally)
    asking.append(index)
    if !tally.isKeptWhereWorldGoesOn { breaking.append(index) }
  }
}

extension AdjusterSurvey {
  /// The files in which a survey is reported.
  public static var files: [ReportFile<AdjusterSurvey>] {
    [
      ReportFile("adjusters.html", "heat maps of the first view and callout") {
        AdjusterPage.text(of: $0)
      }, ReportFile("adjusters.md", "the tables in Markdown") { AdjusterMarkdown.text(of: $0) },
      ReportFile(AdjusterPicture.name, "heat maps side by side") { AdjusterPicture.text(of: $0) },
    ]
  }
}
