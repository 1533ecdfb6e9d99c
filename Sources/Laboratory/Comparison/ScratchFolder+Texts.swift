internal import Formatting
internal import Foundation
internal import Measuring

extension ScratchFolder {
  /// A new folder.
  static func made() throws(ComparisonError) -> ScratchFolder {
    guard let folder = ScratchFolder() else {
      throw ComparisonError(
        .cannotWrite, "no folder can be made in \(FileManager.default.temporaryDirectory.path)",
        help: "make room there, or set TMPDIR to a folder that exists")
    }
    return folder
  }

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
