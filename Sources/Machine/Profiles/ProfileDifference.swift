internal import Formatting

/// The differences between the self counts of two profiles, by functions.
public struct ProfileDifference: Hashable, Sendable {
  /// A function of either profile.
  public struct Row: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The self count in the newer profile.
    public var head: Int64 = 0
    /// The self count in the older profile.
    public var base: Int64 = 0
    /// The change as a share of the older total; for samples the difference of the shares, as
    /// their number is not a result.
    public var change = 0.0
  }

  /// The functions that changed, the largest change first, then by name.
  public let rows: [Row]
  /// The number of further functions whose shares differ by less than samples can tell; 0 for
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

  /// Returns a table of the functions that changed most, then the number of changes too small
  /// to tell.
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

  /// A change with two decimals, as in the whole table; only no change is 0.
  private func words(for change: Double) -> String {
    let least = change > 0 ? 1.0 : -1
    let rounded = (change * 10_000).rounded()
    let hundredths = MetricText.fixed(Int128(rounded == 0 ? least : rounded), places: 2)
    return "\(change > 0 ? "+" : "")\(hundredths) " + (unit == .samples ? "points" : "%")
  }
}
