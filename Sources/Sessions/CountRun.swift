internal import Foundation
internal import Glibc
public import Measuring
public import Reporting
public import Scenarios
internal import Statistics

/// Counts the instructions of sessions, each in a process of its own.
public struct CountRun {
  /// The sessions, in their order.
  public var scenarios: [Scenario]
  /// The program that replays them.
  public var executable: String
  /// What counts.
  public var kind = SessionCounter.Kind.any
  /// The options for the folders of data sets and devices and for limits, as they are typed.
  public var options: [String] = []
  /// The folder of committed counts, and what is done with them; nil without.
  public var committed: (folder: String, purpose: FactsComparison.Purpose)?

  /// Where counts are committed unless another folder is named.
  public static let standardFolder = "Reports/Counts"

  /// A run of this program.
  public init(_ scenarios: [Scenario]) {
    self.scenarios = scenarios
    executable = CountRun.thisProgram
  }

  /// The file of this program.
  private static var thisProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  /// Counts the sessions and compares them; writes nothing.
  ///
  /// - Parameter onProgress: Gets the number of sessions that have been counted.
  /// - Returns: What was counted, or why nothing can be.
  public func report(onProgress: (Int) -> Void = { _ in }) -> CountsReport {
    var report = CountsReport()
    report.sessions = scenarios.map { scenario in
      CountsReport.Session(
        id: scenario.id,
        title: scenario.variant.map { "\(scenario.name) (\($0))" } ?? scenario.name,
        file: scenario.file, steps: CountRun.steps(of: scenario))
    }
    let counter: SessionCounter
    do throws(CountFault) {
      counter = try SessionCounter(executable, by: kind)
    } catch {
      if case .failed(let words) = error {
        for index in report.sessions.indices { report.sessions[index].failure = words }
      } else {
        report.unavailable = error.description
      }
      return report
    }
    report.fingerprint = .ofCounts(by: counter.name)
    let sessions = scenarios.map {
      SessionCounter.Session(file: $0.file, id: $0.id, options: options)
    }
    counter.count(sessions) { index, result in
      switch result {
      case .success(let counts): report.sessions[index].counts = counts
      case .failure(let fault): report.sessions[index].failure = fault.description
      }
      onProgress(index + 1)
    }
    if let committed { compare(&report, with: committed.folder, committed.purpose) }
    return report
  }

  /// All steps of a session, those inside repetitions too.
  private static func steps(of scenario: Scenario) -> [CountsReport.Step] {
    func all(_ steps: [Step]) -> [Step] {
      steps.flatMap { step in
        if case .repeat(_, let inner) = step.action { return all(inner) }
        return [step]
      }
    }
    return all(scenario.steps).map {
      CountsReport.Step(id: $0.id, line: $0.place.line, text: $0.text)
    }
  }

  private func compare(
    _ report: inout CountsReport, with folder: String, _ purpose: FactsComparison.Purpose
  ) {
    report.comparison = CountsComparison(purpose: purpose, folder: folder)
    let counted = report.sessions.indices.filter { report.sessions[$0].counts != nil }
    report.comparison?.count = counted.count
    guard purpose == .compared else { return }
    for index in counted {
      let session = report.sessions[index]
      guard let counts = session.counts else { continue }
      let path = FilePath.join(folder, CountsFile.name(for: session))
      guard let text = OutputFiles.text(at: path) else {
        report.comparison?.missing.append(session.id)
        continue
      }
      do throws(UnreadableCounts) {
        let old = try CommittedCounts(text)
        let differences = report.fingerprint.differences(from: old.fingerprint)
        if !differences.isEmpty {
          report.comparison?.note(
            incomparable: differences.map(\.words).joined(separator: ", "))
        } else if let difference = CountsDifference(from: old.counts, to: counts) {
          report.note(difference, ofSession: index)
        }
      } catch { report.comparison?.unreadable.append("\(path): \(error.sentence)") }
    }
  }

  /// Writes the counts of a report, one file a session.
  ///
  /// - Throws: A ``SessionsError`` for the first file that cannot be written.
  public static func write(_ report: CountsReport) throws(SessionsError) {
    guard let comparison = report.comparison, comparison.purpose == .updated else { return }
    for session in report.sessions {
      guard let text = CountsFile.text(of: session, fingerprint: report.fingerprint) else {
        continue
      }
      let path = FilePath.join(comparison.folder, CountsFile.name(for: session))
      if OutputFiles.text(at: path) != text { try OutputFiles.write(text, to: path) }
    }
  }
}

/// Why a committed file of counts is none.
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
    }
    var fingerprint: Fingerprint
    var estimate: Bool
    var steps: [Row]
    var functions: [String: Int64]?
  }

  /// Reads a file.
  init(_ text: String) throws(UnreadableCounts) {
    let data = Data(text.utf8)
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else {
      throw UnreadableCounts(
        sentence: "this is no file of counts, or it is cut off; write it anew with --update")
    }
    guard head.version == CountsFile.version else {
      throw UnreadableCounts(
        sentence: "counts of version \(head.version) are not known, only \(CountsFile.version); "
          + "write them anew with --update")
    }
    guard let body = try? decoder.decode(Body.self, from: data), !body.steps.isEmpty else {
      throw UnreadableCounts(
        sentence: "something is missing in these counts; write them anew with --update")
    }
    let names = Set(body.steps.flatMap(\.phases.keys)).subtracting([CountsFile.restName]).sorted()
    let rows = body.steps.map { row in
      SessionCounts.Row(
        step: row.step, phases: names.map { row.phases[$0] ?? 0 },
        rest: row.phases[CountsFile.restName] ?? 0)
    }
    // Sums beyond a number would end the program.
    let limit = Int64.max / 1_000_000
    let numbers = rows.flatMap { $0.phases + [$0.rest] } + (body.functions ?? [:]).values
    guard rows.count < 100_000, numbers.allSatisfy({ (0...limit).contains($0) }) else {
      throw UnreadableCounts(sentence: "a number of these counts cannot be one")
    }
    fingerprint = body.fingerprint
    counts = SessionCounts(
      phaseNames: names, rows: rows,
      functions: body.functions?.map {
        SessionCounts.Function(name: $0.key, instructions: $0.value)
      },
      isEstimate: body.estimate)
  }
}
