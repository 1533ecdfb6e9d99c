import MapConfiguration
import MapEvents
import MapGeometry

/// Finds the annotations that targets mean, and where fingers reach them.
final class TargetResolver: MapComponent {
  private let clusters: ClusterCoordinator

  init(_ part: MapComponent, clusters: ClusterCoordinator) {
    self.clusters = clusters
    super.init(part)
  }

  /// The annotation that is meant, if it has a view; that of a point may be hidden by a collision.
  func shownSlot(of target: TapTarget) -> AnnotationSlot? {
    guard let found = slot(of: target), annotations[found].view.isSome else { return nil }
    return found
  }

  /// The annotation that is meant, if a finger reaches its view, and the point of the touch.
  func reachedSlot(of target: TapTarget) -> (slot: AnnotationSlot, point: ScreenPoint)? {
    guard let slot = shownSlot(of: target), !views.isHidden(slot),
      let point = fingerPoint(on: slot)
    else { return nil }
    return (slot, point)
  }

  /// The annotation that is meant, with a view or without.
  func slot(of target: TapTarget, role: AnnotationRole? = nil, inReach: Bool = true)
    -> AnnotationSlot?
  {
    func nearest(to goal: ScreenPoint, within limit: Double = .infinity) -> AnnotationSlot? {
      best(role, inReach: inReach) { _, point in
        let distance = TargetResolver.distance(from: point, to: goal)
        return distance <= limit ? distance : nil
      }
    }
    switch target {
    case .only(let role, let target): return slot(of: target, role: role, inReach: inReach)
    case .near(let edge, let limit):
      let area = region.touchArea
      return best(role, inReach: inReach) { _, point in
        let distance = abs(TargetResolver.distance(from: point, to: edge, of: area))
        return distance <= limit ? distance : nil
      }
    case .nearest(let coordinate):
      return nearest(
        to: region.viewport.screenPoint(for: Projection.mapKit.mapPoint(for: coordinate)))
    case .at(let point, let limit): return nearest(to: point, within: limit)
    case .middle: return nearest(to: region.touchMiddle)
    case .largest:
      return best(role, inReach: inReach) { annotation, _ in -Double(annotation.count) }
    case .point(let point, let layer):
      guard let slot = clusters.slot(of: point, layer: layer), annotations[slot].plays(role) else {
        return nil
      }
      return slot
    }
  }

  func miss(_ target: TapTarget) { context.emit(.selection(.missed(missedSelection(of: target)))) }

  /// Emits that nothing was selected, for a reason that concerns no annotation.
  func miss(_ reason: MissedSelection.Reason) {
    context.emit(.selection(.missed(MissedSelection(reason))))
  }

  /// Emits that the app selected a point for which a cluster stands.
  func missMember(in cluster: AnnotationSlot) {
    context.emit(
      .selection(.missed(MissedSelection(.inCluster, nearest: nearestItself(cluster)))))
  }

  private func missedSelection(of target: TapTarget, role: AnnotationRole? = nil) -> MissedSelection
  {
    func tooFar(_ goal: TapTarget, _ limit: Double, _ distance: (ScreenPoint) -> Double)
      -> MissedSelection
    {
      guard let found = slot(of: goal, role: role) else { return nothing(goal, role) }
      let place = region.viewport.screenPoint(for: annotations[found].mapPoint)
      let nearest = MissedSelection.Nearest(
        annotation: annotations[found].serial, place: place, distancePoints: distance(place))
      return MissedSelection(.tooFar, withinPoints: limit, role: role, nearest: nearest)
    }
    switch target {
    case .only(let role, let target): return missedSelection(of: target, role: role)
    case .near(let edge, let limit):
      var missed = tooFar(.near(edge, withinPoints: .infinity), limit) {
        TargetResolver.distance(from: $0, to: edge, of: region.touchArea)
      }
      missed.edge = edge
      return missed
    case .at(let point, let limit):
      var missed = tooFar(.at(point, withinPoints: .infinity), limit) {
        TargetResolver.distance(from: $0, to: point)
      }
      missed.point = point
      return missed
    case .nearest, .middle, .largest: return nothing(target, role)
    case .point(let point, let layer):
      guard let slot = clusters.slot(of: point, layer: layer) else {
        let isGiven = clusters.isIndexed(point, layer: layer)
        return MissedSelection(isGiven ? .clusterNotOnMap : .notOnMap)
      }
      let itself = nearestItself(slot)
      let reason: MissedSelection.Reason
      if !annotations[slot].plays(role) {
        reason = .otherRole
      } else if annotations[slot].view.isNone {
        reason = .withoutView
      } else if views.isHidden(slot) {
        reason = .hiddenByCollision
      } else {
        reason =
          views.frame(of: slot).intersects(region.viewport.bounds) ? .underBar : .outsideMapView
      }
      return MissedSelection(
        reason, role: role, nearest: itself, reachable: reachable(nearestTo: itself.place))
    }
  }

