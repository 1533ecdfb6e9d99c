import Formatting
import MapEvents
import MapGeometry
import Metrics
import Pages
import Statistics
import Support

@testable import Measures
@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

/// Made-up sessions: everything has a default, so what a test names is what matters.
enum Fixture {
  /// What the terminal prints behind the sessions, with every table.
  static func verbose(_ run: RunReport) -> String {
    var console = Console(hasColors: false, isQuiet: false)
    console.isVerbose = true
    return wide { console.closing(of: run) }
  }

  /// The page with all that a reader can look at, drawn by the templates that the browser draws
  /// by.
  static func drawn(_ run: RunReport) -> String {
    let data = /<script type="text\/(x-mustache|plain)".*?<\/script>/.dotMatchesNewlines()
    let scripts = [WebFile.pageJS, WebFile.playerJS, WebFile.chartsJS].map {
      "<script>\n\($0)</script>"
    }
    let parts = HTMLPage.parts(of: run).filter { $0.name != "list" }.map {
      HTMLPage.templates.render($0.template, $0.context())
    }
    return scripts.reduce(HTMLPage.text(of: run).replacing(data, with: "")) {
      $0.replacing($1, with: "")
    } + parts.joined()
  }

  static func session(
    id: String = "edges", title: String = "A pin near the edge",
    variant: VariantLine? = nil, file: String = "Scenarios/edges.yaml",
    tags: [String] = ["smoke"], mustFail: [Metric] = [], steps: [StepLabel] = labels,
    verdicts: [Verdict]? = nil,
    callouts: [CalloutVerdict] = [callout(kept: [true, true, nil, nil, true, true])],
    snapshots: [PlacedSnapshot] = [scene()], clusterings: [LayerClustering] = [],
    measurements: Measurements? = nil
  ) -> SessionReport {
    var facts = Facts()
    facts.session = table
    facts.marks = [IntervalFacts(name: "zooming", start: ms(400), table: part)]
    facts.steps = [MetricTable(), part]
    facts.verdicts = verdicts ?? [verdict()]
    facts.callouts = callouts
    facts.updates = updates
    return SessionReport(
      id: id, title: title, variant: variant, file: file, tags: tags, seed: 7,
      device: DeviceLine(name: "phone-60hz", costs: ["view creation 2 ms", "point visit 90 ns"]),
      clusterings: clusterings, options: [MapOption(name: "region fit", value: "edge sum")],
      mustFail: mustFail.map { ExpectedMetric($0) },
      stepLabels: steps, legend: legend, facts: facts, snapshots: snapshots,
      measurements: measurements)
  }

  /// A map that moves for a tenth of a second under a pin which is tapped and opens its callout.
  static let seen: SessionScene = {
    var scene = SessionScene()
    scene.camera.append(at: ms(0), [32_000, 48_000, 1_000_000, 0])
    scene.camera.append(at: ms(100), [32_000, 49_600, 1_000_000, 0])
    scene.sizes.append(at: ms(0), [100_000, 200_000])
    scene.looks.append(at: ms(16), [0, 0, -10_000, -20_000, 20_000, 20_000])
    scene.views.append(at: ms(16), [100_000_000, 3, 0, 32_160, 48_000, 1, 16])
    scene.views.append(at: ms(116), [-1, 3, 0, 32_160, 48_000, 1, 10])
    scene.grids.append(at: ms(16), [0, 31_000, 47_000, 800, 3, 4])
    scene.callouts.append(
      at: ms(116),
      [
        0, 32_160, 48_000, -10_000, 0, 20_000, 20_000, -40_000, -30_000, 80_000, 30_000, -40_000,
        -30_000, 80_000, 50_000, 0, 0, 0, 0, 0, 1_000,
      ])
    scene.shapes.append(at: ms(16), [0, 1, 0, 31_000, 47_000])
    scene.shapes.append(at: ms(16), [0, 1, 1, 33_000, 49_000])
    scene.taps.append(at: ms(110), [60_000, 100_000])
    scene.selections.append(at: ms(116), [4])
    scene.points.append(at: ms(0), [32_160, 48_000])
    scene.names = SceneTable()
    scene.names?.append(at: ms(16), [0, 0])
    (scene.ids, scene.titles) = (["7"], ["Seven"])
    return scene
  }()

  static func run(_ sessions: [SessionReport], isDebugBuild: Bool = true) -> RunReport {
    RunReport(
      sessions: sessions, version: "1.2.3", isDebugBuild: isDebugBuild,
      allocator: "jemalloc 5.3.0")
  }

  /// All index pages of a run in one text.
  static func index(of run: RunReport) -> String {
    IndexPage.pages(of: run).map(\.text).joined(separator: "\n")
  }

  /// A scenario that fails and a canary that is caught, both measured.
  static let smallRun = run(
    [
      session(verdicts: [verdict(), broken, neverEvaluated], measurements: measurements),
      session(
        id: "canary", title: "A blind judge", file: "Scenarios/Canaries/canary.yaml",
        mustFail: [.viewsCreated], verdicts: [broken], measurements: measurements),
    ], isDebugBuild: false)

  static func verdict(
    _ metric: Metric = .viewsCreated, text: String = "at most 40", line: Int = 31,
    value: MetricValue = .count(38), outcome: Expectation.Outcome = .kept
  ) -> Verdict {
    Verdict(
      expectation: Metrics.Expectation(metric: metric, rule: .atMost(.count(40))),
      written: WrittenRule(text, line: line, column: 7), step: nil, value: value, outcome: outcome)
  }

  /// A verdict that was broken.
  static let broken = verdict(value: .count(1_234), outcome: .broken)
  /// A verdict for which there was nothing to measure.
  static let neverEvaluated = verdict(
    .calloutInside, text: "always", line: 32, value: .never, outcome: .neverEvaluated)

