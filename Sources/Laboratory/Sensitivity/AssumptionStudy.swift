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
  /// The mistakes that a test plants.
  package var sabotage: [Sabotage] = []

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

  /// The parts of a study, in their order.
  public enum Part: String, Sendable {
    /// Single values in all sessions.
    case values
    /// Pairs of values in the sessions that consult both.
    case pairs
    /// Costs in a few sessions.
    case costs
  }

  /// Receives the number of sessions that a part has done, and their total.
  public typealias OnProgress = (_ part: Part, _ done: Int, _ total: Int) -> Void

  /// Studies all sessions, one on each processor at a time.
  ///
  /// - Parameter onProgress: Receives how far each part is.
  /// - Returns: The report.
  public func report(onProgress: OnProgress = { _, _, _ in }) -> SensitivityReport {
    let clock = MonotonicClock()
    let start = clock.nanoseconds
    var sessions = scenarios.map { StudiedSession($0) }
    let first = sample
    let rest = scenarios.indices.filter { !first.contains($0) }
    for indexes in [first, rest] {
      let habits = Habits(of: sessions.compactMap(\.sensitivity))
      let done = indexes == first ? 0 : first.count
      play(
        indexes,
        work: { sensitivity(of: $0, habits) },
        receive: { sessions[$0].take($1) },
        onProgress: { onProgress(.values, done + $0, scenarios.count) })
    }
    let pairCount = tryPairs(of: &sessions, onProgress)
    let costs = screenCosts(of: &sessions, onProgress)
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
  private func tryPairs(
    of sessions: inout [StudiedSession], _ onProgress: OnProgress
  ) -> Int {
    let settings = SensitivityReport(sessions: sessions).ranking.prefix(Self.pairedCount)
      .compactMap { rank in
        rank.strongest.map { Setting(assumption: rank.assumption, value: $0.value) }
      }
    let pairs = sessions.map { $0.sensitivity?.pairs(of: settings) ?? [] }
    let studied = sessions
    let tried = sessions.indices.filter { !pairs[$0].isEmpty }
    play(
      tried,
      work: { index -> [Trial] in
        guard let found = studied[index].sensitivity else { return [] }
        let judge = judge(of: index)
        return pairs[index].map { pair in
          Trial(settings: pair, judgment: judge.judgment(under: pair))
        }.filter { !found.newFlips(of: $0).isEmpty || $0.judgment.contradiction != nil }
      },
      receive: { sessions[$0].add($1) },
      onProgress: { onProgress(.pairs, $0, tried.count) })
    return pairs.reduce(0) { $0 + $1.count }
  }

  /// The tag of the scenarios in which costs are screened.
  static let screenedTag = "smoke"

  /// Screens the costs of devices in the sessions with the tag, or in the first few when none has
  /// it, and in those that must hold under all assumptions.
  private func screenCosts(
    of sessions: inout [StudiedSession], _ onProgress: OnProgress
  ) -> CostScreening {
    let tagged = scenarios.indices.filter { scenarios[$0].tags.contains(Self.screenedTag) }
    let sample = tagged.isEmpty ? Array(scenarios.indices.prefix(12)) : tagged
    let claiming = scenarios.indices.filter {
      scenarios[$0].holdsUnderAll != nil && !sample.contains($0)
    }
    let screened = (sample + claiming).sorted()
    play(
      screened,
      work: { index in
        let judge = judge(of: index)
        return CostStudy(
          costCount: DeviceCost.all.count, seed: scenarios[index].seed, standard: judge.standard,
          judge: { levels in
            judge.judgment { device in
              for (cost, level) in zip(DeviceCost.all, levels) { cost.set(level, &device) }
            }
          }
        ).run()
      },
      receive: { sessions[$0].take($1) },
      onProgress: { onProgress(.costs, $0, screened.count) })
    let count = MetricText.things(sample.count, "session")
    return CostScreening(
      sample: (tagged.isEmpty
        ? (sample.count == scenarios.count ? count : "the first \(count)")
        : "\(count) with the tag `\(Self.screenedTag)`")
        + (claiming.isEmpty ? "" : " and \(claiming.count) with `holds under`"),
      results: screened.compactMap { sessions[$0].costs })
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
    let judge = judge(of: index)
    let open = Set(judge.open)
    return SessionStudy(
      open: habits.order.filter(open.contains), expected: habits.common,
      valueCounts: Assumption.options.map(\.values.count),
      verdicts: judge.verdicts, standard: judge.standard, behavior: judge.behavior,
      isAlike: judge.isAlike,
      judge: { judge.judgment(under: [$0]) }
    ).run()
  }

  private func judge(of index: Int) -> SessionJudge {
    SessionJudge(scenarios[index], among: scenarios, sabotage: sabotage)
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

  /// Does something with sessions in workers, the longest first.
  private func play<Answer: Codable & Sendable>(
    _ indexes: [Int], work: @escaping (Int) -> Answer,
    receive: (Int, Result<Answer, EarlyEnd>) -> Void, onProgress: (Int) -> Void
  ) {
    var run = SessionRun(scenarios)
    run.limits = limits?.times(Self.patience)
    Allocator.returnFreedMemory()
    let words = run.limits ?? SessionLimits()
    var done = 0
    run.play(longestFirst(indexes), atOnce: SessionRun.processorCount, work: work) {
      receive($0, $1.mapError { EarlyEnd(sentence: $0.sentence(words)) })
      done += 1
      onProgress(done)
    }
  }
}

/// A session with the findings of the study.
public struct StudiedSession: Sendable {
  /// The id of the session.
  public let id: String
  /// The key by which the session claims that no assumption changes its verdicts, such as
  /// `a.yaml:9:1`; nil without it.
  private(set) var claim: String?
  /// The result; nil when not even single values were all tried.
  private(set) var sensitivity: SessionSensitivity?
  /// The result for the costs of its device; nil when they were not screened.
  private(set) var costs: CostSensitivity?
  /// The reason why the study of the session ended early, in words; nil when it is complete.
  public private(set) var failure: String?

  init(_ scenario: Scenario) {
    id = scenario.id
    claim = scenario.holdsUnderAll.map {
      "\($0.file ?? scenario.file):\($0.line):\($0.column)"
    }
  }

  init(
    id: String, _ sensitivity: SessionSensitivity, costs: CostSensitivity? = nil,
    claim: String? = nil
  ) {
    (self.id, self.sensitivity, self.costs, self.claim) = (id, sensitivity, costs, claim)
  }

  /// Takes what single values did.
  mutating func take(_ result: Result<SessionSensitivity, EarlyEnd>) {
    sensitivity = found(result)
    note(sensitivity.map { [($0.standard, [])] } ?? [])
    note(sensitivity?.trials.map { ($0.judgment, $0.settings) } ?? [])
  }

  /// Adds the pairs that change a verdict which none of their values changes alone.
  mutating func add(_ result: Result<[Trial], EarlyEnd>) {
    let pairs = found(result) ?? []
    sensitivity?.trials += pairs
    note(pairs.map { ($0.judgment, $0.settings) })
  }

  /// Takes what costs did.
  mutating func take(_ result: Result<CostSensitivity, EarlyEnd>) {
    costs = found(result)
    guard failure == nil, let sentence = costs?.contradiction else { return }
    failure = "under other costs the model contradicts itself: \(sentence)"
  }

  /// The answer of a worker; nil when the worker ended early, which makes the study incomplete.
  private mutating func found<Answer>(_ result: Result<Answer, EarlyEnd>) -> Answer? {
    switch result {
    case .success(let answer): return answer
    case .failure(let error):
      failure = error.sentence
      return nil
    }
  }

  /// Takes the first contradiction of the model for the end of the study.
  private mutating func note(_ judgments: [(judgment: Judgment, settings: [Setting])]) {
    let failing = judgments.lazy.compactMap { judgment, settings in
      judgment.contradiction.map { (sentence: $0, settings) }
    }
    guard failure == nil, let (sentence, settings) = failing.first else { return }
    let under =
      settings.isEmpty ? "the defaults" : settings.map(\.words).joined(separator: " with ")
    failure = "under \(under) the model contradicts itself: \(sentence)"
  }
}

/// The reason why a worker ended early.
struct EarlyEnd: Error {
  let sentence: String
}
