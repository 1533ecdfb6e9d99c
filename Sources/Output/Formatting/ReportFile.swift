/// A file of a report: its name, its contents in a few words, and the function that renders it.
public struct ReportFile<Subject>: Sendable {
  /// The file's name in the folder of reports.
  public let name: String
  /// The contents of the file, in a few words.
  public let help: String
  /// The file's bytes, in parts that stand one behind the other.
  public let parts: @Sendable (Subject) -> [ArraySlice<UInt8>]

  /// Creates a file with the function that renders its text.
  public init(_ name: String, _ help: String, text: @escaping @Sendable (Subject) -> String) {
    self.init(name, help, parts: { [Array(text($0).utf8)[...]] })
  }

  /// A file with what makes its bytes, which are UTF-8: those of a large one that are somewhere in
  /// memory already stay where they are.
  public init(
    _ name: String, _ help: String, parts: @escaping @Sendable (Subject) -> [ArraySlice<UInt8>]
  ) {
    (self.name, self.help, self.parts) = (name, help, parts)
  }

  /// The file's text.
  public func text(_ subject: Subject) -> String {
    String(parts: parts(subject))
  }
}

extension String {
  /// Joins the parts of a text in UTF-8; a character may begin in one and end in the next.
  package init(parts: [ArraySlice<UInt8>]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { bytes += part }
    self.init(decoding: bytes, as: UTF8.self)
  }
}

/// Makes parts of a file by their numbers, one after the other or several at once.
package typealias PieceOrder =
  @Sendable (_ count: Int, _ part: @escaping @Sendable (Int) -> ArraySlice<UInt8>)
  -> [ArraySlice<UInt8>]
