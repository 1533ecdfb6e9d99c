internal import MapEvents
internal import MapGeometry
internal import MapModel
internal import Replay
internal import Scenarios

/// When each step of a session begins in simulated time, and when it ends.
struct StepTimetable: Codable {
  /// A step, each time it is played.
  struct Turn: Codable, Hashable {
    var begin: SimulatedTime
    var end: SimulatedTime
  }

  /// The turns in the order of the session.
  private(set) var turns: [Turn] = []
  /// The length of the session.
  private(set) var end = SimulatedTime.zero

  /// Plays a session once.
  init(of scenario: Scenario) {
    var (turns, end) = ([Turn](), SimulatedTime.zero)
    Replayer(scenario).play(meter: StillMeter()) { event in
      guard case .session(let part) = event.kind else { return }
      switch part {
      case .stepBegan: turns.append(Turn(begin: event.time, end: event.time))
      case .stepEnded: turns[turns.count - 1].end = event.time
      case .ended: end = event.time
      case .began, .mark, .expectationsDue, .neverSettled, .neverHeld, .nothingDone, .snapshot,
        .counted, .rowsSkipped:
        break
      }
    }
    (self.turns, self.end) = (turns, end)
  }
}

/// A line of a session with everything written out.
struct PlannedStep: Hashable {
  /// The number of the step, from 1 in the order of the file; nil for a round of a `repeat`.
  var number: Int?
  var place: Place
  /// How deep it is in `repeat`.
  var depth: Int
  var text: String
  /// When it is played; nil when the session could not be.
  var turn: StepTimetable.Turn?

  /// The lines of a session; the rounds of a `repeat` once when nothing is known of their times.
  static func all(_ steps: [Step], _ timetable: StepTimetable?) -> [PlannedStep] {
    var planned: [PlannedStep] = []
    var turns = timetable?.turns[...] ?? []
    add(steps, depth: 0, &turns, isPlayed: timetable != nil, to: &planned)
    return planned
  }

  private static func add(
    _ steps: [Step], depth: Int, _ turns: inout ArraySlice<StepTimetable.Turn>, isPlayed: Bool,
    to planned: inout [PlannedStep]
  ) {
    for step in steps {
      guard case .repeat(let times, let inner) = step.action else {
        planned.append(
          PlannedStep(
            number: step.id + 1, place: step.place, depth: depth, text: step.text,
            turn: turns.popFirst()))
        continue
      }
      for round in 1...max(isPlayed ? times : 1, 1) {
        let index = planned.count
        let begin = turns.first?.begin
        let text = isPlayed ? "repeat: round \(round) of \(times)" : "repeat: \(times) rounds"
        planned.append(PlannedStep(place: step.place, depth: depth, text: text))
        add(inner, depth: depth + 1, &turns, isPlayed: isPlayed, to: &planned)
        guard let begin, let end = planned.last?.turn?.end else { continue }
        planned[index].turn = StepTimetable.Turn(begin: begin, end: end)
      }
    }
  }
}
