import MapEvents
import MapGeometry

@testable import Measures

/// A made-up callout: it stands 10 pt too far left, and the map makes exactly the room it needs.
///
/// Every part can be changed, so what a test names is what matters to it.
struct JudgedCallout {
  var viewSize = ScreenSize(width: 320, height: 480)
  var insets = EdgeInsets(all: 2)
  var contain = ScreenRect(minX: -8, minY: 100, width: 100, height: 80)
  var containAfter = ScreenRect(minX: 2, minY: 100, width: 100, height: 80)
  /// What is drawn, where that differs from what the adjuster promised.
  var body: ScreenRect?
  var bodyAfter: ScreenRect?
  var parent = ScreenRect(minX: 30, minY: 141, width: 32, height: 39)
  var shift = ScreenOffset(dx: 10, dy: 0)
  var scaleRatio = 1.0
  var regionChanges = 1
  var secondShift = ScreenOffset.zero
  var secondScaleRatio = 1.0

  /// A callout that is visible from the start, and that nobody touches.
  static var visible: JudgedCallout {
    JudgedCallout(
      contain: ScreenRect(minX: 2, minY: 2, width: 100, height: 80),
      containAfter: ScreenRect(minX: 2, minY: 2, width: 100, height: 80),
      shift: .zero, regionChanges: 0)
  }

  var opening: CalloutOpening {
    CalloutOpening(
      rects: rects(parent: parent, body: body ?? contain, contain: contain), insets: insets,
      camera: camera(mapPointsPerPoint: 1))
  }

  var rest: CalloutRest {
    var after = parent
    after.minX += shift.dx
    after.minY += shift.dy
    return CalloutRest(
      rects: rects(parent: after, body: bodyAfter ?? containAfter, contain: containAfter),
      camera: camera(mapPointsPerPoint: scaleRatio), secondShift: secondShift,
      secondScaleRatio: secondScaleRatio)
  }

  var verdict: CalloutVerdict {
    CalloutJudge(viewSize: viewSize, opening: opening).verdict(
      callout: 0, step: 0, openedAt: .zero, rest: rest, regionChanges: regionChanges)
  }

  private func rects(
    parent: ScreenRect, body: ScreenRect, contain: ScreenRect
  ) -> CalloutRects {
    CalloutRects(
      parent: parent, body: body, tip: ScreenPoint(x: parent.midX, y: parent.minY),
      contain: contain)
  }

  private func camera(mapPointsPerPoint: Double) -> Camera {
    Camera(center: MapPoint(x: 1_000, y: 1_000), mapPointsPerPoint: mapPointsPerPoint)
  }
}
