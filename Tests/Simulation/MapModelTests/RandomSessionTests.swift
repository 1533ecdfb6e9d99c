import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What holds in every session.
@Suite("Random sessions")
struct RandomSessionTests {
  @Test(arguments: 0..<30)
  func `keeps its promises in every frame and event`(block: Int) {
    for seed in block * 10..<block * 10 + 10 {
      let session = RandomSession(seed: seed)
      session.play(steps: 40)
      #expect(session.watcher.frames > 0, "session \(seed)")
    }
  }

  @Test(arguments: 0..<20)
  func `keeps its promises, and ends, whatever the app and the options do`(block: Int) {
    for seed in block * 10..<block * 10 + 10 {
      let session = RandomSession(seed: seed, isMeddling: true)
      session.play(steps: 40)
      #expect(session.watcher.frames > 0, "session \(seed)")
      #expect(
        session.map.region.change == nil && session.map.drag.dragged == nil, "session \(seed)")
    }
  }

  @Test(arguments: 0..<12)
  func `keeps its promises whatever of the controllers is fixed`(block: Int) {
    for seed in block * 10..<block * 10 + 10 {
      let session = RandomSession(seed: seed, isMeddling: seed % 2 == 0, isFixed: true)
      session.play(steps: 50)
      #expect(session.watcher.frames > 0, "session \(seed)")
      for layer in session.map.clusters.layers {
        RandomSessionTests.checkTree(of: layer?.controller)
      }
    }
  }

  @Test(arguments: 0..<12)
  func `keeps its promises when callouts are annotations`(block: Int) {
    for seed in block * 10..<block * 10 + 10 {
      let session = RandomSession(
        seed: seed, isMeddling: seed % 2 == 0, isFixed: seed % 3 == 0, isDoubled: true)
      session.play(steps: 50)
      #expect(session.watcher.frames > 0, "session \(seed)")
    }
  }

  /// Fixed, the tree of visible clusters holds what is on the map, and each where it was put.
  private static func checkTree(of controller: ClusterController?) {
    guard let controller, controller.setup.fixes.comparesWhenApplied else { return }
    let visible = controller.visibleRecords
    let isExact = visible == controller.onMap.map(\.index).sorted()
    #expect(isExact)
    guard controller.setup.fixes.movesReused else { return }
    #expect(
      visible.allSatisfy { controller.records[$0].place == controller.records[$0].coordinate })
  }

  @Test(arguments: clusteredSeeds)
  func `fixed, loses no point and shows none twice once it has settled`(seed: Int) throws {
    let session = RandomSession(seed: seed, isFixed: true)
    session.play(steps: 30)
    let map = session.map
    map.pan(by: ScreenOffset(dx: 3, dy: 3), over: .zero)
    #expect(map.advanceUntilSettled())
    for layer in [1, 2] {
      let cluster = try #require(map.clusters.layers[layer])
      let controller = cluster.controller
      let fixes = controller.setup.fixes
      let grid = cluster.grid.rect
      // Without its own fixes the engine loses what is west of the world, and shows a world twice.
      let isWorldMended = fixes.wrapsWestward && fixes.visitsCellsOnce
      guard fixes.movesPoints, fixes.comparesWhenApplied, fixes.keepsPointsInOneCell,
        isWorldMended || (grid.minX >= 0 && grid.maxX <= MapSize.worldSide)
      else { continue }
      let audit = controller.audit(after: map.updateCount, in: map.region.visibleRect)
      #expect(audit.lost == 0 && audit.countedTwice == 0, "session \(seed), layer \(layer)")
    }
  }

  @Test
  func `brings about all that fingers, apps and overlays can`() {
    var words: Set<String> = []
    for seed in 0..<40 {
      let session = RandomSession(seed: seed, isMeddling: true, isFixed: true)
      session.play(steps: 60)
      for event in session.test.trace.events {
        words.formUnion(event.words.split(separator: " ").map(String.init))
      }
    }
    let wanted = [
      "reentered", "depth", "interrupted", "starting", "dragging", "ending", "canceling", "geocode",
      "refused", "renderer", "no", "exchanged", "double", "two-finger", "rotation", "missed",
      "coalesced", "pause", "resume", "resumed", "requested", "moves", "audit",
    ]
    #expect(wanted.filter { !words.contains($0) } == [])
  }

  @Test(arguments: 0..<10)
  func `is the same when it is played again`(seed: Int) {
    let digests = (0..<2).map { _ in
      let session = RandomSession(seed: seed)
      session.play(steps: 60)
      var digest = TraceDigest()
      for event in session.test.trace.events { digest.observe(event) }
      return digest.text
    }
    #expect(digests[0] == digests[1])
    #expect(digests[0] != TraceDigest().text)
  }

  @Test(arguments: 0..<30)
  func `shows the same pins after a drag there and back`(seed: Int) {
    let session = RandomSession(seed: 3 * seed)
    session.play(steps: 25)
    let map = session.map
    map.deselectAnnotation()
    #expect(map.advanceUntilSettled())
    // The map's own clusters come again as others.
    func shown() -> Set<AnnotationID> {
      let clusters = map.views.shown.filter { map.annotations[$0].nativeCluster.isSome }
      return session.watcher.shown.subtracting(clusters.map { map.annotations[$0].serial })
    }
    let before = shown()
    var dice = Dice(seed: seed)
    let offset = ScreenOffset(
      dx: Double(dice.below(900) - 450), dy: Double(dice.below(900) - 450))
    map.pan(by: offset, over: SimulatedTime(milliseconds: 100))
    map.pan(
      by: ScreenOffset(dx: -offset.dx, dy: -offset.dy), over: SimulatedTime(milliseconds: 100))
    #expect(map.advanceUntilSettled())
    #expect(shown() == before)
  }

  /// Sessions with clustered layers.
  private static let clusteredSeeds = (0..<40).filter {
    RandomSession(seed: $0).map.clusters.layers.count == 3
  }

  @Test
  func `many sessions have clustered layers`() {
    #expect(RandomSessionTests.clusteredSeeds.count >= 10)
  }

  @Test(arguments: clusteredSeeds)
  func `shows every point of a clustered layer in one cluster at least`(seed: Int) throws {
    let session = RandomSession(seed: seed)
    session.play(steps: 30)
    // A last drag brings every layer up to date.
    session.map.pan(by: ScreenOffset(dx: 3, dy: 3), over: .zero)
    #expect(session.map.advanceUntilSettled())
    for layer in [1, 2] {
      let controller = try #require(session.map.clusters.layers[layer]?.controller)
      let members = Set(controller.onMap.flatMap { controller.records[$0].members })
      let rect = session.map.region.visibleRect
      for (point, coordinate) in session.map.context.setup.coordinates.enumerated() {
        let place = Projection.mapKit.mapPoint(for: coordinate)
        // Left of the world the reproduced library finds nothing.
        let isVisible =
          place.x > rect.minX && place.x < rect.maxX && place.y > rect.minY && place.y < rect.maxY
        guard isVisible, session.map.data.layers[layer].isMember[point] else { continue }
        #expect(members.contains(PointID(point)), "session \(seed), layer \(layer), point \(point)")
      }
      for record in controller.onMap {
        let annotation = session.map.annotations[controller.records[record].annotation]
        #expect(annotation.record == record)
        #expect(Int(annotation.count) == controller.records[record].members.count)
      }
    }
  }
}
