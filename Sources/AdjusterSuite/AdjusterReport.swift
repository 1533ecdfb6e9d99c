public import Callouts
public import Measures

/// Which criteria some adjusters keep on a grid of scenes, and where they break the others.
///
/// For an adjuster of your own:
///
///     let report = AdjusterReport(of: [MyAdjuster()], on: AdjusterGrid())
///     for criterion in AdjusterReport.criteria {
///       let tally = report.tally(of: 0, criterion)
///       // tally.isAlwaysKept, tally.broken, tally.worst
///     }
public struct AdjusterReport: Sendable {
  /// The criteria, in their order: those of trials, and those of sessions, which are asked at few
  /// places.
  public static let criteria = Criterion.allCases

  /// The scenes.
  public let grid: AdjusterGrid
  /// The names of the adjusters, in their order.
  public let names: [String]
  /// The trials that were made.
  public let trials: Int
  /// The sessions that were played beside them.
  public let sessions: Int
  /// For each adjuster, criterion and zoom level the worst mark of all latitudes at each position.
  private var zoomMarks: [UInt8]
  /// For each adjuster, criterion and latitude the worst mark of all zoom levels at each position.
  private var latitudeMarks: [UInt8]
  /// For each adjuster, criterion, zoom level and latitude.
  private var tallies: [CriterionTally]

  /// Tries adjusters on a grid, one after the other.
  ///
  /// - Complexity: O(adjusters × positions × zoom levels × latitudes), some microseconds for each.
  public init(of adjusters: [any CalloutAdjuster], on grid: AdjusterGrid) {
    var sheets: [AdjusterResultGrid] = []
    for adjuster in adjusters {
      for latitude in grid.latitudes.indices {
        sheets.append(AdjusterResultGrid(of: adjuster, on: grid, latitude: latitude))
      }
    }
    self.init(sheets, of: adjusters.map(\.name), on: grid)
  }

  /// Joins sheets: for each adjuster one for each latitude, in their order.
  public init(_ sheets: [AdjusterResultGrid], of names: [String], on grid: AdjusterGrid) {
    precondition(
      sheets.count == names.count * grid.latitudes.count,
      "\(sheets.count) sheets of \(names.count) adjusters")
    self.grid = grid
    self.names = names
    trials = sheets.reduce(0) { $0 + $1.trials }
    sessions = sheets.reduce(0) { $0 + $1.sessions }
    let positions = grid.positionCount
    let lines = names.count * AdjusterReport.criteria.count
    let (zooms, latitudes) = (grid.zoomLevels.count, grid.latitudes.count)
    zoomMarks = Array(repeating: 0, count: lines * zooms * positions)
    latitudeMarks = Array(repeating: 0, count: lines * latitudes * positions)
    tallies = Array(repeating: CriterionTally(), count: lines * zooms * latitudes)
    for (index, sheet) in sheets.enumerated() {
      precondition(sheet.latitude == index % latitudes, "sheets out of order")
      take(sheet, of: index / latitudes)
    }
  }

  private mutating func take(_ sheet: AdjusterResultGrid, of adjuster: Int) {
    let (zooms, latitudes) = (grid.zoomLevels.count, grid.latitudes.count)
    let positions = grid.positionCount
    for criterion in AdjusterReport.criteria.indices {
      let line = adjuster * AdjusterReport.criteria.count + criterion
      let byLatitude = (line * latitudes + sheet.latitude) * positions
      for zoom in 0..<zooms {
        let table = criterion * zooms + zoom
        tallies[(line * zooms + zoom) * latitudes + sheet.latitude] = sheet.tallies[table]
        let byZoom = (line * zooms + zoom) * positions
        for position in 0..<positions {
          let mark = sheet.marks[table * positions + position]
          zoomMarks[byZoom + position] = max(zoomMarks[byZoom + position], mark)
          latitudeMarks[byLatitude + position] = max(latitudeMarks[byLatitude + position], mark)
        }
      }
    }
  }
}

extension AdjusterReport {
  private func line(_ adjuster: Int, _ criterion: Criterion) -> Int? {
    precondition(names.indices.contains(adjuster), "no adjuster \(adjuster)")
    return AdjusterReport.criteria.firstIndex(of: criterion).map {
      adjuster * AdjusterReport.criteria.count + $0
    }
  }

  /// What a criterion says of an adjuster, given by its number, at one zoom level and latitude.
  public func tally(
    of adjuster: Int, _ criterion: Criterion, zoom: Int, latitude: Int
  ) -> CriterionTally {
    guard let line = line(adjuster, criterion) else { return CriterionTally() }
    return tallies[(line * grid.zoomLevels.count + zoom) * grid.latitudes.count + latitude]
  }

  /// What a criterion says of an adjuster at one zoom level, all latitudes together.
  public func tally(of adjuster: Int, _ criterion: Criterion, zoom: Int) -> CriterionTally {
    var sum = CriterionTally()
    for latitude in grid.latitudes.indices {
      sum.add(tally(of: adjuster, criterion, zoom: zoom, latitude: latitude))
    }
    return sum
  }

  /// What a criterion says of an adjuster on the whole grid.
  public func tally(of adjuster: Int, _ criterion: Criterion) -> CriterionTally {
    var sum = CriterionTally()
    for zoom in grid.zoomLevels.indices { sum.add(tally(of: adjuster, criterion, zoom: zoom)) }
    return sum
  }

  /// The worst marks of all latitudes at one zoom level, one for each position.
  public func marks(of adjuster: Int, _ criterion: Criterion, zoom: Int) -> [AdjusterResultCell] {
    guard let line = line(adjuster, criterion) else { return unmarked }
    let start = (line * grid.zoomLevels.count + zoom) * grid.positionCount
    return zoomMarks[start..<start + grid.positionCount].map(AdjusterResultCell.init(byte:))
  }

  /// The worst marks of all zoom levels at one latitude, one for each position.
  public func marks(of adjuster: Int, _ criterion: Criterion, latitude: Int) -> [AdjusterResultCell]
  {
    guard let line = line(adjuster, criterion) else { return unmarked }
    let start = (line * grid.latitudes.count + latitude) * grid.positionCount
    return latitudeMarks[start..<start + grid.positionCount].map(AdjusterResultCell.init(byte:))
  }

  /// The worst marks of some zoom levels, given by their numbers, one for each position.
  public func marks(
    of adjuster: Int, _ criterion: Criterion, zooms: Range<Int>
  ) -> [AdjusterResultCell] {
    var worst = unmarked
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

  private var unmarked: [AdjusterResultCell] {
    Array(repeating: .notAsked, count: grid.positionCount)
  }
}
