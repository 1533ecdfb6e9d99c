internal import MapEvents
public import MapGeometry

/// An edge or a corner of the map view that a finger aims at.
public enum MapEdge: Hashable, Sendable, CaseIterable {
  case top
  case left
  case bottom
  case right
  case topLeft
  case topRight
  case bottomLeft
  case bottomRight
}

/// Selection: one annotation at a time, the old one is deselected before the new one is selected.
extension MapSimulation {
  /// Taps the shown annotation nearest to an edge or a corner, among those whose point lies inside
  /// the view and at most so many points away.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func tap(near edge: MapEdge, withinPoints limit: Double) -> Bool {
    let size = viewport.size
    let found = nearest { point in
      guard point.x >= 0, point.x <= size.width, point.y >= 0, point.y <= size.height else {
        return nil
      }
      let distance = MapSimulation.distance(from: point, to: edge, in: size)
      return distance <= limit ? distance : nil
    }
    return tap(found)
  }

  /// Taps the annotation inside the view that is nearest on the screen to a coordinate.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func tap(nearestTo coordinate: Coordinate) -> Bool {
    let goal = viewport.screenPoint(for: Projection.mapKit.mapPoint(for: coordinate))
    let size = viewport.size
    let found = nearest { point in
      guard point.x >= 0, point.x <= size.width, point.y >= 0, point.y <= size.height else {
        return nil
      }
      let dx = point.x - goal.x
      let dy = point.y - goal.y
      return (dx * dx + dy * dy).squareRoot()
    }
    return tap(found)
  }

  /// Taps the annotation of a point, or the cluster that holds it; it must have a view.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func tap(point: Int32, layer: Int) -> Bool {
    if let controller = layers[layer].controller {
      let record = controller.onMap.first {
        controller.records[Int($0)].members.contains(point)
      }
      return tap(record.map { controller.records[Int($0)].annotation })
    }
    let slot = layers[layer].slots[Int(point)]
    return tap(slot >= 0 ? slot : nil)
  }

  private func tap(_ slot: Int32?) -> Bool {
    guard let slot, annotations[slot].view >= 0, !isHidden(slot) else {
      emit(.selection(.missed))
      return false
    }
    select(slot)
    return true
  }

  /// The shown annotation with the smallest distance; the older one when two are equally near.
  private func nearest(_ distance: (ScreenPoint) -> Double?) -> Int32? {
    var best: (distance: Double, serial: Int32, slot: Int32)?
    for slot in shown where annotations[slot].layer >= 0 && !isHidden(slot) {
      let annotation = annotations[slot]
      let point = viewport.screenPoint(for: annotation.mapPoint)
      guard let distance = distance(point) else { continue }
      if let best, (best.distance, best.serial) < (distance, annotation.serial) { continue }
      best = (distance: distance, serial: annotation.serial, slot: slot)
    }
    return best?.slot
  }

  private func select(_ slot: Int32) {
    guard selected != slot else { return }
    deselect()
    let serial = annotations[slot].serial
    selected = slot
    emit(.selection(.willSelect(annotation: serial)))
    viewWasSelected(slot)
    emit(.selection(.didSelect(annotation: serial)))
    lap(.callout) { openCallout(over: slot) }
  }

  /// Deselects what is selected: the view, then its callout goes, then the callback.
  public func deselect() {
    guard let slot = selected else { return }
    let serial = annotations[slot].serial
    selected = nil
    areViewsStale = true
    emit(.selection(.willDeselect(annotation: serial)))
    viewWasDeselected(slot)
    closeCallout()
    emit(.selection(.didDeselect(annotation: serial)))
  }

  static func distance(from point: ScreenPoint, to edge: MapEdge, in size: ScreenSize) -> Double {
    let right = size.width - point.x
    let bottom = size.height - point.y
    func corner(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
    return switch edge {
    case .top: point.y
    case .left: point.x
    case .bottom: bottom
    case .right: right
    case .topLeft: corner(point.x, point.y)
    case .topRight: corner(right, point.y)
    case .bottomLeft: corner(point.x, bottom)
    case .bottomRight: corner(right, bottom)
    }
  }
}
