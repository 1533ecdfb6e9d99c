internal import Authoring
internal import ScenarioFiles

/// A scenario that a program made, as an author would write it.
struct ScenarioText {
  /// The text, with each step, each data set and each layer on a line.
  let text: String

  /// Writes the nodes of a scenario below comments.
  init(_ root: YAMLNode, comments: [String] = []) {
    var text = comments.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
    for pair in root.pairs {
      let key = ScenarioText.scalar(pair.key, isInBraces: false)
      switch pair.value.content {
      case .list(let items) where items.contains { !$0.pairs.isEmpty }:
        text += "\(key):\n"
        for item in items { text += "  - \(ScenarioText.item(item))\n" }
      case .map(let pairs) where pairs.allSatisfy({ !$0.value.pairs.isEmpty }) && !pairs.isEmpty:
        text += "\(key):\n"
        for pair in pairs {
          let name = ScenarioText.scalar(pair.key, isInBraces: false)
          let line = "  \(name): \(ScenarioText.inBraces(pair.value))\n"
          text +=
            line.utf8.count < ScenarioText.longestLine
            ? line : "  \(name):\n\(ScenarioText.lines(of: pair.value))"
        }
      case .list, .map: text += "\(key): \(ScenarioText.inBraces(pair.value))\n"
      case .scalar: text += "\(key): \(ScenarioText.scalar(pair.value, isInBraces: false))\n"
      }
    }
    self.text = text
  }

  /// The most bytes of a data set or a layer on one line; a reader refuses much longer ones.
  private static let longestLine = 4_000

  /// The keys of a data set or a layer on lines, with each item of a list on another one.
  private static func lines(of node: YAMLNode) -> String {
    node.pairs.map { pair in
      let key = "    \(scalar(pair.key, isInBraces: false)):"
      guard case .list(let items) = pair.value.content else {
        return "\(key) \(inBraces(pair.value, isInBraces: false))\n"
      }
      return "\(key)\n" + items.map { "      - \(inBraces($0))\n" }.joined()
    }.joined()
  }

  /// A step, or anything else in a list: the only key stands behind the dash.
  private static func item(_ node: YAMLNode) -> String {
    guard node.pairs.count == 1, let pair = node.pairs.first else { return inBraces(node) }
    let key = scalar(pair.key, isInBraces: false)
    return pair.value.isBare ? key : "\(key): \(inBraces(pair.value, isInBraces: false))"
  }

  private static func inBraces(_ node: YAMLNode, isInBraces: Bool = true) -> String {
    switch node.content {
    case .scalar: scalar(node, isInBraces: isInBraces)
    case .list(let items): "[" + items.map { inBraces($0) }.joined(separator: ", ") + "]"
    case .map(let pairs):
      "{"
        + pairs.map { pair in
          let key = scalar(pair.key, isInBraces: true)
          return pair.value.isBare ? key : "\(key): \(inBraces(pair.value))"
        }.joined(separator: ", ") + "}"
    }
  }

  private static func scalar(_ node: YAMLNode, isInBraces: Bool) -> String {
    guard case .scalar(let text, let isQuoted) = node.content else { return "" }
    // Only a scalar that stands in braces by itself, or begins a name in braces, needs quotes.
    return PlainText.written(
      text, isQuoted: isQuoted || text.contains("${"), isInBraces: isInBraces)
  }

  /// The text in the layout of `fmt`.
  ///
  /// - Throws: A mistake of this program that the formatter finds.
  func formatted() throws(FileFormatter.FormatError) -> String {
    let text = try FileFormatter().formatted(file: "scenario", .bytes(Array(text.utf8))).get()
    #if DEBUG
    return PlantedFault.current?.formatted(text) ?? text
    #else
    return text
    #endif
  }

  /// The nodes of a text; nil when it cannot be read as YAML.
  static func root(of text: String) -> YAMLNode? {
    guard
      case .success(let tree) = ScenarioReader.document(
        file: "scenario", .bytes(Array(text.utf8))), tree.diagnostics.isEmpty
    else { return nil }
    return tree.root
  }
}
