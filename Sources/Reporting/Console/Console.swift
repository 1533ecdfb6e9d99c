internal import Formatting
internal import Measures
internal import Metrics

/// What a run prints, at most 100 columns wide.
///
/// How much follows from how much was asked for: one scenario shows everything, a few print a line
/// each, many a row for each folder; failures and the verdict are always there. Everything of ours
/// is ASCII, and what others wrote cannot move the cursor.
public struct Console: Sendable {
  /// Whether lines are coloured; false when the output is not a terminal.
  public var hasColours: Bool
  /// Whether only failures and the last line are printed.
  public var isQuiet: Bool
  /// Whether everything is printed, failures that follow from others too.
  public var isVerbose = false
  /// The number of scenario files of the run; variants of one are one.
  public var fileCount = 1
  /// The number of sessions of the run.
  public var sessionCount = 1
  /// Where the pages of the run are; nil where there are none.
  public var pages: String?

  /// Makes a console of its settings.
  public init(hasColours: Bool, isQuiet: Bool) {
    self.hasColours = hasColours
    self.isQuiet = isQuiet
  }

  /// The most sessions that print a line each unless all are asked for.
  private static let lineLimit = 20

  private var showsLines: Bool { !isQuiet && (isVerbose || sessionCount <= Console.lineLimit) }

  private var showsTables: Bool { !isQuiet && (isVerbose || fileCount <= 1) }

  /// The line for a session that has just been replayed, with its newline; empty when there are too
  /// many of them, or when quiet.
  public func line(for session: SessionReport) -> String {
    guard showsLines else { return "" }
    let table = session.facts.session
    let title = TextLayout.padded(Console.fitted(session, to: 33), to: 33)
    let time = MetricText.short(table[.simulatedTime], of: .simulatedTime)
    let latency = table[.latencyPercentile95]
    let reuse = table[.viewReuseRate]
    var parts = [
      title, TextLayout.padded(time, to: 10, left: true),
      latency.isMeasured ? "p95 \(MetricText.short(.latencyPercentile95, in: table))" : "",
      reuse.isMeasured ? "reuse \(MetricText.short(reuse, of: .viewReuseRate))" : "",
    ]
    parts[2] = TextLayout.padded(parts[2], to: 15)
    parts[3] = TextLayout.padded(parts[3], to: 13)
    if case .share(let part, let whole) = table[.calloutsCorrect], whole > 0 {
      parts.append("callouts \(part)/\(whole)")
    }
    let rest = TextLayout.fitted(parts.joined(separator: "  "), to: TextLayout.width - 8)
    return TextLayout.trimmed("\(badge(session.outcome))  \(rest)") + "\n"
  }

  /// Everything after the last scenario: the tables, the warnings, the failures, the last line.
  public func closing(of run: RunReport) -> String {
    var text = ""
    if showsTables {
      for question in ReportSection.allCases { text += table(question, of: run) }
      text += calloutFaults(of: run)
      text += variants(of: run)
    }
    if !isQuiet {
      if !showsLines { text += folders(of: run) }
      text += realTimes(of: run)
      text += showsLines ? warnings(of: run) : warningCount(of: run)
    }
    text += failures(of: run)
    if !isQuiet, let pages { text += "\npages: \(pages)\n" }
    text += lastLine(of: run)
    return text
  }

  /// A row for each folder of scenarios.
  private func folders(of run: RunReport) -> String {
    let rows = FolderSummary.rows(of: run).map(\.cells)
    return TextLayout.table(of: rows) { row in
      zip(FolderSummary.titles, row).enumerated().map { index, cell in
        TableCell(cell.0, TextLayout.fitted(cell.1, to: 24), isNumber: index > 1)
      }
    }
  }

  private func badge(_ outcome: SessionOutcome) -> String {
    switch outcome {
    case .passed: coloured("PASS  ", "32")
    case .failed: coloured("FAIL  ", "31")
    case .caught: coloured("CAUGHT", "36")
    case .harnessBroken: coloured("BROKEN", "1;31")
    case .aborted: coloured("ABORT ", "1;31")
    }
  }

