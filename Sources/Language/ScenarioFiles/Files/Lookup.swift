import Scenarios

/// Folders in which files are looked for before those around a scenario.
public struct LookupFolders: Hashable, Sendable {
  /// Where files of points are; nil for none.
  public var data: String?
  /// Where device profiles are; nil for none.
  public var devices: String?

  /// Makes a pair of folders.
  public init(data: String? = nil, devices: String? = nil) {
    self.data = data
    self.devices = devices
  }
}

/// Finds the files that a scenario names: in the folders of the command line, beside the scenario,
/// then in the folders above it.
struct Lookup {
  static let levels = 4

  let files: any FileReader
  let first: LookupFolders
  /// The folder of the scenario and those above it, the nearest first.
  let folders: [String]

  init(scenario path: String, files: any FileReader, first: LookupFolders = LookupFolders()) {
    self.files = files
    self.first = first
    var folders = [Lookup.folder(of: path)]
    while folders.count <= Lookup.levels, let parent = Lookup.parent(of: folders[folders.count - 1])
    {
      folders.append(parent)
    }
    self.folders = folders
  }

  /// The places in which a file of points is looked for, in their order.
  ///
  /// The folder of the command line may be the one that scenarios call `Data`.
  func places(ofData path: String) -> [String] {
    let parts = path.split(separator: "/", maxSplits: 1)
    let inside = parts.count == 2 && parts[0] == "Data" ? [String(parts[1])] : []
    return (first.data.map { folder in ([path] + inside).map { Lookup.join(folder, $0) } } ?? [])
      + folders.map { Lookup.join($0, path) }
  }

  /// The places in which a device profile is looked for before the built-in ones.
  func places(ofDevice name: String) -> [String] {
    (first.devices.map { [Lookup.join($0, "\(name).yaml")] } ?? [])
      + folders.map { Lookup.join($0, "Devices/\(name).yaml") }
  }

  /// The first of some places that holds a file, with what is there.
  func find(_ places: [String], limit: Int) -> (path: String, content: FileContent)? {
    for place in places {
      let content = files.content(at: place, limit: limit)
      if content != .missing { return (place, content) }
    }
    return nil
  }

  /// Files of points that may have been meant by a path at which there is none, as scenarios write
  /// them, the likeliest first.
  func similar(toData path: String) -> [String] {
    let parts = path.split(separator: "/").map(String.init)
    var found: [String] = []
    func look(for parts: [String], below root: String, as prefix: String = "") {
      let likely = similar(to: parts, below: root).map { prefix + $0 }
      found += likely.filter { !found.contains($0) }
    }
    if let folder = first.data {
      look(for: parts, below: folder)
      if parts.first == "Data" { look(for: Array(parts.dropFirst()), below: folder, as: "Data/") }
    }
    for root in folders { look(for: parts, below: root) }
    // An author may have forgotten the folder that files of points are mostly in.
    for root in folders where found.isEmpty { look(for: ["Data"] + parts, below: root) }
    return Array(found.prefix(3))
  }

  private func similar(to parts: [String], below root: String) -> [String] {
    var paths = [""]
    for part in parts {
      paths = paths.flatMap { path in
        let names = files.names(in: path.isEmpty ? root : Lookup.join(root, path))
        let likely =
          names.contains(part) ? [part] : Spelling.suggestions(for: part, among: names)
        return likely.map { Lookup.join(path, $0) }
      }
    }
    return paths.filter { path in
      switch files.content(at: Lookup.join(root, path), limit: 0) {
      case .bytes, .tooLarge: true
      case .missing, .notAFile, .unreadable: false
      }
    }
  }

  /// The paths of the YAML files beside one that is not there, in the same words, sorted.
  func neighbors(of path: String) -> [String] {
    let folder = Lookup.folder(of: path)
    let names = folders.flatMap { files.names(in: Lookup.join($0, folder)) }
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { Lookup.join(folder, $0) }
  }

  /// The names of all device profiles that can be reached, sorted.
  var devices: [String] {
    let places = (first.devices.map { [$0] } ?? []) + folders.map { Lookup.join($0, "Devices") }
    let found = places.flatMap { files.names(in: $0) }.filter { $0.hasSuffix(".yaml") }
    return Set(found.map { String($0.dropLast(5)) } + BuiltInDevices.names).sorted()
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
    if folder.isEmpty || folder == "." { return ".." }
    if folder.split(separator: "/").last == ".." { return folder + "/.." }
    return self.folder(of: folder)
  }
}
