internal import Formatting

extension RunReport {
  /// What is wrong beside the sessions, with the remedies, in lines for the standard error; none
  /// when nothing is.
  ///
  /// - Parameters:
  ///   - factsCommand: The command that writes the facts of these sessions; nil for one with their
  ///     files.
  ///   - countsCommand: The command that counts them, but for `--update`; nil for one with their
  ///     files.
  /// - Returns: The lines, the remedy of each kind behind its errors.
  public func complaints(
    factsCommand: String? = nil, countsCommand: String? = nil
  ) -> [String] {
    let locksIn = ending == .improved
    let facts = comparison.map {
      $0.complaints(
        command: factsCommand ?? command("rebaseline", "--facts", $0.folder, unless: "Reports")
          + " --reason '...'", locksIn: locksIn)
    }
    let counted = counts.map {
      $0.complaints(
        command: countsCommand
          ?? command("count", "--counts", $0.comparison?.folder, unless: "Reports/Counts"),
        locksIn: locksIn)
    }
    return (facts ?? []) + (counted ?? []) + contradictions.map { "error: \($0)" }
  }

  /// A command for the files of the sessions, with the folder of what it writes unless that is the
  /// standard one.
  private func command(
    _ verb: String, _ option: String, _ folder: String?, unless standard: String
  ) -> String {
    let folders = folder.map { $0 == standard ? [] : [option, $0] } ?? []
    return (["mapreplay", verb] + places + folders).map(Escape.shell).joined(separator: " ")
  }

  /// The file of all sessions, or the folder that all of them are in; else each first folder.
  ///
  /// What was typed is in no run file, and a folder may hold more than was played.
  private var places: [String] {
    let files = Set(sessions.map(\.file)).sorted()
    guard files.count > 1 else { return files }
    let common = commonPath
    guard common.allSatisfy(\.isEmpty) else { return [common.joined(separator: "/")] }
    let first = files.map { file in
      String(file[..<(file.dropFirst().firstIndex(of: "/") ?? file.endIndex)])
    }
    return Set(first).sorted()
  }

  /// What the paths of all files have in common, part by part: of one file all of it.
  var commonPath: [Substring] {
    let paths = sessions.map { $0.file.split(separator: "/", omittingEmptySubsequences: false) }
    return paths.dropFirst().reduce(paths.first ?? []) { common, path in
      Array(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
  }
}
