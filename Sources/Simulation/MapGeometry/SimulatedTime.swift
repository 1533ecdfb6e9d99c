/// An instant or a length of simulated time, in whole nanoseconds since the session began.
///
/// It advances only when the simulation says so and has nothing to do with any clock.
public struct SimulatedTime: Codable, Hashable, Comparable, Sendable {
  /// Whole nanoseconds.
  public var nanoseconds: Int64

  /// Makes a time of whole nanoseconds.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// Makes a time of whole milliseconds.
  public init(milliseconds: Int64) { self.init(nanoseconds: milliseconds * 1_000_000) }

  /// The beginning of a session, or no time at all.
  public static let zero = SimulatedTime(nanoseconds: 0)

  /// Whether the left instant comes before the right one.
  public static func < (left: SimulatedTime, right: SimulatedTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant that lies the right length after the left one.
  public static func + (left: SimulatedTime, right: SimulatedTime) -> SimulatedTime {
    SimulatedTime(nanoseconds: left.nanoseconds + right.nanoseconds)
  }

  /// The length from the right instant to the left one.
  public static func - (left: SimulatedTime, right: SimulatedTime) -> SimulatedTime {
    SimulatedTime(nanoseconds: left.nanoseconds - right.nanoseconds)
  }
}
