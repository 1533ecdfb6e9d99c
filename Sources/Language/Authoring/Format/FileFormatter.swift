public import ScenarioFiles

/// Brings scenarios, parts, defaults of folders and device profiles into their canonical layout.
///
/// Keys are in the order of their declaration, blocks are indented by two spaces, and braces and
/// quotes are written in one way. Braces on one line stay there unless the line is longer than 100
/// columns. Comments and single empty lines keep their places.
public struct FileFormatter: Sendable {
  /// The reason why a file is left unchanged.
  public enum FormatError: Error, Hashable, Sendable {
    /// It cannot be read as YAML.
    case diagnostics(Diagnostics)
    /// The formatted text has another meaning than the original: a mistake of this program.
    case contradiction
  }

  /// The bytes that a file may have.
  public static let largestFile = Limits.scenarioBytes

  private let order: KeyOrder

  /// Makes a formatter by a declaration of keys.
  public init(_ schema: ScenarioSchema = ScenarioSchema()) { order = KeyOrder(schema: schema) }

  /// Returns the canonical text of a file.
  ///
  /// The text is read again for a check: it has the same nodes and comments.
  ///
  /// - Complexity: O(n log n).
  public func formatted(file: String, _ content: FileContent) -> Result<String, FormatError> {
    read(file: file, content).flatMap { before in
      let text = CanonicalText(before.layout).text
      guard case .success(let after) = read(file: file, .bytes(Array(text.utf8))),
        before.root.says(after.root),
        before.layout.comments.sorted() == after.layout.comments.sorted()
      else { return .failure(.contradiction) }
      return .success(text)
    }
  }

  private func read(
    file: String, _ content: FileContent
  ) -> Result<(root: YAMLNode, layout: FileLayout), FormatError> {
    switch ScenarioReader.document(file: file, content) {
    case .failure(let diagnostics): return .failure(.diagnostics(diagnostics))
    case .success(let tree):
      guard let root = tree.root, tree.diagnostics.isEmpty else {
        let diagnostics = tree.diagnostics.listed(in: SourceTexts(tree.source))
        return .failure(
          diagnostics.isEmpty ? .contradiction : .diagnostics(Diagnostics(diagnostics)))
      }
      return .success((root, FileLayout(tree.source, root: root, order: order)))
    }
  }
}

extension YAMLNode {
  /// Whether two nodes have the same content, in whatever order of keys.
  fileprivate func says(_ other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let one, _), .scalar(let two, _)): one == two && isBare == other.isBare
    case (.list(let one), .list(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.says($1) }
    case (.map(let one), .map(let two)):
      // Keys are there once each.
      zip(YAMLNode.sorted(one), YAMLNode.sorted(two)).allSatisfy { one, two in
        one.key.text == two.key.text && one.value.says(two.value)
      } && one.count == two.count
    case (.scalar, _), (.list, _), (.map, _): false
    }
  }

  private static func sorted(_ pairs: [YAMLPair]) -> [YAMLPair] {
    pairs.sorted { $0.key.text ?? "" < $1.key.text ?? "" }
  }
}
