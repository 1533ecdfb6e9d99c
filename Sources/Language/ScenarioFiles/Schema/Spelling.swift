/// Finds what an author may have meant by a word that nothing is called by.
public enum Spelling {
  /// Synonyms of known words; a suggestion only where the known word fits.
  static let synonyms: [(word: String, ours: [String])] = [
    ("tap", ["select"]), ("click", ["select"]), ("touch", ["select"]), ("press", ["select"]),
    ("scroll", ["pan"]), ("drag", ["pan"]), ("move", ["pan", "set center"]),
    ("swipe", ["fling", "pan"]), ("flick", ["fling"]), ("pinch", ["zoom"]), ("zoom in", ["zoom"]),
    ("zoom out", ["zoom"]), ("sleep", ["wait"]), ("pause", ["wait", "pause clustering"]),
    ("resume", ["resume clustering"]), ("refresh", ["update clusters"]),
    ("recluster", ["update clusters"]), ("bugs", ["fixes"]), ("legacy", ["upstream"]),
    ("original", ["upstream"]), ("mended", ["corrected"]), ("fixed", ["corrected"]),
    ("modes", ["variants"]), ("delay", ["wait", "every"]), ("loop", ["repeat"]),
    ("for", ["repeat"]), ("assert", ["expect"]), ("check", ["expect"]), ("verify", ["expect"]),
    ("expectations", ["expect"]), ("load", ["download"]), ("fetch", ["download"]),
    ("cancel", ["cancel download"]), ("abort", ["cancel download"]), ("ping", ["latency"]),
    ("throughput", ["bandwidth"]), ("attempts", ["tries"]), ("retries", ["tries"]),
    ("packet loss", ["loss"]), ("backoff", ["retry after"]),
    ("insert", ["add"]), ("delete", ["remove"]), ("unselect", ["tap map", "deselect annotation"]),
    ("label", ["mark", "title"]), ("section", ["mark"]), ("name", ["scenario", "title", "device"]),
    ("title", ["scenario"]), ("test", ["scenario"]), ("latitude", ["lat"]), ("longitude", ["lon"]),
    ("lng", ["lon"]), ("long", ["lon"]), ("centre", ["center"]), ("duration", ["over"]),
    ("time", ["over"]), ("source", ["data", "file"]), ("path", ["file"]), ("csv", ["file"]),
    ("to", ["into"]), ("layer", ["into", "in", "from"]), ("target", ["into"]), ("into", ["from"]),
    ("from", ["into"]), ("interval", ["every"]), ("period", ["every"]), ("chunk", ["batch size"]),
    ("count", ["first", "times"]), ("limit", ["first"]),
    ("offset", ["center offset", "from row", "by"]), ("skip", ["from row"]),
    ("start", ["from row"]), ("radius", ["within"]), ("distance", ["within"]),
    ("speed", ["velocity"]), ("amount", ["by"]), ("levels", ["by"]), ("phone", ["device"]),
    ("profile", ["device"]), ("region", ["set region", "span"]), ("grid", ["cell size"]),
    ("true", ["yes"]), ("false", ["no"]), ("on", ["yes"]), ("off", ["no"]),
    ("spin", ["rotate"]), ("turn", ["rotate"]), ("carry", ["drag"]), ("fit", ["show"]),
    ("picture", ["snapshot"]), ("screenshot", ["snapshot"]), ("dismiss", ["deselect annotation"]),
    ("update", ["change", "replace"]), ("geofence", ["circle", "add overlay"]),
    ("line", ["polyline"]), ("area", ["polygon"]), ("shapes", ["overlays"]),
    ("settings", ["options"]), ("annotations", ["layers"]), ("points", ["data"]),
    ("fps", ["frames per second", "hitch ratio"]),
    // What other test tools call it: Maestro, Appium, Playwright, k6 and maps of the web.
    ("tap on", ["select", "tap"]), ("double tap on", ["double tap"]),
    ("double click", ["double tap"]), ("dblclick", ["double tap"]), ("long tap", ["long press"]),
    ("long press on", ["long press", "drag"]), ("drop pin", ["long press"]),
    ("max", ["at most"]), ("hover", ["tap"]), ("focus", ["select"]),
    ("scroll until visible", ["show", "pan"]), ("pinch open", ["pinch", "zoom"]),
    ("pinch close", ["pinch", "zoom"]), ("should", ["expect"]), ("assertions", ["expect"]),
    ("thresholds", ["expect"]), ("assert visible", ["expect"]),
    ("assert not visible", ["expect"]), ("assert true", ["expect"]), ("tests", ["steps"]),
    ("actions", ["steps"]), ("commands", ["steps"]), ("operations", ["steps"]),
    ("retry", ["repeat"]), ("while", ["repeat"]), ("each", ["repeat"]),
    ("iterations", ["times"]), ("repetitions", ["times"]), ("wait for", ["wait"]),
    ("wait until", ["wait"]), ("extended wait until", ["wait"]),
    ("wait for animation to end", ["wait"]), ("wait for timeout", ["wait"]),
    ("idle", ["wait", "settled"]), ("stable", ["settled"]), ("timeout", ["at most", "over"]),
    ("take screenshot", ["snapshot"]), ("screen shot", ["snapshot"]), ("capture", ["snapshot"]),
    ("set location", ["move user location"]), ("geolocation", ["move user location"]),
    ("travel", ["move user location"]), ("orientation", ["resize"]),
    ("set orientation", ["resize"]), ("set viewport size", ["resize"]), ("viewport", ["map"]),
    ("window", ["map"]), ("camera", ["map", "set region"]), ("describe", ["scenario"]),
    ("labels", ["tags"]), ("groups", ["tags"]), ("random", ["seed"]),
    ("matrix", ["variants"]), ("projects", ["variants"]), ("cases", ["variants"]),
    ("fly to", ["set region", "set center"]), ("ease to", ["set center"]),
    ("jump to", ["set center"]), ("pan to", ["set center"]), ("go to", ["set center"]),
    ("fit bounds", ["show", "set region"]), ("zoom to", ["set region", "zoom to cluster"]),
    ("bearing", ["rotate"]), ("heading", ["rotate"]), ("markers", ["layers", "data"]),
    ("marker", ["view"]), ("pins", ["layers"]), ("add markers", ["add"]),
    ("add annotations", ["add"]), ("remove annotations", ["remove"]), ("clear", ["remove"]),
    ("clusters", ["cluster"]), ("clustering", ["cluster"]), ("popup", ["callout", "bubble"]),
    ("info window", ["callout"]), ("balloon", ["callout", "bubble"]),
    ("reuse identifier", ["identifier"]),
    ("icon", ["kind"]),
    ("ids", ["id"]), ("ease", ["timing curve"]), ("x", ["at"]), ("y", ["at"]),
    ("width", ["size", "cell size"]), ("height", ["size", "content height"]),
    // Names that were others once.
    ("mends", ["fixes"]), ("second annotation", ["callout annotation"]),
    ("dirty reuses", ["stale reuses"]), ("taps on dead views", ["taps on disabled views"]),
    ("views revived", ["views enabled again"]), ("deselect", ["tap map"]),
    ("open callout", ["select annotation"]), ("close callout", ["deselect annotation"]),
    ("forgets", ["not reset"]), ("forgets content", ["content not reset"]),
    ("pace", ["timing curve"]), ("drift remainder", ["deceleration remainder"]),
    ("nobody", ["none"]),
  ]

