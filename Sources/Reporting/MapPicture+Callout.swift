internal import MapEvents
internal import MapGeometry

/// The open callout in a picture.
extension MapPicture {
  /// The callout: what must be inside the view as a broken line, the body with its tip, two strokes
  /// that stand for its text, and its accessories.
  func bubble(_ rects: CalloutRects) -> String {
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
      + strokes(in: room(for: box, beside: rects))
      + [rects.leftAccessory, rects.rightAccessory].compactMap(\.self)
      .map { Figure.rect($0, class: "accessory", radius: 4) }.joined() + "</g>"
  }

  /// What the accessories leave of a box.
  private func room(for box: ScreenRect, beside rects: CalloutRects) -> ScreenRect {
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
