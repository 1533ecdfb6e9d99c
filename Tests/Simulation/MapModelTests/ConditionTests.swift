import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Support
import Testing

/// A wait until something is true of the map, on a map of 300 x 200 points.
@Suite("A wait for a condition")
struct ConditionTests {
  private static func map(_ costs: DeviceCosts = .free) -> TestMap {
    TestMap(
      costs: costs, screenPoints: TargetTests.places,
      layers: [.clustered(cellSize: 50), .plain(callout: .plain())])
  }

  private static let second = SimulatedTime(milliseconds: 1_000)

  /// What is done, what is waited for, and when that is true, in milliseconds; nil for never.
  private static let waits: [(name: String, condition: MapCondition, time: Int64?)] = [
    ("nothing arrived", MapCondition(.batches, 2...2), 0),
    ("a batch arrived", MapCondition(.batches, 0...1), 200),
    ("both batches arrived", MapCondition(.batches, 0...0), 400),
    ("a batch of this layer", MapCondition(.batches, 0...0, layer: 1), 200),
    ("a batch of the other layer", MapCondition(.batches, 0...0, layer: 0), 400),
    ("annotations", MapCondition(.annotations, 2...Int64.max), 200),
    ("annotations of the other layer", MapCondition(.annotations, 1...Int64.max, layer: 0), 400),
    ("clusters", MapCondition(.clusters, 1...Int64.max), 400),
    ("clusters of a layer without", MapCondition(.clusters, 1...Int64.max, layer: 1), nil),
    ("views, a frame later", MapCondition(.views, 1...Int64.max), 220),
    ("too many views", MapCondition(.views, 100...Int64.max), nil),
    ("an update", MapCondition(.updates, 1...Int64.max), 400),
    ("no callout", MapCondition(.callouts, 0...0), 0),
    ("a callout", MapCondition(.callouts, 1...1), nil),
    ("nothing selected", MapCondition(.selections, 0...0), 0),
    ("no region change", MapCondition(.regionChanges, 0...0), 0),
  ]

  @Test(arguments: waits)
  func `ends as soon as it is true`(name: String, condition: MapCondition, time: Int64?) {
    let test = ConditionTests.map()
    test.map.beginDownload([
      PlannedBatch(points: [0, 1], layer: 1, arrival: SimulatedTime(milliseconds: 200)),
      PlannedBatch(points: [2, 3, 4], layer: 0, arrival: SimulatedTime(milliseconds: 400)),
    ])
    _ = test.take()
    let isTrue = test.map.advance(
      until: Occurrence(.condition(condition)), atMost: ConditionTests.second)
    #expect(isTrue == (time != nil), "\(name)")
    #expect(test.map.now.nanoseconds == (time ?? 1_000) * 1_000_000, "\(name)")
    #expect(test.take(.session).count == (time == nil ? 1 : 0), "\(name)")
  }

  /// A batch that is lost for good comes until it is given up, one of a cancelled download never.
  @Test
  func `knows of lost batches and cancelled downloads`() {
    let time = SimulatedTime(milliseconds: 100)
    let none = Occurrence(.condition(MapCondition(.batches, 0...0)))
    let test = ConditionTests.map()
    let losses = PlannedBatch.Losses(first: time, interval: time, count: 3)
    test.map.beginDownload([PlannedBatch(points: [0], layer: 1, arrival: nil, losses: losses)])
    #expect(test.map.advance(until: none, atMost: ConditionTests.second))
    #expect(test.map.now.nanoseconds == 300_000_000)
    let download = test.map.beginDownload(
      (1...4).map {
        PlannedBatch(points: [PointID($0)], layer: 1, arrival: ConditionTests.second + time)
      })
    #expect(!test.map.advance(until: none, atMost: time))
    test.map.cancelDownloads([download])
    #expect(test.map.advance(until: none, atMost: .zero))
  }

