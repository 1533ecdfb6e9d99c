internal import Foundation
internal import Instruments

/// What is counted exactly on one build.
package enum CountedMetric: String, CaseIterable, Hashable, Sendable {
  case instructions
  case allocations

  /// How far two counts of one program may be apart: instructions by 10 in 100 million, since the
  /// system's loader and clock take part; allocations not at all.
  package func tolerance(of count: Int64) -> Int64 {
    switch self {
    case .instructions: max(10, count / 10_000_000)
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

  package init(session: String, metric: CountedMetric, base: Int64, head: Int64) {
    (self.session, self.metric, self.base, self.head) = (session, metric, base, head)
  }

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
  let scratch: Scratch

  func findings(of sessions: [TimesStage.Session]) throws(ComparisonError) -> CountsFindings {
    var findings = CountsFindings()
    let clock = MonotonicClock()
    let end = clock.nanoseconds + budget
    let counters = try (
      Counter(contender: base, scratch: scratch), Counter(contender: head, scratch: scratch)
    )
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
    return findings
  }
}

/// Counts what one program does.
struct Counter {
  let contender: Contender
  /// A copy without what valgrind cannot read; nil when there is none.
  private let stripped: String?
  private let scratch: Scratch

  init(contender: Contender, scratch: Scratch) throws(ComparisonError) {
    (self.contender, self.scratch) = (contender, scratch)
    let copy = "\(scratch.path)/\(contender.name)-stripped"
    let isStripped =
      ChildProcess.path(of: "strip").flatMap {
        ChildProcess.run(
          ChildProcess.Program(
            path: $0, arguments: ["--strip-debug", "-o", copy, contender.program],
            environment: Contender.environment))
      }?.isSuccess ?? false
    stripped = isStripped ? copy : nil
  }

  func count(
    _ metric: CountedMetric, file: String, id: String
  ) throws(ComparisonError) -> Counted {
    switch metric {
    case .instructions: try instructions(file: file, id: id)
    case .allocations: .unavailable("no program counts them yet")
    }
  }

  /// The instructions of a replay, by callgrind.
  private func instructions(file: String, id: String) throws(ComparisonError) -> Counted {
    guard let valgrind = ChildProcess.path(of: "valgrind") else {
      return .unavailable("valgrind is not installed; its package is valgrind")
    }
    guard let stripped else {
      return .unavailable("strip cannot copy '\(contender.label)'; its package is binutils")
    }
    let output = "\(scratch.path)/\(contender.name)-counts"
    defer { removeCounts(output) }
    var program = contender.program(
      [
        "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=\(output)", stripped,
        "sample", file, "--id", id,
      ] + contender.sampleOptions)
    program.path = valgrind
    program.hasFixedAddresses = true
    guard let result = ChildProcess.run(program), result.isSuccess else {
      return .unavailable("callgrind does not run '\(contender.label)'")
    }
    var total: Int64 = 0
    for name in counts(output) {
      // Each file has its sum; the whole is the steps and what lies between.
      let text = OutputText.read(name) ?? ""
      let line = text.split(separator: "\n").last { $0.hasPrefix("totals: ") }
      guard let sum = line.flatMap({ Int64($0.dropFirst(8)) }) else { continue }
      total += sum
    }
    return total > 0
      ? .count(total) : .unavailable("'\(contender.label)' shows callgrind no session")
  }

  private func counts(_ output: String) -> [String] {
    let folder = URL(filePath: output).deletingLastPathComponent().path(percentEncoded: false)
    let name = URL(filePath: output).lastPathComponent
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0 == name || $0.hasPrefix(name + ".") }.map { "\(folder)/\($0)" }
  }

  private func removeCounts(_ output: String) {
    for path in counts(output) { try? FileManager.default.removeItem(atPath: path) }
  }
}
