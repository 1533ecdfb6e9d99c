import Foundation
import MapEvents
import MapGeometry
import Metrics
import Statistics

@testable import Measures
@testable import Reporting

/// A large made-up run: what a page with everything on it looks like, and whether pages of some
/// length come out the same twice.
enum Sample {
  static let run = RunReport(
    sessions: scenarios + canaries, version: "1.0.0", isDebugBuild: false,
    allocator: "jemalloc 5.3.0")

  private static let scenarios = [
    session(1, "edges", "A pin near each edge opens its callout", callouts: 8, broken: [5]),
    session(2, "download", "Cities arrive in batches while the user zooms", callouts: 0),
    session(3, "fling", "A fling across Europe and back", callouts: 3),
    session(4, "layers", "Shops and stations in two layers, one clustered", callouts: 4),
    session(5, "dateline", "Panning over the 180th meridian keeps every island", callouts: 1),
    session(
      6, "variants", "The same session with the tree of sums, not the reference", callouts: 2),
  ]

  private static let canaries = [
    session(
      7, "canary-callout-left-outside", "A callout that is left outside the map", callouts: 1,
      broken: [0], mustFail: [.calloutInside]),
    session(
      8, "canary-churn", "A layer that throws its clusters away", callouts: 0,
      mustFail: [.churn]),
  ]

