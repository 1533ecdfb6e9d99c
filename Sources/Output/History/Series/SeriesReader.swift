internal import Counts
internal import GRDB
internal import Metrics
internal import Statistics

/// Runs of a history with series of their numbers.
public struct HistoryContents: Sendable {
  /// The runs, in the order of their revisions.
  public let runs: [RecordedRun]
  /// The series by session, then class and name, then fingerprint.
  public let series: [Series]
  /// The number of quantities of sessions, including those left out because they never
  /// change.
  public let seriesCount: Int
}

extension HistoryStore {
  /// Reads series.
  ///
  /// - Parameters:
  ///   - name: The name of the quantities to read; nil for all.
  ///   - session: The text that the ids of the sessions must contain; nil for all.
  ///   - branch: The branch of the runs to read; nil for all.
  ///   - constantToo: Whether to include series whose numbers are all equal.
  /// - Returns: A consistent snapshot of runs and series, whatever is added meanwhile.
  /// - Throws: A `HistoryError` when the history cannot be read.
  /// - Complexity: O(runs · sessions) for the scenarios played, and as much for each series
  ///   that is not constant.
  public func contents(
    of name: String? = nil, session: String? = nil, branch: String? = nil, constantToo: Bool = false
  ) throws(HistoryError) -> HistoryContents {
    try read { database in
      var reader = SeriesReader(
        database, runs: try HistoryStore.runs(in: database, branch: branch))
      reader.keepsConstant = constantToo
      return try reader.contents(of: name, session: session)
    }
  }
}

/// Reads series from the tables sheet by sheet: runs without changes share their sheets.
private struct SeriesReader {
  var keepsConstant = false
  private let database: Database
  private let runs: [RecordedRun]
  /// The index of each run by its number.
  private let indexes: [Int64: Int]
  /// The distinct fingerprints that numbers of a class must share.
  ///
  /// A run's numbers refer to them by index, or to nil where the numbers are comparable with
  /// no other run.
  private var prints: [Fingerprint] = []
  private var printNumbers: [[Int?]] = []

  /// The sheet of a session in a run.
  private struct Played {
    var run: Int
    var sheet: Int64
  }

  private struct SheetContent {
    /// A number for the digest of the scenario.
    var scenario: Int?
    /// The readings by their metrics.
    var values: [Int64: Value] = [:]
  }

  private struct Value: Equatable {
    var value: Int64
    var whole: Int64?
  }

