internal import Callouts
internal import Formatting
package import MapEvents
package import MapGeometry
internal import Measures

/// A drawing of a snapshot of the map, as SVG.
///
/// The viewport is in the middle; around it, dimmed, is the margin in which views exist too.
/// Classes give the colors, so the page's light and dark style apply. On a turned map the grid is
/// turned with it, and an arrow points north.
package struct MapPicture {
  /// The most annotation views that are drawn with their looks, those in front.
  static let pinLimit = 500
  /// The most lines of a grid that are drawn in one direction; more would be a gray area.
  static let lineLimit = 100
  /// The largest drawing on the page, in pixels.
  static let largest = ScreenSize(width: 480, height: 700)

  /// The verdict on the callout, as the color of its outline.
  package enum Judgment: String {
    case kept, broken
    /// It moves, never settled, or is outside of the map, moved there by fingers or just now.
    case unjudged

    /// The word of an event, behind the callout; empty for a callout that is not judged.
    package var ending: String {
      switch self {
      case .kept: ", correct"
      case .broken: ", broken"
      case .unjudged: ""
      }
    }
  }

  private let scene: Snapshot
  private let view: ScreenRect
  private let judgment: Judgment
  /// Whether the callout is judged to be correct, but not where it is, outside of the map.
  package let isExcused: Bool
  /// The margins that bars cover, in points.
  package var bars = EdgeInsets(all: 0)
  /// The rectangles of the callout before the map made space, drawn behind it.
  package var before: CalloutRects?
  /// Callouts that are never removed.
  package var leftBehind: [PlacedSnapshot.LeftCallout] = []
  /// How many annotation views are drawn with their looks; all others are dots.
  package var fullPins = MapPicture.pinLimit
  /// The least size of a cluster's number, in points; nil where a page enlarges the picture.
  var leastNumber: Double?
  /// Definitions that it shares with other drawings; nil for none.
  package var definitions: SVGDefinitions?
  private let legend: Legend
  let frame: ScreenRect

  /// Makes a drawing that has at most so much of the margin, as a fraction of the view; a callout
  /// that may leave the view is not judged outside of it.
  package init(
    _ scene: Snapshot, _ legend: Legend, _ judgment: Judgment, viewSize: ScreenSize? = nil,
    widestMargin: Double = 0.3, mayLeave: Bool = false
  ) {
    (self.scene, self.legend) = (scene, legend)
    let size = viewSize ?? legend.viewSize
    let view = ScreenRect(
      minX: 0, minY: 0, width: max(size.width, 1), height: max(size.height, 1))
    self.view = view
    // More of the margin would leave no space for the map itself, but a callout is seen whole.
    let enough = max(0.05, min(widestMargin, legend.viewMarginFraction))
    let beyond = scene.callout.map { view.overflow(of: $0.body) } ?? 0
    let margin = beyond > enough ? min(beyond + 0.03, 0.8) : enough
    isExcused = judgment == .kept && mayLeave && (scene.callout.map(view.isLeft) ?? false)
    self.judgment = isExcused ? .unjudged : judgment
    frame = ScreenRect(
      minX: -margin * view.width, minY: -margin * view.height,
      width: view.width * (1 + 2 * margin), height: view.height * (1 + 2 * margin))
  }

  /// Points for each pixel of the page, at least 1: symbols grow by it to stay readable.
  var scale: Double { max(1, frame.width / Self.largest.width, frame.height / Self.largest.height) }

  /// The size of the drawing on the page, in pixels.
  package var shownSize: ScreenSize {
    ScreenSize(width: (frame.width / scale).rounded(), height: (frame.height / scale).rounded())
  }

  /// The drawing as an `svg` element with a label.
  package func markup(named name: String) -> String {
    let box = [frame.minX, frame.minY, frame.width, frame.height].map(NumberFormat.number)
    var text = "<svg class=\"map\" role=\"img\" aria-label=\"\(Escape.markup(name))\" "
    text += "viewBox=\"\(box.joined(separator: " "))\">"
    text += definitions?.share(ground) ?? ground
    if let before {
      for rect in [before.parent, before.body] { text += NumberFormat.rect(rect, class: "before") }
      // Without a snapshot of the map at least the pin is drawn.
      if scene.pins.isEmpty, let pin = scene.callout?.parent {
        text += NumberFormat.rect(pin, class: "after")
      }
    }
    for callout in leftBehind where isNear(callout.body) { text += remnant(callout) }
    if let callout = scene.callout { text += bubble(callout) }
    return text + shade + northArrow + "</svg>"
  }

  /// All but the callouts.
  private var ground: String {
    var text = NumberFormat.rect(frame, class: "land")
    text += figures
    for grid in scene.grids { text += lines(of: grid) }
    let full = indexesOfFullPins
    text += dots(without: full)
    for (index, pin) in scene.pins.enumerated() where full.contains(index) && isNear(pin.frame) {
      text += sharedSymbol(for: pin)
    }
    return text + veil + NumberFormat.rect(view, class: "viewport")
  }

  /// The annotation views with their looks: those in the view before any in its margin, and of
  /// these those in front.
  private var indexesOfFullPins: Set<Int> {
    let fromFront = scene.pins.indices.reversed()
    func isInView(_ index: Int) -> Bool {
      let point = scene.pins[index].point
      return (view.minX...view.maxX).contains(point.x) && (view.minY...view.maxY).contains(point.y)
    }
    return Set((fromFront.filter(isInView) + fromFront.filter { !isInView($0) }).prefix(fullPins))
  }

  /// The places of annotation views that have no symbol, as one figure, in which a dot hides those
  /// under it.
  private func dots(without full: Set<Int>) -> String {
    let side = 5 * scale
    var taken: Set<[Int64]> = []
    var path = ""
    for (index, pin) in scene.pins.enumerated() where !full.contains(index) && isNear(pin.frame) {
      let cell = [pin.point.x, pin.point.y].map { Int64(($0 / side).rounded()) }
      guard taken.insert(cell).inserted else { continue }
      path += "M\(cell.map { NumberFormat.tenths(Double($0) * side) }.joined(separator: " "))h0"
    }
    guard !path.isEmpty else { return "" }
    return "<path class=\"dots\" stroke-width=\"\(px: side)\" d=\"\(path)\"/>"
  }

  /// An annotation view that shares its symbol with others of its look.
  private func sharedSymbol(for pin: Snapshot.Pin) -> String {
    guard let definitions, pin.point.x.isFinite, pin.point.y.isFinite else {
      return symbol(for: pin)
    }
    var original = pin
    original.point = ScreenPoint(x: 0, y: 0)
    original.frame = pin.frame.offset(by: ScreenOffset(dx: -pin.point.x, dy: -pin.point.y))
    return definitions.use(symbol(for: original), x: pin.point.x, y: pin.point.y)
  }

  private func isNear(_ rect: ScreenRect) -> Bool {
    rect.maxX >= frame.minX && rect.minX <= frame.maxX && rect.maxY >= frame.minY
      && rect.minY <= frame.maxY
  }

  /// Degrees clockwise from north to the top of the drawing; 0 when not finite.
  private var heading: Double {
    scene.camera.headingDegrees.isFinite ? scene.camera.headingDegrees : 0
  }

  /// An arrow to the north, unless that is at the top.
  private var northArrow: String {
    guard heading != 0 else { return "" }
    let radius = 15 * scale
    let x = view.maxX - 24 * scale
    let y = view.minY + 24 * scale
    return "<g class=\"north\" transform=\"translate(\(px: x) \(px: y)) "
      + "rotate(\(px: -heading))\"><circle r=\"\(px: radius)\"/>"
      + "<path d=\"M0 \(px: -radius * 0.8)L\(px: radius * 0.4) \(px: radius * 0.6)"
      + "L0 \(px: radius * 0.3)L\(px: -radius * 0.4) \(px: radius * 0.6)Z\"/></g>"
  }

  /// Overlays; the cells of a drawn grid are one figure.
  private var figures: String {
    var text = ""
    var rest = scene.shapes[...]
    while let first = rest.first {
      guard first.kind == .cell else {
        text += figure(of: first)
        rest.removeFirst()
        continue
      }
      // Each cell is an overlay with the name of its grid.
      let cells = rest.prefix { $0.kind == .cell && name(of: $0) == name(of: first) }
      let path = cells.filter { $0.points.count > 1 }.map { self.path($0.points) + "Z" }
      text +=
        "<g class=\"cell\"><title>\(Escape.markup(name(of: first)))</title>"
        + "<path d=\"\(path.joined())\"/></g>"
      rest.removeFirst(cells.count)
    }
    return text
  }

  private func name(of shape: Snapshot.Shape) -> String {
    let index = Int(shape.overlay)
    return legend.overlays.indices.contains(index) ? legend.overlays[index] : ""
  }

  private func path(_ points: [ScreenPoint]) -> String {
    "M" + points.map { "\(px: $0)" }.joined(separator: "L")
  }

  /// An overlay with its name as a tooltip.
  private func figure(of shape: Snapshot.Shape) -> String {
    guard let first = shape.points.first, shape.points.count > 1 else { return "" }
    let kind = "overlay layer\(shape.overlay % 4)"
    let title = "<title>\(Escape.markup(name(of: shape)))</title>"
    let path = path(shape.points)
    switch shape.kind {
    case .circle:
      let dx = shape.points[1].x - first.x
      let dy = shape.points[1].y - first.y
      let radius = (dx * dx + dy * dy).squareRoot()
      return "<g class=\"\(kind)\">\(title)<circle cx=\"\(px: first.x)\" "
        + "cy=\"\(px: first.y)\" r=\"\(px: radius)\"/></g>"
    case .polyline: return "<g class=\"\(kind)\">\(title)<path class=\"open\" d=\"\(path)\"/></g>"
    case .polygon: return "<g class=\"\(kind)\">\(title)<path d=\"\(path)Z\"/></g>"
    case .cell: return "<g class=\"cell\">\(title)<path d=\"\(path)Z\"/></g>"
    }
  }

  /// Dims everything outside the viewport.
  private var veil: String {
    "<path class=\"veil\" fill-rule=\"evenodd\" d=\"\(path(frame))\(path(view))\"/>"
  }

  private func path(_ rect: ScreenRect) -> String {
    "M\(px: rect.minX) \(px: rect.minY)H\(px: rect.maxX)V\(px: rect.maxY)H\(px: rect.minX)Z"
  }

  private func lines(of grid: Snapshot.Grid) -> String {
    let columns = Int(grid.columns)
    let rows = Int(grid.rows)
    let limit = Self.lineLimit
    guard columns > 0, rows > 0, columns <= limit, rows <= limit, grid.sidePoints > 0 else {
      return ""
    }
    let turn =
      heading == 0
      ? ""
      : " transform=\"rotate(\(px: -heading) \(px: grid.origin))\""
    guard let definitions else { return path(of: grid, from: grid.origin, turn) }
    let original = path(of: grid, from: ScreenPoint(x: 0, y: 0), "")
    return definitions.use(original, x: grid.origin.x, y: grid.origin.y, attributes: turn)
  }

  private func path(of grid: Snapshot.Grid, from origin: ScreenPoint, _ turn: String) -> String {
    let number = NumberFormat.number
    let columns = Int(grid.columns)
    let rows = Int(grid.rows)
    let right = number(origin.x + Double(columns) * grid.sidePoints)
    let bottom = number(origin.y + Double(rows) * grid.sidePoints)
    let (left, top) = (number(origin.x), number(origin.y))
    var path = ""
    for column in 0...columns {
      path += "M\(px: origin.x + Double(column) * grid.sidePoints) \(top)V\(bottom)"
    }
    for row in 0...rows {
      path += "M\(left) \(px: origin.y + Double(row) * grid.sidePoints)H\(right)"
    }
    return "<path class=\"grid layer\(grid.layer.rawValue % 4)\"\(turn) d=\"\(path)\"/>"
  }
}