  /// Numbers that look drawn and are the same in every run.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  private static func session(
    _ seed: UInt64, _ id: String, _ title: String, callouts: Int, broken: Set<Int> = [],
    mustFail: [Metric] = []
  ) -> SessionReport {
    var dice = Dice(state: seed)
    var session = Fixture.session(
      id: id, title: title, file: "Scenarios/\(id).yaml", mustFail: mustFail, steps: labels,
      measurements: measurements)
    session.seed = seed
    session.legend.viewSize = ScreenSize(width: 390, height: 844)
    session.legend.layers = ["cities", "stations"]
    session.tags = ["callout", "smoke"]
    session.device.costs = [
      "view creation 2 ms", "view reuse 0.3 ms", "layout 0.2 ms", "point visit 90 ns",
      "node visit 40 ns",
    ]
    session.options = [
      MapOption(name: "region fit", value: "edge sum"),
      MapOption(name: "selection survives removal", value: "no"),
      MapOption(name: "callout adjustment", value: "contain rect, animated over 300 ms"),
    ]
    session.facts.updates = updates(&dice, count: 20 + dice.roll(60))
    session.facts.callouts = (0..<callouts).map { number in
      callout(number, isBroken: broken.contains(number), &dice)
    }
    session.facts.session = table(session.facts, &dice)
    session.facts.marks = ["loading", "zooming", "tapping"].enumerated().map { index, name in
      IntervalFacts(
        name: name, start: Fixture.ms(Int64(index) * 2_500), table: table(session.facts, &dice))
    }
    session.facts.steps = StepTables(labels.map { _ in table(session.facts, &dice) })
    session.facts.verdicts = verdicts(session, isBroken: !broken.isEmpty)
    session.snapshots =
      [scene("mark zooming", .mark, nil, &dice), scene("the end", .end, nil, &dice)]
      + session.facts.callouts.map { verdict in
        var placed = scene("callout \(verdict.callout)", .callout, verdict.after, &dice)
        placed.callout = verdict.callout
        return placed
      }
    if id == "download" { fillMapView(&session) }
    if id == "download" { fillClusters(&session) }
    return session
  }

  /// Everything that only some sessions have: warnings, dirty views, options, all kinds of things
  /// in a picture of a turned map.
  private static func fillMapView(_ session: inout SessionReport) {
    session.facts.session[.reentries] = .count(3)
    session.facts.session[.staleReuses] = .count(2)
    session.facts.staleReuses = (0..<2).map { number in
      StaleReuse(
        time: Fixture.ms(900), step: 3, view: 12, annotation: AnnotationID(40 + Int(number)),
        leaks: [
          StaleReuse.Leak(part: .title, owner: 7), StaleReuse.Leak(part: .transform, owner: 39),
        ])
    }
    session.options.append(
      MapOption(name: "deceleration", value: "fast", isDefault: false))
    session.legend.overlays = ["fence", "route", "area"]
    session.snapshots.append(
      PlacedSnapshot(title: "before the storm", time: Fixture.ms(950), step: 3, scene: mapView))
  }

  /// A download whose updates take longer and longer, and clusters with every flaw.
  private static func fillClusters(_ session: inout SessionReport) {
    let flaws: [Metric] = [.pointsLost, .ghostClusters, .clustersMoved, .clustersFlickered]
    for metric in flaws { session.facts.session[metric] = .count(1_204) }
    session.facts.session[.pointsCountedTwice] = .count(0)
    session.facts.session[.clusterCountsChanged] = .count(1)
    let count = session.facts.updates.count
    session.facts.batchWindows = (0..<10).map { window in
      let unit = Int64(window + 4) * Int64(window + 4) * 1_000_000
      return BatchWindow(
        batches: (window * 4 + 1)...(window * 4 + 4), updates: 8,
        median: .nanoseconds(unit * 2), percentile95: .nanoseconds(unit * 3),
        maximum: .nanoseconds(unit * 3 + unit * Int64(window % 3)))
    }
    for update in session.facts.updates.indices {
      session.facts.updates[update].work = ClusterWork(
        nodesVisited: 40, pointsTouched: Int64(update) * 300, cellsVisited: 12, distances: 0)
    }
    let times = (0..<count).map(realTime)
    session.measurements?.updates = Measurements.Updates(
      session: nil, marks: [], steps: [], byNumber: times,
      phaseNames: ["query", "locate", "choose", "diff", "apply"])
  }

  private static func realTime(ofUpdate number: Int) -> Measurements.Update? {
    guard number % 5 != 4 else { return nil }
    let unit = Int64(number * number + 40) * 100
    return Measurements.Update(compute: 8 * unit, phases: [5 * unit, unit, unit, unit, 2 * unit])
  }

  private static func points(_ points: [(Double, Double)]) -> [ScreenPoint] {
    points.map { ScreenPoint(x: $0.0, y: $0.1) }
  }

  private static let mapView: Snapshot = {
    var camera = Fixture.camera
    camera.headingDegrees = 24
    let kinds: [AnnotationViewKind] = [.image, .pin, .marker]
    var pins = (0..<24).map { number in
      var pin = Fixture.pin(
        x: 40 + Double(number % 4) * 100, y: 320 + Double(number / 4) * 80, count: 1,
        isSelected: number == 9)
      pin.kind = kinds[number % 3]
      pin.layer = LayerID(number % 2)
      return pin
    }
    var user = Fixture.pin(x: 200, y: 560, count: 1)
    user.kind = .userDot
    user.layer = -1
    pins.append(user)
    let callout = CalloutRects(
      parent: ScreenRect(minX: 124, minY: 441, width: 32, height: 39),
      body: ScreenRect(minX: 20, minY: 340, width: 240, height: 101),
      tip: ScreenPoint(x: 140, y: 441),
      contain: ScreenRect(minX: 20, minY: 340, width: 240, height: 140),
      leftAccessory: ScreenRect(minX: 30, minY: 370, width: 32, height: 32),
      rightAccessory: ScreenRect(minX: 218, minY: 370, width: 32, height: 32))
    return Snapshot(
      occasion: .snapshot, camera: camera,
      grids: [
        Snapshot.Grid(
          layer: 0, origin: ScreenPoint(x: -187, y: -92), sidePoints: 60, columns: 11, rows: 18)
      ], pins: pins, callout: callout,
      shapes: [
        Snapshot.Shape(overlay: 0, kind: .circle, points: points([(200, 560), (320, 560)])),
        Snapshot.Shape(
          overlay: 1, kind: .polyline,
          points: points([(-60, 100), (90, 180), (180, 120), (420, 260)])),
        Snapshot.Shape(
          overlay: 2, kind: .polygon,
          points: points([(60, 620), (160, 600), (190, 760), (80, 800)])),
      ])
  }()

  private static func verdicts(_ session: SessionReport, isBroken: Bool) -> [Verdict] {
    let table = session.facts.session
    var verdicts = [
      Fixture.verdict(.viewReuseRate, text: "at least 80 %", value: table[.viewReuseRate]),
      Fixture.verdict(
        .latencyPercentile95, text: "at most 800 ms", line: 33,
        value: table[.latencyPercentile95]),
    ]
    if !session.facts.callouts.isEmpty {
      verdicts.append(
        Fixture.verdict(
          .calloutInside, text: "always", line: 34, value: table[.calloutInside],
          outcome: isBroken ? .broken : .kept))
    }
    return verdicts
  }

  private static func updates(_ dice: inout Dice, count: Int) -> [UpdateFacts] {
    (0..<count).map { number in
      var update = UpdateFacts(
        update: Int32(number), layer: LayerID(number % 2), step: Int32(number % labels.count),
        trigger: number.isMultiple(of: 3) ? .regionChanged : .pointsAdded,
        triggeredAt: Fixture.ms(Int64(number) * 130), batches: number / 2)
      let wait = Int64(dice.roll(5) == 0 ? dice.roll(180) : 0) * 1_000_000
      let compute = Int64(4_000_000 + dice.roll(60_000_000))
      let animation: Int64 = dice.roll(4) == 0 ? 0 : 200_000_000
      update.queueWait = SimulatedTime(nanoseconds: wait)
      update.compute = SimulatedTime(nanoseconds: compute)
      update.animation = SimulatedTime(nanoseconds: animation)
      update.latency = SimulatedTime(nanoseconds: wait + compute + animation)
      return update
    }
  }

  private static func callout(
    _ number: Int, isBroken: Bool, _ dice: inout Dice
  ) -> CalloutVerdict {
    let x = isBroken ? 12.0 : 40 + Double(dice.roll(280))
    let y = 190 + Double(dice.roll(500))
    let left = isBroken ? x - 60 : max(8, min(390 - 8 - 240, x - 120))
    let parent = ScreenRect(minX: x - 16, minY: y - 39, width: 32, height: 39)
    let body = ScreenRect(minX: left, minY: y - 39 - 104, width: 240, height: 104)
    let after = CalloutRects(
      parent: parent, body: body, tip: ScreenPoint(x: x, y: y - 39),
      contain: ScreenRect(minX: left, minY: body.minY, width: 240, height: 143))
    return Fixture.callout(
      Int32(number), kept: [!isBroken, true, !isBroken, nil, true, true],
      overflow: isBroken ? 48 : 0, after: after)
  }

  private static func table(_ facts: Facts, _ dice: inout Dice) -> MetricTable {
    var table = Fixture.table
    let sorted = facts.updates.compactMap { $0.latency?.nanoseconds }.sorted()
    table[.clusterUpdates] = .count(Int64(sorted.count))
    table[.latencyMedian] = .nanoseconds(sorted[sorted.count / 2])
    table[.latencyPercentile95] = .nanoseconds(sorted[sorted.count * 95 / 100])
    table[.latencyMaximum] = .nanoseconds(sorted[sorted.count - 1])
    table[.pointsTouched] = .count(Int64(1_000 + dice.roll(900_000)))
    table[.nodesVisited] = .count(Int64(1_000 + dice.roll(90_000)))
    table[.cellsVisited] = .count(Int64(100 + dice.roll(9_000)))
    let created = Int64(20 + dice.roll(60))
    let reused = Int64(100 + dice.roll(900))
    table[.viewsRequested] = .count(created + reused)
    table[.viewsCreated] = .count(created)
    table[.viewsReused] = .count(reused)
    table[.viewReuseRate] = .share(part: reused, of: created + reused)
    table[.liveViewsPeak] = .count(created)
    table[.pooledViewsPeak] = .count(created / 3)
    table[.churn] = .count(Int64(dice.roll(3)))
    fillCallouts(&table, facts.callouts)
    table[.frames] = .count(732)
    table[.mainThreadTime] = .nanoseconds(1_834_250_500)
    table[.worstFrame] = .nanoseconds(21_400_000)
    table[.hitches] = .count(Int64(dice.roll(4)))
    table[.simulatedTime] = .nanoseconds(8_000_000_000 + Int64(dice.roll(9_000_000)) * 1_000)
    return table
  }

  private static func fillCallouts(_ table: inout MetricTable, _ callouts: [CalloutVerdict]) {
    let count = Int64(callouts.count)
    table[.calloutsOpened] = .count(count)
    table[.calloutsJudged] = .count(count)
    let correct = callouts.count(where: \.isCorrect)
    table[.calloutsCorrect] = .share(part: Int64(correct), of: count)
    for criterion in Criterion.allCases {
      let judged = callouts.compactMap { $0.keeps(criterion) }
      table[criterion.metric] = .share(
        part: Int64(judged.count { $0 }), of: Int64(judged.count))
    }
    let overflow = callouts.map(\.overflowPoints).max() ?? 0
    table[.calloutOverflowMaximum] =
      count == 0 ? .never : .micropoints(Int64(overflow * 1_000_000))
    table[.calloutExcessShiftMaximum] = count == 0 ? .never : .micropoints(250_000)
  }

  private static func scene(
    _ title: String, _ occasion: Snapshot.Occasion, _ callout: CalloutRects?, _ dice: inout Dice
  ) -> PlacedSnapshot {
    var pins: [Snapshot.Pin] = []
    for column in -3..<10 {
      for row in -6..<20 where dice.roll(3) > 0 {
        let x = Double(column) * 60 + 24 + Double(dice.roll(20))
        let y = Double(row) * 60 + 34 + Double(dice.roll(20))
        let count = [1, 1, 1, 3, 7, 24, 130, 1_250, 20_000][dice.roll(9)]
        var pin = Fixture.pin(x: x, y: y, count: Int32(count))
        pin.layer = count == 1 && dice.roll(2) == 0 ? 1 : 0
        pins.append(pin)
      }
    }
    if let callout {
      pins.append(
        Snapshot.Pin(
          layer: 0, point: ScreenPoint(x: callout.parent.midX, y: callout.parent.maxY),
          frame: callout.parent, count: 1, isSelected: true))
    }
    let grid = Snapshot.Grid(
      layer: 0, origin: ScreenPoint(x: -187, y: -392), sidePoints: 60, columns: 13, rows: 28)
    return PlacedSnapshot(
      title: title, time: Fixture.ms(1_250 + Int64(dice.roll(6_000))), step: 4,
      scene: Snapshot(
        occasion: occasion, camera: Fixture.camera, grids: [grid], pins: pins, callout: callout))
  }

  private static let labels = [
    "download: {data: cities, into: cities, batch size: 500, every: 300 ms}", "wait: settled",
    "repeat: {times: 3}", "zoom: {by: 1 level, over: 300 ms}",
    "select: {near: left edge, within: 20 pt}",
  ].enumerated().map { index, text in
    StepLabel(id: index, line: 18 + index * 2, depth: index == 3 ? 1 : 0, text: text)
  }

  private static let measurements = Measurements(
    realNanoseconds: 41_250_000,
    phases: ["index", "query", "diff", "views", "callout"].enumerated().map { index, name in
      let unit = Int64(index + 1) * 9_400
      return Measurements.Phase(
        name: name, help: "what is done in it",
        laps: TimingSummary(
          count: 40 * (index + 1), p50: unit, p90: unit * 3, p95: unit * 7 / 2, max: unit * 11))
    },
    updates: Measurements.Updates(session: nil, marks: [], steps: []))
}
