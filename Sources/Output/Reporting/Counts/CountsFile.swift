public import Counts
internal import Formatting
internal import Metrics
internal import Statistics
internal import Wire

/// The committed counts of a session, and counts for programs.
///
/// A committed file keeps the functions that cost most, and the sum of all others.
public enum CountsFile {
  /// The version of the layout.
  public static let version = 2
  /// The name of a session's file in the folder of a fingerprint.
  public static func name(for session: CountsReport.Session) -> String { session.id + ".json" }

  /// The committed file of a session; nil when it was not counted.
  public static func text(
    of session: CountsReport.Session, fingerprint: Fingerprint
  ) -> String? {
    guard let counts = session.counts else { return nil }
    var members = json(of: session, counts)
    members["version"] = .int(version)
    members["fingerprint"] = json(of: fingerprint)
    members["functions"] = functions(counts.keptFunctions())
    return JSON.object(members).fileText
  }

  /// All counts, for programs.
  public static func text(of report: CountsReport) -> String { json(of: report).fileText }

  static func json(of report: CountsReport) -> JSON {
    var members: [String: JSON] = ["version": .int(version)]
    if let unavailable = report.unavailable { members["unavailable"] = .string(unavailable) }
    if !report.fingerprint.values.isEmpty {
      members["fingerprint"] = json(of: report.fingerprint)
      members["instructions"] = .integer(report.instructions)
      members["sessions"] = .array(
        report.sessions.map { session in
          guard let counts = session.counts else {
            return .row(["id": .string(session.id), "failure": .text(session.failure)])
          }
          var members = json(of: session, counts)
          members["functions"] = functions(counts.functions)
          return .object(members)
        })
    }
    members["comparison"] = report.comparison.map { comparison in
      .object([
        "purpose": .string(comparison.purpose.rawValue), "folder": .string(comparison.folder),
        "findings": .texts(comparison.findings), "notes": .texts(comparison.notes),
        "warnings": .texts(comparison.warnings),
        "changes": .array(
          comparison.changes.map { json(of: $0, in: report.sessions[$0.session]) }),
      ])
    }
    return .object(members)
  }

  private static func json(
    of session: CountsReport.Session, _ counts: SessionCounts
  ) -> [String: JSON] {
    [
      "id": .string(session.id), "instructions": .integer(counts.instructions),
      "estimate": .flag(counts.isEstimate),
      "phases": .row(phases(counts.phases, counts.rest, counts)),
      "allocator": allocator(session, counts),
      "steps": .array(
        counts.rows.map { row in
          let step = session.steps.first { $0.id == row.step }
          return .line(
            [
              "step": .int(row.step.map { $0 + 1 }), "line": .int(step?.line),
              "text": .text(step?.text), "instructions": .integer(row.instructions),
              AllocationCount.requests.name: .int(row.allocations),
              AllocationCount.bytes.name: .int(row.allocatedBytes),
              "phases": .row(phases(row.phases, row.rest, counts)),
            ])
        }),
    ]
  }

  /// The allocations of the session, or the reason why they are unknown.
  private static func allocator(_ session: CountsReport.Session, _ counts: SessionCounts) -> JSON {
    var members: [String: JSON] = [:]
    for count in AllocationCount.allCases {
      if let number = counts.value(of: count) { members[count.name] = .integer(number) }
    }
    if let reason = session.allocationsUnavailable { members["unavailable"] = .string(reason) }
    return .row(members)
  }

  /// The phases with their instructions.
  ///
  /// The entry for instructions outside every phase has no name.
  private static func phases(
    _ numbers: [Int64], _ rest: Int64, _ counts: SessionCounts
  ) -> [String: JSON] {
    var members: [String: JSON] = [CountsFile.restName: .integer(rest)]
    for (name, number) in zip(counts.phaseNames, numbers) { members[name] = .integer(number) }
    return members
  }

  /// The name of the entry for instructions outside every phase.
  public static let restName = "none"

  private static func functions(_ functions: [SessionCounts.Function]?) -> JSON {
    guard let functions else { return .null }
    return .object(
      Dictionary(functions.map { ($0.name, .integer($0.instructions)) }) { first, _ in first })
  }

  static func json(of fingerprint: Fingerprint) -> JSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: fingerprint.values.map { ($0.key.rawValue, .string($0.value)) }))
  }

  private static func json(of change: CountsComparison.Change, in session: CountsReport.Session)
    -> JSON
  {
    let difference = change.difference
    func row<Name>(_ name: JSON, _ change: CountsDifference.Change<Name>) -> JSON {
      .row(["name": name, "before": .int(change.before), "now": .integer(change.now)])
    }
    return .object([
      "id": .string(session.id), "grown": .flag(difference.hasGrown),
      "session": row(.string(session.id), difference.session),
      "step": difference.step.map { row(.int($0.name.map { $0 + 1 }), $0) } ?? .null,
      "phase": difference.phase.map { row(.string($0.name ?? restName), $0) } ?? .null,
      "allocator": .array(difference.allocations.map { row(.string($0.name.name), $0) }),
      "allocating step": difference.allocatingStep.map {
        row(.int($0.name.step.map { $0 + 1 }), $0)
      } ?? .null,
      "functions": .array(difference.functions.map { row(.string($0.name), $0) }),
    ])
  }
}
