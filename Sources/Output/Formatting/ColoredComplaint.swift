/// Colors diagnostics for a terminal.
package enum ColoredComplaint {
  /// Returns the text with colored severities, carets and labels of notes and help.
  ///
  /// Other lines stay plain.
  ///
  /// - Complexity: O(length).
  package static func text(_ plain: String) -> String {
    plain.split(separator: "\n", omittingEmptySubsequences: false).map(line)
      .joined(separator: "\n")
  }

  private static let kinds = [
    ("error", "1;31"), ("warning", "1;33"), ("note", "36"), ("help", "32"),
  ]

  private static func line(_ line: Substring) -> String {
    if let bar = line.firstIndex(of: "|"), line[..<bar].allSatisfy({ $0 == " " }),
      line[bar...].contains("^"), line[bar...].dropFirst().allSatisfy({ " ^".contains($0) })
    {
      return "\(line[...bar])\u{1B}[1;31m\(line[bar...].dropFirst())\u{1B}[0m"
    }
    for (kind, color) in kinds {
      guard let range = range(of: kind, in: line) else { continue }
      return "\(line[..<range.lowerBound])\u{1B}[\(color)m\(line[range])\u{1B}[0m"
        + line[range.upperBound...]
    }
    return String(line)
  }

  /// The range of a severity with its code, such as `error[MR0704]:`.
  ///
  /// It stands at the start of a line or after a file position.
  private static func range(of kind: String, in line: Substring) -> Range<Substring.Index>? {
    let isFirst = line.hasPrefix(kind)
    guard let start = isFirst ? line.startIndex : line.firstRange(of: ": \(kind)[")?.lowerBound
    else { return nil }
    let word = isFirst ? start : line.index(start, offsetBy: 2)
    let rest = line[word...].dropFirst(kind.count)
    guard rest.hasPrefix(":") || rest.hasPrefix("["), let colon = rest.firstIndex(of: ":") else {
      return nil
    }
    return word..<line.index(after: colon)
  }
}
