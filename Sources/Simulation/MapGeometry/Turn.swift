internal import ExactMath

/// Sine and cosine of a heading, exact for whole quarters.
struct Turn: Hashable, Sendable {
  let sine: Double
  let cosine: Double

  init(degrees: Double) {
    precondition(degrees.isFinite, "a heading is a finite number of degrees, not \(degrees)")
    switch Turn.normalized(degrees) {
    case 0: (sine, cosine) = (0, 1)
    case 90: (sine, cosine) = (1, 0)
    case 180: (sine, cosine) = (0, -1)
    case 270: (sine, cosine) = (-1, 0)
    case 45 where degrees == 45: self = .eighth
    default:
      // Not the normalized heading: the sum with a whole turn would round a small negative one.
      let angle = degrees.truncatingRemainder(dividingBy: 360) * (Double.pi / 180)
      (sine, cosine) = (Elementary.sin(angle), Elementary.cos(angle))
    }
  }

  /// Half a quarter, which is asked for again and again.
  private static let eighth = Turn(sine: Elementary.sin(.pi / 4), cosine: Elementary.cos(.pi / 4))

  private init(sine: Double, cosine: Double) { (self.sine, self.cosine) = (sine, cosine) }

  /// The same heading as a number of degrees from 0 up to 360.
  static func normalized(_ degrees: Double) -> Double {
    let reduced = degrees.truncatingRemainder(dividingBy: 360)
    // A tiny negative rest is rounded up to a whole turn; no heading is minus zero.
    guard reduced < 0 else { return reduced == 0 ? 0 : reduced }
    return reduced + 360 == 360 ? 0 : reduced + 360
  }

  /// The offset on the map, for each map point of a point, of an offset on the screen.
  func mapOffset(of offset: ScreenOffset) -> (east: Double, south: Double) {
    (offset.dx * cosine - offset.dy * sine, offset.dx * sine + offset.dy * cosine)
  }

  /// The extent of the bounding box of a turned rectangle.
  func boundingExtent(width: Double, height: Double) -> (width: Double, height: Double) {
    (
      width * cosine.magnitude + height * sine.magnitude,
      width * sine.magnitude + height * cosine.magnitude
    )
  }
}
