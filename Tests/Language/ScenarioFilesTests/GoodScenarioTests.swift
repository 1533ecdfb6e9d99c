import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Metrics
import ScenarioFiles
import Scenarios
import Testing
import Workloads

@Suite("A good scenario")
struct GoodScenarioTests {
  /// The expectation that a promise is kept, as the only one of a step on line 7.
  private static func promised(
    _ promise: Promise, _ words: String, layer: Int? = nil
  ) -> PlacedExpectation {
    var placed = PlacedExpectation(
      expectation: Metrics.Expectation(metric: .promisesKept, rule: .always),
      written: WrittenRule(words, line: 7, column: 14))
    (placed.promise, placed.layer) = (promise, layer)
    return placed
  }

  @Test
  func `gets the defaults of the table`() throws {
    let scenario = try read(headText + "steps: [{wait: settled}]").get()
    #expect(scenario.name == "A test")
    #expect(scenario.id == "x")
    #expect(scenario.seed == 1)
    #expect(scenario.tags == [])
    #expect(scenario.map.regionFit == .edgeSum)
    #expect(scenario.map.viewMarginFraction == 0.25)
    #expect(scenario.expectations == [])
    #expect(scenario.mustFail == [])
    let layer = try #require(scenario.layers.first)
    var view = ViewSetup(
      identifiers: ["cities"], size: ScreenSize(width: 32, height: 39),
      centerOffset: ScreenOffset(dx: 8, dy: -16))
    view.hasPriorityOfMembers = true
    #expect(layer.view == view)
    #expect(layer.clusterView == view)
    #expect(
      layer.cluster
        == ClusterSetup(
          engine: ReferenceEngine(fixes: .standard), cellSizePoints: 60, marginFraction: 0.5,
          method: .centerOfMass,
          reusesAnnotations: true, maximumZoomLevel: .infinity, minimumUniqueLocations: 0,
          fade: SimulatedTime(milliseconds: 200), fixes: .standard))
    #expect(
      layer.callout
        == CalloutSetup(
          style: .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14)),
          adjuster: ContainRectAdjuster(animated: true)))
    #expect(scenario.device.costs.viewCreation == SimulatedTime(nanoseconds: 450_000))
    #expect(scenario.data.first?.titles == ["Berlin, DE", "Paris", "Potsdam"])
    #expect(scenario.data.first?.file == "Data/cities.csv")
  }

  @Test(arguments: [
    (
      "download: {data: cities, into: cities}",
      Step.Action.download(
        Download(
          change: DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 3)),
          requests: BatchSchedule.Requests(
            batchSize: 500, interval: SimulatedTime(milliseconds: 300))))
    ),
    (
      """
      download: {data: cities, into: cities, latency: 80 ms, bandwidth: \
      2.5 Mbit/s, point size: 1 KiB, loss: 12.5 %, retry after: 2 s, tries: 4, order: as they \
      come, last batch: empty, name: all}
      """,
      Step.Action.download(
        Download(
          name: "all", change: DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 3)),
          requests: BatchSchedule.Requests(
            batchSize: 500, interval: SimulatedTime(milliseconds: 300), endsEmpty: true),
          network: Network(
            latency: SimulatedTime(milliseconds: 80),
            line: Network.Line(bitsPerSecond: 2_500_000, pointBytes: 1_024),
            loss: Network.Loss(
              perMillion: 125_000, retryAfter: SimulatedTime(milliseconds: 2000), tries: 4),
            order: .asTheyCome)))
    ),
    (
      "download: {data: cities, into: cities, bandwidth: 384 kbit/s, loss: 0 %, tries: 1}",
      Step.Action.download(
        Download(
          change: DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 3)),
          requests: BatchSchedule.Requests(
            batchSize: 500, interval: SimulatedTime(milliseconds: 300)),
          network: Network(line: Network.Line(bitsPerSecond: 384_000, pointBytes: 120))))
    ),
    (
      "add: {data: cities, into: cities, first: 1, from row: 1}",
      .add(DataChange(data: 0, layer: 0, points: .rows(from: 1, to: 2)))
    ),
    (
      "remove: {data: cities, from: cities, ids: [c, a]}",
      .remove(DataChange(data: 0, layer: 0, points: .list([2, 0])))
    ),
    (
      "pan: {by: 120 x -40 pt}",
      .pan(
        by: ScreenOffset(dx: 120, dy: -40), over: SimulatedTime(milliseconds: 300),
        release: .resting)
    ),
    (
      "pan: {by: 9 x 0 pt, from: 100 x 200 pt}",
      .pan(
        by: ScreenOffset(dx: 9, dy: 0), from: .point(ScreenPoint(x: 100, y: 200)),
        over: SimulatedTime(milliseconds: 300), release: .resting)
    ),
    (
      "pan: {along: [20 x 30 pt, 390 x 844 pt], over: 1 s, "
        + "from: {pin: {id: b, in: cities, of: cities}}}",
      .panAlong(
        [ScreenPoint(x: 20, y: 30), ScreenPoint(x: 390, y: 844)],
        from: .annotation(.only(.pin, .point(1, layer: 0))),
        over: SimulatedTime(milliseconds: 1_000), release: .resting)
    ),
    (
      "fling: {velocity: 9 x 0 pt/s, from: {near: left edge}}",
      .fling(
        pointsPerSecond: ScreenOffset(dx: 9, dy: 0),
        from: .annotation(.near(.left, withinPoints: 20)))
    ),
    ("fling: {velocity: 1200 x 0 pt/s}", .fling(pointsPerSecond: ScreenOffset(dx: 1200, dy: 0))),
    (
      "fling: {velocity: 0 x 9 pt/s, wait for rest: no}",
      .fling(pointsPerSecond: ScreenOffset(dx: 0, dy: 9), waitsForRest: false)
    ),
    (
      "zoom: {by: -2 levels, over: 1 s}",
      .pinch(levels: -2, about: nil, over: SimulatedTime(milliseconds: 1000))
    ),
    (
      "set region: {center: {lat: 1, lon: 2}, span: 3 deg x 4 deg, animated: no}",
      .setRegion(
        CoordinateRegion(
          center: Coordinate(latitude: 1, longitude: 2),
          span: CoordinateSpan(latitudeDelta: 4, longitudeDelta: 3)), animated: false)
    ),
    (
      "set center: {lat: 1, lon: -2}",
      .setCenter(Coordinate(latitude: 1, longitude: -2), animated: true)
    ),
    ("select: {near: left edge}", .select(.near(.left, withinPoints: 20))),
    (
      "select: {near: bottom right corner, within: 5 pt}",
      .select(.near(.bottomRight, withinPoints: 5))
    ),
    (
      "select: {nearest to: {lat: 1, lon: 2}}",
      .select(.nearest(Coordinate(latitude: 1, longitude: 2)))
    ),
    (
      "select: {id: b, in: cities, of: cities}", .select(.point(1, layer: 0))
    ),
    (
      "select: {at: 100 x 200 pt, within: 22 pt}",
      .select(.at(ScreenPoint(x: 100, y: 200), withinPoints: 22))
    ),
    ("select: {cluster: largest}", .select(.only(.cluster, .largest))),
    ("select: {pin: nearest to middle}", .select(.only(.pin, .middle))),
    (
      "select: {cluster: {near: top edge}}", .select(.only(.cluster, .near(.top, withinPoints: 20)))
    ),
    (
      "select annotation: {pin: {id: b, in: cities, of: cities}}",
      .selectAnnotation(.only(.pin, .point(1, layer: 0)))
    ),
    ("tap map", .tapMap),
    ("tap map:", .tapMap),
    ("{tap map: }", .tapMap),
    ("wait: settled", .waitUntilSettled()),
    (
      "wait: {until: settled}", .waitUntilSettled(atMost: SimulatedTime(milliseconds: 10_000))
    ),
    (
      "wait: {until: settled, at most: 2 s}",
      .waitUntilSettled(atMost: SimulatedTime(milliseconds: 2_000))
    ),
    (
      "wait: {until: annotations on the map at most 40}",
      .waitUntil(
        Occurrence(.condition(MapCondition(.annotations, 0...40))),
        atMost: SimulatedTime(milliseconds: 10_000))
    ),
    (
      "wait: {until: batches to come exactly 2, in: cities, at most: 5 s}",
      .waitUntil(
        Occurrence(.condition(MapCondition(.batches, 2...2, layer: 0))),
        atMost: SimulatedTime(milliseconds: 5_000))
    ),
    (
      "wait: {until: map at rest, at most: 1 ms}",
      .waitUntil(
        Occurrence(.condition(MapCondition(.regionChanges, 0...0))),
        atMost: SimulatedTime(milliseconds: 1))
    ),
    (
      "wait: {until: annotation views on the map at least 3}",
      .waitUntil(
        Occurrence(.condition(MapCondition(.views, 3...Int64.max))),
        atMost: SimulatedTime(milliseconds: 10_000))
    ),
    (
      "wait: {until: callout inside map and annotation selected}",
      .waitUntil(
        Occurrence(
          [
            .condition(MapCondition(.calloutsInside, 1...1)),
            .condition(MapCondition(.selections, 1...1)),
          ], needsAll: true), atMost: SimulatedTime(milliseconds: 10_000))
    ),
    (
      "wait: {until: batch arrives or annotations on the map between 3 and 9, in: cities}",
      .waitUntil(
        Occurrence([
          .event(.batchArrives, layer: 0), .condition(MapCondition(.annotations, 3...9, layer: 0)),
        ]), atMost: SimulatedTime(milliseconds: 10_000))
    ),
    ("wait: 250 ms", .wait(SimulatedTime(milliseconds: 250))),
    ("mark: zooming", .mark("zooming")),
    (
      "expect: {churn: exactly 0 or nothing, views created: at most 40}",
      .expect(
        [
          PlacedExpectation(
            expectation: Metrics.Expectation(
              metric: .churn, rule: .exactly(.count(0)), isKeptByNothing: true),
            written: WrittenRule("exactly 0 or nothing", line: 7, column: 14)),
          PlacedExpectation(
            expectation: Metrics.Expectation(metric: .viewsCreated, rule: .atMost(.count(40))),
            written: WrittenRule("at most 40", line: 7, column: 43)),
        ], since: .start)
    ),
    (
      "expect: {or nothing: yes, churn: exactly 0}",
      .expect(
        [
          PlacedExpectation(
            expectation: Metrics.Expectation(
              metric: .churn, rule: .exactly(.count(0)), isKeptByNothing: true),
            written: WrittenRule("exactly 0", line: 7, column: 31))
        ], since: .start)
    ),
    (
      "expect: {whenever: callout opens, then: callout inside map, within: 0.5 s}",
      .expect(
        [
          GoodScenarioTests.promised(
            Promise(
              whenever: Occurrence(.event(.calloutOpens, layer: nil)), .then,
              Occurrence(.condition(MapCondition(.calloutsInside, 1...1))),
              limit: SimulatedTime(milliseconds: 500)),
            "whenever callout opens, then callout inside map within 500 ms")
        ], since: .start)
    ),
    (
      "expect: {never: clusters shown at least 3, for: 2 s, until: batch arrives, layer: cities}",
      .expect(
        [
          GoodScenarioTests.promised(
            Promise(
              .never, Occurrence(.condition(MapCondition(.clusters, 3...Int64.max, layer: 0))),
              limit: SimulatedTime(milliseconds: 2_000),
              until: Occurrence(.event(.batchArrives, layer: 0))),
            "never clusters shown at least 3 for 2 s until batch arrives", layer: 0)
        ], since: .start)
    ),
    (
      "expect: {views created: at most 40, since: last mark}",
      .expect(
        [
          PlacedExpectation(
            expectation: Metrics.Expectation(metric: .viewsCreated, rule: .atMost(.count(40))),
            written: WrittenRule("at most 40", line: 7, column: 14))
        ], since: .lastMark)
    ),
  ])
  func `has every step of the language`(text: String, action: Step.Action) throws {
    let scenario = try read(headText + "steps:\n  - \(text)\n").get()
    #expect(
      scenario.steps
        == [
          Step(
            id: 0, place: Place(line: 7, column: text.hasPrefix("{") ? 6 : 5), text: text,
            action: action)
        ])
  }

  @Test
  func `numbers the steps inside repeat in the order of the file`() throws {
    let text = """
      steps:
        - repeat:
            times: 3
            steps:
              - mark: inner
              - repeat: {times: 2, steps: [tap map]}
        - wait: 1 s
      """
    let scenario = try read(headText + text).get()
    #expect(scenario.stepCount == 5)
    #expect(scenario.steps.map(\.id) == [0, 4])
    guard case .repeat(times: 3, let inner) = scenario.steps[0].action else {
      Issue.record("no repeat")
      return
    }
    #expect(inner.map(\.id) == [1, 2])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `keeps the line of each step`(lineEnd: String) throws {
    let long = String(repeating: "x", count: 300)
    let text = """
      steps:
        - repeat: # thrice
            times: 3
            steps:
            -   mark: inner \t
            - { wait: settled }
            -
              tap map
        - {repeat: {times: 1, steps: [tap map, wait: 1 s,
          mark: -5]}}
        - tap map # \(long)
      """
    let source = (headText + text).replacing("\n", with: lineEnd)
    let scenario = try read(source).get()
    func texts(_ steps: [Step]) -> [String] {
      steps.flatMap { step in
        guard case .repeat(_, let inner) = step.action else { return [step.text] }
        return [step.text] + texts(inner)
      }
    }
    let line = "{repeat: {times: 1, steps: [tap map, wait: 1 s,"
    #expect(
      texts(scenario.steps) == [
        "repeat: # thrice", "mark: inner", "{ wait: settled }", "tap map", line, line, line,
        "mark: -5]}}", "tap map # " + long.prefix(190) + "…",
      ])
  }

  @Test
  func `finds the data set of an id by itself`() throws {
    let text = """
      scenario: T
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
      data:
        one: {points: [{id: a, lat: 1, lon: 2}, {id: "7", lat: 1, lon: 3, title: Seven}]}
        two: {points: [{id: a, lat: 1, lon: 2}]}
        far: {points: [{id: "7", lat: 1, lon: 2}]}
      layers: {pins: {}, others: {cluster view: {kinds: 2}}}
      steps:
        - select: {id: "7", in: pins}
        - add: {data: one, into: pins}
        - repeat: {times: 2, steps: [{download: {data: two, into: pins}}]}
      """
    let scenario = try read(text).get()
    #expect(scenario.steps[0].action == .select(.point(1, layer: 0)))
    #expect(scenario.layers[0].cluster == nil)
    #expect(
      scenario.layers[1].clusterView.identifiers == ["others cluster 1", "others cluster 2"])
    #expect(scenario.data[0].titles == ["", "Seven"])
  }

  @Test
  func `puts points where the map shows them at the beginning`() throws {
    let text = """
      scenario: T
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
      data:
        pins: {points: [{at: 195 x 422 pt}, {id: b, at: -3 x 844 pt}, {at: 1 x 1 pt, title: One}]}
      steps: [tap map]
      """
    let scenario = try read(text).get()
    #expect(scenario.data[0].ids == ["1", "b", "3"])
    #expect(scenario.data[0].titles == ["1", "b", "One"])
    let viewport = try #require(scenario.map.viewport)
    let places = scenario.data[0].coordinates.map {
      viewport.screenPoint(for: Projection.mapKit.mapPoint(for: $0))
    }
    for (place, (x, y)) in zip(places, [(195.0, 422.0), (-3, 844), (1, 1)]) {
      #expect((place.x - x).magnitude < 1e-6 && (place.y - y).magnitude < 1e-6)
    }
  }

  @Test(arguments: [
    ("[{mark: a}, {mark: b}, {expect: {churn: at most 4, since: a}}]", "a"),
    ("[{repeat: {times: 2, steps: [{expect: {churn: at most 4, since: b}}, {mark: b}]}}]", "b"),
  ])
  func `counts since any mark`(steps: String, name: String) throws {
    let scenario = try read(headText + "steps: \(steps)\n").get()
    var found: [Step.Since] = []
    func look(_ steps: [Step]) {
      for step in steps {
        if case .expect(_, let since) = step.action { found.append(since) }
        if case .repeat(_, let inner) = step.action { look(inner) }
      }
    }
    look(scenario.steps)
    #expect(found == [.mark(name)])
  }

  @Test
  func `takes the points that it asks for`() throws {
    let head = """
      scenario: T
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
      steps: [tap map]
      data:
        near: {file: Data/cities.csv, around: {lat: 52.5, lon: 13.4}, within: 50 km}
        one: {file: Data/cities.csv, around: {lat: 52.5, lon: 13.4}, within: 50 km, first: 1}
      """
    let scenario = try read(head).get()
    #expect(scenario.data.map(\.ids) == [["a", "c"], ["a"]])
  }

  @Test
  func `may hold comments, quotes, carriage returns, a byte order mark and words of YAML`() throws {
    let text = (headText + "tags: [no, 'on', \"12:30\"] # &a *b\nseed: 10\nsteps: [tap map]")
      .replacing("\n", with: "\r\n").replacing("A test", with: "'R&D *all* # 1: it''s ümläut'")
    let scenario = try read("\u{FEFF}---\r\n" + text + "\r\n...\r\n# end\r\n").get()
    #expect(scenario.tags == ["no", "on", "12:30"])
    #expect(scenario.name == "R&D *all* # 1: it's ümläut")
    #expect(scenario.seed == 10)
  }

  @Test
  func `reads as a page of plain words`() throws {
    let text = """
      # yaml-language-server: $schema=mapreplay.schema.json
      scenario: A pin near each edge opens its callout
      tags: [callout, smoke]
      seed: 7
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data:
        cities: {file: Data/cities.csv}
      layers:
        cities:
          cluster: {engine: reference, cell size: 60 pt, margin: 0.5}
          view: {identifier: city, size: 32 x 39 pt, center offset: 8 x -16 pt}
          callout: {style: bubble, content height: 80 pt, adjust: contain rect}
      steps:
        - download: {data: cities, into: cities, batch size: 500, every: 300 ms}
        - wait: settled
        - mark: zooming
        - repeat:
            times: 3
            steps:
              - zoom: {by: 1 level, over: 300 ms}
              - wait: settled
        - select: {near: left edge, within: 20 pt}
        - expect:
            callout inside map: always
            views created: at most 40
      """
    let scenario = try read(text).get()
    #expect(scenario.stepCount == 8)
    #expect(scenario.tags == ["callout", "smoke"])
    #expect(scenario.layers[0].view.identifiers == ["city"])
    guard case .expect(let expectations, since: .start) = scenario.steps[5].action else {
      Issue.record("no expectations")
      return
    }
    #expect(expectations.map { $0.written.place(in: "") } == [":25:7", ":26:7"])
    #expect(expectations.map(\.written.text) == ["always", "at most 40"])
  }

  @Test
  func `says what a canary must fail with`() throws {
    let text = "expect: {churn: at most 1}\nmust fail with: [churn]\nsteps: [tap map]"
    #expect(try read(headText + text).get().mustFail == [ExpectedMetric(.churn)])
  }

  @Test
  func `says that no assumption changes its verdicts, and where`() throws {
    let text = "expect: {churn: at most 1}\nholds under: all assumptions\nsteps: [tap map]"
    let claim = try #require(try read(headText + text).get().holdsUnderAll)
    #expect((headText + text).split(separator: "\n")[claim.line - 1].hasPrefix("holds under"))
    #expect(claim.column == 1 && claim.file == nil)
    #expect(try read(headText + "steps: [tap map]").get().holdsUnderAll == nil)
  }

  @Test
  func `frames later than a time are one metric, however the time is written`() throws {
    let text = """
      expect:
        - frames later than 50 ms: exactly 0
        - {frames later than 0.05 s: at most 1, between: [start, end]}
        - frames later than 50000 us: at most 2
      must fail with: [frames later than 0.05 s]
      steps: [tap map, expect: {frames later than 1 s: exactly 0}]
      """
    let scenario = try read(headText + text).get()
    let late = ExpectedMetric(framesLaterThanNanoseconds: 50_000_000)
    #expect(scenario.expectations.map(\.expectation.subject) == [late, late, late])
    #expect(scenario.mustFail == [late])
    guard case .expect(let inStep, _)? = scenario.steps.last?.action else {
      Issue.record("the last step expects something")
      return
    }
    #expect(inStep.map(\.expectation.subject.name) == ["frames later than 1 s"])
  }

  @Test
  func `finds its files in folders above it`() throws {
    let files = FakeFiles([
      "S/a/b/c/x.yaml": headText + "steps: [tap map]", "S/Devices/phone.yaml": deviceText,
      "S/a/b/Data/cities.csv": cityText, "S/Data/cities.csv": "broken",
    ])
    #expect(throws: Never.self) {
      _ = try ScenarioReader(files: files).read(path: "S/a/b/c/x.yaml").get()
    }
  }

  @Test(arguments: ScenarioSchema.objects)
  func `is what the examples of the table are`(declaration: ObjectSchema) {
    #expect(LanguageExamples.diagnostics(of: declaration) == [])
  }
}
