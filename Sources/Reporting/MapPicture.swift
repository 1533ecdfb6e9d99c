internal import MapEvents
internal import MapGeometry

/// A picture of the map at one moment, as SVG made of the scene's rectangles.
///
/// The viewport stands in the middle; around it, dimmed, lies the margin in which views exist too.
/// Classes give the colours, so the page's light and dark style apply.
struct MapPicture {
  /// The most annotation views that are drawn; those in front are kept.
  static let pinLimit = 500
  /// The most lines of a grid that are drawn in one direction; more would be a grey area.
  static let lineLimit = 100
  /// The most pixels that a picture takes on the page.
  static let largest = ScreenSize(width: 480, height: 700)

  private let scene: Scene
  private let view: ScreenRect
  private let frame: ScreenRect
  private let isBroken: Bool

  init(_ scene: Scene, _ legend: Legend, isBroken: Bool) {
    self.scene = scene
    self.isBroken = isBroken
    view = ScreenRect(
      minX: 0, minY: 0, width: max(legend.viewSize.width, 1),
      height: max(legend.viewSize.height, 1))
    // More of the margin would leave no room for the map itself.
    let margin = max(0.05, min(0.3, legend.viewMarginFraction))
    frame = ScreenRect(
      minX: -margin * view.width, minY: -margin * view.height,
      width: view.width * (1 + 2 * margin), height: view.height * (1 + 2 * margin))
  }

  /// How many points a pixel of the page stands for, at least 1: symbols grow by it so that they
  /// stay readable.
  private var scale: Double {
    max(1, frame.width / MapPicture.largest.width, frame.height / MapPicture.largest.height)
  }

  /// The width at which the picture is shown, in pixels.
  var shownWidth: String { Figure.number((frame.width / scale).rounded()) }

  /// The picture as an `svg` element; the name is read out where it cannot be seen.
  func markup(named name: String) -> String {
    let box = [frame.minX, frame.minY, frame.width, frame.height].map(Figure.number)
    var text = "<svg class=\"map\" role=\"img\" aria-label=\"\(Escape.markup(name))\" "
    text += "viewBox=\"\(box.joined(separator: " "))\">"
    text += Figure.rect(frame, class: "land")
    for grid in scene.grids { text += lines(of: grid) }
    for pin in scene.pins.suffix(MapPicture.pinLimit) where isNear(pin.frame) {
      text += symbol(for: pin)
    }
    text += veil + Figure.rect(view, class: "viewport")
    if let callout = scene.callout { text += bubble(callout) }
    return text + "</svg>"
  }

  private func isNear(_ rect: ScreenRect) -> Bool {
    rect.maxX >= frame.minX && rect.minX <= frame.maxX && rect.maxY >= frame.minY
      && rect.minY <= frame.maxY
  }

  /// What dims everything outside the viewport.
  private var veil: String {
    "<path class=\"veil\" fill-rule=\"evenodd\" d=\"\(path(frame))\(path(view))\"/>"
  }

  private func path(_ rect: ScreenRect) -> String {
    "M\(Figure.number(rect.minX)) \(Figure.number(rect.minY))H\(Figure.number(rect.maxX))"
      + "V\(Figure.number(rect.maxY))H\(Figure.number(rect.minX))Z"
  }

  private func lines(of grid: Scene.Grid) -> String {
    let columns = Int(grid.columns)
    let rows = Int(grid.rows)
    let limit = MapPicture.lineLimit
    guard columns > 0, rows > 0, columns <= limit, rows <= limit, grid.sidePoints > 0 else {
      return ""
    }
    let right = Figure.number(grid.origin.x + Double(columns) * grid.sidePoints)
    let bottom = Figure.number(grid.origin.y + Double(rows) * grid.sidePoints)
    let left = Figure.number(grid.origin.x)
    let top = Figure.number(grid.origin.y)
    var path = ""
    for column in 0...columns {
      path += "M\(Figure.number(grid.origin.x + Double(column) * grid.sidePoints)) \(top)V\(bottom)"
    }
    for row in 0...rows {
      path += "M\(left) \(Figure.number(grid.origin.y + Double(row) * grid.sidePoints))H\(right)"
    }
    return "<path class=\"grid layer\(grid.layer % 4)\" d=\"\(path)\"/>"
  }
}

extension MapPicture {
  private func symbol(for pin: Scene.Pin) -> String {
    let kind = "layer\(pin.layer % 4)\(pin.isSelected ? " selected" : "")"
    return pin.count > 1 ? disc(for: pin, kind) : drop(for: pin, kind)
  }

