internal import Reporting

/// A page with excerpts from files: a fence follows each line that begins "Excerpt from `NAME`".
///
/// A line of dots in an excerpt stands for any lines, dots within a line for any text in it.
package struct SampledPage {
  /// A line of a sample that its file does not have at that place.
  package struct Stray: Hashable, Sendable {
    /// The name of the file.
    package let file: String
    /// The line of the sample.
    package let line: String
  }

  /// The names of the sampled files, in the order of the page.
  package let names: [String]
  private let lines: [Substring]
  /// The lines of each sample, as indices of the page's lines.
  private let samples: [Range<Int>]

  private static let gap = "..."
  private static let caption = "Excerpt from `"

  /// Reads a page in Markdown.
  package init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var names: [String] = []
    var samples: [Range<Int>] = []
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      guard lines[index].hasPrefix(SampledPage.caption),
        let fence = lines[index...].firstIndex(where: { $0.hasPrefix("```") }),
        let end = lines[(fence + 1)...].firstIndex(of: "```")
      else { continue }
      names.append(String(lines[index].dropFirst(SampledPage.caption.count).prefix { $0 != "`" }))
      samples.append(fence + 1..<end)
      index = end
    }
    (self.names, self.samples) = (names, samples)
  }

  /// The lines of the sample of a file; nil where the page has none.
  package func sample(of name: String) -> [Substring]? {
    names.firstIndex(of: name).map { Array(lines[samples[$0]]) }
  }

  /// The page with samples of these files.
  ///
  /// A sample line found in the file stays, with its dots. Any other line is replaced by the next
  /// line of the file, or behind a gap by the most similar one.
  ///
  /// - Parameter files: The texts of files by their names.
  /// - Returns: The page, the lines that were replaced, and the samples of no file, which stay.
  package func renewed(
    with files: [String: String]
  ) -> (text: String, strays: [Stray], unknown: [String]) {
    var text: [Substring] = []
    var strays: [Stray] = []
    var rest = 0
    for (name, range) in zip(names, samples) {
      text += lines[rest..<range.lowerBound]
      rest = range.upperBound
      guard let file = files[name] else {
        text += lines[range]
        continue
      }
      text += SampledPage.renewed(lines[range], with: file) {
        strays.append(Stray(file: name, line: String($0)))
      }
    }
    text += lines[rest...]
    return (
      text: text.joined(separator: "\n"), strays: strays,
      unknown: names.filter { files[$0] == nil }
    )
  }

  private static func renewed(
    _ sample: ArraySlice<Substring>, with file: String, onStray: (Substring) -> Void
  ) -> [Substring] {
    // Lines of CSV end with two bytes, which are one character.
    var rest = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    var isGap = true
    return sample.compactMap { line in
      guard line != gap else {
        isGap = true
        return line
      }
      defer { isGap = false }
      let pieces = pieces(of: line)
      if let index = (isGap ? rest : rest.prefix(1)).firstIndex(where: { holds($0, pieces) }) {
        rest = rest[(index + 1)...]
        return line
      }
      onStray(line)
      let candidates = isGap ? rest : rest.prefix(1)
      let scores = candidates.map { likeness($0, line, pieces) }
      guard let most = scores.max(), let offset = scores.firstIndex(of: most) else {
        return nil
      }
      let index = candidates.startIndex + offset
      defer { rest = rest[(index + 1)...] }
      return rest[index]
    }
  }

  /// The texts between the dots of a line.
  private static func pieces(of line: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = line
    while let dots = rest.firstRange(of: gap) {
      pieces.append(rest[..<dots.lowerBound])
      rest = rest[dots.upperBound...]
    }
    return pieces + [rest]
  }

  /// Whether a line begins with the first piece, ends with the last and has the others between.
  private static func holds(_ line: Substring, _ pieces: [Substring]) -> Bool {
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return line == pieces.first
    }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// How much of a sample's line another line has: of its beginning, and of the texts behind dots.
  private static func likeness(
    _ line: Substring, _ sample: Substring, _ pieces: [Substring]
  ) -> Int {
    zip(line, sample).prefix { $0 == $1 }.count
      + pieces.dropFirst().filter { !$0.isEmpty && line.contains($0) }.reduce(0) { $0 + $1.count }
  }
}
