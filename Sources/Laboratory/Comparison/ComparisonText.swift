internal import Counts
internal import Formatting
internal import Reporting
internal import Statistics

/// A comparison for people: the verdict in a line, the reasons in a page.
public enum ComparisonText {
  /// The most lines about where a count changed, unless all are asked for; the first has a line for
  /// each function.
  private static let explanationLimit = 2

  /// The text, with a newline at its end.
  public static func text(of report: ComparisonReport, isVerbose: Bool = false) -> String {
    var lines = [headline(of: report), "BASE \(report.base.label), HEAD \(report.head.label)"]
    lines += factsLines(of: report.facts, isVerbose)
    if !report.otherness.isEmpty {
      let words = report.otherness.joined(separator: ", ")
      lines.append("only facts are compared, as the builds differ: \(words)")
      return text(of: lines, isVerbose)
    }
    if report.levels.contains(.counts) { lines += countsLines(of: report.counts, isVerbose) }
    if report.levels.contains(.times) {
      lines += timesLines(
        of: report.times, room: isVerbose ? .max : TextLayout.height - lines.count - 2)
    }
    return text(of: lines, isVerbose)
  }

  /// Names of sessions, functions and builds come from files and other programs.
  private static func text(of lines: [String], _ isVerbose: Bool) -> String {
    TextLayout.screen(lines.map { Escape.line($0) }, isWhole: isVerbose)
  }

  /// The verdict, the class that decides and why, in one line.
  public static func headline(of report: ComparisonReport) -> String {
    let (verdict, level) = report.decision
    var notes: [String] = []
    if !report.otherness.isEmpty { notes.append("only facts are compared, as the builds differ") }
    // Where facts differ nothing else has to say why it decides nothing.
    if level != .facts || report.facts.areEqual {
      notes += [report.counts.missing, report.times.missing].compactMap(\.self)
    }
    return (["\(verdict.rawValue), decided by \(level.rawValue): \(reason(of: report))"] + notes)
      .joined(separator: "; ")
  }

  private static func reason(of report: ComparisonReport) -> String {
    let (facts, counts, times) = (report.facts, report.counts, report.times)
    let sessions = MetricText.things(facts.count, "session")
    switch report.decision {
    case (.aborted, _):
      let sides = facts.aborted.keys.sorted().map {
        "\(facts.aborted[$0, default: []].count) of \($0)"
      }
      return "sessions end early: \(sides.joined(separator: ", "))"
    case (.notDeterministic, _):
      return "two replays differ in \(facts.notDeterministic.joined(separator: " and "))"
    case (.changed, _) where facts.changed.isEmpty:
      return "HEAD lacks \(MetricText.things(facts.onlyBase.count, "session"))"
    case (.changed, _):
      return "\(facts.changed.count) of \(sessions) \(facts.changed.count == 1 ? "does" : "do") "
        + "something else"
    case (.regressed, .counts), (.improved, .counts):
      let rows = report.decision.verdict == .regressed ? counts.regressed : counts.changed
      let worst = rows.max { $0.part.magnitude < $1.part.magnitude }
      let words = worst.map {
        "\($0.metric.rawValue) \(percent($0.part, places: 3)) in \($0.session)"
      }
      return "\(words ?? ""), facts are the same"
    case (.regressed, _), (.improved, _):
      let rows = times.rows.filter { row in
        row.judgment.map {
          report.decision.verdict == .regressed
            ? $0.verdict == .regressed : $0.verdict == .improved
        } ?? false
      }
      let worst = rows.max {
        ($0.judgment?.change.shift.magnitude ?? 0) < ($1.judgment?.change.shift.magnitude ?? 0)
      }
      let words = worst.map { "\($0.session) \(change($0.judgment?.change.shift ?? 0))" }
      return "\(MetricText.things(rows.count, "row")), most \(words ?? ""), facts are the same"
    case (.machineUnfit, _):
      return "BASE moves against itself in \(times.unfit) of "
        + "\(MetricText.things(times.rows.count, "row")), facts are the same"
    case (.inconclusive, .times) where times.rows.isEmpty:
      return "the facts of \(sessions) are the same"
    case (.inconclusive, .counts):
      return counts.rows.isEmpty
        ? "the facts of \(sessions) are the same"
        : "\(MetricText.things(counts.rows.count, "count")) and the facts of \(sessions) are the "
          + "same"
    case (.inconclusive, _):
      return "\(times.inconclusive) of \(MetricText.things(times.rows.count, "row")) cannot be "
        + "told, facts are the same"
    case (.unchanged, .times):
      return "\(MetricText.things(times.rows.count, "row")) within the floors, facts are the same"
    case (.unchanged, .counts):
      return
        "\(MetricText.things(counts.rows.count, "count")) and the facts of \(sessions) are the same"
    case (.unchanged, .facts):
      return "the facts of \(sessions) are the same"
    }
  }

  private static func factsLines(of facts: FactsFindings, _ isVerbose: Bool) -> [String] {
    let limit = isVerbose ? Int.max : 6
    var lines = [
      "facts: \(MetricText.things(facts.count, "session")), \(facts.changed.count) differ"
    ]
    for change in facts.changed.prefix(limit) {
      let shown = change.values.prefix(isVerbose ? .max : 3).map(\.words)
      let left = change.values.count - shown.count
      let words = shown.isEmpty ? "only in their layout" : shown.joined(separator: ", ")
      lines.append("  \(change.id): \(words)" + (left > 0 ? ", and \(left) more" : ""))
    }
    if facts.changed.count > limit {
      lines.append("  and \(facts.changed.count - limit) more; --verbose shows them")
    }
    for (name, ids) in [("BASE", facts.onlyBase), ("HEAD", facts.onlyHead)] where !ids.isEmpty {
      lines.append("  only \(name) has " + TextLayout.list(ids, atMost: limit))
    }
    for name in facts.aborted.keys.sorted() {
      lines.append(
        "  aborted in \(name): " + TextLayout.list(facts.aborted[name, default: []], atMost: limit))
    }
    return lines
  }

