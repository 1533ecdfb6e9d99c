internal import Instruments
internal import Measuring
internal import Reporting
internal import Statistics

/// Takes the times of sessions; tests replace its parts.
struct Stopwatch {
  /// Replays a session so many times in turns with the reference work.
  var replays: (SessionRunner, Int) -> TimedReplays = { $0.timedReplays(count: $1) }
  /// Begins to watch the machine.
  ///
  /// The result judges the machine, given times of the reference work.
  var watch: () -> ([Int64]) -> MachineVerdict = {
    let watch = MachineWatch()
    return { noise in
      let failures = watch.fitness(noise: noise).checks.filter { $0.state == .noTimes }
      return MachineVerdict(failures: failures.map(\.name))
    }
  }
}

extension SessionRun {
  /// The nanoseconds for the times of all sessions unless a run asks for a number of replays.
  static let timesLimit: Int64 = 10_000_000_000
  /// The nanoseconds of the reference work after a replay, at most.
  private static let referenceLimit: Int64 = 300_000
  /// The nanoseconds to begin and to end a session.
  private static let startLimit: Int64 = 2_000_000

  /// Shares a limit among sessions.
  ///
  /// Short sessions come first: each gets the fewest replays that have an interval. Then each gets
  /// more, up to the usual number, until the limit is used up.
  ///
  /// - Parameters:
  ///   - lengths: The sessions with the nanoseconds of a replay.
  ///   - limit: The nanoseconds of all replays.
  /// - Returns: The sessions in their order, with the numbers of their replays; without those that
  ///   do not fit.
  static func replayCounts(
    _ lengths: [(session: Int, nanoseconds: Int64)], within limit: Int64
  ) -> [(session: Int, count: Int)] {
    var left = limit
    var chosen: [(session: Int, lap: Int64, count: Int)] = []
    for length in lengths.sorted(by: { ($0.nanoseconds, $0.session) < ($1.nanoseconds, $1.session) }
    ) {
      let (lap, overflows) = length.nanoseconds.addingReportingOverflow(referenceLimit)
      let count = RelativeTime.fewestSamples
      // One replay more warms up.
      guard !overflows, lap <= (left - startLimit) / Int64(count + 1) else { break }
      left -= Int64(count + 1) * lap + startLimit
      chosen.append((length.session, lap, count))
    }
    for index in chosen.indices {
      let more = min(
        Int64(RelativeTime.usualSamples - chosen[index].count), left / chosen[index].lap)
      chosen[index].count += Int(more)
      left -= more * chosen[index].lap
    }
    return chosen.map { ($0.session, $0.count) }.sorted { $0.session < $1.session }
  }

  /// Measures processor times of sessions beside the reference work, one session after the other.
  ///
  /// No session has a time on a machine that is not fit for times. A session has none if its
  /// replays scatter, or if too few of them fit into the limit.
  ///
  /// - Parameters:
  ///   - chosen: The sessions.
  ///   - lengths: The nanoseconds of a replay of each session, where they are known.
  ///   - receive: Receives each time that can be trusted.
  /// - Returns: The verdict on the machine; nil if no session was measured.
  func relativeTimes(
    of chosen: [Int], _ lengths: [Int64?], receive: (Int, RelativeTime) -> Void
  ) -> MachineVerdict? {
    let clock = MonotonicClock()
    let end = samples == nil ? clock.nanoseconds + SessionRun.timesLimit : .max
    var counts = Dictionary(uniqueKeysWithValues: chosen.map { ($0, samples ?? 0) })
    if samples == nil {
      let known = chosen.compactMap { index in lengths[index].map { (index, $0) } }
      // The rest is for replays that take longer than before.
      for (session, count) in SessionRun.replayCounts(known, within: SessionRun.timesLimit / 5 * 4)
      {
        counts[session] = count
      }
    }
    let begun = chosen.filter { counts[$0, default: 0] > 0 }
    var run = self
    run.limits = limits?.times((samples ?? RelativeTime.usualSamples) + 1)
    let judge = stopwatch.watch()
    var measured: [(session: Int, replays: TimedReplays)] = []
    run.play(
      begun, atOnce: 1,
      work: { index -> TimedReplays? in
        guard clock.nanoseconds < end, let count = counts[index] else { return nil }
        return stopwatch.replays(runner(index), count)
      },
      receive: { index, result in
        if case .success(let replays?) = result { measured.append((index, replays)) }
      })
    guard !measured.isEmpty else { return nil }
    let verdict = judge(measured.flatMap(\.replays.noise))
    guard verdict.isFit else { return verdict }
    for (index, replays) in measured {
      let time = RelativeTime(replays: replays.replays, references: replays.references)
      if let time, time.isSteady { receive(index, time) }
    }
    return verdict
  }
}
