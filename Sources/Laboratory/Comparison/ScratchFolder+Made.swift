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
}
