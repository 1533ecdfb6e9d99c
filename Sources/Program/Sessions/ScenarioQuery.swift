public import Callouts
public import Clustering
internal import Formatting
package import ScenarioFiles
public import Scenarios

/// The scenarios of a run, and where the files that they name are looked for.
public struct ScenarioQuery: Sendable {
  /// Scenario files, or folders that are searched for them.
  public var paths: [String]
  /// A text that ids or titles contain, or a whole id, which means it alone; nil for all.
  public var filter: String?
  /// Tags of which each scenario has at least one; empty for all.
  public var tags: [String] = []
  /// The folder in which files of points are looked for first.
  public var data: String?
  /// The folder in which device profiles are looked for first.
  public var devices: String?
  /// Whether sessions may play for minutes and take gigabytes.
  public var liftsLimits = false
  /// The engines that scenarios can name; add your own.
  public var engines = EngineCatalog.standard
  /// The adjusters that scenarios can name; add your own.
  public var adjusters = AdjusterCatalog.standard

  /// Where files are read from.
  package var files: any FileReader = DiskFiles()

  /// All scenarios of files and folders.
  public init(paths: [String] = ["Scenarios"]) { self.paths = paths }

  /// The scenarios that were asked for.
  public struct Selection: Sendable {
    /// The scenarios, sorted by their files; variants in the order of theirs.
    public var scenarios: [Scenario]
    /// The folders, below the scenarios folder, of which nothing was left out.
    public var searched: [String]
    /// The diagnostics of files that were left out, a line each.
    public var notes: [String]
  }

  /// Reads the scenarios that were asked for.
  ///
  /// A diagnostic of a file that `filter` or `tags` leave out is only a note.
  ///
  /// - Throws: A ``SessionsError`` with all that is wrong.
  public func read() throws(SessionsError) -> Selection {
    let found = try ScenarioFinder.findings(at: paths)
    guard !found.files.isEmpty || !found.unreadable.isEmpty else {
      throw SessionsError(
        .missingInput,
        "no scenario (*.yaml) in \(paths.joined(separator: ", "))",
        help: "folders named Devices, Data and Parts, defaults.yaml, and names that begin with "
          + "a dot are left out")
    }
    var selection = try read(found, reader())
    let count = selection.scenarios.count
    selection.scenarios.removeAll { !isChosen($0) }
    // The id of one session, as reproduction commands name it, means no other that begins with it.
    let exact = selection.scenarios.filter { $0.id == filter }
    if !exact.isEmpty { selection.scenarios = exact }
    guard !selection.scenarios.isEmpty else {
      throw SessionsError(
        .missingInput, "none of \(count) scenarios fits --filter and --tag",
        help: "mapreplay list shows ids, titles and tags", notes: selection.notes)
    }
    if isChoosing { selection.searched = [] }
    return selection
  }

  /// The device profiles that scenarios of the paths can name, each once, with the built-in
  /// profiles; and the mistakes of unreadable profiles.
  public func deviceProfiles() throws(SessionsError) -> (
    profiles: [DeviceProfile], faults: DiagnosticReport
  ) {
    let reader = try reader()
    var profiles: [DeviceProfile] = []
    var faults = DiagnosticReport()
    for path in paths {
      let folder = FilePath.isFolder(path) == false ? FilePath.folder(of: path) : path
      for device in reader.devices(for: folder) {
        faults.fileCount += 1
        switch device {
        case .success(let profile): if !profiles.contains(profile) { profiles.append(profile) }
        case .failure(let found):
          faults.diagnostics += found.all
          faults.faultyFileCount += 1
        }
      }
    }
    return (profiles, faults)
  }

