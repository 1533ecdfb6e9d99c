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
    case .image: return image(for: pin, kind)
    case .pin: return needle(for: pin, kind)
    case .marker: return balloon(for: pin, kind)
    case .userDot: return dot(for: pin, kind)
    }
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
