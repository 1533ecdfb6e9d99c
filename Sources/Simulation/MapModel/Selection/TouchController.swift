internal import Callouts
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The state that a callout's button changed and that is to be restored.
struct SelectionHold {
  var callout: CalloutAnnotationID
  /// The view that ignores selection, if the callout knows one.
  var view: ViewID
  var siblings: [ViewID]
}

/// Taps, as the façade describes them: the front view at a point takes them.
final class TouchController: MapComponent {
  /// How long a tap on the button of a callout holds the selection.
  static let holdDuration = SimulatedTime(milliseconds: 1_000)

  /// A tap that the app's own recognizer gets too.
  struct Tap {
    let point: ScreenPoint
    /// Whether an annotation view or a callout is there.
    let isOnAnnotation: Bool
  }

  private let callouts: CalloutController
  private let selection: SelectionController
  private let targets: TargetResolver
  private var lastTap: Tap?

  init(
    _ part: MapComponent, callouts: CalloutController, selection: SelectionController,
    targets: TargetResolver
  ) {
    self.callouts = callouts
    self.selection = selection
    self.targets = targets
    super.init(part)
  }

  /// Takes the last tap, of which the app's own recognizer hears once.
  ///
  /// There is none after a tap that misses, and after one on a control.
  func takeTap() -> Tap? {
    defer { lastTap = nil }
    return lastTap
  }

  func tap(_ target: TapTarget) -> Bool {
    lastTap = nil
    region.fingerTaps()
    guard let (slot, point) = targets.reachedSlot(of: target) else {
      targets.miss(target)
      return false
    }
    context.touch(.tapped(point))
    selection.touch(slot)
    lastTap = Tap(point: point, isOnAnnotation: true)
    return true
  }

  /// Puts a finger on the map that will move, and so taps nothing.
  ///
  /// - Parameter place: The place of the touch; one that no finger reaches is missed.
  /// - Returns: The point of the touch; nil after a miss.
  func begin(at place: TouchPlace) -> ScreenPoint? {
    region.fingersTouch()
    let touched: ScreenPoint
    switch place {
    case .point(let point):
      guard reaches(point) else { return nil }
      touched = point
    case .annotation(let target):
      guard let point = targets.reachedSlot(of: target)?.point else {
        targets.miss(target)
        return nil
      }
      touched = point
    }
    context.emit(.input(.touched(touched)))
    return touched
  }

  /// A finger that slides comes to a point, from a view or down, and touches the view in front
  /// there if it is another one; returns that view, nil for none.
  func slide(at point: ScreenPoint, from last: AnnotationSlot?) -> AnnotationSlot? {
    guard let slot = frontView(at: point), annotations[slot].callout.isNone else { return nil }
    if slot != last, slot != selection.selected { selection.touch(slot) }
    return slot
  }

  func tap(at point: ScreenPoint) {
    lastTap = nil
    region.fingerTaps()
    guard reaches(point) else { return }
    context.touch(.tapped(point))
    if callouts.own.open == nil, let callout = callouts.open, let rects = callouts.rects,
      reaches(callout, in: rects, at: point)
    {
      lastTap = Tap(point: point, isOnAnnotation: true)
      for (side, rect) in [(CalloutSide.left, rects.leftAccessory), (.right, rects.rightAccessory)]
      {
        guard let rect, rect.holds(point) else { continue }
        return isDead(side, of: callout, at: point)
          ? touchBehindCallout(at: point) : touchAccessory(side, of: callout)
      }
      if rects.body.holds(point) { return }
    }
    if context.setup.app.tapRecognizer != nil {
      lastTap = Tap(point: point, isOnAnnotation: frontView(at: point) != nil)
    }
    touchBehindCallout(at: point)
  }

  /// Whether a finger at a point reaches the map view; a miss where it does not.
  func reaches(_ point: ScreenPoint) -> Bool {
    guard !region.touchArea.holds(point) else { return true }
    let reason: MissedSelection.Reason =
      region.viewport.bounds.holds(point) ? .underBar : .outsideMapView
    context.emit(.selection(.missed(MissedSelection(reason, point: point))))
    return false
  }

  /// Whether a tap at a point can be the callout's.
  private func reaches(
    _ callout: OpenCallout, in rects: CalloutRects, at point: ScreenPoint
  ) -> Bool {
    guard rects.look.scale > 0 else { return false }
    return views.calloutSetup(of: callout.slot)?.takesTapsOutsideView == true
      || rects.parent.holds(point)
  }

