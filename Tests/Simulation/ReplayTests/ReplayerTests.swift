import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Metrics
import Replay
import Scenarios
import Support
import Testing
import Workloads

/// A meter that keeps what it is told.
private final class NotingMeter: Meter {
  private(set) var counts: [Phase: Int] = [:]
  private(set) var updates: [Int32] = []
  private(set) var steps: [Int32] = []
  private var isInStep = false
  /// The phases of each update that has not ended.
  private var running: [Int32: [Phase]] = [:]

  func stepBegins(_ step: Int32) {
    #expect(!isInStep, "steps do not nest")
    isInStep = true
    steps.append(step)
  }

  func stepEnds() {
    #expect(isInStep)
    isInStep = false
  }

  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    work()
    counts[phase, default: 0] += 1
    if let update { running[update, default: []].append(phase) }
  }

  func updateEnds(_ update: Int32, step: Int32, marks: Int32) {
    #expect(running.removeValue(forKey: update) == Phase.ofUpdate, "each phase once, in order")
    #expect(update >= 0)
    #expect(marks == 0 || marks == 1)
    updates.append(step)
  }
}

@Suite("Replayer")
struct ReplayerTests {
  private func trace(
    _ scenario: Scenario, meter: any Meter = StillMeter()
  ) -> Trace {
    var trace = Trace()
    Replayer(scenario).play(meter: meter) { trace.observe($0) }
    return trace
  }

  private static let all = PointSelection.rows(from: 0, to: 60)

  private static func download(layer: Int, jitterMilliseconds: Int64) -> Step.Action {
    .download(
      Download(
        change: DataChange(data: 0, layer: layer, points: all),
        requests: BatchSchedule.Requests(
          batchSize: 20, interval: SimulatedTime(milliseconds: 100)),
        network: Network(jitter: SimulatedTime(milliseconds: jitterMilliseconds))))
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
    .waitUntilSettled(), .select(.point(33, layer: 0)), .waitUntilSettled(),
    .fling(pointsPerSecond: ScreenOffset(dx: 300, dy: 100)), .tapMap, .waitUntilSettled(),
  ]

  @Test
  func `plays the same session to the same bytes, whatever the meter`() {
    let still = trace(Sample.scenario(ReplayerTests.busy))
    let noted = trace(Sample.scenario(ReplayerTests.busy), meter: NotingMeter())
    #expect(still.events.count > 200)
    #expect(still.digest == noted.digest)
    #expect(still == noted)
  }

  @Test
  func `another seed moves what is drawn`() {
    let first = trace(Sample.scenario(ReplayerTests.busy, seed: 1))
    let second = trace(Sample.scenario(ReplayerTests.busy, seed: 2))
    #expect(first.digest != second.digest)
  }

  @Test
  func `without anything drawn the seed does not matter`() {
    let actions = [ReplayerTests.download(layer: 0, jitterMilliseconds: 0), .waitUntilSettled()]
    let first = trace(Sample.scenario(actions, seed: 1))
    let second = trace(Sample.scenario(actions, seed: 2))
    #expect(first.digest == second.digest)
  }

  @Test
  func `cancels all downloads of a name that are running, and no others`() {
    func download(_ name: String?) -> Step.Action {
      .download(
        Download(
          name: name, change: DataChange(data: 0, layer: 0, points: ReplayerTests.all),
          requests: BatchSchedule.Requests(
            batchSize: 20, interval: SimulatedTime(milliseconds: 100))))
    }
    let wait = Step.Action.wait(SimulatedTime(milliseconds: 150))
    let actions = [
      download("one"), download("one"), download("other"), download(nil), wait, download("one"),
      .cancelDownload("one"), .waitUntilSettled(), .cancelDownload("one"), .cancelDownload("none"),
    ]
    let told = trace(Sample.scenario(actions)).events.compactMap { event -> String? in
      guard case .data(let data) = event.kind else { return nil }
      switch data {
      case .downloadCancelled, .downloadEnded, .batchArrived, .nothingToCancel: return data.words
      default: return nil
      }
    }
    let batch = "batch of 20 for 0"
    #expect(
      told == [
        batch, batch, batch, batch, "cancel 2 of download 0", "cancel 2 of download 1",
        "cancel 3 of download 4", batch, batch, batch, "end of download 2", batch,
        "nothing to cancel", "nothing to cancel",
      ])
  }

  @Test
  func `batches arrive on their own while other steps run`() {
    let events = trace(Sample.scenario(ReplayerTests.busy)).events
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
    let events = trace(Sample.scenario(ReplayerTests.busy)).events
    let begun = events.filter { $0.kind == .session(.stepBegan) }.map(\.step)
    #expect(begun == [0, 1, 2, 4, 5, 4, 5, 4, 5, 6, 7, 8, 9, 10, 11])
    let ended = events.filter { $0.kind == .session(.stepEnded) }.map(\.step)
    #expect(begun == ended)
  }

  @Test
  func `begins with the legend and ends with a picture`() {
    let events = trace(Sample.scenario(ReplayerTests.busy)).events
    guard case .session(.began(let legend)) = events.first?.kind else {
      Issue.record("the first event is \(String(describing: events.first))")
      return
    }
    #expect(legend.layers == ["plain", "clustered"])
    #expect(legend.marks == ["busy"])
    #expect(events.last?.kind == .session(.ended))
    guard case .snapshot(let scene) = events.dropLast().last?.kind else {
      Issue.record("no picture at the end")
      return
    }
    #expect(scene.occasion == .end)
    #expect(!scene.pins.isEmpty)
    #expect(scene.grids.count == 1)
  }

  @Test
  func `an empty step list is an empty session`() {
    let events = trace(Sample.scenario([])).events
    #expect(events.count == 3)
    #expect(events.allSatisfy { $0.time == .zero })
  }

  @Test
  func `shows each phase, update and step to its meter`() {
    let meter = NotingMeter()
    var updates = 0
    Replayer(Sample.scenario(ReplayerTests.busy)).play(meter: meter) { event in
      if case .cluster(.applied) = event.kind { updates += 1 }
    }
    for phase in Phase.allCases { #expect(meter.counts[phase] ?? 0 > 0, "\(phase)") }
    #expect(updates > 0)
    #expect(meter.updates.count == updates)
    #expect(meter.updates.contains { $0 >= 0 })
    #expect(meter.steps == [0, 1, 2, 4, 5, 4, 5, 4, 5, 6, 7, 8, 9, 10, 11])
  }
}
