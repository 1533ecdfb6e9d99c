internal import Counts
package import Formatting
internal import Measures
internal import Metrics
internal import Statistics
package import Wire

/// The run file: the complete data of a run, for programs and for later reports.
///
/// Every other report is a view of the run file and its ``ScenesFile``. Each session is one
/// line. Derived members come first, for readers that cannot derive them; they are not read
/// back.
public enum RunFile {
  /// The version of the layout.
  ///
  /// It changes as soon as a member gets another meaning or is removed.
  public static let version: Int64 = 8
  /// The readable versions.
  ///
  /// Version 7 has the scenes among the members of sessions.
  private static let readable: ClosedRange<Int64> = 7...version

  /// The file's text.
  public static func text(of run: RunReport) -> String {
    String(parts: parts(of: run) { (0..<$0).map($1) })
  }

  /// The bytes of a session in a run file.
  package typealias WrittenSession = ArraySlice<UInt8>

  /// The file's bytes in parts.
  ///
  /// Some sessions may be written in parallel.
  package static func parts(of run: RunReport, inOrder: PieceOrder) -> [ArraySlice<UInt8>] {
    let sessions = inOrder(run.sessions.count) { index in
      let session = run.sessions[index]
      return run.writtenSessions[session.id]
        ?? written { record in
          try write(withoutScene(session, of: run), to: record)
          return record.take()
        }
    }
    return written { try write(run, sessions, to: $0) }
  }

  /// The session as written in the run file: only the digest of its scene.
  private static func withoutScene(_ session: SessionReport, of run: RunReport) -> SessionReport {
    var session = session
    session.sceneDigest =
      ScenesFile.line(of: session, in: run).map(ScenesFile.digest) ?? session.sceneDigest
    session.scene = nil
    return session
  }

  static func written<Written>(_ write: (RecordEncoder) throws -> Written) -> Written {
    do { return try write(RecordEncoder()) } catch {
      preconditionFailure("a run has a value that cannot be written: \(error)")
    }
  }

  private static func write(
    _ run: RunReport, _ sessions: [WrittenSession], to record: RecordEncoder
  ) throws -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    record.isInLines = true
    try record.object {
      record.name("version")
      record.write(whole: version)
      for member in findings(of: run) {
        record.name(member.key)
        record.write(json: member.value)
      }
      try record.members(of: Header(run))
      record.name("metrics")
      record.write(
        json: .members(Metric.allCases.map { JSON.Member($0.name, declaration(of: $0)) }))
      record.name("sessions")
      record.isInLines = true
      record.list {
        for session in sessions {
          record.element()
          parts += [record.take(), session]
        }
      }
    }
    record.endLine()
    return parts + [record.take()]
  }

  /// The members that follow from the rest of the run.
  private static func findings(of run: RunReport) -> [JSON.Member] {
    [
      JSON.Member("ending", .string(run.ending.rawValue)), JSON.Member("reason", .text(run.reason)),
      JSON.Member("findings", .texts(run.findings)),
    ]
  }

  private static func declaration(of metric: Metric) -> JSON {
    let definition = metric.definition
    return [
      "group": .string(definition.group.rawValue), "unit": .string(definition.unit.rawValue),
      "written as": .string(writtenAs(definition.unit)),
      "better": .string(definition.better.rawValue),
      "when left out": metric.omitted.isMeasured ? .integer(0) : .null,
      "help": .string(definition.help),
      "not evaluated when": .string(definition.opportunity.absence),
    ]
  }
}

// MARK: Sessions

extension RunFile {
  private static func write(_ session: SessionReport, to record: RecordEncoder) throws {
    try record.object {
      for (name, text) in [("title", session.title), ("outcome", session.outcome.rawValue)] {
        record.name(name)
        record.write(text: text)
      }
      record.name("failures")
      record.write(json: .array(failures(of: session)))
      record.name("warnings")
      try record.write(session.warnings)
      if let hitches = HitchClass(session.facts.session[.hitchRatio]) {
        record.name("hitch class")
        record.write(text: hitches.rawValue)
      }
      try record.members(of: session)
    }
  }

