import Formatting
public import MapGeometry

/// What a fixed workload cost on this machine.
public struct BenchReport: Sendable {
  /// The workload.
  public var name: String
  /// The simulated time that was played.
  public var simulated: SimulatedTime
  /// The most views that were shown at one time.
  public var shownViews: Int
  /// Frames that were played.
  public var frames: Int
  /// Real time of each run, in nanoseconds.
  public var nanoseconds: [Int64]
  /// Fingerprint of the trace.
  public var digest: String
  /// Bytes that the model asked the allocator for in steady frames; nil when nobody counts them.
  public var bytes: Int64?
  /// Steady frames in which it asked for any.
  public var allocatingFrames: Int
  /// Steady frames in all.
  public var steadyFrames: Int
  /// The longest that a run should take, in nanoseconds; nil when nothing is demanded.
  public var target: Int64?

  /// Makes a report of its parts.
  public init(
    name: String, simulated: SimulatedTime, shownViews: Int, frames: Int, nanoseconds: [Int64],
    digest: String, bytes: Int64?, allocatingFrames: Int, steadyFrames: Int,
    target: Int64? = BenchText.target
  ) {
    self.name = name
    self.simulated = simulated
    self.shownViews = shownViews
    self.frames = frames
    self.nanoseconds = nanoseconds
    self.digest = digest
    self.bytes = bytes
    self.allocatingFrames = allocatingFrames
    self.steadyFrames = steadyFrames
    self.target = target
  }

  /// The shortest run; 0 without any.
  public var best: Int64 { nanoseconds.min() ?? 0 }

  /// The run in the middle, the slower one of two; 0 without any.
  public var median: Int64 {
    nanoseconds.isEmpty ? 0 : nanoseconds.sorted()[nanoseconds.count / 2]
  }
}

/// A bench in words: a table, and whether its targets are met.
public enum BenchText {
  /// The longest that a run of plain panning should take, in nanoseconds.
  public static let target: Int64 = 100_000_000

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
      (name: "allocations", text: allocations(of: report)),
      (name: "digest", text: report.digest),
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
    let memory =
      report.bytes.map { $0 == 0 ? "met" : "missed" } ?? "not known"
    return "targets: \(time ?? "")0 allocations per steady frame: \(memory)"
  }
}
