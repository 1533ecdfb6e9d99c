public import Counts
internal import Formatting
internal import Metrics
internal import Statistics

/// The instructions and allocations of sessions, compared with the committed counts.
public struct CountsReport: Codable, Hashable, Sendable {
  /// A step, as written in its file.
  public struct Step: Codable, Hashable, Sendable {
    /// The id of the step, one less than the displayed number.
    public var id: Int
    /// The line of its file, from 1.
    public var line: Int
    /// The text of the step in its file.
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

    /// The place of a step in words; nil stands for the time between steps.
    func place(ofStep id: Int?) -> String {
      guard let id else { return "between steps" }
      guard let step = steps.first(where: { $0.id == id }) else { return "step \(id + 1)" }
      return "step \(id + 1) (\(file):\(step.line) \(TextLayout.fitted(step.text, to: 50)))"
    }
  }

  /// The instructions of the sessions that could be counted, by their ids.
  public var instructionsBySession: [String: Int64] {
    let counted = sessions.compactMap { session in
      session.counts.map { (session.id, $0.instructions) }
    }
    return Dictionary(counted) { first, _ in first }
  }

  /// The fingerprint of the counts; empty when nothing could be counted.
  public var fingerprint = Fingerprint([:])
  /// The reason why nothing can be counted on this machine, with a remedy; nil when counting
  /// works.
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

  /// The problems with their remedies, as lines for the standard error; empty without
  /// problems.
  ///
  /// - Parameters:
  ///   - command: The command that the user typed, without `--compare`.
  ///   - showsChanges: Whether to include the sentences about changed counts.
  ///   - locksIn: Whether counts that are only lower fail a run by themselves.
  /// - Returns: The lines, errors before remedies.
  public func complaints(
    command: String, showsChanges: Bool = true, locksIn: Bool = false
  ) -> [String] {
    if let unavailable { return ["error: nothing can be counted here: \(unavailable)"] }
    let notes = allocationNotes + (comparison?.notes ?? [])
    var lines = failures.map { "error: \($0)" } + notes.map { "note: \($0)" }
    lines += (comparison?.warnings ?? []).map { "warning: \($0)" }
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

  /// The reasons why allocations are not counted on this machine, one sentence each.
  private var allocationNotes: [String] {
    let reasons = sessions.compactMap(\.allocationsUnavailable)
    return Set(reasons).sorted().map { reason in
      let count = MetricText.things(reasons.count { $0 == reason }, "session")
      return "allocations of \(count) are not counted: \(reason)"
    }
  }

  /// The findings that fail a comparison of counts, one sentence each.
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

/// The comparison of counts with the committed counts.
public struct CountsComparison: Codable, Hashable, Sendable {
  /// A session whose instructions or allocations differ.
  public struct Change: Codable, Hashable, Sendable {
    /// The session's index in the report.
    public var session: Int
    /// The difference.
    public var difference: CountsDifference
    /// The sentence about the difference, then a line for each function.
    public var lines: [String]

    /// Whether the session takes less, and no step takes more.
    public var isImprovement: Bool { !difference.hasGrown }
  }

  /// A reason why sessions were not compared.
  public struct Incomparable: Codable, Hashable, Sendable {
    /// The reason.
    public var words: String
    /// The number of sessions.
    public var count: Int
  }

  /// The handling of differences.
  public let purpose: FactsComparison.Purpose
  /// The folder of the committed counts.
  public let folder: String
  /// The number of sessions that were counted.
  public var count = 0
  /// The number of sessions that were compared with committed counts.
  public var judged = 0
  /// The sessions that differ.
  public var changes: [Change] = []
  /// The sessions that differ by more than a soft limit, and by no more than a hard one; nil for
  /// none.
  public var warned: [Change]?
  /// Whether lower counts are a note, not a finding.
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

  /// Whether two comparisons state the same.
  public static func == (left: CountsComparison, right: CountsComparison) -> Bool {
    left.words == right.words && left.findings == right.findings
  }

  /// Hashes the words of the comparison.
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

  /// Whether counts differ, some of them are higher, and all sessions have committed counts.
  public var isRegression: Bool { hasGrown && findingsBesideChanges.isEmpty }

  /// Whether counts differ, and every difference is lower.
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
    return CountsComparison.sentences(of: findingChanges) + findingsBesideChanges
  }

  /// The differences beyond a soft limit in one sentence each.
  public var warnings: [String] { CountsComparison.sentences(of: warned ?? []) }

  private static func sentences(of changes: [Change]) -> [String] {
    let more = changes.count - FactsComparison.listLimit
    return changes.prefix(FactsComparison.listLimit).compactMap(\.lines.first)
      + (more > 0 ? ["counts of \(more) more sessions differ"] : [])
  }

  /// The findings other than changed counts: files and sessions that cannot be compared, one
  /// sentence each.
  var findingsBesideChanges: [String] {
    guard purpose == .compared else { return [] }
    var findings = unreadable
    if !missing.isEmpty {
      let shown = TextLayout.list(missing, atMost: FactsComparison.listLimit)
      findings.append("counts missing in '\(folder)': \(shown)")
    }
    return findings
  }

  /// The notes, one sentence each: sessions that were not compared, with the reason, and
  /// lower counts where they are not a finding.
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
    if let warned { parts.append("\(warned.count) beyond a soft limit") }
    if !missing.isEmpty { parts.append("\(missing.count) missing") }
    if !unreadable.isEmpty { parts.append("\(unreadable.count) unreadable") }
    let others = incomparable.reduce(0) { $0 + $1.count }
    if others > 0 { parts.append("\(others) not compared") }
    if parts.count == 1, judged > 0 { parts.append("none differs") }
    return "compared: " + parts.joined(separator: ", ")
  }
}

