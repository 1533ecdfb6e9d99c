internal import Formatting
internal import Foundation
internal import Instruments
public import Profiles

/// Profiles parts of sessions by `perf record`, which samples the running code many times a
/// second.
public struct PerfProfiler: Sendable {
  /// The samples in a second of work; a prime, so that they keep step with no loop.
  public static let frequency = 1_999
  /// The number of samples that is enough: shares are then known to about one in a hundred of
  /// the whole.
  public static let enoughSamples = 2_000

  /// The nanoseconds of work for this number of samples; some samples are of no use.
  public static let enoughNanoseconds = Int64(enoughSamples) * 1_100_000_000 / Int64(frequency)

  private let perf: String
  /// The event that triggers samples: `cpu-clock`, or `cycles:u` where the processor counts.
  public let event: String

  /// The time limit of a replay, and of reading the samples, in seconds.
  private let patience: Int

  /// The environment of every profiled program, which is all that it gets.
  static let environment = ["LC_ALL=C", "SWIFT_DETERMINISTIC_HASHING=1"]

  /// Finds perf, and tests it.
  public init() throws(MeasuringError) {
    guard let perf = ChildProcess.path(of: "perf") else {
      throw .unavailable(
        "perf is not installed",
        help: "apt-get install linux-perf; or --exact, which needs valgrind instead")
    }
    self.init(perf: perf)
    let trial = ChildProcess.Program(
      path: perf,
      arguments: ["record", "-q", "-e", event, "-o", "/dev/null", "--", "/bin/true"],
      environment: PerfProfiler.environment)
    guard let result = ChildProcess.run(trial), result.isSuccess else {
      throw PerfProfiler.refusal(level: SystemTexts.machine.paranoidLevel)
    }
  }

  /// Creates a profiler with a perf that was found.
  ///
  /// - Parameters:
  ///   - perf: Its file.
  ///   - patience: The time limit, in seconds, of a replay and of reading the samples.
  package init(perf: String, patience: Int = ChildProcess.patience) {
    (self.perf, self.patience) = (perf, patience)
    event = SystemTexts.machine.hasProcessorCounters ? "cycles:u" : "cpu-clock"
  }

  /// Whether a build of the program has a gate; a build without one rejects the option.
  public static func canSample(_ executable: String) -> Bool {
    let program = ChildProcess.Program(
      path: executable, arguments: ["sample", "--handshake", "--gate-limit", "1"],
      environment: environment)
    return ChildProcess.run(program, seconds: 30)?.isSuccess == true
  }

  /// The reason why perf may not record, with the remedy.
  static func refusal(level: Int?) -> MeasuringError {
    let exact = "or --exact, which needs valgrind and no right"
    guard let level, level > 2 else {
      return .unavailable(
        "perf is not permitted to look at programs here, as in most containers",
        help: "start the container with --cap-add=PERFMON; \(exact)")
    }
    return .unavailable(
      "perf is not permitted to look at programs: kernel.perf_event_paranoid is \(level)",
      help: "sudo sysctl kernel.perf_event_paranoid=2; \(exact)")
  }

  /// The samples of a session.
  public struct Recording: Sendable {
    /// The time by stacks.
    public var profile: Profile
    /// Samples outside of the part.
    public var leftOut: Int64
    /// The replays of the session.
    public var sample: GateSample
  }

  /// Profiles a session, which is replayed until there are enough samples.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - seconds: The seconds after which no replay begins.
  /// - Returns: The samples.
  /// - Throws: The reason why perf failed.
  public func record(
    _ session: ProfiledSession, seconds: Int
  ) throws(MeasuringError) -> Recording {
    guard let folder = ScratchFolder() else { throw .withoutFolder }
    defer { folder.remove() }
    let (control, answers) = (folder.path("control"), folder.path("answers"))
    guard ControlPipe.make(at: control), ControlPipe.make(at: answers) else {
      throw .failed("no pipe can be made in \(folder.path)")
    }
    let data = folder.path("perf.data")
    var program = ChildProcess.Program(
      path: perf,
      arguments: [
        "record", "-q", "--no-buildid-cache", "-e", event, "-F", "\(PerfProfiler.frequency)",
        "--call-graph", "fp", "--delay=-1", "--control=fifo:\(control),\(answers)", "-o", data,
        "--", session.executable, "sample", session.file, "--id", session.id,
        "--gate-commands", control, "--gate-answers", answers,
        "--gate-enough", "\(PerfProfiler.enoughNanoseconds)",
        "--gate-limit", "\(Int64(seconds) * 1_000_000_000)",
      ] + session.part.arguments + session.options, environment: PerfProfiler.environment)
    program.hasFixedAddresses = true
    // The last replay may begin just before the seconds are over.
    guard let result = ChildProcess.run(program, seconds: seconds + patience) else {
      throw .failed("the system gives no process")
    }
    guard result.isSuccess, let sample = GateSample(line: result.output) else {
      throw .failed(PerfProfiler.words(for: result, of: session, within: seconds + patience))
    }
    guard sample.isAnswered else { throw .failed("perf did not answer while the session played") }
    guard sample.seenNanoseconds > 0 else { throw .neverAtWork }
    return try recording(of: session, sample, in: script(data))
  }

