/// Tables of Markdown.
package enum Markdown {
  /// A table of cells that are Markdown; numbers are aligned right after the first column.
  package static func table(_ titles: [String], _ rows: [[String]], ofNumbers: Bool) -> String {
    var text = row(titles)
    text += row(titles.indices.map { $0 > 0 && ofNumbers ? "---:" : "---" })
    for cells in rows { text += row(cells) }
    return text
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
