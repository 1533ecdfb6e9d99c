/// Why the text is not valid output of a profiler.
public struct ProfileTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The mistake, as a sentence without its place.
  public let sentence: String

  /// The place and the sentence.
  public var description: String { "line \(line): \(sentence)" }
}
