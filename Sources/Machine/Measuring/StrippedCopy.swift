internal import Counts
internal import Foundation
internal import Instruments
internal import Statistics
internal import Synchronization

/// A copy of a program without debug information, which callgrind may not know how to read; the
/// names of functions are kept.
public enum StrippedCopy {
  /// The Debian package with the tool that makes the copy.
  public static let package = "binutils"

  /// Returns the path of the copy, which is made when this very program has none.
  ///
  /// It lies in the folder of the program, or with the user's caches where that folder is not
  /// writable. Where the user has no caches either, it lies among temporary files and is removed
  /// when this process ends.
  public static func path(of executable: String) throws(MeasuringError) -> String {
    try path(
      of: executable,
      caches: FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first)
  }

  static func path(of executable: String, caches: URL?) throws(MeasuringError) -> String {
    guard let digest = digest(of: executable) else { throw .failed("\(executable) is no program") }
    let program = URL(filePath: executable)
    let name = "\(program.lastPathComponent).stripped-"
    var folders = [program.deletingLastPathComponent()]
    // Programs of one name from several folders are told apart by their digests.
    if let caches { folders.append(caches.appending(path: "mapreplay")) }
    if let path = scratch.withLock({ $0?.path }) { folders.append(URL(filePath: path)) }
    for folder in folders {
      let copy = folder.appending(path: name + digest).path(percentEncoded: false)
      if FileManager.default.isExecutableFile(atPath: copy) { return copy }
    }
    guard let strip = ChildProcess.path(of: "strip") else {
      throw .unavailable("strip is not installed", help: "apt-get install \(package)")
    }
    var words = ""
    for place in 0...folders.count {
      guard let folder = place < folders.count ? folders[place] : madeScratch() else { break }
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let copy = folder.appending(path: name + digest).path(percentEncoded: false)
      // Others may make the same copy at the same time.
      let part = "\(copy).\(Machine.processID)"
      let result = ChildProcess.run(
        ChildProcess.Program(path: strip, arguments: ["--strip-debug", "-o", part, executable]))
      defer { try? FileManager.default.removeItem(atPath: part) }
      if result?.isSuccess == true, unsafe rename(part, copy) == 0 {
        if folder == folders[0] { removeOlder(in: folder, name: name, but: digest) }
        return copy
      }
      words = result?.complaints.split(separator: "\n").first.map(String.init) ?? words
    }
    throw .unavailable(
      "no copy of \(executable) without debug information can be made: "
        + (words.isEmpty ? "no folder for it can be written to" : words),
      help: "set TMPDIR to a folder that can be written to")
  }

  /// The temporary folder of this process for copies; nil until one is needed.
  private static let scratch = Mutex<ScratchFolder?>(nil)

  /// The temporary folder, made if needed; nil where none can be made.
  private static func madeScratch() -> URL? {
    scratch.withLock { folder in
      folder = folder ?? ScratchFolder()
      return folder.map { URL(filePath: $0.path) }
    }
  }

  /// Removes the copies of programs that were at the same path.
  private static func removeOlder(in folder: URL, name: String, but digest: String) {
    for other in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where other.hasPrefix(name) && !other.hasPrefix(name + digest) {
      // Another process may be writing one.
      let writer = other.split(separator: ".").last.flatMap { Int32($0) }
      if let writer, Machine.isRunning(writer) { continue }
      try? FileManager.default.removeItem(at: folder.appending(path: other))
    }
  }

  /// A digest that distinguishes a program from others that were or are at the same path; nil
  /// for no file.
  private static func digest(of path: String) -> String? {
    Machine.identity(ofFile: path).map { String(Fingerprint.digest(of: $0.utf8).prefix(12)) }
  }
}
