/// A file that reports something: its name, what it holds, and what renders it.
public struct ReportFile<Subject>: Sendable {
  /// The file's name in the folder of reports.
  public let name: String
  /// The contents of the file, in a few words.
  public let help: String
  /// The file's text.
  public let text: @Sendable (Subject) -> String

  /// A file with its renderer.
  public init(_ name: String, _ help: String, text: @escaping @Sendable (Subject) -> String) {
    (self.name, self.help, self.text) = (name, help, text)
  }
}
