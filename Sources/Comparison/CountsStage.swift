internal import Instruments
internal import Measuring
internal import Reporting
internal import Statistics

/// What is counted exactly on one build.
package enum CountedMetric: String, CaseIterable, Hashable, Sendable {
  case instructions
  case allocations

  /// How far two counts of one program may be apart; allocations not at all.
  package func tolerance(of count: Int64) -> Int64 {
    switch self {
    case .instructions: CountsDifference.allowed(of: count)
    case .allocations: 0
    }
  }
}

/// What one session costs, or why that cannot be counted here.
package enum Counted: Hashable, Sendable {
  case count(Int64)
  case unavailable(String)
}

/// A row of the second class: one count of one session on both sides.
package struct CountsRow: Hashable, Sendable {
  package var session: String
  package var metric: CountedMetric
  package var base: Int64
  package var head: Int64
  /// Where the change is, in lines; empty when nobody looked.
  package var explanation: [String] = []

  package init(session: String, metric: CountedMetric, base: Int64, head: Int64) {
    (self.session, self.metric, self.base, self.head) = (session, metric, base, head)
  }

  /// How many more the head has, as a part of the base.
  package var part: Double { Double(head - base) / Double(max(base, 1)) }

  /// How many more the head has, beyond what two counts of one program may be apart; 0 within it.
  package var change: Int64 {
    let difference = head - base
    return difference.magnitude <= metric.tolerance(of: base).magnitude ? 0 : difference
  }
}

/// The second class.
package struct CountsFindings: Hashable, Sendable {
  /// The rows, by session and metric.
  package var rows: [CountsRow] = []
  /// Why a metric is missing, in the order of the metrics.
  package var unavailable: [(metric: CountedMetric, reason: String)] {
    CountedMetric.allCases.compactMap { metric in reasons[metric].map { (metric, $0) } }
  }
  /// The sessions for which there was no time.
  package var leftOut = 0
  var reasons: [CountedMetric: String] = [:]

  package init() {}

  /// The rows with a change.
  package var changed: [CountsRow] { rows.filter { $0.change != 0 } }
  /// The rows that cost more.
  package var regressed: [CountsRow] { rows.filter { $0.change > 0 } }
}

/// Counts sessions on both sides, one process each: the counts are exact.
struct CountsStage {
  let base: Contender
  let head: Contender
  var metrics = CountedMetric.allCases
  /// How long it may take, in nanoseconds; a session that is begun is counted.
  var budget: Int64

  func findings(of sessions: [TimesStage.Session]) throws(ComparisonError) -> CountsFindings {
    var findings = CountsFindings()
    let clock = MonotonicClock()
    let end = clock.nanoseconds + budget
    if base.counting != head.counting {
      findings.reasons[.instructions] = "BASE counts sessions in another way than HEAD"
    }
    let counters = (Counter(contender: base), Counter(contender: head))
    for (place, session) in sessions.enumerated() {
      guard clock.nanoseconds < end else {
        findings.leftOut = sessions.count - place
        break
      }
      for metric in metrics where findings.reasons[metric] == nil {
        let base = try counters.0.count(metric, file: session.baseFile, id: session.id)
        if case .unavailable(let reason) = base {
          findings.reasons[metric] = reason
          continue
        }
        let head = try counters.1.count(metric, file: session.headFile, id: session.id)
        switch (base, head) {
        case (.count(let old), .count(let new)):
          findings.rows.append(
            CountsRow(session: session.id, metric: metric, base: old, head: new))
        case (_, .unavailable(let reason)), (.unavailable(let reason), _):
          findings.reasons[metric] = reason
        }
      }
      if findings.reasons.count == metrics.count { break }
    }
    let places = findings.rows.indices.filter { findings.rows[$0].change != 0 }.sorted {
      findings.rows[$0].part.magnitude > findings.rows[$1].part.magnitude
    }
    for place in places.prefix(CountsStage.explained) {
      let row = findings.rows[place]
      guard let session = sessions.first(where: { $0.id == row.session }) else { continue }
      findings.rows[place].explanation =
        switch row.metric {
        case .instructions: instructions(of: session, counters)
        case .allocations: allocations(of: session)
        }
    }
    return findings
  }

