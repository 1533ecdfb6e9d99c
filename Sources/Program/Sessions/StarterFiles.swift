public import Authoring
internal import Formatting

/// The files with which a repository of scenarios begins.
public struct StarterFiles: Sendable {
  private let folder: String
  private let files: [(path: String, text: String)]

  /// The files of a repository.
  ///
  /// - Parameters:
  ///   - folder: The folder of the repository.
  ///   - pipeline: The build server; nil for none.
  public init(folder: String, pipeline: PipelineTemplate?) {
    self.folder = folder
    let schema = ScenarioTemplate.schemaName
    files =
      [
        ("Scenarios/first.yaml", ScenarioTemplate.all[0].file(schemaPath: schema)),
        ("Scenarios/\(schema)", JSONSchema().scenarios),
        ("Scenarios/\(ScenarioTemplate.tolerancesSchemaName)", JSONSchema().tolerances),
        ("Reports/.gitignore", "/latest/\n/explored/\n/history.sqlite*\n"),
        (".vscode/settings.json", StarterFiles.settings),
      ] + (pipeline.map { [($0.path, $0.text)] } ?? [])
  }

  /// The setting of editors by which a file without a first line for them has the schema.
  private static let settings = """
    {
      "yaml.schemas": {
        "Scenarios/\(ScenarioTemplate.schemaName)": [
          "Scenarios/**/*.yaml",
          "!Scenarios/**/defaults.yaml",
          "!Scenarios/**/Devices/*.yaml",
          "!Scenarios/**/Parts/*.yaml"
        ],
        "Scenarios/\(ScenarioTemplate.tolerancesSchemaName)": ["Reports/tolerances.yaml"]
      }
    }

    """

  /// Writes the files that are missing, all or none, and replaces no file.
  ///
  /// - Returns: The paths that were written, and those that were there.
  /// - Throws: A ``SessionsError`` where a file is in the place of a folder, or a folder in that of
  ///   a file, or nothing can be written.
  public func write() throws(SessionsError) -> (written: [String], kept: [String]) {
    for file in files { try requirePlace(for: file.path) }
    let missing = files.filter { file in
      let path = place(of: file.path)
      return FilePath.isFolder(path) == nil && !FilePath.isLink(path)
    }
    let written = missing.map(\.path)
    if !missing.isEmpty {
      try OutputFiles.write(missing.map { (name: $0.path, text: $0.text) }, to: folder)
    }
    return (written, files.map(\.path).filter { !written.contains($0) })
  }

  private func place(of path: String) -> String {
    folder == "." ? path : FilePath.join(folder, path)
  }

  private func requirePlace(for path: String) throws(SessionsError) {
    let path = place(of: path)
    var parent = FilePath.folder(of: path)
    while FilePath.isFolder(parent) == nil, parent != "." { parent = FilePath.folder(of: parent) }
    let isBlocked = FilePath.isFolder(parent) == false
    guard isBlocked || FilePath.isFolder(path) == true else { return }
    throw SessionsError(
      .cannotWrite,
      isBlocked
        ? "'\(parent)' is a file where a folder belongs"
        : "'\(path)' is a folder where a file belongs",
      help: "move it away, or name another folder: mapreplay init FOLDER")
  }
}
