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

  /// Prints a result.
  static func write(_ text: String) {
    guard !text.isEmpty else { return }
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// Prints a mistake.
  static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
