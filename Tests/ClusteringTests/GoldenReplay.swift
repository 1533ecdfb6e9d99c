import Clustering
import MapGeometry
import Support
import Testing

/// A recorded session played through an engine alone, as far as it goes without the controller.
///
/// An update happens when a batch changed the tree or the map moved; the answer of the engine is
/// then compared with the clusters on the map. Which cluster is used again is not its business, so
/// places are compared only where use has no influence on them.
struct GoldenReplay {
  private let session: JSONValue
  private let points: [Coordinate]
  private let viewWidth: Double
  private var config: JSONValue
  private var changes: [String: JSONValue] = [:]
  private var rect = MapRect(x: 0, y: 0, width: 0, height: 0)
  private var engine = ReferenceEngine()
  /// The member among equal points, by what makes them equal.
  private var memberByKey: [String: Int32] = [:]
  private var sets = ClusterSets()
  private var updates = 0
  /// How many results were compared.
  private(set) var compared = 0

  init(_ session: JSONValue) {
    self.session = session
    points =
      session["dataset"].text.map { Golden.dataset($0) }
      ?? session["points"].list.map { Coordinate($0) }
    viewWidth = session["viewSize"][0].number
    config = session["config"]
  }

  /// Whether all steps are of a kind that needs no controller.
  static func canPlay(_ session: JSONValue) -> Bool {
    session["steps"].list.allSatisfy { step in
      switch step["op"].text {
      case "view", "config": true
      case "add", "remove", "move": step["settle"].bool ?? true
      default: false
      }
    }
  }

  mutating func play() {
    for (index, step) in session["steps"].list.enumerated() {
      perform(step)
      for result in session["results"].list where result["step"].int == index {
        compareGeometry(result)
        compareClusters(result)
        compared += 1
      }
    }
  }

  private func setting(_ name: String) -> JSONValue { changes[name] ?? config[name] }

  private mutating func perform(_ step: JSONValue) {
    switch step["op"].text {
    case "view": rect = MapRect(step["rect"])
    case "config":
      guard case .object(let fields) = step["set"] else { return }
      changes.merge(fields) { $1 }
    case "move":
      let target = MapRect(step["rect"])
      guard target != rect else { return }
      rect = target
      update()
    case "add":
      if add(ids(of: step)) { update() }
    case "remove":
      if remove(ids(of: step)) { update() }
    default: Issue.record("a step that cannot be played")
    }
  }

  private func ids(of step: JSONValue) -> [Int32] {
    guard step["range"].isNull else {
      return Array(Int32(step["range"][0].int)..<Int32(step["range"][1].int))
    }
    return step["ids"].list.map { Int32($0.int) }
  }

  private func key(of id: Int32) -> String {
    session["equalityKeys"].isNull
      ? String(id) : session["equalityKeys"][Int(id)].text ?? String(id)
  }

  private mutating func add(_ ids: [Int32]) -> Bool {
    var work = Work()
    var isChanged = false
    for id in ids where memberByKey[key(of: id)] == nil {
      guard engine.add([id], at: [points[Int(id)]], work: &work) == 1 else { continue }
      memberByKey[key(of: id)] = id
      isChanged = true
    }
    return isChanged
  }

  private mutating func remove(_ ids: [Int32]) -> Bool {
    var work = Work()
    var isChanged = false
    for id in ids {
      guard let member = memberByKey[key(of: id)],
        engine.remove([member], at: [points[Int(id)]], work: &work) == 1
      else { continue }
      memberByKey[key(of: id)] = nil
      isChanged = true
    }
    return isChanged
  }

  private var zoomLevel: Double {
    ClusterScale.zoomLevel(visibleRect: rect, viewWidth: viewWidth)
  }

  private var mapLength: Double {
    ClusterScale.mapLength(
      visibleRect: rect, viewWidth: viewWidth, cellSize: setting("cellSize").number)
  }

  private var grid: ClusterGrid {
    ClusterGrid(
      visibleRect: rect, marginFactor: setting("marginFactor").number,
      cellSide: ClusterGrid.alignedCellSide(mapLength: mapLength))
  }

  private mutating func update() {
    let highest = setting("maxZoomLevelForClustering")
    let query = ClusterQuery(
      grid: grid, isClusteringDisabled: !highest.isNull && zoomLevel > highest.number,
      minimumUniqueLocations: setting("minUniqueLocationsForClustering").int,
      method: setting("clusterer").text == "nearCenter" ? .nearCenter : .centerOfMass)
    var work = Work()
    engine.clusters(query, into: &sets, work: &work)
    #expect(Int(work.cellsVisited) == query.grid.count)
    updates += 1
  }

  private func compareGeometry(_ result: JSONValue) {
    #expect(rect == MapRect(result["visibleMapRect"]))
    #expect(mapLength == result["mapLength"].number)
    #expect(grid.cellSide == result["cellMapSize"].number)
    #expect(grid.rect == MapRect(result["gridMapRect"]))
    #expect(grid.count == result["cells"].int)
    let zoom = result["zoomLevel"]
    #expect(zoom.isNull ? zoomLevel.isNaN : abs(zoomLevel - zoom.number) < 1e-9)
  }

  private func compareClusters(_ result: JSONValue) {
    var mine: [String: [Coordinate]] = [:]
    var theirs: [String: Int] = [:]
    for index in sets.indices where !isReplaced(index) {
      mine[signature(of: sets[index]), default: []].append(sets[index].coordinate)
    }
    let created = Set(result["added"].list.map(\.int))
    let isReuseOn = setting("reuseExistingClusterAnnotations").bool ?? true
    for cluster in result["clusters"].list {
      let signature = signature(of: cluster)
      theirs[signature, default: 0] += 1
      guard cluster["unique"].bool == true || created.contains(cluster["serial"].int) || !isReuseOn
      else { continue }
      let isFound = (mine[signature] ?? []).contains { place in
        abs(place.latitude - cluster["lat"].number) < 1e-9
          && abs(place.longitude - cluster["lon"].number) < 1e-9
      }
      #expect(isFound, "\(signature) is at \(mine[signature] ?? [])")
    }
    #expect(mine.mapValues(\.count) == theirs)
  }

  /// Whether a controller finds the cluster of a set again in a later cell, with other members.
  ///
  /// It happens when the grid is wider than the world and clusters are shown already: the second
  /// visit of a cell takes over the cluster of the first.
  private func isReplaced(_ index: Int) -> Bool {
    guard grid.rect.width > MapSize.worldSide, updates > 1 else { return false }
    let first = sets.members[sets[index].memberRange.lowerBound]
    return (index + 1..<sets.count).contains { later in
      sets.members(of: sets[later]).contains(first)
    }
  }

  private func signature(of set: ClusterSet) -> String {
    let ids = sets.members(of: set).sorted()
    guard ids.count > 50 else { return "\(set.isUniqueLocation) \(ids)" }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for id in ids {
      for shift in [0, 8, 16, 24] {
        hash = (hash ^ UInt64(UInt32(bitPattern: id) >> shift & 0xFF)) &* 0x100_0000_01B3
      }
    }
    let digits = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return "\(set.isUniqueLocation) \(ids.count) from \(ids[0]): \(padded)"
  }

  private func signature(of cluster: JSONValue) -> String {
    let unique = cluster["unique"].bool ?? false
    guard cluster["ids"].isNull else { return "\(unique) \(cluster["ids"].list.map(\.int))" }
    let hash = cluster["idsHash"].text ?? ""
    return "\(unique) \(cluster["count"].int) from \(cluster["minId"].int): \(hash)"
  }
}