extension CountsReport {
  /// Compares the counts of a session with its committed ones, and notes a difference beyond the
  /// limits.
  package mutating func compare(
    _ index: Int, with old: SessionCounts, within tolerances: CountTolerances = CountTolerances()
  ) {
    let session = sessions[index]
    guard let counts = session.counts else { return }
    let (hard, soft) = (tolerances.hard(for: session.id), tolerances.soft(for: session.id))
    if let difference = CountsDifference(from: old, to: counts, within: hard) {
      let change = change(difference, ofSession: index, beyond: hard)
      comparison?.changes.append(change)
    } else if let difference = CountsDifference(from: old, to: counts, within: soft) {
      let change = change(difference, ofSession: index, beyond: soft)
      let warned = comparison?.warned ?? []
      comparison?.warned = warned + [change]
    }
  }

  private func change(
    _ difference: CountsDifference, ofSession index: Int, beyond limits: CountLimits
  ) -> CountsComparison.Change {
    let session = sessions[index]
    var lines = CountsReport.words(for: difference, in: session)
    let whole =
      difference.instructionsDiffer
      ? CountsReport.words(for: difference.session) + " instructions, " : ""
    let broken = difference.metrics.map { "\($0.rawValue) \(limits[$0].words)" }
    lines[0] = "\(session.id): \(whole)\(lines[0]); limit: \(broken.joined(separator: ", "))"
    return CountsComparison.Change(session: index, difference: difference, lines: lines)
  }

  /// The place of a change in one line (the step, the phase and the allocations), then a line
  /// for each function.
  package static func words(for difference: CountsDifference, in session: Session) -> [String] {
    let allocations = words(forAllocations: difference, in: session)
    guard difference.instructionsDiffer else { return [allocations] }
    let place = difference.step.map { step in
      "most in \(session.place(ofStep: step.name)) "
        + CountsReport.difference(from: step.before ?? 0, to: step.now)
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

  /// The change in allocations, such as `+1 allocations (+5 %), 20 -> 21`, and its step;
  /// empty when they are equal.
  private static func words(
    forAllocations difference: CountsDifference, in session: Session
  ) -> String {
    var parts = difference.allocations.map { words(for: $0, named: " \($0.name.name)") }
    if let step = difference.allocatingStep {
      parts.append(
        "most in \(session.place(ofStep: step.name.step)) \(signed(step.more)) "
          + step.name.count.name)
    }
    return parts.joined(separator: ", ")
  }

  static func signed(_ number: Int64) -> String {
    (number > 0 ? "+" : "") + MetricText.count(number)
  }

  private static func words<Name>(
    for change: CountsDifference.Change<Name>, named noun: String = ""
  ) -> String {
    let before = change.before ?? 0
    return difference(from: before, to: change.now, named: noun)
      + ", \(MetricText.count(before)) -> \(MetricText.count(change.now))"
  }

  /// How far a count moved: `+1,200 (+0.105 %)`.
  package static func difference(
    from before: Int64, to now: Int64, named noun: String = ""
  ) -> String {
    "\(signed(now - before))\(noun) (\(percent(now - before, of: before)))"
  }

  /// A signed share with three decimals, such as `+0.105 %`.
  static func percent(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "new" }
    let thousandths = (Int128(part) * 200_000 / Int128(whole) + (part < 0 ? -1 : 1)) / 2
    let number = MetricText.decimal(Int64(clamping: thousandths), places: 3)
    return "\(part > 0 ? "+" : "")\(number) %"
  }
}

extension CountLimit {
  /// The limit and the place that sets it: `2,000 + 1 % (Reports/tolerances.yaml:3)`.
  package var words: String {
    let parts = [
      absolute > 0 || millionths == 0 ? MetricText.count(absolute) : nil,
      millionths > 0 ? "\(MetricText.decimal(millionths, places: 4)) %" : nil,
    ]
    return "\(parts.compactMap(\.self).joined(separator: " + ")) (\(place ?? "default"))"
  }
}
