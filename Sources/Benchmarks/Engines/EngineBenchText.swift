import Formatting

extension BenchText {
  /// The facts, and for each source of points a table of each kind with what was left out.
  public static func text(of report: EngineBenchReport) -> String {
    var parts = [report.facts.map { $0 + "\n" }.joined()]
    var sources: [String] = []
    for row in report.rows where !sources.contains(row.data) { sources.append(row.data) }
    for source in sources {
      if sources.count > 1 { parts.append("== \(source) ==\n") }
      for kind in EngineBenchReport.Kind.allCases {
        let rows = report.rows.filter { $0.kind == kind && $0.data == source }
        guard !rows.isEmpty else { continue }
        parts.append(EngineBenchTable(kind: kind, rows: rows).text)
      }
    }
    return parts.joined(separator: "\n")
  }
}

/// The table of one kind and one source of points: engines by sizes.
private struct EngineBenchTable {
  typealias Row = EngineBenchReport.Row

  struct Shown {
    enum Part { case all, slowestZoom }

    var title: String
    var metric: String
    var part = Part.all
  }

  let kind: EngineBenchReport.Kind
  let rows: [Row]

  var text: String {
    let timed = rows.filter { $0.note == nil && $0.peer != EngineBenchReport.machine }
    let table = TextLayout.table(of: timed) { row in
      var columns = [
        TableCell(kind.rawValue, size(row)),
        TableCell("engine", row.peer),
      ]
      columns += shown.map { shown in
        TableCell(shown.title, value(shown, of: row), isNumber: true)
      }
      columns += [
        TableCell("x ref.", ratioToReference(row), isNumber: true),
        TableCell("x \(limit.title)", ratioToLimit(row), isNumber: true),
        TableCell("digest", row.digest ?? ""),
      ]
      return columns
    }
    // Without a table nothing else says what was left out.
    var text = timed.isEmpty ? "\(kind.rawValue)\n" : table
    for row in rows where row.peer == EngineBenchReport.machine {
      text += "machine, \(size(row)): " + machine(row) + "\n"
    }
    for row in rows {
      guard let note = row.note else { continue }
      text += "\(row.peer), \(size(row)): \(note)\n"
    }
    return text
  }

  // MARK: What is shown

  private var shown: [Shown] {
    switch kind {
    case .build:
      [
        Shown(title: "median", metric: "build_ms_median"),
        Shown(title: "min", metric: "build_ms_min"),
      ]
    case .query:
      [
        Shown(title: "warm", metric: "query_us_median"),
        Shown(title: "p99", metric: "query_us_p99"),
        Shown(title: "slowest zoom", metric: "query_us_median", part: .slowestZoom),
        Shown(title: "cold", metric: "query_cold_us_median"),
        Shown(title: "clusters", metric: "clusters_mean"),
        Shown(title: "views", metric: "query_views"),
      ]
    case .pan:
      [
        Shown(title: "step", metric: "pan_us_median"), Shown(title: "p99", metric: "pan_us_p99"),
        Shown(title: "slowest zoom", metric: "pan_us_median", part: .slowestZoom),
        Shown(title: "clusters", metric: "pan_clusters_mean"),
        Shown(title: "paths", metric: "pan_views"),
      ]
    case .zoom:
      [
        Shown(title: "sweep", metric: "zoom_us_median"), Shown(title: "p99", metric: "zoom_us_p99"),
        Shown(title: "clusters", metric: "zoom_clusters_mean"),
        Shown(title: "places", metric: "zoom_views"),
      ]
    case .add, .remove, .move:
      [
        Shown(title: "median", metric: primary),
        Shown(title: "min", metric: "\(kind.rawValue)1000_plus_query_ms_min"),
        Shown(title: "mean", metric: "\(kind.rawValue)1000_plus_query_ms_mean"),
        Shown(title: "max", metric: "\(kind.rawValue)1000_plus_query_ms_max"),
        Shown(title: "batches", metric: "\(kind.rawValue)_batches"),
      ]
    case .memory:
      [
        Shown(title: "bytes a point", metric: "bytes_per_point"),
        Shown(title: "all levels seen", metric: "bytes_per_point_all_levels"),
        Shown(title: "bytes a query", metric: "query_allocated_bytes"),
      ]
    case .growth:
      [
        Shown(title: "exponent", metric: "growth_exponent"),
        Shown(title: "work, fewest points", metric: "growth_work_fewest_points"),
        Shown(title: "most points", metric: "growth_work_most_points"),
        Shown(title: "clusters from", metric: "growth_clusters_fewest"),
        Shown(title: "to", metric: "growth_clusters_most"),
      ]
    }
  }

