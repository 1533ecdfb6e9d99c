internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Statistics

/// A chart of how latency develops while batches arrive: for each window of batches a bar up to the
/// longest latency, in it one up to the 95th percentile, and in that one up to the median.
struct BatchChart {
  /// The latencies of a window, in nanoseconds.
  private struct Bar {
    var name: String
    var median: Int64
    var percentile95: Int64
    var maximum: Int64
  }

  private let title: String
  private let note: String
  private let bars: [Bar?]
  private let names: [String]
  private let text: (Int64) -> String

  /// The charts of a session: simulated latency and, where it was measured, the real one.
  static func charts(of session: SessionReport) -> [BatchChart] {
    let windows = session.facts.batchWindows
    // Of long numbers only the first fits under a bar, as on any axis; the bar names both.
    let isLong = windows.contains { $0.batches.upperBound > 99 }
    let names = windows.map { window in
      let batches = window.batches
      guard batches.count > 1 else { return "\(batches.lowerBound)" }
      return isLong ? "\(batches.lowerBound)" : "\(batches.lowerBound)–\(batches.upperBound)"
    }
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
        title: "Latency by batch", note: "modelled, from the trigger to the end", bars: simulated,
        names: names
      ) { MetricText.short(.nanoseconds($0), of: .latencyMaximum) },
      BatchChart(
        title: "Real compute by batch", note: "on this machine, without index, wait and fade",
        bars: real,
        names: names, text: MetricText.lap),
    ].filter { $0.top > 0 }
  }

  private var top: Int64 { bars.compactMap { $0?.maximum }.max() ?? 0 }

  /// The chart as HTML around an SVG that is stretched to the width there is.
  var markup: String {
    let top = LatencyChart.roundTop(self.top)
    var text = "<figure class=\"chart batches\"><figcaption><b>\(title)</b><span>\(note)</span>"
    text += "<span class=\"keys\"><i class=\"median\"></i>p50<i class=\"high\"></i>p95"
    text += "<i class=\"longest\"></i>max</span></figcaption><div class=\"plot\">"
    for quarter: Int64 in [4, 2] {
      text += "<span class=\"tick\" style=\"top:\(100 - quarter * 25)%\">"
      text += "\(self.text(top * quarter / 4))</span>"
    }
    text += "<svg viewBox=\"0 0 \(bars.count) 100\" preserveAspectRatio=\"none\" role=\"img\" "
    text += "aria-label=\"\(title)\">"
    text += "<path class=\"rule\" d=\"M0 0H\(bars.count)M0 50H\(bars.count)M0 100H\(bars.count)\"/>"
    for (index, bar) in bars.enumerated() {
      if let bar { text += self.bar(bar, at: index, top: top) }
    }
    text += "</svg></div><div class=\"windows\">"
    text += names.map { "<span>\($0)</span>" }.joined()
    return text + "</div></figure>"
  }

  private func bar(_ bar: Bar, at index: Int, top: Int64) -> String {
    let parts: [(name: String, length: Int64)] = [
      (name: "longest", length: bar.maximum), (name: "high", length: bar.percentile95),
      (name: "median", length: bar.median),
    ]
    var text = "<g><title>\(bar.name): p50 \(self.text(bar.median)), "
    text += "p95 \(self.text(bar.percentile95)), max \(self.text(bar.maximum))</title>"
    for part in parts where part.length > 0 {
      let height = Double(part.length) / Double(top) * 100
      text += NumberFormat.rect(
        ScreenRect(minX: Double(index) + 0.2, minY: 100 - height, width: 0.6, height: height),
        class: part.name)
    }
    return text + "</g>"
  }
}
