public import Authoring
internal import Clustering
internal import Counts
internal import Formatting
internal import Foundation
package import Instruments
internal import MapEvents
internal import Measures
internal import Measuring
internal import Metrics
internal import ReportTexts
public import Reporting
public import Scenarios
internal import Statistics

/// A run: replays scenarios, judges them and reports.
///
/// A replay is a pure function of its scenario, so neither the process in which it runs nor the
/// order of the sessions shows in the facts.
///
///     let scenarios = try ScenarioQuery(paths: ["Scenarios"]).read().scenarios
///     let report = SessionRun(scenarios).report()
///     try report.write(to: "Reports/latest")
public struct SessionRun {
  /// The version of the product.
  public static let version = "0.2.0"
  /// The sources of this program; nil where its build was not told.
  public static let programSource = ProgramSource(Machine.programSource)
  /// The version with the commit: `0.2.0 (1a2b3c4d)`, with `+` where files differ from it.
  public static let versionWithSource =
    version + (programSource.map { " (\($0.shortText))" } ?? "")

  /// The scenarios, in the order in which they are replayed.
  public var scenarios: [Scenario]
  /// The limits of a session in its worker process; nil replays all in this process.
  ///
  /// Workers are copies of this process, which must have a single thread.
  public var limits: SessionLimits?
  /// Whether the callbacks of each session are logged.
  public var logs = false
  /// Whether real times are measured after the facts.
  public var measuresTimes = true
  /// The replays of each session that are timed for histories; nil for as many as fit into ten
  /// seconds.
  public var samples: Int?
  /// The possible numbers of replays that are timed.
  public static let possibleSamples = RelativeTime.fewestSamples...1_000
  /// The replays that are timed at most unless a run asks for another number.
  public static let usualSamples = RelativeTime.usualSamples
  /// The part of each session to replay and judge; partial facts are never committed.
  public var part = SessionExcerpt.whole
  /// The day on which known failures are judged, such as `2027-02-01`; nil lets none of them end.
  public var today: String?
  /// The counts of the last study of assumptions; nil without one.
  public var studied: AssumptionCounts?
  /// The options as typed that decide which sessions are played, for commands that play them
  /// again.
  package var options = RunOptions()
  /// The laws that sessions break, by their ids, where a search found them.
  package var finds: [String: SearchFind] = [:]
  /// The mistakes that a test plants.
  package var sabotage: [Sabotage] = []
  /// Takes the times for histories.
  var stopwatch = Stopwatch()

  /// A run of scenarios in this process.
  public init(_ scenarios: [Scenario]) { self.scenarios = scenarios }

  /// Replays and judges all sessions, one on each core at a time, then measures real times.
  ///
  /// Times are measured one session after the other; a debug build has none.
  ///
  /// - Parameters:
  ///   - onProgress: Receives the progress after each session.
  ///   - onFacts: Receives each session in its order when all have been judged; real times
  ///     follow.
  /// - Returns: The report of the run.
  public func report(
    onProgress: (RunProgress) -> Void = { _ in }, onFacts: (JudgedSession) -> Void = { _ in }
  ) -> RunReport {
    // Workers are copies of this process; what the files took to read is not for them.
    Allocator.returnFreedMemory()
    var judged = facts(onProgress: onProgress)
    SessionRun.compareVariants(&judged)
    findEvidence(for: &judged, onProgress: onProgress)
    for session in judged { onFacts(session) }
    var reports = judged.map(\.report)
    var machine: MachineVerdict?
    if measuresTimes, !SessionRun.isDebugBuild {
      let ended = reports.indices.filter { reports[$0].abort == nil }
      var done = 0
      measurements(of: ended) { index, measurements in
        reports[index].measurements = measurements
        done += 1
        onProgress(
          RunProgress(
            stage: .timing, done: done, total: ended.count, session: scenarios[index].id))
      }
      let lengths = reports.map { $0.measurements?.realNanoseconds }
      machine = relativeTimes(of: ended, lengths, onProgress: onProgress) {
        reports[$0].time = $1
      }
    }
    for index in reports.indices {
      reports[index].find = finds[reports[index].id]
      // Variants stand one behind the other.
      let isVariant = index > 0 && reports[index].file == reports[index - 1].file
      reports[index].source =
        isVariant ? reports[index - 1].source : SessionRun.source(of: reports[index].file)
      reports[index].comment = reports[index].source.flatMap(SessionRun.comment)
      reports[index].realVerdicts = scenarios[index].realVerdicts(reports[index].measurements)
      reports[index].robustness = robustness(of: reports[index], scenarios[index])
    }
    var run = RunReport(
      sessions: reports, version: SessionRun.version, isDebugBuild: SessionRun.isDebugBuild,
      allocator: Allocator.name)
    (run.programSource, run.machine) = (SessionRun.programSource, machine)
    run.origin = .of(
      scenarios.map(\.file),
      reading: scenarios.flatMap { ($0.data.map(\.path) + [$0.device.file]).compactMap(\.self) },
      measures: measuresTimes && !SessionRun.isDebugBuild)
    run.options = options
    run.fingerprint = .here
    run.fingerprint.values[.engines] = EngineCatalog.standard.answersDigest
    if measuresTimes, !SessionRun.isDebugBuild {
      run.fingerprint.values[.referenceWork] = ReferenceWork.version
    }
    run.contradictions = judged.filter { !$0.isRepeatable }.map {
      "two replays of \($0.report.id) differ: the simulation is not deterministic"
    }
    return run
  }

