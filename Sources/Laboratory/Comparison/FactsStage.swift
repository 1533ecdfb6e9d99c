internal import Formatting
internal import Foundation
internal import Instruments
internal import Measuring
package import Reporting
internal import Wire

/// The first class: the events of every session on each side, compared byte for byte.
package struct FactsFindings: Hashable, Sendable {
  /// The number of sessions that both sides have.
  package var count = 0
  /// The sessions whose facts differ, with the values that do.
  package var changed: [FactsComparison.Change] = []
  /// The ids of sessions that only the base has.
  package var onlyBase: [String] = []
  /// The ids of sessions that only the head has.
  package var onlyHead: [String] = []
  /// The ids of sessions that ended early on the side of that name.
  package var aborted: [String: [String]] = [:]
  /// The sides whose two replays of a session differ.
  package var notDeterministic: [String] = []
  /// Whether files of facts have another layout, so that their values cannot be compared.
  package var otherLayout = false

  /// Whether all sessions that both sides have are the same.
  package var areEqual: Bool {
    changed.isEmpty && onlyBase.isEmpty && aborted.isEmpty && notDeterministic.isEmpty
      && !otherLayout
  }
}

/// The facts of one side, and the sessions that they are of.
struct SideFacts {
  /// A session as the run file names it.
  struct Session: Decodable {
    var id: String
    var file: String
    var outcome: String
    var steps: [Step]?

    enum CodingKeys: String, CodingKey {
      case id, file, outcome
      case steps = "step labels"
    }

    var isAborted: Bool { outcome == SessionOutcome.aborted.rawValue }
  }

  /// A step as the run file has it.
  struct Step: Decodable {
    var step: Int
    var line: Int?
    var text: String

    enum CodingKeys: String, CodingKey {
      case line, text
      case step = "id"
    }
  }

  /// The part of a run file that is needed here; all versions have it.
  private struct RunSessions: Decodable {
    var version: Int64
    var sessions: [Session]
  }

  var sessions: [Session]
  /// The texts of the facts by the ids of their sessions.
  var facts: [String: String]
  var isDeterministic: Bool
  /// The folder of the reports.
  var reports: String

  /// Plays scenarios with a program and reads its output.
  static func played(
    by contender: Contender, scenarios: [String], options: [String], in scratch: ScratchFolder
  ) throws(ComparisonError) -> SideFacts {
    let (facts, out) = (
      "\(scratch.path)/\(contender.name)/facts", "\(scratch.path)/\(contender.name)/out"
    )
    let scenarios = try scenarios.map { path throws(ComparisonError) in
      try contender.exported(path)
    }
    for path in scenarios where !FileManager.default.fileExists(atPath: contender.path(path)) {
      throw ComparisonError(
        .missingInput, "\(contender.name) '\(contender.label)' has no scenario '\(path)'",
        help: "name scenarios that exist on both sides, relative to this folder")
    }
    let arguments =
      ["run"] + scenarios + ["--quiet", "--update", "--facts", facts, "--out", out] + options
      + contender.runOptions
    var result = try contender.run(arguments + ["--facts-of-failed"])
    // Versions before write the facts of every session, and do not know the option.
    if result.ending == .exited(64) { result = try contender.run(arguments) }
    // Broken expectations and aborted sessions are in the run file; other endings leave none.
    guard let bytes = FileManager.default.contents(atPath: "\(out)/run.json") else {
      let said = result.complaints.lastLines(8)
      let cause: ErrorCause =
        switch result.ending {
        case .exited(66): .missingInput
        case .exited(69): .unavailable
        case .exited, .killed: .faultyInput
        }
      throw ComparisonError(
        cause, "\(contender.name) '\(contender.label)' does not play the scenarios:\(said)")
    }
    guard let run = try? Record.value(RunSessions.self, from: Array(bytes)) else {
      throw ComparisonError(
        .faultyInput,
        "the run file of \(contender.name) '\(contender.label)' cannot be read: it is cut off, or "
          + "another one's", help: "run it again; if it stays so, build it again")
    }
    guard run.version <= RunFile.version else {
      throw ComparisonError(
        .faultyInput,
        "\(contender.name) '\(contender.label)' writes run files of version \(run.version), and "
          + "this program reads \(RunFile.version)",
        help: "compare with the mapreplay of the newer of the two")
    }
    var texts: [String: String] = [:]
    for name in (FileManager.default.subpaths(atPath: facts) ?? []).sorted()
    where name.hasSuffix(".json") {
      guard let text = OutputText.read("\(facts)/\(name)") else { continue }
      // A file of facts ends with its last brace.
      guard text.hasSuffix("}\n") else {
        throw ComparisonError(
          .faultyInput, "the facts \(name) of \(contender.name) '\(contender.label)' are cut off",
          help: "make room for temporary files, and run it again")
      }
      texts[String(name.dropLast(5))] = text
    }
    let side = SideFacts(
      sessions: run.sessions, facts: texts, isDeterministic: result.ending != .exited(80),
      reports: out)
    // A side that could not write its facts would differ in nothing.
    let silent = side.sessions.first { !$0.isAborted && texts[$0.id] == nil }
    if let silent, side.isDeterministic {
      throw ComparisonError(
        .cannotWrite,
        "\(contender.name) '\(contender.label)' has written no facts of \(silent.id):"
          + result.complaints.lastLines(4), help: "make room for temporary files, or set TMPDIR")
    }
    return side
  }

