import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// One pool for each reuse identifier of the map, whatever its views are for.
@Suite("Shared pools")
struct SharedPoolTests {
  private static let place = [(x: 100.0, y: 100.0)]

  /// Shows the point for each layer in turn, alone on the map; returns what became of its views.
  private static func film(_ layers: [LayerSetup], order: [Int]) -> [String] {
    let test = TestMap(screenPoints: place, layers: layers)
    _ = test.take()
    for layer in order {
      test.map.add([0], to: layer)
      #expect(test.map.advanceUntilSettled())
      test.map.remove([0], from: layer)
      #expect(test.map.advanceUntilSettled())
    }
    return test.take(.view).filter { word in
      ["create", "reuse", "stays"].contains { word.contains($0) }
    }
  }

  private static func sized(_ side: Double, _ identifier: String = "pin") -> LayerSetup {
    LayerSetup.plain(identifiers: [identifier]).with {
      $0.size = ScreenSize(width: side, height: side)
    }
  }

  @Test
  func `layers with one identifier use each other's views`() {
    let layers = [LayerSetup.plain(), .clustered(), .plain(identifiers: ["other"])]
    #expect(
      SharedPoolTests.film(layers, order: [0, 1, 0, 2, 1])
        == ["create a", "reuse a", "reuse a", "create b", "reuse a"])
  }

  @Test
  func `pins and clusters with one identifier use each other's views`() {
    let places = [(x: 100.0, y: 100.0), (x: 110, y: 100)]
    for (identifier, expected) in [
      ("pin", ["create a", "reuse a"]), ("cluster", ["create a", "create b"]),
    ] {
      let test = TestMap(
        screenPoints: places,
        layers: [.clustered(identifiers: ["pin"], clusterIdentifiers: [identifier])])
      test.map.add([0], to: 0)
      #expect(test.map.advanceUntilSettled())
      test.map.remove([0], from: 0)
      #expect(test.map.advanceUntilSettled())
      test.map.add([0, 1], to: 0)
      #expect(test.map.advanceUntilSettled())
      #expect(test.take(.view).filter { $0.contains("create") || $0.contains("reuse") } == expected)
    }
  }

  @Test
  func `an app that dequeues by a reserved identifier gets the map's own views`() {
    let own = LayerSetup.plain().with { $0.provider = .answersNil }
    let app = SharedPoolTests.sized(28, ReuseIdentifiers.markerName)
    #expect(
      SharedPoolTests.film([own, app], order: [0, 1]) == [
        "create a", "reuse a", "a stays marker 28x28 at 0, 0, not image 28x28 at 0, -15",
      ])
    #expect(SharedPoolTests.film([own, .plain()], order: [0, 1]) == ["create a", "create b"])
  }

  @Test
  func `a view stays as large as it was made, and is touched there`() {
    let layers = [SharedPoolTests.sized(60), SharedPoolTests.sized(20)]
    #expect(
      SharedPoolTests.film(layers, order: [0, 1, 0]) == [
        "create a", "reuse a", "a stays image 60x60 at 0, -15, not image 20x20 at 0, -15",
        "reuse a",
      ])
    let test = TestMap(screenPoints: SharedPoolTests.place, layers: layers)
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.remove([0], from: 0)
    test.map.add([0], to: 1)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.makeSnapshot(.mark).pins.map(\.frame.width) == [60])
    // Beside a view of 20 points, inside one of 60.
    test.map.tap(at: ScreenPoint(x: 125, y: 100))
    #expect(test.map.selection.selected != nil)
  }

  @Test
  func `a view follows the offsets that the app gives to all it shows`() {
    let layers = [SharedPoolTests.sized(60), SharedPoolTests.sized(20)]
    let test = TestMap(screenPoints: SharedPoolTests.place, layers: layers)
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.remove([0], from: 0)
    test.map.change(ViewChange(centerOffset: ScreenOffset(dx: 5, dy: 0)), of: 0)
    test.map.add([0], to: 1)
    #expect(test.map.advanceUntilSettled())
    func middle() -> Double? {
      test.map.makeSnapshot(.mark).pins.first.map { $0.frame.midX - $0.point.x }
    }
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(middle() == 0)
    test.map.change(ViewChange(centerOffset: ScreenOffset(dx: 7, dy: 0)), of: 1)
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: .zero)
    #expect(test.map.advanceUntilSettled())
    #expect(middle() == 7)
  }

  /// A callout's view that becomes a pin, and a pin's that becomes a callout.
  @Test
  func `pins and callouts with one identifier use each other's views`() {
    var callout = CalloutSetup(
      style: .plain(size: ScreenSize(width: 90, height: 40)), adjuster: NoAdjuster())
    callout.annotation = CalloutAnnotationSetup(identifier: "spare")
    let layers = [
      LayerSetup.plain(identifiers: ["stop"], callout: callout), SharedPoolTests.sized(20, "spare"),
    ]
    let test = TestMap(screenPoints: [(x: 100, y: 100), (x: 100, y: 150)], layers: layers)
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    test.map.remove([1], from: 1)
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.tap(point: 0, layer: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.deselectAnnotation()
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.view).filter { $0.contains("reuse") || $0.contains("stays") }
    #expect(words.count == 4 && words[0] == "reuse a" && words[2] == "reuse a")
    #expect(words[1].hasPrefix("a stays image 90x40") && words[1].contains("not callout 90x40"))
    #expect(words[3].hasPrefix("a stays image 90x40") && words[3].contains("not image 20x20"))
    #expect(test.map.makeSnapshot(.mark).pins.map(\.frame.width).sorted() == [20, 90])
  }

  // MARK: Against what is obvious

  /// Every way to hand one view on, of up to four owners that differ in kind, extent and offset and
  /// in when they set them: a view has what it was last given.
  @Test
  func `a view has its class for good and what it was given last of all else`() {
    var owners: [ViewSetup] = []
    for kind in [AnnotationViewKind.image, .pin] {
      for (side, offset) in [(20.0, 0.0), (40, 0), (20, 5)] {
        for sizing in ViewSizing.allCases {
          var owner = ViewSetup.pin()
          owner.kind = kind
          owner.size = ScreenSize(width: side, height: side)
          owner.centerOffset = ScreenOffset(dx: offset, dy: 0)
          owner.sizing = sizing
          owners.append(owner)
        }
      }
    }
    func explore(_ view: ReusePools.View, _ obvious: ViewAppearance, depth: Int) {
      guard depth > 0 else { return }
      for owner in owners {
        var (view, obvious) = (view, obvious)
        view.setUp(as: owner, declared: owner.appearance, isReused: true)
        if owner.sizing == .eachTime {
          obvious.centerOffset = owner.centerOffset
          if owner.kind == obvious.kind { obvious.size = owner.size }
        }
        #expect(view.appearance == obvious)
        explore(view, obvious, depth: depth - 1)
      }
    }
    for owner in owners {
      var view = ReusePools.View(identifier: 0, annotation: -1)
      view.setUp(as: owner, declared: owner.appearance, isReused: false)
      #expect(view.appearance == owner.appearance)
      explore(view, owner.appearance, depth: 3)
    }
  }

  /// The log of a session, played back with one queue for each name.
  @Test
  func `a log played back with one queue for each name gives the same views`() {
    var reused = 0
    for seed in 0..<60 {
      let session = RandomViews(seed: seed)
      session.play(steps: 60)
      var names: [String] = []
      var queues: [String: [ViewID]] = [:]
      // One that makes views although some wait.
      let isWasteful = session.test.map.context.setup.layers.contains {
        ![$0.view.provider, $0.clusterView.provider].allSatisfy {
          $0 != .alwaysNew && $0 != .ownView
        }
      }
      for event in session.test.trace.events {
        switch event.kind {
        case .session(.began(let legend)): names = legend.identifiers
        case .view(.created(_, let identifier)):
          #expect(isWasteful || queues[names[Int(identifier)], default: []].isEmpty)
        case .view(.reused(let view, let identifier)):
          let name = names[Int(identifier)]
          let isFirst = session.test.map.context.setup.options.poolOrder == .first
          let waiting = isFirst ? queues[name]?.first : queues[name]?.last
          #expect(waiting == view)
          _ = isFirst ? queues[name]?.removeFirst() : queues[name]?.removeLast()
          reused += 1
        case .view(.returned(let view, _, let identifier)):
          queues[names[Int(identifier)], default: []].append(view)
        case .view(.poolsEmptied): queues = [:]
        default: break
        }
      }
      #expect(Set(names).count == names.count)
    }
    #expect(reused > 500)
  }
}
