internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry
internal import MapModel

/// A recorded session played by a simulated map with one cluster layer.
///
/// It can be played block by block, as it was recorded: nothing runs by itself. Or in simulated
/// time, as scenarios are, when no result depends on timing; a queue's operations then take a
/// nanosecond for each node, so that the map can move while an update is computed.
struct RecordedSessionReplay {
  private let session: RecordedSession
  private var settings: RecordedSession.Settings
  private let log = SessionLog()
  private let map: MapSimulation
  private let isStepped: Bool
  /// Clusters on the map at the last result, and before the step of the next one.
  private var serialsAtResult: Set<AnnotationID> = []
  private var serialsBeforeStep: Set<AnnotationID> = []
  private var comparison = Comparison()
  /// Where rounding decided against the recording.
  private(set) var remarks: [String] = []
  /// How many results agree exactly, in a session where rounding decides.
  private(set) var rounding: RoundingCounts?

  init(_ session: RecordedSession, blockByBlock isStepped: Bool) {
    (self.session, self.isStepped) = (session, isStepped)
    settings = session.settings
    rounding = session.isOnFloatingPointEdge ? RoundingCounts() : nil
    var setup = RecordedSessionReplay.setup(session)
    setup.isRecording = isStepped
    map = MapSimulation(setup: setup, meter: StillMeter()) { [log] in log.note($0) }
    log.map = map
    map.observeAddedAgain { [log] in log.noteAddedAgain($0) }
  }

  mutating func play() throws -> Outcome {
    for (index, step) in session.steps.enumerated() {
      let name = "step \(index)"
      serialsBeforeStep = serials
      log.beginStep()
      if step.operation == .add || step.operation == .remove { log.calls[map.callCount] = index }
      try perform(step)
      if step.settles { settle(name) }
      for result in session.results[index] {
        let exactSoFar = comparison
        comparison = Comparison()
        try compare(result, name: name, isSettled: step.settles)
        rounding?.count(isExact: comparison.outcome == .passed)
        if session.isOnFloatingPointEdge, case .failed(let difference) = comparison.outcome {
          remarks.append(difference)
          comparison = Comparison()
          try RoundingEdge.compare(result, grid: geometry.grid, name: name, comparison)
          let sizes = map.recordedClusters(of: 0).map(\.count)
          try RoundingEdge.compare(result, sizes: sizes, name: name, comparison)
        }
        exactSoFar.append(comparison)
        comparison = exactSoFar
        serialsAtResult = serials
        log.removeAll()
      }
    }
    return comparison.outcome
  }

  private func settle(_ name: String) {
    if isStepped {
      map.runUntilNothingWaits()
    } else {
      comparison.expect("\(name) settles", true, map.advanceUntilSettled())
    }
  }

  private mutating func perform(_ step: RecordedSession.Step) throws {
    switch step.operation {
    case .view: map.show(exactly: step.rect)
    case .move: map.move(exactlyTo: step.rect)
    // The recording calls the controller only, past the map and its log.
    case .willChange: map.controllersWillSeeRegionChange()
    case .didChange: map.controllersDidSeeRegionChange()
    case .add: map.add(step.ids, to: 0)
    case .remove: map.remove(step.ids, from: 0)
    case .tap: map.select(recorded: step.ids[0], layer: 0)
    case .select:
      map.selectAndZoom(
        to: step.ids[0], layer: 0, latitudinalMeters: try step.value.number("latMeters"),
        longitudinalMeters: try step.value.number("lonMeters"), animated: true)
    case .config:
      try settings.change(step.value["set"])
      map.changeClusterSettings(of: 0) { settings.apply(to: &$0) }
    case .snapshot: break
    case .bg: map.runBackgroundOperation()
    case .main: if isStepped { map.runMainBlock() } else { waitForUpdate() }
    case nil: throw FieldError(message: "a step '\(try step.value.text("op"))' cannot be played")
    }
  }

  /// Advances until the points are indexed and the next block requests an update.
  private func waitForUpdate() {
    let asked = map.updateCount
    while map.updateCount == asked, !map.isSettled {
      map.advance(by: SimulatedTime(nanoseconds: 1))
    }
  }

  private var serials: Set<AnnotationID> { Set(map.recordedClusters(of: 0).map(\.serial)) }

  private var geometry: SessionGeometry {
    SessionGeometry(
      rect: map.exactRect, viewWidth: session.viewSize.width, settings: settings,
      // The cosine behind meters rounds in its own way everywhere.
      tolerance: hasRectOfMeters ? 1e-9 / 360 * MapSize.worldSide : 0)
  }

  private var hasRectOfMeters: Bool { session.steps.contains { $0.operation == .select } }
}

