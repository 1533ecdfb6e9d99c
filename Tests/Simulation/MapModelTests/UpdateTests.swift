import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Annotations that move, points that are replaced, and the user's location.
@Suite("Updates")
struct UpdateTests {
  static let costs = DeviceCosts(
    framesPerSecond: 50, viewCreation: .zero, viewReuse: .zero,
    viewLayout: SimulatedTime(nanoseconds: 10), annotationChange: SimulatedTime(nanoseconds: 1000),
    pointVisit: .zero, nodeVisit: .zero,
    annotationComparison: SimulatedTime(nanoseconds: 100_000))

  static func map(layers: [LayerSetup] = [.plain()]) -> TestMap {
    let test = TestMap(
      costs: costs, screenPoints: (0..<6).map { (x: Double(40 * $0 + 20), y: 100) },
      layers: layers)
    test.map.add([0, 1, 2, 3], to: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    return test
  }

  static func mainThread(_ test: TestMap) -> [Int64] {
    test.trace.events.compactMap { event in
      guard case .frame(let frame) = event.kind else { return nil }
      return frame.mainThread.nanoseconds
    }
  }

  static func place(_ x: Double) -> Coordinate { TestMap.coordinate(x: x, y: 100) }

  // MARK: Moving

  @Test
  func `moves annotations, whose views follow, leave and come`() {
    let test = UpdateTests.map()
    test.map.move([0, 5, 1], in: 0, to: [30, 7, 900].map(UpdateTests.place))
    let slot = test.map.data.layers[0].slots[0]
    #expect((test.map.views.frame(of: slot).midX - 30).magnitude < 1e-6)
    #expect(test.map.advanceUntilSettled())
    #expect(UpdateTests.mainThread(test) == [20])
    #expect(test.take() == ["move 0", "move 1", "return b of 1", "frame 2"])
    test.map.move([1], in: 0, to: [UpdateTests.place(50)])
    #expect(test.map.advanceUntilSettled())
    #expect(UpdateTests.mainThread(test) == [0])
    #expect(
      test.take() == [
        "move 1", "request 1 of 0", "reuse b", "display b for 1", "didAdd 1", "frame 3",
      ])
    // Where it is already, and nowhere.
    test.map.move([1], in: 0, to: [UpdateTests.place(50)])
    test.map.move([], in: 0, to: [])
    #expect(test.map.isSettled)
    test.map.move([1], in: 0, to: [Coordinate(latitude: 91, longitude: 0)])
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take() == [
        "nothing done, pointsInPlace", "nothing done, pointsAbsent", "move 1", "return b of 1",
        "frame 4",
      ])
  }

  @Test
  func `keeps the view of a selected annotation that moves away`() {
    let test = UpdateTests.map()
    #expect(test.map.tap(point: 2, layer: 0))
    _ = test.take()
    test.map.move([2], in: 0, to: [UpdateTests.place(-500)])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take() == ["move 2", "frame 2"])
    #expect(test.map.selection.selected == test.map.data.layers[0].slots[2])
    test.map.deselectAnnotation()
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view) == ["return c of 2"])
  }

  @Test
  func `remembers where a point was moved when it comes again, in its layer only`() {
    let test = UpdateTests.map(layers: [.plain(), .plain()])
    test.map.move([3], in: 0, to: [UpdateTests.place(77)])
    test.map.remove([3], from: 0)
    test.map.add([3], to: 0)
    test.map.add([3], to: 1)
    func x(_ layer: Int) -> Double {
      let slot = test.map.data.layers[layer].slots[3]
      return test.map.viewport.screenPoint(for: test.map.annotations[slot].mapPoint).x.rounded()
    }
    #expect([x(0), x(1)] == [77, 140])
  }

  @Test
  func `refuses to move points to places that are too few`() async {
    await #expect(processExitsWith: .failure) {
      UpdateTests.map().map.move([0, 1], in: 0, to: [UpdateTests.place(1)])
    }
  }

  // MARK: Replacing

  @Test
  func `replaces all, and every view goes and comes`() {
    let test = UpdateTests.map()
    test.map.replacePoints(of: 0, with: [2, 1, 4, 1], how: .all)
    #expect(
      test.take() == [
        "4 points from 0", "return a of 0", "remove 0", "return b of 1", "remove 1",
        "return c of 2", "remove 2", "return d of 3", "remove 3", "3 points to 0", "add 4",
        "add 5", "add 6", "replaced in 0: -4 +3 =0 of 0",
      ])
    #expect(test.map.advanceUntilSettled())
    #expect(UpdateTests.mainThread(test) == [7000])
    #expect(test.take(.view).last == "didAdd 3")
  }

  @Test
  func `replaces only what differs, after comparing all`() {
    let test = UpdateTests.map()
    test.map.replacePoints(of: 0, with: [2, 1, 4, 1], how: .changed)
    #expect(
      test.take() == [
        "2 points from 0", "return a of 0", "remove 0", "return d of 3", "remove 3",
        "1 points to 0", "add 4", "replaced in 0: -2 +1 =2 of 7",
      ])
    #expect(test.map.advanceUntilSettled())
    #expect(UpdateTests.mainThread(test) == [703_000])
    #expect(test.take(.view).last == "didAdd 1")
    test.map.replacePoints(of: 0, with: [4, 2, 1], how: .changed)
    #expect(test.map.advanceUntilSettled())
    #expect(UpdateTests.mainThread(test) == [600_000])
    #expect(test.take() == ["replaced in 0: -0 +0 =3 of 6", "frame 3"])
  }

  /// Every set of four points replaced by every other one ends with the new one.
  @Test(arguments: [LayerSetup.plain(), .clustered(cellSize: 20)], [true, false])
  func `ends with the new points whatever was there`(layer: LayerSetup, isCompared: Bool) {
    for number in 0..<256 {
      let sets = [number % 16, number / 16].map { bits in
        (0..<4).filter { bits >> $0 & 1 == 1 }.map { PointID($0) }
      }
      let test = TestMap(
        screenPoints: (0..<4).map { (x: Double(60 * $0 + 20), y: 100) }, layers: [layer])
      test.map.add(sets[0], to: 0)
      #expect(test.map.advanceUntilSettled())
      _ = test.take()
      test.map.replacePoints(of: 0, with: sets[1], how: isCompared ? .changed : .all)
      #expect(test.map.advanceUntilSettled())
      let kept = isCompared ? Set(sets[0]).intersection(sets[1]).count : 0
      let words = "replaced in 0: -\(sets[0].count - kept) +\(sets[1].count - kept) =\(kept) of "
      let compared = isCompared ? sets[0].count + sets[1].count : 0
      let events = test.take(.data)
      #expect(events.filter { $0.hasPrefix("replaced") } == ["\(words)\(compared)"])
      #expect(
        test.map.data.layers[0].isMember.indices.filter { test.map.data.layers[0].isMember[$0] }
          .map { PointID($0) } == sets[1])
      let points = test.map.annotations.slots.indices.filter { test.map.annotations.isUsed[$0] }
        .map { test.map.annotations.slots[$0].point }
      #expect(points.sorted() == sets[1])
      guard layer.cluster == nil, isCompared else { continue }
      #expect(events.count { $0.hasPrefix("add") } == sets[1].count - kept)
      #expect(events.count { $0.hasPrefix("remove") } == sets[0].count - kept)
    }
  }

  // MARK: The user

  @Test
  func `shows the user's location, which follows and goes`() {
    let test = TestMap(screenPoints: [(x: 50, y: 50)], userLocation: (x: 100, y: 100))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take() == [
        "began", "add 0", "1 points to 0", "add 1", "request 0 of 2", "nil for 0", "create a",
        "display a for 0", "request 1 of 0", "create b", "display b for 1", "didAdd 2", "frame 1",
      ])
    let pins = test.map.makeSnapshot(.mark).pins
    #expect(pins.map(\.layer) == [0, -1])
    #expect(pins.last?.kind == .userDot)
    #expect(pins.last?.frame.width == 22)
    test.map.moveUserLocation(to: UpdateTests.place(120))
    test.map.moveUserLocation(to: UpdateTests.place(120))
    #expect(test.map.advanceUntilSettled())
    #expect(test.take() == ["move 0", "frame 2"])
    #expect(test.map.tap(nearestTo: UpdateTests.place(120)))
    #expect(test.take(.selection).first == "willSelect 1")
    test.map.moveUserLocation(to: nil)
    test.map.moveUserLocation(to: nil)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data, .view) == ["return a of 0", "remove 0"])
    test.map.moveUserLocation(to: UpdateTests.place(10))
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view).contains("reuse a"))
  }

  @Test
  func `refuses a location that the setup does not know of`() async {
    await #expect(processExitsWith: .failure) {
      TestMap().map.moveUserLocation(to: UpdateTests.place(10))
    }
  }
}
