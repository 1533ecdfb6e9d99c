public import MapEvents
internal import MapGeometry
public import MapModel
public import Scenarios
internal import Workloads

/// Walks a scenario through the simulated map.
///
/// The events are a pure function of the scenario; the stopwatch only observes how long the work
/// takes on this machine.
public struct Replayer {
  private let scenario: Scenario
  private let plan: SessionPlan

  /// Prepares a scenario.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
    plan = SessionPlan(scenario)
  }

  /// Plays the session once.
  ///
  /// - Parameters:
  ///   - stopwatch: Observes real time; a still one for facts.
  ///   - observer: Gets each event once, in order.
  public func play(stopwatch: any Stopwatch, observer: @escaping (Event) -> Void) {
    let map = MapSimulation(setup: plan.setup, stopwatch: stopwatch, observer: observer)
    var player = Player(map: map, plan: plan, seed: scenario.seed)
    map.begin()
    for step in scenario.steps { player.play(step) }
    map.end()
  }
}

/// Plays single steps.
private struct Player {
  let map: MapSimulation
  let plan: SessionPlan
  /// Lateness of batches comes from a stream of its own for each download that begins.
  let seed: UInt64
  var downloadCount = 0

  mutating func play(_ step: Step) {
    if case .repeat(let times, let steps) = step.action {
      for _ in 0..<times {
        for inner in steps { play(inner) }
      }
      return
    }
    map.beginStep(step.id)
    perform(step)
    map.endStep()
  }

  private mutating func perform(_ step: Step) {
    switch step.action {
    case .download(let download): begin(download)
    case .add(let change): map.add(plan.points(of: change), to: change.layer)
    case .remove(let change): map.remove(plan.points(of: change), from: change.layer)
    case .pan(let offset, let time): map.pan(by: offset, over: time)
    case .fling(let velocity): map.fling(pointsPerSecond: velocity)
    case .zoom(let levels, let time): map.zoom(byLevels: levels, over: time)
    case .setRegion(let region, let animated): map.setRegion(region, animated: animated)
    case .setCenter(let coordinate, let animated): map.setCenter(coordinate, animated: animated)
    case .select(let target): select(target)
    case .deselect: map.deselect()
    case .wait(let time): map.advance(by: time)
    case .waitUntilSettled: map.advanceUntilSettled()
    case .mark: map.mark(plan.markIndex(ofStep: step.id))
    case .expect: map.expectationsDue()
    case .repeat: assertionFailure("a repetition is unrolled before it is performed")
    }
  }

  private mutating func begin(_ download: Download) {
    var stream = RandomStream(seed: seed, name: "download \(downloadCount)")
    downloadCount += 1
    let points = plan.points(of: download.change)
    let schedule = BatchSchedule(
      count: points.count, batchSize: download.batchSize, interval: download.interval,
      jitter: download.jitter, stream: &stream)
    for batch in schedule.batches {
      map.planBatch(
        Array(points[batch.from..<batch.to]), for: download.change.layer, after: batch.time)
    }
  }

  private func select(_ target: Target) {
    switch target {
    case .near(let edge, let withinPoints): map.tap(near: edge.mapEdge, withinPoints: withinPoints)
    case .nearest(let coordinate): map.tap(nearestTo: coordinate)
    case .point(let data, let row, let layer):
      map.tap(point: plan.point(data: data, row: row), layer: layer)
    }
  }
}

extension Target.Edge {
  /// The same edge in the map model's words.
  var mapEdge: MapEdge {
    switch self {
    case .top: .top
    case .left: .left
    case .bottom: .bottom
    case .right: .right
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    }
  }
}
