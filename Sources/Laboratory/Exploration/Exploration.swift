internal import Instruments
internal import Scenarios
internal import Sessions

/// A session that breaks a law.
struct Finding: Codable, Sendable {
  /// The identity of a failure: the law, and the part of it that is broken.
  struct Key: Hashable {
    let law: String
    let reason: String
  }

  /// The law; empty for an expectation that was looked for.
  let law: String
  let reason: String
  /// The observation that breaks the law.
  var sentence: String
  /// The scenario.
  let text: String
  /// The seed of the chance by which the law made its other session.
  var chance: UInt64 = 0
  /// A number of sessions among which this one is drawn.
  var sessions = 0

  var key: Key { Key(law: law, reason: reason) }
}

/// A finding with the smallest session that shows it.
package struct ShrunkFinding: Codable, Sendable {
  var finding: Finding
  /// The smallest scenario, in no special layout.
  package var text: String
  /// The scenario with which the law compares it; nil where that differs in no text, or needs
  /// another file.
  package var other: String?
  /// How many scenarios were tried.
  package var tries = 0
  /// The steps of the smallest session, and of the one that was found.
  package var steps = 0
  package var stepsBefore = 0
  /// The points of its data.
  package var points = 0
  /// The real time that it took.
  package var nanoseconds: Int64 = 0

  init(unshrunk finding: Finding) {
    self.finding = finding
    text = finding.text
  }

  /// The law that is broken; empty for an expectation that was looked for.
  package var law: String { finding.law }
  /// The observation that breaks the law.
  package var sentence: String { finding.sentence }
}

/// The result of one batch of sessions.
struct Batch: Codable, Sendable {
  var sessions = 0
  /// Draws that made no valid session.
  var invalidDraws = 0
  /// The steps of each session, and the points of its data.
  var steps: [Int] = []
  var points: [Int] = []
  var findings: [Finding] = []
  /// The sessions that judged the expectation which is looked for.
  var judged = 0
  /// How many sessions each law applied to, in the order of the laws.
  var applied: [Int] = []
  /// The numbers of the signs that were seen.
  var signs: [Int] = []
  /// The sessions that showed a new sign.
  var candidates: [Corpus.Session] = []

  /// Why its process ended early; nil for one that has an answer.
  var lost: WorkerError?

  private enum CodingKeys: CodingKey {
    case sessions, invalidDraws, steps, points, findings, judged, applied, signs, candidates
  }

  init() {}

  /// A batch whose process ended early.
  init(lost error: WorkerError) { lost = error }

  mutating func add(_ played: PlayedSession) {
    sessions += 1
    steps.append(played.scenario.stepCount)
    points.append(played.scenario.pointCount)
    if played.isNear { judged += 1 }
  }
}

extension Scenario {
  /// The points of all data sets.
  var pointCount: Int { data.reduce(0) { $0 + $1.count } }
}

extension WorkerError {
  /// In what way the process ended; the same for all that ended like it.
  var kind: String {
    switch self {
    case .signal(let number, _): "signal \(number)"
    case .exit(let code, _): "exit \(code)"
    case .timeLimit: "time"
    case .memoryLimit: "memory"
    case .noProcess: "no process"
    case .unreadable: "no answer"
    }
  }

  /// How the process ended, in a sentence.
  var words: String {
    switch self {
    case .signal(let number, let complaint):
      "its process ended by signal \(number)\(WorkerError.last(complaint))"
    case .exit(let code, let complaint):
      "its process ended with \(code)\(WorkerError.last(complaint))"
    case .timeLimit: "it took more time than a session may"
    case .memoryLimit: "it took more memory than a session may"
    case .noProcess: "the system gave no process for it"
    case .unreadable(let text): "its process gave no answer: \(text)"
    }
  }

  private static func last(_ complaint: String) -> String {
    let line = complaint.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.isEmpty ? "" : ": \(line.prefix(200))"
  }
}

/// The result of a search.
package struct Exploration: Sendable {
  /// The number for --sessions that repeats the search.
  package var limit = 0
  /// The sessions that were played and held to the laws.
  package private(set) var sessions = 0
  /// Draws that made no valid session.
  package private(set) var invalidDraws = 0
  /// The steps of each session, and the points of its data.
  private(set) var steps: [Int] = []
  private(set) var points: [Int] = []
  /// How many different signs of what can happen were seen.
  package var signs: Int { seen.count { $0 & PlayedSession.Sign.near == 0 } }
  /// How many of them are situations of `mapreplay coverage`.
  package var situations: Int {
    seen.count { (0..<SituationObserver.count) ~= $0 - PlayedSession.Sign.firstSituation }
  }
  /// The sessions that judged the expectation which is looked for.
  private(set) var judged = 0
  /// How many sessions each law applied to, in the order of the laws.
  package private(set) var applied: [Int] = []
  /// Batches whose process ended early, and whose sessions all played to their end in another one.
  package var lostBatches = 0
  /// How many reasons of failure there are, those that were not made small too.
  package var found = 0
  /// The failures, made small.
  package var findings: [ShrunkFinding] = []
  /// The real time of the search, without that of making sessions small.
  package var nanoseconds: Int64 = 0

  /// Whether there is something to report.
  package var hasReport: Bool { sessions > 0 || !findings.isEmpty }

  /// The sessions that showed a new sign.
  private(set) var candidates: [Corpus.Session] = []

  private var seen: Set<Int> = []

  mutating func add(_ batch: Batch) {
    sessions += batch.sessions
    judged += batch.judged
    invalidDraws += batch.invalidDraws
    for (law, count) in batch.applied.enumerated() {
      if applied.count <= law { applied.append(0) }
      applied[law] += count
    }
    steps += batch.steps
    points += batch.points
    seen.formUnion(batch.signs)
    candidates += batch.candidates
  }
}

extension PlayedSession.Sign {
  /// The number of the first situation; pairs of events have lower ones, verdicts higher ones.
  static let firstSituation = 1 << 40
  /// The bit of signs in a session that judged the expectation which is looked for.
  static let near = 1 << 42

  /// A unique number for the sign.
  var number: Int {
    switch self {
    case .events(let first, let second): first << 16 | second
    case .situation(let situation): PlayedSession.Sign.firstSituation + situation
    case .criterion(let criterion, let isKept): 1 << 41 | criterion << 1 | (isKept ? 1 : 0)
    }
  }
}
