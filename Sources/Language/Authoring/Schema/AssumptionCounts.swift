/// How many verdicts depend on each assumption, and how many of each session depend on any, as a
/// file of `Reports` keeps it.
public struct AssumptionCounts: Hashable, Sendable {
  /// The counts of one assumption, of all of them, or of a session.
  public struct Row: Hashable, Sendable {
    /// The kinds of rows.
    public enum Kind: String, Hashable, Sendable {
      /// All options together.
      case all
      /// An option of the model, or one of the two keys of `map`.
      case option
      /// A cost of devices.
      case cost
      /// A session of a scenario.
      case session
    }

    /// The kind.
    public var kind: Kind
    /// The key of the option or the cost, or the id of the session; empty for all.
    public var name: String
    /// The number of verdicts that at least one value changes.
    public var changed: Int
    /// The number of verdicts of the sessions that consult the assumption, or of the session.
    public var verdicts: Int
    /// The number of sessions that consult the assumption, or of options that the session consults.
    public var consulting: Int
    /// The fingerprint of a session under the defaults; a new fingerprint makes the row out of
    /// date.
    public var behavior: String
    /// The options that change verdicts of a session, in words such as `region fit (9)`.
    public var causes: [String]

    /// Makes a row of its parts.
    public init(
      kind: Kind, name: String, changed: Int, verdicts: Int, consulting: Int, behavior: String = "",
      causes: [String] = []
    ) {
      (self.kind, self.name, self.changed, self.verdicts) = (kind, name, changed, verdicts)
      (self.consulting, self.behavior, self.causes) = (consulting, behavior, causes)
    }

    /// The numbers in words.
    fileprivate var words: String {
      let things = kind == .session ? "option" : "session"
      let causes = causes.isEmpty ? "" : ", by \(causes.joined(separator: " and "))"
      return "\(changed) of \(verdicts) verdicts with \(consulting) "
        + "\(consulting == 1 ? things : things + "s")\(causes)"
    }
  }

  /// The name of the file in the folder of the committed facts.
  public static let fileName = "Assumptions.csv"

  // Names of files may have commas, so names come last.
  private static let titles =
    "kind,changed verdicts,verdicts,consulting,behavior,changed by,name"

  /// The rows, in the order of the file.
  public var rows: [Row]

  /// Makes counts of rows, whose names have no line breaks.
  public init(_ rows: [Row]) { self.rows = rows }

  /// Reads the text of a file; nil when it is none.
  public init?(csv text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.titles, lines.last == "" else { return nil }
    var rows: [Row] = []
    for line in lines.dropFirst().dropLast() {
      let cells = line.split(separator: ",", maxSplits: 6, omittingEmptySubsequences: false)
        .map(String.init)
      guard cells.count == 7, let kind = Row.Kind(rawValue: cells[0]),
        let changed = Int(cells[1]), let verdicts = Int(cells[2]), let consulting = Int(cells[3]),
        0 <= changed, changed <= verdicts, 0 <= consulting
      else { return nil }
      rows.append(
        Row(
          kind: kind, name: cells[6], changed: changed, verdicts: verdicts,
          consulting: consulting, behavior: cells[4],
          causes: cells[5].split(separator: ";").map(String.init)))
    }
    self.rows = rows
  }

  /// The text of the file.
  public var csv: String {
    let lines = rows.map { row in
      [
        row.kind.rawValue, "\(row.changed)", "\(row.verdicts)", "\(row.consulting)", row.behavior,
        row.causes.joined(separator: ";"), row.name.replacing("\n", with: " "),
      ].joined(separator: ",")
    }
    return ([Self.titles] + lines).map { $0 + "\n" }.joined()
  }

  /// The rows that are not those of other counts, in words: `hit slop: 3 of 40 verdicts with
  /// 9 sessions, committed: none`.
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
