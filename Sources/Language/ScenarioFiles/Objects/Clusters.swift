import Callouts
import Clustering
import MapConfiguration
import MapGeometry
import Scenarios

extension ScenarioBuilder {
  func clusterSetup(_ object: ReadObject) throws -> ClusterSetup {
    guard
      let engine = object[ClusterKeys.anyEngine]
        .flatMap({ reader.schema.engines[$0] }),
      ClusterKeys.changeable.allSatisfy({
        $0.field.need == .optional || object.value(of: $0.name) != nil
      })
    else { throw InvalidValue() }
    let fixes = try fixes(object, over: object.get(ClusterKeys.mode).fixes)
    var setup = try ClusterSetup(
      engine: engine.make(fixes), cellSizePoints: object.get(ClusterKeys.cellSize),
      marginFraction: object.get(ClusterKeys.margin), method: .centerOfMass,
      reusesAnnotations: object.get(ClusterKeys.reuse), maximumZoomLevel: .infinity,
      minimumUniqueLocations: object.get(ClusterKeys.minimumLocations),
      fade: object.get(ClusterKeys.fade), fixes: fixes)
    clusteringChange(object).apply(to: &setup)
    return setup
  }

  /// The settings that were written or have a default.
  func clusteringChange(_ object: ReadObject) -> ClusteringChange {
    var change = ClusteringChange()
    change.cellSizePoints = object[ClusterKeys.cellSize]
    change.marginFraction = object[ClusterKeys.margin]
    if let placing = placing(object) { (change.method, change.placer) = placing }
    change.reusesAnnotations = object[ClusterKeys.reuse]
    change.maximumZoomLevel = object[ClusterKeys.maximumZoom]
    change.minimumUniqueLocations = object[ClusterKeys.minimumLocations]
    change.fade = object[ClusterKeys.fade]
    change.animator = object[ClusterKeys.customAnimator].flatMap(AnimatorKeys.animator)
    change.titlesClusters = object[ClusterKeys.titles]
    change.subtitlesClusters = object[ClusterKeys.subtitles]
    change.refreshesReusedViews = object[ClusterKeys.refreshes]
    change.zoomToleranceLevels = object[ClusterKeys.zoomTolerance]
    change.drawsGrid = object[ClusterKeys.debugGrid]
    change.hasClusterer = object[ClusterKeys.clusterer]
    change.hasAnimator = object[ClusterKeys.animator]
    return change
  }

  /// The placement of clusters: a method of the library, or a rule of the app.
  private func placing(_ object: ReadObject) -> (method: ClusterMethod, placer: ClusterPlacer?)? {
    guard let word = object[ClusterKeys.method] else { return nil }
    if let method = ClusterMethod(rawValue: word) { return (method, nil) }
    // The method is never asked then.
    return ClusterPlacer.rules.first { $0.name == word }.map { (.centerOfMass, $0) }
  }

  private func fixes(_ cluster: ReadObject, over mode: ClusterFixes) -> ClusterFixes {
    ClusterFixes.entries.taking(cluster[ClusterKeys.fixes], over: mode)
  }

  /// Checks the settings of clustering together: those of the layers, their overrides in a
  /// variant, and changes by steps.
  mutating func checkClusters(_ object: ReadObject, variant: ReadObject?) {
    var cells = CellCount(view.largest, isTurned: view.isTurned)
    var clusters: [Int: ReadObject] = [:]
    for (layer, entry) in (object[HeadKeys.layers] ?? []).enumerated() {
      guard var cluster = entry.object[LayerKeys.cluster] else { continue }
      if let variant {
        // The layer's own value is not judged where the variant's has a diagnostic already.
        for (key, mark) in variant.keyMarks.pairs where variant.values[key] == nil {
          (cluster.keyMarks[key], cluster.values[key]) = (mark, nil)
        }
      }
      checkReuse(cluster, layer: layer, variant: variant)
      checkTolerance(cluster, layer: layer, variant: variant)
      checkEngine(cluster, layer: layer, variant: variant)
      guard var side = cluster[ClusterKeys.cellSize], var margin = cluster[ClusterKeys.margin]
      else { continue }
      clusters[layer] = cluster
      add(cells.diagnostics(side: side, margin: margin, in: cluster))
      // The smallest cells and the widest margin, whatever the order in which steps are played.
      for change in layerNames.changes[layer] {
        let smallest = min(side, change[ClusterKeys.cellSize] ?? side)
        let widest = max(margin, change[ClusterKeys.margin] ?? margin)
        guard smallest < side || widest > margin else { continue }
        (side, margin) = (smallest, widest)
        add(cells.diagnostics(side: side, margin: margin, in: change))
      }
      cells.endLayer()
    }
    checkCells(of: clusters)
  }

