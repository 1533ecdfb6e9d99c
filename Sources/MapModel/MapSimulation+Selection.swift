internal import Callouts
public import MapEvents
public import MapGeometry

/// Selection: one annotation at a time, the old one is deselected before the new one is selected.
extension MapSimulation {
  /// Taps the shown annotation nearest to an edge or a corner, among those whose point lies inside
  /// the view and at most so many points away.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func tap(near edge: MapEdge, withinPoints limit: Double) -> Bool {
    tap(.near(edge, withinPoints: limit))
  }

  /// Taps the annotation inside the view that is nearest on the screen to a coordinate.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func tap(nearestTo coordinate: Coordinate) -> Bool {
    tap(.nearest(coordinate))
  }

  /// Taps the annotation of a point, or the cluster that holds it; it must have a view.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func tap(point: Int32, layer: Int) -> Bool {
    tap(.point(point, layer: layer))
  }

  /// Taps the middle of an annotation's view, or of what a finger reaches of it, whatever lies in
  /// front of it.
  ///
  /// - Returns: Whether there was one within reach.
  @discardableResult
  public func tap(_ target: TapTarget) -> Bool {
    fingerTaps()
    guard let slot = shownSlot(of: target), !isHidden(slot), let point = fingerPoint(on: slot)
    else {
      miss(target)
      return false
    }
    emit(.input(.tapped(point)))
    touch(slot)
    return true
  }

  /// Taps a point of the map view: what lies in front there takes it.
  ///
  /// From front to back that is a control in the open callout, the callout, and the annotation
  /// views; the empty map behind them deselects. Nothing can be tapped outside the view or under a
  /// bar, nor a callout outside its annotation view unless it arranges for that.
  public func tap(at point: ScreenPoint) {
    fingerTaps()
    guard touchArea.holds(point) else {
      let reason: MissedSelection.Reason =
        viewport.bounds.holds(point) ? .underBar : .outsideMapView
      return emit(.selection(.missed(MissedSelection(reason, point: point))))
    }
    emit(.input(.tapped(point)))
    if seconds.open < 0, let callout, let rects = calloutRects,
      reaches(callout, in: rects, at: point)
    {
      for (side, rect) in [(CalloutSide.left, rects.leftAccessory), (.right, rects.rightAccessory)]
      {
        if let rect, rect.holds(point) { return touchAccessory(side, of: callout) }
      }
      if rects.body.holds(point) { return }
    }
    touchBehindCallout(at: point)
  }

  /// Whether a tap at a point can be the callout's.
  private func reaches(
    _ callout: OpenCallout, in rects: CalloutRects, at point: ScreenPoint
  ) -> Bool {
    guard rects.look.scale > 0 else { return false }
    return calloutSetup(of: callout.slot)?.takesTapsOutsideView == true
      || rects.parent.holds(point)
  }

  /// A finger meets the annotation view that lies in front at a point, or the map.
  func touchBehindCallout(at point: ScreenPoint) {
    guard let slot = frontView(at: point) else { return deselect() }
    annotations[slot].callout >= 0 ? touchCallout(slot, at: point) : touch(slot)
  }

  /// The slot of the annotation whose view lies in front at a point.
  func frontView(at point: ScreenPoint) -> Int32? {
    stackedViews().last { frame(of: $0).holds(point) }
  }

  /// Taps the middle of an accessory view of the open callout, which tells the delegate if it is a
  /// control.
  public func tapAccessory(_ side: CalloutSide) {
    fingerTaps()
    if seconds.open >= 0, let rects = calloutRects { return tapCallout(side, rects) }
    guard let callout, let rects = calloutRects, side == .left || side == .right,
      let rect = side == .left ? rects.leftAccessory : rects.rightAccessory
    else { return miss(.noControl) }
    guard let point = fingerPoint(in: rect) else { return missOutOfReach(rect) }
    emit(.input(.tapped(point)))
    guard reaches(callout, in: rects, at: point) else { return touchBehindCallout(at: point) }
    touchAccessory(side, of: callout)
  }

  /// Lets the app select an annotation, as `selectAnnotation` does: without a view nothing happens.
  ///
  /// A view that gives way to another one is shown again.
  public func openCallout(over target: TapTarget) {
    fingersTouch()
    guard let slot = shownSlot(of: target) else { return miss(target) }
    touch(slot)
  }

  /// Taps the map where nothing lies, which deselects.
  public func tapEmptyMap() {
    fingerTaps()
    deselect()
  }

  /// Lets the app deselect what is selected.
  public func deselectByApp() {
    deselect()
  }

  /// What is tapped is selected unless it is already, or does not react.
  func touch(_ slot: Int32) {
    assert(annotations[slot].view >= 0, "a touch on an annotation without a view")
    guard selected != slot else { return }
    if viewSetup(of: slot).canShowCallout { askForTitle(of: slot) }
    guard isInteractive(slot) else {
      if isDead(slot) {
        emit(.second(.deadTap(annotation: annotations[slot].serial)))
      }
      return emit(.selection(.refused(annotation: annotations[slot].serial)))
    }
    select(slot)
  }

  func touchAccessory(_ side: CalloutSide, of callout: OpenCallout) {
    let annotation = annotations[callout.slot]
    let setup = calloutSetup(of: callout.slot)
    let accessory = side == .left ? setup?.leftAccessory : setup?.rightAccessory
    assert(accessory != nil, "an accessory was tapped that is not there")
    guard accessory?.isControl == true, tell(.accessoryTapped) else { return }
    emit(
      .callout(
        .accessoryTapped(callout: callout.number, annotation: annotation.serial, side)))
  }

  /// Selects an annotation in place of another one; its callout opens, and the map makes room for
  /// it unless it must stay where it is.
  func select(_ slot: Int32, makesRoom: Bool = true) {
    assert(selected != slot, "an annotation is selected twice")
    let serial = annotations[slot].serial
    deselect()
    guard annotations.isUsed[Int(slot)], annotations[slot].serial == serial else {
      // A callout that went with the selection of its parent.
      return emit(.second(.tappedAway(annotation: serial)))
    }
    selected = slot
    emit(.selection(.willSelect(annotation: serial)))
    viewWasSelected(slot)
    announce(.didSelect(annotation: serial), .didSelectAnnotation(serial), as: .didSelect)
    lap(.callout) { openCallout(over: slot, makesRoom: makesRoom) }
    if seconds.current >= 0 { requestViewsAtOnce() }
  }

  /// Deselects what is selected: the view, then its callout goes, then the callback.
  public func deselect() {
    guard let slot = selected else { return }
    let serial = annotations[slot].serial
    selected = nil
    areViewsStale = true
    emit(.selection(.willDeselect(annotation: serial)))
    viewWasDeselected(slot)
    // One that is an annotation goes when the app is told.
    if seconds.open < 0 { closeCallout() }
    announce(.didDeselect(annotation: serial), .didDeselectAnnotation(serial), as: .didDeselect)
    removeCallout(ofDeselected: slot)
  }

  /// Tells the delegate, in the variants that the options have.
  private func announce(
    _ ofView: SelectionEvent, _ ofAnnotation: SelectionEvent, as callback: DelegateCallback
  ) {
    let events =
      switch setup.options.selectionCallbacks {
      case .viewFirst: [ofView, ofAnnotation]
      case .annotationFirst: [ofAnnotation, ofView]
      case .viewOnly: [ofView]
      }
    for event in events {
      emit(.selection(event))
      tell(callback)
    }
  }
}
