import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The main thread in simulated time, against one that is played tick by tick.
@Suite("Main thread")
struct MainThreadTests {
  /// A frame every ten ticks; a tick is ten milliseconds.
  private static let tick: Int64 = 10_000_000
  private static let framesPerSecond: Int64 = 10

  /// What happens, in ticks.
  private struct Moment: Equatable, CustomStringConvertible {
    var tick: Int64
    var what: String
    var description: String { "\(tick) \(what)" }
  }

  /// A batch of annotations outside the map, each of which costs a tick.
  private struct Batch: Hashable {
    var due: Int64
    var size: Int
  }

  /// The obvious thread: at each tick, if it is free, it takes what fell due first.
  private static func obvious(_ batches: [Batch], until end: Int64) -> [Moment] {
    var moments: [Moment] = []
    var waiting = batches.enumerated().map { (due: $1.due, number: $0, size: $1.size) }
    var free: Int64 = 0
    var sync: Int64?
    var lastShown: Int64 = 0
    for tick in 0...end {
      while tick >= free {
        let event = waiting.filter { $0.due <= tick }.min {
          ($0.due, $0.number) < ($1.due, $1.number)
        }
        let frame = sync.flatMap { $0 * 10 <= tick ? $0 : nil }
        if let event, frame.map({ event.due <= $0 * 10 }) ?? true {
          waiting.removeAll { $0.number == event.number }
          moments.append(Moment(tick: tick, what: "\(event.size) added"))
          free = tick + Int64(event.size)
          sync = sync ?? tick / 10 + 1
        } else if let frame {
          // On the screen at the next sync; it was to be there one after its own or the last one.
          let shown = max(frame + 1, (tick + 9) / 10)
          let late = max(0, shown - (max(frame, lastShown) + 1))
          lastShown = max(lastShown, shown)
          sync = nil
          moments.append(Moment(tick: tick, what: "frame \(tick / 10) late \(late)"))
        } else {
          break
        }
      }
    }
    return moments
  }

  private static func played(
    _ batches: [Batch], until end: Int64, options: MapOptions = .asRecorded
  ) -> [Moment] {
    // Far outside the view, so that adding is all the work.
    let points = batches.flatMap { Array(repeating: (x: 5_000.0, y: 5_000.0), count: $0.size) }
    let test = TestMap(
      costs: .phone(framesPerSecond: framesPerSecond, change: tick), screenPoints: points,
      options: options)
    var first = 0
    for batch in batches {
      test.map.planBatch(
        (first..<first + batch.size).map { PointID($0) }, for: 0,
        after: SimulatedTime(nanoseconds: batch.due * tick))
      first += batch.size
    }
    test.map.advance(by: SimulatedTime(nanoseconds: end * tick))
    return test.trace.events.compactMap { event in
      let what: String? =
        switch event.kind {
        case .data(.pointsAdded(_, let points)): "\(points) added"
        case .frame(let frame):
          "frame \(frame.number) late \(frame.lateness.nanoseconds / (10 * tick))"
        default: nil
        }
      return what.map { Moment(tick: event.time.nanoseconds / tick, what: $0) }
    }
  }

  /// Three batches at any of some ticks and of some sizes, some as long as several frames.
  @Test(arguments: [1, 4, 13, 27])
  func `does one thing after the other, in the order in which they fall due`(size: Int) {
    let end: Int64 = 90
    var worlds = 0
    for first: Int64 in [1, 5, 9, 10] {
      for second: Int64 in [1, 3, 9, 10, 11, 20, 21, 30] {
        for third: Int64 in [1, 10, 12, 20, 25, 31, 40] {
          for others in [1, 8, 17] {
            let batches = [
              Batch(due: first, size: size), Batch(due: second, size: others),
              Batch(due: third, size: others == 8 ? 2 : 11),
            ]
            worlds += 1
            let found = MainThreadTests.played(batches, until: end)
            let obvious = MainThreadTests.obvious(batches, until: end)
            guard found == obvious else {
              Issue.record("\(batches): \(found), not \(obvious)")
              return
            }
          }
        }
      }
    }
    #expect(worlds == 672)
  }

  /// A frame of a free main thread is on the screen at the first sync by which its work is done;
  /// one sync later is in time.
  @Test(arguments: [1, 2, 3, 7, 60, 1_000] as [Int64])
  func `tells how many syncs a frame misses when it is free`(framesPerSecond: Int64) {
    let costs = DeviceCosts.phone(framesPerSecond: framesPerSecond)
    let period = costs.framePeriod.nanoseconds
    for quarters: Int64 in 0...40 {
      let work = period / 4 * quarters
      var link = DisplayLink(costs, takesTime: false)
      link.request(5, now: .zero)
      var sync: Int64 = 1
      while sync * period < work { sync += 1 }
      let shown = link.show(
        now: costs.time(ofFrame: 5), doneAt: .zero, work: SimulatedTime(nanoseconds: work))
      #expect(shown.number == 5)
      #expect(shown.lateness.nanoseconds == (sync - 1) * period)
    }
  }

