internal import ScenarioFiles
internal import Wire

extension JSONSchema {
  /// Returns the value that a YAML 1.2 loader reads from a text of an author.
  static func example(_ text: String) -> JSON {
    guard let root = root(of: text) else { return .null }
    return .line(value(of: root))
  }

  /// Returns the only snippet of a key, in which an author tabs from value to value.
  static func snippet(_ label: String, _ help: String, body: String) -> JSON {
    var stops = 0
    let body = root(of: body).map { snippet(of: $0, stops: &stops) } ?? ""
    return [["label": .string(label), "description": .string(help), "body": .line(body)]]
  }

  private static func root(of text: String) -> YAMLNode? {
    YAMLTree(SourceText(file: "example", bytes: Array(text.utf8), style: .yaml)).root
  }

  private static func value(of node: YAMLNode) -> JSON {
    switch node.content {
    case .scalar(let text, let isQuoted):
      guard !isQuoted, let number = NumberText(Substring(text)) else { return .string(text) }
      guard number.fractionDigits == 0, let whole = number.times(1) else {
        return .number(number.double)
      }
      return .integer(whole)
    case .list(let nodes): return .array(nodes.map(value))
    case .map(let pairs):
      return .members(pairs.map { JSON.Member($0.key.text ?? "", value(of: $0.value)) })
    }
  }

  private static func snippet(of node: YAMLNode, stops: inout Int) -> JSON {
    switch node.content {
    case .scalar(let text, _):
      stops += 1
      let escaped = text.replacing("\\", with: "\\\\").replacing("$", with: "\\$")
        .replacing("}", with: "\\}")
      return .string("${\(stops):\(escaped)}")
    case .list(let nodes): return .array(nodes.map { snippet(of: $0, stops: &stops) })
    case .map(let pairs):
      return .members(
        pairs.map { JSON.Member($0.key.text ?? "", snippet(of: $0.value, stops: &stops)) })
    }
  }
}
