internal import Measures
internal import Metrics

/// The differences between two facts files.
public struct FactsDifference: Hashable, Sendable {
  /// A value that differs.
  public struct Value: Codable, Hashable, Sendable {
    /// The part of the session, such as `step 4 (line 12)`; empty for the session as a whole.
    public var part: String
    /// The metric or another key of the file.
    public var key: String
    /// The value of the old file; nil when it has none.
    public var old: String?
    /// The value of the new file; nil when it has none.
    public var new: String?

    /// Makes a difference.
    public init(part: String, key: String, old: String?, new: String?) {
      (self.part, self.key, self.old, self.new) = (part, key, old, new)
    }

    /// Whether it is the version of the layout.
    package var isVersion: Bool { part.isEmpty && key == "version" && old != nil && new != nil }

    /// The direction in which the value of a metric moved.
    package enum Direction: Hashable, Sendable {
      /// The metric improved.
      case better
      /// It became worse.
      case worse
      /// It has no better direction.
      case neither
      /// The value does not belong to a metric, or only one of the two files has it.
      case unknown
    }

    /// The direction in which the value moved.
    package var direction: Direction {
      guard let metric = FactsFile.metrics[key] else {
        return !part.isEmpty && Value.moving.contains(key) ? .neither : .unknown
      }
      let better = metric.definition.better
      guard better != .neither else { return .neither }
      guard let (before, now, _) = numbers else { return .unknown }
      guard before != now else { return .neither }
      return (now < before) == (better == .lower) ? .better : .worse
    }

    /// Whether it is how a session or an expectation was judged, in both runs.
    package var isOutcome: Bool { key == "outcome" && old != nil && new != nil }

    /// Whether a session as a whole is worse by this value, or better; nil for neither.
    package var isWorse: Bool? {
      guard part.isEmpty else { return nil }
      if isOutcome {
        let (old, new) = (old.flatMap(SessionOutcome.init), new.flatMap(SessionOutcome.init))
        guard let old, let new, old.isGood != new.isGood else { return nil }
        return old.isGood
      }
      switch direction {
      case .better: return false
      case .worse: return true
      case .neither, .unknown: return nil
      }
    }

    /// The old and the new number as exact fractions, and their common whole; nil where either is
    /// not a number.
    var numbers: (before: Int128, now: Int128, whole: Int128)? {
      let nothing = FactsFile.zeroKeys.contains(key) ? "0" : ""
      guard let old = number(old ?? nothing), let new = number(new ?? nothing) else { return nil }
      return (old.part * new.whole, new.part * old.whole, old.whole * new.whole)
    }

    /// The weight of the change, for sorting.
    package var weight: Weight {
      if isOutcome { return Weight(rank: 0) }
      guard part.isEmpty else { return Weight(rank: 4) }
      let moved = direction
      guard let (before, now, _) = numbers, moved == .better || moved == .worse else {
        return Weight(rank: 3)
      }
      return Weight(isWorse: moved == .worse, from: before, to: now)
    }

    /// The keys whose values follow from other numbers of a session: times of its parts.
    private static let moving: Set<String> = [
      "mark start ns", "opened at ns", "p50 ns", "p95 ns", "max ns",
    ]

    /// A number or a share of a line.
    private func number(_ text: String) -> (part: Int128, whole: Int128)? {
      if let number = Int64(text) { return (Int128(number), 1) }
      let members = FactsText.members(ofLine: text[...])
      guard members.map(\.key) == ["of", "part"], let whole = Int64(members[0].value), whole > 0,
        let part = Int64(members[1].value)
      else { return nil }
      return (Int128(part), Int128(whole))
    }
  }

  /// The weight of a change.
  ///
  /// More telling changes compare as less.
  package struct Weight: Comparable {
    /// The rank: an expectation was judged differently (0), the session as a whole is worse
    /// (1), better (2) or merely different (3), or a part of it differs (4).
    var rank: Int
    /// The ratio of the larger number to the smaller one.
    var factor: Double

    init(rank: Int, factor: Double = 1) { (self.rank, self.factor) = (rank, factor) }

    fileprivate init(isWorse: Bool, from before: Int128, to now: Int128) {
      let sizes = [before.magnitude, now.magnitude].map { Double($0) }.sorted()
      self.init(rank: isWorse ? 1 : 2, factor: sizes[0] > 0 ? sizes[1] / sizes[0] : .infinity)
    }

    /// The weight of a count of the whole session that moved; more is worse.
    package init(countFrom before: Int64, to now: Int64) {
      self.init(isWorse: now > before, from: Int128(before), to: Int128(now))
    }

    package static func < (left: Weight, right: Weight) -> Bool {
      (left.rank, right.factor) < (right.rank, left.factor)
    }
  }

