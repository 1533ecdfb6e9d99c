public import MapGeometry

/// A shade of grey with its opacity, both in 0...1.
public struct Shade: Hashable, Sendable {
  /// 0 is black, 1 is white.
  public var white: Double
  /// 0 is invisible, 1 is opaque.
  public var alpha: Double

  /// Makes a shade of its parts.
  public init(white: Double, alpha: Double) {
    precondition((0...1).contains(white), "white is \(white), but must lie in 0...1")
    precondition((0...1).contains(alpha), "alpha is \(alpha), but must lie in 0...1")
    (self.white, self.alpha) = (white, alpha)
  }
}

/// A shade at a place along a gradient.
public struct GradientStop: Hashable, Sendable {
  /// 0 at the top of the gradient, 1 at its bottom.
  public var location: Double
  /// The shade there.
  public var shade: Shade

  /// Makes a stop of its parts.
  public init(location: Double, shade: Shade) {
    precondition((0...1).contains(location), "location is \(location), but must lie in 0...1")
    (self.location, self.shade) = (location, shade)
  }
}

/// What a bubble is filled and stroked with, in the order in which it is drawn.
///
/// Fill with shadow, stroke, gloss fill, gloss stroke; the gradients run from the top to the bottom
/// of the gloss rectangle.
public struct BubblePaint: Hashable, Sendable {
  /// Inside of the outline.
  public var fill: Shade
  /// The shadow that the filled outline throws.
  public var shadow: Shade
  /// How far the shadow lies from the outline; down on the screen is positive.
  public var shadowOffset: ScreenOffset
  /// How soft the shadow is, in points.
  public var shadowBlur: Double
  /// The line along the outline; its ends are square.
  public var stroke: Shade
  /// Width of that line, in points.
  public var strokeWidth: Double
  /// Gradient inside the gloss, from top to bottom.
  public var gloss: [GradientStop]
  /// Gradient along the line around the gloss, from top to bottom.
  public var glossStroke: [GradientStop]
  /// Width of the line around the gloss, in points.
  public var glossStrokeWidth: Double

  /// The paint of the published bubble on systems since iOS 3.2; before, the shadow went up.
  public static let published = BubblePaint(
    fill: Shade(white: 0, alpha: 0.6), shadow: Shade(white: 0, alpha: 0.5),
    shadowOffset: ScreenOffset(dx: 0, dy: 6), shadowBlur: 6,
    stroke: Shade(white: 1.0 / 3, alpha: 0.9), strokeWidth: 1,
    gloss: [
      GradientStop(location: 0, shade: Shade(white: 1, alpha: 0.3)),
      GradientStop(location: 1, shade: Shade(white: 1, alpha: 0.1)),
    ],
    glossStroke: [
      GradientStop(location: 0, shade: Shade(white: 1, alpha: 0.3)),
      GradientStop(location: 0.1, shade: Shade(white: 1, alpha: 0.1)),
      GradientStop(location: 1, shade: Shade(white: 1, alpha: 0)),
    ], glossStrokeWidth: 2)
}
