public import MapEvents
public import MapGeometry

/// What came of one callout.
public struct CalloutVerdict: Codable, Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The step that opened it.
  public var step: Int32
  /// When it opened.
  public var openedAt: SimulatedTime
  /// How far it is from what each criterion wants; nil when it never came to rest.
  public var measures: CriterionMeasures?
  /// The furthest that callout or pin stick out of what bars leave of the view, in points; 0 when
  /// inside.
  ///
  /// A callout that is too large for the view sticks out too, though it need not be inside.
  public var overflowPoints: Double
  /// The side beyond which they stick out furthest; nil when they are inside.
  public var overflowSide: MapEdge?
  /// Distance between the shift made and the shift needed, in points.
  public var excessShiftPoints: Double
  /// New scale by old scale.
  public var scaleRatio: Double
  /// Region changes between opening and rest.
  public var regionChanges: Int
  /// How far inside the view the adjuster promised to bring what it cares for, at least as far as
  /// the bars reach.
  public var insets: EdgeInsets
  /// The rectangles before.
  public var before: CalloutRects
  /// The rectangles after; nil when it never came to rest.
  public var after: CalloutRects?

  /// Makes a verdict of its parts.
  public init(
    callout: Int32, step: Int32, openedAt: SimulatedTime, measures: CriterionMeasures?,
    overflowPoints: Double, excessShiftPoints: Double, scaleRatio: Double, regionChanges: Int,
    insets: EdgeInsets, before: CalloutRects, after: CalloutRects?
  ) {
    self.callout = callout
    self.step = step
    self.openedAt = openedAt
    self.measures = measures
    self.overflowPoints = overflowPoints
    self.excessShiftPoints = excessShiftPoints
    self.scaleRatio = scaleRatio
    self.regionChanges = regionChanges
    self.insets = insets
    self.before = before
    self.after = after
  }

  /// Whether the callout was judged.
  public var isJudged: Bool { measures != nil }

  /// Whether it was judged and kept every criterion that applies.
  public var isCorrect: Bool { measures?.isCorrect ?? false }

  /// The criteria that it broke.
  public var broken: [Criterion] { Criterion.allCases.filter { keeps($0) == false } }

  /// Whether it kept a criterion; nil where that does not apply or nothing was judged.
  public func keeps(_ criterion: Criterion) -> Bool? { measure(of: criterion)?.isKept }

  /// How far it is from what a criterion wants; nil where that does not apply or nothing was
  /// judged.
  public func measure(of criterion: Criterion) -> CriterionMeasure? { measures?[criterion] }

  /// The number that a criterion measured; nil where that does not apply or nothing was judged.
  public func amount(of criterion: Criterion) -> Double? { measure(of: criterion)?.amount }
}
