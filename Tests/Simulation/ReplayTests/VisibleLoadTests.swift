import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Replay
import Scenarios
import Support
import Testing

/// A session of pans and waits with one load, as the events tell of it.
private struct LoadSession {
  private(set) var loads: [String] = []
  private(set) var callbacks = 0
  private(set) var moves = 0
  private(set) var mainThread = SimulatedTime.zero
  /// The rows on the plain layer at the end.
  private(set) var rows: [Int] = []
  /// The rows that were visible, as the obvious answer has them, at each load.
  private(set) var visible: [Int32: [Int]] = [:]
  private(set) var answered: [Int32] = []
  private(set) var cancelled: [Int32] = []
  private var camera: Camera?

  init(_ load: VisibleLoad, _ actions: [Step.Action], seed: UInt64 = 1) {
    var scenario = Sample.scenario(actions, seed: seed)
    scenario.app.loads = [load]
    let replayer = Replayer(scenario)
    var contents: [AnnotationID: UInt64] = [:]
    var events: [Event] = []
    replayer.play(meter: StillMeter()) { events.append($0) }
    for event in events {
      switch event.kind {
      case .session(.began(let legend)): camera = legend.camera
      case .map(.visibleRegionChanged(let camera, by: _)):
        self.camera = camera
        moves += 1
      case .map(.regionDidChange): callbacks += 1
      case .data(.annotationAdded(let annotation, _, let content, _)):
        contents[annotation] = content
      case .data(.annotationRemoved(let annotation, _, _, _)): contents[annotation] = nil
      case .data(.loadBegan(let number, _)):
        loads.append("\(number)")
        visible[number] = rows(load)
      case .data(.loadEnded(let number, _, _)): answered.append(number)
      case .data(.loadCancelled(let number, _)): cancelled.append(number)
      case .frame(let frame): mainThread = mainThread + frame.mainThread
      default: break
      }
    }
    let found = replayer.points(withContents: Set(contents.values), ofLayer: 0)
    rows = found.values.map(\.row).sorted()
  }

  /// The rows in the visible rect.
  private func rows(_ load: VisibleLoad) -> [Int] {
    guard let camera else { return [] }
    let scale = camera.mapPointsPerPoint
    let part = 0.5 + load.marginFraction
    let rows = Sample.points.coordinates.indices.filter { row in
      let point = Projection.mapKit.mapPoint(for: Sample.points.coordinates[row])
      return (point.x - camera.center.x).magnitude <= 320 * part * scale
        && (point.y - camera.center.y).magnitude <= 480 * part * scale
    }
    return Array(rows.prefix(load.first ?? .max))
  }
}

@Suite("Loads of what is visible")
struct VisibleLoadTests {
  private static func milliseconds(_ number: Int) -> SimulatedTime {
    SimulatedTime(milliseconds: Int64(number))
  }

  private static func pan(_ dx: Double, _ dy: Double, over time: Int = 100) -> Step.Action {
    .pan(by: ScreenOffset(dx: dx, dy: dy), over: milliseconds(time), release: .resting)
  }

  /// Pans and waits at random; at the end the map settles.
  private static func actions(_ dice: inout Dice) -> [Step.Action] {
    var actions: [Step.Action] = []
    for _ in 0..<(1 + dice.below(8)) {
      actions.append(
        // No point comes to lie on an edge, where rounding decides.
        pan(
          Double(dice.below(600)) - 299.63, Double(dice.below(600)) - 299.63, over: dice.below(300))
      )
      if dice.below(2) == 0 { actions.append(.wait(milliseconds(dice.below(900)))) }
    }
    return actions + [.waitUntilSettled()]
  }

  private static func load(_ dice: inout Dice) -> VisibleLoad {
    VisibleLoad(
      dice.below(2) == 0 ? .regionDidChange : .visibleRegionDidChange, data: 0, layer: 0,
      first: dice.below(2) == 0 ? 1 + dice.below(30) : nil,
      marginFraction: dice.below(3) == 0 ? 0.25 : 0,
      wait: milliseconds(dice.below(2) * dice.below(500)),
      latency: milliseconds(dice.below(2) * dice.below(500)),
      jitter: milliseconds(dice.below(2) * dice.below(500)), cancelsEarlier: dice.below(3) > 0,
      method: VisibleLoad.Method.allCases[dice.below(3)])
  }

