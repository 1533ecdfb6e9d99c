internal import MapEvents
public import MapGeometry

/// How a finger leaves the map.
public enum PanRelease: Hashable, Sendable {
  /// It rests before it is lifted.
  case resting
  /// It is lifted while it moves; the map drifts on with its last speed.
  case moving
}

/// Fingers on the map: each gesture lets time pass until what it began has ended, unless a drift
/// is to be caught.
extension MapSimulation {
  /// Drags the map so that the content moves by an offset, evenly, with a finger that rests at the
  /// end.
  public func pan(by offset: ScreenOffset, over time: SimulatedTime) {
    pan(by: offset, over: time, release: .resting)
  }

  /// Drags the map so that the content moves by an offset, at a pace.
  ///
  /// The drift after a finger that moves, and the way back from beyond an edge, belong to the same
  /// region change. Who does not wait for the map to rest can catch it while it drifts.
  public func pan(
    by offset: ScreenOffset, over time: SimulatedTime, pace: MapOptions.AnimationPace = .linear,
    release: PanRelease, waitsForRest: Bool = true
  ) {
    precondition(offset.dx.isFinite && offset.dy.isFinite, "a pan by \(offset)")
    let scrolling = Scrolling(setup.options)
    let curve = AnimationCurve(pace)
    let speed =
      release == .moving
      ? MapSimulation.speed(
        of: offset, over: time, curve, sampledFor: setup.options.velocityWindow) : .zero
    gesture(
      .pan, over: time, animated: false, pointsPerSecond: speed, waitsForRest: waitsForRest
    ) { start in
      let target = Motion.viewport(start, draggedBy: offset, scrolling)
      // A whole world further the map looks the same, but it moved, if a frame saw it.
      let way = Drift.mapOffset(of: offset, in: start).east.magnitude * start.mapPointsPerPoint
      guard target != start || (way >= MapSize.worldSide / 2 && isSeen(during: time)) else {
        return nil
      }
      return (path: .drag(offset, curve, scrolling), target: target)
    }
  }

  /// The speed of a finger at the end of its way, in points a second, by its samples of the last
  /// part of it.
  ///
  /// No speed can be told from a single sample, so no time gives none.
  static func speed(
    of offset: ScreenOffset, over time: SimulatedTime, _ curve: AnimationCurve,
    sampledFor longest: SimulatedTime
  ) -> ScreenOffset {
    precondition(longest > .zero, "a finger without samples")
    guard time > .zero else { return .zero }
    let window = min(time, longest)
    var share = Double(window.nanoseconds) / Double(time.nanoseconds)
    if curve != .linear { share = 1 - curve.progress(at: 1 - share) }
    let seconds = Double(window.nanoseconds) / 1_000_000_000
    return ScreenOffset(dx: offset.dx * share / seconds, dy: offset.dy * share / seconds)
  }

  /// Lets the content go at a speed in points a second, and waits until it rests unless it is to be
  /// caught.
  public func fling(pointsPerSecond velocity: ScreenOffset, waitsForRest: Bool = true) {
    fingersTouch()
    emit(.input(.began(.pan)))
    emit(.input(.ended(.pan, pointsPerSecond: velocity)))
    let options = setup.options
    let first = Drift(from: viewport, pointsPerSecond: velocity, options: options)
    interruptMotion(isContinued: first.moves)
    reentryDepth = 0
    let drift = Drift(from: viewport, pointsPerSecond: velocity, options: options)
    guard drift.moves else { return advance(by: waitsForRest ? drift.duration : .zero) }
    begin(.drift(drift), to: drift.target, over: drift.duration, animated: false)
    if waitsForRest, let change { advanceUntilOver(change.number) }
  }

  /// Pinches about the middle of what bars leave of the view by a number of levels.
  public func zoom(byLevels levels: Double, over time: SimulatedTime) {
    pinch(byLevels: levels, about: nil, over: time)
  }

  /// Changes the scale by a number of levels, with what lies under a point kept there; without a
  /// point under the middle of what bars leave of the view.
  public func pinch(byLevels levels: Double, about point: ScreenPoint?, over time: SimulatedTime) {
    precondition(levels.isFinite, "a map cannot be zoomed by \(levels) levels")
    // The limits of the map are far nearer than this.
    let levels = max(-64, min(64, levels))
    // Whole levels are exact powers of two.
    let factor =
      levels == levels.rounded()
      ? Double(sign: .plus, exponent: Int(levels), significand: 1)
      : Elementary.exp(levels * Elementary.log(2))
    let point = point ?? touchMiddle
    gesture(.pinch, over: time, animated: setup.options.pinchIsAnimated) { start in
      let target = start.scaled(by: factor, about: point)
      guard target != start else { return nil }
      return (path: .scaling(about: point, .fingers), target: target)
    }
  }

