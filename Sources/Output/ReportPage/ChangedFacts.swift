internal import Formatting
internal import Pages
internal import Reporting

/// The differences from the committed facts: on the front of the page and in the sections of
/// sessions.
struct ChangedFacts: Sendable {
  typealias Context = PageTemplates.Context

  private let comparison: FactsComparison?
  /// The sessions that differ from their committed facts, by their ids.
  private let changes: [String: FactsComparison.Change]
  /// The anchor of each session on the page, by its id.
  private let anchors: [String: String]

  init(of run: RunReport) {
    comparison = run.comparison
    changes = Dictionary(
      (run.comparison?.changes ?? []).map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    anchors = Dictionary(
      run.sessions.map { ($0.id, $0.anchor) }, uniquingKeysWith: { one, _ in one })
  }

  /// The most sessions that the front of the page names; its folded list has all of them.
  private static let sessionLimit = 60
  /// The most changed values above the fold of a session's section.
  private static let valueLimit = 20

  /// A list below the failures, unfolded when it is short; empty when nothing differs.
  var front: [Context] {
    guard let comparison, comparison.hasFindings else { return [] }
    let told = comparison.hasFacts ? comparison.mostTelling : []
    let rows = told.prefix(ChangedFacts.sessionLimit).map { change -> Context in
      ["id": change.id, "anchor": anchors[change.id] ?? "", "words": change.summary]
    }
    let subject =
      told.isEmpty ? "Facts" : "Facts of \(MetricText.things(told.count, "session"))"
    let left = told.count - rows.count
    return [
      [
        "title": "\(subject) are not the committed ones",
        "isOpen": rows.count <= FactsComparison.listLimit, "rows": rows,
        "others": comparison.otherDifferences(),
        "more": left > 0
          ? "\(MetricText.things(left, "more session")): the list below can show changed sessions "
            + "alone." : "",
      ]
    ]
  }

  /// The table of a session's most telling changes, for its section; nil when nothing
  /// differs.
  func table(of session: SessionReport) -> Context? {
    guard let comparison, comparison.hasFacts, let change = changes[session.id] else { return nil }
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
      "title": comparison.purpose == .compared
        ? "Differences from the committed facts" : "Changes in the committed facts",
      "tables": tables.filter { !$0.rows.isEmpty }.map {
        ["rows": Array($0.rows), "folded": $0.fold] as Context
      },
      "more": isTable ? "" : "The facts differ: \(change.summary).",
    ]
  }
}
