/// A file that reports something: its name, what it holds, and what renders it.
public struct ReportFile<Subject>: Sendable {
  /// The file's name in the folder of reports.
  public let name: String
  /// The contents of the file, in a few words.
  public let help: String
  /// The file's bytes.
  public let bytes: @Sendable (Subject) -> [UInt8]

  /// A file with what renders its text.
  public init(_ name: String, _ help: String, text: @escaping @Sendable (Subject) -> String) {
    self.init(name, help, bytes: { Array(text($0).utf8) })
  }

  /// A file with what writes its bytes, which are UTF-8: a large one is in memory once.
  public init(_ name: String, _ help: String, bytes: @escaping @Sendable (Subject) -> [UInt8]) {
    (self.name, self.help, self.bytes) = (name, help, bytes)
  }

  /// The file's text.
  public func text(_ subject: Subject) -> String { String(decoding: bytes(subject), as: UTF8.self) }
}
