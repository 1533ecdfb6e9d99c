internal import Formatting
internal import Pages
internal import Reporting

/// The differences from the committed facts and from an earlier run: on the front of the page and
/// in the sections of sessions.
struct ChangedFacts: Sendable {
  typealias Context = PageTemplates.Context

  /// A comparison of the run.
  private struct Comparison: Sendable {
    /// The changed sessions, the most telling first.
    let changes: [FactsComparison.Change]
    /// The changed sessions by their ids.
    let changesByID: [String: FactsComparison.Change]
    /// The title of the list on the front, and the other differences.
    let title: String
    let others: [String]
    /// Whether the differences are a finding of the run.
    let isFinding: Bool
    /// The titles of a session's table and of its column with the older values.
    let tableTitle: String
    let oldTitle: String

    init(
      _ changes: [FactsComparison.Change], title: String, tableTitle: String, oldTitle: String,
      others: [String] = [], isFinding: Bool = false
    ) {
      (self.changes, self.title, self.others) = (changes, title, others)
      self.isFinding = isFinding
      (self.tableTitle, self.oldTitle) = (tableTitle, oldTitle)
      changesByID = Dictionary(
        changes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private let comparisons: [Comparison]
  /// The anchor of each session on the page, by its id.
  private let anchors: [String: String]

  init(of run: RunReport) {
    anchors = Dictionary(
      run.sessions.map { ($0.id, $0.anchor) }, uniquingKeysWith: { one, _ in one })
    comparisons =
      [run.comparison.map(Self.committed), run.earlier.map(Self.earlier)].compactMap(\.self)
  }

  private static func committed(_ comparison: FactsComparison) -> Comparison {
    let told = comparison.hasFacts ? comparison.mostTelling : []
    let subject = told.isEmpty ? "Facts" : "Facts of \(MetricText.things(told.count, "session"))"
    let isFinding = comparison.hasFindings
    return Comparison(
      told, title: isFinding ? "\(subject) are not the committed ones" : "",
      tableTitle: comparison.purpose == .compared
        ? "Differences from the committed facts" : "Changes in the committed facts",
      oldTitle: "committed", others: isFinding ? comparison.otherDifferences() : [],
      isFinding: isFinding)
  }

  private static func earlier(_ run: EarlierRun) -> Comparison {
    Comparison(
      run.mostTelling, title: run.words.prefix(1).uppercased() + run.words.dropFirst(),
      tableTitle: "Changes since the earlier run", oldTitle: "before")
  }

  /// The most sessions that the front of the page names; its folded list has all of them.
  private static let sessionLimit = 60
  /// The most changed values above the fold of a session's section.
  private static let valueLimit = 20

  /// Lists below the failures, unfolded when they are short.
  var front: [Context] {
    comparisons.filter { !$0.title.isEmpty }.map { comparison in
      let rows = comparison.changes.prefix(ChangedFacts.sessionLimit).map { change -> Context in
        ["id": change.id, "anchor": anchors[change.id] ?? "", "words": change.summary]
      }
      let left = comparison.changes.count - rows.count
      return [
        "title": comparison.title, "isFinding": comparison.isFinding,
        "isOpen": rows.count <= FactsComparison.listLimit, "rows": rows,
        "others": comparison.others,
        "more": left > 0
          ? "\(MetricText.things(left, "more session")): the list below can show changed sessions "
            + "alone." : "",
      ]
    }
  }

  /// The tables of a session's most telling changes, for its section.
  func tables(of session: SessionReport) -> [Context] {
    comparisons.compactMap { comparison in
      comparison.changesByID[session.id].map { table(of: $0, comparison) }
    }
  }

  private func table(of change: FactsComparison.Change, _ comparison: Comparison) -> Context {
    let isTable = !change.values.isEmpty
    let values = change.mostTelling
    let rows = values.map { value -> Context in
      let texts = value.texts
      let (kind, word) =
        switch value.direction {
        case .worse: ("bad", "worse")
        case .better: ("good", "better")
        case .neither, .unknown: ("", "")
        }
      return [
        "name": value.name, "part": value.part, "old": texts.old, "new": texts.new,
        "difference": value.difference, "kind": kind, "word": word,
        "isLong": texts.old.count + texts.new.count > 60,
      ]
    }
    let (shown, rest) = (rows.prefix(Self.valueLimit), rows.dropFirst(Self.valueLimit))
    let tables = [
      (rows: shown, fold: ""),
      (rows: rest, fold: MetricText.things(rest.count, "more changed value")),
    ]
    return [
      "title": comparison.tableTitle,
      "tables": tables.filter { !$0.rows.isEmpty }.map {
        ["rows": Array($0.rows), "folded": $0.fold, "oldTitle": comparison.oldTitle] as Context
      },
      "more": isTable ? "" : "The facts differ: \(change.summary).",
    ]
  }
}
