internal import Formatting
internal import MapGeometry
internal import Measures
package import Metrics
public import Reporting

/// The output of a run on the terminal: at most 40 lines of about 100 columns, unless verbose.
///
/// A few sessions have a line each, many a row for each folder where there is room; failures, the
/// answers and the verdict come first. Names are whole, however wide. Foreign text cannot move the
/// cursor. Our own is ASCII, but for the bars that a terminal shows: of the updates of a session,
/// and of all sessions for each question.
public struct Console: Sendable {
  /// Whether lines are colored; false when the output is not a terminal.
  public var hasColors: Bool
  /// Whether only failures and the last line are printed.
  public var isQuiet: Bool
  /// Whether everything is printed, including failures that follow from others.
  public var isVerbose = false
  /// The number of sessions of the run.
  public var sessionCount = 1
  /// The folder of the run's reports; nil when there are none.
  public var folder: String?
  /// The number of sessions that must hold under all assumptions, which a run does not check.
  public var uncheckedClaimCount = 0
  /// The reason why a file of the run cannot be written; nil when all are written.
  ///
  /// The program fails for it, whatever the ending of the run.
  public var unwritten: String?

  /// Makes a console of its settings.
  public init(hasColors: Bool, isQuiet: Bool) {
    self.hasColors = hasColors
    self.isQuiet = isQuiet
  }

  /// The most sessions that print a line each, unless verbose.
  private static let sessionLimit = 12
  private var showsLines: Bool { !isQuiet && (isVerbose || sessionCount <= Self.sessionLimit) }

  /// The facts that stand for a session where there is little room, as in its line.
  package static let headlines: [Metric] = [
    .simulatedTime, .viewReuseRate, .calloutsCorrect, .latencyWithoutFadePercentile95,
  ]

  /// The line for a replayed session, with its newline; empty when quiet or for many sessions.
  public func line(for session: SessionReport) -> String {
    guard showsLines else { return "" }
    let table = session.facts.session
    let time = MetricText.short(table[.simulatedTime], of: .simulatedTime)
    let latency = Metric.latencyWithoutFadePercentile95
    let reuse = table[.viewReuseRate]
    let p95 =
      table[latency].isMeasured
      ? " (\(latency.title) \(MetricText.short(latency, in: table)))" : ""
    let rate =
      session.keepsOwnViews
      ? "own views"
      : reuse.isMeasured ? "reuse \(MetricText.short(reuse, of: .viewReuseRate))" : ""
    var callouts = ""
    if case .share(let part, let whole) = table[.calloutsCorrect], whole > 0 {
      callouts = "callouts \(part)/\(whole)"
    }
    let title =
      Escape.line(session.title) + p95
      + (session.isUnasked ? "; \(SessionReport.nothingAsked)" : "")
    let parts =
      [
        TextLayout.padded(time, to: 9, left: true), TextLayout.padded(rate, to: 13),
        TextLayout.padded(callouts, to: 14),
      ] + (hasColors ? [TextLayout.padded(updates(of: session), to: 12)] : [])
    // The badge has seven characters, but for its color.
    let columns = parts.joined(separator: " ")
    let room = TextLayout.width - 7 - columns.count - 1
    // Of a few sessions the whole titles have room, below.
    let isBelow = title.count > room && (isVerbose || sessionCount <= Console.wholeTitleLimit)
    let lines =
      isBelow
      ? [TextLayout.trimmed(columns), "       \(title)"]
      : ["\(columns) \(TextLayout.fitted(title, to: room))"]
    return "\(badge(session.outcome)) \(lines.joined(separator: "\n"))\n"
  }

  /// The most sessions whose titles are never cut.
  private static let wholeTitleLimit = 5

  /// The latency of each cluster update without its fade, in order.
  private func updates(of session: SessionReport) -> String {
    TextLayout.sparkline(
      session.facts.updates.compactMap { $0.latencyWithoutFade.map { Double($0.nanoseconds) } })
  }

  /// Why the program does not end well, a line each, however long: the first one decides how.
  public func reasons(for run: RunReport) -> [String] { lines(of: run.reason) }

  private func lines(of reason: String?) -> [String] {
    [unwritten.map { "failed: \($0)" }, reason].compactMap { $0.map(Escape.line) }
  }

