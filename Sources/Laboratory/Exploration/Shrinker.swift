internal import Formatting
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// Makes a failing scenario small: removes nodes that the failure does not need, and makes numbers
/// round, as long as it fails for the same reason.
struct Shrinker {
  let maker: ScenarioMaker
  /// The most scenarios that are tried.
  var mostTries = 4_000
  /// Whether points take the place of their shape, which makes most texts longer.
  var spellsOutPoints = true
  /// Values that keys have to keep.
  var given: [GivenValue] = []
  /// Whether there is no more time.
  var isOver: () -> Bool = { false }
  /// Counts the other failures of a scenario, such as a selection that finds nothing; nil if it
  /// does not fail for the reason that counts.
  let flaws: (MadeScenario) -> Int?

  /// Returns the smallest scenario that was found, and how many were tried.
  func smallest(_ first: MadeScenario) -> (scenario: MadeScenario, tries: Int) {
    var search = Search(
      shrinker: self, lacking: first.root.lacking(given, maker.reader.schema),
      best: Failing(made: first, flaws: flaws(first) ?? .max))
    // A session of many points takes long each time.
    if spellsOutPoints, first.scenario.pointCount > 1_000 { search.spellOutPoints() }
    repeat {
      search.isImproved = false
      _ = search.take(search.root.withStepsJoined)
      search.dropItems()
      search.dropPairs()
      search.waitInstead()
      search.makeUsual()
      if spellsOutPoints { search.spellOutPoints() }
      search.hoistLists()
      search.simplifyScalars()
    } while search.isImproved && !search.isOver
    return (search.best.made, search.tries)
  }

  /// A scenario that fails for the reason that counts.
  private struct Failing {
    let made: MadeScenario
    /// How many other failures it has.
    let flaws: Int

    /// Whether it has fewer other failures than another one, or as many and fewer nodes and points,
    /// or as many in fewer characters, or rounder numbers.
    func isSmaller(than other: Failing) -> Bool {
      (flaws, made.size, made.root.length, made.root.weight)
        < (other.flaws, other.made.size, other.made.root.length, other.made.root.weight)
    }
  }

  private struct Search {
    let shrinker: Shrinker
    /// The number of objects in the first session that lack a given value.
    let lacking: Int
    var best: Failing
    var tries = 0
    /// Whether the last round found a smaller scenario.
    var isImproved = false

    var root: YAMLNode { best.made.root }
    var isOver: Bool { tries >= shrinker.mostTries || shrinker.isOver() }

    /// Takes a scenario as the best if it fails too; what it needs no more goes with it.
    mutating func take(_ root: YAMLNode) -> Bool {
      guard !isOver else { return false }
      tries += 1
      guard let made = failing(root), made.isSmaller(than: best) else { return false }
      best = made
      isImproved = true
      return true
    }

    /// A scenario without its faulty nodes, if it fails for the reason that counts.
    private func failing(_ root: YAMLNode) -> Failing? {
      guard let made = shrinker.maker.mended(root),
        made.root.lacking(shrinker.given, shrinker.maker.reader.schema) <= lacking
      else { return nil }
      return shrinker.flaws(made).map { Failing(made: made, flaws: $0) }
    }

    /// Writes the points of a shape one by one, and leaves out those that the failure does without.
    mutating func spellOutPoints() {
      for set in best.made.scenario.data where root["data"]?[set.name] != nil {
        guard root["data"]?[set.name]?["points"] == nil else { continue }
        var points = zip(set.ids, set.coordinates).map { id, place in
          YAMLNode(
            .map([
              YAMLPair("id", YAMLNode(id)), YAMLPair("lat", Search.degrees(place.latitude)),
              YAMLPair("lon", Search.degrees(place.longitude)),
            ]))
        }
        guard var small = failing(root.withPoints(points, of: set.name)) else { continue }
        var count = points.count / 2
        while count >= 1, !isOver {
          var start = 0
          while start < points.count, !isOver {
            var fewer = points
            fewer.removeSubrange(start..<min(start + count, points.count))
            tries += 1
            if !fewer.isEmpty, let made = failing(root.withPoints(fewer, of: set.name)) {
              (points, small) = (fewer, made)
            } else {
              start += count
            }
          }
          count /= 2
        }
        guard small.isSmaller(than: best) else { continue }
        best = small
        isImproved = true
      }
    }

