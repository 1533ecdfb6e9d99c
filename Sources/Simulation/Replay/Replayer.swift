internal import ExactMath
internal import MapConfiguration
public import MapEvents
internal import MapGeometry
public import MapModel
public import Scenarios
internal import Workloads

/// Plays a scenario on the simulated map.
///
/// The events are a pure function of the scenario. The meter only observes the cost of the
/// work on this machine.
public struct Replayer {
  private let scenario: Scenario
  private let plan: SessionPlan

  /// Prepares a scenario.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
    plan = SessionPlan(scenario)
  }

  /// The row of a data set that a point is; nil for a point of none.
  ///
  /// - Complexity: O(data sets).
  public func row(of point: PointID) -> (data: Int, row: Int)? {
    scenario.data.indices.lazy.compactMap { data in
      let row = Int(point.rawValue) - Int(plan.point(data: data, row: 0).rawValue)
      return 0..<scenario.data[data].count ~= row ? (data: data, row: row) : nil
    }.first
  }

  /// The points of annotations with the given content numbers, as rows of data sets.
  ///
  /// Annotations without a single point have none.
  ///
  /// - Complexity: O(points) for each layer.
  public func points(
    withContents contents: Set<UInt64>, ofLayer layer: Int
  ) -> [UInt64: (data: Int, row: Int)] {
    var points: [UInt64: (data: Int, row: Int)] = [:]
    for (data, set) in scenario.data.enumerated() {
      for row in 0..<set.count {
        let content = MapSimulation.content(ofPoint: plan.point(data: data, row: row), layer: layer)
        if contents.contains(content) { points[content] = (data: data, row: row) }
      }
    }
    return points
  }

  /// Plays the session once.
  ///
  /// - Parameters:
  ///   - meter: Observes the cost; a still meter for facts.
  ///   - observer: Receives each event once, in order.
  public func play(meter: any Meter, observer: @escaping (Event) -> Void) {
    play(on: MapSimulation(setup: plan.setup, meter: meter, observer: observer), meter: meter)
  }

  /// Plays the session once, for an observer that reads the map during events.
  public func play(watching observer: @escaping (Event, any MapScene) -> Void) {
    let window = Window()
    let meter = StillMeter()
    let map = MapSimulation(setup: plan.setup, meter: meter) { event in
      if let scene = window.scene { observer(event, scene) }
    }
    window.scene = map.scene
    play(on: map, meter: meter)
  }

  /// A late-bound reference to the map: the observer is created first.
  private final class Window {
    weak var scene: (any MapScene)?
  }

  private func play(on map: MapSimulation, meter: any Meter) {
    var player = Player(map: map, meter: meter, plan: plan, seed: scenario.seed)
    map.begin()
    map.tellOfSkippedRows(scenario.data.reduce(0) { $0 + $1.notes.skippedRows })
    for step in scenario.steps { player.play(step) }
    map.end()
  }
}

/// Plays single steps.
struct Player {
  let map: MapSimulation
  let meter: any Meter
  let plan: SessionPlan
  /// The seed of the network's behavior.
  ///
  /// Each download draws the fate of its batches from separate streams.
  let seed: UInt64
  var downloadCount = 0
  /// How often steps have drawn points or ways.
  var drawCount = 0
  var droppedCount = 0
  /// The downloads that have begun under each name.
  var namedDownloads: [String: [Int32]] = [:]

  mutating func play(_ step: Step) {
    if case .repeat(let times, let steps) = step.action {
      for _ in 0..<times {
        for inner in steps { play(inner) }
      }
      return
    }
    meter.stepBegins(Int32(step.id))
    map.beginStep(step.id)
    perform(step)
    map.endStep()
    meter.stepEnds()
  }

