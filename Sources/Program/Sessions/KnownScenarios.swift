internal import ScenarioFiles
internal import Scenarios

/// Names of the scenarios below the scenarios folder, found without reading whole files.
package struct KnownScenarios {
  private let found: [ScenarioFinder.File]

  /// Looks for the files.
  package init() {
    found = (try? ScenarioFinder.findings(at: ["Scenarios"]))?.files ?? []
  }

  /// The ids of the files.
  package var ids: [String] {
    found.map { Scenario.id(ofFile: $0.target ?? $0.path, in: $0.folder) }
  }

  /// The tags of the files and of the defaults in their folders, sorted.
  package var tags: [String] {
    let defaults = Set(found.map { FilePath.folder(of: $0.path) })
      .map { FilePath.join($0, ScenarioReader.defaultsName) }
    let reader = ScenarioReader()
    return Set((found.map(\.path) + defaults).flatMap { reader.heading(path: $0).tags }).sorted()
  }

  /// The scenario files and the folders in the folder of a partly typed path.
  package static func files(at typed: String) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    return DiskFiles().names(in: folder).compactMap { name in
      guard !name.hasPrefix(".") else { return nil }
      if FilePath.isFolder(folder + name) == true { return folder + name + "/" }
      return [".yaml", ".yml"].contains(where: name.hasSuffix) ? folder + name : nil
    }
  }
}
