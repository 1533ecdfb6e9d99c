import Formatting
import MapGeometry

/// What a fixed workload cost on this machine.
public struct BenchReport: TimedRuns, Sendable {
  var name: String
  var simulated: SimulatedTime
  var shownViews: Int
  var frames: Int
  var nanoseconds: [Int64]
  var digest: String
  /// Bytes that the model asked the allocator for in steady frames; nil when nobody counts them.
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

  private static func rows(of report: BenchReport) -> [(name: String, text: String)] {
    let frames = Int64(max(report.frames, 1))
    return [
      (name: "simulated", text: MetricText.time(report.simulated)),
      (name: "frames", text: MetricText.count(Int64(report.frames))),
      (name: "shown views", text: MetricText.count(Int64(report.shownViews))),
      (name: "runs", text: MetricText.count(Int64(report.nanoseconds.count))),
      (name: "best", text: MetricText.lap(report.best)),
      (name: "median", text: MetricText.lap(report.median)),
      (name: "per frame, best", text: "\(MetricText.count(report.best / frames)) ns"),
      (name: "allocations", text: allocations(of: report)), (name: "digest", text: report.digest),
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
