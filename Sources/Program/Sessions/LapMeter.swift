internal import Instruments
package import MapModel
internal import Reporting
internal import Statistics

/// Times the phases of a session that is replayed several times: of each lap the fastest replay
/// counts, as what interrupts a process only adds to it.
///
/// The lap of a phase holds those of the phases within it.
package final class LapMeter: Meter {
  /// One lap of a phase.
  private struct Lap {
    var phase: Phase
    var nanoseconds: Int64
  }

  /// The real time of a cluster update and where it was asked for.
  struct Update {
    var number: Int32
    var step: Int32
    var marks: Int32
    var laps: UpdateLaps
  }

  /// Nanoseconds of the phases of an update, in their order.
  struct UpdateLaps {
    private(set) var nanoseconds = Phase.ofUpdate.map { _ in Int64(0) }

    /// Nanoseconds of the phases that compute an update.
    var compute: Int64 { nanoseconds.prefix(Phase.ofComputation.count).reduce(0, +) }

    mutating func add(_ lap: Int64, to phase: Phase) {
      guard let index = Phase.ofUpdate.firstIndex(of: phase) else {
        preconditionFailure("an update has no \(phase)")
      }
      nanoseconds[index] += lap
    }
  }

  private let clock = MonotonicClock()
  /// The laps in the order in which they end, the same in every replay: one list, as noting a lap
  /// is a part of what is measured around it.
  private var laps: [Lap] = []
  /// How many laps the running replay has had.
  private var lapCount = 0
  private var updates: [Update] = []
  /// How many updates the running replay has had.
  private var updateCount = 0
  /// How long its updates took to compute.
  private var computes: [Int64] = []
  /// How long whole replays took, with laps and without.
  private var replays = (withLaps: [Int64](), whole: [Int64]())
  /// How long each step took in the fastest replay of it, all its rounds together, by its id.
  private var steps: [Int64] = []
  /// How long the steps of the running replay took.
  private var stepLaps: [Int64] = []
  private var step = (id: 0, start: Int64(0))
  private var percentiles: [Int64] = []

  /// The laps of updates that have not ended, by their numbers.
  private var running: [Int32: UpdateLaps] = [:]

  /// Makes a meter that has seen nothing.
  package init() {}

  var nanoseconds: Int64 { clock.nanoseconds }

  package func stepBegins(_ step: Int32) {
    while stepLaps.count <= Int(step) { stepLaps.append(0) }
    self.step = (Int(step), nanoseconds)
  }

  package func stepEnds() { stepLaps[step.id] += nanoseconds - step.start }

  package func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    let start = nanoseconds
    work()
    let lap = nanoseconds - start
    note(phase, lap)
    if let update { running[update, default: UpdateLaps()].add(lap, to: phase) }
  }

  private func note(_ phase: Phase, _ nanoseconds: Int64) {
    if lapCount == laps.count {
      laps.append(Lap(phase: phase, nanoseconds: nanoseconds))
    } else if nanoseconds < laps[lapCount].nanoseconds {
      laps[lapCount].nanoseconds = nanoseconds
    }
    lapCount += 1
  }

  package func updateEnds(_ number: Int32, step: Int32, marks: Int32) {
    guard let laps = running.removeValue(forKey: number) else {
      return assertionFailure("update \(number) ended without a lap")
    }
    computes.append(laps.compute)
    if updates.indices.contains(updateCount) {
      let isFaster = laps.compute < updates[updateCount].laps.compute
      if isFaster { updates[updateCount].laps = laps }
    } else {
      updates.append(Update(number: number, step: step, marks: marks, laps: laps))
    }
    updateCount += 1
  }

  /// Times a whole replay without laps: what they cost, in a session with little to do, is
  /// more than a hundredth.
  func time(_ play: () -> Void) {
    replays.whole.append(duration(of: play))
  }

  private func duration(of play: () -> Void) -> Int64 {
    let start = nanoseconds
    play()
    return nanoseconds - start
  }

  /// Observes a whole replay with its laps, which must be the same each time.
  package func replay(_ play: () -> Void) {
    replays.withLaps.append(duration(of: play))
    assert(updateCount == updates.count, "a replay had other updates than the one before")
    assert(lapCount == laps.count, "a replay had other laps")
    lapCount = 0
    if let summary = TimingSummary(nanoseconds: computes) { percentiles.append(summary.p95) }
    (updateCount, computes) = (0, [])
    steps = steps.isEmpty ? stepLaps : zip(steps, stepLaps).map { min($0, $1) }
    stepLaps = stepLaps.map { _ in 0 }
    running.removeAll(keepingCapacity: true)
  }

  var measurements: Measurements {
    var lapsOfPhases = Phase.allCases.map { _ in [Int64]() }
    for lap in laps { lapsOfPhases[lap.phase.rawValue].append(lap.nanoseconds) }
    let phases = Phase.allCases.compactMap { phase in
      TimingSummary(nanoseconds: lapsOfPhases[phase.rawValue]).map {
        Measurements.Phase(name: "\(phase)", help: phase.help, laps: $0)
      }
    }
    return Measurements(
      realNanoseconds: replays.whole.min() ?? 0, replays: Spread(replays.whole),
      overhead: overhead, phases: phases, updates: updateSummaries, steps: steps)
  }

  private var overhead: Measurements.Overhead? {
    // As many of each, as the least of more is less.
    let pairs = zip(replays.withLaps, replays.whole.dropFirst())
    guard let withLaps = pairs.map(\.0).min(), let whole = pairs.map(\.1).min() else { return nil }
    return Measurements.Overhead(
      replays: pairs.underestimatedCount, withClocks: withLaps, without: whole)
  }

  private var updateSummaries: Measurements.Updates {
    let markCount = Int(updates.map(\.marks).max() ?? 0)
    let stepCount = Int(updates.map(\.step).max() ?? -1) + 1
    var marks = Array(repeating: [Int64](), count: markCount)
    var steps = Array(repeating: [Int64](), count: stepCount)
    let count = Int(updates.map(\.number).max() ?? -1) + 1
    var byNumber = Array(repeating: Measurements.Update?.none, count: count)
    for update in updates {
      let compute = update.laps.compute
      byNumber[Int(update.number)] = Measurements.Update(
        compute: compute, phases: update.laps.nanoseconds)
      if update.marks > 0 { marks[Int(update.marks) - 1].append(compute) }
      if update.step >= 0 { steps[Int(update.step)].append(compute) }
    }
    return Measurements.Updates(
      session: TimingSummary(nanoseconds: updates.map(\.laps.compute)),
      marks: marks.map { TimingSummary(nanoseconds: $0) },
      steps: steps.map { TimingSummary(nanoseconds: $0) }, byNumber: byNumber,
      phaseNames: Phase.ofUpdate.map { "\($0)" }, percentile95: Spread(percentiles))
  }
}
