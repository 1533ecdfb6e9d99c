import MapConfiguration
import MapGeometry
import Scenarios

/// The work and memory that replaying a session takes, estimated from the scenario alone.
///
/// The costs are those of one core of a small server, rounded up from measured runs; a
/// factor of two does not matter to a user who waits. Facts do not contain the estimate.
struct SessionWork {
  /// The nanoseconds by kind of work.
  private(set) var frames = 0.0
  private(set) var clusterUpdates = 0.0
  private(set) var points = 0.0
  private(set) var snapshots = 0.0
  /// The bytes in addition to those of the program.
  private(set) var bytes = 0.0

  /// The seconds of a run, which plays each session twice to compare the two.
  var seconds: Double { 2 * (frames + clusterUpdates + points + snapshots) / 1_000_000_000 }

  private static let frame = 1_000.0
  private static let viewOfFrame = 3.0
  private static let pointOfUpdate = 12.0
  private static let cellOfUpdate = 500.0
  private static let pointOfStep = 500.0
  private static let viewOfPoint = 1_500.0
  private static let viewOfSnapshot = 300.0
  private static let bytesOfPoint = 250.0
  private static let bytesOfView = 800.0
  private static let bytesOfSnapshotView = 16.0

  private static let pointOfSearch = 3.0

  private let framesPerSecond: Double
  private let loads: [Load]
  /// The largest content of each layer.
  private var layers: [Layer]

  private struct Layer {
    /// The points by their data sets.
    var points: [Double]
    var cells: Double?
    var sum: Double { points.reduce(0, +) }
    var views: Double { cells.map { min($0, sum) } ?? sum }
  }

  /// The points that the app asks for when the map moves.
  private struct Load {
    let setup: VisibleLoad
    /// The points that the server has.
    let known: Double
    /// The points of an answer at most.
    var sent: Double { min(known, setup.first.map(Double.init) ?? known) }
  }

  /// Estimates a session.
  ///
  /// - Complexity: O(steps in the file).
  init(_ scenario: Scenario) {
    framesPerSecond = Double(scenario.device.costs.framesPerSecond)
    let size = scenario.map.size
    layers = scenario.layers.map { layer in
      let cells = layer.cluster.map { cluster in
        let extent = max(0, 1 + 2 * cluster.marginFraction) / cluster.cellSizePoints
        return (size.width * extent + 2) * (size.height * extent + 2)
      }
      return Layer(points: scenario.data.map { _ in 0 }, cells: cells)
    }
    loads = scenario.app.loads.map {
      Load(setup: $0, known: Double(scenario.data[$0.data].count))
    }
    for load in loads {
      let points = load.setup.method == .add ? load.known : load.sent
      layers[load.setup.layer].points[load.setup.data] = max(
        points, layers[load.setup.layer].points[load.setup.data])
    }
    scenario.steps.visit { step, _ in note(step, scenario) }
    let known = scenario.data.reduce(0) { $0 + Double($1.count) }
    bytes = known * SessionWork.bytesOfPoint + allViews * SessionWork.bytesOfView
    for step in scenario.steps { add(step, times: 1) }
  }

  private var allViews: Double { layers.reduce(0) { $0 + $1.views } }

  // MARK: Points

  /// Notes the points that steps add to the layers.
  private mutating func note(_ step: Step, _ scenario: Scenario) {
    guard case .change(let given, _, _) = step.action.traits.work, given.isAddition else { return }
    for layer in given.layers {
      let points = layers[layer].points[given.data] + Double(given.count)
      layers[layer].points[given.data] = min(points, Double(scenario.data[given.data].count))
    }
  }

  // MARK: Steps

  private mutating func add(_ step: Step, times: Double) {
    switch step.action.traits.work {
    case .steps(let inner, let count):
      for step in inner { add(step, times: times * Double(count)) }
    case .move(let seconds, let moves): move(for: seconds, moves: Double(moves), times: times)
    case .rest: animate(for: 0, times: times)
    case .change(let given, let batches, let seconds):
      if let seconds { animate(for: Double(batches) * seconds, times: times) }
      change(Double(given.count), of: given.layers, updates: Double(batches), times: times)
    case .clusters(let layer): update(layer, times: times)
    case .views(let layer): points += times * layers[layer].views * SessionWork.pointOfStep
    case .picture:
      snapshots += times * allViews * SessionWork.viewOfSnapshot
      bytes += times * allViews * SessionWork.bytesOfSnapshotView
    }
  }

  /// Adds moves of the map, each with a cluster update on its way and one at its end.
  private mutating func move(for seconds: Double, moves: Double, times: Double) {
    animate(for: seconds, times: times)
    for layer in layers.indices { update(layer, times: 2 * moves * times) }
    for load in loads { ask(load, during: seconds / moves, times: moves * times) }
  }

  /// Adds what the app asks for during a move: once at its end, or in each frame.
  private mutating func ask(_ load: Load, during seconds: Double, times: Double) {
    let isHeldBack =
      load.setup.moment == .regionDidChange
      || load.setup.cancelsEarlier
        && Double(load.setup.wait.nanoseconds) * framesPerSecond > 1_000_000_000
    let requests = times * (isHeldBack ? 1 : 1 + seconds * framesPerSecond)
    points += requests * load.known * SessionWork.pointOfSearch
    change(load.sent, of: [load.setup.layer], updates: 1, times: requests)
  }

  private mutating func animate(for seconds: Double, times: Double) {
    let count = 1 + seconds * framesPerSecond
    frames += times * count * (SessionWork.frame + SessionWork.viewOfFrame * allViews)
  }

  private mutating func change(
    _ count: Double, of changed: [Int], updates: Double, times: Double
  ) {
    let isPlain = changed.contains { layers[$0].cells == nil }
    points +=
      times * count * (SessionWork.pointOfStep + (isPlain ? SessionWork.viewOfPoint : 0))
    for layer in changed { update(layer, times: times * updates / Double(changed.count)) }
  }

  private mutating func update(_ layer: Int, times: Double) {
    guard let cells = layers[layer].cells else { return }
    let all = layers[layer].sum
    clusterUpdates +=
      times
      * (SessionWork.pointOfUpdate * all + SessionWork.cellOfUpdate * min(cells, all))
  }
}

extension Scenario {
  /// The real seconds of one replay, as estimated from the scenario alone.
  package var estimatedSeconds: Double { SessionWork(self).seconds / 2 }
}

extension SessionWork {
  /// The problem of a session that would play for minutes or fill the memory; nil for any
  /// other.
  var problem: Diagnostic.Message? {
    if bytes > Limits.sessionBytes {
      return .needsTooMuchMemory(gigabytes: bytes / Double(1 << 30))
    }
    guard seconds > Limits.sessionSeconds else { return nil }
    let parts = [
      (frames, "moving the map and its views, frame by frame"),
      (clusterUpdates, "making clusters again"), (points, "giving, taking and moving points"),
      (snapshots, "taking pictures"),
    ]
    let longest = parts.max { $0.0 < $1.0 }?.1 ?? ""
    return .playsTooLong(minutes: Int((seconds / 60).rounded(.up)), mostly: longest)
  }
}