  /// A finger meets the annotation view that lies in front at a point, or the map.
  private func touchBehindCallout(at point: ScreenPoint) {
    guard let slot = frontView(at: point) else { return selection.deselect() }
    guard annotations[slot].callout.isNone else { return touchCallout(slot, at: point) }
    selection.touch(slot == selection.selected ? nextView(behind: slot, at: point) : slot)
  }

  private func frontView(at point: ScreenPoint) -> AnnotationSlot? {
    let stack = views.stack(selected: selection.selected)
    if let front = stack.last(where: { isMet($0, at: point) }) { return front }
    var nearest = (slot: AnnotationSlot?.none, distance: context.setup.options.hitSlopPoints)
    for slot in stack where nearest.distance > 0 && takesTouches(slot) {
      let distance = views.frame(of: slot).distance(to: point)
      if distance <= nearest.distance { nearest = (slot, distance) }
    }
    return nearest.slot
  }

  /// Whether a finger at a point meets a view, and is not let through.
  private func isMet(_ slot: AnnotationSlot, at point: ScreenPoint) -> Bool {
    views.frame(of: slot).holds(point) && takesTouches(slot)
  }

  private func takesTouches(_ slot: AnnotationSlot) -> Bool {
    (context.setup.options.disabledViews == .swallowTouches || views.isInteractive(slot)
      || annotations[slot].callout.isSome)
  }

  /// The view that a tap on the selected one selects: the next one behind it at that point, in the
  /// order without a selection, and behind the last one the first; itself where there is no other.
  private func nextView(behind slot: AnnotationSlot, at point: ScreenPoint) -> AnnotationSlot {
    guard context.setup.options.repeatedTaps == .cycle else { return slot }
    let met = views.stack(selected: nil).filter {
      annotations[$0].callout.isNone && isMet($0, at: point)
    }
    guard let index = met.firstIndex(of: slot), let first = met.last else { return slot }
    return index > 0 ? met[index - 1] : first
  }

  func tapAccessory(_ side: CalloutSide) {
    region.fingerTaps()
    if let own = callouts.own.open, let rects = callouts.rects {
      return tapCallout(own, side, rects)
    }
    guard let callout = callouts.open, let rects = callouts.rects, side == .left || side == .right,
      let rect = side == .left ? rects.leftAccessory : rects.rightAccessory
    else { return targets.miss(.noControl) }
    guard let point = targets.fingerPoint(in: rect) else { return targets.missOutOfReach(rect) }
    context.touch(.tapped(point))
    guard reaches(callout, in: rects, at: point), !isDead(side, of: callout, at: point) else {
      return touchBehindCallout(at: point)
    }
    touchAccessory(side, of: callout)
  }

  /// Whether a control of a callout gets no tap at a point, since another view lies behind it.
  private func isDead(_ side: CalloutSide, of callout: OpenCallout, at point: ScreenPoint) -> Bool {
    context.setup.options.hasDeadAccessories
      && accessory(side, of: callout)?.isControl == true
      && views.stack(selected: selection.selected).contains {
        $0 != callout.slot && isMet($0, at: point)
      }
  }

  private func accessory(_ side: CalloutSide, of callout: OpenCallout) -> AccessorySetup? {
    let setup = views.calloutSetup(of: callout.slot)
    return side == .left ? setup?.leftAccessory : setup?.rightAccessory
  }

  private func touchAccessory(_ side: CalloutSide, of callout: OpenCallout) {
    let accessory = accessory(side, of: callout)
    assert(accessory != nil, "an accessory was tapped that is not there")
    guard accessory?.isControl == true else { return }
    lastTap = nil
    guard proxy.call(.accessoryTapped) else { return }
    context.emit(
      .callout(
        .accessoryTapped(
          callout: callout.number, annotation: annotations[callout.slot].serial, side)))
  }

  /// A finger meets the view of a callout annotation, which lies in front there.
  private func touchCallout(_ slot: AnnotationSlot, at point: ScreenPoint) {
    guard let callout = callouts.open, let own = callouts.own.open,
      annotations[slot].callout == own, let rects = callouts.rects, rects.look.scale > 0
    else { return selection.touch(slot) }
    if let rect = rects.rightAccessory, rect.holds(point) {
      guard callouts.own[own].setup.button == nil else {
        return hitButton(of: own, isCancelled: false)
      }
      touchAccessory(.right, of: callout)
    } else if let rect = rects.leftAccessory, rect.holds(point) {
      touchAccessory(.left, of: callout)
    }
    // The control has the touch, and the map takes it for one of the view.
    selection.touch(slot)
  }