  /// The first lines: why the run fails, for readers who skim a log; empty when it does not
  /// fail.
  public func opening(of run: RunReport) -> String {
    // The failures follow, and are told in full there.
    let reasons = lines(of: run.briefReason)
    guard !reasons.isEmpty else { return "" }
    let color = run.ending == .improved && unwritten == nil ? "1;36" : "1;31"
    return reasons.map { colored($0, color) }.joined(separator: "\n")
      + (isQuiet ? "\n" : "\n\n")
  }

  /// The text after the last scenario: findings, the location of the reports, and the
  /// verdict.
  public func closing(of run: RunReport) -> String {
    let ending = changes(of: run) + reports + unchecked + lastLine(of: run)
    guard !isVerbose else {
      let tables = ReportSection.allCases.map { table($0, of: run) }.joined()
      return
        (isQuiet ? "" : tables + pointFiles(of: run) + calloutFailures(of: run) + variants(of: run))
        + findings(of: run, lines: .max) + ending
    }
    // What differs from the committed facts and counts is printed behind, with a remedy; where
    // names are long, a line of it takes several on the screen.
    let complaints = run.complaints().reduce(0) { $0 + 1 + ($1.count - 1) / TextLayout.width }
    let left =
      TextLayout.height - lineCount(opening(of: run) + ending)
      - (showsLines ? run.sessions.reduce(0) { $0 + lineCount(line(for: $1)) } : 0) - complaints
    return findings(of: run, lines: left) + ending
  }

  /// The failures within `lines` lines, followed by other findings that fit.
  private func findings(of run: RunReport, lines: Int) -> String {
    let answers = isQuiet ? "" : answers(of: run)
    // Failures leave room for the answers, but the first one is told in any case.
    let failures = failures(of: run, lines: max(lines - lineCount(answers), 8))
    var left = lines - lineCount(failures)
    func fitting(_ text: String) -> String {
      guard lineCount(text) <= left else { return "" }
      left -= lineCount(text)
      return text
    }
    let shownAnswers = fitting(answers)
    let real = fitting(expectedRealTimes(of: run))
    let unjudged = fitting(
      section(
        "Allocations", "1", run.unjudgedBudgets.flatMap { TextLayout.wrapped($0) },
        isQuiet: isQuiet))
    let known = fitting(knownFailures(of: run))
    guard !isQuiet else { return failures + known + real + unjudged }
    let warned = fitting(isVerbose ? warnings(of: run) : warningCount(of: run))
    let times = fitting(realTimes(of: run)) + fitting(allocations(of: run))
    let rows = showsLines ? "" : fitting(folders(of: run))
    let all = rows + shownAnswers + times + warned + failures + known + real + unjudged
    // What comes first has an empty line above it already, or nothing.
    return showsLines ? all : String(all.drop { $0 == "\n" })
  }

  private func lineCount(_ text: String) -> Int { text.count { $0 == "\n" } }

  private var reports: String {
    guard !isQuiet, let folder else { return "" }
    let names = RunReport.files.map(\.name)
    let page = names.first { $0.hasSuffix(".html") } ?? ""
    let sentence = "reports in \(folder): \(page) and \(names.count - 1) more files"
    return "\n" + TextLayout.wrapped(sentence).map { "\($0)\n" }.joined()
  }

  /// The sessions that changed since an earlier run.
  private func changes(of run: RunReport) -> String {
    guard let earlier = run.earlier else { return "" }
    let lines = earlier.lines(
      atMost: isVerbose ? .max : isQuiet ? 0 : FactsComparison.listLimit)
    return "\n"
      + lines.flatMap { line in
        TextLayout.wrapped(line, indent: String(line.prefix { $0 == " " }))
      }.map { "\($0)\n" }.joined()
  }

  /// The claims that only `run --assumptions` checks.
  private var unchecked: String {
    guard !isQuiet, uncheckedClaimCount > 0 else { return "" }
    let sessions = MetricText.things(uncheckedClaimCount, "session")
    let sentence =
      "\(sessions) not checked under all assumptions: add --assumptions"
    return "\n" + TextLayout.wrapped(sentence).map { "\($0)\n" }.joined()
  }