/// Annotation views in a picture.
extension MapPicture {
  /// An annotation view by its kind; a cluster is a disc whatever its view is.
  func symbol(for pin: Snapshot.Pin) -> String {
    let tone = pin.layer.isNone ? "user" : "layer\(pin.layer.rawValue % 4)"
    let kind = tone + (pin.isSelected ? " selected" : "")
    guard pin.count <= 1 else { return disc(for: pin, kind) }
    switch pin.kind {
    case .image, .callout: return image(for: pin, kind)
    case .pin: return needle(for: pin, kind)
    case .marker: return balloon(for: pin, kind)
    case .userDot: return dot(for: pin, kind)
    }
  }

  /// A cluster: a disc as large as its view with the number of its points, or the whole view when
  /// those are at one location; and a dot at its coordinate when that is not the middle.
  private func disc(for pin: Snapshot.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let shape =
      pin.isUniqueLocation
      ? NumberFormat.rect(frame, class: "place", radius: 2 * scale)
      : "<ellipse cx=\"\(px: frame.midX)\" cy=\"\(px: frame.midY)\" rx=\"\(px: frame.width / 2)\" "
        + "ry=\"\(px: frame.height / 2)\"/>"
    let (dx, dy) = (pin.point.x - frame.midX, pin.point.y - frame.midY)
    let isBeside = dx * dx + dy * dy > scale * scale
    return "<g class=\"cluster \(kind)\">\(shape)"
      + (isBeside ? circle(at: pin.point, radius: 2.2 * scale) : "")
      + label(of: pin) + "</g>"
  }

