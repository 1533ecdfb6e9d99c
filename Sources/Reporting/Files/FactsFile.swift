internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics

/// The committed facts of one scenario: exact numbers, the same on every machine.
///
/// A change of behaviour is a change of these lines, so they are laid out for reading a difference:
/// keys in alphabetic order that carry their unit, one value a line (a share is one value, and so
/// is a callout or a verdict), and nothing that was never measured. Nothing depends on how the
/// scenario was named on the command line.
///
/// Zeros are left out where nothing of the kind happened, so that a new metric changes only the
/// files in which it counts something. A measured zero is written for the session, where its
/// absence says that nothing was measured; marks and steps have no zeros.
public enum FactsFile {
  /// The version of the layout; a reader refuses another one.
  public static let version: Int64 = 4

  /// The file's name for a scenario.
  public static func name(for session: SessionReport) -> String { "\(session.id).json" }

  /// Whether a text is that of facts, of whatever version, and not that of a run file.
  public static func isFacts(_ text: String) -> Bool { text.hasPrefix("{\n  \"callouts\": [") }

  /// The file's text.
  ///
  /// - Complexity: O(steps + callouts + verdicts).
  public static func text(of session: SessionReport) -> String {
    var members: [String: JSON] = [
      "version": .integer(version),
      "scenario": .string(session.name),
      "seed": .string(String(session.seed)),
      "device": .string(session.device.name),
      "digest": .string(session.facts.digest.text),
      "session": .object(values(session.facts.session, measuredZeros: true)),
      "marks": .array(session.facts.marks.map(mark)),
      "steps": .array(steps(of: session)),
      "verdicts": .array(session.facts.verdicts.map { .line(verdict($0, of: session)) }),
      "callouts": .array(session.facts.callouts.map { .line(callout($0)) }),
    ]
    if let variant = session.variant { members["variant"] = .string(variant.name) }
    let windows = session.facts.batchWindows
    if !windows.isEmpty {
      members["latency by batch"] = .array(windows.map { .line(.object(window($0))) })
    }
    return JSON.object(members).fileText
  }

  /// How long the updates of some batches took.
  static func window(_ window: BatchWindow) -> [String: JSON] {
    var members: [String: JSON] = [
      "batches": .string("\(window.batches.lowerBound)-\(window.batches.upperBound)"),
      "updates": .integer(Int64(window.updates)),
    ]
    members["p50 ns"] = value(window.median)
    members["p95 ns"] = value(window.percentile95)
    members["max ns"] = value(window.maximum)
    return members
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
      members["step"] = .integer(Int64(index))
      if let label = session.label(ofStep: index) {
        members["step line"] = .integer(Int64(label.line))
        members["step text"] = .string(label.text)
      }
      return .object(members)
    }
  }

  private static func verdict(_ verdict: Verdict, of session: SessionReport) -> JSON {
    var members: [String: JSON] = [
      "expectation": .string("\(verdict.expectation.metric.name): \(verdict.text)"),
      "line": .integer(Int64(verdict.line)),
      "outcome": .string(verdict.outcome.rawValue),
    ]
    if let value = value(verdict.value) { members[key(of: verdict.expectation.metric)] = value }
    if let worst = verdict.worst { members["worst"] = self.worst(worst, of: session) }
    return .object(members)
  }

  /// Where an expectation was missed worst.
  static func worst(_ worst: WorstCase, of session: SessionReport) -> JSON {
    var members: [String: JSON] = [:]
    members["step"] = worst.step.map { .integer(Int64($0)) }
    members["step line"] = worst.step.flatMap { session.label(ofStep: $0) }
      .map { .integer(Int64($0.line)) }
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
      members["update"] = .integer(Int64(update))
      members["layer"] = .string(session.layerName(layer))
    case .callouts(let first, let callout):
      members["callout"] = .integer(Int64(callout.number))
      members["first callout"] = .integer(Int64(first.number))
      members["criterion"] = callout.criterion.map { .string($0.title) }
    case .missed(let missed, let subjects):
      members["reason"] = .string("\(missed.reason)")
      members["nearest"] = subjects.first { $0.annotation == missed.nearest?.annotation }
        .map { .string(session.name(of: $0)) }
      members["distance micropoints"] = missed.nearest.map {
        .optional(MetricText.micropoints($0.distancePoints))
      }
    }
    return .object(members)
  }

  private static func callout(_ verdict: CalloutVerdict) -> JSON {
    var members: [String: JSON] = [
      "callout": .integer(Int64(verdict.callout)),
      "step": .integer(Int64(verdict.step)),
      "opened at ns": .integer(verdict.openedAt.nanoseconds),
      "region changes": .integer(Int64(verdict.regionChanges)),
    ]
    guard verdict.isJudged else {
      members["criteria"] = .string("never came to rest")
      return .object(members)
    }
    for outcome in ["kept", "broken", "not applicable"] {
      let names = names(of: outcome, in: verdict)
      if !names.isEmpty { members[outcome] = .string(names) }
    }
    let amounts = verdict.broken.compactMap { criterion in
      verdict.measure(of: criterion).map { measure in
        ("\(criterion.title) \(measure.unit.exactWord)", exact(measure))
      }
    }
    if !amounts.isEmpty {
      members["broken by"] = .object(Dictionary(amounts, uniquingKeysWith: { first, _ in first }))
    }
    members["overflow micropoints"] = .optional(MetricText.micropoints(verdict.overflowPoints))
    members["excess shift micropoints"] = .optional(
      MetricText.micropoints(verdict.excessShiftPoints))
    members["scale ratio millionths"] = .optional(MetricText.micropoints(verdict.scaleRatio))
    return .object(members)
  }
}

