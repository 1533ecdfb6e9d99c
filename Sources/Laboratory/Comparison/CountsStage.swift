package import Counts
internal import Formatting
internal import Instruments
internal import Measuring
internal import Metrics
internal import Reporting
internal import Statistics

/// The allocator's counts of one session, as programs and run files write them.
struct AllocatorCounts: Decodable {
  private var count: Int64?
  private var bytes: Int64?
  private var peak: Int64?
  /// Why there are no counts.
  private(set) var unavailable: String?

  enum CodingKeys: String, CodingKey {
    case count, bytes, unavailable
    case peak = "peak live bytes"
  }

  /// A number; nil where it was not counted.
  subscript(metric: CountedMetric) -> Int64? {
    switch metric {
    case .instructions: nil
    case .allocations: count
    case .bytes: bytes
    case .peak: peak
    }
  }

  /// Whether all values are possible counts; the difference of others could overflow.
  var isSound: Bool {
    CountedMetric.ofAllocator.allSatisfy { (0...(Int64.max >> 20)).contains(self[$0] ?? 0) }
  }

  /// Returns the rows of a session for the counts that both sides have.
  static func rows(
    of session: String, _ base: AllocatorCounts, _ head: AllocatorCounts
  ) -> [CountsRow] {
    CountedMetric.ofAllocator.compactMap { metric in
      guard let old = base[metric], let new = head[metric] else { return nil }
      return CountsRow(session: session, metric: metric, base: old, head: new)
    }
  }
}

/// A row of the second class: one count of one session on both sides.
package struct CountsRow: Hashable, Sendable {
  package var session: String
  package var metric: CountedMetric
  package var base: Int64
  package var head: Int64
  /// The place of the change, in lines; empty when it was not searched for.
  package var explanation: [String] = []
  /// The limit that the file of tolerances sets; nil for the default.
  package var writtenLimit: CountLimit?

  /// The limit of the change.
  package var limit: CountLimit { writtenLimit ?? CountLimits.standard[metric] }

  /// The increase from base to head, as a part of the base.
  package var part: Double { Double(head - base) / Double(max(base, 1)) }

  /// The increase from base to head beyond the limit; 0 within it.
  package var change: Int64 {
    limit.isBroken(from: base, to: head) ? head - base : 0
  }
}

/// The second class.
package struct CountsFindings: Sendable {
  /// The rows, by session and metric.
  package var rows: [CountsRow] = []
  /// Why a metric is missing, in the order of the metrics.
  package var unavailable: [(metric: CountedMetric, reason: String)] {
    CountedMetric.allCases.compactMap { metric in reasons[metric].map { (metric, $0) } }
  }
  /// The number of sessions for which there was no time.
  package var leftOut = 0
  /// The sessions that could not be counted, each with its reason.
  package var failures: [(session: String, reason: String)] = []
  var reasons: [CountedMetric: String] = [:]

  /// The requested counts that are missing, in words; nil when none are.
  package var missing: String? {
    if let (metric, _) = unavailable.first { return "\(metric.rawValue) not counted" }
    let count = leftOut + failures.count
    return count > 0 ? "\(MetricText.things(count, "session")) not counted" : nil
  }

  /// Sets the limit of each row, the soft one: a comparison of builds tells more than a gate.
  mutating func judge(within tolerances: CountTolerances) {
    for (index, row) in rows.enumerated() {
      rows[index].writtenLimit = tolerances.soft(for: row.session)[row.metric]
    }
  }

  /// The rows with a change.
  package var changed: [CountsRow] { rows.filter { $0.change != 0 } }
  /// The rows that cost more.
  package var regressed: [CountsRow] { rows.filter { $0.change > 0 } }
}

/// Counts sessions on both sides, one process each: the counts are exact.
struct CountsStage {
  let base: Contender
  let head: Contender
  /// The time limit, in nanoseconds; a session that has begun is counted to its end.
  var budget: Int64
  /// The limits of counts.
  var tolerances = CountTolerances()
  /// Called after some sessions.
  var onProgress: TaskProgress = { _, _, _, _ in }

