import Testing

@testable import ScenarioFiles

@Suite("Spelling")
struct SpellingTests {
  @Test(arguments: [
    ("zooom", ["zoom", "pan", "fling"], ["zoom"]),
    ("batchSize", ["data", "batch size"], ["batch size"]),
    ("Batch_Size", ["data", "batch size"], ["batch size"]),
    ("tap", ["select", "wait"], ["select"]),
    ("tap", ["wait", "mark"], []),
    ("scroll", ["pan", "zoom"], ["pan"]),
    ("sleep", ["wait"], ["wait"]),
    ("swipe", ["pan", "fling"], ["pan", "fling"]),
    ("steps", ["tags", "steps"], ["steps"]),
    ("margin", ["size", "view margin"], ["view margin"]),
    ("left", ["top edge", "left edge", "top left corner"], ["left edge", "top left corner"]),
    ("lef", ["top edge", "left edge"], []),
    ("into", ["data", "from"], ["from"]),
    // Names that were others once.
    ("mends", ["engine", "mode", "fixes"], ["fixes"]),
    ("second annotation", ["part of its view", "callout annotation"], ["callout annotation"]),
    ("dirty reuses", ["views reused", "stale reuses"], ["stale reuses"]),
    ("taps on dead views", ["taps", "taps on disabled views"], ["taps on disabled views"]),
    ("views revived", ["taps", "views enabled again"], ["views enabled again"]),
    ("deselect", ["zoom", "tap map", "select annotation"], ["tap map"]),
    ("open callout", ["tap map", "select annotation"], ["select annotation"]),
    ("close callout", ["tap map", "deselect annotation"], ["deselect annotation"]),
    ("forgets", ["enabled", "not reset"], ["not reset"]),
    ("forgets content", ["content size", "content not reset"], ["content not reset"]),
    ("pace", ["over", "timing curve"], ["timing curve"]),
    ("drift remainder", ["deceleration", "deceleration remainder"], ["deceleration remainder"]),
    ("nobody", ["app", "another", "none"], ["none"]),
    ("xyzzy", ["tags", "steps"], []),
    ("aa", ["ab", "ac", "ad", "ae"], ["ab", "ac", "ad"]),
    ("", ["a", "bc"], ["a"]),
  ])
  func `suggests likely words, the likeliest first`(
    word: String, known: [String], suggestions: [String]
  ) {
    #expect(Spelling.suggestions(for: word, among: known) == suggestions)
  }

  @Test
  func `counts letters as a slow search over edits does`() {
    let words = worlds(letters: "ab", upTo: 4)
    for left in words {
      for right in words {
        let found = Spelling.distance(Array(left), Array(right), limit: 9)
        #expect(found == slowDistance(Array(left), Array(right)), "\(left) and \(right)")
      }
    }
  }

  private func worlds(letters: String, upTo length: Int) -> [String] {
    var all = [""]
    var longest = [""]
    for _ in 0..<length {
      longest = longest.flatMap { word in letters.map { word + String($0) } }
      all += longest
    }
    return all
  }

  /// The definition, by recursion from the end.
  private func slowDistance(_ left: [Character], _ right: [Character]) -> Int {
    guard let lastLeft = left.last else { return right.count }
    guard let lastRight = right.last else { return left.count }
    var best = min(
      slowDistance(left.dropLast(), right) + 1, slowDistance(left, right.dropLast()) + 1,
      slowDistance(left.dropLast(), right.dropLast()) + (lastLeft == lastRight ? 0 : 1))
    if left.count > 1, right.count > 1, lastLeft == right[right.count - 2],
      lastRight == left[left.count - 2]
    {
      best = min(best, slowDistance(left.dropLast(2), right.dropLast(2)) + 1)
    }
    return best
  }
}
