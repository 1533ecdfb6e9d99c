internal import Instruments
internal import Measuring
internal import Reporting
internal import Statistics

/// Takes the times of sessions; tests replace its parts.
struct Stopwatch {
  /// Replays a session so many times in turns with the reference work.
  var replays: (SessionRunner, Int) -> [TimedReplay] = { $0.timedReplays(count: $1) }
  /// The nanoseconds since some fixed instant.
  var now: () -> Int64 = { MonotonicClock().nanoseconds }
  /// Begins to watch the machine.
  ///
  /// The result judges the machine: by all checks, given times of the reference work, or without
  /// them by the checks that fail already and cannot pass any more.
  var watch: () -> ([Int64]?) -> MachineVerdict = {
    let watch = MachineWatch()
    return { noise in
      let fitness = noise.map(watch.fitness(noise:)) ?? watch.fitnessSoFar
      let failures = fitness.checks.filter { $0.state == .noTimes }
      return MachineVerdict(failures: failures.map(\.name))
    }
  }
}

/// The replays of sessions that were timed so far.
private struct TimedSessions {
  /// All replays, in the order in which they were measured.
  private(set) var replays: [TimedReplay] = []
  private var bySession: [Int: [TimedReplay]] = [:]
  /// The time of the reference work on the undisturbed machine; 0 before the first round.
  private var level: Int64 = 0

  mutating func add(_ more: [TimedReplay], of session: Int) {
    replays += more
    bySession[session, default: []] += more
  }

  /// Finds the quiet level at the end of a round.
  ///
  /// A lower level may take replays from sessions that had enough of them.
  mutating func endRound() { level = TimedReplay.quietLevel(of: replays) }

  /// The steady time of a session from its quiet replays; nil for fewer of them than are needed.
  func time(of session: Int, atLeast count: Int = 0) -> RelativeTime? {
    let quiet = bySession[session, default: []].filter { $0.isQuiet(level: level) }
    guard quiet.count >= count, let time = RelativeTime(quiet), time.isSteady else { return nil }
    return time
  }

  /// Whether a session was replayed.
  func has(_ session: Int) -> Bool { bySession[session] != nil }
}

extension SessionRun {
  /// The nanoseconds for the times of all sessions unless a run asks for a number of replays.
  static let timesLimit: Int64 = 10_000_000_000
  /// The replays of a session in one round, without the one that warms up.
  static let roundSize = 8
  /// The times as many replays as are wanted that are tried on a disturbed machine.
  static let patience = 8
  /// The nanoseconds of the reference work after a replay, at most.
  private static let referenceLimit: Int64 = 200_000

  /// Measures processor times of sessions beside the reference work.
  ///
  /// All sessions are replayed some times in a round, the short ones first, so that a disturbance
  /// of seconds spoils a part of each session. A next round replays the sessions that have too few
  /// quiet replays, or whose quiet replays scatter. Rounds end when no session is left, when the
  /// limit is used up, when eight times as many replays were tried, or when the machine is not fit
  /// any more.
  ///
  /// No session has a time on a machine that is not fit for times. A session has none if its
  /// replays scatter, or if too few of them are quiet.
  ///
  /// - Parameters:
  ///   - chosen: The sessions.
  ///   - lengths: The nanoseconds of a replay of each session, where they are known.
  ///   - onProgress: Receives the progress after each round.
  ///   - receive: Receives each time that can be trusted.
  /// - Returns: The verdict on the machine; nil if no session was measured.
  func relativeTimes(
    of chosen: [Int], _ lengths: [Int64?], onProgress: (RunProgress) -> Void = { _ in },
    receive: (Int, RelativeTime) -> Void
  ) -> MachineVerdict? {
    let wanted = samples ?? RelativeTime.usualSamples
    let end = samples == nil ? stopwatch.now() + SessionRun.timesLimit : .max
    var run = self
    run.limits = limits?.times(SessionRun.roundSize + 1)
    let judge = stopwatch.watch()
    var timed = TimedSessions()
    var known = chosen.sorted { (lengths[$0] ?? 0, $0) < (lengths[$1] ?? 0, $1) }
    if samples == nil { known.removeAll { lengths[$0] == nil } }
    var open = known
    let least = (wanted + SessionRun.roundSize - 1) / SessionRun.roundSize
    var rounds = 0
    var left = (SessionRun.patience * wanted + SessionRun.roundSize - 1) / SessionRun.roundSize
    while !open.isEmpty, left > 0 {
      // Nothing is measured in vain.
      let verdict = judge(nil)
      guard verdict.isFit else { return verdict }
      left -= 1
      rounds += 1
      onProgress(RunProgress(stage: .taking, done: rounds, total: max(rounds, least)))
      let before = timed.replays.count
      run.play(
        open, atOnce: 1,
        work: { session -> [TimedReplay] in
          SessionRun.fits(lengths[session] ?? 0, within: end - stopwatch.now())
            ? stopwatch.replays(runner(session), SessionRun.roundSize) : []
        },
        receive: { session, result in
          if case .success(let replays) = result, !replays.isEmpty {
            timed.add(replays, of: session)
          }
        })
      guard timed.replays.count > before else { break }
      timed.endRound()
      open = known.filter { timed.has($0) && timed.time(of: $0, atLeast: wanted) == nil }
    }
    guard !timed.replays.isEmpty else { return nil }
    let verdict = judge(SessionRun.noise(of: timed.replays))
    guard verdict.isFit else { return verdict }
    for session in chosen {
      if let time = timed.time(of: session) { receive(session, time) }
    }
    return verdict
  }

  /// Whether a round of a session fits into what is left of the limit.
  private static func fits(_ nanoseconds: Int64, within left: Int64) -> Bool {
    let (lap, overflows) = nanoseconds.addingReportingOverflow(referenceLimit)
    return !overflows && lap <= left / Int64(roundSize + 1)
  }

  /// The least time of the reference work in each third of the measurement.
  ///
  /// The three differ on a machine that is disturbed for long.
  static func noise(of laps: [TimedReplay]) -> [Int64] {
    (0..<3).compactMap { third in
      laps[laps.count * third / 3..<laps.count * (third + 1) / 3].map(\.after).min()
    }
  }
}