  /// A cluster: a disc over its view that grows with the number of its points.
  private func disc(for pin: Scene.Pin, _ kind: String) -> String {
    let x = Figure.number(pin.frame.midX)
    let y = pin.frame.midY
    let label = Figure.abbreviated(pin.count)
    // Each doubling of the number adds a little; the label must fit in.
    let doublings = Double(Int32.bitWidth - pin.count.leadingZeroBitCount)
    let radius = max(6 + 0.6 * doublings, 2 + 2.9 * Double(label.count)) * scale
    return "<g class=\"cluster \(kind)\"><circle cx=\"\(x)\" cy=\"\(Figure.number(y))\" "
      + "r=\"\(Figure.number(radius))\"/><text x=\"\(x)\" y=\"\(Figure.number(y + 3.2 * scale))\" "
      + "font-size=\"\(Figure.number(9 * scale))\">\(label)</text></g>"
  }

  /// A single annotation: a drop whose point stands on the coordinate and whose head lies in the
  /// upper part of the view.
  private func drop(for pin: Scene.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let radius = max(3 * scale, min(frame.width, frame.height) * 0.36)
    let x = frame.midX
    let y = min(frame.minY + radius, frame.midY)
    let left = Figure.number(x - radius * 0.8)
    let right = Figure.number(x + radius * 0.8)
    let low = Figure.number(y + radius * 0.6)
    let size = Figure.number(radius)
    return
      "<g class=\"pin \(kind)\"><path d=\"M\(left) \(low)A\(size) \(size) 0 1 1 \(right) \(low)"
      + "L\(Figure.number(pin.point.x)) \(Figure.number(pin.point.y))Z\"/>"
      + "<circle cx=\"\(Figure.number(x))\" cy=\"\(Figure.number(y))\" "
      + "r=\"\(Figure.number(radius * 0.36))\"/></g>"
  }

  /// The callout: what must be inside the view as a broken line, the body with its tip, and two
  /// strokes that stand for its text.
  private func bubble(_ rects: CalloutRects) -> String {
    let body = rects.body
    let height = min(14, body.height / 4)
    let isBelow = rects.tip.y >= body.midY
    let box = ScreenRect(
      minX: body.minX, minY: isBelow ? body.minY : body.minY + height, width: body.width,
      height: body.height - height)
    let kind = isBroken ? "callout broken" : "callout"
    let edge = max(0, min(12, box.width / 2, box.height / 2))
    return Figure.rect(rects.contain, class: "contain")
      + "<g class=\"\(kind)\"><path d=\"\(outline(box, edge, rects.tip, isBelow))\"/>"
      + strokes(in: box) + "</g>"
  }

  private func strokes(in box: ScreenRect) -> String {
    guard box.width > 40, box.height > 30 else { return "" }
    let space = min(14, box.height / 4)
    let height = min(9, box.height / 6)
    let title = ScreenRect(
      minX: box.minX + space, minY: box.minY + space, width: (box.width - 2 * space) * 0.62,
      height: height)
    let line = ScreenRect(
      minX: title.minX, minY: title.maxY + height, width: (box.width - 2 * space) * 0.9,
      height: height * 0.7)
    return Figure.rect(title, class: "title", radius: height / 2)
      + Figure.rect(line, class: "line", radius: height / 3)
  }

  /// A rounded rectangle whose lower or upper edge runs out into the tip.
  private func outline(
    _ box: ScreenRect, _ edge: Double, _ tip: ScreenPoint, _ isBelow: Bool
  ) -> String {
    let number = Figure.number
    let half = min(10, max(0, box.width / 2 - edge))
    let root = min(max(tip.x, box.minX + edge + half), box.maxX - edge - half)
    let corner = "a\(number(edge)) \(number(edge)) 0 0 1 "
    let tipText = "L\(number(tip.x)) \(number(tip.y))"
    let upper =
      isBelow
      ? ""
      : "H\(number(root - half))\(tipText)L\(number(root + half)) "
        + "\(number(box.minY))"
    let lower =
      isBelow
      ? "H\(number(root + half))\(tipText)L\(number(root - half)) "
        + "\(number(box.maxY))" : ""
    return "M\(number(box.minX + edge)) \(number(box.minY))\(upper)H\(number(box.maxX - edge))"
      + "\(corner)\(number(edge)) \(number(edge))V\(number(box.maxY - edge))"
      + "\(corner)\(number(-edge)) \(number(edge))\(lower)H\(number(box.minX + edge))"
      + "\(corner)\(number(-edge)) \(number(-edge))V\(number(box.minY + edge))"
      + "\(corner)\(number(edge)) \(number(-edge))Z"
  }
}