  /// A cluster's number in its view, as large as fits; empty when unreadable.
  private func label(of pin: Snapshot.Pin) -> String {
    let frame = pin.frame
    let text = NumberFormat.abbreviated(pin.count)
    // The part of the view's width and height that a font of one point takes.
    let width = 0.62 * Double(text.count) / frame.width
    let height = 0.72 / frame.height
    let fit =
      pin.isUniqueLocation
      ? 0.9 / max(width, height) : 1 / (width * width + height * height).squareRoot()
    let least = leastNumber ?? 3 * scale
    let size = min(fit, max(11 * scale, least))
    guard size >= least else { return "" }
    return "<text x=\"\(px: frame.midX)\" y=\"\(px: frame.midY + 0.36 * size)\" "
      + "font-size=\"\(px: size)\">\(text)</text>"
  }

  /// An image: its frame, and a dot at its coordinate.
  private func image(for pin: Snapshot.Pin, _ kind: String) -> String {
    let radius = max(0, min(5, pin.frame.width / 4, pin.frame.height / 4))
    return "<g class=\"pin \(kind)\">"
      + NumberFormat.rect(pin.frame, class: "image", radius: radius)
      + circle(at: pin.point, radius: 2.2 * scale) + "</g>"
  }

  /// A pin: a ball on a needle whose point is at the coordinate.
  private func needle(for pin: Snapshot.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let radius = max(3 * scale, min(frame.width, frame.height) * 0.2)
    let ball = ScreenPoint(x: pin.point.x, y: min(frame.minY + radius, frame.midY))
    return
      "<g class=\"pin \(kind)\"><path class=\"needle\" d=\"M\(px: ball)V\(px: pin.point.y)\"/>"
      + circle(at: ball, radius: radius, class: "ball")
      + circle(
        at: ScreenPoint(x: ball.x - radius * 0.3, y: ball.y - radius * 0.3), radius: radius * 0.3)
      + "</g>"
  }