  /// The reason why no annotation of a role is within reach of a target on the screen.
  private func nothing(_ target: TapTarget, _ role: AnnotationRole?) -> MissedSelection {
    if role == .cluster, !context.setup.layers.contains(where: \.canCluster) {
      return MissedSelection(.noClusters, role: role)
    }
    guard let slot = slot(of: target, role: role, inReach: false) else {
      return MissedSelection(.nothingInView, role: role)
    }
    return MissedSelection(.allUnderBar, role: role, nearest: nearestItself(slot))
  }

  /// The annotation that a finger can touch and whose point is nearest to a place.
  private func reachable(nearestTo place: ScreenPoint) -> MissedSelection.Nearest? {
    let found = best(nil, inReach: true) { _, point in
      TargetResolver.distance(from: point, to: place)
    }
    return found.map { slot in
      let point = region.viewport.screenPoint(for: annotations[slot].mapPoint)
      return MissedSelection.Nearest(
        annotation: annotations[slot].serial, place: point,
        distancePoints: TargetResolver.distance(from: point, to: place))
    }
  }

  /// The shown annotation of a role with the smallest score, the older of equal ones.
  private func best(
    _ role: AnnotationRole?, inReach: Bool, _ score: (Annotation, ScreenPoint) -> Double?
  ) -> AnnotationSlot? {
    var best: (score: Double, serial: AnnotationID, slot: AnnotationSlot)?
    // A pin that is put on an edge can lie a hair beyond it when its coordinate rounds.
    let area = (inReach ? region.touchArea : region.viewport.bounds).inset(
      by: EdgeInsets(all: -0.001))
    // Those of layers: the user's own dot is no target.
    for slot in views.shown where annotations[slot].layer.isSome && !views.isHidden(slot) {
      let annotation = annotations[slot]
      let point = region.viewport.screenPoint(for: annotation.mapPoint)
      let isReached = area.holds(point) && (!inReach || fingerPoint(on: slot) != nil)
      guard annotation.plays(role), isReached, let score = score(annotation, point)
      else { continue }
      if let best, (best.score, best.serial) < (score, annotation.serial) { continue }
      best = (score: score, serial: annotation.serial, slot: slot)
    }
    assert(best.map { annotations[$0.slot].view.isSome } ?? true, "a target without a view")
    return best?.slot
  }

  static func distance(from point: ScreenPoint, to goal: ScreenPoint) -> Double {
    let (dx, dy) = (point.x - goal.x, point.y - goal.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  static func distance(from point: ScreenPoint, to edge: MapEdge, of area: ScreenRect) -> Double {
    let (left, right) = (point.x - area.minX, area.maxX - point.x)
    let (top, bottom) = (point.y - area.minY, area.maxY - point.y)
    func corner(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
    return switch edge {
    case .top: top
    case .left: left
    case .bottom: bottom
    case .right: right
    case .topLeft: corner(left, top)
    case .topRight: corner(right, top)
    case .bottomLeft: corner(left, bottom)
    case .bottomRight: corner(right, bottom)
    }
  }

  /// Where a finger touches the view of an annotation; nil when all of it is out of reach.
  func fingerPoint(on slot: AnnotationSlot) -> ScreenPoint? {
    fingerPoint(in: views.frame(of: slot))
  }

  /// Where a finger touches a rectangle: in its middle, or in the middle of what it reaches of it.
  func fingerPoint(in rect: ScreenRect) -> ScreenPoint? {
    let middle = ScreenPoint(x: rect.midX, y: rect.midY)
    if region.touchArea.holds(middle) { return middle }
    return rect.intersection(region.touchArea).map { ScreenPoint(x: $0.midX, y: $0.midY) }
  }

  /// Emits that a finger would have to touch a place out of its reach.
  func missOutOfReach(_ place: ScreenRect) {
    miss(place.intersects(region.viewport.bounds) ? .underBar : .outsideMapView)
  }
}

extension MapComponent {
  /// The target itself, with its distance from the map view.
  func nearestItself(_ slot: AnnotationSlot) -> MissedSelection.Nearest {
    let place = region.viewport.screenPoint(for: annotations[slot].mapPoint)
    return MissedSelection.Nearest(
      annotation: annotations[slot].serial, place: place,
      distancePoints: region.viewport.bounds.distance(to: place))
  }
}

extension Annotation {
  /// Whether it is of a role; any annotation is of none.
  fileprivate func plays(_ role: AnnotationRole?) -> Bool {
    switch role {
    case .pin: count == 1
    case .cluster: count > 1
    case nil: true
    }
  }
}