  /// At most three of the known words, the likeliest first.
  ///
  /// The same word in other letters (`batchSize`, `Batch_size`) leaves no doubt. Otherwise likely
  /// are synonyms, and words at a Damerau–Levenshtein distance of at most a third of the length,
  /// but at least 1; then those that hold the word among others (`margin` for `view margin`).
  public static func suggestions(for word: String, among known: [String]) -> [String] {
    let letters = plainLetters(word)
    if let same = known.first(where: { plainLetters($0) == letters }) { return [same] }
    let plain = String(letters)
    let limit = max(1, plain.count / 3)
    let synonyms = synonyms.first { $0.word == plain }?.ours ?? []
    var found: [(rank: Int, index: Int)] = []
    for (index, candidate) in known.enumerated() {
      if synonyms.contains(candidate) {
        found.append((0, index))
        continue
      }
      let distance = distance(letters, plainLetters(candidate), limit: limit)
      if distance <= limit {
        found.append((distance, index))
      } else if !plain.isEmpty, " \(candidate) ".contains(" \(plain) ") {
        found.append((.max, index))
      }
    }
    found.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
    return found.prefix(3).map { known[$0.index] }
  }

  /// The word in small letters with blanks for `_`, `-` and the humps of a camel.
  private static func plainLetters(_ word: String) -> [Character] {
    var result: [Character] = []
    for character in word.prefix(100) {
      if character == "_" || character == "-" {
        result.append(" ")
        continue
      }
      if character.isUppercase, result.last?.isLetter == true, word != word.uppercased() {
        result.append(" ")
      }
      result.append(contentsOf: character.lowercased())
    }
    return result
  }

  /// Fewest letters to insert, delete, replace or swap with their neighbor (optimal string
  /// alignment); more than the limit when the lengths alone differ by more.
  ///
  /// - Complexity: O(m · n).
  static func distance(_ left: [Character], _ right: [Character], limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        var best = min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