  /// The questions of the reports, a line each.
  private func answers(of run: RunReport) -> String {
    let answers = ReportSection.allCases.map { ($0, $0.answer(of: run)) }
    let hasWorst = answers.contains { $0.1.worst != nil }
    let table = TextLayout.table(of: answers) { section, answer in
      [
        TableCell("question", section.title),
        TableCell(hasWorst ? "median" : "answer", answer.number, isNumber: true),
      ]
        + (hasWorst
          ? [
            TableCell("worst", answer.worst?.number ?? MetricText.never, isNumber: true)
          ]
            // From the best session to the worst.
            + (hasColors ? [TableCell("to worst", TextLayout.sparkline(answer.values))] : []) + [
              TableCell("in", answer.worst.map { Escape.line($0.session.id) } ?? MetricText.never)
            ] : [])
    }
    return "\n" + Self.withoutTrailingSpaces(table)
  }

  /// The table without trailing spaces, for a last column with texts of varying length.
  private static func withoutTrailingSpaces(_ table: String) -> String {
    table.split(separator: "\n").map { TextLayout.trimmed(String($0)) + "\n" }.joined()
  }

  /// The folders, as narrow as a terminal: the lowest view reuse is on the pages alone, and the
  /// unit of the hitch ratio is in its title.
  private func folders(of run: RunReport) -> String {
    let rows = FolderSummary.rows(of: run).map(\.cells)
    return TextLayout.table(of: rows) { row in
      zip(FolderSummary.titles, row).enumerated().filter { $0.element.0 != "lowest" }
        .map { index, cell in
          let isHitchRatio = index == row.count - 1
          return TableCell(
            isHitchRatio ? "worst hitch, ms per s" : cell.0,
            TextLayout.fitted(
              isHitchRatio ? cell.1.replacing(" ms per s", with: "") : cell.1, to: 24),
            isNumber: index > 1)
        }
    }
  }

  private func badge(_ outcome: SessionOutcome) -> String {
    switch outcome {
    case .passed: colored("PASS  ", "32")
    case .knownFailure: colored("KNOWN ", "33")
    case .failed: colored("FAIL  ", "31")
    case .caught: colored("CAUGHT", "36")
    case .harnessBroken: colored("BROKEN", "1;31")
    case .aborted: colored("ABORT ", "1;31")
    }
  }

