/// Tables of Markdown.
package enum Markdown {
  /// A table of cells that are Markdown; numbers are aligned right after the first column.
  package static func table(_ titles: [String], _ rows: [[String]], ofNumbers: Bool) -> String {
    rows.reduce(head(titles, ofNumbers: ofNumbers)) { $0 + row($1) }
  }

  /// The lines before the rows of a table.
  package static func head(_ titles: [String], ofNumbers: Bool) -> String {
    row(titles) + row(titles.indices.map { $0 > 0 && ofNumbers ? "---:" : "---" })
  }

  /// A row of a table.
  package static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