  static func callout(
    _ number: Int32 = 0, kept: [Bool?], overflow: Double = 0, after: CalloutRects? = rects
  ) -> CalloutVerdict {
    CalloutVerdict(
      callout: number, step: 1, openedAt: ms(600), measures: measures(kept),
      overflowPoints: overflow,
      excessShiftPoints: 0.25, scaleRatio: 1, regionChanges: 1, insets: EdgeInsets(all: 2),
      before: rects, after: after)
  }

  /// Measures that keep or break the criteria about place and move: C1 to C5 and C16.
  private static func measures(_ kept: [Bool?]) -> CriterionMeasures? {
    guard !kept.isEmpty else { return nil }
    let criteria: [Criterion] = [
      .inside, .zoomUnchanged, .minimalShift, .untouchedWhenVisible, .idempotent, .parentVisible,
    ]
    var measures = CriterionMeasures()
    for (criterion, kept) in zip(criteria, kept) {
      measures[criterion] = kept.map {
        CriterionMeasure($0 ? 0 : 12.25, of: criterion, within: 0.5)
      }
    }
    return measures
  }

  static func scene(title: String = "callout at rest") -> PlacedSnapshot {
    PlacedSnapshot(
      title: title, time: ms(900), step: 1,
      scene: Snapshot(
        occasion: .callout, camera: camera,
        grids: [
          Snapshot.Grid(
            layer: 0, origin: ScreenPoint(x: -10, y: -20), sidePoints: 60, columns: 2, rows: 1)
        ],
        pins: [
          pin(x: 50, y: 40, count: 12), pin(x: 20, y: 60, count: 1, isSelected: true),
        ], callout: rects), callout: 0)
  }

  static func pin(x: Double, y: Double, count: Int32, isSelected: Bool = false) -> Snapshot.Pin {
    Snapshot.Pin(
      layer: 0, point: ScreenPoint(x: x, y: y),
      frame: ScreenRect(minX: x - 16, minY: y - 39, width: 32, height: 39), count: count,
      isSelected: isSelected)
  }

  static func ms(_ milliseconds: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: milliseconds)
  }

  static let labels = [
    StepLabel(id: 0, line: 20, depth: 0, text: "wait: settled"),
    StepLabel(id: 1, line: 21, depth: 1, text: "select: {near: left edge}"),
  ]

  static let camera = Camera(center: MapPoint(x: 1_000.5, y: 2_000), mapPointsPerPoint: 4)

  static let legend = Legend(
    viewSize: ScreenSize(width: 100, height: 200), viewMarginFraction: 0.5,
    framePeriod: SimulatedTime(nanoseconds: 16_666_667), camera: camera, layers: ["cities"],
    marks: ["zooming"], identifiers: ["city"])

  static let rects = CalloutRects(
    parent: ScreenRect(minX: 4, minY: 21, width: 32, height: 39),
    body: ScreenRect(minX: 2, minY: -59, width: 90, height: 80), tip: ScreenPoint(x: 20, y: 21),
    contain: ScreenRect(minX: 2, minY: -59, width: 90, height: 119))

  static let part: MetricTable = {
    var table = MetricTable()
    table[.viewsCreated] = .count(3)
    table[.viewsReused] = .count(0)
    table[.viewReuseRate] = .share(part: 0, of: 3)
    return table
  }()

  static let table: MetricTable = {
    var table = MetricTable()
    table[.clusterUpdates] = .count(2)
    table[.latencyMedian] = .nanoseconds(120_000_000)
    table[.latencyPercentile95] = .nanoseconds(236_400_000)
    table[.latencyMaximum] = .nanoseconds(236_400_000)
    table[.latencyWithoutFadePercentile95] = .nanoseconds(36_400_000)
    table[.pointsTouched] = .count(12_345)
    table[.churn] = .count(0)
    table[.viewsRequested] = .count(440)
    table[.viewsCreated] = .count(40)
    table[.viewsReused] = .count(400)
    table[.viewReuseRate] = .share(part: 400, of: 440)
    table[.calloutsOpened] = .count(1)
    table[.calloutsJudged] = .count(1)
    table[.calloutsCorrect] = .share(part: 1, of: 1)
    table[.calloutInside] = .share(part: 0, of: 1)
    table[.calloutOverflowMaximum] = .micropoints(12_500_000)
    table[.frames] = .count(60)
    table[.hitchRatio] = .share(part: 3_200_000, of: 1_000_000_000)
    table[.simulatedTime] = .nanoseconds(1_000_000_000)
    return table
  }()

  static let updates: [UpdateFacts] = {
    var first = UpdateFacts(
      update: 0, layer: 0, step: 0, trigger: .pointsAdded, triggeredAt: ms(100), batches: 1)
    first.queueWait = ms(20)
    first.compute = SimulatedTime(nanoseconds: 16_400_000)
    first.animation = ms(200)
    first.latency = SimulatedTime(nanoseconds: 236_400_000)
    return [
      first,
      UpdateFacts(update: 1, layer: 0, step: 1, trigger: .regionChanged, triggeredAt: ms(500)),
    ]
  }()

  static let measurements = Measurements(
    realNanoseconds: 2_500_000,
    phases: [
      Measurements.Phase(
        name: "query",
        help: "the engine finds the points of each cell, and which of them belong together",
        laps: TimingSummary(count: 2, p50: 850, p90: 12_345, p95: 12_345, max: 12_345))
    ],
    updates: Measurements.Updates(
      session: TimingSummary(count: 2, p50: 1_850, p90: 22_345, p95: 22_345, max: 22_345),
      marks: [nil],
      steps: [nil, TimingSummary(count: 2, p50: 1_850, p90: 22_345, p95: 22_345, max: 22_345)]))
}
