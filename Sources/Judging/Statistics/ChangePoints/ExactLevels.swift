/// Removes the spikes between the levels of a series of exact values.
///
/// A test by means and variances takes one spike for scatter, and then a step of a few runs behind
/// it is within that scatter. Exact values do not scatter, so a spike can be told from a level: it
/// is shorter, and its value is not seen nearby.
public enum ExactLevels {
  /// The series with each spike replaced by the level before it.
  ///
  /// A value begins a level if it is the majority of the five values from there on. Up to two
  /// values between levels are a spike, unless they are found among the five values on either side.
  ///
  /// - Parameters:
  ///   - series: The values, in their order.
  ///   - floor: The part of a value by which another one may differ and be the same.
  /// - Returns: As many values.
  /// - Complexity: O(n) for n values.
  public static func withoutSpikes(_ series: [Double], floor: Double) -> [Double] {
    func areSame(_ one: Double, _ other: Double) -> Bool {
      (one - other).magnitude <= floor * one.magnitude
    }
    func isNear(_ spike: Range<Int>) -> Bool {
      let around =
        series[max(0, spike.lowerBound - window)..<spike.lowerBound]
        + series[spike.upperBound..<min(series.count, spike.upperBound + window)]
      return series[spike].contains { value in around.contains { areSame($0, value) } }
    }
    var (result, level, start) = (series, Double?.none, 0)
    for (index, value) in series.enumerated() {
      let ahead = series[index..<min(series.count, index + window)]
      let isLevel = 2 * ahead.count { areSame($0, value) } > window
      guard isLevel || level.map({ areSame($0, value) }) == true else { continue }
      let spike = start..<index
      if let level, (1...longestSpike).contains(spike.count), !isNear(spike) {
        for place in spike { result[place] = level }
      }
      if isLevel { level = value }
      start = index + 1
    }
    return result
  }

  /// The number of values whose majority is a level.
  private static let window = 5
  /// The most values of a spike: one less than the fewest of a level.
  private static let longestSpike = 2
}
