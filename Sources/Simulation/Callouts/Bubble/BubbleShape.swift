public import MapGeometry

/// The drawing of the Asynchrony callout's full-width bubble, in points of its view.
///
/// A parent near a side edge pushes the base of the tip over the round corner, so that the outline
/// overlaps itself; that is kept, see ``tipBaseIsOnStraightEdge``. The model needs the layout only,
/// which this holds to the published drawing. Source: "Asynchrony", custom callouts part 1.
public struct BubbleShape: Hashable, Sendable {
  /// Extent of the view: as wide as the map.
  public let viewSize: ScreenSize
  /// The bubble without its tip.
  public let bubbleRect: ScreenRect
  /// From the origin of the parent's frame to where the tip should be.
  public let offsetFromParent: ScreenOffset
  /// The frame of the content.
  public let contentFrame: ScreenRect
  /// The lower end of the tip.
  public let tip: ScreenPoint
  /// The outline of bubble and tip.
  public let path: [PathElement]
  /// The lighter area in the upper half of the bubble.
  public let glossRect: ScreenRect
  /// Radius of the upper corners of the gloss.
  public let glossTopRadius: Double
  /// Radius of the lower corners of the gloss.
  public let glossBottomRadius: Double
  /// The outline of the gloss.
  public let glossPath: [PathElement]
  /// Colors, shadow and gradients.
  public let paint: BubblePaint

  /// Makes the shape for a map of some width, with its tip at `parentX` from the map's left edge.
  ///
  /// - Precondition: The bubble is not narrower or lower than its corners.
  public init(
    mapWidth: Double, contentHeight: Double, parentX: Double, offsetFromParent: ScreenOffset
  ) {
    let measures = BubbleMeasures.self
    precondition(parentX.isFinite, "the parent's x is \(parentX)")
    self.offsetFromParent = offsetFromParent
    viewSize = ScreenSize(
      width: mapWidth,
      height: measures.viewHeight(contentHeight: contentHeight, offsetDown: offsetFromParent.dy))
    bubbleRect = ScreenRect(
      minX: measures.sideInset + measures.stroke / 2, minY: measures.stroke / 2,
      width: mapWidth - measures.stroke - 2 * measures.sideInset,
      height: measures.bubbleHeight(contentHeight: contentHeight))
    precondition(
      mapWidth >= measures.narrowestMap, "a map of \(mapWidth) pt is too narrow for a bubble")
    contentFrame = ScreenRect(
      minX: measures.contentSideInset, minY: measures.contentTopInset,
      width: mapWidth - 2 * measures.contentSideInset, height: contentHeight)
    tip = ScreenPoint(x: parentX, y: bubbleRect.maxY + measures.tipHeight)
    path = PathElement.outline(
      of: bubbleRect, topRadius: measures.radius, bottomRadius: measures.radius,
      tip: BubbleTip(x: parentX, halfBase: measures.tipHalfBase, height: measures.tipHeight))
    glossRect = ScreenRect(
      minX: bubbleRect.minX + measures.stroke / 2, minY: bubbleRect.minY + measures.stroke / 2,
      width: bubbleRect.width - measures.stroke, height: (bubbleRect.height - measures.stroke) / 2)
    glossTopRadius = measures.radius - measures.stroke / 2
    glossBottomRadius = measures.radius / 1.5
    glossPath = PathElement.outline(
      of: glossRect, topRadius: glossTopRadius, bottomRadius: glossBottomRadius)
    paint = .published
    assert(path.count == 13 && glossPath.count == 10, "an outline lost an element")
    assert(boundingBox.maxY == tip.y, "the bubble does not end at its tip")
  }
}

extension BubbleShape {
  /// Whether the base of the tip lies between the two lower corners, so that the outline does not
  /// overlap itself.
  public var tipBaseIsOnStraightEdge: Bool {
    let room = BubbleMeasures.radius + BubbleMeasures.tipHalfBase
    return tip.x >= bubbleRect.minX + room && tip.x <= bubbleRect.maxX - room
  }