  /// Performs a step.
  ///
  /// The switch is exhaustive, so that a step without an implementation does not compile.
  private mutating func perform(_ step: Step) {
    switch step.action {
    // Data
    case .download(let download): begin(download)
    case .cancelDownload(let name):
      map.cancelDownloads(namedDownloads.removeValue(forKey: name) ?? [])
    case .add(let change):
      map.add(points(of: change, areThere: false), to: change.layer)
    case .remove(let change):
      map.remove(points(of: change, areThere: true), from: change.layer)
    case .removeAll(let layer): map.removeAll(from: layer)
    case .move(let change, let displacement, let time, let how):
      move(change, displacement, over: time, how)
    case .retitle(let change, let title):
      map.retitle(points(of: change, areThere: true), in: change.layer, isTitled: title != nil)
    case .replace(let change, let how, let source):
      map.replacePoints(
        of: change.layer, with: plan.points(of: change), how: how, knownFrom: source)
    // Fingers
    case .pan(let offset, let place, let time, let curve, let release, let waitsForRest):
      map.pan(
        by: offset, from: place, over: time, curve: curve, release: release,
        waitsForRest: waitsForRest)
    case .panAlong(let points, let place, let time, let curve, let release, let waitsForRest):
      map.pan(
        along: points, from: place, over: time, curve: curve, release: release,
        waitsForRest: waitsForRest)
    case .fling(let velocity, let place, let waitsForRest):
      map.fling(pointsPerSecond: velocity, from: place, waitsForRest: waitsForRest)
    case .pinch(let levels, let point, let time, let release):
      map.pinch(byLevels: levels, about: point, over: time, release: release)
    case .rotate(let degrees, let point, let time, let release):
      map.rotate(byDegrees: degrees, about: point, over: time, release: release)
    case .doubleTap(let point): map.doubleTap(at: point)
    case .twoFingerTap: map.tapWithTwoFingers()
    case .tap(let point):
      map.tap(at: point)
      recognizeTap()
    case .longPress(let point, let data, let layer, let press, let drops):
      let pins = (0..<drops).map { plan.point(data: data, row: droppedCount + $0) }
      droppedCount += drops
      map.longPress(at: point, for: press, dropping: pins, into: layer)
    case .select(let target):
      map.tap(target)
      recognizeTap()
    case .tapMap: map.tapEmptyMap()
    case .tapAccessory(let side): map.tapAccessory(side)
    case .drag(let target, let offset, let time, let end, let press):
      map.drag(target, by: offset, over: time, end: end, press: press)
    // The app and its map
    case .setRegion(let region, let animated, let time):
      map.setRegion(region, animated: animated, over: time)
    case .setCenter(let coordinate, let animated, let time):
      map.setCenter(coordinate, animated: animated, over: time)
    case .show(let layers, let padding, let animated, let time):
      map.showAnnotations(of: layers, padding: padding, animated: animated, over: time)
    case .selectAnnotation(let target): map.selectAnnotation(target)
    case .deselectAnnotation: map.deselectAnnotation()
    case .memoryWarning: map.receiveMemoryWarning()
    case .moveUserLocation(let place): map.moveUserLocation(to: place)
    case .walkUser(let walk): begin(walk)
    case .turnUser(let degrees): map.turnUser(toDegrees: degrees)
    case .trackUser(let mode): map.trackUser(mode)
    case .resize(let size): map.resize(to: size)
    case .addOverlay(let overlay, let placement): map.addOverlay(overlay, at: placement)
    case .removeOverlay(let overlay): map.removeOverlay(overlay)
    case .exchangeOverlays(let first, let second): map.exchangeOverlays(first, second)
    case .setDelegate(let delegate): map.setDelegate(delegate)
    case .change(let layer, let change, let points): map.change(change, of: layer, points: points)
    // The app and its cluster controllers
    case .changeClustering(let layer, let change): map.changeClustering(of: layer, change)
    case .selectAndZoom(let point, let latitudinal, let longitudinal, let animated):
      map.selectAndZoom(
        to: plan.point(data: point.data, row: point.row), layer: point.layer,
        latitudinalMeters: latitudinal, longitudinalMeters: longitudinal, animated: animated)
    case .zoomToCluster(let target, let padding, let animated):
      map.zoomToCluster(target, padding: padding, animated: animated)
    case .setClusteringPaused(let layer, let isPaused): map.setClusteringPaused(of: layer, isPaused)
    case .updateClusters(let layer): map.updateClusters(of: layer)
    // Flow
    case .wait(let time): map.advance(by: time)
    case .waitUntilSettled(let limit):
      map.advanceUntilSettled(atMost: limit ?? MapSimulation.settleLimit)
    case .waitUntil(let occurrence, let limit): map.advance(until: occurrence, atMost: limit)
    case .mark: map.mark(plan.nameIndex(ofStep: step.id))
    case .snapshot: map.snapshot(plan.nameIndex(ofStep: step.id))
    case .expect: map.expectationsDue()
    case .repeat: preconditionFailure("a repetition is unrolled before it is performed")
    }
  }

  private mutating func begin(_ download: Download) {
    var jitter = RandomStream(seed: seed, name: "download \(downloadCount)")
    var losses = RandomStream(seed: seed, name: "losses of download \(downloadCount)")
    downloadCount += 1
    let points = plan.points(of: download.change)
    let schedule = BatchSchedule(
      of: points.count, in: download.requests, over: download.network, jitter: &jitter,
      losses: &losses)
    let layers = download.layers
    let batches = schedule.batches.enumerated().map { number, batch in
      PlannedBatch(
        points: Array(points[batch.from..<batch.to]), layer: layers[number % layers.count],
        arrival: batch.time, losses: plannedLosses(of: batch, over: download.network))
    }
    let number = map.beginDownload(batches, isTold: download.name != nil)
    if let name = download.name { namedDownloads[name, default: []].append(number) }
  }