  /// Refuses cells that are too long for the map.
  ///
  /// It walks the steps in order: a step that sets cells is checked against the current map size,
  /// and a step that resizes the map against the current cells.
  private mutating func checkCells(of clusters: [Int: ReadObject]) {
    guard var map = view.first else { return }
    var cells = LongCells()
    for layer in clusters.keys.sorted() {
      clusters[layer].map { cells.set($0, layer: layer, in: map) }
    }
    for step in view.cellSteps {
      switch step {
      case .changed(let layer, let object):
        if clusters[layer] != nil { cells.set(object, layer: layer, in: map) }
      case .resized(let size, let mark):
        map.size = size
        cells.judge(cells.sides.values.max(), in: map, at: mark)
      }
    }
    for diagnostic in cells.diagnostics {
      add(.cellTooLong(diagnostic.side, in: diagnostic.map), at: diagnostic.mark)
    }
  }

  private mutating func add(_ diagnostics: [(problem: Diagnostic.Message, mark: YAMLMark)]) {
    for (problem, mark) in diagnostics { add(problem, at: mark) }
  }

  /// Refuses a tolerance where none applies.
  ///
  /// A variant may switch off a setting of the layer or of a step.
  private mutating func checkTolerance(_ cluster: ReadObject, layer: Int, variant: ReadObject?) {
    guard let mode = cluster[ClusterKeys.mode], !fixes(cluster, over: mode.fixes).toleratesZoomNoise
    else { return }
    let key = ClusterKeys.zoomTolerance
    let isOverridden =
      variant?.isWritten(ClusterKeys.mode) == true
      || variant?[ClusterKeys.fixes]?.keyMarks["tolerate zoom noise"] != nil
    if let mark = cluster.mark(ofKey: key), !isOverridden || variant?.isWritten(key) == true {
      add(.nothingTolerated, at: mark)
    }
    for change in layerNames.changes[layer] where !isOverridden {
      if let mark = change.mark(ofKey: key) { add(.nothingTolerated, at: mark) }
    }
  }

  /// Refuses settings that an engine does not support, as it would silently ignore them.
  ///
  /// A conflict is reported at the variant's key where it has one, else at the layer's.
  private mutating func checkEngine(_ cluster: ReadObject, layer: Int, variant: ReadObject?) {
    guard let engine = cluster[ClusterKeys.anyEngine],
      reader.schema.engines[engine]?.reproducesLibrary == false,
      let mode = cluster[ClusterKeys.mode]
    else { return }
    let chosen = variant?.mark(ofKey: ClusterKeys.anyEngine)
    let missing = fixes(cluster, over: mode.fixes).missingOfIndex
    for fix in missing {
      guard let own = cluster[ClusterKeys.fixes]?.keyMarks[fix] else { continue }
      let mark = variant?[ClusterKeys.fixes]?.keyMarks[fix] ?? chosen ?? own
      add(.engineNeedsFix(engine, fix: fix), at: mark)
    }
    if missing.contains(where: { cluster[ClusterKeys.fixes]?.keyMarks[$0] == nil }) {
      let mark =
        variant?.mark(ofKey: ClusterKeys.mode) ?? chosen ?? cluster.mark(ofKey: ClusterKeys.mode)
      add(.engineNeedsMode(engine), at: mark ?? cluster.mark)
    }
    let firstMember = ClusterMethod.firstMember.rawValue
    if cluster[ClusterKeys.method] == firstMember {
      let mark =
        variant?.mark(ofKey: ClusterKeys.method) ?? chosen
        ?? cluster.mark(ofKey: ClusterKeys.method)
      add(.engineWithoutMethod(engine, firstMember), at: mark ?? cluster.mark)
    }
    for change in layerNames.changes[layer] where change[ClusterKeys.method] == firstMember {
      let mark = change.mark(ofKey: ClusterKeys.method) ?? change.mark
      add(.engineWithoutMethod(engine, firstMember), at: mark)
    }
  }

