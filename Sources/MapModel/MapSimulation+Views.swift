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

  /// Lets views leave and enter; leaving ones go to their pools before entering ones are taken.
  func updateViews() {
    areViewsStale = false
    let area = viewArea
    scratch.removeAll(keepingCapacity: true)
    annotations.sortOut(area, keeping: heldSlot, from: &shown, into: &scratch)
    for slot in scratch { returnView(of: slot) }

    scratch.removeAll(keepingCapacity: true)
    annotations.findHidden(in: area, into: &scratch)
    if !scratch.isEmpty {
      scratch.sort { annotations[$0].serial < annotations[$1].serial }
      for slot in scratch { _ = requestView(for: slot) }
      emit(.view(.didAdd(views: Int32(scratch.count))))
    }
    assert(shown.count == pools.liveCount, "a view on the map is not in the list of views")
  }

  private func requestView(for slot: Int32) -> Int32 {
    let annotation = annotations[slot]
    assert(annotation.view < 0, "annotation \(annotation.serial) has a view already")
    let identifier = identifier(of: annotation)
    emit(.view(.requested(annotation: annotation.serial, identifier: identifier)))
    let (view, isReused) = pools.take(identifier: identifier, for: slot)
    emit(
      .view(
        isReused
          ? .reused(view: view, identifier: identifier)
          : .created(view: view, identifier: identifier)))
    spend(isReused ? setup.costs.viewReuse : setup.costs.viewCreation, times: 1)
    annotations[slot].view = view
    shown.append(slot)
    return view
  }

  /// Puts the view of an annotation into its pool, if it has one.
  func returnView(of slot: Int32) {
    let annotation = annotations[slot]
    guard annotation.view >= 0 else { return }
    assert(pools.views[Int(annotation.view)].annotation == slot, "a view is shown twice")
    let identifier = pools.views[Int(annotation.view)].identifier
    pools.giveBack(annotation.view)
    annotations[slot].view = -1
    emit(
      .view(
        .returned(
          view: annotation.view, annotation: annotation.serial, identifier: identifier)))
  }

  private func identifier(of annotation: Annotation) -> Int32 {
    let layer = Int(annotation.layer)
    let isCluster = annotation.count > 1
    let views = isCluster ? setup.layers[layer].clusterView : setup.layers[layer].view
    let first =
      isCluster ? layers[layer].firstClusterIdentifier : layers[layer].firstIdentifier
    return first + setup.rows[Int(annotation.point)] % Int32(views.identifiers.count)
  }

  /// The settings of an annotation's view, by the identifier it was made for.
  func viewSetup(of slot: Int32) -> ViewSetup {
    let annotation = annotations[slot]
    let layer = setup.layers[Int(annotation.layer)]
    guard annotation.view >= 0 else { return annotation.count > 1 ? layer.clusterView : layer.view }
    let identifier = pools.views[Int(annotation.view)].identifier
    let isCluster = identifier >= layers[Int(annotation.layer)].firstClusterIdentifier
    return isCluster ? layer.clusterView : layer.view
  }
}
