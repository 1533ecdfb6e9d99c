internal import Formatting
internal import Metrics

/// The comparison of the facts of a run with the committed facts.
public struct FactsComparison: Codable, Hashable, Sendable {
  /// How differences were handled.
  public enum Purpose: String, Codable, Hashable, Sendable {
    /// Differences are findings of the run.
    case compared
    /// The committed facts were replaced.
    case updated
  }

  /// The committed facts of a session that differ from those of the run.
  public struct Change: Codable, Hashable, Sendable {
    /// The session's id.
    public var id: String
    /// The values that differ, in the order of the file; empty when only its layout does.
    public var values: [FactsDifference.Value]

    /// Makes a change of its parts.
    public init(id: String, values: [FactsDifference.Value]) {
      (self.id, self.values) = (id, values)
    }

    /// Whether some metric of the session is better, none is worse, and only numbers differ.
    ///
    /// A step or a mark may take more where the session takes less. A metric without a better
    /// direction only describes the session, so it does not count. A changed expectation, a
    /// callout, or a step that was added, removed or reworded makes a different session, which
    /// may only test less.
    public var isImprovement: Bool {
      let whole = values.filter(\.part.isEmpty).map(\.direction)
      return whole.contains(.better) && !whole.contains(.worse)
        && !values.contains { $0.direction == .unknown }
    }
  }

  /// A session whose scenario was renamed or moved to another folder since its facts were
  /// committed.
  public struct Renaming: Codable, Hashable, Sendable {
    /// The id under which its facts are committed.
    public var old: String
    /// The session's id.
    public var new: String

    /// Makes a renaming of its parts.
    public init(old: String, new: String) { (self.old, self.new) = (old, new) }
  }

  /// A committed index page with sessions that other machines play.
  ///
  /// One part of a run cannot judge whether the page matches the facts.
  public struct SharedIndex: Codable, Hashable, Sendable {
    /// The page's path.
    public var path: String
    /// A digest of its text; nil when it is missing.
    public var digest: String?

    /// Makes a page of its parts.
    public init(path: String, digest: String?) { (self.path, self.digest) = (path, digest) }
  }

  /// How differences were handled.
  public var purpose: Purpose
  /// The folder of the committed facts, as given.
  public let folder: String
  /// The number of sessions that were not aborted.
  public let count: Int
  /// The sessions whose committed facts differ.
  public var changes: [Change] = []
  /// The ids of the sessions without committed facts.
  public var missing: [String] = []
  /// The ids of committed facts without a scenario.
  public var stale: [String] = []
  /// Whether the folder holds any facts.
  public var hasFacts = true
  /// The sessions that were renamed or moved, with unchanged behavior.
  public var renamings: [Renaming]?
  /// The metrics that committed facts do not have yet, in order.
  public var newMetrics: [String]?
  /// The committed facts that cannot be read, in a sentence each.
  public var unreadable: [String]?
  /// The paths of index pages and film strips that differ from those of the run, even if its facts
  /// equal the committed facts.
  public var oldIndexes: [String] = []
  /// The folders whose committed facts have no film strips beside them; nil for none.
  public var foldersWithoutPictures: [String]?
  /// The index pages that are compared when the parts of the run are merged; nil for a whole one.
  public var sharedIndexes: [SharedIndex]?

  /// Makes a comparison without differences.
  public init(purpose: Purpose, folder: String, count: Int) {
    (self.purpose, self.folder, self.count) = (purpose, folder, count)
  }

  /// The most sessions that are listed.
  public static let listLimit = 10

  /// The most characters of a session's differences in a report.
  fileprivate static let summaryWidth = 100

  /// Whether facts differ, and every difference belongs to a session that is only better.
  public var isImprovement: Bool {
    !changes.isEmpty && changes.allSatisfy(\.isImprovement) && missing.isEmpty && stale.isEmpty
  }

  /// The differences in one sentence each; empty after an update.
  public var findings: [String] { purpose == .compared ? differences : [] }

