public import Callouts
internal import MapEvents
public import MapGeometry
public import Measures

/// One callout over one pin, judged as a session judges it.
public enum AdjusterTrial {
  /// The criteria that a trial decides; an ``AdjusterSession`` decides the others.
  public static let criteria = Criterion.allCases.filter { !AdjusterSession.criteria.contains($0) }

  /// The verdict on a callout for which an adjuster makes room: the map goes there in one step and
  /// calls back once if it moved.
  public static func verdict(
    of adjuster: some CalloutAdjuster, on scene: CalloutScene
  ) -> CalloutVerdict {
    let (probes, move, target) = CalloutProbes.withMove(of: adjuster, on: scene)
    let promise = adjuster.guarantee(for: scene)
    let request: CalloutRequest = move == .stay ? .none : (move.isAnimated ? .animated : .atOnce)
    let opening = CalloutOpening(
      rects: rects(of: scene, promise), insets: promise.insets, camera: Camera(scene.viewport),
      move: request, isRefused: target == nil, probes: probes)
    let end = target ?? scene.viewport
    let isMoved = end != scene.viewport
    return CalloutJudge(viewSize: scene.viewport.size, opening: opening).verdict(
      rest: isMoved
        ? rest(of: adjuster, on: scene.moved(to: end))
        // The same scene gets the same answer: it stays, is refused again or leads here.
        : SettledCallout(
          rects: opening.rects, camera: opening.camera, secondShift: .zero, secondScaleRatio: 1),
      callbacks: RegionCallbacks(of: request, moved: isMoved))
  }

  private static func rest(
    of adjuster: some CalloutAdjuster, on scene: CalloutScene
  ) -> SettledCallout {
    let old = scene.viewport
    let second = adjuster.move(for: scene).applied(to: old) ?? old
    let frame = scene.parent.frame
    let moved = scene.parent.moved(from: old, to: second).frame
    return SettledCallout(
      rects: rects(of: scene, adjuster.guarantee(for: scene)), camera: Camera(old),
      secondShift: ScreenOffset(dx: moved.midX - frame.midX, dy: moved.minY - frame.minY),
      secondScaleRatio: second.mapPointsPerPoint / old.mapPointsPerPoint)
  }

  private static func rects(of scene: CalloutScene, _ promise: VisibilityGuarantee) -> CalloutRects
  {
    CalloutRects(
      parent: scene.parent.frame, body: scene.layout.body, tip: scene.layout.tip,
      contain: promise.contain)
  }
}

extension Camera {
  fileprivate init(_ viewport: Viewport) {
    self.init(
      center: viewport.center, mapPointsPerPoint: viewport.mapPointsPerPoint,
      headingDegrees: viewport.headingDegrees)
  }
}
