internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Statistics

/// The frame of a chart: HTML around an SVG that is stretched to the width there is; text is
/// outside so that it is not stretched.
struct ChartFrame {
  var kind: String
  var title: String
  var note: String
  /// The class and the name of each part of a bar.
  var keys: [(kind: String, name: String)]
  /// The number of bars.
  var count: Int
  /// The time at the upper edge, in nanoseconds.
  var top: Int64
  var text: (Int64) -> String

  func markup(_ content: String, below: String) -> String {
    let keys = keys.map { "<i class=\"\($0.kind)\"></i>\($0.name)" }.joined()
    let ticks = [(0, top), (50, top / 2)].map { place, time in
      "<span class=\"tick\" style=\"top:\(place)%\">\(text(time))</span>"
    }
    return "<figure class=\"\(kind)\"><figcaption><b>\(title)</b><span>\(note)</span>"
      + "<span class=\"keys\">\(keys)</span></figcaption><div class=\"plot\">\(ticks.joined())"
      + "<svg viewBox=\"0 0 \(count) 100\" preserveAspectRatio=\"none\" role=\"img\" "
      + "aria-label=\"\(title)\">"
      + "<path class=\"rule\" d=\"M0 0H\(count)M0 50H\(count)M0 100H\(count)\"/>"
      + "\(content)</svg></div>\(below)</figure>"
  }

  /// The height of a time, in percent of the chart.
  func height(_ time: Int64) -> Double { Double(time) / Double(top) * 100 }

  /// The least of 1, 2, 5, 10, … nanoseconds that is not below a time.
  static func roundTop(_ time: Int64) -> Int64 {
    var top: Int64 = 1
    while top < time {
      for factor: Int64 in [2, 5, 10] where top * factor >= time { return top * factor }
      top *= 10
    }
    return top
  }
}

/// A chart of a session's cluster updates: a bar for each, stacked of indexing, wait, compute and
/// animation.
struct LatencyChart {
  /// The most bars; with more updates each bar is the slowest of a few in a row.
  static let barLimit = 160

  private struct Bar {
    var update: UpdateFacts
    var latency: Int64
  }

  private let session: SessionReport
  private let bars: [Bar]
  private let updatesPerBar: Int
  private let frame: ChartFrame

  /// Makes the chart; nil when no update finished.
  init?(_ session: SessionReport) {
    let finished = session.facts.updates.compactMap { update in
      update.latency.map { Bar(update: update, latency: $0.nanoseconds) }
    }
    guard let slowest = finished.map(\.latency).max(), slowest > 0 else { return nil }
    self.session = session
    updatesPerBar = (finished.count + LatencyChart.barLimit - 1) / LatencyChart.barLimit
    var bars: [Bar] = []
    for (index, bar) in finished.enumerated() {
      if index.isMultiple(of: updatesPerBar) {
        bars.append(bar)
      } else if let last = bars.last, last.latency < bar.latency {
        bars[bars.count - 1] = bar
      }
    }
    self.bars = bars
    let note =
      updatesPerBar == 1
      ? MetricText.things(bars.count, "update")
      : "each bar the slowest of \(updatesPerBar) updates in a row"
    frame = ChartFrame(
      kind: "chart", title: "Latency of cluster updates",
      note: "\(note), in the order of their queueing",
      keys: [
        ("indexing", "indexing"), ("wait", "queue"), ("compute", "compute"),
        ("mainwait", "waits for main thread"), ("mainwork", "main thread"),
        ("animation", "animation"),
      ], count: bars.count,
      top: ChartFrame.roundTop(slowest), text: LatencyChart.text)
  }

  private static func text(_ time: Int64) -> String {
    MetricText.short(.nanoseconds(time), of: .latencyMaximum)
  }

  var markup: String {
    let (lines, names) = marks
    return frame.markup(lines + bars.enumerated().map { bar($1, at: $0) }.joined(), below: names)
  }

  private func bar(_ bar: Bar, at index: Int) -> String {
    let update = bar.update
    let times = [
      update.indexing, update.queueWait, update.compute, update.mainThreadWait,
      update.mainThreadWork, update.animation,
    ]
    let width = bars.count == 1 ? 0.2 : 0.72
    let left = Double(index) + (1 - width) / 2
    let step = session.label(of: update.step).map { ", \($0.text)" } ?? ""
    let title =
      "update \(update.update) of \(session.layerName(update.layer)): "
      + "\(LatencyChart.text(bar.latency)) at \(MetricText.time(update.triggeredAt))\(step)"
    var text = "<g><title>\(Escape.markup(title))</title>"
    var bottom = 100.0
    for (key, time) in zip(frame.keys, times) {
      guard let time = time?.nanoseconds, time > 0 else { continue }
      bottom -= frame.height(time)
      text += NumberFormat.rect(
        ScreenRect(minX: left, minY: bottom, width: width, height: frame.height(time)),
        class: key.kind)
    }
    return text + "</g>"
  }

