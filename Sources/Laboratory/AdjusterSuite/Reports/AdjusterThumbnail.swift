internal import Callouts
internal import Formatting
internal import MapGeometry

/// How to read a heat map: a screen with the cells, one pin on its position and its callout.
struct AdjusterThumbnail {
  private let grid: AdjusterGrid

  init(_ grid: AdjusterGrid) { self.grid = grid }

  var markup: String {
    let size = grid.viewSize
    let number = NumberFormat.number
    let position = grid.rows * 5 / 8 * grid.columns + grid.columns / 2
    let point = grid.point(at: position)
    let parent = CalloutParent(
      coordinateAt: point, size: grid.parentSize, centerOffset: grid.centerOffset)
    let layout = grid.style.layout(over: parent, in: size)
    let step = grid.step
    let cell = ScreenRect(
      minX: point.x - step.width / 2, minY: point.y - step.height / 2, width: step.width,
      height: step.height)
    var text = "<svg class=\"heat sketch\" role=\"img\" aria-label=\"How to read the maps\" "
    text += "viewBox=\"-3 -3 \(number(size.width + 6)) \(number(size.height + 6))\">"
    text += NumberFormat.rect(
      ScreenRect(minX: 0, minY: 0, width: size.width, height: size.height), class: "k edge",
      radius: 24)
    text += "<path class=\"lines\" d=\"\(lines)\"/>"
    text += NumberFormat.rect(layout.body, class: "body", radius: 8)
    let tip = layout.tip
    text += "<path class=\"body\" d=\"M\(number(tip.x - 10)) \(number(layout.body.maxY - 1))"
    text += "L\(number(tip.x)) \(number(layout.body.maxY + 10))L\(number(tip.x + 10)) "
    text += "\(number(layout.body.maxY - 1))\"/>"
    text += NumberFormat.rect(parent.frame, class: "parent", radius: 4)
    return text + NumberFormat.rect(cell, class: "here") + "</svg>"
  }

  private var lines: String {
    let (size, step) = (grid.viewSize, grid.step)
    let number = NumberFormat.number
    var path = ""
    for column in 0..<grid.columns - 3 {
      path += "M\(number((Double(column) + 0.5) * step.width)) 0v\(number(size.height))"
    }
    for row in 0..<grid.rows - 3 {
      path += "M0 \(number((Double(row) + 0.5) * step.height))h\(number(size.width))"
    }
    return path
  }
}