  /// Whether the gloss is lower than its corners, so that its outline overlaps itself.
  ///
  /// Documents a flaw of the published drawing: contents of 18 pt and less have such a gloss.
  public var glossIsDegenerate: Bool { glossRect.height < glossTopRadius + glossBottomRadius }

  /// The smallest rectangle around the outline, without the width of the line.
  public var boundingBox: ScreenRect {
    let left = min(bubbleRect.minX, tip.x - BubbleMeasures.tipHalfBase)
    let right = max(bubbleRect.maxX, tip.x + BubbleMeasures.tipHalfBase)
    return ScreenRect(
      minX: left, minY: bubbleRect.minY, width: right - left, height: tip.y - bubbleRect.minY)
  }

  /// Square points inside the outline, or nil when it overlaps itself.
  ///
  /// A rectangle, less what four round corners leave, plus the tip; with ``perimeter`` it holds the
  /// published outline to closed formulas.
  public var area: Double? {
    guard tipBaseIsOnStraightEdge else { return nil }
    let corners = (4 - Double.pi) * BubbleMeasures.radius * BubbleMeasures.radius
    let triangle = BubbleMeasures.tipHalfBase * BubbleMeasures.tipHeight
    let area = bubbleRect.width * bubbleRect.height - corners + triangle
    assert(area < boundingBox.width * boundingBox.height, "the outline is larger than its box")
    return area
  }

  /// Points along the outline, or nil when it overlaps itself.
  public var perimeter: Double? {
    guard tipBaseIsOnStraightEdge else { return nil }
    let radius = BubbleMeasures.radius
    let halfBase = BubbleMeasures.tipHalfBase
    let height = BubbleMeasures.tipHeight
    let straight = 2 * (bubbleRect.width - 2 * radius) + 2 * (bubbleRect.height - 2 * radius)
    let side = (halfBase * halfBase + height * height).squareRoot()
    return straight + 2 * Double.pi * radius - 2 * halfBase + 2 * side
  }
}

/// The lengths of the Asynchrony callout's full-width bubble, in points.
///
/// Source: "Asynchrony", custom callouts part 1. The height above the parent is missing in the
/// text; copies of its code have 2.
enum BubbleMeasures {
  /// Width of the line around the bubble; half of it lies outside the outline.
  static let stroke = 1.0
  static let radius = 7.0
  /// Space on the left and on the right of the line, for the shadow.
  static let sideInset = 7.0
  static let tipHalfBase = 15.0
  /// How far the tip reaches below the bubble.
  static let tipHeight = 15.0
  /// Space at the bottom of the view, for the shadow.
  static let bottomShadow = 6.0
  /// Height of the bubble beyond that of its content, in points.
  static let contentHeightBuffer = 8.0
  /// Distance between the bubble's view and the parent.
  static let heightAboveParent = 2.0
  /// The content lies this far from the left and the right edge of the view.
  static let contentSideInset = 10.0
  /// The content lies this far from the top of the view.
  static let contentTopInset = 3.0
  /// How far below the drawn tip the point lies about which the bubble grows.
  static let fixedPointBelowTip = 1.5
  /// The least width of a map over which a bubble has room for its corners.
  static let narrowestMap = 2 * (sideInset + radius) + stroke

  /// Height of the view that draws a bubble with so much content.
  static func viewHeight(contentHeight: Double, offsetDown: Double) -> Double {
    let height = contentHeight + contentHeightBuffer + bottomShadow - offsetDown
    precondition(contentHeight >= 0, "the content is \(contentHeight) pt high")
    precondition(
      height > 0,
      "an offset of \(offsetDown) pt leaves no height for \(contentHeight) pt of content")
    return height
  }

  /// How far below the top of its view the tip ends, whatever the offset from the parent.
  static func tipDepth(contentHeight: Double) -> Double {
    stroke / 2 + bubbleHeight(contentHeight: contentHeight) + tipHeight
  }

  static func bubbleHeight(contentHeight: Double) -> Double {
    contentHeight + contentHeightBuffer - stroke - heightAboveParent
  }
}

/// A shade of gray with its opacity, both in 0...1.
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

/// The fills and strokes of a bubble, in the order in which they are drawn.
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

  /// The paint of the Asynchrony callout since iOS 3.2; before, the shadow went up.
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
