internal import ScenarioFiles
internal import Scenarios

extension ScenarioQuery {
  /// Reads a scenario and plays it once, for its outline with times.
  ///
  /// - Parameter name: The path of its file, its id, or that of one of its variants.
  /// - Returns: Its outline, with the times of the variant that is named, else of the first.
  /// - Throws: A ``SessionsError`` with all mistakes of the scenario, or for a name of no file.
  public func outline(of name: String) throws(SessionsError) -> ScenarioOutline {
    var query = self
    let path = ScenarioQuery.path(ofScenario: name) ?? name
    query.paths = [path]
    let scenarios = try query.read().scenarios
    return ScenarioOutline(scenarios, id: name, setup: try query.reader().setup(path: path))
  }

  /// The file of a scenario that is named by its path, its id or the id of one of its variants; nil
  /// when there is none.
  public static func path(ofScenario name: String) -> String? {
    if FilePath.isFolder(name) == false { return name }
    // The variant is what follows the last dot.
    let file = name.lastIndex(of: ".").map { String(name[..<$0]) }
    return [name, file].compactMap(\.self).lazy
      .flatMap { id in ["Scenarios/\(id)", id] }
      .flatMap { id in ["yaml", "yml"].map { "\(id).\($0)" } }
      .first { FilePath.isFolder($0) == false }
  }
}
