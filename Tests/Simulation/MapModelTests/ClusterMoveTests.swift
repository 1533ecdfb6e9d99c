import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Points of clusters that the app moves: what the index learns, and which annotations go along.
@Suite("Points that move in clusters")
struct ClusterMoveTests {
  static let moving = ClusterFixTests.fixes { $0.movesPoints = true }
  /// All ways to fix a controller that differ for points that move.
  static let all: [ClusterFixes] = {
    var apart = ClusterFixes.standard
    apart.overlap = .pushedApart
    var byPlace = ClusterFixes.standard
    byPlace.findsByIdentity = false
    return [moving, .standard, apart, byPlace]
  }()

  /// Moves a point to where it is on the screen, and lets the map settle.
  static func move(_ test: TestMap, _ point: PointID, x: Double, y: Double) {
    test.map.move([point], in: 0, to: [TestMap.coordinate(x: x, y: y)])
    #expect(test.map.advanceUntilSettled())
  }

  /// The points of the clusters on the map by the numbers of their annotations.
  static func clusters(_ test: TestMap) -> [AnnotationID: [PointID]] {
    test.map.recordedClusters(of: 0).reduce(into: [:]) { $0[$1.serial] = $1.members.sorted() }
  }

  @Test
  func `the library does not learn of points that move, and cannot remove them`() {
    // The root of its tree is full, and in each of its children it looks by place.
    let others = (0..<10).map { (x: 2000.0 + Double($0), y: 0.0) }
    let fixes = ClusterFixTests.fixes { $0.updatesOnRequest = true }
    let test = ClusterFixTests.settled(fixes: fixes, places: others + [(x: 250, y: 20)])
    let place = Coordinate(latitude: -60, longitude: 100)
    test.map.move([10], in: 0, to: [place])
    #expect(test.map.coordinate(of: 10, in: 0) == place)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.cluster, .data) == [])
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data, .audit) == ["cluster 0 of 1", "audit 0 lost 0 twice 0 ghosts 0"])
    test.map.remove([10], from: 0)
    #expect(test.map.advanceUntilSettled())
    // It is looked for where it is not, and its cluster stays for ever.
    #expect(test.take(.cluster, .data) == ["1 points from 0", "indexed", "completed 1"])
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data, .audit) == ["cluster 0 of 1", "audit 0 lost 0 twice 0 ghosts 0"])
  }

  @Test
  func `points that move bring one update, and are removed where they are`() {
    let fixes = ClusterFixTests.fixes { $0.movesPoints = true }
    let test = ClusterFixTests.settled(fixes: fixes)
    let places = [(x: 30.0, y: 180.0), (x: 250, y: 25)]
      .map { TestMap.coordinate(x: $0.x, y: $0.y) }
    // Point 3 has gone before, and point 1 is named twice.
    test.map.remove([3], from: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.move([2, 1, 3, 1], in: 0, to: [places[0], places[0], places[1], places[1]])
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster, .data).filter { !$0.hasPrefix("keep") } == [
        "indexed", "queued 2 pointsAdded", "started 2", "computed 2", "cluster 0 moves",
        "cluster 0 follows", "add 2", "add 3", "applied 2 shown 3 new 2 kept 1 gone 1", "remove 1",
        "finished 2",
      ])
    let shown = test.map.recordedClusters(of: 0).sorted { $0.members[0] < $1.members[0] }
    #expect(shown.map(\.members) == [[0], [1], [2]])
    #expect(shown.dropFirst().map(\.coordinate) == [places[1], places[0]])
    test.map.move([2], in: 0, to: [places[0]])
    test.map.remove([2, 1], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.audit).suffix(2) == ["cluster 3 of 1", "audit 1 lost 0 twice 0 ghosts 0"])
  }

  @Test
  func `a point that moves out of the index leaves the map`() {
    let fixes = ClusterFixTests.fixes { $0.movesPoints = true }
    let test = ClusterFixTests.settled(fixes: fixes)
    test.map.move([2], in: 0, to: [Coordinate(latitude: 91, longitude: 0)])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data) == ["remove 0"])
    test.map.move([2], in: 0, to: [TestMap.coordinate(x: 30, y: 180)])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data) == ["add 2"])
  }

  @Test
  func `a point that moves before its turn comes is found all the same`() {
    let fixes = ClusterFixTests.fixes { $0.movesPoints = true }
    let test = ClusterFixTests.map(fixes: fixes, costs: .phone(node: 1_000_000))
    let place = TestMap.coordinate(x: 30, y: 180)
    test.map.add([0], to: 0)
    test.map.add([2], to: 0)
    test.map.move([2], in: 0, to: [place])
    test.map.remove([2], from: 0)
    test.map.add([2], to: 0)
    #expect(test.map.advanceUntilSettled())
    let shown = test.map.recordedClusters(of: 0).sorted { $0.members[0] < $1.members[0] }
    #expect(shown.map(\.members) == [[0], [2]])
    #expect(shown.last?.coordinate == place)
  }

  @Test(arguments: [false, true], [false, true])
  func `what moved goes when it is removed by identity, or where the index follows`(
    follows: Bool, byIdentity: Bool
  ) {
    // The roots of both trees are full, and in each of their children, east and west of Greenwich,
    // they look by place.
    let others = (0..<10).map { index -> (x: Double, y: Double) in
      (x: 10 + 60 * Double(index % 5), y: index < 5 ? 10 : 190)
    }
    let viewport = TestMap.viewport(center: MapPoint(x: MapSize.worldSide / 2, y: 1e8))
    let fixes = ClusterFixTests.fixes {
      $0.movesPoints = follows
      $0.findsByIdentity = byIdentity
    }
    let test = TestMap(
      viewport: viewport, screenPoints: others + [(x: 250, y: 100)],
      layers: [.clustered(fixes: fixes)])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.move([10], in: 0, to: [TestMap.coordinate(x: 30, y: 100, in: viewport)])
    #expect(test.map.advanceUntilSettled())
    let place = test.map.recordedClusters(of: 0).first { $0.members == [10] }?.coordinate
    #expect((place == test.map.coordinate(of: 10, in: 0)) == follows)
    test.map.remove([10], from: 0)
    #expect(test.map.advanceUntilSettled())
    let isGone = !ClusterMoveTests.clusters(test).values.contains([10])
    #expect(isGone == (follows || byIdentity))
    // It is given again where it is now, if the index let it go.
    test.map.add([10], to: 0)
    #expect(test.map.advanceUntilSettled())
    let again = test.map.recordedClusters(of: 0).first { $0.members == [10] }?.coordinate
    #expect((again == test.map.coordinate(of: 10, in: 0)) == isGone)
  }

  // MARK: Annotations that go along

  @Test(arguments: all, [(x: 250.0, y: 30.0), (x: 30, y: 180)])
  func `the annotation of a point goes along, within its cell and beyond`(
    fixes: ClusterFixes, place: (x: Double, y: Double)
  ) {
    let test = ClusterFixTests.settled(fixes: fixes)
    #expect(ClusterMoveTests.clusters(test) == [0: [2], 1: [0, 1]])
    ClusterMoveTests.move(test, 2, x: place.x, y: place.y)
    #expect(ClusterMoveTests.clusters(test) == [0: [2], 1: [0, 1]])
    let words = test.take(.cluster, .data, .view)
    #expect(
      words.filter { $0.contains("cluster") || $0.contains("applied") } == [
        "cluster 0 moves", "cluster 0 follows", "applied 1 shown 2 new 0 kept 2 gone 0",
      ])
    #expect(!words.contains { $0.hasPrefix("return") || $0.hasPrefix("request") }, "\(words)")
    #expect(words.count { $0.hasPrefix("keep") } == 2)
    let annotation = test.map.annotations[0]
    #expect(annotation.coordinate == test.map.coordinate(of: 2, in: 0))
    // The tree of visible clusters has it there, and nobody else's cell.
    let controller = test.map.clusters.layers[0]?.controller
    #expect(controller?.records[annotation.record].place == annotation.coordinate)
    ClusterMoveTests.move(test, 2, x: 250, y: 20)
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterMoveTests.clusters(test) == [1: [0, 1]])
  }

  @Test
  func `without reuse it comes anew, as all do`() {
    let test = ClusterFixTests.settled(fixes: ClusterMoveTests.moving, reuses: false)
    ClusterMoveTests.move(test, 2, x: 30, y: 180)
    #expect(test.take(.data) == ["add 2", "add 3", "remove 0", "remove 1"])
  }

  @Test
  func `two points that change places change nothing else`() {
    let places = [(x: 30.0, y: 30.0), (x: 250, y: 30)]
    let test = ClusterFixTests.settled(fixes: ClusterMoveTests.moving, places: places)
    let before = ClusterMoveTests.clusters(test)
    let coordinates = [0, 1].map { test.map.coordinate(of: $0, in: 0) }
    test.map.move([0, 1], in: 0, to: [coordinates[1], coordinates[0]])
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterMoveTests.clusters(test) == before)
    #expect(test.take(.data) == [])
    for cluster in test.map.recordedClusters(of: 0) {
      #expect(cluster.coordinate == coordinates[1 - cluster.members[0].index])
    }
  }

  @Test
  func `points at one place stay together or part by the ordinary rules`() {
    let places = [(x: 30.0, y: 30.0), (x: 30, y: 30), (x: 250, y: 30)]
    let test = ClusterFixTests.settled(fixes: ClusterMoveTests.moving, places: places)
    let place = TestMap.coordinate(x: 30, y: 150)
    test.map.move([0, 1], in: 0, to: [place, place])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data) == [])
    #expect(Set(ClusterMoveTests.clusters(test).values) == [[0, 1], [2]])
    // Who stays where the old one stands keeps it; who leaves has nobody to go along.
    ClusterMoveTests.move(test, 1, x: 150, y: 150)
    #expect(test.take(.data) == ["add 2"])
    #expect(Set(ClusterMoveTests.clusters(test).values) == [[0], [1], [2]])
    // And one goes to the place of another, whose annotation neither takes.
    let two = test.map.coordinate(of: 2, in: 0)
    test.map.move([0], in: 0, to: [two])
    #expect(test.map.advanceUntilSettled())
    #expect(Set(ClusterMoveTests.clusters(test).values) == [[1], [0, 2]])
  }

  @Test
  func `a cluster whose points meet at one place goes there`() {
    let fixes = ClusterFixTests.fixes { $0.movesPoints = true }
    let test = ClusterFixTests.settled(fixes: fixes)
    let place = TestMap.coordinate(x: 30, y: 180)
    test.map.move([0, 1], in: 0, to: [place, place])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data) == [])
    #expect(ClusterMoveTests.clusters(test) == [0: [2], 1: [0, 1]])
    #expect(test.map.annotations[1].coordinate == place)
  }

  @Test(arguments: all)
  func `a point that joins a cluster, or leaves one, follows the ordinary rules`(
    fixes: ClusterFixes
  ) {
    let test = ClusterFixTests.settled(fixes: fixes)
    ClusterMoveTests.move(test, 2, x: 102, y: 100)
    #expect(ClusterMoveTests.clusters(test) == [1: [0, 1, 2]])
    #expect(test.take(.data) == ["remove 0"])
    ClusterMoveTests.move(test, 2, x: 250, y: 20)
    #expect(ClusterMoveTests.clusters(test) == [1: [0, 1], 2: [2]])
    #expect(test.take(.data) == ["add 2"])
  }

  @Test
  func `a point that was taken away and given again is another one`() {
    let test = ClusterFixTests.settled(fixes: ClusterMoveTests.moving)
    test.map.move([2], in: 0, to: [TestMap.coordinate(x: 30, y: 180)])
    test.map.remove([2], from: 0)
    test.map.add([2], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data).filter { !$0.contains("points") } == ["add 2", "remove 0"])
  }

  @Test(arguments: all)
  func `a point that leaves the map and comes back comes anew`(fixes: ClusterFixes) {
    let test = ClusterFixTests.settled(fixes: fixes)
    ClusterMoveTests.move(test, 2, x: 5000, y: 20)
    #expect(test.take(.data) == ["remove 0"])
    ClusterMoveTests.move(test, 2, x: 30, y: 180)
    #expect(test.take(.data) == ["add 2"])
  }

  @Test(arguments: [false, true], [false, true])
  func `the annotation goes along through updates that overlap`(coalesces: Bool, compares: Bool) {
    let fixes = ClusterFixTests.fixes {
      $0.movesPoints = true
      $0.coalescesUpdates = coalesces
      $0.comparesWhenApplied = compares
    }
    let test = ClusterFixTests.map(fixes: fixes, costs: .phone(layout: 7, node: 1_000_000))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let before = ClusterMoveTests.clusters(test)
    _ = test.take()
    for (step, milliseconds) in [3, 40, 150, 1, 90].enumerated() {
      test.map.move([2], in: 0, to: [TestMap.coordinate(x: 20 + 60 * Double(step), y: 180)])
      test.map.advance(by: SimulatedTime(milliseconds: Int64(milliseconds)))
      ClusterFixTests.shift(test.map, by: 2)
    }
    #expect(test.map.advanceUntilSettled())
    #expect(ClusterMoveTests.clusters(test) == before)
    #expect(test.take(.data) == [])
    #expect(test.map.annotations[0].coordinate == test.map.coordinate(of: 2, in: 0))
  }

  @Test
  func `a selected annotation goes along with its callout`() {
    let test = ClusterFixTests.settled(fixes: .standard, callout: .plain())
    #expect(test.map.tap(point: 2, layer: 0))
    #expect(test.map.advanceUntilSettled())
    let selected = test.map.selectedSerial
    _ = test.take()
    ClusterMoveTests.move(test, 2, x: 60, y: 180)
    #expect(test.map.selectedSerial == selected && test.map.callouts.open != nil)
    #expect(test.take(.selection, .callout) == [])
  }

  @Test
  func `its view is laid out, and leaves when it goes out of sight`() {
    let test = ClusterFixTests.map(fixes: ClusterMoveTests.moving, costs: .phone(layout: 7))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.trace.events.removeAll()
    ClusterMoveTests.move(test, 2, x: 30, y: 180)
    let costs = test.trace.events.compactMap { event -> Int64? in
      guard case .frame(let frame) = event.kind, frame.mainThread > .zero else { return nil }
      return frame.mainThread.nanoseconds
    }
    #expect(costs == [7])
    _ = test.take()
    // Within the margin of the clusters, but out of the view.
    ClusterMoveTests.move(test, 2, x: -30, y: 180)
    #expect(test.take(.data, .view).filter { !$0.contains("reuse") } == ["return a of 0"])
  }
}
