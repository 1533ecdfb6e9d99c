import Comparison
import Reporting
import Sessions

extension RunFileComparison {
  /// Compares what two run files hold.
  static func report(base: String, head: String) throws -> ComparisonReport {
    try report(
      base: (base, RunFile.read(base, withScenes: false)),
      head: (head, RunFile.read(head, withScenes: false)),
      within: CountRun.tolerances(beside: CountRun.standardFolder))
  }

  /// Reads a run with its scenes, and prints a warning for missing ones.
  static func side(at path: String) throws -> Side {
    let run = try RunFile.read(path)
    if let missing = run.missingScenes { Terminal.complain(missing) }
    return (path, run)
  }
}
