/// A rule as its author wrote it.
public struct WrittenRule: Codable, Hashable, Sendable {
  /// The text of the rule.
  public var text: String
  /// The line of its key in its file, from 1.
  public var line: Int
  /// The column of its key, in characters from 1.
  public var column: Int
  /// Its file; nil for the scenario's own.
  public var file: String?

  /// Makes a written rule of its parts.
  public init(_ text: String, line: Int, column: Int, file: String? = nil) {
    (self.text, self.line, self.column, self.file) = (text, line, column, file)
  }

  /// The place of its key, for a scenario in a file: `a.yaml:9:3`.
  public func place(in scenario: String) -> String { "\(file ?? scenario):\(line):\(column)" }
}
