public import ScenarioFiles

/// The page of one kind of mistake: why it is one, and how it is mended.
public struct DiagnosticPage: Hashable, Sendable {
  /// The place of an example in a file or a folder.
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
  public let code: DiagnosticCode
  /// The mistake in a few words, without a full stop.
  public let title: String
  /// Why it is a mistake, in a few sentences.
  public let reason: String
  /// The place of both examples.
  public let fragment: Fragment
  /// An example with the mistake.
  public let wrong: String
  /// The same without it.
  public let right: String

  /// Every page, in the order of the codes.
  public static let all = TextSection.all(in: TextFile.diagnostics, putting: replacements)
    .compactMap(DiagnosticPage.init)

  /// Reads a page; nil where it is not one.
  private init?(_ section: TextSection) {
    let title = section.title.split(separator: ": ", maxSplits: 1)
    let wrong = section.blocks.firstIndex { $0.hasPrefix("Wrong (") && $0.hasSuffix("):") }
    guard title.count == 2, let code = DiagnosticCode(String(title[0])), wrong == 1,
      let fragment = Fragment(rawValue: String(section.blocks[1].dropFirst(7).dropLast(2))),
      let right = section.blocks.firstIndex(of: "Right:")
    else { return nil }
    (self.code, self.title, self.fragment) = (code, String(title[1]), fragment)
    reason = TextSection.unwrapped(section.blocks[0])
    self.wrong = TextSection.example(section.blocks[2..<right])
    self.right = TextSection.example(section.blocks[(right + 1)...])
  }

  /// The page of a code.
  public static func page(of code: DiagnosticCode) -> DiagnosticPage? {
    all.first { $0.code == code }
  }

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

  /// Limits, and examples that are long or not visible, by what stands for them in the pages.
  private static let replacements = [
    ("scenario-MiB", "\(Limits.scenarioBytes >> 20)"),
    ("points-MiB", "\(Limits.dataBytes >> 20)"),
    ("diagnostics", "\(Limits.diagnostics)"),
    (
      "steps-without-units",
      Array(repeating: "- wait: 250", count: Limits.diagnostics + 2).joined(separator: "\n    ")
    ),
    ("values", "\(Limits.values)"),
    (
      "too-many-steps",
      Array(repeating: "  - tap map", count: Limits.values).joined(separator: "\n    ")
    ),
    ("bell", "\u{7}"),
    ("tab", "\t"),
    ("nesting", "\(Limits.nesting)"),
    ("brackets", String(repeating: "[", count: 4_000)),
    ("line-bytes", "\(Limits.lineBytes)"),
    ("table-columns", "\(Limits.columns)"), ("row-mebibytes", "\(Limits.rowBytes >> 20)"),
    ("very-too-often", String(repeating: "very ", count: Limits.lineBytes / 5)),
    ("name-length", "\(Limits.nameLength)"),
    ("steps", "\(Limits.unrolledSteps)"),
    ("marks", "\(Limits.unrolledMarks)"),
    ("points-of-steps", "\(Limits.unrolledPoints)"),
    ("repeats", "\(Limits.repeatDepth)"),
    (
      "repeats-opened",
      String(repeating: "{repeat: {times: 1, steps: [", count: Limits.repeatDepth + 1)
    ),
    ("repeats-closed", String(repeating: "]}}", count: Limits.repeatDepth + 1)),
    ("cells", "\(Int(Limits.clusterCells))"),
    ("bubble-points", ValueType.words(Limits.bubbleViewPoints)),
    ("subview-points", ValueType.words(Limits.subviewRoomPoints)),
    ("geodesic-kilometers", "\(Int(Limits.geodesicKilometers))"),
    ("points", "\(Limits.points)"),
    ("points-at-a-place", "\(Limits.pointsAtOnePlace)"),
    ("points-over-that", "\(Limits.pointsAtOnePlace + 1)"),
  ]
}
