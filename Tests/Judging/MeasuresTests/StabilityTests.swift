import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing

/// What moves, flickers and changes between updates, from hand-written pictures of a layer.
@Suite("Stability of clusters")
struct StabilityTests {
  /// What happens to a layer, in a word and a list.
  enum Act: Hashable, Sendable {
    case picture([Standing])
    case look(x: Double, scale: Double)
    case data
    case otherData
    case settings
    case nextStep
  }

  private static func play(_ acts: [Act]) -> Session {
    var session = Session.onEquator()
    var update: Int32 = 0
    var step: Int32 = 0
    for act in acts {
      session.step(step) { session in
        switch act {
        case .picture(let standing):
          session.picture(update, standing)
          update += 1
        case .look(let x, let scale): session.look(x: x, scale: scale)
        case .data: session.index()
        case .otherData: session.index(layer: 0)
        case .settings: session.add(.cluster(.settingsChanged(layer: 1)))
        case .nextStep: step += 1
        }
      }
    }
    return session
  }

  private static let home = [Standing(1, 10)]
  private static let again = [Standing(2, 10)]

  /// One zoom is left and shown again, with something else on it in between.
  private static func outAndIn(
    _ standing: [Standing], meanwhile act: Act = .nextStep
  ) -> [Act] {
    [.picture(home), .look(x: 0, scale: 2), .picture([Standing(9, 99)]), act]
      + [.look(x: 0, scale: 1), .picture(standing)]
  }

  @Test(
    arguments: [
      ([.picture(home), .picture(home)], 0),
      ([.picture([Standing(1, 10)]), .picture([Standing(1, 10, x: 5)])], 1),
      ([.picture([Standing(1, 10)]), .picture([Standing(1, 11, x: 5)])], 0),
      ([.picture([Standing(1, 10)]), .picture([Standing(2, 10, x: 5)])], 1),
      // A mean that was computed in another order is the same place.
      ([.picture(home), .picture([Standing(1, 10, x: 1e-6)])], 0),
      // Out of view and with another zoom, too.
      ([.picture([Standing(1, 10, x: 900)]), .picture([Standing(1, 10, x: 905)])], 1),
      ([.picture(home), .look(x: 0, scale: 2), .picture([Standing(1, 10, x: 5)])], 1),
      ([.picture(home), .data, .picture([Standing(1, 10, x: 5)])], 1),
      ([.picture(home), .picture([]), .picture([Standing(1, 10, x: 5)])], 0),
      // By its points a cluster is known again after other zooms, unless data or settings changed.
      (outAndIn([Standing(2, 10, x: 5)]), 1), (outAndIn(again), 0),
      (outAndIn([Standing(2, 11, x: 5)]), 0),
      (outAndIn([Standing(2, 10, x: 5)], meanwhile: .data), 0),
      (outAndIn([Standing(2, 10, x: 5)], meanwhile: .otherData), 1),
      (outAndIn([Standing(2, 10, x: 5)], meanwhile: .settings), 0),
      // Nobody saw it come from beside the view, or go there.
      (outAndIn([Standing(2, 10, x: 165)]), 0),
      ([.picture([Standing(1, 10, x: 165)]), .picture([Standing(2, 10)])], 0),
      // Where two stood for the same, the one that stands on did not move.
      (
        [.picture([Standing(1, 10), Standing(2, 10, x: 5)]), .picture([Standing(3, 10, x: 5)])], 0
      ),
    ] as [([Act], Int64)])
  func `clusters move when only their place changes`(acts: [Act], moved: Int64) {
    #expect(StabilityTests.play(acts).facts().session[.clustersMoved] == .count(moved))
  }

  @Test
  func `what a finger carries does not move by itself`() {
    var session = Session.onEquator()
    session.picture(0, [Standing(1, 10), Standing(2, 20)])
    let place = Standing(1, 10, x: 5).coordinate
    session.add(.data(.annotationMoved(annotation: 1, place)))
    session.picture(1, [Standing(1, 10, x: 5), Standing(2, 20, x: 5)])
    #expect(session.facts().session[.clustersMoved] == .count(1))
  }

