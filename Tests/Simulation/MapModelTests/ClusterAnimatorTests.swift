import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Animators of the app's own: how long they fade what comes and goes, and when the queue goes on.
@Suite("Animators of cluster controllers")
struct ClusterAnimatorTests {
  static let places = [(x: 100.0, y: 100.0), (x: 105, y: 105), (x: 250, y: 20), (x: 40, y: 160)]

  static func animator(_ fadeIn: Int64?, _ fadeOut: Int64, _ done: Int64?) -> ClusterAnimator {
    ClusterAnimator(
      fadeIn: fadeIn.map { SimulatedTime(milliseconds: $0) },
      fadeOut: SimulatedTime(milliseconds: fadeOut),
      done: done.map { SimulatedTime(milliseconds: $0) })
  }

  static func layer(_ animator: ClusterAnimator?, fade: Int64 = 200) -> LayerSetup {
    LayerSetup.clustered(reuses: false, fade: SimulatedTime(milliseconds: fade)).clustering {
      $0.animator = animator
    }
  }

  private func settle(_ test: TestMap) {
    #expect(test.map.advanceUntilSettled())
  }

  /// Without reuse a finger lets all clusters go, and others come: what happens from the moment
  /// when the finger was lifted.
  private func exchange(_ test: TestMap) -> [String] {
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    settle(test)
    let start = test.trace.events.first { $0.room == .cluster }?.time ?? .zero
    return test.trace.events.filter { [.cluster, .animator, .data].contains($0.room) }
      .map { "\(($0.time - start).nanoseconds / 1_000_000) \($0.words)" }
  }

