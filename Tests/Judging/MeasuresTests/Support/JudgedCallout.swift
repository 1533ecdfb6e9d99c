import MapEvents
import MapGeometry

@testable import Measures

/// A made-up callout: it stands 10 pt too far left, and the map makes exactly the room it needs.
///
/// Every part can be changed, so what a test names is what matters to it.
struct JudgedCallout {
  var viewSize = ScreenSize(width: 320, height: 480)
  var insets = EdgeInsets(all: 2)
  /// What bars cover of the map.
  var bars = EdgeInsets(all: 0)
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
  /// Whether the map was asked; it was if it changed.
  var move: CalloutRequest?
  var isRefused = false
  /// How far the tip was off in the only frame, and how large the callout was drawn.
  var tipOff: Double?
  var drawnScale = 1.0
  /// The middle of the map before.
  var center = MapPoint(x: 1_000, y: 1_000)
  /// What the probes say otherwise than the scene itself.
  var alter: @Sendable (inout CalloutProbes) -> Void = { _ in }

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
      bars: bars, camera: Camera(center: center, mapPointsPerPoint: 1),
      move: move ?? (regionChanges > 0 ? .animated : .none), isRefused: isRefused, probes: probes)
  }

  /// The adjuster does everywhere what it did here, and at zoom 20 what is needed.
  private var probes: CalloutProbes {
    let scene = CalloutOpening(
      rects: rects(parent: parent, body: contain, contain: contain), insets: insets,
      bars: bars, camera: Camera(center: center, mapPointsPerPoint: 1), move: .none,
      probes: CalloutProbes(atOnce: CalloutProbe(), center: center, mapPointsPerPoint: 1))
    let needed = CalloutJudge(viewSize: viewSize, opening: scene).requiredShift
    var probes = CalloutProbes(
      atOnce: CalloutProbe(shift: shift, scaleRatio: scaleRatio), center: restCamera.center,
      mapPointsPerPoint: restCamera.mapPointsPerPoint)
    probes.closest = CalloutProbe(
      shift: ScreenOffset(dx: needed.dx ?? 0, dy: needed.dy ?? 0), scaleRatio: 1)
    alter(&probes)
    return probes
  }

  var rest: SettledCallout {
    var after = parent
    after.minX += shift.dx
    after.minY += shift.dy
    return SettledCallout(
      rects: rects(parent: after, body: bodyAfter ?? containAfter, contain: containAfter),
      camera: restCamera, secondShift: secondShift, secondScaleRatio: secondScaleRatio)
  }

  private var restCamera: Camera {
    Camera(
      center: MapPoint(x: center.x - shift.dx, y: center.y - shift.dy),
      mapPointsPerPoint: scaleRatio)
  }

  var verdict: CalloutVerdict {
    var callbacks = RegionCallbacks()
    for _ in 0..<regionChanges {
      callbacks.begin(animated: true)
      callbacks.end(animated: true, at: restCamera)
    }
    var pins = CalloutPins()
    if let pin { pins.see(pin) }
    return CalloutJudge(viewSize: viewSize, opening: opening).verdict(
      rest: rest, callbacks: callbacks, pins: pins)
  }

  /// The only frame.
  private var pin: CalloutPin? {
    tipOff.map {
      CalloutPin(
        tip: ScreenPoint(x: 100 + $0, y: 100), anchor: ScreenPoint(x: 100, y: 100),
        scale: drawnScale)
    }
  }

  /// What a session tells of it, from its opening to its rest and the frame after.
  func events(callout: Int32, annotation: AnnotationID) -> [Event.Kind] {
    var events: [Event.Kind] = [
      .callout(.opened(callout: callout, annotation: annotation, opening))
    ]
    for _ in 0..<regionChanges {
      events.append(.map(.regionWillChange(animated: true)))
      events.append(.map(.regionDidChange(animated: true, restCamera)))
    }
    events.append(.callout(.settled(callout: callout, rest)))
    if let pin { events.append(.callout(.pinned(callout: callout, pin))) }
    return events
  }

  private func rects(
    parent: ScreenRect, body: ScreenRect, contain: ScreenRect
  ) -> CalloutRects {
    CalloutRects(
      parent: parent, body: body, tip: ScreenPoint(x: parent.midX, y: parent.minY),
      contain: contain)
  }
}

extension CalloutVerdict {
  /// What came of C1 to C5 and C16.
  var kept: [Bool?] {
    let criteria: [Criterion] = [
      .inside, .zoomUnchanged, .minimalShift, .untouchedWhenVisible, .idempotent, .parentVisible,
    ]
    return criteria.map { keeps($0) }
  }

  /// The number that a criterion measured; nil where that does not apply or nothing was judged.
  func amount(of criterion: Criterion) -> Double? { measure(of: criterion)?.amount }
}
