import Instruments
import MapModel
import Reporting
import Statistics

/// The stopwatch of a measured replay: real time in histograms, and each cluster update by itself.
final class LapBook: Stopwatch {
  /// The real time of a cluster update and where it was asked for.
  struct Update {
    var number: Int32
    var step: Int32
    var marks: Int32
    var laps: UpdateLaps
  }

  private let clock = MonotonicClock()
  private var phases = Array(repeating: LapHistogram(), count: LapPhase.allCases.count)
  private var updates: [Update] = []

  var nanoseconds: Int64 { clock.nanoseconds }

  func lap(_ phase: LapPhase, nanoseconds: Int64) {
    phases[phase.rawValue].record(nanoseconds)
  }

  func update(_ number: Int32, step: Int32, marks: Int32, laps: UpdateLaps) {
    updates.append(Update(number: number, step: step, marks: marks, laps: laps))
  }

  /// What the replay came to, with its whole length in nanoseconds.
  func measurements(of realNanoseconds: Int64) -> Measurements {
    let summaries = LapPhase.allCases.compactMap { phase in
      phases[phase.rawValue].summary.map { Measurements.Phase(name: "\(phase)", laps: $0) }
    }
    return Measurements(
      realNanoseconds: realNanoseconds, phases: summaries, updates: updateSummaries)
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
      session: LapSummary(nanoseconds: updates.map(\.laps.compute)),
      marks: marks.map { LapSummary(nanoseconds: $0) },
      steps: steps.map { LapSummary(nanoseconds: $0) }, byNumber: byNumber,
      phaseNames: UpdateLaps.phases.map { "\($0)" })
  }
}
