internal import MapEvents
internal import MapGeometry

/// Judges a callout from the rectangles in the trace alone.
///
/// It knows no adjuster and no map. Whether callout and pin lie inside the view it finds by itself;
/// how far the map had to move it measures by the rectangle and the insets that the adjuster
/// promised, since margins are a matter of taste.
struct CalloutJudge {
  /// Half a point on the screen is what an eye can tell.
  static let pointTolerance = 0.5
  /// Relative change of scale that counts as none.
  static let scaleTolerance = 1e-6
  /// What rounding may add to a rectangle that fits exactly, in points.
  static let roundingSlack = 1e-6

  /// Extent of the map view, in points.
  let viewSize: ScreenSize
  /// The callout as it opened.
  let opening: CalloutOpening

  /// Callout and pin together: what people want to see, whatever an adjuster cares for.
  static func whole(_ rects: CalloutRects) -> ScreenRect {
    rects.body.union(rects.parent)
  }

  /// Whether a rectangle is small enough for the inset view.
  func fits(_ rect: ScreenRect, _ insets: EdgeInsets) -> Bool {
    let slack = CalloutJudge.roundingSlack
    return rect.width + insets.left + insets.right <= viewSize.width + slack
      && rect.height + insets.top + insets.bottom <= viewSize.height + slack
  }

  /// How far a rectangle sticks out of the inset view, in points: the largest of the four
  /// overflows, 0 when it is inside.
  func overflow(of rect: ScreenRect, _ insets: EdgeInsets) -> Double {
    max(
      0, insets.left - rect.minX, rect.maxX - (viewSize.width - insets.right),
      insets.top - rect.minY, rect.maxY - (viewSize.height - insets.bottom))
  }

  /// The least shift on one axis that brings a range inside its limits, nil when it cannot fit.
  static func requiredShift(
    low: Double, high: Double, lowLimit: Double, highLimit: Double
  ) -> Double? {
    guard high - low <= highLimit - lowLimit + roundingSlack else { return nil }
    if low < lowLimit { return lowLimit - low }
    return high > highLimit ? highLimit - high : 0
  }

  /// The shift that would have been needed, on each axis.
  var requiredShift: (dx: Double?, dy: Double?) {
    let rect = opening.rects.contain
    return (
      CalloutJudge.requiredShift(
        low: rect.minX, high: rect.maxX, lowLimit: opening.insets.left,
        highLimit: viewSize.width - opening.insets.right),
      CalloutJudge.requiredShift(
        low: rect.minY, high: rect.maxY, lowLimit: opening.insets.top,
        highLimit: viewSize.height - opening.insets.bottom)
    )
  }

  /// The verdict on the callout at rest; `regionChanges` counts the pairs of region callbacks that
  /// began between opening and rest.
  func verdict(
    callout: Int32, step: Int32, openedAt: SimulatedTime, rest: CalloutRest, regionChanges: Int
  ) -> CalloutVerdict {
    let before = opening.rects.parent
    let after = rest.rects.parent
    let shift = ScreenOffset(dx: after.midX - before.midX, dy: after.minY - before.minY)
    let needed = requiredShift
    let excess = (needed.dx.map { shift.dx - $0 }, needed.dy.map { shift.dy - $0 })
    let ratio = rest.camera.mapPointsPerPoint / opening.camera.mapPointsPerPoint
    // C1 takes nothing from the adjuster: callout and pin, and the bare view.
    let bare = EdgeInsets(all: 0)
    let (wholeBefore, wholeAfter) = (
      CalloutJudge.whole(opening.rects), CalloutJudge.whole(rest.rects)
    )
    let overflowAfter = overflow(of: wholeAfter, bare)
    // Either one shows that there is room; an adjuster that tears callout and pin apart until both
    // together are too large must not escape the judgement.
    let hasRoom = fits(wholeBefore, bare) || fits(wholeAfter, bare)

    let isStill = CalloutJudge.isStill(shift, ratio)
    let wasInside = overflow(of: opening.rects.contain, opening.insets) == 0
    let kept: [Bool?] = [
      hasRoom ? overflowAfter <= CalloutJudge.pointTolerance : nil,
      CalloutJudge.isSameScale(ratio),
      isMinimal(excess.0, excess.1),
      wasInside ? isStill && regionChanges == 0 : nil,
      CalloutJudge.isStill(rest.secondShift, rest.secondScaleRatio),
      intersectsView(after),
    ]
    let dx = excess.0 ?? 0
    let dy = excess.1 ?? 0
    return CalloutVerdict(
      callout: callout, step: step, openedAt: openedAt, kept: kept,
      overflowPoints: overflowAfter,
      excessShiftPoints: (dx * dx + dy * dy).squareRoot(), scaleRatio: ratio,
      regionChanges: regionChanges, insets: opening.insets, before: opening.rects,
      after: rest.rects)
  }

  private func isMinimal(_ dx: Double?, _ dy: Double?) -> Bool? {
    guard dx != nil || dy != nil else { return nil }
    return abs(dx ?? 0) <= CalloutJudge.pointTolerance
      && abs(dy ?? 0) <= CalloutJudge.pointTolerance
  }

  private func intersectsView(_ rect: ScreenRect) -> Bool {
    rect.minX < viewSize.width && rect.maxX > 0 && rect.minY < viewSize.height && rect.maxY > 0
  }

  private static func isSameScale(_ ratio: Double) -> Bool {
    abs(ratio - 1) <= scaleTolerance
  }

  private static func isStill(_ shift: ScreenOffset, _ ratio: Double) -> Bool {
    abs(shift.dx) <= pointTolerance && abs(shift.dy) <= pointTolerance && isSameScale(ratio)
  }
}
