internal import Formatting
internal import Measures
internal import Metrics

extension ExportFormat {
  static let markdown = ExportFormat(
    "markdown", "failures and tables for the page of a CI job or a comment",
    [ReportFile("summary.md", "failures and tables in Markdown") { Summary.text(of: $0) }])
}

/// The summary of a run for the page of a CI job, in Markdown.
///
/// GitHub drops a summary of more than 1 MiB as a whole, so its end is left out before that.
public enum Summary {
  /// The most bytes of a summary, with a margin below the 1,048,576 of GitHub.
  public static let byteLimit = 1_000_000
  /// The summary's text, at most `byteLimit` bytes.
  public static func text(of run: RunReport) -> String { text(of: run, byteLimit: byteLimit) }

  /// The summary's text, cut by whole lines to a number of bytes.
  static func text(of run: RunReport, byteLimit: Int) -> String {
    let isBad = !run.isGood || run.brokenRealTimes > 0
    let sign = isBad ? "❌" : run.isUndecided ? "⚠️" : "✅"
    let head = "# \(sign) \(Escape.markdown(run.verdict))\n"
    let warnings = run.warnings.map { session, sentence in item(session, sentence) }
    let parts =
      [
        head, list("Failures", failures(of: run)),
        list("Real times", run.realTimeLines.map { "- \(Escape.markdown($0))" }),
        list("Allocations", run.unjudgedBudgets.map { "- \(Escape.markdown($0))" }),
        list("Warnings", warnings),
      ]
      + ReportSection.allCases.map { table(of: $0, run) }
      + [
        calloutFaults(of: run), downloads(of: run), Markdown.variants(of: run),
        clusterings(of: run), realTimes(of: run), assumptions(of: run),
        "MapReplay \(Escape.markdown(run.version)); latencies are simulated.\n",
      ]
    return cut(parts.filter { !$0.isEmpty }.joined(separator: "\n"), byteLimit: byteLimit)
  }

  private static func item(_ session: SessionReport, _ sentence: String) -> String {
    "- **\(Escape.markdown(session.title))**: \(Escape.markdown(sentence))"
  }

  private static func list(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "## \(title)\n\n\(lines.joined(separator: "\n"))\n"
  }

  private static func failures(of run: RunReport) -> [String] {
    run.findings.map { "- \(Escape.markdown($0))" }
      + run.listedFailures([.aborted, .harnessBroken, .failed]).flatMap { failure in
        let end =
          failure.reproduction.map { "; reproduce: \(Escape.markdown($0))" }
          ?? (failure.session.isCanary ? "" : " (\(Escape.markdown(failure.place)))")
        let line = item(failure.session, failure.sentence) + end
        return [line] + failure.details.map { "  - \(Escape.markdown($0))" }
          + (failure.summary.map { ["  - \(Escape.markdown($0))"] } ?? [])
      }
  }

  /// The table of a section over all sessions that it concerns.
  private static func table(of section: ReportSection, _ run: RunReport) -> String {
    let sessions = section.sessions(of: run)
    guard !sessions.isEmpty else { return "" }
    var text = "## \(section.title)\n\n"
    text += Markdown.table(
      section.columns(withRealTimes: !run.isDebugBuild, for: sessions), sessions)
    if section == .clustering { text += "\n\(section.help)\n" }
    if section == .frames { text += "\n\(HitchClass.limits)\n" }
    return text
  }

  private static func calloutFaults(of run: RunReport) -> String {
    let rows = run.scenarios.flatMap { session in
      session.calloutFaults.map { fault in
        [
          Escape.markdown(session.title), fault.criterion.title, fault.count,
          MetricText.amount(fault.measure), MetricText.allowed(fault.measure),
          Escape.markdown(session.place(of: fault.worst)),
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    let titles = ["scenario", "criterion", "broken by", "worst", "allowed", "step of the worst"]
    return "## Criteria broken by callouts\n\n" + Markdown.table(titles, rows, ofNumbers: true)
  }

  private static func downloads(of run: RunReport) -> String {
    let sessions = run.scenarios.filter { session in
      session.facts.batchWindows.contains { $0.updates > 0 }
    }
    guard !sessions.isEmpty else { return "" }
    let tables = sessions.map { session in
      let (titles, rows) = session.batchTable
      return "**\(Escape.markdown(session.title))**\n\n"
        + Markdown.table(
          ["batches"] + titles,
          zip(session.facts.batchWindows, rows).map { [$0.numbers] + $1 }, ofNumbers: true)
    }
    return "## How does latency develop over a download?\n\n" + tables.joined(separator: "\n")
  }

  private static func clusterings(of run: RunReport) -> String {
    let rows = run.sessions.flatMap { session in
      session.clusterings.map { clustering in
        [session.title, clustering.layer, clustering.words].map(Escape.markdown)
      }
    }
    guard !rows.isEmpty else { return "" }
    return "## Modes of clustering\n\n"
      + Markdown.table(["scenario", "layer", "mode"], rows, ofNumbers: false)
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
    guard let real = run.realNanoseconds, let speed = run.speed else { return "" }
    return "\(MetricText.exact(.nanoseconds(run.simulatedNanoseconds), of: .simulatedTime)) of "
      + "simulated time replayed in \(MetricText.lap(real)): "
      + "\(speed) simulated seconds per real second.\n"
      + (run.overheadSentence.map { "\n\($0)\n" } ?? "")
  }

  private static func cut(_ text: String, byteLimit: Int) -> String {
    guard text.utf8.count > byteLimit else { return text }
    let note = "\n… the rest was left out: a summary may not be longer. See the run file.\n"
    var left = byteLimit - note.utf8.count
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { line in
      left -= line.utf8.count + 1
      return left >= 0
    }
    return lines.joined(separator: "\n") + "\n" + note
  }
}

extension Markdown {
  /// A table of some columns over some sessions, after cells of Markdown.
  static func table(
    _ columns: [MetricColumn], _ sessions: [SessionReport], after titles: [String] = ["scenario"],
    _ cells: (SessionReport) -> [String] = { [Escape.markdown($0.title)] }
  ) -> String {
    let texts = sessions.map { session in columns.map { $0.text(for: session) } }
    let hasStar = texts.joined().contains { $0.hasSuffix(MetricText.star) }
    let table = table(
      titles + columns.map(\.title), zip(sessions, texts).map { cells($0) + $1 }, ofNumbers: true)
    return table + (hasStar ? "\n\(Escape.markdown(MetricText.starNote))\n" : "")
  }
}
