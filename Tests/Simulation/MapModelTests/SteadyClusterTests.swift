import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Updates that look only where something has changed, against those that look everywhere.
@Suite("Steady clusters")
struct SteadyClusterTests {
  static let pointCount: Int32 = 24

  /// What came of a session: its events without counts of work, and how much the updates did.
  struct Outcome {
    var kinds: [Event.Kind] = []
    var work = ClusterWork.nothing
    var updates = 0
    var updatesWithoutWork = 0
  }

  /// Where clusters are put; a tree of squares has no first member.
  private static let methods = [ClusterMethod.centerOfMass, .nearCenter]

  private static func layer(_ dice: inout Dice, engine: any ClusterEngine) -> LayerSetup {
    var fixes = ClusterFixes.standard
    fixes.comparesWhenApplied = dice.below(4) > 0
    fixes.coalescesUpdates = dice.below(3) > 0
    fixes.movesReused = dice.below(2) == 0
    fixes.keepsSelection = dice.below(2) == 0
    fixes.overlap = ClusterOverlap.allCases[dice.below(3)]
    return LayerSetup.clustered(
      cellSize: [40.0, 60, 100][dice.below(3)], margin: [0.0, 0.5][dice.below(2)],
      method: methods[dice.below(2)], reuses: dice.below(6) > 0,
      maximumZoom: [1_000, 1_000, 14.25][dice.below(3)], minimumLocations: dice.below(4),
      fade: SimulatedTime(milliseconds: [0, 30, 200][dice.below(3)]), fixes: fixes
    ).clustering { $0.engine = engine }
  }

  /// Plays the session of a seed, in which no work takes time.
  static func play(
    seed: Int, engine: any ClusterEngine, fixes change: (inout ClusterFixes) -> Void = { _ in }
  ) -> Outcome {
    var dice = Dice(seed: seed)
    let layer = layer(&dice, engine: engine).clustering { change(&$0.fixes) }
    let isAtDateLine = dice.below(4) == 0
    let viewport = TestMap.viewport(
      center: isAtDateLine ? MapPoint(x: dice.fraction() * 10_000, y: 1e8) : TestMap.middle)
    var places: [(x: Double, y: Double)] = []
    for number in 0..<Int(pointCount) {
      let near = number > 0 && dice.below(2) == 0 ? places[number - 1] : nil
      let reach = near == nil ? 500.0 : dice.below(4) == 0 ? 0 : 60
      places.append(
        (
          x: (near?.x ?? 150) + (dice.fraction() - 0.5) * reach,
          y: (near?.y ?? 100) + (dice.fraction() - 0.5) * reach
        ))
    }
    let twins = dice.below(4) == 0
    let test = TestMap(
      viewport: viewport,
      points: places.map { TestMap.coordinate(x: $0.x, y: $0.y, in: viewport) }, layers: [layer],
      identities: twins ? (0..<Int(pointCount)).map { PointID($0 % 20) } : [])
    test.map.add(Array(0..<12), to: 0)
    for _ in 0..<25 { step(test.map, viewport, &dice) }
    test.map.setClusteringPaused(of: 0, false)
    #expect(test.map.advanceUntilSettled())
    return outcome(of: test)
  }

