internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Points that the app moves a little in each frame, evenly in degrees and the short way around the
/// world.
final class Glides: MapComponent {
  private struct Glide {
    let layer: Int
    var ways: [(point: PointID, from: Coordinate, to: Coordinate)]
    let begin: SimulatedTime
    let end: SimulatedTime
  }

  private let points: LayerPoints
  private let drag: DragController
  /// Each glide without the points that it no longer moves.
  private var all: [Glide] = []

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

  /// Moves the points of a glide to where they are by now.
  func advance(_ number: Int) {
    let glide = all[number]
    assert(context.now >= glide.begin, "a glide advances before it begins")
    let layer = data.layers[glide.layer]
    let isLast = context.now >= glide.end
    let part =
      Double((context.now - glide.begin).nanoseconds)
      / Double((glide.end - glide.begin).nanoseconds)
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
    let costs = context.setup.costs
    let next = costs.time(ofFrame: costs.frame(after: context.now))
    scheduler.schedule(.glide(number), at: min(max(next, context.now), all[number].end))
  }
}
