import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Of several errors the one leads that matters most to the user of an app.
@Suite("Severity of faults")
struct SeverityTests {
  private typealias Rule = Metrics.Expectation.Rule

  private static let gravest: [Criterion] = [.inside, .zoomUnchanged, .parentVisible]

  /// From 0; the same for all that matter less.
  private static func rank(_ criterion: Criterion) -> Int {
    gravest.firstIndex(of: criterion) ?? gravest.count
  }

  private static func facts(
    _ callouts: [JudgedCallout], expecting metrics: [Metric], since first: Int = 8
  ) -> Facts {
    var session = Session()
    session.step(0) { session in
      for (number, callout) in callouts.enumerated() {
        for event in callout.events(callout: Int32(number), annotation: 7) { session.add(event) }
        session.add(.callout(.closed(callout: Int32(number))))
      }
    }
    return session.facts(
      finalExpectations: metrics.enumerated().map { bound($1, .always, line: first + $0) })
  }

  private static func worst(_ facts: Facts) -> WorstCase.Callout? {
    guard case .callouts(_, let worst)? = facts.verdicts[0].worst?.place else { return nil }
    return worst
  }

  /// Two callouts, each with one error, in each order.
  @Test(arguments: CalloutCanaryTests.canaries)
  func `the worst callout breaks the gravest criterion`(
    criterion: Criterion, callout: JudgedCallout
  ) {
    for (other, second) in CalloutCanaryTests.canaries {
      let facts = Self.facts([callout, second], expecting: [.calloutsCorrect])
      let found = Self.worst(facts)?.criterion.map(Self.rank)
      #expect(found == min(Self.rank(criterion), Self.rank(other)), "\(criterion), \(other)")
    }
  }

  @Test(arguments: CalloutCanaryTests.canaries)
  func `the failure that matters most comes first`(criterion: Criterion, callout: JudgedCallout) {
    for (other, second) in CalloutCanaryTests.canaries where other != criterion {
      let facts = Self.facts([callout, second], expecting: [criterion.metric, other.metric])
      let order = facts.failureGroups.map { Self.rank([criterion, other][$0.root]) }
      #expect(order == order.sorted() && order.count == 2, "\(criterion), \(other)")
      // Those that matter the same stay in the order of the file.
      if order[0] == order[1] { #expect(facts.failureGroups.map(\.root) == [0, 1]) }
    }
  }

  /// A move that is refused far away is infinitely far off, and yet nothing to a user here.
  @Test
  func `a refusal elsewhere hides neither an overflow nor a zoom`() {
    var callout = JudgedCallout()
    callout.bodyAfter = ScreenRect(minX: -3, minY: 100, width: 100, height: 80)
    callout.alter = { $0.eastOfAntimeridian.isRefused = true }
    callout.secondShift.dx = 900
    #expect(callout.verdict.broken == [.inside, .idempotent, .sameAtAnyLongitude])
    callout.scaleRatio = 1.01
    #expect(callout.verdict.broken.prefix(2) == [.inside, .zoomUnchanged])
    // By a level or more the zoom itself is what threw the callout out.
    for ratio in [0.5, 0.0625, 2, 16] {
      callout.scaleRatio = ratio
      #expect(callout.verdict.broken.prefix(2) == [.zoomUnchanged, .inside])
    }
  }

  @Test
  func `all criteria have a place in the order, the gravest first`() {
    #expect(Set(Criterion.bySeverity) == Set(Criterion.allCases))
    #expect(Criterion.bySeverity.count == Criterion.allCases.count)
    #expect(Array(Criterion.bySeverity.prefix(3)) == Self.gravest)
    let rest = Criterion.bySeverity.dropFirst(3).map(\.rawValue)
    #expect(rest == rest.sorted())
  }
}
