import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// How apps answer when the map asks for views, and when it asks.
@Suite("View providers")
struct ViewProviderTests {
  /// A window that moves over a row of pins, as lists.
  struct Model {
    let provider: ViewProvider
    let identifiers: Int
    let leaving: MapOptions.LeavingViews
    let pins: Int
    let seen: Int
    private var position = 0
    private var waiting: [Int: [Int]] = [:]
    private var shown: [(pin: Int, view: Int)] = []
    /// The views that pins keep for themselves.
    private var own: [Int: Int] = [:]
    private var made = 0

    init(
      _ provider: ViewProvider, identifiers: Int, leaving: MapOptions.LeavingViews, pins: Int,
      seen: Int
    ) {
      self.provider = provider
      self.identifiers = identifiers
      self.leaving = leaving
      self.pins = pins
      self.seen = seen
    }

    /// The identifier of a pin's view: the map's own one stands behind pins and clusters.
    private func identifier(_ pin: Int) -> Int {
      provider == .answersNil ? identifiers + 1 : pin % identifiers
    }

    mutating func move(by offset: Int) -> [String] {
      position += offset
      let window = position..<position + seen
      let gone = shown.filter { !window.contains($0.pin) }
      shown.removeAll { !window.contains($0.pin) }
      var words: [String] = []
      if leaving == .first { words += giveBack(gone) }
      let coming = (0..<pins).filter { pin in
        window.contains(pin) && !shown.contains { $0.pin == pin }
      }
      for pin in coming { words += request(pin) }
      if leaving == .last { words += giveBack(gone) }
      if !coming.isEmpty { words.append("didAdd \(coming.count)") }
      return words
    }

    private mutating func giveBack(_ gone: [(pin: Int, view: Int)]) -> [String] {
      gone.map { pin, view in
        if provider == .ownView {
          own[pin] = view
          return "\(viewLetter(ViewID(view))) stays with \(pin)"
        }
        waiting[identifier(pin), default: []].append(view)
        return "return \(viewLetter(ViewID(view))) of \(pin)"
      }
    }

    private mutating func request(_ pin: Int) -> [String] {
      let identifier = identifier(pin)
      var words = ["request \(pin) of \(identifier)"]
      if provider == .answersNil { words.append("nil for \(pin)") }
      let isReused = provider != .alwaysNew && !waiting[identifier, default: []].isEmpty
      let isOwn = own[pin] != nil
      let view = own[pin] ?? (isReused ? waiting[identifier, default: []].removeFirst() : made)
      made += isReused || isOwn ? 0 : 1
      shown.append((pin: pin, view: view))
      let letter = viewLetter(ViewID(view))
      let word = isOwn ? "again" : isReused ? "reuse" : "create"
      return words + ["\(word) \(letter)", "display \(letter) for \(pin)"]
    }
  }

