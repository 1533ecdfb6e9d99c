internal import Formatting
package import Instruments
internal import Measures
internal import Reporting
internal import Scenarios

/// Reports of sessions that end early.
extension SessionRunner {
  /// The report of a session that its worker could not finish.
  func aborted(by failure: WorkerError, limits: SessionLimits) -> JudgedSession {
    var report = self.report
    let cause: SessionAbort.Cause =
      switch failure {
      case .signal, .exit, .noProcess, .unreadable: .crash
      case .timeLimit: .timeLimit
      case .memoryLimit: .memoryLimit
      }
    report.abort = SessionAbort(
      cause: cause, sentences: [failure.sentence(limits)], reproduction: reproduction)
    return JudgedSession(report: report)
  }

  /// The abort of a model that contradicts itself; none of its facts is reported.
  func abort(for contradictions: [Contradiction]) -> SessionAbort {
    SessionAbort(
      cause: .contradiction,
      sentences: contradictions.map {
        "at \(MetricText.time($0.time)), step \($0.step): \($0.sentence)"
      }, reproduction: reproduction)
  }

  /// The command that plays this session alone, where a debugger sees it.
  private var reproduction: String { report.command(runOptions, ["--in-process"]) }
}

extension WorkerError {
  /// The reason why a session ended early in a worker with these limits.
  package func sentence(_ limits: SessionLimits) -> String {
    switch self {
    case .signal(let signal, let complaint):
      WorkerError.words(ofSignal: signal) + WorkerError.tail(complaint)
    case .exit(let code, let complaint):
      "its process ended with \(code)" + WorkerError.tail(complaint)
    case .timeLimit: "not done after \(limits.time) (--session-timeout)"
    case .memoryLimit: "took more than \(limits.memory) (--session-memory)"
    case .noProcess: "the system gives no process to play it in"
    case .unreadable(let problem): "its worker's answer cannot be read: \(problem)"
    }
  }

  private static func words(ofSignal signal: Int32) -> String {
    let name: String? =
      switch signal {
      case 4, 5: "a trap"
      case 6: "abort"
      case 7, 11: "a bad access to memory, perhaps a full stack"
      case 8: "an arithmetic error"
      case 9: "killed from outside, perhaps because the machine ran out of memory"
      case 15: "ended from outside"
      default: nil
      }
    return "its process ended with signal \(signal)" + (name.map { " (\($0))" } ?? "")
  }

  /// The fatal error of a process, else its last line.
  private static func tail(_ complaint: String) -> String {
    let lines = complaint.split(separator: "\n")
    guard let line = lines.first(where: { $0.contains("Fatal error") }) ?? lines.last else {
      return ""
    }
    return ": " + line.prefix(300)
  }
}
