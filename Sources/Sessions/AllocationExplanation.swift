internal import Foundation
internal import Instruments
internal import Metrics
package import Reporting

/// Who asks for memory in the sessions of a run, found out by a second process of the program.
package struct AllocationExplanation {
  /// The most sessions that are explained.
  private static let limit = 3

  private let run: RunReport
  private let planted: Set<String>

  /// Prepares the sessions that broke a budget of allocations, or the only one.
  package init(of run: RunReport, planted: Set<String> = []) {
    (self.run, self.planted) = (run, planted)
  }

  /// The stacks of each session, in words.
  package var text: String {
    var sessions = run.sessions.filter { session in
      session.budgetVerdicts.contains { $0.outcome == .broken }
    }
    if sessions.isEmpty, run.sessions.count == 1 { sessions = run.sessions }
    guard !sessions.isEmpty else { return "\nno budget of allocations is broken\n" }
    return sessions.prefix(AllocationExplanation.limit).map { session in
      "\nAllocations of \(session.id): \(stacks(of: session))"
    }.joined()
  }

  private func stacks(of session: SessionReport) -> String {
    let broken = session.budgetVerdicts.filter { $0.outcome == .broken }.map(\.budget.count)
    var program = ChildProcess.Program(
      path: "/proc/self/exe",
      arguments: ["sample", session.file, "--id", session.id, "--meter", "stacks"],
      environment: [
        "MALLOC_CONF=\(HeapProfiler.options)", "SWIFT_DETERMINISTIC_HASHING=1",
        "PATH=" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"),
      ])
    if broken == [.perSteadyFrame] { program.arguments.append("--steady-frames") }
    if planted.contains(session.id) { program.arguments.append("--plant-allocation") }
    program.hasFixedAddresses = true
    guard let result = ChildProcess.run(program), result.isSuccess else {
      return "the stacks are unavailable (the heap profiler of jemalloc gave none)\n"
    }
    return result.output
  }
}