  @Test(arguments: ViewProvider.allCases, MapOptions.LeavingViews.allCases)
  func `does what lists would do in every short journey`(
    provider: ViewProvider, leaving: MapOptions.LeavingViews
  ) {
    let pans = [-2, -1, 1, 3]
    for identifiers in 1...2 {
      let names = Array(["even", "odd"].prefix(identifiers))
      let layer = LayerSetup.plain(identifiers: names).with { $0.provider = provider }
      for number in 0..<(4 * 4 * 4) {
        let journey = [pans[number % 4], pans[number / 4 % 4], pans[number / 16]]
        let test = ViewTests.row(
          pins: 5, seen: 2, layers: [layer], options: .with { $0.leavingViews = leaving })
        var model = Model(
          provider, identifiers: identifiers, leaving: leaving, pins: 5, seen: 2)
        #expect(test.map.advanceUntilSettled())
        // The map's own markers collide, which no list is about.
        func words() -> [String] { test.take(.view).filter { !$0.contains("hide ") } }
        #expect(words() == model.move(by: 0))
        for pan in journey {
          test.map.pan(by: ScreenOffset(dx: Double(-10 * pan), dy: 0), over: .zero)
          #expect(words() == model.move(by: pan), "\(journey)")
        }
        let pools = test.map.views.pools
        #expect(
          provider == .ownView
            ? pools.pooledCount == 0 : pools.liveCount + pools.pooledCount == pools.views.count)
      }
    }
  }

  @Test
  func `names the map's own identifiers behind those of the layers, as far as needed`() {
    let own = LayerSetup.plain().with { $0.provider = .answersNil }
    let clustered = LayerSetup.clustered().with { $0.provider = .answersNil }
    func names(_ layers: [LayerSetup], user: Bool) -> [String] {
      TestMap(layers: layers, showsUserLocation: user).map.legend.identifiers
    }
    #expect(names([.plain()], user: false) == ["pin", "cluster"])
    #expect(names([.plain()], user: true) == ["pin", "cluster", "MKUserLocation"])
    #expect(
      names([own], user: false) == [
        "pin", "cluster", "MKMapViewDefaultAnnotationViewReuseIdentifier",
      ])
    #expect(
      names([own, .clustered(), clustered], user: true) == [
        "pin", "cluster", "MKMapViewDefaultAnnotationViewReuseIdentifier",
        "MKMapViewDefaultClusterAnnotationViewReuseIdentifier", "MKUserLocation",
      ])
  }

  @Test
  func `shows markers of its own, in pools that layers share, clusters in another one`() {
    let places = [(x: 10.0, y: 10.0), (x: 12, y: 10), (x: 200, y: 100)]
    let own = LayerSetup.plain().with { $0.provider = .answersNil }
    let clustered = LayerSetup.clustered().with { $0.provider = .answersNil }
    let test = TestMap(screenPoints: places, layers: [own, clustered])
    test.map.add([2], to: 0)
    test.addAll(to: 1)
    #expect(test.map.advanceUntilSettled())
    let requests = test.take(.view).filter { $0.hasPrefix("request") || $0.hasPrefix("nil") }
    #expect(
      requests == [
        "request 0 of 2", "nil for 0", "request 1 of 3", "nil for 1", "request 2 of 2",
        "nil for 2",
      ])
    let pins = test.map.makeSnapshot(.mark).pins
    // Of the two at one place one gives way.
    #expect(pins.map(\.kind) == [.marker, .marker] && test.map.views.pools.hiddenCount == 1)
    #expect(pins.map(\.frame.width) == [28, 28])
    test.map.remove([2], from: 0)
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    test.map.remove([0, 1], from: 1)
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view).contains("reuse a"))
  }

  @Test(arguments: [
    (AnnotationViewKind.image, nil, ScreenOffset.zero),
    (.pin, ScreenSize(width: 32, height: 39), ScreenOffset(dx: 8, dy: -16)),
    (.marker, ScreenSize(width: 28, height: 28), .zero),
  ])
  func `knows the extent of its own kinds`(
    kind: AnnotationViewKind, size: ScreenSize?, offset: ScreenOffset
  ) {
    #expect(kind.standardSize == size)
    #expect(kind.standardCenterOffset == offset)
  }

  @Test
  func `asks at once when it is told to, once for each call`() {
    let test = ViewTests.row(pins: 5, seen: 2, options: .with { $0.viewRequests = .atOnce })
    #expect(
      test.take(.view) == [
        "request 0 of 0", "create a", "display a for 0", "request 1 of 0", "create b",
        "display b for 1", "didAdd 2",
      ])
    #expect(test.map.now == .zero)
    #expect(!test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(test.take() == ["frame 1"])
    test.map.pan(by: ScreenOffset(dx: -10, dy: 0), over: .zero)
    #expect(
      test.take() == [
        "pan begins", "will", "pan ends", "visible", "return a of 0", "request 2 of 0", "reuse a",
        "display a for 2", "didAdd 1", "did", "frame 2",
      ])
    test.map.add([0], to: 0)
    test.map.move([4], in: 0, to: [TestMap.coordinate(x: 5, y: 5, in: test.map.viewport)])
    #expect(
      test.take() == [
        "nothing done, pointsPresent", "move 4", "request 4 of 0", "create c", "display c for 4",
        "didAdd 1",
      ])
    #expect(test.map.advanceUntilSettled())
  }

  @Test
  func `asks at once for clusters too`() {
    let test = TestMap(
      screenPoints: [(x: 10, y: 10), (x: 200, y: 100)], layers: [.clustered()],
      options: .with { $0.viewRequests = .atOnce })
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.cluster, .view, .frame)
    let applied = words.firstIndex { $0.hasPrefix("applied") }
    #expect(applied.map { words[$0 + 1] } == "request 0 of 0")
    #expect(words.filter { $0.hasPrefix("didAdd") } == ["didAdd 2"])
  }
}