  func findings(of sessions: [TimesStage.Session]) throws(ComparisonError) -> CountsFindings {
    var findings = CountsFindings()
    let clock = MonotonicClock()
    let end = clock.nanoseconds + budget
    if base.counting != head.counting {
      findings.reasons[.instructions] = "BASE counts sessions in another way than HEAD"
    }
    let counters = (Counter(contender: base), Counter(contender: head))
    for reason in [counters.0.unavailable, counters.1.unavailable] {
      findings.reasons[.instructions] = findings.reasons[.instructions] ?? reason
    }
    // As many at once as there are cores.
    let width = max(Machine.cores.count, 1)
    for first in stride(from: 0, to: sessions.count, by: width) {
      guard clock.nanoseconds < end else {
        findings.leftOut = sessions.count - first
        break
      }
      let some = sessions[first..<min(first + width, sessions.count)]
      if findings.reasons[.instructions] == nil {
        let old = counters.0.counts(some.map { ($0.baseFile, $0.id) })
        let new = counters.1.counts(some.map { ($0.headFile, $0.id) })
        for (session, (old, new)) in zip(some, zip(old, new)) {
          findings.note(session.id, old, new)
        }
      }
      for session in some where findings.reasons[.allocations] == nil {
        let old = try counters.0.allocations(file: session.baseFile, id: session.id)
        let new = try counters.1.allocations(file: session.headFile, id: session.id)
        findings.rows += AllocatorCounts.rows(of: session.id, old, new)
        findings.reasons[.allocations] =
          old.unavailable.map { "BASE: \($0)" } ?? new.unavailable.map { "HEAD: \($0)" }
      }
      onProgress("counting", first + some.count, sessions.count, some.last?.id ?? "")
      if findings.reasons[.instructions] != nil, findings.reasons[.allocations] != nil { break }
    }
    findings.judge(within: tolerances)
    let places = findings.rows.indices.filter { findings.rows[$0].change != 0 }.sorted {
      findings.rows[$0].part.magnitude > findings.rows[$1].part.magnitude
    }
    var stacks: Set<String> = []
    for place in places.prefix(CountsStage.explained) {
      let row = findings.rows[place]
      guard let session = sessions.first(where: { $0.id == row.session }) else { continue }
      if row.metric == .instructions {
        findings.rows[place].explanation = instructions(of: session, counters)
      } else if stacks.insert(session.id).inserted {
        findings.rows[place].explanation = allocations(of: session)
      }
    }
    return findings
  }

  /// The most rows whose change is explained.
  private static let explained = 3

  /// The step, the phase and the functions behind a change of instructions.
  private func instructions(
    of session: TimesStage.Session, _ counters: (Counter, Counter)
  ) -> [String] {
    guard case .success(let old) = counters.0.counts(file: session.baseFile, id: session.id),
      case .success(let new) = counters.1.counts(file: session.headFile, id: session.id),
      let difference = CountsDifference(
        from: old, to: new, within: tolerances.soft(for: session.id))
    else { return [] }
    return CountsReport.words(
      for: difference,
      in: CountsReport.Session(
        id: session.id, title: session.id, file: session.headFile, steps: session.steps))
  }

  /// The stacks behind a change of allocations.
  private func allocations(of session: TimesStage.Session) -> [String] {
    func stacks(_ side: Contender, _ file: String) throws(MeasuringError) -> StackSample {
      var replay = SessionCounter.Session(
        file: file, id: session.id, options: side.sampleOptions)
      replay.folder = side.folder
      return try StackSample.taken(by: side.program, of: replay)
    }
    do throws(MeasuringError) {
      let changes = try stacks(head, session.headFile)
        .changes(from: stacks(base, session.baseFile))
      return StackSample.text(of: changes, isSigned: true).split(separator: "\n").map(String.init)
    } catch { return ["the stacks are unavailable: \(error.words)"] }
  }
}

