internal import Instruments
internal import Measuring
package import Statistics

/// A row of the third class: one time of one session.
package struct TimesRow: Hashable, Sendable {
  /// The session's id.
  package var session: String
  /// `session` for all of it, or the name of a phase.
  package var metric: String
  /// What was measured.
  package var times: PairedTimes
  /// What it says; nil for no blocks.
  package var judgement: TimesJudgement?

  /// The middle time of the base, in nanoseconds; nil without blocks.
  package var baseMedian: Int64? {
    let times = times.blocks.flatMap { [$0.base, $0.control] }.sorted()
    return times.isEmpty ? nil : Int64(times[times.count / 2])
  }
}

/// The third class: real times of fresh processes, side by side.
struct TimesStage {
  /// A session that both sides have.
  struct Session {
    var id: String
    var baseFile: String
    var headFile: String
  }

  let base: Contender
  let head: Contender
  var judge = TimesJudge()
  /// How long it may take, in nanoseconds.
  var budget: Int64
  /// The most blocks of a session.
  var blockLimit = 60
  /// Whether phases that matter have rows too.
  var hasPhases = false
  var seed: UInt64 = 1

  /// The least part of a session's time for which a phase has a row.
  private static let phaseShare = 0.05

  /// The measurement of one session.
  private struct Series {
    var session: Session
    var rounds: Int
    var orders: [[BlockOrder.Leg]]
    var samples: [[BlockOrder.Leg: TimesSample]] = []
    var rows: [TimesRow] = []
  }

  /// Measures sessions until all is settled or the budget is spent; those at the end of the list
  /// may get no block.
  func rows(of sessions: [Session]) throws(ComparisonError) -> [TimesRow] {
    let clock = MonotonicClock()
    let end = clock.nanoseconds + budget
    var series: [Series] = []
    for session in sessions where clock.nanoseconds < end {
      var one = try begun(session)
      while one.samples.count < TimesJudge.fewestBlocks, clock.nanoseconds < end {
        try measureBlock(of: &one)
      }
      series.append(one)
    }
    judgeAll(&series, isEnd: false)
    while clock.nanoseconds < end, let next = widest(in: series) {
      let target = min(Looks.next(after: series[next].samples.count), blockLimit)
      while series[next].samples.count < target, clock.nanoseconds < end {
        try measureBlock(of: &series[next])
      }
      judgeAll(&series, isEnd: false)
    }
    judgeAll(&series, isEnd: true)
    return series.flatMap(\.rows)
  }

  /// Warms up both programs, and finds how many rounds a process does.
  private func begun(_ session: Session) throws(ComparisonError) -> Series {
    let rounds = try base.rounds(file: session.baseFile, id: session.id)
    _ = try sample(.head, of: session, rounds: 1)
    return Series(
      session: session, rounds: rounds,
      orders: BlockOrder.orders(count: blockLimit, seed: seed))
  }

  private func measureBlock(of series: inout Series) throws(ComparisonError) {
    var block: [BlockOrder.Leg: TimesSample] = [:]
    for leg in series.orders[series.samples.count] {
      block[leg] = try sample(leg, of: series.session, rounds: series.rounds)
    }
    series.samples.append(block)
  }

  private func sample(
    _ leg: BlockOrder.Leg, of session: Session, rounds: Int
  ) throws(ComparisonError) -> TimesSample {
    let (contender, file) = leg == .head ? (head, session.headFile) : (base, session.baseFile)
    return try contender.timesSample(
      file: file, id: session.id, rounds: rounds, hasPhases: hasPhases)
  }

  /// The session with the widest interval among those that are not settled; nil when none is left.
  private func widest(in series: [Series]) -> Int? {
    let open = series.indices.filter { index in
      series[index].samples.count < blockLimit
        && series[index].rows.contains { $0.judgement?.isSettled != true }
    }
    func width(_ index: Int) -> Double {
      series[index].rows.filter { $0.judgement?.isSettled != true }
        .map { $0.judgement?.change.width ?? .infinity }.max() ?? 0
    }
    return open.max { width($0) < width($1) }
  }

  private func judgeAll(_ series: inout [Series], isEnd: Bool) {
    for index in series.indices { series[index].rows = rows(of: series[index]) }
    let judgements = judge.judgements(of: series.flatMap(\.rows).map(\.times), isEnd: isEnd)
    var number = 0
    for index in series.indices {
      for row in series[index].rows.indices {
        series[index].rows[row].judgement = judgements[number]
        number += 1
      }
    }
  }

  private func rows(of series: Series) -> [TimesRow] {
    func row(_ metric: String, _ time: (TimesSample) -> Int64) -> TimesRow {
      let blocks = series.samples.compactMap { block -> PairedTimes.Block? in
        guard let base = block[.base], let control = block[.control], let head = block[.head] else {
          return nil
        }
        return PairedTimes.Block(
          base: Double(max(time(base), 1)), control: Double(max(time(control), 1)),
          head: Double(max(time(head), 1)))
      }
      return TimesRow(session: series.session.id, metric: metric, times: PairedTimes(blocks))
    }
    var rows = [row("session") { $0.processor }]
    guard hasPhases, let first = series.samples.first?[.base] else { return rows }
    for (phase, time) in first.phases.sorted(by: { $0.key < $1.key })
    where Double(time) >= Double(first.wall) * TimesStage.phaseShare {
      rows.append(row(phase) { $0.phases[phase] ?? 0 })
    }
    return rows
  }
}

extension Contender {
  /// What one process should take, in nanoseconds, without its start: long enough for a median,
  /// short enough for many processes.
  private static let processLength: Int64 = 40_000_000

  /// How many rounds a process does, an odd number, found by trying one.
  func rounds(file: String, id: String) throws(ComparisonError) -> Int {
    let first = try timesSample(file: file, id: id, rounds: 1)
    let rounds = Contender.processLength / first.processor
    return Int(min(max(rounds, 3), 51)) | 1
  }

  /// Real times of a session in a fresh process.
  func timesSample(
    file: String, id: String, rounds: Int, hasPhases: Bool = false
  ) throws(ComparisonError) -> TimesSample {
    let result = try run(
      ["sample", file, "--id", id, "--meter", "times", "--rounds", "\(rounds)"]
        + (hasPhases ? ["--phases"] : []))
    guard result.isSuccess else {
      throw ComparisonError(
        .aborted, "\(name) '\(label)' does not time \(id):" + result.complaints.lastLines(8))
    }
    let sample = try Contender.decode(TimesSample.self, from: result.output, of: self)
    guard sample.session == id, sample.processor > 0 else {
      throw ComparisonError(
        .faultyInput, "\(name) '\(label)' answers for another session than \(id), or without time",
        help: "run it again; if it stays so, build it again")
    }
    return sample
  }
}
