/// A command with which a workflow of GitHub annotates the lines of a change: a line of its output.
package struct WorkflowCommand {
  /// The kinds of annotations, of which GitHub shows ten each.
  package enum Kind: String, CaseIterable, Sendable {
    case error, warning, notice
  }

  package var kind: Kind
  /// What it says; may have several lines.
  package var message: String
  /// What stands above the message.
  package var title: String?
  /// The file that it is about, from the folder of the repository.
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The column behind its end.
  package var endColumn: Int?

  package init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// The line, without an end.
  package var text: String {
    let properties: [(String, String?)] = [
      ("file", file), ("line", line.map { "\($0)" }), ("col", column.map { "\($0)" }),
      ("endColumn", endColumn.map { "\($0)" }), ("title", title),
    ]
    let words = properties.compactMap { name, value in
      value.map { "\(name)=\(Escape.workflowProperty($0))" }
    }
    let list = words.isEmpty ? "" : " " + words.joined(separator: ",")
    return "::\(kind.rawValue)\(list)::\(Escape.workflow(message))"
  }
}
