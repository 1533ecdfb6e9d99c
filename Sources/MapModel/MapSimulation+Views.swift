internal import MapEvents
internal import MapGeometry

/// The life of annotation views: they exist near the visible rect and wait in pools otherwise.
extension MapSimulation {
  /// The area in which views exist.
  var viewArea: MapArea {
    let dx = visibleRect.width * setup.viewMarginFraction
    let dy = visibleRect.height * setup.viewMarginFraction
    return MapArea(
      MapRect(
        x: visibleRect.minX - dx, y: visibleRect.minY - dy, width: visibleRect.width + 2 * dx,
        height: visibleRect.height + 2 * dy))
  }

  /// Lets views leave and enter, in the order that the options say; no memory unless views enter.
  func updateViews() {
    let area = viewArea
    deselectIfLeft(area)
    leaving.removeAll(keepingCapacity: true)
    annotations.sortOut(area, keeping: selected, and: dragged, from: &shown, into: &leaving)
    exchangeViews(in: area)
    areViewsStale = false
  }

  /// Lets the views go that are leaving, and those come that are missing in an area.
  func exchangeViews(in area: MapArea) {
    if setup.options.leavingViews == .first { returnViews() }
    scratch.removeAll(keepingCapacity: true)
    annotations.findHidden(in: area, into: &scratch)
    entering.removeAll(keepingCapacity: true)
    for slot in scratch {
      entering.append(Entry(serial: annotations[slot].serial, slot: slot))
    }
    entering.heapSort()
    for entry in entering { requestView(for: entry.slot) }
    if setup.options.leavingViews == .last { returnViews() }
    if !entering.isEmpty {
      collisionsMayHaveChanged()
      emit(.view(.didAdd(views: Int32(entering.count))))
      fadeIn(entering)
      tell(.didAddViews)
    }
    assert(shown.count == pools.liveCount, "a view on the map is not in the list of views")
    assert(leaving.isEmpty, "a view that leaves the map is still there")
  }

  /// Asks for the views of annotations that came near now, if the options say so.
  ///
  /// The next frame does so in any case.
  func requestViewsAtOnce() {
    guard areViewsStale, setup.options.viewRequests == .atOnce else { return }
    lap(.views) { updateViews() }
    areViewsStale = true
    openShownCallouts()
  }

  private func deselectIfLeft(_ area: MapArea) {
    guard let selected, selected != dragged, setup.options.selectedViews == .deselected,
      !area.contains(annotations[selected].mapPoint)
    else { return }
    deselect()
  }

  private func returnViews() {
    for slot in leaving { returnView(of: slot) }
    leaving.removeAll(keepingCapacity: true)
  }

  private func requestView(for slot: Int32) {
    let annotation = annotations[slot]
    assert(annotation.view < 0, "annotation \(annotation.serial) has a view already")
    let isOwn = makesOwnView(for: annotation)
    let views = settings(of: annotation, role: annotation.role, isOwn: isOwn)
    let identifier = identifier(of: annotation, from: views.provider)
    emit(.view(.requested(annotation: annotation.serial, identifier: identifier)))
    tell(.viewFor)
    if views.provider == .answersNil {
      emit(.view(.providerAnsweredNil(annotation: annotation.serial)))
    }
    let (view, isReused) = takeView(identifier, for: slot, from: views.provider)
    emit(
      .view(
        isReused
          ? .reused(view: view, identifier: identifier)
          : .created(view: view, identifier: identifier)))
    spend(isReused ? setup.costs.viewReuse : setup.costs.viewCreation, times: 1)
    annotations[slot].view = view
    pools[view].isOwn = isOwn
    shown.append(slot)
    prepareForDisplay(view, of: slot, isReused: isReused, views: views)
    if annotation.callout >= 0 { layOutCallout(slot, isReused: isReused) }
  }

  private func takeView(
    _ identifier: Int32, for slot: Int32, from provider: ViewProvider
  ) -> (view: Int32, isReused: Bool) {
    switch provider {
    case .dequeuesRegistered, .answersNil:
      return pools.dequeue(identifier, for: slot)
    case .dequeuesByIdentifier:
      let waiting = pools.dequeue(identifier)
      let view = waiting ?? pools.create(identifier)
      pools.show(view, for: slot)
      return (view: view, isReused: waiting != nil)
    case .alwaysNew:
      let view = pools.create(identifier)
      pools.show(view, for: slot)
      return (view: view, isReused: false)
    }
  }

  /// Puts the view of an annotation into its pool, if it has one.
  func returnView(of slot: Int32) {
    let annotation = annotations[slot]
    guard annotation.view >= 0 else { return }
    assert(pools[annotation.view].annotation == slot, "a view is shown twice")
    calloutViewLeaves(slot)
    if pools[annotation.view].isHidden { hiddenCount -= 1 }
    endFading(of: annotation.view)
    pools.giveBack(annotation.view)
    annotations[slot].view = -1
    collisionsMayHaveChanged()
    emit(
      .view(
        .returned(
          view: annotation.view, annotation: annotation.serial,
          identifier: pools[annotation.view].identifier)))
  }

  /// The number of the reuse identifier under which the app, or the map where the app has no view,
  /// looks for one.
  private func identifier(of annotation: Annotation, from provider: ViewProvider) -> Int32 {
    if annotation.callout >= 0 { return seconds[annotation.callout].identifier }
    guard annotation.layer >= 0 else { return ownIdentifiers.user }
    let role = annotation.role
    guard provider != .answersNil else {
      return role == .point ? ownIdentifiers.marker : ownIdentifiers.cluster
    }
    let identifiers = layers[Int(annotation.layer)].identifiers[Int(role.rawValue)]
    return identifiers[Int(setup.rows[Int(annotation.point)]) % identifiers.count]
  }
}
