package import Callouts
package import MapGeometry

/// A second opinion on an adjustment, from the definitions of the criteria alone.
package struct AdjustmentJudge {
  package var before: CalloutScene
  package var move: MapMove
  /// Nil when the map refused the move; then it stays where it was.
  package var accepted: Viewport?
  package var after: CalloutScene
  package var promiseBefore: VisibilityGuarantee
  package var promiseAfter: VisibilityGuarantee
  package var secondMove: MapMove
  package var afterTwice: CalloutScene
  /// Whether the promise is void on an axis where its rectangle is too large for the view; the
  /// margins of the Asynchrony callout do not ask whether the callout fits.
  package var asksForFit: Bool
  /// Half a point.
  package static let tolerance = 0.5

  package init(_ adjuster: any CalloutAdjuster, on scene: CalloutScene, asksForFit: Bool = true) {
    before = scene
    move = adjuster.move(for: scene)
    accepted = move.applied(to: scene.viewport)
    after = scene.moved(to: accepted ?? scene.viewport)
    promiseBefore = adjuster.guarantee(for: scene)
    promiseAfter = adjuster.guarantee(for: after)
    secondMove = adjuster.move(for: after)
    afterTwice = after.moved(to: secondMove.applied(to: after.viewport) ?? after.viewport)
    self.asksForFit = asksForFit
  }

  package var scaleRatio: Double {
    after.viewport.mapPointsPerPoint / before.viewport.mapPointsPerPoint
  }

  package var secondScaleRatio: Double {
    afterTwice.viewport.mapPointsPerPoint / after.viewport.mapPointsPerPoint
  }

  /// How far the map point under the middle of the parent's upper edge moved on the screen.
  package var translation: [Double] { AdjustmentJudge.travel(of: before, to: after) }
  package var secondTranslation: [Double] { AdjustmentJudge.travel(of: after, to: afterTwice) }

  private static func travel(of scene: CalloutScene, to other: CalloutScene) -> [Double] {
    let top = ScreenPoint(x: scene.parent.frame.midX, y: scene.parent.frame.minY)
    let there = other.viewport.screenPoint(for: scene.viewport.mapPoint(at: top))
    return [there.x - top.x, there.y - top.y]
  }

  /// By how much a promise is broken on the left, right, top and bottom.
  private func overflow(_ promise: VisibilityGuarantee) -> [Double] {
    let size = before.viewport.size
    let rect = promise.contain
    let insets = promise.insets
    return [
      max(0, insets.left - rect.minX), max(0, rect.maxX - (size.width - insets.right)),
      max(0, insets.top - rect.minY), max(0, rect.maxY - (size.height - insets.bottom)),
    ]
  }

  package var overflowAfter: [Double] { overflow(promiseAfter) }

  private var fits: [Bool] {
    guard asksForFit else { return [true, true] }
    let size = before.viewport.size
    let rect = promiseBefore.contain
    let insets = promiseBefore.insets
    return [
      rect.width + insets.left + insets.right <= size.width + 1e-9,
      rect.height + insets.top + insets.bottom <= size.height + 1e-9,
    ]
  }

  /// The least translation that keeps the promise; nil on an axis where it cannot be kept.
  package var required: [Double?] {
    let now = overflow(promiseBefore)
    return [0, 1].map { axis in
      guard fits[axis] else { return nil }
      return now[2 * axis] > 0 ? now[2 * axis] : -now[2 * axis + 1]
    }
  }

  /// C1 inside map; nil when the promise cannot be kept.
  package var isInside: Bool? {
    guard fits == [true, true] else { return nil }
    return overflowAfter.allSatisfy { $0 <= AdjustmentJudge.tolerance }
  }

  /// C2 zoom unchanged.
  package var keepsZoom: Bool { abs(scaleRatio - 1) <= 1e-6 }

  /// C3 shift minimal, on the axes where the promise can be kept.
  package var isMinimal: Bool {
    zip(translation, required).allSatisfy { found, should in
      should.map { abs(found - $0) <= AdjustmentJudge.tolerance } ?? true
    }
  }

  /// C4 untouched when visible; nil when something sticks out at first.
  package var leavesVisibleAlone: Bool? {
    guard overflow(promiseBefore).allSatisfy({ $0 == 0 }) else { return nil }
    return keepsZoom && translation.allSatisfy { abs($0) <= AdjustmentJudge.tolerance }
  }

  /// C5 adjustment idempotent.
  package var isIdempotent: Bool {
    secondTranslation.allSatisfy { abs($0) <= AdjustmentJudge.tolerance }
      && abs(secondScaleRatio - 1) <= 1e-6
  }

  /// C16 parent visible.
  package var parentIsVisible: Bool {
    let frame = after.parent.frame
    let size = after.viewport.size
    return frame.minX < size.width && frame.maxX > 0 && frame.minY < size.height && frame.maxY > 0
  }
}
