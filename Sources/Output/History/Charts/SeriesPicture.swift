internal import Formatting
internal import Pages
internal import Statistics

/// Charts of series as one SVG that is readable on a phone: 400 points wide.
///
/// Each color is paired with a shape or a word.
struct SeriesPicture {
  private static let width = 400.0
  private static let plotHeight = 150.0
  private static let lineHeight = 16.0
  /// The colors written out, once for all charts.
  private static let style = PageStyle.literal(PageStyle.colors + WebFile.seriesCSS)
  /// The number of characters of a wide font that fit into a line, and into a line of the
  /// title.
  private static let (columns, titleColumns) = (54, 42)

  private let figures: [SeriesFigure]

  init(_ figures: [SeriesFigure]) { self.figures = figures }

  var text: String {
    var body = ""
    var top = 0.0
    for figure in figures { body += panel(figure, at: &top) }
    let title = figures.first.map { Escape.markup(spelled($0.finding)) } ?? ""
    let size = "viewBox=\"0 0 \(px: SeriesPicture.width) \(px: top)\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) role="img" aria-label="\(title)">
      <title>\(title)</title>
      <style>
      \(SeriesPicture.style)\
      </style>
      <rect class="page" width="100%" height="100%"/>
      \(body)</svg>

      """
  }

  /// The text with typographic spacing: numbers stay on one line with their units.
  private func spelled(_ text: String) -> String {
    text.replacing("->", with: "→").replacing(" %", with: "\u{a0}%")
      .replacing(" ms", with: "\u{a0}ms")
  }

  /// One chart with its finding above and its changes below.
  private func panel(_ figure: SeriesFigure, at top: inout Double) -> String {
    var markup = ""
    func line(_ text: String, _ name: String, x: Double = 12) {
      top += SeriesPicture.lineHeight
      markup +=
        "<text class=\"\(name)\" x=\"\(px: x)\" y=\"\(px: top)\">"
        + "\(Escape.markup(text))</text>\n"
    }
    top += 6
    for text in broken(figure.finding, to: SeriesPicture.titleColumns) { line(text, "title") }
    for text in broken(figure.note, to: SeriesPicture.columns) { line(text, "note") }
    top += 22
    let plot = SeriesPlot(
      figure, left: 12 + 6.6 * Double(figure.tickTexts.map(\.count).max() ?? 0),
      right: SeriesPicture.width - 14, top: top, bottom: top + SeriesPicture.plotHeight)
    markup += plot.markup
    top += SeriesPicture.plotHeight + 20
    for (letter, change) in figure.lettered {
      let texts = broken("\(letter): \(figure.explanation(of: change))", to: SeriesPicture.columns)
      for (index, text) in texts.enumerated() { line(text, "note", x: index == 0 ? 12 : 24) }
    }
    top += 12
    return markup
  }

  /// The text broken into lines of about `width` characters.
  private func broken(_ text: String, to width: Int) -> [String] {
    TextLayout.lines(of: spelled(text), atMost: width)
  }
}

/// The axes and points of a chart within an SVG.
private struct SeriesPlot {
  private let figure: SeriesFigure
  private let left: Double
  private let right: Double
  private let top: Double
  private let bottom: Double

  init(_ figure: SeriesFigure, left: Double, right: Double, top: Double, bottom: Double) {
    (self.figure, self.left, self.right) = (figure, left, right)
    (self.top, self.bottom) = (top, bottom)
  }

  private func x(_ index: Int) -> Double {
    let last = max(figure.series.points.count - 1, 1)
    return left + 6 + (right - left - 12) * Double(index) / Double(last)
  }

  private func y(_ number: Double) -> Double {
    bottom - (bottom - top) * figure.axis.place(of: number)
  }

  var markup: String { grid + marks + levels + points + ends }

  private var grid: String {
    zip(figure.axis.ticks, figure.tickTexts).map { tick, text in
      "<path class=\"grid\" d=\"M\(px: left) \(px: y(tick))H\(px: right)\"/>"
        + "<text class=\"tick\" text-anchor=\"end\" x=\"\(px: left - 5)\" "
        + "y=\"\(px: y(tick) + 4)\">\(Escape.markup(text))</text>\n"
    }.joined()
  }

  /// A broken line between the last value of one level and the first one of the next.
  private var marks: String {
    figure.lettered.map { letter, change in
      let place = (x(change.point.index) + x(change.point.index - 1)) / 2
      return "<path class=\"mark \(change.direction.rawValue)\" "
        + "d=\"M\(px: place) \(px: top - 4)V\(px: bottom)\"/>"
        + "<text class=\"letter\" text-anchor=\"middle\" x=\"\(px: place)\" "
        + "y=\"\(px: top - 8)\">\(letter)</text>\n"
    }.joined()
  }

  private var levels: String {
    figure.levels.map { level in
      let ends = [level.points.lowerBound, level.points.upperBound - 1].map { x($0) }
      return "<path class=\"level\" d=\"M\(px: ends[0] - 3) \(px: y(level.mean))"
        + "H\(px: ends[1] + 3)\"/>\n"
    }.joined()
  }

  /// A disk for each run; those of a level that is only suspected are rings.
  private var points: String {
    let young = figure.changes.last.flatMap { $0.point.isSuspected ? $0.point.index : nil }
    let radius = figure.series.points.count > 150 ? 1.5 : 2.5
    return figure.series.points.enumerated().map { index, point in
      let text = LevelText.text(point.number, of: figure.series.quantity)
      let kind = young.map { index >= $0 } ?? false ? "young" : "point"
      return "<circle class=\"\(kind)\" cx=\"\(px: x(index))\" cy=\"\(px: y(point.number))\" "
        + "r=\"\(px: radius)\"><title>\(Escape.markup("\(figure.runs[index].words): \(text)"))"
        + "</title></circle>\n"
    }.joined()
  }

  private var ends: String {
    zip(figure.ends.prefix(figure.runs.count), [("start", left), ("end", right)]).map { text, end in
      "<text class=\"tick\" text-anchor=\"\(end.0)\" x=\"\(px: end.1)\" y=\"\(px: bottom + 16)\">"
        + "\(Escape.markup(text))</text>\n"
    }.joined()
  }
}
