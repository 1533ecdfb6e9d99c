/// A moment of a session at which the range of an expectation can begin or end.
public enum SessionMoment: Codable, Hashable, Sendable {
  /// The session begins.
  case start
  /// The last batch of all downloads that have begun arrives, or is given up or cancelled.
  case downloadDone
  /// The session ends.
  case end
  /// A mark of this name is set.
  case mark(String)

  /// The moments that every session can have, by their names, which no mark may have.
  public static let reserved: [(name: String, moment: SessionMoment)] = [
    ("start", .start), ("download done", .downloadDone), ("end", .end),
  ]

  /// The moment of a name: a reserved one or a mark.
  public init(named name: String) {
    self = SessionMoment.reserved.first { $0.name == name }?.moment ?? .mark(name)
  }

  /// The name, as scenario files and reports write it.
  public var name: String {
    if case .mark(let name) = self { return name }
    return SessionMoment.reserved.first { $0.moment == self }?.name ?? ""
  }
}

/// An interval between two moments of a session.
///
/// It runs from the last time that the first moment comes to the next time that the second
/// one does.
public struct SessionInterval: Codable, Hashable, Sendable {
  /// The moment at which it begins.
  public var first: SessionMoment
  /// The moment at which it ends.
  public var last: SessionMoment

  /// Makes an interval of its moments.
  public init(from first: SessionMoment, to last: SessionMoment) {
    (self.first, self.last) = (first, last)
  }

  /// Both moments in words: `between 'zooming' and the end`.
  public var words: String {
    "between \(SessionInterval.words(first)) and \(SessionInterval.words(last))"
  }

  private static func words(_ moment: SessionMoment) -> String {
    switch moment {
    case .start, .end: "the \(moment.name)"
    case .downloadDone, .mark: "'\(moment.name)'"
    }
  }
}
