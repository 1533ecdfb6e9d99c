public import Counts
public import Instruments
public import MapModel
internal import Statistics

/// Reads a counter at the borders of steps and phases.
///
/// The count between two readings belongs to the innermost active phase. A reading costs
/// some instructions itself, always the same number.
public final class CounterMeter: Meter {
  private let read: () -> ProcessCounter.Reading?
  private var last = ProcessCounter.Reading(value: 0, enabled: 0, running: 0)
  private var rows: [Int32: SessionCounts.Row] = [:]
  /// The current step; -1 for none.
  private var step: Int32 = -1
  private var phases: [Phase] = []
  /// Whether a reading failed, so that no count is known.
  private var isBroken = false
  private var isEstimate = false

  /// Creates a meter.
  ///
  /// - Parameter read: Reads the counter, which runs.
  public init(_ read: @escaping () -> ProcessCounter.Reading?) { self.read = read }

  /// Replays a session and counts it; nil when the counter could not be read.
  public func session(_ play: () -> Void) -> SessionCounts? {
    if let reading = read() { last = reading } else { isBroken = true }
    play()
    note()
    guard !isBroken else { return nil }
    return SessionCounts(
      phaseNames: Phase.allCases.map { "\($0)" },
      rows: rows.sorted { $0.key < $1.key }.map(\.value),
      functions: nil, isEstimate: isEstimate)
  }

  private func note() {
    guard let reading = read() else {
      isBroken = true
      return
    }
    isEstimate = isEstimate || reading.isEstimate
    let count = reading.count(since: last)
    var row =
      rows[step]
      ?? SessionCounts.Row(
        step: step < 0 ? nil : Int(step), phases: Phase.allCases.map { _ in 0 }, rest: 0)
    if let phase = phases.last { row.phases[phase.rawValue] += count } else { row.rest += count }
    rows[step] = row
    last = reading
  }

  /// Begins a step; counts up to here are not attributed to a step.
  public func stepBegins(_ step: Int32) {
    note()
    self.step = step
  }

  /// Ends a step; counts from here on are not attributed to a step.
  public func stepEnds() {
    note()
    step = -1
  }

  /// Does the work of a phase, and counts it.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    note()
    phases.append(phase)
    work()
    note()
    phases.removeLast()
  }
}
