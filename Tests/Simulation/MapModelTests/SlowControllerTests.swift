import Clustering
import Foundation
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Small worlds in which every update is worked out a second time, by the rules.
@Suite("Cluster rules")
struct SlowControllerTests {
  static let pointCount: Int32 = 8

  /// How many worlds are drawn; the nightly job asks for more.
  static let worldCount =
    ProcessInfo.processInfo.environment["MAPREPLAY_WORLDS"].flatMap { Int($0) } ?? 2_000
  static let blocks = 10

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

  static func layer(_ dice: inout Dice, fixes: ClusterFixes) -> LayerSetup {
    .clustered(
      cellSize: [40.0, 60, 100][dice.below(3)], margin: [0.0, 0.5][dice.below(2)],
      method: ClusterMethod.allCases[dice.below(3)], reuses: dice.below(4) > 0,
      maximumZoom: [1_000, 1_000, 14.25][dice.below(3)], minimumLocations: dice.below(4),
      fade: SimulatedTime(milliseconds: [0, 30, 200][dice.below(3)]), fixes: fixes)
  }

  /// The three of the product, and those of apps.
  static let placers: [ClusterPlacer?] =
    [nil, nil, nil, .middleOfCell, .middleOfExtent, .northernmostPoint]

  static func fixes(_ dice: inout Dice) -> ClusterFixes {
    var fixes = ClusterFixes.none
    fixes.comparesWhenApplied = dice.below(2) == 0
    fixes.coalescesUpdates = dice.below(2) == 0
    fixes.movesReused = dice.below(2) == 0
    fixes.findsByIdentity = dice.below(2) == 0
    fixes.movesPoints = dice.below(2) == 0
    fixes.pausesAndResumes = dice.below(2) == 0
    fixes.updatesOnRequest = dice.below(2) == 0
    fixes.overlap = ClusterOverlap.allCases[dice.below(3)]
    fixes.keepsPointsInOneCell = dice.below(2) == 0
    fixes.wrapsWestward = dice.below(2) == 0
    fixes.visitsCellsOnce = dice.below(2) == 0
    return fixes
  }

  /// Plays a world; with no fixes given, any that can be told one by one.
  static func play(
    seed: Int, fixes: ClusterFixes?, fault: SlowController.Diagnostic = .none
  ) -> SlowController? {
    var dice = Dice(seed: seed)
    let fixes = fixes ?? SlowControllerTests.fixes(&dice)
    var layer = layer(&dice, fixes: fixes)
    var placer = placers[dice.below(placers.count)]
    // The middle of two joined cells is on the edge between them, and rounding decides in which.
    if fixes.overlap == .merged, placer == .middleOfCell { placer = .middleOfExtent }
    layer.cluster?.placer = placer
    guard let setup = layer.cluster else { return nil }
    let costs: DeviceCosts = dice.below(2) == 0 ? .free : .phone(node: 1_000_000)
    // One map in four lies at the date line, some of its points exactly on it: in the library they
    // are in two cells.
    let isAtDateLine = dice.below(4) == 0
    let viewport = TestMap.viewport(
      center: isAtDateLine
        ? MapPoint(x: dice.fraction() * 10_000, y: 100_000_000) : TestMap.middle)
    var points = world(&dice).map { TestMap.coordinate(x: $0.x, y: $0.y, in: viewport) }
    for index in points.indices where isAtDateLine && dice.below(3) == 0 {
      points[index].longitude = -180
    }
    let test = TestMap(viewport: viewport, costs: costs, points: points, layers: [layer])
    let slow = SlowController(test.map, layer: layer, setup: setup, fault: fault)
    test.trace.watch = { [unowned slow] event in slow.observe(event) }
    slow.add([0, 1, 2, 3])
    // A level further in, the middle of a cell is the corner of four, and again rounding decides.
    let levels = placer == .middleOfCell ? 0.9 : 1
    for _ in 0..<15 { step(test.map, slow, fixes, levels, &dice) }
    test.map.setClusteringPaused(of: 0, false)
    test.map.pan(by: ScreenOffset(dx: 1, dy: 1), over: .zero)
    if !test.map.advanceUntilSettled() { return nil }
    return slow
  }

  private static func step(
    _ map: MapSimulation, _ slow: SlowController, _ fixes: ClusterFixes, _ levels: Double,
    _ dice: inout Dice
  ) {
    func points(_ dice: inout Dice) -> [PointID] {
      let first = Int32(dice.below(Int(pointCount)))
      return (first..<min(pointCount, first + 1 + Int32(dice.below(4)))).map {
        PointID(rawValue: $0)
      }
    }
    switch dice.below(11) {
    case 0, 1: slow.add(points(&dice))
    case 2: slow.remove(points(&dice))
    case 3:
      map.pan(
        by: ScreenOffset(dx: dice.fraction() * 300 - 150, dy: dice.fraction() * 200 - 100),
        over: .zero)
    case 4: map.zoom(byLevels: Double(dice.below(3) - 1) * levels, over: .zero)
    case 5: map.zoom(byLevels: dice.fraction() - 0.5, over: SimulatedTime(milliseconds: 60))
    case 6: _ = map.advanceUntilSettled()
    case 7:
      // Without the fix the index looks for the point when its turn comes, not at the call.
      if !fixes.movesPoints, !map.advanceUntilSettled() { return }
      let place = TestMap.coordinate(x: dice.fraction() * 300, y: dice.fraction() * 200)
      slow.move(PointID(dice.below(Int(pointCount))), to: place)
    case 8: map.setClusteringPaused(of: 0, dice.below(2) == 0)
    case 9: map.updateClusters(of: 0)
    default:
      map.advance(by: SimulatedTime(milliseconds: [1, 20, 100, 250][dice.below(4)]))
    }
  }

  /// Plays the worlds of a block, a third of all there are.
  private func play(_ block: Int, first: Int, fixes: ClusterFixes?) throws {
    let count = (SlowControllerTests.worldCount / SlowControllerTests.blocks + 2) / 3
    var finished = 0
    for seed in first + block * count..<first + (block + 1) * count {
      let slow = try #require(SlowControllerTests.play(seed: seed, fixes: fixes))
      #expect(slow.faults.first == nil, "world \(seed)")
      #expect(slow.finished > 0, "world \(seed)")
      finished += slow.finished
    }
    // Where updates wait for each other, few worlds have but one.
    #expect(finished > 3 * count)
  }

  @Test(arguments: 0..<blocks)
  func `are kept by the library as it is`(block: Int) throws {
    try play(block, first: 0, fixes: ClusterFixes.none)
  }

  @Test(arguments: 0..<blocks)
  func `are kept by the library as it is fixed`(block: Int) throws {
    try play(block, first: 1_000_000, fixes: .standard)
  }

  @Test(arguments: 0..<blocks)
  func `are kept whatever is fixed`(block: Int) throws {
    try play(block, first: 2_000_000, fixes: nil)
  }

  @Test(arguments: SlowController.Diagnostic.allCases)
  func `notices rules that are wrong`(fault: SlowController.Diagnostic) {
    let count = fault == .none ? 100 : 1_500
    let isNoticed = (3_000_000..<3_000_000 + count).contains { seed in
      let slow = SlowControllerTests.play(seed: seed, fixes: nil, fault: fault)
      return slow?.faults.isEmpty != true
    }
    #expect(isNoticed == (fault != .none))
  }
}
