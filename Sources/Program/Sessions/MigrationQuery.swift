public import Authoring
internal import ScenarioFiles

/// Writes words of earlier versions in scenarios and tolerances by their names of today.
public struct MigrationQuery: Sendable {
  /// Scenario files, or folders whose YAML files are all migrated.
  public var paths: [String]
  /// The file of tolerances.
  public var tolerances: String

  /// Creates a query for some paths and the tolerances in a folder of facts.
  public init(paths: [String], facts: String) {
    self.paths = paths
    tolerances = FilePath.join(facts, CountRun.tolerancesName)
  }

  /// The files of one kind.
  public struct Part: Sendable {
    /// The number of files that were read.
    public internal(set) var fileCount = 0
    /// The number of files with diagnostics, and of folders that cannot be read.
    public internal(set) var faultCount = 0
    /// The files with words of earlier versions, in their order.
    public internal(set) var changed: [File] = []
  }

  /// A file with words of earlier versions.
  public struct File: Hashable, Sendable {
    /// The path.
    public let path: String
    /// The words that were renamed, in the order of the text.
    public let renamings: [FileMigration.Renaming]
  }

  /// The result for all files.
  public struct Outcome: Sendable {
    /// Scenarios, parts, defaults and device profiles.
    public internal(set) var scenarios = Part()
    /// The file of tolerances.
    public internal(set) var tolerances = Part()
    /// The files that cannot be read, and the places that a person has to decide.
    public internal(set) var diagnostics = DiagnosticReport()
  }

  /// Migrates the files, each whole or not at all.
  ///
  /// - Parameter isDry: Whether all files are left unchanged.
  /// - Returns: The files with words of earlier versions.
  /// - Throws: A ``SessionsError`` for a path that names nothing, or a file that cannot be written.
  public func run(isDry: Bool) throws(SessionsError) -> Outcome {
    let found = try ScenarioFinder.findings(at: paths, ofAllKinds: true)
    var outcome = Outcome()
    outcome.diagnostics.diagnostics = found.unreadable.map(Diagnostic.unreadableFolder)
    outcome.scenarios.faultCount = found.unreadable.count
    for file in found.files {
      // The file behind a link is written, not the link.
      try migrate(
        file.path, target: file.target, isDry: isDry, part: \.scenarios, of: &outcome)
    }
    if FilePath.isFolder(tolerances) == false {
      try migrate(
        tolerances, as: .tolerances, isDry: isDry, part: \.tolerances, of: &outcome)
    }
    outcome.diagnostics.faultyFileCount =
      outcome.scenarios.faultCount + outcome.tolerances.faultCount
    outcome.diagnostics.fileCount =
      found.unreadable.count + outcome.scenarios.fileCount + outcome.tolerances.fileCount
    return outcome
  }

  private func migrate(
    _ path: String, target: String? = nil, as kind: ObjectKind? = nil, isDry: Bool,
    part: WritableKeyPath<Outcome, Part>, of outcome: inout Outcome
  ) throws(SessionsError) {
    outcome[keyPath: part].fileCount += 1
    let content = DiskFiles().content(at: path, limit: FileFormatter.largestFile)
    let diagnostics: [Diagnostic]
    switch FileMigration().migrated(file: path, content, of: kind) {
    case .success(let migrated):
      diagnostics = migrated.diagnostics
      guard !migrated.renamings.isEmpty else { break }
      if !isDry { try OutputFiles.write([migrated.bytes[...]], to: target ?? path) }
      outcome[keyPath: part].changed.append(File(path: path, renamings: migrated.renamings))
    case .failure(let faults): diagnostics = faults.all
    }
    outcome.diagnostics.diagnostics += diagnostics
    outcome[keyPath: part].faultCount += diagnostics.isEmpty ? 0 : 1
  }
}
