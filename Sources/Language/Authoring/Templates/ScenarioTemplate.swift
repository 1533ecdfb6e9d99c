internal import ScenarioFiles

/// A template for a scenario: it is valid, passes, and teaches by its comments.
public struct ScenarioTemplate: Hashable, Sendable {
  /// The name by which it is chosen.
  public let name: String
  /// A sentence about the subject of the template.
  public let help: String
  private let text: String

  /// All templates, in the order in which they are listed.
  public static let all = [
    ("callout", TextFile.callout), ("clustering", TextFile.clustering),
    ("download", TextFile.download), ("pan", TextFile.pan), ("blank", TextFile.blank),
  ].map(ScenarioTemplate.init)

  /// Makes a template of a text whose first line is a comment with what it shows.
  private init(name: String, text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1)
    self.name = name
    (help, self.text) = (String(lines[0].dropFirst(2)), String(lines[1]))
  }

  /// The name of the schema that editors look for.
  public static let schemaName = "mapreplay.schema.json"
  /// The file name of the schema of tolerances, beside it.
  public static let tolerancesSchemaName = "tolerances.schema.json"

  /// The characters that a title may have.
  public static let titleLength = Limits.titleLength

  /// The template with a name, or nil.
  public static func named(_ name: String) -> ScenarioTemplate? { all.first { $0.name == name } }

  /// Creates a file from the template, whose first line tells editors the schema.
  ///
  /// - Parameters:
  ///   - title: The title; nil for the template's title.
  ///   - schemaPath: The path from the file to the schema.
  /// - Returns: The text of the file.
  public func file(title: String? = nil, schemaPath: String) -> String {
    let key = HeadKeys.title.name + ": "
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let title, line.hasPrefix(key) else { return String(line) }
      return key + PlainText.written(title, isQuoted: true, isInBraces: false)
    }
    return "# yaml-language-server: $schema=\(schemaPath)\n" + lines.joined(separator: "\n")
  }

  /// Whether a text can be a title: it has an allowed length, and no name of a value in it.
  public static func isTitle(_ text: String) -> Bool {
    (1...Limits.titleLength).contains(text.count) && Placeholders(text).names.isEmpty
      && text.contains { !$0.isWhitespace }
  }
}
