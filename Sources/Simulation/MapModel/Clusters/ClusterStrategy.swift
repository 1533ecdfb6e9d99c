internal import ExactMath
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Work that the background hands to the main thread.
enum MainThreadBlock {
  /// Points are in the index, or out of it.
  case indexed(layer: Int, ClusterController.IndexChange, accepted: Int)
  /// A cluster that stays gets its members.
  case reuse(layer: Int, record: RecordID, movesTo: Coordinate?)
  /// The main-thread part of the running operation of a layer.
  case operation(layer: Int)
  case completion(layer: Int, ClusterLayer.Completion)
  /// The map is centerd on the cluster that a call of a selection chose, or on 0, 0 without one.
  case recenter(layer: Int, call: Int32, ClusterSelection.Choice?)
}

/// When the background and the main thread run: in simulated time, or as recorded.
protocol ClusterStrategy: AnyObject {
  var coordinator: ClusterCoordinator? { get set }

  /// Queues a block on the main thread, behind all earlier ones.
  func post(_ block: MainThreadBlock)
  /// Runs the blocks that waited for the main thread.
  func runBlocks()
  func mayStartOperation() -> Bool
  func scheduleEnd(of layer: ClusterLayer, after time: SimulatedTime)
  /// Whether clusters that stay get their members by blocks, before an update is applied.
  var renewsByBlocks: Bool { get }
  var center: Coordinate { get }
  func center(at place: Coordinate) -> Bool
  func show(
    _ meters: (latitudinal: Double, longitudinal: Double), around place: Coordinate, animated: Bool)
  /// Whether clusters without a view are selected, and calls without a selection emit nothing.
  var selectsWithoutView: Bool { get }
}

/// Operations take simulated time; a block runs as soon as the main thread is free, after pending
/// blocks.
final class SimulatedClusterStrategy: MapComponent, ClusterStrategy {
  private var blocks: [(block: MainThreadBlock, due: SimulatedTime)] = []
  private var isRunning = false
  unowned var coordinator: ClusterCoordinator?

  let renewsByBlocks = false
  let selectsWithoutView = false

  func post(_ block: MainThreadBlock) {
    blocks.append((block: block, due: context.now))
    if !isRunning, blocks.count == 1 { runBlocks() }
  }

  func runBlocks() {
    isRunning = true
    while context.isMainThreadFree, !blocks.isEmpty {
      let next = blocks.removeFirst()
      context.begin(due: next.due)
      context.chargeMainThread(context.setup.costs.mainQueueBlock)
      coordinator?.run(next.block)
    }
    isRunning = false
    if let first = blocks.first { scheduler.schedule(.blocks, at: first.due) }
  }

  func mayStartOperation() -> Bool { true }

  func scheduleEnd(of layer: ClusterLayer, after time: SimulatedTime) {
    if case .fading = layer.queue.running {
      scheduler.schedule(.faded(layer: layer.index), at: context.doneTime + time)
    } else {
      scheduler.schedule(.computed(layer: layer.index), at: context.now + time, inBackground: true)
    }
  }

  var center: Coordinate {
    Projection.coordinate(for: MapPoint(x: region.visibleRect.midX, y: region.visibleRect.midY))
  }

  func center(at place: Coordinate) -> Bool {
    region.change(animated: false) { $0.centered(at: place) }
  }

  func show(
    _ meters: (latitudinal: Double, longitudinal: Double), around place: Coordinate, animated: Bool
  ) {
    let region = CoordinateRegion(
      center: place, latitudinalMeters: meters.latitudinal, longitudinalMeters: meters.longitudinal)
    self.region.change(animated: animated) { $0.showing(region) }
  }
}

/// A recording of CCHMapClusterController says which operations and blocks ran when; no time
/// passes.
///
/// The map is the mock of the recordings: changes can begin inside others, and rects follow from a
/// sphere of 6378137 meters.
final class RecordedClusterStrategy: MapComponent, ClusterStrategy {
  private enum Block {
    case main(MainThreadBlock)
    case show(MapRect)
  }

  private var blocks: [Block] = []
  private var startsOperation = false
  unowned var coordinator: ClusterCoordinator?

  let renewsByBlocks = true
  let selectsWithoutView = true