  /// The lines where marks begin among the bars, and their names below.
  private var marks: (lines: String, names: String) {
    var lines = ""
    var names = ""
    for mark in session.facts.marks {
      let index = bars.firstIndex { $0.update.triggeredAt >= mark.start } ?? bars.count
      lines += "<path class=\"mark\" d=\"M\(index) 0V100\"/>"
      // A name near the right edge ends there.
      let left = NumberFormat.percent(Int64(index), of: Int64(bars.count))
      let place = index * 100 > bars.count * 85 ? "right:0" : "left:\(left)%"
      names += "<span style=\"\(place)\">\(Escape.markup(mark.name))</span>"
    }
    // Many names would overlap.
    let isReadable = !names.isEmpty && session.facts.marks.count <= 8
    return (lines, isReadable ? "<div class=\"names\">\(names)</div>" : "")
  }
}

/// A chart of latency while batches arrive: for each window of batches nested bars up to the
/// maximum, the 95th percentile and the median.
struct BatchChart {
  private struct Bar {
    var name: String
    var median: Int64
    var percentile95: Int64
    var maximum: Int64
  }

  private let bars: [Bar?]
  private let names: [String]
  private let frame: ChartFrame

  /// The charts of a session: simulated latency and, where it was measured, the real one.
  static func charts(of session: SessionReport) -> [BatchChart] {
    let windows = session.facts.batchWindows
    // Of long numbers only the first fits under a bar, as on any axis; the bar names both.
    let isLong = windows.contains { $0.batches.upperBound > 99 }
    let names = windows.map { isLong ? "\($0.batches.lowerBound)" : $0.numbers }
    let simulated = windows.map { window -> Bar? in
      guard window.updates > 0 else { return nil }
      return Bar(
        name: window.name, median: window.median.nanoseconds,
        percentile95: window.percentile95.nanoseconds, maximum: window.maximum.nanoseconds)
    }
    let real = zip(windows, session.realLatencies).map { window, laps in
      laps.map { Bar(name: window.name, median: $0.p50, percentile95: $0.p95, maximum: $0.max) }
    }
    return [
      BatchChart(
        "Latency by batch", "modelled, from the trigger to the end", simulated, names
      ) { MetricText.short(.nanoseconds($0), of: .latencyMaximum) },
      BatchChart(
        "Real compute by batch", "on this machine, without index, wait and fade", real, names,
        text: MetricText.lap),
    ].compactMap(\.self)
  }

  private init?(
    _ title: String, _ note: String, _ bars: [Bar?], _ names: [String],
    text: @escaping (Int64) -> String
  ) {
    let top = bars.compactMap { $0?.maximum }.max() ?? 0
    guard top > 0 else { return nil }
    (self.bars, self.names) = (bars, names)
    frame = ChartFrame(
      kind: "chart batches", title: title, note: note,
      keys: [("median", "p50"), ("high", "p95"), ("longest", "max")], count: bars.count,
      top: ChartFrame.roundTop(top), text: text)
  }

  var markup: String {
    let content = bars.enumerated().map { index, bar in bar.map { self.bar($0, at: index) } ?? "" }
    let windows = names.map { "<span>\($0)</span>" }.joined()
    return frame.markup(content.joined(), below: "<div class=\"windows\">\(windows)</div>")
  }

  private func bar(_ bar: Bar, at index: Int) -> String {
    let parts = zip(frame.keys, [bar.median, bar.percentile95, bar.maximum])
    let words = parts.map { "\($0.name) \(frame.text($1))" }.joined(separator: ", ")
    let rects = parts.reversed().filter { $0.1 > 0 }.map { key, time in
      let height = frame.height(time)
      return NumberFormat.rect(
        ScreenRect(minX: Double(index) + 0.2, minY: 100 - height, width: 0.6, height: height),
        class: key.kind)
    }
    return "<g><title>\(bar.name): \(words)</title>\(rects.joined())</g>"
  }
}
