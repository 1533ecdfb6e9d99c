internal import TextTable

/// Lines and tables of plain text.
package enum TextLayout {
  /// The widest line, in characters: that of the terminal, or 80 for a file or a pipe.
  ///
  /// Reports do not depend on it.
  @TaskLocal package static var width = 80
  /// The most lines that a verb prints, unless it is asked for all.
  package static let height = 40

  /// Foreign text as one line of at most a number of characters.
  package static func fitted(_ text: String, to width: Int) -> String {
    let line = Escape.line(text)
    return line.count <= width ? line : line.prefix(max(0, width - 3)) + "..."
  }

  /// The text filled up with spaces.
  package static func padded(_ text: String, to width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }

  /// The text without spaces at its end.
  package static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Numbers as bars of one character each, from nothing to the largest; of more numbers than
  /// there is room for, the largest of some in a row.
  package static func sparkline(_ numbers: [Double], atMost width: Int = 12) -> String {
    let each = max(1, (numbers.count + width - 1) / width)
    let shown = stride(from: 0, to: numbers.count, by: each).compactMap { first in
      numbers[first..<min(first + each, numbers.count)].max()
    }
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let top = shown.max() ?? 0
    return String(
      shown.map { number in
        top > 0 ? bars[max(0, min(7, Int((number / top * 7).rounded())))] : bars[0]
      })
  }

  /// A text in lines of at most so many characters, between words.
  package static func lines(of text: String, atMost width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  /// The text broken between words, later lines indented; a longer word keeps its length.
  package static func wrapped(_ text: String, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = indent
    for word in Escape.line(text).split(separator: " ") {
      if line != indent, line.count + 1 + word.count > width {
        lines.append(line)
        line = indent + "   "
      }
      line += line == indent ? "\(word)" : " \(word)"
    }
    return lines + [line]
  }

  /// A table with a row of cells for each value; numbers are aligned to the right.
  ///
  /// The titles of a table that is too wide stand in several lines. If that is not enough, texts of
  /// the last column stand below their rows.
  package static func table<Row>(
    of rows: some Collection<Row>, columns: @escaping (Row) -> [TableCell]
  ) -> String {
    let cells = rows.map(columns)
    let widest = (cells.first ?? []).indices.map { column in
      cells.reduce(0) { max($0, $1[column].text.count, $1[column].width ?? 0) }
    }
    let titles = (cells.first ?? []).map(\.title)
    let whole = zip(titles, widest).reduce(widest.count - 1) { $0 + max($1.0.count, $1.1) }
    guard whole <= width else { return narrowTable(cells, titles, widest) }
    let table = TextTable<Row> { row in
      columns(row).map { cell in
        Column(
          title: cell.title, value: cell.text, width: cell.width,
          align: cell.isNumber ? .right : .left)
      }
    }
    return table.string(for: rows, style: Simple.self) ?? ""
  }

  /// The longest text of a last column that never stands below its row, in characters.
  private static let shortText = 16

  /// A table of cells whose longest texts have some widths, as narrow as its texts and the words of
  /// its titles allow.
  private static func narrowTable(
    _ cells: [[TableCell]], _ titles: [String], _ widest: [Int]
  ) -> String {
    let words = titles.map { $0.split(separator: " ").map(\.count).max() ?? 0 }
    var widths = zip(widest, words).map(max)
    let last = widths.count - 1
    if cells.allSatisfy({ !$0[last].isNumber }) {
      let room = width - widths[..<last].reduce(0) { $0 + $1 + 1 }
      // A short text is not worth a line.
      widths[last] = max(min(widths[last], max(room, shortText)), words[last])
    }
    func row(_ texts: [String]) -> String {
      let line = zip(texts, cells[0]).enumerated().map { column, text in
        padded(text.0, to: widths[column], left: text.1.isNumber)
      }.joined(separator: " ")
      return trimmed(line) + "\n"
    }
    // Tall titles take the room that is left.
    while widths.reduce(widths.count - 1, +) < width {
      let heights = zip(titles, widths).map { lines(of: $0, atMost: $1).count }
      guard let tallest = heights.indices.max(by: { heights[$0] < heights[$1] }),
        heights[tallest] > 2
      else { break }
      widths[tallest] += 1
    }
    let heads = zip(titles, widths).map { lines(of: $0, atMost: $1) }
    let height = heads.map(\.count).max() ?? 0
    var text = (0..<height).map { line in
      row(
        heads.map { head in
          let place = line - height + head.count
          return head.indices.contains(place) ? head[place] : ""
        })
    }.joined()
    text += row(widths.map { String(repeating: "-", count: $0) })
    for cells in cells {
      let isLong = cells[last].text.count > widths[last]
      text += row(cells.enumerated().map { isLong && $0 == last ? "" : $1.text })
      if isLong { text += "  \(cells[last].text)\n" }
    }
    return text
  }

  /// The lines of a table, without spaces at their ends.
  package static func lines<Row>(
    of rows: some Collection<Row>, columns: @escaping (Row) -> [TableCell]
  ) -> [String] {
    table(of: rows, columns: columns).split(separator: "\n").map { trimmed(String($0)) }
  }

  /// Rows of equally many texts as lines with two spaces between the columns; a column without any
  /// text is left out.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - right: The columns whose texts end below each other.
  /// - Returns: A line for each row.
  package static func columns(_ rows: [[String]], right: Set<Int> = []) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      row.indices.filter { widths[$0] > 0 }.map { column in
        let isRight = right.contains(column)
        return column == row.count - 1 && !isRight
          ? row[column] : padded(row[column], to: widths[column], left: isRight)
      }.joined(separator: "  ")
    }
  }

  /// How many of something are left out, and what shows them: `and 3 more; --verbose shows them`.
  package static func rest(
    _ count: Int, _ nouns: String = "", shownBy flag: String = "--verbose"
  ) -> String {
    let noun = nouns.isEmpty ? "" : " \(nouns)"
    return "and \(MetricText.count(Int64(count))) more\(noun); \(flag) shows them"
  }

  /// The first lines of a list, as many as a verb prints, and how many are left out.
  ///
  /// - Parameters:
  ///   - lines: All lines.
  ///   - end: Lines that are always printed, last.
  ///   - isWhole: Whether all are asked for.
  ///   - flag: The option that asks for all.
  /// - Returns: The lines, each with its end.
  package static func screen(
    _ lines: [String], end: [String] = [], isWhole: Bool, shownBy flag: String = "--verbose"
  ) -> String {
    let room = height - end.count
    let isCut = !isWhole && lines.count > room
    let shown =
      isCut ? lines.prefix(room - 1) + [rest(lines.count - room + 1, shownBy: flag)] : lines
    return (shown + end).map { $0 + "\n" }.joined()
  }

  /// The lines of a text, without their ends.
  package static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      .dropLast(text.hasSuffix("\n") ? 1 : 0)
  }

  /// Names in a line, and how many are left out: `a, b and 3 more`.
  package static func list(_ names: some Collection<String>, atMost limit: Int) -> String {
    let left = names.count - limit
    return names.prefix(limit).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }

  /// Names in a sentence: `a, b and c`.
  package static func and(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// A row's text in a column of a table.
package struct TableCell {
  package var title: String
  package var text: String
  /// The least width of the column; nil for that of its longest text.
  package var width: Int?
  package var isNumber: Bool

  package init(_ title: String, _ text: String, width: Int? = nil, isNumber: Bool = false) {
    (self.title, self.text) = (title, text)
    (self.width, self.isNumber) = (width, isNumber)
  }
}