  private func script(_ data: String) throws(MeasuringError) -> PerfScript {
    let program = ChildProcess.Program(
      path: perf,
      arguments: [
        "script", "-i", data, "--no-inline", "-F", "comm,pid,tid,time,period,event,ip,sym,dso",
      ], environment: PerfProfiler.environment)
    guard let result = ChildProcess.run(program, seconds: patience), result.isSuccess else {
      throw .failed("perf cannot read what it recorded: '\(perf) script' fails")
    }
    do throws(ProfileTextError) {
      return try PerfScript(result.output)
    } catch {
      throw .failed("the output of '\(perf) script' cannot be read: \(error)")
    }
  }

  private func recording(
    of session: ProfiledSession, _ sample: GateSample, in script: PerfScript
  ) throws(MeasuringError) -> Recording {
    var collapse = StackCollapse(of: session.part, .samples)
    for sample in script.samples where !sample.stack.isEmpty { collapse.add(sample.stack, 1) }
    let profile = collapse.profile()
    guard profile.total > 0 else {
      throw .failed(
        "perf saw nothing of it: the part was at work for "
          + "\(sample.seenNanoseconds / 1_000) µs in \(sample.replays) replays")
    }
    return Recording(profile: profile, leftOut: collapse.leftOut, sample: sample)
  }

  /// Describes a failed replay by the last words of the program.
  static func words(
    for result: ChildProcess.Result, of session: ProfiledSession, within seconds: Int
  ) -> String {
    let ending =
      switch result.ending {
      case .exited(127): "\(session.executable) cannot be started"
      case .exited(0): "\(session.executable) is no mapreplay that can be profiled"
      case .exited(let code): "the replay of \(session.id) ended with \(code)"
      case .killed(9):
        "the replay of \(session.id) was killed, or took over \(seconds) s"
      case .killed(let signal): "the replay of \(session.id) was ended by signal \(signal)"
      }
    let words = result.complaints.split(separator: "\n").first { !$0.hasPrefix("[ perf") }
    return ending + (words.map { ": \(Escape.line(String($0)))" } ?? "")
  }
}

extension GateMeter.Section {
  /// The options that tell a replay which part to profile.
  var arguments: [String] {
    switch self {
    case .session: []
    case .steps(let steps):
      ["--gate-steps", steps.sorted().map { "\($0)" }.joined(separator: ",")]
    case .phase(let phase): ["--gate-phase", "\(phase)"]
    }
  }

  /// The function with which it begins.
  var root: String {
    switch self {
    case .session, .steps: Region.sessionFunction
    case .phase(let phase): Region.function(ofPhase: "\(phase)")
    }
  }
}

extension StackCollapse {
  /// Begins a profile of a part, with names as people read them.
  init(of part: GateMeter.Section, _ unit: Profile.Unit) {
    // Callgrind loses beginnings only of stacks that are deeper than it looks. All that it counts
    // is of the session, but not of a phase; perf looks at nothing but the part.
    let isAnywhere =
      switch part {
      case .session, .steps: true
      case .phase: unit == .samples
      }
    self.init(
      unit, from: part.root, excluding: PerfGate.symbols, keepingLost: isAnywhere,
      hiding: StackCollapse.passesOn
    ) { symbol in
      // Other names stay as they are, without the version of a function of the C library.
      Demangler.name(of: symbol).map(FunctionName.short) ?? String(symbol.prefix { $0 != "@" })
    }
  }

  /// Whether a function only passes work on to a phase, or is what the compiler puts between
  /// closures.
  private static func passesOn(_ symbol: String) -> Bool {
    ["mapreplay_phase", "mapreplay_name_of_phase", "mapreplay_at_page"].contains(symbol)
      || [
        "$s9Measuring", "$s11Instruments6Region", "$s15CommandLineTool", "mapreplay_within_",
        "mapreplay_callgrind_", "$sIg_Ieg_TR", "$sIeg_ytIegr_TR",
      ].contains(where: symbol.hasPrefix)
  }
}
