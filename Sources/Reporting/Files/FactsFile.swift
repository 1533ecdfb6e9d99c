internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
package import Metrics
internal import Wire

/// The committed facts of one scenario: exact numbers, the same on every machine.
///
/// A change of behaviour is a change of these lines, so they are laid out for reading a difference:
/// keys in alphabetic order with their unit, one value a line (a share, a callout or a verdict is
/// one value), and nothing that was never measured. The command line has no influence.
///
/// Zeros by nature are left out, so that a new metric changes only the files in which it counts
/// something. A measured zero is written for the session alone, where its absence means that
/// nothing was measured.
public enum FactsFile {
  /// The version of the layout.
  public static let version: Int64 = 4
  /// The file's name for a scenario.
  public static func name(for session: SessionReport) -> String { "\(session.id).json" }
  /// Whether a text is that of facts, of whatever version, and not that of a run file.
  public static func isFacts(_ text: String) -> Bool { text.hasPrefix("{\n  \"callouts\": [") }

  /// The file's text.
  public static func text(of session: SessionReport) -> String {
    var members: [String: JSON] = [
      "version": .integer(version), "scenario": .string(session.name),
      "seed": .string(String(session.seed)), "device": .string(session.device.name),
      "digest": .string(session.facts.digest.text),
      "session": .object(values(session.facts.session, measuredZeros: true)),
      "marks": .array(session.facts.marks.map(mark)), "steps": .array(steps(of: session)),
      "verdicts": .array(session.facts.verdicts.map { .line(verdict($0, of: session)) }),
      "callouts": .array(session.facts.callouts.map { .line(callout($0)) }),
    ]
    members["variant"] = session.variant.map { .string($0.name) }
    let windows = session.facts.batchWindows
    if !windows.isEmpty { members["latency by batch"] = .array(windows.map { .row(window($0)) }) }
    return JSON.object(members).fileText
  }

  static func window(_ window: BatchWindow) -> [String: JSON] {
    [
      "batches": .string("\(window.batches.lowerBound)-\(window.batches.upperBound)"),
      "updates": .int(window.updates), "p50 ns": value(window.median),
      "p95 ns": value(window.percentile95), "max ns": value(window.maximum),
    ].compactMapValues(\.self)
  }

  private static func mark(_ part: PartFacts) -> JSON {
    var members = values(part.table, measuredZeros: false)
    members["mark"] = .string(part.name)
    members["mark start ns"] = .integer(part.start.nanoseconds)
    return .object(members)
  }

  private static func steps(of session: SessionReport) -> [JSON] {
    session.facts.steps.enumerated().compactMap { index, table in
      var members = values(table, measuredZeros: false)
      guard !members.isEmpty else { return nil }
      members["step"] = .int(index)
      if let label = session.label(ofStep: index) {
        members["step file"] = label.file.map { .string(path(of: $0, from: session)) }
        members["step line"] = .int(label.line)
        members["step text"] = .string(label.text)
      }
      return .object(members)
    }
  }

  private static func verdict(_ verdict: Verdict, of session: SessionReport) -> JSON {
    .object(
      [
        "expectation": .string(verdict.rule), "line": .int(verdict.line),
        "file": verdict.file.map { .string(path(of: $0, from: session)) },
        "outcome": .string(verdict.outcome.rawValue),
        key(of: verdict.expectation.metric): value(verdict.value),
        "compared with": verdict.other.flatMap { value($0) },
        "worst": verdict.worst.map { worst($0, of: session) },
      ].compactMapValues(\.self))
  }

  /// The path of a file from the folder of the scenario, wherever that is.
  private static func path(of file: String, from session: SessionReport) -> String {
    var (own, other) = (
      session.file.split(separator: "/").dropLast(), file.split(separator: "/")[...]
    )
    while let first = own.first, first == other.first {
      (own, other) = (own.dropFirst(), other.dropFirst())
    }
    return (own.map { _ in ".." } + other).joined(separator: "/")
  }

