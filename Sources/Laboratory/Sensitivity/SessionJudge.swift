internal import MapEvents
internal import Measures
internal import Metrics
internal import ReportTexts
internal import Scenarios
internal import Sessions

/// Replays one session under other values and judges it.
struct SessionJudge {
  /// A scenario with the indexes of the assumptions that it leaves open.
  private struct Subject {
    var scenario: Scenario
    let open: Set<Int>

    init(_ scenario: Scenario) {
      (self.scenario, open) = (scenario, Set(Assumption.open(in: scenario)))
    }

    /// The scenario under other values, except those that it sets itself.
    func with(_ settings: [Setting]) -> Scenario {
      var scenario = scenario
      for setting in settings where open.contains(setting.assumption) {
        Assumption.options[setting.assumption].values[setting.value].apply(&scenario)
      }
      return scenario
    }
  }

  /// The session, then the variants of the same file with which it compares its values.
  private let subjects: [Subject]
  /// The verdicts of the session.
  let verdicts: [StudiedVerdict]
  /// The judgment under the defaults.
  let standard: Judgment
  /// The fingerprint under the defaults that is among the facts of the session.
  let behavior: TraceDigest
  /// The index of each written expectation among the verdicts.
  private let indexes: [String: Int]
  /// The mistakes that a test plants.
  private let sabotage: [Sabotage]

  /// Replays a session under the defaults.
  ///
  /// - Parameters:
  ///   - scenario: The session.
  ///   - all: The sessions of the run, among which its file's other variants are.
  ///   - sabotage: The mistakes that a test plants.
  init(_ scenario: Scenario, among all: [Scenario], sabotage: [Sabotage] = []) {
    let names = scenario.comparedVariants
    let others = all.filter { other in
      other.fileID == scenario.fileID && other.variant.map(names.contains) == true
    }
    subjects = ([scenario] + others).map(Subject.init)
    var verdicts: [StudiedVerdict] = []
    var indexes: [String: Int] = [:]
    if scenario.mustFailNames.isEmpty {
      for (subject, rule) in scenario.writtenExpectations {
        indexes[rule.key(of: subject)] = verdicts.count
        verdicts.append(
          StudiedVerdict(
            kind: .written, subject: subject.name,
            place: rule.file.map { _ in rule.place(in: scenario.file) } ?? "line \(rule.line)"))
      }
      verdicts.append(
        StudiedVerdict(kind: .implied, subject: "an expectation by default"))
    } else {
      verdicts.append(StudiedVerdict(kind: .canary, subject: "canary"))
    }
    (self.verdicts, self.indexes, self.sabotage) = (verdicts, indexes, sabotage)
    (standard, behavior) = SessionJudge.judgment(
      of: subjects.map(\.scenario), verdicts, indexes, sabotage)
  }

  /// The indexes of the assumptions that the session or a variant that it is compared with leaves
  /// open, in their order.
  var open: [Int] { subjects.reduce(into: Set()) { $0.formUnion($1.open) }.sorted() }

  /// Whether the session plays under these settings as under the defaults.
  func isAlike(_ settings: [Setting]) -> Bool {
    zip(subjects, standard.fingerprints).allSatisfy { subject, fingerprint in
      VerdictReplay(subject.with(settings)).fingerprint() == fingerprint
    }
  }

  /// The judgment under these settings.
  func judgment(under settings: [Setting]) -> Judgment {
    SessionJudge.judgment(of: subjects.map { $0.with(settings) }, verdicts, indexes, sabotage)
      .judgment
  }

  /// The judgment on another phone.
  func judgment(_ change: (inout DeviceProfile) -> Void) -> Judgment {
    let scenarios = subjects.map { subject in
      var scenario = subject.scenario
      change(&scenario.device)
      return scenario
    }
    return SessionJudge.judgment(of: scenarios, verdicts, indexes, sabotage).judgment
  }

  /// Replays a session with its variants, compares and judges it.
  private static func judgment(
    of scenarios: [Scenario], _ verdicts: [StudiedVerdict], _ indexes: [String: Int],
    _ sabotage: [Sabotage]
  ) -> (judgment: Judgment, behavior: TraceDigest) {
    let replays = scenarios.map { VerdictReplay($0, sabotage: sabotage).result() }
    var facts = replays[0].facts
    let references = zip(scenarios, replays).dropFirst().map { ($0.variant ?? "", $1.facts) }
    facts.compare(with: Dictionary(references) { first, _ in first })
    var isGood = verdicts.map { _ in true }
    if scenarios[0].mustFailNames.isEmpty {
      // A failure that is not written is implied, and these have the last place.
      let known = scenarios[0].knownFailures.map(\.metric)
      for verdict in facts.verdicts where verdict.outcome != .kept {
        let subject = verdict.expectation.subject
        guard verdict.outcome != .broken || !known.contains(subject.name) else { continue }
        let key = verdict.written.key(of: subject)
        isGood[indexes[key] ?? verdicts.count - 1] = false
      }
    } else {
      isGood = [VerdictReplay(scenarios[0]).isCaught(facts)]
    }
    let judgment = Judgment(
      fingerprints: replays.map(\.fingerprint), isGood: isGood,
      headlines: Console.headlines.map { facts.session[$0] },
      contradiction: replays.lazy.flatMap(\.contradictions).first?.sentence)
    return (judgment, facts.digest)
  }
}
