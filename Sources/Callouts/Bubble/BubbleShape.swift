public import MapGeometry

/// Everything that the published full-width bubble draws, in points of its own view.
///
/// The tip stands where the parent is, so a parent near a side edge pushes the base of the tip over
/// the round corner and the outline overlaps itself; that is kept, see
/// ``tipBaseIsOnStraightEdge``. The model needs the layout only; this documents the published
/// drawing and holds the layout to it. Source: "Asynchrony", custom callouts part 1.
public struct BubbleShape: Hashable, Sendable {
  /// Extent of the view: as wide as the map.
  public let viewSize: ScreenSize
  /// The bubble without its tip.
  public let bubbleRect: ScreenRect
  /// From the origin of the parent's frame to where the tip should be.
  public let offsetFromParent: ScreenOffset
  /// Where the content stands.
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
  /// Colours, shadow and gradients.
  public let paint: BubblePaint

  /// Makes the shape for a map of some width.
  ///
  /// - Parameters:
  ///   - mapWidth: Width of the map view, more than two corners wide.
  ///   - contentHeight: Height of the content.
  ///   - parentX: Where the tip points to, from the left edge of the map.
  ///   - offsetFromParent: From the origin of the parent's frame to where the tip should be.
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
  /// Whether the base of the tip stands between the two lower corners, so that the outline does not
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