  static func worst(_ worst: WorstCase, of session: SessionReport) -> JSON {
    var members: [String: JSON] = [:]
    members["step"] = worst.step.map { .int($0) }
    members["step line"] = worst.step.flatMap { session.label(ofStep: $0) }.map { .int($0.line) }
    members["at ns"] = worst.time.map { .integer($0.nanoseconds) }
    switch worst.value {
    case .count(let amount): members["count"] = .integer(amount)
    case .nanoseconds(let amount): members["ns"] = .integer(amount)
    case .micropoints(let amount): members["micropoints"] = .integer(amount)
    case .share, .never: break
    }
    switch worst.place {
    case .step, .instant: break
    case .update(let update, let layer):
      members["update"] = .int(update)
      members["layer"] = .string(session.layerName(layer))
    case .callouts(let first, let callout):
      members["callout"] = .int(callout.number)
      members["first callout"] = .int(first.number)
      members["criterion"] = callout.criterion.map { .string($0.title) }
    case .missed(let missed, let subjects):
      members["reason"] = .string("\(missed.reason)")
      members["nearest"] = subjects.first { $0.annotation == missed.nearest?.annotation }
        .map { .string(session.name(of: $0)) }
      members["distance micropoints"] = missed.nearest.map {
        .int(MetricText.micropoints($0.distancePoints))
      }
    }
    return .object(members)
  }

  private static func callout(_ verdict: CalloutVerdict) -> JSON {
    var members: [String: JSON] = [
      "callout": .int(verdict.callout), "step": .int(verdict.step),
      "opened at ns": .integer(verdict.openedAt.nanoseconds),
      "region changes": .int(verdict.regionChanges),
    ]
    guard verdict.isJudged else {
      members["criteria"] = .string("never settled")
      return .object(members)
    }
    for (isKept, word) in outcomes {
      let titles = Criterion.allCases.filter { verdict.keeps($0) == isKept }.map(\.title)
      if !titles.isEmpty { members[word] = .string(titles.joined(separator: ", ")) }
    }
    let amounts = verdict.broken.compactMap { criterion in
      verdict.measure(of: criterion).map { measure in
        ("\(criterion.title) \(measure.unit.exactWord)", exact(measure))
      }
    }
    if !amounts.isEmpty {
      members["broken by"] = .object(Dictionary(uniqueKeysWithValues: amounts))
    }
    members["overflow micropoints"] = .int(MetricText.micropoints(verdict.overflowPoints))
    members["excess shift micropoints"] = .int(MetricText.micropoints(verdict.excessShiftPoints))
    members["scale ratio millionths"] = .int(MetricText.micropoints(verdict.scaleRatio))
    return .object(members)
  }
}

extension FactsFile {
  /// A measure in whole millionths or things.
  private static func exact(_ measure: CriterionMeasure) -> JSON {
    if measure.isRefused { return .string(MetricText.refused) }
    return .int(
      measure.unit == .count
        ? Int64(exactly: measure.amount) : MetricText.micropoints(measure.amount))
  }

  private static let outcomes: [(isKept: Bool?, word: String)] = [
    (true, "kept"), (false, "broken"), (nil, "not applicable"),
  ]

  /// The outcome of a criterion.
  static func word(_ isKept: Bool?) -> String { outcomes.first { $0.isKept == isKept }?.word ?? "" }

  /// The measured values of a table by keys with units, without zeros by nature.
  static func values(_ table: MetricTable, measuredZeros: Bool) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for (metric, measured) in table.measured where metric.definition.isCommitted {
      let isLeftOut = metric.definition.isZeroByNature || !measuredZeros
      if !isLeftOut || !isZero(measured) { members[key(of: metric)] = value(measured) }
    }
    return members
  }

  /// The metric's name with the unit of its number.
  package static func key(of metric: Metric) -> String {
    switch metric.definition.unit {
    case .count, .share: metric.name
    case .bytes: "\(metric.name) bytes"
    case .time, .timePerSecond: "\(metric.name) ns"
    case .distance, .perThousandPoints: "\(metric.name) micropoints"
    }
  }

  /// The keys whose absence is a zero.
  package static let zeroKeys = Set(
    Metric.allCases.filter(\.definition.isZeroByNature).map { key(of: $0) })

  /// The exact value; nil when it was never measured.
  static func value(_ value: MetricValue) -> JSON? {
    guard value.isMeasured else { return nil }
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number):
      return .integer(number)
    case .share(let part, let whole): return .row(["part": .integer(part), "of": .integer(whole)])
    case .never: return nil
    }
  }

  private static func isZero(_ value: MetricValue) -> Bool {
    [.count(0), .nanoseconds(0), .micropoints(0)].contains(value)
  }
}

extension CriterionMeasure.Unit {
  fileprivate var exactWord: String {
    switch self {
    case .points: "micropoints"
    case .scale: "ppm"
    case .count: "faults"
    }
  }
}
