internal import Instruments
internal import MapModel
internal import Reporting
internal import Statistics

/// Times the phases of a session that is replayed several times: of each lap the fastest replay
/// counts, as what interrupts a process only adds to it.
///
/// The lap of a phase holds those of the phases within it.
final class LapMeter: Meter {
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
  /// The laps of each phase in their order; the same ones come in every replay.
  private var phases = [[Int64]](repeating: [], count: Phase.allCases.count)
  /// How many laps of each phase the running replay has had.
  private var lapCounts = [Int](repeating: 0, count: Phase.allCases.count)
  private var updates: [Update] = []
  /// How many updates the running replay has had.
  private var updateCount = 0
  /// How long its updates took to compute.
  private var computes: [Int64] = []
  private var replays: [Int64] = []
  private var percentiles: [Int64] = []

  /// The laps of updates that have not ended, by their numbers.
  private var running: [Int32: UpdateLaps] = [:]

  var nanoseconds: Int64 { clock.nanoseconds }

  func stepBegins(_ step: Int32) {}
  func stepEnds() {}

  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    let start = nanoseconds
    work()
    let lap = nanoseconds - start
    note(phase, lap)
    if let update { running[update, default: UpdateLaps()].add(lap, to: phase) }
  }

  private func note(_ phase: Phase, _ nanoseconds: Int64) {
    let (index, lap) = (phase.rawValue, lapCounts[phase.rawValue])
    if lap < phases[index].count {
      phases[index][lap] = min(phases[index][lap], nanoseconds)
    } else {
      phases[index].append(nanoseconds)
    }
    lapCounts[index] += 1
  }

  func updateEnds(_ number: Int32, step: Int32, marks: Int32) {
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

  /// Observes a whole replay, which must be the same each time.
  func replay(_ play: () -> Void) {
    let start = nanoseconds
    play()
    replays.append(nanoseconds - start)
    assert(updateCount == updates.count, "a replay had other updates than the one before")
    assert(zip(phases, lapCounts).allSatisfy { $0.count == $1 }, "a replay had other laps")
    lapCounts = lapCounts.map { _ in 0 }
    if let summary = TimingSummary(nanoseconds: computes) { percentiles.append(summary.p95) }
    (updateCount, computes) = (0, [])
    running.removeAll(keepingCapacity: true)
  }

  var measurements: Measurements {
    let phases = Phase.allCases.compactMap { phase -> Measurements.Phase? in
      let laps = TimingHistogram(of: self.phases[phase.rawValue]).summary
      return laps.map { Measurements.Phase(name: "\(phase)", help: phase.help, laps: $0) }
    }
    return Measurements(
      realNanoseconds: replays.min() ?? 0, replays: Spread(replays), phases: phases,
      updates: updateSummaries)
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
