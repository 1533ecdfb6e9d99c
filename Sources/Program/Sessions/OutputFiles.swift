package import Formatting
internal import Foundation
internal import Glibc
internal import Instruments

/// Files that a run writes, each whole or not at all.
package enum OutputFiles {
  /// The prefix and the suffix of temporary files; the id of the process is between them.
  private static let temporary = (prefix: ".mapreplay-", suffix: ".tmp")

  /// Writes the files of a report into a folder.
  package static func write<Report: Sendable>(
    _ files: [ReportFile<Report>], of report: Report, to folder: String
  ) throws(SessionsError) {
    // Each is written while others are still made, and put in its place when all are.
    let parts = ConcurrentTasks.map(files.count) { index in
      Result { () throws(SessionsError) in
        try draft(
          files[index].parts(report), of: target(of: FilePath.join(folder, files[index].name)),
          number: "-\(index)")
      }
    }
    defer {
      for part in parts { if let path = try? part.get() { remove(path) } }
    }
    var drafts: [String] = []
    for part in parts { drafts.append(try part.get()) }
    try place(drafts, files.map(\.name), in: folder)
  }

  /// Moves drafts into place, none unless all can be.
  ///
  /// The first draft moves last: where the run file exists, the others do.
  private static func place(
    _ drafts: [String], _ names: [String], in folder: String
  ) throws(SessionsError) {
    let paths = names.map { target(of: FilePath.join(folder, $0)) }
    for path in paths where FilePath.isFolder(path) == true { throw cannotWrite(path, isTaken) }
    for (draft, path) in zip(drafts, paths).reversed() {
      guard unsafe rename(draft, path) == 0 else { throw cannotWrite(path, isTaken) }
    }
  }

  /// Returns the real place of a file: a link to it stays a link, also where the file is
  /// still missing.
  private static func target(of path: String) -> String {
    guard FilePath.isLink(path) else { return path }
    var target = path
    // Links that lead to each other lead nowhere.
    for _ in 0..<40 {
      guard let next = FilePath.destination(ofLink: target) else { break }
      target = next
    }
    return FilePath.canonical(target)
  }

  /// Moves a link to a file to another place, from which it leads to the same file.
  package static func moveLink(from old: String, to new: String) throws(SessionsError) {
    guard let words = FilePath.words(ofLink: old), let target = FilePath.destination(ofLink: old)
    else { return }
    let folder = FilePath.folder(of: new)
    try makeFolder(folder)
    let moved =
      words.hasPrefix("/")
      ? words
      : FilePath.relative(FilePath.canonical(target), from: FilePath.canonical(folder))
    guard unsafe symlink(moved, new) == 0 else { throw cannotWrite(new, isTaken) }
    guard remove(old) else { throw cannotWrite(old, "it cannot be deleted") }
  }

  static func cannotWrite(_ path: String, _ reason: String) -> SessionsError {
    SessionsError(.cannotWrite, "cannot write \(path): \(reason)")
  }

  /// Writes a file through a temporary one in the same folder, which is created when missing.
  package static func write(
    _ text: String, to path: String, replacing mayReplace: Bool = true
  ) throws(SessionsError) {
    try write([Array(text.utf8)[...]], to: path, replacing: mayReplace)
  }

  /// Writes a file from consecutive parts.
  package static func write(
    _ contents: [ArraySlice<UInt8>], to path: String, replacing mayReplace: Bool = true
  ) throws(SessionsError) {
    let path = mayReplace ? target(of: path) : path
    let part = try draft(contents, of: path)
    // A link is not made where anything is.
    let isMoved = unsafe mayReplace ? rename(part, path) == 0 : link(part, path) == 0
    if !isMoved || !mayReplace { remove(part) }
    guard isMoved else {
      throw cannotWrite(path, isTaken)
    }
  }

  /// Writes files into a folder, none unless all can be: each moves into place when the last
  /// one is complete.
  package static func write(
    _ files: [(name: String, text: String)], to folder: String
  ) throws(SessionsError) {
    try requireRoom(for: files.map(\.name), in: folder)
    try write(
      files.map { file in ReportFile(file.name, "", text: { file.text }) }, of: (), to: folder)
  }

  /// Creates a folder when it is missing, for files that may not come.
  package static func makeFolder(_ folder: String) throws(SessionsError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw cannotWrite(folder, noRoom)
    }
  }

  /// Writes a temporary file into the folder of another one, which is created when missing.
  private static func draft(
    _ contents: [ArraySlice<UInt8>], of path: String, number: String = ""
  ) throws(SessionsError) -> String {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let part = FilePath.join(folder, "\(temporary.prefix)\(getpid())\(number)\(temporary.suffix)")
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      guard FileManager.default.createFile(atPath: part, contents: nil) else {
        throw cannotWrite(path, noRoom)
      }
      let file = try FileHandle(forWritingTo: URL(filePath: part))
      // Run files are large, so that their bytes are written as they stand.
      for bytes in contents where !bytes.isEmpty {
        try unsafe bytes.withUnsafeBytes { bytes in
          guard let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress) else {
            return
          }
          try unsafe file.write(
            contentsOf: Data(bytesNoCopy: start, count: bytes.count, deallocator: .none))
        }
      }
      try file.close()
      return part
    } catch {
      remove(part)
      throw cannotWrite(path, noRoom)
    }
  }

  /// Checks that files can be written into a folder, which may not exist yet; creates
  /// nothing.
  package static func requireRoom(
    for names: [String], in folder: String
  ) throws(SessionsError) {
    // What is missing is made in the last folder that is there.
    var existing = FilePath.canonical(folder)
    while FilePath.isFolder(existing) == nil, existing != "/" {
      existing = FilePath.folder(of: existing)
    }
    let hasRoom = unsafe FilePath.isFolder(existing) == true && access(existing, W_OK | X_OK) == 0
    guard hasRoom else { throw cannotWrite(folder, noRoom) }
    for path in names.map({ FilePath.join(folder, $0) }) where FilePath.isFolder(path) == true {
      throw cannotWrite(path, isTaken)
    }
  }

  // Foundation's own words say less than these.
  private static let noRoom = "its folder cannot be made or written to, or the disk is full"
  private static let isTaken = "something else is there that cannot be replaced"

  /// Removes a file; returns whether it is gone afterwards.
  @discardableResult package static func remove(_ path: String) -> Bool {
    unsafe unlink(path) == 0 || FilePath.isFolder(path) == nil
  }

  /// Removes the temporary files of runs that were killed, in a folder and those below.
  ///
  /// Those of a process that still runs are left alone.
  package static func removeLeftovers(below folder: String) {
    for path in FilePath.all(below: folder) {
      let name = path.split(separator: "/").last ?? ""
      guard name.hasPrefix(temporary.prefix), name.hasSuffix(temporary.suffix),
        let process = Int32(
          name.dropFirst(temporary.prefix.count).dropLast(temporary.suffix.count)
            .prefix(while: \.isNumber)),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      remove(FilePath.join(folder, path))
    }
  }

  /// The text of a regular file; nil when there is none.
  package static func text(at path: String) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: FilePath.canonical(path))
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
