internal import Callouts
internal import MapEvents
public import MapGeometry

/// Region changes: one pair of will and did for each, none when nothing changes.
extension MapSimulation {
  var camera: Camera {
    Camera(
      center: viewport.center, mapPointsPerPoint: viewport.mapPointsPerPoint,
      headingDegrees: viewport.headingDegrees)
  }

  /// Degrees from the western to the eastern edge, as the region of the map has them.
  var longitudeSpan: Double { visibleRect.width / MapSize.worldSide * 360 }

  /// Drags the map so that the content moves by an offset, evenly, and waits for the end.
  public func pan(by offset: ScreenOffset, over time: SimulatedTime) {
    let target = Motion.viewport(viewport, movedBy: offset)
    gesture(.drag(offset), to: target, over: time)
  }

  /// Lets the content go at a speed in points a second and waits until it rests.
  public func fling(pointsPerSecond velocity: ScreenOffset) {
    let speed = (velocity.dx * velocity.dx + velocity.dy * velocity.dy).squareRoot()
    let way = -1 / Motion.decayPerSecond
    let target = Motion.viewport(
      viewport, movedBy: ScreenOffset(dx: velocity.dx * way, dy: velocity.dy * way))
    let time = Motion.driftDuration(pointsPerSecond: speed)
    gesture(.drift(velocity), to: target, over: time)
  }

  /// Pinches about the middle of the view by a number of levels and waits for the end.
  public func zoom(byLevels levels: Double, over time: SimulatedTime) {
    var target = viewport
    precondition(levels.isFinite, "a map cannot be zoomed by \(levels) levels")
    // The limits of the map are far nearer than this.
    let levels = max(-64, min(64, levels))
    let isWhole = levels == levels.rounded()
    // Whole levels are exact powers of two.
    target.mapPointsPerPoint *=
      isWhole
      ? Double(sign: .plus, exponent: -Int(levels), significand: 1)
      : Elementary.exp(-levels * Elementary.log(2))
    gesture(.pinch, to: target.clamped(), over: time)
  }

  /// Fingers on the map stop what it does, and take their time even where it cannot follow.
  private func gesture(_ path: Motion.Path, to target: Viewport, over time: SimulatedTime) {
    interruptMotion()
    guard target != viewport else { return advance(by: time) }
    begin(path, to: target, over: time, animated: false)
    advanceUntilStill()
  }

  /// Asks the map to show a region; an animation runs while later steps do.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    guard let target = viewport.showing(region) else { return }
    move(to: target, animated: animated, callout: nil)
  }

  /// Asks the map to move its centre; an animation runs while later steps do.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    guard let target = viewport.centered(at: coordinate) else { return }
    move(to: target, animated: animated, callout: nil)
  }

  /// A programmatic change of the region; to where the map is, it stops a motion under way.
  ///
  /// - Returns: Whether the map changes at all.
  @discardableResult
  func move(to target: Viewport, animated: Bool, callout: Int32?) -> Bool {
    guard target != viewport else {
      interruptMotion()
      return false
    }
    guard animated else {
      interruptMotion()
      willChangeRegion(animated: false)
      show(target)
      didChangeRegion(animated: false, callout: callout)
      return true
    }
    let zooms = target.mapPointsPerPoint != viewport.mapPointsPerPoint
    begin(
      .glide(.easeInOut), to: target, over: zooms ? Motion.zoomDuration : Motion.panDuration,
      animated: true, callout: callout)
    return true
  }

  private func begin(
    _ path: Motion.Path, to target: Viewport, over duration: SimulatedTime, animated: Bool,
    callout: Int32? = nil
  ) {
    precondition(duration >= .zero, "a motion cannot take \(duration)")
    assert(target != viewport, "a motion that goes nowhere")
    interruptMotion()
    willChangeRegion(animated: animated)
    motion = Motion(
      path: path, isAnimated: animated, start: now, duration: duration, from: viewport,
      target: target, callout: callout)
  }

  /// Moves the map to where its motion is at this frame.
  func advanceMotion() {
    guard let motion else { return }
    let next = motion.viewport(at: now)
    if next != viewport { show(next) }
    guard now >= motion.end else { return }
    assert(viewport == motion.target, "the last frame of a motion misses its target")
    self.motion = nil
    didChangeRegion(animated: motion.isAnimated, callout: motion.callout)
  }

  /// Ends the motion under way where it is: its did comes before the next will.
  func interruptMotion() {
    guard let motion else { return }
    self.motion = nil
    if let number = motion.callout, number == callout?.number { interruptCallout() }
    didChangeRegion(animated: motion.isAnimated, callout: nil)
  }

  func willChangeRegion(animated: Bool) {
    assert(spanBeforeChange == nil, "a region change began before the last one ended")
    spanBeforeChange = longitudeSpan
    emit(.map(.regionWillChange(animated: animated)))
  }

  private func show(_ next: Viewport) {
    viewport = next
    areViewsStale = true
    didMapMove = true
    emit(.map(.visibleRegionChanged(camera)))
    requestViewsAtOnce()
  }

  func didChangeRegion(animated: Bool, callout: Int32?) {
    assert(spanBeforeChange != nil, "a region change ended that did not begin")
    assert(motion == nil, "a region change ended while the map still moves")
    let before = spanBeforeChange ?? longitudeSpan
    spanBeforeChange = nil
    collisionsMayHaveChanged()
    emit(.map(.regionDidChange(animated: animated, camera)))
    if let callout, self.callout?.number == callout { settleCallout() }
    clusterLayersDidSeeRegionChange(spanBefore: before)
  }
}
