internal import Formatting
internal import Instruments
internal import Measuring
internal import Metrics
package import Reporting

/// The stacks that allocate memory in the sessions of a run, found by a second process of
/// the program.
package struct AllocationExplanation {
  /// The most sessions that are explained.
  private static let limit = 3

  private let run: RunReport
  /// The mistakes that a test plants.
  package var sabotage: [Sabotage] = []
  /// The options for the folders of data sets and devices and for limits.
  package var options: [String] = []
  /// Another build, whose stacks are subtracted; nil to show all stacks.
  package var base: String?

  /// Prepares the sessions that broke a budget of allocations, or the only one.
  package init(of run: RunReport) { self.run = run }

  /// The stacks of each session, in words.
  package var text: String {
    var sessions = run.sessions.filter { session in
      session.budgetVerdicts.contains { $0.outcome == .broken }
    }
    if sessions.isEmpty, run.sessions.count == 1 { sessions = run.sessions }
    guard !sessions.isEmpty else {
      return "\nno budget of allocations is broken; name one session to see its stacks\n"
    }
    let shown = sessions.prefix(AllocationExplanation.limit).map { session in
      do throws(MeasuringError) {
        return "\nAllocations of \(session.id): \(try stacks(of: session))"
      } catch {
        return "\nAllocations of \(session.id): the stacks are unavailable: \(error.words)\n"
      }
    }
    let left = sessions.count - shown.count
    return shown.joined() + (left > 0 ? "\nand \(MetricText.things(left, "session")) more\n" : "")
  }

  private func stacks(of session: SessionReport) throws(MeasuringError) -> String {
    let broken = session.budgetVerdicts.filter { $0.outcome == .broken }.map(\.budget.count)
    let areSteady = broken == [.perSteadyFrame]
    var replay = SessionCounter.Session(file: session.file, id: session.id, options: options)
    if areSteady { replay.options.append("--steady-frames") }
    var own = replay
    if sabotage.kinds(in: session.id).contains(.allocate) {
      own.options.append("--plant-allocation")
    }
    let head = try StackSample.taken(by: Machine.program, of: own)
    let place = areSteady ? " in steady frames" : ""
    guard let base else {
      return "\(AllocationExplanation.words(head.total))\(place) from "
        + "\(MetricText.things(head.stacks.count, "stack"))\n"
        + StackSample.text(of: head.stacks, isSigned: false)
    }
    let changes = head.changes(from: try StackSample.taken(by: base, of: replay))
    return "\(AllocationExplanation.words(head.total))\(place), "
      + (changes.isEmpty
        ? "from the same stacks as in \(base)\n"
        : "\(MetricText.things(changes.count, "stack")) not as in \(base)\n")
      + StackSample.text(of: changes, isSigned: true)
  }

  private static func words(_ total: (count: Int64, bytes: Int64)) -> String {
    "\(MetricText.things(Int(total.count), "allocation")) of \(MetricText.count(total.bytes)) bytes"
  }
}
