import Testing

@testable import Reporting

@Suite("Aligning facts")
struct FactsAlignmentTests {
  /// The least cost by trying everything.
  private static func least(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>, _ cost: (Int, Int) -> Int?
  ) -> Int {
    guard let left = old.first, let right = new.first else {
      return Alignment.gap * (old.count + new.count)
    }
    let apart =
      min(
        least(old.dropFirst(), new, cost), least(old, new.dropFirst(), cost)) + Alignment.gap
    guard let pair = cost(left, right) else { return apart }
    return min(apart, pair + least(old.dropFirst(), new.dropFirst(), cost))
  }

  /// Elements 0 to 5: three kinds, each in two ways.
  private static func cost(_ left: Int, _ right: Int) -> Int? {
    left == right ? 0 : left / 2 == right / 2 ? 900 : nil
  }

  private static func words(upTo length: Int) -> [[Int]] {
    (0...length).flatMap { length in
      (0..<length).reduce([[]]) { words, _ in words.flatMap { word in (0..<4).map { word + [$0] } }
      }
    }
  }

  /// Every pair of lists of at most four elements of four kinds.
  @Test
  func `costs as little as the slow way finds, and keeps all elements in order`() {
    let words = FactsAlignmentTests.words(upTo: 3)
    var errors = 0
    for old in words {
      for new in words {
        let pairs = Alignment.pairs(old.count, new.count) {
          FactsAlignmentTests.cost(old[$0], new[$1])
        }
        let cost = pairs.reduce(0) { sum, pair in
          guard let left = pair.old, let right = pair.new else { return sum + Alignment.gap }
          return sum + (FactsAlignmentTests.cost(old[left], new[right]) ?? 1_000_000)
        }
        let least = FactsAlignmentTests.least(old[...], new[...], FactsAlignmentTests.cost)
        if cost != least || pairs.compactMap(\.old) != Array(old.indices)
          || pairs.compactMap(\.new) != Array(new.indices)
        {
          errors += 1
        }
      }
    }
    #expect(errors == 0)
  }

  @Test
  func `pairs long lists that have nothing in common by their order`() {
    let pairs = Alignment.pairs(600, 500) { _, _ in nil }
    #expect(pairs.count == 600)
    #expect(pairs[499] == .init(old: 499, new: 499) && pairs[500] == .init(old: 500, new: nil))
  }

  /// A facts file of steps, callouts and marks, each in a line of JSON.
  private static func facts(
    steps: [(verb: String, taps: Int)], callouts: [(step: Int, openedAt: Int)] = [],
    marks: [(name: String, taps: Int)] = []
  ) -> String {
    func list(_ name: String, _ elements: [String]) -> String {
      elements.isEmpty
        ? "  \"\(name)\": []"
        : "  \"\(name)\": [\n\(elements.joined(separator: ",\n"))\n  ]"
    }
    func object(_ members: [String]) -> String {
      "    {\n" + members.map { "      \($0)" }.joined(separator: ",\n") + "\n    }"
    }
    let parts = [
      list(
        "callouts",
        callouts.enumerated().map {
          "    {\"callout\": \($0), \"opened at ns\": \($1.openedAt), \"step\": \($1.step)}"
        }),
      list("marks", marks.map { object(["\"mark\": \"\($0.name)\"", "\"taps\": \($0.taps)"]) }),
      "  \"metric set\": \(FactsFile.metricSet)",
      list(
        "steps",
        steps.enumerated().map {
          object(["\"step\": \($0 + 1)", "\"taps\": \($1.taps)", "\"verb\": \"\($1.verb)\""])
        }), "  \"version\": \(FactsFile.version)",
    ]
    return "{\n\(parts.joined(separator: ",\n"))\n}\n"
  }

  private static func words(_ old: String, _ new: String) -> [String] {
    FactsDifference.values(old: old, new: new, places: [2: "line 9"]).map(\.words)
  }

  @Test
  func `of an inserted step tells that step alone`() {
    let old = FactsAlignmentTests.facts(
      steps: [("pan", 1), ("tap", 2), ("pan", 3), ("tap", 4)],
      callouts: [(step: 2, openedAt: 10), (step: 4, openedAt: 20)])
    let new = FactsAlignmentTests.facts(
      steps: [("pan", 1), ("pan", 9), ("tap", 2), ("pan", 3), ("tap", 4)],
      callouts: [(step: 3, openedAt: 15), (step: 5, openedAt: 25)])
    #expect(FactsAlignmentTests.words(old, new) == ["step 2 (pan, line 9) is new"])
    #expect(FactsAlignmentTests.words(new, old) == ["step 2 (pan) is gone"])
    // An edited step is not a new one.
    let edited = FactsAlignmentTests.facts(
      steps: [("pan", 1), ("tap", 7), ("pan", 3), ("tap", 4)],
      callouts: [(step: 2, openedAt: 10), (step: 4, openedAt: 21)])
    #expect(
      FactsAlignmentTests.words(old, edited) == [
        "callout 1: opened at 0.000020 ms -> 0.000021 ms", "step 2 (tap, line 9): taps 2 -> 7",
      ])
  }

  @Test
  func `of a renamed mark says so`() {
    let steps = [(verb: "pan", taps: 1)]
    let old = FactsAlignmentTests.facts(steps: steps, marks: [("in", 1), ("out", 2)])
    let new = FactsAlignmentTests.facts(steps: steps, marks: [("in", 1), ("back", 2)])
    #expect(FactsAlignmentTests.words(old, new) == [#"mark "out" is renamed "back""#])
    let more = FactsAlignmentTests.facts(steps: steps, marks: [("a", 5), ("in", 1), ("out", 2)])
    #expect(FactsAlignmentTests.words(old, more) == [#"mark "a" is new"#])
  }
}
