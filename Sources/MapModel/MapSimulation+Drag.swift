internal import MapEvents
public import MapGeometry

/// How an annotation that is carried is let go.
public enum DragEnd: Hashable, Sendable {
  /// It stays where it is let go.
  case drop
  /// It goes back.
  case cancel
}

/// Annotations that a finger carries.
extension MapSimulation {
  /// A drag from the press to the view's last answer.
  struct Drag {
    let slot: Int32
    /// How it is let go.
    var end: DragEnd
    let start: SimulatedTime
    let duration: SimulatedTime
    let offset: ScreenOffset
    /// Where the annotation was on the screen when it was pressed.
    let origin: ScreenPoint
    /// Where it goes back to.
    let home: Coordinate
    /// How long the view takes to answer; nil when it never does.
    let liftDuration: SimulatedTime?
    var machine = DragMachine()
    /// When the map was last moved at an edge, or looked whether it should be.
    var lastFrame: SimulatedTime
    /// Whether the map moves because the finger is near an edge.
    var isMovingMap = false

    /// Where the finger holds the annotation.
    func place(at time: SimulatedTime) -> ScreenPoint {
      assert(time >= start, "a finger is asked where it was before it came")
      let elapsed = (time - start).nanoseconds
      let fraction =
        elapsed >= duration.nanoseconds ? 1 : Double(elapsed) / Double(duration.nanoseconds)
      return ScreenPoint(x: origin.x + offset.dx * fraction, y: origin.y + offset.dy * fraction)
    }
  }

  /// How near to an edge a finger moves the map, in points.
  static let edgeZonePoints = 40.0
  /// How fast the map moves then, in points a second.
  static let edgeSpeed = 240.0

  /// The slot of the annotation that a finger carries; its view stays.
  var dragged: Int32? { drag?.slot }

  /// Presses an annotation, carries it by an offset on the screen, evenly, lets it go and waits
  /// until its view has come down.
  ///
  /// The finger begins within reach, and a touch stays the map's wherever it goes from there.
  /// Pressing selects it. One that cannot be carried is left alone: that takes a plain layer's
  /// annotation with a view that reacts to fingers and is draggable.
  public func drag(
    _ target: TapTarget, by offset: ScreenOffset, over time: SimulatedTime, end: DragEnd
  ) {
    precondition(time >= .zero, "a finger cannot move for \(time)")
    precondition(offset.dx.isFinite && offset.dy.isFinite, "a drag by \(offset)")
    fingersTouch()
    guard let slot = shownSlot(of: target), !isHidden(slot), fingerPoint(on: slot) != nil else {
      return miss(target)
    }
    emit(.input(.began(.drag)))
    if press(slot) {
      beginDrag(of: slot, by: offset, over: time, end: end)
    } else {
      emit(.drag(.refused(annotation: annotations[slot].serial)))
    }
    agenda.plan(.lift(.drag, pointsPerSecond: .zero), at: now + time)
    advance(by: time)
    advanceUntilDropped()
  }

  /// Puts a finger on an annotation: the map stops, and what can be carried is selected.
  ///
  /// - Returns: Whether there is something to carry. The app can have sent the map away when it
  ///   stopped, or when it made room for the callout; then the view can have left.
  private func press(_ slot: Int32) -> Bool {
    guard isDraggable(slot) else { return false }
    interruptMotion(isContinued: false)
    reentryDepth = 0
    guard annotations[slot].view >= 0 else { return false }
    if selected != slot { select(slot) }
    return annotations[slot].view >= 0
  }

  private func isDraggable(_ slot: Int32) -> Bool {
    let annotation = annotations[slot]
    return annotation.cluster < 0 && annotation.layer >= 0 && isInteractive(slot)
      && viewSetup(of: slot).isDraggable
  }

  private func beginDrag(
    of slot: Int32, by offset: ScreenOffset, over time: SimulatedTime, end: DragEnd
  ) {
    assert(drag == nil, "two annotations are carried")
    assert(annotations[slot].view >= 0, "an annotation without a view is carried")
    let annotation = annotations[slot]
    let liftDuration = viewSetup(of: slot).liftDuration
    drag = Drag(
      slot: slot, end: end, start: now, duration: time, offset: offset,
      origin: viewport.screenPoint(for: annotation.mapPoint), home: annotation.coordinate,
      liftDuration: liftDuration, lastFrame: now)
    move(.press)
    if let liftDuration { agenda.plan(.dragAnswer(.dragging), at: now + liftDuration) }
  }

