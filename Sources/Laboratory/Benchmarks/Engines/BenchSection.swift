import Clustering
import Instruments
import MapGeometry

/// Everything that is measured of one set of points.
struct BenchSection {
  typealias Kind = EngineBenchReport.Kind
  typealias Row = EngineBenchReport.Row
  typealias NumberFormat = EngineBenchReport.NumberFormat

  let plan: BenchPlan
  let data: String
  let points: [Coordinate]
  /// More points of the same kind, to come or to move to.
  let extra: [Coordinate]
  let views: [BenchView]
  /// One view of each zoom level, of which digests are made.
  let digestViews: [BenchView]
  private(set) var rows: [Row] = []
  var trials: [Trial] = []
  private var forecasts: [Forecast] = []
  /// Digests of the engines' answers to the digest views.
  private var digests: [String?] = []

  init(
    plan: BenchPlan, data: String, points: [Coordinate], extra: [Coordinate], views: [BenchView]
  ) {
    (self.plan, self.data, self.points, self.extra, self.views) = (plan, data, points, extra, views)
    digestViews = BenchView.firstOfEachZoom(views)
  }

  mutating func measure(evictor: inout Evictor, progress: (String) -> Void) {
    progress("\(data) \(points.count): forecast")
    choose()
    if plan.kinds.contains(where: { $0 != .memory && $0 != .growth }) {
      progress("\(data) \(points.count): build")
      build()
    }
    for kind in plan.kinds {
      if kind != .build { progress("\(data) \(points.count): \(kind.rawValue)") }
      switch kind {
      case .build: break
      case .query: query(evictor: &evictor)
      case .pan: pan()
      case .zoom: sweep()
      case .add: change(.add, kind: kind)
      case .remove: change(.remove, kind: kind)
      case .move: change(.move, kind: kind)
      // Alone, and of all sizes together.
      case .memory, .growth: break
      }
    }
    for trial in trials { trial.drop() }
    if plan.kinds.contains(.memory) { memory() }
  }

  // MARK: What is left out

  private mutating func choose() {
    for peer in plan.engines {
      let trial = Trial.of(peer)
      let forecast = Forecast(
        of: trial, points: points, views: digestViews, patience: plan.patience)
      trial.drop()
      guard let build = forecast.build, build <= Double(plan.patience) else {
        for kind in plan.kinds { note(kind, peer, "a build", forecast.build) }
        continue
      }
      trials.append(trial)
      forecasts.append(forecast)
    }
    digests = Array(repeating: nil, count: trials.count)
  }

  private mutating func note(
    _ kind: Kind, _ peer: BenchPlan.Peer, _ what: String, _ forecast: Double?
  ) {
    let time = forecast.map { "about \(Int($0 / 1e9)) s" } ?? "too long"
    rows.append(
      Row(
        kind: kind, peer: peer.rawValue, data: data, count: points.count,
        note: "left out, \(what) would take \(time)"))
  }

  /// The engines whose queries of all zoom levels, so many times, are quick enough; others are
  /// noted.
  private mutating func patient(_ kind: Kind, times: Double = 1) -> [Int] {
    trials.indices.filter { index in
      let forecast = forecasts[index].queries.map { $0 * times }
      if let forecast, forecast <= Double(plan.patience) { return true }
      note(kind, trials[index].peer, "a query of each zoom level", forecast)
      return false
    }
  }

  // MARK: Rounds

  /// Calls the body for each engine once a round while its time budget lasts, with the rest of it.
  func rounds(
    _ engines: [Int], count: Int? = nil, body: (_ engine: Int, _ round: Int, _ rest: Int64) -> Void
  ) {
    let clock = MonotonicClock()
    var spent: [Int: Int64] = [:]
    for round in 0..<(count ?? plan.runs) {
      for engine in engines where spent[engine, default: 0] < plan.budget {
        let start = clock.nanoseconds
        body(engine, round, plan.budget - spent[engine, default: 0])
        spent[engine, default: 0] += clock.nanoseconds - start
      }
    }
  }

  mutating func append(_ kind: Kind, _ engine: Int, _ figures: [NumberFormat], digest: String?) {
    rows.append(
      Row(
        kind: kind, peer: trials[engine].peer.rawValue, data: data, count: points.count,
        figures: figures, digest: digest))
  }

  mutating func appendMachine(_ kind: Kind, _ figures: [NumberFormat]) {
    rows.append(
      Row(
        kind: kind, peer: EngineBenchReport.machine, data: data, count: points.count,
        figures: figures))
  }

