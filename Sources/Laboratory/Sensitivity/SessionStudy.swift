internal import MapEvents

/// Tries every other value of every assumption that a session leaves open.
struct SessionStudy {
  /// The indexes of the assumptions that the session leaves open, in the order of trying.
  let open: [Int]
  /// The assumptions that most sessions consult, which are tried alone at once.
  var expected: Set<Int> = []
  /// The number of values of each assumption, by index.
  let valueCounts: [Int]
  /// The verdicts of the session.
  let verdicts: [StudiedVerdict]
  /// The judgment under the defaults.
  let standard: Judgment
  /// The fingerprint under the defaults that is among the facts of the session.
  var behavior = TraceDigest()
  /// Whether the session plays under these settings as under the defaults.
  let isAlike: ([Setting]) -> Bool
  /// The judgment under a setting.
  let judge: (Setting) -> Judgment

  /// Tries the first values of all assumptions, then the second ones, and so on.
  ///
  /// An assumption that is expected to matter, or has mattered, is tried alone, the others as a
  /// group.
  func run() -> SessionSensitivity {
    var replays = 1
    var trials: [Trial] = []
    var consulted: Set<Int> = []
    func judged(_ setting: Setting) -> Trial? {
      replays += 1
      let judgment = judge(setting)
      guard judgment != standard else { return nil }
      return Trial(settings: [setting], judgment: judgment)
    }
    let search = ConsultedSearch<Setting, Trial>(
      isAlike: { settings in
        replays += 1
        return isAlike(settings)
      }, answer: judged)
    let rounds = open.map { valueCounts[$0] }.max() ?? 0
    for round in 0..<rounds {
      let settings = open.filter { valueCounts[$0] > round }.map {
        Setting(assumption: $0, value: round)
      }
      let alone = round == 0 ? expected : consulted
      let known = settings.filter { alone.contains($0.assumption) }
      let unknown = settings.filter { !alone.contains($0.assumption) }
      trials += known.compactMap(judged) + search.found(in: unknown).map(\.answer)
      consulted.formUnion(trials.flatMap(\.settings).map(\.assumption))
    }
    return SessionSensitivity(
      verdicts: verdicts, standard: standard, behavior: behavior, consulted: consulted.sorted(),
      trials: trials,
      replayCount: replays,
      oneAtATimeCount: 1 + open.reduce(0) { $0 + valueCounts[$1] })
  }
}

/// A replay under other values than the defaults, which plays otherwise.
struct Trial: Codable, Hashable, Sendable {
  /// The values: one, or two for a pair.
  var settings: [Setting]
  /// The result.
  var judgment: Judgment
}

/// The dependence of one session on assumptions.
struct SessionSensitivity: Codable, Sendable {
  /// The verdicts, in the order of all judgments.
  var verdicts: [StudiedVerdict]
  /// The judgment under the defaults.
  var standard: Judgment
  /// The fingerprint under the defaults that is among the facts of the session.
  var behavior = TraceDigest()
  /// The indexes of the assumptions of which a value changes the session, in their order.
  var consulted: [Int]
  /// The replays that differ from the one under the defaults.
  var trials: [Trial]
  /// The number of replays that this took.
  var replayCount: Int
  /// The number of replays that each value alone takes.
  var oneAtATimeCount: Int

  /// The indexes of the verdicts that a trial changes.
  func flips(of trial: Trial) -> [Int] {
    verdicts.indices.filter { trial.judgment.isGood[$0] != standard.isGood[$0] }
  }

  /// The pairs of some settings of which each changes the session.
  func pairs(of settings: [Setting]) -> [[Setting]] {
    let known = settings.filter { setting in trials.contains { $0.settings == [setting] } }
    return known.indices.flatMap { first in
      known[(first + 1)...].map { [known[first], $0] }
    }
  }

  /// The indexes of the verdicts that a trial changes and none of its values changes alone.
  func newFlips(of trial: Trial) -> [Int] {
    guard trial.settings.count > 1 else { return flips(of: trial) }
    let alone = trials.filter { $0.settings.count == 1 && trial.settings.contains($0.settings[0]) }
    let known = Set(alone.flatMap(flips))
    return flips(of: trial).filter { !known.contains($0) }
  }

  /// Whether each verdict is the same in all trials.
  var isRobust: [Bool] {
    var isRobust = verdicts.map { _ in true }
    for trial in trials {
      for verdict in flips(of: trial) { isRobust[verdict] = false }
    }
    return isRobust
  }

  /// The assumptions that change verdicts, with how many: `view margin (2)`, those with the most
  /// first; then the pairs that change verdicts which neither value changes alone.
  var causes: [String] {
    let counts = consulted.map { assumption in
      let alone = trials.filter { $0.settings.map(\.assumption) == [assumption] }
      return Set(alone.flatMap(flips)).count
    }
    let pairs = trials.filter { $0.settings.count > 1 }.compactMap { trial -> String? in
      let count = newFlips(of: trial).count
      guard count > 0 else { return nil }
      return trial.settings.map(\.words).joined(separator: " with ") + " (\(count))"
    }
    return counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { "`\(Assumption.options[consulted[$0]].name)` (\(counts[$0]))" } + pairs
  }
}
