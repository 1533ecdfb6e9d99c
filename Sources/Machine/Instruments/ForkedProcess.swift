internal import CSystem
internal import Glibc

/// A fork of this process that works in parallel, connected by a stream of bytes.
///
/// The fork begins with all data of this process, so that nothing has to be sent to it
/// first. It ends with this process, however that ends. Its standard input and output are
/// discarded. Its standard error is kept for ``complaints``.
public struct ForkedProcess {
  /// The id of the process.
  public let id: Int32
  /// The end of the stream on this side, as a descriptor; reads do not wait.
  public let stream: Int32
  private let errors: Int32

  /// Starts a fork that does some work and ends.
  ///
  /// Only for a process with a single thread: other threads do not survive in the fork, but
  /// their locks do.
  ///
  /// - Parameters:
  ///   - addressBytes: The limit on the growth of its address space, which protects the
  ///     machine between two looks at its memory; nil for no limit.
  ///   - work: The work of the fork, with its end of the stream.
  /// - Returns: The fork; nil when the system cannot create one.
  public static func start(
    addressBytes: UInt64?, work: (_ stream: Int32) -> Void
  ) -> ForkedProcess? {
    guard let ends = SocketPair.make() else { return nil }
    let errors = mapreplay_memory_file()
    let parent = getpid()
    let id = mapreplay_fork()
    if id == 0 {
      close(ends.0)
      settle(in: errors, addressBytes: addressBytes)
      guard mapreplay_die_with_parent(parent) == 0 else { _exit(0) }
      work(ends.1)
      // Nothing of the parent's is flushed or closed a second time.
      _exit(0)
    }
    close(ends.1)
    guard id > 0 else {
      close(ends.0)
      if errors >= 0 { close(errors) }
      return nil
    }
    // A new socket has no flags. `fcntl` is variadic in C; Swift imports it with one argument.
    _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
    return ForkedProcess(id: id, stream: ends.0, errors: errors)
  }

  private static func settle(in errors: Int32, addressBytes: UInt64?) {
    let nothing = unsafe open("/dev/null", O_RDWR)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    dup2(errors >= 0 ? errors : nothing, STDERR_FILENO)
    // A debugger in the terminal would wait for somebody to answer.
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      Glibc.signal(signal, SIG_DFL)
    }
    // No core file for each session that traps; when memory runs out, the copy goes before its
    // parent.
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0)
    write("500", to: "/proc/self/oom_score_adj")
    if let addressBytes, let now = pages(of: "/proc/self/statm", column: 0) {
      limit(__rlimit_resource_t(RLIMIT_AS.rawValue), to: now + addressBytes)
    }
  }

  private static func limit(_ resource: __rlimit_resource_t, to bytes: UInt64) {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
  }

  private static func write(_ text: String, to path: String) {
    let file = unsafe open(path, O_WRONLY)
    guard file >= 0 else { return }
    _ = unsafe Glibc.write(file, text, text.utf8.count)
    close(file)
  }
}

extension ForkedProcess {
  /// How a process ended.
  public enum Ending: Hashable, Sendable {
    /// Exited with a code.
    case exited(Int32)
    /// Killed by a signal, which traps send too.
    case killed(Int32)
  }

  /// The bytes of memory that it occupies now; nil when it is gone.
  public var residentBytes: UInt64? { ForkedProcess.pages(of: "/proc/\(id)/statm", column: 1) }

  /// Kills it; ``finish()`` is still to be called.
  public func kill() { _ = Glibc.kill(id, SIGKILL) }

  /// Waits for its end and closes its descriptors.
  ///
  /// - Returns: How it ended, and the end of its standard error, at most 4,096 bytes.
  public func finish() -> (ending: Ending, complaints: String) {
    close(stream)
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let ending = signal == 0 ? Ending.exited(status >> 8 & 0xFF) : .killed(signal)
    guard errors >= 0 else { return (ending, "") }
    defer { close(errors) }
    let room = 4_096
    let start = max(lseek(errors, 0, SEEK_END) - room, 0)
    var bytes = [UInt8](repeating: 0, count: room)
    let count = unsafe pread(errors, &bytes, room, start)
    return (ending, String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
  }

  /// A column of a file of page numbers, in bytes.
  private static func pages(of path: String, column: Int) -> UInt64? {
    let columns = Machine.text(ofFile: path).split(separator: " ")
    guard columns.indices.contains(column) else { return nil }
    return UInt64(columns[column]).map { $0 * UInt64(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
