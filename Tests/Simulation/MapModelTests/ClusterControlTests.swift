import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Pause and resume, updates on demand, and what is told after each update.
@Suite("Cluster control")
struct ClusterControlTests {
  /// The library, but for what an app can ask of it.
  static let fixes = ClusterFixTests.fixes {
    $0.pausesAndResumes = true
    $0.updatesOnRequest = true
  }

  @Test(arguments: [false, true], [false, true])
  func `what a controller cannot do it says, and nothing happens`(pauses: Bool, updates: Bool) {
    let fixes = ClusterFixTests.fixes {
      $0.pausesAndResumes = pauses
      $0.updatesOnRequest = updates
    }
    let test = ClusterFixTests.settled(fixes: fixes)
    test.map.setClusteringPaused(of: 0, true)
    ClusterFixTests.shift(test.map, by: 5)
    test.map.setClusteringPaused(of: 0, false)
    #expect(test.map.advanceUntilSettled())
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    let told = test.take(.cluster).filter { word in
      ["no ", "pause", "resume", "queued"].contains { word.hasPrefix($0) }
    }
    #expect(
      told
        == (pauses
          ? ["pause 0", "resume 0", "queued 1 resumed"]
          : ["no pause of 0", "queued 1 regionChanged", "no resume of 0"])
        + [updates ? "queued 2 requested" : "no update of 0"])
  }

  @Test
  func `a paused layer indexes and waits, and one update catches up`() {
    let test = ClusterFixTests.settled(fixes: ClusterControlTests.fixes)
    test.map.setClusteringPaused(of: 0, true)
    test.map.setClusteringPaused(of: 0, true)
    ClusterFixTests.shift(test.map, by: 5)
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.cluster, .audit) == ["pause 0", "indexed", "completed 1"])
    test.map.setClusteringPaused(of: 0, false)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster, .audit) == [
        "resume 0", "queued 1 resumed", "started 1", "computed 1", "keep 1",
        "applied 1 shown 1 new 0 kept 1 gone 1", "finished 1", "cluster 1 of 2",
        "audit 2 lost 0 twice 0 ghosts 0",
      ])
  }

  @Test
  func `a layer that nobody asked meanwhile goes on without an update`() {
    let test = ClusterFixTests.settled(fixes: ClusterControlTests.fixes)
    for isPaused in [true, false, false] { test.map.setClusteringPaused(of: 0, isPaused) }
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.cluster) == ["pause 0", "resume 0"])
  }

  @Test
  func `what was queued before a pause goes on`() {
    let test = ClusterFixTests.settled(fixes: ClusterControlTests.fixes)
    for _ in 0..<2 { ClusterFixTests.shift(test.map, by: 5) }
    test.map.setClusteringPaused(of: 0, true)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster).filter { $0.hasPrefix("finished") } == ["finished 1", "finished 2"])
  }

  @Test
  func `a region change under way catches up at its end`() {
    let test = ClusterFixTests.settled(fixes: ClusterControlTests.fixes)
    test.map.setClusteringPaused(of: 0, true)
    test.map.remove([2], from: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 1))
    test.map.setCenter(Coordinate(latitude: 41, longitude: -45), animated: true)
    test.map.setClusteringPaused(of: 0, false)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster).filter { $0.hasPrefix("queued") } == ["queued 1 regionChanged"])
  }

  @Test
  func `an update on demand comes paused or not, and leaves nothing to catch up`() {
    let test = ClusterFixTests.settled(fixes: ClusterControlTests.fixes)
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.setClusteringPaused(of: 0, true)
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.setClusteringPaused(of: 0, false)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.cluster).filter { !$0.hasPrefix("keep") } == [
        "queued 1 requested", "started 1", "computed 1", "applied 1 shown 2 new 0 kept 2 gone 0",
        "finished 1", "pause 0", "indexed", "completed 1", "queued 2 requested", "started 2",
        "computed 2",
        "applied 2 shown 1 new 0 kept 1 gone 1", "finished 2", "resume 0",
      ])
  }

  @Test
  func `a plain layer has no updates, and nothing to be told of`() {
    let test = TestMap(screenPoints: ClusterFixTests.places)
    test.addAll()
    test.map.setClusteringPaused(of: 0, true)
    test.map.updateClusters(of: 0)
    #expect(test.take(.cluster) == [])
  }

  // MARK: What is told after an update

  @Test
  func `an audit counts what the library loses west of the date line`() {
    let viewport = TestMap.viewport(center: MapPoint(x: 100, y: 1e8))
    let test = TestMap(
      viewport: viewport, screenPoints: [(x: 20, y: 100), (x: 280, y: 100), (x: 500, y: 100)],
      layers: [.clustered()])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.audit) == [
        "cluster 0 of 1", "cluster 1 of 1", "audit 2 lost 1 twice 0 ghosts 0",
      ])
  }

  @Test
  func `an audit counts what is on an edge between two cells twice`() {
    // A little less than 64 points make cells of 4,096 map points, and the meridian of Greenwich
    // an edge.
    let middle = MapPoint(x: MapSize.worldSide / 2, y: MapSize.worldSide / 2)
    let test = TestMap(
      viewport: TestMap.viewport(center: middle),
      points: [
        Coordinate(latitude: 0.001, longitude: 0), Coordinate(latitude: 0.004, longitude: 0.004),
      ],
      layers: [.clustered(cellSize: 63.9999)])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.audit).last == "audit 2 lost 0 twice 1 ghosts 0")
  }

  @Test
  func `clusters are told in the order of the map with all that can be seen`() {
    let test = ClusterFixTests.settled(fixes: ClusterControlTests.fixes)
    test.map.updateClusters(of: 0)
    #expect(test.map.advanceUntilSettled())
    let told = test.trace.events.compactMap { event -> ClusterEvent? in
      guard case .cluster(.listed) = event.kind, case .cluster(let told) = event.kind else {
        return nil
      }
      return told
    }
    let map = test.map
    let expected = (0..<2).map { (slot: AnnotationSlot) -> ClusterEvent in
      let annotation = map.annotations[slot]
      return .listed(
        annotation: annotation.serial, layer: 0, content: annotation.content,
        count: annotation.count, isUniqueLocation: annotation.isUniqueLocation,
        annotation.coordinate)
    }
    #expect(told == expected)
    #expect(expected.count == 2 && map.annotations.count == 2)
  }

  // MARK: Memory

  @Test
  func `a queue that is never empty forgets what is done`() {
    let queue = ClusterQueue()
    func change(_ number: Int32) -> ClusterQueue.Operation {
      .index(
        ClusterController.IndexChange(
          kind: .add, points: [PointID(rawValue: number)], places: nil, triggeredAt: .zero))
    }
    for number: Int32 in 0..<3 { queue.append(change(number)) }
    for number: Int32 in 0..<1000 {
      guard case .index(let next)? = queue.takeNext() else {
        Issue.record("operation \(number) is gone")
        return
      }
      #expect(next.points == [PointID(rawValue: number)])
      queue.append(change(number + 3))
      #expect(queue.placeCount < 40)
      #expect(!queue.isIdle)
    }
  }

  @Test(arguments: [false, true])
  func `a layer that never rests uses its records again`(isFixed: Bool) {
    let fixes = ClusterFixTests.fixes { $0.comparesWhenApplied = isFixed }
    let test = ClusterFixTests.settled(fixes: fixes, reuses: false)
    var most = 0
    for number in 0..<200 {
      ClusterFixTests.shift(test.map, by: number % 2 == 0 ? 1 : -1)
      guard number > 1 else { continue }
      test.map.advance(by: SimulatedTime(milliseconds: 200))
      let controller = test.map.clusters.layers[0]?.controller
      if number == 20 { most = controller?.records.count ?? 0 }
      #expect(!test.map.clusters.isIdle)
      if number > 20 { #expect(controller?.records.count == most) }
    }
    #expect(most > 0 && most < 20)
  }
}
