import Testing

@testable import Reporting

@Suite("Words about robust verdicts")
struct RobustnessTests {
  @Test(arguments: [
    (
      Robustness(verdicts: 35, changed: 0, consulted: 17, causes: []),
      "35 verdicts, the same under all values of the 17 options that matter here"
    ),
    (
      Robustness(verdicts: 2, changed: 0, consulted: 1, causes: []),
      "2 verdicts, the same under all values of the 1 option that matters here"
    ),
    (
      Robustness(verdicts: 2, changed: 0, consulted: 0, causes: []),
      "2 verdicts; no open option matters here"
    ),
    (
      Robustness(verdicts: 1, changed: 1, consulted: 1, causes: ["`tap delay` (1)"]),
      "1 of 1 verdict depends on tap delay (1)"
    ),
    (
      Robustness(verdicts: 9, changed: 7, consulted: 3, causes: ["`a` (3)", "b", "c", "d", "e"]),
      "7 of 9 verdicts depend on a (3), b, c, d and 1 more; the rest is the same under all values "
        + "of the 3 options that matter here"
    ),
  ])
  func `say how many depend on what`(robustness: Robustness, words: String) {
    #expect(robustness.words == words)
  }
}