  /// Refuses settings of clusters that stay where none stay, and no step makes them stay.
  ///
  /// A variant may switch off a setting of the layer, or set one that the layer switched off.
  private mutating func checkReuse(_ cluster: ReadObject, layer: Int, variant: ReadObject?) {
    let isOverridden = variant?.isWritten(ClusterKeys.reuse) == true
    guard cluster[ClusterKeys.reuse] == false,
      !layerNames.changes[layer].contains(where: { $0[ClusterKeys.reuse] == true })
    else { return }
    let key = ClusterKeys.refreshes
    if let mark = cluster.mark(ofKey: key), (variant?.isWritten(key) == true) == isOverridden {
      add(.nothingStays(key: key.name), at: mark)
    }
    let moved = "move reused"
    if let fixes = cluster[ClusterKeys.fixes], fixes.values[moved]?.text == "yes",
      let mark = fixes.keyMarks[moved],
      (variant?[ClusterKeys.fixes]?.keyMarks[moved] != nil) == isOverridden
    {
      add(.nothingStays(key: moved), at: mark)
    }
  }
}

/// A step that changes the map view or settings of the clusters of a layer.
enum CellStep {
  case resized(ScreenSize, YAMLMark)
  case changed(layer: Int, ReadObject)
}

/// The sides of the current cells, and where they are too long for the current map.
private struct LongCells {
  /// The sides by the indices of the layers.
  private(set) var sides: [Int: Double] = [:]
  /// At each place the longest cells and the smallest map, so that the remedy holds in every
  /// round.
  private(set) var diagnostics: [(side: Double, map: MapSetup, mark: YAMLMark)] = []

  /// Sets the side that a layer or a step gives, if it gives one.
  mutating func set(_ object: ReadObject, layer: Int, in map: MapSetup) {
    guard let side = object[ClusterKeys.cellSize] else { return }
    sides[layer] = side
    judge(side, in: map, at: object.mark(ofKey: ClusterKeys.cellSize) ?? object.mark)
  }

  /// Notes a diagnostic where cells are too long for a map.
  mutating func judge(_ side: Double?, in map: MapSetup, at mark: YAMLMark) {
    guard let side, side > map.longestCellPoints else { return }
    guard let index = diagnostics.firstIndex(where: { $0.mark == mark }) else {
      return diagnostics.append((side, map, mark))
    }
    diagnostics[index].side = max(side, diagnostics[index].side)
    if map.longestCellPoints < diagnostics[index].map.longestCellPoints {
      diagnostics[index].map = map
    }
  }
}

/// The number of cells that the updates of a frame query, layer after layer.
///
/// Scenarios with so many cells that an update takes minutes are refused. A turned map
/// reports an upright rect around its view, which is largest at 45 degrees.
private struct CellCount {
  /// The map; without it, after a diagnostic, nothing is counted.
  private let extent: ScreenSize?
  private var cellsBefore = 0.0
  /// The largest number of cells of the current layer.
  private var cells = 0.0

  init(_ map: MapSetup?, isTurned: Bool) {
    guard let map else {
      extent = nil
      return
    }
    let side = (map.size.width + map.size.height) / 2.0.squareRoot()
    extent =
      isTurned && map.viewportOptions.turnedBounds == .boundingBox
      ? ScreenSize(width: side, height: side) : map.size
  }

  /// Returns the problems of a layer with these cells, and the place of the cells in the
  /// file.
  mutating func diagnostics(
    side: Double, margin: Double, in object: ReadObject
  ) -> [(problem: Diagnostic.Message, mark: YAMLMark)] {
    guard let extent else { return [] }
    let mark =
      object.mark(ofKey: ClusterKeys.cellSize) ?? object.mark(ofKey: ClusterKeys.margin)
      ?? object.mark
    var diagnostics: [(problem: Diagnostic.Message, mark: YAMLMark)] = []
    let columns = extent.width * (1 + 2 * margin) / side + 2
    let rows = extent.height * (1 + 2 * margin) / side + 2
    let before = cellsBefore + cells
    if columns * rows > Limits.clusterCells {
      // Without those the sum says something new about the other layers.
      diagnostics.append((.tooManyCells, mark))
    } else {
      cells = max(cells, columns * rows)
      if before <= Limits.clusterCells, cellsBefore + cells > Limits.clusterCells {
        diagnostics.append((.tooManyCellsTogether, mark))
      }
    }
    return diagnostics
  }