  private static func countsLines(of counts: CountsFindings, _ isVerbose: Bool) -> [String] {
    let limit = isVerbose ? Int.max : 8
    var lines: [String] = []
    let left =
      counts.leftOut > 0 ? ", no time for \(MetricText.things(counts.leftOut, "session"))" : ""
    if !counts.rows.isEmpty || counts.leftOut > 0 {
      lines.append("counts: \(counts.rows.count), \(counts.changed.count) differ\(left)")
    }
    for failure in counts.failures.prefix(isVerbose ? .max : 3) {
      lines.append("  \(failure.session): not counted: \(failure.reason)")
    }
    let shown = isVerbose ? counts.rows : counts.changed
    let sorted = shown.enumerated().sorted {
      let sizes = ($0.element.part.magnitude, $1.element.part.magnitude)
      return sizes.0 == sizes.1 ? $0.offset < $1.offset : sizes.0 > sizes.1
    }.map(\.element)
    for (place, row) in sorted.prefix(limit).enumerated() {
      lines.append(
        "  \(row.session): \(row.metric.rawValue) \(MetricText.count(row.base)) -> "
          + "\(MetricText.count(row.head)) (\(percent(row.part, places: 3)))"
          + (row.change == 0 ? "" : "; limit: \(row.limit.words)"))
      let shown = row.explanation.prefix(
        isVerbose ? .max : place == 0 ? CountsDifference.functionLimit + 2 : explanationLimit)
      lines += shown.flatMap { TextLayout.wrapped($0) }.map { "    \($0)" }
    }
    if sorted.count > limit {
      lines.append("  and \(sorted.count - limit) more; --verbose shows them")
    }
    for (metric, reason) in counts.unavailable {
      lines.append("counts: \(metric.rawValue) unavailable: \(reason)")
    }
    return lines
  }

  private static func timesLines(of times: TimesFindings, room: Int) -> [String] {
    if let reason = times.unavailable { return ["times: unavailable: \(reason)"] }
    let words = [
      ("regressed", times.regressed), ("improved", times.improved),
      ("unchanged", times.unchanged), ("inconclusive", times.inconclusive),
      ("machine unfit", times.unfit),
    ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    let left =
      times.leftOut > 0 ? ", no time for \(MetricText.things(times.leftOut, "session"))" : ""
    var lines = ["times: \(words.isEmpty ? "none" : words)\(left)"]
    let rows = ranked(times.rows)
    let shown = rows.count <= max(room - 3, 5) ? rows.count : max(room - 4, 5)
    if !rows.isEmpty {
      lines += TextLayout.lines(of: rows.prefix(shown)) { cells(of: $0) }
    }
    if shown < rows.count { lines.append("and \(rows.count - shown) more; --verbose shows them") }
    let split = rows.filter { $0.judgment?.minimaDisagree == true }.map(\.session)
    if !split.isEmpty {
      let sessions = TextLayout.list(split, atMost: 3)
      lines.append("note: the least times say the opposite for \(sessions): two modes?")
    }
    return lines
  }

  /// The rows that were judged, those that matter first.
  static func ranked(_ rows: [TimesRow]) -> [TimesRow] {
    rows.enumerated().sorted {
      let ranks = (rank($0.element), rank($1.element))
      return ranks.0 == ranks.1 ? $0.offset < $1.offset : ranks.0 < ranks.1
    }.map(\.element).filter { $0.judgment != nil }
  }

  private static func rank(_ row: TimesRow) -> Int {
    switch row.judgment?.verdict {
    case .regressed: 0
    case .improved: 1
    case .inconclusive: 2
    case .unchanged: 3
    case nil: 4
    }
  }

  private static func cells(of row: TimesRow) -> [TableCell] {
    guard let judgment = row.judgment else { return [] }
    var verdict = judgment.verdict.word
    if case .inconclusive(let doubt) = judgment.verdict { verdict += ": \(doubt.rawValue)" }
    let (low, high) = (judgment.change.lower, judgment.change.upper)
    return [
      TableCell("session", row.session), TableCell("time", row.metric),
      TableCell("base", row.baseMedian.map { MetricText.lap($0) } ?? "-", isNumber: true),
      TableCell("change", change(judgment.change.shift), isNumber: true),
      TableCell("interval", "\(change(low)) ... \(change(high))", isNumber: true),
      TableCell(
        "floor", percent(TimesJudgment.ratio(judgment.floor) - 1, sign: false), isNumber: true),
      TableCell("by least", change(judgment.changeOfMinima), isNumber: true),
      TableCell("blocks", "\(judgment.change.count)", isNumber: true),
      TableCell("verdict", verdict),
    ]
  }
}

extension ComparisonText {
  /// A change whose logarithm is given, in percent: `+3.1 %`.
  static func change(_ logarithm: Double) -> String {
    logarithm.isFinite
      ? percent(TimesJudgment.ratio(logarithm) - 1) : logarithm < 0 ? "-inf" : "+inf"
  }

  /// A part in percent.
  static func percent(_ part: Double, places: Int = 1, sign: Bool = true) -> String {
    let scale = places == 1 ? 1e3 : 1e5
    let number = Int64((part * scale).rounded(.toNearestOrAwayFromZero))
    return (sign && number > 0 ? "+" : "") + MetricText.decimal(number, places: places) + " %"
  }
}
