internal import Callouts
internal import Formatting
internal import MapEvents
internal import MapGeometry

/// The published bubble, drawn with its own outline and paint.
extension MapPicture {
  /// Into how many bands a gradient of the gloss is cut between its corners.
  ///
  /// A page that loads nothing names no paint server either, so there is no gradient to refer to.
  private static let bands = 10

  /// The bubble as its drawing code has it: fill with shadow, stroke, gloss and the gloss's line;
  /// then what it holds, and along the outline the colour of the verdict.
  func drawnBubble(_ rects: CalloutRects) -> String {
    guard let (shape, origin) = shape(of: rects) else { return flatCallout(rects) }
    let number = Figure.number
    let paint = shape.paint
    let outline = MapPicture.path(shape.path)
    let shadow = paint.shadowOffset
    return "<g class=\"\(kind("bubble"))\"\(growth(rects))>"
      + "<g transform=\"translate(\(number(origin.x)) \(number(origin.y)))\">"
      + "<path\(MapPicture.fill(paint.fill)) d=\"\(outline)\" "
      + "style=\"filter:drop-shadow(\(number(shadow.dx))px \(number(shadow.dy))px "
      // The standard deviation of a blur is half its radius.
      + "\(number(paint.shadowBlur / 2))px rgb(\(MapPicture.levels(paint.shadow)) / "
      + "\(number(paint.shadow.alpha))))\"/>"
      + "<path fill=\"none\"\(MapPicture.stroke(paint.stroke, paint.strokeWidth)) "
      + "stroke-linecap=\"square\" d=\"\(outline)\"/>" + shared(gloss(of: shape))
      + "<path class=\"verdict\" d=\"\(outline)\"/>" + strokes(in: shape.contentFrame) + "</g>"
      + accessories(rects) + "</g>"
  }

  /// The shape that the rectangles are of, and where its view begins; nil when no bubble has them.
  private func shape(of rects: CalloutRects) -> (BubbleShape, ScreenPoint)? {
    let look = rects.look
    // The outline of the smallest one tells how far it lies inside of its view.
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

  private func shared(_ drawing: String) -> String { book?.use(drawing, x: 0, y: 0) ?? drawing }

  /// The gloss in bands, each filled and lined as its middle is.
  private func gloss(of shape: BubbleShape) -> String {
    let number = Figure.number
    let rect = shape.glossRect
    let paint = shape.paint
    var text = "<g shape-rendering=\"crispEdges\">"
    let edges = MapPicture.cuts(of: shape)
    for (from, to) in zip(edges, edges.dropFirst()) {
      let (top, bottom) = (rect.minY + from * rect.height, rect.minY + to * rect.height)
      let (wide, wider) = (
        MapPicture.cut(of: shape, at: top), MapPicture.cut(of: shape, at: bottom)
      )
      let left = "M\(number(rect.minX + wide)) \(number(top))"
      let right = "L\(number(rect.maxX - wider)) \(number(bottom))"
      text +=
        "<path\(MapPicture.fill(MapPicture.shade(paint.gloss, at: (from + to) / 2))) "
        + "d=\"\(left)H\(number(rect.maxX - wide))\(right)H\(number(rect.minX + wider))Z\"/>"
      let line = MapPicture.shade(paint.glossStroke, at: (from + to) / 2)
      text +=
        "<path fill=\"none\"\(MapPicture.stroke(line, paint.glossStrokeWidth)) d=\"\(left)"
        + (from == 0
          ? "H\(number(rect.maxX - wide))" : "M\(number(rect.maxX - wide)) \(number(top))")
        + "\(right)\(left)L\(number(rect.minX + wider)) \(number(bottom))\"/>"
    }
    return text + "</g>"
  }

  /// Where the bands of the gloss begin and end, from 0 to 1: narrow ones in the round corners.
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

  /// How far the round corners cut into the gloss at some height.
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
    let level = Figure.number((shade.white * 255).rounded())
    return "\(level) \(level) \(level)"
  }

  private static func fill(_ shade: Shade) -> String {
    " fill=\"rgb(\(levels(shade)))\" fill-opacity=\"\(Figure.number(shade.alpha))\""
  }

  private static func stroke(_ shade: Shade, _ width: Double) -> String {
    " stroke=\"rgb(\(levels(shade)))\" stroke-opacity=\"\(Figure.number(shade.alpha))\" "
      + "stroke-width=\"\(Figure.number(width))\""
  }

  /// The data of a path; the arcs of bubbles run against the clock.
  static func path(_ elements: [PathElement]) -> String {
    let number = Figure.number
    return elements.map { element in
      switch element {
      case .move(let point): return "M\(number(point.x)) \(number(point.y))"
      case .line(let point): return "L\(number(point.x)) \(number(point.y))"
      case .arc(_, let radius, _, _):
        guard let end = element.cubic?.end else { return "" }
        return "A\(number(radius)) \(number(radius)) 0 0 0 \(number(end.x)) \(number(end.y))"
      case .close: return "Z"
      }
    }.joined()
  }
}
