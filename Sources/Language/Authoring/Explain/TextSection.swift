/// A section of a Markdown text: its heading, and the paragraphs and examples below.
struct TextSection {
  let title: String
  /// The wrapped paragraphs, and the examples, indented by four blanks.
  let blocks: [String]

  /// Every section of a text with a heading of the second level.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - replacements: Names that stand between double braces, each with its replacement.
  /// - Returns: The sections in their order.
  static func all(in text: String, putting replacements: [(String, String)]) -> [TextSection] {
    put(replacements, into: text).split(separator: "\n## ").dropFirst().map { section in
      let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
      let blocks = lines.split(separator: "").map { $0.joined(separator: "\n") }
      return TextSection(title: blocks.first ?? "", blocks: Array(blocks.dropFirst()))
    }
  }

  /// A text with what comes in place of names that stand between double braces.
  static func put(_ replacements: [(String, String)], into text: String) -> String {
    replacements.reduce(text) { $0.replacing("{{\($1.0)}}", with: $1.1) }
  }

  /// A paragraph as one line.
  static func unwrapped(_ block: String) -> String {
    block.split(separator: "\n").joined(separator: " ")
  }

  /// The lines of an example, without its indentation.
  static func example(_ blocks: some Collection<String>) -> String {
    blocks.joined(separator: "\n\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
  }
}

/// Texts as lines of a terminal.
enum TextLines {
  private static let width = 80

  /// A sentence of Markdown with its links replaced by their words.
  static func plain(_ text: String) -> String {
    text.replacing(#/\[([^\]]+)\]\([^)]+\)/#) { String($0.output.1) }
  }

  /// A paragraph in lines of at most the width, but for longer words.
  static func wrapped(_ text: String, indent: String = "") -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
        lines.append(indent + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [indent + line]).joined(separator: "\n")
  }

  /// Indents each line; cuts long lines, and drops lines beyond a limit.
  static func indented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.count > 40 ? lines.prefix(4) + ["…"] : lines
    return shown.map { line in
      line.isEmpty ? "" : "    " + (line.count > 110 ? line.prefix(110) + "…" : line)
    }.joined(separator: "\n")
  }
}