  /// Moves the states of the running drag on; view and delegate are told.
  private func move(_ input: DragMachine.Input) {
    guard let old = drag?.machine.state, let slot = drag?.slot,
      let new = drag?.machine.handle(input)
    else { return }
    let serial = annotations[slot].serial
    emit(.drag(.viewStateSet(annotation: serial, new)))
    emit(.drag(.stateChanged(annotation: serial, new: new, old: old)))
    tell(.dragStateChanged)
  }

  /// The view has lifted off, or has come down.
  func viewAnswers(_ answer: DragState) {
    guard let state = drag?.machine.state, let slot = drag?.slot else { return }
    switch (state, answer) {
    case (.starting, .dragging):
      move(.answer)
      drag?.lastFrame = now
    case (.canceling, .none), (.ending, .none):
      move(.answer)
      drag = nil
      // What was kept only because it was carried can leave, or give way.
      if !viewArea.contains(annotations[slot].mapPoint) { areViewsStale = true }
      if selected != slot { collisionsMayHaveChanged() }
      groupsMayHaveChanged()
    // The finger left before the view had lifted off.
    default: break
    }
  }

  /// The annotation follows the finger, and the map moves when the finger is near an edge.
  func advanceDrag() {
    guard let drag, drag.machine.state == .dragging else { return }
    let place = drag.place(at: now)
    if setup.options.dragMovesMapAtEdge { moveMapAtEdge(finger: place) }
    carry(to: place)
    if setup.options.draggedViews == .cancelled, !viewArea.contains(annotations[drag.slot].mapPoint)
    {
      self.drag?.end = .cancel
      endDrag()
    }
  }

  private func moveMapAtEdge(finger: ScreenPoint) {
    guard let drag else { return }
    let seconds = Double((now - drag.lastFrame).nanoseconds) / 1_000_000_000
    self.drag?.lastFrame = now
    let way = MapSimulation.edgeSpeed * seconds
    func share(_ place: Double, of extent: Double) -> Double {
      if place < MapSimulation.edgeZonePoints { return way }
      return place > extent - MapSimulation.edgeZonePoints ? -way : 0
    }
    let offset = ScreenOffset(
      dx: share(finger.x, of: viewport.size.width), dy: share(finger.y, of: viewport.size.height))
    let target = offset == .zero ? viewport : viewport.moved(by: offset)
    // What already moves the map, as the adjustment of a callout, goes first.
    guard target != viewport, motion == nil else { return stopMapAtEdge() }
    if !drag.isMovingMap {
      willChangeRegion(animated: false)
      self.drag?.isMovingMap = true
    }
    show(target)
  }

  private func stopMapAtEdge() {
    guard drag?.isMovingMap == true else { return }
    drag?.isMovingMap = false
    didChangeRegion(callout: nil)
  }

  /// Gives the annotation the coordinate under the finger.
  private func carry(to place: ScreenPoint) {
    guard let slot = drag?.slot else { return }
    let old = viewport.screenPoint(for: annotations[slot].mapPoint)
    // What only a rounding moves stays.
    guard max((old.x - place.x).magnitude, (old.y - place.y).magnitude) > 1e-6 else { return }
    var point = viewport.mapPoint(at: place)
    point.y = max(0, min(MapSize.worldSide, point.y))
    moveAnnotation(slot, to: Projection.coordinate(for: point))
  }

  /// The finger lets go, unless the map has ended the drag before.
  func endDrag() {
    guard let drag, [.starting, .dragging].contains(drag.machine.state) else { return }
    if drag.machine.state == .dragging { carry(to: drag.place(at: now)) }
    stopMapAtEdge()
    move(drag.end == .drop ? .drop : .cancel)
    let annotation = annotations[drag.slot]
    if self.drag?.machine.state == .ending {
      if delegateTarget != .nobody {
        emit(
          .drag(.geocodeRequested(annotation: annotation.serial, annotation.coordinate)))
      }
    } else {
      moveAnnotation(drag.slot, to: drag.home)
    }
    guard let liftDuration = drag.liftDuration else { return viewAnswers(.none) }
    agenda.plan(.dragAnswer(.none), at: now + liftDuration)
  }
}