  /// A marker: a balloon with its head in the upper part of the view and its point at the
  /// coordinate or, when that is too near to the head, at the lower edge of the view.
  private func balloon(for pin: Snapshot.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let radius = max(3 * scale, min(frame.width, frame.height) * 0.36)
    let x = frame.midX
    let y = min(frame.minY + radius, frame.midY)
    let (left, right, low) = (x - radius * 0.8, x + radius * 0.8, y + radius * 0.6)
    let isNear = pin.point.y < y + radius * 1.2
    let tip = isNear ? ScreenPoint(x: x, y: max(frame.maxY, y + radius * 1.5)) : pin.point
    return "<g class=\"pin \(kind)\"><path d=\"M\(px: left) \(px: low)A\(px: radius) \(px: radius) "
      + "0 1 1 \(px: right) \(px: low)L\(px: tip)Z\"/>"
      + circle(at: ScreenPoint(x: x, y: y), radius: radius * 0.36) + "</g>"
  }

  /// The user: a dot in a ring.
  private func dot(for pin: Snapshot.Pin, _ kind: String) -> String {
    let radius = 7 * scale
    return "<g class=\"dot \(kind)\">" + circle(at: pin.point, radius: radius * 2.4, class: "halo")
      + circle(at: pin.point, radius: radius) + "</g>"
  }

