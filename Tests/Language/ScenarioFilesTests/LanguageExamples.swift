import Scenarios

@testable import ScenarioFiles

/// Reads the examples that the table of the language gives.
enum LanguageExamples {
  /// The faults of all examples of a declaration.
  static func faults(of declaration: ObjectSchema) -> [String] {
    var faults = faults(declaration.example, .object(declaration.kind))
    for field in declaration.fields {
      faults += Self.faults(field.example, field.type)
      if case .default(let text) = field.need { faults += Self.faults(text, field.type) }
    }
    return faults
  }

  private static func faults(_ text: String, _ type: ValueType) -> [String] {
    let tree = YAMLTree(
      SourceText(file: "example", bytes: Array(text.utf8), style: .yaml))
    let nothing = YAMLNode(
      content: .scalar("", isQuoted: false), mark: YAMLMark(line: 1, column: 1, width: 1))
    var reader = TableReader(tree.source)
    let node = tree.root ?? nothing
    _ = reader.value(node, type, key: "example", holder: node.mark)
    let treeFaults = type.isNothing ? [] : tree.faults.listed(in: reader.texts)
    // Rounds and parts give names to values, and an example may be only what is inside of them.
    return (treeFaults + reader.faults.listed(in: reader.texts)).map(\.description)
      .filter { !$0.contains("nothing has the name 'edge'") }
  }
}
