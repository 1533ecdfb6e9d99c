internal import Foundation

/// The content at a path.
public enum FileContent: Hashable, Sendable {
  /// Nothing is there.
  case missing
  /// Something else than a regular file, such as `a folder` or `a pipe`.
  case notAFile(String)
  /// A file that may not be read.
  case unreadable
  /// A file with more bytes than were asked for; none of them was read.
  case tooLarge
  /// The bytes of a file.
  case bytes([UInt8])
}

/// Where the reader gets files from; tests give it a table instead of a disk.
public protocol FileReader: Sendable {
  /// The bytes of a file of at most so many bytes; a larger one must not fill the memory.
  func content(at path: String, limit: Int) -> FileContent

  /// The names of what a folder holds, sorted; empty when there is no such folder.
  func names(in folder: String) -> [String]
}

/// The files of this machine.
public struct DiskFiles: FileReader {
  /// Makes a reader of the disk.
  public init() {}

  /// The bytes of a regular file, whose size is looked at before it is read.
  ///
  /// Pipes and devices are no files here: they could keep a reader waiting without end.
  public func content(at path: String, limit: Int) -> FileContent {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    guard let attributes, let type = attributes[.type] as? FileAttributeType else {
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
      return isLink ? DiskFiles.deadLink : .missing
    }
    switch type {
    case .typeRegular: break
    case .typeSymbolicLink: return DiskFiles.deadLink
    case .typeDirectory: return .notAFile("a folder")
    case .typeSocket: return .notAFile("a socket")
    case .typeCharacterSpecial, .typeBlockSpecial: return .notAFile("a device")
    default: return .notAFile("a pipe")
    }
    guard let size = attributes[.size] as? NSNumber, size.int64Value <= Int64(limit) else {
      return .tooLarge
    }
    guard let bytes = DiskFiles.bytes(at: target, count: Int(size.int64Value)) else {
      return .unreadable
    }
    // It may have grown meanwhile.
    return bytes.count <= limit ? .bytes(bytes) : .tooLarge
  }

  /// The bytes of a file of so many bytes, read into one buffer; nil when it may not be read.
  ///
  /// One byte more tells that the file has grown, and then it is read again by other means.
  private static func bytes(at path: String, count: Int) -> [UInt8]? {
    guard let stream = InputStream(fileAtPath: path) else { return nil }
    stream.open()
    defer { stream.close() }
    var isRead = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
      while filled <= count, isRead, let start = buffer.baseAddress {
        let read = unsafe stream.read(start + filled, maxLength: count + 1 - filled)
        if read < 0 { isRead = false }
        guard read > 0 else { return }
        filled += read
      }
    }
    guard isRead else { return nil }
    return bytes.count <= count
      ? bytes : FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  private static let deadLink = FileContent.notAFile("a link that leads nowhere")

  /// The names of what a folder holds, sorted by their scalars.
  public func names(in folder: String) -> [String] {
    let path = folder.isEmpty ? "." : folder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
