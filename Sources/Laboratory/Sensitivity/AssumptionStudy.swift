internal import Formatting
internal import Instruments
public import Scenarios
public import Sessions

/// Replays scenarios under other values of the model's assumptions, and finds which verdicts and
/// headline facts depend on it.
///
/// A replay is a pure function of its scenario, so the report is the same in every process and on
/// every machine, except for the time that it took.
public struct AssumptionStudy {
  /// The scenarios, in the order of the report.
  private let scenarios: [Scenario]
  /// The limits of a replay in a worker process; nil replays all in this process.
  private let limits: SessionLimits?
  /// The number of sessions of which a sample is studied first.
  private let sampledCount: Int

  /// Prepares a study.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios.
  ///   - limits: The limits of a replay. Workers are copies of this process, which must have a
  ///     single thread.
  public init(_ scenarios: [Scenario], limits: SessionLimits?) {
    self.init(scenarios, limits: limits, samplesFrom: 24)
  }

  /// Prepares a study that looks at some sessions first when there are so many.
  init(_ scenarios: [Scenario], limits: SessionLimits?, samplesFrom sampledCount: Int) {
    (self.scenarios, self.limits, self.sampledCount) = (scenarios, limits, sampledCount)
  }

  /// The number of sessions.
  public var sessionCount: Int { scenarios.count }

  /// Studies all sessions, one on each processor at a time.
  ///
  /// - Parameter onProgress: Receives the number of sessions whose values have all been tried.
  /// - Returns: The report.
  public func report(onProgress: (Int) -> Void = { _ in }) -> SensitivityReport {
    let clock = MonotonicClock()
    let start = clock.nanoseconds
    var sessions = scenarios.map { StudiedSession($0) }
    var count = 0
    let first = sample
    let rest = scenarios.indices.filter { !first.contains($0) }
    for indexes in [first, rest] {
      let habits = Habits(of: sessions.compactMap(\.sensitivity))
      play(
        longestFirst(indexes),
        work: { sensitivity(of: $0, habits) },
        receive: { index, result in
          sessions[index].take(result)
          count += 1
          onProgress(count)
        })
    }
    let pairCount = tryPairs(of: &sessions)
    let costs = screenCosts(of: &sessions)
    var report = SensitivityReport(sessions: sessions)
    report.costs = costs
    report.pairReplayCount = pairCount
    report.nanoseconds = clock.nanoseconds - start
    return report
  }

  /// The most assumptions that are tried in pairs.
  static let pairedCount = 8

  /// Tries the assumptions that change the most verdicts in pairs, each with the value that changes
  /// the most.
  ///
  /// - Returns: The number of replays.
  private func tryPairs(of sessions: inout [StudiedSession]) -> Int {
    let settings = SensitivityReport(sessions: sessions).ranking.prefix(Self.pairedCount)
      .compactMap { rank in
        rank.strongest.map { Setting(assumption: rank.assumption, value: $0.value) }
      }
    let pairs = sessions.map { $0.sensitivity?.pairs(of: settings) ?? [] }
    let studied = sessions
    play(
      longestFirst(sessions.indices.filter { !pairs[$0].isEmpty }),
      work: { index -> [Trial] in
        guard let found = studied[index].sensitivity else { return [] }
        let judge = SessionJudge(scenarios[index], among: scenarios)
        return pairs[index].map { pair in
          Trial(settings: pair, judgment: judge.judgment(under: pair))
        }.filter { !found.newFlips(of: $0).isEmpty }
      },
      receive: { index, result in
        sessions[index].add(sessions[index].found(result) ?? [])
      })
    return pairs.reduce(0) { $0 + $1.count }
  }

  /// The tag of the scenarios in which costs are screened.
  static let screenedTag = "smoke"

  /// Screens the costs of devices in the sessions with the tag, or in the first few when none has
  /// it.
  private func screenCosts(of sessions: inout [StudiedSession]) -> CostScreening {
    let tagged = scenarios.indices.filter { scenarios[$0].tags.contains(Self.screenedTag) }
    let screened = tagged.isEmpty ? Array(scenarios.indices.prefix(12)) : tagged
    var results: [Int: CostSensitivity] = [:]
    play(
      longestFirst(screened),
      work: { index in
        let judge = SessionJudge(scenarios[index], among: scenarios)
        return CostStudy(
          costCount: DeviceCost.all.count, seed: scenarios[index].seed, standard: judge.standard,
          judge: { levels in
            judge.judgment { device in
              for (cost, level) in zip(DeviceCost.all, levels) { cost.set(level, &device) }
            }
          }
        ).run()
      },
      receive: { index, result in results[index] = sessions[index].found(result) })
    let count = MetricText.things(screened.count, "session")
    return CostScreening(
      sample: tagged.isEmpty
        ? "the first \(count)"
        : "the \(count) tagged `\(Self.screenedTag)`, short and different ones",
      results: screened.compactMap { results[$0] })
  }

