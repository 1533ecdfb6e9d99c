internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Receives events of the selection.
protocol SelectionDelegate: AnyObject {
  /// An annotation was selected whose callout is an annotation.
  func didAddCalloutAnnotation()
}

/// The selection: one annotation at a time; the old one is deselected first.
final class SelectionController: MapComponent {
  private let callouts: CalloutController
  unowned var delegate: (any SelectionDelegate)?

  private(set) var selected: AnnotationSlot?

  init(_ part: MapComponent, callouts: CalloutController) {
    self.callouts = callouts
    super.init(part)
  }

  func touch(_ slot: AnnotationSlot) {
    assert(annotations[slot].view.isSome, "a touch on an annotation without a view")
    guard selected != slot else { return }
    if views.settings(of: slot).canShowCallout { views.requestTitle(of: slot) }
    guard let reason = views.refusal(of: slot) else { return select(slot) }
    if views.isDisabledByButton(slot) {
      context.emit(.calloutAnnotation(.deadTap(annotation: annotations[slot].serial)))
    }
    refuse(slot, for: reason)
  }

  /// Emits that an annotation's view cannot be selected.
  func refuse(_ slot: AnnotationSlot, for reason: MissedSelection.Reason) {
    context.emit(.selection(.refused(MissedSelection(reason, nearest: nearestItself(slot)))))
  }

  /// Selects an annotation in place of another one and opens its callout.
  func select(_ slot: AnnotationSlot, makesRoom: Bool = true) {
    assert(selected != slot, "an annotation is selected twice")
    let serial = annotations[slot].serial
    deselect()
    guard annotations.holds(serial, at: slot) else {
      // A callout that went with the selection of its parent.
      return context.emit(.calloutAnnotation(.tappedAway(annotation: serial)))
    }
    selected = slot
    context.emit(.selection(.willSelect(annotation: serial)))
    views.didSelect(slot)
    announce(.didSelect(annotation: serial), .didSelectAnnotation(serial), as: .didSelect)
    context.measured(.callout) { callouts.open(over: slot, makesRoom: makesRoom) }
    if callouts.own.current != nil { delegate?.didAddCalloutAnnotation() }
  }

  /// Deselects what is selected: the view, then its callout goes, then the callback.
  func deselect() {
    guard let slot = selected else { return }
    let serial = annotations[slot].serial
    selected = nil
    views.setNeedsUpdate()
    context.emit(.selection(.willDeselect(annotation: serial)))
    views.didDeselect(slot)
    // One that is an annotation goes with the app's callback.
    if callouts.own.open == nil { callouts.close() }
    announce(.didDeselect(annotation: serial), .didDeselectAnnotation(serial), as: .didDeselect)
    removeCallout(ofDeselected: slot)
  }

  /// Deselects an annotation outside the area in which views exist, as some maps do.
  func deselect(outside area: MapArea, dragged: AnnotationSlot?) {
    guard let selected, selected != dragged, context.setup.options.selectedViews == .deselected,
      !area.contains(annotations[selected].mapPoint)
    else { return }
    deselect()
  }

  /// Removes the callout of a deselected annotation, unless its button holds the selection.
  private func removeCallout(ofDeselected slot: AnnotationSlot) {
    guard views.calloutSetup(of: slot)?.annotation != nil, let current = callouts.own.current
    else { return }
    let view = annotations[slot].view
    guard view.isNone || !views.pools[view].holdsSelection else { return }
    if selected == callouts.own[current].slot { deselect() }
    callouts.own.remove(current)
  }

  private func announce(
    _ ofView: SelectionEvent, _ ofAnnotation: SelectionEvent, as callback: DelegateCallback
  ) {
    let events =
      switch context.setup.options.selectionCallbacks {
      case .viewFirst: [ofView, ofAnnotation]
      case .annotationFirst: [ofAnnotation, ofView]
      case .viewOnly: [ofView]
      }
    for (index, event) in events.enumerated() {
      context.emit(.selection(event))
      proxy.call(callback, isSecond: index > 0)
    }
  }
}
