public import Counts
internal import Formatting
internal import Metrics
internal import Statistics

/// The instructions and allocations of sessions, with what committed ones say.
public struct CountsReport: Codable, Hashable, Sendable {
  /// A step as it stands in its file.
  public struct Step: Codable, Hashable, Sendable {
    /// Its id, one less than the number that people see.
    public var id: Int
    /// The line of its file, from 1.
    public var line: Int
    /// What stands there.
    public var text: String

    /// Makes a step.
    public init(id: Int, line: Int, text: String) {
      (self.id, self.line, self.text) = (id, line, text)
    }
  }

  /// A session that was counted.
  public struct Session: Codable, Hashable, Sendable {
    /// Its id.
    public var id: String
    /// The title, with its variant.
    public var title: String
    /// Its file, as given.
    public var file: String
    /// Its steps.
    public var steps: [Step]
    /// Its counts; nil when it could not be counted.
    public var counts: SessionCounts?
    /// Why it could not be counted.
    public var failure: String?
    /// Why its allocations could not be counted; nil when they could, or nothing could.
    public var allocationsUnavailable: String?

    /// Makes a session.
    public init(
      id: String, title: String, file: String, steps: [Step], counts: SessionCounts? = nil,
      failure: String? = nil
    ) {
      (self.id, self.title, self.file, self.steps) = (id, title, file, steps)
      (self.counts, self.failure) = (counts, failure)
    }

    /// A step of a row, as people find it; what lies between steps for nil.
    func place(ofStep id: Int?) -> String {
      guard let id else { return "between steps" }
      guard let step = steps.first(where: { $0.id == id }) else { return "step \(id + 1)" }
      return "step \(id + 1) (\(file):\(step.line) \(TextLayout.fitted(step.text, to: 50)))"
    }
  }

  /// On what they were counted; empty when nothing could be.
  public var fingerprint = Fingerprint([:])
  /// Why nothing can be counted here, with what to do; nil when it can.
  public var unavailable: String?
  /// The sessions, in their order.
  public var sessions: [Session] = []
  /// The comparison with the committed counts; nil without one.
  public var comparison: CountsComparison?

  /// Makes an empty report.
  public init() {}

  /// All instructions.
  public var instructions: Int64 {
    sessions.reduce(0) { $0 + ($1.counts?.instructions ?? 0) }
  }

  /// The sessions that could not be counted, in a sentence each.
  public var failures: [String] {
    sessions.compactMap { session in
      session.failure.map { "\(session.file): \(session.id) could not be counted: \($0)" }
    }
  }

  /// What is wrong, with the remedy, in lines for the standard error; none when nothing is.
  ///
  /// - Parameters:
  ///   - command: What the user typed, but for `--compare`.
  ///   - showsChanges: Whether the sentences about changed counts are among them.
  ///   - locksIn: Whether what is only less fails a run by itself.
  /// - Returns: The lines, errors before remedies.
  public func complaints(
    command: String, showsChanges: Bool = true, locksIn: Bool = false
  ) -> [String] {
    if let unavailable { return ["error: nothing can be counted here: \(unavailable)"] }
    let notes = allocationNotes + (comparison?.notes ?? [])
    var lines = failures.map { "error: \($0)" } + notes.map { "note: \($0)" }
    let shown = showsChanges ? findings : comparison?.findingsBesideChanges ?? []
    let isBetter = locksIn && comparison?.isImprovement == true
    lines += shown.map { "\(isBetter ? "better" : "error"): \($0)" }
    // Of nothing but files that cannot be read, these are to be mended first.
    if let comparison, comparison.purpose == .compared,
      comparison.unreadable.isEmpty || !(comparison.changes.isEmpty && comparison.missing.isEmpty),
      !findings.isEmpty || !comparison.decides
    {
      let reason =
        isBetter
        ? "to lock it in"
        : findings.isEmpty ? "to keep those of this build too" : "if this is meant"
      lines.append("help: \(reason), write the new counts: \(command) --update")
    }
    return lines
  }

  /// Why allocations are not counted here, in a sentence for each reason.
  private var allocationNotes: [String] {
    let reasons = sessions.compactMap(\.allocationsUnavailable)
    return Set(reasons).sorted().map { reason in
      let count = MetricText.things(reasons.count { $0 == reason }, "session")
      return "allocations of \(count) are not counted: \(reason)"
    }
  }

  /// What fails a comparison of counts, in a sentence each.
  public var findings: [String] { comparison?.findings ?? [] }

