internal import Formatting
internal import Measures
package import Metrics

/// The variants of one scenario side by side: a row for each metric and scope with an expectation,
/// then one for each other metric in which their sessions differ.
package struct VariantTable {
  package static let title = "What do variants change?"
  package static let help =
    "The same session, played in several ways, each replayed by itself. First what the scenario "
    + "expects, then everything else that differs. \(MetricText.starNote)"

  package let sessions: [SessionReport]
  package let rows: [Row]

  package struct Row {
    package let subject: ExpectedMetric
    /// The scope of its values: the session, or until when or since when a step judged them.
    package let scope: String
    /// Whether any of the variants has an expectation.
    package let isExpected: Bool
    package let cells: [Cell]

    package var name: String { "\(subject.name), \(scope)" }
  }

  package struct Cell {
    package let value: MetricValue
    /// The value, as short as possible without hiding a difference.
    package let text: String
    /// The value in full.
    package let exact: String
    package let rules: [Rule]
    /// Whether others have a worse value, and none has a better one.
    package let isBest: Bool
  }

  package struct Rule: Hashable {
    let text: String
    package let isKept: Bool

    /// A sign for people and the rule.
    package var words: String { "\(isKept ? "✓" : "✕") \(text)" }
  }

  package static func tables(of run: RunReport) -> [VariantTable] {
    groups(of: run).map(VariantTable.init)
  }

  /// The sessions of which there is a table, for those who make one when it is looked at.
  package static func groups(of run: RunReport) -> [[SessionReport]] {
    run.sessions.filter { $0.variant != nil }
      .grouped { $0[0].variant?.scenario == $1.variant?.scenario }.filter { $0.count > 1 }
  }

  package init(_ sessions: [SessionReport]) {
    self.sessions = sessions
    let tables = sessions.map(\.facts.session)
    let verdicts = sessions.map(\.facts.verdicts)
    let judged = Set(verdicts.joined().map(\.expectation.metric))
    let rows = Metric.allCases.flatMap { metric in
      let own =
        judged.contains(metric)
        ? verdicts.map { $0.filter { $0.expectation.metric == metric } } : verdicts.map { _ in [] }
      return VariantTable.sessionRows(metric, tables, own) + VariantTable.stepRows(own)
    }
    self.rows = rows.filter(\.isExpected) + rows.filter { !$0.isExpected }
  }

  package var names: [String] { sessions.map { $0.variant?.name ?? "" } }

  /// Whether sessions differ in the values of a metric that are committed.
  private static func differs(_ metric: Metric, in tables: [MetricTable]) -> Bool {
    metric.definition.isCommitted
      && tables.contains {
        $0[metric] != tables[0][metric]
          || $0.sampleCount(of: metric) != tables[0].sampleCount(of: metric)
      }
  }

  /// The values of the whole session, unless they are the same and nothing is expected of them.
  private static func sessionRows(
    _ metric: Metric, _ tables: [MetricTable], _ verdicts: [[Verdict]]
  ) -> [Row] {
    let judged = verdicts.map { $0.filter(\.isOfSession) }
    guard differs(metric, in: tables) || judged.contains(where: { !$0.isEmpty }) else { return [] }
    let parts = zip(tables, judged).map { table, verdicts in
      ScopedValue(value: table[metric], samples: table.sampleCount(of: metric), verdicts: verdicts)
    }
    let row = row(ExpectedMetric(metric), scope: "session", of: parts)
    return row.isExpected || Set(row.cells.map(\.exact)).count > 1 ? [row] : []
  }

  /// The values that steps judged, which can differ from those of the session, and those that are
  /// counted for an expectation alone.
  private static func stepRows(_ verdicts: [[Verdict]]) -> [Row] {
    let judged = verdicts.map { $0.filter { !$0.isOfSession } }
    var firsts: [Verdict] = []
    for verdict in judged.joined() where !firsts.contains(where: { $0.isOfScope(of: verdict) }) {
      firsts.append(verdict)
    }
    firsts.sort { ($0.step ?? 0, $0.written.line) < ($1.step ?? 0, $1.written.line) }
    return firsts.map { first in
      let parts = judged.map { verdicts in
        // Of a step that runs again, the first broken verdict counts.
        let rounds = verdicts.filter { $0.isOfScope(of: first) }
        let verdict = rounds.first { $0.outcome != .kept } ?? rounds.last
        return ScopedValue(
          value: verdict?.value ?? .never, samples: verdict?.sampleCount,
          verdicts: verdict.map { [$0] } ?? [])
      }
      let since = first.mark.map { "since '\($0)'" }
      let words = [since, first.scopeWords].compactMap(\.self)
      let scope =
        if words.isEmpty {
          first.step == nil ? "session" : "until then, \(first.placeWords)"
        } else {
          "\(words.joined(separator: ", ")), \(first.placeWords)"
        }
      return row(first.expectation.subject, scope: scope, of: parts)
    }
  }

  /// A value of one variant in some scope, and its verdicts.
  private struct ScopedValue {
    var value: MetricValue
    var samples: Int?
    var verdicts: [Verdict]
  }

  private static func row(_ subject: ExpectedMetric, scope: String, of parts: [ScopedValue]) -> Row
  {
    let metric = subject.metric
    let texts = parts.map { MetricText.exact($0.value, of: metric) }
    let short = parts.map { MetricText.short($0.value, of: metric) }
    let shown = Set(short).count > 1 || Set(texts).count == 1 ? short : texts
    let values = parts.map(\.value)
    // Values shown as the same figure are equal, whatever their parts in parentheses: of
    // `2.5 (10 in 4,000 pt)` it is `2.5`.
    let figures = shown.map { Array($0.utf8.prefix { $0 != UInt8(ascii: "(") }) }
    let cells = parts.indices.map { index in
      let few = MetricText.samples(of: metric, parts[index].samples)
      return Cell(
        value: values[index], text: shown[index] + (few.isEmpty ? "" : MetricText.star),
        exact: texts[index] + few,
        rules: parts[index].verdicts.map { verdict in
          Rule(text: verdict.written.text, isKept: verdict.outcome == .kept)
        },
        isBest: isBest(index, among: values, figures, metric.definition.better))
    }
    let isExpected = parts.contains { !$0.verdicts.isEmpty }
    return Row(subject: subject, scope: scope, isExpected: isExpected, cells: cells)
  }

  private static func isBest(
    _ index: Int, among values: [MetricValue], _ figures: [[UInt8]], _ better: BetterDirection
  ) -> Bool {
    let value = values[index]
    let wanted: Int
    switch better {
    case .lower: wanted = -1
    case .higher: wanted = 1
    case .neither: return false
    }
    guard value.isMeasured else { return false }
    let orders = values.indices.filter { values[$0].isMeasured }.map { other in
      figures[other] == figures[index] ? 0 : value.order(against: values[other])
    }
    return orders.contains(wanted) && orders.allSatisfy { $0 == 0 || $0 == wanted }
  }
}

extension Verdict {
  /// Whether it judges the value that the metric has in the whole session.
  fileprivate var isOfSession: Bool {
    step == nil && scopeWords == nil && expectation.subject == ExpectedMetric(expectation.metric)
  }

  /// Whether two verdicts of one step have the same scope.
  fileprivate func isOfScope(of other: Verdict) -> Bool {
    expectation.subject == other.expectation.subject && step == other.step && mark == other.mark
      && interval == other.interval && layer == other.layer
  }
}

extension VariantTable {
  /// The variants of a scenario side by side in Markdown.
  package var markdown: String {
    let names = names.map(Escape.markdown)
    return "### \(Escape.markdown(sessions[0].name))\n\n"
      + (rows.isEmpty
        ? "The variants do not differ: \(names.joined(separator: ", ")).\n"
        : Markdown.table(
          ["metric"] + names,
          rows.map { row in [Escape.markdown(row.name)] + row.cells.map(\.markdown) },
          ofNumbers: true))
  }
}

extension VariantTable.Cell {
  fileprivate var markdown: String {
    let rules = rules.map { Escape.markdown($0.words) }
    return rules.isEmpty ? text : "\(text) (\(rules.joined(separator: ", ")))"
  }
}