  private func plannedLosses(
    of batch: BatchSchedule.Batch, over network: Network
  ) -> PlannedBatch.Losses? {
    guard let loss = network.loss, batch.losses > 0 else { return nil }
    return PlannedBatch.Losses(
      first: batch.due + loss.retryAfter, interval: loss.retryAfter, count: batch.losses)
  }

  private mutating func move(
    _ change: DataChange, _ displacement: Step.Displacement, over time: SimulatedTime,
    _ how: MoveMethod
  ) {
    map.waitForMainThread()
    let points = points(of: change, areThere: true)
    let old = points.map { map.coordinate(of: $0, in: change.layer) }
    let places: [Coordinate]
    switch displacement {
    case .to(let place): places = old.map { _ in place }
    case .by(let offset):
      places = old.map { $0.moved(northDegrees: offset.north, eastDegrees: offset.east) }
    case .byUpTo(let meters):
      var ways = nextDraw("ways")
      places = old.map { place in
        let way = ways.inCircle()
        return place.moved(northMeters: way.y * meters, eastMeters: way.x * meters)
      }
    }
    map.move(points, in: change.layer, to: places, over: time, how: how)
  }

  /// Lets the app's own recognizer drop the next pin where a finger tapped.
  private mutating func recognizeTap() {
    guard let data = plan.tappedPins else { return }
    if map.recognizeTap(dropping: plan.point(data: data, row: droppedCount)) { droppedCount += 1 }
  }

  private mutating func begin(_ walk: UserWalk) {
    map.waitForMainThread()
    let from = map.userLocation ?? walk.goal
    var ways: RandomStream? = walk.errorMeters > 0 ? nextDraw("ways") : nil
    map.walkUser(
      (1...walk.reportCount).map { number in
        let time = min(
          walk.duration, SimulatedTime(nanoseconds: walk.interval.nanoseconds * Int64(number)))
        let part = Double(time.nanoseconds) / Double(walk.duration.nanoseconds)
        let place = from.onTheWay(to: walk.goal, part: part)
        guard let error = ways?.inCircle() else { return (time, place) }
        return (
          time,
          place.moved(
            northMeters: error.y * walk.errorMeters, eastMeters: error.x * walk.errorMeters)
        )
      })
  }

  /// The points of a change.
  ///
  /// Drawn ones are drawn among those that the layer has, or lacks. Each is as likely as another,
  /// and they keep the order of the data set.
  private mutating func points(of change: DataChange, areThere: Bool) -> [PointID] {
    guard case .drawn(let count, let from, let to) = change.points else {
      return plan.points(of: change)
    }
    map.waitForMainThread()
    let known = (from..<to).map { plan.point(data: change.data, row: $0) }
      .filter { map.has($0, in: change.layer) == areThere }
    var draw = nextDraw("points")
    var missing = min(count, known.count)
    return known.indices.compactMap { index in
      guard draw.next(through: UInt64(known.count - index - 1)) < UInt64(missing) else {
        return nil
      }
      missing -= 1
      return known[index]
    }
  }

  /// The stream of the next draw; each has a separate one.
  private mutating func nextDraw(_ name: String) -> RandomStream {
    defer { drawCount += 1 }
    return RandomStream(seed: seed, name: "\(name) of draw \(drawCount)")
  }
}

/// A scenario translated for the map model: the setup, the numbers of points, the indexes
/// of marks.
struct SessionPlan {
  let setup: SimulationSetup
  /// The data set of the pins that the app's own tap recognizer drops; nil without one.
  let tappedPins: Int?
  /// The number of the first point of each data set.
  private let firstPoints: [Int]
  /// The index of each step's mark or snapshot, if it has one.
  private let nameIndexes: [Int?]

