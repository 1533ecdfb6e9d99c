internal import Wire

/// A profile in the file format of the viewer Speedscope.
public enum Speedscope {
  /// The text of a file.
  ///
  /// - Parameters:
  ///   - profile: The profile; its stacks stand from left to right.
  ///   - title: What is profiled.
  ///   - subject: The same without ambiguity, by which another run knows it.
  ///   - version: The version of the program.
  /// - Returns: The text.
  public static func text(
    of profile: Profile, title: String, subject: String, version: String
  ) -> String {
    var indexes: [String: Int] = [:]
    var frames: [JSON] = []
    var samples: [JSON] = []
    for stack in profile.stacks {
      samples.append(
        .line(
          .array(
            stack.frames.map { frame in
              let index = indexes[frame.name] ?? frames.count
              if index == frames.count {
                indexes[frame.name] = index
                frames.append(.line(.members([.init("name", .string(frame.name))])))
              }
              return .int(index)
            })))
    }
    let sampled = JSON.members([
      .init("type", .string("sampled")), .init("name", .string("\(subject): \(profile.unit)")),
      .init("unit", .string("none")), .init("startValue", .integer(0)),
      .init("endValue", .integer(profile.total)), .init("samples", .array(samples)),
      .init("weights", .line(.array(profile.stacks.map { .integer($0.count) }))),
    ])
    return JSON.members([
      .init("$schema", .string("https://www.speedscope.app/file-format-schema.json")),
      .init("exporter", .string("mapreplay@\(version)")), .init("name", .string(title)),
      .init("activeProfileIndex", .integer(0)),
      .init("shared", .members([.init("frames", .array(frames))])),
      .init("profiles", .array([sampled])),
    ]).fileText
  }
}