  @Test
  func `what goes along with members that the app moves does not move by itself`() {
    var session = Session.onEquator()
    session.picture(0, [Standing(1, 10), Standing(2, 20)])
    session.add(.cluster(.followed(annotation: 1, layer: 1)))
    session.picture(1, [Standing(1, 10, x: 5), Standing(2, 20, x: 5)])
    #expect(session.facts().session[.clustersMoved] == .count(1))
    // Only once, and in its own layer.
    session.add(.cluster(.followed(annotation: 2, layer: 0)))
    session.picture(2, [Standing(1, 10, x: 9), Standing(2, 20, x: 9)])
    #expect(session.facts().session[.clustersMoved] == .count(3))
  }

  @Test(
    arguments: [
      ([.picture(home), .picture(again)], 1),
      ([.picture(home), .picture([Standing(2, 11)])], 0),
      ([.picture(home), .picture([Standing(1, 11), Standing(2, 10)])], 0),
      // Beside each other they are twice there, and one of them returns for the one that left.
      ([.picture(home), .picture([Standing(1, 10), Standing(2, 10)])], 0),
      ([.picture([Standing(1, 10), Standing(2, 10)]), .picture([Standing(3, 10)])], 1),
      ([.picture(home), .picture([Standing(2, 10), Standing(3, 10)])], 1),
      // The same annotation can come back as well.
      ([.picture(home), .picture([]), .picture(home)], 1),
      ([.picture(home), .picture([]), .picture([]), .picture(again)], 1),
      ([.picture(home), .picture([]), .data, .picture(again)], 1),
      // Within a step zooms do not matter, over steps they do.
      ([.picture(home), .look(x: 0, scale: 2), .picture([]), .picture(again)], 1),
      ([.picture(home), .look(x: 0, scale: 2), .picture([]), .nextStep, .picture(again)], 0),
      ([.picture(home), .picture([]), .nextStep, .picture(again)], 1),
      ([.picture(home), .nextStep, .picture(again)], 1),
      (
        [
          .picture(home), .nextStep, .look(x: 0, scale: 2), .picture([]), .nextStep,
          .look(x: 0, scale: 1), .picture(again),
        ], 0
      ),
      (
        [
          .picture(home), .picture([]), .nextStep, .look(x: 0, scale: 1.000_000_5), .picture(again),
        ],
        1
      ),
      (
        [.picture(home), .picture([]), .nextStep, .look(x: 0, scale: 1.000_01), .picture(again)], 0
      ),
      // What was out of view nobody saw.
      ([.picture([Standing(1, 10, x: 161)]), .picture([Standing(2, 10, x: 161)])], 0),
      ([.picture([Standing(1, 10, x: 159)]), .picture([Standing(2, 10, x: 159)])], 1),
      (
        [.picture(home), .look(x: 400, scale: 1), .picture([]), .look(x: 0, scale: 1)]
          + [.picture(again)], 0
      ),
      ([.picture(home), .look(x: 100, scale: 1), .picture([]), .picture(again)], 1),
      // Each return answers for one annotation that left.
      ([.picture(home), .picture(again), .picture([Standing(3, 10)])], 2),
      (
        [.picture(home), .picture([]), .picture([Standing(2, 10), Standing(3, 10)])], 1
      ),
    ] as [([Act], Int64)])
  func `clusters flicker when they leave and come back in view`(acts: [Act], flickered: Int64) {
    #expect(StabilityTests.play(acts).facts().session[.clustersFlickered] == .count(flickered))
  }

  @Test
  func `a cluster that left is forgotten after a hundred updates`() {
    for (between, flickered): (Int, Int64) in [(98, 1), (99, 0)] {
      let acts =
        [Act.picture(StabilityTests.home)]
        + Array(repeating: Act.picture([]), count: between + 1)
        + [.picture(StabilityTests.again)]
      let facts = StabilityTests.play(acts).facts()
      #expect(facts.session[.clustersFlickered] == .count(flickered), "\(between) between")
    }
  }

