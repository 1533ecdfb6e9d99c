internal import Counts
internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Reporting
internal import Statistics

/// The charts of a session: its time, its views, its frames and its costs.
enum SessionCharts {
  /// The most bars of a chart; with more places each bar is the largest of a few in a row.
  static let barLimit = 160
  /// The most places of a line over time.
  private static let placeLimit = 100

  /// The charts beside those of batches, with instructions where they were counted.
  static func all(of session: SessionReport, counts: SessionCounts? = nil) -> [PageChart] {
    [
      latency(of: session), fades(of: session), realTimes(of: session), frames(of: session),
      pool(of: session), reuse(of: session), views(of: session),
    ].compactMap(\.self) + costs(of: session, counts)
  }

  // MARK: Time of updates

  /// An update whose latency is known.
  private struct Update {
    var facts: UpdateFacts
    /// Nanoseconds of its parts.
    var parts: [Int64]
    var whole: Int64 { parts.total }
  }

  private static func chart(
    _ title: String, _ note: String, of updates: [Update], _ session: SessionReport,
    _ keys: [(kind: String, name: String)]
  ) -> PageChart {
    // Of equal updates the first one.
    let (shown, each) = sampled(updates, atMost: barLimit) { $0.max { $0.whole < $1.whole } }
    let order =
      each == 1
      ? MetricText.things(shown.count, "update")
      : "each bar the slowest of \(each) updates in a row"
    var chart = PageChart(
      title: title, note: "\(note); \(order), in the order of their queueing", unit: .nanoseconds,
      kind: .stacked,
      series: keys.enumerated().map { index, key in
        PageChart.Series(kind: key.kind, name: key.name, values: shown.map { $0.parts[index] })
      }, place: "update")
    chart.series.removeAll { $0.values.allSatisfy { $0 == 0 } }
    chart.updates = shown.map { Int64($0.facts.update) }
    chart.layers = shown.map { session.layerName($0.facts.layer) }
    chart.times = shown.map(\.facts.triggeredAt.nanoseconds)
    chart.steps = shown.map { Int($0.facts.step) }
    for mark in session.facts.marks {
      let place = shown.firstIndex { $0.facts.triggeredAt >= mark.start } ?? shown.count
      chart.marks.append((name: mark.name, place: place))
    }
    return chart
  }

  /// The part of a whole that is largest, in words: `87 % of it compute`.
  private static func most(_ parts: [Int64], _ names: [String]) -> String {
    guard let index = parts.indices.max(by: { parts[$0] < parts[$1] }), parts[index] > 0 else {
      return ""
    }
    let share = max(0, min(100, Double(parts[index]) / Double(parts.total) * 100))
    return ", \(Int(share)) % of it \(names[index])"
  }

  private static func latency(of session: SessionReport) -> PageChart? {
    let keys = [
      ("indexing", "indexing"), ("wait", "queue"), ("compute", "compute"),
      ("mainwait", "wait for the main thread"), ("mainwork", "main thread"),
    ]
    let updates = session.facts.updates.compactMap { update in
      update.latency.map { _ in
        var parts = parts(of: update)
        parts[3] -= waitAfter(of: update)
        return Update(facts: update, parts: parts)
      }
    }
    guard let slowest = updates.max(by: { $0.whole < $1.whole }), slowest.whole > 0 else {
      return nil
    }
    let title =
      "The slowest cluster update takes \(time(slowest.whole)) until its clusters are on the map"
      + most(slowest.parts, keys.map(\.1))
    return chart(
      title, "Simulated time from the trigger, without the fade", of: updates, session, keys)
  }

  /// How much of an update's wait for the main thread comes after its fade, until the old clusters
  /// can be removed.
  private static func waitAfter(of update: UpdateFacts) -> Int64 {
    guard let shown = update.latencyWithoutFade?.nanoseconds else { return 0 }
    let (after, isTooLarge) = parts(of: update).total.subtractingReportingOverflow(shown)
    return isTooLarge ? 0 : max(0, min(update.mainThreadWait.nanoseconds, after))
  }

