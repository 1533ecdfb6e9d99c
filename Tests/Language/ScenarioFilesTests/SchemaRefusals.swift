import Testing

/// A text that a keyword of the schema refuses, and the same one mended.
struct SchemaRefusal: Sendable, CustomTestStringConvertible {
  let keyword: String
  let faulty: String
  let mended: String
  /// What the validator says.
  let words: String

  var testDescription: String { "\(keyword): \(faulty.split(separator: "\n").last ?? "")" }

  /// Two texts that differ in what stands for `_`.
  private init(
    _ keyword: String, _ text: String, _ faulty: String, _ mended: String, _ words: String
  ) {
    self.keyword = keyword
    self.faulty = text.replacing("_", with: faulty)
    self.mended = text.replacing("_", with: mended)
    self.words = words
  }

  private static func steps(
    _ keyword: String, _ text: String, _ faulty: String, _ mended: String, _ words: String
  ) -> SchemaRefusal {
    SchemaRefusal(keyword, headText + "steps:\n  - \(text)\n", faulty, mended, words)
  }

  private static func whole(
    _ keyword: String, _ line: String, _ faulty: String, _ mended: String, _ words: String
  ) -> SchemaRefusal {
    SchemaRefusal(keyword, headText + "steps: [wait: settled]\n\(line)\n", faulty, mended, words)
  }

  private static func layer(
    _ keyword: String, _ text: String, _ faulty: String, _ mended: String, _ words: String
  ) -> SchemaRefusal {
    let head = headText.split(separator: "\n").dropLast().joined(separator: "\n")
    return SchemaRefusal(
      keyword, head + "\nlayers: {cities: \(text)}\nsteps: [wait: settled]\n", faulty, mended,
      words)
  }

  /// One for each keyword at least; where many kinds of value share one, one for each.
  static let all: [SchemaRefusal] =
    keywords + quantities + rules

  private static let keywords: [SchemaRefusal] = [
    whole("type", "tags: _", "smoke", "[smoke]", "is not of type 'array'"),
    steps("type", "pan: _", "", "{by: 1 x 1 pt}", "None is not of type 'object'"),
    whole("properties", "seed: _", "one", "1", "does not match"),
    steps("items", "repeat: {times: 2, steps: [_]}", "zoom: 1", "wait: 1 s", "1 is not of type"),
    steps("additionalProperties", "_: {by: 1 level}", "zooom", "zoom", "'zooom' was unexpected"),
    whole("additionalProperties", "_: [smoke]", "tag", "tags", "'tag' was unexpected"),
    whole(
      "additionalProperties", "expect: {_: at least 0}", "views", "frames",
      "'views' does not match any"
    ),
    steps("required", "pan: {_}", "over: 1 s", "by: 1 x 1 pt", "'by' is a required property"),
    layer("enum", "{callout: {style: _}}", "round", "plain", "'round' is not one of"),
    steps("enum", "set center: {lat: 1, lon: 2, animated: _}", "maybe", "no", "not one of ['yes'"),
    whole("enum", "must fail with: [_]", "views", "frames", "is not valid under any")
      .with("\nexpect: {frames: at least 0}"),
    whole(
      "patternProperties", "expect: {frames later than 20 ms: exactly _}", "20 ms", "2",
      "does not match"),
    whole(
      "additionalProperties", "expect: {frames later than _: exactly 0}", "20", "20 ms",
      "'frames later than 20' does not match any"),
    steps("const", "wait: _", "setled", "settled", "'settled' was expected"),
    steps(
      "anyOf", "wait: {until: _}", "clusters shown below 40", "clusters shown at most 40",
      "is not valid"),
    steps(
      "minimum", "set center: {lat: _, lon: 0}", "-91", "-90", "-91 is less than the minimum of -90"
    ),
    steps("maximum", "set center: {lat: _, lon: 0}", "90.5", "90", "90.5 is greater than the max"),
    steps("minLength", "mark: _", "\"\"", "\"1\"", "'' should be non-empty"),
    steps("maxLength", "tap map: _", "now", "", "'now' is expected to be empty"),
    whole("minItems", "variants: _", "[upstream]", "[upstream, corrected]", "is too short"),
    whole("maxItems", "tags: [_]", many(101), many(100), "is too long"),
    steps("minProperties", "_", "{}", "{wait: 1 s}", "{} should be non-empty"),
    whole("minProperties", "expect: {frames: _}", "{}", "at least 0", "{} should be non-empty"),
    steps("maxProperties", "{wait: 1 s_}", ", mark: a", "", "has too many properties"),
    whole("propertyNames", "overlays: {_: \(circle)}", "\"\"", "a", "'' should be non-empty"),
    layer(
      "dependencies", "{view: {cluster annotation: own title_}}", "", ", clustering identifier: a",
      "'clustering identifier' is a dependency of 'cluster annotation'"),
    steps(
      "oneOf", "select: {near: left edge_}", ", cluster: largest", "", "is valid under each of"),
    steps("oneOf", "select: {_}", "", "near: left edge", "is not valid under any"),
    steps("anyOf", "select: {cluster: _}", "larger", "largest", "is not valid under any"),
    steps(
      "allOf", "select: {cluster: largest_}", ", near: top edge", "", "is valid under each of"),
    steps("not", "mark: _", "[a]", "a", "['a'] should not be valid under"),
    layer(
      "if", "{callout: {style: _, content height: 80 pt}}", "plain", "bubble",
      "False schema does not allow '80 pt'"),
    layer(
      "then", "{callout: {style: subview_}}", "", ", size: 200 x 108 pt", "is not valid under any"),
    // The default of a key decides as well: a callout is a bubble when nothing is said.
    layer(
      "then", "{callout: {_size: 200 x 108 pt}}", "", "style: plain, ",
      "False schema does not allow"
    ),
    // One block of expectations, or a list of them.
    whole("else", "expect: {_: at least 0}", "fram", "frames", "'fram' does not match any"),
    whole(
      "then", "expect: [_]", "{fram: at least 0}", "{frames: at least 0}", "does not match any"),
    whole("pattern", "expect: {frames: _}", "between 1", "between 1 and 2", "does not match"),
    whole("pattern", "expect: {real time: _}", "at most 4", "at most 4 ms", "does not match"),
    whole(
      "pattern", "expect: {allocations: _}", "at most 4 ms", "at most 4", "does not match"),
    whole(
      "maxItems", "expect: [{frames: at least 0, between: [start, _]}]", "end, end", "end",
      "is too long"),
  ]

