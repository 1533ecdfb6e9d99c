internal import CSystem
internal import Glibc

/// A program that works in turns.
///
/// It waits for a line on its input, does a round and answers with a line, until the input
/// ends. Several programs that take turns work one after the other, a few milliseconds
/// apart. A longer disturbance of the machine then affects all of them equally.
public struct TurnTaker {
  private let process: ChildProcess
  private let stream: Int32

  /// Starts a program; nil when the system cannot create a process.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - seconds: The time limit of a turn, after which the program is killed.
  /// - Returns: The program, which waits for its first turn.
  public static func start(
    _ program: ChildProcess.Program, seconds: Int = ChildProcess.patience
  ) -> TurnTaker? {
    guard let ends = SocketPair.make() else { return nil }
    let process = ChildProcess.start(program, input: ends.1)
    close(ends.1)
    guard let process else {
      close(ends.0)
      return nil
    }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(ends.0, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    return TurnTaker(process: process, stream: ends.0)
  }

  /// Lets it do a round and waits for its end; returns false when the program does no more
  /// rounds.
  public func takeTurn() -> Bool {
    // Without a signal when it has ended.
    guard unsafe send(stream, "\n", 1, Int32(MSG_NOSIGNAL)) == 1 else { return false }
    errno = 0
    if TurnTaker.readLine(from: stream) { return true }
    if errno == EAGAIN { process.send(signal: SIGKILL) }
    return false
  }

  /// Ends its input and waits for its end.
  public func finish() -> ChildProcess.Result {
    close(stream)
    return process.finish()
  }

  /// In the program itself: waits for each turn and does a round, until the input ends.
  public static func takeTurns(_ round: () -> Void) {
    while readLine(from: STDIN_FILENO) {
      round()
      guard unsafe send(STDIN_FILENO, "\n", 1, Int32(MSG_NOSIGNAL)) == 1 else { return }
    }
  }

  /// Waits for the end of a line; returns false at the end of the stream.
  private static func readLine(from stream: Int32) -> Bool {
    var byte: UInt8 = 0
    repeat {
      let count = unsafe read(stream, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return false }
    } while byte != UInt8(ascii: "\n")
    return true
  }
}