  private static func step(_ map: MapSimulation, _ viewport: Viewport, _ dice: inout Dice) {
    let first = PointID(dice.below(Int(pointCount)))
    let end = min(Int(pointCount), first.index + 1 + dice.below(4))
    let points = Array(first..<PointID(end))
    switch dice.below(14) {
    case 0, 1: map.add(points, to: 0)
    case 2: map.remove(points, from: 0)
    case 3:
      map.pan(
        by: ScreenOffset(dx: dice.fraction() * 160 - 80, dy: dice.fraction() * 120 - 60),
        over: .zero)
    case 4: map.zoom(byLevels: Double(dice.below(3) - 1), over: .zero)
    case 5: map.pan(by: ScreenOffset(dx: 3, dy: -2), over: SimulatedTime(milliseconds: 40))
    case 6, 7: #expect(map.advanceUntilSettled())
    case 8:
      map.move(
        [first], in: 0,
        to: [
          TestMap.coordinate(x: dice.fraction() * 300, y: dice.fraction() * 200, in: viewport)
        ])
    case 9: map.setClusteringPaused(of: 0, dice.below(2) == 0)
    case 10, 11: map.updateClusters(of: 0)
    case 12: map.changeClustering(of: 0, change(&dice))
    default:
      if dice.below(2) == 0 { map.tap(point: first, layer: 0) }
      map.advance(by: SimulatedTime(milliseconds: [1, 20, 100, 250][dice.below(4)]))
    }
  }

  private static func change(_ dice: inout Dice) -> ClusteringChange {
    var change = ClusteringChange()
    switch dice.below(8) {
    case 0: change.cellSizePoints = [40, 60][dice.below(2)]
    case 1: change.reusesAnnotations = dice.below(3) > 0
    case 2: change.method = methods[dice.below(2)]
    case 3: change.placer = .northernmostPoint
    case 4: change.minimumUniqueLocations = dice.below(4)
    case 5: change.hasClusterer = dice.below(3) > 0
    case 6: change.maximumZoomLevel = [1_000, 14.25][dice.below(2)]
    default: change.marginFraction = [0, 0.5][dice.below(2)]
    }
    return change
  }

  private static func outcome(of test: TestMap) -> Outcome {
    var outcome = Outcome()
    for event in test.trace.events {
      guard case .cluster(.computed(let update, let layer, let work)) = event.kind else {
        // What goes into the index is the same work.
        outcome.kinds.append(event.kind)
        continue
      }
      outcome.kinds.append(.cluster(.computed(update: update, layer: layer, work: .nothing)))
      outcome.updates += 1
      outcome.updatesWithoutWork += work.isNothing ? 1 : 0
      outcome.work.nodesVisited += work.nodesVisited
      outcome.work.cellsVisited += work.cellsVisited
    }
    return outcome
  }

  @Test(arguments: AggregateEngine.Kind.allCases, 0..<10)
  func `show and tell what updates do that look everywhere`(kind: AggregateEngine.Kind, block: Int)
  {
    var updates = 0
    var spared = 0
    var work = (steady: Int64(0), forgetful: Int64(0))
    for seed in block * 40..<(block + 1) * 40 {
      let one = SteadyClusterTests.play(seed: seed, engine: AggregateEngine(kind))
      let other = SteadyClusterTests.play(seed: seed, engine: ForgetfulEngine(kind))
      let difference = zip(one.kinds, other.kinds).first { $0 != $1 }
      #expect(difference == nil, "session \(seed)")
      #expect(one.kinds.count == other.kinds.count, "session \(seed)")
      #expect(other.updatesWithoutWork == 0)
      updates += one.updates
      spared += one.updatesWithoutWork
      work.steady += one.work.cellsVisited
      work.forgetful += other.work.cellsVisited
    }
    #expect(spared > updates / 20 && spared < updates)
    #expect(work.steady * 2 < work.forgetful)
  }

  @Test(arguments: ForgetfulEngine.Lie.allCases)
  func `are noticed when they keep what has changed`(lie: ForgetfulEngine.Lie) {
    let isNoticed = (0..<40).contains { seed in
      SteadyClusterTests.play(seed: seed, engine: AggregateEngine(.aggregate)).kinds
        != SteadyClusterTests.play(seed: seed, engine: ForgetfulEngine(.aggregate, lie: lie)).kinds
    }
    #expect(isNoticed == (lie != .none))
  }
}

extension ClusterWork {
  /// No work at all.
  static let nothing = ClusterWork(
    nodesVisited: 0, pointsTouched: 0, cellsVisited: 0, distances: 0)
}
