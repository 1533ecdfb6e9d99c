import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import ScenarioFiles
import Scenarios
import Testing

@Suite("Clustering of a scenario")
struct ClusterScenarioTests {
  private func cluster(_ text: String) throws -> ClusterSetup {
    let scenario = try read(
      headText.replacing("cluster: {cell size: 60 pt}", with: "cluster: \(text)")
        + "steps: [tap map]"
    ).get()
    return try #require(scenario.layers[0].cluster)
  }

  @Test(arguments: [
    ("{}", ClusterFixes.standard), ("{mode: corrected}", .standard), ("{mode: upstream}", .none),
    ("{mode: upstream, fixes: {}}", .none),
  ])
  func `has the fixes of its mode`(text: String, fixes: ClusterFixes) throws {
    #expect(try cluster(text).fixes == fixes)
  }

  @Test(arguments: ScenarioSchema.object(.fixes).fields)
  func `switches each fix over the mode`(field: Field) throws {
    for mode in ClusterMode.allCases {
      let found = try cluster("{mode: \(mode), fixes: {\(field.key): \(field.example)}}").fixes
      var wanted = mode.fixes
      let value = try ScalarReader.value(of: field.example, as: field.type).get()
      let isSet = wanted.set(field.key, to: value)
      #expect(isSet && found == wanted)
    }
  }