  /// Whether there are findings.
  package var hasFindings: Bool {
    let isSame = changes.isEmpty && missing.isEmpty && stale.isEmpty && !isUnreadable
    return purpose == .compared && !(hasFacts && isSame)
  }

  /// Whether some committed facts cannot be read.
  public var isUnreadable: Bool { unreadable?.isEmpty == false }

  /// Whether an update would change or remove committed facts, which requires a reason.
  public var needsReason: Bool { !changes.isEmpty || !stale.isEmpty }

  /// Records that an update wrote new facts, but was refused for changed ones.
  ///
  /// - Parameter refused: The ids of new sessions whose facts were not written either.
  public mutating func leaveDifferences(refused: [String]) {
    (purpose, missing) = (.compared, refused)
  }

  /// Whether an update has something to write that needs no reason.
  public var hasAdditions: Bool {
    !missing.isEmpty || !(renamings ?? []).isEmpty || !(newMetrics ?? []).isEmpty
      || !oldIndexes.isEmpty
  }

  /// The most telling difference, with the number of differences; nil for none.
  package var firstDifference: String? {
    if let change = mostTelling.first {
      let value = change.mostTelling.first.map { ": \($0.words)" } ?? ""
      return "facts of \(MetricText.things(changes.count, "session")) differ, "
        + (changes.count == 1 ? "" : "first ") + change.id + value
    }
    return differences.first
  }

  /// The sessions whose committed facts differ, the most telling first.
  package var mostTelling: [Change] { changes.mostTelling }

  /// The differences in one sentence each, for the most telling sessions.
  public var differences: [String] {
    differences(atMost: FactsComparison.listLimit) { [$0.sentence] }
  }

  /// Every difference in lines: a session, followed by each of its values.
  public var allDifferences: [String] {
    differences(atMost: .max) { change in
      guard change.values.count > 1 else { return [change.sentence] }
      return ["facts of \(change.id) differ:"] + change.mostTelling.map { "  \($0.words)" }
    }
  }

  /// The lines to read before new facts are written: every difference and note where they fit on a
  /// screen, else the headlines of the most telling sessions.
  ///
  /// - Parameters:
  ///   - isWhole: Whether every difference is asked for.
  ///   - hasDifferences: Whether differences are told too, not only notes.
  /// - Returns: The lines.
  public func review(isWhole: Bool, hasDifferences: Bool = true) -> [String] {
    func rows(_ lines: [String]) -> Int {
      lines.reduce(0) { $0 + 1 + max(0, $1.count - 1) / TextLayout.width }
    }
    let all = (hasDifferences ? allDifferences : []) + notes(atMost: .max)
    // The last lines of the screen are the verb's.
    let isLong =
      rows(all) > TextLayout.height - 2
      || [missing.count, stale.count].contains { $0 > FactsComparison.listLimit }
    guard !isWhole, isLong else { return all }
    let last = (hasDifferences ? otherDifferences() : []) + notes()
    var first: [String] = []
    for change in hasDifferences && hasFacts ? mostTelling : [] {
      let headlines = change.headlines
      // The line about the rest has room, too.
      let isRoom = rows(first + headlines + last) <= TextLayout.height - 3
      guard isRoom || first.isEmpty else { break }
      first += headlines
    }
    // A cut list of sessions says itself how many it leaves out.
    let left = rows(all) - rows(first + last)
    return first + last + [left > 0 ? TextLayout.rest(left) : "--verbose shows all"]
  }

  private func differences(atMost limit: Int, _ lines: (Change) -> [String]) -> [String] {
    guard hasFacts else { return otherDifferences(atMost: limit) }
    let left = changes.count - min(limit, changes.count)
    let sessions = left == 1 ? "session differs" : "sessions differ"
    return mostTelling.prefix(limit).flatMap(lines)
      + (left > 0 ? ["facts of \(left) more \(sessions)"] : []) + otherDifferences(atMost: limit)
  }

