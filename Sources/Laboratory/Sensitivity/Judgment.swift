internal import MapEvents
internal import Metrics

/// The verdicts and the headline facts of one replay.
struct Judgment: Codable, Hashable, Sendable {
  /// The fingerprints of the session and of the variants with which it compares values.
  var fingerprints: [TraceDigest]
  /// Whether each verdict is good, in the order of the verdicts of the session.
  var isGood: [Bool]
  /// The values of the headline facts, in the order of the headlines.
  var headlines: [MetricValue]
  /// The first contradiction of the model in a replay, in a sentence; the rest then means nothing.
  var contradiction: String?
}

/// A verdict that the study looks at.
public struct StudiedVerdict: Codable, Hashable, Sendable {
  /// The kinds of verdicts.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// A written expectation, in all rounds of its step.
    case written
    /// The expectations that apply by default, together.
    case implied
    /// For a canary, whether it fails as it must.
    case canary
  }

  /// The kind.
  public var kind: Kind
  /// The subject in words.
  public var subject: String
  /// The place of a written expectation: `line 9`, or `part.yaml:9:3` where another file than the
  /// session's has it.
  public var place: String?
}
