internal import Instruments
internal import Measures
internal import Metrics
package import ScenarioFiles
package import Scenarios
internal import Sessions

/// Searches sessions that break laws, or an expectation of a user.
///
/// The search is a function of its seed, its start and the number of sessions: sessions are drawn
/// in batches, each from its stream and with the memory of all batches before a power of two, so
/// that it does not matter how many processes draw at a time.
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
  package var sought: PlacedExpectation?
  /// Values that keys have wherever they are drawn.
  package var given: [GivenValue] = []
  /// The suspected cause: values with which a found session keeps the expectation.
  package var unless: [GivenValue] = []
  #if DEBUG
  /// The divisor of all limits of time, so that a test need not wait for them.
  package var haste: Int64 = 1
  #endif
  /// Whether a batch ends with its first failure, as the search for a counterexample does.
  var stopsAtFirst = false
  /// A path at which the scenario of the session that runs can be written, to know it when its
  /// process ends early; nil where none can.
  package var tracePath: String?
  /// The sessions of a batch: fewer where those of the start take long, so that a batch ends
  /// within its limit of time.
  private(set) var batchSize = 250
  /// The scenarios with which the search begins.
  private(set) var start: [YAMLNode] = []
  /// The sessions of a corpus, which follow those.
  private var corpus: [(root: YAMLNode, signs: Set<Int>)] = []
  let schema: ScenarioSchema
  private(set) var maker: ScenarioMaker

  /// The real seconds of a replay, as estimated, from which on a session is long.
  private static let longSeconds = 0.002
  /// The reasons of failure of which the smallest session is looked for.
  static let mostShrunk = 12

  /// Makes a search in the language of a schema.
  package init(schema: ScenarioSchema = ScenarioSchema()) {
    self.schema = schema
    maker = ScenarioMaker(schema: schema)
  }

  /// Begins with the scenarios of a file, one for each of its variants.
  ///
  /// The defaults of its folder are written into each. The points of its files are held, and
  /// written into what is found.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios, without mistakes, in the order of the file.
  ///   - path: The file.
  ///   - files: Where the file and those that it names are.
  /// - Throws: Why one cannot be played without other files.
  package mutating func begin(
    with scenarios: [Scenario], at path: String, in files: any FileReader = DiskFiles()
  ) throws(UnknownWords) {
    let whole = ScenarioReader(files: files, schema: schema).withDefaults(path: path)
    for (number, scenario) in scenarios.enumerated() {
      do throws(UnknownWords) {
        try begin(with: MadeScenario(root: whole, scenario: scenario), number)
      } catch {
        guard let variant = scenario.variant else { throw error }
        throw UnknownWords(mistake: "variant '\(variant)': \(error.mistake)", help: error.help)
      }
    }
  }

  private mutating func begin(with made: MadeScenario, _ variant: Int) throws(UnknownWords) {
    let root = made.holdingFiles(in: &maker).withVariantFirst(variant, schema)
    if case .failure(let diagnostics) = maker.reader.read(NumberedNodes(root)) {
      throw UnknownWords(
        mistake: diagnostics.all[0].message,
        help: "a search reads no parts and no device profiles: write them into the scenario")
    }
    let given = root.setting(given, schema)
    guard maker.exactly(given) != nil, let alone = maker.exactly(root) else {
      throw UnknownWords(
        mistake: "the scenario is too slow for a search, or does not take the values of --with",
        help: "begin with fewer points and steps, and check it with mapreplay validate")
    }
    guard
      PlayedSession.digest(of: alone.scenario, as: .one)
        == PlayedSession.digest(of: made.scenario, as: .one)
    else {
      throw UnknownWords(
        mistake: "the scenario plays otherwise without the files that it names",
        help: "write all of it into one file")
    }
    if alone.scenario.estimatedSeconds > Explorer.longSeconds { batchSize = 25 }
    start.append(given)
  }

  /// Begins with the sessions of a corpus, apart from those that do not take the values of
  /// ``given``.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - path: Its name in messages.
  /// - Throws: The first mistake, with its line.
  package mutating func begin(withCorpus text: String, at path: String) throws(UnknownWords) {
    for root in try Corpus.sessions(in: text, at: path, maker) {
      guard let made = maker.exactly(root.setting(given, schema)) else { continue }
      corpus.append((made.root, PlayedSession(made.scenario).signs))
    }
  }

  /// The number of sessions that the corpus gives.
  package var corpusCount: Int { corpus.count }

  /// The file of a corpus with sessions of a search and of the corpus before, made small, as far as
  /// they fit.
  package func corpus(after result: Exploration) -> String {
    var few = few(with: result)
    // A long session keeps the signs that no shorter one shows.
    var shown: Set<Int> = []
    let own = few.map { session in Set(session.signs.filter { shown.insert($0).inserted }) }
    let whole = few
    perform(
      Array(few.indices), work: { smallest(whole[$0], showing: own[$0]) },
      receive: { index, answer in few[index] = (try? answer.get()) ?? whole[index] })
    return Corpus.text(
      of: Corpus.few(of: few.map { Corpus.Session(text: alone($0.text), signs: $0.signs) }))
  }

  /// The text of a scenario with the points of held files written in place.
  func alone(_ text: String) -> String {
    ScenarioText.root(of: text).flatMap(maker.exactly).map { ScenarioText($0.withoutFiles).text }
      ?? text
  }

  /// Few sessions that show all that the corpus and a search show.
  private func few(with result: Exploration) -> [Corpus.Session] {
    Corpus.few(of: corpus.map { Corpus.Session($0, $1) } + result.candidates)
  }

  /// The scenarios that are tried to make a session of the corpus small.
  private static let corpusTries = 400

  /// The smallest session found that shows signs of another one.
  private func smallest(_ session: Corpus.Session, showing own: Set<Int>) -> Corpus.Session {
    guard let made = ScenarioText.root(of: session.text).flatMap(maker.exactly) else {
      return session
    }
    let shrinker = Shrinker(
      maker: maker, mostTries: Explorer.corpusTries, spellsOutPoints: false,
      flaws: { own.isSubset(of: PlayedSession($0.scenario).signs) ? 0 : nil })
    let smallest = shrinker.smallest(made).scenario
    return Corpus.Session(smallest.root, PlayedSession(smallest.scenario).signs)
  }

  /// Scenarios as they are drawn when nothing is varied, in the form of files.
  package func drawn(_ count: Int) -> [String] {
    let drawer = SessionDrawer(schema: schema, given: given)
    return (0..<count).compactMap { index in
      let root = drawer.scenario(Chance(seed: seed)["batch 0"][index]["session"])
      return maker.mended(root).map { ScenarioText($0.root).text }
    }
  }

  // MARK: Search

  /// Searches, and shrinks the failures.
  ///
  /// - Parameters:
  ///   - isStopped: Whether the user has stopped the search.
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
    var explorer = self
    var learnsAt = 4
    func isOver() -> Bool {
      isStopped() || deadline.map { clock.nanoseconds >= $0 } ?? false
        || isBeyondLimit(next)
        || sought != nil && !order.isEmpty
    }
    while !isOver() {
      if next == learnsAt {
        explorer.corpus = few(with: result).compactMap { session in
          ScenarioText.root(of: session.text).map { ($0, Set(session.signs)) }
        }
        learnsAt *= 2
      }
      var tasks: [Int] = []
      let most = min(next + max(jobs, 1) * (sought == nil ? 4 : 1), learnsAt)
      while next < most, !isBeyondLimit(next) {
        tasks.append(next)
        next += 1
      }
      var batches: [Int: Batch] = [:]
      perform(
        tasks, work: { explorer.batch($0, until: deadline, isStopped: isStopped) },
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
        // Whether other processes went on meanwhile makes no difference.
        guard sought == nil || order.isEmpty, var batch = batches[task] else { continue }
        result.limit = min((task + 1) * batchSize, sessionLimit ?? .max)
        if let error = batch.lost {
          if let finding = explorer.lostSession(of: task, error) {
            batch.findings.append(finding)
          } else {
            result.lostBatches += 1
          }
        }
        result.add(batch)
        for var finding in batch.findings where first[finding.key] == nil {
          finding.sessions = (task + 1) * batchSize
          first[finding.key] = finding
          order.append(finding.key)
        }
      }
    }
    result.nanoseconds = clock.nanoseconds - begin
    result.found = order.count
    let found = order.prefix(Explorer.mostShrunk).compactMap { first[$0] }
    result.findings = shrunk(found, isStopped).map { finding in
      var finding = finding
      (finding.text, finding.other) = (alone(finding.text), finding.other.map(alone))
      return finding
    }
    return result
  }

  /// Whether no session of a batch is to be drawn.
  private func isBeyondLimit(_ batch: Int) -> Bool {
    sessionLimit.map { batch * batchSize >= $0 } ?? false
  }

  /// Performs tasks in worker processes.
  ///
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - seconds: The most real time of each; the default is that of a batch.
  ///   - work: Does a task.
  ///   - receive: Receives the result.
  private func perform<Answer: Codable & Sendable>(
    _ tasks: [Int], seconds: Int64 = 40, work: @escaping (Int) -> Answer,
    receive: (Int, Result<Answer, WorkerError>) -> Void
  ) {
    let limits = WorkerLimits(nanoseconds: limit(seconds: seconds), bytes: 1 << 30)
    guard jobs > 0 else {
      for task in tasks { receive(task, .success(work(task))) }
      return
    }
    WorkerPool(count: jobs, limits: limits, work: work).run(tasks, receive: receive)
  }

  /// A limit of real time, in nanoseconds.
  private func limit(seconds: Int64) -> Int64 {
    #if DEBUG
    return seconds * 1_000_000_000 / haste
    #else
    return seconds * 1_000_000_000
    #endif
  }

  // MARK: Sessions that end their process

  /// The law that no session ends the process that plays it.
  package static let ending = (
    name: "no crash",
    sentence: "A session runs to its end without a crash, within its limits of time and memory."
  )

  /// Finds the session of a batch that ended its process, by drawing the batch again; nil when it
  /// plays to its end this time.
  private func lostSession(of batch: Int, _ error: WorkerError) -> Finding? {
    guard let tracePath else { return nil }
    defer { OutputFiles.remove(tracePath) }
    var isLostAgain = false
    perform(
      [batch], work: { self.batch($0, tracing: tracePath).sessions },
      receive: { _, answer in if case .failure = answer { isLostAgain = true } })
    guard isLostAgain, let text = OutputFiles.text(at: tracePath) else { return nil }
    let finding = Finding(
      law: Explorer.ending.name, reason: error.kind, sentence: error.words, text: text)
    // A batch can run out of time although each session is fast.
    guard case .timeLimit = error else { return finding }
    let made = ScenarioText.root(of: text).flatMap(maker.exactly)
    return made.flatMap { ending(of: $0, like: finding) } == nil ? nil : finding
  }

  /// How a session ends its process; nil if it survives.
  private func ending(of made: MadeScenario, like finding: Finding) -> String? {
    var words: String?
    perform(
      [0], seconds: 3,
      work: { _ in PlayedSession(made.scenario).contradictions.count },
      receive: { _, answer in
        if case .failure(let error) = answer, error.kind == finding.reason { words = error.words }
      })
    return words
  }

  /// Draws and holds the sessions of a batch.
  func batch(
    _ number: Int, until deadline: Int64? = nil, tracing path: String? = nil,
    isStopped: () -> Bool = { false }
  ) -> Batch {
    let clock = MonotonicClock()
    var batch = Batch()
    batch.applied = laws.map { _ in 0 }
    let drawer = SessionDrawer(schema: schema, given: given)
    let variation = Variation(drawer: drawer)
    let held = start + corpus.map(\.root)
    var pool = held
    // The sessions that judged the expectation.
    var near = corpus.filter { $0.signs.contains { $0 & PlayedSession.Sign.near != 0 } }.map(\.root)
    var signs: Set<Int> = corpus.reduce(into: []) { $0.formUnion($1.signs) }
    let chance = Chance(seed: seed)["batch \(number)"]
    let last = min(batchSize, (sessionLimit ?? .max) - number * batchSize)
    for index in 0..<last {
      if isStopped() || deadline.map({ clock.nanoseconds >= $0 }) ?? false { break }
      let chance = chance[index]
      let place = number * batchSize + index
      let isHeld = place < held.count
      let isVaried = !pool.isEmpty && (chance["is varied"].happens(percent: 50) || !start.isEmpty)
      let root =
        isHeld
        ? held[place]
        : isVaried
          ? variation.of(
            chance["first"].one(
              of: near.isEmpty || chance["is far"].happens(percent: 25) ? pool : near),
            donor: chance["donor"].one(of: pool), chance["change"]
          ).setting(given, schema)
          : drawer.scenario(chance["session"])
      if let path { try? OutputFiles.write(ScenarioText(root).text, to: path) }
      guard let made = isHeld ? maker.exactly(root) : maker.mended(root) else {
        batch.invalidDraws += 1
        continue
      }
      if let path { try? OutputFiles.write(ScenarioText(made.root).text, to: path) }
      let played = PlayedSession(made.scenario, sought: sought)
      batch.add(played)
      let draws = !isHeld ? 0 : place < start.count ? Explorer.chances : 1
      hold(made, played, chance["laws"], draws: draws, in: &batch)
      let count = signs.count
      signs.formUnion(played.signs)
      if sought != nil || stopsAtFirst, !batch.findings.isEmpty { break }
      guard signs.count > count else { continue }
      pool.append(made.root)
      if played.isNear { near.append(made.root) }
      batch.candidates.append(Corpus.Session(made.root, played.signs))
    }
    batch.signs = signs.sorted()
    return batch
  }

  /// Holds a session to all laws of sessions, and to laws of pairs.
  ///
  /// - Parameters:
  ///   - made: The session.
  ///   - played: What it showed.
  ///   - chance: Decides which other sessions it is compared with.
  ///   - draws: For each law of pairs, the number of other sessions; with 0 one law that applies
  ///     is drawn.
  ///   - batch: Gets the failures.
  private func hold(
    _ made: MadeScenario, _ played: PlayedSession, _ chance: Chance, draws: Int,
    in batch: inout Batch
  ) {
    guard sought == nil else {
      if isSought(made, played) {
        batch.findings.append(
          Finding(law: "", reason: "", sentence: "", text: ScenarioText(made.root).text))
      }
      return
    }
    let single = laws.indices.filter { !laws[$0].isOfPairs }
    for index in single { _ = hold(made, played, index, chance, in: &batch) }
    // Ranked, so that a new law moves the choice only where it is chosen itself.
    let pairs = chance["pair"].ranked(
      laws.indices.filter { laws[$0].isOfPairs }, name: { laws[$0].name },
      weight: { laws[$0].weight })
    if draws == 0 {
      _ = pairs.first { hold(made, played, $0, chance, in: &batch) }
    }
    for index in pairs {
      for number in 0..<draws { _ = hold(made, played, index, chance[number], in: &batch) }
    }
  }

  /// Holds a session to one law.
  ///
  /// - Returns: Whether the law applies.
  private func hold(
    _ made: MadeScenario, _ played: PlayedSession, _ index: Int, _ chance: Chance,
    in batch: inout Batch
  ) -> Bool {
    let law = laws[index]
    let chance = chance[law.name]
    guard let breaches = law.breaches(of: made, played, maker, chance) else {
      return false
    }
    batch.applied[index] += 1
    batch.findings += breaches.map {
      Finding(
        law: law.name, reason: $0.reason, sentence: $0.sentence,
        text: ScenarioText(made.root).text, chance: chance.seed)
    }
    return true
  }

  /// Whether a session breaks the expectation, and keeps it with the values of ``unless``.
  private func isSought(_ made: MadeScenario, _ played: PlayedSession) -> Bool {
    played.isSoughtBroken && (unless.isEmpty || mended(made) != nil)
  }

  /// Returns the session with the values of ``unless``, and its number of other broken
  /// expectations; nil if it does not keep the expectation.
  private func mended(_ made: MadeScenario) -> (made: MadeScenario, flaws: Int)? {
    guard let mended = maker.exactly(made.root.setting(unless, schema, inAbsentObjects: true))
    else { return nil }
    let played = PlayedSession(
      mended.scenario, as: .other, sought: sought, asked: mended.scenario.impliedExpectations)
    return played.sought?.outcome == .kept ? (mended, played.flaws) : nil
  }

  // MARK: Shrinking

  private func shrunk(
    _ findings: [Finding], _ isStopped: @escaping () -> Bool
  ) -> [ShrunkFinding] {
    var result = [ShrunkFinding?](repeating: nil, count: findings.count)
    // Sessions that end their process are tried in worker processes.
    let (fatal, others) = (
      findings.indices.filter { findings[$0].law == Explorer.ending.name },
      findings.indices.filter { findings[$0].law != Explorer.ending.name }
    )
    for index in fatal { result[index] = smallest(findings[index], isStopped) }
    perform(
      others, work: { smallest(findings[$0], isStopped) },
      receive: { index, answer in
        result[index] = (try? answer.get()) ?? ShrunkFinding(unshrunk: findings[index])
      })
    return result.compactMap(\.self)
  }

  /// The smallest session that fails as one that was found.
  func smallest(
    _ finding: Finding, _ isStopped: @escaping () -> Bool = { false }
  ) -> ShrunkFinding {
    let clock = MonotonicClock()
    let begin = clock.nanoseconds
    guard let root = ScenarioText.root(of: finding.text), let made = maker.exactly(root) else {
      return ShrunkFinding(unshrunk: finding)
    }
    var last: Failure?
    var shrinker = Shrinker(maker: maker) { candidate in
      guard let failure = failure(of: candidate, like: finding) else { return nil }
      last = failure
      return failure.flaws
    }
    shrinker.given = given
    shrinker.isOver = { isStopped() || clock.nanoseconds - begin > limit(seconds: 25) }
    let (smallest, tries) = shrinker.smallest(made)
    var result = ShrunkFinding(unshrunk: finding)
    let steps = smallest.scenario.stepCount
    (result.text, result.tries) = (ScenarioText(smallest.root).text, tries)
    (result.steps, result.stepsBefore) = (steps, made.scenario.stepCount)
    result.points = smallest.scenario.pointCount
    result.nanoseconds = clock.nanoseconds - begin
    guard let last else { return result }
    result.finding.sentence = last.sentence
    let law = laws.first { $0.name == finding.law }
    result.other =
      unless.isEmpty
      ? last.chance.flatMap { law?.other(than: smallest, maker, $0) }
      : mended(smallest).map { ScenarioText($0.made.root).text }
    return result
  }

  /// The draws of a law of pairs for each session that is held to all laws, or shrunk.
  private static let chances = 6

  /// The way in which a session fails.
  private struct Failure {
    let sentence: String
    /// How many expectations are broken that apply by default.
    var flaws = 0
    /// The chance by which a law made its other session.
    var chance: Chance?
  }

  /// In what way a session fails for the reason of a finding; nil when it does not.
  private func failure(of made: MadeScenario, like finding: Finding) -> Failure? {
    if finding.law == Explorer.ending.name {
      return ending(of: made, like: finding).map { Failure(sentence: $0) }
    }
    let played = PlayedSession(
      made.scenario, sought: sought, asked: made.scenario.impliedExpectations)
    if sought != nil {
      guard played.isSoughtBroken else { return nil }
      guard !unless.isEmpty else {
        return Failure(sentence: played.soughtWords, flaws: played.flaws)
      }
      return mended(made).map {
        Failure(sentence: played.soughtWords, flaws: played.flaws + $0.flaws)
      }
    }
    guard let law = laws.first(where: { $0.name == finding.law }) else { return nil }
    let others = Chance(seed: seed)["shrinking"]
    let chances =
      [Chance(seed: finding.chance)]
      + (law.isOfPairs ? (0..<Explorer.chances).map { others[$0] } : [])
    for chance in chances {
      let breaches = law.breaches(of: made, played, maker, chance) ?? []
      if let breach = breaches.first(where: { $0.reason == finding.reason }) {
        return Failure(sentence: breach.sentence, flaws: played.flaws, chance: chance)
      }
    }
    return nil
  }
}

extension Law {
  var isOfPairs: Bool { if case .pair = check { true } else { false } }
}

extension Corpus.Session {
  fileprivate init(_ root: YAMLNode, _ signs: Set<Int>) {
    self.init(text: ScenarioText(root).text, signs: signs.sorted())
  }
}
