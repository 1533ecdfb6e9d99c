public import Metrics
public import Statistics

/// A quantity that a history records for each run: a metric of facts, a count or a real
/// time.
public struct Quantity: Hashable, Sendable {
  /// The classes, in the order of trust.
  public enum Class: String, CaseIterable, Hashable, Sendable {
    /// The same number on every machine.
    case fact
    /// Exact for one build.
    case count
    /// Of a real clock.
    case time
  }

  /// The class.
  public let kind: Class
  /// The name in plain words, as reports write it.
  public let name: String
  /// The unit of its numbers; of a real time, nanoseconds.
  public let unit: MetricUnit

  /// Makes a quantity of its parts.
  public init(_ kind: Class, _ name: String, unit: MetricUnit) {
    (self.kind, self.name, self.unit) = (kind, name, unit)
  }

  /// A metric of facts.
  public init(_ metric: Metric) {
    self.init(.fact, metric.name, unit: metric.definition.unit)
  }

  /// A count of allocations.
  public init(_ count: AllocationCount) { self.init(.count, count.name, unit: count.unit) }

  /// A real time.
  public init(_ time: RealTime) { self.init(.time, time.name, unit: .time) }

  /// The instructions of a session.
  public static let instructions = Quantity(.count, "instructions", unit: .count)

  /// The processor time of a session beside that of the reference work.
  public static let processorTime = Quantity(.time, "processor time", unit: .time)

  /// All quantities that histories have, in the order of trust; real times are of earlier versions.
  public static let all: [Quantity] =
    Metric.allCases.map { Quantity($0) } + [instructions]
    + AllocationCount.allCases.map { Quantity($0) } + [processorTime]
    + RealTime.allCases.map { Quantity($0) }

  /// The direction in which the quantity improves; neither for a metric that this version
  /// does not know.
  public var better: BetterDirection {
    kind == .fact ? Metric(named: name)?.definition.better ?? .neither : .lower
  }
}

/// A number of a quantity: of a share, the part and the whole.
public struct Reading: Hashable, Sendable {
  /// The quantity.
  public let quantity: Quantity
  /// The number, in the unit of the quantity, or the part of a share.
  public let value: Int64
  /// The whole of a share, at least 1; nil for any other number.
  public let whole: Int64?
  /// The time with the reference work; nil for any other number, and for a time of earlier
  /// versions.
  public let time: RelativeTime?

  /// Makes a reading of its parts.
  public init(_ quantity: Quantity, _ value: Int64, of whole: Int64? = nil) {
    (self.quantity, self.value, self.whole, time) = (quantity, value, whole, nil)
  }

  /// A processor time with the reference work.
  public init(_ time: RelativeTime) {
    (quantity, value, whole) = (.processorTime, time.processorNanoseconds, nil)
    self.time = time
  }

  /// The number, in the unit of its quantity; of a share, from 0 to 1 or more.
  public var number: Double { whole.map { Double(value) / Double($0) } ?? Double(value) }

  /// A measured value of facts; nil for one that was never measured.
  init?(_ metric: Metric, _ value: MetricValue) {
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number):
      self.init(Quantity(metric), number)
    case .share(let part, let whole) where whole > 0:
      self.init(Quantity(metric), part, of: whole)
    case .share, .never: return nil
    }
  }
}