  private func circle(at point: ScreenPoint, radius: Double, class name: String = "") -> String {
    let kind = name.isEmpty ? "" : "class=\"\(name)\" "
    return "<circle \(kind)cx=\"\(px: point.x)\" cy=\"\(px: point.y)\" r=\"\(px: radius)\"/>"
  }
}

/// The open callout in a picture.
extension MapPicture {
  /// The callout, unless hidden, over the rectangle that has to be visible.
  private func bubble(_ rects: CalloutRects) -> String {
    let contain = NumberFormat.rect(rects.contain, class: "contain")
    guard rects.look.scale > 0 else { return contain }
    switch rects.look.kind {
    case .plain, .subview: return contain + flatCallout(rects)
    case .bubble: return contain + drawnBubble(rects)
    }
  }

  /// The class of a callout, with that of its judgment.
  private func kind(_ name: String) -> String {
    judgment == .kept ? name : "\(name) \(judgment.rawValue)"
  }

  /// The body with its tip, two strokes for its text, and its accessories.
  private func flatCallout(_ rects: CalloutRects) -> String {
    let isSubview = rects.look.kind == .subview
    let height = isSubview ? min(13, rects.body.height) : min(14, rects.body.height / 4)
    let isBelow = isSubview ? !rects.look.pointsUp : rects.tip.y >= rects.body.midY
    let (box, path) = outline(rects.body, tip: rects.tip, height: height, isBelow: isBelow)
    return "<g class=\"\(kind("callout"))\"\(growth(rects))><path d=\"\(path)\"/>"
      + strokes(in: content(of: box, beside: rects)) + accessories(rects) + "</g>"
  }

  /// A callout that is never removed: its outline alone.
  private func remnant(_ callout: PlacedSnapshot.LeftCallout) -> String {
    let (body, tip) = (callout.body, callout.tip)
    let outline = outline(
      body, tip: tip, height: min(14, body.height / 4), isBelow: tip.y >= body.midY)
    return "<path class=\"left\" d=\"\(outline.path)\">"
      + "<title>a callout that is never removed</title></path>"
  }

  private func accessories(_ rects: CalloutRects) -> String {
    [rects.leftAccessory, rects.rightAccessory].compactMap(\.self)
      .map { NumberFormat.rect($0, class: "accessory", radius: 4) }.joined()
  }

  /// The transform of a callout that still grows: smaller about its fixed point.
  private func growth(_ rects: CalloutRects) -> String {
    let scale = rects.look.scale
    guard scale != 1, scale.isFinite else { return "" }
    let below = rects.look.kind == .bubble ? 1.5 : 0
    return " transform=\"translate(\(px: rects.tip.x * (1 - scale)) "
      + "\(px: (rects.tip.y + below) * (1 - scale))) scale(\(px: scale))\""
  }

