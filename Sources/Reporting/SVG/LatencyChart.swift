internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics

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
  private let top: Int64

  /// Makes the chart; nil when no update came to its end.
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
    top = LatencyChart.roundTop(slowest)
  }

  /// The least of 1, 2, 5, 10, … nanoseconds that is not below a latency.
  static func roundTop(_ latency: Int64) -> Int64 {
    var top: Int64 = 1
    while top < latency {
      for factor: Int64 in [2, 5, 10] where top * factor >= latency { return top * factor }
      top *= 10
    }
    return top
  }

  /// The chart as HTML around an SVG that is stretched to the width there is; text stays outside
  /// so that it is not stretched too.
  var markup: String {
    let title = MetricText.things(bars.count, "update")
    let note =
      updatesPerBar == 1
      ? title : "each bar the slowest of \(updatesPerBar) updates in a row"
    var text = "<figure class=\"chart\"><figcaption><b>Latency of cluster updates</b>"
    text += "<span>\(note), in the order of their queueing</span>"
    text += "<span class=\"keys\"><i class=\"indexing\"></i>indexing<i class=\"wait\"></i>wait"
    text += "<i class=\"compute\"></i>compute"
    text += "<i class=\"animation\"></i>animation</span></figcaption><div class=\"plot\">"
    for quarter: Int64 in [4, 2] {
      let label = MetricText.short(.nanoseconds(top * quarter / 4), of: .latencyMaximum)
      text += "<span class=\"tick\" style=\"top:\(100 - quarter * 25)%\">\(label)</span>"
    }
    text += "<svg viewBox=\"0 0 \(bars.count) 100\" preserveAspectRatio=\"none\" "
    text += "role=\"img\" aria-label=\"Latency of cluster updates\">"
    text += "<path class=\"rule\" d=\"M0 0H\(bars.count)M0 50H\(bars.count)M0 100H\(bars.count)\"/>"
    text += marks.lines
    for (index, bar) in bars.enumerated() { text += self.bar(bar, at: index) }
    return text + "</svg></div>\(marks.names)</figure>"
  }

  private func bar(_ bar: Bar, at index: Int) -> String {
    let update = bar.update
    let parts: [(name: String, length: Int64)] = [
      (name: "indexing", length: update.indexing?.nanoseconds ?? 0),
      (name: "wait", length: update.queueWait?.nanoseconds ?? 0),
      (name: "compute", length: update.compute?.nanoseconds ?? 0),
      (name: "animation", length: update.animation?.nanoseconds ?? 0),
    ]
    let width = bars.count == 1 ? 0.2 : 0.72
    let left = Double(index) + (1 - width) / 2
    var text = "<g><title>\(Escape.markup(title(of: bar)))</title>"
    var bottom = 100.0
    for part in parts where part.length > 0 {
      let height = Double(part.length) / Double(top) * 100
      bottom -= height
      text += NumberFormat.rect(
        ScreenRect(minX: left, minY: bottom, width: width, height: height), class: part.name)
    }
    return text + "</g>"
  }

  private func title(of bar: Bar) -> String {
    let update = bar.update
    let latency = MetricText.short(.nanoseconds(bar.latency), of: .latencyMaximum)
    let step = session.label(ofStep: Int(update.step)).map { ", \($0.text)" } ?? ""
    return "update \(update.update) of \(session.layerName(update.layer)): \(latency) at "
      + "\(MetricText.time(update.triggeredAt))\(step)"
  }

  /// Where marks begin among the bars, and their names below.
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
    // Many names would lie on each other.
    let isReadable = !names.isEmpty && session.facts.marks.count <= 8
    return (lines, isReadable ? "<div class=\"names\">\(names)</div>" : "")
  }
}