  /// The row of the last study about a session; nil without one, and where the session or its
  /// expectations are others now.
  private func robustness(of report: SessionReport, _ scenario: Scenario) -> Robustness? {
    guard report.abort == nil, let row = studied?.row(.session, report.id),
      row.behavior == report.facts.digest.text, row.verdicts == scenario.studiedVerdictCount
    else { return nil }
    return Robustness(
      verdicts: row.verdicts, changed: row.changed, consulted: row.consulting, causes: row.causes)
  }

  /// Whether this is a debug build, which shows no real times.
  package static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  func runner(_ index: Int) -> SessionRunner {
    SessionRunner(
      scenario: scenarios[index], logs: logs, runOptions: options, part: part, today: today,
      sabotage: sabotage.kinds(in: scenarios[index].id))
  }

  private func facts(onProgress: (RunProgress) -> Void) -> [JudgedSession] {
    var judged = [JudgedSession?](repeating: nil, count: scenarios.count)
    var count = 0
    play(
      Array(scenarios.indices), atOnce: SessionRun.processorCount,
      work: { index in
        let runner = runner(index)
        for kind in runner.sabotage { kind.happen(in: runner.scenario.id) }
        return runner.facts()
      },
      receive: { index, result in
        switch result {
        case .success(let session): judged[index] = session
        case .failure(let failure):
          judged[index] = runner(index).aborted(by: failure, limits: limits ?? SessionLimits())
        }
        count += 1
        onProgress(
          RunProgress(
            stage: .replaying, done: count, total: scenarios.count, session: scenarios[index].id))
      })
    return judged.compactMap(\.self)
  }

  /// Judges comparisons with other variants of the same file, once all have been played.
  private static func compareVariants(_ judged: inout [JudgedSession]) {
    var facts: [String: [String: Facts]] = [:]
    for session in judged.map(\.report) where session.abort == nil {
      guard let variant = session.variant, !session.facts.references.isEmpty else { continue }
      facts[variant.scenario, default: [:]][variant.name] = session.facts
    }
    for index in judged.indices where judged[index].report.abort == nil {
      guard let variant = judged[index].report.variant else { continue }
      judged[index].report.facts.compare(with: facts[variant.scenario] ?? [:])
    }
  }

  /// The most failures of a session whose circumstances are recorded.
  private static let evidenceLimit = 20

