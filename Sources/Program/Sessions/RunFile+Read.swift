internal import Formatting
internal import Foundation
internal import Glibc
internal import Instruments
public import Reporting
internal import Wire

extension RunFile {
  /// The run that a file holds.
  ///
  /// - Parameters:
  ///   - path: The `run.json` of a run, or the folder of its reports.
  ///   - hasScenes: Whether the scenes are read too, which the page and film strips show. The run
  ///     says why some are missing.
  /// - Returns: The run as it was written.
  /// - Throws: A ``SessionsError`` for a file that is missing, cannot be read, or is no run file.
  public static func read(
    _ path: String, withScenes hasScenes: Bool = true
  ) throws(SessionsError) -> RunReport {
    try read(path, withScenes: hasScenes, isPart: false)
  }

  private static func read(
    _ path: String, withScenes hasScenes: Bool, isPart: Bool
  ) throws(SessionsError) -> RunReport {
    let text = try text(at: path, inOrder: ConcurrentTasks.map)
    do throws(RunFileError) {
      var run = try report(of: text, named: path, isPart: isPart, inOrder: ConcurrentTasks.map)
      if hasScenes, let name = run.scenesFile {
        let folder = FilePath.folder(of: file(at: path))
        readScenes(of: &run, FilePath.join(folder, name), isPart: isPart)
      }
      return run
    } catch {
      throw SessionsError(error)
    }
  }

  /// Reads the scenes of a run as far as a file has them.
  private static func readScenes(of run: inout RunReport, _ path: String, isPart: Bool) {
    guard let bytes = bytes(ofFile: path) else {
      let isMissing = FilePath.isFolder(path) == nil
      return run.lackScenes(
        isMissing
          ? "there is no scenes file '\(path)'" : "the scenes file '\(path)' cannot be read")
    }
    do throws(JSONText.ReadError) {
      let text = try JSONText(bytes, inOrder: ConcurrentTasks.map)
      run.readScenes(of: text, named: path, isPart: isPart, inOrder: ConcurrentTasks.map)
    } catch {
      run.lackScenes(error, in: bytes, named: path)
    }
  }

  /// Returns the run file that a path means.
  private static func file(at path: String) -> String {
    FilePath.isFolder(path) == true ? FilePath.join(path, "run.json") : path
  }

  /// The parts of a run that files hold, several of which are read at once.
  ///
  /// - Parameter paths: The `run.json` of each part, or the folders of their reports.
  /// - Returns: The parts in the order of their paths.
  /// - Throws: A ``SessionsError`` for the first file that cannot be read.
  public static func read(parts paths: [String]) throws(SessionsError) -> [RunReport] {
    var runs: [RunReport] = []
    let results = ConcurrentTasks.map(paths.count) { index in
      Result { () throws(SessionsError) in
        try read(paths[index], withScenes: true, isPart: true)
      }
    }
    for run in results { runs.append(try run.get()) }
    return runs
  }

  /// Returns the content of a run file of any version.
  ///
  /// - Parameters:
  ///   - path: The file, or the folder of its reports.
  ///   - inOrder: Reads parts of it; nil where no thread may be started, since sessions are
  ///     played afterwards.
  /// - Returns: Its text.
  /// - Throws: A ``SessionsError`` for a file that is missing or not valid JSON.
  static func text(
    at path: String, inOrder: JSONText.Order? = nil
  ) throws(SessionsError) -> JSONText {
    let file = file(at: path)
    let help = "give the run.json of a run, which mapreplay run writes"
    guard FilePath.isFolder(file) == false else {
      throw SessionsError(.missingInput, "there is no run file '\(file)'", help: help)
    }
    guard let bytes = bytes(ofFile: file) else {
      throw SessionsError(.faultyInput, "the run file '\(file)' cannot be read", help: help)
    }
    do throws(JSONText.ReadError) {
      return try JSONText(bytes, inOrder: inOrder)
    } catch {
      throw SessionsError(RunFileError(error, in: bytes, named: file))
    }
  }

  /// The bytes of a file, held in memory once.
  ///
  /// It is nil where the file cannot be read, has no size, as a pipe has none, or exceeds the
  /// limit.
  private static func bytes(ofFile path: String) -> [UInt8]? {
    // A pipe without a writer is not waited for.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    // The memory for any size that a file may have is not there.
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= UInt32.max
    else { return nil }
    var last = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { bytes, count in
      while count < bytes.count {
        last = unsafe Glibc.read(
          file, bytes.baseAddress?.advanced(by: count), bytes.count - count)
        guard last > 0 else { return }
        count += last
      }
    }
    // What was read before an error looks like a file that was cut off.
    return last < 0 ? nil : bytes
  }
}
