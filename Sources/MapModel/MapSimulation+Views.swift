internal import MapEvents
internal import MapGeometry

/// The life of annotation views: they exist near the visible rect and wait in pools otherwise.
extension MapSimulation {
  /// The area in which views exist.
  var viewArea: MapRect {
    let rect = viewport.visibleMapRect
    let dx = rect.width * setup.viewMarginFraction
    let dy = rect.height * setup.viewMarginFraction
    return MapRect(
      x: rect.minX - dx, y: rect.minY - dy, width: rect.width + 2 * dx,
      height: rect.height + 2 * dy)
  }

  /// Lets views leave and enter; leaving ones go to their pools before entering ones are taken.
  func updateViews() {
    areViewsStale = false
    let area = viewArea
    let leaving = shown.filter { slot in
      slot != selected && !MapSimulation.contains(area, annotations[slot].mapPoint)
    }
    for slot in leaving { returnView(of: slot) }
    if !leaving.isEmpty { shown.removeAll { annotations[$0].view < 0 } }

    scratch.removeAll(keepingCapacity: true)
    annotations.query(area, into: &scratch)
    scratch.removeAll { annotations[$0].view >= 0 }
    guard !scratch.isEmpty else { return }
    // On the edge of the world a point can be found from both sides.
    scratch.sort { annotations[$0].serial < annotations[$1].serial }
    var added: [Int32] = []
    for slot in scratch where annotations[slot].view < 0 {
      added.append(requestView(for: slot))
    }
    emit(.view(.didAdd(views: added)))
  }

  private func requestView(for slot: Int32) -> Int32 {
    let annotation = annotations[slot]
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
    let identifier = pools.views[Int(annotation.view)].identifier
    pools.giveBack(annotation.view)
    annotations[slot].view = -1
    emit(
      .view(
        .returned(
          view: annotation.view, annotation: annotation.serial, identifier: identifier)))
  }

  private func identifier(of annotation: Annotation) -> Int32 {
    let layer = layers[Int(annotation.layer)]
    guard annotation.count == 1 else { return layer.firstClusterIdentifier }
    let kinds = setup.layers[Int(annotation.layer)].view.identifiers.count
    return layer.firstIdentifier + annotation.point % Int32(kinds)
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

  /// Whether a map point lies in a rect, edges included, on any copy of the world.
  static func contains(_ rect: MapRect, _ point: MapPoint) -> Bool {
    guard point.y >= rect.minY, point.y <= rect.maxY else { return false }
    let world = MapSize.worldSide
    guard rect.width < world else { return true }
    return (point.x >= rect.minX && point.x <= rect.maxX)
      || (point.x - world >= rect.minX && point.x - world <= rect.maxX)
      || (point.x + world >= rect.minX && point.x + world <= rect.maxX)
  }
}
