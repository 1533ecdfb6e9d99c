/// A scenario file written otherwise, so that the session does the same.
///
/// It gets comments and empty lines, another title and other tags. The keys of the file and of the
/// objects of its steps stand in the other order, and times in another unit. Its snapshots and
/// expectations go, and others come: between its steps, inside of those that hold steps, in `setup`
/// and `teardown`, and in the parts that it runs.
struct EditedScenario {
  /// The text of the file.
  let text: String

  /// Edits the text of a file; nil for one that is neither a scenario nor a part of others.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blocks = EditedScenario.groups(of: lines) { line in
      line.first?.isLetter == true && line.contains(":")
    }
    if blocks.contains(where: { $0.first?.hasPrefix("part:") == true }) {
      self.text = EditedScenario.lists(lines).joined(separator: "\n")
      return
    }
    guard blocks.contains(where: { $0.first?.hasPrefix("scenario:") == true }) else { return nil }
    let header = blocks.first?.first?.first?.isLetter == true ? [] : blocks.removeFirst()
    // What a canary must fail with may be an expectation that goes.
    blocks.removeAll { block in
      ["tags:", "must fail with:"].contains { block.first?.hasPrefix($0) == true }
    }
    blocks.append(["tags: [edited]"])
    let edited = blocks.reversed().flatMap { block -> [String] in
      let key = block[0].prefix { $0 != ":" }
      let comment = ["# A comment.", ""]
      switch key {
      case "scenario": return comment + ["scenario: Something else"]
      case "steps": return comment + EditedScenario.steps(block).map(EditedScenario.inSeconds)
      case "setup", "teardown": return comment + EditedScenario.lists(block)
      case "map", "app": return comment + block.map(EditedScenario.inSeconds)
      default: return comment + block
      }
    }
    self.text = (header + edited).joined(separator: "\n") + "\n"
  }

  /// Lines in groups, each of which but the first begins where a line does.
  private static func groups(of lines: [String], begins: (String) -> Bool) -> [[String]] {
    lines.reduce(into: []) { groups, line in
      if begins(line) || groups.isEmpty {
        groups.append([line])
      } else {
        groups[groups.count - 1].append(line)
      }
    }
  }

  private static func steps(_ block: [String]) -> [String] {
    let groups = groups(of: block) { $0.hasPrefix("  - ") }
    let playing = groups.dropFirst().filter { group in
      !["snapshot", "expect"].contains { group[0].hasPrefix("  - \($0)") }
    }
    guard !playing.isEmpty else { return block }
    return (groups.first ?? [])
      + playing.enumerated().flatMap { index, group in
        (index % 4 == 0 ? ["  - snapshot: edited \(index)"] : [])
          + ["  # A comment.", "", reversed(group[0])] + lists(Array(group.dropFirst()))
          + ["  - expect: {taps: at most 1000000 or nothing}"]
      }
  }

  /// The lists of steps among some lines with an expectation before each step, and a snapshot
  /// before the first one of a list.
  private static func lists(_ lines: [String]) -> [String] {
    /// How far the steps of the lists are indented that are open; nil until the first step.
    var open: [Int?] = []
    return lines.flatMap { line -> [String] in
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      guard !content.isEmpty, !content.hasPrefix("#") else { return [line] }
      while let last = open.last, let last, indent < last || indent == last && content.first != "-"
      {
        open.removeLast()
      }
      var added: [String] = []
      if content.hasPrefix("- "), let list = open.last, list ?? indent == indent {
        let margin = String(repeating: " ", count: indent)
        if list == nil { added.append("\(margin)- snapshot: edited inside") }
        added.append("\(margin)- expect: {taps: at most 1000000 or nothing}")
        open[open.count - 1] = indent
      }
      if content.contains(#/(^|[ -])(steps|setup|teardown): *(#.*)?$/#) { open.append(nil) }
      return added + [added.isEmpty ? line : reversed(line)]
    }
  }

  /// A step in one line with the keys of its object in the other order.
  private static func reversed(_ line: String) -> String {
    guard let start = line.firstIndex(of: "{"), line.hasSuffix("}"),
      line[..<start].hasSuffix(": "), !line.contains("\""), !line.contains("'")
    else { return line }
    var depth = 0
    var members = [""]
    for character in line[line.index(after: start)...].dropLast() {
      depth += "{[".contains(character) ? 1 : "}]".contains(character) ? -1 : 0
      if character == ",", depth == 0 {
        members.append("")
      } else {
        members[members.count - 1].append(character)
      }
    }
    let trimmed = members.map { $0.drop { $0 == " " } }
    return line[...start] + trimmed.reversed().joined(separator: ", ") + "}"
  }

  /// A line with its whole milliseconds as seconds.
  private static func inSeconds(_ line: String) -> String {
    line.replacing(#/(^|[ {\[])(\d{1,6}) ms\b(?! per)/#) { match in
      let number = Int(match.2) ?? 0
      var decimals = String(number % 1000 + 1000).dropFirst()
      while decimals.hasSuffix("0") { decimals = decimals.dropLast() }
      return "\(match.1)\(number / 1000)" + (decimals.isEmpty ? "" : ".\(decimals)") + " s"
    }
  }
}
