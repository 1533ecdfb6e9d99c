internal import Counts
internal import Formatting
internal import Foundation
internal import Measuring
public import Metrics
internal import Reporting
internal import Statistics

/// The metric that a bisection compares.
public enum BisectedMetric: Hashable, Sendable {
  /// A metric of the facts: a revision is bad when it has another value than the good one.
  case fact(Metric)
  /// A count: a revision is bad when it is nearer to the bad one's than to the good one's, since
  /// many commits move it a little.
  case counted(String)

  /// The metric of a name; nil when there is none, or files of facts do not have it.
  public init?(name: String) {
    if CountedMetric(rawValue: name) != nil {
      self = .counted(name)
    } else if let metric = BisectedMetric.facts.first(where: { $0.name == name }) {
      self = .fact(metric)
    } else {
      return nil
    }
  }

  private static var facts: [Metric] { Metric.allCases.filter(\.definition.isCommitted) }

  /// The names of counts.
  public static var countedNames: [String] { CountedMetric.allCases.map(\.rawValue) }

  /// The names of all metrics that can be bisected, counts first.
  public static var names: [String] { countedNames + facts.map(\.name) }

  /// Its name.
  public var name: String {
    switch self {
    case .fact(let metric): metric.name
    case .counted(let name): name
    }
  }
}