  /// The values that differ, those of the session as a whole first.
  public private(set) var values: [Value] = []
  /// The names of metrics that the old file does not have, in order.
  ///
  /// They are not differences.
  public private(set) var newMetrics: [String] = []

  /// Compares two facts files.
  ///
  /// Steps, marks and callouts are aligned, so that an inserted one is the only one reported.
  /// The fingerprint is left out unless nothing else differs. When the layouts cannot be
  /// compared, only the version differs.
  ///
  /// - Parameters:
  ///   - old: The text of the old file.
  ///   - new: The text of the new file.
  ///   - places: The places of the new scenario's steps, such as `line 12`, by their
  ///     positions.
  public init(old: String, new: String, places: [Int: String] = [:]) {
    self.init(FactsText(old), FactsText(new), places: places)
  }

  /// The values in which two facts files differ.
  public static func values(old: String, new: String, places: [Int: String] = [:]) -> [Value] {
    FactsDifference(old: old, new: new, places: places).values
  }

  init(_ old: FactsText, _ new: FactsText, places: [Int: String] = [:]) {
    guard old.version == new.version || old.isRead && new.isRead else {
      values = [Value(part: "", key: "version", old: old.version, new: new.version)]
      return
    }
    let comparison = FactsMembers(old, new)
    let whole =
      comparison.values(old.whole, new.whole, part: "", holdMetrics: false)
      + comparison.values(old.session, new.session, part: "")
    let steps = comparison.pairs(of: .steps)
    let structureDiffers = steps.contains { $0.old == nil || $0.new == nil }
    let numbers = FactsDifference.numbers(of: steps, old, new)
    var parts: [Value] = []
    for section in FactsText.Section.allCases {
      let pairs = section == .steps ? steps : comparison.pairs(of: section, steps: numbers)
      for pair in pairs {
        parts += comparison.values(
          of: pair, in: section, steps: numbers, places: places, timesMoved: structureDiffers)
      }
    }
    newMetrics = comparison.newMetrics
    values = whole.filter { $0.key != "digest" } + parts
    // The fingerprint moves with everything.
    if values.isEmpty { values = whole }
  }

  /// The expectations that two reports of a session judge differently.
  ///
  /// Facts have no verdicts.
  public static func judgedOtherwise(_ old: SessionReport, _ new: SessionReport) -> [Value] {
    var outcomes = Dictionary(grouping: old.facts.verdicts, by: \.stableName)
    return new.facts.verdicts.compactMap { verdict in
      guard let before = outcomes[verdict.stableName]?.first else { return nil }
      outcomes[verdict.stableName]?.removeFirst()
      guard before.outcome != verdict.outcome else { return nil }
      return Value(
        part: "expectation \(verdict.rule) (\(verdict.placeWords))", key: "outcome",
        old: before.outcome.rawValue, new: verdict.outcome.rawValue)
    }
  }

  /// The new positions of steps by the old ones.
  private static func numbers(
    of pairs: [Alignment.Pair], _ old: FactsText, _ new: FactsText
  ) -> [String: String] {
    var numbers: [String: String] = [:]
    for pair in pairs {
      guard let before = pair.old, let after = pair.new else { continue }
      numbers[old[.steps][before].value("step") ?? ""] = new[.steps][after].value("step")
    }
    return numbers
  }
}

/// The members of two facts files, without those that one of the versions cannot have.
struct FactsMembers {
  private let old: FactsText
  private let new: FactsText

  init(_ old: FactsText, _ new: FactsText) { (self.old, self.new) = (old, new) }

  /// The keys of times.
  ///
  /// All of them move when a step is inserted.
  private static let times: Set<String> = ["mark start ns", "opened at ns"]

  /// The metrics of the new file that the old one does not know.
  var newMetrics: [String] {
    Metric.allCases.filter { metric in
      let definition = metric.definition
      return definition.isCommitted && definition.set > old.metricSet
        && definition.set <= new.metricSet
    }.map(\.name)
  }

  /// Whether both files could have a key among the metrics.
  private func isKnown(_ key: String) -> Bool {
    let oldest = min(old.metricSet, new.metricSet)
    guard let metric = FactsFile.metrics[key] else {
      // A newer program has metrics that this one does not know.
      return FactsMembers.times.contains(key)
        || max(old.metricSet, new.metricSet) <= FactsFile.metricSet
    }
    return metric.definition.set <= oldest
  }

