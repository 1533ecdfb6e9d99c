import Foundation
import Glibc

/// Where the program prints: results on the standard output, mistakes on the standard error.
enum Terminal {
  /// Whether the standard output is a terminal that understands colours and carriage returns.
  static var isInteractive: Bool {
    guard isatty(STDOUT_FILENO) == 1 else { return false }
    let environment = ProcessInfo.processInfo.environment
    return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Prints a result, or ends the program: a disk may be full.
  static func write(_ text: String) {
    guard !text.isEmpty else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      complain("error: the output cannot be written\nhelp: make room where it goes")
      exit(ExitStatus.cannotWrite.rawValue)
    }
  }

  /// Prints a mistake; without anywhere to print it the exit code must do.
  static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}
