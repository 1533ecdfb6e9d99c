import Formatting
import MapGeometry

/// The cost of a fixed workload on this machine.
public struct BenchReport: TimedRuns, Sendable {
  var name: String
  var simulated: SimulatedTime
  var shownViews: Int
  var frames: Int
  var nanoseconds: [Int64]
  var digest: String
  /// Bytes that the model allocated in steady frames; nil when they are not counted.
  var bytes: Int64?
  var allocatingFrames: Int
  var steadyFrames: Int
  /// The longest that a run should take, in nanoseconds; nil when nothing is demanded.
  var target: Int64? = BenchText.target
}

/// A bench in words: a table, and whether its targets are met.
public enum BenchText {
  /// The longest that a run of plain panning should take, in nanoseconds.
  static let target: Int64 = 100_000_000

  /// The table and the line below it.
  public static func text(of report: BenchReport) -> String {
    let table = TextLayout.table(of: rows(of: report)) { name, text in
      [TableCell("", name), TableCell(report.name, text)]
    }
    return table + verdict(on: report) + "\n"
  }

  private static func rows(of report: BenchReport) -> KeyValuePairs<String, String> {
    let frames = Int64(max(report.frames, 1))
    return [
      "simulated": MetricText.time(report.simulated),
      "frames": MetricText.count(Int64(report.frames)),
      "shown views": MetricText.count(Int64(report.shownViews)),
      "runs": MetricText.count(Int64(report.nanoseconds.count)),
      "best": MetricText.lap(report.best), "median": MetricText.lap(report.median),
      "per frame, best": "\(MetricText.count(report.best / frames)) ns",
      "allocations": allocations(of: report), "digest": report.digest,
    ]
  }

  private static func allocations(of report: BenchReport) -> String {
    guard let bytes = report.bytes else { return "unavailable: jemalloc does not serve" }
    guard bytes > 0 else { return "0 per frame in \(report.steadyFrames) steady frames" }
    return "\(MetricText.count(bytes)) bytes in \(report.allocatingFrames) of "
      + "\(report.steadyFrames) steady frames"
  }

  private static func verdict(on report: BenchReport) -> String {
    let time = report.target.map { target in
      "best below \(MetricText.lap(target)): \(report.best < target ? "met" : "missed"); "
    }
    let memory = report.bytes.map { $0 == 0 ? "met" : "missed" } ?? "not known"
    return "targets: \(time ?? "")0 allocations per steady frame: \(memory)"
  }
}
