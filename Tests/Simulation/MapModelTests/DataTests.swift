import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Data that comes and goes.
@Suite("Data")
struct DataTests {
  static func map(layers: [LayerSetup] = [.plain()], costs: DeviceCosts = .free) -> TestMap {
    TestMap(
      costs: costs, screenPoints: (0..<6).map { (x: Double(50 * $0 + 10), y: 100) },
      layers: layers)
  }

  @Test(arguments: [LayerSetup.plain(), .clustered(cellSize: 20)])
  func `skips points that are there, in the same batch too`(layer: LayerSetup) {
    let test = DataTests.map(layers: [layer])
    test.map.add([0, 1, 1, 2], to: 0)
    test.map.add([2, 1, 0], to: 0)
    test.map.add([3, 2], to: 0)
    test.map.add([], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data).filter { $0.contains("points") } == ["3 points to 0", "1 points to 0"])
    #expect(test.map.annotations.count == 4)
  }

  @Test(arguments: [LayerSetup.plain(), .clustered(cellSize: 20)])
  func `skips points that are not there when they are taken`(layer: LayerSetup) {
    let test = DataTests.map(layers: [layer])
    test.map.add([0, 1, 2], to: 0)
    test.map.remove([5, 2, 2], from: 0)
    test.map.remove([2], from: 0)
    test.map.remove([], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data).filter { $0.contains("points") } == ["3 points to 0", "1 points from 0"])
    #expect(test.map.annotations.count == 2)
    test.map.add([2], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.annotations.count == 3)
  }

  @Test
  func `keeps layers apart`() {
    let test = DataTests.map(layers: [.plain(), .plain()])
    test.map.add([0, 1], to: 0)
    test.map.add([1, 2], to: 1)
    test.map.remove([1], from: 0)
    #expect(test.map.data.members(of: 0).count == 1)
    #expect(test.map.data.members(of: 1).count == 2)
    let contents = test.trace.events.compactMap { event -> UInt64? in
      guard case .data(.annotationAdded(_, _, let content, _)) = event.kind else { return nil }
      return content
    }
    #expect(Set(contents).count == 4)
  }

  @Test
  func `knows a point again by its content`() {
    let test = DataTests.map()
    test.map.add([0], to: 0)
    test.map.remove([0], from: 0)
    test.map.add([0], to: 0)
    let contents = test.trace.events.compactMap { event -> UInt64? in
      switch event.kind {
      case .data(.annotationAdded(_, _, let content, _)),
        .data(.annotationRemoved(_, _, let content, _)):
        content
      default: nil
      }
    }
    #expect(contents.count == 3)
    #expect(Set(contents).count == 1)
  }

  @Test
  func `lets batches arrive when they are due, the first planned first`() {
    let test = DataTests.map()
    test.map.planBatch([0, 1], for: 0, after: SimulatedTime(milliseconds: 30))
    test.map.planBatch([2], for: 0, after: SimulatedTime(milliseconds: 10))
    test.map.planBatch([1, 3], for: 0, after: SimulatedTime(milliseconds: 30))
    test.map.planBatch([], for: 0, after: .zero)
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data, .frame, timed: true) == [
        "0 batch of 0 for 0", "10 batch of 1 for 0", "10 1 points to 0", "10 add 0", "20 frame 1",
        "30 batch of 2 for 0", "30 2 points to 0", "30 add 1", "30 add 2", "30 batch of 2 for 0",
        "30 1 points to 0", "30 add 3", "40 frame 2",
      ])
  }

  @Test
  func `shows in the frame what arrives at the same instant`() {
    let test = DataTests.map()
    test.map.add([0], to: 0)
    test.map.planBatch([1], for: 0, after: SimulatedTime(milliseconds: 20))
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view, .frame, timed: true).suffix(2) == ["20 didAdd 2", "20 frame 1"])
  }

  @Test
  func `shows in a frame that pins left, even at no cost`() {
    let test = DataTests.map()
    test.map.add([0, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.remove([0], from: 0)
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(timed: true) == [
        "20 1 points from 0", "20 return a of 0", "20 remove 0", "40 frame 2",
      ])
  }

  @Test
  func `gives up waiting after an hour and says so`() {
    let hour: Int64 = 3_600_000
    let test = DataTests.map()
    test.map.beginStep(3)
    test.map.planBatch([], for: 0, after: SimulatedTime(milliseconds: hour))
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == SimulatedTime(milliseconds: hour))
    _ = test.take()
    test.map.planBatch([0], for: 0, after: SimulatedTime(milliseconds: 2 * hour))
    #expect(!test.map.advanceUntilSettled())
    #expect(test.map.now == SimulatedTime(milliseconds: 2 * hour))
    #expect(test.trace.events.map(\.step) == [3])
    #expect(test.take(timed: true) == ["\(2 * hour) never settled"])
    // The batch comes in the last instant of this wait, too late for the frame that shows it.
    #expect(!test.map.advanceUntilSettled())
    #expect(
      test.take(timed: true) == [
        "\(3 * hour) batch of 1 for 0", "\(3 * hour) 1 points to 0", "\(3 * hour) add 0",
        "\(3 * hour) never settled",
      ])
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == SimulatedTime(milliseconds: 3 * hour + 20))
    #expect(test.take(.session) == [])
  }

  @Test
  func `gives up waiting at a limit, and not when it settles before`() {
    func time(_ milliseconds: Int64) -> SimulatedTime { SimulatedTime(milliseconds: milliseconds) }
    let test = DataTests.map()
    _ = test.take()
    test.map.planBatch([0], for: 0, after: time(1_000))
    #expect(!test.map.advanceUntilSettled(atMost: time(400)))
    #expect(test.take(timed: true) == ["400 never settled"])
    // A frame shows the batch.
    #expect(!test.map.advanceUntilSettled(atMost: time(600)))
    #expect(test.take(.session, timed: true) == ["1000 never settled"])
    #expect(test.map.advanceUntilSettled(atMost: time(20)))
    #expect(test.map.now == time(1_020))
    #expect(test.take(.session) == [])
  }

  @Test
  func `brings data while the finger moves the map`() {
    let test = DataTests.map()
    test.map.planBatch([0], for: 0, after: SimulatedTime(milliseconds: 30))
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 60))
    #expect(
      test.take(.map, .data, .view, timed: true) == [
        "0 will", "20 visible", "30 batch of 1 for 0", "30 1 points to 0", "30 add 0",
        "40 visible", "40 request 0 of 0", "40 create a", "40 display a for 0", "40 didAdd 1",
        "60 visible", "60 did",
      ])
  }

  @Test
  func `tells steps, marks and the end`() {
    let test = DataTests.map()
    test.map.beginStep(7)
    test.map.mark(0)
    test.map.expectationsDue()
    test.map.endStep()
    test.map.end()
    let steps = test.trace.events.map(\.step)
    #expect(
      test.take() == [
        "began", "step began", "mark 0", "picture", "expectations due", "step ended", "picture",
        "ended",
      ])
    #expect(steps == [-1, 7, 7, 7, 7, 7, -1, -1])
  }

  @Test
  func `draws shown pins back to front`() {
    let test = TestMap(
      screenPoints: [(x: 10, y: 150), (x: 20, y: 50), (x: 30, y: 50), (x: 900, y: 10)],
      layers: [.plain(), .plain(), .clustered(margin: 0)])
    test.map.add([0], to: 1)
    test.map.add([0, 2, 1, 3], to: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.tap(point: 1, layer: 0)
    let scene = test.map.makeSnapshot(.mark)
    #expect(scene.pins.map(\.layer) == [0, 1, 0, 0])
    #expect(scene.pins.map { $0.point.x.rounded() } == [30, 10, 10, 20])
    #expect(scene.pins.map(\.isSelected) == [false, false, false, true])
    #expect(scene.pins.map(\.count) == [1, 1, 1, 1])
    #expect(scene.grids.count == 1)
    let side = scene.grids[0].sidePoints
    #expect(side >= 60 && side < 60.1)
    #expect(scene.grids[0].origin.x <= 0 && scene.grids[0].origin.x > -side)
    #expect(Double(scene.grids[0].columns) * side >= 300)
  }
}
