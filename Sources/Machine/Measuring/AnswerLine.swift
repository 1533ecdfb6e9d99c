internal import Foundation

/// A value that a process answers in one line of JSON.
public protocol AnswerLine: Encodable {}

extension AnswerLine {
  /// The line, with its members sorted.
  public var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
  }
}
