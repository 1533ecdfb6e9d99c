internal import Formatting
internal import Measures
internal import Metrics
internal import Statistics

/// The summary of a run for the page of a CI job, in Markdown.
///
/// GitHub drops a summary of more than 1 MiB as a whole, so rows are left out before that.
public enum Summary {
  /// The most bytes that a summary has; a margin below the 1,048,576 that GitHub takes.
  public static let byteLimit = 1_000_000

  /// The summary's text, at most `byteLimit` bytes.
  public static func text(of run: RunReport) -> String { text(of: run, byteLimit: byteLimit) }

  /// The summary's text, cut down by whole lines to a number of bytes.
  static func text(of run: RunReport, byteLimit: Int) -> String {
    let mark = run.isGood ? "✅" : "❌"
    var lines = ["# \(mark) \(run.headline)", "", Escape.markdown(run.verdict), ""]
    lines += failures(of: run)
    lines += warnings(of: run)
    for question in ReportSection.allCases {
      let sessions = question.sessions(of: run)
      guard !sessions.isEmpty else { continue }
      lines += ["## \(question.title)", ""]
      lines += sectionLines(
        of: Markdown.table(question, sessions, withRealTimes: !run.isDebugBuild) {
          Escape.markdown($0.title)
        })
      if question == .clustering { lines += ["", question.help] }
      if question == .frames { lines += ["", HitchClass.limits] }
      lines.append("")
    }
    lines += calloutFaults(of: run)
    lines += downloads(of: run)
    lines += sectionLines(of: Markdown.variants(of: run))
    lines += sectionLines(of: Markdown.clusterings(of: run))
    lines += realTimes(of: run)
    lines += assumptions(of: run)
    lines.append("MapReplay \(Escape.markdown(run.version)); latencies are simulated.")
    return cut(lines, byteLimit: byteLimit)
  }

  private static func failures(of run: RunReport) -> [String] {
    var lines = run.findings.map { "- \(Escape.markdown($0))" }
    for session in run.sessions {
      guard let abort = session.abort else { continue }
      lines.append(
        "- **\(Escape.markdown(session.title))**: \(Escape.markdown(abort.words)); reproduce: "
          + Escape.markdown(abort.reproduction))
    }
    for session in run.sessions where session.outcome == .harnessBroken {
      lines.append(
        "- **\(Escape.markdown(session.title))**: \(Escape.markdown(session.canaryComplaint))")
    }
    for session in run.sessions where session.outcome == .failed {
      for branch in session.failureBranches {
        lines.append(
          "- **\(Escape.markdown(session.title))**: \(Escape.markdown(branch.sentence))"
            + " (\(Escape.markdown(branch.place)))")
        if let summary = branch.summary { lines.append("  - \(Escape.markdown(summary))") }
      }
    }
    return lines.isEmpty ? [] : ["## Failures", ""] + lines + [""]
  }

  private static func warnings(of run: RunReport) -> [String] {
    let lines = run.warnings.map { session, sentence in
      "- **\(Escape.markdown(session.title))**: \(Escape.markdown(sentence))"
    }
    return lines.isEmpty ? [] : ["## Warnings", ""] + lines + [""]
  }

  /// Every criterion that a callout broke, with the place of the worst one's step.
  private static func calloutFaults(of run: RunReport) -> [String] {
    let rows = run.scenarios.flatMap { session in
      session.calloutFaults.map { fault in
        [
          Escape.markdown(session.title), fault.criterion.title, fault.count,
          MetricText.amount(fault.measure), MetricText.allowed(fault.measure),
          Escape.markdown(session.place(of: fault.worst)),
        ]
      }
    }
    guard !rows.isEmpty else { return [] }
    let titles = ["scenario", "criterion", "broken by", "worst", "allowed", "step of the worst"]
    return ["## What callouts break", ""]
      + lines(of: Markdown.table(titles, rows, ofNumbers: true)) + [""]
  }

  /// How latency develops while batches arrive, for each scenario with a download.
  private static func downloads(of run: RunReport) -> [String] {
    let sessions = run.scenarios.filter { session in
      session.facts.batchWindows.contains { $0.updates > 0 }
    }
    guard !sessions.isEmpty else { return [] }
    var lines = ["## How does latency develop over a download?", ""]
    for session in sessions {
      let reals = session.realLatencies
      let isReal = reals.contains { $0 != nil }
      let titles =
        ["batches", "updates", "latency p50", "latency p95", "latency max"]
        + (isReal ? ["real compute p50", "real compute p95", "real compute max"] : [])
      let rows = zip(session.facts.batchWindows, reals).map { window, real in
        [
          window.numbers,
          MetricText.count(Int64(window.updates)),
          MetricText.short(window.median, of: .latencyMedian),
          window.percentile95Text,
          MetricText.short(window.maximum, of: .latencyMaximum),
        ]
          + (isReal
            ? [
              real.map { MetricText.lap($0.p50) }, real.map(MetricText.lap95),
              real.map { MetricText.lap($0.max) },
            ].map { $0 ?? MetricText.never } : [])
      }
      lines += ["**\(Escape.markdown(session.title))**", ""]
      lines += self.lines(of: Markdown.table(titles, rows, ofNumbers: true)) + [""]
    }
    return lines
  }

  private static func assumptions(of run: RunReport) -> [String] {
    let assumptions = Assumptions(run)
    guard !assumptions.devices.isEmpty else { return [] }
    var lines = ["## What was assumed", "", Assumptions.sentence, ""]
    lines += assumptions.devices.map { device in
      "- **\(Escape.markdown(device.name))**: "
        + device.costs.map(Escape.markdown).joined(separator: ", ")
    }
    guard !assumptions.options.isEmpty else { return lines + [""] }
    let rows = assumptions.options.map { option in
      [
        Escape.markdown(option.name), Escape.markdown(option.standard ?? MetricText.never),
        Escape.markdown(option.exceptions),
      ]
    }
    lines += [""]
    lines += self.lines(
      of: Markdown.table(["option of the model", "standard", "otherwise"], rows, ofNumbers: false))
    return lines + [""]
  }

  private static func realTimes(of run: RunReport) -> [String] {
    guard !run.isDebugBuild else { return ["Debug build: facts only, no times.", ""] }
    guard let real = run.realNanoseconds, let speed = run.speed else { return [] }
    return [
      "\(MetricText.exact(.nanoseconds(run.simulatedNanoseconds), of: .simulatedTime)) of "
        + "simulated time replayed in \(MetricText.lap(real)): "
        + "\(speed) simulated seconds per real second.", "",
    ]
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  /// The lines of a section with those that part it; none when it is empty.
  private static func sectionLines(of text: String) -> [String] {
    // The last newline ends a line and begins none.
    text.isEmpty
      ? []
      : text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func cut(_ lines: [String], byteLimit: Int) -> String {
    let sizes = lines.map { $0.utf8.count + 1 }
    guard sizes.reduce(0, +) > byteLimit else { return lines.joined(separator: "\n") + "\n" }
    let note = "\n… the rest was left out: a summary may not be longer. See the run file.\n"
    var text = ""
    var room = byteLimit - note.utf8.count
    for (line, size) in zip(lines, sizes) {
      guard size <= room else { break }
      text += line + "\n"
      room -= size
    }
    return text + note
  }
}
