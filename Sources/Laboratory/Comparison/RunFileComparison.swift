package import Counts
internal import Formatting
public import Reporting
internal import Statistics

/// Compares two runs by their run files.
///
/// It compares the facts and the settings of each session, and the allocations if both runs have
/// the same conditions. Times of a single run are not compared.
public enum RunFileComparison {
  /// A run, and the path of its file.
  public typealias Side = (path: String, run: RunReport)

  /// Whether a path names a run file rather than a program or a revision.
  public static func isRunFile(_ path: String) -> Bool { path.hasSuffix(".json") }

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - base: The older run.
  ///   - head: The newer run.
  ///   - tolerances: The limits of counts; the soft ones decide.
  /// - Returns: The comparison.
  /// - Throws: A sentence when they have no session in common.
  package static func report(
    base: Side, head: Side, within tolerances: CountTolerances = CountTolerances()
  ) throws(ComparisonError) -> ComparisonReport {
    func contender(_ name: String, _ path: String) -> Contender {
      Contender(name: name, label: path, program: path, folder: "")
    }
    var report = ComparisonReport(
      base: contender("BASE", base.path), head: contender("HEAD", head.path),
      levels: [.facts, .counts])
    report.facts = try facts(base.run, head.run)
    report.otherness = head.run.fingerprint.differences(from: base.run.fingerprint).map(\.words)
    let pairs = pairs(base.run, head.run)
    if report.otherness.isEmpty {
      for (old, new) in pairs { report.counts.note(old, new) }
    }
    report.counts.rows += instructions(base.run, head.run, of: pairs)
    report.counts.judge(within: tolerances)
    return report
  }

