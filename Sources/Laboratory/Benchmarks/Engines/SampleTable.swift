import Metrics

/// Statistics of view samples over several rounds, for each zoom level and for all.
struct SampleTable {
  typealias NumberFormat = EngineBenchReport.NumberFormat

  /// For each view that was seen, the medians over the rounds, in nanoseconds.
  private var views: [(zoom: Int?, time: Double, copy: Double, clusters: Double)] = []

  /// Makes the table of samples whose views have these zoom levels; nil where they have none.
  init(_ samples: [Timing.Sample], zooms: [Int?]) {
    var rounds = zooms.map { _ in [Timing.Sample]() }
    for sample in samples { rounds[sample.view].append(sample) }
    for (zoom, samples) in zip(zooms, rounds) {
      guard let time = Samples.median(samples.map(\.nanoseconds)),
        let copy = Samples.median(samples.map(\.copy)), let last = samples.last
      else { continue }
      views.append((zoom: zoom, time: time, copy: copy, clusters: Double(last.clusters)))
    }
  }

  /// The numbers, times in microseconds: of each zoom level, then of all; last how many were seen.
  func figures(_ kind: String, copy: String, clusters: String) -> [NumberFormat] {
    let time = "\(kind)_us"
    let zooms = Set(views.compactMap(\.zoom)).sorted()
    let figures = (zooms.map(Optional.some) + [nil]).flatMap { zoom in
      let part = zoom == nil ? views : views.filter { $0.zoom == zoom }
      let times = part.map(\.time)
      let values: [(String, Double?)] = [
        ("\(time)_median", Samples.median(times).map { $0 / 1e3 }),
        ("\(time)_p99", Samples.rank(times, percent: 99).map { $0 / 1e3 }),
        (copy, Samples.median(part.map(\.copy)).map { $0 / 1e3 }),
        (clusters, Samples.mean(part.map(\.clusters))),
      ]
      return values.compactMap { name, value in value.map { NumberFormat(name, zoom: zoom, $0) } }
    }
    return figures + [NumberFormat("\(kind)_views", Double(views.count))]
  }
}

/// Median, percentiles by nearest rank, and mean of measurements.
enum Samples {
  /// The median, the lower of two; nil without values.
  static func median(_ values: [Double]) -> Double? { rank(values, percent: 50) }

  /// The least value that `percent` of 100 values do not exceed; nil without values.
  static func rank(_ values: [Double], percent: Int) -> Double? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[TimeRank.index(percent, of: values.count)]
  }

  /// The arithmetic mean; nil without values.
  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

/// Something that was timed several times.
protocol TimedRuns { var nanoseconds: [Int64] { get } }

extension TimedRuns {
  /// The shortest run; 0 without any.
  var best: Int64 { nanoseconds.min() ?? 0 }
  /// The median run, the slower one of two; 0 without runs.
  var median: Int64 { nanoseconds.isEmpty ? 0 : nanoseconds.sorted()[nanoseconds.count / 2] }
}
