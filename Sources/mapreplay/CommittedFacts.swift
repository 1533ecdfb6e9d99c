import Reporting

/// The folder of the committed facts, and how a run differs from it.
struct CommittedFacts {
  let folder: String
  /// The scenarios whose facts stand there with other numbers.
  private(set) var changed: [String] = []
  /// The scenarios whose facts are missing beside those of others.
  private(set) var added: [String] = []
  /// The files of no scenario.
  private(set) var stale: [String] = []
  private var writes: [(path: String, text: String)] = []

  init(folder: String) {
    self.folder = folder
  }

  /// What differs, in one sentence each; empty when what stands there is what the run found.
  var findings: [String] {
    var findings: [String] = []
    if !changed.isEmpty { findings.append("facts changed: \(changed.joined(separator: ", "))") }
    if !added.isEmpty {
      findings.append("facts were never committed: \(added.joined(separator: ", "))")
    }
    return findings + stale.map { "\($0) holds facts of no scenario" }
  }

  /// Holds what stands there against a run; writes nothing.
  ///
  /// - Parameters:
  ///   - run: What was found.
  ///   - isWhole: Whether the run replayed every scenario there is. Only then are facts of others
  ///     stale, and only then may the index leave them out.
  mutating func compare(with run: RunReport, isWhole: Bool) {
    let names = OutputFiles.factNames(in: folder)
    for session in run.sessions {
      let path = "\(folder)/\(FactsFile.name(for: session))"
      let text = FactsFile.text(of: session)
      let old = OutputFiles.text(at: path)
      guard old != text else { continue }
      writes.append((path: path, text: text))
      if old != nil {
        changed.append(session.id)
      } else if !names.isEmpty {
        added.append(session.id)
      }
    }
    let ids = Set(run.sessions.map(\.id))
    let others = names.filter { !ids.contains($0) }
    if isWhole { stale = others.map { "\(folder)/\($0).json" } }
    guard isWhole || others.isEmpty else { return }
    let index = "\(folder)/README.md"
    let text = IndexPage.text(of: run)
    if OutputFiles.text(at: index) != text { writes.append((path: index, text: text)) }
  }

  /// Writes what differs, the index last of all.
  ///
  /// - Throws: `OutputFiles.Failure` for the first file that cannot be written.
  func write() throws(OutputFiles.Failure) {
    for write in writes { try OutputFiles.write(write.text, to: write.path) }
  }

  /// Says what differs and what to do about it.
  func complain() {
    for finding in findings { Terminal.complain("error: \(finding)") }
    if !changed.isEmpty || !added.isEmpty {
      Terminal.complain(
        "help: the new facts are written; read the difference and commit them if it is meant")
    }
    for path in stale { Terminal.complain("help: delete \(path)") }
  }
}
