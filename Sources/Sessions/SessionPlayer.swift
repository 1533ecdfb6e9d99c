import Foundation
import Instruments
import Reporting
import Scenarios
import Workers

/// Plays the sessions of a run, each in a worker, or all in this process.
///
/// A replay is a pure function, so neither the place nor the order shows in what comes of it.
struct SessionPlayer {
  let scenarios: [Scenario]
  let limits: SessionLimits
  /// Makes the runner of a scenario, with what the run wants of it.
  let runner: (Scenario) -> SessionRunner
  var sabotages: [Sabotage] = []

  /// Facts of all sessions, in their order, as many at once as there are cores.
  func facts(progress: Progress) -> [SessionRunner.Outcome] {
    var outcomes = [SessionRunner.Outcome?](repeating: nil, count: scenarios.count)
    play(
      Array(scenarios.indices), atOnce: ProcessInfo.processInfo.activeProcessorCount,
      work: { index in
        for sabotage in sabotages where sabotage.id == scenarios[index].id { sabotage.happen() }
        return runner(scenarios[index]).facts()
      },
      receive: { index, result in
        switch result {
        case .success(let outcome): outcomes[index] = outcome
        case .failure(let failure):
          outcomes[index] = runner(scenarios[index]).aborted(by: failure, limits: limits)
        }
        progress.step()
      })
    return outcomes.compactMap(\.self)
  }

  /// The most sessions of a run that shows real times, and how long it may look at the clock, in
  /// nanoseconds; what a time costs must not be more than it is worth.
  static let measuredLimit = (sessions: 1_000, nanoseconds: Int64(20_000_000_000))

  /// Real times of sessions, one after the other with nothing else at work.
  ///
  /// A session that fails now has none, nor have those that are not begun within the limit.
  func measurements(of chosen: [Int], receive: (Int, Measurements) -> Void) {
    guard chosen.count <= SessionPlayer.measuredLimit.sessions else { return }
    let clock = MonotonicClock()
    let end = clock.nanoseconds + SessionPlayer.measuredLimit.nanoseconds
    play(
      chosen, atOnce: 1,
      work: { clock.nanoseconds < end ? runner(scenarios[$0]).measurements() : nil },
      receive: { index, result in
        if case .success(let measurements?) = result { receive(index, measurements) }
      })
  }

  private func play<Answer: Codable & Sendable>(
    _ tasks: [Int], atOnce count: Int, work: @escaping (Int) -> Answer,
    receive: (Int, Result<Answer, WorkerFailure>) -> Void
  ) {
    if limits.inProcess {
      for task in tasks { receive(task, .success(work(task))) }
    } else {
      let pool = WorkerPool(count: max(count, 1), limits: limits.workers, work: work)
      pool.run(tasks, receive: receive)
    }
  }
}

/// A line on the terminal that says how far the replay is.
final class Progress {
  private let total: Int
  private let isShown: Bool
  private var done = 0

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown
  }

  func step() {
    done += 1
    if isShown { Terminal.write("\rreplaying \(done)/\(total)") }
  }

  func clear() {
    if isShown { Terminal.write("\r\u{1B}[K") }
  }
}
