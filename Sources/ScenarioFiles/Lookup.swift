/// Finds the files that a scenario names: beside it, then in the folders above it.
struct Lookup {
  /// How many folders above the scenario's are searched.
  static let levels = 4

  let files: any FileReader
  /// The folder of the scenario and those above it, the nearest first.
  let folders: [String]

  init(scenario path: String, files: any FileReader) {
    self.files = files
    var folders = [Lookup.folder(of: path)]
    while folders.count <= Lookup.levels, let parent = Lookup.parent(of: folders[folders.count - 1])
    {
      folders.append(parent)
    }
    self.folders = folders
  }

  /// The places in which a path is looked for, in their order.
  func places(of path: String) -> [String] {
    folders.map { Lookup.join($0, path) }
  }

  /// The first of the places that holds a file, with what is there.
  func find(_ path: String, limit: Int) -> (path: String, content: FileContent)? {
    for place in places(of: path) {
      let content = files.content(at: place, limit: limit)
      if content != .missing { return (place, content) }
    }
    return nil
  }

  /// The names of all device profiles that can be reached, sorted.
  var devices: [String] {
    var names: [String] = []
    for folder in folders {
      for name in files.names(in: Lookup.join(folder, "Devices")) where name.hasSuffix(".yaml") {
        names.append(String(name.dropLast(5)))
      }
    }
    names.sort()
    var unique: [String] = []
    for name in names where unique.last != name { unique.append(name) }
    return unique
  }

  /// Whether a path is relative, stays below its folder and so works everywhere.
  static func isPortable(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !path.contains("\\") && !path.contains("\0")
      && parts.allSatisfy { !$0.isEmpty && $0 != ".." }
  }

  static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func parent(of folder: String) -> String? {
    if folder == "/" { return nil }
    let last = folder.split(separator: "/").last
    if folder.isEmpty { return ".." }
    if folder == "." { return ".." }
    if last == ".." { return folder + "/.." }
    return self.folder(of: folder)
  }
}