  /// The differences other than changed facts, one sentence each: unreadable, missing and
  /// stale facts.
  package func otherDifferences(atMost limit: Int = FactsComparison.listLimit) -> [String] {
    guard hasFacts else { return ["there are no facts in '\(folder)'"] }
    var sentences = FactsComparison.cut(unreadable ?? [], limit, "more facts cannot be read")
    if !missing.isEmpty {
      sentences.append("facts missing in '\(folder)': \(TextLayout.list(missing, atMost: limit))")
    }
    if !stale.isEmpty {
      let stale = TextLayout.list(stale, atMost: limit)
      sentences.append("facts of no scenario in '\(folder)': \(stale)")
    }
    return sentences
  }

  /// The first sentences, and the number of those that are left out.
  private static func cut(_ sentences: [String], _ limit: Int, _ words: String) -> [String] {
    let left = sentences.count - limit
    return sentences.prefix(limit) + (left > 0 ? ["\(left) \(words)"] : [])
  }

  /// The renamed sessions, the new metrics and, where no fact differs, the outdated pages,
  /// one sentence each.
  ///
  /// Notes are not differences.
  ///
  /// - Parameter limit: The most renamed sessions to list.
  /// - Returns: The sentences; empty when everything is up to date.
  public func notes(atMost limit: Int = FactsComparison.listLimit) -> [String] {
    let renamed = (renamings ?? []).map { "facts of \($0.new): renamed from \($0.old)" }
    var sentences = FactsComparison.cut(renamed, limit, "more sessions are renamed")
    if let newMetrics, !newMetrics.isEmpty {
      let metrics = TextLayout.list(newMetrics, atMost: limit)
      sentences.append("new in facts, and not compared yet: \(metrics)")
    }
    if missing.count == 1, stale.count == 1 {
      sentences.append("facts of \(missing[0]): renamed from \(stale[0]) and changed?")
    }
    if let page = oldIndexes.first, hasFacts, !isUnreadable, !needsReason, missing.isEmpty {
      let verb = oldIndexes.count == 1 ? "is" : "and \(oldIndexes.count - 1) more are"
      sentences.append("'\(page)' \(verb) not up to date, although no fact differs")
    }
    return sentences
  }

  /// The differences and how to resolve them.
  ///
  /// - Parameters:
  ///   - command: The command that writes the new facts, without a reason.
  ///   - locksIn: Whether the facts are better and fail the run for that.
  ///   - isVerbose: Whether to list every value.
  /// - Returns: Lines of diagnostics; empty when nothing differs and everything is up to
  ///   date.
  func complaints(command: String, locksIn: Bool, isVerbose: Bool) -> [String] {
    guard purpose == .compared else { return [] }
    let notes = notes(atMost: isVerbose ? .max : FactsComparison.listLimit)
      .map { "note: \($0)" }
    guard hasFindings else {
      return notes + (notes.isEmpty ? [] : ["help: update the committed facts: \(command)"])
    }
    let word = locksIn ? "better" : "error"
    let lines = (isVerbose ? allDifferences : differences).map { line in
      line.hasPrefix(" ") ? line : "\(word): \(line)"
    }
    let isCut =
      [changes.count, missing.count, stale.count].contains { $0 > FactsComparison.listLimit }
      || changes.contains { !$0.isToldWhole }
    let remedy =
      locksIn
      ? "lock it in"
      : hasFacts ? "if this is meant, write the new facts" : "check the path, or write the facts"
    return lines + notes
      + (isCut && hasFacts && !isVerbose ? ["note: --verbose shows all that differs"] : [])
      + (isUnreadable ? [FactsComparison.unreadableRemedy] : [])
      + (changes.isEmpty && missing.isEmpty && stale.isEmpty && hasFacts
        ? [] : ["help: \(remedy): \(command)" + (needsReason ? " --reason '...'" : "")])
  }

  /// The remedy for unreadable facts.
  public static let unreadableRemedy =
    "help: restore such a file from version control, or delete it and write the facts anew"

