/// The place and time of a run, in addition to its measuring conditions.
///
/// They change no fact. Times and host are known only of runs that measure: a run that
/// measures nothing is a function of its revision.
public struct RunOrigin: Codable, Hashable, Sendable {
  /// The revision of the repository with the scenarios, as git names it; nil where no single one
  /// has all of them.
  public var revision: String?
  /// Whether files in the folder of the scenarios differ from the revision or are not in it.
  public var isModified = false
  /// The branch; nil where none is checked out.
  public var branch: String?
  /// When the revision was committed, in seconds since 1970 (UTC).
  public var committedAtSeconds: Int64?
  /// When the run began, in seconds since 1970 (UTC).
  public var startedAtSeconds: Int64?
  /// The name of the machine.
  public var host: String?

  /// Makes an origin of which nothing is known.
  public init() {}
}
