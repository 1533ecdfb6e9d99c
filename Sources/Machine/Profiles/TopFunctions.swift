internal import Formatting

/// The functions of a profile, those with the largest self count first.
public struct TopFunctions: Hashable, Sendable {
  /// A function.
  public struct Row: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The kind of the function.
    public var kind: FunctionKind
    /// The self count.
    public var own: Int64
    /// The count with called functions; a recursion counts once.
    public var inclusive: Int64
  }

  /// All functions, sorted by the self count, then the inclusive count, then the name.
  public let rows: [Row]
  /// The self count of reference counting and exclusivity checks.
  public let counting: Int64
  /// The total count.
  public let total: Int64
  private let unit: Profile.Unit

  /// The functions of a profile.
  public init(_ profile: Profile) {
    var rows: [String: Row] = [:]
    for stack in profile.stacks {
      var seen: Set<String> = []
      for (index, frame) in stack.frames.enumerated() {
        var row =
          rows[frame.name] ?? Row(name: frame.name, kind: frame.kind, own: 0, inclusive: 0)
        if index == stack.frames.count - 1 { row.own += stack.count }
        if seen.insert(frame.name).inserted { row.inclusive += stack.count }
        rows[frame.name] = row
      }
    }
    self.rows = rows.values.sorted {
      ($1.own, $1.inclusive, $0.name) < ($0.own, $0.inclusive, $1.name)
    }
    counting = profile.stacks.reduce(0) { sum, stack in
      sum + (stack.frames.last?.kind == .counting ? stack.count : 0)
    }
    (total, unit) = (profile.total, profile.unit)
  }

  /// Returns a table of the first functions, then the cost of reference counting and
  /// exclusivity checks.
  public func text(limit: Int) -> String {
    let shown = rows.prefix(limit)
    var text = TextLayout.lines(of: shown) { row in
      [
        TableCell("self", MetricText.percent(row.own, of: total), isNumber: true),
        TableCell("\(unit)", MetricText.count(row.own), isNumber: true),
        TableCell("inclusive", MetricText.percent(row.inclusive, of: total), isNumber: true),
        TableCell("function", TextLayout.fitted(row.name, to: TopFunctions.nameWidth)),
      ]
    }.map { $0 + "\n" }.joined()
    if shown.count < rows.count {
      text += "and \(MetricText.things(rows.count - shown.count, "function")) more\n"
    }
    guard total > 0 else { return text }
    return text + "\(FunctionKind.counting.words): \(MetricText.percent(counting, of: total)) "
      + "(\(MetricText.count(counting)) of \(MetricText.count(total)) \(unit))\n"
  }

  private static let nameWidth = 60
}
