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

  /// Opens a file to be read piece by piece.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest number of bytes that are read.
  /// - Returns: The pieces; nil for a path of which only ``content(at:limit:)`` says why it cannot
  ///   be read.
  func pieces(at path: String, limit: Int) -> FilePieces?

  /// The names of what a folder holds, sorted; empty when there is no such folder.
  func names(in folder: String) -> [String]
}

extension FileReader {
  /// Opens nothing: the reader gives files whole.
  public func pieces(at path: String, limit: Int) -> FilePieces? { nil }
}

/// A file that is read piece by piece.
public struct FilePieces {
  /// The number of bytes that the file had when it was opened.
  public let size: Int
  /// Returns some of the next bytes, at most the asked number; none at the end, and nil when they
  /// cannot be read.
  private let some: (_ count: Int) -> [UInt8]?

  /// Makes the pieces of a file.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of the file.
  ///   - some: Returns some of the next bytes, at most the asked number; none at the end, and nil
  ///     when they cannot be read.
  public init(size: Int, some: @escaping (_ count: Int) -> [UInt8]?) {
    (self.size, self.some) = (size, some)
  }

  /// The next bytes, of the asked number; fewer at the end, nil when they cannot be read.
  func next(_ count: Int) -> [UInt8]? {
    guard var bytes = some(count) else { return nil }
    while bytes.count < count, !bytes.isEmpty {
      guard let more = some(count - bytes.count) else { return nil }
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}

extension FilePieces {
  /// Makes the pieces of some bytes.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init(size: bytes.count) { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}

/// The files of this machine.
public struct DiskFiles: FileReader {
  /// Makes a reader of the disk.
  public init() {}

  /// The bytes of a regular file, whose size is looked at before it is read.
  ///
  /// Pipes and devices are no files here: they could keep a reader waiting without end.
  public func content(at path: String, limit: Int) -> FileContent {
    do throws(OtherContent) {
      let file = try DiskFiles.file(at: path, limit: limit)
      guard let bytes = DiskFiles.bytes(at: file.path, count: file.size) else {
        return .unreadable
      }
      // It may have grown meanwhile.
      return bytes.count <= limit ? .bytes(bytes) : .tooLarge
    } catch { return error.content }
  }

  /// Opens a regular file, whose size is looked at before; nil for anything else.
  public func pieces(at path: String, limit: Int) -> FilePieces? {
    guard let file = try? DiskFiles.file(at: path, limit: limit),
      let stream = InputStream(fileAtPath: file.path)
    else { return nil }
    stream.open()
    var left = limit
    return FilePieces(size: file.size) { count in
      var isRead = true
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        guard let start = buffer.baseAddress else { return }
        let read = unsafe stream.read(start, maxLength: count)
        isRead = read >= 0
        filled = max(read, 0)
      }
      // It may have grown meanwhile.
      left -= bytes.count
      return isRead && left >= 0 ? bytes : nil
    }
  }

  /// The content in place of a file that can be read.
  private struct OtherContent: Error { var content: FileContent }

  /// The path of a regular file, without links, and its size, which is within a limit of bytes.
  private static func file(
    at path: String, limit: Int
  ) throws(OtherContent) -> (path: String, size: Int) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    guard let attributes, let type = attributes[.type] as? FileAttributeType else {
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
      throw OtherContent(content: isLink ? DiskFiles.deadLink : .missing)
    }
    let other: FileContent? =
      switch type {
      case .typeRegular: nil
      case .typeSymbolicLink: DiskFiles.deadLink
      case .typeDirectory: .notAFile("a folder")
      case .typeSocket: .notAFile("a socket")
      case .typeCharacterSpecial, .typeBlockSpecial: .notAFile("a device")
      default: .notAFile("a pipe")
      }
    if let other { throw OtherContent(content: other) }
    guard let size = attributes[.size] as? NSNumber, size.int64Value <= Int64(limit) else {
      throw OtherContent(content: .tooLarge)
    }
    return (target, Int(size.int64Value))
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

  /// The names of the entries of a folder, sorted by their scalars.
  public func names(in folder: String) -> [String] {
    let path = folder.isEmpty ? "." : folder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
