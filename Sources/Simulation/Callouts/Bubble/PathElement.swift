internal import ExactMath
public import MapGeometry

/// One step of an outline, in points of the view that draws it, y growing downwards.
public enum PathElement: Hashable, Sendable {
  /// Starts a new outline at a point.
  case move(to: ScreenPoint)
  case line(to: ScreenPoint)
  /// Part of a circle; angles are radians from the positive x axis towards positive y, and run
  /// from `startAngle` down to the smaller `endAngle`.
  case arc(center: ScreenPoint, radius: Double, startAngle: Double, endAngle: Double)
  /// A straight line back to where the outline started.
  case close
}

extension PathElement {
  /// The control points and the end of the cubic Bezier that an arc is drawn as; else nil.
  ///
  /// Its control points lie on the tangents, four thirds of the tangent of a quarter of the angle
  /// away, in radii, so that its middle lies on the circle.
  public var cubic: (first: ScreenPoint, second: ScreenPoint, end: ScreenPoint)? {
    guard case .arc(let center, let radius, let start, let end) = self else { return nil }
    let reach = radius * 4 / 3 * Elementary.tan((start - end) / 4)
    func point(_ angle: Double, along: Double) -> ScreenPoint {
      let (cosine, sine) = (Elementary.cos(angle), Elementary.sin(angle))
      return ScreenPoint(
        x: center.x + radius * cosine + along * sine, y: center.y + radius * sine - along * cosine)
    }
    return (point(start, along: reach), point(end, along: -reach), point(end, along: 0))
  }

  /// The outline of a rectangle with rounded corners and an optional tip under its lower edge.
  ///
  /// It starts below the top left corner and runs down, right, up and back, as the drawing code of
  /// the Asynchrony callout; so arc angles decrease from pi to -pi.
  static func outline(
    of rect: ScreenRect, topRadius: Double, bottomRadius: Double, tip: BubbleTip? = nil
  ) -> [PathElement] {
    precondition(topRadius >= 0 && bottomRadius >= 0, "a corner radius is negative")
    let right = Double.pi / 2
    var elements: [PathElement] = [
      .move(to: ScreenPoint(x: rect.minX, y: rect.minY + topRadius)),
      .line(to: ScreenPoint(x: rect.minX, y: rect.maxY - bottomRadius)),
      .arc(
        center: ScreenPoint(x: rect.minX + bottomRadius, y: rect.maxY - bottomRadius),
        radius: bottomRadius, startAngle: 2 * right, endAngle: right),
    ]
    if let tip {
      elements += [
        .line(to: ScreenPoint(x: tip.x - tip.halfBase, y: rect.maxY)),
        .line(to: ScreenPoint(x: tip.x, y: rect.maxY + tip.height)),
        .line(to: ScreenPoint(x: tip.x + tip.halfBase, y: rect.maxY)),
      ]
    }
    elements += [
      .line(to: ScreenPoint(x: rect.maxX - bottomRadius, y: rect.maxY)),
      .arc(
        center: ScreenPoint(x: rect.maxX - bottomRadius, y: rect.maxY - bottomRadius),
        radius: bottomRadius, startAngle: right, endAngle: 0),
      .line(to: ScreenPoint(x: rect.maxX, y: rect.minY + topRadius)),
      .arc(
        center: ScreenPoint(x: rect.maxX - topRadius, y: rect.minY + topRadius),
        radius: topRadius, startAngle: 0, endAngle: -right),
      .line(to: ScreenPoint(x: rect.minX + topRadius, y: rect.minY)),
      .arc(
        center: ScreenPoint(x: rect.minX + topRadius, y: rect.minY + topRadius), radius: topRadius,
        startAngle: -right, endAngle: -2 * right), .close,
    ]
    return elements
  }
}

struct BubbleTip {
  var x: Double
  var halfBase: Double
  var height: Double
}
