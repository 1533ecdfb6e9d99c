import Formatting
import Instruments
public import MapEvents
public import MapModel

/// Measures the overhead of the meters.
///
/// The session is a minute of steady panning over views that cluster in every frame. It is
/// replayed under each meter in turn. Times are those of the processor; otherwise the load
/// of other processes would be measured too.
public enum OverheadBench {
  /// A meter to be measured.
  public struct Subject {
    let name: String
    let replay: (_ play: (any Meter, @escaping (Event) -> Void) -> Void) -> Void

    /// Makes a subject.
    ///
    /// - Parameters:
    ///   - name: Its name, in a word.
    ///   - replay: Lets a session be played under the meter, once.
    public init(
      name: String,
      replay: @escaping (_ play: (any Meter, @escaping (Event) -> Void) -> Void) -> Void
    ) { (self.name, self.replay) = (name, replay) }
  }

  /// The number of steps of the session.
  public static let stepCount = MapBench.ways

  /// How often each turn replays the session; the fastest counts.
  private static let replays = 3

  /// The largest overhead that is allowed, in thousandths of the measured time.
  static let target = 20

  /// Times the session without a meter and under each one, in turn, forwards and backwards.
  ///
  /// - Parameters:
  ///   - subjects: The meters; the first is the one of every run.
  ///   - runs: The number of turns.
  /// - Returns: The times.
  public static func measure(_ subjects: [Subject], runs: Int) -> OverheadReport {
    let still = Subject(name: "none") { play in play(StillMeter()) { _ in } }
    let all = [still] + subjects
    var times = all.map { _ in [Int64]() }
    let clock = ProcessorClock()
    // The first turn makes what is made once.
    for turn in 0...runs {
      let order = turn.isMultiple(of: 2) ? Array(all.indices) : all.indices.reversed()
      for index in order {
        let laps = (0..<replays).map { _ in
          let start = clock.nanoseconds
          all[index].replay(MapBench.play)
          return clock.nanoseconds - start
        }
        if turn > 0 { times[index].append(laps.min() ?? 0) }
      }
    }
    return OverheadReport(
      rows: zip(all, times).map { OverheadReport.Row(name: $0.name, nanoseconds: $1) })
  }
}

/// The overhead of the meters.
public struct OverheadReport: Sendable {
  struct Row: TimedRuns, Sendable {
    var name: String
    var nanoseconds: [Int64]

    /// Returns the overhead of each turn over the turn without a meter, in thousandths, sorted.
    func overheads(over still: Row) -> [Int] {
      zip(nanoseconds, still.nanoseconds).map { Int(($0 - $1) * 1_000 / max($1, 1)) }.sorted()
    }
  }

  /// The rows; the first one is the replay without a meter.
  var rows: [Row]
}

extension BenchText {
  /// The table and the line below it.
  public static func text(of report: OverheadReport) -> String {
    guard let still = report.rows.first else { return "" }
    let titles = ["meter", "best", "median", "overhead", "95 % interval"]
    let table = TextLayout.table(of: report.rows) { row in
      let overheads = row.overheads(over: still)
      let isStill = row.name == still.name
      let cells = [
        row.name, MetricText.lap(row.best), MetricText.lap(row.median),
        isStill ? "-" : percent(middle(of: overheads)), isStill ? "-" : interval(of: overheads),
      ]
      return zip(titles, cells).map { TableCell($0, $1, isNumber: $0 != "meter") }
    }
    return table + verdict(on: report) + "\n"
  }

  private static func verdict(on report: OverheadReport) -> String {
    guard let still = report.rows.first, let row = report.rows.dropFirst().first else { return "" }
    let overheads = row.overheads(over: still)
    var outcome = "undecided, as the interval is too wide; more --runs narrow it"
    if let rank = rank(of: overheads.count) {
      if overheads[overheads.count - 1 - rank] < OverheadBench.target { outcome = "met" }
      if overheads[rank] >= OverheadBench.target { outcome = "missed" }
    }
    return "targets: measuring costs less than \(percent(OverheadBench.target)) at the default "
      + "level, which is \(row.name): \(outcome)"
  }

  private static func middle(of sorted: [Int]) -> Int {
    sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
  }

  private static func percent(_ thousandths: Int) -> String {
    let size = abs(thousandths)
    return "\(thousandths < 0 ? "-" : "")\(size / 10).\(size % 10) %"
  }

  /// The ranks between which the median of all turns lies with 95 %, whatever their
  /// distribution.
  private static func interval(of sorted: [Int]) -> String {
    guard let rank = rank(of: sorted.count) else { return "-" }
    return "\(percent(sorted[rank])) to \(percent(sorted[sorted.count - 1 - rank]))"
  }

  /// The highest rank from 0 below which, and as far from the end, the middle lies with at most
  /// 5 %; nil for fewer than six values.
  static func rank(of count: Int) -> Int? {
    var tail = 0.0
    // The share of the 2^n ways to lie above or below the middle that have so few below it.
    var ways = 1.0
    let all = (0..<count).reduce(1.0) { all, _ in all * 2 }
    var found: Int?
    for rank in 0..<max(count / 2, 0) {
      tail += ways
      guard 2 * tail / all <= 0.05 else { break }
      found = rank
      ways = ways * Double(count - rank) / Double(rank + 1)
    }
    return found
  }
}