  /// A reader that searches the named folders first, which have to exist.
  func reader() throws(SessionsError) -> ScenarioReader {
    for (name, folder) in [("--data", data), ("--devices", devices)] {
      guard let folder, FilePath.isFolder(folder) != true else { continue }
      throw SessionsError(
        .missingInput, "there is no folder '\(folder)'", help: "\(name) names a folder")
    }
    var reader = ScenarioReader(
      files: files, folders: LookupFolders(data: data, devices: devices),
      schema: ScenarioSchema(engines: engines, adjusters: adjusters))
    reader.liftsLimits = liftsLimits
    return reader
  }

  /// Whether there is something at each path.
  public var arePresent: Bool { paths.allSatisfy { FilePath.isFolder($0) != nil } }

  private var isChoosing: Bool { filter != nil || !tags.isEmpty }

  private func isChosen(_ scenario: Scenario) -> Bool {
    isChosen(id: scenario.id, title: scenario.name, tags: scenario.tags)
  }

  private func isChosen(id: String, title: String, tags: [String]) -> Bool {
    if let filter {
      let text = filter.lowercased()
      guard id.lowercased().contains(text) || title.lowercased().contains(text) else {
        return false
      }
    }
    return self.tags.isEmpty || self.tags.contains { tags.contains($0) }
  }

  private func read(
    _ found: ScenarioFinder.Findings, _ reader: ScenarioReader
  ) throws(SessionsError) -> Selection {
    var scenarios: [Scenario] = []
    var report = DiagnosticReport()
    report.diagnostics = found.unreadable.map(Diagnostic.unreadableFolder)
    report.fileCount = found.files.count + found.unreadable.count
    // A file that several scenarios name is complained of once.
    var known: Set<Diagnostic> = []
    var faultyFiles = Set(found.unreadable)
    var leftOut: [String] = []
    for file in found.files {
      let id = Scenario.id(ofFile: file.target ?? file.path, in: file.folder)
      var diagnostics = SessionID.isValid(id) ? [] : [Diagnostic.badFileName(id, file: file.path)]
      switch reader.read(path: file.path) {
      case .success(var variants):
        for index in variants.indices {
          (variants[index].folder, variants[index].target) = (file.folder, file.target)
        }
        if diagnostics.isEmpty { scenarios += variants }
      case .failure(let found): diagnostics += found.all
      }
      guard !diagnostics.isEmpty else { continue }
      let heading = reader.heading(path: file.path)
      // The variants of a faulty file are unknown.
      if isChosen(id: id, title: heading.title, tags: heading.tags)
        || filter?.hasPrefix(id + ".") == true
      {
        report.diagnostics += diagnostics.filter { known.insert($0).inserted }
        faultyFiles.insert(file.path)
      } else {
        leftOut.append(file.path)
      }
    }
    let twins = ScenarioQuery.twins(among: scenarios.filter { isChosen($0) })
    report.diagnostics += twins
    report.faultyFileCount = faultyFiles.union(twins.map(\.file)).count
    guard report.diagnostics.isEmpty else { throw SessionsError(report) }
    let files = leftOut.count == 1 ? "a faulty file" : "\(leftOut.count) faulty files"
    let names = leftOut.map(Escape.line).joined(separator: ", ")
    let note = "note: \(files) left out by --filter and --tag: \(names)"
    // Variants stay in the order of their file.
    let sorted = scenarios.enumerated().sorted {
      ($0.element.fileID, $0.offset) < ($1.element.fileID, $1.offset)
    }.map(\.element)
    return Selection(
      scenarios: sorted, searched: found.searched, notes: leftOut.isEmpty ? [] : [note])
  }

  /// Two files of one id would write the same facts.
  private static func twins(among scenarios: [Scenario]) -> [Diagnostic] {
    var files: [String: String] = [:]
    var twins: Set<String> = []
    var diagnostics: [Diagnostic] = []
    for scenario in scenarios {
      // A file with variants is complained of once.
      if let other = files[scenario.id], twins.insert(scenario.file).inserted {
        diagnostics.append(.sameID(scenario.id, file: scenario.file, other: other))
      }
      files[scenario.id] = scenario.file
    }
    return diagnostics
  }
}
