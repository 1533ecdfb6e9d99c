internal import ExactMath
internal import MapGeometry
internal import Workloads

/// Judges from paired times whether the head is slower, faster or unchanged, or reports
/// that the times do not decide it.
///
/// An interval has to lie beyond a floor, not only beyond zero. A change that moves no work
/// moves times too: by where the linker puts functions, and by the noise that the base
/// shows against itself.
public struct TimesJudge: Hashable, Sendable {
  /// How likely the interval of one look may miss the change, both sides together; of all rows of
  /// a look together, the chance that any is wrongly said to have moved at all.
  ///
  /// A comparison looks several times, so that this bounds no comparison as a whole. False alarms
  /// are rare since an interval has to lie beyond a floor; ``JudgeTrial`` counts them.
  public var level = 0.02
  /// A change that does not matter, as a part of the base: 0.03 for 3 %.
  public var tolerance = 0.0
  /// The seed of the resampling that estimates the noise.
  public var seed: UInt64 = 1

  /// The difference between builds of the same work whose functions lie elsewhere.
  public static let layoutFloor = 0.02
  /// The fewest blocks for which there is an interval at the level.
  public static let fewestBlocks = 7
  /// The most blocks that are worth their time; a row that is undecided by then is too noisy.
  public static let mostBlocks = 120
  /// The number of times that the control is resampled to estimate its noise.
  private static let draws = 200

  /// Makes a judge with the usual level and no tolerance.
  public init() {}

  /// The least change that counts whatever the noise is, as a logarithm.
  var fixedFloor: Double { Elementary.log(1 + max(tolerance, TimesJudge.layoutFloor)) }

  /// Judges rows that were measured as far as they were; nil where a row has no block.
  ///
  /// - Parameters:
  ///   - rows: The times.
  ///   - isEnd: Whether nothing more is measured, so that a verdict is due.
  /// - Returns: The judgments in the order of the rows.
  public func judgments(of rows: [PairedTimes], isEnd: Bool) -> [TimesJudgment?] {
    var judgments = rows.map { judgment(of: $0, isEnd: isEnd) }
    // A row without a verdict yet is a test all the same.
    let rejects = Holm.rejects(judgments.map { $0?.pValue ?? 1 }, level: level)
    for index in judgments.indices where !rejects[index] {
      guard let verdict = judgments[index]?.verdict, verdict.isMove else { continue }
      judgments[index]?.verdict = .inconclusive(.manyRows)
      judgments[index]?.isSettled = false
    }
    return judgments
  }

  /// Judges one row by itself.
  private func judgment(of row: PairedTimes, isEnd: Bool) -> TimesJudgment? {
    let (changes, controls) = (row.changes, row.controls)
    guard let change = ShiftEstimate(of: changes, level: level),
      let control = ShiftEstimate(of: controls, level: level), let minima = row.changeOfMinima
    else { return nil }
    let fixed = fixedFloor
    let looksMoved = change.lower > fixed || change.upper < -fixed
    let isWithin = change.lower > -fixed && change.upper < fixed
    // To learn the noise costs more than all the rest, and mostly decides nothing.
    let noise = looksMoved || isEnd && !isWithin ? noise(of: controls) : 0
    let floor = max(fixed, 2 * noise)
    var judgment = TimesJudgment(
      change: change, control: control, pValue: SignedRank.pValue(of: changes), floor: floor,
      changeOfMinima: minima)
    let enough = changes.count >= TimesJudge.fewestBlocks
    if enough, control.lower > fixed || control.upper < -fixed {
      judgment.verdict = .inconclusive(.machineUnfit)
    } else if enough, change.lower > floor {
      (judgment.verdict, judgment.isSettled) = (.regressed, true)
    } else if enough, change.upper < -floor {
      (judgment.verdict, judgment.isSettled) = (.improved, true)
    } else if enough, isWithin {
      // Within what is never counted, however much noise there is: no block more can matter.
      (judgment.verdict, judgment.isSettled) = (.unchanged, true)
    } else if enough, isEnd, change.lower > -2 * fixed, change.upper < 2 * fixed,
      change.shift.magnitude <= fixed
    {
      // Held against the fixed floor: noise makes nothing the same.
      judgment.verdict = .unchanged
    }
    return judgment
  }

  /// The 95th percentile of how far the estimate of the control is from zero, when its blocks are
  /// drawn again and again.
  private func noise(of controls: [Double]) -> Double {
    var stream = RandomStream(seed: seed, name: "noise of the base")
    let bound = UInt64(controls.count - 1)
    let shifts = (0..<TimesJudge.draws).compactMap { _ in
      ShiftEstimate.shift(
        of: controls.map { _ in controls[Int(stream.next(through: bound))] })?.magnitude
    }.sorted()
    return shifts[(TimesJudge.draws * 95 + 99) / 100 - 1]
  }
}

/// The verdict of times on a row.
public enum TimesVerdict: Hashable, Sendable {
  /// The head is slower, by more than the floor.
  case regressed
  /// The head is faster, by more than the floor.
  case improved
  /// The head is as fast, within the floor.
  case unchanged
  /// Undecided, with the reason.
  case inconclusive(Doubt)

  /// The reason why a row is undecided.
  public enum Doubt: String, Hashable, Sendable {
    /// The interval is too wide.
    case wideInterval = "too noisy"
    /// The base moved against itself.
    case machineUnfit = "machine unfit"
    /// With the number of rows tested, a result like this can come by chance.
    case manyRows = "may be chance among so many rows"
  }

  /// Whether the head is said to be slower or faster.
  public var isMove: Bool { self == .regressed || self == .improved }

  /// The verdict in a word.
  public var word: String {
    switch self {
    case .regressed: "regressed"
    case .improved: "improved"
    case .unchanged: "unchanged"
    case .inconclusive: "inconclusive"
    }
  }
}

/// The judgment on a row, with all that it rests on.
///
/// Changes are logarithms of ratios.
public struct TimesJudgment: Hashable, Sendable {
  /// Head against base.
  public let change: ShiftEstimate
  /// The base again against the base.
  public let control: ShiftEstimate
  /// The exact p-value of the signed-rank test that nothing moved.
  public let pValue: Double
  /// The least change that counts.
  public let floor: Double
  /// The change by the least times alone.
  public let changeOfMinima: Double
  /// The verdict so far.
  public internal(set) var verdict = TimesVerdict.inconclusive(.wideInterval)
  /// Whether more blocks are not worth their time.
  public internal(set) var isSettled = false

  /// Whether the least times say the opposite, by more than the floor: there may be two modes.
  public var minimaDisagree: Bool {
    changeOfMinima * change.shift < 0 && (changeOfMinima - change.shift).magnitude > floor
  }

  /// Head over base for a logarithm.
  public static func ratio(_ logarithm: Double) -> Double { Elementary.exp(logarithm) }
}