  /// The counts in a few words, for a line of a report.
  public var words: String {
    if let unavailable { return "unavailable (\(unavailable))" }
    let counted = sessions.count { $0.counts != nil }
    let instructions = "\(MetricText.count(instructions)) instructions by "
    let estimates = sessions.count { $0.counts?.isEstimate == true }
    let parts = [
      counted > 0
        ? "\(MetricText.things(counted, "session")), \(instructions)"
          + (fingerprint.values[.counter] ?? "nothing") : nil,
      estimates > 0 ? "\(estimates) estimated, as the counter was shared" : nil,
      failures.isEmpty ? nil : "\(failures.count) not counted", comparison?.words,
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}

/// How counts compare with the committed ones.
public struct CountsComparison: Codable, Hashable, Sendable {
  /// A session whose instructions or allocations are others.
  public struct Change: Codable, Hashable, Sendable {
    /// The session's index in the report.
    public var session: Int
    /// What differs.
    public var difference: CountsDifference
    /// The sentence, and the functions below it.
    public var lines: [String]

    /// Whether the session takes less, and no step takes more.
    public var isImprovement: Bool { !difference.hasGrown }
  }

  /// Why sessions were not compared.
  public struct Incomparable: Codable, Hashable, Sendable {
    /// The reason.
    public var words: String
    /// The number of sessions.
    public var count: Int
  }

  /// How differences were handled.
  public let purpose: FactsComparison.Purpose
  /// The folder of the committed counts.
  public let folder: String
  /// The number of sessions that were counted.
  public var count = 0
  /// The number of those that were held against committed counts.
  public var judged = 0
  /// The sessions that differ.
  public var changes: [Change] = []
  /// Whether what is only less is no finding, but a note.
  public var toleratesFewer = false
  /// The ids of the sessions without committed counts.
  public var missing: [String] = []
  /// The number of sessions whose committed counts have no allocations; nil for none.
  public var withoutAllocations: Int?
  /// Why sessions were not compared, with how many, in the order of the words.
  public var incomparable: [Incomparable] = []
  /// Committed files that cannot be read, in a sentence each, in the order of their paths.
  public var unreadable: [String] = []

  /// Makes a comparison without differences.
  public init(purpose: FactsComparison.Purpose, folder: String) {
    (self.purpose, self.folder) = (purpose, folder)
  }

  /// Whether they are the same.
  public static func == (left: CountsComparison, right: CountsComparison) -> Bool {
    left.words == right.words && left.findings == right.findings
  }

  /// Hashes what it says.
  public func hash(into hasher: inout Hasher) { hasher.combine(words) }

  /// Notes a session that cannot be compared, with the reason.
  public mutating func note(incomparable words: String) {
    if let index = incomparable.firstIndex(where: { $0.words == words }) {
      incomparable[index].count += 1
    } else {
      incomparable.append(Incomparable(words: words, count: 1))
      incomparable.sort { $0.words < $1.words }
    }
  }

  /// Notes sessions whose committed counts have no allocations.
  public mutating func note(withoutAllocations count: Int) {
    withoutAllocations = (withoutAllocations ?? 0) + count
  }

  /// Whether any session was compared, and every committed file could be read.
  public var decides: Bool { purpose == .compared && judged > 0 && unreadable.isEmpty }

  /// Whether any session takes more of anything, as a whole or in a step.
  private var hasGrown: Bool { changes.contains { !$0.isImprovement } }

  /// Whether counts differ, some are more, and all have committed ones.
  public var isRegression: Bool { hasGrown && findingsBesideChanges.isEmpty }

  /// Whether counts differ, and all that do are less.
  public var isImprovement: Bool {
    !changes.isEmpty && !hasGrown && findingsBesideChanges.isEmpty
  }

  /// The changes that are findings.
  private var findingChanges: [Change] {
    toleratesFewer ? changes.filter { !$0.isImprovement } : changes
  }

  /// The differences in one sentence each; empty after an update.
  public var findings: [String] {
    guard purpose == .compared else { return [] }
    let changes = findingChanges
    var findings = changes.prefix(FactsComparison.listLimit).compactMap(\.lines.first)
    if changes.count > FactsComparison.listLimit {
      findings.append(
        "counts of \(changes.count - FactsComparison.listLimit) more sessions differ")
    }
    return findings + findingsBesideChanges
  }

  /// What cannot be compared though it should, in a sentence each.
  var findingsBesideChanges: [String] {
    guard purpose == .compared else { return [] }
    var findings = unreadable
    if !missing.isEmpty {
      let shown = missing.prefix(FactsComparison.listLimit).joined(separator: ", ")
      let left = missing.count - FactsComparison.listLimit
      findings.append(
        "counts missing in '\(folder)': \(shown)" + (left > 0 ? " and \(left) more" : ""))
    }
    return findings
  }

  /// What was not compared and why, and which counts are fewer where that is no finding, in a
  /// sentence each.
  public var notes: [String] {
    let fewer = changes.count - findingChanges.count
    return incomparable.map {
      "\(MetricText.things($0.count, "session")) not compared: \($0.words)"
    }
      + (withoutAllocations.map {
        ["the committed counts of \(MetricText.things($0, "session")) have no allocations"]
      } ?? [])
      + (fewer > 0
        ? ["\(MetricText.things(fewer, "session")) with less than committed"] : [])
  }

  /// The comparison in a few words.
  public var words: String {
    guard purpose == .compared else {
      return "written: \(MetricText.things(count, "file")) in '\(folder)'"
    }
    var parts = [MetricText.things(judged, "session")]
    if !changes.isEmpty { parts.append("\(changes.count) differ\(changes.count == 1 ? "s" : "")") }
    if !missing.isEmpty { parts.append("\(missing.count) missing") }
    if !unreadable.isEmpty { parts.append("\(unreadable.count) unreadable") }
    let others = incomparable.reduce(0) { $0 + $1.count }
    if others > 0 { parts.append("\(others) not compared") }
    if parts.count == 1, judged > 0 { parts.append("none differs") }
    return "compared: " + parts.joined(separator: ", ")
  }
}

extension CountsReport {
  /// Notes that a session differs from its committed counts.
  public mutating func note(_ difference: CountsDifference, ofSession index: Int) {
    let session = sessions[index]
    var lines = CountsReport.words(for: difference, in: session)
    let whole =
      difference.instructionsDiffer
      ? CountsReport.words(for: difference.session) + " instructions, " : ""
    lines[0] = "\(session.id): \(whole)\(lines[0])"
    comparison?.changes.append(
      CountsComparison.Change(session: index, difference: difference, lines: lines))
  }

  /// Where a change is: the step and the phase, and what is asked of the allocator, in a line, then
  /// a line for each function.
  package static func words(for difference: CountsDifference, in session: Session) -> [String] {
    let allocations = words(forAllocations: difference, in: session)
    guard difference.instructionsDiffer else { return [allocations] }
    let place = difference.step.map { step in
      "most in \(session.place(ofStep: step.name)) \(signed(step.more))"
    }
    let phase = difference.phase.map { phase in
      "in \(phase.name.map { "the phase \($0)" } ?? "no phase") \(signed(phase.more))"
    }
    let width = difference.functions.reduce(0) { max($0, signed($1.more).count) }
    let parts = [place, phase].compactMap(\.self).joined(separator: ", ")
    return [allocations.isEmpty ? parts : "\(parts); \(allocations)"]
      + difference.functions.map { function in
        let more = TextLayout.padded(signed(function.more), to: width, left: true)
        let isNew = function.before == nil ? " (not known before)" : ""
        return "  \(more)  \(TextLayout.fitted(function.name, to: 60))\(isNew)"
      }
  }

  /// What is asked of the allocator, such as `+1 allocations (+5 %), 20 -> 21`, and of which step;
  /// empty when it is the same.
  private static func words(
    forAllocations difference: CountsDifference, in session: Session
  ) -> String {
    func words<Name>(_ change: CountsDifference.Change<Name>, _ count: AllocationCount) -> String {
      "\(signed(change.more)) \(count.name)"
    }
    var parts = difference.allocations.map { change in
      let before = change.before ?? 0
      return words(change, change.name) + " (\(percent(change.more, of: before))), "
        + "\(MetricText.count(before)) -> \(MetricText.count(change.now))"
    }
    if let step = difference.allocatingStep {
      parts.append(
        "most in \(session.place(ofStep: step.name.step)) \(words(step, step.name.count))")
    }
    return parts.joined(separator: ", ")
  }

  static func signed(_ number: Int64) -> String {
    (number > 0 ? "+" : "") + MetricText.count(number)
  }

  private static func words(for change: CountsDifference.Change<String>) -> String {
    let before = change.before ?? 0
    return "\(signed(change.more)) (\(CountsReport.percent(change.more, of: before))), "
      + "\(MetricText.count(before)) -> \(MetricText.count(change.now))"
  }

  /// A signed share with three decimals, such as `+0.105 %`.
  static func percent(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "new" }
    let thousandths = (Int128(part) * 200_000 / Int128(whole) + (part < 0 ? -1 : 1)) / 2
    let number = MetricText.decimal(Int64(clamping: thousandths), places: 3)
    return "\(part > 0 ? "+" : "")\(number) %"
  }
}
