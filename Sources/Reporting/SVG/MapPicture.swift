internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures

/// A picture of the map at one moment, as SVG made of the scene's rectangles.
///
/// The viewport stands in the middle; around it, dimmed, lies the margin in which views exist too.
/// Classes give the colours, so the page's light and dark style apply. On a turned map the grid is
/// turned with it, and an arrow shows where north is.
struct MapPicture {
  /// The most annotation views that are drawn; those in front are kept.
  static let pinLimit = 500
  /// The most lines of a grid that are drawn in one direction; more would be a grey area.
  static let lineLimit = 100
  /// The most pixels that a picture takes on the page.
  static let largest = ScreenSize(width: 480, height: 700)

  /// What came of the callout, as the colour of its outline.
  enum Judgement: String {
    case kept
    case broken
    /// It never came to rest, so nobody can say.
    case unjudged

    init(_ verdict: CalloutVerdict?) {
      guard let verdict, verdict.isJudged else {
        self = .unjudged
        return
      }
      self = verdict.isCorrect ? .kept : .broken
    }
  }

  let scene: Scene
  let view: ScreenRect
  let judgement: Judgement
  /// What bars cover of the view.
  var bars = EdgeInsets(all: 0)
  /// The rectangles of the callout before the map made room, to be drawn behind it.
  var before: CalloutRects?
  /// Callouts that nobody will take away.
  var leftBehind: [PlacedScene.LeftCallout] = []
  /// What it shares with other pictures; nil draws all of it here.
  var book: PictureBook?
  private let legend: Legend
  private let frame: ScreenRect

  init(_ scene: Scene, _ legend: Legend, _ judgement: Judgement) {
    self.scene = scene
    self.legend = legend
    self.judgement = judgement
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
  var scale: Double {
    max(1, frame.width / MapPicture.largest.width, frame.height / MapPicture.largest.height)
  }

  /// The size at which the picture is shown, in pixels.
  var shownSize: ScreenSize {
    ScreenSize(width: (frame.width / scale).rounded(), height: (frame.height / scale).rounded())
  }

  /// The picture as an `svg` element; the name is read out where it cannot be seen.
  func markup(named name: String) -> String {
    let box = [frame.minX, frame.minY, frame.width, frame.height].map(Figure.number)
    var text = "<svg class=\"map\" role=\"img\" aria-label=\"\(Escape.markup(name))\" "
    text += "viewBox=\"\(box.joined(separator: " "))\">"
    text += book?.share(ground) ?? ground
    if let before {
      for rect in [before.parent, before.body] { text += Figure.rect(rect, class: "before") }
      // A map that nobody pictured shows at least the pin.
      if scene.pins.isEmpty, let pin = scene.callout?.parent {
        text += Figure.rect(pin, class: "after")
      }
    }
    for callout in leftBehind where isNear(callout.body) { text += remnant(callout) }
    if let callout = scene.callout { text += bubble(callout) }
    return text + shade + northArrow + "</svg>"
  }

  /// All but the callouts.
  private var ground: String {
    var text = Figure.rect(frame, class: "land")
    text += figures
    for grid in scene.grids { text += lines(of: grid) }
    for pin in scene.pins.suffix(MapPicture.pinLimit) where isNear(pin.frame) {
      text += sharedSymbol(for: pin)
    }
    return text + veil + Figure.rect(view, class: "viewport")
  }

  /// An annotation view as others of its look.
  private func sharedSymbol(for pin: Scene.Pin) -> String {
    guard let book, pin.point.x.isFinite, pin.point.y.isFinite else { return symbol(for: pin) }
    var original = pin
    original.point = ScreenPoint(x: 0, y: 0)
    original.frame = pin.frame.offset(by: ScreenOffset(dx: -pin.point.x, dy: -pin.point.y))
    return book.use(symbol(for: original), x: pin.point.x, y: pin.point.y)
  }

  private func isNear(_ rect: ScreenRect) -> Bool {
    rect.maxX >= frame.minX && rect.minX <= frame.maxX && rect.maxY >= frame.minY
      && rect.minY <= frame.maxY
  }

  /// Degrees clockwise from north to the top of the picture, 0 for what cannot be drawn.
  private var heading: Double {
    scene.camera.headingDegrees.isFinite ? scene.camera.headingDegrees : 0
  }

  /// Where north is, when it is not at the top.
  private var northArrow: String {
    guard heading != 0 else { return "" }
    let radius = 15 * scale
    let x = view.maxX - 24 * scale
    let y = view.minY + 24 * scale
    let number = Figure.number
    return "<g class=\"north\" transform=\"translate(\(number(x)) \(number(y))) "
      + "rotate(\(number(-heading)))\"><circle r=\"\(number(radius))\"/>"
      + "<path d=\"M0 \(number(-radius * 0.8))L\(number(radius * 0.4)) \(number(radius * 0.6))"
      + "L0 \(number(radius * 0.3))L\(number(-radius * 0.4)) \(number(radius * 0.6))Z\"/></g>"
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
      // Each cell is an overlay of its own, with the name of its grid.
      let cells = rest.prefix { $0.kind == .cell && name(of: $0) == name(of: first) }
      let path = cells.filter { $0.points.count > 1 }.map {
        self.path($0.points, Figure.tenths) + "Z"
      }
      text +=
        "<g class=\"cell\"><title>\(Escape.markup(name(of: first)))</title>"
        + "<path d=\"\(path.joined())\"/></g>"
      rest.removeFirst(cells.count)
    }
    return text
  }

