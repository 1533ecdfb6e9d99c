import Foundation
import Support
import Testing

/// The ten minutes of the guide: whoever follows them sees what it shows.
@Suite("The guide")
struct GuideTests {
  /// A command of the guide and the lines that it shows of the output.
  private struct Shown {
    var arguments: [String]
    var lines: [String]
  }

  /// What the guide asks its reader to write in each minute, in place of what; it begins anew where
  /// a minute says so.
  private static let edits: [(minute: Int, isAnew: Bool, texts: [(old: String, new: String)])] = [
    (3, true, []), (5, false, [("adjust: ideal", "adjust: none")]),
    (
      7, false,
      [("- select: {", "- selct: {"), ("expect: {callouts opened:", "expect: {callouts open:")]
    ),
    (
      8, true,
      [
        ("size: 390 x 844 pt,", "size: 390 x 844 pt, insets: {top: 91 pt, bottom: 83 pt},"),
        ("style: bubble, content height: 80 pt", "style: plain, size: 240 x 100 pt"),
      ]
    ), (9, false, [("at: 195 x 60 pt", "at: 195 x 130 pt")]),
  ]

  private static func minutes() throws -> [Int: [[String]]] {
    let page = try String(
      contentsOf: Program.repository.appending(path: "Scenarios/README.md"), encoding: .utf8)
    var blocks: [Int: [[String]]] = [:]
    var minute = 0
    var block: [String]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("**Minute "), let number = Int(line.dropFirst(9).prefix { $0.isNumber }) {
        minute = number
      } else if line.hasPrefix("## "), minute > 0 {
        break
      } else if line == "```text" {
        block = []
      } else if line == "```", let written = block {
        blocks[minute, default: []].append(written)
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// The commands of a block, each with what follows it.
  private static func shown(_ block: [String]) -> [Shown] {
    var shown: [Shown] = []
    for line in block where line != "..." && !line.isEmpty {
      if line.hasPrefix("$ mapreplay ") {
        shown.append(Shown(arguments: words(of: line.dropFirst(12)), lines: []))
      } else if !shown.isEmpty {
        shown[shown.count - 1].lines.append(line)
      }
    }
    return shown
  }

  /// The words of a command, some of which are in quotes.
  private static func words(of command: Substring) -> [String] {
    command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      $0.offset.isMultiple(of: 2)
        ? $0.element.split(separator: " ").map(String.init) : [String($0.element)]
    }
  }

  /// Runs a command of a guide, which must print the lines that the guide shows, in their order.
  ///
  /// - Returns: All that it printed.
  private static func check(_ shown: Shown, in folder: URL, _ place: String) throws -> String {
    let ending = try Program.debug.run(shown.arguments, in: folder)
    let printed = ending.output + "\n" + ending.complaints
    var rest = printed.split(separator: "\n", omittingEmptySubsequences: false)
      .map(withoutTimes)[...]
    for line in shown.lines.map(withoutTimes) {
      let found = rest.firstIndex(of: line)
      #expect(found != nil, "\(place), \(shown.arguments): '\(line)' in \(rest)")
      rest = rest.dropFirst((found ?? rest.startIndex) - rest.startIndex + 1)
    }
    return printed
  }

  /// A line without the real times of a search.
  private static func withoutTimes(_ line: some StringProtocol) -> String {
    String(line).replacing(/in [0-9.,]+ s( \([0-9,]+ per second\))?$/, with: "in a time")
  }

  @Test
  func `of searches shows what its reader sees, and the files`() throws {
    let scratch = try Scratch()
    let page = try String(
      contentsOf: Program.repository.appending(path: "Scenarios/Searching.md"), encoding: .utf8)
    var (count, file): (Int, String?) = (0, nil)
    for block in page.matches(of: /```(text|yaml)\n((?s:.*?))```/) {
      if block.1 == "yaml", let found = file {
        #expect(try scratch.text(found) == block.2)
        file = nil
      }
      let lines = block.2.split(separator: "\n").map(String.init)
      for shown in block.1 == "text" ? Self.shown(lines) : [] {
        let printed = try Self.check(shown, in: scratch.folder, "Searching.md")
        count += 1
        file = printed.firstMatch(of: /\n  (Reports\S+\.yaml)\n/).map { String($0.1) }
      }
    }
    #expect(count == 4)
  }

  @Test
  func `shows what its reader sees`() throws {
    let scratch = try Scratch()
    let first = try Program.debug.run(["new", "first.yaml"], in: scratch.folder)
    #expect(first.code == 0, "\(first.complaints)")
    let file = scratch.folder.appending(path: "first.yaml")
    let template = try String(contentsOf: file, encoding: .utf8)
    let minutes = try GuideTests.minutes()
    #expect(minutes.keys.sorted() == GuideTests.edits.map(\.minute))
    var text = template
    for (minute, isAnew, texts) in GuideTests.edits {
      if isAnew { text = template }
      for (old, new) in texts {
        #expect(text.contains(old), "minute \(minute): '\(old)' is not in the file")
        text = text.replacing(old, with: new)
      }
      try scratch.file("first.yaml", text)
      for shown in (minutes[minute] ?? []).flatMap(GuideTests.shown) {
        _ = try Self.check(shown, in: scratch.folder, "minute \(minute)")
      }
    }
  }

  @Test
  func `shows the steps of the template`() throws {
    let scratch = try Scratch()
    _ = try Program.debug.run(["new", "first.yaml"], in: scratch.folder)
    let file = try String(
      contentsOf: scratch.folder.appending(path: "first.yaml"), encoding: .utf8)
    let page = try String(
      contentsOf: Program.repository.appending(path: "Scenarios/README.md"), encoding: .utf8)
    let steps = try #require(page.split(separator: "```yaml\n").dropFirst().first)
      .split(separator: "```")[0].split(separator: "\n")
    #expect(steps.count == 8)
    for step in steps {
      var line = step.split(separator: " #")[0]
      while line.last == " " { line.removeLast() }
      #expect(file.contains(line), "\(step)")
    }
  }
}
