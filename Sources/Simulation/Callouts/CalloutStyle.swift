public import MapGeometry

/// The shape of a callout.
public enum CalloutStyle: Hashable, Sendable {
  /// A rectangle on the middle of the upper edge of its parent, moved by its callout offset.
  case plain(size: ScreenSize)
  /// The bubble of the Asynchrony callout: as wide as the map, with a tip over the parent.
  ///
  /// `offsetFromParent` counts from the origin of the parent's frame; its published value for pins
  /// is (8, -14).
  case bubble(contentHeight: Double, offsetFromParent: ScreenOffset)
  /// A subview of the annotation view, placed when it opens; then it moves with its parent.
  case subview(SubviewCallout)
}

/// The place of a callout on the screen.
public struct CalloutLayout: Hashable, Sendable {
  /// The frame of the callout's view.
  public var frame: ScreenRect
  /// The drawn part: the bubble down to its tip, without its shadow; the frame of a plain callout.
  public var body: ScreenRect
  /// Where the callout points to.
  public var tip: ScreenPoint
  /// The point above the parent that the tip should touch; it moves with the parent.
  public var anchor: ScreenPoint

  /// Makes a layout of its parts.
  public init(frame: ScreenRect, body: ScreenRect, tip: ScreenPoint, anchor: ScreenPoint) {
    (self.frame, self.body, self.tip, self.anchor) = (frame, body, tip, anchor)
  }

  func moved(by offset: ScreenOffset) -> CalloutLayout {
    CalloutLayout(
      frame: frame.offset(by: offset), body: body.offset(by: offset),
      tip: ScreenPoint(x: tip.x + offset.dx, y: tip.y + offset.dy),
      anchor: ScreenPoint(x: anchor.x + offset.dx, y: anchor.y + offset.dy))
  }
}

extension CalloutStyle {
  /// The layout of a callout of this style over a parent, in a map view of some size.
  ///
  /// - Precondition: Neither the callout nor the map view has a negative extent, and a bubble's map
  ///   view is as wide as its corners at least.
  public func layout(over parent: CalloutParent, in size: ScreenSize) -> CalloutLayout {
    precondition(size.width > 0 && size.height > 0, "a map view without extent")
    switch self {
    case .plain(let callout): return CalloutStyle.plainLayout(callout, over: parent)
    case .bubble(let contentHeight, let offset):
      return CalloutStyle.bubbleLayout(
        contentHeight: contentHeight, offset: offset, over: parent, mapWidth: size.width)
    case .subview(let callout):
      let placement = callout.placement(over: parent.frame, offset: parent.calloutOffset, in: size)
      return CalloutLayout(
        frame: placement.frame, body: placement.frame, tip: placement.anchor,
        anchor: placement.anchor)
    }
  }

  private static func plainLayout(_ size: ScreenSize, over parent: CalloutParent) -> CalloutLayout {
    precondition(size.width >= 0 && size.height >= 0, "a callout of negative extent")
    let foot = ScreenPoint(
      x: parent.frame.midX + parent.calloutOffset.dx,
      y: parent.frame.minY + parent.calloutOffset.dy)
    let frame = ScreenRect(
      minX: foot.x - size.width / 2, minY: foot.y - size.height,
      width: size.width, height: size.height)
    return CalloutLayout(frame: frame, body: frame, tip: foot, anchor: foot)
  }

  /// An annotation view at the parent's coordinate, moved by a center offset that is computed from
  /// the parent's frame.
  ///
  /// Its left edge is that of the map only if the offset reaches from the parent's origin to its
  /// coordinate; with other parents it sticks out on one side, as published.
  private static func bubbleLayout(
    contentHeight: Double, offset: ScreenOffset, over parent: CalloutParent, mapWidth: Double
  ) -> CalloutLayout {
    let measures = BubbleMeasures.self
    precondition(
      mapWidth >= measures.narrowestMap, "a map of \(mapWidth) pt is too narrow for a bubble")
    let height = measures.viewHeight(contentHeight: contentHeight, offsetDown: offset.dy)
    let parentX = parent.frame.minX + offset.dx
    let centerOffset = ScreenOffset(
      dx: mapWidth / 2 - parentX,
      dy: -(height / 2 + parent.frame.height / 2) + offset.dy + measures.bottomShadow)
    let coordinate = parent.coordinatePoint
    let frame = ScreenRect(
      minX: coordinate.x + centerOffset.dx - mapWidth / 2,
      minY: coordinate.y + centerOffset.dy - height / 2, width: mapWidth, height: height)
    let tipY = frame.minY + measures.tipDepth(contentHeight: contentHeight)
    let inset = measures.sideInset + measures.stroke / 2
    let top = frame.minY + measures.stroke / 2
    let body = ScreenRect(
      minX: frame.minX + inset, minY: top, width: mapWidth - 2 * inset, height: tipY - top)
    assert(body.height > 0 && body.maxY <= frame.maxY + 1, "the bubble left its view")
    // The drawing measures the parent's x from the map but uses it from the view's own left edge.
    return CalloutLayout(
      frame: frame, body: body, tip: ScreenPoint(x: frame.minX + parentX, y: tipY),
      anchor: ScreenPoint(x: parentX, y: tipY))
  }
}
