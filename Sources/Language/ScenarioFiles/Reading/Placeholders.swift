/// A text with names in it, such as `${edge} opened`, in place of which values stand.
package struct Placeholders {
  private enum Piece {
    case text(Substring)
    case name(String)
  }

  private var pieces: [Piece] = []

  /// Cuts a text at its names.
  ///
  /// - Complexity: O(n).
  package init(_ text: String) {
    var rest = Substring(text)
    guard Placeholders.are(in: text) else {
      if !rest.isEmpty { pieces.append(.text(rest)) }
      return
    }
    while let start = rest.firstRange(of: "${"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      if start.lowerBound > rest.startIndex { pieces.append(.text(rest[..<start.lowerBound])) }
      pieces.append(.name(String(rest[start.upperBound..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
  }

  /// The names, in their order.
  package var names: [String] {
    pieces.compactMap { piece in if case .name(let name) = piece { name } else { nil } }
  }

  /// The name that is the whole text, or nil.
  var single: String? {
    guard pieces.count == 1, case .name(let name) = pieces[0] else { return nil }
    return name
  }

  /// The text with the values of the names that have one.
  func text(_ value: (String) -> String?) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): String(text)
      case .name(let name): value(name) ?? "${\(name)}"
      }
    }.joined()
  }

  /// Cuts a line of YAML, without the quotes around a name that only braces need.
  init(line: String) {
    self.init(
      Placeholders.are(in: line)
        ? line.replacing(#/(["'])(\$\{[^{}"']*\})\1/#) { $0.2 } : line)
  }

  /// Whether a text may have names in it; most have none.
  static func are(in text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) }
}
