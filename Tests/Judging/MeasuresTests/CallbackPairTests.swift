import MapEvents
import MapGeometry
import Testing

@testable import Measures

/// C17 where another change of the region runs when the callout opens.
@Suite("Pairs of region callbacks around a callout")
struct CallbackPairTests {
  private static let before = Camera(center: MapPoint(x: 990, y: 1_000), mapPointsPerPoint: 1)
  private static let opening = JudgedCallout().opening
  private static let rest = JudgedCallout().rest

  private static func will(_ animated: Bool) -> Event.Kind {
    .map(.regionWillChange(animated: animated))
  }

  private static func did(_ animated: Bool, at camera: Camera) -> Event.Kind {
    .map(.regionDidChange(animated: animated, camera))
  }

  /// What a session makes of C17 when a callout opens that asks for an animated move, between two
  /// rows of events.
  private static func errors(
    before: [Event.Kind], after: [Event.Kind], opening: CalloutOpening = opening
  ) -> Double? {
    var session = Session()
    session.step(0) { session in
      for event in before { session.add(event) }
      session.add(.callout(.opened(callout: 0, annotation: 7, opening)))
      for event in after { session.add(event) }
      session.add(.callout(.settled(callout: 0, rest)))
    }
    return session.facts().callouts[0].amount(of: .callbacksPaired)
  }

  /// What runs when the callout opens, what comes until its rest, and how many callbacks are wrong.
  static let sessions: [(name: String, before: [Event.Kind], after: [Event.Kind], errors: Double)] =
    [
      ("its own pair", [], [will(true), did(true, at: rest.camera)], 0),
      (
        "the other one ends, then its own pair", [will(true)],
        [did(true, at: opening.camera), will(true), did(true, at: rest.camera)], 0
      ),
      ("one pair covers both", [will(true)], [did(true, at: rest.camera)], 0),
      (
        "one pair of a finger covers both, and said what is true of it", [will(false)],
        [did(false, at: rest.camera)], 0
      ),
      ("no pair at all", [], [], 2),
      ("no pair after another one that ended before", [will(true), did(true, at: before)], [], 2),
      (
        "the other one ends before the move, which has no pair", [will(true)],
        [did(true, at: opening.camera)], 2
      ),
      ("the one pair does not end", [will(true)], [], 1),
      (
        "a second pair inside the first one", [will(true)],
        [will(true), did(true, at: opening.camera), did(true, at: rest.camera)], 1
      ),
      ("its own pair lacks its end", [will(true)], [did(true, at: opening.camera), will(true)], 1),
      (
        "its own pair says the wrong thing", [will(true)],
        [did(true, at: opening.camera), will(false), did(false, at: rest.camera)], 4
      ),
      ("two pairs", [], [will(true), did(true, at: rest.camera), will(true)], 1),
    ]

  @Test(arguments: sessions)
  func `are counted`(
    name: String, before: [Event.Kind], after: [Event.Kind], errors: Double
  ) {
    #expect(Self.errors(before: before, after: after) == errors, "\(name)")
  }

  @Test
  func `of another change excuse no map that moves unasked`() {
    var opening = Self.opening
    opening.move = .none
    let end = Self.did(true, at: Self.rest.camera)
    // No callback was asked for, and none is missing.
    #expect(Self.errors(before: [Self.will(true)], after: [end], opening: opening) == 0)
    #expect(Self.errors(before: [], after: [Self.will(true), end], opening: opening) == 2)
  }
}
