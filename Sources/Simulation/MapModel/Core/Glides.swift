internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Points that the app moves a little in each frame, evenly in degrees, and views that Core
/// Animation moves, evenly on the map; both go the short way around the world.
final class Glides: MapComponent {
  private struct Glide {
    let layer: Int
    var ways: [(point: PointID, from: Coordinate, to: Coordinate)] = []
    var views: [ViewWay] = []
    let begin: SimulatedTime
    let end: SimulatedTime

    /// The part of the glide that is over at a time.
    func part(at time: SimulatedTime) -> Double {
      time >= end ? 1 : Double((time - begin).nanoseconds) / Double((end - begin).nanoseconds)
    }
  }

  /// The way of a view to the coordinate of its annotation.
  private struct ViewWay {
    let slot: AnnotationSlot
    let serial: AnnotationID
    let from: MapPoint
    let goal: Coordinate
  }

  private let points: LayerPoints
  private let drag: DragController
  /// Each glide without the points that it no longer moves.
  private var all: [Glide] = []
  /// The numbers of glides that are not over.
  private(set) var running = (ofPoints: 0, ofViews: 0)

  init(_ part: MapComponent, points: LayerPoints, drag: DragController) {
    self.points = points
    self.drag = drag
    super.init(part)
  }

  /// Begins to move points; those that a layer lacks stay where they are.
  func begin(
    _ points: [PointID], in layer: Int, to coordinates: [Coordinate], over time: SimulatedTime
  ) {
    assert(points.count == coordinates.count, "each point has a goal")
    assert(time > .zero, "a glide takes time")
    self.points.noteIdle(points, in: layer, to: coordinates)
    let points = points.map { data.standIn(for: $0, in: layer) }
    data.beginGlide(all.count, of: points, in: layer)
    // The last place of a point that is named twice counts.
    let goals = Dictionary(zip(points, coordinates), uniquingKeysWith: { _, last in last })
    var isKnown: Set<PointID> = []
    let ways = points.compactMap { point -> (point: PointID, from: Coordinate, to: Coordinate)? in
      guard let goal = goals[point], isKnown.insert(point).inserted else { return nil }
      return (point, data.coordinate(of: point, in: layer), goal)
    }
    all.append(
      Glide(layer: layer, ways: ways, begin: context.doneTime, end: context.doneTime + time))
    schedule(all.count - 1)
  }

  /// Moves points at once; the views of a plain layer follow in an animation.
  func animate(
    _ points: [PointID], in layer: Int, to coordinates: [Coordinate], over time: SimulatedTime
  ) {
    guard context.setup.layers[layer].cluster == nil, time > .zero else {
      return self.points.move(points, in: layer, to: coordinates)
    }
    let slots = points.map { data.layers[layer].slots[data.standIn(for: $0, in: layer)] }
    let old = slots.map { $0.isSome ? annotations[$0] : nil }
    self.points.move(points, in: layer, to: coordinates)
    var views: [ViewWay] = []
    for (slot, old) in zip(slots, old) {
      guard let old, annotations.holds(old.serial, at: slot), slot != drag.dragged,
        annotations[slot].coordinate != old.coordinate
      else { continue }
      views.append(
        ViewWay(
          slot: slot, serial: old.serial, from: old.mapPoint, goal: annotations[slot].coordinate))
      data.glide(slot, to: old.mapPoint)
    }
    all.append(
      Glide(layer: layer, views: views, begin: context.doneTime, end: context.doneTime + time))
    schedule(all.count - 1)
  }

  /// Moves the views of an animation to where they are by now.
  private func advanceViews(of number: Int) {
    let glide = all[number]
    let part = glide.part(at: context.now)
    // Another move, a finger or the end of the annotation ends the way of its view.
    let views = glide.views.filter {
      annotations.holds($0.serial, at: $0.slot) && annotations[$0.slot].coordinate == $0.goal
        && $0.slot != drag.dragged
    }
    for way in views {
      let goal = Projection.mapKit.mapPoint(for: way.goal)
      data.glide(way.slot, to: part == 1 ? goal : way.from.onTheWay(to: goal, part: part))
    }
    all[number].views = part == 1 ? [] : views
    if !all[number].views.isEmpty { schedule(number) }
  }

  /// Moves the points or views of a glide to where they are by now.
  func advance(_ number: Int) {
    let glide = all[number]
    assert(context.now >= glide.begin, "a glide advances before it begins")
    guard glide.views.isEmpty else {
      running.ofViews -= 1
      return advanceViews(of: number)
    }
    running.ofPoints -= 1
    let layer = data.layers[glide.layer]
    let part = glide.part(at: context.now)
    let isLast = part == 1
    if let dragged = drag.dragged, annotations[dragged].layer.index == glide.layer {
      data.endGlides(of: [annotations[dragged].point], in: glide.layer)
    }
    let ways = glide.ways.filter { layer.glides[$0.point] == number }
    let moved = ways.map(\.point)
    if isLast { data.endGlides(of: moved, in: glide.layer) }
    points.relocate(
      moved, in: glide.layer,
      to: ways.map { isLast ? $0.to : $0.from.onTheWay(to: $0.to, part: part) })
    all[number].ways = isLast ? [] : ways
    if !all[number].ways.isEmpty { schedule(number) }
  }

  private func schedule(_ number: Int) {
    if all[number].views.isEmpty { running.ofPoints += 1 } else { running.ofViews += 1 }
    let costs = context.setup.costs
    let next = costs.time(ofFrame: costs.frame(after: context.now))
    scheduler.schedule(.glide(number), at: min(max(next, context.now), all[number].end))
  }
}

extension MapPoint {
  /// The place after a part of the short way to another one; 180 and -180 degrees are one place.
  func onTheWay(to other: MapPoint, part: Double) -> MapPoint {
    let (west, east) = (Viewport.wrappedCenterX(x), Viewport.wrappedCenterX(other.x))
    let short = CameraAnimation.shortWay(west, east, around: MapSize.worldSide)
    return MapPoint(x: Viewport.wrappedCenterX(west + short * part), y: y + (other.y - y) * part)
  }
}