  /// The part of a box beside the accessories.
  private func content(of box: ScreenRect, beside rects: CalloutRects) -> ScreenRect {
    let left = rects.leftAccessory.map { max(box.minX, $0.maxX) } ?? box.minX
    let right = rects.rightAccessory.map { min(box.maxX, $0.minX) } ?? box.maxX
    return ScreenRect(minX: left, minY: box.minY, width: max(0, right - left), height: box.height)
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
    return NumberFormat.rect(title, class: "title", radius: height / 2)
      + NumberFormat.rect(line, class: "line", radius: height / 3)
  }

  /// A rounded rectangle with a tip of some height at its lower or upper edge, and its part beside
  /// the tip.
  private func outline(
    _ body: ScreenRect, tip: ScreenPoint, height: Double, isBelow: Bool
  ) -> (box: ScreenRect, path: String) {
    let box = ScreenRect(
      minX: body.minX, minY: isBelow ? body.minY : body.minY + height, width: body.width,
      height: body.height - height)
    let edge = max(0, min(12, box.width / 2, box.height / 2))
    let half = min(10, max(0, box.width / 2 - edge))
    let root = min(max(tip.x, box.minX + edge + half), box.maxX - edge - half)
    let corner = "a\(px: edge) \(px: edge) 0 0 1 "
    let (near, far) = isBelow ? (root + half, root - half) : (root - half, root + half)
    let notch = "H\(px: near)L\(px: tip)L\(px: far) \(px: isBelow ? box.maxY : box.minY)"
    let path =
      "M\(px: box.minX + edge) \(px: box.minY)\(isBelow ? "" : notch)H\(px: box.maxX - edge)"
      + "\(corner)\(px: edge) \(px: edge)V\(px: box.maxY - edge)"
      + "\(corner)\(px: -edge) \(px: edge)\(isBelow ? notch : "")H\(px: box.minX + edge)"
      + "\(corner)\(px: -edge) \(px: -edge)V\(px: box.minY + edge)"
      + "\(corner)\(px: edge) \(px: -edge)Z"
    return (box, path)
  }
}

/// The published bubble, drawn with its own outline and paint.
extension MapPicture {
  /// The number of bands of the gloss between its corners, in place of a gradient: a page that
  /// loads nothing names no paint server either.
  private static let bands = 10

  /// The bubble as its code draws it: fill with shadow, stroke, gloss and the gloss's line; then
  /// its content, and along the outline the color of the verdict.
  private func drawnBubble(_ rects: CalloutRects) -> String {
    guard let (shape, origin) = shape(of: rects) else { return flatCallout(rects) }
    let paint = shape.paint
    let outline = Self.path(shape.path)
    let shadow = paint.shadowOffset
    return "<g class=\"\(kind("bubble"))\"\(growth(rects))>"
      + "<g transform=\"translate(\(px: origin))\">"
      + "<path\(Self.fill(paint.fill)) d=\"\(outline)\" "
      + "style=\"filter:drop-shadow(\(px: shadow.dx)px \(px: shadow.dy)px "
      // The standard deviation of a blur is half its radius.
      + "\(px: paint.shadowBlur / 2)px rgb(\(Self.levels(paint.shadow)) / "
      + "\(px: paint.shadow.alpha)))\"/>"
      + "<path fill=\"none\"\(Self.stroke(paint.stroke, paint.strokeWidth)) "
      + "stroke-linecap=\"square\" d=\"\(outline)\"/>" + shared(gloss(of: shape))
      + "<path class=\"verdict\" d=\"\(outline)\"/>" + strokes(in: shape.contentFrame) + "</g>"
      + accessories(rects) + "</g>"
  }

