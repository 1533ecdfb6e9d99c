internal import Counts
public import Formatting
internal import Metrics
internal import Statistics

/// Merges the parts of a run that several machines played.
///
/// The whole equals the report of one machine, except for measurements: a merge of parts without
/// measurements has the same bytes.
public enum RunMerge {
  /// A part, and the path of its file.
  public typealias ShardRun = (path: String, run: RunReport)

  /// The reason why parts make no whole, which the program prints.
  public struct MergeError: Error, ToldError, Hashable, Sendable, CustomStringConvertible {
    /// A missing input where nothing is wrong but that parts are missing.
    public let cause: ErrorCause
    /// The complaints, one in a line, and a remedy in the last one.
    public let description: String
  }

  /// The whole run.
  ///
  /// - Parameter parts: The parts, in any order.
  /// - Returns: The run with the sessions of all parts.
  /// - Throws: A ``MergeError`` with all mistakes: missing parts, duplicate parts, and parts of
  ///   other runs (another revision, modification, program or set of scenarios).
  /// - Complexity: O(sessions · log sessions).
  public static func whole(of parts: [ShardRun]) throws(MergeError) -> RunReport {
    let complaints = otherRuns(parts) + doubles(parts)
    let missing = missing(in: parts)
    guard complaints.isEmpty, missing.isEmpty, let first = parts.first?.run else {
      let lines = (complaints + missing).map { Complaint.text($0) }
      throw MergeError(
        cause: complaints.isEmpty ? .missingInput : .faultyInput,
        description: (lines + [
          "help: give the run.json of every part of one run, each once; play a missing part again "
            + "with the same --shard"
        ]).joined(separator: "\n"))
    }
    let parts = parts.map(\.run).sorted { ($0.shard?.number ?? 0) < ($1.shard?.number ?? 0) }
    var whole = RunReport(
      sessions: parts.flatMap(\.sessions), version: first.version,
      isDebugBuild: first.isDebugBuild, allocator: first.allocator)
    whole.contradictions = parts.flatMap(\.contradictions)
    // The folders of others hold the same, or the digests of what is played would differ.
    (whole.options, whole.programSource) = (parts[0].options, parts[0].programSource)
    whole.gates = parts.reduce(into: []) { $0.formUnion($1.gates) }
    for part in parts {
      whole.writtenSessions.merge(part.writtenSessions) { one, _ in one }
      whole.writtenScenes.merge(part.writtenScenes) { one, _ in one }
    }
    whole.machine = MachineVerdict(merging: parts.compactMap(\.machine))
    whole.origin = origin(of: parts.map(\.origin))
    whole.fingerprint = Fingerprint(mixing: parts.map(\.fingerprint))
    whole.comparison = FactsComparison.whole(of: parts.compactMap(\.comparison), whole)
    whole.counts = CountsReport.whole(
      of: parts.compactMap(\.counts), whole.sessions.map(\.id))
    return whole
  }

  private static func origin(of origins: [RunOrigin]) -> RunOrigin {
    var whole = origins.first ?? RunOrigin()
    whole.startedAtSeconds = origins.compactMap(\.startedAtSeconds).min()
    if origins.contains(where: { $0.host != whole.host }) { whole.host = nil }
    if origins.contains(where: { $0.branch != whole.branch }) { whole.branch = nil }
    return whole
  }

  // MARK: Faults

