internal import Formatting

extension RunReport {
  /// The problems other than failed sessions, with remedies, as lines for the standard error;
  /// empty without problems.
  ///
  /// - Parameters:
  ///   - factsCommand: The command that writes the facts of these sessions; nil for one with
  ///     their files.
  ///   - countsCommand: The command that counts them, without `--update`; nil for one with
  ///     their files.
  ///   - isVerbose: Whether to list every fact that differs.
  /// - Returns: The lines, with the remedy of each kind after its errors.
  public func complaints(
    factsCommand: String? = nil, countsCommand: String? = nil, isVerbose: Bool = false
  ) -> [String] {
    let locksIn = ending == .improved
    let facts = comparison.map {
      $0.complaints(
        command: factsCommand ?? self.factsCommand(of: $0.folder), locksIn: locksIn,
        isVerbose: isVerbose)
    }
    let counted = counts.map {
      $0.complaints(
        command: countsCommand
          ?? command(of: "count", "--counts", $0.comparison?.folder, unless: "Reports/Counts"),
        locksIn: locksIn)
    }
    // Values of committed files and options of run files are texts of others.
    return ((facts ?? []) + (counted ?? []) + contradictions.map { "error: \($0)" })
      .map(Escape.line)
  }
}