  private func name(of shape: Scene.Shape) -> String {
    let index = Int(shape.overlay)
    return legend.overlays.indices.contains(index) ? legend.overlays[index] : ""
  }

  private func path(
    _ points: [ScreenPoint], _ number: (Double) -> String = Figure.number
  ) -> String {
    "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
  }

  /// An overlay, with its name for those who point at it.
  private func figure(of shape: Scene.Shape) -> String {
    guard let first = shape.points.first, shape.points.count > 1 else { return "" }
    let number = Figure.number
    let kind = "overlay layer\(shape.overlay % 4)"
    let title = "<title>\(Escape.markup(name(of: shape)))</title>"
    let path = path(shape.points)
    switch shape.kind {
    case .circle:
      let dx = shape.points[1].x - first.x
      let dy = shape.points[1].y - first.y
      let radius = (dx * dx + dy * dy).squareRoot()
      return "<g class=\"\(kind)\">\(title)<circle cx=\"\(number(first.x))\" "
        + "cy=\"\(number(first.y))\" r=\"\(number(radius))\"/></g>"
    case .polyline:
      return "<g class=\"\(kind)\">\(title)<path class=\"open\" d=\"\(path)\"/></g>"
    case .polygon:
      return "<g class=\"\(kind)\">\(title)<path d=\"\(path)Z\"/></g>"
    case .cell:
      return "<g class=\"cell\">\(title)<path d=\"\(path)Z\"/></g>"
    }
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
    let turn =
      heading == 0
      ? ""
      : " transform=\"rotate(\(Figure.number(-heading)) \(Figure.number(grid.origin.x)) "
        + "\(Figure.number(grid.origin.y)))\""
    guard let book else { return path(of: grid, from: grid.origin, turn) }
    let original = path(of: grid, from: ScreenPoint(x: 0, y: 0), "")
    return book.use(original, x: grid.origin.x, y: grid.origin.y, attributes: turn)
  }

  private func path(of grid: Scene.Grid, from origin: ScreenPoint, _ turn: String) -> String {
    let number = Figure.number
    let columns = Int(grid.columns)
    let rows = Int(grid.rows)
    let right = number(origin.x + Double(columns) * grid.sidePoints)
    let bottom = number(origin.y + Double(rows) * grid.sidePoints)
    let (left, top) = (number(origin.x), number(origin.y))
    var path = ""
    for column in 0...columns {
      path += "M\(number(origin.x + Double(column) * grid.sidePoints)) \(top)V\(bottom)"
    }
    for row in 0...rows {
      path += "M\(left) \(number(origin.y + Double(row) * grid.sidePoints))H\(right)"
    }
    return "<path class=\"grid layer\(grid.layer % 4)\"\(turn) d=\"\(path)\"/>"
  }
}