  @Test(
    arguments: [
      (300, 500, 500), (300, 500, 200), (0, 0, 0), (40, 0, 150), (10, 400, 399), (10, 400, 400),
    ] as [(Int64, Int64, Int64)])
  func `let clusters go, and the queue go on, when they say so`(
    fadeIn: Int64, fadeOut: Int64, done: Int64
  ) {
    let animator = ClusterAnimatorTests.animator(fadeIn, fadeOut, done)
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places, layers: [ClusterAnimatorTests.layer(animator)])
    test.addAll()
    settle(test)
    let words = exchange(test)
    #expect(words.contains("0 fade out 3 of 0"))
    #expect(words.contains("\(done) finished 1"))
    #expect(words.filter { $0.contains("remove") }.allSatisfy { $0.hasPrefix("\(done) ") })
    #expect(words.filter { $0.contains("cut short") }.count == (done < fadeOut ? 3 : 0))
    // New views come with the next frame, if those that go are not still there.
    #expect(words.contains { $0.hasSuffix("fade in 3 for 0") })
  }

  @Test
  func `are the least that an update takes`() {
    for (done, second) in [(Int64(0), Int64(0)), (70, 70), (900, 900)] {
      let test = TestMap(
        screenPoints: ClusterAnimatorTests.places,
        layers: [ClusterAnimatorTests.layer(ClusterAnimatorTests.animator(500, 300, done))])
      test.map.add([0], to: 0)
      test.map.add([2], to: 0)
      settle(test)
      let words = test.take(.cluster, timed: true)
      #expect(words.contains("\(second) started 1"), "\(words)")
      #expect(words.contains("\(2 * done) finished 1"))
    }
  }

  @Test
  func `stall the queue when they never say so`() {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [ClusterAnimatorTests.layer(ClusterAnimatorTests.animator(0, 0, nil))])
    test.map.add([0], to: 0)
    test.map.add([2], to: 0)
    #expect(!test.map.advanceUntilSettled())
    let words = test.take(.cluster, .animator)
    #expect(words.filter { $0.hasPrefix("stalled") } == ["stalled 0"])
    #expect(words.contains("fade out 0 of 0") && !words.contains { $0.hasPrefix("finished") })
  }

  /// An animator that sees to nothing that comes leaves every view that it faded out transparent,
  /// unless the app resets its alpha.
  @Test(arguments: [true, false], [StaleState(), .alpha])
  func `leave views transparent that only they could fade in`(
    fadesIn: Bool, notReset: StaleState
  ) {
    let animator = ClusterAnimatorTests.animator(fadesIn ? 100 : nil, 100, 100)
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [ClusterAnimatorTests.layer(animator).with { $0.notReset = notReset }])
    test.addAll()
    settle(test)
    for _ in 0..<4 {
      test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
      settle(test)
    }
    var shown: [ViewID: [AnnotationID]] = [:]
    var (reused, kept) = (0, 0)
    for event in test.trace.events {
      switch event.kind {
      case .view(.reused): reused += 1
      case .view(.displayed(let view, let annotation, _)):
        shown[view, default: []].append(annotation)
      case .animator(.alphaKept(let view, let annotation, let other)):
        kept += 1
        #expect(shown[view]?.suffix(2) == [other, annotation])
      default: break
      }
    }
    #expect(reused > 5)
    #expect(kept == (fadesIn || notReset.isEmpty ? 0 : reused))
  }

  // MARK: Views of others

  /// A view of a plain layer is faded in by the animator of the clustered one.
  @Test(arguments: [(90, 1), (130, 0)] as [(Int64, Int)])
  func `fade in whatever the map adds`(pause: Int64, cut: Int) {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [.plain(), ClusterAnimatorTests.layer(ClusterAnimatorTests.animator(100, 0, 0))])
    test.map.add([0, 2], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 20))
    #expect(test.take(.animator) == ["fade in 2 for 1"])
    test.map.advance(by: SimulatedTime(milliseconds: pause))
    test.map.remove([0], from: 0)
    #expect(test.take(.animator).count == cut)
  }

  @Test(arguments: [(300, 50, 0), (50, 300, 1)] as [(Int64, Int64, Int)])
  func `of several controllers all fade, and the last is seen`(
    first: Int64, last: Int64, cut: Int
  ) {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [
        ClusterAnimatorTests.layer(ClusterAnimatorTests.animator(first, 0, 0)),
        // The library's own is told of like the others, and nothing of it is told.
        ClusterAnimatorTests.layer(nil, fade: last), .plain(),
      ])
    test.map.add([3], to: 2)
    test.map.advance(by: SimulatedTime(milliseconds: 120))
    test.map.remove([3], from: 2)
    let words = test.take(.animator)
    #expect(words == ["fade in 1 for 0"] + (cut > 0 ? ["cut short a"] : []))
  }

  @Test
  func `of the library fade in silence`() {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places, layers: [ClusterAnimatorTests.layer(nil)])
    test.addAll()
    settle(test)
    #expect(exchange(test).contains("200 finished 1"))
    test.map.remove([0], from: 0)
    #expect(test.take(.animator) == [])
  }

  /// Whose animator, what is removed (nothing, what the map does not show, what it shows), and how
  /// long the update fades with an empty fade at once and in full.
  @Test(
    arguments: [
      (nil, nil, 0, 200), (nil, 400, 0, 200), (nil, 100, 200, 200), (90, nil, 90, 90),
      (90, 400, 90, 90), (90, 100, 90, 90),
    ] as [(done: Int64?, removedAt: Double?, atOnce: Int, full: Int)])
  func `take no time for views that are not there, if they are the library's`(
    done: Int64?, removedAt: Double?, atOnce: Int, full: Int
  ) {
    for (emptyFade, fade) in [(MapOptions.EmptyFade.atOnce, atOnce), (.full, full)] {
      let animator = done.map { ClusterAnimatorTests.animator(10, 20, $0) }
      // The view is 300 points wide, and clusters are kept half of that beyond its edges.
      let test = TestMap(
        screenPoints: [(x: 200, y: 100), (x: removedAt ?? 100, y: 100)],
        layers: [LayerSetup.clustered().clustering { $0.animator = animator }],
        options: .with { $0.emptyFade = emptyFade })
      test.map.add(removedAt == nil ? [1] : [0, 1], to: 0)
      settle(test)
      #expect(test.map.views.shown.count == (removedAt == 400 ? 1 : removedAt == nil ? 1 : 2))
      let start = test.map.now.nanoseconds / 1_000_000
      if removedAt == nil { test.map.add([0], to: 0) } else { test.map.remove([1], from: 0) }
      settle(test)
      #expect(
        test.take(.cluster, timed: true).contains("\(Int(start) + fade) finished 1"),
        "\(emptyFade)")
    }
  }

  @Test
  func `that the app let go fade nothing`() {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [
        ClusterAnimatorTests.layer(ClusterAnimatorTests.animator(9, 9, 9)).clustering {
          $0.app.hasAnimator = false
        }
      ])
    test.addAll()
    #expect(!test.map.advanceUntilSettled())
    #expect(test.take(.animator) == [])
  }

  // MARK: Exchanged midway

  private func change(_ change: (inout ClusteringChange) -> Void) -> ClusteringChange {
    var settings = ClusteringChange()
    change(&settings)
    return settings
  }

  /// The update that waits is faded by the one that it was asked for with.
  @Test
  func `stay with the updates that were asked for with them`() {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places, layers: [ClusterAnimatorTests.layer(nil)])
    test.map.add([0], to: 0)
    test.map.add([2], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 1))
    test.map.changeClustering(
      of: 0, change { $0.animator = ClusterAnimatorTests.animator(30, 40, 50) })
    settle(test)
    let words = test.take(.cluster, .animator, timed: true)
    #expect(words.contains("200 finished 0") && words.contains("400 finished 1"))
    // Views that come are faded by the one that is there.
    #expect(words.contains("20 fade in 2 for 0"))
    #expect(!words.contains { $0.contains("fade out") })
    #expect(exchange(test).contains("50 finished 2"))
    test.map.changeClustering(of: 0, change { $0.fade = SimulatedTime(milliseconds: 70) })
    let last = exchange(test)
    #expect(last.contains("70 finished 3") && !last.contains { $0.contains("fade") })
  }

  /// The fades out of the animators one after the other, nil the library's, and how many of the
  /// views that come in its turn are reported: none that it or another sees to.
  @Test(
    arguments: [
      ([100, nil, 100], [0, 0, 3]), ([nil, 100, 70], [0, 3, 3]), ([100, 70, nil], [0, 3, 0]),
    ] as [([Int64?], [Int])])
  func `leave views transparent, whichever faded them out`(fades: [Int64?], reported: [Int]) {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [ClusterAnimatorTests.layer(nil).with { $0.notReset = .alpha }])
    test.addAll()
    settle(test)
    let counts = fades.map { fade in
      let animator = fade.map { ClusterAnimatorTests.animator(nil, $0, $0) }
      test.map.changeClustering(
        of: 0,
        change {
          $0.fade = SimulatedTime(milliseconds: 200)
          $0.animator = animator
        })
      return exchange(test).count { $0.contains(" is as ") }
    }
    #expect(counts == reported)
  }

  /// What the map adds to another layer takes views that the animator left in the pool.
  @Test(arguments: [true, false])
  func `leave views transparent if they are let go meanwhile`(isKept: Bool) {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places,
      layers: [ClusterAnimatorTests.layer(nil), .plain()].map { $0.with { $0.notReset = .alpha } })
    test.map.add([0, 1, 2], to: 0)
    settle(test)
    _ = exchange(test)
    test.map.changeClustering(of: 0, change { $0.hasAnimator = isKept })
    test.map.add([3], to: 1)
    settle(test)
    #expect(test.take(.animator).count == (isKept ? 0 : 1))
  }

  @Test
  func `that the app lets go midway are gone for updates that wait, and others do not help them`() {
    let test = TestMap(
      screenPoints: ClusterAnimatorTests.places, layers: [ClusterAnimatorTests.layer(nil)])
    test.map.add([0], to: 0)
    test.map.add([2], to: 0)
    test.map.advance(by: SimulatedTime(milliseconds: 1))
    test.map.changeClustering(of: 0, change { $0.hasAnimator = false })
    #expect(!test.map.advanceUntilSettled())
    test.map.changeClustering(of: 0, change { $0.hasAnimator = true })
    test.map.pan(by: ScreenOffset(dx: 1, dy: 0), over: .zero)
    #expect(!test.map.advanceUntilSettled())
    let words = test.take(.cluster)
    #expect(
      words.filter { $0.hasPrefix("finished") || $0.hasPrefix("stalled") }
        == ["finished 0", "stalled 1"])
  }
}
