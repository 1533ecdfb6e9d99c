import Testing

/// A breach of a rule.
struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// The file, or what is missing.
  var path: String
  /// The line, counted from 1; nil for the whole file.
  var line: Int?
  /// What is wrong with it.
  var message: String

  /// The file with the line.
  var place: String { path + (line.map { ":\($0)" } ?? "") }
  var description: String { "\(place): \(message)" }
}

/// A rule of the house, with tiny repositories that break or keep it.
struct Rule: Sendable, CustomTestStringConvertible {
  /// A tiny repository, and the places where the rule must find something.
  struct Example: Sendable {
    var tree: Tree
    var finds: [String]

    init(_ files: [String: String], finds: [String] = []) {
      tree = Tree(files.map { SourceFile(path: $0.key, text: $0.value) })
      self.finds = finds
    }
  }

  /// What is demanded, as a sentence.
  var name: String
  /// Everything that breaks it, in the order of files and lines.
  var findings: @Sendable (Tree) -> [Finding]
  var examples: [Example]

  var testDescription: String { name }
}

extension Rule {
  /// A rule on the tokens of the files to which it applies; the message says what is wrong with the
  /// token at an index, if anything is.
  static func ofTokens(
    _ name: String, applies: @escaping @Sendable (SourceFile) -> Bool,
    message: @escaping @Sendable ([Token], Int) -> String?, examples: [Example]
  ) -> Rule {
    Rule(
      name: name,
      findings: { tree in
        tree.files.filter(applies).flatMap { file in
          let tokens = file.code?.tokens ?? []
          return tokens.indices.compactMap { index in
            message(tokens, index).map {
              Finding(path: file.path, line: tokens[index].line, message: $0)
            }
          }
        }
      }, examples: examples)
  }
}

extension SourceFile {
  /// Whether it belongs to a target.
  var isSource: Bool { target != nil }
}

extension [Token] {
  /// Whether a sequence of tokens begins at an index.
  func hasSequence(_ sequence: [String], at start: Int) -> Bool {
    guard start + sequence.count <= count else { return false }
    return sequence.indices.allSatisfy { self[start + $0].text == sequence[$0] }
  }

  /// The text of a token that may not be there.
  func text(at index: Int) -> String? {
    indices.contains(index) ? self[index].text : nil
  }
}