    private static func degrees(_ number: Double) -> YAMLNode {
      YAMLNode(MetricText.decimal(Int64((number * 1e9).rounded()), places: 9))
    }

    /// Leaves out runs of items, long ones first, from the longest list on.
    mutating func dropItems() {
      var lists: [(path: [Int], size: Int)] = []
      root.visit { node, path in
        if !node.items.isEmpty { lists.append((path, node.size)) }
      }
      for (path, _) in lists.sorted(by: { $0.size > $1.size }) {
        guard var count = root[path[...]]?.items.count else { continue }
        while count >= 1 {
          var start = 0
          while let list = root[path[...]], start < list.items.count, !isOver {
            var items = list.items
            items.removeSubrange(start..<min(start + count, items.count))
            if !take(root.replacing(at: path, by: YAMLNode(.list(items)))) { start += count }
          }
          count /= 2
        }
      }
    }

    /// Leaves out keys and names, those with much below them first.
    mutating func dropPairs() {
      var start = 0
      while !isOver {
        var paths: [(path: [Int], size: Int)] = []
        root.visit { node, path in
          for (index, pair) in node.pairs.enumerated() {
            paths.append((path + [index], pair.value.size))
          }
        }
        let ordered = paths.sorted { $0.size > $1.size }
        guard
          let next = ordered.indices.dropFirst(start).first(where: {
            take(root.replacing(at: ordered[$0].path, by: nil))
          })
        else { return }
        start = next
      }
    }

    /// Replaces steps that only take time by waits which cannot fail: a selection that finds
    /// nothing, or a wait for something that never occurs.
    mutating func waitInstead() {
      var steps: [(path: [Int], longest: String?)] = []
      root.visitObjects(shrinker.maker.reader.schema) { path, kind, pairs in
        guard kind == .step, !pairs.isEmpty,
          pairs[0].key.text != "wait" || pairs[0].value.text == nil
        else { return }
        steps.append((path, pairs[0].value["at most"]?.text))
      }
      for (path, longest) in steps {
        _ = ["settled", longest, "1 s", "10 s"].compactMap(\.self).first {
          take(root.replacing(at: path, by: YAMLNode(.map([YAMLPair("wait", YAMLNode($0))]))))
        }
      }
    }

    /// Replaces an item by the items of a list inside it, such as a `repeat` by its steps.
    mutating func hoistLists() {
      var places: [(path: [Int], items: [YAMLNode])] = []
      root.visit { node, path in
        for (index, item) in node.items.enumerated() {
          item.visit { inner, _ in
            guard inner.items.contains(where: { !$0.pairs.isEmpty }) else { return }
            places.append((path + [index], inner.items))
          }
        }
      }
      for (path, items) in places.reversed() {
        var root = root
        if root.replace(at: path[...], by: items) { _ = take(root) }
      }
    }

    /// The required values of the scenario and its map, and all sizes.
    ///
    /// Each has its path, the example of the reference, and whether it is a size.
    private var usual: [(path: [Int], example: String, isSize: Bool)] {
      let schema = shrinker.maker.reader.schema
      var usual: [(path: [Int], example: String, isSize: Bool)] = []
      root.visitObjects(schema) { path, kind, pairs in
        for (index, pair) in pairs.enumerated() where pair.value.text != nil {
          guard let field = schema.object(kind).field(pair.key.text ?? "") else { continue }
          let isOfMap = [.scenario, .map].contains(kind) && field.key != kind.name
          let isSize = if case .size = field.type { true } else { false }
          if isOfMap && field.need == .required || isSize {
            usual.append((path + [index], field.example, isSize))
          }
        }
      }
      return usual
    }

    /// Gives the session a usual device and map: a picture of a map of one point shows nothing.
    mutating func makeUsual() {
      let unusual = usual.filter { root[$0.path[...]]?.text != $0.example }
      // All at once first: a span can fit a size alone.
      for changes in [unusual] + unusual.map({ [$0] }) where !changes.isEmpty && !isOver {
        tries += 1
        let changed = changes.reduce(root) { $0.replacing(at: $1.path, by: YAMLNode($1.example)) }
        guard let made = failing(changed), made.flaws <= best.flaws else { continue }
        best = made
      }
    }

