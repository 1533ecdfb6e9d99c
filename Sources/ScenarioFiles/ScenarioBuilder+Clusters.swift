import Clustering
import MapConfiguration
import MapGeometry
import Scenarios

/// The clustering of layers.
extension ScenarioBuilder {
  /// The clustering of a layer; nil after a fault.
  func clusterSetup(_ object: ReadObject) -> ClusterSetup? {
    guard let engine = object.text("engine").flatMap({ reader.schema.engines[$0] }),
      let mode = object.word("mode", ClusterMode.self), let cellSize = object.decimal("cell size"),
      let margin = object.decimal("margin"), let placing = placing(object),
      let reuse = object.flag("reuse"), let locations = object.whole("minimum locations"),
      let tolerance = object.decimal("zoom tolerance"), let fade = object.duration("fade"),
      let app = clusterApp(object)
    else { return nil }
    let mends = mends(object.object("mends"), over: mode.mends)
    var setup = ClusterSetup(
      engine: engine.make(mends), cellSizePoints: cellSize, marginFraction: margin,
      method: placing.method, reusesAnnotations: reuse,
      maximumZoomLevel: object.decimal("maximum zoom") ?? .infinity,
      minimumUniqueLocations: Int(locations), fade: fade, mends: mends, app: app,
      zoomToleranceLevels: tolerance)
    setup.placer = placing.placer
    setup.animator = object.object("custom animator").flatMap(animator)
    return setup
  }

  /// Where clusters are put: by a method of the library, or by a rule of the app's own.
  func placing(_ object: ReadObject) -> (method: ClusterMethod, placer: ClusterPlacer?)? {
    guard let word = object.text("method") else { return nil }
    if let method = ClusterMethod(rawValue: word) { return (method, nil) }
    // The method is never asked then.
    return ClusterPlacer.rules.first { $0.name == word }.map { (.centerOfMass, $0) }
  }

  /// An app's own animator; nil after a fault.
  func animator(_ object: ReadObject) -> ClusterAnimator? {
    guard let fadeIn = object.duration("in"), let fadeOut = object.duration("out"),
      let saysDone = object.flag("says done")
    else { return nil }
    return ClusterAnimator(
      fadeIn: fadeIn, fadeOut: fadeOut, done: saysDone ? object.duration("done") ?? fadeOut : nil)
  }

  /// Whether the app keeps an object; nil after a fault.
  func isKept(_ object: ReadObject, _ key: String) -> Bool? {
    object.text(key).map { $0 == "kept" }
  }

  private func mends(_ object: ReadObject?, over mends: ClusterMends) -> ClusterMends {
    var mends = mends
    guard let object else { return mends }
    for key in Language.declaration(of: .mends).keys {
      guard let scalar = object.scalar(key) else { continue }
      let isSet = mends.set(key, to: scalar)
      assert(isSet, "the mend '\(key)' is declared but never set")
    }
    return mends
  }

  private func clusterApp(_ object: ReadObject) -> ClusterAppSetup? {
    guard let titles = object.flag("titles"), let subtitles = object.flag("subtitles"),
      let refreshes = object.flag("refreshes reused views"), let grid = object.flag("debug grid"),
      let clusterer = isKept(object, "clusterer"), let animator = isKept(object, "animator")
    else { return nil }
    var app = ClusterAppSetup()
    app.titlesClusters = titles
    app.subtitlesClusters = subtitles
    app.refreshesReusedViews = refreshes
    app.drawsGrid = grid
    app.hasClusterer = clusterer
    app.hasAnimator = animator
    return app
  }

  /// Checks what no single key of the layers' clustering can know, with what a variant overrides
  /// and what steps change.
  mutating func checkClusters(_ object: ReadObject, in map: MapSetup?, variant: ReadObject?) {
    var cells = CellCount(map, isTurned: isMapTurned)
    for (layer, entry) in (object.named("layers") ?? []).enumerated() {
      guard entry.object.keyMarks["cluster"] != nil, let own = entry.object.object("cluster")
      else { continue }
      let cluster = variant.map { own.overridden(by: $0) } ?? own
      checkReuse(cluster, layer: layer, variant: variant)
      checkTolerance(cluster, layer: layer, variant: variant)
      checkEngine(cluster, layer: layer, variant: variant)
      guard var side = cluster.decimal("cell size"), var margin = cluster.decimal("margin") else {
        continue
      }
      add(cells.faults(side: side, margin: margin, in: cluster))
      // Whatever the order in which steps come to be played: the smallest cells, the widest margin.
      for change in clusterChanges[layer] {
        if let length = change.decimal("cell size"), cells.isTooLong(length) {
          add(cells.faults(side: length, margin: margin, in: change))
        }
        let smallest = min(side, change.decimal("cell size") ?? side)
        let widest = max(margin, change.decimal("margin") ?? margin)
        guard smallest < side || widest > margin else { continue }
        (side, margin) = (smallest, widest)
        add(cells.faults(side: side, margin: margin, in: change))
      }
      cells.endLayer()
    }
  }

  private mutating func add(_ faults: [(problem: Fault.SessionProblem, mark: YAMLMark)]) {
    for (problem, mark) in faults { add(.session(problem), at: mark) }
  }

  /// Refuses to speak of a tolerance where none holds.
  ///
  /// A variant may switch off what the layer or a step speaks of.
  private mutating func checkTolerance(_ cluster: ReadObject, layer: Int, variant: ReadObject?) {
    guard let mode = cluster.word("mode", ClusterMode.self),
      !mends(cluster.object("mends"), over: mode.mends).toleratesZoomNoise
    else { return }
    let key = "zoom tolerance"
    let isOverridden =
      variant?.keyMarks["mode"] != nil
      || variant?.object("mends")?.keyMarks["tolerate zoom noise"] != nil
    if let mark = cluster.keyMarks[key], !isOverridden || variant?.keyMarks[key] != nil {
      add(.map(.nothingTolerated), at: mark)
    }
    for change in clusterChanges[layer] where !isOverridden {
      if let mark = change.keyMarks[key] { add(.map(.nothingTolerated), at: mark) }
    }
  }

