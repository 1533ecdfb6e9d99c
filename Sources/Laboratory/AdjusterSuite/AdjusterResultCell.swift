internal import Measures

/// The result of one criterion at one position, in a byte: not asked, kept, or broken and how
/// badly; the larger the worse.
public struct AdjusterResultCell: Hashable, Sendable, Comparable {
  /// The byte.
  public let code: UInt8
  /// The criterion does not apply, or there is no such place.
  public static let notAsked = AdjusterResultCell(byte: 0)
  /// The criterion is kept.
  public static let kept = AdjusterResultCell(byte: 1)
  /// Broken, but the world ends there: no map can move on, and this one does not move.
  public static let worldEnded = AdjusterResultCell(byte: 2)
  /// The levels of badness, which look about as bad for a scale as for a place.
  public static let levelCount = 7
  /// The largest amounts of all levels but the last, in points.
  public static let pointLimits = [0.5, 2, 5, 20, 50, 200]
  /// The largest amounts of all levels but the last, as a change of scale; 1 % moves the edge of a
  /// phone's view by 4 points.
  public static let scaleLimits = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.5]
  private static let firstBroken: UInt8 = 3
  /// How many different marks there are.
  public static let count = Int(firstBroken) + levelCount

  init(byte: UInt8) { code = byte }

  /// Makes the mark with a code from 0 up to ``count``; nil for any other.
  public init?(code: Int) {
    guard (0..<AdjusterResultCell.count).contains(code) else { return nil }
    self.code = UInt8(code)
  }

  init(broken measure: CriterionMeasure) {
    let limits: [Double] =
      switch measure.unit {
      case .points: AdjusterResultCell.pointLimits
      case .scale: AdjusterResultCell.scaleLimits
      case .count: []
      }
    // An amount that is not a number is as bad as can be.
    let level = limits.firstIndex { measure.amount <= $0 } ?? AdjusterResultCell.levelCount - 1
    code = AdjusterResultCell.firstBroken + UInt8(level)
  }

  /// Whether the criterion is broken, and not by the end of the world.
  public var isBroken: Bool { code >= AdjusterResultCell.firstBroken }
  /// How badly, from 0; 0 when nothing is broken.
  public var level: Int { isBroken ? Int(code - AdjusterResultCell.firstBroken) : 0 }

  /// Whether a mark is less bad than another mark.
  public static func < (left: AdjusterResultCell, right: AdjusterResultCell) -> Bool {
    left.code < right.code
  }
}