  /// The shape with some rectangles, and the origin of its view; nil when no bubble has them.
  private func shape(of rects: CalloutRects) -> (BubbleShape, ScreenPoint)? {
    let look = rects.look
    // The inset of the smallest outline in its view.
    let inset = ScreenOffset(dx: 7.5, dy: 0.5)
    let origin = ScreenPoint(x: rects.body.minX - inset.dx, y: rects.body.minY - inset.dy)
    let width = rects.body.width + 2 * inset.dx
    guard width >= 29, width.isFinite, look.contentHeightPoints >= 0,
      look.contentHeightPoints + 14 > look.offsetFromParent.dy, rects.tip.x.isFinite
    else { return nil }
    let shape = BubbleShape(
      mapWidth: width, contentHeight: look.contentHeightPoints,
      parentX: rects.tip.x - origin.x, offsetFromParent: look.offsetFromParent)
    return (shape, origin)
  }

  private func shared(_ drawing: String) -> String {
    definitions?.use(drawing, x: 0, y: 0) ?? drawing
  }

  /// The gloss in bands, each with the fill and the line of its middle.
  private func gloss(of shape: BubbleShape) -> String {
    let rect = shape.glossRect
    let paint = shape.paint
    var text = "<g shape-rendering=\"crispEdges\">"
    let edges = Self.cuts(of: shape)
    for (from, to) in zip(edges, edges.dropFirst()) {
      let (top, bottom) = (rect.minY + from * rect.height, rect.minY + to * rect.height)
      let (wide, wider) = (Self.cut(of: shape, at: top), Self.cut(of: shape, at: bottom))
      let left = "M\(px: rect.minX + wide) \(px: top)"
      let right = "L\(px: rect.maxX - wider) \(px: bottom)"
      text +=
        "<path\(Self.fill(Self.shade(paint.gloss, at: (from + to) / 2))) "
        + "d=\"\(left)H\(px: rect.maxX - wide)\(right)H\(px: rect.minX + wider)Z\"/>"
      let line = Self.shade(paint.glossStroke, at: (from + to) / 2)
      text +=
        "<path fill=\"none\"\(Self.stroke(line, paint.glossStrokeWidth)) d=\"\(left)"
        + (from == 0
          ? "H\(px: rect.maxX - wide)" : "M\(px: rect.maxX - wide) \(px: top)")
        + "\(right)\(left)L\(px: rect.minX + wider) \(px: bottom)\"/>"
    }
    return text + "</g>"
  }

  /// The edges of the bands of the gloss, from 0 to 1: narrow ones in the round corners.
  private static func cuts(of shape: BubbleShape) -> [Double] {
    let height = shape.glossRect.height
    let inCorner = 4
    guard height > 0, !shape.glossIsDegenerate else { return [0, 1] }
    let (top, bottom) = (shape.glossTopRadius / height, 1 - shape.glossBottomRadius / height)
    var cuts = (0..<inCorner).map { top * Double($0) / Double(inCorner) }
    cuts += (0..<bands).map { top + (bottom - top) * Double($0) / Double(bands) }
    cuts += (0...inCorner).map { bottom + (1 - bottom) * Double($0) / Double(inCorner) }
    return cuts
  }

  /// The inset of the round corners of the gloss at a height.
  private static func cut(of shape: BubbleShape, at y: Double) -> Double {
    func cut(_ radius: Double, _ distance: Double) -> Double {
      guard distance < radius else { return 0 }
      let rest = radius - max(0, distance)
      return radius - max(0, radius * radius - rest * rest).squareRoot()
    }
    let rect = shape.glossRect
    return max(
      cut(shape.glossTopRadius, y - rect.minY), cut(shape.glossBottomRadius, rect.maxY - y))
  }

  /// The shade of a gradient at a place between its ends.
  static func shade(_ stops: [GradientStop], at location: Double) -> Shade {
    guard let after = stops.firstIndex(where: { $0.location >= location }) else {
      return stops.last?.shade ?? Shade(white: 0, alpha: 0)
    }
    guard after > 0 else { return stops[after].shade }
    let (low, high) = (stops[after - 1], stops[after])
    let share = (location - low.location) / (high.location - low.location)
    return Shade(
      white: low.shade.white + (high.shade.white - low.shade.white) * share,
      alpha: low.shade.alpha + (high.shade.alpha - low.shade.alpha) * share)
  }