  /// The sessions that are studied first: every eighth of many.
  ///
  /// They show which assumptions most sessions consult, which saves replays of all others.
  private var sample: [Int] {
    scenarios.count < sampledCount ? [] : Array(stride(from: 0, to: scenarios.count, by: 8))
  }

  /// The assumptions in the order in which sessions consult them most, and those that most
  /// sessions consult.
  private struct Habits {
    let order: [Int]
    let common: Set<Int>

    init(of studied: [SessionSensitivity]) {
      let counts = Assumption.options.indices.map { assumption in
        studied.count { $0.consulted.contains(assumption) }
      }
      order = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      common = Set(counts.indices.filter { counts[$0] * 2 > studied.count })
    }
  }

  private func sensitivity(of index: Int, _ habits: Habits) -> SessionSensitivity {
    let judge = SessionJudge(scenarios[index], among: scenarios)
    let open = Set(judge.open)
    return SessionStudy(
      open: habits.order.filter(open.contains), expected: habits.common,
      valueCounts: Assumption.options.map(\.values.count),
      verdicts: judge.verdicts, standard: judge.standard, isAlike: judge.isAlike,
      judge: { judge.judgment(under: [$0]) }
    ).run()
  }

  /// Sessions with the most points first, so that the last ones are short.
  private func longestFirst(_ indexes: [Int]) -> [Int] {
    let weights = scenarios.map { scenario in
      scenario.data.reduce(scenario.stepCount) { $0 + $1.count }
    }
    return indexes.sorted { (weights[$1], $0) < (weights[$0], $1) }
  }

  /// How many times the time limit of a session all replays of one session may take.
  static let patience = 20

  /// Does tasks in workers.
  private func play<Answer: Codable & Sendable>(
    _ tasks: [Int], work: @escaping (Int) -> Answer,
    receive: (Int, Result<Answer, WorkerError>) -> Void
  ) {
    var run = SessionRun(scenarios)
    run.limits = limits?.times(Self.patience)
    Allocator.returnFreedMemory()
    run.play(tasks, atOnce: SessionRun.processorCount, work: work, receive: receive)
  }
}

/// A session with what the study found of it.
public struct StudiedSession: Sendable {
  /// The id of the session.
  public let id: String
  /// The key by which the session claims that no assumption changes its verdicts, such as
  /// `a.yaml:9:1`; nil without it.
  private(set) var claim: String?
  /// The result; nil when not even single values were all tried.
  private(set) var sensitivity: SessionSensitivity?
  /// The reason why the study of the session ended early, in words; nil when it is complete.
  public private(set) var failure: String?

  init(_ scenario: Scenario) {
    id = scenario.id
    claim = scenario.holdsUnderAll.map {
      "\($0.file ?? scenario.file):\($0.line):\($0.column)"
    }
  }

  init(id: String, _ sensitivity: SessionSensitivity, claim: String? = nil) {
    (self.id, self.sensitivity, self.claim) = (id, sensitivity, claim)
  }

  mutating func take(_ result: Result<SessionSensitivity, WorkerError>) {
    sensitivity = found(result)
  }

  /// Adds the pairs that change a verdict which none of their values changes alone.
  mutating func add(_ pairs: [Trial]) { sensitivity?.trials += pairs }

  /// The answer of a worker; nil when the worker ended early, which makes the study incomplete.
  mutating func found<Answer>(_ result: Result<Answer, WorkerError>) -> Answer? {
    switch result {
    case .success(let answer): return answer
    case .failure(let error):
      failure = StudiedSession.words(of: error)
      return nil
    }
  }

  private static func words(of error: WorkerError) -> String {
    switch error {
    case .signal(let signal, _): "its process was ended by signal \(signal)"
    case .exit(let code, _): "its process exited with code \(code)"
    case .timeLimit:
      "its replays took more than \(AssumptionStudy.patience) times --session-timeout"
    case .memoryLimit: "it took more memory than it may"
    case .noProcess: "the system gave no process"
    case .unreadable(let reason): "its answer cannot be read: \(Escape.line(reason))"
    }
  }
}