/// Comparisons with a result.
extension RecordedSessionReplay {
  private func compare(_ result: GoldenValue, name: String, isSettled: Bool) throws {
    try geometry.compare(result, name: name, comparison)
    let clusters = map.recordedClusters(of: 0).sorted { $0.serial < $1.serial }
    let serials = serials
    comparison.expect("\(name) different serials", clusters.count, serials.count)
    comparison.expect("\(name) total", try result.whole("total"), map.memberCount(of: 0))
    // Events of steps without a result may be part of this one or of none.
    expect(
      "\(name) added", try result.wholes("added"), list(serials.subtracting(serialsAtResult)),
      or: list(serials.subtracting(serialsBeforeStep)))
    expect(
      "\(name) removed", try result.wholes("removed"), list(serialsAtResult.subtracting(serials)),
      or: list(serialsBeforeStep.subtracting(serials)))
    expect(
      "\(name) reused", try result.wholes("reused"), log.reused(), or: log.reused(ofStep: true))
    expect(
      "\(name) completions", [try result.whole("completions")], [log.completions()],
      or: [log.completions(ofStep: true)])
    let selected = result["selected"].isNull ? nil : try result.whole("selected")
    comparison.expect(
      "\(name) selected", selected.map { "\($0)" } ?? "none",
      map.selectedSerial.map { "\($0)" } ?? "none")
    try compareClusters(
      try result.list("clusters"), with: clusters, name: name, isSettled: isSettled)
    if let events = result["events"].list {
      log.compare(events.map { $0.text ?? "no text" }, name: name, comparison)
    }
  }

  private func expect(_ what: String, _ expected: [Int], _ got: [Int], or other: [Int]) {
    guard expected != other else { return }
    comparison.expect(what, expected, got)
  }

  private func compareClusters(
    _ theirs: [GoldenValue], with mine: [RecordedCluster], name: String, isSettled: Bool
  ) throws {
    comparison.expect("\(name) number of clusters", theirs.count, mine.count)
    for (golden, cluster) in zip(theirs, mine) {
      let serial = try golden.whole("serial")
      let name = "\(name) cluster \(serial)"
      let ids = cluster.members.sorted()
      comparison.expect("\(name) serial", serial, cluster.serial.index)
      comparison.expect("\(name) members", try MemberHash.words(golden), MemberHash.words(ids))
      comparison.expect("\(name) count", try golden.whole("count"), cluster.members.count)
      comparison.expect(
        "\(name) unique", try golden.truth("unique"),
        LocationKey.areOneLocation(cluster.members.map { session.points[$0.index] }))
      let place = cluster.coordinate
      comparison.expect("\(name) lat", try golden.number("lat"), place.latitude, within: 1e-9)
      comparison.expect("\(name) lon", try golden.number("lon"), place.longitude, within: 1e-9)
      comparison.expect("\(name) inView", try golden.truth("inView"), map.exactRect.contains(place))
      // Members change in the background, what is shown of them later on the main thread.
      guard isSettled else { continue }
      comparison.expect("\(name) count shown", try golden.whole("count"), cluster.count)
      comparison.expect("\(name) place kept", cluster.recordCoordinate, place)
    }
  }

  private func list(_ serials: Set<AnnotationID>) -> [Int] { serials.map(\.index).sorted() }
}

extension RecordedSessionReplay {
  /// Whether a session can be played in time: its steps do single operations for indexing alone,
  /// and rects are those of a map.
  static func canPlayInTime(_ session: RecordedSession) -> Bool {
    guard session.viewSize.width > 0, session.viewSize.height > 0 else { return false }
    return session.steps.indices.allSatisfy { index in
      let step = session.steps[index]
      return switch step.operation {
      case .view, .move: step.rect.width > 0 && step.rect.height > 0
      case .bg, .main: isIndexing(at: index, in: session.steps)
      // Its rects follow from meters by a formula of the recordings.
      case .select: false
      // The target of a tap must have got its view.
      case .tap:
        session.steps[..<index].allSatisfy {
          $0.settles || $0.operation == .view || $0.operation == .config
        }
      case .add, .remove, .config, .willChange, .didChange, .snapshot, nil: true
      }
    }
  }

  static func obstacle(_ session: RecordedSession) -> String? {
    session.steps.first { $0.operation == nil }.map {
      "unknown clustering step '\($0.value["op"].text ?? "")'"
    }
  }

  /// Whether a step is part of indexing alone: an add or a remove that does not settle, its
  /// operation in the background, and the block on the main thread.
  private static func isIndexing(at index: Int, in steps: [RecordedSession.Step]) -> Bool {
    let start = index - (steps[index].operation == .bg ? 1 : 2)
    guard start >= 0, start + 2 < steps.count else { return false }
    let before = steps[..<start].last { $0.operation != .view }
    return [.add, .remove].contains(steps[start].operation) && !steps[start].settles
      && steps[start + 1].operation == .bg && !steps[start + 1].settles
      && steps[start + 2].operation == .main && (before?.settles ?? true)
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
    var setup = SimulationSetup(
      viewport: Viewport(
        size: session.viewSize, center: middle, mapPointsPerPoint: 64, headingDegrees: 0,
        regionFit: .exactInverse),
      // Far enough for every cluster to have a view, as those of the recordings can be selected
      // wherever they are.
      viewMarginFraction: 4,
      costs: DeviceCosts(framesPerSecond: 50, nodeVisit: SimulatedTime(nanoseconds: 1)),
      coordinates: session.points, rows: session.points.indices.map { Int32($0) },
      layers: [
        LayerSetup(name: "clusters", cluster: cluster, view: view, clusterView: view, callout: nil)
      ], marks: [])
    setup.identities = session.identities
    return setup
  }
}

extension RecordedSession.Settings {
  fileprivate func apply(to setup: inout ClusterSetup) {
    setup.cellSizePoints = cellSize
    setup.marginFraction = marginFactor
    setup.method = isNearCenter ? .nearCenter : .centerOfMass
    setup.reusesAnnotations = reuses
    setup.maximumZoomLevel = maximumZoom ?? .greatestFiniteMagnitude
    setup.minimumUniqueLocations = minimumLocations
  }
}
