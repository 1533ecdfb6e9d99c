import Formatting

extension BenchText {
  /// The facts, and for each source of points a table of each kind with the omitted measurements.
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

/// The columns in the table of a kind.
private struct EngineBenchLayout {
  /// A number with its title; of numbers by zoom level, the largest when so wanted.
  struct Column {
    var title: String
    var metric: String
    var ofSlowestZoom: Bool { title == "slowest zoom" }
  }

  /// The number by which engines are compared.
  let primary: String
  /// The machine's limit, in the same unit; measured with each engine where it depends on the
  /// answer.
  let limit: Column
  let columns: [Column]

  init(
    _ primary: String, limit: (title: String, metric: String),
    _ columns: KeyValuePairs<String, String>
  ) {
    self.primary = primary
    self.limit = Column(title: limit.title, metric: limit.metric)
    self.columns = columns.map { Column(title: $0.key, metric: $0.value) }
  }

  static func of(_ kind: EngineBenchReport.Kind) -> EngineBenchLayout {
    switch kind {
    case .build:
      return EngineBenchLayout(
        "build_ms_median", limit: ("sort", "sort_ms_median"),
        ["median": "build_ms_median", "min": "build_ms_min"])
    case .query:
      return EngineBenchLayout(
        "query_us_median", limit: ("copy", "copy_us_median"),
        [
          "warm": "query_us_median", "p99": "query_us_p99", "slowest zoom": "query_us_median",
          "cold": "query_cold_us_median", "clusters": "clusters_mean", "views": "query_views",
        ])
    case .pan:
      return EngineBenchLayout(
        "pan_us_median", limit: ("copy", "pan_copy_us_median"),
        [
          "step": "pan_us_median", "p99": "pan_us_p99", "slowest zoom": "pan_us_median",
          "clusters": "pan_clusters_mean", "paths": "pan_views",
        ])
    case .zoom:
      return EngineBenchLayout(
        "zoom_us_median", limit: ("copy", "zoom_copy_us_median"),
        [
          "sweep": "zoom_us_median", "p99": "zoom_us_p99", "clusters": "zoom_clusters_mean",
          "places": "zoom_views",
        ])
    case .add, .remove, .move:
      let name = "\(kind.rawValue)1000_plus_query_ms"
      return EngineBenchLayout(
        "\(name)_median", limit: ("updates", "updates1000_ms_median"),
        [
          "median": "\(name)_median", "min": "\(name)_min", "mean": "\(name)_mean",
          "max": "\(name)_max", "batches": "\(kind.rawValue)_batches",
        ])
    case .memory:
      return EngineBenchLayout(
        "bytes_per_point", limit: ("bare", "bare_bytes_per_point"),
        [
          "bytes a point": "bytes_per_point", "all levels seen": "bytes_per_point_all_levels",
          "bytes a query": "query_allocated_bytes",
        ])
    case .growth:
      // The limit is to look at what is answered, once.
      return EngineBenchLayout(
        "growth_work_most_points", limit: ("clusters", "growth_clusters_most"),
        [
          "exponent": "growth_exponent", "work, fewest points": "growth_work_fewest_points",
          "most points": "growth_work_most_points", "clusters from": "growth_clusters_fewest",
          "to": "growth_clusters_most",
        ])
    }
  }
}

/// The table of one kind and one source of points: engines by sizes.
private struct EngineBenchTable {
  typealias Row = EngineBenchReport.Row

  let kind: EngineBenchReport.Kind
  let rows: [Row]

  private var layout: EngineBenchLayout { .of(kind) }

  var text: String {
    let timed = rows.filter { $0.note == nil && $0.peer != EngineBenchReport.machine }
    let layout = layout
    let table = TextLayout.table(of: timed) { row in
      [TableCell(kind.rawValue, size(row)), TableCell("engine", row.peer)]
        + layout.columns.map { TableCell($0.title, value($0, of: row), isNumber: true) } + [
          TableCell("x ref.", ratioToReference(row), isNumber: true),
          TableCell("x \(layout.limit.title)", ratioToLimit(row), isNumber: true),
          TableCell("digest", row.digest ?? ""),
        ]
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

  private func size(_ row: Row) -> String { MetricText.count(Int64(row.count)) }

  private func value(_ column: EngineBenchLayout.Column, of row: Row) -> String {
    guard column.ofSlowestZoom else {
      return row.value(column.metric).map { text($0, of: column.metric) } ?? ""
    }
    let figures = row.figures.filter { $0.metric == column.metric && $0.zoom != nil }
    guard let slowest = figures.max(by: { $0.value < $1.value }) else { return "" }
    return "\(text(slowest.value, of: column.metric)) (\(slowest.zoom ?? 0))"
  }

  /// A number as its name says: times with their unit, others to a tenth.
  private func text(_ value: Double, of metric: String) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "" }
    if metric.contains("_ms") { return MetricText.lap(Int64((value * 1e6).rounded())) }
    if metric.contains("_us") {
      // Less than ten nanoseconds are printed to a tenth of one.
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
    return ratio(row.value(layout.primary), reference?.value(layout.primary))
  }

  private func ratioToLimit(_ row: Row) -> String {
    let machine = rows.first { $0.peer == EngineBenchReport.machine && $0.count == row.count }
    let limit = layout.limit.metric
    return ratio(row.value(layout.primary), row.value(limit) ?? machine?.value(limit))
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
