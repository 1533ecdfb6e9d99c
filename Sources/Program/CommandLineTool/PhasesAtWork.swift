import MapModel
import Replay
import Scenarios

extension Scenario {
  /// The phases that a replay comes to, in the order of all.
  var phasesAtWork: [Phase] {
    let meter = PhasesMeter()
    Replayer(self).play(meter: meter) { _ in }
    return Phase.allCases.filter(meter.phases.contains)
  }
}

/// Keeps which phases are at work.
private final class PhasesMeter: Meter {
  private(set) var phases: Set<Phase> = []

  func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    phases.insert(phase)
    work()
  }
}
