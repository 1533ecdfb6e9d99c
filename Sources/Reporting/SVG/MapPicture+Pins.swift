internal import Formatting
internal import MapEvents
internal import MapGeometry

/// Annotation views in a picture.
extension MapPicture {
  /// An annotation view by its kind; a cluster is a disc whatever its view is.
  func symbol(for pin: Scene.Pin) -> String {
    let tone = pin.layer < 0 ? "user" : "layer\(pin.layer % 4)"
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
  /// those lie at one location; and a dot at its place when that is not the middle.
  private func disc(for pin: Scene.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let x = Figure.number(frame.midX)
    let y = Figure.number(frame.midY)
    let shape =
      pin.isUniqueLocation
      ? Figure.rect(frame, class: "place", radius: 2 * scale)
      : "<ellipse cx=\"\(x)\" cy=\"\(y)\" rx=\"\(Figure.number(frame.width / 2))\" "
        + "ry=\"\(Figure.number(frame.height / 2))\"/>"
    let (dx, dy) = (pin.point.x - frame.midX, pin.point.y - frame.midY)
    let isBeside = dx * dx + dy * dy > scale * scale
    return "<g class=\"cluster \(kind)\">\(shape)"
      + (isBeside ? circle(at: pin.point, radius: 2.2 * scale) : "")
      + label(of: pin) + "</g>"
  }

  /// A cluster's number in its view, as large as fits; none where nobody could read it.
  private func label(of pin: Scene.Pin) -> String {
    let frame = pin.frame
    let text = Figure.abbreviated(pin.count)
    // The part of the view's width and height that letters of one point take.
    let width = 0.62 * Double(text.count) / frame.width
    let height = 0.72 / frame.height
    let fit =
      pin.isUniqueLocation
      ? 0.9 / max(width, height) : 1 / (width * width + height * height).squareRoot()
    let size = min(fit, 11 * scale)
    guard size >= 3 * scale else { return "" }
    return "<text x=\"\(Figure.number(frame.midX))\" "
      + "y=\"\(Figure.number(frame.midY + 0.36 * size))\" "
      + "font-size=\"\(Figure.number(size))\">\(text)</text>"
  }

  /// An image: its frame, and a dot at the place that it stands for.
  private func image(for pin: Scene.Pin, _ kind: String) -> String {
    let radius = max(0, min(5, pin.frame.width / 4, pin.frame.height / 4))
    return "<g class=\"pin \(kind)\">" + Figure.rect(pin.frame, class: "image", radius: radius)
      + circle(at: pin.point, radius: 2.2 * scale) + "</g>"
  }

  /// The pin: a ball on a needle whose point stands on the coordinate.
  private func needle(for pin: Scene.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let radius = max(3 * scale, min(frame.width, frame.height) * 0.2)
    let ball = ScreenPoint(x: pin.point.x, y: min(frame.minY + radius, frame.midY))
    let x = Figure.number(ball.x)
    return "<g class=\"pin \(kind)\"><path class=\"needle\" d=\"M\(x) \(Figure.number(ball.y))"
      + "V\(Figure.number(pin.point.y))\"/>"
      + circle(at: ball, radius: radius, class: "ball")
      + circle(
        at: ScreenPoint(x: ball.x - radius * 0.3, y: ball.y - radius * 0.3), radius: radius * 0.3)
      + "</g>"
  }

  /// The marker: a balloon whose point stands on the coordinate.
  ///
  /// Its head lies in the upper part of the view. Where the coordinate is too near to the head, it
  /// points to the view's foot.
  private func balloon(for pin: Scene.Pin, _ kind: String) -> String {
    let frame = pin.frame
    let radius = max(3 * scale, min(frame.width, frame.height) * 0.36)
    let x = frame.midX
    let y = min(frame.minY + radius, frame.midY)
    let left = Figure.number(x - radius * 0.8)
    let right = Figure.number(x + radius * 0.8)
    let low = Figure.number(y + radius * 0.6)
    let size = Figure.number(radius)
    let isNear = pin.point.y < y + radius * 1.2
    let tip = isNear ? ScreenPoint(x: x, y: max(frame.maxY, y + radius * 1.5)) : pin.point
    return
      "<g class=\"pin \(kind)\"><path d=\"M\(left) \(low)A\(size) \(size) 0 1 1 \(right) \(low)"
      + "L\(Figure.number(tip.x)) \(Figure.number(tip.y))Z\"/>"
      + circle(at: ScreenPoint(x: x, y: y), radius: radius * 0.36) + "</g>"
  }

  /// The user: a dot in a ring.
  private func dot(for pin: Scene.Pin, _ kind: String) -> String {
    let radius = 7 * scale
    return "<g class=\"dot \(kind)\">" + circle(at: pin.point, radius: radius * 2.4, class: "halo")
      + circle(at: pin.point, radius: radius) + "</g>"
  }

  private func circle(at point: ScreenPoint, radius: Double, class name: String = "") -> String {
    let kind = name.isEmpty ? "" : "class=\"\(name)\" "
    return "<circle \(kind)cx=\"\(Figure.number(point.x))\" cy=\"\(Figure.number(point.y))\" "
      + "r=\"\(Figure.number(radius))\"/>"
  }
}