    /// Puts simple numbers in place of others, apart from usual ones.
    mutating func simplifyScalars() {
      let usual = usual
      let kept = usual.filter { root[$0.path[...]]?.text == $0.example }.map(\.path)
      let sizes = usual.filter(\.isSize).map(\.path)
      var paths: [[Int]] = []
      root.visit { node, path in
        if node.text != nil, !kept.contains(path) { paths.append(path) }
      }
      for path in paths {
        guard let text = root[path[...]]?.text else { continue }
        let simpler = SimplerText.of(text)
        // A view of one point shows nothing.
        let texts = sizes.contains(path) ? simpler.filter { $0.hasDigits(as: text) } : simpler
        _ = texts.first { take(root.replacing(at: path, by: YAMLNode($0))) }
      }
    }
  }
}

extension MadeScenario {
  /// The number of nodes, in which a point counts as much as one that is written.
  fileprivate var size: Int {
    let written = root["data"]?.pairs.reduce(0) { $0 + ($1.value["points"]?.items.count ?? 0) } ?? 0
    return root.size + 4 * max(0, scenario.pointCount - written)
  }
}

extension YAMLNode {
  /// This scenario with written points in place of a shape.
  fileprivate func withPoints(_ points: [YAMLNode], of set: String) -> YAMLNode {
    guard let sets = self["data"]?.pairs else { return self }
    let shape = YAMLNode(.map([YAMLPair("points", YAMLNode(.list(points)))]))
    var root = self
    root.set(
      "data",
      to: YAMLNode(
        .map(sets.map { $0.key.text == set ? YAMLPair(key: $0.key, value: shape) : $0 })))
    return root
  }

  /// The sum of all digits: a rounder number has more zeros, a smaller one lower digits.
  fileprivate var weight: Int {
    var sum = 0
    visit { node, _ in
      sum += (node.text ?? "").utf8.reduce(0) { $0 + (0x30...0x39 ~= $1 ? Int($1) - 0x30 : 0) }
    }
    return sum
  }
}

extension String {
  /// Whether its numbers have as many digits before the point as those of another text.
  fileprivate func hasDigits(as other: String) -> Bool {
    func digits(_ text: String) -> [Int] {
      SimplerText.parts(of: text).filter(\.isNumber).map { number in
        number.text.prefix { $0 != "." }.count
      }
    }
    return digits(self) == digits(other)
  }
}

/// Texts with simpler numbers.
enum SimplerText {
  /// Texts like another one, the simplest first, in which numbers are 0, 1, or have fewer digits.
  static func of(_ text: String) -> [String] {
    let parts = parts(of: text)
    guard parts.contains(where: \.isNumber) else { return [] }
    var result: [String] = []
    func add(_ change: (String) -> String) {
      let changed = parts.map { $0.isNumber ? change($0.text) : $0.text }.joined()
      if changed != text, !result.contains(changed) { result.append(changed) }
    }
    if text.contains("-") { result.append(text.filter { $0 != "-" }) }
    add { _ in "0" }
    add { _ in "1" }
    for digits in 1...3 { add { rounded($0, to: digits) } }
    // Each number alone.
    for (index, part) in parts.enumerated() where part.isNumber {
      for simpler in ["0", "1", rounded(part.text, to: 1), rounded(part.text, to: 2)]
        + smaller(part.text)
      {
        var copy = parts
        copy[index].text = simpler
        let changed = copy.map(\.text).joined()
        if changed != text, !result.contains(changed) { result.append(changed) }
      }
    }
    return result
  }

  /// The half of a whole number, and the one before it.
  private static func smaller(_ text: String) -> [String] {
    guard let number = Int(text), number > 2 else { return [] }
    return ["\(number / 2)", "\(number - 1)"]
  }

  fileprivate static func parts(of text: String) -> [(text: String, isNumber: Bool)] {
    var parts: [(text: String, isNumber: Bool)] = []
    for character in text {
      let isNumber = "0123456789.".contains(character)
      if parts.last?.isNumber == isNumber {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append((String(character), isNumber))
      }
    }
    return parts
  }

  /// A number with zeros behind its first digits, which are cut, not rounded.
  private static func rounded(_ text: String, to digits: Int) -> String {
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = pieces.first else { return text }
    if whole.count > digits {
      return whole.prefix(digits) + String(repeating: "0", count: whole.count - digits)
    }
    guard pieces.count > 1 else { return text }
    let left = whole == "0" ? digits : digits - whole.count
    let fraction = pieces[1].prefix(left)
    return fraction.contains { $0 != "0" } ? "\(whole).\(fraction)" : String(whole)
  }
}