  mutating func endLayer() {
    cellsBefore += cells
    cells = 0
  }
}

extension MapSetup {
  /// The longest side of cells with which the grid of the reproduced library works.
  ///
  /// The library takes the shorter way round the world from one end of a cell to the other, so a
  /// cell longer than half the world comes out much too short. A map shows at most the whole world
  /// along its longer side, or along the shorter one if the options let it go that far away.
  var longestCellPoints: Double {
    switch viewportOptions.farthestScale {
    case .worldOnLongerSide: max(size.width, size.height) / 2
    case .worldOnShorterSide: min(size.width, size.height) / 2
    }
  }
}

/// The keys of `cluster`, which variants can override, and most of which steps can change.
enum ClusterKeys {
  /// The key of an engine of any catalog, by which its name is read.
  static let anyEngine = engine(.standard)
  static func engine(_ engines: EngineCatalog) -> Key<String> {
    Key(
      "engine", .choice(engines.names), .default("reference"),
      "The algorithm. `reference` is the algorithm of CCHMapClusterController: each update asks a "
        + "quad tree for the points of every cell. `aggregate` makes the clusters of the fixed "
        + "reference "
        + "from a tree of exact sums. It visits only new cells and cells in which points came or "
        + "went; if nothing is new, it does nothing. "
        + "`pyramid` does the same with cells that divide the world by a power of two: the "
        + "smallest such cells that are at least as long as `cell size`. They are up to twice "
        + "as long, and stay the same while the map zooms by less than a level. `aggregate` "
        + "and `pyramid` have none of the flaws that the fixes of the index correct. They keep "
        + "no order in which points came. Therefore they may choose another first of several "
        + "equal members, or keep another of several old clusters, than `reference`, and they "
        + "do not support `first member`. They place a cluster of one location at its "
        + "southernmost member, or at the westernmost of several there.", example: "aggregate")
  }

  static let mode = Key(
    "mode", ValueDecoder<ClusterMode>.word, .default(ClusterMode.corrected.word),
    "The fixed library (corrected), or the published one with its known flaws (upstream).",
    example: ClusterMode.upstream.word)
  static let fixes = Key(
    "fixes", .object(.fixes), .derived("as `mode` says"),
    "Fixes to switch on or off separately from the mode.",
    example: "{coalesce updates: no, overlap: pushed apart}")
  static let cellSize = Key(
    "cell size", .points(Limits.cellPoints), .default("60 pt"), "Side of a cell.", example: "60 pt")
  static let margin = Key(
    "margin", .decimal(-0.45...10), .default("0.5"),
    "Area beyond each edge that is clustered too, as a fraction of the visible rect.",
    example: "0.5")
  static let method = Key(
    "method", .choice(ClusterMethod.allCases.map(\.rawValue) + ClusterPlacer.rules.map(\.name)),
    .default("center of mass"),
    "The place of a cluster. The first three methods come with the library; the others are written "
      + "by apps.", example: "near center")
  static let reuse = Key(
    "reuse", .flag, .default("yes"),
    "Whether an old cluster stays on the map and takes over the members of a new cluster, if the "
      + "two share members.",
    example: "no")
  static let maximumZoom = Key(
    "maximum zoom", .levels(0...30), .optional,
    "Beyond this zoom level points are shown singly. Without this key every level clusters.",
    example: "14 levels")
  static let minimumLocations = Key(
    "minimum locations", .whole(0...1_000_000), .default("0"),
    "A cell with fewer different places than this is not clustered.", example: "2")
  static let zoomTolerance = Key(
    "zoom tolerance", .levels(0...30), .default("0.01 levels"),
    "The largest change of zoom that does not count as a zoom, if 'tolerate zoom noise' is on.",
    example: "0.01 levels")
  static let fade = Key(
    "fade", .anyTime, .default("200 ms"),
    "The time for which the library's animator fades new clusters in and old ones out. With "
      + "'empty fade: at once', an update takes no time for it when none of the clusters that it "
      + "removes has a view on the map.",
    example: "200 ms")
  static let customAnimator = Key(
    "custom animator", .object(.customAnimator), .optional,
    "An animator of the app's own in place of the library's.",
    example: "{in: 300 ms, out: 500 ms, done: 200 ms}")
  static let titles = Key(
    "titles", .flag, .default("no"),
    "Whether the app's delegate gives clusters a title, from how many points they hold; without "
      + "one a view that can show a callout acts as disabled.", example: "yes")
  static let subtitles = Key(
    "subtitles", .flag, .default("no"),
    "Whether the delegate gives clusters a subtitle; it is asked when a callout opens.",
    example: "yes")
  static let refreshes = Key(
    "refreshes reused views", .flag, .default("yes"),
    "Whether the delegate refreshes the view of a cluster that stays with other members.",
    example: "no")
  static let debugGrid = Key(
    "debug grid", .flag, .default("no"),
    "Whether the grid of cells is drawn over the map, as overlays.", example: "yes")
  static let clusterer = Key(
    "clusterer", .kept, .default("kept"),
    "Whether the app keeps the object that places clusters; one that was released places them at "
      + "0, 0.", example: "released")
  static let animator = Key(
    "animator", .kept, .default("kept"),
    "Whether the app keeps the object that fades clusters; one that was released stalls the "
      + "updates forever.", example: "released")

