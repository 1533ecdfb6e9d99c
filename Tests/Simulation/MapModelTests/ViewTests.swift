import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Annotation views as a film: a row of pins ten points apart, a letter for the view of each, a
/// capital when the view was made in this frame, a dot for a pin without a view.
@Suite("Annotation views")
struct ViewTests {
  /// A view that is as wide as some pins, with its left edge before the first of them.
  static func row(
    pins: Int, seen: Int, margin: Double = 0, layers: [LayerSetup] = [.plain()],
    options: MapOptions = .asRecorded
  ) -> TestMap {
    let test = TestMap(
      viewport: TestMap.viewport(width: Double(10 * seen), height: 10), margin: margin,
      screenPoints: (0..<pins).map { (x: Double(10 * $0 + 5), y: 5) }, layers: layers,
      options: options)
    test.addAll()
    return test
  }

  static func picture(_ test: TestMap) -> String {
    var created: Set<ViewID> = []
    for event in test.trace.events {
      if case .view(.created(let view, _)) = event.kind { created.insert(view) }
    }
    return test.allPoints.map { point in
      let slot = test.map.data.layers[0].slots[point]
      guard slot.isSome, test.map.annotations[slot].view.isSome else { return "." }
      let view = test.map.annotations[slot].view
      return created.contains(view) ? viewLetter(view).uppercased() : viewLetter(view)
    }.joined()
  }

  /// Pictures after drags by whole pins, to the left when positive.
  static func film(_ test: TestMap, pans: [Int]) -> [String] {
    #expect(test.map.advanceUntilSettled())
    var film = [picture(test)]
    for pins in pans {
      _ = test.take()
      test.map.pan(by: ScreenOffset(dx: Double(-10 * pins), dy: 0), over: .zero)
      film.append(picture(test))
    }
    return film
  }