  /// The comparison in a few words: `committed facts: 216 sessions compared, 2 differ`.
  public var words: String {
    let isUpdate = purpose == .updated
    let sessions = MetricText.things(count, "session")
    let facts = isUpdate ? "updated: \(sessions)" : "committed facts: \(sessions) compared"
    guard hasFacts || isUpdate else { return "no facts in '\(folder)' for \(sessions)" }
    let counts = [
      (changes.count, isUpdate ? "changed" : changes.count == 1 ? "differs" : "differ"),
      (missing.count, isUpdate ? "new" : "missing"),
      (stale.count, isUpdate ? "deleted" : "of no scenario"),
      ((renamings ?? []).count, "renamed"), ((unreadable ?? []).count, "unreadable"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !parts.isEmpty { return facts + ", " + parts.joined(separator: ", ") }
    if isUpdate, !(newMetrics ?? []).isEmpty { return facts + ", metrics added" }
    if isUpdate, !oldIndexes.isEmpty { return facts + ", only pages changed" }
    return facts + (isUpdate ? ", nothing changed" : ", none differs")
  }
}

extension [FactsComparison.Change] {
  /// The sessions, the most telling first.
  var mostTelling: [FactsComparison.Change] {
    sorted(telling: { $0.values.map(\.weight).min() ?? FactsDifference.Weight(rank: 5) })
  }
}

extension FactsComparison.Change {
  /// The values, the most telling first.
  package var mostTelling: [FactsDifference.Value] { values.sorted(telling: \.weight) }

  /// The session, and in a line each the outcome and the answers of the reports that changed; one
  /// line with its most telling values when none of these did.
  var headlines: [String] {
    let told = mostTelling.filter { value in
      value.isOutcome
        || value.part.isEmpty && FactsFile.metrics[value.key].map(Self.answers.contains) == true
    }
    return told.isEmpty ? [sentence] : ["facts of \(id) differ:"] + told.map { "  \($0.words)" }
  }

  private static let answers: Set<Metric> = [
    .latencyWithoutFadePercentile95, .latencyPercentile95, .viewReuseRate, .calloutsCorrect,
    .hitchRatio,
  ]

  /// The session and its differences.
  var sentence: String { head + told(behind: head, within: TextLayout.width).words }

  /// Whether the sentence has every value.
  var isToldWhole: Bool { told(behind: head, within: TextLayout.width).count == values.count }

  /// The differences of the session, without its name.
  package var summary: String { told(behind: "", within: FactsComparison.summaryWidth).words }

  private var head: String {
    let first = values.first
    return "facts of \(id) \(first?.isVersion == true ? "have another layout" : "differ"): "
  }

  /// The most telling values, at least one and as many as fill a line, with the number of the
  /// others.
  private func told(behind head: String, within width: Int) -> (words: String, count: Int) {
    let values = mostTelling
    guard let first = values.first else { return ("only in their layout", 0) }
    // Complaints have a word before it.
    let room = width - "better: ".count - head.count
    func end(_ count: Int) -> String {
      count < values.count ? ", and \(values.count - count) more" : ""
    }
    var (words, count) = (first.words, 1)
    for value in values.dropFirst() {
      let longer = "\(words), \(value.words)"
      guard longer.count + end(count + 1).count <= room else { break }
      (words, count) = (longer, count + 1)
    }
    return (words + end(count), count)
  }
}

extension Array {
  /// The array, or nil for an empty one, which run files leave out.
  package var orNil: [Element]? { isEmpty ? nil : self }

  /// The elements sorted by weight, the most telling first.
  ///
  /// Elements with equal weights keep their order.
  fileprivate func sorted(telling weight: (Element) -> FactsDifference.Weight) -> [Element] {
    enumerated().map { (element: $0.element, weight: weight($0.element), place: $0.offset) }
      .sorted { ($0.weight, $0.place) < ($1.weight, $1.place) }.map(\.element)
  }
}
