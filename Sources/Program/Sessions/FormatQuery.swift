internal import Authoring
internal import Foundation
internal import ScenarioFiles

/// Brings files into their canonical layout.
public struct FormatQuery: Sendable {
  /// Files, or folders whose YAML files are all formatted.
  public var paths: [String]

  /// All files of some paths.
  public init(paths: [String] = ["Scenarios"]) { self.paths = paths }

  /// The result for the files.
  public struct Outcome: Sendable {
    /// The number of files that were read.
    public internal(set) var fileCount = 0
    /// The files whose layout was not canonical, in their order.
    public internal(set) var changed: [String] = []
    /// The diagnostics of the files that cannot be read.
    public internal(set) var diagnostics = DiagnosticReport()
    /// The files whose meaning the layout would change: a mistake of this program.
    public internal(set) var contradictions: [String] = []
  }

  /// Formats the files, each whole or not at all; with `isCheck` none is written.
  ///
  /// - Throws: A ``SessionsError`` for a path that names nothing, or a file that cannot be written.
  public func run(isCheck: Bool) throws(SessionsError) -> Outcome {
    let found = try ScenarioFinder.findings(at: paths, ofAllKinds: true)
    let formatter = FileFormatter()
    var outcome = Outcome()
    outcome.diagnostics.diagnostics = found.unreadable.map(Diagnostic.unreadableFolder)
    outcome.diagnostics.faultyFileCount = found.unreadable.count
    outcome.fileCount = found.files.count
    outcome.diagnostics.fileCount = found.files.count + found.unreadable.count
    for file in found.files {
      let content = DiskFiles().content(at: file.path, limit: FileFormatter.largestFile)
      switch formatter.formatted(file: file.path, content) {
      case .success(let text):
        guard content != .bytes(Array(text.utf8)) else { continue }
        // The file behind a link is written, not the link.
        if !isCheck { try OutputFiles.write(text, to: file.target ?? file.path) }
        outcome.changed.append(file.path)
      case .failure(.diagnostics(let diagnostics)):
        outcome.diagnostics.diagnostics += diagnostics.all
        outcome.diagnostics.faultyFileCount += 1
      case .failure(.contradiction): outcome.contradictions.append(file.path)
      }
    }
    return outcome
  }
}