  /// The keys that a step can change while the session runs.
  static let changeable: [any ObjectKey] = [
    cellSize, margin, method, reuse, maximumZoom, minimumLocations, zoomTolerance, fade,
    customAnimator, titles, subtitles, refreshes, debugGrid, clusterer, animator,
  ]

  static func all(_ engines: EngineCatalog) -> [any ObjectKey] {
    [engine(engines), mode, fixes] + changeable
  }

  /// Excludes one of the keys that name the controller's only animator.
  static let rules: [KeyRule] = [.excludes(customAnimator.name, other: fade.name)]
}

enum AnimatorKeys {
  private static let fadeIn = Key(
    "in", .anyTime, .default("200 ms"),
    "The time in which a new view fades in.", example: "300 ms")
  private static let fadesIn = Key(
    "fades in", .flag, .default("yes"),
    "Whether it sees to views that come at all; else each is as transparent as it was before: see "
      + "`alpha` of the key `not reset` of views.", example: "no")
  private static let fadeOut = Key(
    "out", .anyTime, .default("200 ms"),
    "The time in which an old view fades out.", example: "500 ms")
  private static let done = Key(
    "done", .anyTime, .derived("as `out`"),
    "When it says that it is done: then the old clusters leave the map, faded or not, and the "
      + "next update may begin. No update takes less than that.", example: "200 ms")
  private static let saysDone = Key(
    "says done", .flag, .default("yes"),
    "Whether it calls its completion handler, as it must, once; else updates stall forever.",
    example: "no")

  static let schema = ObjectSchema(
    .customAnimator,
    "A custom animator that fades in every view that the map adds, those of other layers "
      + "too, unless `fades in` is no, and fades out the clusters that an update lets go.",
    keys: [fadeIn, fadesIn, fadeOut, done, saysDone],
    rules: [
      .only(fadeIn.name, when: fadesIn.name, isOneOf: ["yes"]),
      .only(done.name, when: saysDone.name, isOneOf: ["yes"]),
    ],
    example: "{in: 300 ms, out: 500 ms, done: 200 ms}")

  static func animator(_ object: ReadObject) -> ClusterAnimator? {
    guard let fadeIn = object[fadeIn], let fadesIn = object[fadesIn],
      let fadeOut = object[fadeOut], let saysDone = object[saysDone]
    else { return nil }
    return ClusterAnimator(
      fadeIn: fadesIn ? fadeIn : nil, fadeOut: fadeOut,
      done: saysDone ? object[done] ?? fadeOut : nil)
  }
}

extension ScenarioSchema {
  static let fixes = ObjectSchema(
    .fixes, "The fixes of CCHMapClusterController, flaw by flaw; every report names those made.",
    fields: ClusterFixes.entries.map(\.field),
    example: "{coalesce updates: no, overlap: pushed apart}")

  static let variant = variant(.standard, .standard)

  static func variant(
    _ engines: EngineCatalog, _ adjusters: AdjusterCatalog
  ) -> ObjectSchema {
    ObjectSchema(
      .variant,
      "The keys that differ from the scenario, also inside objects. Keys of `cluster` and "
        + "`callout` hold for every layer that has one.",
      keys: VariantKeys.all(engines, adjusters), rules: ClusterKeys.rules,
      example: "{mode: upstream, fixes: {coalesce updates: yes}}")
  }
}
