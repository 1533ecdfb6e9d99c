internal import Instruments
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// The limits of a session's worker process, beyond which it is killed.
public struct SessionLimits: Sendable {
  /// The real time.
  public var time = Time(nanoseconds: 60_000_000_000, description: "60 s")
  /// The memory that a worker may add to its initial memory.
  public var memory = Memory(bytes: 2 << 30, description: "2 GiB")

  /// A minute and 2 GiB.
  public init() {}

  /// A length of real time as it was written.
  public struct Time: Sendable {
    package let nanoseconds: Int64
    /// The time in the words in which it was written.
    public let description: String
  }

  /// An amount of memory as it was written.
  public struct Memory: Sendable {
    let bytes: UInt64
    /// The amount in the words in which it was written.
    public let description: String
  }

  /// Limits for sessions that may play for minutes: a day and 64 GiB in place of the standard
  /// limits.
  public var lifted: SessionLimits {
    var lifted = self
    if time.description == SessionLimits().time.description {
      lifted.time = Time(nanoseconds: 86_400_000_000_000, description: "24 h")
    }
    if memory.description == SessionLimits().memory.description {
      lifted.memory = Memory(bytes: 64 << 30, description: "64 GiB")
    }
    return lifted
  }

  /// Limits with so many times the real time, for a worker that replays a session often.
  package func times(_ count: Int) -> SessionLimits {
    var limits = self
    let (nanoseconds, isTooLong) = time.nanoseconds.multipliedReportingOverflow(by: Int64(count))
    limits.time = Time(
      nanoseconds: isTooLong ? .max : nanoseconds,
      description: "\(count) times \(time.description)")
    return limits
  }

  var workers: WorkerLimits { WorkerLimits(nanoseconds: time.nanoseconds, bytes: memory.bytes) }
}

extension SessionLimits.Time: LosslessStringConvertible {
  /// Reads a duration as scenarios write it, of a millisecond to a day, such as `90 s`.
  public init?(_ text: String) {
    let range = SimulatedTime(milliseconds: 1)...SimulatedTime(milliseconds: 86_400_000)
    guard case .success(.duration(let time)) = ScalarReader.value(of: text, as: .duration(range))
    else { return nil }
    self.init(nanoseconds: time.nanoseconds, description: text)
  }
}

extension SessionLimits.Memory: LosslessStringConvertible {
  /// Reads an amount of at least 1 MiB with its unit, such as `512 MiB`.
  public init?(_ text: String) {
    guard let bytes = try? ScalarReader.bytes(text), bytes >= 1 << 20 else { return nil }
    self.init(bytes: UInt64(bytes), description: text)
  }
}
