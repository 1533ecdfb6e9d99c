import ArgumentParser
import Foundation
import Profiles
import Sessions

/// The folded stacks of an earlier run, with what the file beside them says that they are of.
struct KeptProfile {
  let profile: Profile
  /// The session and what of it was seen.
  let subject: String

  /// Reads folded stacks; nil when the file is a program.
  ///
  /// - Throws: The end of the program, which has said why.
  init?(path: String, of unit: Profile.Unit) throws {
    guard FilePath.isFolder(path) == false, let data = FileManager.default.contents(atPath: path)
    else {
      throw KeptProfile.end(
        .missingInput, "there is no file '\(path)'", help: "--against names a file")
    }
    if data.starts(with: [0x7F] + Array("ELF".utf8)) { return nil }
    do throws(FoldedStacks.Fault) {
      profile = try FoldedStacks.profile(String(decoding: data, as: UTF8.self), unit)
    } catch {
      throw KeptProfile.end(
        .faultyInput, "\(path) is neither a program nor folded stacks: \(error)",
        help: "--against takes another mapreplay, or the profile.folded of another run")
    }
    // Stacks do not say themselves what they count.
    guard let part = Beside(path), part.endValue == profile.total else {
      throw KeptProfile.end(
        .faultyInput, "\(path) has no profile.speedscope.json of the same run beside it",
        help: "keep both files: the second says what was counted, and of what")
    }
    guard let subject = part.subject(countedIn: unit) else {
      throw KeptProfile.end(
        .faultyInput, "\(path) does not hold \(unit)",
        help: (unit == .samples ? "add --exact" : "leave --exact out") + ", or name another file")
    }
    self.subject = subject
  }

  private static func end(_ status: ExitStatus, _ sentence: String, help: String) -> ExitCode {
    Terminal.complain("error: \(sentence)\nhelp: \(help)")
    return ExitCode(status.rawValue)
  }

  /// What the file for Speedscope says.
  private struct Beside: Decodable {
    var name: String
    var endValue: Int64

    /// Reads the file beside another one; nil when there is none.
    init?(_ path: String) {
      struct File: Decodable { var profiles: [Beside] }
      let beside = FilePath.join(FilePath.folder(of: path), "profile.speedscope.json")
      guard let data = FileManager.default.contents(atPath: beside),
        let part = try? JSONDecoder().decode(File.self, from: data).profiles.first
      else { return nil }
      self = part
    }

    /// What was profiled; nil when something else was counted.
    func subject(countedIn unit: Profile.Unit) -> String? {
      let end = ": \(unit)"
      return name.hasSuffix(end) ? String(name.dropLast(end.count)) : nil
    }
  }
}
