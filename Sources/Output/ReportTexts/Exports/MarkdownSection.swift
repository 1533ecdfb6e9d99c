internal import Formatting
internal import Reporting

/// A part of a text in Markdown, some of whose rows can be left out.
struct MarkdownSection {
  var head = ""
  var rows: [String] = []
  var tail = ""
  /// The indexes of the rows in the order of importance.
  private var order: [Int] = []
  /// The text before the number of omitted rows.
  private var noteBegin = ""
  /// Where the omitted rows are, behind their number.
  var place = ": the run file has all"

  var isEmpty: Bool { head.isEmpty && rows.isEmpty }

  /// Text without rows.
  init(head: String = "") { self.head = head }

  /// A list of items, which are in the order of their weight; empty without any.
  init(list title: String, level: String = "##", _ items: [String]) {
    self.init("\(level) \(title)\n\n", items.map { "\($0)\n" }, Array(items.indices), "- ")
  }

  /// A table of sessions; empty without rows.
  init(
    table title: String, _ titles: [String], _ cells: [[String]], ofNumbers: Bool = true,
    of sessions: [SessionReport]
  ) {
    self.init(
      "## \(title)\n\n" + Markdown.head(titles, ofNumbers: ofNumbers), cells.map(Markdown.row),
      MarkdownSection.order(of: sessions), "\n")
  }

  /// A part for each of some sessions; empty without any.
  init(parts title: String, _ parts: [String], of sessions: [SessionReport]) {
    self.init(
      "## \(title)\n", parts.map { "\n\($0)" }, MarkdownSection.order(of: sessions), "\n")
  }

  /// Rows of a table below its head, which are in the order of their weight; empty without any.
  init(head: String, rows: [String]) {
    self.init(head, rows, Array(rows.indices), "\n")
  }

  /// Rows below a head; empty without any.
  private init(_ head: String, _ rows: [String], _ order: [Int], _ noteBegin: String) {
    guard !rows.isEmpty else { return }
    (self.head, self.rows, self.order, self.noteBegin) = (head, rows, order, noteBegin)
  }

  private static func order(of sessions: [SessionReport]) -> [Int] {
    let isBad = sessions.map { !$0.outcome.isGood }
    return sessions.indices.filter { isBad[$0] } + sessions.indices.filter { !isBad[$0] }
  }

  private func note(leftOut count: Int) -> String {
    count == 0
      ? ""
      : "\(noteBegin)… and \(MetricText.things(count, "more row"))\(place)\n"
  }

  func byteCount(rowsAtMost limit: Int) -> Int {
    let kept = order.prefix(limit).reduce(0) { $0 + rows[$1].utf8.count }
    return head.utf8.count + kept + tail.utf8.count
      + note(leftOut: rows.count - min(limit, rows.count)).utf8.count
  }

  /// The part with a number of its rows, in their order.
  func text(rowsAtMost limit: Int) -> String {
    let kept = order.prefix(limit).sorted()
    return head + kept.map { rows[$0] }.joined() + note(leftOut: rows.count - kept.count) + tail
  }

  /// Cuts the text after a whole line when the tables cannot be shortened any further.
  static func cut(_ text: String, byteLimit: Int) -> String {
    guard text.utf8.count > byteLimit else { return text }
    let note = "\n… the rest was left out: a summary may not be longer. See the run file.\n"
    var left = byteLimit - note.utf8.count
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { line in
      left -= line.utf8.count + 1
      return left >= 0
    }
    return lines.joined(separator: "\n") + "\n" + note
  }
}
