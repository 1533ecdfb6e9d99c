import Metrics

/// What many measurements come to, by nearest rank.
enum Samples {
  /// The one in the middle, the lower of two; nil without any.
  static func median(_ values: [Double]) -> Double? { rank(values, percent: 50) }

  /// The least that so many of 100 do not exceed; nil without any.
  static func rank(_ values: [Double], percent: Int) -> Double? {
    guard !values.isEmpty else { return nil }
    return values.sorted()[TimeRank.index(percent, of: values.count)]
  }

  /// The arithmetic mean; nil without any.
  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