/// Counts the sessions of one program.
struct Counter {
  let contender: Contender
  /// The counter of instructions, or why there is none.
  private let instructions: Result<SessionCounter, MeasuringError>

  init(contender: Contender) {
    self.contender = contender
    do throws(MeasuringError) {
      // The processor's counter needs a program that knows it.
      var counter = try SessionCounter(
        contender.program, by: contender.abilities.contains(.counter) ? .any : .callgrind)
      counter.folder = contender.folder
      instructions = .success(counter)
    } catch { instructions = .failure(error) }
  }

  /// Why instructions cannot be counted; nil when they can.
  var unavailable: String? {
    guard case .failure(let error) = instructions else { return nil }
    return "\(contender.name): \(error.words)"
  }

  /// The instructions of a session, by steps and phases.
  func counts(file: String, id: String) -> Result<SessionCounts, MeasuringError> {
    counts([(file, id)])[0]
  }

  /// The instructions of some sessions, each by steps and phases.
  func counts(_ sessions: [(file: String, id: String)]) -> [Result<SessionCounts, MeasuringError>] {
    var counted = sessions.map { _ in
      Result<SessionCounts, MeasuringError>.failure(.failed("nothing was counted"))
    }
    switch instructions {
    case .failure(let error): return sessions.map { _ in .failure(error) }
    case .success(let counter):
      counter.count(
        sessions.map {
          SessionCounter.Session(file: $0.file, id: $0.id, options: contender.sampleOptions)
        }
      ) { index, result in counted[index] = result }
    }
    return counted
  }

  /// The part of the answer of `sample` about allocations.
  private struct Allocations: Decodable { var allocations: AllocatorCounts }

  /// Returns the allocations of a session.
  func allocations(file: String, id: String) throws(ComparisonError) -> AllocatorCounts {
    guard contender.abilities.contains(.allocations) else {
      return AllocatorCounts(unavailable: "it does not count them")
    }
    let result = try contender.run(
      ["sample", file, "--id", id, "--meter", "allocations"] + contender.sampleOptions,
      seconds: ChildProcess.patience)
    guard result.isSuccess else {
      throw ComparisonError(
        .aborted,
        "\(contender.name) '\(contender.label)' does not count the allocations of \(id):"
          + result.complaints.lastLines(8))
    }
    let counts = try Contender.decode(Allocations.self, from: result.output, of: contender)
      .allocations
    guard counts.isSound else {
      throw ComparisonError(
        .faultyInput,
        "\(contender.name) '\(contender.label)' answers with allocations of \(id) that cannot be",
        help: "build it again")
    }
    return counts[.allocations] == nil && counts.unavailable == nil
      ? AllocatorCounts(unavailable: "it says nothing of them") : counts
  }
}

extension CountsFindings {
  /// Takes in the instructions of a session on both sides.
  fileprivate mutating func note(
    _ session: String, _ base: Result<SessionCounts, MeasuringError>,
    _ head: Result<SessionCounts, MeasuringError>
  ) {
    switch (base, head) {
    case (.success(let old), .success(let new)) where old.isEstimate || new.isEstimate:
      failures.append((session, "the counter was shared with others"))
    case (.success(let old), .success(let new)):
      rows.append(
        CountsRow(
          session: session, metric: .instructions, base: old.instructions, head: new.instructions))
    case (.failure(let error), _): failures.append((session, "BASE: \(error.words)"))
    case (_, .failure(let error)): failures.append((session, "HEAD: \(error.words)"))
    }
  }
}

extension AllocatorCounts {
  /// Creates the counts of a run file.
  init(_ allocations: Allocations) {
    (count, bytes, peak) = (allocations.count, allocations.bytes, allocations.peakLiveBytes)
  }

  /// Creates missing counts with a reason.
  fileprivate init(unavailable: String) { self.unavailable = unavailable }
}
