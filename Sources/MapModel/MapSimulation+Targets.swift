public import MapEvents
public import MapGeometry

/// The annotation that a finger or the app means.
public enum TapTarget: Hashable, Sendable {
  /// The shown one nearest to an edge or a corner, at most so many points away.
  case near(MapEdge, withinPoints: Double)
  /// The shown one nearest on the screen to a coordinate.
  case nearest(Coordinate)
  /// That of a point, or the cluster that holds it.
  case point(Int32, layer: Int)
}

/// What targets mean.
extension MapSimulation {
  /// The annotation that is meant, if it has a view.
  ///
  /// Of those that are looked for on the screen it can be seen; the one of a point may give way to
  /// another.
  func shownSlot(of target: TapTarget) -> Int32? {
    let found: Int32?
    switch target {
    case .near(let edge, let limit):
      let size = viewport.size
      found = nearest { point in
        let distance = MapSimulation.distance(from: point, to: edge, in: size)
        return distance <= limit ? distance : nil
      }
    case .nearest(let coordinate):
      let goal = viewport.screenPoint(for: Projection.mapKit.mapPoint(for: coordinate))
      found = nearest { point in
        let dx = point.x - goal.x
        let dy = point.y - goal.y
        return (dx * dx + dy * dy).squareRoot()
      }
    case .point(let point, let layer): found = slot(of: point, layer: layer)
    }
    guard let found, annotations[found].view >= 0 else { return nil }
    return found
  }

  /// Emits that a target was missed, why, and what is nearest to it.
  func miss(_ target: TapTarget) { emit(.selection(.missed(missedSelection(of: target)))) }

  /// Emits that nothing was selected, for a reason that no annotation has to do with.
  func miss(_ reason: MissedSelection.Reason) { emit(.selection(.missed(MissedSelection(reason)))) }

  /// Why nothing of a target can be touched.
  private func missedSelection(of target: TapTarget) -> MissedSelection {
    switch target {
    case .near(let edge, let limit):
      let found = shownSlot(of: .near(edge, withinPoints: .infinity))
      let nearest = found.map { slot in
        let place = viewport.screenPoint(for: annotations[slot].mapPoint)
        return MissedSelection.Nearest(
          annotation: annotations[slot].serial, place: place,
          distancePoints: MapSimulation.distance(from: place, to: edge, in: viewport.size))
      }
      return MissedSelection(
        nearest == nil ? .nothingInView : .tooFar, edge: edge, withinPoints: limit,
        nearest: nearest)
    case .nearest: return MissedSelection(.nothingInView)
    case .point(let point, let layer):
      guard let slot = slot(of: point, layer: layer) else { return MissedSelection(.notOnMap) }
      return MissedSelection(
        annotations[slot].view >= 0 ? .hiddenByCollision : .withoutView,
        nearest: nearestItself(slot))
    }
  }

  /// What is meant itself, with its distance from the map view.
  func nearestItself(_ slot: Int32) -> MissedSelection.Nearest {
    let place = viewport.screenPoint(for: annotations[slot].mapPoint)
    let dx = max(-place.x, place.x - viewport.size.width, 0)
    let dy = max(-place.y, place.y - viewport.size.height, 0)
    return MissedSelection.Nearest(
      annotation: annotations[slot].serial, place: place,
      distancePoints: (dx * dx + dy * dy).squareRoot())
  }

  func slot(of point: Int32, layer: Int) -> Int32? {
    guard let controller = layers[layer].controller else {
      let slot = layers[layer].slots[Int(point)]
      guard slot >= 0 else { return nil }
      let cluster = annotations[slot].group
      return cluster >= 0 ? builtInClusters[cluster].annotation : slot
    }
    let member = identity(of: point)
    let record = controller.onMap.first { controller.records[Int($0)].members.contains(member) }
    return record.map { controller.records[Int($0)].annotation }
  }

  /// The shown annotation with the smallest distance among those whose point lies inside the view;
  /// the older one when two are equally near.
  private func nearest(_ distance: (ScreenPoint) -> Double?) -> Int32? {
    let size = viewport.size
    var best: (distance: Double, serial: Int32, slot: Int32)?
    // Those of layers: the user's own dot is no target.
    for slot in shown where annotations[slot].layer >= 0 && !isHidden(slot) {
      let annotation = annotations[slot]
      let point = viewport.screenPoint(for: annotation.mapPoint)
      guard point.x >= 0, point.x <= size.width, point.y >= 0, point.y <= size.height,
        let distance = distance(point)
      else { continue }
      if let best, (best.distance, best.serial) < (distance, annotation.serial) { continue }
      best = (distance: distance, serial: annotation.serial, slot: slot)
    }
    assert(best.map { annotations[$0.slot].view >= 0 } ?? true, "a target without a view")
    return best?.slot
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
