import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Callouts in which exactly one criterion breaks; a judge that is blind to it lets one pass.
@Suite("Canaries of the judge of callouts")
struct CalloutCanaryTests {
  static let canaries: [(Criterion, JudgedCallout)] = placed + probed

  private static let placed: [(Criterion, JudgedCallout)] = {
    var inside = JudgedCallout()
    inside.bodyAfter = ScreenRect(minX: -0.6, minY: 100, width: 100, height: 80)
    var zoom = JudgedCallout()
    zoom.scaleRatio = 1 + 2e-6
    var minimal = JudgedCallout()
    minimal.shift.dx += 0.6
    // Hardly moved, but moved.
    var untouched = JudgedCallout.visible
    untouched.shift.dx = 0.1
    untouched.regionChanges = 1
    var idempotent = JudgedCallout()
    idempotent.secondShift.dy = 0.6
    var pinned = JudgedCallout()
    pinned.tipOff = 0.6
    return [
      (.inside, inside), (.zoomUnchanged, zoom), (.minimalShift, minimal),
      (.untouchedWhenVisible, untouched), (.idempotent, idempotent), (.tipPinned, pinned),
    ]
  }()

  private static let probed: [(Criterion, JudgedCallout)] = {
    func altered(_ alter: @escaping @Sendable (inout CalloutProbes) -> Void) -> JudgedCallout {
      var callout = JudgedCallout()
      callout.alter = alter
      return callout
    }
    var refused = JudgedCallout()
    refused.isRefused = true
    var oversize = JudgedCallout.visible
    oversize.body = ScreenRect(minX: -40, minY: 100, width: 400, height: 80)
    oversize.bodyAfter = oversize.body
    oversize.parent.minX = -0.6
    // A pin so thin that it can leave the view within the tolerance of C1.
    var thin = JudgedCallout.visible
    thin.parent = ScreenRect(minX: 320, minY: 141, width: 0.4, height: 39)
    var twice = JudgedCallout()
    twice.regionChanges = 2
    return [
      (.animatedAsAtOnce, altered { $0.atOnceCenter.y += 0.001 }),
      (.mirrored, altered { $0.mirroredEastWest.shift.dx += 0.6 }),
      (.sameAtAnyLongitude, altered { $0.westOfAntimeridian.shift.dx += 0.6 }),
      (.sameAtAnyLatitude, altered { $0.otherLatitude.shift.dy += 0.6 }),
      (.moveAccepted, refused),
      (.sameWhenTurned, altered { $0.turned90.shift.dx += 0.6 }),
      (.oversize, oversize),
      (.steadyAtWorldEdge, atTheEnd(of: 0.6)),
      (.exactWhenClose, altered { $0.closest.scaleRatio = 1 + 2e-6 }),
      (.parentVisible, thin), (.callbacksPaired, twice),
    ]
  }()

  /// A callout that stands too high where the world ends in the north, so that the map cannot make
  /// the 10 pt of room; it went the wrong way by so much.
  private static func atTheEnd(of wrongWay: Double) -> JudgedCallout {
    var callout = JudgedCallout()
    callout.contain = ScreenRect(minX: 100, minY: -8, width: 100, height: 80)
    callout.body = ScreenRect(minX: 100, minY: 2, width: 100, height: 80)
    callout.bodyAfter = callout.body
    callout.parent.minX = 120
    callout.shift = ScreenOffset(dx: 0, dy: -wrongWay)
    callout.center.y = 240 - wrongWay
    return callout
  }

  /// C14 speaks only where the shift that is needed was not made.
  private static func broken(by criterion: Criterion) -> [Criterion] {
    criterion == .steadyAtWorldEdge ? [.minimalShift, criterion] : [criterion]
  }

  @Test
  func `there is one for each criterion`() {
    #expect(CalloutCanaryTests.canaries.map(\.0) == Criterion.allCases)
  }

  private static let refusedSomewhere: [@Sendable (inout CalloutProbes) -> Void] = [
    { $0.westOfAntimeridian.isRefused = true }, { $0.eastOfAntimeridian.isRefused = true },
    { $0.quarterFurther.isRefused = true },
  ]

  @Test(arguments: refusedSomewhere.indices)
  func `a refusal at any longitude is enough`(probe: Int) {
    var callout = JudgedCallout()
    callout.alter = CalloutCanaryTests.refusedSomewhere[probe]
    #expect(callout.verdict.broken == [.sameAtAnyLongitude])
  }

  @Test(arguments: canaries)
  func `each breaks its criterion and no other`(criterion: Criterion, callout: JudgedCallout) {
    let broken = CalloutCanaryTests.broken(by: criterion)
    #expect(callout.verdict.broken == broken)

    var session = Session()
    session.step(0) { session in
      for event in callout.events(callout: 0, annotation: 7) { session.add(event) }
    }
    let facts = session.facts()
    // A frame before the rest counts as one after it.
    #expect(facts.callouts[0].measures == callout.verdict.measures)
    #expect(facts.session[.calloutsCorrect] == .share(part: 0, of: 1))
    #expect(facts.session[.calloutsJudged] == .count(1))
    for other in Criterion.allCases {
      let kept: MetricValue =
        callout.verdict.keeps(other) == nil
        ? .share(part: 0, of: 0) : .share(part: broken.contains(other) ? 0 : 1, of: 1)
      #expect(facts.session[other.metric] == kept, "\(other)")
      #expect(facts.steps[0][other.metric] == kept, "\(other)")
    }
  }
}