  // MARK: Build and queries

  private mutating func build() {
    var times = trials.map { _ in [Double]() }
    rounds(Array(trials.indices)) { engine, _, _ in
      times[engine].append(Double(trials[engine].build(points)))
    }
    for engine in trials.indices {
      if let queries = forecasts[engine].queries, queries <= Double(plan.patience) {
        digests[engine] = trials[engine].digest(digestViews)
      }
    }
    guard plan.kinds.contains(.build) else { return }
    let sorts = MachineLimits.sort(points, runs: plan.runs, budget: plan.budget)
    appendMachine(
      .build,
      figures([
        ("sort_ms_median", Samples.median(sorts.radix), 1e6),
        ("stdlib_sort_ms_median", Samples.median(sorts.standard), 1e6),
      ]))
    for engine in trials.indices {
      append(
        .build, engine,
        figures([
          ("build_ms_median", Samples.median(times[engine]), 1e6),
          ("build_ms_min", times[engine].min(), 1e6),
          ("build_runs", Double(times[engine].count), 1),
        ]), digest: digests[engine])
    }
  }

  private mutating func query(evictor: inout Evictor) {
    let engines = patient(.query)
    var samples = trials.map { _ in [Timing.Sample]() }
    rounds(engines) { engine, round, rest in
      // Each level once, however slow: what was seen of some levels alone is not comparable.
      let least = round == 0 ? digestViews.count : 1
      samples[engine] += trials[engine].warm(views, least, rest)
    }
    for engine in engines {
      let cold = trials[engine].cold(
        Array(views.prefix(5 * digestViews.count)), &evictor, plan.budget)
      var result = SampleTable(samples[engine], zooms: views.map(\.zoom)).figures(
        "query", copy: "copy_us_median", clusters: "clusters_mean")
      result += figures([
        ("query_cold_us_median", Samples.median(cold), 1e3),
        ("query_cold_us_p99", Samples.rank(cold, percent: 99), 1e3),
        ("query_cold_views", Double(cold.count), 1),
      ])
      append(.query, engine, result, digest: digests[engine])
    }
  }

  private mutating func pan() {
    let engines = patient(.pan)
    let starts = Array(views.prefix(3 * digestViews.count))
    var samples = trials.map { _ in [Timing.Sample]() }
    func path(_ start: BenchView, _ engine: Int) -> [BenchView] {
      (0...16).map { start.moved(columns: $0, cellPoints: trials[engine].peer.cellPoints) }
    }
    rounds(engines) { engine, _, rest in
      let paths = starts.map { path($0, engine) }
      samples[engine] += trials[engine].pan(paths, rest)
    }
    for engine in engines {
      append(
        .pan, engine,
        SampleTable(samples[engine], zooms: starts.map(\.zoom)).figures(
          "pan", copy: "pan_copy_us_median", clusters: "pan_clusters_mean"),
        digest: trials[engine].digest(digestViews.compactMap { path($0, engine).last }))
    }
  }

  private mutating func sweep() {
    let engines = patient(.zoom, times: 3)
    let sweeps = views.prefix(10).map { view in
      let middle = Projection.coordinate(for: MapPoint(x: view.rect.midX, y: view.rect.midY))
      return BenchView.zooms.map { BenchView(center: middle, zoom: $0) }
    }
    var samples = trials.map { _ in [Timing.Sample]() }
    rounds(engines) { engine, _, rest in samples[engine] += trials[engine].sweep(sweeps, rest) }
    for engine in engines {
      append(
        .zoom, engine,
        SampleTable(samples[engine], zooms: sweeps.map { _ in nil }).figures(
          "zoom", copy: "zoom_copy_us_median", clusters: "zoom_clusters_mean"),
        digest: trials[engine].digest(sweeps[0]))
    }
  }

  // MARK: Changes

