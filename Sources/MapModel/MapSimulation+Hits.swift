internal import MapEvents
internal import MapGeometry

/// Where views are, which lie in front, and which react to fingers.
extension MapSimulation {
  /// The frame of an annotation's view.
  func frame(of slot: Int32) -> ScreenRect {
    let view = viewSetup(of: slot)
    let point = viewport.screenPoint(for: annotations[slot].mapPoint)
    return ScreenRect(
      minX: point.x + view.centerOffset.dx - view.size.width / 2,
      minY: point.y + view.centerOffset.dy - view.size.height / 2,
      width: view.size.width, height: view.size.height)
  }

  /// Whether a view can be selected: it is enabled, and has a title if a callout is to show it.
  func isInteractive(_ slot: Int32) -> Bool {
    let annotation = annotations[slot]
    let view = viewSetup(of: slot)
    let isTitled =
      annotation.count > 1 || setup.isTitled.isEmpty || setup.isTitled[Int(annotation.point)]
    return view.isEnabled && (!view.canShowCallout || isTitled)
  }

  /// The frontmost view at a point of the map view.
  func frontView(at point: ScreenPoint) -> Int32? {
    var front: Int32?
    for slot in shown where frame(of: slot).holds(point) {
      if let found = front, isStacked(slot, under: found) { continue }
      front = slot
    }
    return front
  }

  /// Whether one view lies behind another.
  private func isStacked(_ slot: Int32, under other: Int32) -> Bool {
    func priority(_ slot: Int32) -> Double {
      let priority = viewSetup(of: slot).zPriority
      return slot == selected ? priority.selected : priority.unselected
    }
    let (first, second) = (annotations[slot], annotations[other])
    let (low, high) = (priority(slot), priority(other))
    guard low == high else { return low < high }
    if setup.options.stacking == .southernInFront, first.mapPoint.y != second.mapPoint.y {
      return first.mapPoint.y < second.mapPoint.y
    }
    return first.serial < second.serial
  }
}
