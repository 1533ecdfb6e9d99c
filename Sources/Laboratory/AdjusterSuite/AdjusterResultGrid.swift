public import Callouts
internal import MapGeometry
internal import Measures

/// The results of one adjuster at one latitude; each grid is independent of the others.
public struct AdjusterResultGrid: Sendable {
  /// The number of the latitude.
  public let latitude: Int
  /// The number of trials.
  public private(set) var trials = 0
  /// The number of sessions that were played in addition to the trials.
  public private(set) var sessions = 0
  /// For each criterion and zoom level a mark for each position.
  private(set) var marks: [UInt8]
  /// For each criterion a tally for each zoom level.
  private(set) var tallies: [CriterionCounts]
  private let grid: AdjusterGrid

  /// Tries an adjuster at one latitude of a grid, given by its number.
  ///
  /// - Complexity: O(positions × zoom levels) and some sessions; two arrays of memory.
  public init(of adjuster: some CalloutAdjuster, on grid: AdjusterGrid, latitude: Int) {
    (self.grid, self.latitude) = (grid, latitude)
    let tables = AdjusterReport.criteria.count * grid.zoomLevels.count
    marks = Array(repeating: AdjusterResultCell.notAsked.code, count: tables * grid.positionCount)
    tallies = Array(repeating: CriterionCounts(), count: tables)
    for zoom in grid.zoomLevels.indices {
      guard let viewport = grid.viewport(zoom: zoom, latitude: latitude) else { continue }
      for position in 0..<grid.positionCount {
        guard let scene = grid.scene(at: position, in: viewport) else { continue }
        trials += 1
        let place = AdjusterPlace(zoom: zoom, latitude: latitude, position: position)
        record(AdjusterTrial.verdict(of: adjuster, on: scene), at: place)
        guard grid.hasSession(zoom: zoom, position: position),
          let session = AdjusterSession.verdict(of: adjuster, on: scene)
        else { continue }
        sessions += 1
        record(session, of: AdjusterSession.criteria, at: place)
      }
    }
  }

  private mutating func record(
    _ verdict: CalloutVerdict, of criteria: [Criterion] = AdjusterTrial.criteria,
    at place: AdjusterPlace
  ) {
    guard let measures = verdict.measures else { return }
    let zooms = grid.zoomLevels.count
    let positions = grid.positionCount
    for (number, criterion) in AdjusterReport.criteria.enumerated()
    where criteria.contains(criterion) {
      let table = number * zooms + place.zoom
      guard let measure = measures[criterion] else { continue }
      tallies[table].asked += 1
      var mark = AdjusterResultCell.kept
      if measure.isKept {
        // The standard mark.
      } else if measures.isBrokenByWorldEnd(criterion) {
        tallies[table].broken += 1
        tallies[table].brokenByWorldEnd += 1
        mark = .worldEnded
      } else {
        tallies[table].see(broken: measure, at: place)
        mark = AdjusterResultCell(broken: measure)
      }
      marks[table * positions + place.position] = mark.code
    }
  }
}
