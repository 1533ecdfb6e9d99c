internal import Counts
internal import ExactMath
internal import MapGeometry

/// The smallest relative change of a measurement that is reported.
public enum NoiseFloor {
  /// The floor of times: how much one differs from the next by chance, and at least what builds of
  /// the same work differ by because their functions lie elsewhere.
  ///
  /// By chance is a standard deviation: 1.4826 times the median of what the logarithms of
  /// neighbors differ by, which a few outliers and changes of the level do not move, over √2, as
  /// both of two neighbors scatter.
  ///
  /// - Parameters:
  ///   - times: In the order in which they were measured; those of zero take no part.
  ///   - spreads: What each of them scatters by, in millionths; the median takes part.
  /// - Returns: The floor: 0.02 for 2 %.
  /// - Complexity: O(n log n) for n times.
  public static func ofTimes(_ times: [Double], spreads: [Int64] = []) -> Double {
    let logarithms = times.filter { $0 > 0 }.map { Elementary.log($0) }
    let steps = zip(logarithms, logarithms.dropFirst()).map { ($1 - $0).magnitude }
    let measured = spreads.isEmpty ? 0 : Double(spreads.sorted()[spreads.count / 2]) / 1_000_000
    guard !steps.isEmpty else { return max(TimesJudge.layoutFloor, measured) }
    let deviation = 1.4826 * ShiftEstimate.median(ofSorted: steps.sorted()) / 2.0.squareRoot()
    return max(TimesJudge.layoutFloor, measured, Elementary.exp(deviation) - 1)
  }

  /// The floor of instructions: the largest difference between two counts of one build.
  public static func ofInstructions(_ counts: [Int64]) -> Double {
    guard let least = counts.min(), least > 0 else { return 0 }
    return Double(CountLimits.standard[.instructions].allowed(of: least)) / Double(least)
  }
}
