package import Metrics
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

  /// Makes tables of so many steps from their columns.
  ///
  /// - Parameters:
  ///   - count: The number of steps.
  ///   - metrics: The values of each metric from the first step on, in the order of declaration;
  ///     behind the end of a column they are those of a part in which nothing happens.
  ///   - samples: The numbers of times of each kind, in the same way.
  /// - Complexity: O(steps · columns), without a table for each step.
  package init(count: Int, metrics: [[MetricValue]], samples: [[Int]]) {
    let values = zip(Self.metrics, metrics).filter { !$1.isEmpty }
    let times = zip(Self.samples, samples).filter { !$1.isEmpty }
    for step in 0..<count {
      for (metric, column) in values where step < column.count { put(column[step], of: metric) }
      for (samples, column) in times where step < column.count { put(column[step], of: samples) }
      ends.append(bytes.count)
    }
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
    for metric in Self.metrics { put(table[metric], of: metric) }
    for samples in Self.samples { put(table[samples], of: samples) }
    ends.append(bytes.count)
  }

  private mutating func put(_ value: MetricValue, of metric: Metric) {
    guard value != Self.nothing[metric] else { return }
    Varint.append(UInt64(metric.rawValue), to: &bytes)
    value.forEachWord { Varint.append(signed: $0, to: &bytes) }
  }

  private mutating func put(_ count: Int, of samples: TimeSamples) {
    guard count > 0 else { return }
    Varint.append(UInt64(Self.metrics.count + samples.rawValue), to: &bytes)
    Varint.append(signed: Int64(count), to: &bytes)
  }
}

extension StepTables: ExpressibleByArrayLiteral {
  /// Makes tables of steps in their order.
  public init(arrayLiteral tables: MetricTable...) { self.init(tables) }
}