  /// An earlier run, for the reports of a later one to show beside it.
  ///
  /// - Parameters:
  ///   - base: The earlier run.
  ///   - run: The later run.
  /// - Returns: The earlier run with the sessions that changed.
  /// - Throws: A sentence when they have no session in common.
  public static func earlier(
    _ base: Side, than run: RunReport
  ) throws(ComparisonError) -> EarlierRun {
    let facts = try facts(base.run, run)
    let changed = Set(facts.changed.map(\.id))
    return EarlierRun(
      path: base.path, count: facts.count, changes: facts.changed,
      onlyBefore: facts.onlyBase.count, onlyNow: facts.onlyHead.count,
      sessions: Dictionary(
        base.run.sessions.filter { changed.contains($0.id) }.map { ($0.id, $0) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// The instructions of sessions that both runs counted in the same way.
  private static func instructions(
    _ base: RunReport, _ head: RunReport,
    of pairs: [(base: SessionReport, head: SessionReport)]
  ) -> [CountsRow] {
    guard let old = base.counts, let new = head.counts,
      new.fingerprint.differences(from: old.fingerprint).isEmpty
    else { return [] }
    let sides = [old, new].map { side in
      Dictionary(side.sessions.map { ($0.id, $0.counts) }) { first, _ in first }
    }
    return pairs.compactMap { base, head in
      guard base.scenarioDigest == head.scenarioDigest, let before = sides[0][base.id] ?? nil,
        let now = sides[1][head.id] ?? nil, !before.isEstimate, !now.isEstimate
      else { return nil }
      return CountsRow(
        session: head.id, metric: .instructions, base: before.instructions,
        head: now.instructions)
    }
  }

  /// The sessions of one variant of scenarios that differ from those of another variant.
  ///
  /// - Parameters:
  ///   - old: The name of the older variant.
  ///   - new: The name of the newer variant.
  ///   - run: The run that played both.
  /// - Returns: The changes, and the number of scenarios that have both variants.
  /// - Throws: A sentence when no scenario has both.
  public static func variants(
    _ old: String, _ new: String, of run: RunReport
  ) throws(ComparisonError) -> (changes: [FactsComparison.Change], count: Int) {
    let groups = VariantTable.groups(of: run)
    let pairs = groups.compactMap { sessions in
      let sides = [old, new].compactMap { name in sessions.first { $0.variant?.name == name } }
      return sides.count == 2 ? (old: sides[0], new: sides[1]) : nil
    }
    guard !pairs.isEmpty else {
      var names: [String] = []
      for name in groups.joined().compactMap({ $0.variant?.name }) where !names.contains(name) {
        names.append(name)
      }
      throw ComparisonError(
        .missingInput, "no scenario of the run has both variants '\(old)' and '\(new)'",
        help: names.isEmpty
          ? "give a scenario variants, such as variants: [upstream, corrected]"
          : "the run has the variants \(TextLayout.list(names, atMost: nameLimit))")
    }
    let changes = pairs.map { old, new in
      FactsComparison.Change(
        id: new.id, values: differences(old, new).filter { !isSetting($0) })
    }
    return (changes.filter { !$0.values.isEmpty }, pairs.count)
  }

  /// Whether a difference is one in which variants of a scenario differ on purpose.
  private static func isSetting(_ value: FactsDifference.Value) -> Bool {
    [options, clustering].contains(value.part) || value.part.isEmpty && value.key == "variant"
  }

  /// The parts of a session that settings are.
  private static let (options, clustering) = ("options", "clustering")

  /// The most variants that a remedy names.
  private static let nameLimit = 10

  private static func pairs(
    _ base: RunReport, _ head: RunReport
  ) -> [(base: SessionReport, head: SessionReport)] {
    let old = Dictionary(base.sessions.map { ($0.id, $0) }) { first, _ in first }
    return head.sessions.compactMap { new in old[new.id].map { (base: $0, head: new) } }
  }

  private static func facts(
    _ base: RunReport, _ head: RunReport
  ) throws(ComparisonError) -> FactsFindings {
    var findings = FactsFindings(
      base: base.sessions.map { ($0.id, $0.outcome == .aborted) }, base.contradictions.isEmpty,
      head: head.sessions.map { ($0.id, $0.outcome == .aborted) }, head.contradictions.isEmpty)
    for (old, new) in pairs(base, head) {
      findings.count += 1
      let values = differences(old, new)
      if !values.isEmpty {
        findings.changed.append(FactsComparison.Change(id: new.id, values: values))
      }
    }
    try findings.holdSomething()
    return findings
  }

  private static func differences(
    _ old: SessionReport, _ new: SessionReport
  ) -> [FactsDifference.Value] {
    var values: [FactsDifference.Value] = []
    func note(_ part: String, _ key: String, _ old: String?, _ new: String?) {
      guard old != new else { return }
      values.append(FactsDifference.Value(part: part, key: key, old: old, new: new))
    }
    note("", "outcome", old.outcome.rawValue, new.outcome.rawValue)
    let options = Dictionary(old.options.map { ($0.name, $0.value) }) { first, _ in first }
    for option in new.options {
      note(Self.options, option.name, options[option.name], option.value)
    }
    for (index, clustering) in new.clusterings.enumerated() {
      let before = old.clusterings.dropFirst(index).first
      note(Self.clustering, clustering.layer, before?.words, clustering.words)
    }
    values += FactsDifference.judgedOtherwise(old, new)
    let (before, now) = (FactsFile.text(of: old), FactsFile.text(of: new))
    return before == now
      ? values
      : values + FactsDifference.values(old: before, new: now, places: new.stepPlaces)
  }
}

extension CountsFindings {
  /// Takes what a session asked of the allocator in two runs.
  fileprivate mutating func note(_ base: SessionReport, _ head: SessionReport) {
    guard base.scenarioDigest == head.scenarioDigest else {
      failures.append((head.id, "the two are of another scenario or data"))
      return
    }
    switch (base.allocations, head.allocations) {
    case (nil, nil): break
    case (.counted(let old)?, .counted(let new)?):
      rows += AllocatorCounts.rows(of: head.id, AllocatorCounts(old), AllocatorCounts(new))
    case (let old, let new):
      let reason = [old, new].compactMap { $0?.unavailable }.first ?? "one of the files has none"
      failures.append((head.id, "allocations: \(reason)"))
    }
  }
}
