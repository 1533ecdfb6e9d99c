internal import Measures
internal import Metrics

/// The variants of one scenario side by side: a row for each metric that somebody expects something
/// of, then one for each other metric in which they differ.
struct VariantTable {
  /// What is said of it wherever it stands.
  static let title = "What do variants change?"
  static let help =
    "The same session, clustered in several ways, each replayed by itself. First what the scenario "
    + "expects, then everything else that differs."

  /// The replayed variants in their order; at least two.
  let sessions: [SessionReport]
  let rows: [Row]

  /// A metric over all variants.
  struct Row {
    let metric: Metric
    /// Whether any of the variants has to keep something.
    let isExpected: Bool
    let cells: [Cell]
  }

  /// A metric of one variant.
  struct Cell {
    let value: MetricValue
    /// The value, as short as it can be without hiding a difference.
    let text: String
    let demands: [Demand]
    /// Whether others have a worse value, and none has a better one.
    let isBest: Bool
  }

  /// What one variant has to keep.
  struct Demand: Hashable {
    /// The rule; with the value that was judged and its line when a step holds it and not the
    /// whole session.
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
    let rows = Metric.allCases.compactMap { VariantTable.row($0, of: sessions) }
    self.rows = rows.filter(\.isExpected) + rows.filter { !$0.isExpected }
  }

  /// The names of the variants.
  var names: [String] { sessions.map { $0.variant?.name ?? "" } }

  private static func row(_ metric: Metric, of sessions: [SessionReport]) -> Row? {
    let values = sessions.map { $0.facts.session[metric] }
    let demands = sessions.map { VariantTable.demands($0, on: metric) }
    let isExpected = demands.contains { !$0.isEmpty }
    let texts = values.map { MetricText.exact($0, of: metric) }
    guard isExpected || Set(texts).count > 1 else { return nil }
    let short = values.map { MetricText.short($0, of: metric) }
    let shown = Set(short).count > 1 ? short : Set(texts).count > 1 ? texts : short
    let cells = values.indices.map { index in
      Cell(
        value: values[index], text: shown[index], demands: demands[index],
        isBest: isBest(index, among: values, shown, metric.declaration.better))
    }
    return Row(metric: metric, isExpected: isExpected, cells: cells)
  }

  private static func demands(_ session: SessionReport, on metric: Metric) -> [Demand] {
    var demands: [(rule: String, demand: Demand)] = []
    for verdict in session.facts.verdicts where verdict.expectation.metric == metric {
      let rule = verdict.step == nil ? verdict.text : "\(verdict.text), line \(verdict.line)"
      let demand = Demand(
        text: judged(verdict) + rule, isKept: verdict.outcome == .kept)
      // A step that runs again says the same again; once broken is broken.
      guard let index = demands.firstIndex(where: { $0.rule == rule }) else {
        demands.append((rule: rule, demand: demand))
        continue
      }
      if demands[index].demand.isKept { demands[index].demand = demand }
    }
    return demands.map(\.demand)
  }

  /// The value that a step judged, which need not be that of the session beside it.
  private static func judged(_ verdict: Verdict) -> String {
    guard verdict.step != nil, verdict.outcome != .neverEvaluated else { return "" }
    let value = MetricText.short(verdict.value, of: verdict.expectation.metric)
    return verdict.mark.map { "\(value) since '\($0)': " } ?? "\(value) by then: "
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
      figure(of: texts[other]) == figure(of: texts[index])
        ? 0 : value.order(against: values[other])
    }
    return orders.contains(wanted) && orders.allSatisfy { $0 == 0 || $0 == wanted }
  }
}

extension VariantTable {
  /// A shown value without its parts: `2.5` of `2.5 (10 in 4,000 pt)`.
  private static func figure(of text: String) -> Substring { text.prefix { $0 != "(" } }
}

extension VariantTable.Demand {
  /// A sign for people and the rule.
  var words: String { "\(isKept ? "✓" : "✕") \(text)" }
}

extension Markdown {
  /// The section that holds the variants of every scenario side by side; empty without variants.
  static func variants(of run: RunReport, name: (SessionReport, String) -> String) -> String {
    let tables = VariantTable.tables(of: run)
    guard !tables.isEmpty else { return "" }
    var text = "## \(VariantTable.title)\n\n\(VariantTable.help)\n\n"
    for table in tables {
      let titles = zip(table.sessions, table.names).map { name($0, Escape.markdown($1)) }
      text += "### \(Escape.markdown(table.sessions[0].name))\n\n"
      guard !table.rows.isEmpty else {
        let names = table.names.map(Escape.markdown).joined(separator: ", ")
        text += "The variants do not differ: \(names).\n\n"
        continue
      }
      text += self.table(
        ["metric"] + titles,
        table.rows.map { row in [row.metric.name] + row.cells.map(cell) },
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
