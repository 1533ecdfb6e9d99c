internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

final class DragController: MapComponent {
  /// A drag from the press to the view's last answer.
  private struct Drag {
    let slot: AnnotationSlot
    var end: DragEnd
    let start: SimulatedTime
    let duration: SimulatedTime
    let offset: ScreenOffset
    /// Where the annotation was on the screen when it was pressed.
    let origin: ScreenPoint
    let home: Coordinate
    /// How long the view takes to answer; nil when it never does.
    let liftDuration: SimulatedTime?
    var machine = DragMachine()
    /// The time up to which the map has moved for the finger near an edge.
    var lastFrame: SimulatedTime
    var isMovingMap = false

    func place(at time: SimulatedTime) -> ScreenPoint {
      assert(time >= start, "a finger before it touches")
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

  private let selection: SelectionController
  private var drag: Drag?

  init(_ part: MapComponent, selection: SelectionController) {
    self.selection = selection
    super.init(part)
  }

  var dragged: AnnotationSlot? { drag?.slot }
  /// The annotation that was dropped last and can join others, until the map has looked for them.
  private(set) var dropped: AnnotationSlot?
  /// Whether the annotation follows the finger from frame to frame.
  var isFollowing: Bool { drag?.machine.state == .dragging }

  func begin(
    _ slot: AnnotationSlot, by offset: ScreenOffset, over time: SimulatedTime, end: DragEnd
  ) {
    precondition(time >= .zero, "a finger cannot move for \(time)")
    precondition(offset.dx.isFinite && offset.dy.isFinite, "a drag by \(offset)")
    context.touch(.began(.drag))
    guard press(slot) else {
      return context.emit(.drag(.refused(annotation: annotations[slot].serial)))
    }
    assert(drag == nil, "two annotations are dragged")
    let annotation = annotations[slot]
    let liftDuration = views.settings(of: slot).liftDuration
    drag = Drag(
      slot: slot, end: end, start: context.dueTime, duration: time, offset: offset,
      origin: region.viewport.screenPoint(for: annotation.mapPoint), home: annotation.coordinate,
      liftDuration: liftDuration, lastFrame: context.now)
    move(.press)
    if let liftDuration {
      scheduler.schedule(.dragAnswer(.dragging), at: context.doneTime + liftDuration)
    }
  }

  /// Stops the map and selects what can be dragged; returns whether its view is still there then.
  private func press(_ slot: AnnotationSlot) -> Bool {
    let annotation = annotations[slot]
    guard !annotation.isCluster, annotation.layer.isSome, views.isInteractive(slot),
      views.settings(of: slot).isDraggable
    else { return false }
    region.interrupt(isContinued: false)
    region.resetReentry()
    guard annotations[slot].view.isSome else { return false }
    if selection.selected != slot { selection.select(slot) }
    return annotations[slot].view.isSome
  }

  /// Advances the states of the running drag, and notifies view and delegate.
  private func move(_ input: DragMachine.Input) {
    guard let old = drag?.machine.state, let slot = drag?.slot,
      let new = drag?.machine.handle(input)
    else { return }
    let serial = annotations[slot].serial
    context.emit(.drag(.viewStateSet(annotation: serial, new)))
    context.emit(.drag(.stateChanged(annotation: serial, new: new, old: old)))
    proxy.call(.dragStateChanged)
  }

  /// The view has lifted off, or has come down.
  func viewAnswers(_ answer: DragState) {
    guard let state = drag?.machine.state, let slot = drag?.slot else { return }
    switch (state, answer) {
    case (.starting, .dragging):
      move(.answer)
      drag?.lastFrame = context.now
    case (.canceling, .none), (.ending, .none):
      move(.answer)
      drag = nil
      if state == .ending, context.setup.options.droppedPins == .join,
        settings.clustering(of: annotations[slot]) != nil
      {
        dropped = slot
      }
      // A view kept only because it was dragged can leave, or be hidden.
      if !region.viewArea.contains(annotations[slot].mapPoint) { views.setNeedsUpdate() }
      if selection.selected != slot { views.setNeedsCollisions() }
      views.setNeedsGrouping()
    // The finger left before the view had lifted off.
    case (.canceling, .dragging), (.ending, .dragging), (.dragging, .dragging): break
    case (.none, _), (.starting, .none), (.dragging, .none): break
    case (_, .starting), (_, .canceling), (_, .ending): break
    }
  }

  func didLookForOthers() { dropped = nil }

  /// The annotation follows the finger, and the map moves when the finger is near an edge.
  func advance() {
    guard let drag, drag.machine.state == .dragging else { return }
    context.chargeMainThread(context.setup.costs.touch)
    let place = drag.place(at: context.now)
    if context.setup.options.dragMovesMapAtEdge { moveMapAtEdge(finger: place) }
    follow(to: place)
    if context.setup.options.draggedViews == .cancelled,
      !region.viewArea.contains(annotations[drag.slot].mapPoint)
    {
      self.drag?.end = .cancel
      end()
    }
  }

  private func moveMapAtEdge(finger: ScreenPoint) {
    guard let drag else { return }
    let seconds = Double((context.now - drag.lastFrame).nanoseconds) / 1_000_000_000
    self.drag?.lastFrame = context.now
    let way = DragController.edgeSpeed * seconds
    func share(_ place: Double, of extent: Double) -> Double {
      if place < DragController.edgeZonePoints { return way }
      return place > extent - DragController.edgeZonePoints ? -way : 0
    }
    let viewport = region.viewport
    let offset = ScreenOffset(
      dx: share(finger.x, of: viewport.size.width), dy: share(finger.y, of: viewport.size.height))
    let target = offset == .zero ? viewport : viewport.moved(by: offset)
    // A running animation, such as the adjustment of a callout, goes first.
    guard target != viewport, region.animation == nil else { return stopMapAtEdge() }
    if !drag.isMovingMap {
      region.willChange(animated: false)
      self.drag?.isMovingMap = true
    }
    region.show(target, by: .fingers)
  }

  /// Ends the change of the region by which the drag moves the map, if it does.
  func stopMapAtEdge() {
    guard drag?.isMovingMap == true else { return }
    drag?.isMovingMap = false
    region.didChange(callout: nil)
  }

  private func follow(to place: ScreenPoint) {
    guard let slot = drag?.slot else { return }
    let old = region.viewport.screenPoint(for: annotations[slot].mapPoint)
    // A move within rounding is ignored.
    guard max((old.x - place.x).magnitude, (old.y - place.y).magnitude) > 1e-6 else { return }
    var point = region.viewport.mapPoint(at: place)
    point.y = max(0, min(MapSize.worldSide, point.y))
    switch context.setup.options.dragCoordinate {
    case .once: data.carry(slot, to: point)
    case .continuous: data.move(slot, to: Projection.coordinate(for: point), isDragged: true)
    }
  }

  /// The app removes an annotation: one that is dragged is let go at once.
  func annotationWillLeave(_ slot: AnnotationSlot) {
    if dropped == slot { dropped = nil }
    guard let drag, drag.slot == slot else { return }
    if [.starting, .dragging].contains(drag.machine.state) {
      stopMapAtEdge()
      move(.cancel)
    }
    move(.answer)
    assert(self.drag?.machine.state == DragState.none, "a drag goes on without its annotation")
    self.drag = nil
  }

  /// Lifts the finger, unless the map has ended the drag before.
  func end() {
    guard let drag, [.starting, .dragging].contains(drag.machine.state) else { return }
    if drag.machine.state == .dragging { follow(to: drag.place(at: context.now)) }
    stopMapAtEdge()
    let isOnce = context.setup.options.dragCoordinate == .once
    if isOnce, drag.end == .drop, drag.machine.state == .dragging {
      let place = Projection.coordinate(for: annotations[drag.slot].mapPoint)
      data.move(drag.slot, to: place, isDragged: true)
    }
    move(drag.end == .drop ? .drop : .cancel)
    let annotation = annotations[drag.slot]
    if self.drag?.machine.state == .ending {
      if proxy.hasTarget {
        context.emit(.drag(.geocodeRequested(annotation: annotation.serial, annotation.coordinate)))
      }
    } else {
      if isOnce { data.carry(drag.slot, to: Projection.mapKit.mapPoint(for: drag.home)) }
      data.move(drag.slot, to: drag.home, isDragged: true)
    }
    guard let liftDuration = drag.liftDuration else { return viewAnswers(.none) }
    scheduler.schedule(.dragAnswer(.none), at: context.doneTime + liftDuration)
  }
}

/// The states of a drag: the map sets starting, ending and canceling, the view the others.
struct DragMachine {
  enum Input: CaseIterable {
    /// A finger is put on the annotation.
    case press
    /// The view has lifted off, or has come down.
    case answer
    /// The finger is lifted.
    case drop
    /// The finger is taken away by something else.
    case cancel
  }

  private(set) var state = DragState.none

  /// Takes an input; returns the new state, if it changed.
  mutating func handle(_ input: Input) -> DragState? {
    let next: DragState
    switch (state, input) {
    case (.none, .press): next = .starting
    case (.starting, .answer): next = .dragging
    case (.starting, .drop), (.starting, .cancel), (.dragging, .cancel): next = .canceling
    case (.dragging, .drop): next = .ending
    case (.ending, .answer), (.canceling, .answer): next = .none
    case (.none, _), (_, .press), (.dragging, .answer), (.canceling, _), (.ending, _): return nil
    }
    assert(next != state, "a drag that goes from \(state) to \(next)")
    assert(state != .starting || next != .none, "a drag went from starting to none")
    state = next
    return next
  }
}
