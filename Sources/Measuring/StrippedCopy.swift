internal import Foundation
internal import Instruments

/// A copy of a program without debug information, which callgrind may not know how to read; the
/// names of functions are kept.
public enum StrippedCopy {
  /// The package of Debian that brings what makes the copy.
  public static let package = "binutils"

  /// The copy, beside the program; it is made when there is none of this very program.
  public static func path(of executable: String) throws(CountFault) -> String {
    let copy = executable + ".stripped"
    let time = modified(executable)
    guard time != nil else { throw .failed("\(executable) is no program") }
    if modified(copy) == time { return copy }
    guard let strip = ChildProcess.path(of: "strip") else {
      throw .unavailable("strip is not installed: apt-get install \(package)")
    }
    // Others may make the same copy at the same time.
    let part = "\(copy).\(Machine.processID)"
    let program = ChildProcess.Program(
      path: strip, arguments: ["--strip-debug", "--preserve-dates", "-o", part, executable])
    let result = ChildProcess.run(program)
    defer { try? FileManager.default.removeItem(atPath: part) }
    guard result?.isSuccess == true, unsafe rename(part, copy) == 0 else {
      throw .failed(
        "no copy without debug information can be made beside \(executable): "
          + (result?.complaints.split(separator: "\n").first.map(String.init)
            ?? "its folder cannot be written to"))
    }
    return copy
  }

  private static func modified(_ path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}