  /// The obvious answer: the last load that is answered decides what is on the map.
  @Test
  func `show what was visible when the app asked last`() {
    var kinds: Set<String> = []
    for seed in 0..<300 {
      var dice = Dice(seed: seed)
      let load = VisibleLoadTests.load(&dice)
      let session = LoadSession(load, VisibleLoadTests.actions(&dice), seed: UInt64(seed))
      let answers = session.answered.map { session.visible[$0] ?? [] }
      let expected = load.method == .add ? Array(Set(answers.joined())) : answers.last ?? []
      #expect(session.rows == expected.sorted(), "seed \(seed)")
      #expect(
        Set(session.answered).union(session.cancelled) == Set(session.visible.keys),
        "seed \(seed): each load ends")
      #expect(Set(session.answered).isDisjoint(with: session.cancelled), "seed \(seed)")
      if load.cancelsEarlier {
        #expect(session.answered == session.answered.sorted(), "seed \(seed)")
        #expect(session.answered.last == session.visible.keys.max(), "seed \(seed)")
      } else {
        #expect(session.cancelled == [], "seed \(seed)")
        if session.answered != session.answered.sorted() { kinds.insert("stale") }
      }
      if !session.cancelled.isEmpty { kinds.insert("cancelled") }
      if session.rows.count == load.first { kinds.insert("limited") }
      if !session.rows.isEmpty, session.rows.count < 60 { kinds.insert("some") }
    }
    #expect(kinds == ["stale", "cancelled", "limited", "some"])
  }

  @Test(arguments: [
    // Three pans in a row; the app asks once it has heard nothing for so long.
    (0, true, 3), (150, true, 2), (250, true, 1), (250, false, 3),
  ])
  func `wait until the map has rested`(wait: Int, cancelsEarlier: Bool, expected: Int) {
    let load = VisibleLoad(
      .regionDidChange, data: 0, layer: 0, wait: VisibleLoadTests.milliseconds(wait),
      cancelsEarlier: cancelsEarlier)
    let pan = VisibleLoadTests.pan(40, 0, over: 50)
    let session = LoadSession(
      load,
      [
        pan, .wait(VisibleLoadTests.milliseconds(50)), pan,
        .wait(VisibleLoadTests.milliseconds(150)), pan, .waitUntilSettled(),
      ])
    #expect(session.callbacks == 3)
    #expect(session.loads.count == expected)
  }

  /// Once the map shows all of where it went: not on the way, and not before the first frame.
  @Test
  func `begin when the map has rendered`() {
    let session = LoadSession(
      VisibleLoad(.mapRendered, data: 0, layer: 0),
      [
        VisibleLoadTests.pan(40, 0, over: 500), .wait(VisibleLoadTests.milliseconds(1)),
        VisibleLoadTests.pan(0, 80, over: 500), .waitUntilSettled(),
        .setCenter(Coordinate(latitude: 0.1, longitude: 0), animated: true), .waitUntilSettled(),
      ])
    #expect(session.callbacks == 3)
    #expect(session.loads.count == 3)
  }

  @Test(arguments: [VisibleLoad.Moment.regionDidChange, .visibleRegionDidChange])
  func `take the time of the main thread in each callback`(moment: VisibleLoad.Moment) {
    let actions = [
      VisibleLoadTests.pan(40, 0, over: 50), .waitUntilSettled(),
      VisibleLoadTests.pan(0, 80, over: 50), .waitUntilSettled(),
    ]
    // Too little for a frame to be late, so that all else is the same.
    let work = SimulatedTime(nanoseconds: 1_000)
    var load = VisibleLoad(moment, data: 0, layer: 0)
    let free = LoadSession(load, actions)
    load.work = work
    let busy = LoadSession(load, actions)
    let calls = moment == .regionDidChange ? busy.callbacks : busy.moves
    #expect(calls > 1)
    #expect(
      busy.mainThread.nanoseconds - free.mainThread.nanoseconds
        == work.nanoseconds * Int64(calls))
  }

  /// An answer takes the annotation away that a finger holds.
  @Test
  func `end the drag of a point that is no longer there`() {
    let load = VisibleLoad(
      .regionDidChange, data: 0, layer: 0, first: 5, latency: VisibleLoadTests.milliseconds(900))
    var scenario = Sample.scenario([
      .add(DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 60))), .waitUntilSettled(),
      VisibleLoadTests.pan(9, 0),
      .drag(
        .point(33, layer: 0), by: ScreenOffset(dx: 90, dy: 0),
        over: VisibleLoadTests.milliseconds(1_500), end: .drop), .waitUntilSettled(),
    ])
    scenario.layers[0].view.isDraggable = true
    scenario.app.loads = [load]
    var states: [DragState] = []
    var isGone = false
    Replayer(scenario).play(meter: StillMeter()) { event in
      switch event.kind {
      case .drag(.stateChanged(_, let new, _)): states.append(new)
      case .data(.pointsRemoved): isGone = true
      default: break
      }
    }
    #expect(isGone)
    #expect(states == [.starting, .dragging, .canceling, .none])
  }

  @Test
  func `end with the delegate that hears of the map`() {
    let load = VisibleLoad(.regionDidChange, data: 0, layer: 0)
    let pan = VisibleLoadTests.pan(40, 0)
    let session = LoadSession(
      load, [pan, .waitUntilSettled(), .setDelegate(.none), pan, .waitUntilSettled()])
    #expect(session.callbacks == 2)
    #expect(session.loads.count == 1)
  }
}