  /// Files that are no parts, or parts of another run than the first one.
  private static func otherRuns(_ parts: [ShardRun]) -> [String] {
    guard let first = parts.first else { return ["no part is given"] }
    return parts.flatMap { part -> [String] in
      guard let shard = part.run.shard else {
        return ["\(part.path) is no part of a run: it was made without --shard"]
      }
      guard let other = first.run.shard else { return [] }
      var differences: [String] = []
      func compare(_ what: String, _ here: String?, _ there: String?) {
        guard here != there else { return }
        differences.append("\(what) \(here ?? "unknown") instead of \(there ?? "unknown")")
      }
      compare("parts", "\(shard.count)", "\(other.count)")
      compare("sessions in all", "\(shard.sessions)", "\(other.sessions)")
      compare("scenarios with the digest", shard.digest, other.digest)
      compare("revision", part.run.origin.revision, first.run.origin.revision)
      // Outside of a checkout nothing is known to be modified.
      let checkouts = [part, first].map { $0.run.origin.isModified ? "modified" : "not modified" }
      compare("checkout", checkouts[0], checkouts[1])
      compare("mapreplay", part.run.version, first.run.version)
      let sources = [part, first].map(\.run.programSource)
      if sources[0]?.digest != sources[1]?.digest {
        let words = sources.map { source in
          source.map { "\($0.shortText) (digest \(Escape.line($0.digest)))" }
        }
        compare("mapreplay of", words[0], words[1])
      }
      compare("facts", part.run.factsWords, first.run.factsWords)
      compare("counts", part.run.countsWords, first.run.countsWords)
      compare("gates", part.run.gatesWords, first.run.gatesWords)
      differences += part.run.fingerprint.differences(
        from: first.run.fingerprint, in: [.compiler, .configuration, .flags, .engines]
      ).map(\.words)
      guard !differences.isEmpty else { return [] }
      return [
        "\(part.path) is of another run than \(first.path): "
          + differences.joined(separator: "; ")
      ]
    }
  }

  private static func doubles(_ parts: [ShardRun]) -> [String] {
    var paths: [Int: String] = [:]
    var owners: [String: String] = [:]
    var complaints: [String] = []
    for part in parts {
      guard let shard = part.run.shard else { continue }
      if let other = paths.updateValue(part.path, forKey: shard.number) {
        complaints.append(
          "part \(shard.number) of \(shard.count) is there twice: \(other) and \(part.path)")
        continue
      }
      let double = part.run.sessions.first { owners[$0.id] != nil }
      if let double, let other = owners[double.id] {
        complaints.append("\(double.id) is in two parts: \(other) and \(part.path)")
      }
      for session in part.run.sessions { owners[session.id] = part.path }
    }
    return complaints
  }

  private static func missing(in parts: [ShardRun]) -> [String] {
    guard let shard = parts.first?.run.shard, shard.isPossible else { return [] }
    let found = Set(parts.compactMap(\.run.shard?.number))
    let missing = (1...shard.count).filter { !found.contains($0) }
    guard missing.isEmpty else {
      let shown = TextLayout.list(missing.map { "\($0)" }, atMost: 10)
      return [
        "\(missing.count == 1 ? "part" : "parts") \(shown)"
          + " of \(shard.count) \(missing.count == 1 ? "is" : "are") missing"
      ]
    }
    let sessions = parts.reduce(0) { $0 + $1.run.sessions.count }
    guard sessions != shard.sessions, found.count == parts.count else { return [] }
    return [
      "the parts have \(sessions) sessions, and \(shard.sessions) were shared out"
    ]
  }
}

extension RunReport {
  // How a run was judged, in the words of a error.
  fileprivate var factsWords: String {
    comparison.map { "\($0.purpose.rawValue) in '\($0.folder)'" } ?? "not compared"
  }
  fileprivate var countsWords: String { counts == nil ? "not taken" : "taken" }
  fileprivate var gatesWords: String {
    gates.isEmpty ? "none" : gates.map(\.rawValue).sorted().joined(separator: " and ")
  }
}