  @Test
  func `has every key of the language`() throws {
    let settings = try cluster(
      """
      {engine: reference, mode: upstream, \
      fixes: {move reused: yes, overlap: pushed apart, tolerate zoom noise: yes}, \
      cell size: 50 pt, margin: 0.2, method: near center, reuse: yes, maximum zoom: 9 levels, \
      minimum locations: 3, zoom tolerance: 0.3 levels, fade: 10 ms, titles: yes, \
      subtitles: yes, refreshes reused views: no, debug grid: yes, clusterer: released, \
      animator: released}
      """)
    var fixes = ClusterFixes.none
    fixes.movesReused = true
    fixes.overlap = .pushedApart
    fixes.toleratesZoomNoise = true
    var app = ClusterAppSetup()
    app.titlesClusters = true
    app.subtitlesClusters = true
    app.refreshesReusedViews = false
    app.drawsGrid = true
    app.hasClusterer = false
    app.hasAnimator = false
    #expect(
      settings
        == ClusterSetup(
          engine: ReferenceEngine(fixes: fixes), cellSizePoints: 50, marginFraction: 0.2,
          method: .nearCenter,
          reusesAnnotations: true, maximumZoomLevel: 9, minimumUniqueLocations: 3,
          fade: SimulatedTime(milliseconds: 10), fixes: fixes, app: app,
          zoomToleranceLevels: 0.3))
    #expect(try cluster("{titles: no}").app == ClusterAppSetup())
    #expect(try cluster("{titles: no}").zoomToleranceLevels == 0.01)
  }

  @Test(arguments: EngineCatalog.standard.names)
  func `has every engine`(engine: String) throws {
    #expect(try cluster("{engine: \(engine)}").engine.name == engine)
    // The fixes of the controller are none of an engine's business, and those of the index count
    // however they came to be made.
    let fixes = """
      west of date line: yes, cells once: yes, one cell per point: yes, beyond 85 degrees: yes, \
      crowds in one leaf: yes, by identity: yes, move points: yes
      """
    let text = "{engine: \(engine), mode: upstream, method: near center, fixes: {\(fixes)}}"
    #expect(try cluster(text).engine.name == engine)
    #expect(try !cluster(text).fixes.comparesWhenApplied)
  }

  private static func milliseconds(_ times: (Int64, Int64, Int64?)) -> ClusterAnimator {
    ClusterAnimator(
      fadeIn: SimulatedTime(milliseconds: times.0), fadeOut: SimulatedTime(milliseconds: times.1),
      done: times.2.map { SimulatedTime(milliseconds: $0) })
  }

  @Test(
    arguments: [
      ("{}", (200, 200, 200)), ("{out: 0 ms}", (200, 0, 0)), ("{in: 3 ms}", (3, 200, 200)),
      ("{in: 300 ms, out: 500 ms, done: 70 ms}", (300, 500, 70)),
      ("{out: 10 ms, says done: no}", (200, 10, nil)), ("{says done: yes}", (200, 200, 200)),
    ] as [(String, (Int64, Int64, Int64?))])
  func `has an animator of the app's own`(text: String, times: (Int64, Int64, Int64?)) throws {
    let settings = try cluster("{custom animator: \(text)}")
    #expect(settings.animator == ClusterScenarioTests.milliseconds(times))
    #expect(settings.fade == SimulatedTime(milliseconds: 200))
    #expect(settings.app == ClusterAppSetup())
  }

  @Test(arguments: ClusterMethod.allCases)
  func `has every method`(method: ClusterMethod) throws {
    let setup = try cluster("{method: \(method.rawValue)}")
    #expect(setup.method == method && setup.placer == nil)
  }

  @Test(arguments: ClusterPlacer.rules)
  func `has every rule of an app's own`(rule: ClusterPlacer) throws {
    #expect(try cluster("{method: \(rule.name)}").placer == rule)
  }

  private static let lifetimes = {
    var change = ClusteringChange()
    change.animator = milliseconds((200, 500, 500))
    change.titlesClusters = false
    change.hasAnimator = false
    change.hasClusterer = true
    return change
  }()

  private static let change = {
    var change = ClusteringChange()
    change.fade = SimulatedTime(milliseconds: 5)
    change.titlesClusters = true
    change.subtitlesClusters = false
    change.refreshesReusedViews = false
    change.hasClusterer = false
    change.hasAnimator = true
    change.cellSizePoints = 90
    change.marginFraction = 0.2
    change.method = .nearCenter
    change.reusesAnnotations = false
    change.maximumZoomLevel = 12.5
    change.minimumUniqueLocations = 4
    change.zoomToleranceLevels = 0.2
    change.drawsGrid = true
    return change
  }()

  private static let grid = {
    var change = ClusteringChange()
    change.drawsGrid = false
    return change
  }()

  @Test(arguments: [
    (
      """
      change clustering: {layer: piles, cell size: 90 pt, margin: 0.2, method: near center, \
      reuse: no, maximum zoom: 12.5 levels, minimum locations: 4, \
      zoom tolerance: 0.2 levels, fade: 5 ms, titles: yes, subtitles: no, \
      refreshes reused views: no, debug grid: yes, clusterer: released, animator: kept}
      """, Step.Action.changeClustering(layer: 1, change)
    ),
    (
      """
      change clustering: {layer: piles, custom animator: {out: 500 ms}, titles: no, \
      animator: released, clusterer: kept}
      """, .changeClustering(layer: 1, lifetimes)
    ),
    ("set delegate: app", .setDelegate(.app)), ("set delegate: another", .setDelegate(.another)),
    ("set delegate: none", .setDelegate(.none)),
    (
      "change clustering: {layer: piles, debug grid: no}",
      .changeClustering(layer: 1, grid)
    ),
    (
      "select and zoom: {id: b, in: piles, width: 2 km}",
      .selectAndZoom(
        Step.Point(layer: 1, data: 0, row: 1), latitudinalMeters: 2000, longitudinalMeters: 2000,
        animated: true)
    ),
    (
      "select and zoom: {id: b, in: piles, of: cities, width: 2 km, height: 500 m, animated: no}",
      .selectAndZoom(
        Step.Point(layer: 1, data: 0, row: 1), latitudinalMeters: 500, longitudinalMeters: 2000,
        animated: false)
    ),
    (
      "zoom to cluster: {id: c, in: piles, padding: 20 pt, animated: no}",
      .zoomToCluster(.point(2, layer: 1), padding: EdgeInsets(all: 20), animated: false)
    ),
    (
      "zoom to cluster: {near: left edge, within: 5 pt}",
      .zoomToCluster(.near(.left, withinPoints: 5), padding: EdgeInsets(all: 0), animated: true)
    ),
    ("pause clustering: piles", .setClusteringPaused(layer: 1, true)),
    ("resume clustering: piles", .setClusteringPaused(layer: 1, false)),
    ("update clusters: piles", .updateClusters(layer: 1)),
  ])
  func `has every step of its controller`(text: String, action: Step.Action) throws {
    let scenario = try read(
      mapText + "  - add: {data: cities, into: piles}\n  - \(text)\n"
    ).get()
    #expect(scenario.steps.last?.action == action)
  }

  @Test
  func `finds points that only batches in turn give to a layer`() throws {
    let text = "  - download: {data: cities, into: [places, piles]}\n"
    #expect(
      messages(read(mapText + text + "  - select and zoom: {id: a, in: piles, width: 1 km}")) == [])
  }

  /// The smallest cells and the widest margin count, whatever the order of the steps.
  @Test(arguments: [
    ("cell size: 1 pt", ["6:44 the view and its margin hold more than 250000 such cells"]),
    (
      "cell size: 422.5 pt",
      ["6:44 the cells are longer than half of the world when the map is farthest away"]
    ),
    ("cell size: 422 pt", []),
    ("margin: 10", []),
    ("margin: 10}, change clustering: {layer: cities, cell size: 9 pt", ["6:92"]),
    ("cell size: 9 pt}, change clustering: {layer: cities, margin: 10", ["6:97"]),
  ])
  func `counts the cells that steps bring about`(change: String, diagnostics: [String]) {
    let step = "change clustering: {layer: cities, \(change)}"
    let found = messages(read(headText + "steps: [\(step)]"))
    #expect(found.count == diagnostics.count, "\(found)")
    for (found, wanted) in zip(found, diagnostics) { #expect(found.hasPrefix(wanted)) }
  }

  /// The largest area that a step gives the map view, and the options of each variant.
  @Test(arguments: [
    ("{}", "tap map", ""),
    ("{options: {farthest scale: one world on the shorter side}}", "tap map", "5:29 the cells are"),
    ("{}", "{resize: {to: 9000 x 9000 pt}}", "5:29 the view and its margin hold more than 250000"),
    ("{}", "{resize: {to: 844 x 390 pt}}", ""),
  ])
  func `counts the cells of each variant and each size`(
    variant: String, step: String, diagnostic: String
  ) {
    let side = step.contains("9000") ? 20 : 300
    let text =
      headText.replacing("cell size: 60 pt", with: "cell size: \(side) pt")
      + "variants: {a: {mode: upstream}, b: \(variant)}\nsteps: [\(step)]"
    let found = messages(read(text))
    #expect(found.isEmpty == diagnostic.isEmpty, "\(found)")
    #expect(found.first?.hasPrefix(diagnostic) != false, "\(found)")
  }

  /// Whoever does what a remedy says gets neither the same diagnostic again nor a value out of
  /// range.
  @Test
  func `takes the remedy for cells that are too long`() {
    let sides = [1.0, 1.5, 2, 39, 60, 100.3, 5_000, 5_001, 9_999.5, 10_000]
    var taken = 0
    for side in sides {
      for cell in sides {
        for edge in ["shorter", "longer"] {
          // Cells that are too long for the first size have a diagnostic there, and no other yet.
          for isResized in cell > 5_000 ? [false] : [false, true] {
            let session = CellSession(
              side: side, cell: cell, scale: "one world on the \(edge) side", isResized: isResized)
            for remedy in session.remedies {
              taken += 1
              var mended = session
              let number = remedy.split(separator: " ").compactMap { Double($0) }.first
              if remedy.hasPrefix("make the map larger") {
                (mended.side, mended.cell) = (2 * side, side)
              } else if remedy.hasPrefix("make cells") {
                mended.cell = number ?? 0
              } else {
                #expect(remedy.contains("\(edge) side"))
                mended.side = number ?? 0
              }
              #expect(mended.remedies.isEmpty, "\(session): \(remedy)")
              #expect(!mended.messages.contains { $0.contains("out of range") }, "\(remedy)")
            }
          }
        }
      }
    }
    #expect(taken > 200)
  }

  /// Cells and sizes that are never there together do not meet, and all that meet are told.
  @Test(arguments: [
    (160.0, "CELLS 60, SIZE 200 x 300", []), (160, "SIZE 200 x 300, CELLS 60", ["200 x 300"]),
    (60, "SIZE 1024 x 1366, CELLS 600", []), (60, "CELLS 600, SIZE 1024 x 1366", ["cell size"]),
    (
      60, "SIZE 100 x 110, CELLS 300, SIZE 200 x 300, CELLS 160, CELLS 150",
      ["100 x 110", "cell size", "200 x 300", "cell size"]
    ),
    (
      60, "{repeat: {times: 2, steps: [SIZE 200 x 300, SIZE 844 x 390, CELLS 300]}}",
      ["200 x 300"]
    ),
    (60, "{repeat: {times: 1, steps: [SIZE 200 x 300, SIZE 844 x 390, CELLS 300]}}", []),
    (60, "{repeat: {times: 2, steps: [CELLS 60, SIZE 200 x 300, SIZE 844 x 390, CELLS 300]}}", []),
  ])
  func `meets cells and sizes in the order of the steps`(
    side: Double, steps: String, places: [String]
  ) throws {
    func text(_ steps: String) -> String {
      let played = steps.replacing(#/CELLS (\d+)/#) {
        "{change clustering: {layer: cities, cell size: \($0.1) pt}}"
      }.replacing(#/SIZE (\d+ x \d+)/#) { "{resize: {to: \($0.1) pt}}" }
      let head = headText.replacing("cell size: 60", with: "cell size: \(ValueType.words(side))")
      return head + "steps: [\(played)]\n"
    }
    guard case .failure(let diagnostics) = read(text(steps)) else {
      #expect(places.isEmpty)
      return
    }
    #expect(diagnostics.all.map(\.code) == places.map { _ in .cellTooLong })
    for (diagnostic, place) in zip(diagnostics.all, places) {
      let line = text(steps).split(separator: "\n")[diagnostic.place.line - 1]
      #expect(line.dropFirst(diagnostic.place.column - 1).hasPrefix(place), "\(diagnostic)")
    }
    // Whoever follows all remedies of one kind has no diagnostic.
    func amounts(_ words: String) throws -> [Double] {
      try diagnostics.all.map { diagnostic in
        let number = diagnostic.remedy?.split(separator: words).last?.prefix { $0 != " " }
        return try #require(Double(number ?? ""))
      }
    }
    let (cell, size) = (try amounts("at most ").min(), try amounts("at least ").max())
    let (least, most) = (ValueType.words(cell ?? 0), ValueType.words(size ?? 0))
    let smaller = text(steps).replacing(#/cell size: (\d+)/#) {
      "cell size: \((Double($0.1) ?? 0) > cell ?? 0 ? least : String($0.1))"
    }
    let larger = text(steps).replacing(#/\d+ x \d+/#, with: "\(most) x \(most)")
    for mended in [smaller, larger] { #expect(messages(read(mended)).isEmpty, "\(mended)") }
  }

  private struct CellSession {
    var side: Double
    var cell: Double
    var scale: String
    var isResized: Bool

    private var result: Result<Scenario, Diagnostics> {
      let size = "\(ValueType.words(side)) x \(ValueType.words(side)) pt"
      let head = headText.replacing("cell size: 60", with: "cell size: \(ValueType.words(cell))")
        .replacing("390 x 844 pt", with: isResized ? "10000 x 10000 pt" : size)
      return read(
        head + "options: {farthest scale: \(scale)}\n"
          + "steps: [\(isResized ? "{resize: {to: \(size)}}" : "tap map")]")
    }

    var messages: [String] { ScenarioFilesTests.messages(result) }

    /// What the diagnostic of cells that are too long says to do; empty without one.
    var remedies: [String] {
      guard case .failure(let diagnostics) = result,
        let diagnostic = diagnostics.all.first(where: { $0.code == .cellTooLong })
      else { return [] }
      return (diagnostic.remedy?.prefix { $0 != ";" }.split(separator: ", or ").map(String.init))
        ?? []
    }
  }

  /// A variant may switch off what the layer or a step speaks of, and not what it speaks of itself.
  @Test(arguments: [
    ("cell size: 60 pt", "", "", []),
    ("zoom tolerance: 1 levels", "", "zoom tolerance: 2 levels", []),
    ("mode: upstream, zoom tolerance: 1 levels", "", "", ["5:45"]),
    ("mode: upstream", "", "zoom tolerance: 2 levels", ["6:45"]),
    ("fixes: {tolerate zoom noise: no}, zoom tolerance: 1 levels", "", "", ["5:63"]),
    ("mode: upstream, fixes: {tolerate zoom noise: yes}, zoom tolerance: 1 levels", "", "", []),
    ("zoom tolerance: 1 levels", "[upstream, corrected]", "zoom tolerance: 2 levels", []),
    (
      "mode: upstream", "{a: {zoom tolerance: 1 levels}, b: {mode: corrected}}", "", ["6:16"]
    ),
    ("cell size: 60 pt", "{a: {mode: upstream, zoom tolerance: 1 levels}, b: {}}", "", ["6:32"]),
    (
      "cell size: 60 pt",
      "{a: {fixes: {tolerate zoom noise: no}}, b: {zoom tolerance: 1 levels}}", "", []
    ),
  ])
  func `speaks of a tolerance only where one holds`(
    cluster: String, variants: String, change: String, places: [String]
  ) {
    let step = change.isEmpty ? "tap map" : "{change clustering: {layer: cities, \(change)}}"
    let text =
      headText.replacing("cell size: 60 pt", with: cluster)
      + (variants.isEmpty ? "" : "variants: \(variants)\n") + "steps: [\(step)]"
    let diagnostic = "'zoom tolerance' has no effect, because zoom noise is not tolerated"
    #expect(messages(read(text)) == places.map { "\($0) \(diagnostic)" })
  }

  @Test
  func `may speak of clusters that stay when a step makes them stay`() {
    let text = headText.replacing(
      "cell size: 60 pt", with: "reuse: no, refreshes reused views: no, fixes: {move reused: yes}")
    #expect(
      messages(read(text + "steps: [tap map]")) == [
        "5:40 'refreshes reused views' applies to reused clusters, and 'reuse: no' reuses none",
        "5:76 'move reused' applies to reused clusters, and 'reuse: no' reuses none",
      ])
    #expect(
      messages(read(text + "steps: [{change clustering: {layer: cities, reuse: yes}}]")) == [])
    let variants = "variants: {a: {}, b: {reuse: no, fixes: {move reused: yes}}, c: {reuse: no}}\n"
    let kept = text.replacing("reuse: no, ", with: "")
    #expect(
      messages(read(kept + variants + "steps: [tap map]")) == [
        "6:42 'move reused' applies to reused clusters, and 'reuse: no' reuses none"
      ])
  }
}
