public import MapGeometry

/// The position of a subview callout over its target, and how far the map would have to move.
public struct SubviewPlacement: Hashable, Sendable {
  /// The callout, its arrow included.
  public var frame: ScreenRect
  /// Whether the arrow points up, since the callout hangs below its target.
  public var pointsUp: Bool
  /// Where the arrow points to.
  public var anchor: ScreenPoint
  /// The area that the callout should lie in.
  public var box: ScreenRect
  /// Callout and target together.
  public var content: ScreenRect

  /// The distance of the arrow from the left end of the callout, in points.
  public var arrowX: Double { anchor.x - frame.minX }

  /// The distance that the content should move, right and down; `overlooksRight` as in version
  /// 2.1.5, which ignores a part that sticks out on the right.
  public func offset(overlooksRight: Bool) -> ScreenOffset {
    MoveCenterAdjuster.offset(of: content, into: box, overlooksRight: overlooksRight)
  }
}

extension SubviewCallout {
  /// Places the callout over a target: in the middle over its anchor, pushed inside the box, and
  /// then along until its arrow is not too near to an end; the target counts more than the box.
  ///
  /// - Parameters:
  ///   - target: The frame that the callout belongs to, in points of the view.
  ///   - offset: From the middle of the target's upper edge, or of its lower one, to the anchor.
  ///   - size: Extent of the view that the callout should lie in.
  /// - Returns: Frame, direction and anchor.
  public func placement(
    over target: ScreenRect, offset: ScreenOffset = .zero, in size: ScreenSize
  ) -> SubviewPlacement {
    let comfort = Measures.comfort
    let box = ScreenRect(
      minX: insets.left + comfort, minY: insets.top + comfort,
      width: size.width - insets.left - insets.right - 2 * comfort,
      height: size.height - insets.top - insets.bottom - 2 * comfort)
    let callout = self.size(inWidth: box.width)
    let pointsUp = pointsUp(over: target, height: callout.height, in: box)
    let anchor = ScreenPoint(
      x: target.midX + offset.dx, y: (pointsUp ? target.maxY : target.minY) + offset.dy)
    var x = (anchor.x - callout.width / 2).rounded()
    x = max(x, box.minX)
    x = min(x, box.maxX - callout.width)
    let nearest = Measures.anchorMargin
    let (least, most) = (x + nearest, x + callout.width - nearest)
    // Both are looked at: a callout too narrow for two margins follows the second.
    var push = 0.0
    if anchor.x < least { push = anchor.x - least }
    if anchor.x > most { push = anchor.x - most }
    let frame = ScreenRect(
      minX: wholePixels(x + push),
      minY: wholePixels(pointsUp ? anchor.y : anchor.y - callout.height),
      width: callout.width, height: callout.height)
    let pixel = 1 / pixelsPerPoint
    assert(
      callout.width < 2 * nearest
        || (anchor.x >= frame.minX + nearest - 1e-6
          && anchor.x <= frame.maxX - nearest + pixel + 1e-6),
      "the arrow is too near to an end")
    return SubviewPlacement(
      frame: frame, pointsUp: pointsUp, anchor: anchor, box: box, content: frame.union(target))
  }

  private func pointsUp(over target: ScreenRect, height: Double, in box: ScreenRect) -> Bool {
    switch directions {
    case .down: return false
    case .up: return true
    case .any:
      let above = target.minY - box.minY
      let below = box.maxY - target.maxY
      return above < height && below > above
    }
  }

  private func wholePixels(_ length: Double) -> Double {
    (length * pixelsPerPoint).rounded(.down) / pixelsPerPoint
  }
}