  /// The number by which engines are compared.
  private var primary: String {
    switch kind {
    case .build: "build_ms_median"
    case .query: "query_us_median"
    case .pan: "pan_us_median"
    case .zoom: "zoom_us_median"
    case .add, .remove, .move: "\(kind.rawValue)1000_plus_query_ms_median"
    case .memory: "bytes_per_point"
    case .growth: "growth_work_most_points"
    }
  }

  /// What the machine needs for it, in the same unit; measured with each engine where it depends
  /// on the answer.
  private var limit: (title: String, metric: String) {
    switch kind {
    case .build: ("sort", "sort_ms_median")
    case .query: ("copy", "copy_us_median")
    case .pan: ("copy", "pan_copy_us_median")
    case .zoom: ("copy", "zoom_copy_us_median")
    case .add, .remove, .move: ("updates", "updates1000_ms_median")
    case .memory: ("bare", "bare_bytes_per_point")
    // To look at what is answered, once.
    case .growth: ("clusters", "growth_clusters_most")
    }
  }

  // MARK: Texts

  private func size(_ row: Row) -> String { MetricText.count(Int64(row.count)) }

  private func value(_ shown: Shown, of row: Row) -> String {
    switch shown.part {
    case .all: return row.value(shown.metric).map { text($0, of: shown.metric) } ?? ""
    case .slowestZoom:
      let figures = row.figures.filter { $0.metric == shown.metric && $0.zoom != nil }
      guard let slowest = figures.max(by: { $0.value < $1.value }) else { return "" }
      return "\(text(slowest.value, of: shown.metric)) (\(slowest.zoom ?? 0))"
    }
  }

  /// A number as its name says: times with their unit, others to a tenth.
  private func text(_ value: Double, of metric: String) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "" }
    if metric.contains("_ms") { return MetricText.lap(Int64((value * 1e6).rounded())) }
    if metric.contains("_us") {
      // What takes less than ten nanoseconds is shown to a tenth of one.
      let nanoseconds = value * 1e3
      return nanoseconds < 10
        ? "\(MetricText.decimal(Int64((nanoseconds * 10).rounded()), places: 1)) ns"
        : MetricText.lap(Int64(nanoseconds.rounded()))
    }
    if metric.contains("exponent") {
      return MetricText.decimal(Int64((value * 1_000).rounded()), places: 3)
    }
    return abs(value) < 1_000
      ? MetricText.decimal(Int64((value * 10).rounded()), places: 1)
      : MetricText.count(Int64(value.rounded()))
  }

  private func machine(_ row: Row) -> String {
    row.figures.map { figure in
      // The text has its unit; of times there are medians alone.
      let words = figure.metric.split(separator: "_").filter {
        !["ms", "us", "median"].contains($0)
      }
      let name = words.joined(separator: " ")
      return "\(name) \(text(figure.value, of: figure.metric))"
    }.joined(separator: ", ")
  }

  private func ratioToReference(_ row: Row) -> String {
    let reference = rows.first { $0.peer == "reference" && $0.count == row.count }
    return ratio(row.value(primary), reference?.value(primary))
  }

  private func ratioToLimit(_ row: Row) -> String {
    let machine = rows.first { $0.peer == EngineBenchReport.machine && $0.count == row.count }
    return ratio(row.value(primary), row.value(limit.metric) ?? machine?.value(limit.metric))
  }

  /// How many times as much one is, to three digits; much less as a part of one: `1/1,200`.
  private func ratio(_ part: Double?, _ whole: Double?) -> String {
    guard let part, let whole, whole > 0, part / whole < 1e12 else { return "" }
    let ratio = part / whole
    if ratio >= 100 { return MetricText.count(Int64(ratio.rounded())) }
    if ratio < 0.1 {
      return ratio > 1e-12 ? "1/\(MetricText.count(Int64((1 / ratio).rounded())))" : ""
    }
    let places = ratio >= 10 ? 1 : ratio >= 1 ? 2 : 3
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return MetricText.decimal(Int64((ratio * scale).rounded()), places: places)
  }
}