  private static func levels(_ shade: Shade) -> String {
    let level = NumberFormat.number((shade.white * 255).rounded())
    return "\(level) \(level) \(level)"
  }

  private static func fill(_ shade: Shade) -> String {
    " fill=\"rgb(\(levels(shade)))\" fill-opacity=\"\(px: shade.alpha)\""
  }

  private static func stroke(_ shade: Shade, _ width: Double) -> String {
    " stroke=\"rgb(\(levels(shade)))\" stroke-opacity=\"\(px: shade.alpha)\" "
      + "stroke-width=\"\(px: width)\""
  }

  /// The data of a path; the arcs of bubbles run counterclockwise.
  static func path(_ elements: [PathElement]) -> String {
    elements.map { element in
      switch element {
      case .move(let point): return "M\(px: point)"
      case .line(let point): return "L\(px: point)"
      case .arc(_, let radius, _, _):
        guard let end = element.cubic?.end else { return "" }
        return "A\(px: radius) \(px: radius) 0 0 0 \(px: end)"
      case .close: return "Z"
      }
    }.joined()
  }
}

/// Bars over the map.
extension MapPicture {
  /// The distance of hatching lines, in points.
  private static let hatchPoints = 9.0

  /// The bars, translucent and hatched, so that what is under them is visible.
  private var shade: String {
    let parts = covered.filter { $0.width > 0 && $0.height > 0 }
    guard !parts.isEmpty else { return "" }
    return "<g class=\"bar\"><title>a bar covers the map here</title>"
      + parts.map { NumberFormat.rect($0, class: "cover") + "<path d=\"\(hatching(of: $0))\"/>" }
      .joined() + "</g>"
  }

  /// The rectangles along the edges of the view, without overlap.
  private var covered: [ScreenRect] {
    func length(_ inset: Double, atMost whole: Double) -> Double {
      inset.isFinite ? min(max(inset, 0), whole) : 0
    }
    let top = length(bars.top, atMost: view.height)
    let bottom = length(bars.bottom, atMost: view.height - top)
    let left = length(bars.left, atMost: view.width)
    let right = length(bars.right, atMost: view.width - left)
    let rest = view.height - top - bottom
    return [
      ScreenRect(minX: view.minX, minY: view.minY, width: view.width, height: top),
      ScreenRect(minX: view.minX, minY: view.maxY - bottom, width: view.width, height: bottom),
      ScreenRect(minX: view.minX, minY: view.minY + top, width: left, height: rest),
      ScreenRect(minX: view.maxX - right, minY: view.minY + top, width: right, height: rest),
    ]
  }

  /// Slanted lines within a rectangle, in place of a pattern, which is a paint server too.
  private func hatching(of rect: ScreenRect) -> String {
    let step = Self.hatchPoints * scale
    // Each line is x + y = sum.
    var sum = rect.minX + rect.minY + step / 2
    var path = ""
    while sum < rect.maxX + rect.maxY {
      let left = max(rect.minX, sum - rect.maxY)
      let right = min(rect.maxX, sum - rect.minY)
      path += "M\(px: left) \(px: sum - left)L\(px: right) \(px: sum - right)"
      sum += step
    }
    return path
  }
}

extension ScreenRect {
  /// Whether a callout that would have room with its pin is outside of this view.
  fileprivate func isLeft(by callout: CalloutRects) -> Bool {
    let whole = callout.body.union(callout.parent)
    let beyond = max(
      minX - whole.minX, whole.maxX - maxX, minY - whole.minY, whole.maxY - maxY)
    return whole.width <= width && whole.height <= height && beyond > CalloutJudge.pointTolerance
  }

  /// How far another rectangle sticks out at the widest, as a fraction of this one's side; not
  /// above 0 for one that is inside.
  fileprivate func overflow(of other: ScreenRect) -> Double {
    max(
      (minX - other.minX) / width, (other.maxX - maxX) / width, (minY - other.minY) / height,
      (other.maxY - maxY) / height)
  }
}