  /// The parts of an update's latency but for its fade, in nanoseconds, as the chart names them.
  private static func parts(of update: UpdateFacts) -> [Int64] {
    [
      update.indexing, update.queueWait, update.compute, update.mainThreadWait,
      update.mainThreadWork,
    ].map { $0?.nanoseconds ?? 0 }
  }

  private static func fades(of session: SessionReport) -> PageChart? {
    let updates = session.facts.updates.compactMap { update in
      update.latency.map { _ in
        Update(
          facts: update, parts: [update.animation?.nanoseconds ?? 0, waitAfter(of: update)])
      }
    }
    let times = updates.map { $0.parts[0] }.filter { $0 > 0 }
    guard let least = times.min(), let most = times.max() else { return nil }
    let length = least == most ? time(most) : "\(time(least)) to \(time(most))"
    let latest = updates.compactMap(\.facts.latency?.nanoseconds).max() ?? most
    return chart(
      "The fade takes \(length) more, after which the slowest update is over in \(time(latest))",
      "Simulated time from the new clusters on the map until the old ones are gone", of: updates,
      session, [("animation", "fade"), ("mainwait", "wait to remove the old clusters")])
  }

  private static func realTimes(of session: SessionReport) -> PageChart? {
    guard let measured = session.measurements?.updates else { return nil }
    let names = measured.phaseNames
    let updates = session.facts.updates.compactMap { update in
      measured.time(of: update).map { _ in
        Update(facts: update, parts: measured.phases(of: update).map { $0 ?? 0 })
      }
    }
    guard let slowest = updates.max(by: { $0.whole < $1.whole }), slowest.whole > 0 else {
      return nil
    }
    let colors = ["indexing", "compute", "animation", "wait", "mainwait", "mainwork"]
    return chart(
      "On the machine that made this page the slowest update takes "
        + MetricText.lap(slowest.whole) + most(slowest.parts, names),
      "Real time of the phases", of: updates, session,
      names.enumerated().map { (kind: colors[$0 % colors.count], name: $1) })
  }

  private static func time(_ nanoseconds: Int64) -> String {
    MetricText.short(.nanoseconds(nanoseconds), of: .latencyMaximum)
  }

  // MARK: Batches

  /// Latency while batches arrive, simulated and, where it was measured, real.
  static func batches(of session: SessionReport) -> [PageChart] {
    let windows = session.facts.batchWindows
    func chart(
      _ title: String, _ note: String, _ values: [(p50: Int64, p95: Int64, max: Int64)?],
      _ text: (Int64) -> String
    ) -> PageChart? {
      let measured = values.compactMap(\.self)
      guard let first = measured.first, let last = measured.last,
        measured.contains(where: { $0.max > 0 })
      else { return nil }
      let change =
        measured.count == 1
        ? "is \(text(first.p95))" : "goes from \(text(first.p95)) to \(text(last.p95))"
      var chart = PageChart(
        title: "\(title) \(change)", note: note, unit: .nanoseconds, kind: .nested,
        series: [
          PageChart.Series(kind: "median", name: "p50", values: values.map { $0?.p50 }),
          PageChart.Series(kind: "high", name: "p95", values: values.map { $0?.p95 }),
          PageChart.Series(kind: "longest", name: "max", values: values.map { $0?.max }),
        ], place: "batches")
      chart.names = windows.map(\.numbers)
      return chart
    }
    return [
      chart(
        "Latency by batch, with the fade (p95)",
        "Modeled, from the trigger until the old clusters are gone, in the order of batches; the "
          + "last one has all updates after it too",
        windows.map { window in
          window.updates == 0
            ? nil
            : (
              window.median.nanoseconds, window.percentile95.nanoseconds, window.maximum.nanoseconds
            )
        }, time),
      chart(
        "Real compute by batch (p95)", "On this machine, without index, wait and fade",
        session.realLatencies.map { laps in laps.map { ($0.p50, $0.p95, $0.max) } },
        MetricText.lap),
    ].compactMap(\.self)
  }

  // MARK: Views

