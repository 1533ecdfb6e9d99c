import Formatting
import Foundation
import Support
import Testing

/// What the README shows is true of the program.
@Suite("README")
struct ReadmeTests {
  private static let text = (try? read("README.md")) ?? ""
  /// The page beside the program's code that has every verb and option.
  private static let commands = "Sources/Program/CommandLineTool/CommandLineTool.docc/Commands.md"

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: Program.repository.appending(path: path), encoding: .utf8)
  }

  /// The text between a line and the next one that begins in some way.
  private static func block(
    of text: String = text, after first: String, until last: String
  ) throws -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == first }, "no line '\(first)'")
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(last) })
  }

  /// What stands in backticks.
  private static func quotes(_ line: some StringProtocol) -> [String] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  @Test
  func `its scenario passes`() throws {
    let scratch = try Scratch()
    let copy = scratch.folder.appending(path: "Scenarios/Data")
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Program.repository.appending(path: "Scenarios/Data"), to: copy)
    let scenario = try ReadmeTests.block(after: "```yaml", until: "```")
    try scratch.file("Scenarios/readme.yaml", scenario.joined(separator: "\n") + "\n")
    let ending = try Program.debug.run(["run"], in: scratch.folder)
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    #expect(ending.output.contains("1 scenario passed"))
    #expect(scratch.files(below: "Reports/latest").contains("report.html"))
  }

  @Test
  func `the verbs of the page of commands and their options exist`() throws {
    let page = try ReadmeTests.read(ReadmeTests.commands)
    let rows = try ReadmeTests.block(of: page, after: "## Verbs", until: "## ")
      .filter { $0.hasPrefix("| `mapreplay ") }
    #expect(rows.count >= 3)
    for row in rows {
      let quotes = ReadmeTests.quotes(row)
      // A verb may have verbs of its own: `mapreplay history add RUN...`.
      let words = quotes[0].split(separator: " ").dropFirst().prefix {
        $0.allSatisfy(\.isLowercase)
      }
      let verb = words.joined(separator: " ")
      let help = try Program.debug.run(words.map(String.init) + ["--help"])
      #expect(help.code == 0, "\(verb)")
      #expect(help.output.contains("USAGE: mapreplay \(words.first ?? "") "), "\(verb)")
      let line = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let twice = line.firstMatch(of: #/(\(default: [^)]*\))\.? \1/#)
      #expect(twice == nil, "\(verb) says twice: \(twice?.0 ?? "")")
      for option in quotes.dropFirst() where option.hasPrefix("--") {
        let name = option.prefix { $0 != " " }
        #expect(help.output.contains("\(name)"), "\(verb) has no \(name)")
      }
    }
    let listed = Set(
      rows.compactMap { ReadmeTests.quotes($0)[0].split(separator: " ").dropFirst().first })
    let help = try Program.debug.run(["--help"]).output
    let verbs = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first }.filter { $0 != "See" }
    #expect(verbs.count >= 3)
    for verb in verbs { #expect(listed.contains(verb), "the page does not name \(verb)") }
  }

  @Test
  func `its two commands are targets of the Makefile`() throws {
    let makefile = try ReadmeTests.read("Makefile").split(separator: "\n")
    let commands = try ReadmeTests.block(after: "```sh", until: "```")
    #expect(commands.count == 2)
    for command in commands {
      let words = command.split(separator: " ")
      #expect(words[0] == "make")
      #expect(makefile.contains { $0.hasPrefix("\(words[1]):") }, "no target \(words[1])")
    }
  }

  @Test
  func `its robust verdicts are the committed count`() throws {
    let rows = try ReadmeTests.read("Reports/Assumptions.csv").split(separator: "\n")
    let all = try #require(rows.first { $0.hasPrefix("all,") })
    let cells = all.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let (changed, verdicts) = (try #require(cells[1]), try #require(cells[2]))
    let counts = [verdicts - changed, verdicts].map { MetricText.count(Int64($0)) }
    let words = ReadmeTests.text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("\(counts[0]) of the \(counts[1]) verdicts of this repository"))
  }

  @Test
  func `its exit codes are those of the program`() throws {
    let rows = try ReadmeTests.block(after: "## Exit codes", until: "## ")
    let codes = rows.compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    let source = try ReadmeTests.read("Sources/Program/CommandLineTool/ExitStatus.swift")
    let cases = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(codes.sorted() == cases.sorted())
  }
}
