/// Something that was timed several times.
protocol TimedRuns { var nanoseconds: [Int64] { get } }

extension TimedRuns {
  /// The shortest run; 0 without any.
  var best: Int64 { nanoseconds.min() ?? 0 }

  /// The run in the middle, the slower one of two; 0 without any.
  var median: Int64 { nanoseconds.isEmpty ? 0 : nanoseconds.sorted()[nanoseconds.count / 2] }
}