  /// The complaints of its failed expectations, in sentences.
  private static func failures(of session: SessionReport) -> [JSON] {
    let causes = session.causes
    let verdicts = session.facts.verdicts.indices.filter {
      session.facts.verdicts[$0].outcome != .kept
    }
    return verdicts.map { index in
      let verdict = session.facts.verdicts[index]
      return place(
        verdict.written, of: session,
        [
          JSON.Member("complaint", .string(session.complaint(of: verdict))),
          JSON.Member("look at", .string(verdict.expectation.metric.lookAt)),
          JSON.Member("follows from line", .int(causes[index]?.written.line)),
        ])
    }
      + session.brokenBudgets.map { verdict in
        place(
          verdict.written, of: session,
          [JSON.Member("complaint", .string(session.complaint(of: verdict)))])
      }
  }

  private static func place(
    _ written: WrittenRule, of session: SessionReport, _ members: [JSON.Member]
  ) -> JSON {
    let place: [JSON.Member] = [
      JSON.Member("file", .string(written.file ?? session.file)),
      JSON.Member("line", .int(written.line)), JSON.Member("column", .int(written.column)),
    ]
    return .members((place + members).filter { $0.value != .null })
  }
}

/// The members of a run file other than its sessions.
private struct Header: Codable {
  var productVersion: String
  var productSource: ProgramSource?
  var isDebugBuild: Bool
  var allocator: String?
  var fingerprint: Fingerprint
  var machine: MachineVerdict?
  var origin: RunOrigin
  var options: RunOptions?
  var search: SearchReport?
  var shard: ShardLine?
  var gates: [RunGate]
  var contradictions: [String]
  var comparison: FactsComparison?
  var counts: CountsReport?
  var scenes: String?

  init(_ run: RunReport) {
    (productVersion, productSource) = (run.version, run.programSource)
    (isDebugBuild, allocator) = (run.isDebugBuild, run.allocator)
    (fingerprint, machine) = (run.fingerprint, run.machine)
    (origin, shard) = (run.origin, run.shard)
    options = run.options == RunOptions() ? nil : run.options
    search = run.search
    gates = RunGate.allCases.filter { run.gates.contains($0) }
    (contradictions, comparison, counts) = (run.contradictions, run.comparison, run.counts)
    scenes = run.sessions.contains(where: \.hasScene) ? ScenesFile.name : nil
  }

  func run(of sessions: [SessionReport]) -> RunReport {
    var run = RunReport(
      sessions: sessions, version: productVersion, isDebugBuild: isDebugBuild,
      allocator: allocator)
    (run.fingerprint, run.origin, run.shard) = (fingerprint, origin, shard)
    run.machine = machine
    run.options = options ?? RunOptions()
    (run.programSource, run.search, run.gates) = (productSource, search, Set(gates))
    (run.contradictions, run.comparison, run.counts) = (contradictions, comparison, counts)
    run.scenesFile = scenes
    return run
  }
}

// MARK: Reading

/// The reason why a text is not a readable run file: the message that a program prints.
public struct RunFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The complaint with its place, and a remedy on the next line.
  public let description: String

  /// Makes a error of what is wrong with a text.
  package init(_ error: any Error, in bytes: [UInt8], named path: String) {
    let help = (error as? RunFile.OtherVersion)?.help
    description = Complaint.text(
      RunFileError.words(error, in: bytes, named: path),
      help: help ?? "give the run.json of a run, as mapreplay run of this version writes it")
  }

  /// A line with the error of a text and its place.
  static func words(_ error: any Error, in bytes: [UInt8], named path: String) -> String {
    let error = (error as? RunFile.OtherVersion)?.error ?? error
    guard let error = error as? JSONText.ReadError else {
      return "\(path): a value cannot be: \(error)"
    }
    let place = error.place(in: bytes)
    return "\(path):\(place.line):\(place.column): \(error.sentence)"
  }
}

