package import Counts
internal import Formatting
internal import Foundation
internal import Glibc
internal import Instruments
public import Measuring
internal import Metrics
public import Reporting
package import ScenarioFiles
public import Scenarios
internal import Statistics

/// Counts the instructions and the allocations of sessions, each in a separate process.
public struct CountRun {
  /// The sessions, in their order.
  public var scenarios: [Scenario]
  /// The program that replays them.
  public var executable: String
  /// The kind of counter.
  public var kind = SessionCounter.Kind.any
  /// The options for the folders of data sets and devices, whose paths begin at the root, and for
  /// limits.
  public var options: [String] = []
  /// The folder of committed counts, with their purpose; nil without one.
  public var committed: (folder: String, purpose: FactsComparison.Purpose)?

  /// The limits of what counts may differ from committed ones.
  package var tolerances = CountTolerances()

  /// Whether each session allocates memory once more, to test that it is noticed.
  public var plantsAllocation = false

  /// The default folder of committed counts.
  public static let standardFolder = "Reports/Counts"

  /// The name of the file of tolerances, which stands in the folder of the facts.
  package static let tolerancesName = "tolerances.yaml"

  /// Returns the limits in `tolerances.yaml` beside a folder of counts, or the defaults.
  package static func tolerances(beside folder: String) throws(SessionsError) -> CountTolerances {
    let path = FilePath.join(FilePath.folder(of: folder), tolerancesName)
    return try get(ScenarioReader().tolerances(at: path))
  }

  /// Returns the limits of levels in a history that a file of tolerances sets.
  ///
  /// - Parameters:
  ///   - path: The file, which may be missing.
  ///   - metrics: The names of all quantities of histories.
  ///   - isLimit: Whether a text is a limit.
  /// - Returns: The rows in their order.
  /// - Throws: A ``SessionsError`` with all that is wrong in the file.
  package static func historyLimits(
    at path: String, metrics: [String], isLimit: (String) -> Bool
  ) throws(SessionsError) -> [HistoryLimit] {
    try CountRun.get(
      ScenarioReader().historyLimits(at: path, metrics: metrics, isLimit: isLimit))
  }

  /// The limits for sessions and folders that nothing was ever counted of, a sentence each: a
  /// mistyped name would leave the default in force.
  package var unusedTolerances: [String] {
    guard let folder = committed?.folder else { return [] }
    let prints = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    func isCounted(_ name: String) -> Bool {
      prints.contains { FilePath.isFolder(FilePath.join(folder, "\($0)/\(name)")) != nil }
    }
    return tolerances.rows.compactMap { row in
      let place = (row.hard ?? row.soft)?.place.map { "\($0): " } ?? ""
      switch row.scope {
      case .all: return nil
      case .folder(let name):
        let isPlayed = scenarios.contains { $0.id.hasPrefix("\(name)/") }
        return isPlayed || isCounted(name) ? nil : "\(place)no session is in the folder '\(name)'"
      case .session(let id):
        let isPlayed = scenarios.contains { $0.id == id }
        return isPlayed || isCounted("\(id).json") ? nil : "\(place)no session is called '\(id)'"
      }
    }
  }

