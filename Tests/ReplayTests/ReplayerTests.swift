import MapEvents
import MapGeometry
import MapModel
import Metrics
import Replay
import Scenarios
import Testing

/// A stopwatch that runs by itself and keeps what it is told.
private final class RestlessStopwatch: Stopwatch {
  private var time: Int64 = 0
  private(set) var laps: [LapPhase: [Int64]] = [:]
  private(set) var updates: [Int32] = []

  var nanoseconds: Int64 {
    time += time % 7 + 1
    return time
  }

  func lap(_ phase: LapPhase, nanoseconds: Int64) {
    laps[phase, default: []].append(nanoseconds)
  }

  func update(step: Int32, marks: Int32, nanoseconds: Int64) {
    #expect(nanoseconds >= 3, "an update has three laps")
    #expect(marks == 0 || marks == 1)
    updates.append(step)
  }
}

@Suite("Replayer")
struct ReplayerTests {
  private static let points = DataSet(
    name: "pins", file: nil, ids: (0..<60).map { "p\($0)" },
    coordinates: (0..<60).map {
      Coordinate(latitude: 50 + Double($0 / 10) * 0.01, longitude: 8 + Double($0 % 10) * 0.01)
    },
    titles: Array(repeating: "", count: 60))

  private static let device = DeviceProfile(
    name: "test", framesPerSecond: 60, viewCreation: SimulatedTime(milliseconds: 1),
    viewReuse: SimulatedTime(nanoseconds: 100_000),
    viewLayout: SimulatedTime(nanoseconds: 5_000),
    annotationChange: SimulatedTime(nanoseconds: 20_000),
    annotationComparison: SimulatedTime(nanoseconds: 2_000),
    pointVisit: SimulatedTime(nanoseconds: 50), nodeVisit: SimulatedTime(nanoseconds: 80))

  private static func layer(
    _ name: String, cluster: ClusterSettings?, callout: CalloutSettings? = nil
  ) -> Layer {
    let view = ViewSettings(
      identifier: name, kinds: 1, size: ScreenSize(width: 32, height: 39),
      centerOffset: ScreenOffset(dx: 8, dy: -16))
    return Layer(name: name, cluster: cluster, view: view, clusterView: view, callout: callout)
  }

  private static let clustering = ClusterSettings(
    engine: .reference, cellSizePoints: 60, marginFraction: 0.5, method: .centerOfMass,
    reusesAnnotations: true, maximumZoomLevel: nil, minimumUniqueLocations: 0,
    fade: SimulatedTime(milliseconds: 200))

