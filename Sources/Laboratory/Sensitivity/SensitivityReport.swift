public import Authoring
internal import MapEvents

/// The dependence of the verdicts and headline facts of a run on assumptions.
public struct SensitivityReport: Sendable {
  /// The sessions, in their order.
  public let sessions: [StudiedSession]
  /// The costs of devices that matter.
  public var costs = CostScreening(sample: "no session", results: [])
  /// The number of replays under two other values.
  public var pairReplayCount = 0
  /// The real time that the study took.
  public var nanoseconds: Int64 = 0

  init(sessions: [StudiedSession]) { self.sessions = sessions }

  /// An assumption with the verdicts that its values change.
  public struct Rank: Hashable, Sendable {
    /// The index of the assumption.
    let assumption: Int
    /// The number of verdicts that at least one of its values changes.
    public let flips: Int
    /// The number of verdicts of the sessions that consult it.
    public let verdicts: Int
    /// The number of sessions that consult it.
    public let sessions: Int
    /// The value that changes the most verdicts; nil when none changes any.
    let strongest: Strongest?

    /// A value with the number of verdicts that it changes.
    struct Strongest: Hashable, Sendable {
      let value: Int
      let flips: Int
    }

    /// The name of the assumption.
    public var name: String { Assumption.options[assumption].name }
  }

  /// All assumptions, those first that change the most verdicts, then those that the most
  /// sessions consult.
  public var ranking: [Rank] {
    let results = sessions.compactMap(\.sensitivity)
    return Assumption.options.indices.map { rank(of: $0, in: results) }.sorted {
      ($1.flips, $1.sessions, $0.assumption) < ($0.flips, $0.sessions, $1.assumption)
    }
  }

  private func rank(of assumption: Int, in results: [SessionSensitivity]) -> Rank {
    var (flips, verdicts, sessions) = (0, 0, 0)
    var byValue = Assumption.options[assumption].values.map { _ in 0 }
    for result in results where result.consulted.contains(assumption) {
      sessions += 1
      verdicts += result.verdicts.count
      var flipped: Set<Int> = []
      for trial in result.trials where trial.settings.map(\.assumption) == [assumption] {
        let changed = result.flips(of: trial)
        byValue[trial.settings[0].value] += changed.count
        flipped.formUnion(changed)
      }
      flips += flipped.count
    }
    let value = byValue.indices.max { (byValue[$0], $1) < (byValue[$1], $0) }
    let strongest = value.flatMap { value in
      byValue[value] > 0 ? Rank.Strongest(value: value, flips: byValue[value]) : nil
    }
    return Rank(
      assumption: assumption, flips: flips, verdicts: verdicts, sessions: sessions,
      strongest: strongest)
  }

  /// The number of verdicts.
  public var verdictCount: Int {
    sessions.reduce(0) { $0 + ($1.sensitivity?.verdicts.count ?? 0) }
  }

  /// The number of verdicts that are the same under every value that was tried.
  public var robustCount: Int {
    sessions.reduce(0) { sum, session in
      sum + (session.sensitivity?.isRobust.count(where: \.self) ?? 0)
    }
  }

  /// Two values that change verdicts which neither changes alone, with the number of these.
  struct Pair: Hashable, Sendable {
    var settings: [Setting]
    var flips: Int
  }

  /// The pairs that change verdicts, those with the most first.
  var pairs: [Pair] {
    var pairs: [Pair] = []
    for found in sessions.compactMap(\.sensitivity) {
      for trial in found.trials where trial.settings.count > 1 {
        let index = pairs.firstIndex { $0.settings == trial.settings } ?? pairs.endIndex
        if index == pairs.endIndex { pairs.append(Pair(settings: trial.settings, flips: 0)) }
        pairs[index].flips += found.newFlips(of: trial).count
      }
    }
    return pairs.enumerated().sorted {
      ($1.element.flips, $0.offset) < ($0.element.flips, $1.offset)
    }.map(\.element)
  }

  /// The number of replays under single values, and under the defaults.
  public var replayCount: Int {
    sessions.reduce(0) { $0 + ($1.sensitivity?.replayCount ?? 0) }
  }

  /// The number of replays that each value alone takes in each session.
  public var oneAtATimeCount: Int {
    sessions.reduce(0) { $0 + ($1.sensitivity?.oneAtATimeCount ?? 0) }
  }

  /// The ids of the sessions that fail under the defaults already.
  public var failing: [String] {
    sessions.filter { $0.sensitivity?.standard.isGood.contains(false) == true }.map(\.id)
  }

  /// The sessions that claim that no assumption changes their verdicts.
  var claiming: [StudiedSession] { sessions.filter { $0.claim != nil } }

  /// The number of sessions with a claim that an option or a cost breaks.
  public var brokenClaimCount: Int {
    claiming.count {
      $0.sensitivity?.isRobust.contains(false) == true || $0.costs?.changed.isEmpty == false
    }
  }

  /// The counts for the file that the page of assumptions is written from.
  public var counts: AssumptionCounts {
    let ranks = ranking.sorted { $0.assumption < $1.assumption }
    let costs = costs.ranking
    return AssumptionCounts(
      [
        AssumptionCounts.Row(
          kind: .all, name: "", changed: verdictCount - robustCount, verdicts: verdictCount,
          consulting: sessions.count)
      ]
        + ranks.map {
          AssumptionCounts.Row(
            kind: .option, name: $0.name, changed: $0.flips, verdicts: $0.verdicts,
            consulting: $0.sessions)
        }
        + DeviceCost.all.compactMap { cost in
          costs.first { $0.name == cost.name }.map {
            AssumptionCounts.Row(
              kind: .cost, name: $0.name, changed: $0.flips, verdicts: $0.verdicts,
              consulting: $0.sessions)
          }
        }
        + sessions.compactMap { session in
          session.sensitivity.map { found in
            AssumptionCounts.Row(
              kind: .session, name: session.id, changed: found.isRobust.count { !$0 },
              verdicts: found.verdicts.count, consulting: found.consulted.count,
              behavior: found.behavior.text, causes: found.causes)
          }
        })
  }

  /// The sessions whose study ended early.
  public var unfinished: [StudiedSession] { sessions.filter { $0.failure != nil } }
}
