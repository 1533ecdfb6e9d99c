internal import Formatting

/// The sources that a program was built from.
///
/// Programs of equal sources are the same program, on whichever machine and from whichever commit
/// they were built. Nothing of it changes a fact.
public struct ProgramSource: Codable, Hashable, Sendable {
  /// The digest of all source files.
  public var digest: String
  /// The commit, as git names it; nil where the sources were in no repository.
  public var commit: String?
  /// Whether source files differ from the commit.
  public var isModified: Bool

  /// Makes the sources of their parts.
  public init(digest: String, commit: String?, isModified: Bool) {
    (self.digest, self.commit, self.isModified) = (digest, commit, isModified)
  }

  /// Reads a digest, a commit or `-`, and `modified` or `unmodified`; nil for any other text.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 3, ["modified", "unmodified"].contains(words[2]) else { return nil }
    self.init(
      digest: words[0], commit: words[1] == "-" ? nil : words[1],
      isModified: words[2] == "modified")
  }

  /// The commit, short, with `+` where files differ from it; the digest where it is unknown.
  public var shortText: String {
    guard let commit else { return "sources \(Escape.line(String(digest.prefix(8))))" }
    return Escape.line(String(commit.prefix(8))) + (isModified ? "+" : "")
  }

  /// Whether two programs were built from equal sources; nil where that is unknown of one.
  public static func areEqual(_ one: ProgramSource?, _ other: ProgramSource?) -> Bool? {
    guard let one, let other else { return nil }
    return one.digest == other.digest
  }
}
