internal import Formatting
internal import Measures
internal import Metrics
public import Reporting

extension ExportFormat {
  static let markdown = ExportFormat(
    "markdown", "failures and tables for the page of a CI job or a comment",
    [ReportFile("summary.md", "failures and tables in Markdown") { Summary.text(of: $0) }])
}

/// The summary of a run for the page of a CI job, in Markdown.
///
/// GitHub drops a summary larger than 1 MiB as a whole. A larger summary therefore loses
/// the last rows of each list and table, failures last, and states how many it lost.
public enum Summary {
  /// The most bytes of a summary.
  ///
  /// GitHub's limit is 1,048,576; the margin is for other output of the same step.
  public static let byteLimit = 1_000_000
  /// The summary's text, at most `byteLimit` bytes.
  public static func text(of run: RunReport) -> String { text(of: run, byteLimit: byteLimit) }

  /// The summary's text in a number of bytes.
  static func text(of run: RunReport, byteLimit: Int) -> String {
    let sections = sections(of: run).filter { !$0.isEmpty }
    func count(atMost limit: Int) -> Int {
      sections.reduce(sections.count - 1) { $0 + $1.byteCount(rowsAtMost: limit) }
    }
    // The most rows with which everything fits.
    var rows = 0..<(1 + (sections.map(\.rows.count).max() ?? 0))
    while rows.count > 1 {
      let middle = rows.lowerBound + rows.count / 2
      rows =
        count(atMost: middle) <= byteLimit
        ? middle..<rows.upperBound : rows.lowerBound..<middle
    }
    let text = sections.map { $0.text(rowsAtMost: rows.lowerBound) }.joined(separator: "\n")
    return MarkdownSection.cut(text, byteLimit: byteLimit)
  }

  private static func sections(of run: RunReport) -> [MarkdownSection] {
    let warnings = run.warnings.map { session, sentence in item(session, sentence) }
    return [
      MarkdownSection(head: "# \(run.sign) \(Escape.markdown(run.verdict))\n"),
      MarkdownSection(list: "Failures", failures(of: run)),
      MarkdownSection(list: "Known failures", run.listedKnownFailures.map { item($0.session, $0) }),
      MarkdownSection(list: "Real times", run.realTimeLines.map { "- \(Escape.markdown($0))" }),
      MarkdownSection(list: "Allocations", run.unjudgedBudgets.map { "- \(Escape.markdown($0))" }),
      MarkdownSection(list: "Warnings", warnings),
    ]
      + ReportSection.allCases.map { table(of: $0, run) }
      + [
        calloutFailures(of: run), downloads(of: run), variants(of: run), clusterings(of: run),
        MarkdownSection(head: realTimes(of: run)), MarkdownSection(head: assumptions(of: run)),
        MarkdownSection(
          head: "MapReplay \(Escape.markdown(run.version)); latencies are simulated.\n"),
      ]
  }

  private static func item(_ session: SessionReport, _ failure: ListedFailure) -> String {
    item(session, failure.sentence) + " (\(Escape.markdown(failure.place)))"
  }

  private static func item(_ session: SessionReport, _ sentence: String) -> String {
    "- **\(Escape.markdown(session.title))**: \(Escape.markdown(sentence))"
  }

  /// The failures, then the differences from the committed facts.
  ///
  /// A contradiction between two replays comes first, since no other line is then reliable.
  private static func failures(of run: RunReport) -> [String] {
    func line(_ finding: String) -> String { "- \(Escape.markdown(finding))" }
    let failures = run.listedFailures([.aborted, .harnessBroken, .failed]).map { failure in
      let end =
        failure.reproduction.map { "; reproduce: \(Escape.markdown($0))" }
        ?? (failure.session.isCanary ? "" : " (\(Escape.markdown(failure.place)))")
      let line = item(failure.session, failure.sentence) + end
      let details = failure.details + (failure.summary.map { [$0] } ?? [])
      return ([line] + details.map { "  - \(Escape.markdown($0))" }).joined(separator: "\n")
    }
    let findings = (run.comparison?.findings ?? []) + run.countsFindings
    return run.contradictions.map(line) + failures + findings.map(line)
  }

