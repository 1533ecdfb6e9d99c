internal import Wire

/// A profile in the file format of the viewer Speedscope.
public enum Speedscope {
  /// The text of a file.
  ///
  /// - Parameters:
  ///   - profile: The profile; its stacks stand from left to right.
  ///   - title: The subject of the profile.
  ///   - subject: The same without ambiguity, by which another run knows it.
  ///   - version: The version of the program.
  /// - Returns: The text.
  public static func text(
    of profile: Profile, title: String, subject: String, version: String
  ) -> String {
    var names = DistinctTexts()
    let samples = profile.stacks.map { stack in
      JSON.line(.array(stack.frames.map { .int(names.index(of: $0.name)) }))
    }
    let sampled: JSON = [
      "type": "sampled", "name": "\(subject): \(profile.unit)", "unit": "none", "startValue": 0,
      "endValue": .integer(profile.total), "samples": .array(samples),
      "weights": .line(.array(profile.stacks.map { .integer($0.count) })),
    ]
    let file: JSON = [
      "$schema": "https://www.speedscope.app/file-format-schema.json",
      "exporter": "mapreplay@\(version)", "name": .string(title), "activeProfileIndex": 0,
      "shared": ["frames": .array(names.all.map { .line(["name": $0]) })],
      "profiles": [sampled],
    ]
    return file.fileText
  }
}
