import Reporting

/// The folder of the committed facts, and what a run changes in it.
struct CommittedFacts {
  let folder: String
  /// The scenarios whose facts stood there and were overwritten with others, so far.
  private(set) var changed: [String] = []
  /// The files of no scenario, known once the rest is written.
  private(set) var stale: [String] = []

  init(folder: String) {
    self.folder = folder
  }

  /// Whether what stands there is what the run found.
  var isKept: Bool { changed.isEmpty && stale.isEmpty }

  /// Writes what differs, the index last of all.
  ///
  /// When a file cannot be written, `changed` still names every scenario whose facts were
  /// overwritten before: the next run will take them for committed.
  ///
  /// - Parameters:
  ///   - run: What was found.
  ///   - isWhole: Whether the run replayed every scenario there is. Only then are facts of others
  ///     stale, and only then may the index leave them out.
  /// - Throws: `OutputFiles.Failure` for the first file that cannot be written.
  mutating func update(to run: RunReport, isWhole: Bool) throws(OutputFiles.Failure) {
    for session in run.sessions {
      let path = "\(folder)/\(FactsFile.name(for: session))"
      let text = FactsFile.text(of: session)
      let old = OutputFiles.text(at: path)
      guard old != text else { continue }
      try OutputFiles.write(text, to: path)
      if old != nil { changed.append(session.id) }
    }
    let ids = Set(run.sessions.map(\.id))
    let others = OutputFiles.factNames(in: folder).filter { !ids.contains($0) }
    if isWhole { stale = others.map { "\(folder)/\($0).json" } }
    guard isWhole || others.isEmpty else { return }
    try OutputFiles.write(IndexPage.text(of: run), to: "\(folder)/README.md")
  }

  /// Says what changed and what is stale.
  func complain() {
    if !changed.isEmpty {
      Terminal.complain(
        "facts changed: \(changed.joined(separator: ", "))\n"
          + "help: the new facts are written; read the difference and commit them if it is meant")
    }
    for path in stale {
      Terminal.complain("error: \(path) holds facts of no scenario\nhelp: delete \(path)")
    }
  }
}
