public import MapGeometry

/// A demand on the order of things in a session: what must come, or must not, after what.
///
/// It begins each time its trigger occurs; without one, where its part of the session begins. A
/// session is finite, so what it says depends on how long it goes on, as in QuickLTL (O'Connor and
/// Wickström 2022): a promise whose time is not over at the end is undecided, and neither kept nor
/// broken.
public struct Promise: Hashable, Sendable {
  /// The kind of demand.
  public enum Demand: String, Hashable, Sendable {
    /// It occurs, before the time is over.
    case then
    /// It holds all the time.
    case always
    /// It does not occur.
    case never
  }

  /// The occurrence that begins it; nil where its part of the session does.
  public var trigger: Occurrence?
  /// The kind of demand.
  public var demand: Demand
  /// The occurrence that is demanded.
  public var subject: Occurrence
  /// The time within which it must be kept by `then`, or for which `always` and `never` hold; nil
  /// for the rest of its part of the session.
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
