public import MapGeometry

/// A demand on the order of events and conditions in a session.
///
/// A promise begins each time its trigger occurs; without a trigger, once, at the beginning of its
/// range. If the session ends before the time of a promise is over, the promise is undecided:
/// neither kept nor broken, as in QuickLTL (O'Connor and Wickström 2022).
public struct Promise: Hashable, Sendable {
  /// The kind of demand.
  public enum Demand: String, Hashable, Sendable {
    /// The subject occurs before the time is over.
    case then
    /// The subject holds all the time.
    case always
    /// The subject does not occur.
    case never
  }

  /// The occurrence that begins the promise; nil if the range begins it.
  public var trigger: Occurrence?
  /// The kind of demand.
  public var demand: Demand
  /// The occurrence that is demanded.
  public var subject: Occurrence
  /// The time limit of `then`, or the duration of `always` and `never`; nil for the rest of the
  /// range.
  public var limit: SimulatedTime?
  /// The occurrence at which `always` and `never` end; nil for none.
  public var until: Occurrence?

  /// Makes a promise of its parts.
  public init(
    whenever trigger: Occurrence? = nil, _ demand: Demand, _ subject: Occurrence,
    limit: SimulatedTime? = nil, until: Occurrence? = nil
  ) {
    (self.trigger, self.demand, self.subject) = (trigger, demand, subject)
    (self.limit, self.until) = (limit, until)
  }

  /// The quantities on which it depends.
  public var counted: [MapCondition.Counted] {
    [trigger, subject, until].compactMap(\.self).flatMap(\.conditions).map(\.counted)
  }
}
