internal import Metrics

/// The values in which two facts files differ, by the layout of `FactsFile`: one value a line, two
/// spaces a level.
public enum FactsDifference {
  /// A value that differs.
  public struct Value: Codable, Hashable, Sendable {
    /// The part of the session, such as `step 4 (line 12)`; empty for the session as a whole.
    public var part: String
    /// The metric or another key of the file.
    public var key: String
    /// The value of the old file; nil when it has none.
    public var old: String?
    /// The value of the new file; nil when it has none.
    public var new: String?

    /// Makes a difference.
    public init(part: String, key: String, old: String?, new: String?) {
      (self.part, self.key, self.old, self.new) = (part, key, old, new)
    }

    /// Whether it is the version of the layout.
    package var isVersion: Bool { part.isEmpty && key == "version" && old != nil && new != nil }

    /// What stands for all values of a committed file that is no JSON.
    ///
    /// - Parameter path: The file's path, and where in it that is seen: `facts/a.json:1:1`.
    package init(unreadable path: String) {
      self.init(part: "", key: Value.unreadable, old: path, new: nil)
    }

    /// The key of a file that is no JSON, which no member of one has.
    private static let unreadable = "no JSON"

    /// Whether it stands for a file that is no JSON.
    package var isUnreadable: Bool { part.isEmpty && key == Value.unreadable && new == nil }

    /// Where a value of a metric moved to.
    package enum Direction: Hashable, Sendable {
      /// The metric improved.
      case better
      /// It became worse.
      case worse
      /// It has no better direction.
      case neither
      /// The value is no metric, or one of the two files has none.
      case unknown
    }

    /// Where the value moved to.
    package var direction: Direction {
      guard let metric = FactsDifference.metrics[key] else {
        return !part.isEmpty && Value.moving.contains(key) ? .neither : .unknown
      }
      let better = metric.definition.better
      guard better != .neither else { return .neither }
      guard let (before, now) = numbers else { return .unknown }
      guard before != now else { return .neither }
      return (now < before) == (better == .lower) ? .better : .worse
    }

    /// The old and the new number, as parts of the product of their wholes so that nothing is
    /// rounded; nil where one of them is none.
    private var numbers: (before: Int128, now: Int128)? {
      let nothing = FactsFile.zeroKeys.contains(key) ? "0" : ""
      guard let old = number(old ?? nothing), let new = number(new ?? nothing) else { return nil }
      return (old.part * new.whole, new.part * old.whole)
    }

    /// How telling the change is.
    var weight: Weight {
      let isJudgedOtherwise = key == "outcome" && old != nil && new != nil
      if isJudgedOtherwise || isUnreadable { return Weight(rank: 0) }
      guard part.isEmpty else { return Weight(rank: 4) }
      let moved = direction
      guard let (before, now) = numbers, moved == .better || moved == .worse else {
        return Weight(rank: 3)
      }
      let sizes = [before.magnitude, now.magnitude].map { Double($0) }.sorted()
      return Weight(
        rank: moved == .worse ? 1 : 2, factor: sizes[0] > 0 ? sizes[1] / sizes[0] : .infinity)
    }

    /// What moves with the numbers of a session: times of its parts, and where a number was worst.
    private static let moving: Set<String> = [
      "mark start ns", "opened at ns", "p50 ns", "p95 ns", "max ns", "worst", "compared with",
    ]

    /// A number or a share of a line.
    private func number(_ text: String) -> (part: Int128, whole: Int128)? {
      if let number = Int64(text) { return (Int128(number), 1) }
      let members = FactsDifference.members(ofLine: text[...])
      guard members.map(\.key) == ["of", "part"], let whole = Int64(members[0].value), whole > 0,
        let part = Int64(members[1].value)
      else { return nil }
      return (Int128(part), Int128(whole))
    }
  }

  /// How telling a change is: what tells more is less.
  struct Weight: Comparable {
    /// Whether an expectation was judged otherwise (0), the session as a whole is worse (1), better
    /// (2) or another one (3), or a part of it is (4).
    var rank: Int
    /// How many times the lesser number the larger one is.
    var factor = 1.0

    static func < (left: Weight, right: Weight) -> Bool {
      (left.rank, right.factor) < (right.rank, left.factor)
    }
  }

  /// The metrics by the keys of a session's values.
  static let metrics = Dictionary(
    uniqueKeysWithValues: Metric.allCases.map { (FactsFile.key(of: $0), $0) })