  /// The most rows whose change is looked for.
  private static let explained = 3

  /// The step, the phase and the functions behind a change of instructions.
  private func instructions(
    of session: TimesStage.Session, _ counters: (Counter, Counter)
  ) -> [String] {
    guard case .success(let old) = counters.0.counts(file: session.baseFile, id: session.id),
      case .success(let new) = counters.1.counts(file: session.headFile, id: session.id),
      let difference = CountsDifference(from: old, to: new)
    else { return [] }
    return CountsReport.words(
      for: difference,
      in: CountsReport.Session(
        id: session.id, title: session.id, file: session.headFile, steps: session.steps))
  }

  /// The stacks behind a change of allocations.
  private func allocations(of session: TimesStage.Session) -> [String] {
    func stacks(_ side: Contender, _ file: String) throws(CountFault) -> StackSample {
      var replay = SessionCounter.Session(
        file: file, id: session.id, options: side.sampleOptions)
      replay.folder = side.folder
      return try StackSample.taken(by: side.program, of: replay)
    }
    do throws(CountFault) {
      let changes = try stacks(head, session.headFile)
        .changes(from: stacks(base, session.baseFile))
      return StackSample.text(of: changes, isSigned: true).split(separator: "\n").map(String.init)
    } catch { return ["the stacks are unavailable: \(error)"] }
  }
}

/// Counts what one program does.
struct Counter {
  let contender: Contender
  /// What counts instructions, or why nothing does.
  private let instructions: Result<SessionCounter, CountFault>

  init(contender: Contender) {
    self.contender = contender
    do throws(CountFault) {
      // The processor's counter needs a program that knows it.
      var counter = try SessionCounter(
        contender.program, by: contender.abilities.contains(.counter) ? .any : .callgrind)
      counter.folder = contender.folder
      instructions = .success(counter)
    } catch { instructions = .failure(error) }
  }

  func count(
    _ metric: CountedMetric, file: String, id: String
  ) throws(ComparisonError) -> Counted {
    switch metric {
    case .instructions:
      switch counts(file: file, id: id) {
      case .success(let counts): return .count(counts.instructions)
      case .failure(let fault): return .unavailable("\(contender.name): \(fault)")
      }
    case .allocations: return try allocations(file: file, id: id)
    }
  }

  /// The instructions of a session, by steps and phases.
  func counts(file: String, id: String) -> Result<SessionCounts, CountFault> {
    var counted = Result<SessionCounts, CountFault>.failure(.failed("nothing was counted"))
    switch instructions {
    case .failure(let fault): return .failure(fault)
    case .success(let counter):
      let session = SessionCounter.Session(file: file, id: id, options: contender.sampleOptions)
      counter.count([session]) { _, result in counted = result }
    }
    return counted
  }

  /// What `sample` says of allocations, of which the number matters here.
  private struct Allocations: Decodable {
    struct Record: Decodable {
      var count: Int64?
      var unavailable: String?
    }
    var allocations: Record
  }

  private func allocations(file: String, id: String) throws(ComparisonError) -> Counted {
    guard contender.abilities.contains(.allocations) else {
      return .unavailable("\(contender.name) does not count them")
    }
    let result = try contender.run(
      ["sample", file, "--id", id, "--meter", "allocations"] + contender.sampleOptions)
    guard result.isSuccess else {
      throw ComparisonError(
        .aborted,
        "\(contender.name) '\(contender.label)' does not count the allocations of \(id):"
          + result.complaints.lastLines(8))
    }
    let answer = try Contender.decode(Allocations.self, from: result.output, of: contender)
    let record = answer.allocations
    return record.count.map { .count($0) }
      ?? .unavailable("\(contender.name): \(record.unavailable ?? "it says nothing of them")")
  }
}
