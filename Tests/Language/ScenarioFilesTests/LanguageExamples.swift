import Scenarios

@testable import ScenarioFiles

/// Reads the examples that the table of the language gives.
enum LanguageExamples {
  /// The diagnostics of all examples of a declaration.
  static func diagnostics(of declaration: ObjectSchema) -> [String] {
    var diagnostics = diagnostics(declaration.example, .object(declaration.kind))
    for field in declaration.fields {
      diagnostics += Self.diagnostics(field.example, field.type)
      if case .default(let text) = field.need { diagnostics += Self.diagnostics(text, field.type) }
    }
    return diagnostics
  }

  private static func diagnostics(_ text: String, _ type: ValueType) -> [String] {
    let tree = YAMLTree(
      SourceText(file: "example", bytes: Array(text.utf8), style: .yaml))
    let nothing = YAMLNode(
      content: .scalar("", isQuoted: false), mark: YAMLMark(line: 1, column: 1, width: 1))
    var reader = TableReader(tree.source)
    let node = tree.root ?? nothing
    _ = reader.value(node, type, key: "example", holder: node.mark)
    let treeFaults = type.isNothing ? [] : tree.diagnostics.listed(in: reader.texts)
    // Rounds and parts give names to values, and an example may be only what is inside of them.
    return (treeFaults + reader.diagnostics.listed(in: reader.texts)).map(\.description)
      .filter { !$0.contains("no value has the name 'edge'") }
  }
}
