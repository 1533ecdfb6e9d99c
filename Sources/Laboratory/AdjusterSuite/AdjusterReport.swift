public import MapGeometry

/// The criteria that adjusters keep on a grid of scenes, and where they break the others.
///
/// Made for an adjuster of your own by ``AdjusterSurvey``.
public struct AdjusterReport: Sendable {
  /// The criteria of trials, and those of sessions, in their order.
  public static let criteria = Criterion.allCases
  /// The scenes.
  public let grid: AdjusterGrid
  /// The names of the adjusters, in their order.
  public let names: [String]
  /// The number of trials.
  public let trials: Int
  /// The number of sessions that were played in addition to the trials.
  public let sessions: Int
  /// By adjuster, criterion and zoom level, the worst cell of all latitudes at each position.
  private var zoomMarks: [UInt8]
  /// By adjuster, criterion and latitude, the worst cell of all zoom levels at each position.
  private var latitudeMarks: [UInt8]
  /// By adjuster, criterion, zoom level and latitude.
  private var tallies: [CriterionCounts]

  /// Joins results: for each adjuster one for each latitude, in their order.
  public init(_ parts: [AdjusterResultGrid], of names: [String], on grid: AdjusterGrid) {
    precondition(
      parts.count == names.count * grid.latitudes.count,
      "\(parts.count) parts of \(names.count) adjusters")
    (self.grid, self.names) = (grid, names)
    trials = parts.reduce(0) { $0 + $1.trials }
    sessions = parts.reduce(0) { $0 + $1.sessions }
    let positions = grid.positionCount
    let lines = names.count * AdjusterReport.criteria.count
    let (zooms, latitudes) = (grid.zoomLevels.count, grid.latitudes.count)
    zoomMarks = Array(repeating: 0, count: lines * zooms * positions)
    latitudeMarks = Array(repeating: 0, count: lines * latitudes * positions)
    tallies = Array(repeating: CriterionCounts(), count: lines * zooms * latitudes)
    for (index, part) in parts.enumerated() {
      precondition(part.latitude == index % latitudes, "parts out of order")
      take(part, of: index / latitudes)
    }
  }

  private mutating func take(_ part: AdjusterResultGrid, of adjuster: Int) {
    let (zooms, latitudes) = (grid.zoomLevels.count, grid.latitudes.count)
    let positions = grid.positionCount
    for criterion in AdjusterReport.criteria.indices {
      let line = adjuster * AdjusterReport.criteria.count + criterion
      let byLatitude = (line * latitudes + part.latitude) * positions
      for zoom in 0..<zooms {
        let table = criterion * zooms + zoom
        tallies[(line * zooms + zoom) * latitudes + part.latitude] = part.tallies[table]
        let byZoom = (line * zooms + zoom) * positions
        for position in 0..<positions {
          let mark = part.marks[table * positions + position]
          zoomMarks[byZoom + position] = max(zoomMarks[byZoom + position], mark)
          latitudeMarks[byLatitude + position] = max(latitudeMarks[byLatitude + position], mark)
        }
      }
    }
  }
}

extension AdjusterReport {
  private func line(_ adjuster: Int, _ criterion: Criterion) -> Int {
    guard names.indices.contains(adjuster),
      let number = AdjusterReport.criteria.firstIndex(of: criterion)
    else { preconditionFailure("no adjuster \(adjuster)") }
    return adjuster * AdjusterReport.criteria.count + number
  }

  /// The tally of a criterion for an adjuster, given by its number, at one zoom level and latitude.
  public func tally(
    of adjuster: Int, _ criterion: Criterion, zoom: Int, latitude: Int
  ) -> CriterionCounts {
    let row = line(adjuster, criterion) * grid.zoomLevels.count + zoom
    return tallies[row * grid.latitudes.count + latitude]
  }

  /// The tally of a criterion for an adjuster at one zoom level, all latitudes together.
  public func tally(of adjuster: Int, _ criterion: Criterion, zoom: Int) -> CriterionCounts {
    var sum = CriterionCounts()
    for latitude in grid.latitudes.indices {
      sum.add(tally(of: adjuster, criterion, zoom: zoom, latitude: latitude))
    }
    return sum
  }

  /// The tally of a criterion for an adjuster on the whole grid.
  public func tally(of adjuster: Int, _ criterion: Criterion) -> CriterionCounts {
    var sum = CriterionCounts()
    for zoom in grid.zoomLevels.indices { sum.add(tally(of: adjuster, criterion, zoom: zoom)) }
    return sum
  }

  /// The worst marks of all latitudes at one zoom level, one for each position.
  public func marks(of adjuster: Int, _ criterion: Criterion, zoom: Int) -> [AdjusterResultCell] {
    cells(zoomMarks, line(adjuster, criterion) * grid.zoomLevels.count + zoom)
  }

  /// The worst marks of all zoom levels at one latitude, one for each position.
  public func marks(of adjuster: Int, _ criterion: Criterion, latitude: Int) -> [AdjusterResultCell]
  { cells(latitudeMarks, line(adjuster, criterion) * grid.latitudes.count + latitude) }

  private func cells(_ marks: [UInt8], _ row: Int) -> [AdjusterResultCell] {
    marks[row * grid.positionCount..<(row + 1) * grid.positionCount].map(
      AdjusterResultCell.init(byte:))
  }

  /// The worst marks of some zoom levels, given by their numbers, one for each position.
  public func marks(
    of adjuster: Int, _ criterion: Criterion, zooms: Range<Int>
  ) -> [AdjusterResultCell] {
    var worst = [AdjusterResultCell](repeating: .notAsked, count: grid.positionCount)
    for zoom in zooms {
      let marks = marks(of: adjuster, criterion, zoom: zoom)
      for position in worst.indices { worst[position] = max(worst[position], marks[position]) }
    }
    return worst
  }

  /// The worst marks of all, one for each position.
  public func marks(of adjuster: Int, _ criterion: Criterion) -> [AdjusterResultCell] {
    marks(of: adjuster, criterion, zooms: grid.zoomLevels.indices)
  }
}
