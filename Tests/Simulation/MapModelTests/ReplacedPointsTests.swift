import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Points that an app replaces by others, which it knows again by their ids, or by looking on the
/// map.
@Suite("Replaced points")
struct ReplacedPointsTests {
  private static let count = 8

  /// Three data sets of eight points each; equal numbers are equal ids.
  private static func map(_ ids: [Int], layers: [LayerSetup]) -> TestMap {
    let first = ids.map { id in PointID(ids.firstIndex(of: id) ?? 0) }
    var dice = Dice(seed: ids.count)
    let places = ids.map { _ in
      TestMap.coordinate(x: Double(20 + dice.below(260)), y: Double(20 + dice.below(160)))
    }
    return TestMap(points: places, layers: layers, namesakes: first)
  }

  /// What an app has of a layer: the annotation and the place of each id.
  private static func held(_ test: TestMap, _ ids: [Int]) -> [Int: (AnnotationID, Coordinate)] {
    test.map.data.members(of: 0).reduce(into: [:]) { held, point in
      let slot = test.map.data.layers[0].slots[point]
      held[ids[point.index]] = (
        test.map.annotations[slot].serial, test.map.annotations[slot].coordinate
      )
    }
  }

  @Test(arguments: 0..<30)
  func `stay when one of the same id comes in another data set`(seed: Int) {
    var dice = Dice(seed: seed)
    let count = ReplacedPointsTests.count
    // In each set other ids of twelve, each once.
    let ids = (0..<3).flatMap { _ in
      (0..<12).map { (id: $0, order: dice.below(1 << 20)) }.sorted { $0.order < $1.order }
        .prefix(count).map(\.id)
    }
    let test = ReplacedPointsTests.map(ids, layers: [.plain()])
    test.map.add((0..<count).map { PointID($0) }, to: 0)
    var data = 0
    for _ in 0..<8 {
      let next = dice.below(3)
      let length = 1 + dice.below(count)
      let new = (0..<length).map { PointID(next * count + $0) }
      let before = ReplacedPointsTests.held(test, ids)
      test.trace.events.removeAll()
      test.map.replacePoints(of: 0, with: new, how: .changed)
      let after = ReplacedPointsTests.held(test, ids)
      let wanted = Set(new.map { ids[$0.index] })
      #expect(Set(after.keys) == wanted)
      for point in new {
        let id = ids[point.index]
        let (annotation, place) = after[id] ?? (.none, TestMap.coordinate(x: 0, y: 0))
        #expect(before[id] == nil || before[id]?.0 == annotation, "id \(id) came anew")
        #expect(place == test.map.context.setup.coordinates[point.index], "id \(id)")
        let slot = test.map.clusters.slot(of: point, layer: 0)
        #expect(slot.map { test.map.annotations[$0].serial } == annotation)
      }
      let kept = wanted.intersection(before.keys).count
      let counts = "-\(before.count - kept) +\(length - kept) =\(kept) of \(before.count + length)"
      #expect(test.take(.data).last == "replaced in 0: \(counts)")
      data = next
    }
    // Whatever data set they came with last, they are removed by its points.
    test.map.remove((0..<count).map { PointID(data * count + $0) }, from: 0)
    #expect(test.map.data.members(of: 0).isEmpty)
  }

  @Test
  func `stay in clusters, too`() {
    let fixes = ClusterFixTests.fixes { $0.movesPoints = true }
    let test = ReplacedPointsTests.map([1, 2, 1, 2], layers: [.clustered(fixes: fixes)])
    test.map.add([0, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.replacePoints(of: 0, with: [3, 2], how: .changed)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data).first == "replaced in 0: -0 +0 =2 of 4")
    #expect(test.map.coordinate(of: 0, in: 0) == test.map.context.setup.coordinates[2])
    let cluster = test.map.clusters.slot(of: 0, layer: 0)
    #expect(cluster != nil && cluster == test.map.clusters.slot(of: 2, layer: 0))
    test.map.remove([2, 3], from: 0)
    #expect(test.map.data.members(of: 0).isEmpty)
  }

  /// All but the points that stay goes, from every layer, and the app compares all of it.
  @Test(arguments: ReplaceMethod.allCases, [true, false])
  func `of the map take those of all layers along`(how: ReplaceMethod, holdsClusters: Bool) {
    let places = [(20, 20), (60, 20), (20, 150), (24, 152), (200, 100), (205, 101), (280, 20)]
    let test = TestMap(
      screenPoints: places.map { (x: Double($0.0), y: Double($0.1)) },
      layers: [
        .plain(identifiers: ["shop"]), .grouped(), .clustered(identifiers: ["point"]),
        .plain(identifiers: ["home"]),
      ], options: .with { $0.annotationsHoldClusters = holdsClusters }, userLocation: (x: 9, y: 9))
    test.map.add([0, 1], to: 0)
    test.map.add([2, 3], to: 1)
    test.map.add([4, 5], to: 2)
    test.map.add([6], to: 3)
    #expect(test.map.advanceUntilSettled())
    test.map.tap(point: 6, layer: 3)
    #expect(test.map.advanceUntilSettled())
    let shown = test.map.annotations.count
    #expect(shown == 8, "two shops, two of a group and their cluster, a cluster, a home, the user")
    let kept = test.map.annotations[test.map.data.layers[0].slots[0]].serial
    _ = test.take()
    test.map.replacePoints(of: 0, with: [0], how: how, knownFrom: .map)
    let words = test.take(.data, .selection)
    let compared = how == .all ? 0 : shown - (holdsClusters ? 0 : 1) + 1
    #expect(words.last?.hasSuffix("of \(compared)") == true, "\(words)")
    #expect(words.contains("1 clusters from 2"), "\(words)")
    #expect(words.contains { $0.hasPrefix("didDeselect") }, "\(words)")
    #expect(words.contains("1 clusters from 1") == holdsClusters)
    #expect(test.map.annotations.count == 2, "a shop and the user")
    let isKept = test.map.annotations.holds(kept, at: test.map.data.layers[0].slots[0])
    #expect(isKept == (how == .changed))
    // The library does not know that its cluster left, and adds it again when it next looks.
    test.map.pan(by: ScreenOffset(dx: 9, dy: 0), over: SimulatedTime(milliseconds: 100))
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.recordedClusters(of: 2).map(\.members) == [[4, 5]])
  }

  @Test
  func `of the map are not those that a cluster stands for`() {
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 105, y: 101), (x: 280, y: 20)], layers: [.clustered()])
    test.map.add([0, 1], to: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.replacePoints(of: 0, with: [1, 2], how: .changed, knownFrom: .map)
    #expect(test.take(.data).last == "replaced in 0: -0 +1 =1 of 3")
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.data.members(of: 0) == [0, 1, 2])
  }
}
