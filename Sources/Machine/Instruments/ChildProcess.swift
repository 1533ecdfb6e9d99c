internal import CSystem
internal import Glibc

/// A program that runs in a child process with a fully specified environment.
///
/// It ends with this process at the latest. Its input is empty, unless it takes turns. Its
/// standard output and standard error are kept in memory.
public struct ChildProcess {
  /// The program to start, and its settings.
  public struct Program: Hashable, Sendable {
    /// The path of the executable file; it is not searched for.
    public var path: String
    /// Its arguments, without its name.
    public var arguments: [String]
    /// Its whole environment, as NAME=VALUE in this order.
    public var environment: [String]
    /// The working folder; nil for that of this process.
    public var folder: String?
    /// Whether its addresses are the same each time; where the system refuses, they are not.
    public var hasFixedAddresses = false
    /// The only core on which it runs; nil for any.
    public var core: Int?
    /// Whether it and its child processes can be ended together.
    var hasOwnGroup = false

    /// Makes a program.
    public init(path: String, arguments: [String], environment: [String] = []) {
      (self.path, self.arguments, self.environment) = (path, arguments, environment)
    }
  }

  /// The result of a program.
  public struct Result: Hashable, Sendable {
    /// How it ended; a program that could not be started exits with 127.
    public let ending: ForkedProcess.Ending
    /// The text on its standard output.
    public let output: String
    /// The text on its standard error.
    public let complaints: String

    /// Whether it ended by itself with 0.
    public var isSuccess: Bool { ending == .exited(0) }
  }

  /// The time limit of one measured replay, in seconds, after which it is assumed never to
  /// end.
  ///
  /// Our longest replay under valgrind takes a tenth of it.
  public static let patience = 600

  /// The id of the process.
  public let id: Int32
  private let hasOwnGroup: Bool
  private let output: Int32
  private let complaints: Int32

  /// Starts a program; nil when the system cannot create a process.
  public static func start(_ program: Program) -> ChildProcess? { start(program, input: -1) }

  /// Starts a program whose input is a descriptor; -1 for none.
  static func start(_ program: Program, input: Int32) -> ChildProcess? {
    let files = (mapreplay_memory_file(), mapreplay_memory_file())
    let id = unsafe withTexts([program.path] + program.arguments) { arguments in
      unsafe withTexts(program.environment) { environment in
        unsafe program.path.withCString { path in
          unsafe withText(program.folder) { folder in
            var start = unsafe mapreplay_program(
              path: path, arguments: arguments, environment: environment, folder: folder,
              output: files.0, complaints: files.1,
              has_fixed_addresses: program.hasFixedAddresses ? 1 : 0,
              core: program.core.map { Int32($0) } ?? -1, input: input,
              has_own_group: program.hasOwnGroup ? 1 : 0)
            return unsafe mapreplay_start(&start)
          }
        }
      }
    }
    guard id > 0 else {
      for file in [files.0, files.1] where file >= 0 { close(file) }
      return nil
    }
    return ChildProcess(
      id: id, hasOwnGroup: program.hasOwnGroup, output: files.0, complaints: files.1)
  }

  /// Starts a program and waits for its end; nil when the system cannot create a process.
  public static func run(_ program: Program) -> Result? { start(program)?.finish() }

  /// Starts a program and waits for its end.
  ///
  /// After some seconds it is killed with its child processes. The result is nil when the
  /// system cannot create a process.
  public static func run(_ program: Program, seconds: Int) -> Result? {
    var program = program
    program.hasOwnGroup = true
    return start(program)?.finish(seconds: seconds)
  }

  /// Sends it a signal, such as SIGTERM.
  public func send(signal: Int32) { _ = Glibc.kill(id, signal) }

  /// Waits for its end, or kills it after some seconds.
  public func finish(seconds: Int) -> Result {
    let end = MonotonicClock().nanoseconds + Int64(seconds) * 1_000_000_000
    var information = unsafe siginfo_t()
    // What has ended is looked at and left for the other one.
    while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
      unsafe information.si_signo == 0
    {
      if MonotonicClock().nanoseconds > end { _ = Glibc.kill(hasOwnGroup ? -id : id, SIGKILL) }
      usleep(1_000)
    }
    return finish()
  }

  /// Waits for its end.
  public func finish() -> Result {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Result(
      ending: signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal),
      output: ChildProcess.takeText(of: output), complaints: ChildProcess.takeText(of: complaints))
  }

  /// The environment variable with the path of the tools that a program starts.
  public static let pathOfTools =
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// Whether a program can have the same addresses each time.
  public static var canFixAddresses: Bool { mapreplay_can_fix_addresses() != 0 }

  /// The file of a program by its name, as the shell finds it in PATH; nil when there is none.
  public static func path(of name: String) -> String? {
    guard let value = unsafe getenv("PATH") else { return nil }
    for folder in unsafe String(cString: value).split(separator: ":") {
      let path = "\(folder)/\(name)"
      if unsafe access(path, X_OK) == 0 { return path }
    }
    return nil
  }

  private static func takeText(of file: Int32) -> String {
    guard file >= 0 else { return "" }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    guard size > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: size)
    var done = 0
    while done < size {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(file, buffer.baseAddress?.advanced(by: done), size - done, done)
      }
      guard count > 0 else { break }
      done += count
    }
    return String(decoding: bytes.prefix(done), as: UTF8.self)
  }

  private static func withText<Value>(
    _ text: String?, _ use: (UnsafePointer<CChar>?) -> Value
  ) -> Value {
    guard let text else { return use(nil) }
    return unsafe text.withCString { unsafe use($0) }
  }

  private static func withTexts<Value>(
    _ texts: [String], _ use: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        preconditionFailure("a list with an end has an address")
      }
      return unsafe use(UnsafePointer(base))
    }
  }
}
