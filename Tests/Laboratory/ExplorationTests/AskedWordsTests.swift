import Testing

@testable import Exploration

/// Mistakes of users are told, with a remedy.
@Suite("Words of users")
struct AskedWordsTests {
  @Test(arguments: [
    (
      "callout inside map", "'callout inside map' is not of the form 'METRIC: RULE'",
      "write both, such as 'callout inside map: always', or a promise, such as 'whenever: callout "
        + "opens, then: callout inside map, within: 500 ms'"
    ),
    (
      "ghost clusters: exactly 0, churn: exactly 0",
      "'ghost clusters: exactly 0, churn: exactly 0' is not one expectation of the whole session",
      "write one metric with its rule, or one promise"
    ),
    (
      "never: callout shuts", "'never' cannot be 'callout shuts'",
      "did you mean 'callout opens' or 'callout settles'?"
    ),
    (
      "ghst clusters: exactly 0", "unknown metric 'ghst clusters'", "did you mean 'ghost clusters'?"
    ),
    (
      "ghost clusters: exactly x", "'exactly x' has no value that fits 'ghost clusters'",
      "a value of it looks like '40'"
    ),
  ])
  func `An expectation that is none`(text: String, mistake: String, help: String) {
    let explorer = Explorer()
    #expect(throws: UnknownWords(mistake: mistake, help: help)) { try explorer.expectation(text) }
  }

  @Test(arguments: [
    (
      "upstream", "'upstream' is not of the form 'KEY: VALUE'",
      "write both, such as 'adjust: contain rect'"
    ),
    ("mod: upstream", "unknown key 'mod'", "did you mean 'mode'?"),
    ("mode: x", "'x' is not a value of 'mode'", "it takes one of: corrected, upstream"),
  ])
  func `A value that cannot be given`(text: String, mistake: String, help: String) {
    let explorer = Explorer()
    #expect(throws: UnknownWords(mistake: mistake, help: help)) { try explorer.givenValue(text) }
  }

  @Test
  func `A law that is none, and those that are`() throws {
    #expect(throws: UnknownWords(mistake: "unknown law 'fmtt'", help: "did you mean 'fmt'?")) {
      try Explorer.laws(named: ["fmtt"])
    }
    #expect(try Explorer.laws(named: ["fmt"]).map(\.name) == ["fmt"])
    #expect(try Explorer.laws(named: []).count == Law.all.count)
  }

  @Test(arguments: [
    ("a: [", "it cannot be read as YAML"), ("scenario: a", "the scenario has no 'device'"),
  ])
  func `A start that cannot be read`(text: String, mistake: String) throws {
    var explorer = Explorer()
    let error = try #require(throws: UnknownWords.self) { try explorer.begin(with: text) }
    #expect(error.mistake == mistake)
  }
}
