import Foundation
import Support
import Testing

/// Names of files, names in files and arguments are somebody else's text.
///
/// Whatever verb prints them, they stay in their line, move no cursor and are no command of a build
/// server.
@Suite("Text of others on the terminal")
struct ForeignTextTests {
  /// Ends its line, then commands GitHub and TeamCity, and clears the screen.
  private static let nasty = "x\n::error::injected\r\n##[error]injected##teamcity[a]\u{1B}[2J\u{7}"

  /// A scenario whose names are such texts, as YAML and JSON write them.
  private static func scenario(_ rest: String) -> String {
    let title = #""x\n::error::injected\n##[error]injected##teamcity[a]\u001b[2J""#
    return ExitStatusTests.scenario(rest).replacing("One pin", with: title)
      .replacing("id: a", with: "id: \(title)").replacing("pins", with: title)
  }

  private func expectHarmless(_ ending: Program.Ending, _ arguments: [String]) {
    let text = ending.output + "\n" + ending.complaints
    let scalars = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }
    #expect(scalars.isEmpty, "\(arguments): \(scalars.map(\.value))")
    for line in text.split(separator: "\n") {
      let words = line.drop { $0.isWhitespace }
      let isInjected = ["::error::inj", ": :error::inj", "##[", "# #["].contains {
        words.hasPrefix($0)
      }
      #expect(!isInjected, "\(arguments): \(line)")
      // In commands of our own these are nothing.
      let isOwn = line.hasPrefix("::error file=") || line.hasPrefix("::notice ")
      #expect(isOwn || !line.contains("##[") && !line.contains("##teamcity["), "\(arguments)")
    }
  }

  @Test(arguments: [
    ["_"], ["run", "_"], ["run", "--filter", "_"], ["run", "--tag", "_"],
    ["run", "in", "--seed", "_"],
    ["run", "in", "--out", "_"], ["run", "in", "--gate", "_"], ["run", "in", "--until", "_"],
    ["run", "in", "--devices", "_"], ["run", "in", "--durations", "_", "--shard", "1/2"],
    ["merge", "_"], ["diff", "_", "_"], ["diff", "in", "_"], ["init", "_"],
    ["init", "in/pin.yaml"], ["init", "--pipeline", "_"], ["new", "_"], ["new", "a.yaml", "_"],
    ["watch", "_"], ["validate", "_"], ["validate", "_", "--format", "github"],
    ["validate", "in", "--format", "_"], ["list", "_"], ["list", "--filter", "_"],
    ["coverage", "_"],
    ["explain", "_"], ["format", "_"], ["schema", "_"], ["schema", "--file", "_/_"],
    ["rebaseline", "_", "--reason", "_"], ["compare", "_", "_"],
    ["bisect", "_", "--good", "_", "--bad", "_"], ["count", "_"], ["report", "_"],
    ["report", "in/pin.yaml", "--out", "_"], ["export", "_"], ["export", "_", "--to", "_"],
    ["history", "log", "--history", "_"], ["history", "add", "_", "--history", "_"],
    ["history", "merge", "_"], ["profile", "_"], ["profile", "in/pin.yaml", "--id", "_"],
    ["doctor", "--require", "_"], ["docs", "_"], ["bench", "_"], ["conformance", "_"],
    ["adjusters", "--callouts", "_"], ["adjusters", "--views", "_"], ["adjusters", "_"],
  ])
  func `stays in its line as an argument`(words: [String]) throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(""))
    let arguments = words.map { $0.replacing("_", with: Self.nasty) }
    expectHarmless(try Program.debug.run(arguments, in: scratch.folder), words)
  }

  @Test
  func `stays in its line as the name of a file`() throws {
    let scratch = try Scratch()
    let name = Self.nasty
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/\(name).yaml", ExitStatusTests.scenario("  - zooom\n"))
    try scratch.file("in/\(name)/pin.yaml", ExitStatusTests.scenario(""))
    for words in [
      ["run", "in"], ["validate", "in"], ["validate", "in", "--format", "github"], ["list", "in"],
      ["list", "in", "--flat"], ["format", "in"], ["coverage", "in"],
      ["explain", "in/\(name).yaml"],
      ["run", "in/\(name)/pin.yaml"], ["explain", "in/\(name)/pin.yaml"],
    ] {
      expectHarmless(try Program.debug.run(words, in: scratch.folder), words)
    }
  }

  @Test
  func `stays in its line as a name in a file`() throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    let expectation = "expect: {selections: exactly 7}\n"
    try scratch.file(
      "in/pin.yaml", Self.scenario("  - mark: \"${a}\"\n").replacing("${a}", with: "m"))
    try scratch.file("in/fails.yaml", Self.scenario(expectation))
    let head = try #require(Self.scenario("").split(separator: "\n").first).dropFirst(10)
    try scratch.file(
      "faulty/a.yaml", "scenario: \(head)\n\(head): 1\ndevice:\(head)\nsteps: [\(head)]\n")
    try scratch.file("faulty/b.yaml", "scenario: a\u{1B}[2J\n")
    for words in [
      ["run", "in"], ["run", "in", "--verbose"], ["run", "in", "--log"], ["list", "in"],
      ["list", "in", "--flat"], ["list", "in", "--tags"], ["explain", "in/pin.yaml"],
      ["coverage", "in", "--all"], ["run", "in", "--watch-session", "--filter", "pin"],
      ["run", "faulty"], ["validate", "faulty"], ["validate", "faulty", "--format", "github"],
      ["export", "Reports/latest/run.json", "--to", "github"],
      ["diff", "Reports/latest/run.json", "Reports/latest/run.json"],
    ] {
      expectHarmless(try Program.debug.run(words, in: scratch.folder), words)
    }
  }
}