  @Test
  func `an update that was asked for before the settings changed does not follow them`() {
    var session = Session.onEquator()
    session.picture(0, [Standing(1, 10)])
    session.add(session.queued(1), .cluster(.settingsChanged(layer: 1)))
    session.add(.cluster(.started(update: 1, layer: 1)), session.computed(1), session.applied(1))
    session.add(.cluster(.finished(update: 1, layer: 1)))
    session.tell([Standing(1, 10)])
    session.picture(2, [Standing(1, 11)])
    #expect(session.facts().session[.clusterCountsChanged] == .count(0))
    session.picture(3, [Standing(1, 12)])
    #expect(session.facts().session[.clusterCountsChanged] == .count(1))
  }

  @Test
  func `a zoom is forgotten after a hundred updates`() {
    for (between, changed): (Int, Int64) in [(99, 1), (100, 0)] {
      var acts = [Act.picture(StabilityTests.home), .look(x: 0, scale: 2)]
      acts += Array(repeating: .picture([]), count: between)
      acts += [.look(x: 0, scale: 1), .picture([Standing(1, 11)])]
      let facts = StabilityTests.play(acts).facts()
      #expect(facts.session[.clusterCountsChanged] == .count(changed), "\(between) between")
    }
  }

  @Test(
    arguments: [
      ([.picture(home), .picture(home)], 0),
      ([.picture(home), .picture([Standing(1, 11)])], 1),
      ([.picture(home), .picture([Standing(2, 11)])], 1),
      ([.picture(home), .picture(again)], 0),
      ([.picture(home), .picture([])], 1),
      ([.picture([]), .picture(home)], 1),
      ([.picture([Standing(1, 10), Standing(2, 20)]), .picture([Standing(1, 30)])], 2),
      (
        [
          .picture([Standing(1, 10)]),
          .picture([Standing(1, 20), Standing(2, 21), Standing(3, 22)]),
        ],
        3
      ),
      ([.picture(home), .look(x: 0, scale: 2), .picture([Standing(1, 11)])], 0),
      ([.picture(home), .look(x: 0, scale: 1.000_000_5), .picture([Standing(1, 11)])], 1),
      ([.picture(home), .data, .picture([Standing(1, 11)])], 0),
      ([.picture(home), .otherData, .picture([Standing(1, 11)])], 1),
      ([.picture(home), .settings, .picture([Standing(1, 11)])], 0),
      // After other zooms, too.
      (outAndIn([Standing(1, 11)]), 1), (outAndIn(again), 0),
      (outAndIn([Standing(1, 11)], meanwhile: .data), 0),
      (outAndIn([Standing(1, 11)], meanwhile: .settings), 0),
      // Only what both show counts, but elsewhere a cluster is known again.
      ([.picture(home), .look(x: 400, scale: 1), .picture([Standing(2, 11, x: 400)])], 0),
      ([.picture(home), .look(x: 100, scale: 1), .picture([Standing(1, 11)])], 1),
      ([.picture([Standing(1, 10, x: 200)]), .look(x: 100, scale: 1)] + [.picture(again)], 0),
    ] as [([Act], Int64)])
  func `counts change when one zoom shows other clusters`(acts: [Act], changed: Int64) {
    #expect(StabilityTests.play(acts).facts().session[.clusterCountsChanged] == .count(changed))
  }