extension FactsFile {
  /// The criteria with one outcome, by their titles in a row.
  private static func names(of outcome: String, in verdict: CalloutVerdict) -> String {
    Criterion.allCases.filter { word(verdict.keeps($0)) == outcome }.map(\.title)
      .joined(separator: ", ")
  }

  /// What a criterion measured, in whole millionths or things.
  private static func exact(_ measure: CriterionMeasure) -> JSON {
    if measure.isRefused { return .string(MetricText.refused) }
    return .optional(
      measure.unit == .count
        ? Int64(exactly: measure.amount) : MetricText.micropoints(measure.amount))
  }

  /// What came of a criterion.
  static func word(_ isKept: Bool?) -> String {
    switch isKept {
    case true?: "kept"
    case false?: "broken"
    case nil: "not applicable"
    }
  }

  /// The measured values of a table under keys that carry the unit, without zeros by nature.
  static func values(_ table: MetricTable, measuredZeros: Bool) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for (metric, measured) in table.measured {
      let isLeftOut = metric.definition.isZeroByNature || !measuredZeros
      if !isLeftOut || !isZero(measured) { members[key(of: metric)] = value(measured) }
    }
    return members
  }

  /// The metric's name with the unit of its number.
  static func key(of metric: Metric) -> String {
    switch metric.definition.unit {
    case .count, .share: metric.name
    case .time, .timePerSecond: "\(metric.name) ns"
    case .distance, .perThousandPoints: "\(metric.name) micropoints"
    }
  }

  /// The keys whose absence is a zero.
  static let zeroKeys = Set(
    Metric.allCases.filter(\.definition.isZeroByNature).map { key(of: $0) })

  /// The exact value; nil when it was never measured.
  static func value(_ value: MetricValue) -> JSON? {
    guard value.isMeasured else { return nil }
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number):
      return .integer(number)
    case .share(let part, let whole):
      return .line(.object(["part": .integer(part), "of": .integer(whole)]))
    case .never: return nil
    }
  }

  private static func isZero(_ value: MetricValue) -> Bool {
    switch value {
    case .count(0), .nanoseconds(0), .micropoints(0): true
    case .count, .nanoseconds, .micropoints, .share, .never: false
    }
  }
}

extension CriterionMeasure.Unit {
  /// What an exact number counts.
  fileprivate var exactWord: String {
    switch self {
    case .points: "micropoints"
    case .scale: "ppm"
    case .count: "faults"
    }
  }
}
