internal import Formatting
internal import MapGeometry
internal import Measures

/// The screen of a phone as SVG, a cell for each pin position; equal neighbors are one rectangle.
///
/// Classes give the colors, so the page's light and dark style apply.
struct HeatMap {
  private let grid: AdjusterGrid

  init(_ grid: AdjusterGrid) { self.grid = grid }

  /// The class of each mark of a criterion, empty for what is kept.
  private static func classes(of unit: CriterionMeasure.Unit) -> [String] {
    (0..<AdjusterResultCell.count).map { code in
      switch AdjusterResultCell(code: code) {
      case .notAsked?: "na"
      case .worldEnded?: "we"
      case let mark? where mark.isBroken: letter(of: unit) + String(mark.level)
      case _?, nil: ""
      }
    }
  }

  static func letter(of unit: CriterionMeasure.Unit) -> String {
    switch unit {
    case .points: "p"
    case .scale: "s"
    case .count: "q"
    }
  }

  func markup(of marks: [AdjusterResultCell], _ criterion: Criterion, named name: String) -> String
  { markup(marks.map { Int($0.code) }, classes: HeatMap.classes(of: criterion.unit), named: name) }

  /// The zoom level from which on each position breaks something; -1 where it never does, -2 where
  /// nothing was asked.
  func markup(ofZooms zooms: [Int], named name: String) -> String {
    let count = grid.zoomLevels.count
    return markup(
      zooms.map { $0 + 2 },
      classes: ["na", ""] + (0..<count).map { "z\(HeatMap.tone($0, of: count))" }, named: name)
  }

  /// The height of a map of a width, margins and all.
  func height(ofWidth width: Double) -> Double {
    width * Double(grid.rows) * grid.step.height / (Double(grid.columns) * grid.step.width)
  }

  static let toneCount = 12

  static func tone(_ index: Int, of count: Int) -> Int {
    count > 1 ? index * (toneCount - 1) / (count - 1) : 0
  }

  /// Cells are units of the drawing, stretched to the shape that they have on the screen.
  private func markup(_ values: [Int], classes: [String], named name: String) -> String {
    let step = grid.step
    let (columns, rows) = (Double(grid.columns), Double(grid.rows))
    let number = NumberFormat.number
    var text = "<svg class=\"heat\" role=\"img\" aria-label=\"\(Escape.markup(name))\" "
    text += "viewBox=\"0 0 \(number(columns * step.width)) \(number(rows * step.height))\">"
    text += "<rect class=\"k\" width=\"100%\" height=\"100%\"/>"
    text += "<g transform=\"scale(\(number(step.width)) \(number(step.height)))\">"
    for (index, path) in paths(of: values, count: classes.count).enumerated()
    where !path.isEmpty && !classes[index].isEmpty {
      text += "<path class=\"\(classes[index])\" d=\"\(path)\"/>"
    }
    text += "</g>"
    let screen = ScreenRect(
      minX: 1.5 * step.width, minY: 1.5 * step.height, width: grid.viewSize.width,
      height: grid.viewSize.height)
    return text + NumberFormat.rect(screen, class: "edge", radius: 14) + "</svg>"
  }

  private struct Run {
    var from: Int
    var to: Int
    var value: Int
    var row: Int
  }

  private func paths(of values: [Int], count: Int) -> [String] {
    var paths = Array(repeating: "", count: count)
    var open: [Run] = []
    for row in 0...grid.rows {
      let runs = row < grid.rows ? self.runs(of: values, in: row) : []
      var next: [Run] = []
      var index = 0
      for var run in runs {
        while index < open.count, open[index].to <= run.from { index += 1 }
        if index < open.count, open[index].from == run.from, open[index].to == run.to,
          open[index].value == run.value
        {
          run.row = open[index].row
        }
        next.append(run)
      }
      // A run that continues keeps the row where it began; all others end here.
      for run in open where !next.contains(where: { $0.row == run.row && $0.from == run.from }) {
        let (width, height) = (run.to - run.from, row - run.row)
        paths[run.value] += "M\(run.from) \(run.row)h\(width)v\(height)h-\(width)z"
      }
      open = next
    }
    return paths
  }

  private func runs(of values: [Int], in row: Int) -> [Run] {
    let start = row * grid.columns
    var runs: [Run] = []
    for column in 0..<grid.columns {
      let value = values[start + column]
      if runs.last?.value == value {
        runs[runs.count - 1].to = column + 1
      } else {
        runs.append(Run(from: column, to: column + 1, value: value, row: row))
      }
    }
    return runs
  }
}
