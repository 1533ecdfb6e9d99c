import Formatting
import Foundation
import Glibc

/// The output of the program: results on the standard output, mistakes on the standard
/// error.
enum Terminal {
  /// Whether the standard output is a terminal that understands carriage returns.
  static var isInteractive: Bool { isTerminal(STDOUT_FILENO) }

  /// Whether what goes to the standard output has colors.
  static var hasColors: Bool { isInteractive && wantsColors }

  static func isTerminal(_ file: Int32) -> Bool {
    isatty(file) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  private static var wantsColors: Bool {
    ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  /// The size of the terminal in characters; nil when the standard output is none.
  static var size: (rows: Int, columns: Int)? {
    var size = winsize()
    guard isInteractive, unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_row > 0, size.ws_col > 0
    else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Prints a result for people, whose text cannot move the cursor or command a build server.
  static func write(_ text: String) {
    write(exactly: Escape.terminal(text, keepsColors: hasColors))
  }

  /// Prints a line for people, whose text cannot end the line.
  static func write(line: String) { write(Escape.line(line) + "\n") }

  /// Prints text for programs, or text that moves the cursor on purpose.
  ///
  /// It ends the program when the output fails: a disk may be full.
  static func write(exactly text: String) {
    guard !text.isEmpty else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      complain("error: the output cannot be written\nhelp: make room where it goes")
      exit(ExitStatus.cannotWrite.rawValue)
    }
  }

  /// Prints a mistake; where it cannot be printed, only the exit code reports it.
  static func complain(_ text: String) {
    let plain = Escape.terminal(text)
    let hasColors = isTerminal(STDERR_FILENO) && wantsColors
    let shown = hasColors ? ColoredComplaint.text(plain) : plain
    try? FileHandle.standardError.write(contentsOf: Data((shown + "\n").utf8))
  }
}

/// A progress line on the terminal: the task, the finished items and the remaining time.
final class Progress {
  private let isShown: Bool
  private var stands = false
  private var task = ""
  private let clock = ContinuousClock()
  private var begin: ContinuousClock.Instant

  init(isShown: Bool) {
    self.isShown = isShown
    begin = clock.now
  }

  /// Shows the progress of a task: `replaying 318 of 467, 4 s left: Phone/fling`.
  ///
  /// - Parameters:
  ///   - task: The task, such as `replaying`.
  ///   - done: The number of finished items.
  ///   - total: The number of all items.
  ///   - name: The last finished item; empty for none.
  func show(_ task: String, _ done: Int, of total: Int, _ name: String = "") {
    guard isShown else { return }
    if task != self.task { (self.task, begin) = (task, clock.now) }
    let passed = (clock.now - begin) / .seconds(1)
    var words = "\(task) \(done) of \(total)"
    // The first second is too short for an estimate.
    if passed > 1, done > 0, done < total {
      words += ", \(Progress.time(passed * Double(total - done) / Double(done))) left"
    }
    show(name.isEmpty ? words : "\(words): \(name)")
  }

  /// Shows a task of unknown length.
  func show(_ words: String) {
    guard isShown else { return }
    stands = true
    let columns = (Terminal.size?.columns ?? 80) - 1
    let line = TextLayout.fitted(Escape.line(words), to: columns)
    Terminal.write(exactly: "\r\u{1B}[K\(line)")
  }

  func clear() {
    if stands { Terminal.write(exactly: "\r\u{1B}[K") }
    stands = false
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return whole < 120 ? "\(whole) s" : "\(whole / 60) min"
  }
}

/// The message and the end of the program after Ctrl-C.
enum Interruption {
  /// The message, as a C string that a signal handler can write.
  nonisolated(unsafe) private static var words: UnsafeMutablePointer<CChar>?
  /// The previous message, which a running handler may still write.
  nonisolated(unsafe) private static var former: UnsafeMutablePointer<CChar>?
  /// The process that prints the message; its forked workers stay silent.
  nonisolated(unsafe) private static var owner: pid_t = 0
  nonisolated(unsafe) private static var count: sig_atomic_t = 0

  /// Whether Ctrl-C was pressed after ``keepResults()``.
  static var came: Bool { unsafe count > 0 }

  /// Prints the message on Ctrl-C, then lets the signal end the program.
  ///
  /// If the parent ignores the signal, as `nohup` does, the program ignores it too.
  static func heed() {
    unsafe owner = getpid()
    say("stopped")
    let before = signal(SIGINT) { _ in
      if unsafe getpid() == Interruption.owner, let words = unsafe Interruption.words {
        _ = unsafe Glibc.write(STDERR_FILENO, words, strlen(words))
      }
      signal(SIGINT, SIG_DFL)
      // The first process of a container is not ended by a signal.
      if getpid() == 1 { _exit(130) }
      raise(SIGINT)
    }
    if isIgnored(before) { signal(SIGINT, SIG_IGN) }
  }

  private static func isIgnored(_ handler: __sighandler_t?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sets the message, such as `stopped after 49 of 377 sessions; nothing written`.
  static func say(_ text: String) {
    let start = Terminal.isInteractive && Terminal.isTerminal(STDERR_FILENO) ? "\r\u{1B}[K" : ""
    let next = unsafe strdup("\(start)\(Escape.line(text))\n")
    unsafe free(former)
    unsafe (former, words) = (words, next)
  }

  /// Lets a search print its results after the first Ctrl-C; the second one ends the program.
  static func keepResults() {
    signal(SIGINT) { _ in
      unsafe Interruption.count += 1
      if unsafe Interruption.count > 1 { _exit(130) }
    }
  }
}
