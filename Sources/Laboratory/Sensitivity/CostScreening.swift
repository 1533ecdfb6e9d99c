internal import MapConfiguration
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// The costs of devices, ranked by their elementary effects in some sessions.
public struct CostScreening: Sendable {
  /// The sessions that are screened, in words.
  public let sample: String
  /// The results of the sessions that ended.
  let results: [CostSensitivity]

  /// A cost with its effects.
  public struct Rank: Hashable, Sendable {
    /// The name of the cost.
    public let name: String
    /// The number of sessions that consult it.
    public let sessions: Int
    /// The number of verdicts that differ between two of its levels.
    public let flips: Int
    /// The number of verdicts of the sessions that consult it.
    public let verdicts: Int
    /// The headline fact that it moves most; nil when it moves none.
    let strongest: Effect?
  }

  /// The elementary effects of a cost on a headline fact.
  struct Effect: Hashable, Sendable {
    /// The index of the headline fact.
    let headline: Int
    /// The mean amount, as a share of the fact under the default costs.
    let mean: Double
    /// The standard deviation, as such a share.
    let spread: Double
  }

  /// The costs that a session consults: those first that change the most verdicts, then those with
  /// the largest effects.
  public var ranking: [Rank] {
    let ranks = DeviceCost.all.indices.map(rank).enumerated().filter { $0.element.sessions > 0 }
    return ranks.sorted { left, right in
      let (mean, other) = (left.element.strongest?.mean ?? 0, right.element.strongest?.mean ?? 0)
      return (right.element.flips, other, left.offset) < (left.element.flips, mean, right.offset)
    }.map(\.element)
  }

  /// The number of replays.
  var replayCount: Int { results.reduce(0) { $0 + $1.replayCount } }

  private func rank(of cost: Int) -> Rank {
    let users = results.filter { $0.consulted.contains(cost) }
    let flips = users.reduce(0) { sum, result in
      sum + Set(result.effects.filter { $0.cost == cost }.flatMap(\.flips)).count
    }
    let effects = users.flatMap(\.effects).filter { $0.cost == cost }
    let headlines = effects.map(\.shares.count).max() ?? 0
    let all = (0..<headlines).compactMap { headline in
      CostScreening.effect(on: headline, effects.compactMap { $0.shares[headline] })
    }
    return Rank(
      name: DeviceCost.all[cost].name, sessions: users.count, flips: flips,
      verdicts: users.reduce(0) { $0 + $1.verdictCount },
      strongest: all.filter { $0.mean > 0 }.max { $0.mean < $1.mean })
  }

  /// The mean amount and the spread of elementary effects; nil without any.
  static func effect(on headline: Int, _ shares: [Double]) -> Effect? {
    guard !shares.isEmpty else { return nil }
    let count = Double(shares.count)
    let mean = shares.reduce(0, +) / count
    let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    return Effect(
      headline: headline, mean: shares.reduce(0) { $0 + abs($1) } / count,
      spread: variance.squareRoot())
  }
}

/// A cost in time of a device profile.
struct DeviceCost: Sendable {
  /// The key in device profiles.
  let name: String
  /// Sets the cost to a level, in halves of the present one.
  let set: @Sendable (_ level: Int, inout DeviceProfile) -> Void

  /// All of them, in the order of the reference.
  static let all = DeviceKeys.costs.map { key, path in
    DeviceCost(
      name: key.name,
      set: { level, device in
        let cost = device.costs[keyPath: path].nanoseconds
        device.costs[keyPath: path] = SimulatedTime(nanoseconds: cost * Int64(level) / 2)
      })
  }
}
