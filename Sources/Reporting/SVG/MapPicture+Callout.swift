internal import Formatting
internal import MapEvents
internal import MapGeometry

/// The open callout in a picture.
extension MapPicture {
  /// The callout: what must be inside the view as a broken line, and what is drawn unless it is
  /// hidden.
  func bubble(_ rects: CalloutRects) -> String {
    let promise = Figure.rect(rects.contain, class: "contain")
    guard rects.look.scale > 0 else { return promise }
    switch rects.look.kind {
    case .plain, .subview: return promise + flatCallout(rects)
    case .bubble: return promise + drawnBubble(rects)
    }
  }

  /// The class of a callout, with that of its judgement.
  func kind(_ name: String) -> String {
    judgement == .kept ? name : "\(name) \(judgement.rawValue)"
  }

  /// The body with its tip, two strokes that stand for its text, and its accessories.
  func flatCallout(_ rects: CalloutRects) -> String {
    let body = rects.body
    let isSubview = rects.look.kind == .subview
    let height = isSubview ? min(13, body.height) : min(14, body.height / 4)
    let isBelow = isSubview ? !rects.look.pointsUp : rects.tip.y >= body.midY
    let box = ScreenRect(
      minX: body.minX, minY: isBelow ? body.minY : body.minY + height, width: body.width,
      height: body.height - height)
    let edge = max(0, min(12, box.width / 2, box.height / 2))
    return "<g class=\"\(kind("callout"))\"\(growth(rects))>"
      + "<path d=\"\(outline(box, edge, rects.tip, isBelow))\"/>"
      + strokes(in: room(for: box, beside: rects)) + accessories(rects) + "</g>"
  }

  /// A callout that nobody will take away: its outline alone.
  func remnant(_ callout: PlacedScene.LeftCallout) -> String {
    let body = callout.body
    let isBelow = callout.tip.y >= body.midY
    let height = min(14, body.height / 4)
    let box = ScreenRect(
      minX: body.minX, minY: isBelow ? body.minY : body.minY + height, width: body.width,
      height: body.height - height)
    let edge = max(0, min(12, box.width / 2, box.height / 2))
    return "<path class=\"left\" d=\"\(outline(box, edge, callout.tip, isBelow))\">"
      + "<title>a callout that nobody will remove</title></path>"
  }

  func accessories(_ rects: CalloutRects) -> String {
    [rects.leftAccessory, rects.rightAccessory].compactMap(\.self)
      .map { Figure.rect($0, class: "accessory", radius: 4) }.joined()
  }

  /// What a callout that still grows is drawn with: smaller about the point that stays.
  func growth(_ rects: CalloutRects) -> String {
    let scale = rects.look.scale
    guard scale != 1, scale.isFinite else { return "" }
    let below = rects.look.kind == .bubble ? 1.5 : 0
    let number = Figure.number
    return " transform=\"translate(\(number(rects.tip.x * (1 - scale))) "
      + "\(number((rects.tip.y + below) * (1 - scale)))) scale(\(number(scale)))\""
  }

  /// What the accessories leave of a box.
  private func room(for box: ScreenRect, beside rects: CalloutRects) -> ScreenRect {
    let left = rects.leftAccessory.map { max(box.minX, $0.maxX) } ?? box.minX
    let right = rects.rightAccessory.map { min(box.maxX, $0.minX) } ?? box.maxX
    return ScreenRect(minX: left, minY: box.minY, width: max(0, right - left), height: box.height)
  }

  func strokes(in box: ScreenRect) -> String {
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
