import ArgumentParser
import Formatting
import Foundation
import Profiles
import Sessions

/// The folded stacks of an earlier run, with their subject from the Speedscope file.
struct KeptProfile {
  let profile: Profile
  /// The session and the part of it that was profiled.
  let subject: String

  /// The values that `--against` takes.
  static let help =
    "--against takes another mapreplay, or the folder of another profile or its profile.folded"

  /// Reads folded stacks, which may be named by their folder; nil when the file is a program.
  ///
  /// - Throws: The end of the program, which has said why.
  init?(path: String, of unit: Profile.Unit) throws {
    let path = FilePath.isFolder(path) == true ? FilePath.join(path, "profile.folded") : path
    guard FilePath.isFolder(path) == false, let data = FileManager.default.contents(atPath: path)
    else {
      throw CommandError(
        .missingInput, "there is no file '\(path)'", help: KeptProfile.help)
    }
    if data.starts(with: [0x7F] + Array("ELF".utf8)) { return nil }
    do throws(ProfileTextError) {
      profile = try FoldedStacks.profile(String(decoding: data, as: UTF8.self), unit)
    } catch {
      throw CommandError(
        .faultyInput, "\(path) is neither a program nor whole folded stacks: \(error)",
        help: KeptProfile.help)
    }
    // Stacks do not say themselves what they count.
    let beside = FilePath.join(FilePath.folder(of: path), "profile.speedscope.json")
    guard FilePath.isFolder(beside) == false else {
      throw CommandError(
        .missingInput, "there is no file '\(beside)'",
        help: "keep both files of a profile: it says what \(path) counts, and of what")
    }
    guard let part = Beside(beside) else {
      throw CommandError(
        .faultyInput, "\(beside) is cut off, or no profile", help: "profile that build again")
    }
    guard part.endValue == profile.total else {
      throw CommandError(
        .faultyInput,
        "\(path) and \(beside) are of two runs, or one is cut off: "
          + "\(MetricText.count(profile.total)) and \(MetricText.count(part.endValue))",
        help: "profile that build again, and keep both files")
    }
    guard let subject = part.subject(countedIn: unit) else {
      throw CommandError(
        .faultyInput, "\(path) does not hold \(unit)",
        help: (unit == .samples ? "add --exact" : "leave --exact out") + ", or name another file")
    }
    self.subject = subject
  }

  /// The content of the Speedscope file.
  private struct Beside: Decodable {
    var name: String
    var endValue: Int64

    /// Reads the file; nil when it is another one.
    init?(_ path: String) {
      struct File: Decodable { var profiles: [Beside] }
      guard let data = FileManager.default.contents(atPath: path),
        let part = try? JSONDecoder().decode(File.self, from: data).profiles.first
      else { return nil }
      self = part
    }

    /// Returns the profiled subject; nil when the file has another unit.
    func subject(countedIn unit: Profile.Unit) -> String? {
      let end = ": \(unit)"
      return name.hasSuffix(end) ? String(name.dropLast(end.count)) : nil
    }
  }
}
