public import Counts
internal import Foundation
internal import Instruments
internal import Statistics

/// Counts the instructions of sessions.
///
/// Each session is replayed once in a separate process, in an environment that is always
/// the same.
public struct SessionCounter: Sendable {
  /// The kind of counter.
  public enum Kind: String, CaseIterable, Sendable {
    /// The processor's counter where there is one, else callgrind.
    case any
    /// The processor's counter.
    case hardware
    /// Callgrind.
    case callgrind
  }

  /// A session to be counted: the arguments by which the program replays it once.
  public struct Session: Hashable, Sendable {
    /// The scenario file.
    public var file: String
    /// The session's id.
    public var id: String
    /// Further options of the verb, such as the folders of data.
    public var options: [String]
    /// The folder from which the file is named; nil for the counter's.
    public var folder: String?

    /// Makes a session.
    public init(file: String, id: String, options: [String] = []) {
      (self.file, self.id, self.options) = (file, id, options)
    }
  }

  /// The folder in which the program runs; nil for the one of this process.
  public var folder: String?
  private let executable: String
  /// Callgrind; nil where the processor counts.
  private let callgrind: Callgrind?

  /// Finds a counter for a program.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - kind: The kind of counter.
  /// - Throws: A ``MeasuringError`` with the missing tool and the remedy.
  public init(_ executable: String, by kind: Kind = .any) throws(MeasuringError) {
    var reason: ProcessCounter.Unavailable?
    if kind != .callgrind {
      do throws(ProcessCounter.Unavailable) {
        _ = try ProcessCounter(.instructions)
      } catch { reason = error }
    }
    switch (kind, reason) {
    case (.hardware, let reason?): throw .unavailable("\(reason)")
    case (.hardware, nil), (.any, nil):
      (self.executable, callgrind) = (executable, nil)
      return
    case (.callgrind, _), (.any, _): break
    }
    do throws(MeasuringError) {
      callgrind = try Callgrind()
      self.executable = try StrippedCopy.path(of: executable)
    } catch {
      guard case .unavailable = error, let reason else { throw error }
      throw .unavailable("\(error.words); \(reason)")
    }
  }

  /// The name of the counter, for people and files.
  public var name: String { callgrind.map { "callgrind \($0.version)" } ?? "perf_event" }

  /// Returns the program that counts a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - executable: The program, by whatever path.
  ///   - output: The file for the counts.
  ///   - core: The core on which it runs.
  /// - Returns: The program.
  func program(
    for session: Session, executable: String, output: String, core: Int
  ) -> ChildProcess.Program {
    let arguments =
      ["sample", session.file, "--id", session.id]
      + (callgrind == nil ? ["--meter", "counter"] : []) + session.options
    var program: ChildProcess.Program
    if let callgrind {
      program = callgrind.program(executable, arguments: arguments, output: output)
    } else {
      program = ChildProcess.Program(
        path: executable, arguments: arguments, environment: Callgrind.environment)
      program.hasFixedAddresses = true
    }
    program.core = core
    program.folder = session.folder ?? folder
    return program
  }

  /// Counts sessions, one on each core at a time.
  ///
  /// - Parameters:
  ///   - sessions: The sessions.
  ///   - receive: Receives each session's index with its counts, in their order.
  public func count(
    _ sessions: [Session], receive: (Int, Result<SessionCounts, MeasuringError>) -> Void
  ) {
    let cores = Machine.cores
    // Processes that count one session each at the same time do not all want the same core.
    let first = Int(Machine.processID)
    guard let folder = ScratchFolder() else {
      for index in sessions.indices { receive(index, .failure(.withoutFolder)) }
      return
    }
    defer { folder.remove() }
    func output(_ index: Int) -> String { folder.path("\(index)") }
    let path = linkPath
    // Before the link exists, as Ctrl-C may come at any time.
    let removal = RemovalAtEnd(of: path)
    let link = hasLink(at: path) ? path : nil
    defer {
      try? FileManager.default.removeItem(atPath: path)
      removal.remove()
    }
    var running: [(index: Int, process: ChildProcess?)] = []
    var next = 0
    while next < sessions.count || !running.isEmpty {
      while next < sessions.count, running.count < cores.count {
        let program = program(
          for: sessions[next], executable: link ?? executable, output: output(next),
          core: cores[(first + next) % cores.count])
        running.append((index: next, process: ChildProcess.start(program)))
        next += 1
      }
      let (index, process) = running.removeFirst()
      let result = process?.finish(seconds: ChildProcess.patience)
      receive(index, counts(of: result, output: output(index)))
      try? FileManager.default.removeItem(atPath: output(index))
    }
  }

