internal import Formatting
internal import Measures

// The commands that play again what a report is of, and that write its facts and counts.

extension RunReport {
  /// The command that plays the same scenarios again, or searches again.
  ///
  /// For one uncompared session it names that session alone; for others, the common part of
  /// their files.
  package var command: String {
    if let search { return search.command }
    guard sessions.count != 1 || comparison != nil else { return sessions[0].command(options) }
    let common = commonPath
    let folder = common.isEmpty ? "." : common == [""] ? "/" : common.joined(separator: "/")
    var words = ["mapreplay", "run", folder] + options.choosing
    words += RunOptions.words(ofSeed: options.seed) + options.playing
    if let shard { words += ["--shard", "\(shard.number)/\(shard.count)"] }
    if let comparison {
      words.append(comparison.purpose == .compared ? "--compare" : "--update")
      if comparison.folder != "Reports" { words += ["--facts", comparison.folder] }
    }
    return Escape.shell(words)
  }

  /// The command that writes the facts of the sessions.
  ///
  /// With a typed seed it needs no reason.
  func factsCommand(of folder: String) -> String {
    guard let seed = options.seed else {
      return command(of: "rebaseline", "--facts", folder, unless: "Reports")
    }
    return command(of: "run", "--facts", folder, unless: "Reports") + " --seed \(seed) --update"
  }

  /// The command of a verb for the files of the sessions, with the output folder unless it is
  /// the standard one.
  func command(
    of verb: String, _ option: String, _ folder: String?, unless standard: String
  ) -> String {
    let folders = folder.map { $0 == standard ? [] : [option, $0] } ?? []
    return Escape.shell(
      ["mapreplay", verb] + places + options.choosing + options.playing + folders)
  }

  /// The file of all sessions, or their common folder; else each first folder.
  ///
  /// A run file does not have the typed paths, and a folder may hold more than was played.
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

  /// The common prefix of the paths of all files, in components.
  ///
  /// For one file it is the whole path.
  private var commonPath: [Substring] {
    let paths = sessions.map { $0.file.split(separator: "/", omittingEmptySubsequences: false) }
    return paths.dropFirst().reduce(paths.first ?? []) { common, path in
      Array(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
  }
}

extension SessionReport {
  /// The command that plays exactly this session again.
  ///
  /// When the session was compared with another variant, the command plays all variants of
  /// the file: alone, the session would fail without a variant to compare with.
  ///
  /// - Parameters:
  ///   - options: The options of its run.
  ///   - more: Additional options.
  /// - Returns: The command, as a shell reads it.
  package func command(_ options: RunOptions, _ more: [String] = []) -> String {
    let isCompared = facts.verdicts.contains { $0.other != nil }
    // Variants may have seeds of their own.
    let seed: UInt64? = isCompared ? options.seed : self.seed
    var words = ["mapreplay", "run", file]
    if !isCompared { words += ["--filter", id] }
    words += RunOptions.words(ofSeed: seed) + options.playing + more
    return Escape.shell(words)
  }
}

extension RunOptions {
  fileprivate static func words(ofSeed seed: UInt64?) -> [String] {
    seed.map { ["--seed", "\($0)"] } ?? []
  }
}
