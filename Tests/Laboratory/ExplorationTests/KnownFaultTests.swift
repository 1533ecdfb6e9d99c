import Metrics
import Testing

@testable import Exploration

/// The faults of the published code, which a search finds and makes small by itself.
@Suite("Known faults are found")
struct KnownFaultTests {
  /// A fault, what users would ask for to find it, and what is given.
  struct Known: CustomTestStringConvertible, Sendable {
    let fault: String
    let breaks: String
    /// The values; where a fix is among them that is not applied, it comes last.
    let given: [String]
    /// A seed that comes to it soon.
    let seed: UInt64

    var testDescription: String { fault }
  }

  static let all = [
    Known(
      fault: "ghosts of overlapping updates", breaks: "ghost clusters: exactly 0",
      given: ["mode: upstream"], seed: 1),
    Known(
      fault: "points counted twice on the edges of cells",
      breaks: "points counted twice: exactly 0",
      given: [
        "mode: corrected", "compare when applied: yes", "cells once: yes", "one cell per point: no",
      ], seed: 41),
    Known(
      fault: "points counted twice in grids wider than the world",
      breaks: "points counted twice: exactly 0",
      given: [
        "mode: corrected", "compare when applied: yes", "one cell per point: yes", "cells once: no",
      ], seed: 14),
    Known(
      fault: "empty cells at the date line", breaks: "points lost: exactly 0",
      given: ["mode: upstream"], seed: 4),
    Known(
      fault: "the selection that any zoom ends",
      breaks: "whenever: region change ends, never: selection ends, until: step ends",
      given: ["mode: upstream"], seed: 1),
    Known(
      fault: "the zoom of contain rect", breaks: "callout zoom unchanged: always",
      given: ["adjust: contain rect"], seed: 3),
    Known(
      fault: "the right edge that SMCalloutView overlooks", breaks: "callout inside map: always",
      given: ["adjust: move center", "overlooks right: yes"], seed: 11),
  ]

  @Test(arguments: all)
  func `and made small`(known: Known) throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.seed = known.seed
    for text in known.given { explorer.given.append(try explorer.givenValue(text)) }
    explorer.sought = try explorer.expectation(known.breaks)
    let found = explorer.firstFinding(within: 5_000)
    let small = explorer.smallest(try #require(found))
    #expect(small.steps <= 10)
    #expect(small.points <= 10)
    #expect(small.steps <= small.stepsBefore)
    guard let cause = known.given.last, cause.hasSuffix(": no") else { return }
    let text = small.text.replacing(cause, with: cause.dropLast(2) + "yes")
    let mended = try #require(ScenarioText.root(of: text).flatMap(explorer.maker.exactly))
    #expect(text != small.text)
    #expect(!PlayedSession(mended.scenario, sought: explorer.sought).isSoughtBroken)
  }

  @Test
  func `A search is a function of its seed and length`() {
    func search(_ seed: UInt64) -> [String] {
      var explorer = Explorer()
      explorer.jobs = 0
      explorer.seed = seed
      explorer.sessionLimit = 250
      explorer.given = [GivenValue("adjust: contain rect")].compactMap(\.self)
      explorer.sought = try? explorer.expectation("callout zoom unchanged: always")
      return explorer.explore().findings.map(\.text)
    }
    let first = search(3)
    #expect(search(3) == first)
    #expect(!first.isEmpty)
    #expect(search(8) != first)
  }
}