  /// The table of a section over all sessions that it concerns.
  private static func table(of section: ReportSection, _ run: RunReport) -> MarkdownSection {
    let sessions = section.sessions(of: run)
    guard !sessions.isEmpty else { return MarkdownSection() }
    let columns = section.columns(withRealTimes: !run.isDebugBuild, for: sessions)
    let texts = sessions.map { session in columns.map { $0.text(for: session) } }
    var table = MarkdownSection(
      table: section.title, ["scenario"] + columns.map(\.title),
      zip(sessions, texts).map { [Escape.markdown($0.title)] + $1 }, of: sessions)
    if texts.joined().contains(where: { $0.hasSuffix(MetricText.star) }) {
      table.tail = "\n\(Escape.markdown(MetricText.starNote))\n"
    }
    if section == .clustering { table.tail += "\n\(section.help)\n" }
    if section == .frames { table.tail += "\n\(HitchClass.limits)\n" }
    return table
  }

  private static func calloutFailures(of run: RunReport) -> MarkdownSection {
    let failures = run.scenarios.flatMap { session in
      session.calloutFailures.map { (session: session, failure: $0) }
    }
    let titles = [
      "scenario", "criterion", "failed callouts", "worst value", "allowed", "step of the worst",
    ]
    return MarkdownSection(
      table: "Criteria broken by callouts", titles,
      failures.map { session, failure in
        [
          Escape.markdown(session.title), failure.criterion.title, failure.count,
          MetricText.amount(failure.measure), MetricText.allowed(failure.measure),
          Escape.markdown(session.place(of: failure.worst)),
        ]
      }, of: failures.map(\.session))
  }

  private static func downloads(of run: RunReport) -> MarkdownSection {
    let sessions = run.scenarios.filter { session in
      session.facts.batchWindows.contains { $0.updates > 0 }
    }
    return MarkdownSection(
      parts: "How does latency develop over a download?",
      sessions.map { session in
        let (titles, rows) = session.batchTable
        return "**\(Escape.markdown(session.title))**\n\n"
          + Markdown.table(
            ["batches"] + titles,
            zip(session.facts.batchWindows, rows).map { [$0.numbers] + $1 }, ofNumbers: true)
      }, of: sessions)
  }

  private static func variants(of run: RunReport) -> MarkdownSection {
    let tables = VariantTable.tables(of: run)
    return MarkdownSection(
      parts: "\(VariantTable.title)\n\n\(VariantTable.help)", tables.map(\.markdown),
      of: tables.map { table in table.sessions.first { !$0.outcome.isGood } ?? table.sessions[0] })
  }

  private static func clusterings(of run: RunReport) -> MarkdownSection {
    let rows = run.sessions.flatMap { session in
      session.clusterings.map { (session: session, clustering: $0) }
    }
    return MarkdownSection(
      table: "Modes of clustering", ["scenario", "layer", "mode"],
      rows.map { [$0.title, $1.layer, $1.words].map(Escape.markdown) }, ofNumbers: false,
      of: rows.map(\.session))
  }

  private static func assumptions(of run: RunReport) -> String {
    let assumptions = Assumptions(run)
    guard !assumptions.devices.isEmpty else { return "" }
    let devices = assumptions.devices.map { device in
      "- **\(Escape.markdown(device.name))**: "
        + device.costs.map(Escape.markdown).joined(separator: ", ") + "\n"
    }
    let text = "## Assumptions\n\n\(Assumptions.sentence)\n\n" + devices.joined()
    let rows = assumptions.rows.map { $0.map(Escape.markdown) }
    guard !rows.isEmpty else { return text }
    return text + "\n"
      + Markdown.table(["option of the model", "default", "otherwise"], rows, ofNumbers: false)
  }

  private static func realTimes(of run: RunReport) -> String {
    guard !run.isDebugBuild else { return "Debug build: facts only, no times.\n" }
    let unrecorded =
      run.unrecordedTimes.map { "\n\($0.prefix(1).uppercased() + $0.dropFirst()).\n" } ?? ""
    guard let real = run.realNanoseconds, let speed = run.speed else { return unrecorded }
    return "\(MetricText.exact(.nanoseconds(run.simulatedNanoseconds), of: .simulatedTime)) of "
      + "simulated time replayed in \(MetricText.lap(real)): "
      + "\(speed) simulated seconds per real second.\n"
      + (run.overheadSentence.map { "\n\($0)\n" } ?? "") + unrecorded
  }
}

extension RunReport {
  /// The verdict as a sign for people.
  var sign: String {
    !isGood || brokenRealTimes > 0 ? "❌" : isUndecided ? "⚠️" : "✅"
  }
}
