internal import Clustering
internal import MapEvents
internal import MapGeometry

/// A recorded session played through an engine, as far as it goes without the controller.
///
/// An update happens when a batch changed the tree or the map moved; the answer is compared with
/// the clusters on the map. Places are compared only where reuse has no influence on them.
struct EngineReplay {
  private let session: RecordedSession
  private var settings: RecordedSession.Settings
  private var rect = MapRect(x: 0, y: 0, width: 0, height: 0)
  private var engine = ReferenceEngine()
  /// The member among equal points, by what makes them equal.
  private var memberByKey: [String: PointID] = [:]
  private var sets = ClusterSets()
  private var updates = 0
  private let comparison = Comparison()
  /// Where rounding decided against the recording.
  private(set) var remarks: [String] = []
  /// How many results agree exactly, in a session where rounding decides.
  private(set) var rounding: RoundingCounts?

  init(_ session: RecordedSession) {
    self.session = session
    settings = session.settings
    rounding = session.isOnFloatingPointEdge ? RoundingCounts() : nil
  }

  /// Whether all steps are of a kind that needs no controller; the map plays those and others.
  static func canPlay(_ session: RecordedSession) -> Bool {
    session.steps.allSatisfy { step in
      switch step.operation {
      case .view, .config: true
      case .add, .remove, .move: step.settles
      case .willChange, .didChange, .tap, .select, .bg, .main, .snapshot, nil: false
      }
    }
  }

  mutating func play() throws -> Outcome {
    for (index, step) in session.steps.enumerated() {
      try perform(step)
      for result in session.results[index] {
        let name = "step \(index)"
        let exact = Comparison()
        try geometry.compare(result, name: name, exact)
        try compareClusters(result, name: name, exact)
        rounding?.count(isExact: exact.outcome == .passed)
        if session.isOnFloatingPointEdge, case .failed(let difference) = exact.outcome {
          remarks.append(difference)
          try compareRoughly(result, name: name)
        } else {
          comparison.append(exact)
        }
      }
    }
    return comparison.outcome
  }

  private mutating func perform(_ step: RecordedSession.Step) throws {
    switch step.operation {
    case .view: rect = step.rect
    case .config: try settings.change(step.value["set"])
    case .move:
      guard step.rect != rect else { return }
      rect = step.rect
      update()
    case .add: if add(step.ids) { update() }
    case .remove: if remove(step.ids) { update() }
    case .willChange, .didChange, .tap, .select, .bg, .main, .snapshot, nil:
      throw FieldError(message: "a step '\(try step.value.text("op"))' cannot be played")
    }
  }

  private func key(of id: PointID) -> String {
    session.equalityKeys.isEmpty ? id.description : session.equalityKeys[id.index]
  }

  private mutating func add(_ ids: [PointID]) -> Bool {
    var work = Work()
    var isChanged = false
    for id in ids where memberByKey[key(of: id)] == nil {
      guard engine.add([id.rawValue], at: [session.points[id.index]], work: &work) == 1
      else { continue }
      memberByKey[key(of: id)] = id
      isChanged = true
    }
    return isChanged
  }

  private mutating func remove(_ ids: [PointID]) -> Bool {
    var work = Work()
    var isChanged = false
    for id in ids {
      guard let member = memberByKey[key(of: id)],
        engine.remove([member.rawValue], at: [session.points[id.index]], work: &work) == 1
      else { continue }
      memberByKey[key(of: id)] = nil
      isChanged = true
    }
    return isChanged
  }

  private var geometry: SessionGeometry {
    SessionGeometry(rect: rect, viewWidth: session.viewSize.width, settings: settings)
  }

  private mutating func update() {
    let geometry = geometry
    let query = ClusterQuery(
      grid: geometry.grid,
      isClusteringDisabled: settings.maximumZoom.map { geometry.zoomLevel > $0 } ?? false,
      minimumUniqueLocations: settings.minimumLocations,
      method: settings.isNearCenter ? .nearCenter : .centerOfMass)
    var work = Work()
    engine.clusters(query, into: &sets, work: &work)
    comparison.expect("cells visited", query.grid.count, Int(work.cellsVisited))
    updates += 1
  }

  private func compareClusters(
    _ result: GoldenValue, name: String, _ comparison: Comparison
  ) throws {
    var mine: [String: [Coordinate]] = [:]
    var theirs: [String: Int] = [:]
    for index in sets.indices where !isReplaced(index) {
      mine[signature(of: sets[index]), default: []].append(sets[index].coordinate)
    }
    let created = Set(try result.wholes("added"))
    for cluster in try result.list("clusters") {
      let isUnique = try cluster.truth("unique")
      let signature = "\(isUnique) \(try MemberHash.words(cluster))"
      theirs[signature, default: 0] += 1
      let isCreated = created.contains(try cluster.whole("serial"))
      guard isUnique || isCreated || !settings.reuses else { continue }
      let (latitude, longitude) = (try cluster.number("lat"), try cluster.number("lon"))
      let found = (mine[signature] ?? []).first { place in
        abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9
      }
      if let found {
        comparison.expect(
          "\(name) inView of \(signature)", try cluster.truth("inView"), rect.contains(found))
        continue
      }
      comparison.differ(
        "\(name) place of \(signature)", expected: "\(latitude), \(longitude)",
        got: "\((mine[signature] ?? []).map { "\($0.latitude), \($0.longitude)" })")
    }
    for signature in Set(theirs.keys).union(mine.keys).sorted() {
      comparison.expect(
        "\(name) clusters of \(signature)", theirs[signature, default: 0],
        mine[signature, default: []].count)
    }
  }

  private func compareRoughly(_ result: GoldenValue, name: String) throws {
    comparison.expect("\(name) visibleMapRect", try result.mapRect("visibleMapRect"), rect)
    try RoundingEdge.compare(result, grid: geometry.grid, name: name, comparison)
    let sizes = sets.indices.filter { !isReplaced($0) }.map { sets[$0].count }
    try RoundingEdge.compare(result, sizes: sizes, name: name, comparison)
  }

  /// Whether a controller finds the cluster of a set again in a later cell, with other members: on
  /// a grid wider than the world the second visit of a cell takes over the cluster of the first.
  private func isReplaced(_ index: Int) -> Bool {
    guard geometry.grid.rect.width > MapSize.worldSide, updates > 1 else { return false }
    let first = sets.members[sets[index].memberRange.lowerBound]
    return (index + 1..<sets.count).contains { later in
      sets.members(of: sets[later]).contains(first)
    }
  }

  private func signature(of set: ClusterSet) -> String {
    let members = sets.members(of: set).sorted().map { PointID(rawValue: $0) }
    return "\(set.isUniqueLocation) \(MemberHash.words(members))"
  }
}
