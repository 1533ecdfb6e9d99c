import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The map's own clustering: pins of 20 x 30 points that share an identifier.
@Suite("Built-in clusters")
struct NativeClusterTests {
  /// Two pins that collide and one far from them.
  static let trio = [(x: 100.0, y: 100.0), (x: 110, y: 104), (x: 200, y: 100)]

  static func map(
    _ points: [(x: Double, y: Double)] = trio, margin: Double = 0, viewport: Viewport? = nil,
    layers: [LayerSetup] = [.grouped()], isTitled: [Bool] = [], options: MapOptions = .asRecorded,
    costs: DeviceCosts = .free
  ) -> TestMap {
    let test = TestMap(
      viewport: viewport ?? TestMap.viewport(), margin: margin, costs: costs,
      screenPoints: points, layers: layers, isTitled: isTitled, options: options)
    for layer in layers.indices { test.addAll(to: layer) }
    #expect(test.map.advanceUntilSettled())
    return test
  }

  /// The serials of the members of each cluster, by the cluster's own.
  static func clusters(_ map: MapSimulation) -> [AnnotationID: [AnnotationID]] {
    var found: [AnnotationID: [AnnotationID]] = [:]
    for number in map.layout.native.clusters.indices {
      let cluster = map.layout.native.clusters[number]
      guard cluster.annotation >= 0 else { continue }
      found[map.annotations[cluster.annotation].serial] = cluster.members.map {
        map.annotations[$0].serial
      }
    }
    return found
  }

  static func shown(_ map: MapSimulation) -> [AnnotationID] {
    map.views.shown.map { map.annotations[$0].serial }.sorted()
  }

