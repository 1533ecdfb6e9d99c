internal import Formatting
internal import Foundation
internal import Reporting
internal import Statistics

/// Compares the run files of two runs.
///
/// What happened is compared, in all parts of a session that both files have, and how often memory
/// was asked for where both were measured on the same. One run of a session says nothing about
/// times.
public enum RunFileComparison {
  /// Whether a path names a run file rather than a program or a revision.
  public static func isRunFile(_ path: String) -> Bool { path.hasSuffix(".json") }

  /// Compares two files.
  ///
  /// - Throws: A sentence when one of them cannot be read.
  public static func report(base: String, head: String) throws(ComparisonError) -> ComparisonReport
  {
    let (old, new) = (try read(base, "BASE"), try read(head, "HEAD"))
    func side(_ name: String, _ path: String) -> Contender {
      Contender(name: name, label: path, program: path, folder: "")
    }
    var report = ComparisonReport(
      base: side("BASE", base), head: side("HEAD", head), levels: [.facts, .counts])
    report.facts = try facts(old, new)
    report.otherness = new.fingerprint.differences(from: old.fingerprint).map(\.words)
    guard report.otherness.isEmpty else { return report }
    for session in new.sessions {
      guard let older = old.session(session.id) else { continue }
      if older.scenario != session.scenario {
        report.counts.failures.append((session.id, "the two are of another scenario or data"))
        continue
      }
      switch (older.allocations, session.allocations) {
      // A run file that is short of room has none of some sessions.
      case (nil, nil): continue
      case (let base?, let head?) where base[.allocations] != nil && head[.allocations] != nil:
        report.counts.rows += AllocatorCounts.rows(of: session.id, base, head)
      case (let base, let head):
        let reason = [base, head].compactMap(\.?.unavailable).first ?? "one of the files has none"
        report.counts.failures.append((session.id, "allocations: \(reason)"))
      }
    }
    return report
  }

  private static func facts(_ old: Run, _ new: Run) throws(ComparisonError) -> FactsFindings {
    var findings = FactsFindings()
    findings.onlyBase = old.sessions.map(\.id).filter { new.session($0) == nil }
    findings.onlyHead = new.sessions.map(\.id).filter { old.session($0) == nil }
    for (name, run) in [("BASE", old), ("HEAD", new)] {
      let aborted = run.sessions.filter { $0.outcome == SessionOutcome.aborted.rawValue }
      if !aborted.isEmpty { findings.aborted[name] = aborted.map(\.id) }
    }
    for session in new.sessions {
      guard let older = old.session(session.id) else { continue }
      findings.count += 1
      let (before, now) = (older.metrics(old.columns), session.metrics(new.columns))
      var values: [FactsDifference.Value] = []
      if older.outcome != session.outcome {
        values.append(
          FactsDifference.Value(
            part: "", key: "outcome", old: older.outcome, new: session.outcome))
      }
      for name in Set(before.keys).union(now.keys).sorted() where before[name] != now[name] {
        values.append(
          FactsDifference.Value(part: "", key: name, old: before[name], new: now[name]))
      }
      let isWhole = older.isWhole && session.isWhole
      if !isWhole { findings.inPart += 1 }
      values += session.parts.differences(
        from: older.parts, columns: (old.columns, new.columns), isWhole: isWhole)
      if older.digest != session.digest, values.isEmpty {
        values.append(
          FactsDifference.Value(part: "", key: "events", old: older.digest, new: session.digest))
      }
      if !values.isEmpty {
        findings.changed.append(FactsComparison.Change(id: session.id, values: values))
      }
    }
    try findings.holdSomething()
    return findings
  }

  private static func read(_ path: String, _ name: String) throws(ComparisonError) -> Run {
    guard isRunFile(path) else {
      throw ComparisonError(
        .faultyInput, "\(name) '\(path)' is no run file, and the other one is",
        help: "compare two run files, or two programs or revisions")
    }
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ComparisonError(
        .missingInput, "there is no run file '\(path)'",
        help: "give the run.json of a whole run, which mapreplay run writes")
    }
    guard !isFolder.boolValue, let data = FileManager.default.contents(atPath: path) else {
      throw ComparisonError(
        .faultyInput,
        "\(name) '\(path)' is \(isFolder.boolValue ? "a folder" : "a file that cannot be read")",
        help: "give the run.json of a whole run, which mapreplay run writes")
    }
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: data) else {
      throw ComparisonError(
        .faultyInput, "\(name) '\(path)' is no run file, or it is cut off",
        help: "give the run.json of a whole run, which mapreplay run writes")
    }
    guard version.version == RunFile.version else {
      throw ComparisonError(
        .faultyInput,
        "\(name) '\(path)' is a run file of version \(version.version), and this program reads "
          + "\(RunFile.version)",
        help: "run it again with this program, or compare the two programs")
    }
    guard let run = try? decoder.decode(Run.self, from: data),
      run.sessions.allSatisfy({ $0.allocations?.isSound != false && Escape.line($0.id) == $0.id })
    else {
      throw ComparisonError(
        .faultyInput, "the run file \(name) '\(path)' lacks a value, or has one that cannot be",
        help: "run it again with this program")
    }
    guard Set(run.sessions.map(\.id)).count == run.sessions.count else {
      throw ComparisonError(
        .faultyInput, "the run file \(name) '\(path)' has a session twice",
        help: "run it again with this program")
    }
    return run
  }

  private struct Version: Decodable { var version: Int64 }

  /// What is compared of a run file.
  private struct Run: Decodable {
    var columns: [String]
    var fingerprint: Fingerprint
    var sessions: [Session]

    /// A session by its id; a run has some hundreds.
    func session(_ id: String) -> Session? { sessions.first { $0.id == id } }
  }

  private struct Session: Decodable {
    var id: String
    var outcome: String
    var digest: String
    var scenario: String
    /// The metrics by name, or in the order of the columns where the file is short of room.
    var session: [String: Value]?
    var values: [Value]?
    var allocations: AllocatorCounts?
    /// Whether the file has all of it; one that is short of room leaves something out.
    var isWhole: Bool
    var parts: RunParts

    enum CodingKeys: String, CodingKey {
      case id, outcome, digest, session, values, allocations
      case scenario = "scenario digest"
      case leftOut = "left out"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      id = try members.decode(String.self, forKey: .id)
      outcome = try members.decode(String.self, forKey: .outcome)
      digest = try members.decode(String.self, forKey: .digest)
      scenario = try members.decode(String.self, forKey: .scenario)
      session = try members.decodeIfPresent([String: Value].self, forKey: .session)
      values = try members.decodeIfPresent([Value].self, forKey: .values)
      allocations = try members.decodeIfPresent(AllocatorCounts.self, forKey: .allocations)
      isWhole = try !members.contains(.leftOut) || members.decodeNil(forKey: .leftOut)
      parts = try RunParts(from: decoder)
    }

    /// Metrics as texts.
    func metrics(_ columns: [String]) -> [String: String] {
      if let session { return session.compactMapValues(\.text) }
      let named = zip(columns, values ?? []).compactMap { name, value in
        value.text.map { (name, $0) }
      }
      return Dictionary(named) { first, _ in first }
    }
  }

  /// A number, part and whole of a share, or nothing.
  private struct Value: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        text = nil
      } else if let parts = try? container.decode([Int64].self), parts.count == 2 {
        // A share of nothing was not measured; rows have one all the same.
        text = parts[1] == 0 ? nil : "\(parts[0]) of \(parts[1])"
      } else {
        text = "\(try container.decode(Int64.self))"
      }
    }
  }
}
