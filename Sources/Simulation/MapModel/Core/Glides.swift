internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Points that the app moves a little in each frame, evenly in degrees and the short way around the
/// world.
final class Glides: MapComponent {
  private struct Glide {
    let layer: Int
    let points: [PointID]
    let from: [Coordinate]
    let to: [Coordinate]
    let begin: SimulatedTime
    let end: SimulatedTime
  }

  private let points: LayerPoints
  private let drag: DragController
  private var all: [Glide] = []
  /// The glide that moves each point, by layer.
  private var owners: [[PointID: Int]]

  init(_ part: MapComponent, points: LayerPoints, drag: DragController) {
    self.points = points
    self.drag = drag
    owners = part.context.setup.layers.map { _ in [:] }
    super.init(part)
  }

  /// Begins to move points; those that a layer lacks stay where they are.
  func begin(
    _ points: [PointID], in layer: Int, to coordinates: [Coordinate], over time: SimulatedTime
  ) {
    self.points.noteIdle(points, in: layer, to: coordinates)
    // The last place of a point that is named twice counts.
    for point in points { owners[layer][data.standIn(for: point, in: layer)] = all.count }
    let points = points.map { data.standIn(for: $0, in: layer) }
    all.append(
      Glide(
        layer: layer, points: points, from: points.map { data.coordinate(of: $0, in: layer) },
        to: coordinates, begin: context.doneTime, end: context.doneTime + time))
    schedule(all.count - 1)
  }

  /// Ends the glides of points where they are.
  func end(_ points: [PointID], in layer: Int) {
    guard !owners[layer].isEmpty else { return }
    for point in points { owners[layer][data.standIn(for: point, in: layer)] = nil }
  }

  /// Moves the points of a glide to where they are by now.
  func advance(_ number: Int) {
    let glide = all[number]
    let isLast = context.now >= glide.end
    let part =
      Double((context.now - glide.begin).nanoseconds)
      / Double((glide.end - glide.begin).nanoseconds)
    var (moved, places): ([PointID], [Coordinate]) = ([], [])
    for index in glide.points.indices where owners[glide.layer][glide.points[index]] == number {
      let point = glide.points[index]
      let slot = data.layers[glide.layer].slots[point]
      if !data.isMember(point, of: glide.layer) || (slot.isSome && slot == drag.dragged) {
        owners[glide.layer][point] = nil
        continue
      }
      moved.append(point)
      places.append(
        isLast ? glide.to[index] : glide.from[index].onTheWay(to: glide.to[index], part: part))
      if isLast { owners[glide.layer][point] = nil }
    }
    points.relocate(moved, in: glide.layer, to: places)
    if !isLast, !moved.isEmpty { schedule(number) }
  }

  private func schedule(_ number: Int) {
    let costs = context.setup.costs
    let next = costs.time(ofFrame: costs.frame(after: context.now))
    scheduler.schedule(.glide(number), at: min(max(next, context.now), all[number].end))
  }
}