  private static func pool(of session: SessionReport) -> PageChart? {
    let all = session.timeline.viewCounts.rows
    let rows = sampled(all) { rows in
      rows.first.map { first in
        rows.reduce(into: first) { most, row in
          (most.live, most.pooled) = (max(most.live, row.live), max(most.pooled, row.pooled))
        }
      }
    }.rows
    let table = session.facts.session
    let live = max(count(.liveViewsPeak, table), all.map { Int64($0.live) }.max() ?? 0)
    let pooled = max(count(.pooledViewsPeak, table), all.map { Int64($0.pooled) }.max() ?? 0)
    guard !rows.isEmpty, live > 0 else { return nil }
    var chart = PageChart(
      title: "At most \(MetricText.things(Int(live), "annotation view")) on the map, and at most "
        + "\(MetricText.count(pooled)) in reuse pools",
      note: "Views whenever a frame has others"
        + (rows.count < all.count ? ", the most of some in a row" : "")
        + (session.timeline.viewCounts.leftOut > 0 ? "; later ones are not recorded" : ""),
      unit: .count, kind: .steps,
      series: [
        PageChart.Series(kind: "compute", name: "on the map", values: rows.map { Int64($0.live) }),
        PageChart.Series(
          kind: "mainwork", name: "in reuse pools", values: rows.map { Int64($0.pooled) }),
      ], place: "at")
    chart.times = rows.map(\.start.nanoseconds)
    chart.end = session.timeline.length.nanoseconds
    return chart
  }

  private static func reuse(of session: SessionReport) -> PageChart? {
    let rows = session.timeline.views.rows
    var (shares, reused): ([(time: Int64, share: Int64)], Int64) = ([], 0)
    for (index, row) in rows.enumerated() {
      if row.isReused { reused += 1 }
      let share = (time: row.start.nanoseconds, share: reused * 1_000 / Int64(index + 1))
      if shares.last?.time == share.time { shares.removeLast() }
      shares.append(share)
    }
    let rate = session.facts.session[.viewReuseRate]
    guard reused > 0, rate.isMeasured else { return nil }
    let shown = sampled(shares, \.last).rows
    let rest = session.timeline.views.leftOut
    var chart = PageChart(
      title: "\(MetricText.short(rate, of: .viewReuseRate)) of the views that were asked for come "
        + "out of reuse pools",
      note: "Share of all views shown until then"
        + (rest > 0 ? ", of the first \(MetricText.count(Int64(rows.count)))" : ""),
      unit: .permille, kind: .steps,
      series: [PageChart.Series(kind: "compute", name: "reused", values: shown.map(\.share))],
      place: "at")
    chart.times = shown.map(\.time)
    chart.end = session.timeline.length.nanoseconds
    return chart
  }

  /// One of a few rows in a row, where there are many, and how many rows each stands for.
  private static func sampled<Row>(
    _ rows: [Row], atMost limit: Int = placeLimit, _ choose: (ArraySlice<Row>) -> Row?
  ) -> (rows: [Row], each: Int) {
    let each = max(1, (rows.count + limit - 1) / limit)
    let chosen = stride(from: 0, to: rows.count, by: each).compactMap { first in
      choose(rows[first..<min(first + each, rows.count)])
    }
    return (chosen, each)
  }

  private static func views(of session: SessionReport) -> PageChart? {
    let steps = session.facts.steps.indices.map { step in
      (
        step: step, created: count(.viewsCreated, session.facts.steps[step]),
        reused: count(.viewsReused, session.facts.steps[step])
      )
    }.filter { $0.created > 0 || $0.reused > 0 }
    guard let most = steps.max(by: { $0.created < $1.created }), most.created > 0 else {
      return nil
    }
    let all = steps.map(\.created).total
    let shown = largest(steps) { $0.created }
    var chart = PageChart(
      title: "Step \(most.step + 1) creates most views, \(MetricText.count(most.created)) of "
        + "\(MetricText.count(all)) in steps",
      note: "Views by step" + (shown.count < steps.count ? ", those with most" : ""),
      unit: .count, kind: .stacked,
      series: [
        PageChart.Series(kind: "mainwork", name: "created", values: shown.map(\.created)),
        PageChart.Series(kind: "compute", name: "reused", values: shown.map(\.reused)),
      ], place: "step")
    chart.steps = shown.map(\.step)
    return chart
  }

