public import ArgumentParser
import Comparison
import Formatting
import Foundation
import ReportTexts
public import Reporting
import ScenarioFiles
import Scenarios
import Sessions

/// Replays scenarios, judges them and writes the reports; compares or writes facts when asked.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replays scenarios, judges their expectations and writes reports.",
    discussion: """
      The reports of the run go to --out: \(RunReport.files.map(\.name).joined(separator: ", ")). \
      The facts of a scenario are exact numbers, which can be committed: --update writes one file \
      for each scenario and an index, and --compare fails when the facts differ later.
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  /// The folder for reports unless another is named.
  static let standardOut = "Reports/latest"

  @Option(help: "The folder for the reports of this run.", completion: .directory) var out =
    Self.standardOut

  @Flag(help: "Compares with the committed facts; ends with 1 when they differ or are missing.")
  var compare = false

  @Flag(
    help: """
      Writes the facts of new and renamed sessions and of new metrics. With --reason it also \
      writes changed facts and deletes the facts of removed scenarios, if the run passes. It never \
      writes facts of a new session that fails.
      """)
  var update = false

  @Option(help: "For --update: why committed facts change, in one line.") var reason: String?

  @OptionGroup var pictures: PictureOptions

  @Option(help: "The folder of the committed facts (default: Reports).", completion: .directory)
  var facts: String?

  @Option(help: "Replaces the seed of every scenario. Facts then need a separate folder: --facts.")
  var seed: UInt64?

  @Option(
    help: """
      What else fails the run; may be given several times. facts: facts that differ from the \
      committed ones, like --compare (exit code 1); counts: more instructions or allocations than \
      committed (2); time: broken expectations on real times (2); improvements: facts or counts \
      that are only better than the committed ones (3); commit these with mapreplay rebaseline.
      """)
  var gate: [RunGate] = []

  @Flag(
    help: """
      Counts instructions too. With --compare or --update, also compares or writes instructions \
      and allocations, in the folder Counts below the facts.
      """)
  var counts = false

  @Flag(help: "Lists the stacks that allocate memory in sessions that exceed an allocation budget.")
  var explainAllocations = false

  @Option(
    help: """
      An earlier run: its run.json, or the folder of its reports. Lists the sessions that changed \
      since, and the page plays them before and now beside each other; fails nothing. With \
      --explain-allocations: another build of the program. Only stacks that allocate differently \
      in it are listed.
      """, completion: .file())
  var against: String?

  @Option(
    help: """
      Plays one part of the scenarios, while other machines play the other parts. 2/4: the second \
      of four parts. auto: the part that the build server names \
      (\(Shard.systemNames.joined(separator: ", "))). auto/4: the same, if the server does not \
      name the number of parts.
      """)
  var shard: String?

  @Option(
    help: "With --shard: the run.json of an earlier run, to make the parts equally long.",
    completion: .file(extensions: ["json"]))
  var durations: String?

  @Flag(
    help: """
      Measures no real times. The same scenarios and program then give the same reports to the \
      byte.
      """)
  var noTimes = false

  @Option(
    help: """
      Measures this number of undisturbed replays of each session for mapreplay history, without a \
      time limit (default: \(SessionRun.usualSamples), within 10 s for all sessions).
      """)
  var samples: Int?

  @Flag(name: .shortAndLong, help: "Prints only failures and the last line.") var quiet = false

  @Flag(
    name: .shortAndLong, help: "Prints a line for each session, all tables, warnings and failures.")
  var verbose = false

  @Flag(help: "Prints the callbacks of each session in their order instead of a summary.")
  var log = false

  @Flag(
    help: """
      Draws the map of one session in the terminal as the session goes on. Without a terminal, \
      prints the map only at the main moments of the session.
      """) var watchSession = false

  @Flag(
    help: """
      Replays each scenario under other values of the model's assumptions, and lists the verdicts \
      and headline facts that depend on each assumption. Ends with 1 if a scenario fails \
      with the default values, or if a scenario with 'holds under: all assumptions' fails with \
      other values. Writes no reports and no facts. With --update it writes the counts for the \
      page of assumptions. With --compare it ends with 1 if these counts are out of date.
      """)
  var assumptions = false

  @OptionGroup var part: ShardOptions

  @OptionGroup var diagnostics: DiagnosticOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var day: DayOptions

  #if DEBUG
  @Option(help: .hidden) var sabotage: [Sabotage] = []
  #else
  var sabotage: [Sabotage] { [] }
  #endif

  @Flag(help: .hidden) var factsOfFailed = false

  func run() throws {
    var selection = try scenarios.read(
      devices: devices, diagnosticsAs: diagnostics.format, isVerbose: verbose)
    guard !assumptions else { return try study(selection) }
    let selected = Set(selection.scenarios.map(\.id))
    let shardLine = try choose(from: &selection)
    if let against, explainAllocations {
      _ = try Contender.greeted(name: "--against", path: against, folder: FilePath.canonical("."))
    }
    let earlier = try explainAllocations ? nil : against.map { try RunFileComparison.side(at: $0) }
    if let earlier, selected.isDisjoint(with: earlier.run.sessions.map(\.id)) {
      throw CommandError(
        .missingInput, "'\(earlier.path)' has none of these sessions",
        help: "give a run of the same scenarios; session ids are paths below the scenarios folder")
    }
    if purpose != nil {
      try ExitStatus.ending(diagnosticsAs: diagnostics.format) { () throws(SessionsError) in
        try CommittedFacts.refuseClashes(of: selection.scenarios, folder: facts, out: out)
      }
    }
    let part = try part.part(of: selection.scenarios)
    guard !self.part.dryRun else { return plan(selection.scenarios) }
    try require(
      !watchSession || selection.scenarios.count == 1,
      "--watch-session draws one session, and \(selection.scenarios.count) are chosen; choose one "
        + "with --filter")
    let session = sessionRun(of: selection, part)
    let counting = countsInstructions ? try countRun(of: session.scenarios) : nil
    let isInteractive = Terminal.isInteractive
    var console = Console(hasColors: Terminal.hasColors, isQuiet: quiet)
    console.isVerbose = verbose
    console.sessionCount = session.scenarios.count
    console.folder = out
    console.uncheckedClaimCount = session.scenarios.count { $0.holdsUnderAll != nil }
    let progress = Progress(isShown: isInteractive && !quiet && !log)
    // Where nobody waits for them, the lines of sessions come after the verdict.
    var lines = part.words.map { log ? "" : "only a part is played: \($0)\n\n" } ?? ""
    Interruption.say("stopped before a session was played; nothing written")
    let onProgress = { (now: RunProgress) in
      Interruption.say(
        "stopped while \(now.stage.rawValue), after \(now.done) of \(now.total); nothing written")
      progress.show(now.stage.rawValue, now.done, of: now.total, now.session)
    }
    var run = session.report(onProgress: onProgress) { judged in
      progress.clear()
      if let log = judged.log {
        Terminal.write(line: "# \(judged.report.id): \(judged.report.title)")
        Terminal.write("\(log)\n")
      }
      guard !log else { return }
      lines += console.line(for: judged.report)
      if isInteractive {
        Terminal.write(lines)
        lines = ""
      }
    }
    var committed = purpose.map {
      CommittedFacts(
        folder: factsFolder, purpose: $0, run: run, searched: selection.searched,
        elsewhere: selected.subtracting(selection.scenarios.map(\.id)), out: out,
        takesFailed: factsOfFailed, hasPictures: pictures.pictures)
    }
    run.comparison = committed?.comparison
    (run.gates, run.shard) = (Set(gate), shardLine)
    let refusal = update ? FactsGuard.refusal(of: run, reason: reason) : nil
    var kinds = Set(CommittedFacts.Kind.allCases)
    if run.comparison?.isUnreadable == true {
      committed = nil
      run.comparison?.purpose = .compared
    } else if refusal != nil {
      kinds = CommittedFacts.Kind.withoutReason
      run.comparison?.leaveDifferences(refused: committed?.refused ?? [])
    }
    run.counts = counting?.report { done, total, session in
      Interruption.say("stopped while counting, after \(done) of \(total); nothing written")
      progress.show("counting", done, of: total, session)
    }
    run.counts?.comparison?.toleratesFewer =
      gate.contains(.counts) && !gate.contains(.improvements)
    if let earlier { run.earlier = try RunFileComparison.earlier(earlier, than: run) }
    progress.show("writing the reports")
    Interruption.say("stopped while writing: each file in \(out) is whole, an old one or a new one")
    for folder in [out, factsFolder] { OutputFiles.removeLeftovers(below: folder) }
    let reported = Result { () throws(SessionsError) in try run.write(to: out) }
    if case .failure = reported { console.folder = nil }
    let written = write(&run, committed, kinds, reported)
    Interruption.say("stopped; all is written")
    progress.clear()
    if case .failure(let error) = written { console.unwritten = error.sentence }
    if watchSession, let session = run.sessions.first { watch(session) }
    if !log { Terminal.write(console.opening(of: run) + lines + console.closing(of: run)) }
    if explainAllocations {
      var explanation = AllocationExplanation(of: run)
      explanation.sabotage = sabotage
      explanation.options = scenarios.lookup(devices: devices)
      explanation.base = against.map { FilePath.canonical($0) }
      Terminal.write(explanation.text)
    }
    if log { for reason in console.reasons(for: run) { Terminal.complain(reason) } }
    let complaints = run.complaints(
      factsCommand: remedy, countsCommand: countCommand, isVerbose: verbose)
    for complaint in complaints { Terminal.complain(complaint) }
    if let refusal { Terminal.complain(refusal) }
    if case .success = written, run.contradictions.isEmpty, let committed {
      for note in notes(of: committed, isPart: refusal != nil) { Terminal.complain(note) }
    }
    try written.get()
    try ExitStatus(of: run.ending).end()
  }

  /// Shows a session in the terminal in real time, a long one in half a minute.
  private func watch(_ session: SessionReport) {
    guard let still = TerminalMap(session) else {
      return Terminal.complain("note: the session has no map to watch, as it did not end")
    }
    // The line below the map has the cursor.
    guard let size = Terminal.size,
      let map = TerminalMap(session, rows: size.rows - 1, columns: size.columns)
    else { return Terminal.write(still.moments) }
    for frame in 0..<map.frameCount {
      let text = map.frame(frame)
      // Each is drawn over the one before: from the beginning of its first line.
      let back = frame == 0 ? "" : "\u{1B}[\(text.count { $0 == "\n" })A"
      Terminal.write(exactly: back + text.replacing("\n", with: "\u{1B}[K\n"))
      if frame + 1 < map.frameCount { Thread.sleep(forTimeInterval: 0.1) }
    }
  }

  func validate() throws {
    for (name, value) in [("--out", out), ("--facts", facts)] where value?.isEmpty == true {
      throw ValidationError("\(name) names no folder")
    }
    if part.isPart, purpose != nil {
      throw ValidationError("--from and --until play a part; facts are those of whole sessions")
    }
    if let against, !explainAllocations {
      try require(!against.isEmpty, "--against names no run")
      let isProgram = FileManager.default.isExecutableFile(atPath: against)
      try require(
        !isProgram || FilePath.isFolder(against) == true,
        "--against names a run, and a program with --explain-allocations alone; compare compares "
          + "two programs")
    }
    try validateAssumptions()
    _ = try asked()
    if noTimes, gate.contains(.time) {
      throw ValidationError("--gate time judges what --no-times does not measure")
    }
    if let samples {
      let possible = SessionRun.possibleSamples
      try require(
        possible.contains(samples),
        "--samples takes \(possible.lowerBound) to \(possible.upperBound) replays")
      try require(!noTimes, "--samples and --no-times exclude each other")
    }
    if durations != nil, shard == nil { throw ValidationError("--durations is for --shard") }
    if log, watchSession {
      throw ValidationError("--log and --watch-session exclude each other")
    }
    if let reason {
      try require(update, "--reason is for --update")
      try require(FactsGuard.isReason(reason), "--reason \(FactsGuard.noReason)")
    }
    try require(
      update || pictures.pictures == nil, "--pictures and --no-pictures are for --update")
    if compare, update { throw ValidationError("--compare and --update exclude each other") }
    if update, gate.contains(where: { $0 != .time }) {
      throw ValidationError(
        "--update writes what --gate facts, counts and improvements judge; leave one of them out")
    }
    if countsInstructions, part.isPart || seed != nil {
      throw ValidationError("counts are those of whole sessions with their own seeds")
    }
    if explainAllocations, part.isPart || seed != nil {
      throw ValidationError(
        "--explain-allocations replays whole sessions with their own seeds; leave out --from, "
          + "--until and --seed")
    }
    if seed != nil, gate.contains(.improvements) {
      throw ValidationError("facts of another seed are nothing to lock in; leave out --seed")
    }
    if seed != nil, facts == nil, purpose != nil {
      throw ValidationError(
        "committed facts are those of each scenario's own seed; name another folder with --facts")
    }
    if purpose != nil || facts != nil, FilePath.canonical(out) == FilePath.canonical(factsFolder) {
      throw ValidationError(
        "--out and --facts are one folder; facts are kept, reports are those of the last run")
    }
  }

  /// Leaves out the scenarios of other shards.
  private func choose(from selection: inout ScenarioQuery.Selection) throws -> ShardLine? {
    guard let shard = try asked() else { return nil }
    var lengths: [String: Int64] = [:]
    if let durations {
      lengths = try RecordedDurations.read(durations)
      if !selection.scenarios.contains(where: { lengths[$0.id] != nil }) {
        // The shards are not as even as whoever gave it hopes.
        Terminal.complain(
          Escape.line(
            "note: '\(durations)' says of none of these sessions how long it took, so that every "
              + "file counts the same; give the run.json of a release build that ran them without "
              + "--no-times"))
      }
    }
    let changes = [
      seed.map { "seed \($0)" }, self.part.from.map { "from \($0)" },
      self.part.until.map { "until \($0)" },
    ].compactMap(\.self)
    let line = shard.line(of: selection.scenarios, changes: changes)
    selection.scenarios = shard.scenarios(of: selection.scenarios, durations: lengths)
    return line
  }

  /// The requested shard; nil for all.
  private func asked() throws -> Shard? {
    guard let shard else { return nil }
    do throws(ShardError) { return try Shard(shard) } catch {
      throw ValidationError(error.description)
    }
  }

  /// Writes facts and counts, and adds the result to the run.
  ///
  /// Reports come before facts: a run that cannot be reported leaves the committed facts
  /// unchanged. Facts that another replay contradicts are not worth committing.
  private func write(
    _ run: inout RunReport, _ committed: CommittedFacts?, _ kinds: Set<CommittedFacts.Kind>,
    _ reported: Result<Void, SessionsError>
  ) -> Result<Void, SessionsError> {
    do throws(SessionsError) {
      try reported.get()
      if run.contradictions.isEmpty {
        try committed?.write(kinds, reason: reason)
      }
      if let counts = run.counts { try CountRun.write(counts) }
      return .success(())
    } catch {
      if update {
        run.comparison = nil
        run.counts?.comparison = nil
        // The reports of before say that they are written.
        if case .success = reported { try? run.write(to: out) }
      }
      return .failure(error)
    }
  }

  /// Returns notes on whether the facts of new sessions were written, in lines, where that is
  /// not obvious.
  private func notes(of committed: CommittedFacts, isPart: Bool) -> [String] {
    let limit = FactsComparison.listLimit
    let (new, refused) = (committed.comparison.missing, committed.refused)
    let written = "note: facts of new sessions are written: \(TextLayout.list(new, atMost: limit))"
    let left =
      "note: facts of new sessions that fail are not written: "
      + TextLayout.list(refused, atMost: limit) + "\n" + FactsGuard.mendFirst
    return (isPart && !new.isEmpty ? [written] : []) + (refused.isEmpty ? [] : [left])
      + committed.pictureNotes.map { "note: \($0)" }
  }

  private var purpose: FactsComparison.Purpose? {
    let compares = compare || gate.contains(.facts) || gate.contains(.improvements)
    return update ? .updated : compares ? .compared : nil
  }

  /// The purpose of counts; they are not compared when only facts are.
  private var countsPurpose: FactsComparison.Purpose? {
    gate.contains(.counts) ? .compared : purpose
  }

  private var countsInstructions: Bool { counts || gate.contains(.counts) }

  var factsFolder: String { facts ?? CommittedFacts.standardFolder }

  private func countRun(of scenarios: [Scenario]) throws -> CountRun {
    var run = CountRun(scenarios)
    run.options = self.scenarios.lookup(devices: devices, path: FilePath.canonical)
    let folder = FilePath.join(factsFolder, "Counts")
    if countsPurpose == .compared { run.tolerances = try CountRun.tolerances(beside: folder) }
    run.committed = countsPurpose.map { (folder: folder, purpose: $0) }
    for line in run.unusedTolerances { Terminal.complain("warning: \(Escape.line(line))") }
    return run
  }

  /// The command that writes the facts of these scenarios.
  private var remedy: String {
    let own = facts.map { ["--facts", $0] } ?? []
    guard let seed else { return words(of: "rebaseline", own) }
    return words(of: "run", own) + " --seed \(seed) --update"
  }

  /// The command that counts these scenarios.
  private var countCommand: String {
    words(of: "count", facts.map { ["--counts", FilePath.join($0, "Counts")] } ?? [])
  }

  /// Another verb for the same scenarios.
  private func words(of verb: String, _ options: [String]) -> String {
    Escape.shell(["mapreplay", verb] + scenarios.words(devices: devices) + options)
  }

  private func sessionRun(
    of selection: ScenarioQuery.Selection, _ part: SessionExcerpt
  ) -> SessionRun {
    var run = SessionRun(selection.scenarios)
    run.part = part
    if let seed { for index in run.scenarios.indices { run.scenarios[index].seed = seed } }
    run.limits = sessionLimits
    run.logs = log
    (run.measuresTimes, run.samples) = (!noTimes, samples)
    if samples != nil, SessionRun.isDebugBuild {
      Terminal.complain("note: a debug build measures no times, so --samples has no effect")
    }
    (run.options.seed, run.options.choosing) = (seed, scenarios.choosing)
    run.options.playing = scenarios.lookup(devices: devices) + self.part.words + day.words
    run.today = day.day
    (run.sabotage, run.studied) = (sabotage, studied())
    return run
  }

  /// Prints the sessions that would be played.
  private func plan(_ scenarios: [Scenario]) {
    let files = Set(scenarios.map(\.fileID)).count
    let lines = quiet ? [] : TextLayout.columns(scenarios.map { [$0.id, $0.name] })
    let sessions = "\(scenarios.count) \(scenarios.count == 1 ? "session" : "sessions")"
    let end =
      "would play \(sessions) of \(files) \(files == 1 ? "file" : "files"), in this order; "
      + "nothing was played or written"
    Terminal.write(
      TextLayout.screen(lines.map { Escape.line($0) }, end: [end], isWhole: verbose))
  }
}

/// The day on which sessions are judged: the only thing that a clock decides about a session.
struct DayOptions: ParsableArguments {
  @Option(
    help: """
      The date to treat as today when the last days of known failures are checked, such as \
      2027-02-01 (default: today in UTC).
      """)
  var today: String?

  /// The day; nil where the clock has none.
  var day: String? {
    let now = Int64(Date().timeIntervalSince1970)
    return today ?? CalendarText.utc(seconds: now).map { String($0.prefix(10)) }
  }

  /// The option as it was typed.
  var words: [String] { today.map { ["--today", $0] } ?? [] }

  func validate() throws {
    if let today, (try? ScalarReader.value(of: today, as: .day).get()) == nil {
      throw ValidationError("--today takes \(ValueType.day.words)")
    }
  }
}

extension RunGate: ExpressibleByArgument {}
#if DEBUG
extension Sabotage: ExpressibleByArgument {}
#endif

extension RunCommand {
  /// The limits of each session in its worker process; nil without workers.
  var sessionLimits: SessionLimits? { limits.limits(areLifted: scenarios.liftLimits) }
}