  /// A scenario of these actions over a plain and a clustered layer.
  private static func scenario(_ actions: [Step.Action], seed: UInt64 = 1) -> Scenario {
    var count = 0
    let steps = numbered(actions, count: &count)
    return Scenario(
      name: "test", file: "test.yaml", tags: [], seed: seed, device: device,
      map: MapSetup(
        size: ScreenSize(width: 320, height: 480),
        region: CoordinateRegion(
          center: Coordinate(latitude: 50.03, longitude: 8.05),
          span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)),
        viewMarginFraction: 0.25),
      data: [points],
      layers: [
        layer(
          "plain", cluster: nil,
          callout: CalloutSettings(
            style: .plain(size: ScreenSize(width: 100, height: 50)), adjuster: .ideal,
            marginPoints: 2, isAnimated: true)),
        layer("clustered", cluster: clustering),
      ],
      steps: steps, expectations: [], mustFail: [], stepCount: count)
  }

  private static func numbered(_ actions: [Step.Action], count: inout Int) -> [Step] {
    actions.map { action in
      let id = count
      count += 1
      var action = action
      if case .repeat(let times, let steps) = action {
        action = .repeat(times: times, steps: numbered(steps.map(\.action), count: &count))
      }
      return Step(id: id, place: Place(line: id + 1, column: 1), action: action)
    }
  }

  private func trace(
    _ scenario: Scenario, stopwatch: any Stopwatch = StillStopwatch()
  ) -> Trace {
    var trace = Trace()
    Replayer(scenario).play(stopwatch: stopwatch) { trace.observe($0) }
    return trace
  }

  private static let all = PointSelection.rows(from: 0, to: 60)

  private static func download(layer: Int, jitterMilliseconds: Int64) -> Step.Action {
    .download(
      Download(
        change: DataChange(data: 0, layer: layer, points: all), batchSize: 20,
        interval: SimulatedTime(milliseconds: 100),
        jitter: SimulatedTime(milliseconds: jitterMilliseconds)))
  }

  private static let busy: [Step.Action] = [
    download(layer: 1, jitterMilliseconds: 90), download(layer: 0, jitterMilliseconds: 90),
    .mark("busy"),
    .repeat(
      times: 3,
      steps: [
        Step(
          id: 0, place: Place(line: 1, column: 1),
          action: .pan(
            by: ScreenOffset(dx: 40, dy: -30), over: SimulatedTime(milliseconds: 120),
            release: .resting)),
        Step(
          id: 0, place: Place(line: 1, column: 1),
          action: .pinch(levels: 0.5, about: nil, over: SimulatedTime(milliseconds: 100))),
      ]),
    .waitUntilSettled, .select(.point(data: 0, row: 33, layer: 0)), .waitUntilSettled,
    .fling(pointsPerSecond: ScreenOffset(dx: 300, dy: 100)), .deselect, .waitUntilSettled,
  ]

  @Test
  func `plays the same session to the same bytes, whatever the clock`() {
    let still = trace(ReplayerTests.scenario(ReplayerTests.busy))
    let restless = trace(ReplayerTests.scenario(ReplayerTests.busy), stopwatch: RestlessStopwatch())
    #expect(still.events.count > 200)
    #expect(still.digest == restless.digest)
    #expect(still == restless)
  }

  @Test
  func `another seed moves what is drawn`() {
    let first = trace(ReplayerTests.scenario(ReplayerTests.busy, seed: 1))
    let second = trace(ReplayerTests.scenario(ReplayerTests.busy, seed: 2))
    #expect(first.digest != second.digest)
  }

  @Test
  func `without anything drawn the seed does not matter`() {
    let actions = [ReplayerTests.download(layer: 0, jitterMilliseconds: 0), .waitUntilSettled]
    let first = trace(ReplayerTests.scenario(actions, seed: 1))
    let second = trace(ReplayerTests.scenario(actions, seed: 2))
    #expect(first.digest == second.digest)
  }

  @Test
  func `batches arrive on their own while other steps run`() {
    let events = trace(ReplayerTests.scenario(ReplayerTests.busy)).events
    let arrivals = events.filter {
      if case .data(.batchArrived) = $0.kind { return true }
      return false
    }
    #expect(arrivals.count == 6)
    // The steps of the repetition have ids 4 and 5: batches come in during its gestures.
    #expect(arrivals.contains { $0.step == 4 || $0.step == 5 })
  }

  @Test
  func `a repetition does its steps in order, each under its own id`() {
    let events = trace(ReplayerTests.scenario(ReplayerTests.busy)).events
    let begun = events.filter { $0.kind == .session(.stepBegan) }.map(\.step)
    #expect(begun == [0, 1, 2, 4, 5, 4, 5, 4, 5, 6, 7, 8, 9, 10, 11])
    let ended = events.filter { $0.kind == .session(.stepEnded) }.map(\.step)
    #expect(begun == ended)
  }

  @Test
  func `begins with the legend and ends with a picture`() {
    let events = trace(ReplayerTests.scenario(ReplayerTests.busy)).events
    guard case .session(.began(let legend)) = events.first?.kind else {
      Issue.record("the first event is \(String(describing: events.first))")
      return
    }
    #expect(legend.layers == ["plain", "clustered"])
    #expect(legend.marks == ["busy"])
    #expect(events.last?.kind == .session(.ended))
    guard case .scene(let scene) = events.dropLast().last?.kind else {
      Issue.record("no picture at the end")
      return
    }
    #expect(scene.occasion == .end)
    #expect(!scene.pins.isEmpty)
    #expect(scene.grids.count == 1)
  }

  @Test
  func `an empty step list is an empty session`() {
    let events = trace(ReplayerTests.scenario([])).events
    #expect(events.count == 3)
    #expect(events.allSatisfy { $0.time == .zero })
  }

  @Test
  func `observes the real time of each phase and nothing else`() {
    let stopwatch = RestlessStopwatch()
    var updates = 0
    Replayer(ReplayerTests.scenario(ReplayerTests.busy)).play(stopwatch: stopwatch) { event in
      if case .cluster(.applied) = event.kind { updates += 1 }
    }
    for phase in LapPhase.allCases {
      let laps = stopwatch.laps[phase] ?? []
      #expect(!laps.isEmpty, "\(phase)")
      #expect(laps.allSatisfy { $0 > 0 })
    }
    #expect(updates > 0)
    #expect(stopwatch.updates.count == updates)
    #expect(stopwatch.updates.contains { $0 >= 0 })
  }
}