extension FactsComparison {
  /// The comparison of a whole run, of those of its parts; nil for none.
  ///
  /// Facts of no scenario are found by every part. Pages of folders are compared by the part that
  /// has all of a folder, and here where none has.
  fileprivate static func whole(of parts: [FactsComparison], _ run: RunReport) -> FactsComparison? {
    guard let first = parts.first else { return nil }
    let places = run.sessions.map(\.id).places
    var whole = FactsComparison(
      purpose: first.purpose, folder: first.folder, count: parts.reduce(0) { $0 + $1.count })
    whole.changes = parts.flatMap(\.changes).sorted(by: places) { $0.id }
    whole.missing = parts.flatMap(\.missing).sorted(by: places) { $0 }
    // Only the part that plays a renamed session knows where its facts were.
    let renamed = Set(parts.flatMap { $0.renamings ?? [] }.map(\.old))
    whole.stale = Set(parts.flatMap(\.stale)).subtracting(renamed).sorted()
    // Each part finds those that nobody plays.
    whole.unreadable = Set(parts.compactMap(\.unreadable).flatMap(\.self)).sorted().orNil
    whole.renamings =
      parts.compactMap(\.renamings).flatMap(\.self).sorted(by: places) { $0.new }.orNil
    let metrics = Set(parts.flatMap { $0.newMetrics ?? [] })
    whole.newMetrics = Metric.allCases.map(\.name).filter(metrics.contains).orNil
    whole.hasFacts = parts.contains(where: \.hasFacts)
    let shared = Set(parts.flatMap { $0.sharedIndexes ?? [] })
    let aborted = run.sessions.filter { $0.abort != nil }.map(\.id)
    whole.foldersWithoutPictures =
      Set(parts.flatMap { $0.foldersWithoutPictures ?? [] }).sorted().orNil
    let pages =
      shared.isEmpty || first.purpose != .compared
      ? [] : IndexPage.pages(of: run, withoutPictures: whole.foldersWithoutPictures ?? [])
    let old = pages.filter { page in
      let digest = IndexPage.Page.digest(of: page.text)
      return !aborted.contains(where: page.holds)
        && shared.contains { $0.path == "\(first.folder)/\(page.path)" && $0.digest != digest }
    }.map { "\(first.folder)/\($0.path)" }
    whole.oldIndexes = Set(parts.flatMap(\.oldIndexes) + old).sorted()
    return whole
  }
}

extension CountsReport {
  /// The counts of a whole run, of those of its parts; nil for none.
  fileprivate static func whole(of parts: [CountsReport], _ order: [String]) -> CountsReport? {
    guard var whole = parts.first else { return nil }
    let places = order.places
    whole.sessions = parts.flatMap(\.sessions).sorted(by: places) { $0.id }
    whole.unavailable = parts.compactMap(\.unavailable).first
    // One that could count nothing has none.
    whole.fingerprint = Fingerprint(
      mixing: parts.map(\.fingerprint).filter { !$0.values.isEmpty })
    guard let first = parts.compactMap(\.comparison).first else { return whole }
    var comparison = CountsComparison(purpose: first.purpose, folder: first.folder)
    comparison.toleratesFewer = first.toleratesFewer
    let indexes = whole.sessions.map(\.id).places
    for part in parts {
      guard let own = part.comparison else { continue }
      comparison.count += own.count
      comparison.judged += own.judged
      comparison.missing += own.missing
      comparison.unreadable += own.unreadable
      if let count = own.withoutAllocations { comparison.note(withoutAllocations: count) }
      for reason in own.incomparable {
        for _ in 0..<reason.count { comparison.note(incomparable: reason.words) }
      }
      func moved(_ changes: [CountsComparison.Change]) -> [CountsComparison.Change] {
        changes.compactMap { change in
          guard part.sessions.indices.contains(change.session) else { return nil }
          var change = change
          change.session = indexes[part.sessions[change.session].id] ?? change.session
          return change
        }
      }
      comparison.changes += moved(own.changes)
      if let warned = own.warned { comparison.warned = (comparison.warned ?? []) + moved(warned) }
    }
    comparison.unreadable.sort()
    comparison.changes.sort { $0.session < $1.session }
    comparison.warned?.sort { $0.session < $1.session }
    comparison.missing = comparison.missing.sorted(by: places) { $0 }
    whole.comparison = comparison
    return whole
  }
}

extension [String] {
  /// The place of each.
  fileprivate var places: [String: Int] {
    Dictionary(enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
  }
}

extension Array {
  /// The elements in the order of the places of their names.
  fileprivate func sorted(by places: [String: Int], _ name: (Element) -> String) -> [Element] {
    sorted { places[name($0), default: .max] < places[name($1), default: .max] }
  }
}
