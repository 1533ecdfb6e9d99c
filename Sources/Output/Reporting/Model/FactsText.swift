internal import Metrics

/// The values of a facts file, by the layout of `FactsFile`: one value a line, two spaces a level.
///
/// The layout of the version before is read too. Its titles, lines, verdicts, snapshots and
/// fingerprint depend on how the scenario was written, and are left out.
struct FactsText {
  /// A key of the file with the text of its value.
  typealias Member = (key: String, value: String)

  /// A step, a mark, a callout or a window of batches.
  struct Element {
    var members: [Member]

    /// The text of a value; nil when it has none.
    func value(_ key: String) -> String? { members.first { $0.key == key }?.value }
  }

  /// The lists of a file.
  enum Section: String, CaseIterable {
    case callouts
    case batches = "latency by batch"
    case marks
    case steps

    /// Whether its elements have metrics, which come with a set.
    var holdsMetrics: Bool { self == .marks || self == .steps }

    /// The key that tells an element from the others of its list.
    var identity: String {
      switch self {
      case .callouts: "callout"
      case .batches: "batches"
      case .marks: "mark"
      case .steps: "step"
      }
    }

    /// The key by whose value elements are the same one; nil where only numbers tell them apart.
    var name: String? {
      switch self {
      case .callouts: nil
      case .batches, .marks: identity
      case .steps: "verb"
      }
    }
  }

  /// The text of its version; empty when it has none.
  private(set) var version = ""
  /// The newest set of metrics that it knows.
  private(set) var metricSet = 1
  /// The values of the file as a whole, in its order.
  private(set) var whole: [Member] = []
  /// The metrics of the session as a whole, in the order of the file.
  private(set) var session: [Member] = []
  private var elements: [Section: [Element]] = [:]

  /// The elements of a list, in the order of the file.
  subscript(section: Section) -> [Element] { elements[section] ?? [] }

  /// Whether it has the layout of the version before.
  var isEarlier: Bool { version == String(FactsFile.version - 1) }
  /// Whether its values can be compared.
  var isRead: Bool { version == String(FactsFile.version) || isEarlier }

  /// Reads a file; whatever is no line of facts is left out.
  init(_ text: String, formerKeys: [FactsFile.FormerKey] = FactsFile.formerKeys) {
    var section = ""
    var element: [Member] = []
    for line in text.split(separator: "\n") {
      let level = line.prefix { $0 == " " }.count / 2
      let content = FactsText.trimmed(line)
      let member = FactsText.member(content)
      if level == 1, let member, ["[", "{"].contains(member.value) {
        section = member.key
      } else if level == 1, let member {
        whole.append(member)
      } else if level == 2, section == "session", let member {
        session.append(member)
      } else if level == 3, let member {
        element.append(member)
      } else if level == 2, content == "}" {
        add(element, to: section)
        element = []
      } else if level == 2, content.hasPrefix("{"), content.hasSuffix("}") {
        add(FactsText.members(ofLine: content), to: section)
      }
    }
    version = whole.first { $0.key == "version" }?.value ?? ""
    metricSet = whole.first { $0.key == "metric set" }.flatMap { Int($0.value) } ?? 1
    // An empty list is no value.
    whole.removeAll { ["version", "metric set"].contains($0.key) || $0.value == "[]" }
    if isEarlier { leaveOutWriting() }
    for key in formerKeys where key.isRead(inVersion: Int64(version) ?? 0) { rename(key) }
  }

  private mutating func add(_ members: [Member], to section: String) {
    guard let section = Section(rawValue: section) else { return }
    elements[section, default: []].append(Element(members: members))
  }

  /// Leaves out what the version before had of how the scenario was written.
  private mutating func leaveOutWriting() {
    whole.removeAll { ["scenario", "digest"].contains($0.key) }
    elements[.steps]?.removeAll { step in
      ["\"snapshot", "\"expect"].contains { step.value("step text")?.hasPrefix($0) == true }
    }
    for index in self[.steps].indices {
      elements[.steps]?[index].members.removeAll {
        ["step file", "step line", "step text"].contains($0.key)
      }
    }
  }

  private mutating func rename(_ key: FactsFile.FormerKey) {
    func renamed(_ members: [Member]) -> [Member] {
      members.map { $0.key == key.old ? (key.new, $0.value) : $0 }
    }
    (whole, session) = (renamed(whole), renamed(session))
    for section in Section.allCases {
      elements[section] = self[section].map { Element(members: renamed($0.members)) }
    }
  }
}

extension FactsText {
  private static func trimmed(_ line: Substring) -> Substring {
    let content = line.drop { $0 == " " }
    return content.hasSuffix(",") ? content.dropLast() : content
  }

  /// Key and value of a line `"key": value`.
  private static func member(_ text: Substring) -> Member? {
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