extension RunFile {
  /// Reads values by their numbers.
  package typealias ReadingOrder<Value> = (
    _ count: Int, _ value: @escaping @Sendable (Int) -> Result<Value, any Error>
  ) -> [Result<Value, any Error>]

  /// Returns the run that a text holds, without the scenes of its scenes file.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - path: The file, as messages name it.
  ///   - isPart: Whether its sessions are merged with others, so that they keep their bytes.
  ///   - inOrder: Reads a number of sessions by their indexes, sequentially or in parallel.
  /// - Returns: The run as it was written.
  /// - Throws: A ``RunFileError`` for a text of another version, or one that lacks or
  ///   contradicts something.
  /// - Complexity: O(bytes).
  package static func report(
    of text: JSONText, named path: String, isPart: Bool = false,
    inOrder: ReadingOrder<SessionReport> = { (0..<$0).map($1) }
  ) throws(RunFileError) -> RunReport {
    do {
      return try text.read { try report(of: $0, in: text, isPart: isPart, inOrder: inOrder) }
    } catch {
      throw RunFileError(error, in: text.bytes, named: path)
    }
  }

  /// A run file of a version that is not read.
  struct OtherVersion: Error {
    let error: JSONText.ReadError
    let help: String
  }

  /// The version of a program in brackets, where a file has one.
  private static func words(_ version: String?) -> String {
    version.map { " (\(Escape.line(String($0.prefix(20)))))" } ?? ""
  }

  private static func report(
    of root: JSONValue, in text: JSONText, isPart: Bool, inOrder: ReadingOrder<SessionReport>
  ) throws -> RunReport {
    guard let version = try root.kind == .object ? root.member("version") : nil else {
      throw root.error("this is no run file, which says its version first")
    }
    let found: Int64 = try version.whole()
    guard readable.contains(found) else {
      let writer: String? = try root.member("product version")?.text
      throw OtherVersion(
        error: version.error(
          "the run file has version \(found), and this program reads "
            + "\(readable.lowerBound) to \(readable.upperBound)"),
        help: found < readable.lowerBound
          ? "play its scenarios again with this program, or read it with the mapreplay that wrote "
            + "it\(words(writer))"
          : "install the mapreplay that wrote it\(words(writer)), or a later one")
    }
    let header = try Record.value(Header.self, of: root)
    guard header.scenes.map(ScenesFile.isName) != false else {
      throw (try root.member("scenes") ?? root).error("the scenes file has to be beside this file")
    }
    guard header.shard?.isPossible != false else {
      throw (try root.member("shard") ?? root).error("there is no such part of a run")
    }
    guard let list = try root.member("sessions") else { throw root.error("it has no sessions") }
    let values = Array(try list.elements)
    let sessions = try inOrder(values.count) { index in Result { try session(values[index]) } }
      .map { try $0.get() }
    guard Set(sessions.map(\.id)).count == sessions.count else {
      throw list.error("a session is there twice")
    }
    var run = header.run(of: sessions)
    // In other versions a session is other bytes.
    if isPart, found == RunFile.version {
      for (session, value) in zip(sessions, values) where text.isInOneLine(value) {
        run.writtenSessions[session.id] = text.bytes(of: value)
      }
    }
    return run
  }

  /// The most characters of a line; as many spaces are printed before the mark of a failure.
  private static let longestLine = 1_000_000

  /// How the file writes a value of a unit.
  private static func writtenAs(_ unit: MetricUnit) -> String {
    switch unit.definition.form {
    case .number(let measure): measure.rawValue
    case .ratio(let part, of: let whole): "[\(part.rawValue), of \(whole.rawValue)]"
    }
  }

  private static func session(_ value: JSONValue) throws -> SessionReport {
    let session = try Record.value(SessionReport.self, of: value)
    guard SessionID.isValid(session.id) else {
      throw value.error("the session has an id that is none")
    }
    guard session.facts.verdicts.allSatisfy({ $0.written.column <= longestLine }) else {
      throw value.error("an expectation stands behind the end of every line")
    }
    return session
  }
}
