import Foundation
import Profiles
import Testing

@Suite("Files of a profile")
struct ProfileFilesTests {
  private func profile(
    _ text: String, _ unit: Profile.Unit = .samples
  ) throws -> Profile { try FoldedStacks.profile(text, unit) }

  @Test
  func `folded stacks are read as they are written, sorted and each once`() throws {
    let profile = try profile("main;b 2\nmain;a 1\nmain;b 3\n\nmain 0\n")
    #expect(FoldedStacks.text(of: profile) == "main;a 1\nmain;b 5\n")
    #expect(profile.total == 6)
  }

  @Test
  func `a name with a semicolon or a line break stays one name`() {
    let frames = [Profile.Frame("f<a;b>\nc", .ours), Profile.Frame("g h", .ours)]
    let text = FoldedStacks.text(of: Profile(.samples, [Profile.Stack(frames, 3)]))
    #expect(text == "f<a:b> c;g h 3\n")
  }

  @Test(arguments: [
    ("", "line 1: there are no stacks"), ("a 0\n", "line 1: there are no stacks"),
    ("a 1\na;b\n", "line 2: 'a;b' is no stack with a count such as 'main;draw 12'"),
    ("a -1\n", "line 1: 'a -1' is no stack with a count such as 'main;draw 12'"),
    (" 1\n", "line 1: ' 1' is no stack with a count such as 'main;draw 12'"),
    ("a\u{1B}[2J\r\n", "line 1: 'a [2J  ' is no stack with a count such as 'main;draw 12'"),
    ("a 1\nb 2", "line 2: the text is cut off: its last line has no end"),
    ("a 9223372036854775807\nb 1\n", "line 2: the counts are more than a number can hold"),
  ])
  func `another text is a error with its line`(text: String, words: String) {
    let error = #expect(throws: ProfileTextError.self) { try profile(text) }
    #expect(error?.description == words)
  }

  /// What the schema of the format demands of a sampled profile.
  @Test
  func `speedscope has each function once and a weight for each stack`() throws {
    let text = Speedscope.text(
      of: try profile("a;b 2\na;c;b 3\nd 1\n"), title: "a \"title\"", subject: "x/y, phase query",
      version: "1.2.3")
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(file["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    #expect(file["name"] as? String == "a \"title\"")
    #expect(file["exporter"] as? String == "mapreplay@1.2.3")
    let shared = try #require(file["shared"] as? [String: [[String: String]]])
    let names = try #require(shared["frames"]).compactMap { $0["name"] }
    #expect(names == ["a", "b", "c", "d"])
    let profiles = try #require(file["profiles"] as? [[String: Any]])
    #expect(profiles.count == 1)
    #expect(profiles[0]["name"] as? String == "x/y, phase query: samples")
    #expect(profiles[0]["type"] as? String == "sampled")
    #expect(profiles[0]["unit"] as? String == "none")
    #expect(profiles[0]["startValue"] as? Int == 0)
    #expect(profiles[0]["endValue"] as? Int == 6)
    #expect(profiles[0]["samples"] as? [[Int]] == [[0, 1], [0, 2, 1], [3]])
    #expect(profiles[0]["weights"] as? [Int] == [2, 3, 1])
  }

  @Test
  func `top functions have what they do by themselves and with others, recursions once`() throws {
    let top = TopFunctions(try profile("a;b;a 5\na;swift_retain 3\na;b 1\nc 1\n"))
    #expect(top.rows.map(\.name) == ["a", "swift_retain", "b", "c"])
    #expect(top.rows.map(\.own) == [5, 3, 1, 1])
    #expect(top.rows.map(\.inclusive) == [9, 3, 6, 1])
    #expect(
      top.text(limit: 2) == """
          self samples inclusive function
        ------ ------- --------- ------------
        50.0 %       5    90.0 % a
        30.0 %       3    30.0 % swift_retain
        and 2 functions more
        reference counting, exclusivity: 30.0 % (3 of 10 samples)

        """)
  }
}
