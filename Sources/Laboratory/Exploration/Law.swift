internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import ScenarioFiles
internal import Scenarios
internal import Sessions

/// Something that holds in every session.
///
/// A law is a row of ``all``: a new one is drawn, held, shrunk, listed and tested like the others.
package struct Law: Sendable {
  /// The name, by which users choose it.
  package let name: String
  /// The law in one sentence.
  package let sentence: String
  /// The weight in the draw of the law of pairs that is tried first; more for one that applies to
  /// few sessions.
  var weight = 1
  let check: Check

  enum Check: Sendable {
    /// A condition on a single session; returns each way in which the session breaks it, or nil
    /// where the law does not apply.
    case session(@Sendable (PlayedSession) -> [Breach]?)
    /// A relation between a session and another one that is made from it.
    case pair(Relation)
  }

  /// One way in which a session breaks a law.
  struct Breach: Hashable, Sendable {
    /// The part of the law that is broken, such as a metric; the same for all sessions that break
    /// it for the same reason.
    let reason: String
    /// The observation, in a sentence.
    let sentence: String
  }

  /// A relation between a session and one that is made of it.
  struct Relation: Sendable {
    /// The part of their replays in which two sessions must agree.
    enum Common: Equatable, Sendable {
      /// All that happened, at the same times.
      case behavior
      /// The metrics of the whole session.
      case metrics
      /// The metrics that count. Distances are rounded in other ways elsewhere, and so is the last
      /// frame of an animation, which takes time only if it still moves the map.
      case counts
      /// None: the sums of the other session are held to its parts.
      case sums
      /// None: the sums of the other session are held to those of its layers, for which the law
      /// lets it ask by expectations.
      case sumsOverLayers
      /// The clusters that are on the map at the end.
      case clusters
      /// An aspect of these, if the map shows the same region then.
      case clustersOfSameView(ClusterList.Aspect)
      /// The members of these, if the map shows a region of the same size on the same parallels.
      /// It can be turned, since a mirror turns it the other way.
      case clustersElsewhere
    }

    let common: Common
    /// Makes the other session, or both that are compared, from a first one.
    let others: @Sendable (MadeScenario, ScenarioMaker, Chance) -> Others
  }

  /// The sessions that a relation compares.
  enum Others: Sendable {
    /// The law does not apply to the first session.
    case none
    /// The other scenario cannot be read, which breaks the law.
    case invalid(String)
    /// The other session; `one` replaces the first one, nil to compare that itself.
    case sessions(one: MadeScenario?, other: MadeScenario)
  }
}

extension Law {
  /// The ways in which a session breaks the law.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - played: What it showed.
  ///   - maker: Makes the other session of a relation.
  ///   - chance: Decides which other session, where there are several.
  /// - Returns: Each way in which it breaks the law; nil where the law does not apply.
  func breaches(
    of session: MadeScenario, _ played: PlayedSession, _ maker: ScenarioMaker, _ chance: Chance
  ) -> [Breach]? {
    switch check {
    case .session(let breaches): return breaches(played)
    case .pair(let relation):
      switch relation.others(session, maker, chance) {
      case .none: return nil
      case .invalid(let mistake):
        let words = "the other scenario cannot be read: \(mistake)"
        return [Breach(reason: "invalid", sentence: words)]
      case .sessions(let first, let other):
        let isCounted = relation.common.needsFacts
        let one =
          first.map { PlayedSession($0.scenario, as: .one, isCounted: isCounted) } ?? played
        if case .behavior = relation.common,
          PlayedSession.digest(of: other.scenario, as: .other) == one.facts.digest
        {
          return []
        }
        let asked = relation.common == .sumsOverLayers ? other.scenario.expectations : []
        let bound = asked.map { other.scenario.bound($0, since: .start) }
        let two = PlayedSession(other.scenario, as: .other, asked: bound, isCounted: isCounted)
        return relation.common.breaches(one, two)
      }
    }
  }
}

extension Law {
  /// The scenario with which a law of pairs compares a session; nil where that can be no file.
  func other(than session: MadeScenario, _ maker: ScenarioMaker, _ chance: Chance) -> String? {
    guard case .pair(let relation) = check,
      case .sessions(_, let other) = relation.others(session, maker, chance),
      maker.exactly(other.root) != nil
    else { return nil }
    let text = ScenarioText(other.root).text
    return text == ScenarioText(session.root).text ? nil : text
  }
}

extension Law.Relation.Common {
  /// Whether it is about more than the clusters at the end.
  fileprivate var needsFacts: Bool {
    switch self {
    case .behavior, .metrics, .counts, .sums, .sumsOverLayers: true
    case .clusters, .clustersOfSameView, .clustersElsewhere: false
    }
  }

  /// The ways in which two sessions differ; nil where they cannot be compared.
  fileprivate func breaches(_ one: PlayedSession, _ other: PlayedSession) -> [Law.Breach]? {
    /// The first metric of some that differs.
    func difference(_ isCompared: (MetricValue) -> Bool = { _ in true }) -> Law.Breach? {
      for metric in Metric.allCases {
        let (first, second) = (one.facts.session[metric], other.facts.session[metric])
        guard first != second, isCompared(first) || isCompared(second) else { continue }
        return Law.Breach(
          reason: metric.name,
          sentence: "\(metric.name): \(first.plainWords) in one session, \(second.plainWords) in "
            + "the other")
      }
      return nil
    }
    switch self {
    case .behavior:
      guard one.facts.digest != other.facts.digest else { return [] }
      return [difference() ?? Law.Breach(reason: "events", sentence: "the events differ")]
    case .metrics: return difference().map { [$0] } ?? []
    case .counts: return difference(\.isCount).map { [$0] } ?? []
    case .sums: return other.sumBreaches(withExactParts: true)
    case .sumsOverLayers: return other.layerBreaches
    case .clusters: return one.clusterBreaches(other, in: .all)
    case .clustersOfSameView(let aspect):
      return one.camera == other.camera ? one.clusterBreaches(other, in: aspect) : nil
    case .clustersElsewhere:
      var camera = one.camera
      if let there = other.camera {
        camera?.center.x = there.center.x
        camera?.headingDegrees = there.headingDegrees
      }
      return other.camera == camera ? one.clusterBreaches(other, in: .members) : nil
    }
  }
}

extension PlayedSession {
  /// The ways in which the clusters of two sessions differ; nil where they cannot be compared.
  fileprivate func clusterBreaches(
    _ other: PlayedSession, in aspect: ClusterList.Aspect
  ) -> [Law.Breach]? {
    guard !hasFreeClusters, !other.hasFreeClusters, !clusters.isEmpty || !other.clusters.isEmpty
    else { return nil }
    return clusters.difference(from: other.clusters, in: aspect).map {
      [Law.Breach(reason: "", sentence: "the clusters on the map at the end: \($0)")]
    } ?? []
  }
}

extension MetricValue {
  fileprivate var isCount: Bool { if case .count = self { true } else { false } }

  /// The number in words that need no unit.
  var plainWords: String {
    switch self {
    case .count(let number): "\(number)"
    case .share(let part, let whole): "\(part) of \(whole)"
    case .nanoseconds(let time): "\(time) ns"
    case .micropoints(let distance): "\(distance) millionths of a point"
    case .never: "nothing"
    }
  }
}
