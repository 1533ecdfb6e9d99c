internal import Formatting
internal import Measures
internal import Metrics

/// The variants of one scenario side by side: a row for each metric and scope that somebody expects
/// something of, then one for each other metric in which their sessions differ.
struct VariantTable {
  /// What is said of it wherever it stands.
  static let title = "What do variants change?"
  static let help =
    "The same session, clustered in several ways, each replayed by itself. First what the scenario "
    + "expects, then everything else that differs. \(MetricText.starNote)"

  /// The replayed variants in their order; at least two.
  let sessions: [SessionReport]
  let rows: [Row]

  /// A metric over all variants, in one scope.
  struct Row {
    let metric: Metric
    /// What its values cover: the session, or until when or since when a step judged them.
    let scope: String
    /// Whether any of the variants has to keep something.
    let isExpected: Bool
    let cells: [Cell]

    /// The metric and what its values cover.
    var name: String { "\(metric.name), \(scope)" }
  }

  /// A metric of one variant.
  struct Cell {
    let value: MetricValue
    /// The value, as short as it can be without hiding a difference.
    let text: String
    /// The value in full.
    let exact: String
    let demands: [Demand]
    /// Whether others have a worse value, and none has a better one.
    let isBest: Bool
  }

  /// What one variant has to keep.
  struct Demand: Hashable {
    /// The rule.
    let text: String
    let isKept: Bool
  }

  /// The tables of a run, in the order of its sessions.
  static func tables(of run: RunReport) -> [VariantTable] {
    var groups: [[SessionReport]] = []
    for session in run.sessions {
      guard let variant = session.variant else { continue }
      if groups.last?.first?.variant?.scenario == variant.scenario {
        groups[groups.count - 1].append(session)
      } else {
        groups.append([session])
      }
    }
    return groups.filter { $0.count > 1 }.map(VariantTable.init)
  }

  init(_ sessions: [SessionReport]) {
    self.sessions = sessions
    let rows = Metric.allCases.flatMap { metric in
      [VariantTable.sessionRow(metric, of: sessions)].compactMap { $0 }
        + VariantTable.stepRows(metric, of: sessions)
    }
    self.rows = rows.filter(\.isExpected) + rows.filter { !$0.isExpected }
  }

  /// The names of the variants.
  var names: [String] { sessions.map { $0.variant?.name ?? "" } }

  /// The values of the whole session, unless they are the same and nothing is expected of them.
  private static func sessionRow(_ metric: Metric, of sessions: [SessionReport]) -> Row? {
    let parts = sessions.map { session in
      let verdicts = session.facts.verdicts.filter {
        $0.expectation.metric == metric && $0.step == nil
      }
      return Part(
        value: session.facts.session[metric],
        samples: session.facts.session.sampleCount(of: metric), verdicts: verdicts)
    }
    let row = row(metric, scope: "session", of: parts)
    return row.isExpected || Set(row.cells.map(\.exact)).count > 1 ? row : nil
  }

  /// The values that steps judged, which need not be those of the session.
  private static func stepRows(_ metric: Metric, of sessions: [SessionReport]) -> [Row] {
    let judged = sessions.map { session in
      session.facts.verdicts.filter { $0.expectation.metric == metric && $0.step != nil }
    }
    var firsts: [Verdict] = []
    for verdict in judged.joined() where !firsts.contains(where: { $0.isOfScope(of: verdict) }) {
      firsts.append(verdict)
    }
    return firsts.sorted { ($0.step ?? 0, $0.line) < ($1.step ?? 0, $1.line) }.map { first in
      let parts = judged.map { verdicts in
        // A step that runs again says the same again; the first one that broke it counts.
        let rounds = verdicts.filter { $0.isOfScope(of: first) }
        let verdict = rounds.first { $0.outcome != .kept } ?? rounds.last
        return Part(
          value: verdict?.value ?? .never, samples: verdict?.sampleCount,
          verdicts: verdict.map { [$0] } ?? [])
      }
      let scope = first.mark.map { "since '\($0)'" } ?? "until then"
      return row(metric, scope: "\(scope), line \(first.line)", of: parts)
    }
  }

  /// A value of one variant in some scope, and what became of what it had to keep.
  private struct Part {
    var value: MetricValue
    var samples: Int?
    var verdicts: [Verdict]
  }

  private static func row(_ metric: Metric, scope: String, of parts: [Part]) -> Row {
    let texts = parts.map { MetricText.exact($0.value, of: metric) }
    let short = parts.map { MetricText.short($0.value, of: metric) }
    let shown = Set(short).count > 1 || Set(texts).count == 1 ? short : texts
    let values = parts.map(\.value)
    let cells = parts.indices.map { index in
      let few = MetricText.samples(of: metric, parts[index].samples)
      return Cell(
        value: values[index], text: shown[index] + (few.isEmpty ? "" : MetricText.star),
        exact: texts[index] + few,
        demands: parts[index].verdicts.map { verdict in
          Demand(text: verdict.text, isKept: verdict.outcome == .kept)
        },
        isBest: isBest(index, among: values, shown, metric.definition.better))
    }
    let isExpected = parts.contains { !$0.verdicts.isEmpty }
    return Row(metric: metric, scope: scope, isExpected: isExpected, cells: cells)
  }

  private static func isBest(
    _ index: Int, among values: [MetricValue], _ texts: [String], _ better: BetterDirection
  ) -> Bool {
    let value = values[index]
    let wanted: Int
    switch better {
    case .lower: wanted = -1
    case .higher: wanted = 1
    case .neither: return false
    }
    guard value.isMeasured else { return false }
    // What is shown as the same figure is no better, whatever its parts in parentheses say.
    let orders = values.indices.filter { values[$0].isMeasured }.map { other in
      figure(of: texts[other]) == figure(of: texts[index]) ? 0 : value.order(against: values[other])
    }
    return orders.contains(wanted) && orders.allSatisfy { $0 == 0 || $0 == wanted }
  }
}

extension VariantTable {
  /// A shown value without its parts: `2.5` of `2.5 (10 in 4,000 pt)`.
  private static func figure(of text: String) -> Substring { text.prefix { $0 != "(" } }
}

extension Verdict {
  /// Whether two verdicts of one step speak of the same scope.
  fileprivate func isOfScope(of other: Verdict) -> Bool { step == other.step && mark == other.mark }
}

extension VariantTable.Demand {
  /// A sign for people and the rule.
  var words: String { "\(isKept ? "✓" : "✕") \(text)" }
}

extension Markdown {
  /// The section that holds the variants of every scenario side by side; empty without variants.
  static func variants(of run: RunReport) -> String {
    let tables = VariantTable.tables(of: run)
    guard !tables.isEmpty else { return "" }
    var text = "## \(VariantTable.title)\n\n\(VariantTable.help)\n\n"
    for table in tables {
      text += "### \(Escape.markdown(table.sessions[0].name))\n\n"
      guard !table.rows.isEmpty else {
        let names = table.names.map(Escape.markdown).joined(separator: ", ")
        text += "The variants do not differ: \(names).\n\n"
        continue
      }
      text += self.table(
        ["metric"] + table.names.map(Escape.markdown),
        table.rows.map { row in [Escape.markdown(row.name)] + row.cells.map(cell) },
        ofNumbers: true)
      text += "\n"
    }
    return text
  }

  private static func cell(_ cell: VariantTable.Cell) -> String {
    let demands = cell.demands.map { Escape.markdown($0.words) }
    return demands.isEmpty ? cell.text : "\(cell.text) (\(demands.joined(separator: ", ")))"
  }
}