  private static func get<Value>(
    _ result: Result<Value, Diagnostics>
  ) throws(SessionsError) -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let diagnostics):
      throw SessionsError(DiagnosticReport(diagnostics.all, faultyFileCount: 1, fileCount: 1))
    }
  }

  /// Creates a run of this program.
  public init(_ scenarios: [Scenario]) {
    self.scenarios = scenarios
    executable = Machine.program
  }

  /// Counts the sessions and compares them; writes nothing.
  ///
  /// - Parameter onProgress: Receives the number of counted sessions, the number of all sessions,
  ///   and the id of the last counted one.
  /// - Returns: The counts, or why nothing can be counted.
  public func report(onProgress: (Int, Int, String) -> Void = { _, _, _ in }) -> CountsReport {
    var report = CountsReport()
    report.sessions = scenarios.map { scenario in
      CountsReport.Session(
        id: scenario.id,
        title: scenario.variant.map { "\(scenario.name) (\($0))" } ?? scenario.name,
        file: scenario.file, steps: CountRun.steps(of: scenario))
    }
    let counter: SessionCounter
    do throws(MeasuringError) {
      counter = try SessionCounter(executable, by: kind)
    } catch {
      if case .failed(let words) = error {
        for index in report.sessions.indices { report.sessions[index].failure = words }
      } else {
        report.unavailable = error.words
      }
      return report
    }
    report.fingerprint = .ofCounts(by: counter.name)
    let old = committedCounts(&report)
    // What cannot be judged is not counted for it, whatever becomes of the others: who counts some
    // of the sessions says of each what the whole says.
    let counted = scenarios.indices.filter { index in old.map { $0[index] != nil } ?? true }
    counter.count(counted.map { session(scenarios[$0]) }) { place, result in
      let index = counted[place]
      switch result {
      case .success(let counts):
        report.sessions[index].counts = counts
        // What was replayed elsewhere without harm can be replayed here.
        switch SessionAllocations(of: scenarios[index], plantsOne: plantsAllocation).record {
        case .counted(let counted): report.sessions[index].counts?.add(counted)
        case .unavailable(let reason): report.sessions[index].allocationsUnavailable = reason
        }
      case .failure(let error): report.sessions[index].failure = error.words
      }
      onProgress(place + 1, counted.count, scenarios[index].id)
    }
    for (index, session) in report.sessions.enumerated() {
      guard let counts = session.counts else { continue }
      report.comparison?.count += 1
      guard let old = old?[index] else { continue }
      guard !counts.isEstimate, !old.isEstimate else {
        report.comparison?.note(incomparable: "the counter was shared, so that they are estimates")
        continue
      }
      report.comparison?.judged += 1
      if old.peakLiveBytes == nil, counts.peakLiveBytes != nil {
        report.comparison?.note(withoutAllocations: 1)
      }
      report.compare(index, with: old, within: tolerances)
    }
    return report
  }

  /// Returns the readable committed counts by the indices of their sessions; nil when nothing
  /// is compared.
  private func committedCounts(_ report: inout CountsReport) -> [Int: SessionCounts]? {
    guard let (folder, purpose) = committed else { return nil }
    var comparison = CountsComparison(purpose: purpose, folder: folder)
    defer { report.comparison = comparison }
    guard purpose == .compared else { return nil }
    let own = report.fingerprint.key
    let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    var found: [Int: SessionCounts] = [:]
    for (index, session) in report.sessions.enumerated() {
      var differences: [String] = []
      let unreadable = comparison.unreadable.count
      for key in [own] + others.filter({ $0 != own }) where found[index] == nil {
        let path = FilePath.join(folder, "\(key)/\(CountsFile.name(for: session))")
        guard let text = OutputFiles.text(at: path) else { continue }
        do throws(UnreadableCounts) {
          let counts = try CommittedCounts(text, ofSession: session.id)
          let words = report.fingerprint.differences(from: counts.fingerprint)
            .map { Escape.line($0.words) }
          if words.isEmpty { found[index] = counts.counts }
          if differences.isEmpty || words.count < differences.count { differences = words }
        } catch { comparison.unreadable.append("\(path): \(error.sentence)") }
      }
      guard found[index] == nil, comparison.unreadable.count == unreadable else { continue }
      if differences.isEmpty {
        comparison.missing.append(session.id)
      } else {
        comparison.note(
          incomparable: "the committed counts have \(differences.joined(separator: ", "))")
      }
    }
    comparison.unreadable.sort()
    return found
  }

  /// Returns the session of a scenario for the counter.
  ///
  /// Its file is named from above its scenarios folder where it lies in one. Every copy of
  /// the repository then has the same arguments, which lie on the stack.
  private func session(_ scenario: Scenario) -> SessionCounter.Session {
    var session = SessionCounter.Session(file: scenario.file, id: scenario.id, options: options)
    guard scenario.target == nil, let (root, file) = FilePath.split(scenario.file),
      FilePath.scenarioFolder(of: FilePath.folder(of: FilePath.join(root, file)), from: root)
        == scenario.folder
    else { return session }
    (session.folder, session.file) = (root, file)
    return session
  }

  /// All steps of a session, those inside repetitions too.
  private static func steps(of scenario: Scenario) -> [CountsReport.Step] {
    var steps: [CountsReport.Step] = []
    scenario.steps.visit { step, _ in
      if case .repeat = step.action { return }
      steps.append(CountsReport.Step(id: step.id, line: step.place.line, text: step.text))
    }
    return steps
  }

  /// Writes the counts of a report, one file a session in the folder of their fingerprint.
  ///
  /// - Throws: A ``SessionsError`` for the first file that cannot be written.
  public static func write(_ report: CountsReport) throws(SessionsError) {
    guard let comparison = report.comparison, comparison.purpose == .updated else { return }
    for session in report.sessions {
      guard let text = CountsFile.text(of: session, fingerprint: report.fingerprint) else {
        continue
      }
      let name = "\(report.fingerprint.key)/\(CountsFile.name(for: session))"
      let path = FilePath.join(comparison.folder, name)
      if OutputFiles.text(at: path) != text { try OutputFiles.write(text, to: path) }
    }
  }
}

