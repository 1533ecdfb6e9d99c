/// How many verdicts depend on each assumption, as a file of `Reports` keeps it.
public struct AssumptionCounts: Hashable, Sendable {
  /// The counts of one assumption, or of all of them.
  public struct Row: Hashable, Sendable {
    /// The kinds of rows.
    public enum Kind: String, Hashable, Sendable {
      /// All options together.
      case all
      /// An option of the model, or one of the two keys of `map`.
      case option
      /// A cost of devices.
      case cost
    }

    /// The kind.
    public var kind: Kind
    /// The key of the option or the cost; empty for all.
    public var name: String
    /// The number of verdicts that at least one of its values changes.
    public var changed: Int
    /// The number of verdicts of the sessions that consult it.
    public var verdicts: Int
    /// The number of sessions that consult it.
    public var sessions: Int

    /// Makes a row of its parts.
    public init(kind: Kind, name: String, changed: Int, verdicts: Int, sessions: Int) {
      (self.kind, self.name, self.changed) = (kind, name, changed)
      (self.verdicts, self.sessions) = (verdicts, sessions)
    }

    /// The numbers in words.
    fileprivate var words: String {
      "\(changed) of \(verdicts) verdicts in \(sessions) session\(sessions == 1 ? "" : "s")"
    }
  }

  /// The name of the file in the folder of the committed facts.
  public static let fileName = "Assumptions.csv"

  private static let titles = "kind,assumption,changed verdicts,verdicts,sessions"

  /// The rows, in the order of the file.
  public var rows: [Row]

  /// Makes counts of rows, whose names have no commas.
  public init(_ rows: [Row]) { self.rows = rows }

  /// Reads the text of a file; nil when it is none.
  public init?(csv text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.titles, lines.last == "" else { return nil }
    var rows: [Row] = []
    for line in lines.dropFirst().dropLast() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5, let kind = Row.Kind(rawValue: cells[0]),
        let changed = Int(cells[2]), let verdicts = Int(cells[3]), let sessions = Int(cells[4]),
        0 <= changed, changed <= verdicts, 0 <= sessions
      else { return nil }
      rows.append(
        Row(
          kind: kind, name: cells[1], changed: changed, verdicts: verdicts, sessions: sessions))
    }
    self.rows = rows
  }

  /// The text of the file.
  public var csv: String {
    let lines = rows.map {
      "\($0.kind.rawValue),\($0.name),\($0.changed),\($0.verdicts),\($0.sessions)"
    }
    return ([Self.titles] + lines).map { $0 + "\n" }.joined()
  }

  /// The rows that are not those of other counts, in words: `hit slop: 3 of 40 verdicts in 9
  /// sessions, committed: none`.
  public func differences(from committed: AssumptionCounts) -> [String] {
    let gone = committed.rows.filter { row($0.kind, $0.name) == nil }
    let names = rows.map { ($0.kind, $0.name) } + gone.map { ($0.kind, $0.name) }
    return names.compactMap { kind, name in
      let (new, old) = (row(kind, name), committed.row(kind, name))
      guard new != old else { return nil }
      return "\(name.isEmpty ? "all" : name): \(new?.words ?? "none"), committed: "
        + (old?.words ?? "none")
    }
  }

  /// The row of an assumption; nil without one.
  public func row(_ kind: Row.Kind, _ name: String = "") -> Row? {
    rows.first { $0.kind == kind && $0.name == name }
  }
}
