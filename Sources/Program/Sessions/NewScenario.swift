public import Authoring
internal import Formatting
internal import Foundation
internal import Glibc

/// A scenario that is written by a template.
public struct NewScenario: Sendable {
  /// The file, which must not be there yet.
  public let path: String
  /// The path from the file to the schema, and whether the schema is there.
  public let schema: (path: String, isThere: Bool)

  /// A new file; the schema is looked for in its folder and those above it, then in those of the
  /// working folder, and beside each in `Scenarios`.
  public init(path: String) {
    self.path = path
    let folder = FilePath.canonical(FilePath.folder(of: path))
    let found = [folder, FilePath.canonical(".")].lazy.compactMap(NewScenario.schema).first
    schema = (
      found.map { FilePath.relative($0, from: folder) } ?? ScenarioTemplate.schemaName,
      found != nil
    )
  }

  /// The schema that is nearest to a folder.
  private static func schema(near folder: String) -> String? {
    var folder = folder
    while true {
      for name in [ScenarioTemplate.schemaName, "Scenarios/" + ScenarioTemplate.schemaName] {
        let path = FilePath.join(folder, name)
        if FilePath.isFolder(path) == false { return FilePath.canonical(path) }
      }
      guard folder != "/" else { return nil }
      folder = FilePath.folder(of: folder)
    }
  }

  /// Writes the file, whole or not at all, and over no other one.
  public func write(_ template: ScenarioTemplate, title: String? = nil) throws(SessionsError) {
    let text = template.file(title: title, schemaPath: schema.path)
    guard FilePath.isFolder(path) == nil, !FilePath.isLink(path) else {
      throw SessionsError(
        .cannotWrite, "'\(path)' is there already", help: "name a file that is not there")
    }
    try OutputFiles.write(text, to: path, replacing: false)
  }
}