/// The reason why a committed file holds no counts.
struct UnreadableCounts: Error, Hashable {
  let sentence: String
}

/// The counts of a committed file.
struct CommittedCounts {
  let fingerprint: Fingerprint
  let counts: SessionCounts

  private struct Head: Decodable { var version: Int }

  private struct Body: Decodable {
    struct Row: Decodable {
      var step: Int?
      var phases: [String: Int64]
      var allocations: Int64?
      var allocatedBytes: Int64?

      enum CodingKeys: String, CodingKey {
        case step, phases, allocations
        case allocatedBytes = "allocated bytes"
      }
    }
    struct Allocator: Decodable {
      var allocations: Int64?
      var bytes: Int64?
      var peak: Int64?

      enum CodingKeys: String, CodingKey {
        case allocations
        case bytes = "allocated bytes"
        case peak = "peak live bytes"
      }
    }
    var id: String
    var instructions: Int64
    var fingerprint: Fingerprint
    var estimate: Bool
    var allocator: Allocator
    var steps: [Row]
    var functions: [String: Int64]?
  }

  /// The most steps and numbers that are read; the largest numbers still have a sum.
  private static let limits = (steps: 100_000, numbers: 1_000_000)

  /// Reads the file of a session.
  init(_ text: String, ofSession id: String) throws(UnreadableCounts) {
    func check(_ isSo: Bool, _ sentence: String) throws(UnreadableCounts) {
      guard isSo else { throw UnreadableCounts(sentence: sentence) }
    }
    let data = Data(text.utf8)
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else {
      throw UnreadableCounts(
        sentence: "this is no file of counts, or it is cut off; write it again with --update")
    }
    try check(
      head.version <= CountsFile.version,
      "counts of version \(head.version) are those of a newer mapreplay, and this one reads "
        + "\(CountsFile.version); use the newer one")
    try check(
      head.version == CountsFile.version,
      "counts of version \(head.version) are not known, only \(CountsFile.version); "
        + "write them again with --update")
    guard let body = try? decoder.decode(Body.self, from: data), !body.steps.isEmpty else {
      throw UnreadableCounts(
        sentence: "something is missing in these counts; write them again with --update")
    }
    try check(
      body.id == id, "these are the counts of another session; write them again with --update")
    let steps = body.steps.map { $0.step ?? 0 }
    try check(
      Set(steps).count == steps.count
        && body.steps.allSatisfy { (1...CommittedCounts.limits.steps).contains($0.step ?? 1) },
      "a step of these counts cannot be one, or is there twice")
    let names = Set(body.steps.flatMap(\.phases.keys)).subtracting([CountsFile.restName]).sorted()
    let limits = CommittedCounts.limits
    let count = body.steps.count * (names.count + 1) + (body.functions?.count ?? 0)
    try check(
      count <= limits.numbers, "these counts have more numbers than a session can have")
    let rows = body.steps.map { row in
      SessionCounts.Row(
        step: row.step.map { $0 - 1 }, phases: names.map { row.phases[$0] ?? 0 },
        rest: row.phases[CountsFile.restName] ?? 0, allocations: row.allocations,
        allocatedBytes: row.allocatedBytes)
    }
    let numbers =
      rows.flatMap { $0.phases + [$0.rest, $0.allocations ?? 0, $0.allocatedBytes ?? 0] }
      + (body.functions ?? [:]).values + [body.allocator.peak ?? 0]
    let most = Int64.max / Int64(limits.numbers)
    try check(
      numbers.allSatisfy { (0...most).contains($0) }, "a number of these counts cannot be one")
    fingerprint = body.fingerprint
    var counts = SessionCounts(
      phaseNames: names, rows: rows,
      functions: body.functions?.map {
        SessionCounts.Function(name: $0.key, instructions: $0.value)
      },
      isEstimate: body.estimate)
    counts.peakLiveBytes = body.allocator.peak
    self.counts = counts
    try check(
      counts.instructions == body.instructions
        && counts.value(of: .requests) == body.allocator.allocations
        && counts.value(of: .bytes) == body.allocator.bytes,
      "the steps of these counts do not add up to the session; write them again with --update")
  }
}
