internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Work that the background hands to the main thread.
enum MainThreadBlock {
  /// Points are in the index, or out of it.
  case indexed(layer: Int, ClusterLayer.IndexResult)
  /// A cluster that stays gets its members.
  case reuse(layer: Int, record: RecordID, movesTo: Coordinate?)
  /// What the running operation of a layer has for the main thread.
  case operation(layer: Int)
  /// A completion handler.
  case completion(layer: Int, ClusterLayer.Completion)
  /// The map is centred on the cluster that a selection chose.
  case recenter(layer: Int, call: Int32)
}

/// When the background and the main thread get their turns, and how a selection with a zoom moves
/// the map: in simulated time, or as a recording of the reproduced library says.
protocol ClusterStrategy: AnyObject {
  var coordinator: ClusterCoordinator? { get set }

  /// Lets the main thread run a block after all that it was given before.
  func post(_ block: MainThreadBlock)
  /// Whether a queue may start its next operation now.
  func mayStartOperation() -> Bool
  /// Schedules the end of what a layer's queue runs.
  func scheduleEnd(of layer: ClusterLayer, after time: SimulatedTime)
  /// Whether clusters that stay get their members by blocks of their own, before an update is
  /// applied.
  var renewsByBlocks: Bool { get }

  /// The coordinate in the middle of what is shown.
  var center: Coordinate { get }
  /// Centres the map at once.
  ///
  /// - Returns: Whether it changed.
  func center(at place: Coordinate) -> Bool
  /// Shows so many metres around a place.
  func show(
    _ metres: (latitudinal: Double, longitudinal: Double), around place: Coordinate,
    animated: Bool)
  /// Whether a cluster is selected that has no view, and calls that end without a selection emit
  /// nothing.
  var selectsWithoutView: Bool { get }
}

/// Operations take simulated background time, and a block runs within the instant in which it is
/// posted, behind those that wait already.
final class SimulatedClusterStrategy: MapPart, ClusterStrategy {
  private var blocks: [MainThreadBlock] = []
  private var isRunning = false
  weak var coordinator: ClusterCoordinator?

  let renewsByBlocks = false
  let selectsWithoutView = false

  func post(_ block: MainThreadBlock) {
    blocks.append(block)
    guard !isRunning else { return }
    isRunning = true
    while !blocks.isEmpty { coordinator?.run(blocks.removeFirst()) }
    isRunning = false
  }

  func mayStartOperation() -> Bool { true }

  func scheduleEnd(of layer: ClusterLayer, after time: SimulatedTime) {
    scheduler.schedule(.clusterQueue(layer: layer.index), at: context.now + time)
  }

  var center: Coordinate {
    Projection.coordinate(
      for: MapPoint(x: region.visibleRect.midX, y: region.visibleRect.midY))
  }

  func center(at place: Coordinate) -> Bool {
    region.change(animated: false) { $0.centered(at: place) }
  }

  func show(
    _ metres: (latitudinal: Double, longitudinal: Double), around place: Coordinate,
    animated: Bool
  ) {
    let region = CoordinateRegion(
      center: place, latitudinalMeters: metres.latitudinal,
      longitudinalMeters: metres.longitudinal)
    self.region.change(animated: animated) { $0.showing(region) }
  }
}