  /// Turns the map by some degrees, clockwise as a bearing, with what lies under a point kept
  /// there; without a point under the middle of what bars leave of the view.
  public func rotate(byDegrees degrees: Double, about point: ScreenPoint?, over time: SimulatedTime)
  {
    precondition(degrees.isFinite, "a map cannot be turned by \(degrees) degrees")
    let point = point ?? touchMiddle
    gesture(.rotation, over: time, animated: setup.options.pinchIsAnimated) { start in
      guard degrees != 0 else { return nil }
      let target = start.turned(byDegrees: degrees, about: point)
      // A whole turn leads back, and counts only if a frame saw something of it.
      guard target != start || isSeen(during: time) else { return nil }
      return (path: .turning(degrees: degrees, about: point), target: target)
    }
  }

  /// Taps twice: the map comes twice as near, with what lies under the finger kept there.
  public func doubleTap(at point: ScreenPoint) {
    fingersTouch()
    emit(.input(.doubleTapped(point)))
    let snaps = setup.options.doubleTapSnaps
    scaleByTap(about: point) { start in
      var factor = 2.0
      if snaps {
        let level = (start.zoomLevel + 1).rounded()
        // Level 20 shows a map point in a point.
        factor =
          start.mapPointsPerPoint * Double(sign: .plus, exponent: Int(level) - 20, significand: 1)
      }
      return start.scaled(by: factor, about: point)
    }
  }

  /// Taps with two fingers: the map goes twice as far away, the middle of the view stays.
  public func tapWithTwoFingers() {
    fingersTouch()
    emit(.input(.twoFingersTapped))
    let point = middle
    scaleByTap(about: point) { $0.scaled(by: 0.5, about: point) }
  }

  /// Takes a picture, by its index in the setup.
  public func snapshot(_ index: Int) {
    precondition(setup.snapshots.indices.contains(index), "snapshot \(index) has no name")
    emit(.session(.snapshot(Int32(index))))
    tellScene(.snapshot)
  }

  /// Whether a frame is shown before some time is over.
  private func isSeen(during time: SimulatedTime) -> Bool {
    setup.costs.time(ofFrame: setup.costs.frame(after: now)) < now + time
  }

  private var middle: ScreenPoint {
    ScreenPoint(x: viewport.size.width / 2, y: viewport.size.height / 2)
  }

  /// A finger is put on the screen: from now on the app's changes are counted anew.
  func fingersTouch() {
    reentryDepth = 0
    assert(drag == nil, "a finger comes while another one carries an annotation")
    assert(
      change == nil || motion != nil, "a region change neither moves nor ends")
  }

  /// A finger is put on the screen for a tap; that alone stops a map that drifts.
  func fingerTaps() {
    fingersTouch()
    guard let motion, case .drift = motion.path else { return }
    interruptMotion(isContinued: false)
    reentryDepth = 0
  }

  private func scaleByTap(about point: ScreenPoint, to goal: (Viewport) -> Viewport) {
    interruptMotion(isContinued: goal(viewport) != viewport)
    reentryDepth = 0
    let target = goal(viewport)
    guard target != viewport else { return }
    begin(
      .scaling(about: point, animationPace), to: target, over: setup.options.zoomDuration,
      animated: true)
    if let change { advanceUntilOver(change.number) }
  }

  /// Fingers on the map stop what it does, and take their time even where it cannot follow.
  private func gesture(
    _ gesture: Gesture, over time: SimulatedTime, animated: Bool,
    pointsPerSecond speed: ScreenOffset = .zero, waitsForRest: Bool = true,
    plan: (Viewport) -> (path: Motion.Path, target: Viewport)?
  ) {
    precondition(time >= .zero, "fingers cannot move for \(time)")
    fingersTouch()
    emit(.input(.began(gesture)))
    interruptMotion(isContinued: plan(viewport) != nil)
    reentryDepth = 0
    var number: Int32?
    if let (path, target) = plan(viewport) {
      begin(path, to: target, over: time, animated: animated)
      number = change?.number
    }
    // A task, so that in the last frame the fingers are lifted before the map moves.
    agenda.plan(.lift(gesture, pointsPerSecond: speed), at: now + time)
    advance(by: time)
    if waitsForRest, let number { advanceUntilOver(number) }
  }

  /// Fingers leave the map; content that is let go in motion or beyond an edge moves on.
  func lift(_ gesture: Gesture, pointsPerSecond speed: ScreenOffset) {
    emit(.input(.ended(gesture, pointsPerSecond: speed)))
    if gesture == .drag { return endDrag() }
    guard gesture == .pan, let finger = motion, case .drag = finger.path else { return }
    assert(finger.end == now, "a finger is lifted before it has come to its end")
    let drift = Drift(from: finger.target, pointsPerSecond: speed, options: setup.options)
    guard drift.moves, drift.duration > .zero || drift.isBack else { return }
    motion = Motion(
      path: .drift(drift), change: finger.change, start: now, duration: drift.duration,
      from: finger.target, target: drift.target)
  }
}