  /// The steps with the largest numbers, as many as there is room for, in their order.
  private static func largest<Step>(
    _ steps: [Step], by number: (Step) -> Int64
  ) -> [Step] {
    let ranked = steps.enumerated().sorted {
      (number($1.element), $0.offset) < (number($0.element), $1.offset)
    }
    return ranked.prefix(barLimit).sorted { $0.offset < $1.offset }.map(\.element)
  }

  private static func count(_ metric: Metric, _ table: MetricTable) -> Int64 {
    if case .count(let count) = table[metric] { count } else { 0 }
  }

  // MARK: Frames

  private static func frames(of session: SessionReport) -> PageChart? {
    guard let frames = session.timeline.frames?.rows,
      let longest = frames.map(\.mainThread.nanoseconds).max(), longest > 0
    else { return nil }
    let late = count(.hitches, session.facts.session)
    let budget = session.legend.framePeriod.nanoseconds
    let each = frames.map(\.frames).max() ?? 1
    var chart = PageChart(
      title: late == 0
        ? "No frame is late; the main thread works \(time(longest)) at most for one"
        : "\(MetricText.things(Int(late), "hitch", "hitches")); the main thread works "
          + "\(time(longest)) for the longest frame",
      note: "Work of the main thread for each frame, simulated"
        + (each > 1 ? ", the longest of \(each) in a row" : "")
        + "; red is more than the budget, which makes a frame late if it shows anything new",
      unit: .nanoseconds, kind: .peaks,
      series: [
        PageChart.Series(
          kind: "compute", name: "main thread", values: frames.map(\.mainThread.nanoseconds))
      ], place: "from")
    chart.times = frames.map(\.start.nanoseconds)
    chart.end = session.timeline.length.nanoseconds
    chart.lengths = frames.map { $0.frames.multipliedReportingOverflow(by: budget).partialValue }
    chart.limit = (name: "budget of a frame", value: budget)
    return chart
  }

  // MARK: Costs

  private static func costs(of session: SessionReport, _ counts: SessionCounts?) -> [PageChart] {
    let parts = session.allocations?.counted?.steps ?? []
    let allocated = parts.enumerated().map { (step: $0.offset, part: $0.element) }
    let rows = (counts?.rows ?? []).compactMap { row in
      row.step.map { (step: $0, count: row.instructions) }
    }
    return [
      cost(
        "asks for memory most", "requests", .count, "indexing",
        allocated.map { (step: $0.step, count: $0.part.count) }),
      cost(
        "asks for most memory", "bytes asked for, freed or not", .bytes, "indexing",
        allocated.map { (step: $0.step, count: $0.part.bytes) }),
      cost("takes most instructions", "instructions", .count, "compute", rows),
    ].compactMap(\.self)
  }

  private static func cost(
    _ finding: String, _ name: String, _ unit: PageChart.Unit, _ color: String,
    _ steps: [(step: Int, count: Int64)]
  ) -> PageChart? {
    let steps = steps.filter { $0.count > 0 }
    guard let most = steps.max(by: { $0.count < $1.count }) else { return nil }
    let all = steps.map(\.count).total
    let shown = largest(steps) { $0.count }
    var chart = PageChart(
      title: "Step \(most.step + 1) \(finding): \(MetricText.count(most.count)) of "
        + "\(MetricText.count(all)) \(unit == .bytes ? "bytes" : name)",
      note: "By step, exact for one build: \(name)"
        + (shown.count < steps.count ? ", those with most" : ""),
      unit: unit, kind: .stacked,
      series: [
        PageChart.Series(
          kind: color, name: name,
          values: shown.map(\.count))
      ], place: "step")
    chart.steps = shown.map(\.step)
    return chart
  }
}

extension [Int64] {
  /// The sum, saturating at the largest number: a run file may hold any.
  fileprivate var total: Int64 { reduce(0) { $0.clampedSum($1) } }
}
