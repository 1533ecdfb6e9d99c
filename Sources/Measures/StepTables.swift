internal import Metrics
internal import Wire

/// The values of each step of a session in the order of the steps.
///
/// A step measures few of the metrics, and a session may have a hundred thousand steps: so each
/// table is encoded as its few differences from that of an empty step.
public struct StepTables: Codable, Hashable, Sendable, RandomAccessCollection {
  /// The values of a part in which nothing happens.
  package static let nothing = MetricAccumulator().table
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

  /// The values of a step, decoded in O(metrics).
  public subscript(step: Int) -> MetricTable {
    var table = Self.nothing
    var position = step == 0 ? 0 : ends[step - 1]
    func next() -> Int64 {
      guard let number = Varint.nextSigned(in: bytes, at: &position) else {
        preconditionFailure("the values of step \(step) end early")
      }
      return number
    }
    while position < ends[step] {
      let place = Varint.next(in: bytes, at: &position).map(Int.init) ?? 0
      if place < Self.metrics.count {
        guard let value = MetricValue(words: next) else {
          preconditionFailure("the values of step \(step) are malformed")
        }
        table[Self.metrics[place]] = value
      } else {
        table[Self.samples[place - Self.metrics.count]] = Int(next())
      }
    }
    return table
  }

  /// Appends the values of the next step.
  public mutating func append(_ table: MetricTable) {
    for (place, metric) in Self.metrics.enumerated() {
      let value = table[metric]
      if value != Self.nothing[metric] { put(value.words, at: place) }
    }
    for (place, samples) in Self.samples.enumerated() where table[samples] > 0 {
      put([Int64(table[samples])], at: Self.metrics.count + place)
    }
    ends.append(bytes.count)
  }

  private mutating func put(_ words: [Int64], at place: Int) {
    Varint.append(UInt64(place), to: &bytes)
    for word in words { Varint.append(signed: word, to: &bytes) }
  }
}

extension StepTables: ExpressibleByArrayLiteral {
  /// Makes tables of steps in their order.
  public init(arrayLiteral tables: MetricTable...) { self.init(tables) }
}
