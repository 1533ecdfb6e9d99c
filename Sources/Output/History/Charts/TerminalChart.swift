internal import Formatting
internal import Statistics

/// A chart of a series in characters, at most 80 columns wide: a dot for each run, a line for each
/// level, and a letter where it changes.
struct TerminalChart {
  /// Rows of characters; each has four rows of dots.
  private static let rows = 12
  private static let width = 80

  private let figure: SeriesFigure
  private let labels: [String]
  private let labelWidth: Int
  /// Columns of characters; each has two columns of dots.
  private let columns: Int

  init(_ figure: SeriesFigure) {
    self.figure = figure
    labels = figure.tickTexts
    labelWidth = labels.map(\.count).max() ?? 0
    columns = max(10, TerminalChart.width - labelWidth - 2)
  }

  var text: String {
    var lines = TextLayout.wrapped(figure.finding)
    lines += [figure.note, ""] + plot + [floor]
    lines += figure.changes.isEmpty ? [ends] : [letters, ends, ""]
    for (letter, change) in figure.lettered {
      lines += TextLayout.wrapped("\(letter): \(figure.explanation(of: change))")
    }
    let left = figure.changes.count - figure.lettered.count
    if left > 0 { lines.append("and \(left) before; mapreplay history changes lists them all") }
    return lines.map(TextLayout.trimmed).joined(separator: "\n") + "\n"
  }

  /// The column of dots of a point.
  private func dot(ofPoint index: Int) -> Int {
    let last = max(figure.series.points.count - 1, 1)
    return index * (columns * 2 - 1) / last
  }

  /// The row of dots of a number, from above.
  private func dot(of number: Double) -> Int {
    let rows = TerminalChart.rows * 4 - 1
    return rows - Int((figure.axis.place(of: number) * Double(rows)).rounded())
  }

  private var plot: [String] {
    var canvas = BrailleCanvas(columns: columns, rows: TerminalChart.rows)
    for (index, point) in figure.series.points.enumerated() {
      canvas.set(dot(ofPoint: index), dot(of: point.number))
    }
    var lines = canvas.lines
    for level in figure.levels {
      let row = dot(of: level.mean) / 4
      let ends = [level.points.lowerBound, level.points.upperBound - 1].map { dot(ofPoint: $0) / 2 }
      for column in ends[0]...ends[1] where lines[row][column] == " " { lines[row][column] = "─" }
    }
    var labels: [Int: String] = [:]
    for (tick, label) in zip(figure.axis.ticks, self.labels) { labels[dot(of: tick) / 4] = label }
    return lines.enumerated().map { row, line in
      TextLayout.padded(labels[row] ?? "", to: labelWidth, left: true)
        + (labels[row] == nil ? " │" : " ┤") + String(line)
    }
  }

  private var indent: String { String(repeating: " ", count: labelWidth + 2) }

  private var floor: String {
    String(repeating: " ", count: labelWidth + 1) + "└"
      + String(repeating: "─", count: columns)
  }

  /// The first run at the left and the last one at the right.
  private var ends: String {
    let ends = figure.ends
    guard ends.count == 2, figure.runs.count > 1 else { return indent + (ends.first ?? "") }
    return indent
      + ends[0]
      + TextLayout.padded(ends[1], to: max(columns - ends[0].count, ends[1].count + 1), left: true)
  }

  private var letters: String {
    var line = [Character](repeating: " ", count: columns)
    for (letter, change) in figure.lettered { line[dot(ofPoint: change.point.index) / 2] = letter }
    return indent + String(line)
  }
}