  /// Taps a view in a callout annotation at its middle, whatever lies in front there.
  private func tapCallout(_ own: CalloutAnnotationID, _ side: CalloutSide, _ rects: CalloutRects) {
    let hasButton = callouts.own[own].setup.button != nil
    let rect = side == .left ? rects.leftAccessory : rects.rightAccessory
    let isButton = side == .button || side == .cancelledButton
    guard let rect, rects.look.scale > 0, side == .left || isButton == hasButton else {
      return targets.miss(.noControl)
    }
    guard let point = targets.fingerPoint(in: rect) else { return targets.missOutOfReach(rect) }
    guard side == .cancelledButton else {
      context.touch(.tapped(point))
      return touchBehindCallout(at: point)
    }
    guard let slot = frontView(at: point), annotations[slot].callout == own else {
      return targets.miss(.noControl)
    }
    hitButton(of: own, isCancelled: true)
  }

  /// The button was found under a finger: it holds the selection and emits a tap; and the map,
  /// which met no enabled view, deselects.
  ///
  /// Source: "Asynchrony", part 2: the button keeps the parent from noticing the deselection and
  /// every other annotation view from being touched, for a second.
  private func hitButton(of own: CalloutAnnotationID, isCancelled: Bool) {
    guard let callout = callouts.open else { return }
    lastTap = nil
    let view = holdSelection(of: callout, own)
    let shown = view.isSome ? views.pools[view].annotation : .none
    context.emit(
      .callout(
        .accessoryTapped(
          callout: callout.number,
          annotation: annotations[shown.isSome ? shown : callout.slot].serial,
          isCancelled ? .cancelledButton : .button)))
    if !isCancelled { selection.deselect() }
  }

  /// - Returns: The view that ignores selection from now on, if the callout knows one.
  private func holdSelection(of callout: OpenCallout, _ index: CalloutAnnotationID) -> ViewID {
    let own = callouts.own[index]
    let view = own.setup.keepsParentView ? own.parentView : annotations[callout.slot].view
    var siblings: [ViewID] = []
    for slot in views.shown where annotations[slot].view != view {
      siblings.append(annotations[slot].view)
      views.setEnabled(false, annotations[slot].view)
    }
    if view.isSome { views.setHoldsSelection(true, view) }
    context.emit(
      .calloutAnnotation(
        .held(parent: annotations[callout.slot].serial, siblings: Int32(siblings.count))))
    scheduler.schedule(
      .releaseSelection(SelectionHold(callout: index, view: view, siblings: siblings)),
      at: context.doneTime + TouchController.holdDuration)
    return view
  }

  /// A second later the siblings are enabled, whatever they were, and the parent is selected again.
  func releaseSelection(_ hold: SelectionHold) {
    var reenabled: Int32 = 0
    for view in hold.siblings {
      let slot = views.pools[view].annotation
      if slot.isSome, views.pools[view].isEnabledByHand != true, !views.settings(of: slot).isEnabled
      {
        reenabled += 1
      }
      views.setEnabled(true, view)
    }
    context.emit(
      .calloutAnnotation(.released(siblings: Int32(hold.siblings.count), reenabled: reenabled)))
    if let slot = parent(of: hold), selection.selected != slot {
      if let reason = views.refusal(of: slot) {
        selection.refuse(slot, for: reason)
      } else {
        selection.select(slot)
      }
    }
    if hold.view.isSome { views.setHoldsSelection(false, hold.view) }
  }

  /// The annotation that is selected again: the one that the view shows by now.
  private func parent(of hold: SelectionHold) -> AnnotationSlot? {
    let callout = callouts.own[hold.callout]
    let slot =
      callout.setup.keepsParentView
      ? (hold.view.isSome ? views.pools[hold.view].annotation : .none) : callout.parentSlot
    guard slot.isSome, annotations.isUsed[slot], annotations[slot].view.isSome,
      callout.setup.keepsParentView || annotations[slot].serial == callout.parent
    else { return nil }
    return slot
  }
}