  func post(_ block: MainThreadBlock) { blocks.append(.main(block)) }
  func runBlocks() {}

  func mayStartOperation() -> Bool {
    defer { startsOperation = false }
    return startsOperation
  }

  func scheduleEnd(of layer: ClusterLayer, after time: SimulatedTime) {
    switch layer.queue.running {
    case .computed(let plan):
      for (record, coordinate) in plan.reused {
        post(.reuse(layer: layer.index, record: record, movesTo: coordinate))
      }
      post(.operation(layer: layer.index))
    case .fading: post(.operation(layer: layer.index))
    // The background is done with points as soon as they are indexed.
    case .indexed, nil: layer.finishOperation()
    }
  }

  /// Runs the oldest block of the main thread; returns whether there was one.
  @discardableResult
  func runMainBlock() -> Bool {
    guard !blocks.isEmpty else { return false }
    switch blocks.removeFirst() {
    case .main(let block): coordinator?.run(block)
    case .show(let rect):
      show(rect)
      didMove(animated: true)
    }
    return true
  }

  /// Runs the oldest operation of a queue that runs none; returns whether there was one.
  @discardableResult
  func runBackgroundOperation() -> Bool {
    guard
      let layer = coordinator?.layers.first(where: {
        $0.map { $0.queue.running == nil && !$0.queue.isIdle } ?? false
      })
    else { return false }
    startsOperation = true
    layer?.startNextOperation()
    assert(!startsOperation, "an operation was there and did not start")
    return true
  }

  var center: Coordinate {
    let rect = region.visibleRect
    var center = Projection.coordinate(for: MapPoint(x: rect.midX, y: rect.midY))
    // A recorded map that leaves the world knows longitudes beyond 180 degrees.
    center.longitude = rect.midX / MapSize.worldSide * 360 - 180
    return center
  }

  func center(at place: Coordinate) -> Bool {
    let middle = RecordedClusterStrategy.projection.mapPoint(for: place)
    let rect = region.visibleRect
    return move(
      to: MapRect(
        x: middle.x - rect.width / 2, y: middle.y - rect.height / 2, width: rect.width,
        height: rect.height), animated: false)
  }

  func show(
    _ meters: (latitudinal: Double, longitudinal: Double), around place: Coordinate, animated: Bool
  ) {
    let metersPerDegree = 2 * Double.pi * 6_378_137 / 360
    let north = meters.latitudinal / metersPerDegree
    let east =
      meters.longitudinal / metersPerDegree / Elementary.cos(place.latitude * (Double.pi / 180))
    let projection = RecordedClusterStrategy.projection
    let middle = projection.mapPoint(for: place)
    let width = east / 360 * MapSize.worldSide
    let height =
      projection.mapY(forLatitude: place.latitude - north / 2)
      - projection.mapY(forLatitude: place.latitude + north / 2)
    guard region.viewport.hasSize, width.isFinite, height.isFinite else { return }
    let rect = MapRect(
      x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    move(to: fitted(rect), animated: animated)
  }

  /// Moves the map at once, or by a block; not when the rect is shown already.
  @discardableResult
  func move(to rect: MapRect, animated: Bool) -> Bool {
    guard rect != region.visibleRect else { return false }
    context.emit(.map(.regionWillChange(animated: animated)))
    coordinator?.regionWillChange()
    if animated {
      blocks.append(.show(rect))
    } else {
      show(rect)
      didMove(animated: false)
    }
    return true
  }

  private func show(_ rect: MapRect) {
    region.show(exactly: rect)
    views.setNeedsUpdate()
  }

  private func didMove(animated: Bool) {
    context.emit(.map(.regionDidChange(animated: animated, region.camera)))
    coordinator?.regionDidChange()
  }

  private func fitted(_ rect: MapRect) -> MapRect {
    let size = region.viewport.size
    let across = rect.width / size.width
    let down = rect.height / size.height
    guard abs(across - down) > 1e-12 * abs(across) else { return rect }
    let scale = max(across, down)
    let width = scale * size.width
    let height = scale * size.height
    return MapRect(
      x: rect.midX - width / 2, y: rect.midY - height / 2, width: width, height: height)
  }

  /// Ends at the latitude at which the world of the recordings ends.
  private static let projection = Projection(latitudeLimit: 85.051128779806604)
}