  @Test
  func `follows a callout and what is selected`() {
    let test = ConditionTests.map()
    test.map.add([0], to: 1)
    #expect(
      test.map.advance(
        until: Occurrence(.condition(MapCondition(.views, 1...1))), atMost: ConditionTests.second))
    #expect(test.map.tap(.point(0, layer: 1)))
    #expect(
      test.map.advance(
        until: Occurrence(.condition(MapCondition(.selections, 1...1))), atMost: .zero))
    #expect(
      test.map.advance(
        until: Occurrence(.condition(MapCondition(.callouts, 1...1))), atMost: ConditionTests.second
      ))
    test.map.deselectAnnotation()
    #expect(
      test.map.advance(
        until: Occurrence(.condition(MapCondition(.callouts, 0...0))), atMost: ConditionTests.second
      ))
  }

  @Test
  func `follows a region change and an update with its fade`() {
    let test = ConditionTests.map()
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let region = Occurrence(.condition(MapCondition(.regionChanges, 0...0)))
    let updates = Occurrence(.condition(MapCondition(.updates, 0...0)))
    test.map.setCenter(TestMap.coordinate(x: 100, y: 100), animated: true)
    #expect(!test.map.advance(until: region, atMost: SimulatedTime(milliseconds: 20)))
    #expect(test.map.advance(until: region, atMost: ConditionTests.second))
    let moved = test.map.now
    #expect(test.map.advance(until: updates, atMost: ConditionTests.second))
    // The fade of the update that the new region asks for.
    #expect(test.map.now > moved)
    let end = test.map.now
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == end)
  }

  /// Between an addition and its update points are indexed, which takes time.
  @Test
  func `takes clusters for up to date once new points have their update`() {
    let test = ConditionTests.map(.phone(point: 1_000_000, node: 1_000_000))
    #expect(test.map.advanceUntilSettled())
    test.addAll()
    let updates = Occurrence(.condition(MapCondition(.updates, 0...0)))
    #expect(!test.map.advance(until: updates, atMost: .zero))
    #expect(!test.map.advance(until: updates, atMost: SimulatedTime(milliseconds: 3)))
    let minute = SimulatedTime(milliseconds: 60_000)
    #expect(test.map.advance(until: updates, atMost: minute))
    #expect(
      test.map.advance(
        until: Occurrence(.condition(MapCondition(.clusters, 1...Int64.max))), atMost: .zero))
    #expect(test.map.isSettled)
  }

  @Test
  func `tells the number by which it gave up`() {
    let test = ConditionTests.map()
    test.map.add([0, 1, 2], to: 1)
    _ = test.take()
    #expect(
      !test.map.advance(
        until: Occurrence(.condition(MapCondition(.annotations, 5...5))),
        atMost: SimulatedTime(milliseconds: 70)))
    #expect(test.take(.session, timed: true) == ["70 never held, 3"])
  }

  /// A caller whose last call waited for the main thread waits from when that call came.
  @Test
  func `waits no longer than its limit`() {
    let test = ConditionTests.map(.phone(change: 30_000_000))
    test.map.add([0, 1, 2], to: 1)
    #expect(
      !test.map.advance(
        until: Occurrence(.condition(MapCondition(.annotations, 5...5))),
        atMost: SimulatedTime(milliseconds: 50)))
    #expect(test.map.now.nanoseconds <= 140_000_000)
  }

  @Test
  func `a long press rests, and drops its pin where the map is by then`() {
    let test = ConditionTests.map()
    test.map.setCenter(TestMap.coordinate(x: 100, y: 100), animated: true)
    _ = test.take()
    let half = SimulatedTime(milliseconds: 500)
    test.map.longPress(at: ScreenPoint(x: 40, y: 60), for: half, dropping: [6], into: 1)
    #expect(test.map.now == half)
    let place = test.map.coordinate(of: 6, in: 1)
    let point = test.map.viewport.screenPoint(for: Projection.mapKit.mapPoint(for: place))
    #expect((point.x - 40).magnitude < 1e-6 && (point.y - 60).magnitude < 1e-6)
    #expect(test.take(.input, .data) == ["long press", "1 points to 1", "add 0"])
  }

  @Test(arguments: [
    (ScreenPoint(x: 40, y: -1), MissedSelection.Reason.outsideMapView),
    (ScreenPoint(x: 40, y: 10), .underBar),
  ])
  func `a long press out of reach drops nothing`(
    point: ScreenPoint, reason: MissedSelection.Reason
  ) {
    let test = TestMap(
      screenPoints: TargetTests.places, bars: EdgeInsets(top: 20, left: 0, bottom: 0, right: 0))
    _ = test.take()
    test.map.longPress(at: point, for: .zero, dropping: [0], into: 0)
    #expect(
      test.trace.events.map(\.kind)
        == [.selection(.missed(MissedSelection(reason, point: point)))])
  }
}
