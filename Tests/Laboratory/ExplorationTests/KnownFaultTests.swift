import Metrics
import Sessions
import Testing

@testable import Exploration

/// The faults of the published code, which a search finds and makes small by itself.
@Suite("Known faults are found")
struct KnownFaultTests {
  /// A fault, what users would ask for to find it, and what is given.
  struct Known: CustomTestStringConvertible, Sendable {
    let fault: String
    let breaks: String
    let given: [String]
    /// The value that mends the fault alone.
    let unless: String
    /// A seed that comes to it soon.
    let seed: UInt64

    var testDescription: String { fault }
  }

  static let all = [
    Known(
      fault: "ghosts of overlapping updates", breaks: "ghost clusters: exactly 0",
      given: ["mode: upstream"], unless: "compare when applied: yes", seed: 1),
    Known(
      fault: "points counted twice on the edges of cells",
      breaks: "points counted twice: exactly 0",
      given: [
        "mode: corrected", "compare when applied: yes", "cells once: yes", "one cell per point: no",
      ], unless: "one cell per point: yes", seed: 13),
    Known(
      fault: "points counted twice in grids wider than the world",
      breaks: "points counted twice: exactly 0",
      given: [
        "mode: corrected", "compare when applied: yes", "one cell per point: yes", "cells once: no",
      ], unless: "cells once: yes", seed: 2),
    Known(
      fault: "empty cells at the date line", breaks: "points lost: exactly 0",
      given: ["mode: upstream"], unless: "west of date line: yes", seed: 3),
    Known(
      fault: "the selection that any zoom ends",
      breaks: "whenever: region change ends, never: selection ends, until: step ends",
      given: ["mode: upstream"], unless: "keep selection: yes", seed: 2),
    Known(
      fault: "the zoom of contain rect", breaks: "callout zoom unchanged: always",
      given: ["adjust: contain rect", "region fit: edge sum"], unless: "region fit: exact inverse",
      seed: 16),
    Known(
      fault: "the right edge that SMCalloutView overlooks", breaks: "callout inside map: always",
      given: ["adjust: move center", "overlooks right: yes"], unless: "overlooks right: no",
      seed: 4),
  ]

  @Test(arguments: all)
  func `and made small`(known: Known) throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.seed = known.seed
    for text in known.given { explorer.given.append(try explorer.givenValue(text)) }
    explorer.unless = [try explorer.givenValue(known.unless)]
    explorer.sought = try explorer.expectation(known.breaks)
    let found = explorer.firstFinding(within: 5_000)
    let small = explorer.smallest(try #require(found))
    #expect(small.steps <= 10)
    #expect(small.points <= 10)
    #expect(small.steps <= small.stepsBefore)
    let mended = try #require(small.other)
    #expect(mended.contains(known.unless) && !small.text.contains(known.unless))
    let texts = [small.text, mended]
    let played = try texts.map { text in
      let made = try #require(ScenarioText.root(of: text).flatMap(explorer.maker.exactly))
      return PlayedSession(
        made.scenario, sought: explorer.sought, asked: made.scenario.impliedExpectations)
    }
    #expect(played.map(\.isSoughtBroken) == [true, false])
    #expect(played.map(\.flaws) == [0, 0])
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
