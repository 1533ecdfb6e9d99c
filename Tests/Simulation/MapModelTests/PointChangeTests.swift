import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

@Suite("Changes of single points")
struct PointChangeTests {
  private static let large = ScreenSize(width: 60, height: 80)

  private static func settle(_ test: TestMap) { #expect(test.map.advanceUntilSettled()) }

  private static func size(of point: Int, in test: TestMap) -> ScreenSize {
    test.map.views.appearance(of: test.map.data.layers[0].slots[PointID(point)]).size
  }

  /// Any change that all views of a layer can have.
  private static func change(_ dice: inout Dice) -> ViewChange {
    func offset() -> ScreenOffset {
      ScreenOffset(dx: dice.fraction() * 40 - 20, dy: dice.fraction() * 40 - 20)
    }
    func isSo() -> Bool { dice.below(2) == 0 }
    var change = ViewChange()
    if isSo() { change.centerOffset = offset() }
    if isSo() { change.calloutOffset = offset() }
    if isSo() { change.isEnabled = isSo() }
    if isSo() { change.isDraggable = isSo() }
    if isSo() { change.zPriority = Double(dice.below(1_001)) }
    if isSo() { change.selectedZPriority = Double(dice.below(1_001)) }
    if isSo() { change.displayPriority = Double(dice.below(3) * 500) }
    if isSo() { change.clustering = isSo() ? .noIdentifier : .identifier("a") }
    return change
  }

  /// A session in which views change again and again, by their layer or point by point.
  private static func film(seed: Int, isByPoint: Bool) -> [String] {
    var dice = Dice(seed: seed)
    var places: [(x: Double, y: Double)] = []
    for index in 0..<9 {
      let row = Double(index % 3)
      places.append((x: 20 + 18 * Double(index), y: 40 + 12 * row))
    }
    var layer = LayerSetup.plain(callout: .plain())
    layer.isGivenClustering = true
    if seed % 2 == 1 { layer.view.displayPriority = 500 }
    var options = TestMap.options
    options.requiredViewsCluster = false
    let test = TestMap(screenPoints: places, layers: [layer, layer], options: options)
    test.map.add([0, 1, 2, 3], to: 0)
    test.map.add([4, 5, 6], to: 1)
    settle(test)
    for round in 0..<12 {
      var change = PointChangeTests.change(&dice)
      // The views of clusters change with their layer alone.
      if seed % 2 == 0 {
        change.clustering = nil
      } else {
        change = ViewChange(clustering: change.clustering)
      }
      test.map.change(change, of: 0, points: isByPoint ? test.allPoints : nil)
      if round == 6 { test.map.add([7, 8], to: 0) }
      test.map.pan(by: ScreenOffset(dx: 3, dy: 1), over: SimulatedTime(milliseconds: 40))
      test.map.tap(point: PointID(dice.below(9)), layer: 0)
      settle(test)
    }
    return test.take()
  }

  @Test
  func `are together the change of their layer`() {
    var seen: Set<String> = []
    for seed in 0..<40 {
      let film = PointChangeTests.film(seed: seed, isByPoint: true)
      #expect(film == PointChangeTests.film(seed: seed, isByPoint: false), "seed \(seed)")
      seen.formUnion(["hide", "join"].filter { word in film.contains { $0.hasPrefix(word) } })
    }
    #expect(seen == ["hide", "join"])
  }

  @Test
  func `hide the one view, and end with a change of all`() {
    let layer = LayerSetup.plain()
    let test = TestMap(screenPoints: [(x: 100, y: 100), (x: 112, y: 100)], layers: [layer])
    test.addAll()
    PointChangeTests.settle(test)
    func hidden() -> [Int] {
      [0, 1].filter { test.map.views.isHidden(test.map.data.layers[0].slots[PointID($0)]) }
    }
    for point in [0, 1] {
      test.map.change(ViewChange(displayPriority: 250), of: 0, points: [PointID(point)])
      PointChangeTests.settle(test)
      #expect(hidden() == [point])
      test.map.change(ViewChange(displayPriority: 1000), of: 0)
      PointChangeTests.settle(test)
      #expect(hidden().isEmpty)
    }
  }

  /// The image of a point comes back with it; a view that the app sizes only when it makes it keeps
  /// the image of its last point.
  @Test(arguments: ViewSizing.allCases)
  func `give a view another image, which may stay on it`(sizing: ViewSizing) {
    let layer = LayerSetup.plain().with { $0.sizing = sizing }
    let test = TestMap(screenPoints: [(x: 100, y: 100), (x: 900, y: 100)], layers: [layer])
    let small = layer.view.size
    test.map.add([0], to: 0)
    PointChangeTests.settle(test)
    test.map.change(ViewChange(size: PointChangeTests.large), of: 0, points: [0])
    #expect(PointChangeTests.size(of: 0, in: test) == PointChangeTests.large)
    _ = test.take()
    test.map.remove([0], from: 0)
    test.map.setCenter(TestMap.coordinate(x: 900, y: 100), animated: false)
    test.map.add([1], to: 0)
    PointChangeTests.settle(test)
    let isStale = sizing == .whenMade
    #expect(PointChangeTests.size(of: 1, in: test) == (isStale ? PointChangeTests.large : small))
    #expect(test.take(.view).contains { $0.contains(" stays ") } == isStale)
    // The other way round: a view with the usual image comes to the point that has its own.
    test.map.receiveMemoryWarning()
    test.map.remove([1], from: 0)
    PointChangeTests.settle(test)
    test.map.receiveMemoryWarning()
    test.map.add([1], to: 0)
    PointChangeTests.settle(test)
    #expect(PointChangeTests.size(of: 1, in: test) == small)
    test.map.setCenter(TestMap.coordinate(x: 100, y: 100), animated: false)
    PointChangeTests.settle(test)
    test.map.add([0], to: 0)
    PointChangeTests.settle(test)
    #expect(PointChangeTests.size(of: 0, in: test) == (isStale ? small : PointChangeTests.large))
  }

  @Test
  func `cost a layout of each view that gets another image`() {
    var costs = DeviceCosts(framesPerSecond: 60)
    costs.viewLayout = SimulatedTime(milliseconds: 3)
    let places: [(x: Double, y: Double)] = [(50, 100), (80, 100), (110, 100), (140, 100)]
    let test = TestMap(costs: costs, screenPoints: places)
    test.addAll()
    PointChangeTests.settle(test)
    let before = test.map.now
    test.map.change(ViewChange(size: PointChangeTests.large), of: 0, points: [1, 3])
    test.map.waitForMainThread()
    #expect(test.map.now - before == SimulatedTime(milliseconds: 6))
  }

  /// The app knows a point by its id, whichever data set it comes from.
  @Test
  func `are of all points of one id`() {
    let places = [TestMap.coordinate(x: 100, y: 100), TestMap.coordinate(x: 200, y: 100)]
    for order in [[0, 1], [1, 0]] {
      let test = TestMap(points: places, namesakes: [0, 0])
      test.map.add([0], to: 0)
      test.map.change(ViewChange(isEnabled: false), of: 0, points: [PointID(order[0])])
      PointChangeTests.settle(test)
      test.map.replacePoints(of: 0, with: [1], how: order[0] == 0 ? .all : .changed)
      PointChangeTests.settle(test)
      #expect(!test.map.tap(point: 1, layer: 0) || test.map.selectedSerial == nil)
      test.map.change(ViewChange(isEnabled: true), of: 0, points: [PointID(order[1])])
      #expect(test.map.tap(point: 1, layer: 0) && test.map.selectedSerial != nil)
    }
  }

  // MARK: Titles

  /// The map gives a cluster that it makes the title of its first member.
  @Test
  func `change the title of a cluster that has it`() {
    var layer = LayerSetup.grouped(callout: .plain())
    layer.view.canShowCallout = true
    layer.clusterView.canShowCallout = true
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 110, y: 100)], layers: [layer],
      options: .with { $0.clusterTitles = .titleAndSubtitle })
    test.addAll()
    PointChangeTests.settle(test)
    #expect(test.map.tap(point: 0, layer: 0))
    PointChangeTests.settle(test)
    func texts() -> [String] { test.take(.view).filter { $0.hasPrefix("text") } }
    #expect(texts().count == 1)
    test.map.retitle([1], in: 0, isTitled: false)
    #expect(texts().isEmpty)
    test.map.retitle([0], in: 0, isTitled: false)
    #expect(texts().count == 1)
    let cluster = test.map.layout.native.clusters[0].annotation
    #expect(test.map.views.pools[test.map.annotations[cluster].view].state.title == .none)
    #expect(test.map.views.refusal(of: cluster) == .withoutTitle)
  }

  @Test
  func `take a title away, and with it the taps`() {
    let layer = LayerSetup.plain(callout: .plain()).with { $0.canShowCallout = true }
    let test = TestMap(screenPoints: [(x: 100, y: 100), (x: 200, y: 100)], layers: [layer])
    test.addAll()
    PointChangeTests.settle(test)
    _ = test.take()
    test.map.retitle([0], in: 0, isTitled: false)
    #expect(test.take(.data) == ["no title for 0"])
    let slot = test.map.data.layers[0].slots[0]
    #expect(test.map.views.pools[test.map.annotations[slot].view].state.title == .none)
    #expect(test.map.views.refusal(of: slot) == .withoutTitle)
    #expect(test.map.views.refusal(of: test.map.data.layers[0].slots[1]) == nil)
    // The point keeps it while it is away.
    test.map.remove([0], from: 0)
    test.map.add([0], to: 0)
    PointChangeTests.settle(test)
    #expect(test.map.views.refusal(of: test.map.data.layers[0].slots[0]) == .withoutTitle)
    test.map.retitle([0], in: 0, isTitled: true)
    #expect(test.take(.data).last == "title for 2")
    #expect(test.map.views.refusal(of: test.map.data.layers[0].slots[0]) == nil)
    #expect(test.map.tap(point: 0, layer: 0))
  }

  /// The callout stays open, and a pin without a title takes no more taps.
  @Test
  func `leave a callout open whose title they change`() {
    let layer = LayerSetup.plain(callout: .plain()).with { $0.canShowCallout = true }
    let test = TestMap(screenPoints: [(x: 100, y: 100)], layers: [layer])
    test.addAll()
    PointChangeTests.settle(test)
    #expect(test.map.tap(point: 0, layer: 0))
    PointChangeTests.settle(test)
    let slot = test.map.data.layers[0].slots[0]
    _ = test.take()
    for isTitled in [true, false] {
      test.map.retitle([0], in: 0, isTitled: isTitled)
      PointChangeTests.settle(test)
      #expect(test.map.selectedSerial == 0)
      #expect(test.map.liveScene.calloutRects != nil)
      let title = test.map.views.pools[test.map.annotations[slot].view].state.title
      #expect(title == (isTitled ? 0 : .none))
    }
    #expect(test.map.views.refusal(of: slot) == .withoutTitle)
  }

  @Test
  func `find no annotation to retitle`() {
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 200, y: 100)], layers: [.plain(), .clustered()])
    test.map.add([0], to: 1)
    PointChangeTests.settle(test)
    _ = test.take()
    test.map.retitle([1], in: 0, isTitled: true)
    #expect(test.trace.events.map(\.kind) == [.session(.nothingDone(.pointsAbsent))])
    _ = test.take()
    // The annotation of a clustered layer is a cluster, with its delegate's title.
    test.map.retitle([0], in: 1, isTitled: false)
    #expect(test.trace.events.isEmpty)
  }
}