  @Test
  func `delays nothing when it is free`() {
    var options = MapOptions.asRecorded
    options.mainThread = .free
    let batches = [Batch(due: 1, size: 25), Batch(due: 3, size: 1)]
    #expect(
      MainThreadTests.played(batches, until: 50, options: options).map(\.description) == [
        "1 25 added", "3 1 added", "10 frame 1 late 2",
      ])
    #expect(
      MainThreadTests.played(batches, until: 50).map(\.description) == [
        "1 25 added", "26 1 added", "27 frame 2 late 1",
      ])
  }

  // MARK: Fingers

  /// A finger that slows down over 200 ms and 100 points, whose last 100 ms count; the main thread
  /// works from one time to another and gets no touch then.
  @Test(
    arguments: [
      (nil, 100), ((0, 90), 100), ((110, 150), 100), ((90, 150), 150), ((90, 200), 90),
      ((50, 300), 50), ((-20, 300), 0),
    ] as [((Int64, Int64)?, Int64)])
  func `a finger is as fast as the touches say that were delivered`(
    work: (Int64, Int64)?, first: Int64
  ) {
    let curve = AnimationCurve(.easeOut)
    func time(_ milliseconds: Int64) -> SimulatedTime {
      SimulatedTime(milliseconds: 1_000 + milliseconds)
    }
    var finger = Finger(
      way: FingerWay(ScreenOffset(dx: 100, dy: -50)), duration: SimulatedTime(milliseconds: 200),
      curve: curve, end: time(200), window: SimulatedTime(milliseconds: 100))
    if let work { finger.mainThreadWorked(from: time(work.0), until: time(work.1)) }
    let way = 1 - curve.progress(at: Double(first) / 200)
    let speed = way / (Double(200 - first) / 1_000)
    #expect(abs(finger.speed.dx - 100 * speed) < 1e-9)
    #expect(abs(finger.speed.dy + 50 * speed) < 1e-9)
  }

  /// A swipe that slows down begins while the main thread works, from before it until within its
  /// last way: only what comes after that counts.
  @Test
  func `a swipe that waited is as fast as the touches that came after`() {
    let test = TestMap(
      costs: .phone(framesPerSecond: 10, change: 10_000_000),
      screenPoints: Array(repeating: (x: 9e3, y: 9e3), count: 55))
    test.addAll()
    test.map.pan(
      by: ScreenOffset(dx: -100, dy: 0), over: SimulatedTime(milliseconds: 600), curve: .easeOut,
      release: .moving, waitsForRest: false)
    let speeds = test.trace.events.compactMap { event -> Double? in
      if case .input(.ended(_, let speed)) = event.kind { speed.dx } else { nil }
    }
    let way = 1 - AnimationCurve(.easeOut).progress(at: 550.0 / 600)
    #expect(speeds.count == 1)
    #expect(abs((speeds.first ?? 0) + 100 * way / 0.05) < 1e-9)
  }

  /// A tap comes while the main thread works and is delivered when it is free; the next one comes
  /// when the finger meant it to, and waits too.
  @Test
  func `touches wait, and the finger goes on`() {
    let test = TestMap(
      costs: .phone(framesPerSecond: 10, change: 10_000_000),
      screenPoints: [(x: 50, y: 50), (x: 150, y: 50)]
        + Array(repeating: (x: 9e3, y: 9e3), count: 48))
    test.map.add([0, 1], to: 0)
    test.map.advanceUntilSettled()
    let start = test.map.now
    _ = test.take()
    test.map.add((2..<50).map { PointID($0) }, to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 100))
    test.map.tap(point: 0, layer: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    test.map.tap(point: 1, layer: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 400))
    let taps = test.trace.events.compactMap { event -> Int64? in
      guard case .input(.tapped) = event.kind else { return nil }
      return (event.time - start).nanoseconds / 1_000_000
    }
    // The work of 480 ms is done before either of them.
    #expect(taps == [480, 480])
    #expect((test.map.now - start).nanoseconds == 550_000_000)
  }

  /// The map follows a finger only in the frames that are made, and not beyond its way before it is
  /// lifted.
  @Test
  func `a pan is sampled when frames are made`() {
    let test = TestMap(
      costs: .phone(framesPerSecond: 10, change: 10_000_000),
      screenPoints: Array(repeating: (x: 9e3, y: 9e3), count: 35))
    test.map.advance(by: SimulatedTime(milliseconds: 20))
    test.map.planBatch(test.allPoints, for: 0, after: SimulatedTime(milliseconds: 100))
    test.map.pan(by: ScreenOffset(dx: -100, dy: 0), over: SimulatedTime(milliseconds: 1_000))
    var places: [(milliseconds: Int64, points: Int)] = []
    for event in test.trace.events {
      guard case .map(.visibleRegionChanged(let camera, _)) = event.kind else { continue }
      let way = (camera.center.x - TestMap.middle.x) / camera.mapPointsPerPoint
      places.append((event.time.nanoseconds / 1_000_000, Int(way.rounded())))
    }
    // The batch works from 120 ms to 470 ms: the frames at 200, 300 and 400 ms are one.
    #expect(
      places.map(\.milliseconds) == [100, 470, 500, 600, 700, 800, 900, 1_000, 1_100])
    #expect(places.map(\.points) == [8, 45, 48, 58, 68, 78, 88, 98, 100])
  }
}
