internal import Formatting

/// How many verdicts of a session depend on options of the model that nothing published settles,
/// as the last study of assumptions found.
public struct Robustness: Codable, Hashable, Sendable {
  /// The number of verdicts.
  public var verdicts: Int
  /// The number of verdicts that another value of an option changes.
  public var changed: Int
  /// The number of options with a value that changes the events of the session.
  public var consulted: Int
  /// The options that change verdicts, in words such as `region fit (9)`.
  public var causes: [String]

  /// Makes a result of its parts.
  public init(verdicts: Int, changed: Int, consulted: Int, causes: [String]) {
    (self.verdicts, self.changed) = (verdicts, changed)
    (self.consulted, self.causes) = (consulted, causes)
  }

  /// The most options that are named.
  private static let causeLimit = 4

  /// The result in a sentence without a full stop.
  package var words: String {
    let all = MetricText.things(verdicts, "verdict")
    guard consulted > 0 else { return "\(all); no open option matters here" }
    let options =
      "all values of the \(MetricText.things(consulted, "option")) that "
      + "\(consulted == 1 ? "matters" : "matter") here"
    guard changed > 0 else { return "\(all), the same under \(options)" }
    let list = TextLayout.list(causes, atMost: Self.causeLimit).replacing("`", with: "")
    return "\(changed) of \(all) \(changed == 1 ? "depends" : "depend") on \(list)"
      + (changed < verdicts ? "; the rest is the same under \(options)" : "")
  }
}