  /// Refuses what an engine cannot do: it would do something else without a word.
  ///
  /// What a variant says is at fault before what the layer says.
  private mutating func checkEngine(_ cluster: ReadObject, layer: Int, variant: ReadObject?) {
    guard let engine = cluster.text("engine"),
      reader.schema.engines[engine]?.reproducesLibrary == false,
      let mode = cluster.word("mode", ClusterMode.self)
    else { return }
    let chosen = variant?.keyMarks["engine"]
    let missing = mends(cluster.object("mends"), over: mode.mends).missingOfIndex
    for mend in missing {
      guard let own = cluster.object("mends")?.keyMarks[mend] else { continue }
      let mark = variant?.object("mends")?.keyMarks[mend] ?? chosen ?? own
      add(.map(.engineNeedsMend(engine, mend: mend)), at: mark)
    }
    if missing.contains(where: { cluster.object("mends")?.keyMarks[$0] == nil }) {
      let mark = variant?.keyMarks["mode"] ?? chosen ?? cluster.keyMarks["mode"]
      add(.map(.engineNeedsMode(engine)), at: mark ?? cluster.mark)
    }
    let firstMember = ClusterMethod.firstMember.rawValue
    if cluster.text("method") == firstMember {
      let mark = variant?.keyMarks["method"] ?? chosen ?? cluster.keyMarks["method"]
      add(.map(.engineWithoutMethod(engine, firstMember)), at: mark ?? cluster.mark)
    }
    for change in clusterChanges[layer] {
      guard let mark = change.keyMarks["method"],
        change.text("method") == firstMember
      else { continue }
      add(.map(.engineWithoutMethod(engine, firstMember)), at: mark)
    }
  }

  /// Refuses to speak of clusters that stay where none does, and no step makes them stay.
  ///
  /// A variant may switch off what the layer speaks of, or speak of what the layer switched off.
  private mutating func checkReuse(_ cluster: ReadObject, layer: Int, variant: ReadObject?) {
    let isOverridden = variant?.keyMarks["reuse"] != nil
    guard cluster.flag("reuse") == false,
      !clusterChanges[layer].contains(where: { $0.flag("reuse") == true })
    else { return }
    let key = "refreshes reused views"
    if let mark = cluster.keyMarks[key], (variant?.keyMarks[key] != nil) == isOverridden {
      add(.map(.nothingStays(key: key)), at: mark)
    }
    if let mends = cluster.object("mends"), mends.flag("move reused") == true,
      let mark = mends.keyMarks["move reused"],
      (variant?.object("mends")?.keyMarks["move reused"] != nil) == isOverridden
    {
      add(.map(.nothingStays(key: "move reused")), at: mark)
    }
  }
}

/// The cells that the updates of a frame look into, layer after layer.
///
/// So many that an update takes minutes are refused, and so long that the grid of the reproduced
/// library explodes: it takes the shorter way round the world from one end of a cell to the other,
/// so a cell longer than half the world comes out much too short. A map shows at most the whole
/// world along its longer side, or along the shorter one if the options let it go that far away. A
/// map that is turned says that it shows an upright rect around its view, which is largest at 45
/// degrees.
private struct CellCount {
  /// The map; without it, after a fault, nothing is counted.
  private let extent: ScreenSize?
  private let longest: Double
  private var cellsBefore = 0.0
  /// The most cells of the layer at hand.
  private var cells = 0.0

  init(_ map: MapSetup?, isTurned: Bool) {
    guard let map else {
      (extent, longest) = (nil, .infinity)
      return
    }
    let side = (map.size.width + map.size.height) / 2.0.squareRoot()
    extent =
      isTurned && map.viewportOptions.turnedBounds == .boundingBox
      ? ScreenSize(width: side, height: side) : map.size
    switch map.viewportOptions.farthestScale {
    case .worldOnLongerSide: longest = max(map.size.width, map.size.height) / 2
    case .worldOnShorterSide: longest = min(map.size.width, map.size.height) / 2
    }
  }

  func isTooLong(_ side: Double) -> Bool { side > longest }

  /// What is wrong when the layer has such cells, and where that was written.
  mutating func faults(
    side: Double, margin: Double, in object: ReadObject
  ) -> [(problem: Fault.SessionProblem, mark: YAMLMark)] {
    guard let extent else { return [] }
    let mark = object.keyMarks["cell size"] ?? object.keyMarks["margin"] ?? object.mark
    var faults: [(problem: Fault.SessionProblem, mark: YAMLMark)] = []
    if isTooLong(side) { faults.append((.cellTooLong(maximumPoints: longest), mark)) }
    let columns = extent.width * (1 + 2 * margin) / side + 2
    let rows = extent.height * (1 + 2 * margin) / side + 2
    let before = cellsBefore + cells
    if columns * rows > Limits.clusterCells {
      // Without those the sum says something new about the other layers.
      faults.append((.tooManyCells, mark))
    } else {
      cells = max(cells, columns * rows)
      if before <= Limits.clusterCells, cellsBefore + cells > Limits.clusterCells {
        faults.append((.tooManyCellsTogether, mark))
      }
    }
    return faults
  }

  /// The next layer begins.
  mutating func endLayer() {
    cellsBefore += cells
    cells = 0
  }
}
