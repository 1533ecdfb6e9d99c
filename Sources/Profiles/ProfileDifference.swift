internal import Formatting

/// What functions of a profile do by themselves more or less than in another one.
public struct ProfileDifference: Hashable, Sendable {
  /// A function of either.
  public struct Row: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What it does by itself now.
    public var head: Int64 = 0
    /// What it did before.
    public var base: Int64 = 0
    /// By how much it changed, in millionths of the whole before; the share alone counts of
    /// samples, as their number is no result.
    public var change: Int64 = 0
  }

  /// The functions that changed, the largest change first, then by name.
  public let rows: [Row]
  private let unit: Profile.Unit

  /// Compares two profiles.
  public init(_ head: Profile, against base: Profile) {
    unit = head.unit
    var rows: [String: Row] = [:]
    for row in TopFunctions(head).rows {
      rows[row.name, default: Row(name: row.name)].head = row.own
    }
    for row in TopFunctions(base).rows {
      rows[row.name, default: Row(name: row.name)].base = row.own
    }
    let before = Double(max(base.total, 1))
    let now = unit == .samples ? Double(max(head.total, 1)) : before
    self.rows = rows.values.map { row in
      var row = row
      row.change = Int64(
        ((Double(row.head) / now - Double(row.base) / before) * 1e6).rounded())
      return row
    }.filter { $0.head != $0.base && $0.change != 0 }.sorted {
      (abs($1.change), $0.name) < (abs($0.change), $1.name)
    }
  }

  /// A table of the functions that changed most.
  public func text(limit: Int) -> String {
    guard !rows.isEmpty else { return "no function takes another share than before\n" }
    let table = TextLayout.table(of: rows.prefix(limit)) { row in
      [
        TableCell("change", words(for: row.change), isNumber: true),
        TableCell("\(unit)", MetricText.count(row.head), isNumber: true),
        TableCell("before", MetricText.count(row.base), isNumber: true),
        TableCell("function", TextLayout.fitted(row.name, to: 60)),
      ]
    }
    return table.split(separator: "\n").map { TextLayout.trimmed(String($0)) + "\n" }.joined()
  }

  private func words(for change: Int64) -> String {
    "\(change > 0 ? "+" : "")\(MetricText.decimal(change / 100, places: 2)) "
      + (unit == .samples ? "points" : "%")
  }
}
