internal import Formatting
internal import Foundation
internal import MapGeometry
public import Scenarios

/// Scenarios as a tree of their folders, a line for each file.
public struct ScenarioTree {
  /// A file with all its sessions.
  private struct File {
    var folder: String
    var name: String
    var sessions: [Scenario]
    /// The longest session by the committed facts; nil without any.
    var length: SimulatedTime?

    var first: Scenario { sessions[0] }
  }

  private var files: [File] = []
  private let factsFolder: String

  /// A tree of sessions, those of one file one after the other, with the lengths that the facts in
  /// a folder know.
  public init(_ scenarios: [Scenario], facts folder: String = CommittedFacts.standardFolder) {
    factsFolder = folder
    for scenario in scenarios {
      if files.last?.first.fileID == scenario.fileID {
        files[files.count - 1].sessions.append(scenario)
      } else {
        let id = scenario.fileID
        let parent = id.contains("/") ? FilePath.folder(of: id) : ""
        let name = String(id.dropFirst(parent.isEmpty ? 0 : parent.count + 1))
        files.append(File(folder: parent, name: name, sessions: [scenario]))
      }
    }
    // The files of a folder go before the folders in it.
    files.sort { one, other in
      let (left, right) = (one.folder.split(separator: "/"), other.folder.split(separator: "/"))
      return left == right ? one.name < other.name : left.lexicographicallyPrecedes(right)
    }
    for index in files.indices {
      files[index].length =
        files[index].sessions.compactMap { CommittedFacts.length(ofSession: $0.id, in: folder) }
        .max()
    }
  }

  /// A line for each folder and each file, which is cut at the end of a line of the terminal unless
  /// all is asked for.
  public func lines(isWhole: Bool) -> [String] {
    lines.map { isWhole ? $0 : TextLayout.fitted($0, to: TextLayout.width) }
  }

  private var lines: [String] {
    var all: [String] = []
    var path: [Substring] = []
    var first = 0
    while first < files.count {
      let folder = files[first].folder
      let end = files[first...].firstIndex { $0.folder != folder } ?? files.count
      let parts = folder.split(separator: "/")
      let shared = zip(path, parts).prefix { $0 == $1 }.count
      for depth in shared..<max(shared, parts.count) {
        all.append(indent(depth) + Escape.line(String(parts[depth])) + "/")
      }
      path = parts
      all += lines(of: files[first..<end], depth: parts.count)
      first = end
    }
    return all
  }

  /// How many scenarios have each tag, the most frequent first, a line each.
  public var tags: [String] {
    var counts: [String: Int] = [:]
    for file in files {
      for tag in Set(file.first.tags) { counts[tag, default: 0] += 1 }
    }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let rows = sorted.map { [Escape.line($0.key), plural($0.value, "scenario")] }
    return TextLayout.columns(rows)
  }

  private func lines(of files: ArraySlice<File>, depth: Int) -> [String] {
    let rows = files.map { file in
      let variants = file.sessions.count > 1 ? ", \(plural(file.sessions.count, "variant"))" : ""
      let canary = file.first.mustFailNames.isEmpty ? "" : "canary: "
      let words = file.first.tags.joined(separator: ", ")
      let tags = words.isEmpty ? "" : "  [\(Escape.line(words))]"
      return [
        Escape.line(file.name), plural(file.first.stepCount, "step"),
        file.length.map { MetricText.short($0) } ?? "",
        canary + Escape.line(file.first.name) + variants, file.first.device.name + tags,
      ]
    }
    // Steps and lengths are numbers.
    return TextLayout.columns(rows, right: [1, 2]).map { indent(depth) + $0 }
  }

  /// The number of scenarios, sessions and canaries.
  public var total: String {
    let sessions = files.reduce(0) { $0 + $1.sessions.count }
    let canaries = files.count { !$0.first.mustFailNames.isEmpty }
    let known = files.filter { $0.length != nil }.count
    return "\(plural(files.count, "scenario")), \(plural(sessions, "session"))"
      + (canaries > 0 ? ", \(plural(canaries, "canary", "canaries"))" : "")
      + (known > 0
        ? "; durations are simulated time from the facts in \(Escape.line(factsFolder))" : "")
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  private func plural(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : nouns ?? noun + "s")"
  }
}

extension CommittedFacts {
  /// The simulated time of a session by its committed facts; nil without them.
  ///
  /// Only that number is looked for, since hundreds of files are read at once.
  static func length(ofSession id: String, in folder: String) -> SimulatedTime? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(id).json"),
      let session = data.range(of: Data("\n  \"session\": {".utf8)),
      let key = data.range(
        of: Data("\n    \"simulated time ns\": ".utf8), in: session.upperBound..<data.endIndex)
    else { return nil }
    let digits = data[key.upperBound...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return Int64(String(decoding: digits, as: UTF8.self)).map { SimulatedTime(nanoseconds: $0) }
  }
}