  /// Returns the differences between two sides.
  ///
  /// - Throws: A sentence when they have no session in common.
  static func findings(base: SideFacts, head: SideFacts) throws(ComparisonError) -> FactsFindings {
    var findings = FactsFindings(
      base: base.sessions.map { ($0.id, $0.isAborted) }, base.isDeterministic,
      head: head.sessions.map { ($0.id, $0.isAborted) }, head.isDeterministic)
    let new = Set(findings.onlyHead)
    for session in head.sessions where !new.contains(session.id) {
      findings.count += 1
      guard let old = base.facts[session.id], let new = head.facts[session.id] else { continue }
      let outcome = base.sessions.first { $0.id == session.id }?.outcome
      let judged =
        outcome == session.outcome
        ? []
        : [FactsDifference.Value(part: "", key: "outcome", old: outcome, new: session.outcome)]
      let values = judged + (old == new ? [] : FactsDifference.values(old: old, new: new))
      guard !values.isEmpty else { continue }
      if values.count == 1, values[0].isVersion { findings.otherLayout = true }
      findings.changed.append(FactsComparison.Change(id: session.id, values: values))
    }
    try findings.holdSomething()
    return findings
  }
}

extension FactsFindings {
  /// The sessions that one side alone has, that ended early and whose replays differ.
  init(
    base: [(id: String, isAborted: Bool)], _ isBaseDeterministic: Bool,
    head: [(id: String, isAborted: Bool)], _ isHeadDeterministic: Bool
  ) {
    let (old, new) = (Set(base.map(\.id)), Set(head.map(\.id)))
    onlyBase = base.map(\.id).filter { !new.contains($0) }
    onlyHead = head.map(\.id).filter { !old.contains($0) }
    for (name, sessions, isDeterministic) in [
      ("BASE", base, isBaseDeterministic), ("HEAD", head, isHeadDeterministic),
    ] {
      let ids = sessions.filter(\.isAborted).map(\.id)
      if !ids.isEmpty { aborted[name] = ids }
      if !isDeterministic { notDeterministic.append(name) }
    }
  }

  /// Refuses an empty comparison, which would find no difference.
  ///
  /// - Throws: A sentence when the two sides have no session in common.
  func holdSomething() throws(ComparisonError) {
    guard count == 0 else { return }
    throw ComparisonError(
      .missingInput, "BASE and HEAD have no session in common",
      help: "name scenarios that both have; mapreplay list --flat shows the ids of sessions")
  }
}

/// Texts that programs leave behind.
enum OutputText {
  static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Contender {
  /// Maps an absolute path into the exported files of the revision.
  ///
  /// Relative paths and paths of built programs do not change.
  ///
  /// - Throws: A sentence for a path outside of the repository, since both sides would play the
  ///   same file.
  fileprivate func exported(_ path: String) throws(ComparisonError) -> String {
    guard let export, path.hasPrefix("/") else { return path }
    let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    guard real == export.repository || real.hasPrefix("\(export.repository)/") else {
      throw ComparisonError(
        .missingInput, "'\(path)' is outside of the repository \(export.repository)",
        help: "name scenarios of the repository; those of each revision are played")
    }
    return export.root + real.dropFirst(export.repository.count)
  }

  /// A path as this side sees it.
  func path(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }
}