  /// The differences in the order of the new file, then those that only the old one has.
  ///
  /// The values of the whole session come first. Line numbers and the digest of the trace are left
  /// out unless nothing else differs. Of files of two versions of the layout only these differ.
  public static func values(old: String, new: String) -> [Value] {
    let before = entries(of: old)
    let after = entries(of: new)
    let oldValues = Dictionary(before.map { ($0.place, $0.value) }) { first, _ in first }
    let newPlaces = Set(after.map(\.place))
    var values = after.compactMap { entry -> Value? in
      let old = oldValues[entry.place]
      guard old != entry.value else { return nil }
      return Value(part: entry.part, key: entry.place.key, old: old, new: entry.value)
    }
    values += before.filter { !newPlaces.contains($0.place) }
      .map { Value(part: $0.part, key: $0.place.key, old: $0.value, new: nil) }
    if let version = values.first(where: \.isVersion) { return [version] }
    // Lines of the scenario move with every comment, and the digest with everything.
    let numbers = values.filter { !["digest", "line", "step line"].contains($0.key) }
    let sorted = numbers.filter { $0.part.isEmpty } + numbers.filter { !$0.part.isEmpty }
    return sorted.isEmpty ? values : sorted
  }

  /// The place of a value, independent of lines of the scenario.
  private struct Place: Hashable {
    var element: String
    var key: String
  }

  private struct Entry {
    var place: Place
    var part: String
    var value: String
  }

  /// The values of a file, in its order.
  private static func entries(of text: String) -> [Entry] {
    var entries: [Entry] = []
    var section = ""
    var elements = 0
    var element: [(key: String, value: String)] = []
    func add(_ members: [(key: String, value: String)]) {
      let (id, part) = name(of: members, in: section, number: elements)
      elements += 1
      entries += members.map {
        Entry(place: Place(element: id, key: $0.key), part: part, value: $0.value)
      }
    }
    for line in text.split(separator: "\n") {
      let level = line.prefix { $0 == " " }.count / 2
      let content = trimmed(line)
      let member = member(content)
      if level == 1, let member, ["[", "{"].contains(member.value) {
        section = member.key
        elements = 0
      } else if let member, level == 1 || level == 2 && section == "session" {
        let place = Place(element: "", key: member.key)
        entries.append(Entry(place: place, part: "", value: member.value))
      } else if level == 3, let member {
        element.append(member)
      } else if level == 2, content == "}" {
        add(element)
        element = []
      } else if level == 2, content.hasPrefix("{"), content.hasSuffix("}") {
        add(members(ofLine: content))
      }
    }
    return entries
  }

  /// The identity of an element among its siblings, and its name.
  private static func name(
    of element: [(key: String, value: String)], in section: String, number: Int
  ) -> (id: String, part: String) {
    func value(_ key: String) -> String? { element.first { $0.key == key }?.value }
    if let mark = value("mark") { return ("mark \(number)", "mark \(mark)") }
    if let step = value("step"), let line = value("step line") {
      return ("step \(step)", "step \(step) (line \(line))")
    }
    if let expectation = value("expectation"), let line = value("line") {
      return ("expectation \(number)", "expectation \(expectation) (line \(line))")
    }
    return ("\(section) \(number)", "\(section) \(number)")
  }

  private static func trimmed(_ line: Substring) -> Substring {
    let content = line.drop { $0 == " " }
    return content.hasSuffix(",") ? content.dropLast() : content
  }

  /// Key and value of a line `"key": value`.
  private static func member(_ text: Substring) -> (key: String, value: String)? {
    guard text.hasPrefix("\""), let end = text.dropFirst().firstIndex(of: "\"") else { return nil }
    let rest = text[text.index(after: end)...]
    guard rest.hasPrefix(": ") else { return nil }
    return (String(text[text.index(after: text.startIndex)..<end]), String(rest.dropFirst(2)))
  }

  /// The members of an object in one line.
  static func members(ofLine text: Substring) -> [(key: String, value: String)] {
    guard text.hasPrefix("{") else { return [] }
    var members: [(key: String, value: String)] = []
    var rest = text.dropFirst().dropLast()
    while let end = firstComma(in: rest) {
      if let member = member(rest[..<end]) { members.append(member) }
      rest = rest[end...].drop { $0 == "," || $0 == " " }
    }
    return members
  }

  /// The first comma outside quotes and braces, or the end; nil when nothing is left.
  private static func firstComma(in text: Substring) -> Substring.Index? {
    guard !text.isEmpty else { return nil }
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted {
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
        if character == ",", depth == 0 { return index }
      }
    }
    return text.endIndex
  }
}