  /// Nothing can change, move or come back where there was nothing to hold it against.
  @Test(
    arguments: [
      ([.picture(home), .picture(home)], true, true), (outAndIn(again), true, true),
      ([.picture(home), .look(x: 100, scale: 1), .picture(again)], true, true),
      ([.picture(home), .look(x: 0, scale: 2), .picture([Standing(2, 11)])], false, true),
      // Far from each other two places have nothing in common, whatever the zoom.
      (
        [.picture(home), .look(x: 5_000, scale: 1), .picture([Standing(2, 11, x: 5_000)])],
        false, false
      ),
      ([.picture(home), .look(x: 5_000, scale: 1), .picture([])], false, false),
      // One that stays is known wherever it stands.
      ([.picture(home), .look(x: 5_000, scale: 1), .picture(home)], false, true),
      // An empty sea is shown twice.
      ([.picture([]), .look(x: 0, scale: 2), .picture([])], false, false),
      (
        [.picture([Standing(1, 10, x: 900)]), .picture([Standing(2, 10, x: 900)])], false, false
      ),
    ] as [([Act], Bool, Bool)])
  func `what both pictures show must hold clusters`(
    acts: [Act], areCounted: Bool, areCompared: Bool
  ) {
    let metrics: [Metric] = [.clusterCountsChanged, .clustersMoved, .clustersFlickered]
    let facts = StabilityTests.play(acts + [.nextStep]).facts(
      finalExpectations: metrics.map { bound($0, .atMost(.count(9))) })
    let isEvaluated = facts.verdicts.map { $0.outcome == .kept }
    #expect(isEvaluated == [areCounted, areCompared, areCompared])
  }

  @Test
  func `a turned map and one over the date line show what they show`() {
    var session = Session.onEquator()
    session.look(heading: 90)
    let place = [Standing(1, 10, x: 200)]
    session.picture(0, place)
    session.picture(1, [])
    #expect(session.facts().session[.clusterCountsChanged] == .count(1))
    session = Session.onEquator(x: MapSize.worldSide - 1_010, scale: 10)
    session.picture(0, [Standing(1, 10, x: -900)])
    session.picture(1, [])
    #expect(session.facts().session[.clusterCountsChanged] == .count(1))
  }

  @Test
  func `layers are compared with themselves, in the scope of their update`() {
    var session = Session.onEquator()
    session.step(0) { session in
      session.picture(0, layer: 0, [Standing(1, 10)])
      session.picture(1, layer: 1, [Standing(2, 10)])
      session.add(session.queued(2, layer: 0))
    }
    session.step(1) { session in
      session.add(.cluster(.started(update: 2, layer: 0)), session.computed(2))
      session.add(session.applied(2, 0), .cluster(.finished(update: 2, layer: 0)))
      session.tell([Standing(1, 10, x: 3)], layer: 0)
      session.add(.cluster(.finished(update: 1, layer: 1)))
    }
    let facts = session.facts()
    #expect(facts.steps.map { $0[.clustersMoved] } == [.count(1), .never, .never, .never])
    #expect(facts.session[.clustersFlickered] == .count(0))
  }

  @Test
  func `nothing is measured when nothing is told`() {
    var session = Session.onEquator()
    session.update(0)
    session.update(1)
    for metric: Metric in [.clustersMoved, .clustersFlickered, .clusterCountsChanged, .pointsLost] {
      #expect(session.facts().session[metric] == .never)
    }
  }

  @Test
  func `the order of stands, end and audit does not matter`() {
    let audit = ClusterAudit(visible: 1, lost: 0, countedTwice: 0, ghosts: 0)
    func tell(_ order: [Int], _ update: Int32, _ standing: [Standing], _ session: inout Session) {
      for part in order {
        switch part {
        case 0: session.add(.cluster(.finished(update: update, layer: 1)))
        case 1: session.tell(standing)
        default: session.add(.cluster(.audited(update: update, layer: 1, audit)))
        }
      }
    }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 1]] {
      var session = Session.onEquator()
      for (update, standing) in [[Standing(1, 10)], [Standing(1, 10, x: 4)]].enumerated() {
        let number = Int32(update)
        session.add(session.queued(number), .cluster(.started(update: number, layer: 1)))
        session.add(session.computed(number), session.applied(number))
        tell(order, number, standing, &session)
        session.add(frame())
      }
      #expect(session.facts().session[.clustersMoved] == .count(1), "\(order)")
    }
  }
}