  @Test
  func `uses the view of a leaving pin for the one that enters`() {
    let test = ViewTests.row(pins: 6, seen: 3)
    #expect(
      ViewTests.film(test, pans: [1, 1, 1, -1, -2]) == [
        "ABC...",
        ".bca..",
        "..cab.",
        "...abc",
        "..cab.",
        "abc...",
      ])
  }

  @Test
  func `takes the view that waits longest`() {
    let test = ViewTests.row(pins: 7, seen: 3)
    #expect(
      ViewTests.film(test, pans: [-2, 2, 4, -4]) == [
        "ABC....",
        "a......",
        "abc....",
        "....abc",
        "abc....",
      ])
    #expect(
      ViewTests.film(ViewTests.row(pins: 7, seen: 3), pans: [2, -1, -1, 3]) == [
        "ABC....",
        "..cab..",
        ".bca...",
        "abc....",
        "...cba.",
      ])
  }

  @Test(arguments: [
    (0.0, ["ABC......", "...abc..."]),
    (0.25, ["ABCD.....", "..cdabE.."]),
    (0.6, ["ABCDE....", ".bcdeaFG."]),
    (1.0, ["ABCDEF...", "abcdefGHI"]),
  ])
  func `keeps views within the margin`(margin: Double, film: [String]) {
    #expect(ViewTests.film(ViewTests.row(pins: 9, seen: 3, margin: margin), pans: [3]) == film)
  }

  @Test
  func `keeps views as far beyond each edge as the margin says`() {
    // A quarter of 300 by 200 points: 75 and 50. Of each two pins one lies a point within that,
    // the other a point beyond.
    let test = TestMap(
      margin: 0.25,
      screenPoints: [
        (x: -74, y: 100), (x: -76, y: 100), (x: 374, y: 100), (x: 376, y: 100), (x: 150, y: -49),
        (x: 150, y: -51), (x: 150, y: 249), (x: 150, y: 251),
      ])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(ViewTests.picture(test) == "A.B.C.D.")
  }

  @Test
  func `never takes the view of what is selected`() {
    let test = ViewTests.row(pins: 6, seen: 3)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.tap(point: 0, layer: 0))
    #expect(
      ViewTests.film(test, pans: [2, 2, -1]) == [
        "ABC...",
        "a.cbD.",
        "a...dc",
        "a..bdc",
      ])
    test.map.deselectAnnotation()
    #expect(test.map.advanceUntilSettled())
    #expect(ViewTests.picture(test).first == ".")
  }

  @Test
  func `sends views away before it asks for others, and tells of them once a frame`() {
    let test = ViewTests.row(pins: 6, seen: 3)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.view, .frame) == [
        "request 0 of 0", "create a", "display a for 0", "request 1 of 0", "create b",
        "display b for 1", "request 2 of 0", "create c", "display c for 2", "didAdd 3", "frame 1",
      ])
    test.map.pan(by: ScreenOffset(dx: -20, dy: 0), over: .zero)
    #expect(
      test.take() == [
        "pan begins", "will", "pan ends", "visible", "did", "return a of 0", "return b of 1",
        "request 3 of 0", "reuse a", "display a for 3", "request 4 of 0", "reuse b",
        "display b for 4", "didAdd 2", "frame 2",
      ])
  }

  @Test
  func `asks in the order in which annotations came`() {
    let test = ViewTests.row(pins: 4, seen: 4)
    test.map.remove([1, 2], from: 0)
    test.map.add([2], to: 0)
    test.map.add([1], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.view).filter { $0.hasPrefix("request") }.map { $0.prefix(9) } == [
        "request 0", "request 3", "request 4", "request 5",
      ])
    #expect(ViewTests.picture(test) == "adcb")
  }

  @Test
  func `has a pool for each identifier`() {
    let test = ViewTests.row(pins: 8, seen: 1, layers: [.plain(identifiers: ["even", "odd"])])
    #expect(
      ViewTests.film(test, pans: [1, 1, 1, 2]) == [
        "A.......",
        ".B......",
        "..a.....",
        "...b....",
        ".....b..",
      ])
    let identifiers = test.map.views.pools.views.map(\.identifier)
    #expect(identifiers == [0, 1])
  }

  @Test
  func `tells kinds of view apart by the row in the data set`() {
    let places = (0..<6).map { (x: Double(40 * $0 + 20), y: 100.0) }
    for (rows, kinds) in [
      ([0, 1, 2, 0, 1, 2], "012012"), ([0, 1, 0, 1, 2, 3], "010120"),
      ([5, 4, 3, 2, 1, 0], "210210"),
    ] as [([Int32], String)] {
      let views = LayerSetup.plain(identifiers: ["a", "b", "c"])
      let test = TestMap(screenPoints: places, rows: rows, layers: [views])
      test.addAll()
      #expect(test.map.advanceUntilSettled())
      let requests = test.take(.view).filter { $0.hasPrefix("request") }
      #expect(requests.compactMap(\.last) == Array(kinds))
    }
  }

  @Test
  func `gives a cluster the identifier of the row of its first point`() {
    let test = TestMap(
      screenPoints: [(x: 10, y: 10), (x: 12, y: 12), (x: 250, y: 150), (x: 252, y: 152)],
      rows: [1, 0, 1, 2], layers: [.clustered(clusterIdentifiers: ["even", "odd"])])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let requests = test.take(.view).filter { $0.hasPrefix("request") }
    #expect(requests == ["request 0 of 2", "request 1 of 2"])
  }

  @Test
  func `refuses points without a row`() async {
    await #expect(processExitsWith: .failure) {
      _ = TestMap(screenPoints: [(x: 1, y: 1)], rows: [])
    }
  }

  @Test
  func `has one pool for each identifier of all layers`() {
    let layers = [LayerSetup.plain(), .plain(identifiers: ["pin", "flag"]), .clustered()]
    let test = ViewTests.row(pins: 4, seen: 2, layers: layers)
    #expect(test.map.legend.identifiers == ["pin", "cluster", "flag"])
    #expect(
      test.map.settings.identifiers.layers.map(\.roles)
        == [[[0], [1], [1]], [[0, 2], [1], [1]], [[0], [1], [1]]])
    test.addAll(to: 1)
    #expect(test.map.advanceUntilSettled())
    let requests = test.take(.view).filter { $0.hasPrefix("request") }
    #expect(requests == ["request 0 of 0", "request 1 of 0", "request 4 of 0", "request 5 of 2"])
  }

  @Test
  func `gives a cluster the identifier of its first point`() {
    let test = TestMap(
      screenPoints: [(x: 10, y: 10), (x: 12, y: 12), (x: 250, y: 150), (x: 252, y: 152)],
      layers: [.clustered(clusterIdentifiers: ["even", "odd", "third"])])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let requests = test.take(.view).filter { $0.hasPrefix("request") }
    #expect(requests == ["request 0 of 1", "request 1 of 3"])
  }

  @Test
  func `books main-thread time for the next frame`() {
    let costs = DeviceCosts.phone(creation: 1000, reuse: 100, layout: 10, change: 1)
    let test = TestMap(
      viewport: TestMap.viewport(width: 30, height: 10), costs: costs,
      screenPoints: (0..<6).map { (x: Double(10 * $0 + 5), y: 5) })
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    test.map.pan(by: ScreenOffset(dx: -20, dy: 0), over: .zero)
    test.map.remove([5], from: 0)
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    let frames = test.trace.events.compactMap { event -> FrameReport? in
      guard case .frame(let frame) = event.kind else { return nil }
      return frame
    }
    #expect(frames.map(\.mainThread.nanoseconds) == [3006, 230, 1])
    #expect(frames.map(\.liveViews) == [3, 3, 3])
    #expect(frames.map(\.pooledViews) == [0, 0, 0])
    #expect(frames.map(\.number) == [1, 2, 3])
  }

  @Test
  func `shows a pin on the far side of the date line once`() {
    let edge = MapSize.worldSide
    for x in [0, edge] {
      let test = TestMap(
        viewport: TestMap.viewport(width: 30, height: 10, center: MapPoint(x: x, y: 1e8)),
        screenPoints: [(x: 5, y: 5), (x: 14.9, y: 5), (x: 15.1, y: 5), (x: 25, y: 5)])
      test.addAll()
      #expect(
        ViewTests.film(test, pans: [1, 1, -4, 2]) == ["ABCD", ".bcd", "...d", "a...", "abcd"])
    }
  }
}
