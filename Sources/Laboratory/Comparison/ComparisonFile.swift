internal import Counts
internal import Reporting
internal import Statistics
internal import Wire

/// A comparison for other programs.
public enum ComparisonFile {
  /// The version of the layout.
  public static let version: Int64 = 1

  /// The text of the file: the verdict first, then each class.
  ///
  /// Changes are parts of the base: 0.03 for 3 % more.
  public static func text(of report: ComparisonReport) -> String {
    let (verdict, level) = report.decision
    let file: JSON = [
      "version": .integer(version), "verdict": .string(verdict.rawValue),
      "decided by": .string(level.rawValue), "base": .string(report.base.label),
      "head": .string(report.head.label), "not comparable": .texts(report.otherness),
      "facts": facts(report.facts),
      "counts": report.levels.contains(.counts) ? counts(report.counts) : .null,
      "times": report.levels.contains(.times) ? times(report.times) : .null,
    ]
    return file.fileText
  }

  private static func facts(_ facts: FactsFindings) -> JSON {
    .object([
      "sessions": .int(facts.count),
      "only base": .texts(facts.onlyBase),
      "only head": .texts(facts.onlyHead),
      "aborted": .object(facts.aborted.mapValues { .texts($0) }),
      "not deterministic": .texts(facts.notDeterministic),
      "changed": .array(
        facts.changed.map { change in
          .object([
            "id": .string(change.id),
            "values": .array(
              change.values.map { value in
                .row([
                  "part": .string(value.part), "key": .string(value.key), "old": .text(value.old),
                  "new": .text(value.new),
                ])
              }),
          ])
        }),
    ])
  }

  private static func counts(_ counts: CountsFindings) -> JSON {
    .object([
      "unavailable": .object(
        Dictionary(
          uniqueKeysWithValues: counts.unavailable.map {
            ($0.metric.rawValue, .string($0.reason))
          })),
      "no time for": .int(counts.leftOut),
      "not counted": .array(
        counts.failures.map {
          .row(["session": .string($0.session), "reason": .string($0.reason)])
        }),
      "rows": .array(
        counts.rows.map { row in
          .row([
            "session": .string(row.session), "metric": .string(row.metric.rawValue),
            "base": .int(row.base), "head": .int(row.head), "changed": .flag(row.change != 0),
            "where": .texts(row.explanation),
          ])
        }),
    ])
  }

  private static func times(_ times: TimesFindings) -> JSON {
    .object([
      "unavailable": .text(times.unavailable), "no time for": .int(times.leftOut),
      "rows": .array(times.rows.map { .line(row($0)) }),
    ])
  }

  private static func row(_ row: TimesRow) -> JSON {
    var members: [String: JSON] = [
      "session": .string(row.session), "time": .string(row.metric),
      "base ns": .int(row.baseMedian), "blocks": .int(row.times.blocks.count),
    ]
    guard let judgment = row.judgment else { return .object(members) }
    func part(_ logarithm: Double) -> JSON {
      logarithm.isFinite ? .number(TimesJudgment.ratio(logarithm) - 1) : .null
    }
    members["verdict"] = .string(judgment.verdict.word)
    if case .inconclusive(let doubt) = judgment.verdict {
      members["doubt"] = .string(doubt.rawValue)
    }
    members["change"] = part(judgment.change.shift)
    members["lower"] = part(judgment.change.lower)
    members["upper"] = part(judgment.change.upper)
    members["floor"] = part(judgment.floor)
    members["control change"] = part(judgment.control.shift)
    members["control lower"] = part(judgment.control.lower)
    members["control upper"] = part(judgment.control.upper)
    members["p"] = .number(judgment.pValue)
    members["change of least"] = part(judgment.changeOfMinima)
    return .object(members)
  }
}