  init(_ database: Database, runs: [RecordedRun]) {
    (self.database, self.runs) = (database, runs)
    indexes = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.number, $0) })
    var numbers: [Fingerprint: Int] = [:]
    for run in runs {
      printNumbers.append(
        SeriesReader.fingerprinted.map { quantity -> Int? in
          let print = run.fingerprint(of: quantity) ?? Fingerprint([:])
          guard quantity.hindrance(in: print) == nil else { return nil }
          if let number = numbers[print] { return number }
          numbers[print] = prints.count
          prints.append(print)
          return prints.count - 1
        })
    }
  }

  /// One quantity of each kind of fingerprint.
  private static let fingerprinted = [
    Quantity(.perSteadyFrame), Quantity.instructions, Quantity(.replay),
  ]

  /// The number of a run's fingerprint for a quantity; nil when its numbers belong to no
  /// series.
  private func printNumber(of run: Int, _ quantity: Quantity) -> Int? {
    switch quantity.kind {
    case .fact: -1
    case .count: printNumbers[run][quantity == .instructions ? 1 : 0]
    case .time: printNumbers[run][2]
    }
  }

  func contents(of name: String?, session: String?) throws -> HistoryContents {
    let sessions = try names(of: session)
    let quantities = try quantities(of: name)
    let sheets = try sheets(of: name)
    let columns = try [played("facts", in: sessions), played("counts", in: sessions)]
    let times = try times(of: quantities, in: sessions)
    var series: [Series] = []
    var count = 0
    for (session, name) in sessions.sorted(by: { $0.value < $1.value }) {
      var points = times[session] ?? [:]
      count += points.count
      for column in columns {
        let (changing, all) = self.points(of: column[session] ?? [], sheets)
        points.merge(changing) { first, _ in first }
        count += all
      }
      let scenarios = Dictionary(
        (columns[0][session] ?? []).map { ($0.run, sheets[$0.sheet]?.scenario) }
      ) { $1 }
      points = points.mapValues { $0.map { $0.played(scenarios[$0.run] ?? nil) } }
      let named = points.compactMap { metric, points in quantities[metric].map { ($0, points) } }
      for (quantity, points) in named.sorted(by: { SeriesReader.isOrdered($0.0, $1.0) }) {
        series += parts(of: points, quantity, session: name)
      }
    }
    return HistoryContents(runs: runs, series: series, seriesCount: count)
  }

  private static func isOrdered(_ one: Quantity, _ other: Quantity) -> Bool {
    let classes = [one, other].map { Quantity.Class.allCases.firstIndex(of: $0.kind) ?? 0 }
    return (classes[0], one.name) < (classes[1], other.name)
  }

  /// The series of a quantity, one for each fingerprint.
  private func parts(
    of points: [Series.Point], _ quantity: Quantity, session: String
  ) -> [Series] {
    var parts: [Int: [Series.Point]] = [:]
    for point in points {
      guard let print = printNumber(of: point.run, quantity) else { continue }
      parts[print, default: []].append(point)
    }
    return parts.sorted { $0.key < $1.key }.compactMap { print, points in
      let points = points.leveled
      guard keepsConstant || !points.isConstant else { return nil }
      return Series(
        session: session, quantity: quantity, fingerprint: print < 0 ? nil : prints[print],
        points: points)
    }
  }

  /// The points of the metrics that differ between sheets, and the number of all metrics.
  private func points(
    of played: [Played], _ sheets: [Int64: SheetContent]
  ) -> (changing: [Int64: [Series.Point]], count: Int) {
    let different = Set(played.map(\.sheet)).compactMap { sheets[$0] }
    let metrics = Set(different.flatMap(\.values.keys))
    let changing = metrics.filter { metric in
      keepsConstant || !different.allSatisfy { $0.values[metric] == different[0].values[metric] }
    }
    let points = changing.map { metric in
      let points = played.compactMap { played -> Series.Point? in
        guard let sheet = sheets[played.sheet], let value = sheet.values[metric] else { return nil }
        return Series.Point(
          run: played.run, value: value.value, whole: value.whole, time: nil,
          scenario: sheet.scenario)
      }
      return (metric, points)
    }
    return (Dictionary(uniqueKeysWithValues: points), metrics.count)
  }

  private func names(of session: String?) throws -> [Int64: String] {
    let rows = try Row.fetchAll(database, sql: "SELECT id, name FROM session")
    let named = rows.map { ($0[0] as Int64, $0[1] as String) }
    return Dictionary(uniqueKeysWithValues: named).filter { name in
      session.map(name.value.contains) ?? true
    }
  }

  private func quantities(of name: String?) throws -> [Int64: Quantity] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM metric WHERE ?1 IS NULL OR name = ?1", arguments: [name])
    let known = rows.compactMap { row in Quantity(row).map { (row["id"] as Int64, $0) } }
    return Dictionary(uniqueKeysWithValues: known)
  }

  private func sheets(of name: String?) throws -> [Int64: SheetContent] {
    var sheets: [Int64: SheetContent] = [:]
    var scenarios: [String: Int] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT id, scenario FROM sheet") {
      let scenario = (row[1] as String?).map { digest in
        let number = scenarios[digest] ?? scenarios.count
        scenarios[digest] = number
        return number
      }
      sheets[row[0]] = SheetContent(scenario: scenario)
    }
    let values = try Row.fetchCursor(
      database,
      sql: """
        SELECT sheet, metric, value, whole FROM sheet_value
        WHERE ?1 IS NULL OR metric IN (SELECT id FROM metric WHERE name = ?1)
        """, arguments: [name])
    while let row = try values.next() {
      sheets[row[0] as Int64]?.values[row[1]] = Value(value: row[2], whole: row[3])
    }
    return sheets
  }

  /// The sheets of each session in one column, in the order of the runs.
  private func played(
    _ column: String, in sessions: [Int64: String]
  ) throws -> [Int64: [Played]] {
    var played: [Int64: [Played]] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT run, session, \(column) FROM played WHERE \(column) IS NOT NULL")
    while let row = try rows.next() {
      guard let run = indexes[row[0]], sessions[row[1]] != nil else { continue }
      played[row[1], default: []].append(Played(run: run, sheet: row[2]))
    }
    return played.mapValues { $0.sorted { $0.run < $1.run } }
  }

  private func times(
    of quantities: [Int64: Quantity], in sessions: [Int64: String]
  ) throws -> [Int64: [Int64: [Series.Point]]] {
    var times: [Int64: [Int64: [Series.Point]]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT run, session, metric, nanoseconds, reference_ns, spread_ppm, samples FROM time
        """)
    while let row = try rows.next() {
      guard let run = indexes[row[0]], sessions[row[1]] != nil,
        let quantity = quantities[row[2]], printNumber(of: run, quantity) != nil
      else { continue }
      var time: RelativeTime?
      if let reference: Int64 = row[4], reference > 0, let spread: Int64 = row[5],
        let samples: Int = row[6]
      {
        time = RelativeTime(
          processorNanoseconds: row[3], referenceNanoseconds: reference, spreadMillionths: spread,
          samples: samples)
      }
      times[row[1], default: [:]][row[2], default: []].append(
        Series.Point(run: run, value: row[3], whole: nil, time: time, scenario: nil))
    }
    return times.mapValues { $0.mapValues { $0.sorted { $0.run < $1.run } } }
  }
}

extension Series.Point {
  /// The point with the scenario that its run played: sheets of counts and times do not have it.
  fileprivate func played(_ scenario: Int?) -> Self {
    Self(run: run, value: value, whole: whole, time: time, scenario: self.scenario ?? scenario)
  }
}

extension [Series.Point] {
  /// The points with the times that replays would take if the reference work always took its
  /// median.
  fileprivate var leveled: [Series.Point] {
    let references = compactMap(\.time?.referenceNanoseconds).sorted()
    guard !references.isEmpty else { return self }
    let median = Double(references[references.count / 2])
    return map { point in
      guard let time = point.time else { return point }
      let level = Double(time.processorNanoseconds) / Double(time.referenceNanoseconds) * median
      return Series.Point(
        run: point.run, value: Int64(exactly: level.rounded()) ?? .max, whole: nil, time: time,
        scenario: point.scenario)
    }
  }

  fileprivate var isConstant: Bool {
    allSatisfy { $0.value == first?.value && $0.whole == first?.whole }
  }
}
