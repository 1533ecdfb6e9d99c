import Formatting
import Instruments

/// The cost of clustering on this machine, and the limits of the machine.
public struct ClusterBenchReport {
  /// A workload in one mode, or a limit of the machine that the same run measured.
  struct Row: TimedRuns {
    var name: String
    /// The mode of the engine; nil for a limit.
    var mode: Mode?
    var nanoseconds: [Int64] = []
    /// The shortest time of the limit that the row is held against; nil for a limit.
    var limit: Int64?
    /// The time that upstream should stay below; nil where there is no target.
    var target: Int64?
    var digest = ""
  }

  /// The mode of the engine: CCHMapClusterController unchanged, with all fixes, or also with
  /// the pass that merges overlaps.
  enum Mode: String { case upstream, corrected, merged }

  /// Workloads and limits; a corrected row follows its upstream one, and a merged one that.
  var rows: [Row] = []
  /// The bytes that steady updates requested from the allocator; nil when they are not
  /// counted.
  var bytes: Int64?
  /// The number of updates that were counted, all on a map that does not change.
  var steadyUpdates = 0

  /// Counts the bytes that an update requested from the allocator.
  mutating func countUpdate(since before: UInt64?) {
    guard let before, let after = Allocator.bytesAllocatedByThisThread else { return }
    bytes = (bytes ?? 0) + Int64(after - before)
    steadyUpdates += 1
  }

  /// The time of fixed work relative to upstream, by the shortest run of each; nil for upstream
  /// rows and limits.
  func ratio(ofRow index: Int) -> (part: Int64, whole: Int64)? {
    let distance = rows[index].mode == .corrected ? 1 : rows[index].mode == .merged ? 2 : 0
    guard distance > 0, index >= distance, rows[index - distance].mode == .upstream else {
      return nil
    }
    return (part: rows[index].best, whole: max(rows[index - distance].best, 1))
  }
}

extension BenchText {
  /// The most that corrected work may cost, in hundredths of upstream's cost.
  static let largestRatio: Int64 = 130

  /// The table of a clustering bench, and whether its targets are met.
  public static func text(of report: ClusterBenchReport) -> String {
    let table = TextLayout.table(of: report.rows.indices) { index in
      let row = report.rows[index]
      let limit = row.limit.map { times(row.best, max($0, 1)) } ?? ""
      let upstream = report.ratio(ofRow: index).map { times($0.part, $0.whole) } ?? ""
      return [
        TableCell("clustering", row.name),
        TableCell("mode", row.mode?.rawValue ?? "limit"),
        TableCell("best", MetricText.lap(row.best)),
        TableCell("median", MetricText.lap(row.median)),
        TableCell("x limit", limit), TableCell("x upstream", upstream),
        TableCell("digest", row.digest),
      ]
    }
    return table + verdict(on: report) + "\n"
  }

  private static func times(_ part: Int64, _ whole: Int64) -> String {
    MetricText.decimal((part * 100 + whole / 2) / whole, places: 2)
  }

  private static func verdict(on report: ClusterBenchReport) -> String {
    var lines: [String] = []
    for row in report.rows {
      guard let target = row.target, row.mode == .upstream else { continue }
      lines.append(
        "\(row.name) below \(MetricText.lap(target)), best of \(row.nanoseconds.count): "
          + (row.best < target ? "met" : "missed"))
    }
    let ratios = report.rows.indices.compactMap { report.ratio(ofRow: $0) }
    let isCheap = ratios.allSatisfy { $0.part * 100 <= $0.whole * largestRatio }
    lines.append(
      "corrected at most \(MetricText.decimal(largestRatio, places: 2)) x upstream, best of each: "
        + (isCheap ? "met" : "missed"))
    let memory = report.bytes.map { $0 == 0 ? "met" : "missed, \($0) bytes" } ?? "not known"
    lines.append(
      "0 allocations in \(report.steadyUpdates) steady updates on an unchanged map: \(memory)")
    return lines.map { "target: \($0)" }.joined(separator: "\n")
  }
}