  @Test
  func `are formed in the frame in which their members came, after didAdd`() {
    let test = NativeClusterTests.map()
    #expect(
      test.take(.data, .view, .frame) == [
        "3 points to 0", "add 0", "add 1", "add 2", "request 0 of 0", "create a", "display a for 0",
        "request 1 of 0", "create b", "display b for 1", "request 2 of 0", "create c",
        "display c for 2", "didAdd 3", "add 3", "join 0 to 3", "join 1 to 3", "return a of 0",
        "return b of 1", "request 3 of 1", "create d", "display d for 3", "didAdd 1", "frame 1",
      ])
    #expect(NativeClusterTests.clusters(test.map) == [3: [0, 1]])
    #expect(NativeClusterTests.shown(test.map) == [2, 3])
  }

  @Test
  func `are not formed without a clustering identifier, or with different ones`() {
    for layers in [
      [LayerSetup.plain()], [.clustered()],
      [.grouped("a"), .grouped("b", collision: .none)],
    ] {
      let test = NativeClusterTests.map(layers: layers)
      let expected = layers.count == 2 ? 1 : 0
      #expect(NativeClusterTests.clusters(test.map).count == expected)
    }
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 101, y: 101)],
      layers: [.grouped("a"), .grouped("b")])
    test.map.add([0], to: 0)
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map).isEmpty)
  }

  @Test
  func `hold the views of all layers with their identifier, and look like the first one's`() {
    let second = LayerSetup.grouped(priority: 750)
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 101, y: 101)], layers: [.grouped(priority: 250), second])
    test.map.add([0], to: 0)
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map) == [2: [1, 0]])
    let cluster = test.map.annotations[test.map.layout.native.clusters[0].annotation]
    #expect(cluster.layer == 1 && cluster.point == 1 && cluster.count == 2)
    // Both layers have the same two identifiers.
    #expect(test.take(.view).contains("request 2 of 1"))
  }

  @Test
  func `have a marker of the map's own when the app has no view for them`() {
    var layer = LayerSetup.grouped()
    layer.clusterView.provider = .answersNil
    let test = NativeClusterTests.map(layers: [layer])
    let names = test.map.settings.identifiers
    #expect(test.map.legend.identifiers.last == ReuseIdentifiers.clusterName)
    #expect(names.marker == nil && names.user == nil)
    let words = test.take(.view)
    #expect(words.contains("request 3 of \(names.cluster ?? -1)") && words.contains("nil for 3"))
    #expect(test.map.makeSnapshot(.mark).pins.contains { $0.kind == .marker && $0.count == 2 })
  }

  @Test
  func `are not formed of views that the app did not make`() {
    var layer = LayerSetup.grouped()
    layer.view.provider = .answersNil
    let test = NativeClusterTests.map(layers: [layer])
    #expect(NativeClusterTests.clusters(test.map).isEmpty)
    #expect(test.map.legend.identifiers.last == ReuseIdentifiers.markerName)
    #expect(test.map.settings.identifiers.cluster == nil)
  }

  @Test
  func `stand at the mean map point, across the 180th meridian too`() {
    let viewport = TestMap.viewport(center: MapPoint(x: 0, y: 1e8))
    for points in [[(x: 140.0, y: 100.0), (x: 157, y: 104)], [(x: 150, y: 90), (x: 141, y: 90)]] {
      let test = NativeClusterTests.map(points, viewport: viewport)
      let cluster = test.map.annotations[test.map.layout.native.clusters[0].annotation]
      let place = test.map.viewport.screenPoint(for: cluster.mapPoint)
      #expect(abs(place.x - (points[0].x + points[1].x) / 2) < 1e-6)
      #expect(abs(place.y - (points[0].y + points[1].y) / 2) < 1e-6)
      #expect((0...MapSize.worldSide).contains(cluster.mapPoint.x))
    }
  }

  @Test
  func `have the title of their first member`() {
    for (titles, expected) in [([true, false, true], true), ([false, true, true], false)] {
      let test = NativeClusterTests.map(isTitled: titles)
      let cluster = test.map.annotations[test.map.layout.native.clusters[0].annotation]
      #expect(test.map.settings.isTitled(cluster) == expected)
    }
  }

  @Test
  func `go when the map comes nearer and come again as others`() {
    let test = NativeClusterTests.map()
    _ = test.take()
    let middle = ScreenPoint(x: 105, y: 102)
    test.map.pinch(byLevels: 2, about: middle, over: SimulatedTime(milliseconds: 40))
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map).isEmpty)
    let words = test.take(.data, .view)
    #expect(words.last == "didAdd 2")
    #expect(words.filter { $0.hasPrefix("leave") } == ["leave 0 from 3", "leave 1 from 3"])
    test.map.pinch(byLevels: -2, about: middle, over: SimulatedTime(milliseconds: 40))
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map) == [4: [0, 1]])
  }

  @Test
  func `stay with their view when they have the same members`() {
    let test = NativeClusterTests.map()
    let view = test.map.annotations[test.map.layout.native.clusters[0].annotation].view
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: 20, dy: 10), over: SimulatedTime(milliseconds: 100))
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map) == [3: [0, 1]])
    #expect(test.map.annotations[test.map.layout.native.clusters[0].annotation].view == view)
    #expect(test.take(.view) == ["return c of 2"])
  }

  @Test
  func `lose a member that is removed, and go with the last but one`() {
    let test = NativeClusterTests.map([(x: 100, y: 100), (x: 105, y: 100), (x: 110, y: 100)])
    #expect(NativeClusterTests.clusters(test.map) == [3: [0, 1, 2]])
    _ = test.take()
    test.map.remove([0], from: 0)
    #expect(test.map.annotations[test.map.layout.native.clusters[0].annotation].count == 2)
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map) == [3: [1, 2]])
    #expect(
      test.take(.data, .view) == [
        "1 points from 0", "leave 0 from 3", "remove 0", "move 3",
      ])
    test.map.remove([2], from: 0)
    #expect(test.map.layout.native.clusters.count == 0)
    #expect(
      test.take(.data, .view) == [
        "1 points from 0", "leave 2 from 3", "remove 2", "leave 1 from 3", "return d of 3",
        "remove 3",
      ])
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.shown(test.map) == [1])
  }

  @Test
  func `take in what is added and moved, as other clusters`() {
    let test = NativeClusterTests.map()
    test.map.move([2], in: 0, to: [TestMap.coordinate(x: 105, y: 100)])
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map) == [4: [0, 1, 2]])
    _ = test.take()
    test.map.move([1], in: 0, to: [TestMap.coordinate(x: 250, y: 150)])
    #expect(test.map.advanceUntilSettled())
    #expect(NativeClusterTests.clusters(test.map) == [5: [0, 2]])
    #expect(NativeClusterTests.shown(test.map) == [1, 5])
    test.map.remove([0, 1, 2], from: 0)
    #expect(test.map.annotations.count == 0)
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    // Where they were moved to.
    #expect(NativeClusterTests.clusters(test.map) == [9: [6, 8]])
  }
}

extension LayerSetup {
  /// A plain layer whose pins the map itself clusters.
  static func grouped(
    _ identifier: String = "shops", priority: Double = 1000, collision: CollisionMode = .rectangle,
    callout: CalloutSetup? = nil
  ) -> LayerSetup {
    var layer = LayerSetup.plain(callout: callout)
    layer.view.clusteringIdentifier = identifier
    layer.view.displayPriority = priority
    layer.view.collision = collision
    return layer
  }
}
