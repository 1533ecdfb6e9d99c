/// A GitHub workflow command that annotates lines of a change: a line of output.
package struct WorkflowCommand {
  /// The kinds of annotations.
  ///
  /// GitHub shows ten of each.
  package enum Kind: String, CaseIterable, Sendable {
    case error, warning, notice
  }

  package var kind: Kind
  /// The message, which may have several lines.
  package var message: String
  /// The title shown above the message.
  package var title: String?
  /// The file to annotate, relative to the repository's folder.
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The column after the end of the range.
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
