import ArgumentParser
import Comparison
import Formatting
import Instruments
import Measuring
import Profiles
import Scenarios
import Sessions

/// Shows which functions a session, one of its steps or a phase spends its time in.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Shows the functions in which a session, a step or a phase spends its time.",
    discussion: """
      Replays the session until perf has enough samples, and writes profile.folded, \
      profile.speedscope.json and flame.svg to --out. With --exact it counts every instruction \
      instead, in one replay under valgrind.
      """)

  @Argument(
    help: "A scenario file or the id of a scenario.", completion: .file(extensions: ["yaml"]))
  var scenario: String

  @Option(help: "The session, when the file has several.", completion: Completions.ids)
  var id: String?

  @Option(
    help: """
      Only this step, each time it is played: a line of the file, or a number such as 'step 3' \
      from explain. A mark selects the steps up to the next mark.
      """)
  var step: String?

  @Option(help: "Only this phase, anywhere in the session.") var phase: PhaseName?

  @Option(
    help: """
      Compares with another build of mapreplay, or with the folder of another profile or its \
      profile.folded, and writes flame-diff.svg.
      """, completion: .file())
  var against: String?

  @Option(help: "The folder for the files.", completion: .directory) var out =
    "Reports/latest/profile"

  @OptionGroup var lookup: LookupOptions

  @Flag(help: "Counts all instructions with callgrind instead of taking samples.")
  var exact = false

  @Option(help: "The number of seconds after which no new replay begins.") var seconds = 20

  @Option(help: "The number of functions to print.") var top = 20

  func validate() throws {
    try require(step == nil || phase == nil, "--step and --phase exclude each other")
    try require((1...3_600).contains(seconds), "--seconds is from 1 to 3600")
    try require(top >= 1, "--top is at least 1")
    try require(!out.isEmpty, "--out names no folder")
  }

  func run() throws {
    let scenario = try chosenScenario()
    let part = try part(of: scenario)
    let title = scenario.name + words
    // What to compare with is looked at first: a profile takes its time.
    let kept = try against.flatMap { path in
      try KeptProfile(path: path, of: exact ? .instructions : .samples)
    }
    let other = kept == nil ? try otherBuild() : nil
    try OutputFiles.requireRoom(for: ProfileCommand.files, in: out)
    var session = ProfiledSession(
      executable: Machine.program, file: scenario.file, id: scenario.id,
      options: lookup.words, part: part)
    var head: Finding
    do throws(MeasuringError) {
      head = try profile(of: session)
    } catch {
      guard error == .neverAtWork else { throw error }
      throw CommandError(.aborted, error.words, help: remedy(of: scenario))
    }
    var base = kept?.profile
    if let other {
      session.executable = other
      do throws(MeasuringError) { base = try profile(of: session).profile } catch {
        throw error.of(other)
      }
    }
    let subject = scenario.id + words
    if let kept, kept.subject != subject {
      head.notes.append(
        "\(against ?? "") is of \(Escape.line(kept.subject)), and this of \(subject)")
    }
    if let base, !exact, ProfileCommand.isRough(base) {
      head.notes.append(
        "shares of before are rough: \(MetricText.things(Int(base.total), "sample"))")
    }
    try finish(head, against: base, title: title, subject: subject)
  }

  /// The remedy where a part was never at work.
  private func remedy(of scenario: Scenario) -> String {
    phase == nil
      ? "mapreplay explain \(scenario.file) shows its steps"
      : "it comes to the phases " + scenario.phasesAtWork.map { "\($0)" }.joined(separator: ", ")
  }

  /// A profile with its notes.
  private struct Finding {
    var profile: Profile
    /// How it came about.
    var origin: String
    /// The lines that cost most; none of samples.
    var lines: [CallgrindDump.Line] = []
    var notes: [String] = []
  }

  private func profile(of session: ProfiledSession) throws(MeasuringError) -> Finding {
    let progress = Progress(isShown: Terminal.isInteractive)
    defer { progress.clear() }
    progress.show(
      exact ? "counting one replay of \(session.id)" : "recording \(session.id) for \(seconds) s")
    guard exact else { return try sampled(session) }
    let count = try CallgrindProfiler().count(session)
    var finding = Finding(
      profile: count.profile,
      origin: "\(MetricText.count(count.profile.total)) instructions of one replay")
    if count.leftOut > 0 {
      finding.notes.append(
        "\(MetricText.count(count.leftOut)) more instructions of the replay are outside of it")
    }
    finding.lines = count.lines
    if count.lines.isEmpty {
      finding.notes.append(
        "no counts of single lines: valgrind reads no debug information of this build")
    }
    return finding
  }

  private func sampled(_ session: ProfiledSession) throws(MeasuringError) -> Finding {
    let perf = try PerfProfiler()
    let recording = try perf.record(session, seconds: seconds)
    let count = Int(recording.profile.total)
    var finding = Finding(
      profile: recording.profile,
      origin: "\(MetricText.things(count, "sample")) by \(perf.event) of "
        + MetricText.things(recording.sample.replays, "replay"))
    if ProfileCommand.isRough(recording.profile) {
      // Perf may look less often than it is asked to: more seconds would not help then.
      let wasShort = recording.sample.seenNanoseconds < PerfProfiler.enoughNanoseconds
      let wanted = MetricText.count(Int64(PerfProfiler.enoughSamples))
      finding.notes.append(
        "shares are rough: "
          + (wasShort
            ? "\(seconds) s were too short for \(wanted) samples; --seconds gives more, "
            : "perf looked less often than \(wanted) times; ")
          + "--exact counts everything")
    }
    if recording.leftOut > Int64(count) {
      finding.notes.append(
        "the part is so short that most samples were taken while perf was switched; use --exact")
    }
    if recording.leftOut > 0 {
      finding.notes.append(
        "left out \(MetricText.things(Int(recording.leftOut), "sample")) taken while perf was "
          + "switched on or off")
    }
    return finding
  }

  /// Whether shares are known less well than they can be.
  private static func isRough(_ profile: Profile) -> Bool {
    profile.total < Int64(PerfProfiler.enoughSamples) * 9 / 10
  }

  /// Writes the files and prints what was found.
  private func finish(_ head: Finding, against base: Profile?, title: String, subject: String)
    throws
  {
    var files = [
      ("profile.folded", FoldedStacks.text(of: head.profile)),
      (
        "profile.speedscope.json",
        Speedscope.text(
          of: head.profile, title: title, subject: subject, version: SessionRun.version)
      ),
      ("flame.svg", FlameGraph(head.profile, title: title).svg),
    ]
    if let base {
      files.append(
        (ProfileCommand.difference, FlameGraph(head.profile, against: base, title: title).svg))
    }
    try OutputFiles.write(files, to: out)
    // One of an earlier run is not of this profile.
    if base == nil { OutputFiles.remove(FilePath.join(out, ProfileCommand.difference)) }
    var text = "\(title): \(head.origin)\n\n" + TopFunctions(head.profile).text(limit: top)
    if !head.lines.isEmpty { text += "\n" + table(of: head.lines, total: head.profile.total) }
    if let base {
      text += "\n" + ProfileDifference(head.profile, against: base).text(limit: top)
    }
    for note in head.notes { text += "note: \(note)\n" }
    #if DEBUG
    text += "note: this is a debug build, which spends its time elsewhere than a release\n"
    #endif
    Terminal.write(text + "\nwritten to \(out): \(files.map(\.0).joined(separator: ", "))\n")
  }

  private static let difference = "flame-diff.svg"
  /// All files that may be written.
  private static let files = [
    "profile.folded", "profile.speedscope.json", "flame.svg", difference,
  ]

  /// The lines that cost most, in files below this folder by their shorter names.
  private func table(of lines: [CallgrindDump.Line], total: Int64) -> String {
    let folder = FilePath.canonical(".") + "/"
    let lines = TextLayout.lines(of: lines.prefix(top)) { line in
      let file =
        line.file.hasPrefix(folder) ? String(line.file.dropFirst(folder.count)) : line.file
      return [
        TableCell("self", MetricText.percent(line.cost, of: total), isNumber: true),
        TableCell("instructions", MetricText.count(line.cost), isNumber: true),
        TableCell("line", "\(file):\(line.line)"),
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var words: String {
    if let step { return ", " + (Int(step) == nil ? step : "line \(step)") }
    return phase.map { ", phase \($0.phase)" } ?? ""
  }

  private func part(of scenario: Scenario) throws -> GateMeter.Section {
    if let phase { return .phase(phase.phase) }
    guard let step else { return .session }
    do throws(UnknownStep) {
      return .steps(Set(try scenario.stepsPlayed(inStep: step).map { Int32($0) }))
    } catch {
      throw error.diagnostic(in: scenario.file)
    }
  }

  private func chosenScenario() throws -> Scenario {
    guard let path = ScenarioQuery.path(ofScenario: scenario) else {
      throw CommandError(
        .missingInput, "there is no scenario '\(scenario)'",
        help: "mapreplay list --flat shows all ids")
    }
    let all = try lookup.query(of: [path]).read().scenarios
    let named = id ?? scenario
    if let found = all.first(where: { $0.id == named }) { return found }
    if id == nil, all.count == 1 { return all[0] }
    throw CommandError(
      .missingInput, id.map { "\(path) has no session '\($0)'" } ?? "\(path) has several sessions",
      help: "--id takes one of \(all.map(\.id).joined(separator: ", "))")
  }

  /// The program to compare with, which was asked who it is; nil without one.
  private func otherBuild() throws -> String? {
    guard let against else { return nil }
    let program = try Contender.greeted(
      name: "--against", path: against, folder: FilePath.canonical("."),
      isTaken: KeptProfile.help
    ).program
    guard exact || PerfProfiler.canSample(program) else {
      throw CommandError(
        .faultyInput, "\(against) is of a revision that perf cannot look at in parts",
        help: "--exact compares with it")
    }
    return program
  }
}
