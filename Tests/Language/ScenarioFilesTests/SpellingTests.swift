import Testing

@testable import ScenarioFiles

@Suite("Spelling")
struct SpellingTests {
  private static let cases: [(word: String, known: [String], suggestions: [String])] = [
    ("zooom", ["zoom", "pan", "fling"], ["zoom"]),
    ("batchSize", ["data", "batch size"], ["batch size"]),
    ("Batch_Size", ["data", "batch size"], ["batch size"]),
    ("Phone-60Hz", ["phone-120hz", "phone-60hz", "pphone-60hz"], ["phone-60hz"]),
    ("tap", ["select", "wait"], ["select"]),
    ("tap", ["wait", "mark"], []),
    ("scroll", ["pan", "zoom"], ["pan"]),
    ("sleep", ["wait"], ["wait"]),
    ("cancel", ["download", "cancel download"], ["cancel download"]),
    ("retries", ["retry after", "tries"], ["tries"]),
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
    ("Views-Re_enabled", ["taps", "views enabled again"], ["views enabled again"]),
    ("deselect", ["zoom", "tap map", "select annotation"], ["tap map"]),
    ("open callout", ["tap map", "select annotation"], ["select annotation"]),
    ("close callout", ["tap map", "deselect annotation"], ["deselect annotation"]),
    ("forgets", ["enabled", "not reset"], ["not reset"]),
    ("forgets content", ["content size", "content not reset"], ["content not reset"]),
    ("pace", ["over", "timing curve"], ["timing curve"]),
    ("drift remainder", ["deceleration", "deceleration remainder"], ["deceleration remainder"]),
    ("nobody", ["app", "another", "none"], ["none"]),
    // What other tools call it.
    ("tapOn", ["zoom", "select", "tap"], ["select", "tap"]),
    ("doubleTapOn", ["tap", "double tap"], ["double tap"]),
    ("assertVisible", ["wait", "expect"], ["expect"]),
    ("should", ["wait", "expect"], ["expect"]),
    ("verify", ["wait", "expect"], ["expect"]),
    ("extendedWaitUntil", ["wait", "expect"], ["wait"]),
    ("takeScreenshot", ["wait", "snapshot"], ["snapshot"]),
    ("thresholds", ["expect", "tags"], ["expect"]),
    ("flyTo", ["set region", "set center", "pan"], ["set region", "set center"]),
    ("fitBounds", ["show", "pan"], ["show"]),
    ("lng", ["lat", "lon"], ["lon"]),
    ("latitude", ["lat", "lon"], ["lat"]),
    ("xyzzy", ["tags", "steps"], []),
    ("aa", ["ab", "ac", "ad", "ae"], ["ab", "ac", "ad"]),
    ("", ["a", "bc"], ["a"]),
  ]

  @Test(arguments: cases)
  func `suggests likely words, the likeliest first`(
    word: String, known: [String], suggestions: [String]
  ) {
    #expect(Spelling.suggestions(for: word, among: known) == suggestions)
  }

  /// A synonym of a word that is gone, or that is never looked up, would suggest nothing.
  @Test
  func `has synonyms of words that there are, each once`() {
    let choices = ScenarioSchema.objects.flatMap(\.fields).flatMap { field in
      switch field.type {
      case .choice(let words), .either(.choice(let words), _), .list(.choice(let words), _): words
      case .flag: ["yes", "no"]
      case .moment, .either(.moment, _): ["settled"]
      default: [] as [String]
      }
    }
    for (word, ours) in Spelling.synonyms {
      #expect(Spelling.synonyms.count { $0.word == word } == 1, "\(word)")
      #expect(word == word.lowercased() && !word.contains { "_-".contains($0) }, "\(word)")
      for known in ours {
        #expect(KnownKeys.all.contains(known) || choices.contains(known), "\(word): \(known)")
      }
    }
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
