internal import Foundation

/// Where the reader gets files from; tests give it a table instead of a disk.
public protocol FileReader: Sendable {
  /// The bytes of a file, or nil when there is none that can be read.
  func bytes(at path: String) -> [UInt8]?

  /// The names of what a folder holds, sorted; empty when there is no such folder.
  func names(in folder: String) -> [String]
}

/// The files of this machine.
public struct DiskFiles: FileReader {
  /// Makes a reader of the disk.
  public init() {}

  /// The bytes of a regular file, or nil when there is none that can be read.
  ///
  /// Pipes and devices are no files here: they could keep a reader waiting without end.
  public func bytes(at path: String) -> [UInt8]? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return FileManager.default.contents(atPath: target).map { [UInt8]($0) }
  }

  /// The names of what a folder holds, sorted by their scalars.
  public func names(in folder: String) -> [String] {
    let path = folder.isEmpty ? "." : folder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