  /// The changed members in the order of the new file, then the removed ones.
  ///
  /// Only metrics come and go with their set. All other keys come with a version.
  func values(
    _ old: [FactsText.Member], _ new: [FactsText.Member], part: String, holdMetrics: Bool = true
  ) -> [FactsDifference.Value] {
    let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let keys = Set(new.map(\.key))
    // The version before has another fingerprint.
    func isCompared(_ key: String) -> Bool {
      (!holdMetrics || isKnown(key))
        && (key != "digest" || before[key] != nil && keys.contains(key))
    }
    var values = new.compactMap { key, value -> FactsDifference.Value? in
      guard isCompared(key), before[key] != value else { return nil }
      return FactsDifference.Value(part: part, key: key, old: before[key], new: value)
    }
    values += old.filter { !keys.contains($0.key) && isCompared($0.key) }
      .map { FactsDifference.Value(part: part, key: $0.key, old: $0.value, new: nil) }
    return values
  }

  /// The elements of a list in pairs.
  ///
  /// When a step has only metrics that one of the files cannot have, it is left out for that
  /// file.
  func pairs(
    of section: FactsText.Section, steps: [String: String] = [:]
  ) -> [Alignment.Pair] {
    let (olds, news) = (places(of: section, in: old), places(of: section, in: new))
    let before = olds.map { moved(old[section][$0], in: section, steps) }
    let after = news.map { compared(new[section][$0], in: section) }
    let names = olds.map { section.name.flatMap(old[section][$0].value) }
    let newNames = news.map { section.name.flatMap(new[section][$0].value) }
    let pairs = Alignment.pairs(before.count, after.count) { left, right in
      let isRenamed = names[left] != newNames[right]
      // The version before does not name its steps.
      guard section == .marks || !isRenamed || names[left] == nil else { return nil }
      let changed = values(
        before[left], after[right], part: "", holdMetrics: section.holdsMetrics)
      let count = changed.count { !FactsMembers.times.contains($0.key) }
      guard count > 0 || isRenamed && section == .marks else { return 0 }
      let all = max(before[left].count, after[right].count, 1)
      return Alignment.gap / 2 + Alignment.gap * min(count, all) / all
    }
    return pairs.map { .init(old: $0.old.map { olds[$0] }, new: $0.new.map { news[$0] }) }
  }

  /// The positions of the elements that both files could have.
  private func places(of section: FactsText.Section, in facts: FactsText) -> [Int] {
    facts[section].indices.filter { index in
      section != .steps
        || compared(facts[section][index], in: section).contains { isKnown($0.key) }
    }
  }

  /// The members of an old element, with the new position of its step.
  private func moved(
    _ element: FactsText.Element, in section: FactsText.Section, _ steps: [String: String]
  ) -> [FactsText.Member] {
    compared(element, in: section).map { key, value in
      (key, section == .callouts && key == "step" ? steps[value] ?? value : value)
    }
  }

  private func compared(
    _ element: FactsText.Element, in section: FactsText.Section
  ) -> [FactsText.Member] {
    element.members.filter { $0.key != section.identity && $0.key != section.name }
  }

  /// The changes in a pair of elements.
  func values(
    of pair: Alignment.Pair, in section: FactsText.Section, steps: [String: String],
    places: [Int: String], timesMoved: Bool
  ) -> [FactsDifference.Value] {
    func part(_ element: FactsText.Element, isNew: Bool) -> String {
      let identity = element.value(section.identity) ?? ""
      guard section == .steps else {
        return "\(section.identity) \(identity)"
      }
      let verb = element.value("verb").map { String($0.dropFirst().dropLast()) }
      let words = [verb, isNew ? Int(identity).flatMap { places[$0] } : nil].compactMap(\.self)
      return "step \(identity)" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
    }
    switch (pair.old.map { old[section][$0] }, pair.new.map { new[section][$0] }) {
    case (let before?, let after?):
      let part = part(after, isNew: true)
      var values = values(
        moved(before, in: section, steps), compared(after, in: section), part: part,
        holdMetrics: section.holdsMetrics)
      if timesMoved { values.removeAll { FactsMembers.times.contains($0.key) } }
      if section == .marks, before.value("mark") != after.value("mark") {
        values.insert(
          FactsDifference.Value(
            part: part, key: "mark", old: before.value("mark"), new: after.value("mark")), at: 0)
      }
      return values
    case (let before?, nil):
      return [.init(part: part(before, isNew: false), key: "presence", old: "there", new: "gone")]
    case (nil, let after?):
      return [.init(part: part(after, isNew: true), key: "presence", old: "absent", new: "new")]
    case (nil, nil): return []
    }
  }
}