  init(_ scenario: Scenario) {
    var firstPoints: [Int] = []
    var coordinates: [Coordinate] = []
    var rows: [Int32] = []
    for data in scenario.data {
      firstPoints.append(coordinates.count)
      coordinates += data.coordinates
      rows += (0..<Int32(data.count))
    }
    var marks: [String] = []
    var snapshots: [String] = []
    var showsUser = scenario.map.userLocation != nil
    var losesDelegate = false
    var layers = scenario.layers
    var awaitsEvents = false
    var watched: [MapCondition.Counted] = []
    func watch(_ expectations: [PlacedExpectation]) {
      for placed in expectations {
        for counted in placed.promise?.counted ?? [] where !watched.contains(counted) {
          watched.append(counted)
        }
      }
    }
    watch(scenario.expectations)
    var gridded = Set(
      scenario.layers.indices.filter { scenario.layers[$0].cluster?.app.drawsGrid == true })
    var nameIndexes = [Int?](repeating: nil, count: scenario.stepCount)
    scenario.steps.visit { step, _ in
      if case .mark(let name) = step.action {
        nameIndexes[step.id] = marks.count
        marks.append(name)
      } else if case .snapshot(let name) = step.action {
        nameIndexes[step.id] = snapshots.count
        snapshots.append(name)
      } else if step.action.movesUser {
        showsUser = true
      } else if case .expect(let expectations, _) = step.action {
        watch(expectations)
      } else if case .waitUntil(let occurrence, atMost: _) = step.action, !occurrence.isLasting {
        awaitsEvents = true
      } else if case .setDelegate(.none) = step.action {
        losesDelegate = true
      } else if case .change(let layer, let change, _) = step.action,
        case .identifier? = change.clustering
      {
        layers[layer].isGivenClustering = true
      } else if case .changeClustering(let layer, let change) = step.action,
        change.drawsGrid == true
      {
        gridded.insert(layer)
      }
    }
    tappedPins = scenario.app.tapRecognizer.flatMap { _ in
      scenario.data.firstIndex { $0.name == DataSet.droppedPins }
    }
    self.firstPoints = firstPoints
    self.nameIndexes = nameIndexes
    var setup = SimulationSetup(
      viewport: SessionPlan.viewport(of: scenario.map),
      viewMarginFraction: scenario.map.viewMarginFraction, costs: scenario.device.costs,
      coordinates: coordinates, rows: rows, layers: layers, marks: marks,
      isTitled: SessionPlan.titles(of: scenario.data), options: scenario.options,
      userLocation: scenario.map.userLocation, showsUserLocation: showsUser,
      overlays: scenario.overlays, snapshots: snapshots, app: scenario.app,
      griddedLayers: gridded.sorted(), losesDelegate: losesDelegate)
    setup.bars = scenario.map.insets
    setup.gestures = scenario.map.gestures
    setup.userCallout = scenario.map.userCallout
    setup.namesakes = SessionPlan.namesakes(in: scenario)
    (setup.watched, setup.awaitsEvents) = (watched, awaitsEvents)
    setup.seed = scenario.seed
    setup.served = zip(firstPoints, scenario.data).map { $0..<($0 + $1.count) }
    self.setup = setup
  }

  /// The first point in any data set with the same id, for each point; empty when no step
  /// compares points of several data sets.
  private static func namesakes(in scenario: Scenario) -> [PointID] {
    var isAnyCompared = scenario.app.loads.contains { $0.method == .changed }
    scenario.steps.visit { step, _ in
      if case .replace(_, .changed, _) = step.action { isAnyCompared = true }
    }
    guard isAnyCompared, scenario.data.count > 1 else { return [] }
    let ids = scenario.data.flatMap(\.ids)
    let points = ids.indices.map { PointID($0) }
    let first = Dictionary(zip(ids, points), uniquingKeysWith: { first, _ in first })
    return zip(ids, points).map { first[$0] ?? $1 }
  }

  /// Whether each point has a title; empty when all have one, as most data sets do.
  private static func titles(of data: [DataSet]) -> [Bool] {
    guard data.contains(where: { $0.titles.contains("") }) else { return [] }
    return data.flatMap { set in set.titles.map { !$0.isEmpty } }
  }

  /// The number of a point.
  func point(data: Int, row: Int) -> PointID { PointID(firstPoints[data] + row) }

  /// The numbers of the points that a change names, in its order.
  func points(of change: DataChange) -> [PointID] {
    switch change.points {
    case .rows(let from, let to): (from..<to).map { point(data: change.data, row: $0) }
    case .list(let rows): rows.map { point(data: change.data, row: $0) }
    case .drawn: preconditionFailure("points are drawn when their step is played")
    }
  }

  /// The index of the mark that a step sets, or of the snapshot that it takes.
  func nameIndex(ofStep id: Int) -> Int {
    guard let index = nameIndexes[id] else { preconditionFailure("step \(id) names nothing") }
    return index
  }

  private static func viewport(of map: MapSetup) -> Viewport {
    guard let viewport = map.viewport else {
      preconditionFailure("a validated map has a valid center")
    }
    return viewport
  }
}
