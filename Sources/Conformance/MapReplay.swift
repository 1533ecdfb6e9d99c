internal import Callouts
internal import Clustering
internal import MapEvents
internal import MapGeometry
internal import MapModel

/// A recorded session played by a simulated map with one cluster layer.
///
/// The queue of the library is a list of operations; here they take simulated time, one nanosecond
/// for each node, so that the map can move while an update is computed.
struct MapReplay {
  /// The events since the last result.
  private final class Log {
    var events: [Event] = []
  }

  private let session: RecordedSession
  private var settings: RecordedSession.Settings
  private let log = Log()
  private let map: MapSimulation
  private var before: Set<Int32> = []
  private var comparison = Comparison()

  init(_ session: RecordedSession) throws {
    self.session = session
    settings = session.settings
    map = MapSimulation(
      setup: MapReplay.setup(session), stopwatch: StillStopwatch()
    ) { [log] in log.events.append($0) }
  }

  /// Plays all steps and compares every result.
  mutating func play() throws -> Outcome {
    for (index, step) in session.steps.enumerated() {
      try perform(step)
      let name = "step \(index)"
      if step.settles { comparison.expect("\(name) settles", true, map.advanceUntilSettled()) }
      for result in session.results[index] {
        let exactSoFar = comparison
        comparison = Comparison()
        try compare(result, name: name)
        if session.isOnFloatingPointEdge, comparison.outcome != .passed {
          comparison = Comparison()
          try RoundingEdge.compare(result, grid: geometry.grid, name: name, &comparison)
          let sizes = map.recordedClusters(of: 0).map(\.count)
          try RoundingEdge.compare(result, sizes: sizes, name: name, &comparison)
        }
        comparison = exactSoFar.followed(by: comparison)
        before = Set(map.recordedClusters(of: 0).map(\.serial))
        log.events.removeAll()
      }
    }
    return comparison.outcome
  }

  private mutating func perform(_ step: RecordedSession.Step) throws {
    switch step.operation {
    case "view": map.show(exactly: step.rect)
    case "move": map.move(exactlyTo: step.rect)
    case "willChange":
      map.beginRecordedChange()
      // The recording calls the controller only, past the map and its log.
      log.events.removeLast()
    case "didChange":
      map.endRecordedChange()
      log.events.removeAll { event in
        guard case .map = event.kind else { return false }
        return true
      }
    case "add": map.add(step.ids, to: 0)
    case "remove": map.remove(step.ids, from: 0)
    case "tap": map.tap(point: step.ids[0], layer: 0)
    case "config":
      try settings.change(step.value["set"])
      map.changeClusterSettings(of: 0) { settings.apply(to: &$0) }
    case "bg", "snapshot": break
    case "main":
      // The points are in the index, and what happens next on the main thread is asking for an
      // update.
      let asked = map.askedUpdates
      while map.askedUpdates == asked, !map.isSettled {
        map.advance(by: SimulatedTime(nanoseconds: 1))
      }
    default: throw FieldFault(message: "a step '\(step.operation)' cannot be played")
    }
  }

  private var geometry: SessionGeometry {
    SessionGeometry(
      rect: map.exactRect, viewWidth: session.viewSize.width, settings: settings)
  }

  private mutating func compare(_ result: GoldenValue, name: String) throws {
    try geometry.compare(result, name: name, &comparison)
    let clusters = map.recordedClusters(of: 0).sorted { $0.serial < $1.serial }
    let serials = Set(clusters.map(\.serial))
    comparison.expect("\(name) different serials", clusters.count, serials.count)
    comparison.expect(
      "\(name) added", try result.wholes("added"), list(serials.subtracting(before)))
    comparison.expect(
      "\(name) removed", try result.wholes("removed"), list(before.subtracting(serials)))
    let reused = log.events.compactMap { event -> Int? in
      guard case .cluster(.reused(let annotation, _, _)) = event.kind else { return nil }
      return Int(annotation)
    }
    comparison.expect("\(name) reused", try result.wholes("reused"), reused.sorted())
    let selected = result["selected"].isNull ? nil : try result.whole("selected")
    comparison.expect(
      "\(name) selected", selected.map { "\($0)" } ?? "none",
      map.selectedSerial.map { "\($0)" } ?? "none")
    try compareClusters(try result.list("clusters"), with: clusters, name: name)
    if let events = result["events"].list { compareEvents(events, name: name) }
  }

  private mutating func compareClusters(
    _ theirs: [GoldenValue], with mine: [RecordedCluster], name: String
  ) throws {
    comparison.expect("\(name) number of clusters", theirs.count, mine.count)
    for (golden, cluster) in zip(theirs, mine) {
      let serial = try golden.whole("serial")
      let name = "\(name) cluster \(serial)"
      let ids = cluster.members.sorted()
      comparison.expect("\(name) serial", serial, Int(cluster.serial))
      comparison.expect("\(name) members", try MemberHash.words(golden), MemberHash.words(ids))
      comparison.expect("\(name) count", try golden.whole("count"), cluster.members.count)
      comparison.expect("\(name) count shown", try golden.whole("count"), cluster.count)
      comparison.expect(
        "\(name) unique", try golden.truth("unique"),
        LocationKey.areOneLocation(cluster.members.map { session.points[Int($0)] }))
      let place = cluster.coordinate
      comparison.expect("\(name) lat", try golden.number("lat"), place.latitude, within: 1e-9)
      comparison.expect("\(name) lon", try golden.number("lon"), place.longitude, within: 1e-9)
      comparison.expect("\(name) place kept", cluster.recordCoordinate, place)
    }
  }

