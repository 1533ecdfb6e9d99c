public import Counts
public import Statistics

/// The numbers of a quantity of one session in several runs, in the order of their
/// revisions.
///
/// A series of counts or times has only runs whose fingerprints agree in every part that
/// matters to the numbers. Runs with an unknown part belong to no such series. A series of
/// facts has all runs.
public struct Series: Hashable, Sendable {
  /// A number of a run.
  public struct Point: Hashable, Sendable {
    /// The index of the run among those of the history.
    public let run: Int
    /// The number, or the part of a share; of a time with the reference work, the time if that
    /// work always took its median.
    public let value: Int64
    /// The whole of a share; nil for any other number.
    public let whole: Int64?
    /// The time with the reference work; nil for any other number, and for a time of earlier
    /// versions.
    let time: RelativeTime?
    /// The number of the scenario that was played, one for each scenario digest; nil where it
    /// is unknown.
    let scenario: Int?

    /// The number, in the unit of its quantity; of a share, from 0 to 1 or more.
    public var number: Double {
      whole.map { Double(value) / Double($0) } ?? Double(value)
    }
  }

  /// The id of the session.
  public let session: String
  /// The quantity of the numbers.
  public let quantity: Quantity
  /// The fingerprint that all runs of the series share; nil for facts.
  public let fingerprint: Fingerprint?
  /// The numbers.
  public let points: [Point]

  /// The change points, with the noise floor of the class.
  ///
  /// Times without the reference work have none, because a busy machine moves them. The levels of
  /// facts and counts are those without spikes.
  ///
  /// - Complexity: O(n) for n numbers.
  public var changePoints: [ChangePoint] {
    let numbers = points.map(\.number)
    let spreads = points.compactMap(\.time?.spreadMillionths)
    guard quantity.kind != .time || spreads.count == points.count else { return [] }
    let floor =
      switch quantity.kind {
      case .fact: 0.0
      case .count where quantity == .instructions:
        NoiseFloor.ofInstructions(points.map(\.value))
      case .count: 0.0
      case .time: NoiseFloor.ofTimes(numbers, spreads: spreads)
      }
    return ChangePointDetector(noiseFloor: floor).changePoints(
      in: quantity.kind == .time
        ? numbers : ExactLevels.withoutSpikes(numbers, floor: floor))
  }
}
