internal import Instruments
internal import Measuring
internal import Reporting
package import Statistics

/// A row of the third class: one time of one session.
package struct TimesRow: Hashable, Sendable {
  /// The session's id.
  package var session: String
  /// `session` for the whole session, or the name of a phase.
  package var metric: String
  /// The measured times.
  package var times: PairedTimes
  /// The judgment; nil without blocks.
  package var judgment: TimesJudgment?

  /// The median time of the base, in nanoseconds; nil without blocks.
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
    /// Its steps in HEAD.
    var steps: [CountsReport.Step] = []
  }

  let base: Contender
  let head: Contender
  var judge = TimesJudge()
  /// The time limit, in nanoseconds.
  var budget: Int64
  /// The most blocks of a session.
  var blockLimit = TimesJudge.mostBlocks
  /// Whether phases that matter have rows too.
  var hasPhases = false
  var seed: UInt64 = 1
  /// Called before each block, with the seconds of the limit.
  var onProgress: TaskProgress = { _, _, _, _ in }

  /// The least part of a session's time for which a phase has a row.
  private static let phaseShare = 0.05

  /// The measurement of one session.
  private struct Series {
    var session: Session
    var rounds: BlockSamples.Rounds
    var orders: [[BlockOrder.Leg]]
    var blocks: [BlockSamples] = []
    var rows: [TimesRow] = []
  }

  /// Measures sessions until every row is settled or the budget is spent.
  ///
  /// Sessions at the end of the list may get no block.
  func rows(of sessions: [Session]) throws(ComparisonError) -> [TimesRow] {
    let clock = MonotonicClock()
    let end = clock.nanoseconds + budget
    func tell(_ session: Session) {
      let seconds = [budget - (end - clock.nanoseconds), budget].map { Int($0 / 1_000_000_000) }
      onProgress("timing, second", seconds[0], seconds[1], session.id)
    }
    var series: [Series] = []
    for session in sessions where clock.nanoseconds < end {
      var one = Series(
        session: session,
        rounds: try BlockSamples.rounds(
          of: base, and: head, file: session.baseFile, id: session.id),
        orders: BlockOrder.orders(count: blockLimit, seed: seed))
      // One that is begun has a row, however long its beginning took.
      repeat {
        tell(session)
        try measureBlock(of: &one)
      } while one.blocks.count < TimesJudge.fewestBlocks && clock.nanoseconds < end
      series.append(one)
    }
    judgeAll(&series, isEnd: false)
    while clock.nanoseconds < end, let next = widest(in: series) {
      let target = min(Looks.next(after: series[next].blocks.count), blockLimit)
      while series[next].blocks.count < target, clock.nanoseconds < end {
        tell(series[next].session)
        try measureBlock(of: &series[next])
      }
      judgeAll(&series, isEnd: false)
    }
    judgeAll(&series, isEnd: true)
    return series.flatMap(\.rows)
  }

  private func measureBlock(of series: inout Series) throws(ComparisonError) {
    let session = series.session
    series.blocks.append(
      try BlockSamples(
        base: (base, session.baseFile), head: (head, session.headFile), id: session.id,
        order: series.orders[series.blocks.count], rounds: series.rounds, hasPhases: hasPhases))
  }

  /// The session with the widest interval among those that are not settled; nil when none is left.
  private func widest(in series: [Series]) -> Int? {
    let open = series.indices.filter { index in
      series[index].blocks.count < blockLimit
        && series[index].rows.contains { $0.judgment?.isSettled != true }
    }
    func width(_ index: Int) -> Double {
      series[index].rows.filter { $0.judgment?.isSettled != true }
        .map { $0.judgment?.change.width ?? .infinity }.max() ?? 0
    }
    return open.max { width($0) < width($1) }
  }

  private func judgeAll(_ series: inout [Series], isEnd: Bool) {
    for index in series.indices { series[index].rows = rows(of: series[index]) }
    let judgments = judge.judgments(of: series.flatMap(\.rows).map(\.times), isEnd: isEnd)
    var number = 0
    for index in series.indices {
      for row in series[index].rows.indices {
        series[index].rows[row].judgment = judgments[number]
        number += 1
      }
    }
  }

  private func rows(of series: Series) -> [TimesRow] {
    func row(_ metric: String, _ times: (TimesSample) -> [Int64]) -> TimesRow {
      TimesRow(
        session: series.session.id, metric: metric,
        times: PairedTimes(series.blocks.compactMap { $0.block(of: times) }))
    }
    var rows = [row("session") { $0.processor }]
    guard hasPhases, let first = series.blocks.first?.base else { return rows }
    let whole = first.wall.reduce(0, +)
    for (phase, times) in first.phases.sorted(by: { $0.key < $1.key })
    where Double(times.reduce(0, +)) >= Double(whole) * TimesStage.phaseShare {
      rows.append(row(phase) { $0.phases[phase] ?? [] })
    }
    return rows
  }
}
