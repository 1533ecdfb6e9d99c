public import ScenarioFiles

/// Writes the words of earlier versions in a file by their names of today.
///
/// Only these words change: comments, order, indentation and quotes stay as the author wrote them.
public struct FileMigration: Sendable {
  /// A file after its migration.
  public struct Outcome: Sendable {
    /// The text with the names of today.
    public fileprivate(set) var bytes: [UInt8]
    /// The words that were replaced, by their old and new names, in the order of the text.
    public fileprivate(set) var renamings: [Renaming] = []
    /// The places that a person has to decide.
    public fileprivate(set) var diagnostics: [Diagnostic] = []
  }

  /// A word of a file that was replaced.
  public struct Renaming: Hashable, Sendable {
    /// The word of the earlier version.
    public let old: String
    /// The word of today.
    public let new: String
    /// The line of the word.
    public let line: Int
  }

  private let order: KeyOrder

  /// Makes a migration by a declaration of keys and their former names.
  public init(_ schema: ScenarioSchema = ScenarioSchema()) { order = KeyOrder(schema: schema) }

  /// Returns a file with the names of today.
  ///
  /// - Parameters:
  ///   - file: The path, for diagnostics.
  ///   - content: The content of the file.
  ///   - kind: The kind of the file; nil for a scenario, a part, defaults or a device profile.
  /// - Returns: The text with the replaced words, or the diagnostics of a file that is no YAML.
  /// - Complexity: O(n log n).
  public func migrated(
    file: String, _ content: FileContent, of kind: ObjectKind? = nil
  ) -> Result<Outcome, Diagnostics> {
    ScenarioReader.document(file: file, content).flatMap { tree in
      guard let root = tree.root, tree.diagnostics.isEmpty else {
        return .failure(Diagnostics(tree.diagnostics.listed(in: SourceTexts(tree.source))))
      }
      let keys = root.pairs.map { $0.key.text ?? "" }
      var walk = Walk(source: tree.source, order: order, diagnostics: tree.diagnostics)
      walk.visit(root, .object(kind ?? order.kind(ofFileWith: keys)))
      var outcome = walk.outcome
      if case .bytes(let all) = content {
        // The mark that some editors put before a text.
        outcome.bytes.insert(contentsOf: all.dropLast(tree.source.bytes.count), at: 0)
      }
      return .success(outcome)
    }
  }
}

extension FileMigration {
  /// Collects the words to replace in the order of the text.
  private struct Walk {
    let source: SourceText
    let order: KeyOrder
    var diagnostics: DiagnosticList
    var edits: [(mark: YAMLMark, former: FormerName)] = []

    mutating func visit(_ node: YAMLNode, _ type: ValueType?) {
      switch (node.content, type?.migratedForm) {
      case (.scalar(let word, _), .object(.step)):
        if let former = order.schema.formerKey(word, in: .step) {
          edits.append((node.mark, former))
        }
      case (.scalar(let text, _), _):
        if let type, let former = order.schema.formerValue(text, of: type) {
          edits.append((node.mark, former))
        }
      case (.list(let nodes), _):
        let item = order.type(ofItemsIn: type)
        for node in nodes { visit(node, item) }
      case (.map(let pairs), .object(let kind)): visit(pairs, of: kind)
      case (.map(let pairs), .entries(.variant)) where order.schema.isMatrix(pairs):
        visit(pairs, of: .variant, isMatrix: true)
      case (.map(let pairs), .entries(let kind)):
        for pair in pairs { visit(pair.value, .object(kind)) }
      case (.map, _): break
      }
    }

    /// Visits the keys of an object, or those that vary in a matrix with their values.
    private mutating func visit(_ pairs: [YAMLPair], of kind: ObjectKind, isMatrix: Bool = false) {
      let words = pairs.map { $0.key.text ?? "" }
      for (pair, word) in zip(pairs, words) {
        let former = order.schema.formerKey(word, in: kind)
        if let former, let twin = order.schema.twin(of: former, among: words, in: kind) {
          diagnostics.addBothNames(former, twin, at: pair.key.mark)
        } else if let former {
          edits.append((pair.key.mark, former))
        }
        let type = order.schema.object(kind).field(former?.new ?? word)?.type
        switch pair.value.content {
        case .list(let values) where isMatrix: for value in values { visit(value, type) }
        case .map(let named) where isMatrix: for pair in named { visit(pair.value, type) }
        case .scalar, .list, .map: visit(pair.value, type)
        }
      }
    }

    /// The text with the words of today.
    var outcome: Outcome {
      var outcome = Outcome(bytes: [])
      var diagnostics = diagnostics
      var cursor = Cursor()
      var copied = 0
      for (mark, former) in edits {
        var start = cursor.move(to: mark, in: source)
        let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\"")]
        if source.bytes[start...].first.map(quotes.contains) == true { start += 1 }
        guard source.bytes[start...].starts(with: former.old.utf8) else {
          diagnostics.addSpelledOtherwise(former, at: mark)
          continue
        }
        outcome.bytes += source.bytes[copied..<start]
        outcome.bytes += former.new.utf8
        copied = start + former.old.utf8.count
        outcome.renamings.append(Renaming(old: former.old, new: former.new, line: mark.line))
      }
      outcome.bytes += source.bytes[copied...]
      outcome.diagnostics = diagnostics.listed(in: SourceTexts(source))
      return outcome
    }
  }

  /// A place in a text that only moves forward.
  private struct Cursor {
    private var (line, column, byte) = (0, 1, 0)

    /// Returns the byte at which a mark begins, whose column counts Unicode scalars.
    mutating func move(to mark: YAMLMark, in source: SourceText) -> Int {
      if line != mark.line {
        (line, column, byte) = (mark.line, 1, source.range(ofLine: mark.line).lowerBound)
      }
      while column < mark.column, byte < source.bytes.count {
        byte += 1
        if byte == source.bytes.count || source.bytes[byte] & 0xC0 != 0x80 { column += 1 }
      }
      return byte
    }
  }
}

extension ValueType {
  /// How the value is put together, with objects of which a file has some keys.
  fileprivate var migratedForm: Form {
    if case .some(let kind) = self { return .object(kind) }
    if case .someNamed(let kind) = self { return .entries(kind) }
    return form
  }
}
