internal import Formatting
internal import Metrics

/// Variants side by side, in as many columns as fit.
extension Console {
  /// What each scenario with variants expects, or what differs when it expects nothing; the pages
  /// have the rest.
  func variants(of run: RunReport) -> String {
    let tables = VariantTable.tables(of: run).filter { !$0.rows.isEmpty }
    guard !tables.isEmpty else { return "" }
    return "\n\(coloured(VariantTable.title, "1"))\n" + tables.map(variants).joined()
  }

  private func variants(of table: VariantTable) -> String {
    let expected = table.rows.filter(\.isExpected)
    let rows = expected.isEmpty ? table.rows : expected
    let metricWidth = rows.reduce("metric".count) { max($0, $1.name.count) }
    let names = table.names.map { TextLayout.fitted($0, to: 28) }
    let widths = names.indices.map { column in
      rows.reduce(names[column].count) { max($0, $1.cells[column].text.count) }
    }
    var text = "\n\(TextLayout.fitted(table.sessions[0].name, to: TextLayout.width))\n"
    var first = 0
    while first < names.count {
      var end = first
      var room = TextLayout.width - metricWidth
      while end < names.count, end == first || widths[end] < room {
        room -= widths[end] + 1
        end += 1
      }
      let columns = first..<end
      text += TextLayout.table(of: rows) { row in
        [TableCell("metric", row.name, width: metricWidth)]
          + columns.map { TableCell(names[$0], row.cells[$0].text, isNumber: true) }
      }
      first = end
    }
    return text
  }
}
