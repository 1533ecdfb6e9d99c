import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Calls of the app and taps that find all as they would make it.
@Suite("Steps that change nothing")
struct IdleStepTests {
  /// All that a step of the app can change at once.
  private struct State: Equatable {
    var members: [[PointID]]
    var places: [[Coordinate]]
    var selected: AnnotationSlot?
    var camera: Camera
    var change: Int32?

    init(_ test: TestMap) {
      members = [0, 1].map { test.map.data.members(of: $0) }
      places = [0, 1].map { layer in
        test.map.data.members(of: layer).map { test.map.coordinate(of: $0, in: layer) }
      }
      selected = test.map.selection.selected
      camera = test.map.region.camera
      change = test.map.region.change?.number
    }
  }

  private static func map() -> TestMap {
    let fixes = ClusterFixTests.fixes { $0.movesPoints = true }
    let places = (0..<12).map { (number: Int) -> (x: Double, y: Double) in
      (x: Double(20 + 22 * number), y: Double(60 + 9 * number))
    }
    return TestMap(screenPoints: places, layers: [.plain(), .clustered(fixes: fixes)])
  }

  private static func reasons(_ test: TestMap) -> [IdleReason] {
    defer { test.trace.events.removeAll() }
    return test.trace.events.compactMap {
      if case .session(.nothingDone(let reason)) = $0.kind { reason } else { nil }
    }
  }

  @Test(arguments: [0, 1])
  func `say why`(layer: Int) {
    let test = IdleStepTests.map()
    let map = test.map
    func reasons(_ step: () -> Void) -> [IdleReason] {
      step()
      defer { #expect(map.advanceUntilSettled()) }
      return IdleStepTests.reasons(test)
    }
    func show(animated: Bool) {
      map.showAnnotations(of: [layer], padding: EdgeInsets(all: 0), animated: animated)
    }
    #expect(reasons { show(animated: true) } == [.nothingToShow])
    #expect(reasons { map.remove([0, 1], from: layer) } == [.pointsAbsent])
    let place = TestMap.coordinate(x: 1, y: 1)
    #expect(reasons { map.move([0], in: layer, to: [place]) } == [.pointsAbsent])
    #expect(reasons { map.add([0, 1, 2], to: layer) } == [])
    #expect(reasons { map.add([2, 1], to: layer) } == [.pointsPresent])
    // A partial effect is an effect.
    #expect(reasons { map.add([2, 3], to: layer) } == [])
    #expect(reasons { map.remove([3, 4], from: layer) } == [])
    let places = [0, 1].map { map.coordinate(of: $0, in: layer) }
    #expect(reasons { map.move([0, 1], in: layer, to: places) } == [.pointsInPlace])
    #expect(reasons { map.move([0, 9], in: layer, to: [places[1], places[1]]) } == [])
    #expect(reasons { show(animated: true) } == [])
    #expect(reasons { show(animated: false) } == [.regionKept])
    #expect(reasons { map.tapEmptyMap() } == [.nothingSelected])
    #expect(reasons { map.deselectAnnotation() } == [.nothingSelected])
    #expect(reasons { map.tap(point: 2, layer: layer) } == [])
    #expect(reasons { map.tapEmptyMap() } == [])
    #expect(reasons { map.tap(point: 2, layer: layer) } == [])
    #expect(reasons { map.deselectAnnotation() } == [])
  }

  /// Fingers move the map by the gestures that it follows, the app always.
  @Test(arguments: (UInt8(0)..<8).map { EnabledGestures(rawValue: $0) })
  func `are gestures that the map does not follow`(gestures: EnabledGestures) {
    let time = SimulatedTime(milliseconds: 200)
    let deeds: [(gesture: EnabledGestures, time: SimulatedTime, deed: (MapSimulation) -> Void)] = [
      (.scroll, time, { $0.pan(by: ScreenOffset(dx: 30, dy: 9), over: time) }),
      (.scroll, .zero, { $0.fling(pointsPerSecond: ScreenOffset(dx: 900, dy: 0)) }),
      (.zoom, time, { $0.pinch(byLevels: 1, about: nil, over: time) }),
      (.zoom, .zero, { $0.doubleTap(at: ScreenPoint(x: 99, y: 70)) }),
      (.zoom, .zero, { $0.tapWithTwoFingers() }),
      (.rotate, time, { $0.rotate(byDegrees: 30, about: nil, over: time) }),
      ([], .zero, { $0.setCenter(TestMap.coordinate(x: 20, y: 20), animated: true) }),
    ]
    for (gesture, time, deed) in deeds {
      let test = TestMap(gestures: gestures)
      test.map.advanceUntilSettled()
      let (camera, start) = (test.map.region.camera, test.map.context.now)
      deed(test.map)
      let end = test.map.context.now
      test.map.advanceUntilSettled()
      let isFollowed = gestures.isSuperset(of: gesture)
      #expect((test.map.region.camera != camera) == isFollowed)
      #expect(IdleStepTests.reasons(test) == (isFollowed ? [] : [.gestureDisabled]))
      #expect(isFollowed || end - start == time)
    }
  }

  /// A finger stops a map that drifts, also where it can move it no further.
  @Test
  func `are none that stop a moving map`() {
    let test = IdleStepTests.map()
    test.map.fling(pointsPerSecond: ScreenOffset(dx: 900, dy: 0), waitsForRest: false)
    test.map.advance(by: SimulatedTime(milliseconds: 50))
    test.map.tapEmptyMap()
    #expect(IdleStepTests.reasons(test) == [])
    test.map.tapEmptyMap()
    #expect(IdleStepTests.reasons(test) == [.nothingSelected])
  }

  /// A step tells that it changed nothing exactly when nothing is otherwise than before.
  @Test(arguments: 0..<40)
  func `are told exactly when nothing has changed`(seed: Int) {
    var dice = Dice(seed: seed)
    let test = IdleStepTests.map()
    var idle = 0
    for _ in 0..<60 {
      let layer = dice.below(2)
      let points = (0..<1 + dice.below(3)).map { _ in PointID(dice.below(12)) }
      _ = IdleStepTests.reasons(test)
      let before = State(test)
      switch dice.below(6) {
      case 0: test.map.add(points, to: layer)
      case 1: test.map.remove(points, from: layer)
      case 2:
        let place = TestMap.coordinate(x: 30 * Double(dice.below(3)), y: 50)
        test.map.move(points, in: layer, to: points.map { _ in place })
      case 3:
        test.map.showAnnotations(
          of: [layer], padding: EdgeInsets(all: 0), animated: dice.below(2) == 0)
      case 4: test.map.tapEmptyMap()
      default: test.map.deselectAnnotation()
      }
      let reasons = IdleStepTests.reasons(test)
      #expect(reasons.count == (State(test) == before ? 1 : 0), "\(reasons)")
      idle += reasons.count
      if dice.below(2) == 0 { #expect(test.map.advanceUntilSettled()) }
      if dice.below(3) == 0 { test.map.tap(.middle) }
    }
    #expect((1..<60).contains(idle), "\(idle) steps changed nothing")
  }
}
