internal import Metrics

/// The values of each step of a session in the order of the steps.
///
/// A step measures few of the metrics, and a session may have a hundred thousand steps: so a table
/// is kept as its differences from that of a step in which nothing happened, in a few bytes each.
public struct StepTables: Codable, Hashable, Sendable, RandomAccessCollection {
  /// The values of a step in which nothing happened.
  private static let nothing = Tally().table

  private var bytes: [UInt8] = []
  /// Where the bytes of each table end.
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
    var rest = bytes[(step == 0 ? 0 : ends[step - 1])..<ends[step]]
    while let ordinal = rest.popFirst().map(Int.init) {
      if ordinal < Metric.allCases.count {
        table[Metric.allCases[ordinal]] = StepTables.value(from: &rest)
      } else {
        let samples = TimeSamples.allCases[ordinal - Metric.allCases.count]
        table[samples] = Int(StepTables.number(from: &rest))
      }
    }
    return table
  }

  /// Takes in the values of the next step.
  ///
  /// - Complexity: O(metrics).
  public mutating func append(_ table: MetricTable) {
    for (ordinal, metric) in Metric.allCases.enumerated() {
      let value = table[metric]
      guard value != StepTables.nothing[metric] else { continue }
      bytes.append(UInt8(ordinal))
      put(value)
    }
    for (ordinal, samples) in TimeSamples.allCases.enumerated() where table[samples] > 0 {
      bytes.append(UInt8(Metric.allCases.count + ordinal))
      put(Int64(table[samples]))
    }
    ends.append(bytes.count)
  }

  private mutating func put(_ value: MetricValue) {
    switch value {
    case .count(let number): put(0, number)
    case .nanoseconds(let number): put(1, number)
    case .micropoints(let number): put(2, number)
    case .share(let part, let whole): put(3, part, whole)
    case .never: put(4)
    }
  }

  /// Writes the case of a value and its numbers, in as many bytes as they need.
  private mutating func put(_ kind: UInt8, _ numbers: Int64...) {
    bytes.append(kind)
    for number in numbers { put(number) }
  }

  /// Writes a number in as many bytes as it needs.
  private mutating func put(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func value(from rest: inout ArraySlice<UInt8>) -> MetricValue {
    switch rest.removeFirst() {
    case 0: return .count(number(from: &rest))
    case 1: return .nanoseconds(number(from: &rest))
    case 2: return .micropoints(number(from: &rest))
    case 3:
      let part = number(from: &rest)
      return .share(part: part, of: number(from: &rest))
    default: return .never
    }
  }

  private static func number(from rest: inout ArraySlice<UInt8>) -> Int64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = rest.removeFirst()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}

extension StepTables: ExpressibleByArrayLiteral {
  /// Makes tables of steps in their order.
  public init(arrayLiteral tables: MetricTable...) { self.init(tables) }
}
