internal import Foundation

/// A folder for files that are needed only for a while; its owner removes it.
struct Scratch {
  let path: String

  init() throws(ComparisonError) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "mapreplay-compare-\(UUID().uuidString)")
    path = folder.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ComparisonError(
        .cannotWrite, "cannot make the folder \(path)", help: "make room, or set TMPDIR")
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The texts of the files below a folder whose names end in some way, by their paths from there.
  static func texts(below folder: String, ending suffix: String) -> [String: String] {
    var texts: [String: String] = [:]
    for name in FileManager.default.subpaths(atPath: folder) ?? [] where name.hasSuffix(suffix) {
      texts[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return texts
  }
}
