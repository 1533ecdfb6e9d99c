internal import Glibc

/// Two named pipes through which a program tells `perf record` when to look: commands go out, and
/// each is acknowledged before the program goes on.
public final class ControlPipe {
  private let commands: Int32
  private let answers: Int32

  /// Makes a named pipe; false when something is in the way.
  public static func make(at path: String) -> Bool { unsafe mkfifo(path, 0o600) == 0 }

  /// Opens both pipes, which waits until the other side has them open; nil when one is none.
  public init?(commands: String, answers: String) {
    self.commands = unsafe open(commands, O_WRONLY | O_CLOEXEC)
    guard self.commands >= 0 else { return nil }
    self.answers = unsafe open(answers, O_RDONLY | O_CLOEXEC)
    guard self.answers >= 0 else {
      close(self.commands)
      return nil
    }
  }

  deinit {
    close(commands)
    close(answers)
  }

  /// Sends a command and waits for the answer; false when the other side does not acknowledge it.
  public func send(_ command: String) -> Bool {
    let line = Array("\(command)\n".utf8)
    guard unsafe Glibc.write(commands, line, line.count) == line.count else { return false }
    // perf answers with a zero behind the end of its line.
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 5)
    while answer.count < 5 {
      let count = unsafe Glibc.read(answers, &buffer, 5 - answer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      answer += buffer.prefix(count)
    }
    return answer == Array("ack\n\0".utf8)
  }
}
