/// What there is to know about one kind of mistake: why it is one, and how it is mended.
public struct FaultPage: Hashable, Sendable {
  /// What an example is a part of.
  public enum Fragment: String, Hashable, Sendable {
    /// Items of the list `steps`.
    case steps = "steps of a scenario"
    /// Keys of a scenario with their values; what else it needs is left out.
    case lines = "lines of a scenario"
    /// Everything in a scenario.
    case scenario = "a scenario"
    /// Everything in a file of points.
    case points = "a file of points"
    /// Everything in a file of points that is GeoJSON.
    case geoJSON = "a GeoJSON file of points"
    /// Everything in a device profile.
    case device = "a device profile"
    /// Everything in a part, here `Parts/example.yaml`.
    case part = "a part"
    /// The paths of files, with a word about each.
    case folder = "files in a folder"
  }

  /// The kind of mistake.
  public let code: FaultCode
  /// The mistake in a few words, without a full stop.
  public let title: String
  /// Why it is a mistake, in a few sentences.
  public let reason: String
  /// What both examples are a part of.
  public let fragment: Fragment
  /// An example with the mistake.
  public let wrong: String
  /// The same without it.
  public let right: String

  init(
    _ code: FaultCode, _ title: String, _ reason: String, _ fragment: Fragment, wrong: String,
    right: String
  ) {
    (self.code, self.title, self.reason) = (code, title, reason)
    (self.fragment, self.wrong, self.right) = (fragment, wrong, right)
  }

  /// Every page, in the order of the codes.
  public static let all =
    filesPages + grammarPages + objectsPages + scalarsPages + namesPages + stepsPages
    + expectationsPages + mapPages + variantsPages + pointsPages + writtenOncePages

  /// The page of a code.
  public static func page(of code: FaultCode) -> FaultPage? { all.first { $0.code == code } }

  /// The page as a terminal shows it.
  public var text: String {
    """
    \(code): \(title)

    \(TextLines.wrapped(reason))

    Wrong (\(fragment.rawValue)):

    \(TextLines.indented(wrong))

    Right:

    \(TextLines.indented(right))

    """
  }
}

/// Texts as lines of a terminal.
enum TextLines {
  private static let width = 88

  /// A sentence of Markdown without its links, of which the words stay.
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

  /// Each line further in, and cut where it is endless, as are the lines.
  static func indented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.count > 40 ? lines.prefix(4) + ["…"] : lines
    return shown.map { line in
      line.isEmpty ? "" : "    " + (line.count > 110 ? line.prefix(110) + "…" : line)
    }.joined(separator: "\n")
  }
}