  /// Compares the order of what the map sees; completion handlers and titles are not modelled.
  private mutating func compareEvents(_ events: [GoldenValue], name: String) {
    let theirs = events.compactMap { event -> String? in
      let words = (event.text ?? "no text").split(separator: " ")
      switch words.first {
      case "add", "remove", "willReuse":
        return words.count > 1 ? "\(words[0]) \(words[1].dropFirst())" : "\(words[0])"
      case "regionWillChange", "regionDidChange", "didSelect", "didDeselect":
        return String(words[0])
      case "addDuplicate", "select", "deselect", "completion": return nil
      default: return "unknown \(event)"
      }
    }
    let mine = log.events.compactMap { event -> String? in
      switch event.kind {
      case .data(.annotationAdded(let annotation, _, _, _)): "add \(annotation)"
      case .data(.annotationRemoved(let annotation, _, _, _)): "remove \(annotation)"
      case .cluster(.reused(let annotation, _, _)): "willReuse \(annotation)"
      case .map(.regionWillChange): "regionWillChange"
      case .map(.regionDidChange): "regionDidChange"
      case .selection(.didSelect): "didSelect"
      case .selection(.didDeselect): "didDeselect"
      default: nil
      }
    }
    guard mine != theirs else { return }
    let place = zip(theirs, mine).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let index = place ?? min(mine.count, theirs.count)
    comparison.differ(
      "\(name) event \(index)", expected: index < theirs.count ? theirs[index] : "none",
      got: index < mine.count ? mine[index] : "none")
  }

  private func list(_ serials: Set<Int32>) -> [Int] { serials.map(Int.init).sorted() }
}

extension MapReplay {
  /// Why a session cannot be played; nil when it can.
  static func obstacle(_ session: RecordedSession) -> String? {
    guard session.viewSize.width > 0, session.viewSize.height > 0 else {
      return "a map view without size is not there yet"
    }
    guard session.equalityKeys.isEmpty else { return "points equal to others are not there yet" }
    var isChanging = false
    for (index, step) in session.steps.enumerated() {
      switch step.operation {
      case "select": return "the cluster controller's own selection is not there yet"
      case "view", "move":
        guard step.rect.width > 0, step.rect.height > 0 else {
          return "a map that shows an empty rect is not there yet"
        }
        guard step.operation == "view" || !isChanging else { return unpaired }
      case "willChange", "didChange":
        guard isChanging == (step.operation == "didChange") else { return unpaired }
        isChanging.toggle()
      case "bg", "main":
        guard isIndexing(at: index, in: session.steps) else {
          return "a schedule of single operations is not there yet"
        }
      case "add", "remove", "tap", "config", "snapshot": continue
      default: return "unknown clustering step '\(step.operation)'"
      }
    }
    return nil
  }

  private static let unpaired = "region changes that are not paired are not there yet"

  /// Whether a step is part of indexing alone: an add or a remove that does not settle, its
  /// operation in the background, and what follows on the main thread.
  private static func isIndexing(at index: Int, in steps: [RecordedSession.Step]) -> Bool {
    let start = index - (steps[index].operation == "bg" ? 1 : 2)
    guard start >= 0, start + 2 < steps.count else { return false }
    let before = steps[..<start].last { $0.operation != "view" }
    return ["add", "remove"].contains(steps[start].operation) && !steps[start].settles
      && steps[start + 1].operation == "bg" && !steps[start + 1].settles
      && steps[start + 2].operation == "main" && (before?.settles ?? true)
  }

  private static func setup(_ session: RecordedSession) -> SimulationSetup {
    var cluster = ClusterSetup(
      engine: ReferenceEngine(), cellSizePoints: 60, marginFraction: 0.5, method: .centerOfMass,
      reusesAnnotations: true, maximumZoomLevel: .greatestFiniteMagnitude,
      minimumUniqueLocations: 0, fade: SimulatedTime(milliseconds: 200))
    session.settings.apply(to: &cluster)
    let view = ViewSetup(
      identifiers: ["pin"], size: ScreenSize(width: 20, height: 30),
      centerOffset: ScreenOffset(dx: 0, dy: -15))
    let middle = MapPoint(x: MapSize.worldSide / 2, y: MapSize.worldSide / 2)
    return SimulationSetup(
      viewport: Viewport(
        size: session.viewSize, center: middle, mapPointsPerPoint: 64, headingDegrees: 0,
        regionFit: .exactInverse),
      viewMarginFraction: 0.5,
      costs: DeviceCosts(
        framesPerSecond: 50, viewCreation: .zero, viewReuse: .zero, viewLayout: .zero,
        annotationChange: .zero, pointVisit: .zero, nodeVisit: SimulatedTime(nanoseconds: 1)),
      coordinates: session.points, rows: session.points.indices.map { Int32($0) },
      layers: [
        LayerSetup(
          name: "clusters", cluster: cluster, view: view, clusterView: view, callout: nil)
      ],
      marks: [])
  }
}

extension RecordedSession.Settings {
  /// Gives the settings to a layer; its engine stays.
  fileprivate func apply(to setup: inout ClusterSetup) {
    setup.cellSizePoints = cellSize
    setup.marginFraction = marginFactor
    setup.method = isNearCenter ? .nearCenter : .centerOfMass
    setup.reusesAnnotations = reuses
    setup.maximumZoomLevel = maximumZoom ?? .greatestFiniteMagnitude
    setup.minimumUniqueLocations = minimumLocations
  }
}
