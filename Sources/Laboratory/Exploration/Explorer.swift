internal import Instruments
internal import Measures
package import Metrics
package import ScenarioFiles
internal import Scenarios
internal import Sessions

/// Searches sessions that break laws, or an expectation of a user.
///
/// The search is a function of its seed, its start and the number of sessions: sessions are drawn
/// in batches, each from a stream and with a memory that is the batch's alone, so that it does not
/// matter how many processes draw at a time.
package struct Explorer {
  /// The seed of all draws.
  package var seed: UInt64 = 1
  /// The most sessions; nil for any number.
  package var sessionLimit: Int?
  /// The most real time, in nanoseconds; nil for any.
  package var timeLimit: Int64?
  /// How many processes search at a time.
  package var jobs = 1
  /// The laws that sessions are held to.
  package var laws = Law.all
  /// An expectation for which a counterexample is looked for; with it no law is held.
  package var sought: Expectation?
  /// Values that keys have wherever they are drawn.
  package var given: [GivenValue] = []
  /// A mistake that a test plants.
  package var fault: PlantedFault?
  /// Whether a batch ends with its first failure, as the search for a counterexample does.
  var stopsAtFirst = false
  /// A path at which the scenario of the session that runs can be written, to know it when its
  /// process ends early; nil where none can.
  package var tracePath: String?
  /// The scenarios with which the search begins.
  private var start: [YAMLNode] = []

  let schema: ScenarioSchema
  let maker: ScenarioMaker

  /// The sessions of a batch.
  static let batch = 250
  /// The reasons of failure of which the smallest session is looked for.
  static let shrunk = 12

  /// Makes a search in the language of a schema.
  package init(schema: ScenarioSchema = ScenarioSchema()) {
    self.schema = schema
    maker = ScenarioMaker(reader: ScenarioReader(files: OneFile(), schema: schema))
  }

  /// Begins with a scenario, by its text; of one with variants the first is played.
  ///
  /// - Throws: Why it cannot be read, or not without other files.
  package mutating func begin(with text: String) throws(UnknownWords) {
    guard let root = ScenarioText.root(of: text) else {
      throw UnknownWords(
        mistake: "it cannot be read as YAML", help: "mapreplay validate says where")
    }
    if case .failure(let diagnostics) = maker.reader.read(NumberedNodes(root)) {
      let first = diagnostics.all[0]
      throw UnknownWords(
        mistake: first.message,
        help: "a search reads no other file: write points, parts and defaults into the scenario")
    }
    guard maker.exactly(root) != nil else {
      throw UnknownWords(
        mistake: "it takes long to play, and a search plays thousands of variations",
        help: "begin with fewer points or steps")
    }
    start.append(root)
  }

  /// The scenarios of the first draws of a batch, as they would be written.
  package func drawn(_ count: Int) -> [String] {
    let drawer = SessionDrawer(schema: schema, given: given)
    return (0..<count).compactMap { index in
      let root = drawer.scenario(Chance(seed: seed)["batch 0"][index]["session"])
      return maker.mended(root).map { ScenarioText($0.root).text }
    }
  }

  // MARK: Search

  /// Searches, and makes small what was found.
  ///
  /// - Parameters:
  ///   - isStopped: Whether somebody has stopped the search, which then ends with what was found.
  ///   - onProgress: Receives the sessions so far and the failures found.
  /// - Returns: The failures and the numbers of the search.
  package func explore(
    isStopped: @escaping () -> Bool = { false }, onProgress: (Int, Int) -> Void = { _, _ in }
  ) -> Exploration {
    let clock = MonotonicClock()
    let begin = clock.nanoseconds
    let deadline = timeLimit.map { begin + $0 }
    var result = Exploration()
    var first: [Finding.Key: Finding] = [:]
    var order: [Finding.Key] = []
    var next = 0
    func isOver() -> Bool {
      isStopped() || deadline.map { clock.nanoseconds >= $0 } ?? false
        || isBeyondLimit(next)
        || sought != nil && !order.isEmpty
    }
    while !isOver() {
      var tasks: [Int] = []
      while tasks.count < max(jobs, 1) * (sought == nil ? 4 : 1), !isBeyondLimit(next) {
        tasks.append(next)
        next += 1
      }
      var batches: [Int: Batch] = [:]
      perform(
        tasks, work: { batch($0, until: deadline) },
        receive: { task, answer in
          switch answer {
          case .success(let batch): batches[task] = batch
          case .failure(let error): batches[task] = Batch(lost: error)
          }
          onProgress(
            result.sessions + batches.values.reduce(0) { $0 + $1.sessions }, order.count)
        })
      // In the order of their numbers, whichever ended first.
      for task in tasks {
        guard var batch = batches[task] else { continue }
        if let error = batch.lost { batch.findings.append(lostSession(of: task, error)) }
        result.add(batch)
        for var finding in batch.findings where first[finding.key] == nil {
          finding.sessions = (task + 1) * Explorer.batch
          first[finding.key] = finding
          order.append(finding.key)
        }
      }
    }
    result.nanoseconds = clock.nanoseconds - begin
    result.found = order.count
    let found = order.prefix(Explorer.shrunk).compactMap { first[$0] }
    result.findings = shrunk(found)
    return result
  }

  /// Whether no session of a batch is to be drawn.
  private func isBeyondLimit(_ batch: Int) -> Bool {
    sessionLimit.map { batch * Explorer.batch >= $0 } ?? false
  }

  /// The limits of a batch, and of a search for the smallest session.
  private static let limits = WorkerLimits(nanoseconds: 40_000_000_000, bytes: 1 << 30)

  private func perform<Answer: Codable & Sendable>(
    _ tasks: [Int], limits: WorkerLimits = Explorer.limits, work: @escaping (Int) -> Answer,
    receive: (Int, Result<Answer, WorkerError>) -> Void
  ) {
    guard jobs > 0 else {
      for task in tasks { receive(task, .success(work(task))) }
      return
    }
    WorkerPool(count: jobs, limits: limits, work: work).run(tasks, receive: receive)
  }

  // MARK: Sessions that end their process

  /// The law that no session ends the process that plays it.
  package static let ending = (
    name: "no crash",
    sentence: "A session runs to its end without a crash, within its limits of time and memory."
  )

  /// Finds the session of a batch that ended its process, by drawing the batch again.
  private func lostSession(of batch: Int, _ error: WorkerError) -> Finding {
    var text = ""
    if let tracePath {
      perform(
        [batch], work: { self.batch($0, tracing: tracePath).sessions }, receive: { _, _ in })
      text = OutputFiles.text(at: tracePath) ?? ""
      OutputFiles.remove(tracePath)
    }
    return Finding(
      law: Explorer.ending.name, reason: error.kind, sentence: error.words, text: text)
  }

  /// The limits of a session that is tried alone.
  private static let sessionLimits = WorkerLimits(nanoseconds: 3_000_000_000, bytes: 1 << 30)

  /// In what way a session ends its process; nil when it does not.
  private func ending(of made: MadeScenario, like finding: Finding) -> String? {
    var words: String?
    perform(
      [0], limits: Explorer.sessionLimits,
      work: { _ in PlayedSession(made.scenario, fault: ownFault).contradictions.count },
      receive: { _, answer in
        if case .failure(let error) = answer, error.kind == finding.reason { words = error.words }
      })
    return words
  }

  /// Draws and holds the sessions of a batch.
  func batch(_ number: Int, until deadline: Int64? = nil, tracing path: String? = nil) -> Batch {
    let clock = MonotonicClock()
    var batch = Batch()
    let drawer = SessionDrawer(schema: schema, given: given)
    let variation = Variation(drawer: drawer)
    var pool = start
    var signs: Set<PlayedSession.Sign> = []
    let chance = Chance(seed: seed)["batch \(number)"]
    let last = min(Explorer.batch, (sessionLimit ?? .max) - number * Explorer.batch)
    for index in 0..<last {
      if let deadline, clock.nanoseconds >= deadline { break }
      let chance = chance[index]
      let isStart = number == 0 && index < start.count
      let isVaried = !pool.isEmpty && (chance["is varied"].happens(percent: 50) || !start.isEmpty)
      let root =
        isStart
        ? start[index]
        : isVaried
          ? variation.of(
            chance["first"].one(of: pool), donor: chance["donor"].one(of: pool), chance["change"])
          : drawer.scenario(chance["session"])
      guard let made = isStart ? maker.exactly(root) : maker.mended(root) else {
        batch.given += 1
        continue
      }
      if let path {
        try? OutputFiles.write(ScenarioText(made.root).text, to: path)
      }
      let played = PlayedSession(made.scenario, sought: sought, fault: ownFault)
      batch.add(played)
      for finding in findings(in: made, played, chance["laws"], all: isStart) {
        batch.findings.append(finding)
      }
      if sought != nil || stopsAtFirst, !batch.findings.isEmpty { break }
      let count = signs.count
      signs.formUnion(played.signs)
      if signs.count > count, pool.count < Explorer.batch { pool.append(made.root) }
    }
    batch.signs = signs.map(\.number)
    return batch
  }

  /// The planted mistake, if it strikes the sessions that are drawn.
  private var ownFault: PlantedFault? { fault.flatMap { $0.strikesOthers ? nil : $0 } }

  /// Holds a session to all laws of sessions and to one of pairs, or to all of these.
  private func findings(
    in made: MadeScenario, _ played: PlayedSession, _ chance: Chance, all: Bool
  ) -> [Finding] {
    if let sought { return Explorer.breaks(sought, played) ? [finding(sought, made)] : [] }
    let pairs = laws.filter(\.isOfPairs)
    let pair = pairs.isEmpty ? [] : [chance["pair"].one(of: pairs)]
    return (laws.filter { !$0.isOfPairs } + (all ? pairs : pair)).flatMap { law in
      law.breaches(of: made, played, maker, chance[law.name], fault: fault).map {
        Finding(
          law: law.name, reason: $0.reason, sentence: $0.sentence,
          text: ScenarioText(made.root).text)
      }
    }
  }

  private func finding(_ sought: Expectation, _ made: MadeScenario) -> Finding {
    Finding(law: "", reason: "", sentence: "", text: ScenarioText(made.root).text)
  }

  private static func breaks(_ sought: Expectation, _ played: PlayedSession) -> Bool {
    played.sought?.outcome == .broken
  }

  // MARK: Shrinking

  private func shrunk(_ findings: [Finding]) -> [ShrunkFinding] {
    var result = [ShrunkFinding?](repeating: nil, count: findings.count)
    // What ends its process is tried in processes of this one.
    let (fatal, others) = (
      findings.indices.filter { findings[$0].law == Explorer.ending.name },
      findings.indices.filter { findings[$0].law != Explorer.ending.name }
    )
    for index in fatal { result[index] = smallest(findings[index]) }
    perform(
      others, work: { smallest(findings[$0]) },
      receive: { index, answer in
        result[index] = (try? answer.get()) ?? ShrunkFinding(unshrunk: findings[index])
      })
    return result.compactMap(\.self)
  }

  /// The smallest session that fails as one that was found.
  func smallest(_ finding: Finding) -> ShrunkFinding {
    let clock = MonotonicClock()
    let begin = clock.nanoseconds
    guard let root = ScenarioText.root(of: finding.text), let made = maker.exactly(root) else {
      return ShrunkFinding(unshrunk: finding)
    }
    var sentence = finding.sentence
    var shrinker = Shrinker(maker: maker) { candidate in
      guard let found = breach(of: candidate, like: finding) else { return false }
      sentence = found
      return true
    }
    shrinker.given = given
    shrinker.isOver = { clock.nanoseconds - begin > 25_000_000_000 }
    let (smallest, tries) = shrinker.smallest(made)
    var result = ShrunkFinding(unshrunk: finding)
    let steps = smallest.scenario.stepCount
    (result.text, result.tries) = (ScenarioText(smallest.root).text, tries)
    (result.steps, result.stepsBefore) = (steps, made.scenario.stepCount)
    result.points = smallest.scenario.data.reduce(0) { $0 + $1.count }
    result.nanoseconds = clock.nanoseconds - begin
    result.finding.sentence = sentence
    return result
  }

  /// How often another session of a relation is drawn while the smallest is looked for.
  private static let chances = 6

  /// In what way a session fails for the reason of a finding; nil when it does not.
  private func breach(of made: MadeScenario, like finding: Finding) -> String? {
    if finding.law == Explorer.ending.name { return ending(of: made, like: finding) }
    let played = PlayedSession(made.scenario, sought: sought, fault: ownFault)
    if let sought { return Explorer.breaks(sought, played) ? played.soughtWords : nil }
    guard let law = laws.first(where: { $0.name == finding.law }) else { return nil }
    let chance = Chance(seed: seed)["shrinking"]
    for number in 0..<(law.isOfPairs ? Explorer.chances : 1) {
      let breaches = law.breaches(of: made, played, maker, chance[number], fault: fault)
      if let breach = breaches.first(where: { $0.reason == finding.reason }) {
        return breach.sentence
      }
    }
    return nil
  }
}

extension Law {
  var isOfPairs: Bool { if case .pair = check { true } else { false } }
}