  private static let circle = "{circle: {center: {lat: 1, lon: 2}, radius: 500 m}}"

  private static func many(_ count: Int) -> String {
    (1...count).map { "t\($0)" }.joined(separator: ", ")
  }

  /// A wrong form of each kind of quantity.
  private static let quantities: [SchemaRefusal] = [
    steps("pattern", "wait: _", "250", "250 ms", "250 is not of type 'string'"),
    steps("pattern", "wait: _", "2.5.0 ms", "2.5 ms", "does not match"),
    steps("pattern", "pan: {by: _}", "120 x -40", "120 x -40 pt", "does not match"),
    steps("pattern", "pan: {by: _}", "120 px x -40 px", "120 pt x -40 pt", "does not match"),
    steps("pattern", "fling: {velocity: _}", "1200 x 0 pt", "1200 x 0 pt/s", "does not match"),
    steps("pattern", "zoom: {by: _}", "1 step", "1 level", "does not match"),
    steps("pattern", "rotate: {by: _}", "30 degrees", "30 deg", "does not match"),
    steps("pattern", "select: {near: left edge, within: _}", "20", "20 pt", "20 is not of type"),
    steps(
      "pattern", "set region: {center: {lat: 1, lon: 2}, span: _}", "45 km", "45 km x 45 km",
      "does not match"),
    whole(
      "pattern", "overlays: {a: {circle: {center: {lat: 1, lon: 2}, radius: _}}}", "500", "500 m",
      "500 is not of type"),
    steps(
      "pattern", "download: {data: cities, into: cities, bandwidth: _}", "2 MB/s", "2 Mbit/s",
      "does not match"),
    steps(
      "pattern", "download: {data: cities, into: cities, loss: _}", "0.05", "5 %",
      "0.05 is not of type"),
    steps("pattern", "repeat: {times: _, steps: [wait: 1 s]}", "two", "2", "does not match"),
    layer(
      "pattern", "{view: {display priority: _}}", "highest", "default high", "does not match"),
    steps("pattern", "_", "tpa map", "tap map", "does not match"),
  ]

  /// A wrong rule in each unit.
  private static let rules: [SchemaRefusal] = [
    expect("frames", "under 40", "at most 40"), expect("frames", "at most 1.5", "exactly 1"),
    expect("view reuse rate", "at least 20", "at least 20 %"),
    expect("worst frame", "at most 16", "at most 16 ms"),
    expect("hitch ratio", "at most 5 ms", "at most 5 ms per s"),
    expect("callout overflow max", "at most 3 px", "at most 3 pt"),
    expect("view memory peak", "at most 2 MB", "at most 2 MiB or nothing"),
    expect("views created per 1000 pt panned", "at most x", "at most 2.5"),
    expect("frames", "always", "exactly 0 or nothing"),
  ]

  private static func expect(_ metric: String, _ faulty: String, _ mended: String) -> SchemaRefusal
  { whole("pattern", "expect: {\(metric): _}", faulty, mended, "does not match") }

  private func with(_ line: String) -> SchemaRefusal {
    SchemaRefusal(keyword, faulty + line, mended + line, words)
  }

  private init(_ keyword: String, _ faulty: String, _ mended: String, _ words: String) {
    (self.keyword, self.faulty, self.mended, self.words) = (keyword, faulty, mended, words)
  }
}
