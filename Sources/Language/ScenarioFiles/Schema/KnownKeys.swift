import Metrics

/// The words that the language has for keys.
enum KnownKeys {
  static let all = Set(
    ScenarioSchema.objects.flatMap { $0.fields.map(\.key) } + ExpectedMetric.names)

  private static let longest = all.map(\.count).max() ?? 0

  /// The kinds of the objects that are values of a key, or are in the list that is its value.
  static func kinds(of key: String) -> [ObjectKind] { kinds[key] ?? [] }

  private static let kinds: [String: [ObjectKind]] = {
    var kinds: [String: [ObjectKind]] = [:]
    for field in ScenarioSchema.objects.flatMap(\.fields) {
      if let kind = kind(of: field.type) { kinds[field.key, default: []].append(kind) }
    }
    return kinds
  }()

  private static func kind(of type: ValueType) -> ObjectKind? {
    switch type.form {
    case .object(let kind): kind
    case .items(let item): kind(of: item)
    case .scalar, .entries, .part: nil
    }
  }

  static func areTogether(_ first: String, _ second: String) -> Bool {
    ScenarioSchema.objects.contains { $0.kind != .step && $0.knows(first) && $0.knows(second) }
  }

  /// A key with a slip behind it: without its colon, or without the blank after it.
  static func slip(
    in words: String, among keys: some Collection<String>
  ) -> (problem: Diagnostic.Message, offset: Int)? {
    func rest(_ key: String) -> String {
      String(words.dropFirst(key.count).drop { $0 == " " || $0 == ":" })
    }
    guard !keys.contains(words) else { return nil }
    // Only what ends at one of these signs can be a key; the longest one is meant.
    let ends = words.prefix(longest + 1).indices.filter { " :{".contains(words[$0]) }
    let key = ends.reversed().lazy.map { String(words[..<$0]) }.first { keys.contains($0) }
    guard let key, !rest(key).isEmpty else { return nil }
    // `tap map` is a key, however it is spelt, and not `tap` without its colon.
    let name = Array(words.prefix { $0 != ":" && $0 != "{" })
    let limit = min(2, name.count / 4)
    let isLonger = keys.contains { key in
      key.contains(" ") && Spelling.distance(name, Array(key), limit: limit) <= limit
    }
    guard !isLonger else { return nil }
    let hasColon = words.dropFirst(key.count).first == ":"
    return hasColon
      ? (.missingBlank(key: key, rest: rest(key)), key.count + 1)
      : (.missingColon(key: key, rest: rest(key)), key.count)
  }

  /// The longest known key at the end of some words, or else the last word.
  static func suffix(of words: String) -> String {
    let parts = words.split(separator: " ")
    for start in parts.indices {
      let key = parts[start...].joined(separator: " ")
      if all.contains(key), start > 0 { return key }
    }
    return parts.last.map(String.init) ?? words
  }
}
