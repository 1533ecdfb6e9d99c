internal import Formatting

/// How the facts of a run compare with the committed ones.
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

    /// Whether something of the session as a whole is better, nothing of it is worse, and nothing
    /// but numbers differs.
    ///
    /// A step or a mark may take more where the session takes less. What has no better direction
    /// describes what happened and says nothing. An expectation, a callout, a step that came or
    /// went or reads otherwise is another session, which may only test less.
    public var isImprovement: Bool {
      let whole = values.filter(\.part.isEmpty).map(\.direction)
      return whole.contains(.better) && !whole.contains(.worse)
        && !values.contains { $0.direction == .unknown }
    }
  }

  /// A committed index page with sessions that other machines play: one part of a run cannot tell
  /// whether it is that of the facts.
  public struct SharedIndex: Codable, Hashable, Sendable {
    /// The page's path.
    public var path: String
    /// A digest of its text; nil when it is missing.
    public var digest: String?

    /// Makes a page of its parts.
    public init(path: String, digest: String?) { (self.path, self.digest) = (path, digest) }
  }

  /// How differences were handled.
  public let purpose: Purpose
  /// The folder of the committed facts, as given.
  public let folder: String
  /// The number of sessions that were not aborted.
  public let count: Int
  /// The sessions whose committed facts differ.
  public var changes: [Change] = []
  /// The ids of the sessions without committed facts.
  public var missing: [String] = []
  /// The ids of committed facts whose scenario is gone.
  public var stale: [String] = []
  /// Whether the folder holds any facts.
  public var hasFacts = true
  /// The paths of index pages that differ from those of the run.
  public var oldIndexes: [String] = []
  /// The index pages that are compared when the parts of the run are merged; nil for a whole one.
  public var sharedIndexes: [SharedIndex]?

  /// Makes a comparison without differences.
  public init(purpose: Purpose, folder: String, count: Int) {
    (self.purpose, self.folder, self.count) = (purpose, folder, count)
  }

  /// The most sessions that are listed, and the most values of each.
  public static let listLimit = 10

  /// Whether facts differ, and all that do are those of sessions that are only better.
  public var isImprovement: Bool {
    !changes.isEmpty && changes.allSatisfy(\.isImprovement) && missing.isEmpty && stale.isEmpty
  }

  /// The differences in one sentence each; empty after an update.
  public var findings: [String] { purpose == .compared ? differences : [] }

  /// The first difference, and of how many; nil for none.
  var firstDifference: String? {
    if let change = changes.first {
      let value = change.values.first.map { ": \($0.words)" } ?? ""
      return "facts of \(MetricText.things(changes.count, "session")) differ, "
        + (changes.count == 1 ? "" : "first ") + change.id + value
    }
    return differences.first
  }

  /// The differences in one sentence each.
  public var differences: [String] { differences(atMost: FactsComparison.listLimit) }

  /// The differences in one sentence each, with at most so many sessions and values of each.
  public func differences(atMost limit: Int) -> [String] {
    guard hasFacts else { return ["there are no facts in '\(folder)'"] }
    var findings = changes.prefix(limit).map { sentence($0, limit) }
    if changes.count > findings.count {
      let left = changes.count - findings.count
      findings.append("facts of \(left) more \(left == 1 ? "session differs" : "sessions differ")")
    }
    if !missing.isEmpty {
      findings.append("facts missing in '\(folder)': \(list(missing, limit))")
    }
    if !stale.isEmpty {
      findings.append("facts of no scenario in '\(folder)': \(list(stale, limit))")
    }
    if let index = oldIndexes.first, findings.isEmpty {
      let more = oldIndexes.count == 1 ? "" : " and \(oldIndexes.count - 1) more"
      findings.append("the index '\(index)'\(more) is not that of these facts")
    }
    return findings
  }

  /// The differences and how to resolve them.
  ///
  /// - Parameters:
  ///   - command: The command that writes the new facts.
  ///   - locksIn: Whether the facts are better and fail the run for that.
  /// - Returns: Lines of diagnostics; none when nothing differs.
  func complaints(command: String, locksIn: Bool) -> [String] {
    let differences = findings
    guard !differences.isEmpty else { return [] }
    if locksIn { return differences.map { "better: \($0)" } + ["help: lock it in: \(command)"] }
    let remedy =
      hasFacts ? "if this is meant, write the new facts" : "check the path, or write the facts"
    return differences.map { "error: \($0)" } + ["help: \(remedy): \(command)"]
  }

  /// The comparison in a few words: `compared: 216 sessions, 2 differ`.
  public var words: String {
    let facts = "\(purpose.rawValue): \(MetricText.things(count, "session"))"
    guard hasFacts || purpose == .updated else { return facts + ", no facts in '\(folder)'" }
    let isUpdate = purpose == .updated
    let counts = [
      (changes.count, isUpdate ? "changed" : changes.count == 1 ? "differs" : "differ"),
      (missing.count, isUpdate ? "new" : "missing"),
      (stale.count, isUpdate ? "deleted" : "of no scenario"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !parts.isEmpty { return facts + ", " + parts.joined(separator: ", ") }
    guard oldIndexes.isEmpty else {
      return facts + (isUpdate ? ", only the index changed" : ", the index differs")
    }
    return facts + (isUpdate ? ", nothing changed" : ", none differs")
  }

  private func sentence(_ change: Change, _ limit: Int) -> String {
    if let file = change.values.first, file.isUnreadable {
      return "facts of \(change.id): \(file.words)"
    }
    if let version = change.values.first, version.isVersion {
      return "facts of \(change.id) have another layout: \(version.words)"
    }
    let shown = change.values.prefix(limit).map(\.words)
    let left = change.values.count - shown.count
    let numbers = shown.isEmpty ? "only in their layout" : shown.joined(separator: ", ")
    return "facts of \(change.id) differ: \(numbers)" + (left > 0 ? ", and \(left) more" : "")
  }

  private func list(_ names: [String], _ limit: Int) -> String {
    let left = names.count - limit
    return names.prefix(limit).joined(separator: ", ")
      + (left > 0 ? " and \(left) more" : "")
  }
}
