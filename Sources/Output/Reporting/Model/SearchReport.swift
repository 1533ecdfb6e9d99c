/// The laws that a search checked, and the results.
///
/// All of it is exact, so that the same search writes the same report.
public struct SearchReport: Codable, Hashable, Sendable {
  /// The outcome, as a sentence without a full stop.
  public var verdict: String
  /// The seed of all draws.
  public var seed: UInt64
  /// The number of sessions that were played.
  public var sessions: Int
  /// The seed, the sessions and their coverage, in sentences without a period.
  public var numbers: [String]
  /// The command that searches the same sessions again.
  public var command: String
  /// The laws, or the expectation that was to be broken.
  public var laws: [Law]

  /// A law, or the expectation to break, with its results.
  public struct Law: Codable, Hashable, Sendable {
    /// Its name; the rule of an expectation.
    public var name: String
    /// The law in one sentence; empty for an expectation.
    public var sentence: String
    /// The number of sessions to which it applied.
    public var sessions: Int
    /// The number of ways in which it is broken.
    public var broken: Int
    /// The ids of the sessions that show the failures, if their scenarios are known.
    public var finds: [String]

    /// Makes a law of its parts.
    public init(name: String, sentence: String, sessions: Int, broken: Int, finds: [String]) {
      (self.name, self.sentence, self.sessions) = (name, sentence, sessions)
      (self.broken, self.finds) = (broken, finds)
    }
  }

  /// Makes a report of its parts.
  public init(
    verdict: String, seed: UInt64, sessions: Int, numbers: [String], command: String, laws: [Law]
  ) {
    (self.verdict, self.seed, self.sessions) = (verdict, seed, sessions)
    (self.numbers, self.command, self.laws) = (numbers, command, laws)
  }

  /// Whether any law is broken.
  var isBroken: Bool { laws.contains { $0.broken > 0 } }
}

/// The law that a session breaks, by the search that found it.
public struct SearchFind: Codable, Hashable, Sendable {
  /// The name of the law.
  public var law: String
  /// The observation that breaks the law.
  public var observation: String
  /// The id of the session with which the law compares this one; nil where that is no file.
  public var other: String?

  /// Makes a find of its parts.
  public init(law: String, observation: String, other: String? = nil) {
    (self.law, self.observation, self.other) = (law, observation, other)
  }

  /// The breach in a sentence without a full stop.
  package var sentence: String { "law broken: \(law): \(observation)" }
}
