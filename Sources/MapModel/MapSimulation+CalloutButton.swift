internal import MapEvents
internal import MapGeometry

/// The button in a callout that is an annotation.
///
/// Source: "Asynchrony", part 2, as its copies have it. The map would deselect the parent, and the
/// callout would go, when a finger touches the button; so the button keeps the parent from noticing
/// and every other annotation view from being touched, for a second.
extension MapSimulation {
  /// How long a hit on the button holds the selection.
  static let holdDuration = SimulatedTime(milliseconds: 1_000)

  /// A finger meets the view of a callout annotation, which lies in front there.
  func touchCallout(_ slot: Int32, at point: ScreenPoint) {
    guard let callout, seconds.open >= 0, annotations[slot].callout == seconds.open,
      let rects = calloutRects, rects.look.scale > 0
    else { return touch(slot) }
    if let rect = rects.rightAccessory, rect.holds(point) {
      guard seconds[seconds.open].setup.button == nil else { return hitButton(isCancelled: false) }
      touchAccessory(.right, of: callout)
    } else if let rect = rects.leftAccessory, rect.holds(point) {
      touchAccessory(.left, of: callout)
    }
    // The control has the touch, and the map takes it for one of the view.
    touch(slot)
  }

  /// Taps a view in a callout annotation at its middle, whatever lies in front there.
  func tapCallout(_ side: CalloutSide, _ rects: CalloutRects) {
    let hasButton = seconds[seconds.open].setup.button != nil
    let rect = side == .left ? rects.leftAccessory : rects.rightAccessory
    let isButton = side == .button || side == .cancelledButton
    guard let rect, rects.look.scale > 0, side == .left || isButton == hasButton else {
      return miss(.noControl)
    }
    guard let point = fingerPoint(in: rect) else { return missOutOfReach(rect) }
    guard side == .cancelledButton else {
      emit(.input(.tapped(point)))
      return touchBehindCallout(at: point)
    }
    guard let slot = frontView(at: point), annotations[slot].callout == seconds.open else {
      return miss(.noControl)
    }
    hitButton(isCancelled: true)
  }

  /// The button was found under a finger: it holds the selection, tells of itself, also when the
  /// finger goes on to do something else; and the map, which met no enabled view, deselects.
  private func hitButton(isCancelled: Bool) {
    guard let callout else { return }
    let view = holdSelection(of: callout)
    let slot = view >= 0 && pools[view].annotation >= 0 ? pools[view].annotation : callout.slot
    emit(
      .callout(
        .accessoryTapped(
          callout: callout.number, annotation: annotations[slot].serial,
          isCancelled ? .cancelledButton : .button)))
    if !isCancelled { deselect() }
  }

  /// - Returns: The view that ignores selection from now on; -1 when the callout knows none.
  private func holdSelection(of callout: OpenCallout) -> Int32 {
    let second = seconds[seconds.open]
    let view =
      second.setup.keepsParentView ? second.parentView : annotations[callout.slot].view
    var siblings: [Int32] = []
    for slot in shown where annotations[slot].view != view {
      siblings.append(annotations[slot].view)
      pools[annotations[slot].view].isEnabledByHand = false
    }
    if view >= 0 { pools[view].holdsSelection = true }
    emit(
      .second(
        .held(parent: annotations[callout.slot].serial, siblings: Int32(siblings.count))))
    agenda.plan(
      .releaseSelection(
        SecondCallouts.Hold(callout: seconds.open, view: view, siblings: siblings)),
      at: now + MapSimulation.holdDuration)
    return view
  }

  /// The second is over: the siblings are enabled whatever they were before, the parent is selected
  /// again, since the map may take it for deselected, and notices selection from then on.
  func releaseSelection(_ hold: SecondCallouts.Hold) {
    var revived: Int32 = 0
    for view in hold.siblings {
      let slot = pools[view].annotation
      if slot >= 0, pools[view].isEnabledByHand != true, !viewSetup(of: slot).isEnabled {
        revived += 1
      }
      pools[view].isEnabledByHand = true
    }
    emit(
      .second(.released(siblings: Int32(hold.siblings.count), revived: revived)))
    if let slot = parent(of: hold), selected != slot {
      if isInteractive(slot) {
        select(slot)
      } else {
        emit(.selection(.refused(annotation: annotations[slot].serial)))
      }
    }
    if hold.view >= 0 { pools[hold.view].holdsSelection = false }
  }

  /// Whether an annotation's view is disabled by the button of a callout alone.
  func isDead(_ slot: Int32) -> Bool {
    let view = annotations[slot].view
    return view >= 0 && pools[view].isEnabledByHand == false && viewSetup(of: slot).isEnabled
  }

  /// The annotation that is selected again: the one that the view shows by now.
  private func parent(of hold: SecondCallouts.Hold) -> Int32? {
    let second = seconds[hold.callout]
    let slot =
      second.setup.keepsParentView
      ? (hold.view >= 0 ? pools[hold.view].annotation : -1) : second.parentSlot
    guard slot >= 0, annotations.isUsed[Int(slot)], annotations[slot].view >= 0,
      second.setup.keepsParentView || annotations[slot].serial == second.parent
    else { return nil }
    return slot
  }

  /// Where the button of a bubble is, in the view with this frame.
  static func buttonFrame(
    _ size: ScreenSize, contentHeight: Double, in frame: ScreenRect
  ) -> ScreenRect {
    ScreenRect(
      minX: frame.maxX - size.width - 15, minY: frame.minY + (contentHeight + 3 - size.height) / 2,
      width: size.width, height: size.height)
  }
}
