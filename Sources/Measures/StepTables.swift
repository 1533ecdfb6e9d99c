internal import Metrics
internal import Wire

/// The values of each step of a session in the order of the steps.
///
/// A step measures few of the metrics, and a session may have a hundred thousand steps: so each
/// table is encoded as its few differences from that of an empty step.
public struct StepTables: Codable, Hashable, Sendable, RandomAccessCollection {
  private static let nothing = MetricAccumulator().table
  private static let metrics = Metric.allCases
  private static let samples = TimeSamples.allCases

  private var bytes: [UInt8] = []
  /// The end of each table's bytes.
  private var ends: [Int] = []

  /// Makes tables of no step.
  public init() {}

  /// Makes tables of steps in their order.
  public init(_ tables: some Sequence<MetricTable>) {
    for table in tables { append(table) }
  }

  /// The index of the first step.
  public var startIndex: Int { 0 }
  /// The number of steps.
  public var endIndex: Int { ends.count }

  /// The values of a step.
  ///
  /// - Complexity: O(metrics).
  public subscript(step: Int) -> MetricTable {
    var table = StepTables.nothing
    var position = step == 0 ? 0 : ends[step - 1]
    func next() -> Int64 {
      guard let number = Varint.nextSigned(in: bytes, at: &position) else {
        preconditionFailure("the values of step \(step) end early")
      }
      return number
    }
    while position < ends[step] {
      let place = Varint.next(in: bytes, at: &position).map(Int.init) ?? 0
      if place < StepTables.metrics.count {
        table[StepTables.metrics[place]] = StepTables.value(next)
      } else {
        table[StepTables.samples[place - StepTables.metrics.count]] = Int(next())
      }
    }
    return table
  }

  /// Appends the values of the next step.
  ///
  /// - Complexity: O(metrics).
  public mutating func append(_ table: MetricTable) {
    for (place, metric) in StepTables.metrics.enumerated() {
      let value = table[metric]
      if value != StepTables.nothing[metric] { put(value, at: place) }
    }
    for (place, samples) in StepTables.samples.enumerated() where table[samples] > 0 {
      put(at: StepTables.metrics.count + place, Int64(table[samples]))
    }
    ends.append(bytes.count)
  }

  private mutating func put(_ value: MetricValue, at place: Int) {
    switch value {
    case .count(let number): put(at: place, 0, number)
    case .nanoseconds(let number): put(at: place, 1, number)
    case .micropoints(let number): put(at: place, 2, number)
    case .share(let part, let whole): put(at: place, 3, part, whole)
    case .never: put(at: place, 4)
    }
  }

  private mutating func put(at place: Int, _ numbers: Int64...) {
    Varint.append(UInt64(place), to: &bytes)
    for number in numbers { Varint.append(signed: number, to: &bytes) }
  }

  private static func value(_ next: () -> Int64) -> MetricValue {
    switch next() {
    case 0: .count(next())
    case 1: .nanoseconds(next())
    case 2: .micropoints(next())
    case 3: .share(part: next(), of: next())
    case 4: .never
    case let kind: preconditionFailure("\(kind) is no kind of value")
    }
  }
}

extension StepTables: ExpressibleByArrayLiteral {
  /// Makes tables of steps in their order.
  public init(arrayLiteral tables: MetricTable...) { self.init(tables) }
}
