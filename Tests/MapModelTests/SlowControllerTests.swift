import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Small worlds in which every update is worked out a second time, by the rules.
@Suite("Cluster rules")
struct SlowControllerTests {
  static let pointCount: Int32 = 8

  /// Two points of three are near another one, so that clusters divide and join.
  static func world(_ dice: inout Dice) -> [(x: Double, y: Double)] {
    var places: [(x: Double, y: Double)] = []
    for number in 0..<Int(pointCount) {
      var place = (x: dice.fraction() * 300, y: dice.fraction() * 200)
      if number % 3 != 0 {
        place.x = places[number - 1].x + (dice.fraction() - 0.5) * 50
        place.y = places[number - 1].y + (dice.fraction() - 0.5) * 50
      }
      // Some at one place.
      if dice.below(8) == 0, number > 0 { place = places[number - 1] }
      places.append(place)
    }
    return places
  }

  static func layer(_ dice: inout Dice, mends: ClusterMends) -> LayerSetup {
    .clustered(
      cellSize: [40.0, 60, 100][dice.below(3)], margin: [0.0, 0.5][dice.below(2)],
      reuses: dice.below(4) > 0, minimumLocations: dice.below(4),
      fade: SimulatedTime(milliseconds: [0, 30, 200][dice.below(3)]), mends: mends)
  }

  static func mends(_ dice: inout Dice) -> ClusterMends {
    var mends = ClusterMends.none
    mends.comparesWhenApplied = dice.below(2) == 0
    mends.coalescesUpdates = dice.below(2) == 0
    mends.movesReused = dice.below(2) == 0
    mends.findsByIdentity = dice.below(2) == 0
    mends.movesPoints = dice.below(2) == 0
    mends.pausesAndResumes = dice.below(2) == 0
    mends.updatesOnRequest = dice.below(2) == 0
    return mends
  }

  static func play(seed: Int, mends: ClusterMends?) -> SlowController? {
    var dice = Dice(seed: seed)
    let mends = mends ?? SlowControllerTests.mends(&dice)
    let layer = layer(&dice, mends: mends)
    guard let setup = layer.cluster else { return nil }
    let costs: DeviceCosts = dice.below(2) == 0 ? .free : .phone(node: 1_000_000)
    let test = TestMap(costs: costs, screenPoints: world(&dice), layers: [layer])
    let slow = SlowController(test.map, setup: setup)
    test.trace.watch = { [unowned slow] event in slow.observe(event) }
    slow.add([0, 1, 2, 3])
    for _ in 0..<25 { step(test.map, slow, mends, &dice) }
    test.map.setClusteringPaused(of: 0, false)
    test.map.pan(by: ScreenOffset(dx: 1, dy: 1), over: .zero)
    if !test.map.advanceUntilSettled() { return nil }
    return slow
  }

  private static func step(
    _ map: MapSimulation, _ slow: SlowController, _ mends: ClusterMends, _ dice: inout Dice
  ) {
    func points(_ dice: inout Dice) -> [Int32] {
      let first = Int32(dice.below(Int(pointCount)))
      return Array(first..<min(pointCount, first + 1 + Int32(dice.below(4))))
    }
    switch dice.below(11) {
    case 0, 1: slow.add(points(&dice))
    case 2: slow.remove(points(&dice))
    case 3:
      map.pan(
        by: ScreenOffset(dx: dice.fraction() * 300 - 150, dy: dice.fraction() * 200 - 100),
        over: .zero)
    case 4: map.zoom(byLevels: Double(dice.below(3) - 1), over: .zero)
    case 5: map.zoom(byLevels: dice.fraction() - 0.5, over: SimulatedTime(milliseconds: 60))
    case 6: _ = map.advanceUntilSettled()
    case 7:
      // Without the mend the index looks for the point when its turn comes, not at the call.
      if !mends.movesPoints, !map.advanceUntilSettled() { return }
      let place = TestMap.coordinate(x: dice.fraction() * 300, y: dice.fraction() * 200)
      slow.move(Int32(dice.below(Int(pointCount))), to: place)
    case 8: map.setClusteringPaused(of: 0, dice.below(2) == 0)
    case 9: map.updateClusters(of: 0)
    default:
      map.advance(by: SimulatedTime(milliseconds: [1, 20, 100, 250][dice.below(4)]))
    }
  }

  @Test(arguments: 0..<10)
  func `are kept by the library as it is`(block: Int) throws {
    for seed in block * 40..<block * 40 + 40 {
      let slow = try #require(SlowControllerTests.play(seed: seed, mends: ClusterMends.none))
      #expect(slow.faults.first == nil, "world \(seed)")
      #expect(slow.finished > 1, "world \(seed)")
    }
  }

  @Test(arguments: 0..<20)
  func `are kept whatever of the controller is mended`(block: Int) throws {
    var followed = 0
    for seed in 1000 + block * 40..<1040 + block * 40 {
      let slow = try #require(SlowControllerTests.play(seed: seed, mends: nil))
      #expect(slow.faults.first == nil, "world \(seed)")
      #expect(slow.finished > 1, "world \(seed)")
      followed += slow.followed
    }
    #expect(followed > 0)
  }
}
