import ScenarioFiles
import Scenarios

/// Where diagnostics lie: inside the text that they blame.
enum FaultPlace {
  /// What is wrong with the place of a diagnostic, in words; nil when it lies within its file.
  static func violation(of diagnostic: Diagnostic, in files: InMemoryFiles) -> String? {
    guard !diagnostic.description.isEmpty, !diagnostic.message.isEmpty else {
      return "a fault without words"
    }
    let words =
      "\(diagnostic.code) at \(diagnostic.place.line):\(diagnostic.place.column)"
      + " of \(diagnostic.file)"
    guard diagnostic.length >= 1, diagnostic.endColumn > diagnostic.place.column else {
      return "\(words): no extent"
    }
    let places =
      [(diagnostic.file, diagnostic.place)] + diagnostic.notes.map { ($0.file, $0.place) }
    return places.contains { file, place in
      !isInside(place, of: files.texts[file] ?? [], isYAML: file.hasSuffix(".yaml"))
    }
      ? "\(words): outside of the text" : nil
  }

  private static func isInside(_ place: Place, of bytes: [UInt8], isYAML: Bool) -> Bool {
    // The lines of a packed file are those of its content.
    if bytes.starts(with: [0x1F, 0x8B]) { return place.line >= 1 && place.column >= 1 }
    let text = String(decoding: bytes, as: UTF8.self)
    var scalars = text.unicodeScalars[...]
    // The mark that some editors put before a text belongs to no line.
    if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
    let lines = lines(of: scalars, isYAML: isYAML)
    guard place.line >= 1, place.line <= lines.count, place.column >= 1 else { return false }
    // Where bytes are no text, characters cannot be counted.
    guard text.utf8.elementsEqual(bytes) else { return true }
    return place.column <= lines[place.line - 1].unicodeScalars.count + 1
  }

  /// The lines of a text; YAML ends them with more signs than other files do.
  private static func lines(
    of scalars: Substring.UnicodeScalarView, isYAML: Bool
  ) -> [String] {
    var lines = [""]
    var before: Unicode.Scalar = " "
    for scalar in scalars {
      switch scalar {
      case "\n" where before == "\r": break
      case "\n", "\r": lines.append("")
      case "\u{85}" where isYAML: lines.append("")
      case "\u{2028}" where isYAML, "\u{2029}" where isYAML: lines.append("")
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      before = scalar
    }
    return lines
  }
}