  /// A path for a link to the program, whose length is always the same.
  private var linkPath: String {
    let text = "\(MonotonicClock().nanoseconds) \(executable)"
    return ScratchFolder.fixedPath(Fingerprint.digest(of: text.utf8))
  }

  /// Creates a link to the program, and returns whether there is one.
  ///
  /// The path is in the program's memory, and its length moves other memory a little. A
  /// symbolic link does not hide the path, as the loader follows it. It is used only where a
  /// hard link is impossible: to another disk, to a program of another user, and to a program
  /// that is identified by its file times, which each new link changes.
  private func hasLink(at path: String) -> Bool {
    let program = URL(filePath: executable).resolvingSymlinksInPath().path(percentEncoded: false)
    let files = FileManager.default
    if callgrind != nil, (try? files.linkItem(atPath: program, toPath: path)) != nil { return true }
    return (try? files.createSymbolicLink(atPath: path, withDestinationPath: program)) != nil
  }

  private func counts(
    of result: ChildProcess.Result?, output: String
  ) -> Result<SessionCounts, MeasuringError> {
    guard let result else { return .failure(.failed("the system gives no process")) }
    guard result.isSuccess else {
      if result.complaints.contains("out_of_memory") {
        return .failure(
          .failed("callgrind ran out of memory: raise the limit with ulimit -v"))
      }
      let words = result.complaints.split(separator: "\n").first ?? "it said nothing"
      return .failure(.failed("its replay \(SessionCounter.words(for: result.ending)): \(words)"))
    }
    do throws(MeasuringError) {
      if callgrind != nil {
        guard let pieces = FilePieces(output) else { throw .failed("callgrind wrote nothing") }
        return .success(try Callgrind.counts(of: pieces))
      }
      return .success(try SessionSample.counts(in: result.output))
    } catch { return .failure(error) }
  }

  private static func words(for ending: ForkedProcess.Ending) -> String {
    switch ending {
    case .exited(let code): "ended with \(code)"
    case .killed(9): "was killed, or took over \(ChildProcess.patience) s"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}

/// Reads a file in pieces, so that it is never in memory as a whole.
struct FilePieces: Sequence, IteratorProtocol {
  private let file: FileHandle

  /// Opens a file; nil when there is none.
  init?(_ path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    self.file = file
  }

  func next() -> [UInt8]? {
    guard let data = try? file.read(upToCount: 1 << 16), !data.isEmpty else { return nil }
    return Array(data)
  }
}

/// The result of a replay in a separate process, in one line of JSON.
public struct SessionSample: AnswerLine, Codable, Hashable, Sendable {
  /// The version of the line.
  public static let format = 1

  private var format = SessionSample.format
  private var counts: SessionCounts

  /// Makes a sample of its counts.
  public init(_ counts: SessionCounts) { self.counts = counts }

  /// Returns the counts in a line.
  public static func counts(in line: String) throws(MeasuringError) -> SessionCounts {
    guard let sample = try? JSONDecoder().decode(SessionSample.self, from: Data(line.utf8)) else {
      throw .failed("its replay printed something else than counts")
    }
    guard sample.format == format else {
      throw .failed("its replay printed counts of version \(sample.format), not \(format)")
    }
    return sample.counts
  }
}