  func coloured(_ text: String, _ code: String) -> String {
    hasColours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Console {
  private func table(_ question: ReportSection, of run: RunReport) -> String {
    let sessions = question.sessions(of: run)
    guard !sessions.isEmpty else { return "" }
    // A line has no room for the criteria; they follow one a line.
    let columns = question.columns(withRealTimes: !run.isDebugBuild, for: sessions)
      .filter { !$0.isForPages }
    let cells = sessions.map { session in columns.map { $0.text(for: session) } }
    let widths = columns.indices.map { column in
      cells.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    let left = TextLayout.width - widths.reduce(0) { $0 + $1 + 1 }
    let rows = zip(sessions, cells).map { [Console.fitted($0, to: max(left, 12))] + $1 }
    let text = TextLayout.table(of: rows) { row in
      zip(["scenario"] + columns.map(\.title), row).enumerated().map { index, cell in
        TableCell(cell.0, cell.1, isNumber: index > 0)
      }
    }
    let notes = question.notes(below: cells).flatMap { TextLayout.wrapped($0) }
    let note = notes.map { $0 + "\n" }.joined()
    return "\n\(coloured(question.title, "1"))\n\n\(text)\(note)"
  }

  /// Each criterion that a callout broke, with the place of the worst one's step.
  private func calloutFaults(of run: RunReport) -> String {
    let lines = run.scenarios.flatMap { session in
      session.calloutFaults.flatMap { fault in
        TextLayout.wrapped(
          "\(session.place(of: fault.worst)): \(session.variantPrefix)\(fault.words)")
      }
    }
    guard !lines.isEmpty else { return "" }
    return "\n\(coloured("What callouts break", "1"))\n\n" + lines.joined(separator: "\n") + "\n"
  }

  private func warningCount(of run: RunReport) -> String {
    let count = run.warnings.count
    guard count > 0 else { return "" }
    return "\n\(MetricText.things(count, "warning")): see summary.md, or ask for --verbose\n"
  }

  private func warnings(of run: RunReport) -> String {
    let lines = run.warnings.flatMap {
      TextLayout.wrapped("\($0.session.file): \($0.session.variantPrefix)\($0.sentence)")
    }
    guard !lines.isEmpty else { return "" }
    return "\n\(coloured("Warnings", "1;33"))\n\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The most failures that are printed unless all are asked for; nobody reads on after so many.
  private static let failureLimit = 100

  private func failures(of run: RunReport) -> String {
    var lines: [String] = []
    for session in run.sessions {
      guard let abort = session.abort else { continue }
      lines += TextLayout.wrapped("\(session.file): \(session.variantPrefix)\(abort.words)")
      // A command is copied as a whole.
      lines.append("   reproduce: \(Escape.line(abort.reproduction))")
    }
    let branches = run.sessions.lazy.filter { $0.outcome == .failed }.flatMap(\.failureBranches)
    let shown = isVerbose ? Int.max : Console.failureLimit
    for branch in branches.prefix(shown) { lines += self.lines(of: branch) }
    let left = branches.dropFirst(shown).count
    if left > 0 {
      lines += TextLayout.wrapped(
        "... and \(MetricText.things(left, "more failure")): see summary.md, or ask for --verbose")
    }
    for session in run.sessions where session.outcome == .harnessBroken {
      lines += TextLayout.wrapped(
        "\(session.file): \(session.variantPrefix)\(session.canaryComplaint)")
    }
    guard !lines.isEmpty else { return "" }
    let heading = isQuiet ? "" : "\n\(coloured("Failures", "1;31"))\n\n"
    return heading + lines.joined(separator: "\n") + "\n"
  }

  private func lines(of branch: FailureBranch) -> [String] {
    let session = branch.session
    var lines = TextLayout.wrapped("\(branch.place): \(session.variantPrefix)\(branch.sentence)")
    if isVerbose {
      for verdict in branch.followers {
        lines += TextLayout.wrapped(
          "follows from it: \(session.file):\(verdict.line):\(verdict.column): "
            + session.complaint(of: verdict), indent: "   ")
      }
    } else if let summary = branch.summary {
      lines += TextLayout.wrapped(summary, indent: "   ")
    }
    return lines
  }

  private func realTimes(of run: RunReport) -> String {
    guard !run.isDebugBuild else { return "\ndebug build: facts only\n" }
    guard let real = run.realNanoseconds, let speed = run.speed else { return "" }
    let length = MetricText.short(.nanoseconds(run.simulatedNanoseconds), of: .simulatedTime)
    return "\n\(length) simulated in \(MetricText.lap(real)) of replay: "
      + "\(speed) simulated seconds per real second\n"
  }

  private func lastLine(of run: RunReport) -> String {
    (isQuiet ? "" : "\n")
      + coloured(
        TextLayout.wrapped(run.verdict).joined(separator: "\n"), run.isGood ? "32" : "1;31")
      + "\n"
  }
}

extension Console {
  /// The title of a session in a number of characters.
  ///
  /// The variant, which comes last, stays whole as long as it leaves a third of the room.
  static func fitted(_ session: SessionReport, to width: Int) -> String {
    guard let variant = session.variant else { return TextLayout.fitted(session.title, to: width) }
    let tail = " (\(TextLayout.fitted(variant.name, to: max(width * 2 / 3 - 3, 4))))"
    return TextLayout.fitted(session.name, to: max(width - tail.count, 4)) + tail
  }
}
