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
    /// By how much it changed, as a share of the whole before; of samples the difference of the
    /// shares, as their number is no result.
    public var change = 0.0
  }

  /// The functions that changed, the largest change first, then by name.
  public let rows: [Row]
  /// How many functions more have another share, by less than samples can tell; none of
  /// instructions.
  public let untold: Int
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
    let others = rows.values.map { row in
      var row = row
      row.change = Double(row.head) / now - Double(row.base) / before
      return row
    }.filter { $0.change != 0 }
    let told = others.filter { row in
      Profile.differ(row.head, of: head.total, row.base, of: base.total, in: head.unit)
    }
    self.rows = told.sorted { (abs($1.change), $0.name) < (abs($0.change), $1.name) }
    untold = others.count - told.count
  }

  /// A table of the functions that changed most, then how many change less than can be told.
  public func text(limit: Int) -> String {
    let rest =
      untold == 0
      ? ""
      : MetricText.things(untold, "function differs", "functions differ")
        + " by less than samples can tell\n"
    guard !rows.isEmpty else {
      return "no function takes another share than before\n" + rest
    }
    let lines = TextLayout.lines(of: rows.prefix(limit)) { row in
      [
        TableCell("change", words(for: row.change), isNumber: true),
        TableCell("\(unit)", MetricText.count(row.head), isNumber: true),
        TableCell("before", MetricText.count(row.base), isNumber: true),
        TableCell("function", TextLayout.fitted(row.name, to: 60)),
      ]
    }
    return lines.map { $0 + "\n" }.joined()
      + rest
  }

  /// A change with two decimals, as all of a table have; only no change is 0.
  private func words(for change: Double) -> String {
    let least = change > 0 ? 1.0 : -1
    let rounded = (change * 10_000).rounded()
    let hundredths = MetricText.fixed(Int128(rounded == 0 ? least : rounded), places: 2)
    return "\(change > 0 ? "+" : "")\(hundredths) " + (unit == .samples ? "points" : "%")
  }
}
