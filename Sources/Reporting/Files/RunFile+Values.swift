internal import Measures
internal import Metrics

/// Values of metrics in the run file: bare numbers, as the declaration of the metric says.
extension RunFile {
  /// What was measured, by name.
  static func values(_ table: MetricTable) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for (metric, measured) in table.measured { members[metric.name] = value(measured) }
    return members
  }

  /// The value of every metric in the order of `columns`; null for what was not measured.
  static func row(_ table: MetricTable) -> JSON {
    .array(Metric.allCases.map { value(table[$0]) })
  }

  /// A whole number, or the two of a share, in one line.
  static func value(_ value: MetricValue) -> JSON {
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number): .integer(number)
    case .share(let part, let whole): .line(.array([.integer(part), .integer(whole)]))
    case .never: .null
    }
  }
}

extension MetricUnit {
  /// What the numbers of a value are in the run file.
  var writtenAs: String {
    switch self {
    case .count: "count"
    case .share: "[count, of count]"
    case .time: "ns"
    case .distance: "micropoints"
    case .timePerSecond: "[ns, of ns]"
    case .perThousandPoints: "[count, of micropoints]"
    }
  }
}