  func colored(_ text: String, _ code: String) -> String {
    hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Console {
  private func table(_ section: ReportSection, of run: RunReport) -> String {
    let sessions = section.sessions(of: run)
    guard !sessions.isEmpty else { return "" }
    // The criteria do not fit; they follow one a line.
    let columns = section.columns(withRealTimes: !run.isDebugBuild, for: sessions)
      .filter { !$0.isForPages }
    let cells = sessions.map { session in columns.map { $0.text(for: session) } }
    // Names come last, as they are as long as they are.
    let rows = zip(sessions, cells).map { $1 + [Escape.line($0.title)] }
    let text = TextLayout.table(of: rows) { row in
      zip(columns.map(\.title) + ["scenario"], row).enumerated().map { index, cell in
        TableCell(cell.0, cell.1, isNumber: index < columns.count)
      }
    }
    let notes = section.notes(below: cells).flatMap { TextLayout.wrapped($0) }
    return "\n\(colored(section.title, "1"))\n\n\(Self.withoutTrailingSpaces(text))"
      + notes.map { $0 + "\n" }.joined()
  }

  /// The files of points of which there is something to tell; variants share theirs.
  private func pointFiles(of run: RunReport) -> String {
    var lines: [String] = []
    var told: Set<String> = []
    for session in run.sessions {
      for file in session.pointFiles ?? [] {
        let text =
          TextLayout.wrapped("\(session.file): \(file.title)")
          + file.sentences.flatMap { TextLayout.wrapped($0, indent: "   ") }
        if told.insert(text.joined(separator: "\n")).inserted { lines += text }
      }
    }
    return section("Files of points", "1", lines)
  }

  /// Each criterion that a callout broke, with the step of the worst one.
  private func calloutFailures(of run: RunReport) -> String {
    let lines = run.scenarios.flatMap { session in
      session.calloutFailures.flatMap { failure in
        TextLayout.wrapped(
          "\(session.place(of: failure.worst)): \(session.variantPrefix)\(failure.words)")
      }
    }
    return section("Criteria broken by callouts", "1", lines)
  }

  /// The expectations of each scenario with variants, or the differences when it has none, in as
  /// many columns as fit; the pages have the rest.
  private func variants(of run: RunReport) -> String {
    let tables = VariantTable.tables(of: run).filter { !$0.rows.isEmpty }
    guard !tables.isEmpty else { return "" }
    return "\n\(colored(VariantTable.title, "1"))\n" + tables.map(variants).joined()
  }

  private func variants(of table: VariantTable) -> String {
    let expected = table.rows.filter(\.isExpected)
    let rows = expected.isEmpty ? table.rows : expected
    let title = "\n\(Escape.line(table.sessions[0].name))\n"
    guard table.names.count <= Console.variantColumns else {
      return title + linesOfVariants(table.names.map { Escape.line($0) }, rows)
    }
    let metricWidth = rows.reduce("metric".count) { max($0, $1.name.count) }
    let names = table.names.map { Escape.line($0) }
    let widths = names.indices.map { column in
      rows.reduce(names[column].count) { max($0, $1.cells[column].text.count) }
    }
    let texts = Console.columns(widths, beside: metricWidth).map { columns in
      TextLayout.table(of: rows) { row in
        [TableCell("metric", row.name, width: metricWidth)]
          + columns.map { TableCell(names[$0], row.cells[$0].text, isNumber: true) }
      }
    }
    return title + texts.joined()
  }

  private func warningCount(of run: RunReport) -> String {
    let count = run.warnings.count
    guard count > 0 else { return "" }
    return "\n\(MetricText.things(count, "warning")): read summary.md, or add --verbose\n"
  }

  private func warnings(of run: RunReport) -> String {
    let lines = run.warnings.flatMap {
      TextLayout.wrapped("\($0.session.file): \($0.session.variantPrefix)\($0.sentence)")
    }
    return section("Warnings", "1;33", lines)
  }

  private func knownFailures(of run: RunReport) -> String {
    let lines = run.listedKnownFailures.flatMap {
      TextLayout.wrapped("\($0.place): \($0.session.variantPrefix)\($0.sentence)")
    }
    return section("Known failures", "1;33", lines, isQuiet: isQuiet)
  }

  /// The failures that fit into so many lines: what broke the run first, then as many others as
  /// there is room for, and last what happened around the first ones.
  private func failures(of run: RunReport, lines limit: Int) -> String {
    var failures = run.listedFailures([.aborted, .harnessBroken, .failed])
    if !isVerbose {
      // Each file tells first why it failed, before any of them tells more.
      var files: Set<String> = []
      let first = failures.map { files.insert($0.session.file).inserted }
      failures =
        zip(failures, first).filter(\.1).map(\.0) + zip(failures, first).filter { !$1 }.map(\.0)
    }
    // The title with its empty lines, and the sentence about what is left out.
    let room = isVerbose ? Int.max : limit - (isQuiet ? 1 : 4)
    var blocks: [[String]] = []
    var count = 0
    for failure in failures {
      let block = lines(of: failure, isInFull: isVerbose)
      guard blocks.isEmpty || count + block.count <= room else { break }
      blocks.append(block)
      count += block.count
    }
    if !isVerbose, !isQuiet {
      for index in blocks.indices {
        let block = lines(of: failures[index], isInFull: true)
        let more = block.count - blocks[index].count
        guard count + more <= room else { break }
        blocks[index] = block
        count += more
      }
    }
    var lines = blocks.flatMap { $0 }
    let left = failures.count - blocks.count
    if left > 0 {
      lines.append(
        "... and \(MetricText.things(left, "more failure")): read summary.md, or add --verbose")
    }
    return section("Failures", "1;31", lines, isQuiet: isQuiet)
  }

  /// The lines of a failure: the command that reproduces it, which is not wrapped, or the
  /// failures that follow from it.
  private func lines(of failure: ListedFailure, isInFull: Bool = false) -> [String] {
    let session = failure.session
    var lines = TextLayout.wrapped("\(failure.place): \(session.variantPrefix)\(failure.sentence)")
    if isInFull {
      let details = isVerbose ? failure.details : failure.shortDetails
      for detail in details.dropLast() {
        lines.append("   " + TextLayout.fitted(Escape.line(detail), to: TextLayout.width - 3))
      }
      // The instruction is read in full.
      lines += details.last.map { TextLayout.wrapped($0, indent: "   ") } ?? []
    }
    if let command = failure.reproduction { lines.append("   reproduce: \(Escape.line(command))") }
    if isVerbose {
      for verdict in failure.followers {
        lines += TextLayout.wrapped(
          "follows from it: \(verdict.written.place(in: session.file)): "
            + session.complaint(of: verdict), indent: "   ")
      }
    } else if let summary = failure.summary {
      lines += TextLayout.wrapped(summary, indent: "   ")
    }
    return lines
  }

  /// The most variants shown side by side.
  ///
  /// More are listed one below the other, with their whole names.
  private static let variantColumns = 6

  private func linesOfVariants(_ names: [String], _ rows: [VariantTable.Row]) -> String {
    let nameWidth = names.reduce("variant".count) { max($0, $1.count) }
    let widths = rows.map { row in row.cells.reduce(row.name.count) { max($0, $1.text.count) } }
    return Console.columns(widths, beside: nameWidth).map { columns in
      TextLayout.table(of: Array(names.indices)) { variant in
        [TableCell("variant", names[variant], width: nameWidth)]
          + columns.map { TableCell(rows[$0].name, rows[$0].cells[variant].text, isNumber: true) }
      }
    }.joined()
  }

  /// Splits columns into tables that fit the terminal's width, each with at least one column.
  private static func columns(_ widths: [Int], beside first: Int) -> [Range<Int>] {
    var tables: [Range<Int>] = []
    var left = 0
    for (column, width) in widths.enumerated() {
      if let last = tables.last, width < left {
        tables[tables.count - 1] = last.lowerBound..<(column + 1)
      } else {
        tables.append(column..<(column + 1))
        left = TextLayout.width - first
      }
      left -= width + 1
    }
    return tables
  }

  /// Lines below a title; empty without lines.
  private func section(
    _ title: String, _ color: String, _ lines: [String], isQuiet: Bool = false
  ) -> String {
    guard !lines.isEmpty else { return "" }
    return (isQuiet ? "" : "\n\(colored(title, color))\n\n") + lines.joined(separator: "\n")
      + "\n"
  }

  private func realTimes(of run: RunReport) -> String {
    guard !run.isDebugBuild else { return "\ndebug build: facts only\n" }
    let unrecorded = (run.unrecordedTimes.map { TextLayout.wrapped($0) } ?? [])
      .map { "\($0)\n" }.joined()
    guard let real = run.realNanoseconds, let speed = run.speed else { return unrecorded }
    let length = MetricText.short(.nanoseconds(run.simulatedNanoseconds), of: .simulatedTime)
    let sentence =
      "\(length) simulated in \(MetricText.lap(real)) of replay: \(speed) simulated seconds per "
      + "real second"
    return "\n" + TextLayout.wrapped(sentence).map { "\($0)\n" }.joined()
      + (run.overheadSentence.map { "\($0)\n" } ?? "") + unrecorded
  }

  /// The allocations of a run with a single session; empty for other runs.
  private func allocations(of run: RunReport) -> String {
    guard run.sessions.count == 1, let record = run.sessions[0].allocations else { return "" }
    return TextLayout.wrapped(MetricText.words(of: record)).joined(separator: "\n") + "\n"
  }

  /// The expectations on real times; when quiet, only where the gate on them does not hold.
  private func expectedRealTimes(of run: RunReport) -> String {
    let (broken, unmeasured) = (run.brokenRealTimes > 0, run.unmeasuredRealTimes > 0)
    guard !isQuiet || broken || unmeasured else { return "" }
    let times = run.realTimeLines
    guard broken || unmeasured || isVerbose || sessionCount == 1 || times.isEmpty else {
      let verb = times.count == 1 ? "informs" : "inform"
      return "\n\(MetricText.things(times.count, "expectation")) on real times only \(verb); "
        + "--verbose shows \(times.count == 1 ? "it" : "them")\n"
    }
    let lines = times.flatMap { TextLayout.wrapped($0) }
    let color = broken ? "1;31" : unmeasured ? "1;33" : "1"
    return section("Real times", color, lines, isQuiet: isQuiet)
  }

  /// The verdict in one line, however long: readers of logs look for it.
  private func lastLine(of run: RunReport) -> String {
    (isQuiet ? "" : "\n")
      + colored(
        Escape.line(run.verdict),
        !run.isGood || run.brokenRealTimes > 0 ? "1;31" : run.isUndecided ? "1;33" : "32")
      + "\n"
  }
}