/// Finds the first revision since which a metric has another value, as git bisect does.
///
/// It takes one run for each revision, since the metric is exact.
public struct Bisection {
  /// A revision that was tested.
  public struct Step: Hashable, Sendable {
    /// The revision.
    public var revision: Revision
    /// The revision's result, or why it is unknown.
    public var words: String
    /// Whether it is bad; nil for one that is skipped.
    public var isBad: Bool?
  }

  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// The first bad revision, with the values before and since.
    case found(Revision, good: String, bad: String)
    /// Only skipped revisions are left.
    case unknown(among: [Revision])
  }

  /// The result of one revision.
  private enum Value: Hashable {
    /// The texts of the facts, by sessions.
    case texts([String: String])
    /// A sum over sessions, and the version of how it was counted.
    case count(Int64, counting: Int?)

    /// Whether both values have a session in common, so that they can differ.
    func hasSessions(of other: Value) -> Bool {
      guard case .texts(let texts) = self, case .texts(let others) = other else { return true }
      return texts.keys.contains { others[$0] != nil }
    }

    func isComparable(with other: Value) -> Bool {
      switch (self, other) {
      case (.count(_, let one), .count(_, let other)): one == other
      case (.texts, .texts): true
      case (.texts, .count), (.count, .texts): false
      }
    }
  }

  /// Builds the revisions.
  public let builder: RevisionBuilder
  /// The metric that is compared.
  public let metric: BisectedMetric
  /// The scenarios, relative to the folder.
  ///
  /// Each built revision of this program plays the same scenarios. In another repository this
  /// program plays the scenarios of each revision.
  public let scenarios: [String]
  /// The folder in which programs run.
  public let folder: String

  /// Makes a bisection.
  public init(
    builder: RevisionBuilder, metric: BisectedMetric, scenarios: [String], folder: String
  ) {
    (self.builder, self.metric) = (builder, metric)
    (self.scenarios, self.folder) = (scenarios, folder)
  }

  /// Bisects between a good and a bad revision.
  ///
  /// - Parameters:
  ///   - good: A revision from before.
  ///   - bad: A revision from after, which the good one leads to.
  ///   - onStep: Receives each revision when it has been tested.
  /// - Returns: The first bad revision, or those among which it is.
  /// - Throws: A sentence when the two cannot be told apart, or there is no way between them.
  public func run(
    good: String, bad: String, onStep: (Step) -> Void
  ) throws(ComparisonError) -> Ending {
    let first = try builder.revision(named: good)
    let last = try builder.revision(named: bad)
    guard builder.git(["merge-base", "--is-ancestor", first.id, last.id]).isSuccess,
      first.id != last.id
    else {
      throw ComparisonError(
        .missingInput, "'\(good)' does not lead to '\(bad)'",
        help: "the good revision comes first, and must be one from which the bad one was made")
    }
    let old = try value(of: first, label: good)
    onStep(Step(revision: first, words: words(old, besides: nil), isBad: false))
    let new = try value(of: last, label: bad)
    guard old.isComparable(with: new) else {
      throw ComparisonError(
        .missingInput, "'\(good)' counts \(metric.name) in another way than '\(bad)'",
        help: "choose a good revision since which they are counted as now")
    }
    guard new.hasSessions(of: old) else {
      throw ComparisonError(
        .missingInput, "'\(good)' and '\(bad)' have no session in common",
        help: "name scenarios that exist in both revisions; a renamed file is a new session")
    }
    guard isBad(new, old, new) else {
      throw ComparisonError(
        .missingInput, "\(metric.name) is the same in '\(good)' and '\(bad)'",
        help: "name another metric or scenario; compare shows what differs")
    }
    onStep(Step(revision: last, words: words(new, besides: old), isBad: true))
    // Git stores the state of a bisection in the repository. A temporary clone keeps it out of the
    // user's, even after Ctrl-C.
    let scratch = try ScratchFolder.made()
    let tree = "\(scratch.path)/bisect"
    defer { scratch.remove() }
    _ = builder.git(["clone", "--quiet", "--shared", "--no-checkout", builder.repository, tree])
    let answer = builder.git(["bisect", "start", "--no-checkout", last.id, first.id], in: tree)
    return try steps(after: answer, in: tree, (old, new), onStep)
  }

  private func steps(
    after start: GitResult, in tree: String, _ ends: (good: Value, bad: Value),
    _ onStep: (Step) -> Void
  ) throws(ComparisonError) -> Ending {
    var answer = start
    var values: [String: Value] = [:]
    while true {
      if let id = Bisection.firstBad(in: answer.output) {
        let parent = builder.git(["rev-parse", "\(id)^"]).line
        return .found(
          builder.revision(id: id), good: words(values[parent] ?? ends.good, besides: nil),
          bad: words(values[id] ?? ends.bad, besides: ends.good))
      }
      if answer.output.contains("skip'ped commits left") {
        let ids = answer.output.split(separator: "\n").filter { line in
          line.count == 40 && line.allSatisfy(\.isHexDigit)
        }
        return .unknown(among: ids.map { builder.revision(id: String($0)) })
      }
      guard answer.isSuccess else {
        throw ComparisonError(
          .cannotWrite, "git bisect does not go on:" + answer.complaints.lastLines(4))
      }
      let id = builder.git(["rev-parse", "BISECT_HEAD"], in: tree).line
      let revision = builder.revision(id: id)
      var step = Step(revision: revision, words: "", isBad: nil)
      do throws(ComparisonError) {
        let value = try value(of: revision, label: revision.shortID)
        guard value.isComparable(with: ends.good) else {
          throw ComparisonError(.faultyInput, "\(metric.name) is counted in another way")
        }
        guard value.hasSessions(of: ends.good) else {
          throw ComparisonError(.faultyInput, "it has no session of the good one")
        }
        values[id] = value
        (step.words, step.isBad) = (
          words(value, besides: ends.good), isBad(value, ends.good, ends.bad)
        )
      } catch {
        step.words = String(error.description.prefix { $0 != "\n" }.dropFirst("error: ".count))
      }
      onStep(step)
      let word = step.isBad.map { $0 ? "bad" : "good" } ?? "skip"
      answer = builder.git(["bisect", word, id], in: tree)
    }
  }

  private static func firstBad(in output: String) -> String? {
    output.split(separator: "\n").first { $0.hasSuffix(" is the first bad commit") }
      .map { String($0.prefix(40)) }
  }

  private func isBad(_ value: Value, _ good: Value, _ bad: Value) -> Bool {
    switch (value, good, bad) {
    case (.count(let count, _), .count(let good, _), .count(let bad, _)):
      let limit = CountLimits.standard[CountedMetric(rawValue: metric.name) ?? .instructions]
      guard limit.isBroken(from: good, to: bad) else { return false }
      return (count - bad).magnitude < (count - good).magnitude
    case (.texts(let texts), .texts(let good), _):
      return texts.contains { good[$0.key] != nil && good[$0.key] != $0.value }
    case (.texts, .count, _), (.count, _, _): return false
    }
  }

  /// A value in words.
  ///
  /// One session shows its value alone; several sessions show those that differ from the good
  /// value.
  private func words(_ value: Value, besides good: Value?) -> String {
    switch value {
    case .count(let count, _): return MetricText.count(count)
    case .texts(let texts):
      if texts.count == 1, let text = texts.first?.value { return plain(text) }
      guard case .texts(let old)? = good else {
        return "\(MetricText.things(texts.count, "session"))"
      }
      let changed = texts.keys.filter { old[$0] != nil && old[$0] != texts[$0] }.sorted()
      guard let first = changed.first else { return "as in the good one" }
      let more = changed.count > 1 ? " and \(changed.count - 1) more" : ""
      return "\(first) \(plain(old[first] ?? "")) -> \(plain(texts[first] ?? ""))\(more)"
    }
  }

  /// A value of facts as comparisons show it.
  private func plain(_ text: String) -> String {
    guard case .fact(let metric) = metric else { return text }
    let key = FactsFile.key(of: metric)
    return FactsDifference.Value(part: "", key: key, old: text, new: nil).texts.old
  }

  private func value(of revision: Revision, label: String) throws(ComparisonError) -> Value {
    var contender = try builder.program(
      of: revision, name: "the program of \(revision.shortID)", label: label)
    if !contender.isOfScenarios { contender.folder = folder }
    try contender.greet()
    let scratch = try ScratchFolder.made()
    defer { scratch.remove() }
    contender.name = revision.shortID
    let played = try SideFacts.played(by: contender, scenarios: scenarios, options: [], in: scratch)
    if let aborted = played.sessions.first(where: \.isAborted) {
      throw ComparisonError(.aborted, "\(aborted.id) ends early in \(revision.shortID)")
    }
    guard played.isDeterministic else {
      throw ComparisonError(.notDeterministic, "two replays differ in \(revision.shortID)")
    }
    switch metric {
    case .fact(let metric):
      return .texts(played.facts.mapValues { Bisection.text(of: metric, in: $0) })
    case .counted(let name):
      let counter = Counter(contender: contender)
      var total: Int64 = 0
      for session in played.sessions { total += try count(name, of: session, by: counter) }
      return .count(total, counting: metric == .counted("instructions") ? contender.counting : nil)
    }
  }

  private func count(
    _ name: String, of session: SideFacts.Session, by counter: Counter
  ) throws(ComparisonError) -> Int64 {
    func error(_ cause: ErrorCause, _ reason: String) -> ComparisonError {
      ComparisonError(cause, "\(name) of \(session.id) cannot be counted: \(reason)")
    }
    if let metric = CountedMetric(rawValue: name), metric != .instructions {
      let counts = try counter.allocations(file: session.file, id: session.id)
      if let number = counts[metric] { return number }
      // A revision that counts none is another thing than a machine that cannot.
      let canCount = counter.contender.abilities.contains(.allocations)
      throw error(
        canCount ? .unavailable : .faultyInput, counts.unavailable ?? "no reason is given")
    }
    switch counter.counts(file: session.file, id: session.id) {
    case .success(let counts): return counts.instructions
    case .failure(let fault): throw error(fault.cause, fault.words)
    }
  }

  /// The value of a metric over the whole session, as facts write it.
  static func text(of metric: Metric, in facts: String) -> String {
    let key = FactsFile.key(of: metric)
    let lines = facts.split(separator: "\n").drop { $0 != "  \"session\": {" }
    let line = lines.prefix { $0 != "  }" && $0 != "  }," }
      .first { $0.hasPrefix("    \"\(key)\": ") }
    guard var value = line?.dropFirst(key.count + 8) else {
      return FactsFile.zeroKeys.contains(key) ? "0" : "nothing"
    }
    if value.hasSuffix(",") { value = value.dropLast() }
    return String(value)
  }
}
