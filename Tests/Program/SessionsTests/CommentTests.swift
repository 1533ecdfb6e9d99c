import Reporting
import Support
import Testing

@testable import Sessions

@Suite("Comments in front of scenarios")
struct CommentTests {
  @Test(arguments: [
    ("", nil), ("# a\n#\n#  b c\n\n# d\n", ["a", "", "b c"]), ("\r\n# a\r\n# b\r\n", ["a", "b"]),
    ("# yaml-language-server: $schema=x.json\n\n# a\n", ["a"]),
    ("# yaml-language-server: $schema=x.json\n", nil),
  ])
  func `are in the report of each variant`(text: String, comment: [String]?) throws {
    let scratch = try Scratch()
    try scratch.file(
      "a.yaml",
      text + """
        scenario: A scenario
        device: phone-60hz
        map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
        variants: {one: {seed: 1}, two: {seed: 2}}
        steps: [wait: 1 ms] # no comment in front
        """)
    let scenarios = try ScenarioQuery(paths: [scratch.path]).read().scenarios
    let report = SessionRun(scenarios).report()
    #expect(report.sessions.map(\.comment) == [comment, comment])
    let lines = try #require(report.sessions[1].source)
    #expect(report.sessions[0].source == lines)
    #expect(lines.count == text.count { $0.isNewline } + 5)
    #expect(lines.last == "steps: [wait: 1 ms] # no comment in front")
  }

  /// The file is not repeated in a run file when it is very long.
  @Test(arguments: [(99_000, true), (101_000, false)])
  func `come with the lines of their file up to a limit`(length: Int, isKept: Bool) throws {
    let scratch = try Scratch()
    let scenario = """
      scenario: A scenario
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
      steps: [wait: 1 ms]

      """
    try scratch.file(
      "a.yaml", scenario + String(repeating: "# a comment\n", count: length / 12))
    let report = SessionRun(try ScenarioQuery(paths: [scratch.path]).read().scenarios).report()
    #expect((report.sessions[0].source != nil) == isKept)
  }
}