  /// Replays the sessions with failures, canaries too, to find when expectations were missed
  /// and the events near that time.
  ///
  /// A session whose replay does not end has no evidence.
  private func findEvidence(
    for judged: inout [JudgedSession], onProgress: (RunProgress) -> Void
  ) {
    let failures = judged.map { session -> [(index: Int, verdict: Verdict)] in
      guard session.report.abort == nil else { return [] }
      let facts = session.report.facts
      return facts.failureGroups.prefix(SessionRun.evidenceLimit)
        .map { ($0.root, facts.verdicts[$0.root]) }
    }
    let failed = judged.indices.filter { !failures[$0].isEmpty }
    guard !failed.isEmpty else { return }
    var count = 0
    play(
      failed,
      atOnce: SessionRun.processorCount,
      work: { index in runner(index).evidence(for: failures[index].map(\.verdict)) },
      receive: { index, result in
        count += 1
        onProgress(
          RunProgress(
            stage: .explaining, done: count, total: failed.count, session: scenarios[index].id))
        guard case .success(let evidence) = result else { return }
        for (failure, evidence) in zip(failures[index], evidence) {
          var evidence = evidence
          evidence.verdict = failure.index
          let file = failure.verdict.written.file ?? judged[index].report.file
          evidence.source = SessionRun.line(failure.verdict.written.line, of: file)
          judged[index].report.evidence.append(evidence)
        }
      })
  }

  /// The longest source that a run file holds, in bytes.
  private static let longestSource = 100_000

  /// The lines of a file; nil when the file is missing or too long.
  private static func source(of file: String) -> [String]? {
    guard let text = OutputFiles.text(at: file), text.utf8.count <= longestSource else {
      return nil
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map(String.init)
  }

  /// The comment in front of a file, in its lines; nil without one.
  private static func comment(in source: [String]) -> [String]? {
    let comment = source.drop { $0.isEmpty || $0.hasPrefix("# yaml-language-server:") }
      .prefix { $0.hasPrefix("#") }
    return comment.isEmpty ? nil : comment.map { String($0.drop { "# ".contains($0) }) }
  }

  /// A line of a file, from 1; nil when the file is missing or has changed.
  private static func line(_ number: Int, of file: String) -> String? {
    guard let text = OutputFiles.text(at: file) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? String(lines[number - 1].prefix(200)) : nil
  }

  /// The limits within which real times are measured: the sessions of a run, and nanoseconds.
  ///
  /// A measurement must not cost more than it is worth.
  private static let measuredLimit = (sessions: 1_000, nanoseconds: Int64(20_000_000_000))

  /// Real times of sessions, measured one after the other without other work.
  ///
  /// A session that fails now has none, nor has one that does not begin within the limit.
  private func measurements(of chosen: [Int], receive: (Int, Measurements) -> Void) {
    guard chosen.count <= SessionRun.measuredLimit.sessions else { return }
    let clock = MonotonicClock()
    let end = clock.nanoseconds + SessionRun.measuredLimit.nanoseconds
    // Somebody who looks at one session can wait for more replays of it than a whole folder may.
    let share = min(20_000_000, 1_000_000_000 / Int64(max(chosen.count, 1)))
    play(
      chosen, atOnce: 1,
      work: { clock.nanoseconds < end ? runner($0).measurements(within: share) : nil },
      receive: { index, result in
        if case .success(let measurements?) = result { receive(index, measurements) }
      })
  }

  /// The number of processors on which sessions are replayed at once.
  package static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Does tasks in workers within the limits of the run; without limits in this process.
  package func play<Answer: Codable & Sendable>(
    _ tasks: [Int], atOnce count: Int, work: @escaping (Int) -> Answer,
    receive: (Int, Result<Answer, WorkerError>) -> Void
  ) {
    guard let limits else {
      for task in tasks { receive(task, .success(work(task))) }
      return
    }
    let pool = WorkerPool(count: max(count, 1), limits: limits.workers, work: work)
    pool.run(tasks, receive: receive)
  }
}

/// A session that was replayed and judged.
public struct JudgedSession: Codable, Sendable {
  /// The report, without real times.
  public var report: SessionReport
  /// The callbacks in their order, when they were requested.
  public var log: String?
  /// Whether a second replay had the same fingerprint.
  public var isRepeatable = true
}

extension RunReport {
  /// Writes the report's files, each whole or not at all, into a folder that is made when missing.
  ///
  /// - Throws: A ``SessionsError`` for the first file that cannot be written.
  public func write(to folder: String) throws(SessionsError) {
    try OutputFiles.write(RunReport.files(inOrder: ConcurrentTasks.map), of: self, to: folder)
  }
}