  /// Measures batches, each with a query; the index is rebuilt before.
  private mutating func change(_ change: Batch.Change, kind: Kind) {
    let engines = patient(kind)
    let batches = BatchMaker.batches(change, count: points.count, extra: extra)
    guard !batches.isEmpty else {
      for engine in engines {
        rows.append(
          Row(
            kind: kind, peer: trials[engine].peer.rawValue, data: data, count: points.count,
            note: "left out, there are fewer than \(2 * BatchMaker.size) points"))
      }
      return
    }
    for engine in engines { _ = trials[engine].build(points) }
    var times = trials.map { _ in [Double]() }
    var changed: [Int: String] = [:]
    let perTurn = BatchMaker.perTurn
    rounds(engines, count: (batches.count + perTurn - 1) / perTurn) { engine, turn, _ in
      for number in turn * perTurn..<min((turn + 1) * perTurn, batches.count) {
        let view = views[number % views.count]
        times[engine].append(Double(trials[engine].change(batches[number], view)))
        if number == 0 { changed[engine] = trials[engine].digest([view]) }
      }
    }
    let updates = MachineLimits.updates(count: points.count, runs: batches.count)
    appendMachine(kind, figures([("updates1000_ms_median", Samples.median(updates), 1e6)]))
    for engine in engines {
      let name = "\(kind.rawValue)1000_plus_query_ms"
      append(
        kind, engine,
        figures([
          ("\(name)_median", Samples.median(times[engine]), 1e6),
          ("\(name)_min", times[engine].min(), 1e6),
          ("\(name)_mean", Samples.mean(times[engine]), 1e6),
          ("\(name)_max", times[engine].max(), 1e6),
          ("\(kind.rawValue)_batches", Double(times[engine].count), 1),
        ]), digest: changed[engine])
    }
  }

  /// Numbers by their names, each divided by its unit, without missing ones.
  func figures(_ parts: [(name: String, value: Double?, unit: Double)]) -> [NumberFormat] {
    parts.compactMap { part in part.value.map { NumberFormat(part.name, $0 / part.unit) } }
  }
}

extension BenchSection {
  /// Measures what each index holds, alone: built, and after looking around.
  mutating func memory() {
    let count = Double(points.count)
    // A place, and the number of the point.
    appendMachine(.memory, figures([("bare_bytes_per_point", 20, 1)]))
    for engine in patient(.memory) {
      let trial = trials[engine]
      let before = Allocator.liveBytes
      _ = trial.build(points)
      let built = Allocator.liveBytes
      let share = lookAround(trial)
      let looked = Allocator.liveBytes
      let digest = trial.digest(digestViews)
      let allocated = trial.allocatedBytes(digestViews)
      trial.drop()
      append(
        .memory, engine,
        figures([
          ("bytes_per_point", BenchSection.growth(before, built).map { $0 / count }, 1),
          ("bytes_per_point_all_levels", BenchSection.growth(before, looked).map { $0 / count }, 1),
          ("levels_seen_share", share, 1),
          ("query_allocated_bytes", allocated, 1),
        ]), digest: digest)
    }
  }

  /// Queries each place with a point at all zoom levels, as far as the time suffices, so that
  /// lazily made levels are all there, and returns the share of places seen.
  private func lookAround(_ trial: Trial) -> Double {
    let clock = MonotonicClock()
    // Only a pyramid makes levels; the others are given a moment.
    let end = clock.nanoseconds + (trial.peer == .pyramid ? plan.patience / 2 : plan.budget)
    var seen = 0
    var all = 0
    for zoom in BenchView.zooms.reversed() {
      let views = BenchView.tiles(with: points, zoom: zoom)
      all += views.count
      let rest = end - clock.nanoseconds
      if rest > 0 { seen += trial.look(views, rest) }
    }
    return Double(seen) / Double(max(all, 1))
  }

  private static func growth(_ before: UInt64?, _ after: UInt64?) -> Double? {
    guard let before, let after else { return nil }
    return Double(after) - Double(before)
  }
}

extension BenchView {
  /// Views side by side that show all points at a zoom level, those with nothing on them left out.
  static func tiles(with points: [Coordinate], zoom: Int) -> [BenchView] {
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: Double(zoom))
    let width = BenchView.width * scale
    let height = BenchView.height * scale
    var keys = points.map { place in
      let point = Projection.mapKit.mapPoint(for: place)
      return UInt64(point.y / height) << 24 | UInt64(point.x / width)
    }
    var other = [UInt64](repeating: 0, count: keys.count)
    MachineLimits.radixSort(&keys, by: &other)
    var views: [BenchView] = []
    var last: UInt64?
    for key in keys where key != last {
      last = key
      var view = BenchView(center: points[0], zoom: zoom)
      view.rect.origin = MapPoint(x: Double(key & 0xff_ffff) * width, y: Double(key >> 24) * height)
      views.append(view)
    }
    return views
  }
}
